//! A battle told as a story: turn by turn, then regiment by regiment, then who won and how close
//! it was. Everything in it comes from the facts of the battle and the state it ended in.

mod roll;
mod scenes;
#[cfg(test)]
mod script;
mod service;
mod turns;
mod verdict;

use super::losses::{Losses, Lost, of_side, tolls};
use super::{Tale, words};
use crate::army::{Fate, Presence};
use crate::rules::Side;

/// The whole story.
pub fn story<'a>(of: impl Into<Tale<'a>>) -> String {
    let tale = &of.into();
    let scenario = tale.scenario();
    let (year, _, day) = scenario.date;
    let month = scenario.month();
    let heading = format!("{}, {day} {month} {year}", scenario.name);
    let parts = [
        heading,
        turns::told(tale),
        roll::told(tale),
        verdict::told(tale),
    ];
    parts.join("\n\n") + "\n"
}

/// Only how it ended and what it cost.
pub fn ending<'a>(of: impl Into<Tale<'a>>) -> String {
    let tale = &of.into();
    let army = tale.army();
    let mut lines = vec![verdict::line(tale)];
    lines.extend(verdict::strengths(tale));
    let tolls = tolls(tale);
    let split = |losses: &Losses, what: Lost| match losses.all() {
        0 => String::new(),
        _ => format!(" ({})", losses.how(what)),
    };
    for side in [Side::Union, Side::Confederate] {
        let losses = of_side(tale, &tolls, side);
        let own = || {
            let units = army.units();
            units.filter(|&id| army.side(id) == side && !army.is_dummy(id))
        };
        let what = Lost::of(army, own());
        lines.push(format!(
            "{} losses: {} {}{}",
            words::side(side),
            losses.all(),
            what.noun(),
            split(&losses, what)
        ));
        for id in own() {
            let state = match army.presence(id) {
                Presence::OnTable => words::state(army.unit(id).morale),
                Presence::Hidden => "hidden",
                Presence::Gone(Fate::Joined) => "with another regiment",
                _ => "not on the field",
            };
            let toll = &tolls[id.0 as usize];
            let what = Lost::of(army, [id]);
            lines.push(format!(
                "  {:<32} {:>2} of {:>2}  {state}{}",
                army.name(id),
                toll.all(),
                // Whoever has not come has its strength all the same.
                toll.came.max(if army.record(id).went_over {
                    0
                } else {
                    army.identity(id).strength
                }),
                split(toll, what)
            ));
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests;
