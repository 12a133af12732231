//! What a scenario's forces cost.

use super::file::{ArmPlan, ForcePlan, UnitPlan, UnitTrait};
use super::reference::each_command;
use crate::rules::muster::{MusterArm, MusterLeader, MusterUnit, Period};
use crate::rules::named::Word;
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Named, Rules, Side};

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
    let (arm, strength) = match unit.arm {
        ArmPlan::Infantry(figures) => (
            MusterArm::Infantry(InfantryWeapon::from_name(&unit.weapon)?),
            figures,
        ),
        ArmPlan::Cavalry(figures) => (
            MusterArm::Cavalry(CavalryWeapon::from_name(&unit.weapon)?),
            figures,
        ),
        ArmPlan::Artillery(sections) => (
            MusterArm::Artillery(Gun::from_name(&unit.weapon)?),
            sections,
        ),
    };
    Some(MusterUnit {
        arm,
        strength,
        quality: unit.quality.known()?,
        sharpshooter: unit.traits.contains(&Word::Known(UnitTrait::Sharpshooter)),
    })
}
