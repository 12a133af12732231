//! What is fought for: zones, lines and points as the scenario's conditions name them.

use bevy::math::Vec2;

use super::hiding::{expected, nearest_picket};
use super::worth::{inches, nearest};
use crate::army::UnitId;
use crate::battle::{Judging, Situation};
use crate::rules::{Morale, Side};
use crate::scenario::file::{Condition, Edge, LinePlan};

/// How near to what it can bear an army is worried, in stands.
const WORRIED: u32 = 2;

/// Inches beyond a line that are enough, as at 15 mm.
const PAST: f32 = 3.0;

/// Where a unit wants to be: the attacker in the zone he must clear or beyond the line, the
/// defender where he is, whoever is withdrawn at his edge.
pub fn objective(now: &Situation, unit: UnitId) -> Option<Vec2> {
    let army = now.army();
    let side = army.side(unit);
    let here = army.placement(unit).at;
    if let Some(edge) = now.way_out(unit) {
        return Some(at_edge(now, here, edge));
    }
    let enemy = nearest(now, unit);
    // A dummy goes where the enemy is, to draw him.
    if army.is_dummy(unit) {
        let place = enemy.map(|(enemy, _)| army.placement(enemy).at);
        let place = place.or_else(|| nearest_picket(now, side, here));
        return place.or_else(|| wanted(now, side, here).into_iter().next());
    }
    if army.unit(unit).morale == Morale::Shaken {
        return enemy.map(|(enemy, _)| here * 2.0 - army.placement(enemy).at);
    }
    let aim = if defends(now, side) {
        most_needed(now, side, here)
    } else {
        let wanted = wanted(now, side, here);
        wanted
            .into_iter()
            .min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)))
    };
    match (aim, enemy) {
        // The defender stays in his position and turns to whoever comes near; whoever has nobody
        // before him goes where he is needed.
        (Some(aim), Some((_, far))) if defends(now, side) => {
            Some(if far < 8.0 && in_position(now, here) {
                here
            } else {
                aim
            })
        }
        (_, Some((enemy, far))) if far < 9.0 => Some(army.placement(enemy).at),
        (aim, enemy) => aim
            .or(enemy.map(|(enemy, _)| army.placement(enemy).at))
            .or_else(|| nearest_picket(now, side, here)),
    }
}

/// The nearest place at an edge.
fn at_edge(now: &Situation, here: Vec2, edge: Edge) -> Vec2 {
    let size = now.scenario().field.size;
    match edge {
        Edge::North => Vec2::new(here.x, size.y),
        Edge::South => Vec2::new(here.x, 0.0),
        Edge::East => Vec2::new(size.x, here.y),
        Edge::West => Vec2::new(0.0, here.y),
    }
}

/// Whether a side wins if nothing happens: by the last word, or by the points it has.
pub fn defends(now: &Situation, side: Side) -> bool {
    let victory = &now.scenario().victory;
    match &victory.points {
        Some(_) if victory.otherwise().is_none() => now.judge().winner == Some(side),
        _ => victory.otherwise() == Some(side),
    }
}

/// How near a side is to losing by its losses: 0 far from it, 1 at the last stand it can bear.
pub fn nearly_beaten(now: &Situation, side: Side) -> f64 {
    let judging = Judging::new(now.scenario(), now.army());
    let conditions = now.scenario().victory.conditions.iter();
    let parts = conditions.flat_map(Condition::parts);
    parts
        .filter_map(|part| match part {
            Condition::StandsLost {
                stands, command, ..
            } if part.winner() == Some(side.other()) => {
                let lost = judging.stands_lost(side, command.as_deref());
                let left = stands.saturating_sub(lost);
                (left <= WORRIED).then(|| 1.0 - 0.5 * f64::from(left.saturating_sub(1)))
            }
            _ => None,
        })
        .fold(0.0, f64::max)
}

/// Whether a place lies in one of the zones that are fought for, or close to a line that is.
pub fn in_position(now: &Situation, at: Vec2) -> bool {
    let scenario = now.scenario();
    let close = PAST * scenario.field.proportion();
    let mut zones = scenario.victory.zones().into_iter();
    zones.any(|id| {
        let zone = scenario.field.zone(id);
        zone.is_some_and(|zone| zone.contains(at))
    }) || lines(now, None).any(|line| foot(now, line, at).distance(at) < close)
}

