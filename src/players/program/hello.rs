//! What a program is told before the first decision.

use serde_json::{Value, json};

use super::super::View;
use crate::army::{Army, LeaderId, Presence, UnitId};
use crate::rules::{Named, Troops};
use crate::scenario::file::Condition;
use crate::scenario::{Deployment, Scenario};

/// The form of what is written and read.
const PROTOCOL: u32 = 1;

/// The greeting.
pub fn hello(view: &View) -> Value {
    let now = view.now();
    let (scenario, army) = (now.scenario(), now.army());
    let field = &scenario.field;
    let zones = field
        .zones
        .iter()
        .map(|zone| json!({ "id": zone.id, "name": zone.name, "outline": zone.outline }));
    let entries = field
        .entries
        .iter()
        .map(|entry| json!({ "id": entry.id, "at": entry.at, "facing": entry.facing }));
    json!({
        "protocol": PROTOCOL,
        "program": concat!("deadly-field ", env!("CARGO_PKG_VERSION")),
        "side": view.side(),
        "scenario": scenario.name,
        "scale": field.scale,
        "inches": field.size,
        "turns": scenario.turns,
        "units": army.units().map(|id| unit(scenario, army, id)).collect::<Vec<_>>(),
        "leaders": army.leaders().map(|id| leader(army, id)).collect::<Vec<_>>(),
        "pickets": super::table::pickets(army, view.side()),
        "text": scenario.history,
        "zones": zones.collect::<Vec<_>>(),
        "objectives": objectives(scenario),
        "entries": entries.collect::<Vec<_>>(),
    })
}

fn unit(scenario: &Scenario, army: &Army, id: UnitId) -> Value {
    let unit = army.unit(id);
    let (arm, weapon) = match unit.troops {
        Troops::Infantry { weapon, .. } => ("infantry", weapon.map(Named::name)),
        Troops::Cavalry { weapon, .. } => ("cavalry", weapon.map(Named::name)),
        Troops::Artillery { gun, .. } => ("artillery", gun.map(Named::name)),
    };
    let counted = if unit.is_artillery() {
        "sections"
    } else {
        "figures"
    };
    let mut told = json!({
        "id": id,
        "name": army.name(id),
        "side": unit.side,
        "arm": arm,
        "weapon": weapon,
        "quality": unit.quality,
        "stands": unit.stands.full,
        "command": scenario.commands[army.command(id)].name,
    });
    told[counted] = json!(unit.strength);
    if army.is_dummy(id) {
        told["dummy"] = json!(true);
    }
    if let Presence::Waiting { turn, entry } = army.presence(id) {
        let entry = scenario.field.entries.get(entry).map(|entry| &entry.id);
        told["arrives"] = json!({ "turn": turn, "entry": entry });
    }
    if let Deployment::At {
        within: Some(zone), ..
    } = &scenario.units[id.0 as usize].deployment
    {
        told["zone"] = json!(zone);
    }
    told
}

fn leader(army: &Army, id: LeaderId) -> Value {
    let identity = army.leader_identity(id);
    json!({
        "id": id,
        "name": identity.name,
        "side": identity.side,
        "rank": identity.rank,
        "benefit": identity.benefit,
    })
}

/// What wins, in the order in which it is judged.
fn objectives(scenario: &Scenario) -> Vec<Value> {
    let conditions = scenario
        .victory
        .conditions
        .iter()
        .map(|condition| match condition {
            Condition::Cleared { winner, any_of } => {
                json!({ "winner": winner.known(), "cleared": any_of })
            }
            Condition::Holds {
                winner,
                zone,
                units,
            } => json!({ "winner": winner.known(), "holds": zone, "units": units }),
            Condition::AtMost {
                winner,
                zone,
                units,
            } => json!({ "winner": winner.known(), "at_most": units, "zone": zone }),
            Condition::CasualtyRatio { winner, ratio } => {
                json!({ "winner": winner.known(), "casualty_ratio": ratio })
            }
        });
    let otherwise = json!({ "winner": scenario.victory.otherwise.known(), "otherwise": true });
    conditions.chain([otherwise]).collect()
}
