//! A battle to be told of.

use crate::army::{Army, Fact};
use crate::battle::{Battle, Situation};
use crate::chronicle::Chronicle;
use crate::rules::{Rules, Side};
use crate::scenario::Scenario;

/// A battle to be told of: how it began, what happened, and how it stands now.
#[derive(Clone)]
pub struct Tale<'a> {
    start: Army,
    now: &'a Situation,
    facts: &'a [Fact],
    /// Whose eyes it was seen with, if not everybody's.
    side: Option<Side>,
}

/// A battle as one side has seen it.
pub struct Seen {
    start: Army,
    now: Situation,
    facts: Vec<Fact>,
    side: Side,
}

impl Seen {
    /// What a side has seen of a battle: nothing of what is hidden from it.
    pub fn of(battle: &Battle, side: Side) -> Self {
        let start = battle.first().as_seen_by(side);
        let (scenario, rules) = battle.now().ground();
        let mut now = Situation::new(scenario, rules, start.clone());
        let seen = battle.facts().iter().filter(|fact| fact.seen_by(side));
        let facts: Vec<Fact> = seen.cloned().collect();
        facts.iter().for_each(|fact| now.apply(fact));
        Self {
            start,
            now,
            facts,
            side,
        }
    }
}

impl<'a> From<&'a Seen> for Tale<'a> {
    fn from(seen: &'a Seen) -> Self {
        Self {
            start: seen.start.clone(),
            now: &seen.now,
            facts: &seen.facts,
            side: Some(seen.side),
        }
    }
}

/// From its first muster, or from the state that it was restored from.
impl<'a> From<&'a Battle> for Tale<'a> {
    fn from(battle: &'a Battle) -> Self {
        Self {
            start: battle.first().clone(),
            now: battle.now(),
            facts: battle.facts(),
            side: None,
        }
    }
}

impl<'a> From<&'a Chronicle> for Tale<'a> {
    fn from(chronicle: &'a Chronicle) -> Self {
        Self {
            start: chronicle.at(0),
            now: chronicle.latest(),
            facts: chronicle.facts(),
            side: None,
        }
    }
}

impl<'a> Tale<'a> {
    /// Both armies as they stood before anything happened.
    pub(super) fn start(&self) -> &Army {
        &self.start
    }

    /// Both armies as they stand now.
    pub(super) fn army(&self) -> &'a Army {
        self.now.army()
    }

    /// Whose eyes it was seen with, if not everybody's.
    pub(super) fn side(&self) -> Option<Side> {
        self.side
    }

    /// What is fought.
    pub(super) fn scenario(&self) -> &'a Scenario {
        self.now.scenario()
    }

    /// The rules it is fought by.
    pub(super) fn rules(&self) -> &'a Rules {
        self.now.rules()
    }

    /// Everything that happened.
    pub(super) fn facts(&self) -> &'a [Fact] {
        self.facts
    }

    /// Shows every fact, in order, with the armies as they stood right before it.
    pub(super) fn relive(&self, mut see: impl FnMut(&Army, &'a Fact)) {
        let mut army = self.start.clone();
        for fact in self.facts {
            see(&army, fact);
            army.apply(fact);
        }
    }
}
