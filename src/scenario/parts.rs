//! The commands that are brought for the parts of a muster: what rules and victory call them, and
//! whom they belong to.

use std::collections::{HashMap, HashSet};

use super::check::Fault;
use super::file::*;
use super::force::{Brought, unit_plan};
use super::reference::each_command;
use super::setup::NEVER;
use crate::rules::Side;

/// Rules and victory speak of a part by its name; whoever is brought for it has his own.
pub(super) fn name_commands(file: &mut ScenarioFile, brought: &[Option<Brought>; 2]) {
    let plans = [&file.union.muster, &file.confederate.muster];
    let mut named = HashMap::new();
    for (plan, one) in plans.into_iter().zip(brought) {
        let (Some(plan), Some(one)) = (plan, one) else {
            continue;
        };
        for (part, command) in plan.parts.iter().zip(&one.force.commands) {
            named.insert(part.name.clone(), command.name.clone());
        }
    }
    let rename = |name: &mut String| {
        if let Some(command) = named.get(name) {
            name.clone_from(command);
        }
    };
    file.rules
        .iter_mut()
        .for_each(|rule| of_rule(rule, &rename));
    let conditions = file.victory.conditions.iter_mut();
    conditions.for_each(|condition| of_condition(condition, &rename));
}

fn of_rule(rule: &mut SpecialRule, rename: &impl Fn(&mut String)) {
    match rule {
        SpecialRule::Mounting { command, .. }
        | SpecialRule::FirstCheck { command, .. }
        | SpecialRule::Confined { command, .. }
        | SpecialRule::BasicMorale { command, .. } => rename(command),
        SpecialRule::Withdraws { command, when, .. } => {
            rename(command);
            if let Signal::Reached { command, .. } | Signal::Arrived { command } = when {
                rename(command);
            }
        }
        _ => {}
    }
}

fn of_condition(condition: &mut Condition, rename: &impl Fn(&mut String)) {
    match condition {
        Condition::StandsLost {
            command: Some(command),
            ..
        } => rename(command),
        Condition::All { conditions } => {
            let conditions = conditions.iter_mut();
            conditions.for_each(|condition| of_condition(condition, rename));
        }
        Condition::Judged { condition, .. } => of_condition(condition, rename),
        _ => {}
    }
}

/// Puts the commands that were brought into the order of battle of a side, each where its part
/// says that it belongs.
///
/// Rules: `scenario.mine_run_3.union`, `scenario.richmond_1864.confederates`.
pub(super) fn put_under(
    plan: &mut ForcePlan,
    commands: Vec<CommandPlan>,
    path: &str,
    misplaced: &mut Vec<Fault>,
) {
    let parts = plan.muster.iter().flat_map(|muster| &muster.parts);
    let above: Vec<_> = parts.map(|part| part.under.clone()).collect();
    for (number, (command, above)) in commands.into_iter().zip(above).enumerate() {
        let Some(name) = above else {
            plan.commands.push(command);
            continue;
        };
        match find(&mut plan.commands, &name) {
            Some(above) => above.commands.push(command),
            None => misplaced.push(Fault {
                path: format!("{path}.parts[{number}].under"),
                what: format!("`{name}` is no command of this side's order of battle"),
            }),
        }
    }
}

/// A command by its name.
pub(super) fn find<'a>(commands: &'a mut [CommandPlan], name: &str) -> Option<&'a mut CommandPlan> {
    for command in commands {
        if command.name == name {
            return Some(command);
        }
        if let Some(below) = find(&mut command.commands, name) {
            return Some(below);
        }
    }
    None
}

/// Where both sides have somebody of the same name, a force that is brought calls its own
/// otherwise.
pub(super) fn set_apart(file: &ScenarioFile, brought: &mut [Option<Brought>; 2]) {
    let mut taken = HashSet::new();
    for force in [&file.union, &file.confederate] {
        each_command(force, &mut |command| {
            taken.insert(command.name.clone());
            taken.extend(command.leader.iter().map(|one| one.name.clone()));
            taken.extend(command.units.iter().map(|one| one.name.clone()));
        });
    }
    for one in brought.iter_mut().flatten() {
        let suffix = match one.force.side {
            Side::Union => "(U.S.)",
            Side::Confederate => "(C.S.)",
        };
        one.force.rename(&mut |name| {
            if taken.contains(name.as_str()) {
                *name = format!("{name} {suffix}");
            }
        });
        taken.extend(one.force.names().into_iter().map(str::to_owned));
    }
}

/// Names that both forces have, or a force and the scenario.
pub(super) fn twice(file: &ScenarioFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut known = [(); 3].map(|()| HashSet::new());
    for (path, force) in [("union", &file.union), ("confederate", &file.confederate)] {
        each_command(force, &mut |command| {
            let leader = command.leader.iter().map(|one| (1, "leaders", &one.name));
            let units = command.units.iter().map(|one| (2, "units", &one.name));
            let all = std::iter::once((0, "commands", &command.name));
            for (kind, word, name) in all.chain(leader).chain(units) {
                if !known[kind].insert(name) {
                    faults.push(Fault {
                        path: format!("{path}.muster.force"),
                        what: format!("there are two {word} named `{name}`"),
                    });
                }
            }
        });
    }
    faults
}

/// Those whom only cards bring belong to the first command that was mustered.
pub(super) fn keep_back(file: &mut ScenarioFile, brought: &[Option<Brought>; 2]) {
    let forces = [&mut file.union, &mut file.confederate];
    for (plan, one) in forces.into_iter().zip(brought) {
        let Some(one) = one else { continue };
        let help = plan
            .muster
            .as_ref()
            .and_then(|plan| plan.reinforcements.as_ref());
        let Some(entry) = help.map(|help| help.entry.clone()) else {
            continue;
        };
        let first = one.force.commands.first();
        let first = first.and_then(|first| find(&mut plan.commands, &first.name));
        let Some(command) = first else {
            continue;
        };
        let reserves = one.force.reserves.iter().map(|unit| {
            let deploy = DeployPlan::Arrives {
                turn: NEVER,
                by_die: None,
                entry: entry.clone(),
                formation: None,
                mounted: false,
            };
            unit_plan(unit, deploy)
        });
        command.units.extend(reserves);
    }
}
