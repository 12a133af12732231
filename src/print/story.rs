//! A battle told as a story: turn by turn, then regiment by regiment, then who won and how close
//! it was. Everything in it comes from the facts of the battle and the state it ended in.

mod roll;
mod scenes;
mod service;
mod turns;
mod verdict;
mod words;

use crate::battle::Battle;
use crate::rules::Side;

/// The whole story.
pub fn story(battle: &Battle) -> String {
    let scenario = battle.scenario();
    let (year, _, day) = scenario.date;
    let month = scenario.month();
    let heading = format!("{}, {day} {month} {year}", scenario.name);
    let parts = [
        heading,
        turns::told(battle),
        roll::told(battle),
        verdict::told(battle),
    ];
    parts.join("\n\n") + "\n"
}

/// Only how it ended and what it cost.
pub fn ending(battle: &Battle) -> String {
    let army = battle.army();
    let mut lines = vec![verdict::line(battle)];
    for side in [Side::Union, Side::Confederate] {
        lines.push(format!(
            "{} losses: {} figures and sections",
            words::side(side),
            battle.casualties(side)
        ));
        for id in army.units().filter(|&id| army.side(id) == side) {
            let state = if army.on_table(id) {
                words::state(army.unit(id).morale)
            } else {
                "not on the field"
            };
            lines.push(format!(
                "  {:<32} {:>2} of {:>2}  {state}",
                army.name(id),
                battle.lost(id),
                battle.scenario().units[id.0 as usize].muster.strength
            ));
        }
    }
    lines.join("\n") + "\n"
}
