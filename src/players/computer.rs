//! A computer player that decides from the odds.
//!
//! It looks one step ahead: every order and reaction on offer gets a value in figures lost and won,
//! moves by where they lead. It knows only what its side sees and what the decision offers.

use bevy::math::Vec2;

use super::Player;
use crate::army::{Identity, LeaderIdentity, UnitId};
use crate::battle::{Answer, Battle, Decision, Formation, Order, Reaction};
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};
use crate::rules::fire::FireKind;
use crate::rules::formation::Shape;
use crate::rules::{InfantryFormation, Morale, Side, Troops};
use crate::scenario::file::Condition;

/// Plays one side as well as one step of looking ahead allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComputerPlayer;

/// What a hit is worth against the other results of a fire: most of its harm is in the check.
const WORTH_OF_A_CHECK: f64 = 0.35;

impl Player for ComputerPlayer {
    fn answer(&mut self, battle: &Battle, decision: &Decision) -> Answer {
        match decision {
            Decision::Leader { leader, units, .. } => {
                let identity = battle.army().leader::<LeaderIdentity>(*leader);
                lead(battle, identity.command, units)
            }
            Decision::Activate { units, .. } => activate(battle, units),
            Decision::Act {
                side,
                units,
                orders,
                may_move,
                ..
            } => act(battle, *side, units[0], orders, *may_move),
            Decision::React { reactions, .. } => react(battle, reactions),
            Decision::Follow { .. } | Decision::Join { .. } | Decision::StopBehind { .. } => {
                Answer::Decline
            }
        }
    }
}

/// A leader joins the steadiest unit of his own command that is nearest to the enemy.
fn lead(battle: &Battle, command: usize, units: &[UnitId]) -> Answer {
    let army = battle.army();
    let value = |id: &UnitId| {
        let own = f32::from(army.get::<Identity>(*id).command == command);
        let shaken = f32::from(army.unit(*id).morale == Morale::Shaken);
        10.0 * own + 3.0 * shaken - nearest(battle, *id).map_or(40.0, |(_, far)| far) * 0.1
    };
    let best = units
        .iter()
        .max_by(|one, other| value(one).total_cmp(&value(other)));
    best.map_or(Answer::Stay, |&unit| Answer::Attach(unit))
}

/// Guns first, then whoever is nearest to the enemy.
fn activate(battle: &Battle, units: &[UnitId]) -> Answer {
    let army = battle.army();
    let order = |id: &UnitId| {
        let guns = if army.unit(*id).is_artillery() {
            0.0
        } else {
            1000.0
        };
        guns + nearest(battle, *id).map_or(500.0, |(_, far)| far)
    };
    let first = units
        .iter()
        .min_by(|one, other| order(one).total_cmp(&order(other)));
    first.map_or(Answer::EndTurn, |&unit| Answer::Activate(unit))
}

fn nearest(battle: &Battle, id: UnitId) -> Option<(UnitId, f32)> {
    let army = battle.army();
    let at = army.placement(id).at;
    army.present_of(army.side(id).other())
        .filter(|&enemy| army.unit(enemy).morale != Morale::Routed)
        .map(|enemy| (enemy, army.placement(enemy).at.distance(at)))
        .min_by(|one, other| one.1.total_cmp(&other.1))
}

/// What a fire is worth: figures, and checks in figures.
fn fire_value(battle: &Battle, firers: &[UnitId], target: UnitId, kind: FireKind) -> f64 {
    let Ok(terms) = battle.fire_terms(firers, target, kind) else {
        return 0.0;
    };
    let odds = battle.rules().fire_odds(&terms);
    let checks: f64 = odds
        .iter()
        .map(|(result, chance)| {
            let check = battle
                .rules()
                .check_after(result)
                .map_or(0.0, |check| 1.0 + f64::from(check) * 0.4);
            chance * check
        })
        .sum();
    odds.mean_hits() + WORTH_OF_A_CHECK * checks
}

fn act(battle: &Battle, side: Side, unit: UnitId, orders: &[Order], may_move: bool) -> Answer {
    let mut best = (0.05, Answer::Order(Order::Hold));
    for order in orders {
        let value = order_value(battle, unit, order);
        if value > best.0 {
            best = (value, Answer::Order(order.clone()));
        }
    }
    if may_move
        && let Some((value, answer)) = best_move(battle, side, unit)
        && value > best.0
    {
        return answer;
    }
    best.1
}

