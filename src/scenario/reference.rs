//! The names a scenario speaks of: zones, entries, leaders, commands.

use std::collections::HashSet;

use super::file::{
    CommandPlan, DeployPlan, ForcePlan, PlacePlan, ScenarioFile, Signal, SpecialRule,
};
use super::force::Force;
use crate::field::plan::Plan;
use crate::rules::Side;

/// Everything that can be referred to by name.
pub(super) struct Names {
    pub zones: Vec<String>,
    pub entries: Vec<String>,
    pub leaders: Vec<String>,
    pub commands: Vec<String>,
    /// The side of each command.
    sides: Vec<Side>,
}

impl Names {
    pub fn of(file: &ScenarioFile, ground: &Plan) -> Self {
        let mut names = Self {
            zones: ground.zones.iter().map(|zone| zone.id.clone()).collect(),
            entries: ground
                .entries
                .iter()
                .map(|entry| entry.id.clone())
                .collect(),
            leaders: Vec::new(),
            commands: Vec::new(),
            sides: Vec::new(),
        };
        let forces = [
            (Side::Union, &file.union),
            (Side::Confederate, &file.confederate),
        ];
        for (side, force) in forces {
            each_command(force, &mut |command| {
                names.commands.push(command.name.clone());
                names.sides.push(side);
                names
                    .leaders
                    .extend(command.leader.iter().map(|leader| leader.name.clone()));
            });
        }
        names
    }

    /// The side of a command.
    pub fn side_of(&self, command: &str) -> Option<Side> {
        let at = self.commands.iter().position(|name| name == command)?;
        self.sides.get(at).copied()
    }
}

impl Names {
    /// Adds the commands and leaders of a force that is brought.
    pub fn add(&mut self, force: &Force) {
        for command in &force.commands {
            command.each(&mut |command| {
                self.commands.push(command.name.clone());
                self.sides.push(force.side);
                let leader = command.leader.iter();
                self.leaders
                    .extend(leader.map(|leader| leader.name.clone()));
            });
        }
    }
}

/// What is wrong with a reference, if anything.
pub(super) fn unknown(kind: &str, name: &str, known: &[String]) -> Option<String> {
    if known.iter().any(|other| other == name) {
        return None;
    }
    let allowed = if known.is_empty() {
        "none is defined".to_owned()
    } else {
        format!("allowed: {}", known.join(", "))
    };
    Some(format!("`{name}` is no {kind} of this scenario; {allowed}"))
}

/// Shows every command of a force, those above before those below.
pub(super) fn each_command<'a>(force: &'a ForcePlan, show: &mut impl FnMut(&'a CommandPlan)) {
    fn below<'a>(commands: &'a [CommandPlan], show: &mut impl FnMut(&'a CommandPlan)) {
        for command in commands {
            show(command);
            below(&command.commands, show);
        }
    }
    below(&force.commands, show);
}

/// The zones that a scenario speaks of, and its own: a board has more, which are nothing to it.
pub(super) fn zones_spoken_of(file: &ScenarioFile) -> HashSet<String> {
    let own = file.ground.zones.iter().map(|zone| zone.id.clone());
    let mut zones: HashSet<String> = own.collect();
    zones.extend(file.victory.zones().into_iter().map(str::to_owned));
    for force in [&file.union, &file.confederate] {
        each_command(force, &mut |command| {
            let within = command.units.iter().filter_map(|unit| match &unit.deploy {
                DeployPlan::At { within, .. } => within.clone(),
                DeployPlan::Arrives { .. } => None,
            });
            zones.extend(within);
        });
        let parts = force.muster.iter().flat_map(|muster| &muster.parts);
        for share in parts.flat_map(|part| &part.deploy) {
            if let PlacePlan::Zone { zone, .. } = &share.place {
                zones.insert(zone.clone());
            }
        }
    }
    for rule in &file.rules {
        match rule {
            SpecialRule::Confined { zone, .. }
            | SpecialRule::Tested { zone, .. }
            | SpecialRule::Withdraws {
                when: Signal::Reached { zone, .. },
                ..
            } => {
                zones.insert(zone.clone());
            }
            SpecialRule::GunsSeeOver { zones: from, .. } => zones.extend(from.iter().cloned()),
            _ => {}
        }
    }
    zones
}
