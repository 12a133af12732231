//! The two lead units meet, and all who support them share in it.

use super::{After, Follow, Meeting, Melee, TOUCH};
use crate::adjudicate::Request;
use crate::army::{Fate, Fighting, UnitId};
use crate::battle::Battle;
use crate::battle::fact::Fact;
use crate::battle::situation::charge_zone;
use crate::battle::step::Step;
use crate::rules::fire::FireKind;
use crate::rules::impact::{
    Impact, ImpactOutcome, ImpactResult, ImpactSide, ImpactTerms, ImpactWinner,
};
use crate::rules::{Morale, Unit};

/// Everybody in an impact; the first of each side leads.
struct Sides {
    attackers: Vec<UnitId>,
    defenders: Vec<UnitId>,
}

impl Battle {
    /// The two lead units meet.
    pub(in crate::battle) fn impact(&mut self, meeting: Meeting) {
        if !self.can_charge_on(meeting.unit) || !self.army.on_table(meeting.target) {
            return;
        }
        let sides = self.sides(&meeting);
        let (unit, target) = (sides.attackers[0], sides.defenders[0]);
        let (terms, request, result) = self.roll_impact(&sides);
        let winner = match result.winner {
            ImpactWinner::Attacker => Some(self.army.side(unit)),
            ImpactWinner::Defender => Some(self.army.side(target)),
            ImpactWinner::Tie => None,
        };
        self.tell(Fact::Impact {
            attacker: unit,
            defender: target,
            supports: (sides.attackers[1..].to_vec(), sides.defenders[1..].to_vec()),
            request,
            outcome: result.outcome,
            winner,
        });
        self.army.get_mut::<Fighting>(unit).0.charging = false;
        self.army.get_mut::<Fighting>(target).0.charging = false;
        self.settle_impact(&terms, result, sides, meeting);
    }

    /// Who fights: a charger that touches two enemies meets the larger, guns stand behind the
    /// infantry beside them, and whoever is left supports.
    ///
    /// Rules: `charge.two_enemies`, `artillery.infantry_takes_impact`.
    fn sides(&self, meeting: &Meeting) -> Sides {
        let Meeting { unit, target, .. } = *meeting;
        let here = self.army.footprint(unit);
        let mut touched: Vec<UnitId> = self
            .enemies_near(unit, 12.0)
            .into_iter()
            .filter(|&enemy| enemy != target && !self.is_busy(enemy))
            .filter(|&enemy| here.distance(self.army.footprint(enemy)) <= 2.0 * TOUCH)
            .collect();
        if self.army.unit(target).is_artillery() {
            let infantry = |id: &UnitId| self.army.unit(*id).is_infantry();
            touched.extend(self.supporters(target).into_iter().filter(infantry));
        }
        let value = |id: UnitId| self.rules.impact_value(self.army.unit(id));
        let lead = touched
            .iter()
            .copied()
            .filter(|&id| self.army.unit(id).morale != Morale::Routed)
            .fold(
                target,
                |best, id| {
                    if value(id) > value(best) { id } else { best }
                },
            );
        let mut defenders = vec![lead];
        let beside = self.supporters(lead);
        for id in [target].into_iter().chain(touched).chain(beside) {
            let able = self.army.unit(id).can_support() || self.backing(lead).contains(&id);
            if able && !defenders.contains(&id) {
                defenders.push(id);
            }
        }
        let mut attackers = vec![unit];
        attackers.extend(self.charge_supports(unit));
        Sides {
            attackers,
            defenders,
        }
    }

    fn roll_impact(&mut self, sides: &Sides) -> (ImpactTerms, Box<Request>, ImpactResult) {
        let (unit, target) = (sides.attackers[0], sides.defenders[0]);
        let attacker = *self.army.unit(unit);
        let defender = self.defending(sides);
        let supports = |units: &[UnitId]| units.len() as u32 - 1;
        let impact = self.impact_of(
            (unit, &attacker, supports(&sides.attackers)),
            (target, &defender, supports(&sides.defenders)),
        );
        let terms = self.rules.impact(&impact);
        let (attacker_dice, defender_dice) = (self.dice.two(), self.dice.two());
        let result = self
            .rules
            .impact_result(&terms, attacker_dice, defender_dice);
        let request = Box::new(Request::of_impact(&impact, attacker_dice, defender_dice));
        (terms, request, result)
    }

