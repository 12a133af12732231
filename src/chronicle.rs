//! The battle as the eye sees it at any moment: told by the facts alone.
//!
//! A *moment* is a number of facts: at moment 0 nothing has happened yet, at moment 5 the first five
//! facts have.

mod apply;
mod standing;
mod view;

use std::sync::Arc;

pub use view::{LeaderView, UnitView, View};

use crate::battle::Fact;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// So many facts lie between two key-frames.
const STRIDE: usize = 64;

/// All facts of a battle, with every moment of it at hand.
pub struct Chronicle {
    scenario: Arc<Scenario>,
    rules: Arc<Rules>,
    facts: Vec<Fact>,
    frames: Vec<View>,
    latest: View,
    player_turns: Vec<usize>,
}

impl Chronicle {
    /// A battle in which nothing has happened yet.
    pub fn new(scenario: Arc<Scenario>, rules: Arc<Rules>) -> Self {
        let start = View::start(&scenario);
        Self {
            scenario,
            rules,
            facts: Vec::new(),
            frames: vec![start.clone()],
            latest: start,
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
        if let Fact::Weather { weather, .. } = fact
            && self.scenario.field.weather != weather
        {
            Arc::make_mut(&mut self.scenario).field.weather = weather;
        }
        self.latest.apply(&self.scenario, &fact);
        self.facts.push(fact);
        if self.facts.len().is_multiple_of(STRIDE) {
            self.frames.push(self.latest.clone());
        }
    }

    /// What is fought.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The rules it is fought by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Everything that has happened so far.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The last moment.
    pub fn end(&self) -> usize {
        self.facts.len()
    }

    /// Moments at which a side becomes active: the numbers of those facts.
    pub fn player_turns(&self) -> &[usize] {
        &self.player_turns
    }

    /// The table at a moment; moments past the end are the end.
    pub fn at(&self, moment: usize) -> View {
        let moment = moment.min(self.end());
        if moment == self.end() {
            return self.latest.clone();
        }
        let frame = moment / STRIDE;
        let mut view = self.frames[frame].clone();
        for fact in &self.facts[frame * STRIDE..moment] {
            view.apply(&self.scenario, fact);
        }
        view
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
