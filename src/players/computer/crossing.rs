//! Over the water: the train to the bank, the engineers out of the way, the others over the bridge.

use bevy::math::Vec2;

use super::aims::objective;
use crate::army::{Task, UnitId};
use crate::battle::{Goal, Order, Situation};
use crate::field::Facing;
use crate::field::moves::Leg;
use crate::field::plan::LineKind;
use crate::rules::Morale;
use crate::rules::formation::Shape;

/// What it is worth to cross, or to bring the train to the water.
const WORTH: f64 = 2.5;

/// A bridge from here to there.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Where one goes onto it.
    pub from: Vec2,
    /// Where one comes off it.
    pub to: Vec2,
}

/// Whether water lies between two places.
pub fn is_barred(now: &Situation, from: Vec2, to: Vec2) -> bool {
    let terrain = now.terrain();
    let steps = (from.distance(to) * 3.0).ceil().max(1.0) as u32;
    (1..steps).any(|step| {
        let at = from.lerp(to, step as f32 / steps as f32);
        terrain.ground(at).is_none()
    })
}

/// Whether a unit is cut off from where it wants to be.
pub fn is_cut_off(now: &Situation, unit: UnitId) -> bool {
    let here = now.army().placement(unit).at;
    has_water(now) && objective(now, unit).is_some_and(|mark| is_barred(now, here, mark))
}

/// Most fields have no water that bars the way.
fn has_water(now: &Situation) -> bool {
    use crate::field::plan::AreaKind::{Pond, River};
    let areas = &now.field().areas;
    areas.iter().any(|area| matches!(area.kind, Pond | River))
}

/// The bridge that leads a unit to where it wants to be.
pub fn span(now: &Situation, unit: UnitId) -> Option<Span> {
    let here = now.army().placement(unit).at;
    let mark = objective(now, unit)?;
    let lines = now.field().lines.iter();
    lines
        .filter(|line| line.kind == LineKind::PontoonBridge)
        .filter_map(|line| Some((*line.points.first()?, *line.points.last()?)))
        .flat_map(|(one, other)| [(one, other), (other, one)])
        .map(|(from, to)| Span { from, to })
        .filter(|span| !is_barred(now, here, span.from) && !is_barred(now, span.to, mark))
        .min_by(|one, other| {
            let far = |span: &Span| span.from.distance(here);
            far(one).total_cmp(&far(other))
        })
}

/// A move over the water or to it, if that is what a unit should do now; `Some(None)` if it should
/// rather stay.
pub fn best(now: &Situation, unit: UnitId) -> Option<Option<(f64, Order)>> {
    let army = now.army();
    if army.record(unit).train > 0 {
        return Some(to_the_bank(now, unit));
    }
    if army.identity(unit).engineer {
        return Some(to_the_bridge(now, unit).or_else(|| out_of_the_way(now, unit)));
    }
    if army.record(unit).entering > 0.0 || !is_cut_off(now, unit) {
        return None;
    }
    Some(span(now, unit).and_then(|span| over(now, unit, span)))
}

fn order(legs: Vec<Leg>) -> Order {
    Order::Move {
        form: None,
        form_last: false,
        legs,
    }
}

fn ahead(inches: f32) -> Leg {
    Leg::Ahead {
        inches,
        degrees: 0.0,
    }
}

/// The first way that is allowed.
fn first(now: &Situation, unit: UnitId, ways: impl Iterator<Item = Vec<Leg>>) -> Option<Order> {
    let allowed = |legs: &Vec<Leg>| now.check_move(&[unit], None, false, legs).is_ok();
    let mut ways = ways;
    ways.find(allowed).map(order)
}

/// The train goes to the nearest bank that its pontoons can bridge towards where it wants to be.
fn to_the_bank(now: &Situation, unit: UnitId) -> Option<(f64, Order)> {
    if now.bridge_site(unit).is_ok() {
        return None;
    }
    let army = now.army();
    let (place, mark) = (army.placement(unit), objective(now, unit)?);
    let scale = now.field().proportion();
    let stretch = now.rules().works.pontoon.stretch.at(now.field().scale);
    let most = army.record(unit).train as f32 * stretch;
    let terrain = now.terrain();
    let mut best: Option<(f32, Facing)> = None;
    for step in 0..36 {
        let facing = Facing::degrees(step as f32 * 10.0);
        let at = |far: f32| place.at + facing.ahead() * far;
        let dry = |far: f32| terrain.ground(at(far)).is_some();
        let inches = |from: f32, to: f32| {
            let steps = ((to - from) / 0.2).max(0.0) as u32;
            (0..steps).map(move |step| from + step as f32 * 0.2)
        };
        let Some(near) = inches(0.0, 24.0 * scale).find(|&far| !dry(far)) else {
            continue;
        };
        let Some(bank) = inches(near, near + most).find(|&far| dry(far)) else {
            continue;
        };
        let nearer = at(bank).distance(mark) < at(near).distance(mark);
        let on = now.field().contains(at(bank + scale));
        if nearer && on && best.is_none_or(|(known, _)| near < known) {
            best = Some((near, facing));
        }
    }
    let (near, facing) = best?;
    let turned = place.facing.off(facing);
    let ways = (0..40).map(|step| {
        let inches = near - (0.4 + 0.5 * step as f32) * scale;
        vec![Leg::Turn { degrees: turned }, ahead(inches.max(0.0))]
    });
    let order = first(now, unit, ways.filter(|legs| legs[1] != ahead(0.0)))?;
    Some((WORTH, order))
}

