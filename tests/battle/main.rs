//! Whole battles without a window.

mod cavalry;
mod charges;
mod examples;
mod invariants;
mod stage;
mod whole_battles;
