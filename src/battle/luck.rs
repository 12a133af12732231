//! How kind the dice were.
//!
//! Every fire, check, impact, blow and other roll of a battle has exact odds. What came of it, less
//! what was to be expected of it, is luck; over a battle it adds up to what the dice gave to one
//! side beyond its due, whatever its orders were. On average it is nothing: that is what makes it
//! luck.

use serde::{Deserialize, Serialize};

use crate::army::{Army, Blow, Fact};
use crate::rules::dice::two_dice;
use crate::rules::fire::{FireResult, FireTerms};
use crate::rules::impact::{ImpactOutcome, ImpactResult, ImpactTerms, ImpactWinner};
use crate::rules::{Morale, Named, Rules, Scale, Side, Unit};
use crate::scenario::Scenario;

/// What the dice gave the Union beyond its due, in figures' worth; less than nothing is what they
/// gave the Confederates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Luck {
    /// By fire.
    pub fire: f64,
    /// By morale checks and rallies.
    pub morale: f64,
    /// When charges struck home.
    pub impact: f64,
    /// Hand to hand.
    pub melee: f64,
    /// By leaders hit or spared and by regiments that came or did not.
    pub fate: f64,
}

impl Luck {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.fire + self.morale + self.impact + self.melee + self.fate
    }

    /// The luck of one fact more; `army` is as it was before it. The length of charges and flights
    /// is not in it.
    pub fn add(&mut self, (scenario, rules): (&Scenario, &Rules), army: &Army, fact: &Fact) {
        let of = |side: Side, worth: f64| match side {
            Side::Union => worth,
            Side::Confederate => -worth,
        };
        match fact {
            Fact::Fired { target, volley, .. } => {
                let worth = fire_luck(rules, &volley.terms, volley.result);
                self.fire -= of(army.side(*target), worth);
            }
            Fact::Checked {
                unit,
                points,
                outcome,
                ..
            } => {
                let scale = scenario.field.scale;
                let checks = army.unit(*unit);
                let worth = check_luck(rules, scale, checks, points.mmp, outcome.after);
                self.morale += of(checks.side, worth);
            }
            Fact::Impact {
                attacker,
                terms,
                result,
                ..
            } => self.impact += of(army.side(*attacker), impact_luck(rules, terms, *result)),
            Fact::Melee {
                attackers,
                defenders,
                by_attacker,
                by_defender,
                ..
            } => {
                for (struck, blow) in [(attackers, by_defender), (defenders, by_attacker)] {
                    let struck: Vec<&Unit> = struck.iter().map(|&id| army.unit(id)).collect();
                    let worth = blow_luck(rules, &struck, blow);
                    self.melee -= struck.first().map_or(0.0, |lead| of(lead.side, worth));
                }
            }
            Fact::LeaderRolled {
                leader,
                dice,
                killed,
            } => {
                let chance = rules.leader_casualty_odds(dice.len() as u32);
                let spared = chance - f64::from(u8::from(*killed));
                let side = army.leader_identity(*leader).side;
                self.fate += of(side, WORTH_OF_A_LEADER * spared);
            }
            Fact::Presence { unit, present, .. } => {
                let setup = &scenario.units[unit.0 as usize];
                let chance = f64::from(setup.present_up_to.unwrap_or(6).min(6)) / 6.0;
                let came = f64::from(u8::from(*present)) - chance;
                let worth = WORTH_OF_A_FRESH_FIGURE * f64::from(setup.muster.strength);
                self.fate += of(army.side(*unit), worth * came);
            }
            _ => {}
        }
    }
}

/// What a leader's life is worth, in figures.
const WORTH_OF_A_LEADER: f64 = 2.0;
/// What a figure is worth that might not have come at all.
const WORTH_OF_A_FRESH_FIGURE: f64 = 0.5;

/// What a fire did, in figures: hits, and the check it brings.
fn fire_worth(rules: &Rules, result: FireResult) -> f64 {
    f64::from(result.hits()) + check_worth(rules, result)
}

/// What the check that a result brings is worth, in figures.
fn check_worth(rules: &Rules, result: FireResult) -> f64 {
    rules
        .check_after(result)
        .map_or(0.0, |check| 0.35 + 0.14 * f64::from(check))
}

/// What a state is worth less than good order, in figures; `None` is a unit that is gone.
fn state_worth(morale: Option<Morale>) -> f64 {
    match morale {
        Some(Morale::GoodOrder) => 0.0,
        Some(Morale::Disorder) => 0.5,
        Some(Morale::Shaken) => 1.0,
        Some(Morale::Routed) => 2.0,
        None => 4.0,
    }
}

/// What the loser of an impact loses, in figures.
fn outcome_worth(outcome: ImpactOutcome) -> f64 {
    match outcome {
        ImpactOutcome::Melee => 0.0,
        ImpactOutcome::StoppedShort => 0.5,
        ImpactOutcome::Disorder => 1.5,
        ImpactOutcome::Shaken => 2.5,
        ImpactOutcome::Routed => 3.5,
        ImpactOutcome::GunsLost => 4.0,
        ImpactOutcome::Surrender => 6.0,
    }
}

/// What a roll on the table of fire results did beyond what was to be expected.
fn rolled_luck(
    rules: &Rules,
    terms: &FireTerms,
    result: FireResult,
    worth: impl Fn(FireResult) -> f64,
) -> f64 {
    let odds = rules.fire_odds(terms);
    let due: f64 = odds
        .iter()
        .map(|(result, chance)| chance * worth(result))
        .sum();
    worth(result) - due
}

