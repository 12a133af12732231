//! The rules against the book.

mod charts;
mod examples;
mod house_rules;
mod manoeuvre;
mod muster;
mod properties;
mod rulebook;
mod rulings;
mod settled;
mod units;
