//! The lines of a file, and what is wrong with one.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::made::{Made, Names, Opening};
use super::record::Entry;
use crate::army::Verdict;
use crate::battle::{Answer, BattleSnapshot};
use crate::rules::Scale;
use crate::scenario::rules_folder::HouseRules;
use crate::scenario::{FileFault, ScenarioSource};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    pub file: String,
    pub version: u32,
    #[serde(flatten)]
    pub made: Made,
    pub scenario: Named,
    pub scale: Scale,
    pub seed: u64,
    pub players: Names,
}

impl Header {
    /// What the battle began with.
    pub fn opening(&self, sources: Sources) -> Opening {
        Opening {
            source: sources.scenario,
            scale: self.scale,
            house_rules: sources.house_rules,
            seed: self.seed,
            seats: self.players.clone(),
        }
    }
}

/// A scenario, for people who look into the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Named {
    pub name: String,
    pub fingerprint: Hex,
}

/// Every other line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    Sources(Box<Sources>),
    Start(Box<BattleSnapshot>),
    State(Box<BattleSnapshot>),
    Answer(Hex, Answer),
    /// Dice given by hand.
    Dice(Vec<u8>),
    /// So many of the last lines `answer` and `dice` do not count any more.
    Undo(usize),
    End(End),
}

impl Line {
    /// The line of something that was done.
    pub fn of(entry: &Entry) -> Self {
        match entry {
            Entry::Answer { hash, answer } => Self::Answer(*hash, answer.clone()),
            Entry::Dice(dice) => Self::Dice(dice.clone()),
        }
    }
}

/// What is fought and by which charts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sources {
    pub scenario: ScenarioSource,
    #[serde(default)]
    pub house_rules: HouseRules,
}

/// The last line but one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct End {
    pub hash: Hex,
    pub verdict: Option<Verdict>,
}

/// Reads one line of a file; faults tell the line and column.
pub(super) fn parse<T: DeserializeOwned>(
    file: &str,
    number: usize,
    bytes: &[u8],
) -> Result<T, FileFault> {
    let fault = |column: usize, field: String, what: String| FileFault {
        file: file.to_owned(),
        place: Some((number, column)),
        field,
        what,
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let what = "is damaged: this is not UTF-8 text".to_owned();
        fault(error.valid_up_to() + 1, String::new(), what)
    })?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.inner();
        fault(inner.column(), shown(&path), without_place(inner))
    })?;
    reader
        .end()
        .map_err(|error| fault(error.column(), String::new(), without_place(&error)))?;
    Ok(value)
}

fn shown(path: &str) -> String {
    if path == "." {
        String::new()
    } else {
        path.to_owned()
    }
}

/// The message without its own line and column, which count from the start of the line.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}
