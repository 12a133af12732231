//! What leaves the screen: maps, rosters, table plans, battle reports, logs.

pub mod duty;
pub mod judgement;
pub mod labour;
pub mod log;
pub mod losses;
pub mod luck;
pub mod map;
pub mod page;
#[cfg(test)]
mod play;
pub mod preview;
pub mod share;
pub mod standings;
pub mod story;
pub mod survey;
mod tale;
pub mod tally;
pub mod turning;
pub mod words;

pub use tale::{Seen, Tale};
