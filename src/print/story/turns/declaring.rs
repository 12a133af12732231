//! Pickets: how many there are, how they move, and what they turn out to be.

use super::Teller;
use crate::army::{Fact, Sighting};
use crate::print::story::scenes::Declared;
use crate::print::words::{self, count, sentence};
use crate::rules::Side;

impl Teller<'_> {
    /// Who begins the day behind pickets.
    pub(super) fn laid(&self) -> Vec<String> {
        let facts = self.tale.facts().iter();
        facts
            .filter_map(|fact| match fact {
                Fact::Laid { side, places } => Some(format!(
                    "Of the {} side only {} show.",
                    words::side(*side),
                    count(places.len() as u32, "picket", "pickets")
                )),
                _ => None,
            })
            .collect()
    }

    pub(super) fn pickets(&self, side: Side, moved: &[crate::army::PicketId]) -> String {
        let side = words::side(side);
        match moved {
            [one] => format!("{} moves.", words::picket(*one)),
            many => {
                let many = words::number(many.len() as u32);
                format!("{} {side} pickets move.", sentence(&many))
            }
        }
    }

    pub(super) fn declared(&self, declared: &Declared) -> String {
        let picket = declared.picket.map(words::picket);
        let picket = picket.unwrap_or_default();
        let how = match declared.why {
            Sighting::Seen(by) => format!("In sight of {}", self.the(by)),
            Sighting::Near(by) => format!("Close to {}", self.the(by)),
            Sighting::RunInto(by) => format!("In the way of {}", self.the(by)),
            Sighting::Picket(other) => format!("Before {}", words::picket(other)),
            Sighting::Itself => "Of its own accord".to_owned(),
            Sighting::Ready => return "Both sides are in their places.".to_owned(),
            Sighting::End => {
                let who = sentence(&self.all(&declared.units));
                return match declared.picket {
                    Some(_) => format!("{who} had been {picket} all day."),
                    None => format!("{who} had not shown."),
                };
            }
        };
        if !declared.units.is_empty() {
            return format!("{how} {picket} becomes {}.", self.all(&declared.units));
        }
        if declared.real {
            format!("{how} {picket} turns out to be real, but keeps its name to itself.")
        } else {
            format!("{how} {picket} turns out to be nobody.")
        }
    }
}
