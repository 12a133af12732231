//! Wrong turns: what something else than the deed would bring, by the odds. Never an error.

use super::chances::Chances;
use super::file::Step;
use super::{fits, tell};
use crate::army::UnitId;
use crate::battle::{Answer, Battle, Decision, Order, Reaction};
use crate::print::words;
use crate::rules::Named;
use crate::rules::fire::FireKind;

/// The most enemies whose fire is told of.
const MOST_THREATS: usize = 2;

/// Something else than the deed that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// What the learner would answer.
    pub answers: Vec<Answer>,
    /// What the lesson says of it, if it says anything.
    pub say: String,
    /// What it is, and what it would bring.
    pub brings: String,
    /// Its odds, and those of what was asked for where they can be compared.
    pub odds: Vec<Chances>,
}

impl Wrong {
    /// What some answers would bring.
    pub(super) fn of(step: &Step, battle: &Battle, answers: Vec<Answer>) -> Self {
        let said = step
            .otherwise
            .iter()
            .find(|other| fits(&other.deed, battle, &answers));
        let meant = step
            .act
            .as_ref()
            .and_then(|deed| tell::answers(deed, battle).ok())
            .unwrap_or_default();
        let (brings, mut odds) = prospect(battle, &answers, "What you would do");
        let (_, mut asked) = prospect(battle, &meant, "What the lesson asks for");
        // The same shot, given or let pass, is told once.
        asked.retain(|one| odds.iter().all(|known| known.bars != one.bars));
        odds.extend(asked);
        Self {
            say: said.map(|other| other.say.clone()).unwrap_or_default(),
            brings,
            odds,
            answers,
        }
    }
}

/// What some answers are in words, and their odds.
fn prospect(battle: &Battle, answers: &[Answer], label: &str) -> (String, Vec<Chances>) {
    // Whoever has to be activated first is, on a copy.
    let mut trial = battle.fork();
    let Some((last, before)) = answers.split_last() else {
        return (String::new(), Vec::new());
    };
    for answer in before {
        if trial.answer(answer.clone()).is_err() {
            return (String::new(), Vec::new());
        }
    }
    let army = trial.army();
    let names = |units: &[UnitId]| words::all(army, units);
    let active = match trial.decision() {
        Some(Decision::Act { units, .. }) => units.clone(),
        _ => Vec::new(),
    };
    match last {
        Answer::Order(Order::Fire {
            units,
            target,
            kind,
        })
        | Answer::React(Reaction::Fire {
            units,
            target,
            kind,
        }) => {
            let brings = format!(
                "That is a fire of {} at {}.",
                names(units),
                words::the(army, *target)
            );
            let odds = fire(&trial, units, *target, *kind, label);
            (brings, odds.into_iter().collect())
        }
        Answer::Order(Order::Charge { lead, assaults, .. }) => {
            let target = assaults.iter().find(|one| one.unit == *lead);
            let target = target.map_or(*lead, |one| one.target);
            let draft = crate::battle::ChargeDraft {
                group: active,
                lead: *lead,
                assaults: assaults.clone(),
                halt: None,
            };
            let brings = format!(
                "That is a charge of {} on {}.",
                words::the(army, *lead),
                words::the(army, target)
            );
            let view = trial.now().charge_view(&draft);
            let odds = view.map(|view| Chances {
                label: label.to_owned(),
                bars: vec![super::Bar {
                    what: "success".to_owned(),
                    chance: view.success(),
                }],
                note: "all stages of the charge together".to_owned(),
            });
            (brings, odds.into_iter().collect())
        }
        Answer::Order(Order::Move { .. }) => {
            let odds = threats(&moved(&trial, last), &active, label);
            let fired_at = if odds.is_empty() {
                "Nobody could fire at it there"
            } else {
                "There it can be fired at"
            };
            (format!("That moves {}. {fired_at}.", names(&active)), odds)
        }
        Answer::Order(Order::Hold) => (
            format!("Then {} does nothing more in this turn.", names(&active)),
            threats(&trial, &active, label),
        ),
        Answer::EndTurn => {
            let idle = match battle.decision() {
                Some(Decision::Activate { units, .. }) => units.len(),
                _ => 0,
            };
            let who = words::count(idle as u32, "unit", "units");
            (
                format!("That ends your turn, and {who} would not have acted."),
                Vec::new(),
            )
        }
        Answer::Decline => {
            let best = best_fire(&trial, "What you let pass");
            (
                "Then nobody reacts this time.".to_owned(),
                best.into_iter().collect(),
            )
        }
        _ => (
            "That is allowed, but it is not what this step is about.".to_owned(),
            Vec::new(),
        ),
    }
}

/// The worst that could be fired at some units where they stand.
fn threats(battle: &Battle, units: &[UnitId], label: &str) -> Vec<Chances> {
    let army = battle.army();
    let threats = battle.now().threats(units);
    let mut odds: Vec<_> = threats
        .iter()
        .map(|threat| {
            let by = words::short(army, threat.by);
            let label = format!("{label}: fire of {by} there");
            let note = format!("at {} range", threat.band.name().replace('_', " "));
            Chances::of_fire(label, &threat.odds, note)
        })
        .collect();
    odds.sort_by(|one, other| {
        other
            .of("hit")
            .unwrap_or(0.0)
            .total_cmp(&one.of("hit").unwrap_or(0.0))
    });
    odds.truncate(MOST_THREATS);
    odds
}

fn fire(
    battle: &Battle,
    units: &[UnitId],
    target: UnitId,
    kind: FireKind,
    label: &str,
) -> Option<Chances> {
    let terms = battle.now().fire_terms(units, target, kind).ok()?;
    let odds = battle.rules().fire_odds(&terms);
    let note = format!(
        "{} firepower, {:+} in modifiers",
        terms.firepower, terms.drm
    );
    Some(Chances::of_fire(label.to_owned(), &odds, note))
}

/// The best fire that is on offer as a reaction.
fn best_fire(battle: &Battle, label: &str) -> Option<Chances> {
    let Some(Decision::React { reactions, .. }) = battle.decision() else {
        return None;
    };
    let fires = reactions.iter().filter_map(|reaction| match reaction {
        Reaction::Fire {
            units,
            target,
            kind,
        } => fire(battle, units, *target, *kind, label),
        _ => None,
    });
    fires.max_by(|one, other| {
        one.of("hit")
            .unwrap_or(0.0)
            .total_cmp(&other.of("hit").unwrap_or(0.0))
    })
}

/// The table after a move that nobody reacts to.
fn moved(battle: &Battle, order: &Answer) -> Battle {
    let mut trial = battle.fork();
    if trial.answer(order.clone()).is_err() {
        return trial;
    }
    for _ in 0..500 {
        let Some(Decision::React { .. }) = trial.decision() else {
            break;
        };
        if trial.answer(Answer::Decline).is_err() {
            break;
        }
    }
    trial
}
