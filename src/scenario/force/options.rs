//! What can be bought.

use crate::rules::muster::{MusterArm, MusterUnit, Period};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Named, Quality, Rules, Side};

/// A unit that can be bought, and for how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The unit.
    pub unit: MusterUnit,
    /// Its price.
    pub cost: u32,
}

/// Every unit that a side can buy in a period.
pub fn offers(rules: &Rules, (period, side): (Period, Side), repeaters: bool) -> Vec<Offer> {
    let foot = InfantryWeapon::ALL
        .iter()
        .map(|&weapon| MusterArm::Infantry(weapon));
    let horse = CavalryWeapon::ALL
        .iter()
        .map(|&weapon| MusterArm::Cavalry(weapon));
    let guns = Gun::ALL.iter().map(|&gun| MusterArm::Artillery(gun));
    let mut found = Vec::new();
    for arm in foot.chain(horse).chain(guns) {
        let strengths = match arm {
            MusterArm::Artillery(_) => 1..=3,
            _ => 4..=12,
        };
        for strength in strengths {
            for &quality in Quality::ALL {
                for sharpshooter in [false, true] {
                    let unit = MusterUnit {
                        arm,
                        strength,
                        quality,
                        sharpshooter,
                    };
                    if let Ok(cost) = rules.muster_cost(period, side, &unit, repeaters) {
                        found.push(Offer { unit, cost });
                    }
                }
            }
        }
    }
    found
}
