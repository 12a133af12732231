//! What a program may ask at any decision of its own.

use std::collections::HashSet;

use bevy::math::Vec2;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::View;
use super::table;
use crate::adjudicate;
use crate::army::UnitId;
use crate::battle::{Answer, Goal};
use crate::field::Facing;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::{Modifiers, Named};

/// A question.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Would that be allowed?
    Check(Answer),
    /// What would a fire do?
    Fire(Fire),
    /// What would a charge do?
    Charge(Charge),
    /// Does one see the other?
    Sight([UnitId; 2]),
    /// What order leads there?
    Plan(Plan),
}

/// A fire that is asked about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    units: Vec<UnitId>,
    target: UnitId,
    #[serde(default = "normal")]
    kind: FireKind,
}

fn normal() -> FireKind {
    FireKind::Normal
}

/// A charge that is asked about, the lead first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    units: Vec<UnitId>,
    target: UnitId,
}

/// A place to get to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    units: Vec<UnitId>,
    to: Vec2,
    #[serde(default)]
    facing: Option<f32>,
    #[serde(default)]
    formation: Option<String>,
}

impl Question {
    /// The answer to it.
    pub fn reply(&self, view: &View) -> Value {
        match self {
            Self::Check(answer) => check(view, answer),
            Self::Fire(fire) => fire.reply(view),
            Self::Charge(charge) => charge.reply(view),
            Self::Sight(pair) => sight(view, *pair),
            Self::Plan(plan) => plan.reply(view),
        }
    }
}

fn refusal(refusal: &Refusal) -> Value {
    json!({ "allowed": false, "why": refusal.reason(), "rule": refusal.rule })
}

fn not_here(what: &str) -> Value {
    json!({ "allowed": false, "why": what, "rule": "turn.action_list" })
}

/// Whether these are units of the side on the table, and that one is an enemy there.
fn known(view: &View, own: &[UnitId], enemy: UnitId) -> bool {
    let army = view.army();
    let here = |id: UnitId| army.knows(id) && army.on_table(id);
    is_group(view, own)
        && own
            .iter()
            .all(|&id| here(id) && army.side(id) == view.side())
        && here(enemy)
        && army.side(enemy) != view.side()
}

/// The farthest place, in inches either way, and the most degrees that are asked about: no table is as
/// large.
const MOST: f32 = 1_000.0;

/// Whether somebody is asked about, and nobody twice.
fn is_group(view: &View, units: &[UnitId]) -> bool {
    let few = (1..=view.army().units().len()).contains(&units.len());
    few && units.iter().collect::<HashSet<_>>().len() == units.len()
}

const UNKNOWN: &str = "asks about units that are not there, not of the right side, or named twice, or beyond all measure";

fn check(view: &View, answer: &Answer) -> Value {
    if let Err(fault) = answer.check(view.now().scenario()) {
        return not_here(&format!("{}: {}", fault.field, fault.what));
    }
    match view.check(answer) {
        Ok(()) => json!({ "allowed": true }),
        Err(why) => refusal(&why),
    }
}

impl Fire {
    fn reply(&self, view: &View) -> Value {
        let now = view.now();
        if !known(view, &self.units, self.target) {
            return json!({ "fire": not_here(UNKNOWN) });
        }
        let why = self
            .units
            .iter()
            .find_map(|&unit| now.why_not_at(unit, self.target, self.kind));
        if let Some(why) = why {
            return json!({ "fire": refusal(&why) });
        }
        let request = now.fire_request(&self.units, self.target, self.kind);
        match adjudicate::Answer::to(now.rules(), &request) {
            Ok(answer) => json!(answer),
            Err(fault) => json!({ "fire": not_here(&fault.to_string()) }),
        }
    }
}

fn modifiers(modifiers: &Modifiers) -> Vec<Value> {
    let told = |one: &crate::rules::Modifier| json!({ "what": one.what, "mmp": one.value, "counted": one.counted, "rule": one.rule });
    modifiers.iter().map(told).collect()
}

