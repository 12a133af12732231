//! Leaders: one to a brigade, where most of it hears him, at the front only when he is needed.

use bevy::math::Vec2;

use super::outlook::Outlook;
use crate::army::{LeaderId, UnitId};
use crate::battle::{Answer, Decision};
use crate::players::Duty;
use crate::rules::Morale;
use crate::rules::leader::Rank;

/// Inches to the enemy within which a leader is in danger, as at 15 mm.
const CLOSE: f32 = 4.0;

/// Where a leader goes, the best first.
pub fn leader(
    outlook: &Outlook,
    decision: &Decision,
    leader: LeaderId,
    units: &[UnitId],
) -> Vec<(f64, Answer)> {
    let army = outlook.army;
    let mut weighed = Vec::new();
    let state = army.leader(leader);
    for &unit in units {
        if let Some(value) = attach(outlook, leader, unit) {
            weighed.push((value, Answer::Attach(unit)));
        }
    }
    if let Some(from) = state.at {
        let stays = match state.attached {
            Some(unit) => attach(outlook, leader, unit).unwrap_or(-1.0),
            None => place(outlook, leader, from),
        };
        weighed.push((stays + 0.05, Answer::Stay));
        for to in spots(outlook, leader) {
            let parts = [1.0, 0.7, 0.4].map(|part| from.lerp(to, part));
            let allowed = |to: &Vec2| {
                outlook
                    .now
                    .check(Some(decision), &Answer::Ride(*to))
                    .is_ok()
            };
            if let Some(to) = parts.into_iter().find(allowed) {
                weighed.push((place(outlook, leader, to), Answer::Ride(to)));
            }
        }
    }
    weighed.push((-50.0, Answer::Stay));
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed
}

/// Men of a leader's own command, and of those below it.
fn his(outlook: &Outlook, leader: LeaderId) -> Vec<UnitId> {
    let army = outlook.army;
    let command = army.leader_identity(leader).command;
    let commands = &outlook.now.scenario().commands;
    let below = |mut at: usize| loop {
        if at == command {
            return true;
        }
        match commands[at].parent {
            Some(parent) => at = parent,
            None => return false,
        }
    };
    outlook
        .friends
        .iter()
        .copied()
        .filter(|&id| below(army.command(id)))
        .collect()
}

/// Places behind his men.
fn spots(outlook: &Outlook, leader: LeaderId) -> Vec<Vec2> {
    let army = outlook.army;
    his(outlook, leader)
        .into_iter()
        .map(|unit| army.behind(unit))
        .take(12)
        .collect()
}

/// How many of his men are in command, were he there, less what is in command anyway.
fn command(outlook: &Outlook, leader: LeaderId, at: Vec2) -> f64 {
    let (led, lost) = outlook.now.in_command_if(leader, at);
    0.5 * led.len() as f64 - 0.5 * lost.len() as f64
}

/// What it is worth to stand somewhere, attached to nobody.
fn place(outlook: &Outlook, leader: LeaderId, at: Vec2) -> f64 {
    let danger = outlook.nearest(at).map_or(99.0, |(_, far)| far);
    let others = outlook.army.leaders().filter(|&other| {
        let state = outlook.army.leader(other);
        other != leader && !state.fallen && state.at.is_some_and(|there| there.distance(at) < 1.0)
    });
    command(outlook, leader, at)
        - outlook.weights.risk * f64::from((CLOSE - danger).max(0.0)) * risk(outlook, leader)
        - 1.5 * others.count() as f64
}

/// How much his fall would cost: most where the scenario makes much of it.
fn risk(outlook: &Outlook, leader: LeaderId) -> f64 {
    match outlook.army.leader_identity(leader).rank {
        Rank::Brigade => 1.0,
        _ => 3.0,
    }
}

/// What it is worth to be attached to a unit; nothing where another leader is already.
fn attach(outlook: &Outlook, leader: LeaderId, unit: UnitId) -> Option<f64> {
    let army = outlook.army;
    let taken = army.attached_leaders(unit).any(|other| other != leader);
    if taken {
        return None;
    }
    let identity = army.leader_identity(leader);
    let values = army.unit(unit);
    let own = army.command(unit) == identity.command;
    // He who is not there yet comes with his men.
    if army.leader(leader).at.is_none() {
        return Some(if own { 5.0 } else { 3.0 });
    }
    let at = army.behind(unit);
    let danger = outlook.danger(unit);
    let task = outlook.task(unit);
    let fight = match (values.morale, task.duty) {
        (Morale::Shaken, _) if outlook.nerve(unit) <= 9 => 1.2,
        (_, Duty::Take) if danger < 12.0 && !values.is_artillery() => 0.7,
        _ if danger < 6.0 => 0.4,
        _ => 0.0,
    };
    let guns = identity.artillery && values.is_artillery();
    let value = command(outlook, leader, at)
        + outlook.weights.lead * fight * f64::from(identity.benefit)
        + if own { 0.5 } else { 0.0 }
        + if guns { 0.6 } else { 0.0 };
    let near = f64::from((CLOSE + 1.0 - danger).max(0.0));
    Some(value - outlook.weights.risk * near * risk(outlook, leader) - if own { 0.0 } else { 0.8 })
}