/// What a fire did to its target beyond what was to be expected.
fn fire_luck(rules: &Rules, terms: &FireTerms, result: FireResult) -> f64 {
    rolled_luck(rules, terms, result, |result| fire_worth(rules, result))
}

/// What a blow did to those it struck, the lead first, beyond what was to be expected.
fn blow_luck(rules: &Rules, struck: &[&Unit], blow: &Blow) -> f64 {
    let Some(terms) = &blow.terms else {
        return 0.0;
    };
    let worth = |result: FireResult| -> f64 {
        let lost = struck.iter().enumerate().map(|(number, unit)| {
            let losses = rules.melee_losses(result, unit, number > 0);
            f64::from(losses) + check_worth(rules, result)
        });
        lost.sum()
    };
    rolled_luck(rules, terms, blow.result, worth)
}

/// How much better a unit came through a check than was to be expected.
fn check_luck(rules: &Rules, scale: Scale, unit: &Unit, mmp: i32, after: Option<Morale>) -> f64 {
    let odds = rules.check_odds(scale, unit, mmp);
    let due: f64 = Morale::ALL
        .iter()
        .map(|&level| odds.of(level) * state_worth(Some(level)))
        .sum::<f64>()
        + odds.removed * state_worth(None);
    due - state_worth(after)
}

/// How much better the attacker came through an impact than was to be expected.
fn impact_luck(rules: &Rules, terms: &ImpactTerms, result: ImpactResult) -> f64 {
    impact_worth(result) - impact_due(rules, terms)
}

fn impact_worth(result: ImpactResult) -> f64 {
    match result.winner {
        ImpactWinner::Attacker => outcome_worth(result.outcome),
        ImpactWinner::Defender => -outcome_worth(result.outcome),
        ImpactWinner::Tie => 0.0,
    }
}

fn impact_due(rules: &Rules, terms: &ImpactTerms) -> f64 {
    let rolls =
        two_dice().flat_map(|attacker| two_dice().map(move |defender| (attacker, defender)));
    let sum: f64 = rolls
        .map(|(attacker, defender)| impact_worth(rules.impact_result(terms, attacker, defender)))
        .sum();
    sum / 1296.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fire::Fire;
    use crate::rules::impact::{Impact, ImpactSide};
    use crate::rules::melee::MeleeBlow;
    use crate::rules::morale::MoraleSituation;
    use crate::rules::{InfantryFormation, InfantryWeapon, Quality, Stands, Traits, Troops};

    fn infantry(quality: Quality, figures: u32) -> Unit {
        Unit {
            troops: Troops::Infantry {
                weapon: Some(InfantryWeapon::RifleMusket),
                formation: InfantryFormation::BattleLine,
            },
            side: Side::Union,
            quality,
            strength: figures,
            bearing: None,
            lost_sections: 0,
            stands: Stands { now: 2, full: 2 },
            morale: Morale::GoodOrder,
            charging: false,
            traits: Traits::default(),
        }
    }

    /// Over all dice that can fall, luck is nothing.
    #[test]
    fn luck_is_nothing_on_average() {
        let rules = Rules::book();
        let scale = Scale::Mm15;
        let (firers, target) = (
            [infantry(Quality::Veteran, 6)],
            infantry(Quality::Veteran, 8),
        );
        let fire = rules.fire(&Fire::new(scale, &firers, &target, 3.0));
        let fire = fire.expect("a fire");
        assert_eq!(fire.dice, 2);
        let runs = Unit {
            morale: Morale::Routed,
            ..infantry(Quality::Green, 6)
        };
        let mut check = MoraleSituation::new(scale, &runs);
        check.check = 1;
        let mmp = rules.morale_points(&check).mmp;
        let (storms, stands) = (infantry(Quality::Elite, 8), infantry(Quality::Green, 6));
        let impact = rules.impact(&Impact::new(
            scale,
            ImpactSide::new(&storms),
            ImpactSide::new(&stands),
        ));
        let melee = rules.melee(&MeleeBlow {
            scale,
            lead: &storms,
            supports: &[],
            enemy: &stands,
            leader: 0,
            round: 1,
        });
        let melee = melee.expect("a blow");
        let blow = |dice: &[u8]| Blow {
            total: None,
            by: Vec::new(),
            leader: 0,
            result: rules.fire_result(melee.line, melee.total(dice)),
            terms: Some(melee.clone()),
            dice: dice.to_vec(),
        };
        let (mut fires, mut checks, mut impacts, mut blows) = (0.0, 0.0, 0.0, 0.0);
        let mut most: f64 = 0.0;
        for dice in two_dice() {
            let result = rules.fire_result(fire.line, fire.total(&dice));
            let luck = fire_luck(rules, &fire, result);
            most = most.max(luck);
            fires += luck;
            let after = rules.check_morale(scale, &runs, mmp, dice).after;
            checks += check_luck(rules, scale, &runs, mmp, after);
            for defender in two_dice() {
                let result = rules.impact_result(&impact, dice, defender);
                impacts += impact_luck(rules, &impact, result);
            }
        }
        let rolls = 6usize.pow(melee.dice);
        for roll in 0..rolls {
            let die = |place: u32| 1 + (roll / 6usize.pow(place) % 6) as u8;
            let dice: Vec<u8> = (0..melee.dice).map(die).collect();
            blows += blow_luck(rules, &[&stands, &runs], &blow(&dice));
        }
        for sum in [fires, checks, impacts, blows] {
            assert!(sum.abs() < 1e-6, "{fires} {checks} {impacts} {blows}");
        }
        assert!(most > 0.5, "{most}");
    }
}
