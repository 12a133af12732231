//! A battle that remembers how it came about.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::contents::{Contents, Kind, bytes_of, whole_fault};
use super::hex::Hex;
use super::made::{Made, Opening, Seats};
use super::write::write_whole;
use crate::battle::{Answer, Battle, BattleSnapshot, StateHasher};
use crate::rules::Rules;
use crate::rules::fire::Refusal;
use crate::scenario::{FileFault, Scenario, rules_folder};

/// A battle with every answer that was given, to be saved at any decision and to become a replay.
pub struct Recording {
    opening: Opening,
    start: Option<Box<BattleSnapshot>>,
    answers: Vec<(Hex, Answer)>,
    battle: Battle,
    hasher: StateHasher,
}

/// A save that was opened.
pub struct Opened {
    /// The battle, to go on with.
    pub recording: Recording,
    /// What the players should know, if anything.
    pub note: Option<String>,
}

impl Recording {
    /// Begins a battle of this scenario by these rules, both of which `opening` must name.
    pub fn begin(opening: Opening, scenario: Arc<Scenario>, rules: Arc<Rules>) -> Self {
        Self {
            battle: Battle::new(scenario, rules, opening.seed),
            opening,
            start: None,
            answers: Vec::new(),
            hasher: StateHasher::default(),
        }
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// What it began with.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Says who plays from now on.
    pub fn seat(&mut self, seats: Seats) {
        self.opening.seats = seats;
    }

    /// How many answers have been given.
    pub fn answers(&self) -> usize {
        self.answers.len()
    }

    /// Answers the decision. A refused answer names the rule and changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        let hash = Hex(self.hasher.hash(&self.battle));
        self.battle.answer(answer.clone())?;
        self.answers.push((hash, answer));
        Ok(())
    }

    /// The bytes of a save or replay of the battle as it stands.
    pub fn bytes(&self, kind: Kind) -> io::Result<Vec<u8>> {
        let state = (kind == Kind::Save).then(|| Box::new(self.battle.snapshot()));
        let contents = Contents {
            made: Made::here(),
            opening: self.opening.clone(),
            name: self.battle.scenario().name.clone(),
            start: self.start.clone(),
            state,
            answers: self.answers.clone(),
            hash: Hex(self.hasher.clone().hash(&self.battle)),
            verdict: self.battle.verdict().cloned(),
        };
        Ok(contents.write(kind)?)
    }

    /// Writes a save or replay. Until it is whole, a file of that name stays as it was.
    pub fn write(&self, kind: Kind, path: &Path) -> io::Result<()> {
        write_whole(path, &self.bytes(kind)?)
    }
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
    let alike = contents.made.plays_alike();
    let start = if alike {
        contents.start
    } else {
        Some(state.clone())
    };
    let battle = Battle::restore_checked(scenario, rules, *state).map_err(|fault| FileFault {
        field: format!("state.{}", fault.field),
        ..whole_fault(file, fault.what)
    })?;
    let mut hasher = StateHasher::default();
    let mut note = None;
    if !alike {
        contents.answers.clear();
        note = Some(format!(
            "{}: {}; it goes on by the rules of this one",
            file,
            contents.made.difference()
        ));
    } else if hasher.hash(&battle) != contents.hash.0 {
        let what = format!(
            "is not the state of hash {} that the last line names",
            contents.hash
        );
        return Err(FileFault {
            field: "state".to_owned(),
            ..whole_fault(file, what)
        });
    }
    Ok(Opened {
        recording: Recording {
            opening: contents.opening,
            start,
            answers: contents.answers,
            battle,
            hasher,
        },
        note,
    })
}

impl Contents {
    /// The scenario and the rules that a file carries, and whether its answers fit them.
    pub(super) fn ground(&self, file: &str) -> Result<(Arc<Scenario>, Arc<Rules>), FileFault> {
        let inside = |field: &str, what: String| FileFault {
            field: field.to_owned(),
            ..whole_fault(file, what)
        };
        let rules = if self.opening.house_rules.is_empty() {
            Rules::book().clone()
        } else {
            rules_folder::of_texts(&self.opening.house_rules).map_err(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                inside("sources.house_rules", faults.join("; "))
            })?
        };
        let scenario = self
            .opening
            .source
            .scenario(self.opening.scale, &rules)
            .map_err(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                inside("sources.scenario", faults.join("; "))
            })?;
        for (at, (_, answer)) in self.answers.iter().enumerate() {
            answer.check(&scenario).map_err(|fault| {
                let number = at + 1;
                inside(
                    &format!("answer {number}"),
                    format!("{}: {}", fault.field, fault.what),
                )
            })?;
        }
        Ok((Arc::new(scenario), Arc::new(rules)))
    }
}
