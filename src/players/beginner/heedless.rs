//! What somebody who does not look round does in the enemy's turn.

use crate::army::UnitId;
use crate::battle::{Answer, Reaction, Situation};
use crate::players::computer::worth::fire_worth;
use crate::rules::fire::FireKind;

/// Everything that comes to mind, with what it seems to be worth: whoever can fire fires, alone and
/// at once; to reform, to face about and to charge back is not thought of.
pub fn choices(now: &Situation, triggers: &[UnitId], reactions: &[Reaction]) -> Vec<(f64, Answer)> {
    let mut choices = vec![(0.02, Answer::Decline)];
    for reaction in reactions {
        let Reaction::Fire {
            units,
            target,
            kind,
        } = reaction
        else {
            continue;
        };
        let close = matches!(kind, FireKind::PointBlank | FireKind::Desperation);
        if (units.len() == 1 || close) && is_noticed(now, units, triggers) {
            let worth = fire_worth(now, units, *target, *kind);
            choices.push((worth, Answer::React(reaction.clone())));
        }
    }
    choices
}

/// Only what happens straight before a unit is noticed.
fn is_noticed(now: &Situation, units: &[UnitId], triggers: &[UnitId]) -> bool {
    let army = now.army();
    units.iter().all(|&unit| {
        let here = army.placement(unit);
        triggers.iter().any(|&trigger| {
            let there = army.placement(trigger).at;
            let off = here
                .facing
                .off(crate::field::Facing::towards(here.at, there));
            off.abs() < 40.0
        })
    })
}
