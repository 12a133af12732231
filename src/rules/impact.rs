//! Impact: two lead units meet.

mod spread;

pub use spread::ImpactSpread;

use super::charge::ImpactChart;
use super::modifier::Modifiers;
use super::morale::{MoralePoints, MoraleSituation, is_menacing};
use super::named::named;
use super::{Gun, Morale, Rules, Scale, Troops, Unit, Works, Zone};
use crate::rule;

/// One side of an impact.
#[derive(Clone, Copy, Debug)]
pub struct ImpactSide<'a> {
    /// The lead unit, in the state it shows at contact.
    pub unit: &'a Unit,
    /// Benefit of a leader attached to it.
    pub leader: i32,
    /// Units that support it.
    pub supports: u32,
    /// Regiments its brigade has lost.
    pub regiments_lost: u32,
    /// Leaders its brigade has lost.
    pub leaders_lost: u32,
    /// What the scenario adds to its MMP.
    pub scenario_mmp: i32,
    /// The benefit of charging that it does without: it charges in desperation.
    pub forgone: i32,
}

impl<'a> ImpactSide<'a> {
    /// A lead unit by itself.
    pub fn new(unit: &'a Unit) -> Self {
        Self {
            unit,
            leader: 0,
            supports: 0,
            regiments_lost: 0,
            leaders_lost: 0,
            scenario_mmp: 0,
            forgone: 0,
        }
    }
}

/// An impact to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Impact<'a> {
    /// The scale of the table.
    pub scale: Scale,
    /// Who charged.
    pub attacker: ImpactSide<'a>,
    /// Who was charged.
    pub defender: ImpactSide<'a>,
    /// Where the charge came from.
    pub on: Zone,
    /// Works of the defender.
    pub works: Option<Works>,
    /// Other cover of the defender.
    pub cover: bool,
    /// The defender is a battery without support.
    pub unsupported_battery: bool,
    /// Impact values of further batteries of the defender's gun battalion.
    pub battalion_value: i32,
}

impl<'a> Impact<'a> {
    /// A charge on the front of a unit in the open.
    pub fn new(scale: Scale, attacker: ImpactSide<'a>, defender: ImpactSide<'a>) -> Self {
        Self {
            scale,
            attacker,
            defender,
            on: Zone::Front,
            works: None,
            cover: false,
            unsupported_battery: false,
            battalion_value: 0,
        }
    }
}

/// On what terms an impact is rolled.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ImpactTerms {
    /// The attacker's morale.
    pub attacker: MoralePoints,
    /// The defender's morale.
    pub defender: MoralePoints,
    /// What both sides bring before their morale is taken off: attacker, defender.
    pub strengths: (i32, i32),
    /// The attacker's value before dice and leader.
    pub attacker_value: i32,
    /// The defender's value before dice and leader.
    pub defender_value: i32,
    /// What the leaders add: attacker, defender.
    pub leaders: (i32, i32),
    /// Which results table is read.
    pub table: ImpactTable,
    /// The defender surrenders whatever the dice say: it was routed.
    pub already_routed: bool,
    defender_guns: bool,
}

/// The three results tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImpactTable {
    /// On foot against anybody.
    Infantry,
    /// Mounted cavalry against anything that is not mounted.
    CavalryOnInfantry,
    /// Mounted cavalry against mounted cavalry.
    CavalryOnCavalry,
}

named! {
    /// Who won an impact.
    pub enum ImpactWinner: "winner of an impact" {
        /// The charging side.
        Attacker = "attacker",
        /// Nobody: it comes to a melee.
        Tie = "tie",
        /// The charged side.
        Defender = "defender",
    }
}

named! {
    /// What becomes of the loser.
    pub enum ImpactOutcome: "outcome of an impact" {
        /// Nobody gives way: hand to hand.
        Melee = "melee",
        /// The attacker stops short and both fire.
        StoppedShort = "stopped_short",
        /// The losers fall back in disorder.
        Disorder = "disorder",
        /// The losers fall back shaken.
        Shaken = "shaken",
        /// The losers rout.
        Routed = "routed",
        /// The losers lay down their arms.
        Surrender = "surrender",
        /// The guns are taken.
        GunsLost = "guns_lost",
    }
}

