//! How well the computer plays.

use super::{Beginner, ComputerPlayer, Expert, General, Player, Thinking};
use crate::rules::named::named;

named! {
    /// How well the computer plays.
    pub enum Level: "level" {
        /// Makes the mistakes that people make: fires too early and does not come on, forgets what is
        /// fought for and those who are not in the fight.
        Easy = "easy",
        /// Weighs the odds one step ahead.
        Medium = "medium",
        /// Plans: every brigade and battery has its task.
        Hard = "hard",
        /// Plans, and tries its plans out before it decides.
        Expert = "expert",
    }
}

impl Level {
    /// Whoever plays at this level; one who tries things out does so within a budget.
    pub fn player(self, thinking: Thinking) -> Box<dyn Player> {
        match self {
            Self::Easy => Box::new(Beginner),
            Self::Medium => Box::new(ComputerPlayer),
            Self::Hard => Box::new(General::HARD),
            Self::Expert => Box::new(Expert::new(thinking)),
        }
    }
}
