//! A part of many battles, fought somewhere, to be added up with others.

use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
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

/// The longest file that is written and read: more than a hundred thousand battles.
const MOST_BYTES: u64 = 128 << 20;

/// The most battles of one file, and the most commands and units of both sides.
const MOST_BATTLES: usize = 1_000_000;
const MOST_COMMANDS: usize = 1_000;
const MOST_UNITS: usize = 1_000;

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
    #[serde(deserialize_with = "counted")]
    pub fought: Vec<Fought>,
}

/// Battles, counted while they are read.
fn counted<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Fought>, D::Error> {
    struct Counted;
    impl<'de> Visitor<'de> for Counted {
        type Value = Vec<Fought>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("battles")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut battles: A) -> Result<Vec<Fought>, A::Error> {
            let mut all = Vec::new();
            while let Some(one) = battles.next_element()? {
                if all.len() >= MOST_BATTLES {
                    let what = format!("too many battles; allowed: up to {MOST_BATTLES}");
                    return Err(serde::de::Error::custom(what));
                }
                all.push(one);
            }
            Ok(all)
        }
    }
    from.deserialize_seq(Counted)
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
        let mut bytes = battles.len() as u64;
        write!(
            out,
            "{{\"shard\":{VERSION},\"battles\":{battles},\"fought\":["
        )?;
        for (number, fought) in self.fought.iter().enumerate() {
            out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
            let line = serde_json::to_vec(fought)?;
            bytes += line.len() as u64 + 2;
            if bytes >= MOST_BYTES {
                let what = format!("{}: {}", path.display(), too_long(bytes));
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
            }
            out.write_all(&line)?;
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
        let unread = |error: io::Error| fault(None, format!("cannot be read: {error}"));
        let file = disk::open(path).map_err(unread)?;
        let size = file.metadata().map_err(unread)?.len();
        if size > MOST_BYTES {
            return Err(fault(None, too_long(size)));
        }
        // Not all of it at once: what is kept of a battle is smaller than what is written of it.
        let bytes = BufReader::with_capacity(1 << 16, file.take(MOST_BYTES));
        let mut shard: Self = serde_json::from_reader(bytes).map_err(|error| {
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
        shard.battles.roll.clean();
        let roll = &shard.battles.roll;
        let (units, commands) = (roll.units.len(), roll.commands.len());
        if units > MOST_UNITS || commands > MOST_COMMANDS {
            let what = format!(
                "{units} units and {commands} commands; allowed: up to {MOST_UNITS} and {MOST_COMMANDS}"
            );
            return Err(fault(None, what));
        }
        let odd = |fought: &&Fought| !fought.outcome.is_sound(units);
        if let Some(fought) = shard.fought.iter().find(odd) {
            let what = format!(
                "the battle of seed {} is none of {units} units, as the roll has, or has numbers beyond all measure",
                fought.seed,
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
    let mut all: Vec<(usize, Fought)> = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let shard = Shard::read(path)?;
        match &sum {
            None => sum = Some((path, shard.battles)),
            Some((first, battles)) => {
                if let Some(what) = battles.difference(&shard.battles) {
                    let first = first.display();
                    let what = format!(
                        "was fought {what}, as in {first}; allowed: shards of the same battle"
                    );
                    return Err(fault(path, what));
                }
            }
        }
        all.extend(shard.fought.into_iter().map(|fought| (number, fought)));
    }
    let Some((_, battles)) = sum else {
        let what = "no shards to add up".to_owned();
        return Err(fault(Path::new("deadly-field"), what));
    };
    all.sort_unstable_by_key(|(number, fought)| (fought.seed, *number));
    let twice = all.windows(2).find(|two| two[0].1.seed == two[1].1.seed);
    if let Some([(first, fought), (second, _)]) = twice {
        let (seed, other) = (fought.seed, paths[*first].display());
        let what = format!(
            "holds the battle of seed {seed}, which is in {other} too; allowed: each battle once"
        );
        return Err(fault(&paths[*second], what));
    }
    let fought = all.into_iter().map(|(_, fought)| fought).collect();
    Ok(Shard::new(battles, fought))
}

fn fault(path: &Path, what: String) -> FileFault {
    FileFault {
        file: path.display().to_string(),
        place: None,
        field: String::new(),
        what,
    }
}

fn too_long(bytes: u64) -> String {
    let (megabytes, most) = (bytes >> 20, MOST_BYTES >> 20);
    format!("has {megabytes} MB; allowed: up to {most}: make shards of fewer battles, by --seeds")
}
