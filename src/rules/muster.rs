//! Muster points: what units cost and what a force may be made of.

mod batteries;
mod cards;
mod command;
mod demand;
mod force;
mod part;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use cards::{Card, CardPoints, Faces};
pub use command::{Echelon, MusterCommand, MusterSpot};
pub use demand::Demand;
pub use force::{MusterBrigade, MusterDivision, MusterFault};
pub use part::{MusterPart, PartKind};

use super::fire::Refusal;
use super::leader::Rank;
use super::named::{Chart, named};
use super::{CavalryWeapon, Gun, InfantryWeapon, Quality, Rules, Side, Troops, Unit};
use crate::rule;

named! {
    /// The periods of the war that muster points distinguish.
    pub enum Period: "period" {
        /// 1861 to 1863.
        UpTo1863 = "1861_63",
        /// Early 1864.
        Early1864 = "early_1864",
        /// Late 1864.
        Late1864 = "late_1864",
        /// 1865.
        Y1865 = "1865",
    }
}

/// Points of green, trained, veteran and elite units; `None` where there are none to be had.
///
/// Rules: `muster.read_entry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Points([Option<u32>; 4]);

impl Points {
    /// The points of that quality.
    pub fn of(&self, quality: Quality) -> Option<u32> {
        self.0[match quality {
            Quality::Green => 0,
            Quality::Trained => 1,
            Quality::Veteran => 2,
            Quality::Elite => 3,
        }]
    }
}

type PriceList<K> = BTreeMap<K, BTreeMap<u32, Points>>;

/// All muster tables and limits.
///
/// Rules: `table.muster_infantry_61`, `table.muster_infantry_64`, `table.muster_cavalry`,
/// `table.muster_artillery`, `table.muster_leaders`, `muster.guideline`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusterChart {
    /// Infantry before and from 1864.
    pub infantry: InfantryPrices,
    /// Cavalry by figures.
    pub cavalry: PriceList<CavalryWeapon>,
    /// Batteries by sections.
    pub artillery: PriceList<Gun>,
    /// Leaders.
    pub leaders: LeaderPrices,
    /// What sharpshooters cost more, by figures.
    pub sharpshooters: BTreeMap<u32, u32>,
    /// The shape of an infantry brigade.
    pub brigade: BrigadeShape,
    /// The shape of a division.
    pub division: DivisionShape,
    /// The batteries a force may have.
    pub batteries: BatteryShape,
    /// The shape of a cavalry brigade.
    pub cavalry_brigade: CavalryBrigadeShape,
    /// Limits by period.
    pub limits: Chart<Period, Limits>,
    /// Points for each side and board square.
    pub points_per_square: u32,
    /// What the cards of a drawn strength are worth.
    #[serde(default)]
    pub cards: CardPoints,
}

/// Infantry before and from 1864.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct InfantryPrices {
    pub early: PriceList<InfantryWeapon>,
    pub late: PriceList<InfantryWeapon>,
}

/// Leaders by benefit 1 and 2.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct LeaderPrices {
    pub brigade: [u32; 2],
    pub division_or_corps: [u32; 2],
    pub artillery: u32,
}

/// The shape of an infantry brigade.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrigadeShape {
    /// Fewest and most regiments.
    pub regiments: (usize, usize),
    /// Most elite or green regiments.
    pub elite_or_green: usize,
    /// Most sharpshooter units.
    pub sharpshooters: usize,
    /// Most regiments with repeaters.
    pub repeaters: usize,
    /// Fewest and most batteries to be bought for it.
    pub batteries: (usize, usize),
    /// Green or trained regiments a Union brigade of 1865 has at least.
    pub raw_union_1865: usize,
}

/// The shape of a division.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionShape {
    /// Fewest and most brigades.
    pub brigades: (usize, usize),
}

/// The batteries a force may have.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryShape {
    /// Fewest and most sections of a Union battery.
    pub union_sections: (u32, u32),
    /// Fewest and most sections of a Confederate battery.
    pub confederate_sections: (u32, u32),
    /// With more batteries than this the Union may have an artillery leader.
    pub artillery_leader_above: usize,
}

/// The shape of a cavalry brigade.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryBrigadeShape {
    /// Fewest units.
    pub units: usize,
    /// Fewest figures of a unit.
    pub figures: u32,
    /// Most units with repeating carbines.
    pub repeaters: usize,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BySide {
    pub union: u32,
    pub confederate: u32,
}

impl BySide {
    /// The number of that side.
    pub fn of(self, side: Side) -> u32 {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.confederate,
        }
    }
}

/// Points that formations may cost in a period.
///
/// Rules: `muster.1864`, `muster.1865`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// A brigade with its leader.
    pub brigade: BySide,
    /// A division with its leader.
    pub division: BySide,
    /// Reserve artillery on top of a division.
    pub division_artillery: BySide,
    /// A corps.
    pub corps: Option<BySide>,
}

/// A weapon of any arm, as the muster tables list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MusterArm {
    /// A regiment of foot.
    Infantry(InfantryWeapon),
    /// A unit of horse.
    Cavalry(CavalryWeapon),
    /// A battery.
    Artillery(Gun),
}

