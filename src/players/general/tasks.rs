//! Who is to do what: the plan of the battle, from what is fought for and who is where.

use std::collections::HashMap;

use bevy::math::Vec2;

use super::aims::{Aim, entry_of};
use super::outlook::Outlook;
use crate::army::{Presence, UnitId};
use crate::players::Duty;
use crate::rules::Morale;

/// What a unit is to do, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// What.
    pub duty: Duty,
    /// For which of the aims.
    pub aim: usize,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            duty: Duty::Hold,
            aim: 0,
        }
    }
}

/// The tasks of everybody on the table and of those who come soon.
pub fn tasks(outlook: &Outlook) -> HashMap<UnitId, Task> {
    let army = outlook.army;
    let mut tasks = HashMap::new();
    if outlook.aims.is_empty() {
        return tasks;
    }
    let open = open_aims(outlook);
    let mut wants: Vec<f64> = outlook.aims.iter().map(|aim| want(outlook, aim)).collect();
    // What is beside the point gets what is left.
    for (at, want) in wants.iter_mut().enumerate() {
        if !open.contains(&at) {
            *want *= 0.25;
        }
    }
    let mut given = vec![0.0; wants.len()];
    let mut brigades: HashMap<(usize, usize), u32> = HashMap::new();
    let mut units: Vec<(f32, UnitId, Vec2)> = army
        .units()
        .filter(|&id| army.side(id) == outlook.side)
        .filter_map(|id| Some((id, place_of(outlook, id)?)))
        .map(|(id, at)| {
            let near = outlook
                .aims
                .iter()
                .map(|aim| aim.distance(outlook.now, at))
                .fold(f32::INFINITY, f32::min);
            (near, id, at)
        })
        .collect();
    units.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    for (_, unit, at) in units {
        let values = army.unit(unit);
        let duty = if army.is_withdrawn(unit) {
            Some(Duty::Withdraw)
        } else if army.is_dummy(unit) {
            Some(Duty::Screen)
        } else {
            None
        };
        let command = army.command(unit);
        let score = |aim: usize| {
            let lacking = ((wants[aim] - given[aim]) / wants[aim].max(1.0)).max(-1.0);
            let mates = brigades.get(&(command, aim)).copied().unwrap_or(0);
            let far = outlook.aims[aim].distance(outlook.now, at);
            let here = if far <= 0.0 {
                outlook.weights.here
            } else {
                0.0
            };
            // Whoever cannot be there in time is of no use there.
            let late = (f64::from(far) - 10.0 * f64::from(outlook.left)).max(0.0);
            outlook.weights.lacking * outlook.aims[aim].weight * lacking
                + outlook.weights.together * f64::from(mates.min(2))
                + here
                - outlook.weights.march * f64::from(far)
                - outlook.weights.late_there * late
        };
        let aim = (0..wants.len())
            .max_by(|&one, &other| score(one).total_cmp(&score(other)))
            .unwrap_or(0);
        if values.morale <= Morale::Disorder && duty.is_none() {
            given[aim] += outlook.weights.worth(values);
            *brigades.entry((command, aim)).or_default() += 1;
        }
        let duty = duty.unwrap_or(match values.morale {
            Morale::Shaken | Morale::Routed => Duty::Mend,
            _ if values.is_artillery() => Duty::Support,
            _ if outlook.aims[aim].take => Duty::Take,
            _ => Duty::Hold,
        });
        tasks.insert(unit, Task { duty, aim });
    }
    tasks
}

/// Where a unit is, or will come in soon.
fn place_of(outlook: &Outlook, id: UnitId) -> Option<Vec2> {
    let army = outlook.army;
    match army.presence(id) {
        Presence::OnTable | Presence::Hidden if army.has_place(id) => Some(army.placement(id).at),
        Presence::Waiting { .. } => entry_of(outlook.now, id),
        _ => None,
    }
}

/// How much strength an aim wants.
fn want(outlook: &Outlook, aim: &Aim) -> f64 {
    let least = 4.0 * f64::from(aim.units);
    match aim.take {
        true => least.max(outlook.weights.odds * aim.against),
        false => least.max(outlook.weights.keep * aim.against),
    }
    .max(if outlook.attacks { 3.0 } else { 4.0 })
}

/// The aims that are gone for in earnest: of several of which one is enough, the one that is
/// weakest held for its distance.
fn open_aims(outlook: &Outlook) -> Vec<usize> {
    let army = outlook.army;
    let cost = |aim: &Aim| {
        let way: f64 = outlook
            .friends
            .iter()
            .filter(|&&id| !army.unit(id).is_artillery())
            .map(|&id| {
                let far = aim.distance(outlook.now, army.placement(id).at);
                f64::from(far) * outlook.weights.worth(army.unit(id))
            })
            .sum();
        let all: f64 = outlook
            .friends
            .iter()
            .map(|&id| outlook.weights.worth(army.unit(id)))
            .sum();
        aim.against + 0.8 * way / all.max(1.0)
    };
    let best = outlook
        .aims
        .iter()
        .enumerate()
        .filter(|(_, aim)| aim.choice && aim.take)
        .min_by(|(_, one), (_, other)| cost(one).total_cmp(&cost(other)))
        .map(|(at, _)| at);
    outlook
        .aims
        .iter()
        .enumerate()
        .filter(|&(at, aim)| !(aim.choice && aim.take) || Some(at) == best)
        .map(|(at, _)| at)
        .collect()
}
