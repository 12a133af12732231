//! The fire charts.

use serde::Deserialize;

use crate::rules::works::Works;

/// A value against artillery fire and one against all other fire.
///
/// Rules: `fire.by_firer_arm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "(i32, i32)")]
pub struct ByFire {
    /// From guns.
    pub artillery: i32,
    /// From everybody else.
    pub other: i32,
}

impl From<(i32, i32)> for ByFire {
    fn from((artillery, other): (i32, i32)) -> Self {
        Self { artillery, other }
    }
}

impl ByFire {
    /// The value that applies.
    ///
    /// Rules: `fire.by_firer_arm`.
    pub fn by(self, artillery: bool) -> i32 {
        if artillery {
            self.artillery
        } else {
            self.other
        }
    }
}

/// All fire charts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireChart {
    /// Infantry firers.
    pub infantry: SmallArmsChart,
    /// Cavalry firers.
    pub cavalry: SmallArmsChart,
    /// Field guns.
    pub field_guns: FieldGunFire,
    /// Siege and fortress guns.
    pub heavy_guns: HeavyGunFire,
    /// Long range as a multiple of normal range.
    pub long_range: f32,
    /// Short range of guns as a part of normal range.
    pub gun_short_range: f32,
    /// What a fire needs at least.
    pub least_firepower: i32,
    /// Smoothbore muskets at point blank.
    pub buck_and_ball: i32,
    /// Deliberate fire.
    pub deliberate: i32,
    /// Horse holders of mounted infantry.
    pub mounted_infantry: i32,
    /// Native American cavalry in melee.
    pub native_melee: i32,
    /// Dice of sharpshooters at long range.
    pub sharpshooter_long_dice: u32,
    /// Figures that may fire outside the frontal arc.
    pub outside_arc_figures: u32,
    /// Firing from behind works.
    pub firing_from: ByWorks,
    /// Fire that goes on behind the target.
    pub pass_through: PassThrough,
    /// Target modifiers.
    pub target: TargetChart,
    /// The results table.
    pub results: ResultsChart,
    /// The n of the check that comes with 1 to 4 hits.
    pub hit_checks: [u32; 4],
}

/// The firer table of infantry or cavalry.
///
/// Rules: `table.infantry_fire_procedure`, `table.cavalry_fire_procedure`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmallArmsChart {
    /// Dice by band.
    pub dice: SmallArmsDice,
    /// Elite firers.
    pub elite: i32,
    /// Green firers.
    pub green: i32,
    /// The first fire of the game.
    pub opening_volley: i32,
    /// What may fire together.
    pub cap: Cap,
}

/// Dice of small arms.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SmallArmsDice {
    pub long: u32,
    pub normal: u32,
    pub short: u32,
    pub point_blank: u32,
    pub melee: u32,
    pub desperation: u32,
}

/// The most that one fire can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// Figures or sections.
    pub strength: u32,
    /// Firepower points.
    pub firepower: i32,
    /// Units, where their number is limited.
    pub units: Option<u32>,
}

/// The firer table of field guns.
///
/// Rules: `table.artillery_fire_procedure`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldGunFire {
    /// Dice by band.
    pub dice: FieldGunDice,
    /// Elite gunners.
    pub elite: i32,
    /// Green gunners.
    pub green: i32,
    /// What may fire together.
    pub cap: Cap,
}

/// Dice of field guns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FieldGunDice {
    pub long: u32,
    pub normal: u32,
    pub short: u32,
    pub canister: ByBore,
    pub point_blank: ByBore,
    pub desperation: u32,
    pub prolonge: u32,
}

/// Canister dice. Mixed batteries throw the canister of rifles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ByBore {
    pub smoothbore: u32,
    pub rifled: u32,
}

/// The firer table of siege and fortress guns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeavyGunFire {
    /// Dice by band.
    pub dice: HeavyGunDice,
    /// Elite gunners.
    pub elite: i32,
    /// Green gunners.
    pub green: i32,
    /// Long range of siege guns as a multiple of normal range.
    pub siege_long: f32,
    /// Long range of fortress guns.
    pub fortress_long: f32,
    /// The most that consecutive shots of fortress guns add.
    pub consecutive_shots: i32,
    /// What may fire together.
    pub cap: Cap,
}

/// Dice of heavy guns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HeavyGunDice {
    pub long: u32,
    pub normal: u32,
    pub short: u32,
    pub canister: u32,
    pub point_blank: u32,
}

/// A value for each kind of works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ByWorks {
    pub hasty: i32,
    pub light: i32,
    pub heavy: i32,
}

impl ByWorks {
    /// The value of those works.
    pub fn of(self, works: Works) -> i32 {
        match works {
            Works::Hasty => self.hasty,
            Works::Light => self.light,
            Works::Heavy => self.heavy,
        }
    }
}

/// Fire that goes on behind the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassThrough {
    /// For each unit already passed.
    pub modifier: i32,
    /// Further units that infantry and cavalry fire reaches.
    pub small_arms_units: u32,
    /// Further units that gun fire reaches.
    pub artillery_units: u32,
}

/// Target modifiers.
///
/// Rules: `table.beneficial_drms`, `table.detrimental_drms`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TargetChart {
    pub light_woods_or_orchard: ByFire,
    pub heavy_woods: ByFire,
    pub hasty_works: ByFire,
    pub light_works: ByFire,
    pub heavy_works: ByFire,
    pub wood_fence: ByFire,
    pub stone_wall: ByFire,
    pub village: ByFire,
    pub unlimbered_artillery: ByFire,
    pub extended_line: ByFire,
    pub infantry_skirmishers: ByFire,
    pub behind_skirmishers: ByFire,
    pub elite: ByFire,
    pub dismounted_line: ByFire,
    pub dismounted_skirmishers: ByFire,
    pub column_side: ByFire,
    pub column_front_or_rear: ByFire,
    pub line_partial_flank: ByFire,
    pub line_full_flank: ByFire,
    pub unlimbered_partial_flank: ByFire,
    pub unlimbered_full_flank: ByFire,
    pub limbered_side: ByFire,
    pub limbered_front_or_rear: ByFire,
    pub artillery_by_rifled: ByFire,
    pub disorder: ByFire,
    pub trained: ByFire,
    pub green: ByFire,
    pub mounted: ByFire,
    pub mounted_charging: ByFire,
    pub square: ByFire,
}

/// The results table, as the total at which each result begins.
///
/// Rules: `table.fire_results`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ResultsChart {
    pub infantry: ResultsRow,
    pub artillery: ResultsRow,
    pub cavalry: ResultsRow,
}

/// One line of the results table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ResultsRow {
    pub mc: i32,
    pub mc1: i32,
    pub mc2: i32,
    pub hit1: i32,
    pub hit2: i32,
    pub hit3: i32,
    pub hit4: i32,
}

impl ResultsRow {
    /// The first totals of MC, 1MC, 2MC, 1H, 2H, 3H and 4H.
    pub fn thresholds(&self) -> [i32; 7] {
        [
            self.mc, self.mc1, self.mc2, self.hit1, self.hit2, self.hit3, self.hit4,
        ]
    }
}
