//! All charts together, read from RON.

mod check;
mod numbers;

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::charge::ChargeChart;
use super::fire::FireChart;
use super::formation::{CavalryFormation, InfantryFormation};
use super::ground::{Rates, TerrainChart};
use super::leader::LeaderChart;
use super::morale::MoraleChart;
use super::movement::MovementChart;
use super::muster::MusterChart;
use super::named::{Chart, Named};
use super::scale::{ByScale, ScaleChart};
use super::switches::Switches;
use super::weapon::{Bore, CavalryWeapon, Gun, InfantryWeapon};
use super::works::WorksChart;
use crate::disk::brief;

/// The book's charts with the players' switches.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Readings the players may choose between.
    pub switches: Switches,
    /// Distances by scale.
    pub scales: ByScale<ScaleChart>,
    /// Infantry.
    pub infantry: InfantryChart,
    /// Cavalry.
    pub cavalry: CavalryChart,
    /// Field guns.
    pub artillery: FieldGunChart,
    /// Siege and fortress guns.
    pub heavy: HeavyGunChart,
    /// Fire.
    pub fire: FireChart,
    /// Morale.
    pub morale: MoraleChart,
    /// Charge and impact.
    pub charge: ChargeChart,
    /// What manoeuvres cost.
    pub movement: MovementChart,
    /// Leaders.
    pub leaders: LeaderChart,
    /// Works, obstacles, bridges.
    pub works: WorksChart,
    /// Terrain by season and weather.
    pub terrain: TerrainChart,
    /// Muster points.
    pub muster: MusterChart,
}

/// Infantry's charts.
///
/// Rules: `table.infantry_fp`, `table.infantry_nr`, `table.infantry_cmm`,
/// `table.infantry_move_10`, `table.infantry_move_15`, `table.infantry_move_25`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfantryChart {
    /// By weapon.
    pub firepower: Chart<InfantryWeapon, FirepowerRow>,
    /// Charge morale modifiers.
    pub charge_morale: ChargeMorale<FormedInfantry>,
    /// Movement.
    pub movement: ByScale<MoveChart<FormedInfantry>>,
}

/// Cavalry's charts.
///
/// Rules: `table.cavalry_fp`, `cavalry.two_rates`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryChart {
    /// By weapon.
    pub firepower: Chart<CavalryWeapon, FirepowerRow>,
    /// In the saddle.
    pub mounted: CavalryState,
    /// On foot.
    pub dismounted: CavalryState,
}

/// Charge morale and movement of cavalry, mounted or not.
///
/// Rules: `table.cavalry_cmm`, `table.cavalry_move_10`, `table.cavalry_move_15`,
/// `table.cavalry_move_25`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryState {
    /// Charge morale modifiers.
    pub charge_morale: ChargeMorale<CavalryFormation>,
    /// Movement.
    pub movement: ByScale<MoveChart<CavalryFormation>>,
}

/// The infantry formations that have a line in the movement charts: all but the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormedInfantry(InfantryFormation);

impl FormedInfantry {
    /// `None` for a square, which has no line of its own.
    pub fn new(formation: InfantryFormation) -> Option<Self> {
        (formation != InfantryFormation::Square).then_some(Self(formation))
    }
}

impl Named for FormedInfantry {
    const WHAT: &'static str = "formation of infantry with a movement rate";
    const ALL: &'static [Self] = &[
        Self(InfantryFormation::BattleLine),
        Self(InfantryFormation::ExtendedLine),
        Self(InfantryFormation::Skirmish),
        Self(InfantryFormation::AttackColumn),
        Self(InfantryFormation::RoadColumn),
    ];

    fn name(self) -> &'static str {
        self.0.name()
    }

    fn index(self) -> usize {
        self.0.index()
    }
}

impl<'de> Deserialize<'de> for FormedInfantry {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::named::deserialize_name(deserializer)
    }
}

/// Range and firepower of a small arm.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirepowerRow {
    /// Normal range in inches.
    pub range: ByScale<f32>,
    /// Firepower of 2 to 8 figures.
    pub figures: [u32; 7],
}

