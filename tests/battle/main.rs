//! Whole battles without a window.

mod invariants;
mod whole_battles;
