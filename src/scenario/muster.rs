//! What a scenario's forces cost.

use super::file::{ForcePlan, UnitPlan, UnitTrait};
use super::reference::each_command;
use crate::rules::muster::{MusterLeader, MusterUnit, Period};
use crate::rules::named::Word;
use crate::rules::{Rules, Side};

/// The muster points of a force; units that the lists do not price are named.
pub(super) fn cost(
    rules: &Rules,
    period: Period,
    side: Side,
    force: &ForcePlan,
) -> (u32, Vec<String>) {
    let mut points = 0;
    let mut unpriced = Vec::new();
    each_command(force, &mut |command| {
        for unit in &command.units {
            let price = muster_unit(unit)
                .and_then(|unit| rules.muster_cost(period, side, &unit, true).ok());
            match price {
                Some(price) => points += price,
                None => unpriced.push(unit.name.clone()),
            }
        }
        if let Some(leader) = &command.leader
            && let Some(rank) = leader.rank.known()
        {
            let leader = MusterLeader {
                rank,
                benefit: leader.benefit,
                artillery: leader.artillery,
            };
            points += rules.leader_cost(&leader).unwrap_or(0);
        }
    });
    (points, unpriced)
}

fn muster_unit(unit: &UnitPlan) -> Option<MusterUnit> {
    Some(MusterUnit {
        arm: unit.arm.with(&unit.weapon)?,
        strength: unit.arm.strength(),
        quality: unit.quality.known()?,
        sharpshooter: unit.traits.contains(&Word::Known(UnitTrait::Sharpshooter)),
    })
}
