//! Whole battles without a window.

mod examples;
mod invariants;
mod stage;
mod whole_battles;
