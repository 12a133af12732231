//! What a save, replay or journal holds, read off for a list of them without playing it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use super::contents::{Kind, bytes_of, kind_of, lines_of, read_header, sum_line, whole_fault};
use super::lines::{Header, Line, parse};
use super::made::Names;
use crate::army::Verdict;
use crate::disk::{brief, shown};
use crate::rules::Scale;
use crate::scenario::{FileFault, ScenarioSource};

/// What a file holds, at a glance.
#[derive(Clone, Debug)]
pub struct Glance {
    /// Where it lies.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// What is fought.
    pub scenario: String,
    /// At what scale.
    pub scale: Scale,
    /// The seed of its dice.
    pub seed: u64,
    /// Who plays.
    pub seats: Names,
    /// The last turn it tells of; of a replay none.
    pub turn: Option<u32>,
    /// Decisions that were answered.
    pub answers: usize,
    /// The battle is over.
    pub finished: bool,
    /// When it was last written.
    pub written: SystemTime,
}

/// The part of a line `state` that a list wants.
#[derive(Deserialize)]
struct StateLine {
    state: State,
}

#[derive(Deserialize)]
struct State {
    army: Army,
}

#[derive(Deserialize)]
struct Army {
    clock: crate::army::Clock,
}

/// The part of a line `end` that a list wants.
#[derive(Deserialize)]
struct EndLine {
    end: EndOf,
}

#[derive(Deserialize)]
struct EndOf {
    #[serde(default)]
    verdict: Option<Verdict>,
}

/// Reads off what a file holds. A save or replay must add up; whether its answers are sound shows
/// when it is opened.
pub fn glance(path: &Path) -> Result<Glance, FileFault> {
    let name = path.display().to_string();
    let Some(kind) = kind_of(path) else {
        let what = "is no save, replay or journal of Deadly Field, or cannot be read";
        return Err(whole_fault(&name, what.to_owned()));
    };
    let bytes = bytes_of(path)?;
    let mut lines = lines_of(&name, &bytes)?;
    let first = lines.first().copied().unwrap_or_default();
    let header: Header = read_header(&name, first, kind)?;
    if kind != Kind::Journal {
        let last = lines.pop().unwrap_or_default();
        if last != sum_line(&bytes[..bytes.len() - last.len()]) {
            let what = "is damaged or cut off: its lines do not add up to the last";
            return Err(whole_fault(&name, what.to_owned()));
        }
    }
    let begins = |line: &&&[u8], with: &str| line.starts_with(with.as_bytes());
    let state = lines.iter().rev().find(|line| begins(line, "{\"state\":"));
    let turn = state
        .and_then(|line| serde_json::from_slice::<StateLine>(line).ok())
        .map(|line| line.state.army.clock.turn);
    let end = lines.last().filter(|line| begins(line, "{\"end\":"));
    let end = end.and_then(|line| serde_json::from_slice::<EndLine>(line).ok());
    let finished = match kind {
        Kind::Journal => end.is_some(),
        Kind::Save | Kind::Replay => end.is_some_and(|line| line.end.verdict.is_some()),
    };
    let written = fs::metadata(path)
        .and_then(|data| data.modified())
        .unwrap_or(SystemTime::UNIX_EPOCH);
    Ok(Glance {
        path: path.to_owned(),
        kind,
        scenario: shown(&brief(&header.scenario.name)).into_owned(),
        scale: header.scale,
        seed: header.seed,
        seats: Names {
            union: shown(&brief(&header.players.union)).into_owned(),
            confederate: shown(&brief(&header.players.confederate)).into_owned(),
        },
        turn,
        answers: lines
            .iter()
            .filter(|line| begins(line, "{\"answer\":"))
            .count(),
        finished,
        written,
    })
}

/// What a file was fought on, and at what scale, to draw its plan.
pub fn source_of(path: &Path) -> Option<(ScenarioSource, Scale)> {
    let name = path.display().to_string();
    let bytes = bytes_of(path).ok()?;
    let mut lines = lines_of(&name, &bytes).ok()?.into_iter();
    let header: Header = read_header(&name, lines.next()?, kind_of(path)?).ok()?;
    match parse::<Line>(&name, 2, lines.next()?).ok()? {
        Line::Sources(sources) => Some((sources.scenario, header.scale)),
        _ => None,
    }
}