/// How an impact went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ImpactResult {
    /// By how many points.
    pub by: u32,
    /// Who won.
    pub winner: ImpactWinner,
    /// What becomes of the loser.
    pub outcome: ImpactOutcome,
}

/// Losses and retreat of the losing side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactLoss {
    /// Figures lost by the lead unit.
    pub lead: u32,
    /// Figures lost by each supporting unit.
    pub supports: u32,
    /// Inches to fall back, before any dice are added.
    pub falls_back: f32,
    /// Dice of further inches.
    pub extra_dice: u32,
}

/// How probable each end of an impact is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactOdds {
    /// The attacker wins.
    pub attacker_wins: f64,
    /// It comes to a melee.
    pub tie: f64,
    /// The defender wins.
    pub defender_wins: f64,
}

impl Rules {
    /// On what terms an impact is rolled.
    ///
    /// Rules: `charge.fiv`, `charge.lead_units`, `charge.fiv_bounds`, `leader.attached_impact`,
    /// `morale.routed_impacted`, `artillery.battalion_impact`, `cavalry.desperation_countercharge`.
    pub fn impact(&self, impact: &Impact) -> ImpactTerms {
        let mut charger = *impact.attacker.unit;
        charger.charging = impact.attacker.forgone == 0;
        let defender = *impact.defender.unit;
        if self.breaks_on_square(&charger, &defender) && charger.morale == Morale::GoodOrder {
            charger.morale = Morale::Disorder;
        }
        let attacking = self.attacker_points(impact, &charger, &defender);
        let defending = self.defender_points(impact, &charger, &defender);
        let strengths = (
            self.impact_value(&charger),
            self.impact_value(&defender) + impact.battalion_value,
        );
        ImpactTerms {
            strengths,
            attacker_value: self.held(strengths.0 - attacking.mmp),
            defender_value: self.held(strengths.1 - defending.mmp),
            leaders: (impact.attacker.leader, impact.defender.leader),
            table: impact_table(&charger, &defender),
            already_routed: defender.morale == Morale::Routed,
            defender_guns: defender.is_artillery(),
            attacker: attacking,
            defender: defending,
        }
    }

    /// Rules: `charge.impact_modifiers`.
    fn attacker_points(&self, impact: &Impact, charger: &Unit, defender: &Unit) -> MoralePoints {
        let mut situation = self.side_situation(impact.scale, &impact.attacker, charger);
        let lone_guns = impact.unsupported_battery && defender.is_artillery();
        situation.enemy_close = is_menacing(defender) && !lone_guns;
        let mut modifiers = Modifiers::new();
        self.steadying(&situation, &mut modifiers);
        self.shaking(&situation, &mut modifiers);
        self.close(&situation, defender, &mut modifiers);
        if defender.charging {
            self.lances(defender, &mut modifiers);
        }
        self.add_scenario(&situation, &mut modifiers);
        self.sum_up(charger, false, modifiers)
    }

    fn defender_points(&self, impact: &Impact, charger: &Unit, defender: &Unit) -> MoralePoints {
        let mut situation = self.side_situation(impact.scale, &impact.defender, defender);
        situation.enemy_close = is_menacing(charger);
        situation.works = impact.works;
        situation.cover = impact.cover;
        let mut modifiers = Modifiers::new();
        self.steadying(&situation, &mut modifiers);
        self.shaking(&situation, &mut modifiers);
        self.charged_on_flank(defender, charger, impact.on, &mut modifiers);
        self.close(&situation, charger, &mut modifiers);
        let (charging, standing) = (impact.attacker.supports, impact.defender.supports);
        let net = self.net_support(charger, defender, charging, standing);
        modifiers.add("net support", net, rule!("charge.fear_support"));
        self.lances(charger, &mut modifiers);
        self.add_scenario(&situation, &mut modifiers);
        self.sum_up(defender, impact.unsupported_battery, modifiers)
    }

