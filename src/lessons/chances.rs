//! Odds, as a lesson shows them: the reason why something is wise or not.

use super::deed::Names;
use super::file::{OddsOf, OddsPlan};
use super::tell;
use crate::battle::{Battle, Situation};
use crate::rules::fire::{FireKind, FireOdds, FireResult};
use crate::rules::{Morale, Named};

/// Odds of one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// What they are of.
    pub label: String,
    /// Line by line.
    pub bars: Vec<Bar>,
    /// What goes before them: firepower, modifiers, what has to be rolled.
    pub note: String,
}

/// One line of odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What may come of it.
    pub what: String,
    /// How probable it is.
    pub chance: f64,
}

impl Bar {
    fn new(what: impl Into<String>, chance: f64) -> Self {
        Self {
            what: what.into(),
            chance,
        }
    }
}

impl Chances {
    /// Of a fire, as a person reads them.
    pub(super) fn of_fire(label: String, odds: &FireOdds, note: String) -> Self {
        let lines = odds.iter().filter(|(_, chance)| *chance > 0.0005);
        let mut bars: Vec<_> = lines
            .map(|(result, chance)| Bar::new(result.name(), chance))
            .collect();
        bars.push(Bar::new("hit", odds.any_hit()));
        Self { label, bars, note }
    }

    /// The chance of a line.
    pub fn of(&self, what: &str) -> Option<f64> {
        let bar = self.bars.iter().find(|bar| bar.what == what);
        bar.map(|bar| bar.chance)
    }
}

/// Whether a line of odds is one that there can be, and is left out where it has no chance.
pub(super) fn is_line(line: &str) -> bool {
    FireResult::from_name(line).is_some() || line == "removed" || line == "stopped by fire"
}

/// The odds that a step shows.
pub(super) fn of_plan(plan: &OddsPlan, battle: &Battle) -> Result<Chances, String> {
    let mut trial = battle.fork();
    for (at, deed) in plan.after.iter().enumerate() {
        tell::carry_out(deed, &mut trial)?;
        tell::settle(&mut trial, plan.after.get(at + 1))?;
    }
    of(&plan.label, &plan.of, &trial)
}

fn of(label: &str, of: &OddsOf, battle: &Battle) -> Result<Chances, String> {
    let names = Names(battle.scenario());
    let now = battle.now();
    let label = label.to_owned();
    match of {
        OddsOf::Fire { by, at, kind } => {
            let (by, at) = (names.units(by)?, names.unit(at)?);
            let kind = kind.known().unwrap_or(FireKind::Normal);
            let terms = now
                .fire_terms(&by, at, kind)
                .map_err(|refusal| refusal.to_string())?;
            let note = format!(
                "{} firepower, {:+} in modifiers, {} dice",
                terms.firepower, terms.drm, terms.dice
            );
            Ok(Chances::of_fire(
                label,
                &now.rules().fire_odds(&terms),
                note,
            ))
        }
        OddsOf::Charge { by, at } => {
            let (by, at) = (names.units(by)?, names.unit(at)?);
            let view = tell::draft(battle, &by, at).and_then(|draft| now.charge_view(&draft));
            let view = view.ok_or("no such charge can be made from there")?;
            let lead = view.lead().ok_or("nobody leads that charge")?;
            let mut bars = vec![
                Bar::new("reaches him", lead.reach.in_order + lead.reach.in_disorder),
                Bar::new("stands", lead.fear.stands),
                Bar::new("falls back", lead.fear.falls_back),
                Bar::new("routs", lead.fear.routs),
            ];
            if let Some(fire) = &lead.fire {
                bars.push(Bar::new("stopped by fire", fire.stopped));
            }
            bars.push(Bar::new("success", view.success()));
            let note = format!("the charged unit checks against {}", lead.fear.points.mmp);
            Ok(Chances { label, bars, note })
        }
        OddsOf::Morale { unit, more } => Ok(morale(label, now, names.unit(unit)?, *more)),
        OddsOf::Test(unit) => {
            let chance = now.test_odds(names.unit(unit)?);
            Ok(Chances {
                label,
                bars: vec![Bar::new("passes", chance)],
                note: String::new(),
            })
        }
    }
}

/// A check as a unit stands.
fn morale(label: String, now: &Situation, unit: crate::army::UnitId, more: i32) -> Chances {
    let mmp = (now.morale_now(unit).mmp + more).clamp(0, 12);
    let odds = now
        .rules()
        .check_odds(now.field().scale, now.army().unit(unit), mmp);
    let mut bars: Vec<_> = Morale::ALL
        .iter()
        .map(|&level| Bar::new(level.name(), odds.of(level)))
        .collect();
    if odds.removed > 0.0 {
        bars.push(Bar::new("removed", odds.removed));
    }
    Chances {
        label,
        bars,
        note: format!("it has to roll {mmp} or more"),
    }
}
