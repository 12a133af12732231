//! Pickets: how the computer lays its own, when it shows them, and what it takes the enemy's for.

use bevy::math::Vec2;
use rand::Rng;

use super::View;
use super::worth::nearest;
use crate::army::{PicketStatus, Post, UnitId};
use crate::battle::{Answer, Situation};
use crate::rules::Side;

/// An enemy so near, in inches at 15 mm, is worth showing oneself for.
const WORTH_SHOWING: f32 = 7.0;

/// Now and then a brigade goes behind one picket, so that its other pickets are so many dummies
/// more. Half of the other units change places with a dummy like them, whichever chance has it:
/// whoever knows the scenario does not know where they stand.
pub fn set_up(view: &View, units: &[UnitId]) -> Answer {
    let army = view.army();
    let mut chance = view.chance();
    if army.bands().is_empty() && chance.next_u32() & 1 == 1 {
        let bands = bands(view, units);
        if !bands.is_empty() {
            let which = chance.next_u32() as usize % bands.len();
            return Answer::Band(bands[which].clone());
        }
    }
    let banded = |id: &UnitId| army.bands().iter().any(|band| band.contains(id));
    let mut dummies: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|&id| army.is_dummy(id))
        .collect();
    let mut posts = Vec::new();
    for &unit in units
        .iter()
        .filter(|&&id| !army.is_dummy(id) && !banded(&id))
    {
        let alike = |&dummy: &UnitId| {
            army.unit(dummy) == army.unit(unit)
                && army.muster_of(dummy) == army.muster_of(unit)
                && view.now().zone_outline(dummy) == view.now().zone_outline(unit)
        };
        let Some(at) = dummies.iter().position(alike) else {
            continue;
        };
        let dummy = dummies.swap_remove(at);
        if chance.next_u32() & 1 == 1 {
            posts.push(there(view, unit, dummy));
            posts.push(there(view, dummy, unit));
        }
    }
    let answer = Answer::SetUp {
        units: posts,
        leaders: Vec::new(),
        ready: true,
    };
    if view.check(&answer).is_ok() {
        answer
    } else {
        Answer::READY
    }
}

/// Chains of two and more regiments of a command that could go behind one picket.
fn bands(view: &View, units: &[UnitId]) -> Vec<Vec<UnitId>> {
    let army = view.army();
    let real = || units.iter().copied().filter(|&id| !army.is_dummy(id));
    let mut bands: Vec<Vec<UnitId>> = Vec::new();
    for first in real().filter(|&id| !army.unit(id).is_artillery()) {
        if bands.iter().flatten().any(|&id| id == first) {
            continue;
        }
        let mut band = vec![first];
        let others: Vec<_> = real().filter(|&id| id != first).collect();
        // Whoever stands next to one of them may be next to another after him.
        for _ in 0..others.len() {
            let next = others.iter().copied().find(|&id| {
                let mut more = band.clone();
                more.push(id);
                !band.contains(&id) && view.check(&Answer::Band(more)).is_ok()
            });
            let Some(next) = next else { break };
            band.push(next);
        }
        if band.len() > 1 {
            bands.push(band);
        }
    }
    bands
}

/// One unit where another stands.
fn there(view: &View, unit: UnitId, other: UnitId) -> Post {
    let place = view.army().placement(other);
    Post {
        unit,
        at: place.at,
        facing: place.facing,
        formation: None,
    }
}

/// What it is worth to come out from behind a picket.
pub fn show_worth(now: &Situation, unit: UnitId) -> f64 {
    match nearest(now, unit) {
        Some((enemy, far)) if far < WORTH_SHOWING && now.sees(unit, enemy) => 0.7,
        _ => f64::NEG_INFINITY,
    }
}

/// Figures that an enemy picket stands for, as far as one can tell: those who are hidden, shared out
/// among all the pickets that may be real.
pub fn expected(now: &Situation, enemy: Side) -> f32 {
    let army = now.army();
    let hidden = army.hidden_of(enemy).filter(|&id| !army.is_dummy(id));
    let figures: u32 = hidden.map(|id| army.unit(id).strength).sum();
    let pickets = army.standing_pickets();
    let many = pickets.filter(|picket| picket.id.side == enemy).count();
    figures as f32 / many.max(1) as f32
}

/// The enemy picket that is nearest to a place; one that is known to be real before others as near.
pub fn nearest_picket(now: &Situation, side: Side, at: Vec2) -> Option<Vec2> {
    let pickets = now.army().standing_pickets();
    let far = |(place, status): &(Vec2, PicketStatus)| {
        let doubt = if *status == PicketStatus::Real {
            0.0
        } else {
            2.0
        };
        place.distance(at) + doubt
    };
    pickets
        .filter(|picket| picket.id.side != side)
        .map(|picket| (picket.at.at, picket.status))
        .min_by(|one, other| far(one).total_cmp(&far(other)))
        .map(|(place, _)| place)
}
