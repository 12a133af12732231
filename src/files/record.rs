//! What was done in a battle, in order.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::contents::{Contents, Kind};
use super::hex::Hex;
use super::made::{Made, Opening};
use crate::battle::{Answer, Battle, BattleSnapshot};
use crate::disk::write_whole;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A decision was answered.
    Answer {
        /// The hash of the state it was given in.
        hash: Hex,
        /// What was answered.
        answer: Answer,
    },
    /// Dice were given by hand.
    Dice(Vec<u8>),
}

/// How a battle came about: what it began with and all that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What it began with.
    pub opening: Opening,
    /// The state it goes on from; the beginning if left out.
    pub start: Option<Box<BattleSnapshot>>,
    /// What was done.
    pub entries: Vec<Entry>,
}

impl Record {
    /// Of a battle at its beginning.
    pub fn new(opening: Opening) -> Self {
        Self {
            opening,
            start: None,
            entries: Vec::new(),
        }
    }

    /// The battle before anything was done.
    pub fn first(&self, scenario: Arc<Scenario>, rules: Arc<Rules>) -> Battle {
        match &self.start {
            None => Battle::new(scenario, rules, self.opening.seed),
            Some(start) => Battle::restore(scenario, rules, (**start).clone()),
        }
    }

    /// How many decisions have been answered.
    pub fn answers(&self) -> usize {
        let answers = |entry: &&Entry| matches!(entry, Entry::Answer { .. });
        self.entries.iter().filter(answers).count()
    }

    /// The bytes of a save or replay of the battle that came of it.
    pub fn bytes(&self, kind: Kind, battle: &Battle) -> io::Result<Vec<u8>> {
        let contents = Contents {
            made: Made::here(),
            name: battle.scenario().name.clone(),
            record: self.clone(),
            state: (kind == Kind::Save).then(|| Box::new(battle.snapshot())),
            hash: Hex(battle.hash()),
            verdict: battle.army().verdict().cloned(),
        };
        Ok(contents.write(kind)?)
    }

    /// Writes a save or replay. Until it is whole, a file of that name stays as it was.
    pub fn write(&self, kind: Kind, battle: &Battle, path: &Path) -> io::Result<()> {
        write_whole(path, &self.bytes(kind, battle)?)
    }
}
