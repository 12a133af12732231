//! Names for a force that the computer has mustered.

use super::super::file::ForceCommand;
use super::super::names::{NamePool, Post};
use crate::rules::leader::Rank;
use crate::rules::muster::{Demand, Echelon};

/// Gives everybody a name; leaders that a scenario asks for come first.
pub(super) fn christen(command: &mut ForceCommand, pool: &mut NamePool, demands: &[Demand]) {
    let mut wanted: Vec<(String, Rank, u32)> = demands
        .iter()
        .filter_map(|demand| match demand {
            Demand::Leader {
                name,
                rank,
                benefit,
            } => Some((name.clone(), *rank, *benefit)),
            _ => None,
        })
        .collect();
    name(command, pool, &mut wanted, None);
}

fn name(
    command: &mut ForceCommand,
    pool: &mut NamePool,
    wanted: &mut Vec<(String, Rank, u32)>,
    above: Option<&str>,
) {
    let horse = command.units.iter().any(|unit| unit.muster.is_cavalry());
    if let Some(leader) = &mut command.leader {
        let muster = leader.muster;
        let asked = wanted.iter().position(|(_, rank, benefit)| {
            *rank == muster.rank && *benefit == muster.benefit && !muster.artillery
        });
        leader.name = match asked {
            Some(at) => wanted.remove(at).0,
            None if muster.artillery => pool.leader(Post::Guns),
            None if horse => pool.leader(Post::Horse),
            None => pool.leader(Post::Foot(muster.rank)),
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
        name(below, pool, wanted, leader);
    }
}
