//! Where everybody stands, as a program is told.

use serde_json::{Value, json};

use crate::army::{Army, Formation, PicketStatus, UnitId};
use crate::rules::formation::GunFormation;
use crate::rules::{CavalryFormation, InfantryFormation, Named, Side, Troops};

/// A unit's formation in one word.
pub fn formation(army: &Army, id: UnitId) -> &'static str {
    match army.unit(id).troops {
        Troops::Infantry { formation, .. } => formation.name(),
        Troops::Cavalry { formation, .. } => formation.name(),
        Troops::Artillery { limbered: true, .. } => GunFormation::Limbered.name(),
        Troops::Artillery { .. } => GunFormation::Unlimbered.name(),
    }
}

/// The formation of that name that a unit's arm has; `mounted` and `dismounted` for cavalry.
pub fn formation_named(army: &Army, id: UnitId, name: &str) -> Option<Formation> {
    match army.unit(id).troops {
        Troops::Infantry { .. } => InfantryFormation::from_name(name).map(Formation::Infantry),
        Troops::Cavalry { .. } => match name {
            "mounted" => Some(Formation::Mounted(true)),
            "dismounted" => Some(Formation::Mounted(false)),
            name => CavalryFormation::from_name(name).map(Formation::Cavalry),
        },
        Troops::Artillery { .. } => {
            let limbered = GunFormation::from_name(name)? == GunFormation::Limbered;
            Some(Formation::Limbered(limbered))
        }
    }
}

/// Everybody on the table now, and those of the side itself who are hidden.
pub fn units(army: &Army, side: Side) -> Vec<Value> {
    let told = |id: UnitId| {
        let (unit, place) = (army.unit(id), army.placement(id));
        let record = army.record(id);
        let mut told = json!({
            "id": id,
            "at": place.at,
            "facing": place.facing,
            "formation": formation(army, id),
            "mounted": unit.is_mounted(),
            "strength": unit.strength,
            "stands": unit.stands.now,
            "morale": unit.morale,
            "acted": record.activated,
            "reacted": record.reacted,
            "in_command": record.in_command,
        });
        if army.is_hidden(id) {
            told["hidden"] = json!(true);
        }
        told
    };
    army.units()
        .filter(|&id| army.on_table(id) || army.is_hidden(id) && army.side(id) == side)
        .map(told)
        .collect()
}

/// Every picket on the table now; of the side's own who is behind it.
pub fn pickets(army: &Army, side: Side) -> Vec<Value> {
    army.standing_pickets()
        .map(|picket| {
            let mut told = json!({
                "side": picket.id.side,
                "number": picket.id.number,
                "at": picket.at.at,
                "facing": picket.at.facing,
                "real": (picket.status == PicketStatus::Real).then_some(true),
            });
            if picket.id.side == side {
                let dummy = picket.units.iter().any(|&unit| army.is_dummy(unit));
                told["units"] = json!(picket.units);
                told["real"] = json!(!dummy);
            }
            told
        })
        .collect()
}

/// Every leader on the table now.
pub fn leaders(army: &Army) -> Vec<Value> {
    army.leaders()
        .filter(|&id| !army.leader(id).fallen)
        .filter_map(|id| {
            let leader = army.leader(id);
            let at = leader.at?;
            Some(json!({ "id": id, "at": at, "attached": leader.attached }))
        })
        .collect()
}