/// Charge morale modifiers of one arm.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, bound = "F: Named + Deserialize<'de>")]
pub struct ChargeMorale<F> {
    /// In good order, by formation.
    pub formations: Chart<F, i32>,
    /// In disorder, or depleted.
    pub disorder: i32,
    /// Shaken.
    pub shaken: i32,
}

/// Movement of one arm at one scale.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, bound = "F: Named + Deserialize<'de>")]
pub struct MoveChart<F> {
    /// In good order, by formation.
    pub formations: Chart<F, Rates>,
    /// In disorder.
    pub disorder: Rates,
    /// Shaken.
    pub shaken: Rates,
    /// Routed.
    pub routed: Rates,
}

/// The guns that have a line in the field artillery charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldGun(Gun);

/// The guns that have a line in the heavy artillery charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeavyGun(Gun);

macro_rules! part_of_guns {
    ($name:ident, $what:literal, $heavy:literal, $first:literal, [$($gun:ident),+ $(,)?]) => {
        impl $name {
            /// The gun, if it belongs to these charts.
            pub fn new(gun: Gun) -> Option<Self> {
                (gun.is_heavy() == $heavy).then_some(Self(gun))
            }
        }

        impl Named for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$(Self(Gun::$gun)),+];

            fn name(self) -> &'static str {
                self.0.name()
            }

            fn index(self) -> usize {
                self.0.index() - $first
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                super::named::deserialize_name(deserializer)
            }
        }
    };
}

part_of_guns!(
    FieldGun,
    "field gun",
    false,
    0,
    [
        SixPounder, Napoleon, Howitzer12, Howitzer24, Parrott10, Ordnance3, James, Whitworth,
        Wiard, Parrott20, Parrott30, Mixed,
    ]
);
part_of_guns!(
    HeavyGun,
    "heavy gun",
    true,
    12,
    [
        SiegeParrott30,
        SiegeOrdnance,
        Siege18,
        Siege24,
        Siege8,
        SiegeMixed,
        Fortress32,
        Fortress42,
        Columbiad8,
        Columbiad10,
        Columbiad15,
        Parrott100,
        Parrott200,
        Parrott300,
        Brooke7,
        Rodman15,
        Dahlgren10,
        Whitworth80,
        FortressMixed,
    ]
);

/// Field artillery's charts.
///
/// Rules: `table.artillery_fp`, `table.artillery_nr`, `table.artillery_move_10`,
/// `table.artillery_move_15`, `table.artillery_move_25`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldGunChart {
    /// By gun.
    pub guns: Chart<FieldGun, GunRow<f32>>,
    /// Movement.
    pub movement: ByScale<GunMoveChart>,
}

/// Range and firepower of a gun; `R` is what a range is made of.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunRow<R> {
    /// Smoothbore, rifled or mixed.
    pub bore: Bore,
    /// In inches.
    pub range: ByScale<R>,
    /// Firepower of 1 to 3 Union sections.
    pub union: [u32; 3],
    /// Firepower of 1 to 3 Confederate sections.
    pub confederate: [u32; 3],
}

/// Movement of field guns at one scale.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunMoveChart {
    /// By gun.
    pub guns: Chart<FieldGun, GunRates>,
    /// All routed guns.
    pub routed: Rates,
}

/// Movement of one gun.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunRates {
    /// On its limber.
    pub limbered: Rates,
    /// By hand.
    pub unlimbered: Rates,
}

/// Siege and fortress guns.
///
/// Rules: `table.heavy_guns`, `table.heavy_move`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeavyGunChart {
    /// By gun.
    pub guns: Chart<HeavyGun, GunRow<HeavyRange>>,
    /// Movement of limbered siege guns.
    pub movement: ByScale<Rates>,
}

/// The ranges of a heavy gun, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeavyRange {
    /// Point-blank canister.
    pub point_blank: f32,
    /// Canister.
    pub canister: f32,
    /// Normal range.
    pub normal: f32,
}

/// A chart file that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {what}", .place.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
pub struct ChartFault {
    /// The file, as the reader named it.
    pub file: String,
    /// Line and column, where known.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what would be right.
    pub what: String,
}

