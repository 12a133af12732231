//! A battle played again from its file.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::contents::{Contents, Kind, bytes_of};
use super::hex::Hex;
use super::made::{Made, Opening};
use crate::army::{LeaderId, LeaderIdentity, UnitId};
use crate::battle::{Answer, Battle, StateHasher, Verdict};
use crate::rules::{Named, Rules, Side};
use crate::scenario::{FileFault, Scenario};

/// A replay that was read.
pub struct Replay {
    contents: Contents,
    scenario: Arc<Scenario>,
    rules: Arc<Rules>,
    /// The battle at its start.
    first: Battle,
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
    /// The turn.
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
        write!(f, "answer {}, turn {}", self.answer, self.turn)?;
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
        let first = match &contents.start {
            None => Battle::new(scenario.clone(), rules.clone(), contents.opening.seed),
            Some(start) => {
                Battle::restore_checked(scenario.clone(), rules.clone(), (**start).clone())
                    .map_err(|fault| FileFault {
                        file: file.to_owned(),
                        place: None,
                        field: format!("start.{}", fault.field),
                        what: fault.what,
                    })?
            }
        };
        Ok(Self {
            contents,
            scenario,
            rules,
            first,
        })
    }

    /// Who made it.
    pub fn made(&self) -> &Made {
        &self.contents.made
    }

    /// What it began with.
    pub fn opening(&self) -> &Opening {
        &self.contents.opening
    }

    /// How it ended; `None` if it was broken off.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.contents.verdict.as_ref()
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The answers, in order.
    pub fn answers(&self) -> impl ExactSizeIterator<Item = &Answer> {
        self.contents.answers.iter().map(|(_, answer)| answer)
    }

    /// The battle before the first answer.
    pub fn first(&self) -> Battle {
        let snapshot = self.first.snapshot();
        Battle::restore(self.scenario.clone(), self.rules.clone(), snapshot)
    }

    /// Plays it, every state held to its hash; `watch` is shown the battle before each answer.
    pub fn play(&self, mut watch: impl FnMut(usize, &Battle)) -> Played {
        let alike = self.contents.made.plays_alike();
        let why = (!alike).then(|| self.contents.made.difference());
        let mut battle = self.first();
        let mut hasher = StateHasher::default();
        let mut state_fault = |battle: &Battle, said: Hex| {
            let is = Hex(hasher.hash(battle));
            (alike && is != said).then(|| format!("the state is {is}, and the replay says {said}"))
        };
        for (at, (hash, answer)) in self.contents.answers.iter().enumerate() {
            watch(at, &battle);
            let fault = state_fault(&battle, *hash).or_else(|| {
                if battle.decision().is_none() {
                    return Some("the battle is over, and the replay goes on".to_owned());
                }
                let refusal = battle.answer(answer.clone()).err()?;
                Some(format!("the answer is not allowed: {refusal}"))
            });
            if let Some(what) = fault {
                let departure = departure(&battle, at + 1, what, why);
                return Played {
                    battle,
                    course: Course::Departs(departure),
                };
            }
        }
        let end = state_fault(&battle, self.contents.hash).or_else(|| self.end_fault(&battle));
        let course = match (end, why) {
            (Some(what), why) => Course::Departs(departure(
                &battle,
                self.contents.answers.len() + 1,
                what,
                why,
            )),
            (None, None) => Course::True,
            (None, Some(why)) => Course::Alike { why },
        };
        Played { battle, course }
    }

    fn end_fault(&self, battle: &Battle) -> Option<String> {
        let told = |verdict: Option<&Verdict>| {
            verdict.map_or("not over".to_owned(), |verdict| verdict.why.clone())
        };
        let (here, there) = (battle.verdict(), self.verdict());
        (here != there).then(|| {
            format!(
                "the battle ends otherwise: {}; the replay says: {}",
                told(here),
                told(there)
            )
        })
    }
}

fn departure(battle: &Battle, answer: usize, what: String, why: Option<String>) -> Departure {
    Departure {
        answer,
        turn: battle.clock().turn,
        side: battle.decision().map(|decision| decision.side()),
        who: who(battle),
        what,
        why,
    }
}

/// Whom a decision is about, whichever kind of decision it is.
fn who(battle: &Battle) -> Option<String> {
    let army = battle.army();
    let decision = serde_json::to_value(battle.decision()?).ok()?;
    let fields = decision.as_object()?.values().next()?.as_object()?;
    let number = |name: &str| {
        let value = fields.get(name)?;
        Some(value.get(0).unwrap_or(value).as_u64()? as u32)
    };
    // A leader's or a side's choice is about no unit yet.
    let unit = if decision.get("activate").is_some() || fields.contains_key("leader") {
        None
    } else {
        ["unit", "units", "triggers"].into_iter().find_map(number)
    };
    match unit {
        Some(unit) => army
            .units()
            .find(|&id| id == UnitId(unit))
            .map(|id| army.name(id).to_owned()),
        None => {
            let leader = LeaderId(number("leader")?);
            let known = army.leaders().find(|&id| id == leader)?;
            Some(army.leader::<LeaderIdentity>(known).name.clone())
        }
    }
}
