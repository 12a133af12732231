//! Whole battles without a window.

mod cavalry;
mod charges;
mod chronicle;
mod commands;
mod examples;
mod invariants;
mod militia;
mod reactions;
mod stage;
mod whole_battles;
