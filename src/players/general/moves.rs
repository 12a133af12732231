//! Where to go: ways tried, the likeliest looked at from their ends, the best taken.

use bevy::math::Vec2;

use super::outlook::Outlook;
use super::places::{Exchange, exchange, rough};
use super::volleys::best_volley;
use crate::army::{Fact, Formation, UnitId};
use crate::battle::{Order, Situation, Walks};
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};
use crate::players::Duty;
use crate::rules::formation::Shape;
use crate::rules::{Disorder, InfantryFormation, Morale};

/// So many ends of ways are looked at closely.
const LOOKED_AT: usize = 5;
/// Inches to the enemy from which on nobody makes use of a disorder, as at 15 mm.
const ALONE: f32 = 8.0;

/// A move and what it is worth.
pub struct Moved {
    /// The order.
    pub order: Order,
    /// What it is worth more than to stay, before any fire.
    pub value: f64,
    /// The exchange of fire at its end.
    pub there: Exchange,
    /// What the best fire of all together takes there.
    pub volley: f64,
}

/// What a body of units has now.
pub struct Standing {
    /// What its places are worth, fire among it.
    pub value: f64,
    /// The exchange of fire where they stand.
    pub here: Exchange,
}

/// What it is worth to stay.
pub fn standing(outlook: &Outlook, units: &[UnitId]) -> Standing {
    let army = outlook.army;
    let mut value = 0.0;
    let mut here = Exchange::default();
    for &unit in units {
        let fire = exchange(outlook, outlook.now, unit);
        value += rough(outlook, unit, army.unit(unit), army.placement(unit)) - fire.takes;
        here.takes += fire.takes;
        here.gives += fire.gives;
    }
    Standing { value, here }
}

/// The best moves of a unit or a body, the best first.
pub fn moves(outlook: &Outlook, units: &[UnitId], standing: &Standing) -> Vec<Moved> {
    let now = outlook.now;
    let mut tried: Vec<(f64, Order, Walks)> = Vec::new();
    let consider = |tried: &mut Vec<(f64, Order, Walks)>, ways: Vec<Way>| {
        for (form, form_last, legs) in ways {
            let Ok(walks) = now.check_move(units, form, form_last, &legs) else {
                continue;
            };
            let value = worth_of(outlook, units, form, &walks);
            let order = Order::Move {
                form,
                form_last,
                legs,
            };
            tried.push((value, order, walks));
        }
    };
    consider(&mut tried, ways(outlook, units));
    // Steep or blocked ground leaves an inch or two.
    if !tried.iter().any(|(_, order, _)| goes_on(order)) {
        consider(&mut tried, creeping(outlook, units[0]));
    }
    tried.sort_by(|one, other| other.0.total_cmp(&one.0));
    tried.truncate(LOOKED_AT);
    let many = units.len() as f64;
    let mut moved: Vec<Moved> = tried
        .into_iter()
        .map(|(value, order, walks)| {
            let (there, volley) = looked_at(outlook, &order, &walks);
            Moved {
                value: (value - there.takes - standing.value) / many,
                order,
                there,
                volley,
            }
        })
        .collect();
    moved.sort_by(|one, other| other.value.total_cmp(&one.value));
    moved
}

/// What the places at the end of a move are worth, fire not among it.
fn worth_of(outlook: &Outlook, units: &[UnitId], form: Option<Formation>, walks: &Walks) -> f64 {
    walks
        .iter()
        .map(|(unit, walked)| {
            let values = match form {
                Some(formation) => formation.of(outlook.army.unit(*unit)),
                None => *outlook.army.unit(*unit),
            };
            let danger = outlook
                .nearest(walked.placement.at)
                .map_or(99.0, |(_, far)| far);
            let disorder = match walked.disordered_by {
                None => 0.0,
                Some(Disorder::Creek) if danger > ALONE => 0.05,
                Some(_) if danger > ALONE => outlook.weights.ragged,
                Some(_) => outlook.weights.disorder,
            };
            rough(outlook, *unit, &values, walked.placement)
                - disorder
                - through(outlook, units, &walked.path)
        })
        .sum()
}