fn order_value(battle: &Battle, unit: UnitId, order: &Order) -> f64 {
    let army = battle.army();
    let values = army.unit(unit);
    match order {
        Order::Fire {
            units,
            target,
            kind,
        } => {
            let actions = if *kind == FireKind::Deliberate {
                2.0
            } else {
                1.0
            };
            fire_value(battle, units, *target, *kind) / actions
        }
        Order::Charge {
            assaults,
            halt: None,
            ..
        } => charge_value(battle, unit, assaults[0].target),
        Order::Reform => 0.8,
        Order::Rally => {
            // Far from the enemy a rally mends; close to him it may break the unit for good.
            nearest(battle, unit).map_or(1.5, |(_, far)| if far > 8.0 { 1.5 } else { 0.3 })
        }
        Order::Form(Formation::Infantry(InfantryFormation::BattleLine))
            if values.shape() == Shape::Column =>
        {
            nearest(battle, unit).map_or(0.0, |(_, far)| if far < 9.0 { 1.2 } else { 0.0 })
        }
        Order::Form(Formation::Limbered(false)) => {
            nearest(battle, unit).map_or(0.0, |(_, far)| if far < 16.0 { 1.0 } else { 0.1 })
        }
        Order::Disengage if values.morale == Morale::Shaken => {
            nearest(battle, unit).map_or(0.0, |(_, far)| if far < 6.0 { 0.9 } else { 0.0 })
        }
        _ => 0.0,
    }
}

/// A charge pays when the attacker is clearly the stronger and steadier.
fn charge_value(battle: &Battle, unit: UnitId, target: UnitId) -> f64 {
    let army = battle.army();
    let (attacker, defender) = (army.unit(unit), army.unit(target));
    let steadiness = |unit: &crate::rules::Unit| {
        battle.rules().basic_morale(unit) as f64 + 2.0 * f64::from(unit.morale as u8)
    };
    let strength = f64::from(attacker.strength) - f64::from(defender.strength);
    let morale = steadiness(defender) - steadiness(attacker);
    let support = battle.supporters(target).len() as f64;
    let fresh = fire_value(battle, &[target], unit, FireKind::Normal);
    0.35 * strength + 0.3 * morale - 0.6 * support - 0.8 * fresh
}

/// The best of a few moves: towards the objective or the enemy, or away when broken.
fn best_move(battle: &Battle, side: Side, unit: UnitId) -> Option<(f64, Answer)> {
    let army = battle.army();
    let values = army.unit(unit);
    let start = army.placement(unit);
    let mark = objective(battle, side, unit)?;
    let now = place_value(battle, unit, start, mark);
    let mut best: Option<(f64, Answer)> = None;
    let column = matches!(values.shape(), Shape::Column | Shape::Limbered);
    let bearing = start.facing.off(Facing::towards(start.at, mark));
    let mut plans: Vec<Vec<Leg>> = Vec::new();
    for inches in [6.0, 4.0, 2.0] {
        let inches = if column { inches * 2.0 } else { inches };
        if column {
            plans.push(vec![
                Leg::Turn { degrees: bearing },
                Leg::Ahead {
                    inches,
                    degrees: 0.0,
                },
            ]);
        } else if bearing.abs() <= 45.0 {
            plans.push(vec![Leg::Ahead {
                inches,
                degrees: bearing,
            }]);
            plans.push(vec![Leg::Ahead {
                inches,
                degrees: 0.0,
            }]);
        } else if !matches!(values.troops, Troops::Artillery { .. }) {
            let turn = (bearing.abs() - 30.0).copysign(bearing).clamp(-90.0, 90.0);
            plans.push(vec![
                Leg::Wheel { degrees: turn },
                Leg::Ahead {
                    inches: inches / 2.0,
                    degrees: 0.0,
                },
            ]);
            plans.push(vec![
                Leg::AboutFace,
                Leg::Ahead {
                    inches: inches / 2.0,
                    degrees: 0.0,
                },
            ]);
        }
        if values.morale != Morale::GoodOrder {
            plans.push(vec![Leg::Back {
                inches: inches / 2.0,
            }]);
        }
    }
    for legs in plans {
        let Ok(walks) = battle.check_move(&[unit], None, false, &legs) else {
            continue;
        };
        let walked = &walks[0].1;
        let loss = if walked.disordered_by.is_some() {
            0.6
        } else {
            0.0
        };
        let value = place_value(battle, unit, walked.placement, mark) - now - loss;
        if best.as_ref().is_none_or(|(known, _)| value > *known) {
            best = Some((
                value,
                Answer::Order(Order::Move {
                    form: None,
                    form_last: false,
                    legs,
                }),
            ));
        }
    }
    best
}

