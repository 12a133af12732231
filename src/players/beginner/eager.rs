//! What somebody who is eager does with his turn.

use bevy::math::Vec2;

use super::hold;
use crate::army::{Formation, UnitId};
use crate::battle::{Answer, Order, Situation};
use crate::field::Placement;
use crate::players::computer::worth::{inches, is_sheltered, nearest};
use crate::players::computer::{moves, order_worth};
use crate::rules::InfantryFormation;
use crate::rules::formation::Shape;

/// What fire seems to be worth beyond what it is, and what the bayonet seems to cost.
const SMOKE: f64 = 3.0;
const STEEL: f64 = 0.5;

/// Only so near to the enemy does a column think of its line, in inches at 15 mm.
const UPON_IT: f32 = 4.0;

/// Everything that comes to mind, with what it seems to be worth.
pub fn choices(
    now: &Situation,
    units: &[UnitId],
    orders: &[Order],
    may_move: bool,
) -> Vec<(f64, Answer)> {
    let army = now.army();
    let comes_in = units.iter().any(|&id| army.record(id).entering > 0.0);
    let mut choices: Vec<(f64, Answer)> = orders
        .iter()
        .filter(|order| **order != Order::Hold)
        .map(|order| (seems(now, units, order), Answer::Order(order.clone())))
        .collect();
    if may_move
        && let Some((value, order)) = moves::best_by(now, units, |unit, place, mark| {
            place_seems(now, unit, place, mark)
        })
    {
        choices.push((value, Answer::Order(order)));
    }
    if orders.contains(&Order::Hold) && (!comes_in || choices.is_empty()) {
        choices.push((0.05, hold()));
    }
    choices
}

/// Any shot is a good shot, and better than to come on or to close; order and wrecks are for later.
fn seems(now: &Situation, units: &[UnitId], order: &Order) -> f64 {
    let worth = order_worth(now, units, order);
    let far = || nearest(now, units[0]).map_or(99.0, |(_, far)| far);
    let in_column = now.army().unit(units[0]).shape() == Shape::Column;
    match order {
        Order::Fire { .. } if worth > 0.0 => worth + SMOKE,
        Order::Charge { halt: None, .. } => worth - STEEL,
        Order::Form(Formation::Infantry(InfantryFormation::BattleLine))
            if in_column && far() > UPON_IT =>
        {
            0.0
        }
        // Guns are brought up to where they can be taken.
        Order::Form(Formation::Limbered(false)) if far() > 10.0 => 0.0,
        Order::Reform | Order::Rally => 0.0,
        Order::Work(task) if !task.is_bridging() => 0.0,
        _ => worth,
    }
}

/// Near to the enemy, whatever is fought for, in a wood if there is one. Where the
/// enemy looks, where the others of the brigade are and how close is too close for guns is not
/// thought of.
fn place_seems(now: &Situation, unit: UnitId, place: Placement, mark: Vec2) -> f64 {
    let army = now.army();
    if army.is_withdrawn(unit) {
        return -0.24 * f64::from(inches(now, place.at, mark));
    }
    let mark = nearest(now, unit).map_or(mark, |(enemy, _)| army.placement(enemy).at);
    let value = -0.12 * f64::from(inches(now, place.at, mark));
    if is_sheltered(now, place.at) {
        value + 0.25
    } else {
        value
    }
}