/// Whether somebody comes forward by it.
fn goes_on(order: &Order) -> bool {
    let Order::Move { legs, .. } = order else {
        return false;
    };
    legs.iter().any(|leg| matches!(leg, Leg::Ahead { .. }))
}

/// An inch or a little more towards where a body wants to be, straight or past whoever is in the
/// way.
fn creeping(outlook: &Outlook, lead: UnitId) -> Vec<Way> {
    let army = outlook.army;
    if army.record(lead).entering > 0.0 {
        return Vec::new();
    }
    let start = army.placement(lead);
    let column = matches!(army.unit(lead).shape(), Shape::Column | Shape::Limbered);
    let mut ways = Vec::new();
    for mark in marks(outlook, lead) {
        let bearing = start.facing.off(Facing::towards(start.at, mark));
        for aside in [0.0, 30.0, -30.0, 60.0, -60.0] {
            let degrees = bearing + aside;
            if !column && degrees.abs() > 45.0 {
                continue;
            }
            for inches in [1.5, 1.0].map(|inches: f32| inches * outlook.inch) {
                let legs = if column {
                    vec![Leg::Turn { degrees }, straight(inches)]
                } else {
                    vec![Leg::Ahead { inches, degrees }]
                };
                ways.push((None, false, legs));
            }
        }
    }
    ways
}

/// What it costs to go through the ranks of friends.
fn through(outlook: &Outlook, units: &[UnitId], path: &[Placement]) -> f64 {
    let army = outlook.army;
    let (Some(first), Some(last)) = (path.first(), path.last()) else {
        return 0.0;
    };
    let many = outlook
        .friends
        .iter()
        .filter(|&&friend| !units.contains(&friend) && !army.unit(friend).is_skirmishing())
        .filter(|&&friend| {
            let at = army.placement(friend).at;
            at.distance(first.at) < first.at.distance(last.at) + 3.0
        })
        .filter(|&&friend| army.footprint(friend).is_across(first.at, last.at))
        .count();
    outlook.weights.through * many.min(2) as f64
}

/// The exchange of fire at the end of a move.
fn looked_at(outlook: &Outlook, order: &Order, walks: &Walks) -> (Exchange, f64) {
    let mut trial = outlook.now.clone();
    let form = match order {
        Order::Move { form, .. } => *form,
        _ => None,
    };
    for (unit, walked) in walks {
        let from = outlook.army.placement(*unit);
        put(&mut trial, *unit, form, (from, walked.placement));
    }
    let mut sum = Exchange::default();
    for (unit, _) in walks {
        let one = exchange(outlook, &trial, *unit);
        sum.takes += one.takes;
        sum.gives += one.gives;
    }
    let units: Vec<UnitId> = walks.iter().map(|(unit, _)| *unit).collect();
    let volley = match units.len() {
        1 => sum.gives,
        _ => best_volley(outlook, &trial, &units),
    };
    (sum, volley)
}

/// Puts a unit somewhere else on a table that is thrown away.
pub fn put(
    trial: &mut Situation,
    unit: UnitId,
    form: Option<Formation>,
    (from, to): (Placement, Placement),
) {
    if let Some(formation) = form {
        trial.apply(&Fact::Formed {
            unit,
            formation,
            to: from,
        });
    }
    trial.apply(&Fact::Moved { unit, from, to });
}

type Way = (Option<Formation>, bool, Vec<Leg>);

fn straight(inches: f32) -> Leg {
    Leg::Ahead {
        inches,
        degrees: 0.0,
    }
}

