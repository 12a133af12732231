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
mod invariants;
mod judgement;
mod marches;
mod militia;
mod moderator;
mod on_the_way;
mod planning;
mod play;
mod previews;
mod reactions;
mod refereed;
mod stage;
mod switches;
mod telling;
mod units;
mod whole_battles;
