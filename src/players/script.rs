//! A player that gives answers known beforehand.

use super::{Player, View, safe_answer};
use crate::battle::Answer;

/// Gives its answers one after the other, then those of another player, or the safe ones.
pub struct ScriptPlayer {
    answers: std::vec::IntoIter<Answer>,
    then: Option<Box<dyn Player>>,
}

impl ScriptPlayer {
    /// These answers, then those of another player.
    pub fn new(answers: Vec<Answer>, then: Option<Box<dyn Player>>) -> Self {
        Self {
            answers: answers.into_iter(),
            then,
        }
    }

    /// Answers still to come.
    pub fn left(&self) -> usize {
        self.answers.len()
    }
}

impl Player for ScriptPlayer {
    fn answer(&mut self, view: &View) -> Answer {
        match (self.answers.next(), &mut self.then) {
            (Some(answer), _) => answer,
            (None, Some(then)) => then.answer(view),
            (None, None) => safe_answer(view),
        }
    }
}