/// Engineers go back to a bridge that is not whole, if nobody else works on it.
fn to_the_bridge(now: &Situation, unit: UnitId) -> Option<(f64, Order)> {
    let army = now.army();
    let here = army.placement(unit).at;
    let scale = now.field().proportion();
    if army.unit(unit).morale >= Morale::Shaken {
        return None;
    }
    let others = || army.present_of(army.side(unit)).filter(|&id| id != unit);
    let bridge = army.earth().bridges().iter().find(|bridge| {
        let task = Task::Bridge(bridge.id);
        let at_work = |id: UnitId| army.work(id).is_some_and(|work| work.task == task);
        !bridge.is_whole() && !others().any(at_work)
    })?;
    let [one, other] = bridge.ends;
    let (end, beyond) = if one.distance(here) <= other.distance(here) {
        (one, other)
    } else {
        (other, one)
    };
    // Whoever stands there works.
    let reach = army.footprint(unit).nearest_to(end).distance(end);
    if reach <= 1.2 * scale || is_barred(now, here, end) {
        return None;
    }
    let back = (end - beyond).normalize_or(Vec2::Y);
    let aside = Vec2::new(back.y, -back.x);
    // Beside the end if somebody stands at it.
    let places = [0.3, 1.0, -1.0].map(|far| end + back * 0.4 * scale + aside * far * scale);
    let plans = places
        .iter()
        .filter_map(|&to| now.plan(&[unit], &Goal::place(to)).ok());
    let mut orders = plans
        .map(|plan| plan.order)
        .filter(|order| matches!(order, Order::Move { .. }));
    Some((WORTH, orders.next()?))
}

/// Engineers whose bridge is whole leave it to the others.
fn out_of_the_way(now: &Situation, unit: UnitId) -> Option<(f64, Order)> {
    let army = now.army();
    let here = army.footprint(unit);
    let scale = now.field().proportion();
    let blocks = army.earth().bridges().iter().any(|bridge| {
        let near = |end: Vec2| here.nearest_to(end).distance(end) < 1.2 * scale;
        bridge.is_whole() && bridge.ends.into_iter().any(near)
    });
    if !blocks {
        return None;
    }
    let column = matches!(army.unit(unit).shape(), Shape::Column);
    let ways = [3.0, 4.0, 2.0, 5.0, 1.5].into_iter().flat_map(|inches| {
        [90.0, -90.0, 120.0, -120.0, 180.0].map(|degrees| {
            let inches = inches * scale;
            match column {
                true => vec![Leg::Turn { degrees }, ahead(inches)],
                false => vec![Leg::Ahead { inches, degrees }],
            }
        })
    });
    Some((WORTH, first(now, unit, ways)?))
}

/// A column marches to the bridge and over it, as far as it gets.
fn over(now: &Situation, unit: UnitId, span: Span) -> Option<(f64, Order)> {
    let army = now.army();
    if !matches!(army.unit(unit).shape(), Shape::Column | Shape::Limbered) {
        return None;
    }
    let place = army.placement(unit);
    let scale = now.field().proportion();
    let along = (span.to - span.from).normalize_or(Vec2::Y);
    let way = Facing::towards(Vec2::ZERO, along);
    // Onto the bridge from right before it, or straight on if it stands there already.
    let foot = span.from - along * 0.1 * scale;
    let aside = (place.at - span.from).perp_dot(along).abs();
    let astride = aside < 0.12 * scale && place.facing.off(way).abs() < 8.0;
    let to_foot = Facing::towards(place.at, foot);
    let far = place.at.distance(foot);
    let length = span.from.distance(span.to);
    let approach = if astride {
        vec![Leg::Turn {
            degrees: place.facing.off(way),
        }]
    } else {
        vec![
            Leg::Turn {
                degrees: place.facing.off(to_foot),
            },
            ahead(far),
            Leg::Turn {
                degrees: to_foot.off(way),
            },
        ]
    };
    let rest = if astride {
        (span.from - place.at).dot(along)
    } else {
        0.0
    };
    let all = rest + length + 8.0 * scale;
    let on = (0..32).map(|step| all - 0.5 * scale * step as f32);
    let crossing = on.filter(|inches| *inches > 0.4 * scale).map(|inches| {
        let mut legs = approach.clone();
        legs.push(ahead(inches));
        legs
    });
    // Else as near to it as it gets.
    let nearer = (0..24).map(|step| far - (0.2 + 0.5 * step as f32) * scale);
    let nearer = nearer.filter(|inches| *inches > 0.3 * scale).map(|inches| {
        vec![
            Leg::Turn {
                degrees: place.facing.off(to_foot),
            },
            ahead(inches),
        ]
    });
    let order = match astride {
        true => first(now, unit, crossing),
        false => first(now, unit, crossing.chain(nearer)),
    };
    Some((WORTH, order?))
}
