//! The rules against the book.

mod breaches;
mod charts;
mod examples;
mod house_rules;
mod manoeuvre;
mod muster;
mod properties;
mod reach;
mod rulebook;
mod rulings;
mod settled;
#[path = "../source/mod.rs"]
mod source;
mod units;
