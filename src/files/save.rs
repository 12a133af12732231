//! Battles to go on with.

use std::path::Path;
use std::sync::Arc;

use super::contents::{Contents, Kind, bytes_of, whole_fault};
use super::hex::Hex;
use super::record::{Entry, Record};
use super::replay::play_entries;
use crate::battle::{Battle, BattleSnapshot};
use crate::rules::Rules;
use crate::scenario::{FileFault, Scenario, rules_folder};

/// The most dice that are given by hand in a battle, and then some.
const MOST_DICE: usize = 50_000;

/// A save or journal that was opened.
pub struct Opened {
    /// How it came about.
    pub record: Record,
    /// The battle, to go on with.
    pub battle: Battle,
    /// What the players should know, if anything.
    pub note: Option<String>,
}

/// Opens a save.
pub fn open_save(path: &Path) -> Result<Opened, FileFault> {
    read_save(&path.display().to_string(), &bytes_of(path)?)
}

/// Reads a save; `file` is how messages call it.
pub fn read_save(file: &str, bytes: &[u8]) -> Result<Opened, FileFault> {
    let mut contents = Contents::read(file, bytes, Kind::Save)?;
    let (scenario, rules) = contents.ground(file)?;
    let Some(state) = contents.state.take() else {
        return Err(whole_fault(file, "has no line `state`".to_owned()));
    };
    if !contents.made.plays_alike() {
        let note = format!(
            "{}: {}; it goes on by the rules of this one",
            file,
            contents.made.difference()
        );
        return from_state(file, contents.record, (scenario, rules), state, note);
    }
    let first = contents.first(file, &scenario, &rules)?;
    let battle = play_entries(first, &contents.record.entries, true)
        .map_err(|departure| whole_fault(file, format!("is made up: {departure}")))?;
    // The state must be what the answers lead to; a made-up one is told by its own faults first.
    let kept = restored(file, scenario, rules, *state)?;
    if kept.hash() != battle.hash() || Hex(battle.hash()) != contents.hash {
        return Err(FileFault {
            field: "state".to_owned(),
            ..whole_fault(file, "is not the state that its answers lead to".to_owned())
        });
    }
    Ok(Opened {
        record: contents.record,
        battle,
        note: None,
    })
}

/// The battle of a state from a file, if it is sound.
fn restored(
    file: &str,
    scenario: Arc<Scenario>,
    rules: Arc<Rules>,
    state: BattleSnapshot,
) -> Result<Battle, FileFault> {
    Battle::restore_checked(scenario, rules, state).map_err(|fault| FileFault {
        field: format!("state.{}", fault.field),
        ..whole_fault(file, fault.what)
    })
}

/// A battle whose answers lead elsewhere by now: it begins anew at a state.
pub(super) fn from_state(
    file: &str,
    mut record: Record,
    (scenario, rules): (Arc<Scenario>, Arc<Rules>),
    state: Box<BattleSnapshot>,
    note: String,
) -> Result<Opened, FileFault> {
    let battle = restored(file, scenario, rules, (*state).clone())?;
    record.start = Some(state);
    record.entries.clear();
    Ok(Opened {
        record,
        battle,
        note: Some(note),
    })
}

impl Contents {
    /// The scenario and the rules that a file carries, and whether its answers fit them.
    pub(super) fn ground(&self, file: &str) -> Result<(Arc<Scenario>, Arc<Rules>), FileFault> {
        let inside = |field: &str, what: String| FileFault {
            field: field.to_owned(),
            ..whole_fault(file, what)
        };
        let opening = &self.record.opening;
        let rules = if opening.house_rules.is_empty() {
            Rules::book().clone()
        } else {
            rules_folder::of_texts(&opening.house_rules).map_err(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                inside("sources.house_rules", faults.join("; "))
            })?
        };
        let scenario = opening
            .source
            .scenario(opening.scale, &rules)
            .map_err(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                inside("sources.scenario", faults.join("; "))
            })?;
        let mut given = 0;
        for (at, entry) in self.record.entries.iter().enumerate() {
            let number = at + 1;
            match entry {
                Entry::Answer { answer, .. } => answer.check(&scenario).map_err(|fault| {
                    inside(
                        &format!("answer {number}"),
                        format!("{}: {}", fault.field, fault.what),
                    )
                })?,
                Entry::Dice(dice) => {
                    given += dice.len();
                    let what = if given > MOST_DICE {
                        format!("more dice than are ever given by hand; allowed: up to {MOST_DICE}")
                    } else if !dice.iter().all(|die| (1..=6).contains(die)) {
                        "a die shows what no die shows; allowed: 1 to 6".to_owned()
                    } else {
                        continue;
                    };
                    return Err(inside(&format!("dice {number}"), what));
                }
            }
        }
        Ok((Arc::new(scenario), Arc::new(rules)))
    }

    /// The battle before the first answer.
    pub(super) fn first(
        &self,
        file: &str,
        scenario: &Arc<Scenario>,
        rules: &Arc<Rules>,
    ) -> Result<Battle, FileFault> {
        if let Some(start) = &self.record.start {
            start.check(scenario).map_err(|fault| FileFault {
                field: format!("start.{}", fault.field),
                ..whole_fault(file, fault.what)
            })?;
        }
        Ok(self.record.first(scenario.clone(), rules.clone()))
    }
}