impl Charge {
    fn reply(&self, view: &View) -> Value {
        let now = view.now();
        if !known(view, &self.units, self.target) {
            return json!({ "charge": not_here(UNKNOWN) });
        }
        let Some(preview) = now.preview_charge(&self.units, self.target) else {
            let why = now.why_no_charge_at(&self.units, self.target);
            return json!({ "charge": refusal(&why) });
        };
        let fear = preview.fear;
        let fire = preview.fire.map(|odds| {
            let each = odds.iter();
            each.map(|(result, chance)| (result.name().to_owned(), json!(chance)))
                .collect::<serde_json::Map<_, _>>()
        });
        json!({ "charge": {
            "allowed": true,
            "inches": preview.inches,
            "reach": {
                "in_order": preview.reach.in_order,
                "in_disorder": preview.reach.in_disorder,
                "short": preview.reach.short,
            },
            "fear": {
                "mmp": preview.defender.mmp,
                "modifiers": modifiers(&preview.defender.modifiers),
                "odds": {
                    "good_order": fear.levels[0],
                    "disorder": fear.levels[1],
                    "shaken": fear.levels[2],
                    "routed": fear.levels[3],
                    "removed": fear.removed,
                },
            },
            "fire": fire,
            "impact": {
                "attacker_wins": preview.impact.attacker_wins,
                "tie": preview.impact.tie,
                "defender_wins": preview.impact.defender_wins,
            },
        } })
    }
}

impl Plan {
    fn reply(&self, view: &View) -> Value {
        let army = view.army();
        let own =
            |id: &UnitId| army.knows(*id) && army.has_place(*id) && army.side(*id) == view.side();
        let measured = |number: f32| number.abs() <= MOST;
        let sound = measured(self.to.x) && measured(self.to.y) && self.facing.is_none_or(measured);
        if !is_group(view, &self.units) || !self.units.iter().all(own) || !sound {
            return json!({ "plan": not_here(UNKNOWN) });
        }
        let formation = match &self.formation {
            None => None,
            Some(name) => match table::formation_named(army, self.units[0], name) {
                Some(formation) => Some(formation),
                None => {
                    let why = format!("`{name}` is no formation of its arm");
                    return json!({ "plan": not_here(&why) });
                }
            },
        };
        let goal = Goal {
            to: self.to,
            facing: self.facing.map(Facing::degrees),
            formation,
            in_order: false,
            form_last: None,
        };
        match view.now().plan(&self.units, &goal) {
            Err(why) => json!({ "plan": refusal(&why) }),
            Ok(plan) => json!({ "plan": {
                "allowed": true,
                "order": plan.order,
                "cost": plan.cost,
                "reached": plan.reached,
                "left": plan.left.map(|left| json!({
                    "inches": left.inches,
                    "degrees": left.degrees,
                    "formation": left.formation,
                    "actions": left.actions,
                })),
                "ends": plan.ends,
                "stopped": plan.stopped.as_ref().map(Refusal::reason),
                "disordered_by": plan.disordered_by,
                "through": plan.through,
            } }),
        }
    }
}

fn sight(view: &View, [one, other]: [UnitId; 2]) -> Value {
    let army = view.army();
    // Its own look out from behind their pickets too.
    let own = |id: UnitId| army.side(id) == view.side() && army.has_place(id);
    let here = |id: UnitId| army.knows(id) && (army.on_table(id) || own(id));
    if !here(one) || !here(other) {
        return json!({ "sight": not_here("one of them is not on the table") });
    }
    let sight = view.now().sight(one, other);
    match sight.blocked {
        None => json!({ "sight": { "seen": true, "range": sight.range } }),
        Some(blocked) => json!({ "sight": {
            "seen": false,
            "range": sight.range,
            "by": blocked.by,
            "at": [blocked.at.x, blocked.at.y],
            "height": blocked.at.z,
            "only_within": blocked.only_within,
        } }),
    }
}
