//! The units of a command that are to be put down, and in what order.

use super::super::file::{ForceCommand, ForceUnit};
use super::super::plan::Whom;
use crate::rules::muster::Echelon;
use crate::scenario::file::DeployPlan;

/// A unit to be put down: its place in the list of all, and the brigade that it belongs to.
pub(super) struct Recruit<'a> {
    pub unit: &'a ForceUnit,
    pub brigade: usize,
    /// In the second line.
    pub reserve: bool,
    pub deploy: Option<DeployPlan>,
}

/// Every unit of a command in the order of its plan: its own, then those of each command below.
pub(super) fn gather<'a>(
    command: &'a ForceCommand,
    brigades: &mut usize,
    above: usize,
    recruits: &mut Vec<Recruit<'a>>,
) {
    let brigade = if command.echelon == Echelon::Brigade {
        *brigades += 1;
        *brigades
    } else {
        above
    };
    let there = command.units.iter().filter(|unit| !unit.is_gone());
    recruits.extend(there.map(|unit| Recruit {
        unit,
        brigade,
        reserve: false,
        deploy: None,
    }));
    for below in &command.commands {
        gather(below, brigades, 0, recruits);
    }
}

/// Brigade by brigade, the guns of a division in the middle of its first line.
pub(super) fn in_order(recruits: &[Recruit], mut meant: Vec<usize>) -> Vec<usize> {
    let first = meant.iter().filter(|&&at| !recruits[at].reserve);
    let last = first.map(|&at| recruits[at].brigade).max().unwrap_or(0);
    meant.sort_by_key(|&at| {
        let one = &recruits[at];
        let battery = one.unit.muster.is_battery();
        let brigade = match one.brigade {
            0 if battery => last.div_ceil(2),
            brigade => brigade,
        };
        (one.reserve, brigade, battery)
    });
    meant
}

/// Who of those without a place is meant.
pub(super) fn meant(recruits: &[Recruit], whom: Whom) -> Vec<usize> {
    let waiting = || (0..recruits.len()).filter(|&at| recruits[at].deploy.is_none());
    match whom {
        Whom::All => waiting().collect(),
        Whom::First(count) => waiting()
            .filter(|&at| !recruits[at].unit.muster.is_battery())
            .take(count)
            .collect(),
        Whom::Brigade(number) => waiting()
            .filter(|&at| recruits[at].brigade == number)
            .collect(),
        Whom::Guns => waiting()
            .filter(|&at| recruits[at].unit.muster.is_battery())
            .collect(),
    }
}
