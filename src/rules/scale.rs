//! The three figure scales and what they change.

use serde::Deserialize;

use super::Rules;
use super::named::named;

named! {
    /// The figure scale of a table.
    pub enum Scale: "scale" {
        /// 6 and 10 mm figures.
        Mm10 = "10mm",
        /// 15 and 20 mm figures.
        Mm15 = "15mm",
        /// 25 and 28 mm figures.
        Mm25 = "25mm",
    }
}

/// One value for each scale.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByScale<T> {
    /// At 6 and 10 mm.
    pub mm10: T,
    /// At 15 and 20 mm.
    pub mm15: T,
    /// At 25 and 28 mm.
    pub mm25: T,
}

impl<T> ByScale<T> {
    /// The value at that scale.
    pub fn at(&self, scale: Scale) -> &T {
        match scale {
            Scale::Mm10 => &self.mm10,
            Scale::Mm15 => &self.mm15,
            Scale::Mm25 => &self.mm25,
        }
    }
}

/// The distances of one scale, in inches.
///
/// Rules: `scale.ground`, `scale.board_square`, `fire.primary_zone_depth`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleChart {
    /// The side of a board square.
    pub square: f32,
    /// How deep the zone straight ahead of a unit is.
    pub primary_zone: f32,
    /// How far field guns throw canister.
    pub canister: f32,
    /// What the book calls one inch.
    pub near: f32,
    /// The same with the 25 mm switch on.
    pub near_doubled: f32,
    /// How close a unit or leader must stand to give support.
    pub support: SupportDistance,
    /// Inches of command radius for each point of leadership benefit.
    pub command_radius: f32,
    /// Inches of reaction radius for each point of leadership benefit.
    pub reaction_radius: f32,
    /// By how much mounted cavalry's fall-backs are multiplied.
    pub mounted_fall_back: u32,
    /// How far behind a target a fire reaches the next unit.
    pub pass_through: PassThroughDepth,
    /// The least and the most yards that an inch stands for.
    pub yards_per_inch: (f32, f32),
}

/// How close friends must stand to support each other.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportDistance {
    /// In open ground.
    pub open: f32,
    /// In broken ground or light woods.
    pub broken: f32,
    /// In heavy woods or rough ground.
    pub close: f32,
}

/// How far behind a target pass-through fire reaches.
///
/// Rules: `fire.pass_through_depth`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassThroughDepth {
    /// Fire of infantry and cavalry.
    pub small_arms: f32,
    /// Fire of guns.
    pub artillery: f32,
}

impl Rules {
    /// How far behind a target a fire reaches, and how many further units.
    ///
    /// Rules: `fire.pass_through_depth`.
    pub fn pass_through_reach(&self, scale: Scale, artillery: bool) -> (f32, u32) {
        let depth = self.scales.at(scale).pass_through;
        if artillery {
            (depth.artillery, self.fire.pass_through.artillery_units)
        } else {
            (depth.small_arms, self.fire.pass_through.small_arms_units)
        }
    }

    /// Yards that an inch on the table stands for, about.
    ///
    /// Rules: `scale.ground`.
    pub fn yards_per_inch(&self, scale: Scale) -> f32 {
        let (least, most) = self.scales.at(scale).yards_per_inch;
        (least + most) / 2.0
    }

    /// What the book measures as one inch: short range, point blank, close to the enemy.
    ///
    /// Rules: `optional.25mm_two_inches`.
    pub fn near(&self, scale: Scale) -> f32 {
        let chart = self.scales.at(scale);
        if self.switches.two_inches_at_25mm {
            chart.near_doubled
        } else {
            chart.near
        }
    }
}
