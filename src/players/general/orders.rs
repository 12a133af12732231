//! What the active unit or group does.

use super::charges::charge;
use super::moves::{moves, standing};
use super::outlook::Outlook;
use super::shapes::form_worth;
use crate::army::UnitId;
use crate::battle::{Answer, Order};
use crate::players::Duty;
use crate::players::computer::{crossing, hiding, labour};
use crate::rules::Morale;
use crate::rules::fire::FireKind;

/// A rally against more than this is hopeless.
const HOPELESS: i32 = 7;

/// Everything that the active could do with its worth, the best first.
pub fn orders(
    outlook: &Outlook,
    units: &[UnitId],
    actions: u32,
    listed: &[Order],
    may_move: bool,
) -> Vec<(f64, Answer)> {
    let army = outlook.army;
    let mut weighed: Vec<(f64, Answer)> = Vec::new();
    let comes_in = units.iter().any(|&id| army.record(id).entering > 0.0);
    let mut best_fire: f64 = 0.0;
    for order in listed {
        let value = match order {
            Order::Hold if comes_in => f64::NEG_INFINITY,
            Order::Hold => outlook.weights.still,
            order => order_worth(outlook, units, order),
        };
        if matches!(order, Order::Fire { .. }) {
            best_fire = best_fire.max(value);
        }
        // Whoever fires now can fire again.
        let again = match order {
            Order::Fire { kind, .. } if actions > 1 && !kind.is_deliberate() => {
                outlook.weights.again
            }
            _ => 1.0,
        };
        weighed.push((again * value, Answer::Order(order.clone())));
    }
    if may_move {
        if let &[unit] = units
            && let Some(found) = crossing::best(outlook.now, unit)
        {
            weighed.extend(found.map(|(value, order)| (value, Answer::Order(order))));
        } else {
            let stays = standing(outlook, units);
            let many = units.len() as f64;
            for moved in moves(outlook, units, &stays) {
                // Whoever has an action left fires from there; else it is ready for his next.
                let part = if actions > 1 {
                    outlook.weights.at_once
                } else {
                    outlook.weights.ready
                };
                let now = if actions > 1 {
                    0.0
                } else {
                    outlook.weights.ready
                };
                let fire = (part * moved.volley - now * stays.here.gives) / many;
                weighed.push((moved.value + fire, Answer::Order(moved.order)));
            }
        }
    }
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed
}

/// What an order is worth.
pub fn order_worth(outlook: &Outlook, units: &[UnitId], order: &Order) -> f64 {
    let army = outlook.army;
    let unit = units[0];
    let values = army.unit(unit);
    let danger = outlook.danger(unit);
    match order {
        Order::Fire {
            units,
            target,
            kind,
        } => {
            let actions = if kind.is_deliberate() { 1.75 } else { 1.0 };
            fire(outlook, units, *target, *kind) / actions
        }
        Order::Charge {
            lead,
            assaults,
            halt: None,
        } => charge(outlook, units, *lead, assaults).map_or(f64::NEG_INFINITY, |(value, _)| value),
        // A halt is a way out nobody here needs: it would not have charged.
        Order::Charge { .. } => f64::NEG_INFINITY,
        Order::Work(task) => labour::worth(outlook.now, unit, *task),
        Order::Show => hiding::show_worth(outlook.now, unit),
        Order::Withdraw => 9.0,
        Order::Form(formation) => form_worth(outlook, units, *formation),
        // Disorder costs twice: more is hit, and less is stood.
        Order::Reform => {
            let out = units
                .iter()
                .filter(|&&id| army.unit(id).morale == Morale::Disorder);
            let near = if danger < 9.0 {
                outlook.weights.order
            } else {
                outlook.weights.calm
            };
            out.map(|&id| near * 0.17 * f64::from(army.unit(id).strength))
                .sum::<f64>()
                / units.len() as f64
        }
        Order::Rally => units
            .iter()
            .filter(|&&id| army.unit(id).morale == Morale::Shaken)
            .map(|&id| rally(outlook, id))
            .sum(),
        Order::Disengage => {
            let beset = danger < 3.0 && values.morale == Morale::Shaken;
            if beset { 0.7 } else { f64::NEG_INFINITY }
        }
        // Two wrecks make a regiment; a wreck beside a sound one keeps its muskets in the line.
        Order::Merge { .. } => 0.8,
        Order::AttachTo { .. } => 0.6,
        Order::Prolonge { target } if danger < 4.0 => {
            0.2 + fire(outlook, &[unit], *target, FireKind::Prolonge)
        }
        _ => f64::NEG_INFINITY,
    }
}

/// What a fire takes from its target, more from somebody who stands where he must not.
pub fn fire(outlook: &Outlook, firers: &[UnitId], target: UnitId, kind: FireKind) -> f64 {
    let now = outlook.now;
    let terms = match (firers, kind) {
        (&[one], FireKind::Normal) => now.single_fire(one, target),
        _ => now.fire_terms(firers, target, kind).ok(),
    };
    let Some(terms) = terms else {
        return 0.0;
    };
    let odds = now.rules().fire_odds(&terms);
    let values = outlook.army.unit(target);
    let at = outlook.army.placement(target).at;
    let on = outlook
        .aims
        .iter()
        .map(|aim| f64::from((1.0 - aim.distance(now, at) / 6.0).max(0.0)) * aim.weight)
        .fold(0.0, f64::max);
    outlook.toll(values, &odds, outlook.nerve(target)) * (1.0 + outlook.weights.trespass * on)
}

/// What a try to rally is worth: nothing where it may break the unit for good.
fn rally(outlook: &Outlook, unit: UnitId) -> f64 {
    let values = outlook.army.unit(unit);
    let mmp = outlook.nerve(unit);
    if mmp > HOPELESS && outlook.task(unit).duty != Duty::Hold {
        return f64::NEG_INFINITY;
    }
    if mmp > HOPELESS {
        return -0.5;
    }
    outlook.weights.rally - outlook.check_toll(values, mmp)
}
