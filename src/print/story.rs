//! A battle told as a story: turn by turn, then regiment by regiment, then who won and how close
//! it was. Everything in it comes from the facts of the battle and the state it ended in.

mod roll;
mod scenes;
mod service;
mod turns;
mod verdict;

use super::losses::{Losses, of_side, tolls};
use super::{Tale, words};
use crate::army::UnitId;
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
    let tolls = tolls(tale);
    let split = |losses: &Losses, guns: bool| match losses.all() {
        0 => String::new(),
        _ => format!(" ({})", losses.how(guns)),
    };
    for side in [Side::Union, Side::Confederate] {
        let losses = of_side(tale, &tolls, side);
        lines.push(format!(
            "{} losses: {} figures and sections{}",
            words::side(side),
            losses.all(),
            split(&losses, false)
        ));
        let own = |id: &UnitId| army.side(*id) == side && !army.is_dummy(*id);
        for id in army.units().filter(own) {
            let state = if army.on_table(id) {
                words::state(army.unit(id).morale)
            } else if army.is_hidden(id) {
                "hidden"
            } else {
                "not on the field"
            };
            lines.push(format!(
                "  {:<32} {:>2} of {:>2}  {state}{}",
                army.name(id),
                army.lost(id),
                army.identity(id).strength,
                split(&tolls[id.0 as usize], army.unit(id).is_artillery())
            ));
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chronicle::Chronicle;
    use crate::print::luck::Luck;
    use crate::print::play;

    /// A battle and its chronicle tell the same.
    #[test]
    fn a_chronicle_tells_its_battle() {
        for seed in 0..8 {
            let battle = play::out(seed);
            let (scenario, rules) = battle.now().ground();
            let chronicle = Chronicle::of(scenario, rules, battle.facts());
            assert_eq!(story(&battle), story(&chronicle), "seed {seed}");
            assert_eq!(ending(&battle), ending(&chronicle), "seed {seed}");
            assert_eq!(Luck::of(&battle), Luck::of(&chronicle), "seed {seed}");
        }
    }
}
