//! What a place is worth: for the task, under the enemy's fire, for one's own, beside friends.

use bevy::math::Vec2;

use super::aims::entry_of;
use super::outlook::Outlook;
use crate::army::UnitId;
use crate::battle::Situation;
use crate::field::placement::Footprint;
use crate::field::{Facing, Placement};
use crate::players::Duty;
use crate::rules::formation::Shape;
use crate::rules::{Morale, Unit, Zone};

/// Inches that one action is counted on for towards the end, as at 15 mm.
const STRIDE: f64 = 4.0;

/// What a place is worth before anybody has looked from it.
pub fn rough(outlook: &Outlook, unit: UnitId, values: &Unit, place: Placement) -> f64 {
    let task = outlook.task(unit);
    let ground = ground_at(outlook, unit, values, place);
    let mut value = goal(outlook, unit, values, place)
        + company(outlook, unit, &ground)
        + bearing(outlook, values, place, &ground);
    if task.duty != Duty::Withdraw {
        value += odds_around(outlook, unit, place.at);
        value -= in_the_way(outlook, unit, place.at);
    }
    value
}

fn ground_at(outlook: &Outlook, unit: UnitId, values: &Unit, place: Placement) -> Footprint {
    let muster = outlook.army.muster_of(unit);
    place.footprint(outlook.now.field().scale, values, muster)
}

/// How far a place is from where the task wants the unit.
fn goal(outlook: &Outlook, unit: UnitId, values: &Unit, place: Placement) -> f64 {
    let task = outlook.task(unit);
    let Some(aim) = outlook.aim(task) else {
        return 0.0;
    };
    let now = outlook.now;
    let danger = outlook.nearest(place.at).map_or(99.0, |(_, far)| far);
    let far = f64::from(aim.distance(now, place.at));
    last(outlook, aim, unit, far)
        + match task.duty {
            Duty::Withdraw => match now.way_out(unit) {
                Some(edge) => {
                    let ground = ground_at(outlook, unit, values, place);
                    -0.5 * f64::from(now.from_edge(ground.bounds(), edge) / outlook.inch)
                }
                None => 0.0,
            },
            Duty::Hold | Duty::Reserve | Duty::March => {
                let off = if far > 0.0 {
                    outlook.weights.astray
                } else {
                    0.0
                };
                -outlook.weights.off * far
                    - off
                    - match aim.is_long() {
                        true => 0.02 * f64::from(danger.min(40.0)),
                        false => forward(outlook, aim.middle, place.at),
                    }
            }
            Duty::Take => {
                let prey = quarry(outlook, aim, place.at);
                match prey {
                    // Whoever has to be driven away is gone for, wherever he stands on it.
                    Some(prey) if aim.clear => {
                        -outlook.weights.way * hurry(outlook, prey) * prey.max(0.7 * far)
                    }
                    prey => {
                        let hurry = hurry(outlook, far);
                        let on = if far > 0.0 {
                            0.0
                        } else {
                            outlook.weights.on * aim.weight
                        };
                        on - outlook.weights.way * hurry * far
                            - outlook.weights.quarry * hurry * prey.unwrap_or(0.0)
                    }
                }
            }
            Duty::Support => {
                let near = f64::from((6.0 - danger).max(0.0));
                let reach = outlook.now.rules().normal_range(now.field().scale, values);
                let reach = f64::from(reach.unwrap_or(12.0) / outlook.inch);
                let off = (f64::from(danger) - outlook.weights.gunshot * reach).max(0.0);
                let keeps = if aim.take {
                    0.02
                } else {
                    outlook.weights.battery_keeps
                };
                let goes = if aim.take {
                    outlook.weights.battery_goes
                } else {
                    0.03
                };
                -outlook.weights.battery_near * near
                    - goes * off.min(30.0)
                    - keeps * far
                    - unguarded(outlook, unit, place.at, danger)
            }
            Duty::Mend => {
                let keeps = if aim.take { 0.0 } else { 0.1 };
                outlook.weights.mend * f64::from(danger.min(12.0)) - keeps * far
            }
            Duty::Screen => -0.1 * f64::from(danger),
        }
}

