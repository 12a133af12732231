//! What leaves the screen: maps, rosters, table plans, battle reports.

pub mod map;
pub mod story;