/// Where a unit wants to be: the attacker in the zone he must clear, the defender where he is.
fn objective(battle: &Battle, side: Side, unit: UnitId) -> Option<Vec2> {
    let army = battle.army();
    let here = army.placement(unit).at;
    let broken = matches!(army.unit(unit).morale, Morale::Shaken);
    if broken {
        return nearest(battle, unit).map(|(enemy, _)| here * 2.0 - army.placement(enemy).at);
    }
    let zones = battle
        .scenario()
        .victory
        .conditions
        .iter()
        .flat_map(|condition| match condition {
            Condition::Cleared { any_of, .. } => any_of.clone(),
            Condition::Holds { zone, .. } | Condition::AtMost { zone, .. } => vec![zone.clone()],
            Condition::CasualtyRatio { .. } => Vec::new(),
        });
    let middles = zones.filter_map(|id| {
        let zone = battle.scenario().field.zone(&id)?;
        let sum: Vec2 = zone.outline.iter().copied().sum();
        Some(sum / zone.outline.len() as f32)
    });
    let zone = middles.min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)));
    let defends = battle.scenario().victory.otherwise.known() == Some(side);
    let enemy = nearest(battle, unit);
    match (zone, enemy) {
        // The defender waits in his position and turns to whoever comes near.
        (Some(zone), Some((enemy, far))) if defends => Some(if far < 10.0 {
            army.placement(enemy).at
        } else {
            zone
        }),
        (_, Some((enemy, far))) if far < 9.0 => Some(army.placement(enemy).at),
        (zone, enemy) => zone.or(enemy.map(|(enemy, _)| army.placement(enemy).at)),
    }
}

/// What a place is worth: near the objective, facing the enemy, in cover, not in his teeth.
fn place_value(battle: &Battle, unit: UnitId, place: Placement, mark: Vec2) -> f64 {
    let army = battle.army();
    let mut value = -0.12 * f64::from(place.at.distance(mark));
    if let Some((enemy, _)) = nearest(battle, unit) {
        let enemy = army.placement(enemy).at;
        let off = place.facing.off(Facing::towards(place.at, enemy)).abs();
        value -= 0.008 * f64::from(off);
        let far = place.at.distance(enemy);
        let reach = if army.unit(unit).is_artillery() {
            8.0
        } else {
            3.0
        };
        if far < reach {
            value -= 0.25 * f64::from(reach - far);
        }
    }
    let field = &battle.scenario().field;
    let sheltered = field.areas.iter().any(|area| {
        use crate::field::plan::AreaKind::{Farm, HeavyWoods, LightWoods, Orchard, Village};
        matches!(
            area.kind,
            LightWoods | HeavyWoods | Orchard | Farm | Village
        ) && area.contains(place.at)
    });
    value + if sheltered { 0.25 } else { 0.0 }
}

/// Fires when it hurts enough now, else waits for a better shot.
fn react(battle: &Battle, reactions: &[Reaction]) -> Answer {
    let value = |reaction: &Reaction| match reaction {
        Reaction::Fire {
            units,
            target,
            kind,
        } => {
            let worth = fire_value(battle, units, *target, *kind);
            match kind {
                // Nothing is lost by it.
                FireKind::PointBlank | FireKind::Desperation => worth + 1.0,
                _ => worth - 0.25,
            }
        }
        Reaction::Reform(_) => 0.15,
        Reaction::Rally(_) | Reaction::Disengage(_) | Reaction::Face(_) => 0.0,
        Reaction::Form(..) => 0.1,
        Reaction::Countercharge(_) | Reaction::TakeHorse { .. } => 0.0,
    };
    let best = reactions
        .iter()
        .max_by(|one, other| value(one).total_cmp(&value(other)));
    match best {
        Some(reaction) if value(reaction) > 0.2 => Answer::React(reaction.clone()),
        _ => Answer::Decline,
    }
}
