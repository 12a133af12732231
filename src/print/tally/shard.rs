//! A part of many battles, fought somewhere, to be added up with others.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Outcome, Roll};
use crate::disk::{self, Draft, brief};
use crate::files::{Hex, Made, Names};
use crate::players::{Level, SeatKind};
use crate::rules::Scale;
use crate::scenario::rules_folder::HouseRules;
use crate::scenario::{FileFault, ScenarioSource};
use crate::session::Table;

/// How shards are written today.
const VERSION: u32 = 1;

/// The longest file that is read: some three million battles.
const MOST_BYTES: u64 = 4 << 30;

/// What many battles begin with, all but the seed: only those that agree can be added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battles {
    /// The program.
    pub made: Made,
    /// A sum over the scenario with its forces, over who hides, over house rules, and over how much
    /// an expert thinks.
    sum: Hex,
    /// Who played.
    pub players: Names,
    /// Who fought.
    pub roll: Roll,
}

impl Battles {
    /// What battles of a scenario begin with.
    pub fn new(source: &ScenarioSource, house: &HouseRules, table: &Table, roll: Roll) -> Self {
        let kinds = [&table.match_up.union, &table.match_up.confederate];
        // Others do not try anything out.
        let thinks = kinds.contains(&&SeatKind::Computer(Level::Expert));
        let thinking = thinks.then_some((table.thinking.playouts, table.thinking.at_most));
        let source = (source.fingerprint(), source.hiding());
        let begins = (source, house, roll.scale, thinking);
        // Nothing in it can fail to be written.
        let text = serde_json::to_vec(&begins).unwrap_or_default();
        Self {
            made: Made::here(),
            sum: Hex(xxh3_64(&text)),
            players: table.match_up.names(),
            roll,
        }
    }

    /// What is different in others, in words.
    fn difference(&self, other: &Self) -> Option<String> {
        let told = |what: &str, here: &dyn std::fmt::Display, there: &dyn std::fmt::Display| {
            Some(format!("{what} `{there}` and not `{here}`"))
        };
        let scale = |battles: &Self| -> Scale { battles.roll.scale };
        if self.roll.scenario != other.roll.scenario {
            told("of the scenario", &self.roll.scenario, &other.roll.scenario)
        } else if scale(self) != scale(other) {
            told("at the scale", &scale(self), &scale(other))
        } else if self.players.union != other.players.union {
            let (here, there) = (&self.players.union, &other.players.union);
            told("with the Union player", here, there)
        } else if self.players.confederate != other.players.confederate {
            let (here, there) = (&self.players.confederate, &other.players.confederate);
            told("with the Confederate player", here, there)
        } else if self.made != other.made {
            Some("by another version of the program".to_owned())
        } else if self != other {
            Some(
                "with other forces, pickets or rules, with more or less thought, or of another text"
                    .to_owned(),
            )
        } else {
            None
        }
    }
}

/// One battle of many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    /// Its seed.
    pub seed: u64,
    /// What came of it.
    pub outcome: Outcome,
}

/// A part of many battles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    shard: u32,
    /// What they began with.
    pub battles: Battles,
    /// Each of them, by its seed.
    pub fought: Vec<Fought>,
}

impl Shard {
    /// Battles that were fought here.
    pub fn new(battles: Battles, fought: Vec<Fought>) -> Self {
        Self {
            shard: VERSION,
            battles,
            fought,
        }
    }

    /// Writes it: one battle to a line, all of it one JSON object.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut out = io::BufWriter::new(Draft::begin(path)?);
        let battles = serde_json::to_string(&self.battles)?;
        write!(
            out,
            "{{\"shard\":{VERSION},\"battles\":{battles},\"fought\":["
        )?;
        for (number, fought) in self.fought.iter().enumerate() {
            out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut out, fought)?;
        }
        out.write_all(b"\n]}\n")?;
        let draft = out.into_inner().map_err(|error| error.into_error())?;
        draft.finish()
    }

    /// Reads one that anybody may have made.
    pub fn read(path: &Path) -> Result<Self, FileFault> {
        let fault = |place, what: String| FileFault {
            file: path.display().to_string(),
            place,
            field: String::new(),
            what,
        };
        let bytes = disk::read(path, MOST_BYTES)
            .map_err(|error| fault(None, format!("cannot be read: {error}")))?;
        let shard: Self = serde_json::from_slice(&bytes).map_err(|error| {
            let place = (error.line() > 0).then(|| (error.line(), error.column()));
            let what = format!(
                "is no shard of `simulate --out`: {}",
                brief(&error.to_string())
            );
            fault(place, what)
        })?;
        if shard.shard != VERSION {
            let found = shard.shard;
            let what = format!("is a shard of version {found}; allowed: {VERSION}");
            return Err(fault(None, what));
        }
        let units = shard.battles.roll.units.len();
        let odd = |fought: &&Fought| fought.outcome.units.len() != units;
        if let Some(fought) = shard.fought.iter().find(odd) {
            let what = format!(
                "the battle of seed {} has {} units; its roll has {units}",
                fought.seed,
                fought.outcome.units.len()
            );
            return Err(fault(None, what));
        }
        Ok(shard)
    }
}

/// Adds shards up: all battles in the order of their seeds. Those that do not belong together, or
/// hold the same battle twice, are refused.
pub fn add(paths: &[PathBuf]) -> Result<Shard, FileFault> {
    let mut sum: Option<(&Path, Battles)> = None;
    let mut fought: BTreeMap<u64, (usize, Outcome)> = BTreeMap::new();
    for (number, path) in paths.iter().enumerate() {
        let shard = Shard::read(path)?;
        let fault = |what| FileFault {
            file: path.display().to_string(),
            place: None,
            field: String::new(),
            what,
        };
        match &sum {
            None => sum = Some((path, shard.battles)),
            Some((first, battles)) => {
                if let Some(what) = battles.difference(&shard.battles) {
                    let first = first.display();
                    return Err(fault(format!(
                        "was fought {what}, as in {first}; allowed: shards of the same battle"
                    )));
                }
            }
        }
        for Fought { seed, outcome } in shard.fought {
            if let Some((other, _)) = fought.insert(seed, (number, outcome)) {
                let other = paths[other].display();
                return Err(fault(format!(
                    "holds the battle of seed {seed}, which is in {other} too; allowed: each battle once"
                )));
            }
        }
    }
    let Some((_, battles)) = sum else {
        return Err(FileFault {
            file: "deadly-field".to_owned(),
            place: None,
            field: String::new(),
            what: "no shards to add up".to_owned(),
        });
    };
    let fought = fought
        .into_iter()
        .map(|(seed, (_, outcome))| Fought { seed, outcome })
        .collect();
    Ok(Shard::new(battles, fought))
}
