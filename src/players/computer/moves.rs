//! Where to go: a few ways tried, the best taken.

use bevy::math::Vec2;

use super::aims::objective;
use super::crossing;
use super::worth::{nearest, place_worth};
use crate::army::UnitId;
use crate::battle::{Order, Situation};
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};
use crate::rules::formation::Shape;
use crate::rules::{Disorder, Morale};

/// What the disorder after a creek counts for where nobody is near, and from how many inches on
/// nobody is, as at 15 mm.
const WADING: f64 = 0.05;
const ALONE: f32 = 7.0;

/// The best of a few moves of a unit or group, and what it is worth more than staying.
pub fn best(now: &Situation, units: &[UnitId]) -> Option<(f64, Order)> {
    best_by(now, units, |unit, place, mark| {
        place_worth(now, unit, place, mark)
    })
}

/// The same, by what somebody else finds a place worth.
pub fn best_by(
    now: &Situation,
    units: &[UnitId],
    worth: impl Fn(UnitId, Placement, Vec2) -> f64,
) -> Option<(f64, Order)> {
    let army = now.army();
    if let &[unit] = units
        && let Some(found) = crossing::best(now, unit)
    {
        return found;
    }
    let marks: Vec<_> = units
        .iter()
        .filter_map(|&unit| Some((unit, objective(now, unit)?)))
        .collect();
    if marks.len() < units.len() {
        return None;
    }
    let staying: f64 = marks
        .iter()
        .map(|&(unit, mark)| worth(unit, army.placement(unit), mark))
        .sum();
    let mut best: Option<(f64, Order)> = None;
    for legs in ways(now, units[0], marks[0].1) {
        let Ok(walks) = now.check_move(units, None, false, &legs) else {
            continue;
        };
        let mut value = -staying;
        for ((unit, walked), (_, mark)) in walks.iter().zip(&marks) {
            value += worth(*unit, walked.placement, *mark);
            value -= match walked.disordered_by {
                // What has to be waded is waded, as long as nobody is near.
                Some(Disorder::Creek) if is_alone(now, *unit) => WADING,
                Some(_) => 0.6,
                None => 0.0,
            };
        }
        value /= units.len() as f64;
        if best.as_ref().is_none_or(|(known, _)| value > *known) {
            let order = Order::Move {
                form: None,
                form_last: false,
                legs,
            };
            best = Some((value, order));
        }
    }
    best
}

/// Whether no enemy is near enough to make use of a disorder.
fn is_alone(now: &Situation, unit: UnitId) -> bool {
    nearest(now, unit).is_none_or(|(_, far)| far > ALONE)
}

/// The ways worth trying for a body led by this unit.
fn ways(now: &Situation, lead: UnitId, mark: Vec2) -> Vec<Vec<Leg>> {
    let army = now.army();
    let values = army.unit(lead);
    let start = army.placement(lead);
    let bearing = start.facing.off(Facing::towards(start.at, mark));
    let straight = |inches: f32| Leg::Ahead {
        inches,
        degrees: 0.0,
    };
    let mut ways = Vec::new();
    let proportion = now.scenario().field.proportion();
    let column = matches!(values.shape(), Shape::Column | Shape::Limbered);
    if army.record(lead).entering > 0.0 {
        // Onto the table as far as it goes, so that the next has room.
        let far = [12.0, 10.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
        for inches in far.map(|inches| inches * proportion) {
            ways.push(vec![Leg::Turn { degrees: bearing }, straight(inches)]);
            ways.push(vec![straight(inches)]);
        }
        return ways;
    }
    // Horses go twice as far.
    let stride = if values.is_mounted() && !column {
        2.0
    } else {
        1.0
    };
    for inches in [6.0, 4.0, 2.0].map(|inches| inches * stride * proportion) {
        if column {
            let turned = Leg::Turn { degrees: bearing };
            ways.push(vec![turned, straight(inches * 2.0)]);
        } else if values.is_out_of_order() || bearing.abs() <= 45.0 {
            ways.push(vec![Leg::Ahead {
                inches,
                degrees: bearing,
            }]);
            if bearing.abs() > 5.0 {
                ways.push(vec![straight(inches)]);
            }
        } else if !values.is_artillery() {
            let turn = (bearing.abs() - 30.0).copysign(bearing).clamp(-90.0, 90.0);
            ways.push(vec![Leg::Wheel { degrees: turn }, straight(inches / 2.0)]);
            ways.push(vec![Leg::AboutFace, straight(inches / 2.0)]);
        }
        if values.morale != Morale::GoodOrder {
            ways.push(vec![Leg::Back {
                inches: inches / 2.0,
            }]);
        }
    }
    ways
}
