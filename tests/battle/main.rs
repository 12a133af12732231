//! Whole battles without a window.

mod by_the_book;
mod cavalry;
mod charges;
mod chronicle;
mod commands;
mod deploying;
mod examples;
mod fights;
mod generated;
mod guns;
mod hidden;
mod invariants;
mod marches;
mod militia;
mod on_the_way;
mod planning;
mod play;
mod previews;
mod reactions;
mod stage;
mod switches;
mod telling;
mod whole_battles;
