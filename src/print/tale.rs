//! A battle to be told of.

use crate::army::{Army, Fact};
use crate::battle::{Battle, Situation};
use crate::chronicle::Chronicle;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// A battle to be told of: how it began, what happened, and how it stands now.
#[derive(Clone)]
pub struct Tale<'a> {
    start: Army,
    now: &'a Situation,
    facts: &'a [Fact],
}

/// From its first muster, or from the state that it was restored from.
impl<'a> From<&'a Battle> for Tale<'a> {
    fn from(battle: &'a Battle) -> Self {
        Self {
            start: battle.first().clone(),
            now: battle.now(),
            facts: battle.facts(),
        }
    }
}

impl<'a> From<&'a Chronicle> for Tale<'a> {
    fn from(chronicle: &'a Chronicle) -> Self {
        Self {
            start: chronicle.at(0),
            now: chronicle.latest(),
            facts: chronicle.facts(),
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
