//! The battle at any moment of its past: told by the facts alone.
//!
//! A *moment* is a number of facts: at moment 0 nothing has happened yet, at moment 5 the first five
//! facts have.

use std::sync::Arc;

use crate::army::{Army, Fact};
use crate::battle::Situation;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// So many facts lie between two key-frames.
const STRIDE: usize = 64;

/// All facts of a battle, with every moment of it at hand.
#[derive(Clone)]
pub struct Chronicle {
    latest: Situation,
    facts: Vec<Fact>,
    frames: Vec<Army>,
    player_turns: Vec<usize>,
}

impl Chronicle {
    /// A battle in which nothing has happened yet.
    pub fn new(scenario: Arc<Scenario>, rules: Arc<Rules>) -> Self {
        let army = Army::muster(&scenario);
        Self::from(Situation::new(scenario, rules, army))
    }

    /// A battle that goes on from a situation.
    pub fn from(start: Situation) -> Self {
        Self {
            frames: vec![start.army().clone()],
            latest: start,
            facts: Vec::new(),
            player_turns: Vec::new(),
        }
    }

    /// A battle as far as its facts tell it.
    pub fn of(scenario: Arc<Scenario>, rules: Arc<Rules>, facts: &[Fact]) -> Self {
        let mut chronicle = Self::new(scenario, rules);
        facts.iter().for_each(|fact| chronicle.record(fact.clone()));
        chronicle
    }

    /// Something more has happened.
    pub fn record(&mut self, fact: Fact) {
        if matches!(fact, Fact::PlayerTurn { .. }) {
            self.player_turns.push(self.facts.len());
        }
        self.latest.apply(&fact);
        self.facts.push(fact);
        if self.facts.len().is_multiple_of(STRIDE) {
            self.frames.push(self.latest.army().clone());
        }
    }

    /// Takes back everything after a moment.
    pub fn cut(&mut self, moment: usize) {
        if moment >= self.end() {
            return;
        }
        let army = self.at(moment);
        self.latest = self.standing(army);
        self.facts.truncate(moment);
        self.frames.truncate(moment / STRIDE + 1);
        self.player_turns.retain(|&at| at < moment);
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        self.latest.scenario()
    }

    /// The rules it is fought by.
    pub fn rules(&self) -> &Rules {
        self.latest.rules()
    }

    /// Everything that has happened so far.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The last moment.
    pub fn end(&self) -> usize {
        self.facts.len()
    }

    /// The table as it stands at the end.
    pub fn latest(&self) -> &Situation {
        &self.latest
    }

    /// Moments at which a side becomes active: the numbers of those facts.
    pub fn player_turns(&self) -> &[usize] {
        &self.player_turns
    }

    /// Both armies at a moment; moments past the end are the end.
    pub fn at(&self, moment: usize) -> Army {
        let moment = moment.min(self.end());
        if moment == self.end() {
            return self.latest.army().clone();
        }
        let frame = moment / STRIDE;
        let mut army = self.frames[frame].clone();
        for fact in &self.facts[frame * STRIDE..moment] {
            army.apply(fact);
        }
        army
    }

    /// A moment of the battle, to be asked anything.
    pub fn standing(&self, army: Army) -> Situation {
        let (scenario, rules) = self.latest.ground();
        Situation::new(scenario, rules, army)
    }

    /// The moment at which a turn begins, or the end if it never did.
    pub fn turn(&self, turn: u32) -> usize {
        let begins = |fact: &Fact| matches!(fact, Fact::Turn { turn: now } if *now >= turn);
        self.facts
            .iter()
            .position(begins)
            .map_or(self.end(), |number| number + 1)
    }
}
