//! Names from a file, fit to be shown: control characters are made visible where they come in, so
//! that nothing behind this door need think of them.

use super::file::*;
use crate::disk::shown;
use crate::field::plan::Plan;
use crate::rules::muster::Demand;

/// Makes every word of a scenario fit to be shown.
pub(super) fn of_scenario(file: &mut ScenarioFile) {
    let texts = [&mut file.name, &mut file.history, &mut file.outcome];
    texts.into_iter().for_each(clean);
    for force in [&mut file.union, &mut file.confederate] {
        clean(&mut force.about);
        force.commands.iter_mut().for_each(of_command);
        force.muster.iter_mut().for_each(of_muster);
    }
    file.rules.iter_mut().for_each(of_rule);
    file.victory.conditions.iter_mut().for_each(of_condition);
    if let Some(points) = &mut file.victory.points {
        let zones = points.zones.iter_mut();
        zones.for_each(|scored| clean(&mut scored.zone));
    }
    for line in &mut file.victory.lines {
        clean(&mut line.id);
        clean(&mut line.name);
    }
    if let BoardPlan::Cut { points, .. } = &mut file.board {
        points.iter_mut().for_each(clean);
    }
    of_ground(&mut file.ground);
}

/// Makes every word of a board fit to be shown.
pub(super) fn of_board(board: &mut BoardFile) {
    clean(&mut board.name);
    board
        .points
        .iter_mut()
        .for_each(|point| clean(&mut point.id));
    of_ground(&mut board.ground);
    of_ground(&mut board.rich);
}

fn of_condition(condition: &mut Condition) {
    match condition {
        Condition::Cleared { any_of, .. } => any_of.iter_mut().for_each(clean),
        Condition::Holds { zone, .. } | Condition::AtMost { zone, .. } => clean(zone),
        Condition::Beyond { line, .. } => clean(line),
        Condition::StandsLost { command, .. } => command.iter_mut().for_each(clean),
        Condition::All { conditions } => conditions.iter_mut().for_each(of_condition),
        Condition::Judged { condition, .. } => of_condition(condition),
        Condition::CasualtyRatio { .. } | Condition::GotAway { .. } | Condition::Points { .. } => {}
    }
}

fn of_command(command: &mut CommandPlan) {
    clean(&mut command.name);
    if let Some(leader) = &mut command.leader {
        clean(&mut leader.name);
    }
    for unit in &mut command.units {
        clean(&mut unit.name);
        unit.battalion_of.iter_mut().for_each(clean);
        unit.joined_from.iter_mut().for_each(clean);
        match &mut unit.deploy {
            DeployPlan::At { within, .. } => within.iter_mut().for_each(clean),
            DeployPlan::Arrives { entry, by_die, .. } => {
                clean(entry);
                by_die.iter_mut().for_each(clean);
            }
        }
    }
    command.commands.iter_mut().for_each(of_command);
}

fn of_muster(plan: &mut MusterPlan) {
    for part in &mut plan.parts {
        clean(&mut part.name);
        part.under.iter_mut().for_each(clean);
        for demand in &mut part.demands {
            if let Demand::Leader { name, .. } = demand {
                clean(name);
            }
        }
        for share in &mut part.deploy {
            match &mut share.place {
                PlacePlan::Zone { zone, .. } => clean(zone),
                PlacePlan::Arrives {
                    by_die, entry, or, ..
                } => {
                    by_die.iter_mut().for_each(clean);
                    or.iter_mut().for_each(clean);
                    clean(entry);
                }
            }
        }
    }
    if let Some(help) = &mut plan.reinforcements {
        clean(&mut help.entry);
    }
}

fn of_rule(rule: &mut SpecialRule) {
    match rule {
        SpecialRule::LeaderKilled {
            leader,
            unless_alive,
            ..
        } => {
            clean(leader);
            unless_alive.iter_mut().for_each(clean);
        }
        SpecialRule::Confined { command, zone } => {
            clean(command);
            clean(zone);
        }
        SpecialRule::GunsSeeOver { zones, .. } => zones.iter_mut().for_each(clean),
        SpecialRule::Mounting { command, .. }
        | SpecialRule::FirstCheck { command, .. }
        | SpecialRule::BasicMorale { command, .. } => {
            clean(command);
        }
        SpecialRule::Withdraws { command, when, .. } => {
            clean(command);
            match when {
                Signal::Reached { command, zone } => {
                    clean(command);
                    clean(zone);
                }
                Signal::Arrived { command } => clean(command),
                Signal::Turn(_) | Signal::StandsLost(_) => {}
            }
        }
        SpecialRule::Tested { zone, why } => {
            clean(zone);
            clean(why);
        }
        SpecialRule::SightDepth { .. }
        | SpecialRule::CrossAs { .. }
        | SpecialRule::WetFlintlocks { .. }
        | SpecialRule::InitiativeByBenefit { .. }
        | SpecialRule::RailroadCut { .. } => {}
    }
}

fn of_ground(ground: &mut Plan) {
    ground
        .areas
        .iter_mut()
        .for_each(|area| clean(&mut area.name));
    ground
        .lines
        .iter_mut()
        .for_each(|line| clean(&mut line.name));
    for zone in &mut ground.zones {
        clean(&mut zone.id);
        clean(&mut zone.name);
    }
    for entry in &mut ground.entries {
        clean(&mut entry.id);
        clean(&mut entry.name);
    }
    ground
        .labels
        .iter_mut()
        .for_each(|label| clean(&mut label.text));
}

fn clean(word: &mut String) {
    if let std::borrow::Cow::Owned(shown) = shown(word) {
        *word = shown;
    }
}