/// What it is worth to be on ground where too few are: towards the end where the verdict is found, or
/// within reach of it, before on ground that is to be kept.
fn last(outlook: &Outlook, aim: &super::aims::Aim, unit: UnitId, far: f64) -> f64 {
    let army = outlook.army;
    // This turn's second action is still to come for whoever has both.
    let actions = 2 * outlook.left.saturating_sub(1) + u32::from(army.record(unit).actions > 1);
    let in_time = far <= f64::from(actions) * STRIDE;
    let weights = outlook.weights;
    let worth = match (far > 0.0, outlook.left) {
        (false, ..=1) => weights.last,
        (true, ..=1) if in_time => 0.6 * weights.last,
        // Of those who keep it only whoever has to come: who is there may still be driven off.
        (comes, 2) if in_time && (comes || aim.take) => 0.4 * weights.last,
        (false, _) if !aim.take => weights.guard,
        _ => 0.0,
    };
    if worth <= 0.0 || army.is_withdrawn(unit) {
        return 0.0;
    }
    let there = army
        .present_of(outlook.side)
        .filter(|&id| id != unit && aim.has(outlook.now, army.footprint(id).centre()))
        .filter(|&id| outlook.left <= 1 || army.unit(id).morale <= Morale::Disorder)
        .count();
    let enough = aim.units as usize + usize::from(!aim.take);
    if there < enough {
        worth * aim.weight
    } else {
        0.0
    }
}

/// How pressing it is to come nearer, with so far to go.
pub fn hurry(outlook: &Outlook, far: f64) -> f64 {
    let turns = f64::from(outlook.left.max(1));
    let late = if outlook.left <= 2 && outlook.attacks {
        outlook.weights.late
    } else {
        1.0
    };
    late * (outlook.weights.haste + far / (7.0 * turns)).clamp(0.8, 2.2)
}

/// Inches to the nearest enemy who stands on ground that is to be taken or close to it.
fn quarry(outlook: &Outlook, aim: &super::aims::Aim, at: Vec2) -> Option<f64> {
    let now = outlook.now;
    let around = if aim.clear { 1.0 } else { 6.0 };
    outlook
        .foes
        .iter()
        .filter(|foe| aim.distance(now, foe.at) < around)
        .map(|foe| outlook.far(foe.at, at))
        .reduce(f32::min)
        .map(|far| f64::from((far - 1.5).max(0.0)))
}

/// What it costs guns to stand before all others: somebody has to be between them and the enemy.
fn unguarded(outlook: &Outlook, unit: UnitId, at: Vec2, danger: f32) -> f64 {
    let army = outlook.army;
    let guarded = danger > 20.0
        || outlook.friends.iter().any(|&friend| {
            let there = army.placement(friend).at;
            let steady = army.unit(friend).morale <= Morale::Disorder;
            friend != unit
                && steady
                && !army.unit(friend).is_artillery()
                && outlook.far(there, at) < 6.0
                && outlook
                    .nearest(there)
                    .is_some_and(|(_, far)| far < danger + 0.5)
        });
    if guarded {
        0.0
    } else {
        outlook.weights.unguarded
    }
}

/// What it costs to stand on the wrong side of what is kept: behind its middle is better than
/// before it, and on the way of the enemy better than aside.
fn forward(outlook: &Outlook, middle: Vec2, at: Vec2) -> f64 {
    let Some((foe, far)) = outlook.nearest(middle) else {
        return 0.0;
    };
    if far > 24.0 {
        return 0.0;
    }
    let way = (foe.at - middle).normalize_or_zero();
    let aside = (at - middle).perp_dot(way).abs() / outlook.inch;
    f64::from(0.008 * (aside - 7.0).max(0.0))
}

/// Friends beside it, and its brigade not too far.
fn company(outlook: &Outlook, unit: UnitId, ground: &Footprint) -> f64 {
    let army = outlook.army;
    let command = army.command(unit);
    let mut beside = 0u32;
    let mut mate = f32::INFINITY;
    let mut close = 0u32;
    for &friend in outlook.friends.iter().filter(|&&friend| friend != unit) {
        let there = army.placement(friend).at;
        let far = outlook.far(there, ground.placement.at);
        if far > 14.0 {
            continue;
        }
        let formed = army.unit(friend).morale <= Morale::Disorder;
        if army.command(friend) == command && formed {
            mate = mate.min(far);
        }
        if far < 8.0 && formed && ground.is_within(outlook.inch, army.footprint(friend)) {
            beside += 1;
        }
        close += u32::from(far < 1.2);
    }
    let supports = outlook.weights.beside;
    let alone = f64::from((mate.min(14.0) - 4.0).max(0.0));
    supports * f64::from(beside.min(2))
        - outlook.weights.alone * alone
        - outlook.weights.crowd * f64::from(close.saturating_sub(1))
}

