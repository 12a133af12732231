//! Formations: when a column forms line, a line column, guns limber, troopers mount.

use super::outlook::Outlook;
use super::places::exchange;
use crate::army::{Fact, Formation, UnitId};
use crate::players::Duty;
use crate::players::computer::{crossing, saddle};
use crate::rules::formation::Shape;
use crate::rules::{InfantryFormation, Morale};

/// Inches to the enemy within which a column forms line, as at 15 mm.
const FORM_UP: f32 = 10.0;
/// The same where it has come to its place.
const ARRIVED: f32 = 22.0;

/// What a change of formation that takes a whole action is worth.
pub fn form_worth(outlook: &Outlook, units: &[UnitId], formation: Formation) -> f64 {
    let army = outlook.army;
    let unit = units[0];
    let values = army.unit(unit);
    let danger = outlook.danger(unit);
    let withdrawn = army.is_withdrawn(unit);
    if units.len() == 1
        && matches!(
            formation,
            Formation::Infantry(InfantryFormation::RoadColumn) | Formation::Limbered(true)
        )
        && crosses(outlook, unit)
    {
        return 2.0;
    }
    if let Some(worth) = saddle::worth(outlook.now, unit, formation) {
        return worth;
    }
    match formation {
        Formation::Infantry(InfantryFormation::BattleLine) => match values.shape() {
            Shape::Column if danger < FORM_UP && !withdrawn => 1.3,
            Shape::Column if danger < ARRIVED && !withdrawn && to_go(outlook, unit) < 1.0 => 0.5,
            Shape::Skirmish if danger < 7.0 && values.strength > 4 => 0.5,
            Shape::Line if units.len() == 1 => stance(outlook, unit, formation, 0.0),
            _ => f64::NEG_INFINITY,
        },
        // Thinner lines lose less to fire, and stand worse against a charge.
        Formation::Infantry(InfantryFormation::ExtendedLine)
            if units.len() == 1 && values.shape() == Shape::Line =>
        {
            let risk = if danger < 10.0 {
                outlook.weights.thin
            } else {
                0.0
            };
            stance(outlook, unit, formation, risk)
        }
        Formation::Infantry(InfantryFormation::RoadColumn) => {
            let far = to_go(outlook, unit);
            let free = danger > 14.0 && values.morale == Morale::GoodOrder;
            if free && far > 12.0 && values.shape() == Shape::Line {
                0.5
            } else {
                f64::NEG_INFINITY
            }
        }
        Formation::Limbered(true) if withdrawn => 1.2,
        Formation::Limbered(true) => limber(outlook, unit, danger),
        Formation::Limbered(false) if withdrawn => f64::NEG_INFINITY,
        Formation::Limbered(false) => {
            let reach = reach(outlook, unit);
            if danger < 0.95 * reach {
                1.4
            } else if to_go(outlook, unit) < 2.0 {
                0.4
            } else {
                f64::NEG_INFINITY
            }
        }
        _ => f64::NEG_INFINITY,
    }
}

/// What another line is worth by the fire it takes and gives.
fn stance(outlook: &Outlook, unit: UnitId, formation: Formation, risk: f64) -> f64 {
    let army = outlook.army;
    if formation.of(army.unit(unit)) == *army.unit(unit) {
        return f64::NEG_INFINITY;
    }
    let here = exchange(outlook, outlook.now, unit);
    if here.takes + here.gives < 0.1 {
        return f64::NEG_INFINITY;
    }
    let mut trial = outlook.now.clone();
    trial.apply(&Fact::Formed {
        unit,
        formation,
        to: army.placement(unit),
    });
    let there = exchange(outlook, &trial, unit);
    outlook.weights.spares * (here.takes - there.takes) + 0.6 * (there.gives - here.gives)
        - risk
        - outlook.weights.change
}

/// Guns that see nobody and have nobody to wait for go where they are wanted.
fn limber(outlook: &Outlook, unit: UnitId, danger: f32) -> f64 {
    let reach = reach(outlook, unit);
    let task = outlook.task(unit);
    let idle = danger > 1.3 * reach;
    let wanted = outlook.left > 2 && (task.duty != Duty::Support || idle);
    if idle && wanted {
        0.35
    } else {
        f64::NEG_INFINITY
    }
}

/// How far its weapons carry well, as at 15 mm.
pub fn reach(outlook: &Outlook, unit: UnitId) -> f32 {
    let scale = outlook.now.field().scale;
    let range = outlook
        .now
        .rules()
        .normal_range(scale, outlook.army.unit(unit));
    range.unwrap_or(0.0) / outlook.inch
}

/// Inches to the ground of its task, as at 15 mm.
fn to_go(outlook: &Outlook, unit: UnitId) -> f32 {
    let at = outlook.army.placement(unit).at;
    let aim = outlook.aim(outlook.task(unit));
    aim.map_or(0.0, |aim| aim.distance(outlook.now, at))
}

/// Whether a unit should go over a bridge that is there: guns and engineers stay on their bank.
fn crosses(outlook: &Outlook, unit: UnitId) -> bool {
    let army = outlook.army;
    let stays = army.unit(unit).is_artillery() || army.identity(unit).engineer;
    !stays && crossing::is_cut_off(outlook.now, unit) && crossing::span(outlook.now, unit).is_some()
}
