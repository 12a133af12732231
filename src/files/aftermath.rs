//! Who is left when a battle is over.

use std::path::Path;

use super::{Kind, Replay, kind_of, open_save, read_journal};
use crate::army::{Army, Fate, Presence};
use crate::battle::Battle;
use crate::rules::{Rules, Side};
use crate::scenario::force::{ForceCommand, Survivors};
use crate::scenario::{FileFault, ScenarioSource};

/// Reads a battle that was fought to its end and tells who is left of the commands that were
/// mustered for it.
pub fn survivors(path: &Path) -> Result<Survivors, FileFault> {
    let fault = |what: &str| FileFault {
        file: path.display().to_string(),
        place: None,
        field: String::new(),
        what: what.to_owned(),
    };
    let (battle, source) = match kind_of(path) {
        Some(Kind::Replay) => {
            let replay = Replay::open(path)?;
            (replay.play().battle, replay.opening().source.clone())
        }
        Some(Kind::Save) => {
            let opened = open_save(path)?;
            (opened.battle, opened.record.opening.source)
        }
        Some(Kind::Journal) => {
            let opened = read_journal(path)?;
            (opened.battle, opened.record.opening.source)
        }
        None => return Err(fault("is no save, replay or journal of a battle")),
    };
    if battle.army().verdict().is_none() {
        return Err(fault(
            "this battle is not over; allowed: one that was fought to its end",
        ));
    }
    left(&battle, &source).map_err(|faults| {
        let first = faults.into_iter().next();
        first.unwrap_or_else(|| fault("its forces cannot be read"))
    })
}

fn left(battle: &Battle, source: &ScenarioSource) -> Result<Survivors, Vec<FileFault>> {
    let scenario = battle.scenario();
    let mut commands = Vec::new();
    for side in [Side::Union, Side::Confederate] {
        for (part, mut command) in source.brought(scenario, side, Rules::book())? {
            wear(battle.army(), &mut command);
            commands.push((side, part, command));
        }
    }
    Ok(Survivors {
        battle: scenario.name.clone(),
        commands,
    })
}

/// Counts what is left of a command.
fn wear(army: &Army, command: &mut ForceCommand) {
    for unit in &mut command.units {
        let mut units = army.units().filter(|&id| !army.is_dummy(id));
        if let Some(id) = units.find(|&id| is(army.name(id), &unit.name)) {
            let strong = match army.presence(id) {
                Presence::OnTable | Presence::Hidden | Presence::Waiting { .. } => {
                    army.unit(id).strength
                }
                Presence::Gone(Fate::Withdrew | Fate::RodeOff | Fate::Absent) => {
                    army.unit(id).strength
                }
                Presence::Gone(_) => 0,
            };
            let full = unit.muster.strength;
            unit.left = (strong < full).then_some(strong);
        }
    }
    if let Some(leader) = &mut command.leader {
        let mut leaders = army.leaders();
        leader.fallen = leaders
            .any(|id| is(&army.leader_identity(id).name, &leader.name) && army.leader(id).fallen);
    }
    command
        .commands
        .iter_mut()
        .for_each(|below| wear(army, below));
}

/// Whether somebody is meant: where both sides had one of that name, one is told apart.
fn is(name: &str, meant: &str) -> bool {
    let rest = name.strip_prefix(meant);
    rest.is_some_and(|rest| matches!(rest, "" | " (U.S.)" | " (C.S.)"))
}
