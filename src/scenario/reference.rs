//! The names a scenario speaks of: zones, entries, leaders, commands.

use super::file::{CommandPlan, ForcePlan, ScenarioFile};
use super::force::Force;
use crate::field::plan::Plan;
use crate::rules::Side;

/// Everything that can be referred to by name.
pub(super) struct Names {
    pub zones: Vec<String>,
    pub entries: Vec<String>,
    pub leaders: Vec<String>,
    pub commands: Vec<String>,
    /// How many of the commands, from the first on, are the Union's.
    union: usize,
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
            union: 0,
        };
        for force in [&file.union, &file.confederate] {
            names.union = names.commands.len();
            each_command(force, &mut |command| {
                names.commands.push(command.name.clone());
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
        Some(if at < self.union {
            Side::Union
        } else {
            Side::Confederate
        })
    }
}

impl Names {
    /// Adds the commands and leaders of a force that is brought.
    pub fn add(&mut self, force: &Force) {
        for command in &force.commands {
            command.each(&mut |command| {
                self.commands.push(command.name.clone());
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
