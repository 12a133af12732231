//! The commands that are brought for the parts of a muster: what rules and victory call them, and
//! whom they belong to.

use std::collections::HashMap;

use super::check::Fault;
use super::file::*;
use super::force::Brought;

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
