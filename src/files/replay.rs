//! A battle played again from its file.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::contents::{Contents, Kind, bytes_of};
use super::hex::Hex;
use super::made::{Made, Opening};
use super::record::{Entry, Record};
use crate::army::Verdict;
use crate::battle::{Answer, Battle, Decision};
use crate::rules::{Named, Rules, Side};
use crate::scenario::{FileFault, Scenario};

/// A replay that was read.
pub struct Replay {
    contents: Contents,
    scenario: Arc<Scenario>,
    rules: Arc<Rules>,
}

/// A replay that was played.
pub struct Played {
    /// The battle as far as it went.
    pub battle: Battle,
    /// How far that was.
    pub course: Course,
}

/// How a replay went.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// Every state was the same, to the last bit.
    True,
    /// It was made by other battle rules, but all its answers are allowed, and it ends alike.
    Alike {
        /// What is different about who made it.
        why: String,
    },
    /// It goes another way from here on.
    Departs(Departure),
}

/// Where a replay and the battle part.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// The answer, from 1; one more than there are for the end.
    pub answer: usize,
    /// The turn; 0 before the first.
    pub turn: u32,
    /// Who decides there.
    pub side: Option<Side>,
    /// The unit or leader it is about.
    pub who: Option<String>,
    /// What is different.
    pub what: String,
    /// What is different about who made it, if it is.
    pub why: Option<String>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            0 => write!(f, "answer {}, before the first turn", self.answer)?,
            turn => write!(f, "answer {}, turn {turn}", self.answer)?,
        }
        if let Some(side) = self.side {
            write!(f, ", {}", side.name())?;
        }
        if let Some(who) = &self.who {
            write!(f, ", {who}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl Replay {
    /// Opens a replay.
    pub fn open(path: &Path) -> Result<Self, FileFault> {
        Self::read(&path.display().to_string(), &bytes_of(path)?)
    }

    /// Reads a replay; `file` is how messages call it.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, FileFault> {
        let contents = Contents::read(file, bytes, Kind::Replay)?;
        let (scenario, rules) = contents.ground(file)?;
        contents.first(file, &scenario, &rules)?;
        Ok(Self {
            contents,
            scenario,
            rules,
        })
    }

    /// Who made it.
    pub fn made(&self) -> &Made {
        &self.contents.made
    }

    /// What it began with.
    pub fn opening(&self) -> &Opening {
        &self.contents.record.opening
    }

    /// How it ended; `None` if it was broken off.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.contents.verdict.as_ref()
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What was done.
    pub fn record(&self) -> &Record {
        &self.contents.record
    }

    /// The battle before the first answer.
    pub fn first(&self) -> Battle {
        let (scenario, rules) = (self.scenario.clone(), self.rules.clone());
        self.contents.record.first(scenario, rules)
    }

    /// Plays it, every state held to its hash.
    pub fn play(&self) -> Played {
        let alike = self.contents.made.plays_alike();
        let why = (!alike).then(|| self.contents.made.difference());
        let mut battle = self.first();
        let mut departs = None;
        for (at, entry) in self.contents.record.entries.iter().enumerate() {
            if let Err(what) = play_entry(&mut battle, entry, alike) {
                departs = Some(departure(&battle, at + 1, what));
                break;
            }
        }
        let said = self.contents.hash;
        let last = || {
            let is = Hex(battle.hash());
            (alike && is != said)
                .then(|| state_fault(is, said))
                .or_else(|| self.end_fault(&battle))
                .map(|what| departure(&battle, self.contents.record.entries.len() + 1, what))
        };
        let course = match (departs.or_else(last), why) {
            (Some(departure), why) => Course::Departs(Departure { why, ..departure }),
            (None, None) => Course::True,
            (None, Some(why)) => Course::Alike { why },
        };
        Played { battle, course }
    }

    fn end_fault(&self, battle: &Battle) -> Option<String> {
        let told = |verdict: Option<&Verdict>| match verdict.map(|verdict| verdict.winner) {
            None => "not over".to_owned(),
            Some(None) => "a draw".to_owned(),
            Some(Some(winner)) => format!("{winner} wins"),
        };
        let (here, there) = (battle.army().verdict(), self.verdict());
        (here != there).then(|| {
            format!(
                "the battle ends otherwise: {}; the replay says: {}",
                told(here),
                told(there)
            )
        })
    }
}

/// Does again what was done; with `held`, in the very state it was done in.
pub(super) fn play_entry(battle: &mut Battle, entry: &Entry, held: bool) -> Result<(), String> {
    match entry {
        Entry::Dice(dice) => battle.give_dice(dice),
        Entry::Answer { hash, answer } => {
            let is = Hex(battle.hash());
            if held && is != *hash {
                return Err(state_fault(is, *hash));
            }
            if battle.decision().is_none() {
                return Err("the battle is over, and the file goes on".to_owned());
            }
            if !held && !sets_up(answer) {
                stand_as_planned(battle);
            }
            let refused = |refusal| format!("the answer is not allowed: {refusal}");
            battle.answer(answer.clone()).map_err(refused)?;
        }
    }
    Ok(())
}

/// Whether an answer may be given before the first turn.
fn sets_up(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::SetUp { .. } | Answer::Instruct { .. } | Answer::Concede | Answer::OfferDraw
    )
}

/// Before revision 3 nobody was asked where his units begin: they stood as the scenario has them.
fn stand_as_planned(battle: &mut Battle) {
    while matches!(battle.decision(), Some(Decision::SetUp { .. })) {
        if battle.answer(Answer::READY).is_err() {
            return;
        }
    }
}

/// Does again everything that was done.
pub(super) fn play_entries(
    mut battle: Battle,
    entries: &[Entry],
    held: bool,
) -> Result<Battle, Departure> {
    for (at, entry) in entries.iter().enumerate() {
        if let Err(what) = play_entry(&mut battle, entry, held) {
            return Err(departure(&battle, at + 1, what));
        }
    }
    Ok(battle)
}

fn state_fault(is: Hex, said: Hex) -> String {
    format!("the state is {is}, and the file says {said}")
}

fn departure(battle: &Battle, answer: usize, what: String) -> Departure {
    Departure {
        answer,
        turn: battle.army().clock().turn,
        side: battle.decision().map(Decision::side),
        who: battle.decision().and_then(|decision| who(battle, decision)),
        what,
        why: None,
    }
}

/// Whom a decision is about.
fn who(battle: &Battle, decision: &Decision) -> Option<String> {
    let army = battle.army();
    if let Decision::Leader { leader, .. } = decision {
        return Some(army.leader_identity(*leader).name.clone());
    }
    let first = decision.units().first().copied();
    first.map(|unit| army.name(unit).to_owned())
}
