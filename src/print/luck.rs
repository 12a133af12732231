//! How kind the dice were.
//!
//! Every fire, check, impact and other roll of a battle has exact odds. What came of it, less what
//! was to be expected of it, is luck; over a battle it adds up to what the dice gave to one side
//! beyond its due, whatever its orders were. On average it is nothing: that is what makes it luck.

use crate::adjudicate::{Answer, FireAnswer, Request};
use crate::army::LeaderIdentity;
use crate::battle::{Battle, Fact};
use crate::rules::dice::two_dice;
use crate::rules::fire::FireResult;
use crate::rules::impact::{ImpactOutcome, ImpactTerms, ImpactWinner};
use crate::rules::{Morale, Rules, Side};

/// What the dice gave the Union beyond its due, in figures' worth; less than nothing is what they
/// gave the Confederates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// By fire.
    pub fire: f64,
    /// By morale checks and rallies.
    pub morale: f64,
    /// When charges struck home.
    pub impact: f64,
    /// By leaders hit or spared and by regiments that came or did not.
    pub fate: f64,
}

impl Luck {
    /// The luck of a whole battle. The length of charges and flights and the blows of a melee are
    /// not in it.
    pub fn of(battle: &Battle) -> Self {
        let mut luck = Self::default();
        for fact in battle.facts() {
            luck.add(battle, fact);
        }
        luck
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.fire + self.morale + self.impact + self.fate
    }

