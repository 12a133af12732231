//! What a program is told before the first decision.

use serde_json::{Value, json};

use super::super::View;
use crate::army::{Army, LeaderId, Presence, UnitId};
use crate::rules::{Named, Troops};
use crate::scenario::file::{Condition, VictoryLevel, When};
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
        "units": army.units().filter(|id| !kept_secret(view, *id)).map(|id| unit(scenario, army, id)).collect::<Vec<_>>(),
        "leaders": army.leaders().map(|id| leader(army, id)).collect::<Vec<_>>(),
        "pickets": super::table::pickets(army, view.side()),
        "text": scenario.history,
        "zones": zones.collect::<Vec<_>>(),
        "objectives": objectives(scenario),
        "lines": lines(scenario),
        "points": points(scenario),
        "entries": entries.collect::<Vec<_>>(),
    })
}

/// Who of an enemy that mustered by cards has not come yet is his own affair.
///
/// Rules: `scenario.random_strength`.
fn kept_secret(view: &View, id: UnitId) -> bool {
    let (scenario, army) = (view.now().scenario(), view.army());
    let side = army.side(id);
    let secret = scenario.mustered_by(side).is_some_and(|one| one.secret);
    secret && side != view.side() && matches!(army.presence(id), Presence::Waiting { .. })
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
    let plan = &scenario.victory;
    let conditions = plan.conditions.iter().map(|condition| {
        let parts: Vec<_> = condition.parts().iter().map(objective).collect();
        let mut told = match <[Value; 1]>::try_from(parts) {
            Ok([only]) => only,
            Err(parts) => json!({ "winner": condition.winner(), "all": parts }),
        };
        match condition.when() {
            When::End => {}
            When::EachTurn { from, to } => told["each_turn"] = json!({ "from": from, "to": to }),
            When::AtOnce => told["at_once"] = json!(true),
        }
        tell_level(&mut told, condition.level());
        told
    });
    let mut otherwise = json!({ "winner": plan.otherwise(), "otherwise": true });
    tell_level(&mut otherwise, plan.otherwise_level());
    conditions.chain([otherwise]).collect()
}

fn tell_level(told: &mut Value, level: VictoryLevel) {
    if level != VictoryLevel::Plain {
        told["level"] = json!(level);
    }
}

fn objective(condition: &Condition) -> Value {
    let mut told = match condition {
        Condition::Cleared { any_of, .. } => json!({ "cleared": any_of }),
        Condition::Holds { zone, units, .. } => json!({ "holds": zone, "units": units }),
        Condition::AtMost { zone, units, .. } => json!({ "at_most": units, "zone": zone }),
        Condition::CasualtyRatio { ratio, .. } => json!({ "casualty_ratio": ratio }),
        Condition::Beyond { line, units, .. } => json!({ "beyond": line, "units": units }),
        Condition::StandsLost {
            stands, command, ..
        } => json!({ "stands_lost": stands, "command": command }),
        Condition::GotAway { units, .. } => json!({ "got_away": units }),
        Condition::Points { lead, .. } => json!({ "points_lead": lead }),
        Condition::All { .. } | Condition::Judged { .. } => json!({}),
    };
    told["winner"] = json!(condition.winner());
    told
}

/// Lines that objectives speak of, in inches: which place is beyond them as well.
fn lines(scenario: &Scenario) -> Vec<Value> {
    let square = scenario.field.square;
    let inches = |(x, y): (f32, f32)| [x * square, y * square];
    let lines = scenario.victory.lines.iter();
    lines
        .map(|line| {
            json!({
                "id": line.id,
                "name": line.name,
                "points": line.points.iter().map(|&at| inches(at)).collect::<Vec<_>>(),
                "beyond": inches(line.beyond),
            })
        })
        .collect()
}

/// What gives points.
fn points(scenario: &Scenario) -> Value {
    let Some(plan) = &scenario.victory.points else {
        return Value::Null;
    };
    let zones = plan.zones.iter().map(|scored| {
        json!({ "zone": scored.zone, "points": scored.points, "each_turn": scored.each_turn })
    });
    json!({ "zones": zones.collect::<Vec<_>>(), "stand": plan.stand, "leader": plan.leader })
}
