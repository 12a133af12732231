//! The rules against the book.

mod charts;
mod examples;
mod house_rules;
mod manoeuvre;
mod muster;
mod properties;
mod reach;
mod rulebook;
mod rulings;
#[path = "../source/mod.rs"]
mod source;
mod units;
