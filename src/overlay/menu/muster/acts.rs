//! What is done to a force with a click: somebody more, somebody less, another name.

use crate::rules::leader::Rank;
use crate::rules::muster::{Echelon, MusterArm, MusterLeader, MusterSpot, MusterUnit};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Quality};
use crate::scenario::force::{Force, ForceCommand, ForceLeader, ForceUnit, NamePool, Post};

/// What was clicked.
pub(super) enum Act {
    RemoveUnit(MusterSpot),
    RemoveCommand(MusterSpot),
    AddUnit(MusterSpot, MusterUnit),
    AddBrigade(MusterSpot, bool),
    AddGuns(MusterSpot),
    AddDivision(MusterSpot),
    AddLeader(MusterSpot),
    Rename(MusterSpot),
}

/// Does to a force what was clicked.
pub(super) fn done(force: &mut Force, act: Act) {
    let taken: Vec<String> = force.names().into_iter().map(str::to_owned).collect();
    let seed = taken.len() as u64 ^ super::super::any_seed();
    let mut pool = NamePool::new(force.side, seed, taken);
    match act {
        Act::RemoveUnit(at) => {
            if let (Some(command), Some(unit)) = (force.command_mut(&at), at.unit)
                && unit < command.units.len()
            {
                command.units.remove(unit);
            }
        }
        Act::RemoveCommand(mut at) => {
            let Some(number) = at.commands.pop() else {
                return;
            };
            if let Some(above) = force.command_mut(&at)
                && number < above.commands.len()
            {
                above.commands.remove(number);
            }
        }
        Act::AddUnit(at, muster) => {
            let home = pool.home();
            if let Some(command) = force.command_mut(&at) {
                let name = name(&mut pool, &muster, home);
                command.units.push(ForceUnit::fresh(name, muster));
            }
        }
        Act::AddBrigade(at, horse) => {
            let brigade = brigade(&mut pool, horse);
            if let Some(command) = force.command_mut(&at) {
                command.commands.push(brigade);
            }
        }
        Act::AddGuns(at) => {
            let guns = guns(&mut pool);
            if let Some(command) = force.command_mut(&at) {
                command.commands.push(guns);
            }
        }
        Act::AddDivision(at) => {
            let leader = led(&mut pool, Rank::Division, Post::Foot(Rank::Division));
            let division = ForceCommand {
                name: pool.command(Some(&leader.name), "Division"),
                echelon: Echelon::Division,
                leader: Some(leader),
                commands: vec![
                    brigade(&mut pool, false),
                    brigade(&mut pool, false),
                    guns(&mut pool),
                ],
                units: Vec::new(),
            };
            if let Some(command) = force.command_mut(&at) {
                command.commands.push(division);
            }
        }
        Act::AddLeader(at) => {
            let Some(command) = force.command_mut(&at) else {
                return;
            };
            let (rank, post) = match command.echelon {
                Echelon::Corps => (Rank::Corps, Post::Foot(Rank::Corps)),
                Echelon::Division => (Rank::Division, Post::Foot(Rank::Division)),
                Echelon::Brigade => (Rank::Brigade, Post::Foot(Rank::Brigade)),
                Echelon::GunBattalion => (Rank::Brigade, Post::Guns),
            };
            command.leader = Some(led(&mut pool, rank, post));
        }
        Act::Rename(at) => {
            let home = pool.home();
            if let (Some(command), Some(unit)) = (force.command_mut(&at), at.unit)
                && let Some(unit) = command.units.get_mut(unit)
            {
                unit.name = name(&mut pool, &unit.muster, home);
            }
        }
    }
}

fn name(pool: &mut NamePool, muster: &MusterUnit, home: usize) -> String {
    if muster.is_battery() {
        pool.battery()
    } else if muster.is_cavalry() {
        pool.cavalry()
    } else if muster.sharpshooter {
        pool.sharpshooters()
    } else {
        pool.infantry(home)
    }
}

fn led(pool: &mut NamePool, rank: Rank, post: Post) -> ForceLeader {
    ForceLeader {
        name: pool.leader(post),
        muster: MusterLeader {
            rank,
            benefit: 1,
            artillery: post == Post::Guns,
        },
        fallen: false,
    }
}

fn brigade(pool: &mut NamePool, horse: bool) -> ForceCommand {
    let post = if horse {
        Post::Horse
    } else {
        Post::Foot(Rank::Brigade)
    };
    let leader = led(pool, Rank::Brigade, post);
    let (arm, strength, what) = if horse {
        (
            MusterArm::Cavalry(CavalryWeapon::SharpsCarbine),
            4,
            "Cavalry Brigade",
        )
    } else {
        (
            MusterArm::Infantry(InfantryWeapon::RifleMusket),
            6,
            "Brigade",
        )
    };
    let muster = MusterUnit {
        arm,
        strength,
        quality: Quality::Veteran,
        sharpshooter: false,
    };
    let home = pool.home();
    ForceCommand {
        name: pool.command(Some(&leader.name), what),
        echelon: Echelon::Brigade,
        leader: Some(leader),
        commands: Vec::new(),
        units: (0..3)
            .map(|_| ForceUnit::fresh(name(pool, &muster, home), muster))
            .collect(),
    }
}

fn guns(pool: &mut NamePool) -> ForceCommand {
    let muster = MusterUnit {
        arm: MusterArm::Artillery(Gun::Napoleon),
        strength: 2,
        quality: Quality::Veteran,
        sharpshooter: false,
    };
    ForceCommand {
        name: pool.command(None, "Artillery Reserve"),
        echelon: Echelon::GunBattalion,
        leader: None,
        commands: Vec::new(),
        units: vec![ForceUnit::fresh(pool.battery(), muster)],
    }
}
