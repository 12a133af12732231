//! A player that does again what was done before.

use super::Player;
use crate::battle::{Answer, Battle, Decision};
use crate::files::Replay;

/// Answers as a replay says, for both sides, and hands over to somebody else where it ends.
pub struct ReplayPlayer {
    answers: std::vec::IntoIter<Answer>,
    then: Box<dyn Player>,
}

impl ReplayPlayer {
    /// The answers of a replay from its start, then those of another player.
    pub fn new(replay: &Replay, then: Box<dyn Player>) -> Self {
        let answers: Vec<_> = replay.answers().cloned().collect();
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

impl Player for ReplayPlayer {
    fn answer(&mut self, battle: &Battle, decision: &Decision) -> Answer {
        match self.answers.next() {
            Some(answer) => answer,
            None => self.then.answer(battle, decision),
        }
    }
}