    fn add(&mut self, battle: &Battle, fact: &Fact) {
        let (rules, army) = (battle.rules(), battle.army());
        let of = |side: Side, worth: f64| match side {
            Side::Union => worth,
            Side::Confederate => -worth,
        };
        match fact {
            Fact::Fired {
                target,
                request,
                result,
                ..
            } => {
                if let Some(worth) = fire_luck(rules, request, *result) {
                    self.fire -= of(army.side(*target), worth);
                }
            }
            Fact::Checked {
                unit,
                request,
                after,
                ..
            } => {
                if let Some(worth) = check_luck(rules, request, *after) {
                    self.morale += of(army.side(*unit), worth);
                }
            }
            Fact::Impact {
                attacker,
                request,
                outcome,
                winner,
                ..
            } => {
                let side = army.side(*attacker);
                let won = match winner {
                    Some(winner) if *winner == side => ImpactWinner::Attacker,
                    Some(_) => ImpactWinner::Defender,
                    None => ImpactWinner::Tie,
                };
                if let Some(worth) = impact_luck(rules, request, won, *outcome) {
                    self.impact += of(side, worth);
                }
            }
            Fact::LeaderRolled {
                leader,
                dice,
                killed,
            } => {
                let chance = rules.leader_casualty_odds(dice.len() as u32);
                let spared = chance - f64::from(u8::from(*killed));
                let side = army.leader::<LeaderIdentity>(*leader).side;
                self.fate += of(side, WORTH_OF_A_LEADER * spared);
            }
            Fact::Presence { unit, present, .. } => {
                let setup = &battle.scenario().units[unit.0 as usize];
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
    let check = rules
        .check_after(result)
        .map_or(0.0, |check| 0.35 + 0.14 * f64::from(check));
    f64::from(result.hits()) + check
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

/// What a fire did to its target beyond what was to be expected.
fn fire_luck(rules: &Rules, request: &Request, result: FireResult) -> Option<f64> {
    let Ok(Answer::Fire(FireAnswer::Allowed(fire))) = Answer::to(rules, request) else {
        return None;
    };
    let due: f64 = fire
        .odds
        .iter()
        .map(|(result, chance)| chance * fire_worth(rules, result))
        .sum();
    Some(fire_worth(rules, result) - due)
}

/// How much better a unit came through a check than was to be expected.
fn check_luck(rules: &Rules, request: &Request, after: Option<Morale>) -> Option<f64> {
    let Ok(Answer::Morale(check)) = Answer::to(rules, request) else {
        return None;
    };
    let levels = [
        Morale::GoodOrder,
        Morale::Disorder,
        Morale::Shaken,
        Morale::Routed,
    ];
    let due: f64 = levels
        .into_iter()
        .map(|level| check.odds.of(level) * state_worth(Some(level)))
        .sum::<f64>()
        + check.odds.removed * state_worth(None);
    Some(due - state_worth(after))
}

/// How much better the attacker came through an impact than was to be expected.
fn impact_luck(
    rules: &Rules,
    request: &Request,
    winner: ImpactWinner,
    outcome: ImpactOutcome,
) -> Option<f64> {
    let Ok(Answer::Impact(impact)) = Answer::to(rules, request) else {
        return None;
    };
    Some(impact_worth(winner, outcome) - impact_due(rules, &impact.terms))
}

fn impact_worth(winner: ImpactWinner, outcome: ImpactOutcome) -> f64 {
    match winner {
        ImpactWinner::Attacker => outcome_worth(outcome),
        ImpactWinner::Defender => -outcome_worth(outcome),
        ImpactWinner::Tie => 0.0,
    }
}

fn impact_due(rules: &Rules, terms: &ImpactTerms) -> f64 {
    let rolls =
        two_dice().flat_map(|attacker| two_dice().map(move |defender| (attacker, defender)));
    let sum: f64 = rolls
        .map(|(attacker, defender)| {
            let result = rules.impact_result(terms, attacker, defender);
            impact_worth(result.winner, result.outcome)
        })
        .sum();
    sum / 1296.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        Request::parse(text).expect("a request")
    }

    /// Over all dice that can fall, luck is nothing.
    #[test]
    fn luck_is_nothing_on_average() {
        let rules = Rules::book();
        let fire = request(
            r#"{"fire": {"firers": [{"arm": "infantry", "quality": "veteran", "weapon": "rifle_musket", "figures": 6}],
            "target": {"arm": "infantry", "quality": "veteran", "figures": 8}, "range": 3}}"#,
        );
        let morale = request(
            r#"{"morale": {"unit": {"arm": "infantry", "quality": "green", "figures": 6, "morale": "routed"}, "check": 1}}"#,
        );
        let impact = request(
            r#"{"impact": {"attacker": {"unit": {"arm": "infantry", "quality": "elite", "figures": 8}},
            "defender": {"unit": {"arm": "infantry", "quality": "green", "figures": 6}}}}"#,
        );
        let (mut fires, mut checks, mut impacts) = (0.0, 0.0, 0.0);
        let mut most: f64 = 0.0;
        for dice in two_dice() {
            let with = |request: &Request, fields: &[&str], dice: &[[u8; 2]]| {
                let mut value = serde_json::to_value(request).expect("JSON");
                let inner = value
                    .as_object_mut()
                    .and_then(|map| map.values_mut().next());
                let inner = inner.expect("a request");
                for (field, dice) in fields.iter().zip(dice) {
                    inner[*field] = serde_json::json!(dice);
                }
                let request = Request::parse(&value.to_string()).expect("a request");
                let answer = Answer::to(rules, &request).expect("an answer");
                (request, serde_json::to_value(answer).expect("JSON"))
            };
            let (asked, answer) = with(&fire, &["dice"], &[dice]);
            let result = word::<FireResult>(&answer["fire"]["result"]);
            let luck = fire_luck(rules, &asked, result).expect("luck");
            most = most.max(luck);
            fires += luck;
            let (asked, answer) = with(&morale, &["dice"], &[dice]);
            let after = answer["morale"]["after"].as_str().expect("a level");
            let after = (after != "removed").then(|| word::<Morale>(&after.into()));
            checks += check_luck(rules, &asked, after).expect("luck");
            for defender in two_dice() {
                let fields = ["attacker_dice", "defender_dice"];
                let (asked, answer) = with(&impact, &fields, &[dice, defender]);
                let winner = word::<ImpactWinner>(&answer["impact"]["winner"]);
                let outcome = word::<ImpactOutcome>(&answer["impact"]["outcome"]);
                impacts += impact_luck(rules, &asked, winner, outcome).expect("luck");
            }
        }
        for sum in [fires, checks, impacts] {
            assert!(sum.abs() < 1e-6, "{fires} {checks} {impacts}");
        }
        assert!(most > 0.5, "{most}");
    }

    fn word<T: crate::rules::Named>(value: &serde_json::Value) -> T {
        let word = value.as_str().expect("a word");
        T::from_name(word).expect("a known word")
    }
}