/// The text of one chart file.
#[derive(Clone, Debug)]
pub struct RuleSource {
    /// How messages call the file.
    pub file: String,
    /// Its contents.
    pub text: String,
}

macro_rules! rule_files {
    ($($field:ident: $file:literal,)+) => {
        /// The text of every chart file.
        #[derive(Clone, Debug)]
        pub struct RuleSources {
            $(
                #[doc = concat!("`", $file, "`")]
                pub $field: RuleSource,
            )+
        }

        impl RuleSources {
            /// The names of the files in a rules folder.
            pub const FILES: &'static [&'static str] = &[$($file,)+];

            /// The charts that come with the program.
            pub fn embedded() -> Self {
                Self {
                    $($field: RuleSource {
                        file: concat!("assets/rules/", $file).to_owned(),
                        text: include_str!(concat!("../../assets/rules/", $file)).to_owned(),
                    },)+
                }
            }

            /// Shows every file.
            pub fn each(&self, mut show: impl FnMut(&RuleSource)) {
                $(show(&self.$field);)+
            }

            /// Reads every file with `read`, which is given its name.
            pub fn read_with<E>(
                mut read: impl FnMut(&'static str) -> Result<RuleSource, E>,
            ) -> Result<Self, Vec<E>> {
                let mut faults = Vec::new();
                $(let $field = read($file).map_err(|fault| faults.push(fault)).ok();)+
                match ($($field,)+) {
                    ($(Some($field),)+) => Ok(Self { $($field,)+ }),
                    _ => Err(faults),
                }
            }
        }

        impl Rules {
            /// Reads the charts and checks them. Of a file that cannot be read the first fault is
            /// reported, of one with numbers out of bounds every one of them.
            pub fn parse(sources: &RuleSources) -> Result<Self, Vec<ChartFault>> {
                let mut faults = Vec::new();
                $(let $field = read_chart(&sources.$field, &mut faults);)+
                let rules = match ($($field,)+) {
                    ($(Some($field),)+) => Self { $($field,)+ },
                    _ => return Err(faults),
                };
                rules.check(sources, &mut faults);
                if faults.is_empty() { Ok(rules) } else { Err(faults) }
            }
        }
    };
}

rule_files! {
    switches: "switches.ron",
    scales: "scale.ron",
    infantry: "infantry.ron",
    cavalry: "cavalry.ron",
    artillery: "artillery.ron",
    heavy: "heavy.ron",
    fire: "fire.ron",
    morale: "morale.ron",
    charge: "charge.ron",
    movement: "movement.ron",
    leaders: "leaders.ron",
    works: "works.ron",
    terrain: "terrain.ron",
    muster: "muster.ron",
}

impl Rules {
    /// The book as we play it.
    ///
    /// ```
    /// use deadly_field::rules::{Rules, Scale};
    ///
    /// let squares = [Scale::Mm10, Scale::Mm15, Scale::Mm25].map(|scale| Rules::book().scales.at(scale).square);
    /// assert_eq!(squares, [12.0, 18.0, 24.0]);
    /// ```
    pub fn book() -> &'static Self {
        static BOOK: LazyLock<Rules> = LazyLock::new(|| {
            Rules::parse(&RuleSources::embedded()).unwrap_or_else(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                panic!(
                    "the charts in the program are broken:\n{}",
                    faults.join("\n")
                )
            })
        });
        &BOOK
    }
}

/// Reads a file, unless a number in it is wild: then every such number is a fault.
fn read_chart<T: DeserializeOwned>(source: &RuleSource, faults: &mut Vec<ChartFault>) -> Option<T> {
    let wild = numbers::faults(source);
    if !wild.is_empty() {
        faults.extend(wild);
        return None;
    }
    parse_chart(source).map_err(|fault| faults.push(fault)).ok()
}

fn parse_chart<T: DeserializeOwned>(source: &RuleSource) -> Result<T, ChartFault> {
    ron::from_str(&source.text).map_err(|error| ChartFault {
        file: source.file.clone(),
        place: Some((error.span.start.line, error.span.start.col)),
        what: brief(&error.code.to_string()).into_owned(),
    })
}
