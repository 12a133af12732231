//! What leaves the screen: maps, rosters, table plans, battle reports.

pub mod luck;
pub mod map;
pub mod story;
pub mod tally;
