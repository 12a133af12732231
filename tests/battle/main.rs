//! Whole battles without a window.

mod chronicle;
mod invariants;
mod whole_battles;