/// Which way it looks: at the enemy, and no flank shown to those who are near.
fn bearing(outlook: &Outlook, values: &Unit, place: Placement, ground: &Footprint) -> f64 {
    let Some((foe, far)) = outlook.nearest(place.at) else {
        return 0.0;
    };
    let off = place.facing.off(Facing::towards(place.at, foe.at)).abs();
    let near = f64::from(1.0 - (far / 20.0).min(0.9));
    let mut value = -outlook.weights.look * near * f64::from(off);
    let shape = values.shape();
    let shown = outlook
        .foes
        .iter()
        .filter_map(|foe| {
            // Guns see a flank from far away.
            let guns = foe.values.shape() == Shape::Unlimbered;
            let reach = if guns { 20.0 } else { 9.0 };
            let far = outlook.far(foe.at, place.at);
            (foe.is_steady() && far < reach).then_some((foe, 1.2 - far / reach))
        })
        .map(|(foe, near)| {
            let zone = ground.zone_of(shape, outlook.army.footprint(foe.id));
            let near = f64::from(near.min(1.0));
            near * match zone {
                Zone::Front => 0.0,
                Zone::PartialFlank => 0.25,
                Zone::Side | Zone::FullFlank => 0.5,
                Zone::RearPartialFlank | Zone::Rear => 0.7,
            }
        })
        .fold(0.0, f64::max);
    value -= outlook.weights.flank * shown;
    if far < 7.0 && matches!(shape, Shape::Column | Shape::Limbered) {
        value -= 0.12 * f64::from(7.0 - far);
    }
    value
}

/// Nobody goes alone to where the enemy is many.
fn odds_around(outlook: &Outlook, unit: UnitId, at: Vec2) -> f64 {
    let army = outlook.army;
    let theirs: f64 = outlook
        .foes
        .iter()
        .filter(|foe| foe.is_steady())
        .map(|foe| foe.worth * near(outlook, outlook.far(foe.at, at)))
        .sum();
    if theirs <= 0.0 {
        return 0.0;
    }
    let ours: f64 = outlook
        .friends
        .iter()
        .map(|&id| {
            let value = outlook.weights.worth(army.unit(id));
            if id == unit {
                value
            } else {
                value * near(outlook, outlook.far(army.placement(id).at, at) - 1.5)
            }
        })
        .sum();
    -outlook.weights.weaker * (theirs - outlook.weights.ours * ours).max(0.0)
}

fn near(outlook: &Outlook, far: f32) -> f64 {
    (1.3 - f64::from(far) / outlook.weights.local).clamp(0.0, 1.0)
}

/// What it costs to stand where friends are to come in.
fn in_the_way(outlook: &Outlook, unit: UnitId, at: Vec2) -> f64 {
    let army = outlook.army;
    army.units()
        .filter(|&id| id != unit && army.side(id) == outlook.side)
        .filter_map(|id| entry_of(outlook.now, id))
        .map(|entry| {
            outlook.weights.in_the_way * f64::from((9.0 - outlook.far(entry, at)).max(0.0))
        })
        .fold(0.0, f64::max)
}

/// What the enemy can do to a unit from where he stands, and what the unit can do to the best it
/// sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exchange {
    /// What his fire takes.
    pub takes: f64,
    /// What its own fire takes from the best target.
    pub gives: f64,
}

/// The exchange of fire with a unit where it stands in a situation.
pub fn exchange(outlook: &Outlook, trial: &Situation, unit: UnitId) -> Exchange {
    let army = trial.army();
    let (rules, scale) = (trial.rules(), trial.field().scale);
    let values = army.unit(unit);
    let at = army.placement(unit).at;
    let reach = rules.longest_shot(scale, values).unwrap_or(0.0) + 1.0;
    let mut shots = [0.0f64; 3];
    let mut gives = 0.0f64;
    for foe in &outlook.foes {
        let far = foe.at.distance(at);
        if far > foe.ranges.1.max(reach) + 3.0 {
            continue;
        }
        let his = (foe.is_steady() && far < foe.ranges.1 + 3.0)
            .then(|| trial.single_fire(foe.id, unit))
            .flatten();
        let own = (far < reach + 3.0)
            .then(|| trial.single_fire(unit, foe.id))
            .flatten();
        if his.is_none() && own.is_none() || !trial.sees(unit, foe.id) {
            continue;
        }
        if let Some(terms) = his {
            let shot = outlook.toll(values, &rules.fire_odds(&terms), outlook.nerve(unit));
            if let Some(place) = shots.iter().position(|known| shot > *known) {
                shots[place..].rotate_right(1);
                shots[place] = shot;
            }
        }
        if let Some(terms) = own {
            let odds = rules.fire_odds(&terms);
            gives = gives.max(outlook.toll(&foe.values, &odds, outlook.nerve(foe.id)));
        }
    }
    Exchange {
        takes: outlook.weights.fire
            * (shots[0] + outlook.weights.second * (shots[1] + 0.5 * shots[2])),
        gives,
    }
}
