//! Seats and those who sit in them: people, computers, random players, scripts, other programs.
//!
//! A seat is given its side's [`View`] and answers when it is ready; nobody blocks. A [`Player`]
//! answers at once; [`Seat`] is how a session asks anybody.

mod beginner;
mod computer;
mod expert;
mod general;
mod guess;
mod kind;
mod level;
mod person;
mod program;
mod random;
mod safe;
mod script;
mod seat;
mod thinking;
mod thought;
mod view;

pub use beginner::Beginner;
pub use computer::ComputerPlayer;
pub use expert::Expert;
pub use general::{General, Weights};
pub use kind::SeatKind;
pub use level::Level;
pub use person::PersonSeat;
pub use program::{Meant, Patience, ProgramSeat, decide, greeting, hear};
pub use random::RandomPlayer;
pub use safe::{safe_answer, sample_answers};
pub use script::ScriptPlayer;
pub use seat::{Aside, AtOnce, Reply, Seat};
pub use thinking::{Leash, Thinking};
pub use thought::{Considered, Duty, Expected, Mission, Thought, Weighed};
pub use view::View;

use crate::battle::Answer;

/// Somebody who answers a decision at once.
pub trait Player: Send {
    /// The answer to the view's decision. It must be one that [`View::check`] allows.
    fn answer(&mut self, view: &View) -> Answer;

    /// The same answer, with what was thought of it. Whoever thinks long looks at his leash.
    fn think(&mut self, view: &View, _leash: &Leash) -> Considered {
        Considered::plain(self.answer(view))
    }
}