    /// The lead defender. Batteries of a gun battalion bring all their sections.
    ///
    /// Rules: `artillery.battalion_impact`.
    fn defending(&self, sides: &Sides) -> Unit {
        let mut defender = *self.army.unit(sides.defenders[0]);
        if defender.is_artillery() {
            let guns = |id: &&UnitId| self.army.unit(**id).is_artillery();
            let others = sides.defenders[1..].iter().filter(guns).take(2);
            defender.strength += others.map(|&id| self.army.unit(id).strength).sum::<u32>();
        }
        defender
    }

    /// An impact of two lead units where they stand, each with its values and its supports.
    pub(super) fn impact_of<'a>(
        &self,
        attacker: (UnitId, &'a Unit, u32),
        defender: (UnitId, &'a Unit, u32),
    ) -> Impact<'a> {
        let there = self.army.footprint(attacker.0);
        let (cover, works) = self.cover_from_charge(defender.0, attacker.0);
        let standing = !defender.1.charging;
        Impact {
            scale: self.field().scale,
            attacker: self.side_of(attacker.0, attacker.1, attacker.2),
            defender: self.side_of(defender.0, defender.1, defender.2),
            on: charge_zone(self.zone_of(defender.0, there)),
            works: works.filter(|_| standing),
            cover: !cover.is_empty() && standing,
            unsupported_battery: defender.1.is_artillery() && defender.2 == 0,
            battalion_value: 0,
        }
    }

