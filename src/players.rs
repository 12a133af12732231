//! Who answers: players of all kinds, through the same door.

mod computer;
mod match_up;
mod random;
mod replay;

pub use computer::{ComputerPlayer, Level};
pub use match_up::{MatchUp, PlayerKind};
pub use random::RandomPlayer;
pub use replay::ReplayPlayer;

use crate::battle::{Answer, Battle, Decision};

/// Somebody who answers decisions.
pub trait Player {
    /// The answer to a decision of this battle. It must be one that [`Battle::check`] allows.
    fn answer(&mut self, battle: &Battle, decision: &Decision) -> Answer;
}