/// Where a defender is needed most: many enemies, few friends, not too far.
fn most_needed(now: &Situation, side: Side, here: Vec2) -> Option<Vec2> {
    let army = now.army();
    let reach = 12.0 * now.scenario().field.proportion();
    let strength = |side: Side, zone: Vec2| -> f32 {
        army.present_of(side)
            .filter(|&id| army.unit(id).morale < Morale::Shaken)
            .filter(|&id| army.placement(id).at.distance(zone) < reach)
            .map(|id| army.unit(id).strength as f32)
            .sum()
    };
    let share = expected(now, side.other());
    let suspected = |zone: Vec2| -> f32 {
        let pickets = army.standing_pickets();
        let near =
            pickets.filter(|picket| picket.id.side != side && picket.at.at.distance(zone) < reach);
        near.count() as f32 * share
    };
    let need = |zone: &Vec2| {
        0.15 * (strength(side.other(), *zone) + suspected(*zone) - strength(side, *zone))
            - 0.12 * inches(now, *zone, here)
    };
    let held = lines(now, Some(side.other())).map(|line| foot(now, line, here));
    zones(now)
        .chain(held)
        .max_by(|one, other| need(one).total_cmp(&need(other)))
}

/// Where an attacker wants to be: the zones that something hangs on, but not those that only give
/// points and are his already; beyond the lines he must cross.
fn wanted(now: &Situation, side: Side, here: Vec2) -> Vec<Vec2> {
    let victory = &now.scenario().victory;
    let points = victory.points.iter().flat_map(|plan| &plan.zones);
    let his: Vec<&str> = points
        .map(|scored| scored.zone.as_str())
        .filter(|zone| now.army().holder(zone) == Some(side))
        .collect();
    let zones = victory.zones().into_iter();
    let mut wanted: Vec<Vec2> = zones
        .filter(|zone| !his.contains(zone))
        .filter_map(|zone| middle(now, zone))
        .collect();
    wanted.extend(lines(now, Some(side)).map(|line| past(now, line, here)));
    if wanted.is_empty() {
        wanted.extend(his.into_iter().filter_map(|zone| middle(now, zone)));
    }
    wanted
}

/// The lines that somebody, or a side, wins beyond.
fn lines<'a>(
    now: &'a Situation,
    winner: Option<Side>,
) -> impl Iterator<Item = &'a LinePlan> + use<'a> {
    let victory = &now.scenario().victory;
    let parts = victory.conditions.iter().flat_map(Condition::parts);
    parts.filter_map(move |part| match part {
        Condition::Beyond { line, .. } if winner.is_none() || part.winner() == winner => {
            victory.line(line)
        }
        _ => None,
    })
}

/// The place on a line that is nearest, in inches.
fn foot(now: &Situation, line: &LinePlan, at: Vec2) -> Vec2 {
    let square = now.scenario().field.square;
    let points = line.points.windows(2);
    points
        .map(|pair| {
            let (from, to) = (Vec2::from(pair[0]) * square, Vec2::from(pair[1]) * square);
            let way = to - from;
            let along = (at - from).dot(way) / way.length_squared().max(1e-6);
            from + way * along.clamp(0.0, 1.0)
        })
        .min_by(|one, other| one.distance(at).total_cmp(&other.distance(at)))
        .unwrap_or(at)
}

/// A place well beyond a line; where one is if one is there.
fn past(now: &Situation, line: &LinePlan, at: Vec2) -> Vec2 {
    let field = &now.scenario().field;
    if line.is_beyond((at / field.square).into()) {
        return at;
    }
    let foot = foot(now, line, at);
    let way = (foot - at).normalize_or_zero();
    (foot + way * PAST * field.proportion()).clamp(Vec2::ZERO, field.size)
}

/// The middle of a zone.
fn middle(now: &Situation, id: &str) -> Option<Vec2> {
    let zone = now.scenario().field.zone(id)?;
    let sum: Vec2 = zone.outline.iter().copied().sum();
    Some(sum / zone.outline.len() as f32)
}

/// The middles of the zones that are fought for.
fn zones(now: &Situation) -> impl Iterator<Item = Vec2> + '_ {
    let zones = now.scenario().victory.zones().into_iter();
    zones.filter_map(|id| middle(now, id))
}