    fn side_of<'a>(&self, id: UnitId, unit: &'a Unit, supports: u32) -> ImpactSide<'a> {
        let (regiments_lost, leaders_lost) = self.brigade_losses(id);
        ImpactSide {
            unit,
            leader: self.attached_benefit(id),
            supports,
            regiments_lost,
            leaders_lost,
            scenario_mmp: self.scenario_mmp(unit.side),
        }
    }

    /// Rules: `charge.defender_holds`, `artillery.impact_loss`, `charge.all_disordered_after`.
    fn settle_impact(
        &mut self,
        terms: &ImpactTerms,
        result: ImpactResult,
        sides: Sides,
        meeting: Meeting,
    ) {
        let attacker_won = result.winner == ImpactWinner::Attacker;
        match result.outcome {
            ImpactOutcome::Melee => {
                self.push(Step::Melee(Melee {
                    attackers: sides.attackers,
                    defenders: sides.defenders,
                    round: 1,
                }));
                return;
            }
            ImpactOutcome::StoppedShort => {
                self.free_volleys(sides);
                return;
            }
            _ => {}
        }
        let (losers, winners) = if attacker_won {
            (&sides.defenders, &sides.attackers)
        } else {
            (&sides.attackers, &sides.defenders)
        };
        let victor = winners[0];
        self.offer_follow(result, attacker_won, victor, losers[0], &meeting);
        for &unit in sides.attackers.iter().chain(&sides.defenders) {
            self.push(Step::Disorder {
                unit,
                by: "the clash".to_owned(),
            });
        }
        let table = terms.table;
        let guns_met = attacker_won && self.army.unit(losers[0]).is_artillery();
        // Those in front are told first, so that those behind them go first.
        for (number, &loser) in losers.iter().enumerate() {
            let level = match result.outcome {
                ImpactOutcome::Surrender => {
                    self.remove(loser, Fate::Surrendered);
                    continue;
                }
                // Guns that only stood by the infantry get away with it.
                _ if guns_met && self.army.unit(loser).is_artillery() => {
                    self.remove(loser, Fate::GunsLost);
                    continue;
                }
                // The table goes by the points when only the guns are lost for good.
                ImpactOutcome::GunsLost if number > 0 => Morale::Disorder,
                ImpactOutcome::Shaken => Morale::Shaken,
                ImpactOutcome::Routed => Morale::Routed,
                _ => Morale::Disorder,
            };
            self.beat(loser, number == 0, level, table, result, victor);
        }
    }

    /// A loser of an impact: losses, level, retreat.
    fn beat(
        &mut self,
        loser: UnitId,
        leads: bool,
        level: Morale,
        table: crate::rules::impact::ImpactTable,
        result: ImpactResult,
        victor: UnitId,
    ) {
        // Straight along the line of the charge, however the two stand to each other.
        let values = *self.army.unit(loser);
        let at = self.army.placement(loser).at;
        let from = if result.winner == ImpactWinner::Attacker {
            at - self.charge_way_of(victor)
        } else {
            at + self.charge_way_of(loser)
        };
        let loss = self
            .rules
            .impact_loss(self.field().scale, table, result, &values);
        let routed = level == Morale::Routed && values.morale != Morale::Routed;
        let after = values.morale.max(level);
        self.set_morale(loser, after);
        if after != values.morale {
            self.tell(Fact::Beaten { unit: loser, after });
        }
        self.army.get_mut::<Fighting>(loser).0.charging = false;
        if routed {
            self.push(Step::Run {
                unit: loser,
                from,
                first: true,
            });
        } else if let Some(loss) = loss {
            let dice = self.dice.roll(loss.extra_dice);
            let extra: u32 = dice.iter().map(|&die| u32::from(die)).sum();
            self.push(Step::FallBack {
                unit: loser,
                inches: loss.falls_back + extra as f32,
                from,
            });
        }
        if let Some(loss) = loss {
            let hits = if leads { loss.lead } else { loss.supports };
            self.suffer(loser, hits, None);
        }
    }

    /// Winners may follow: infantry a little less far than the enemy went, cavalry as far as its
    /// charge carries.
    fn offer_follow(
        &mut self,
        result: ImpactResult,
        attacker_won: bool,
        victor: UnitId,
        loser: UnitId,
        meeting: &Meeting,
    ) {
        let mounted = self.army.unit(victor).is_mounted();
        let (inches, after) = match (mounted, attacker_won) {
            (true, true) => (meeting.left, After::Pursuit),
            (true, false) => (meeting.counter_left, After::Pursuit),
            (false, true) => (
                result.by as f32 - self.rules.charge.advance_less,
                After::Won,
            ),
            (false, false) => return,
        };
        self.push(Step::Follow(Follow {
            unit: victor,
            enemy: loser,
            inches,
            after,
        }));
    }

    /// The attackers stop short and both lead units fire a disordered volley at the same time.
    ///
    /// Rules: `charge.result_1`.
    fn free_volleys(&mut self, sides: Sides) {
        let (attacker, defender) = (sides.attackers[0], sides.defenders[0]);
        let die = self.dice.die();
        let inches = f32::from(die) * self.rules.charge.stopped_short_inches_per_pip;
        for &unit in sides.attackers.iter().chain(&sides.defenders) {
            self.disorder(unit, "the clash");
        }
        // The hindmost make room for those before them.
        let way = self.charge_way_of(attacker);
        let mut attackers = sides.attackers;
        attackers.sort_by(|&one, &other| {
            let far = |id| self.army.placement(id).at.dot(way);
            far(one).total_cmp(&far(other))
        });
        for unit in attackers {
            let to = self.away(unit, self.army.placement(unit).at + way, inches, false);
            self.army.get_mut::<Fighting>(unit).0.charging = false;
            self.put(unit, to);
            self.tell(Fact::FellBack { unit, inches, to });
        }
        let aims = [(defender, attacker), (attacker, defender)]
            .map(|(by, at)| (by, at, self.aim(&[by], at, FireKind::Normal)));
        for (by, at, aim) in aims {
            self.resolve_fire(&[by], at, &aim, None, true);
        }
    }
}
