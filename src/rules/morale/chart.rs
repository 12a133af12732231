//! The morale charts.

use serde::Deserialize;

use crate::rules::Morale;
use crate::rules::Quality;
use crate::rules::fire::ByFire;
use crate::rules::named::Chart;

/// All morale charts.
///
/// Rules: `table.morale_modifiers`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleChart {
    /// Basic morale points.
    pub basic: Chart<Quality, BasicRow>,
    /// For each section a battery has lost.
    pub section_lost: i32,
    /// What an unsupported battery's BMP is multiplied by when charged.
    pub unsupported_battery_factor: i32,
    /// What each level adds.
    pub level: Chart<Morale, i32>,
    /// No MMP is worse than this.
    pub highest: i32,
    /// What steadies a unit.
    pub good: GoodModifiers,
    /// What shakes it.
    pub bad: BadModifiers,
    /// What a roll does.
    pub results: ResultsChart,
}

/// Basic morale points by stands left.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BasicRow {
    /// Two-stand units with two stands and with one.
    pub two: [i32; 2],
    /// Three-stand units with three, two and one.
    pub three: [i32; 3],
}

/// Modifiers that lower the MMP.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct GoodModifiers {
    pub hasty_works: i32,
    pub light_works: i32,
    pub heavy_works: i32,
    pub any_works: i32,
    pub cover: i32,
    pub behind_friends: i32,
    pub charging_infantry: i32,
    pub charging_cavalry: i32,
    pub support_each: i32,
    pub supports_standing: u32,
    pub supports_charging: u32,
}

/// Modifiers that raise the MMP.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BadModifiers {
    pub unlimbered_partial_flank: ByFire,
    pub unlimbered_full_flank: ByFire,
    pub unlimbered_rear: ByFire,
    pub column_side: ByFire,
    pub column_front: ByFire,
    pub column_rear: ByFire,
    pub line_partial_flank: ByFire,
    pub line_full_flank: ByFire,
    pub line_rear: ByFire,
    pub near_enemy: i32,
    pub lost_element: i32,
    pub lost_elements_limit: i32,
    pub merged: i32,
    pub charged_by_infantry_partial: i32,
    pub charged_by_infantry_full: i32,
    pub charged_by_cavalry_partial: i32,
    pub charged_by_cavalry_full: i32,
    pub native_under_artillery: i32,
    pub charged_by_lancers: i32,
}

/// What a roll does.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultsChart {
    /// From this margin on a roll is worth two levels.
    pub big_margin: i32,
    /// The mildest level after a natural 2.
    pub natural_2: NaturalRow,
    /// The mildest level after a natural 3.
    pub natural_3: NaturalRow,
    /// Lost figures or sections that come back on a natural 12.
    pub natural_12_recovers: u32,
    /// What a routed unit loses when it fails to rally.
    pub routed_failure_loses: u32,
}

/// The mildest level a unit may end at.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaturalRow {
    /// Elite units.
    pub elite: Morale,
    /// Everybody else.
    pub others: Morale,
}
