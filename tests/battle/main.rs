//! Whole battles without a window.

mod by_the_book;
mod cavalry;
mod charges;
mod chronicle;
mod commands;
mod deploying;
mod examples;
mod fights;
mod invariants;
mod militia;
mod on_the_way;
mod planning;
mod play;
mod previews;
mod reactions;
mod stage;
mod telling;
mod whole_battles;
