//! Names for a force that the computer has mustered.

use super::super::file::ForceCommand;
use super::super::names::{NamePool, Post};
use crate::rules::leader::Rank;
use crate::rules::muster::{Demand, Echelon};

/// A leader that a scenario asks for: name, rank and benefit.
type Wanted = (String, Rank, u32);

/// The leaders that a scenario asks for.
pub(super) fn wanted(demands: &[Demand]) -> Vec<Wanted> {
    let leaders = demands.iter().filter_map(|demand| match demand {
        Demand::Leader {
            name,
            rank,
            benefit,
        } => Some((name.clone(), *rank, *benefit)),
        _ => None,
    });
    leaders.collect()
}

/// Puts the leaders that a scenario asks for where they belong.
pub(super) fn appoint(command: &mut ForceCommand, wanted: &mut Vec<Wanted>) {
    if let Some(leader) = &mut command.leader {
        let muster = leader.muster;
        let asked = wanted.iter().position(|(_, rank, benefit)| {
            *rank == muster.rank && *benefit == muster.benefit && !muster.artillery
        });
        if let Some(at) = asked {
            leader.name = wanted.remove(at).0;
        }
    }
    for below in &mut command.commands {
        appoint(below, wanted);
    }
}

/// Gives everybody a name who has none yet.
pub(super) fn christen(command: &mut ForceCommand, pool: &mut NamePool) {
    name(command, pool, None);
}

fn name(command: &mut ForceCommand, pool: &mut NamePool, above: Option<&str>) {
    let horse = command.units.iter().any(|unit| unit.muster.is_cavalry());
    if let Some(leader) = &mut command.leader
        && leader.name.is_empty()
    {
        let muster = leader.muster;
        leader.name = match muster.artillery {
            true => pool.leader(Post::Guns),
            false if horse => pool.leader(Post::Horse),
            false => pool.leader(Post::Foot(muster.rank)),
        };
    }
    let what = match command.echelon {
        Echelon::Corps => "Corps",
        Echelon::Division => "Division",
        Echelon::Brigade if horse => "Cavalry Brigade",
        Echelon::Brigade => "Brigade",
        Echelon::GunBattalion => "Artillery",
    };
    let leader = command.leader.as_ref().map(|leader| leader.name.clone());
    let leader = leader.as_deref().or(above);
    command.name = pool.command(leader, what);
    let home = pool.home();
    for unit in &mut command.units {
        unit.name = if unit.muster.is_battery() {
            pool.battery()
        } else if unit.muster.is_cavalry() {
            pool.cavalry()
        } else if unit.muster.sharpshooter {
            pool.sharpshooters()
        } else {
            pool.infantry(home)
        };
    }
    for below in &mut command.commands {
        name(below, pool, leader);
    }
}