/// Places that a body led by this unit may want to be at.
fn marks(outlook: &Outlook, lead: UnitId) -> Vec<Vec2> {
    let army = outlook.army;
    let here = army.placement(lead).at;
    let task = outlook.task(lead);
    let mut marks = Vec::new();
    let aim = outlook.aim(task);
    if let Some(edge) = outlook.now.way_out(lead) {
        let size = outlook.now.field().size;
        use crate::scenario::file::Edge;
        return vec![match edge {
            Edge::North => Vec2::new(here.x, size.y),
            Edge::South => Vec2::new(here.x, 0.0),
            Edge::East => Vec2::new(size.x, here.y),
            Edge::West => Vec2::new(0.0, here.y),
        }];
    }
    if let Some(aim) = aim {
        let nearest = aim.nearest(outlook.now, here);
        if nearest.distance(here) > 0.5 * outlook.inch {
            marks.push(nearest);
        }
        if !aim.is_long() && aim.middle.distance(here) > 2.0 * outlook.inch {
            marks.push(aim.middle);
        }
    }
    if let Some((foe, far)) = outlook.nearest(here)
        && far < 14.0
    {
        marks.push(foe.at);
        if task.duty == Duty::Mend || army.unit(lead).morale == Morale::Shaken {
            marks.push(here * 2.0 - foe.at);
        }
    }
    // Whoever is alone may close up to his brigade.
    let command = army.command(lead);
    let mate = outlook
        .friends
        .iter()
        .filter(|&&id| id != lead && army.command(id) == command)
        .map(|&id| army.placement(id).at)
        .min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)));
    if let Some(mate) = mate
        && mate.distance(here) > 3.0 * outlook.inch
    {
        marks.push(mate);
    }
    marks
}

/// The ways worth trying for a body.
fn ways(outlook: &Outlook, units: &[UnitId]) -> Vec<Way> {
    let army = outlook.army;
    let lead = units[0];
    let values = army.unit(lead);
    let start = army.placement(lead);
    let marks = marks(outlook, lead);
    let mut ways: Vec<Way> = Vec::new();
    let inch = outlook.inch;
    let column = matches!(values.shape(), Shape::Column | Shape::Limbered);
    if army.record(lead).entering > 0.0 {
        return entering(outlook, lead, &marks);
    }
    let stride = if values.is_mounted() && !column {
        2.0
    } else {
        1.0
    };
    let danger = outlook.danger(lead);
    for mark in &marks {
        let bearing = start.facing.off(Facing::towards(start.at, *mark));
        let room = mark.distance(start.at);
        for inches in [6.0, 4.0, 2.0].map(|inches: f32| inches * stride * inch) {
            if inches > room + 2.5 * inch {
                continue;
            }
            if column {
                for aside in [0.0, 35.0, -35.0] {
                    let degrees = bearing + aside;
                    for twice in [2.0, 1.3] {
                        ways.push((
                            None,
                            false,
                            vec![Leg::Turn { degrees }, straight(inches * twice)],
                        ));
                    }
                }
            } else if values.is_out_of_order() || bearing.abs() <= 45.0 {
                ways.push((
                    None,
                    false,
                    vec![Leg::Ahead {
                        inches,
                        degrees: bearing,
                    }],
                ));
                if bearing.abs() > 6.0 {
                    ways.push((None, false, vec![straight(inches)]));
                    let part = bearing.clamp(-30.0, 30.0);
                    ways.push((
                        None,
                        false,
                        vec![Leg::Wheel { degrees: part }, straight(inches * 0.6)],
                    ));
                }
            } else if !values.is_artillery() {
                let turn = (bearing.abs() - 30.0).copysign(bearing).clamp(-90.0, 90.0);
                ways.push((
                    None,
                    false,
                    vec![Leg::Wheel { degrees: turn }, straight(inches / 2.0)],
                ));
                ways.push((None, false, vec![Leg::AboutFace, straight(inches / 2.0)]));
            }
        }
        if column && danger < 16.0 {
            ways.extend(deploying(outlook, lead, bearing));
        }
    }
    if !column {
        on_the_spot(outlook, lead, danger, &mut ways);
    }
    if units.len() == 1 && !column && danger > 12.0 {
        ways.extend(marching(outlook, lead, &marks));
    }
    ways
}