/// A unit to be mustered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MusterUnit {
    /// Arm and weapon.
    pub arm: MusterArm,
    /// Figures or sections.
    pub strength: u32,
    /// Its quality.
    pub quality: Quality,
    /// Rated as sharpshooters.
    pub sharpshooter: bool,
}

impl MusterUnit {
    /// Whether it carries magazine rifles or carbines.
    pub fn has_repeaters(&self) -> bool {
        matches!(
            self.arm,
            MusterArm::Infantry(InfantryWeapon::SpencerHenry)
                | MusterArm::Cavalry(CavalryWeapon::RepeatingCarbine)
        )
    }
}

/// A leader to be mustered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MusterLeader {
    /// His rank.
    pub rank: Rank,
    /// His benefit.
    pub benefit: u32,
    /// He directs the guns.
    pub artillery: bool,
}

impl Rules {
    /// What a unit costs. A scenario may allow repeaters to Confederates.
    ///
    /// Rules: `muster.sharpshooters`, `muster.no_confederate_repeaters`, `sharpshooter.max_figures`.
    pub fn muster_cost(
        &self,
        period: Period,
        side: Side,
        unit: &MusterUnit,
        confederate_repeaters: bool,
    ) -> Result<u32, Refusal> {
        if side == Side::Confederate && unit.has_repeaters() && !confederate_repeaters {
            return Err(Refusal::new(
                "Confederates have no repeaters unless the scenario gives them",
                rule!("muster.no_confederate_repeaters"),
            ));
        }
        let extra = if unit.sharpshooter {
            self.sharpshooter_points(unit)?
        } else {
            0
        };
        let chart = &self.muster;
        let points = match unit.arm {
            MusterArm::Infantry(weapon) => {
                let (own, other) = match period {
                    Period::UpTo1863 => (&chart.infantry.early, &chart.infantry.late),
                    _ => (&chart.infantry.late, &chart.infantry.early),
                };
                own.get(&weapon).or_else(|| other.get(&weapon))
            }
            MusterArm::Cavalry(weapon) => chart.cavalry.get(&weapon),
            MusterArm::Artillery(gun) => chart.artillery.get(&gun),
        };
        let base = points
            .ok_or(Refusal::new(
                "this weapon has no muster price",
                rule!("muster.read_entry"),
            ))?
            .get(&unit.strength)
            .ok_or(Refusal::new(
                "no unit of this strength can be mustered",
                rule!("muster.read_entry"),
            ))?
            .of(unit.quality)
            .ok_or(Refusal::new(
                "no unit of this strength and quality can be mustered",
                rule!("muster.read_entry"),
            ))?;
        Ok(base + extra)
    }

    /// What a unit on the table cost; `None` if the lists have no price for it.
    pub fn unit_points(&self, period: Period, unit: &Unit) -> Option<u32> {
        let arm = match unit.troops {
            Troops::Infantry { weapon, .. } => MusterArm::Infantry(weapon?),
            Troops::Cavalry { weapon, .. } => MusterArm::Cavalry(weapon?),
            Troops::Artillery { gun, .. } => MusterArm::Artillery(gun?),
        };
        let muster = MusterUnit {
            arm,
            strength: unit.strength,
            quality: unit.quality,
            sharpshooter: unit.traits.sharpshooter,
        };
        self.muster_cost(period, unit.side, &muster, true).ok()
    }

    fn sharpshooter_points(&self, unit: &MusterUnit) -> Result<u32, Refusal> {
        let elite_infantry =
            unit.quality == Quality::Elite && matches!(unit.arm, MusterArm::Infantry(_));
        if !elite_infantry {
            return Err(Refusal::new(
                "sharpshooters must be elite infantry",
                rule!("muster.sharpshooters"),
            ));
        }
        let points = self.muster.sharpshooters.get(&unit.strength).copied();
        points.ok_or(Refusal::new(
            "sharpshooters have four or six figures",
            rule!("muster.sharpshooters"),
        ))
    }

    /// What a leader costs.
    ///
    /// Rules: `table.muster_leaders`, `muster.artillery_leader`.
    pub fn leader_cost(&self, leader: &MusterLeader) -> Result<u32, Refusal> {
        let prices = &self.muster.leaders;
        if leader.artillery {
            return match leader.benefit {
                1 => Ok(prices.artillery),
                _ => Err(Refusal::new(
                    "an artillery leader has a benefit of 1",
                    rule!("muster.artillery_leader"),
                )),
            };
        }
        let row = match leader.rank {
            Rank::Brigade => prices.brigade,
            Rank::Division | Rank::Corps => prices.division_or_corps,
        };
        match leader.benefit {
            // A dud is free: he only keeps the brigade in command.
            0 => Ok(0),
            benefit => row.get(benefit as usize - 1).copied().ok_or(Refusal::new(
                "a leader's benefit is 0, 1 or 2",
                rule!("leader.ratings"),
            )),
        }
    }

    /// Points for each side on a battlespace of so many squares.
    ///
    /// Rules: `scenario.force_size`.
    pub fn points_for_squares(&self, squares: u32) -> u32 {
        self.muster.points_per_square * squares
    }

    /// Points of a side with so many percent more, for who attacks or is new to it.
    ///
    /// Rules: `scenario.force_size`.
    pub fn points_with_handicap(&self, squares: u32, percent: u32) -> u32 {
        self.points_for_squares(squares) * (100 + percent) / 100
    }
}
