//! When cavalry mounts and dismounts, and when it and its guns form up.

use super::aims::objective;
use super::worth::{inches, nearest};
use crate::army::{Formation, UnitId};
use crate::battle::Situation;
use crate::rules::formation::Shape;
use crate::rules::{CavalryFormation, CavalryWeapon, Morale, Troops};

/// Inches to the enemy within which troopers fight on foot, and beyond which they ride, as at
/// 15 mm.
const ON_FOOT: f32 = 7.0;
const IN_THE_SADDLE: f32 = 13.0;
/// Mounted infantry leaves its horses earlier: it must never be caught on them.
const OFF_THE_HORSES: f32 = 11.0;
/// A ride is worth the trouble from so many inches on.
const RIDE: f32 = 9.0;
/// Inches to the enemy within which a column forms line.
const FORM_UP: f32 = 11.0;

/// What a change of formation is worth to cavalry; `None` for the other arms.
pub fn worth(now: &Situation, unit: UnitId, formation: Formation) -> Option<f64> {
    let values = now.army().unit(unit);
    let Troops::Cavalry {
        weapon, mounted, ..
    } = values.troops
    else {
        return None;
    };
    let far = nearest(now, unit).map_or(99.0, |(_, far)| far);
    Some(match formation {
        Formation::Mounted(false) if values.traits.mounted_infantry && far < OFF_THE_HORSES => 1.6,
        Formation::Mounted(false) if values.traits.mounted_infantry => 0.0,
        Formation::Mounted(false) => {
            let shoots = weapon.is_some_and(|weapon| {
                !matches!(weapon, CavalryWeapon::Pistol | CavalryWeapon::Shotgun)
            });
            // Whoever can charge somebody weaker does better in the saddle.
            if shoots && far < ON_FOOT && !has_prey(now, unit) {
                0.9
            } else {
                0.0
            }
        }
        Formation::Mounted(true) if values.traits.mounted_infantry => f64::NEG_INFINITY,
        Formation::Mounted(true) if now.army().is_withdrawn(unit) => 1.2,
        Formation::Mounted(true) => {
            let here = now.army().placement(unit).at;
            let ride = objective(now, unit).map_or(0.0, |to| inches(now, here, to));
            if far > IN_THE_SADDLE && ride > RIDE && values.morale == Morale::GoodOrder {
                0.5
            } else {
                0.0
            }
        }
        Formation::Cavalry(CavalryFormation::Line)
            if values.shape() == Shape::Column && far < FORM_UP && may_form_line(now, unit) =>
        {
            if mounted {
                1.0
            } else {
                1.3
            }
        }
        _ => 0.0,
    })
}

/// Mounted infantry has no line in the saddle.
fn may_form_line(now: &Situation, unit: UnitId) -> bool {
    let values = now.army().unit(unit);
    now.rules().may_form(values, CavalryFormation::Line)
}

/// Whether somebody near enough to be charged is weaker, wavering, in the saddle or at his guns.
fn has_prey(now: &Situation, unit: UnitId) -> bool {
    let army = now.army();
    let Some((enemy, _)) = nearest(now, unit) else {
        return false;
    };
    let (own, his) = (army.unit(unit), army.unit(enemy));
    let wavers = his.morale != Morale::GoodOrder || his.is_depleted();
    his.is_mounted()
        || (his.is_artillery() && own.strength > 3)
        || (wavers && own.strength >= his.strength)
}