    /// The situation of one side at impact, with what its brigade has lost.
    ///
    /// Rules: `morale.mmp_formula`.
    fn side_situation<'a>(
        &self,
        scale: Scale,
        side: &ImpactSide,
        unit: &'a Unit,
    ) -> MoraleSituation<'a> {
        let mut situation = MoraleSituation::new(scale, unit);
        if self.switches.impact_counts_losses {
            situation.regiments_lost = side.regiments_lost;
            situation.leaders_lost = side.leaders_lost;
            situation.scenario_mmp = side.scenario_mmp;
        }
        situation
    }

    /// Applies the limit and adds the unit's own charge morale.
    fn close(&self, situation: &MoraleSituation, enemy: &Unit, modifiers: &mut Modifiers) {
        modifiers.limit_two_and_two();
        let own = self.charge_morale(situation.unit, enemy).unwrap_or(0);
        modifiers.add("charge morale", own, rule!("charge.impact_modifiers"));
    }

    fn add_scenario(&self, situation: &MoraleSituation, modifiers: &mut Modifiers) {
        let rule = rule!("morale.mmp_formula");
        modifiers.add("scenario", situation.scenario_mmp, rule);
    }

    /// What a unit brings to an impact: figures, or sections.
    ///
    /// Rules: `charge.uiv`, `heavy.rout`.
    pub fn impact_value(&self, unit: &Unit) -> i32 {
        let each = match unit.troops {
            Troops::Artillery { gun, .. } if gun.is_some_and(Gun::is_heavy) => {
                self.charge.impact_value.heavy_section
            }
            Troops::Artillery { .. } => self.charge.impact_value.field_section,
            Troops::Infantry { .. } | Troops::Cavalry { .. } => 1,
        };
        unit.strength as i32 * each
    }

    fn held(&self, value: i32) -> i32 {
        value.clamp(
            self.charge.impact_value.least,
            self.charge.impact_value.most,
        )
    }

    /// How an impact ends when both sides have rolled.
    pub fn impact_result(
        &self,
        terms: &ImpactTerms,
        attacker: [u8; 2],
        defender: [u8; 2],
    ) -> ImpactResult {
        let sum = |dice: [u8; 2]| i32::from(dice[0]) + i32::from(dice[1]);
        let attacker = terms.attacker_value + terms.leaders.0 + sum(attacker);
        let defender = terms.defender_value + terms.leaders.1 + sum(defender);
        self.impact_by(terms, attacker - defender)
    }

    /// How an impact ends by the attacker's lead in points.
    ///
    /// Rules: `charge.result_tie`, `charge.result_1`, `charge.result_2_4`, `charge.result_5_7`,
    /// `charge.result_8_10`, `charge.result_11`, `cavalry.vs_infantry_1_4`,
    /// `cavalry.vs_infantry_5_7`, `cavalry.vs_infantry_8_11`, `cavalry.vs_infantry_12`,
    /// `cavalry.vs_infantry_tie`, `cavalry.melee_within_one`, `artillery.impact_loss`,
    /// `melee.when`, `table.impact_infantry`, `table.impact_cavalry`.
    pub fn impact_by(&self, terms: &ImpactTerms, lead: i32) -> ImpactResult {
        let by = lead.unsigned_abs();
        if terms.already_routed {
            return ImpactResult {
                by,
                winner: ImpactWinner::Attacker,
                outcome: ImpactOutcome::Surrender,
            };
        }
        let chart = self.impact_chart(terms.table);
        if by <= chart.melee_up_to {
            return ImpactResult {
                by,
                winner: ImpactWinner::Tie,
                outcome: ImpactOutcome::Melee,
            };
        }
        let attacker_won = lead > 0;
        let outcome = match by {
            _ if attacker_won && terms.defender_guns => ImpactOutcome::GunsLost,
            by if by >= chart.surrender => ImpactOutcome::Surrender,
            by if by >= chart.routed && !attacker_won && chart.losing_attacker.at_worst_shaken => {
                ImpactOutcome::Shaken
            }
            by if by >= chart.routed => ImpactOutcome::Routed,
            by if by >= chart.shaken => ImpactOutcome::Shaken,
            by if by >= chart.disorder => ImpactOutcome::Disorder,
            _ => ImpactOutcome::StoppedShort,
        };
        ImpactResult {
            by,
            winner: if attacker_won {
                ImpactWinner::Attacker
            } else {
                ImpactWinner::Defender
            },
            outcome,
        }
    }

    /// What the table has by points for those who stood by a battery that was met and lost.
    ///
    /// Rules: `charge.result_5_7`, `charge.result_8_10`, `charge.result_11`.
    pub fn impact_beside_guns(&self, table: ImpactTable, by: u32) -> ImpactOutcome {
        let chart = self.impact_chart(table);
        match by {
            by if by >= chart.surrender => ImpactOutcome::Surrender,
            by if by >= chart.routed => ImpactOutcome::Routed,
            by if by >= chart.shaken => ImpactOutcome::Shaken,
            _ => ImpactOutcome::Disorder,
        }
    }

    /// What the losing side loses and how far it falls back.
    ///
    /// Rules: `charge.result_attacker_half`, `charge.result_support_losses`,
    /// `cavalry.fall_back_double`, `cavalry.vs_infantry_repulsed`.
    pub fn impact_loss(
        &self,
        scale: Scale,
        table: ImpactTable,
        result: ImpactResult,
        loser: &Unit,
    ) -> Option<ImpactLoss> {
        let chart = self.impact_chart(table);
        let step = match result.by {
            by if by >= chart.surrender => return None,
            by if by >= chart.routed => 2,
            by if by >= chart.shaken => 1,
            by if by >= chart.disorder => 0,
            _ => return None,
        };
        let attacker_lost = result.winner == ImpactWinner::Defender;
        let repulse = &chart.losing_attacker;
        let fewer = if attacker_lost {
            repulse.fewer_losses
        } else {
            0
        };
        let inches = if attacker_lost {
            repulse.fall_back
        } else {
            1.0
        };
        // Against men on foot horsemen go by their own table.
        let factor = if table == ImpactTable::CavalryOnCavalry {
            self.fall_back_factor(scale, loser) as f32
        } else {
            1.0
        };
        Some(ImpactLoss {
            lead: chart.lead_losses[step].saturating_sub(fewer),
            supports: chart.support_losses[step].saturating_sub(fewer),
            falls_back: result.by as f32 * inches * factor,
            extra_dice: if attacker_lost {
                repulse.extra_fall_back_dice
            } else {
                0
            },
        })
    }

    /// The exact odds of an impact.
    pub fn impact_odds(&self, terms: &ImpactTerms) -> ImpactOdds {
        // Only the lead counts, and two dice less two others fall as four do, less fourteen.
        let before =
            terms.attacker_value + terms.leaders.0 - terms.defender_value - terms.leaders.1;
        let mut ways = [0u32; 3];
        for (lead, many) in (before - 10..).zip(FOUR_DICE) {
            ways[self.impact_by(terms, lead).winner as usize] += many;
        }
        let [attacker_wins, tie, defender_wins] = ways.map(|ways| f64::from(ways) / 1296.0);
        ImpactOdds {
            attacker_wins,
            tie,
            defender_wins,
        }
    }

    fn impact_chart(&self, table: ImpactTable) -> &ImpactChart {
        match table {
            ImpactTable::Infantry => &self.charge.infantry,
            ImpactTable::CavalryOnInfantry => &self.charge.cavalry_on_infantry,
            ImpactTable::CavalryOnCavalry => &self.charge.cavalry_on_cavalry,
        }
    }
}

/// In how many ways four dice make 4, 5 and so on up to 24.
const FOUR_DICE: [u32; 21] = [
    1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1,
];

fn impact_table(charger: &Unit, defender: &Unit) -> ImpactTable {
    match (charger.is_mounted(), defender.is_mounted()) {
        (true, true) => ImpactTable::CavalryOnCavalry,
        (true, false) => ImpactTable::CavalryOnInfantry,
        (false, _) => ImpactTable::Infantry,
    }
}
