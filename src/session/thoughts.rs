//! What the players thought, for whoever asks why.

use std::ops::Range;

use serde::Serialize;

use super::Session;
use crate::army::UnitId;
use crate::players::{Thought, View};
use crate::rules::Side;

/// What a player thought when he answered. It is no part of the battle: it is in no file, and a
/// battle goes on the same without it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeptThought {
    /// The number of the decision in the battle.
    pub number: usize,
    /// Whose thought.
    pub side: Side,
    /// What was asked, as files call it.
    pub decision: &'static str,
    /// Whom it was about.
    pub units: Vec<UnitId>,
    /// The facts that came of the answer, up to the next decision.
    pub facts: Range<usize>,
    /// What he thought.
    #[serde(flatten)]
    pub thought: Thought,
}

impl Session {
    /// What the players thought since the session began, in order. As long as the battle goes on it
    /// is the business of their own side.
    pub fn thoughts(&self) -> &[KeptThought] {
        &self.thoughts
    }

    /// The thought that a fact came of, if it was kept.
    pub fn thought_of(&self, fact: usize) -> Option<&KeptThought> {
        let at = self.thoughts.partition_point(|kept| kept.facts.end <= fact);
        self.thoughts
            .get(at)
            .filter(|kept| kept.facts.contains(&fact))
    }

    /// What whoever is to answer now is given, for somebody else who thinks in his place.
    pub fn view(&self) -> Option<View> {
        let decision = self.battle.decision()?.clone();
        let side = decision.side();
        let number = super::number_for(&self.battle, side, self.number);
        Some(View::new(
            self.seen_by(side).clone(),
            (side, self.record.opening.seed),
            (number, decision),
            self.battle.steps().to_vec(),
            Vec::new(),
        ))
    }

    /// Who thinks, and how far he says that he has come.
    pub fn thinks(&self) -> Option<(Side, Option<f32>)> {
        let side = self.asked?;
        let place = &self.places[super::at(side)];
        (!place.is_person()).then(|| (side, place.seat.progress()))
    }

    /// What has been taken back was not thought.
    pub(super) fn forget_thoughts(&mut self) {
        let number = self.number;
        self.thoughts.retain(|kept| kept.number < number);
    }
}