/// Onto the table and out of the way of the next.
fn entering(outlook: &Outlook, lead: UnitId, marks: &[Vec2]) -> Vec<Way> {
    let start = outlook.army.placement(lead);
    let first = marks.first().copied();
    let bearing = first.map_or(0.0, |mark| {
        start
            .facing
            .off(Facing::towards(start.at, mark))
            .clamp(-75.0, 75.0)
    });
    let mut ways = Vec::new();
    for aside in [
        bearing,
        0.0,
        bearing + 25.0,
        bearing - 25.0,
        45.0,
        -45.0,
        70.0,
        -70.0,
    ] {
        let mut found = 0;
        for inches in [16.0, 13.0, 11.0, 9.0, 7.0, 5.5, 4.0, 3.0, 2.0, 1.0] {
            let legs = vec![
                Leg::Turn { degrees: aside },
                straight(inches * outlook.inch),
            ];
            if outlook.now.check_move(&[lead], None, false, &legs).is_ok() {
                ways.push((None, false, legs));
                found += 1;
            }
            if found > 0 {
                break;
            }
        }
    }
    for inches in [8.0, 6.0, 4.0, 2.0, 1.0] {
        ways.push((None, false, vec![straight(inches * outlook.inch)]));
    }
    ways
}

/// A column goes a little on and forms line.
fn deploying(outlook: &Outlook, lead: UnitId, bearing: f32) -> Vec<Way> {
    let Some(line) = line_of(outlook, lead) else {
        return Vec::new();
    };
    let legs = |inches: f32| {
        let turned = Leg::Turn { degrees: bearing };
        vec![turned, straight(inches * outlook.inch)]
    };
    [4.0, 2.5, 1.0]
        .into_iter()
        .map(|inches| (Some(line), true, legs(inches)))
        .chain([(Some(line), true, vec![Leg::Turn { degrees: bearing }])])
        .collect()
}

/// The formation in which a unit fights.
fn line_of(outlook: &Outlook, unit: UnitId) -> Option<Formation> {
    let values = outlook.army.unit(unit);
    if values.is_infantry() {
        Some(Formation::Infantry(InfantryFormation::BattleLine))
    } else if values.is_artillery() {
        Some(Formation::Limbered(false))
    } else {
        None
    }
}

/// A line with a long way before it and nobody near goes in column.
fn marching(outlook: &Outlook, lead: UnitId, marks: &[Vec2]) -> Vec<Way> {
    let army = outlook.army;
    let values = army.unit(lead);
    let Some(mark) = marks.first() else {
        return Vec::new();
    };
    let start = army.placement(lead);
    if !values.is_infantry()
        || values.morale != Morale::GoodOrder
        || outlook.far(start.at, *mark) < 14.0
    {
        return Vec::new();
    }
    let column = Formation::Infantry(InfantryFormation::RoadColumn);
    let degrees = start.facing.off(Facing::towards(start.at, *mark));
    [6.0, 4.0]
        .into_iter()
        .map(|inches| {
            let legs = vec![Leg::Turn { degrees }, straight(inches * outlook.inch)];
            (Some(column), false, legs)
        })
        .collect()
}

/// Turning to whoever is near, and steps back.
fn on_the_spot(outlook: &Outlook, lead: UnitId, danger: f32, ways: &mut Vec<Way>) {
    let army = outlook.army;
    let start = army.placement(lead);
    let values = army.unit(lead);
    if let Some((foe, _)) = outlook.nearest(start.at)
        && danger < 18.0
    {
        let off = start.facing.off(Facing::towards(start.at, foe.at));
        if off.abs() > 12.0 {
            let leg = if values.is_artillery() {
                Leg::Turn { degrees: off }
            } else {
                Leg::Wheel {
                    degrees: off.clamp(-90.0, 90.0),
                }
            };
            ways.push((None, false, vec![leg]));
            if !values.is_artillery() {
                ways.push((
                    None,
                    false,
                    vec![Leg::Wheel {
                        degrees: (off / 2.0).clamp(-60.0, 60.0),
                    }],
                ));
                if off.abs() > 135.0 {
                    ways.push((None, false, vec![Leg::AboutFace]));
                }
            }
        }
    }
    if (danger < 9.0 || outlook.task(lead).duty == Duty::Hold && danger < 30.0)
        && !values.is_artillery()
    {
        for inches in [1.0, 2.0, 3.0] {
            let inches = inches * outlook.inch;
            ways.push((None, false, vec![Leg::Back { inches }]));
        }
    }
}
