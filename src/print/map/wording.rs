//! What is said of units, brigades and arrivals.

use super::lettering::{Face, Lettering};
use super::troops::livery;
use crate::field::Entry;
use crate::rules::Side;
use crate::scenario::{Deployment, NEVER, Scenario, UnitSetup};

/// The size of a unit's name.
pub const UNIT_NAME: f32 = 3.9;

/// A unit's name, in two lines where it is long; and the dice it needs to be there at all.
pub fn unit_lines(unit: &UnitSetup) -> Vec<String> {
    let mut lines = match unit.name.split_once(", ") {
        Some((first, second)) if unit.name.chars().count() > 22 => {
            vec![format!("{first},"), second.to_owned()]
        }
        _ => vec![unit.name.clone()],
    };
    if let (Some(up_to), Some(last)) = (unit.present_up_to, lines.last_mut()) {
        last.push_str(&format!(" ({})", dice(up_to)));
    }
    lines
}

/// Rolls up to a number.
fn dice(up_to: u32) -> String {
    if up_to > 1 {
        format!("on 1\u{2013}{up_to}")
    } else {
        format!("on {up_to}")
    }
}

/// A brigade's name, and its leader's where the name does not tell it.
pub fn brigade_name(scenario: &Scenario, number: usize) -> String {
    let name = &scenario.commands[number].name;
    let leader = scenario
        .leaders
        .iter()
        .find(|leader| leader.command == number);
    let surname = leader.and_then(|leader| leader.name.rsplit(' ').next());
    match surname {
        Some(surname) if !name.contains(surname) => format!("{name} ({surname})"),
        _ => name.clone(),
    }
}

/// Entries at which somebody comes in, with his side.
pub fn entries(scenario: &Scenario) -> Vec<(&Entry, Side)> {
    let arrives = |entry: &Entry| {
        scenario
            .units
            .iter()
            .find_map(|unit| match &unit.deployment {
                Deployment::Arrives { entry: at, .. } if *at == entry.id => Some(unit.unit.side),
                _ => None,
            })
    };
    let all = scenario.field.entries.iter();
    all.filter_map(|entry| Some((entry, arrives(entry)?)))
        .collect()
}

/// A line of the list beside an arrow: a turn, a brigade or a unit.
pub struct ArrivalLine {
    pub text: String,
    rank: usize,
}

impl ArrivalLine {
    /// How it is lettered.
    pub fn style(&self, side: Side) -> Lettering {
        let name = livery(side).name;
        match self.rank {
            0 => Lettering::rimmed(Face::Bold, 4.6, name),
            1 => Lettering::rimmed(Face::Italic, 4.2, name),
            _ => Lettering::rimmed(Face::Roman, UNIT_NAME, name),
        }
    }
}

/// When somebody comes in.
fn when(turn: u32, by_die: bool) -> String {
    match (turn, by_die) {
        (NEVER, _) => "If cards bring them".to_owned(),
        (turn, true) => format!("Turn {turn} or later, by a die"),
        (turn, false) => format!("Turn {turn}"),
    }
}

/// Turn by turn and brigade by brigade, who comes in at an entry.
pub fn arrival_lines(scenario: &Scenario, entry: &str) -> Vec<ArrivalLine> {
    let mut coming: Vec<(u32, bool, usize, &UnitSetup)> = scenario
        .units
        .iter()
        .filter_map(|unit| match &unit.deployment {
            Deployment::Arrives {
                turn,
                entry: at,
                by_die,
            } if at == entry => Some((*turn, by_die.is_some(), unit.command, unit)),
            _ => None,
        })
        .collect();
    coming.sort_by_key(|(turn, by_die, command, _)| (*turn, *by_die, *command));
    let mut lines = Vec::new();
    let mut last = (0, false, usize::MAX);
    let mut line = |text: String, rank: usize| lines.push(ArrivalLine { text, rank });
    for (turn, by_die, command, unit) in coming {
        if (turn, by_die) != (last.0, last.1) {
            line(when(turn, by_die), 0);
        }
        if (turn, by_die, command) != last {
            for part in brigade_name(scenario, command).split_inclusive(", ") {
                line(part.trim_end().to_owned(), 1);
            }
        }
        last = (turn, by_die, command);
        line(unit_lines(unit).join(" "), 2);
    }
    lines
}
