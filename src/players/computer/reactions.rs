//! When to fire, when to wait, whom to follow.

use super::worth::fire_worth;
use crate::army::UnitId;
use crate::battle::{Answer, Reaction, Situation};
use crate::rules::Morale;
use crate::rules::fire::FireKind;

/// What a reaction must be worth to be given away.
const WORTH_IT: f64 = 0.2;

/// Fires when it hurts enough now, else waits for a better shot.
pub fn react(now: &Situation, triggers: &[UnitId], reactions: &[Reaction]) -> Answer {
    let value = |reaction: &Reaction| reaction_worth(now, triggers, reaction);
    let best = reactions
        .iter()
        .map(|reaction| (value(reaction), reaction))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    match best {
        Some((worth, reaction)) if worth > WORTH_IT => Answer::React(reaction.clone()),
        _ => Answer::Decline,
    }
}

/// Everything that could be done with its worth, and to wait.
pub fn weighed(now: &Situation, triggers: &[UnitId], reactions: &[Reaction]) -> Vec<(f64, Answer)> {
    let value = |reaction: &Reaction| reaction_worth(now, triggers, reaction);
    let wait = (WORTH_IT, Answer::Decline);
    let rest = reactions
        .iter()
        .map(|reaction| (value(reaction), Answer::React(reaction.clone())));
    std::iter::once(wait).chain(rest).collect()
}

fn reaction_worth(now: &Situation, triggers: &[UnitId], reaction: &Reaction) -> f64 {
    let army = now.army();
    match reaction {
        Reaction::Fire {
            units,
            target,
            kind,
        } => {
            let worth = fire_worth(now, units, *target, *kind);
            match kind {
                // Nothing is lost by it.
                FireKind::PointBlank | FireKind::Desperation => worth + 1.0,
                _ => worth - patience(now, units, *target),
            }
        }
        // A charge that finds the guns gone has come for nothing.
        Reaction::Prolonge { unit, target } => {
            let worth = fire_worth(now, &[*unit], *target, FireKind::Prolonge);
            let saved = if army.unit(*target).charging {
                0.5
            } else {
                -0.2
            };
            worth + saved - patience(now, &[*unit], *target)
        }
        // Whoever works at a bridge is in disorder anyway.
        Reaction::Reform(units) if units.iter().any(|&id| army.work(id).is_some()) => 0.0,
        Reaction::Reform(units) => {
            // Worth it when the enemy comes on and it has no good shot.
            0.15 * units.len() as f64
        }
        Reaction::Countercharge(unit) => {
            let charger = triggers
                .iter()
                .copied()
                .find(|&trigger| army.unit(trigger).charging);
            charger.map_or(0.0, |charger| {
                let (own, his) = (army.unit(*unit), army.unit(charger));
                let stronger = f64::from(own.strength) - f64::from(his.strength);
                let fire = fire_worth(now, &[*unit], charger, FireKind::Normal);
                0.35 * stronger - fire - 0.3
            })
        }
        // Caught with its back turned, anything is better than to stay so.
        Reaction::Face(units) => {
            let turned = |unit: &UnitId| {
                let bears = |enemy: &UnitId| {
                    let there = army.footprint(*enemy);
                    army.footprint(*unit).stands_bearing(there) > 0
                };
                !triggers.iter().any(bears)
            };
            0.3 * units.iter().filter(|&unit| turned(unit)).count() as f64
        }
        Reaction::Form(..) => 0.1,
        Reaction::Turn(..)
        | Reaction::Rally(_)
        | Reaction::Disengage(_)
        | Reaction::TakeHorse { .. } => 0.0,
    }
}

/// What it is worth to keep the reaction for later: much while the enemy is still far off and has
/// more to come, little when he stands or is close.
fn patience(now: &Situation, units: &[UnitId], target: UnitId) -> f64 {
    let army = now.army();
    let range = army.footprint(units[0]).range_to(army.footprint(target));
    let near = now.rules().near(now.scenario().field.scale);
    let guns = army.unit(units[0]).is_artillery();
    let comes_on = army.unit(target).charging;
    let far = f64::from((range - near).max(0.0)).min(6.0);
    let hold = if !guns && !comes_on { 0.05 * far } else { 0.0 };
    // To fire is to drop the spade.
    let work = units.iter().filter_map(|&id| army.work(id));
    let spades: f64 = work.map(|work| 0.3 + 0.15 * f64::from(work.turns)).sum();
    0.25 * units.len() as f64 + hold + spades
}

/// Follows only to take prisoners: whoever runs gives himself up, others are let go.
pub fn follow(now: &Situation, unit: UnitId, inches: f32, meets: Option<(UnitId, f32)>) -> Answer {
    let army = now.army();
    match meets {
        Some((enemy, _)) if army.unit(enemy).morale == Morale::Routed => Answer::Follow(inches),
        Some((enemy, _)) => {
            let (own, his) = (army.unit(unit), army.unit(enemy));
            let weak = his.morale == Morale::Shaken || (his.is_artillery() && own.strength > 4);
            if weak && own.strength > his.strength {
                Answer::Follow(inches)
            } else {
                Answer::Decline
            }
        }
        None => Answer::Decline,
    }
}
