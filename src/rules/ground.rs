//! Ground as the movement charts know it, and what the features of a field become in season and weather.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};

use super::Rules;
use super::named::{Chart, named};

named! {
    /// The columns of the movement charts.
    pub enum Ground: "kind of ground" {
        /// Along a road.
        Road = "road",
        /// Along a trail.
        Trail = "trail",
        /// Open fields.
        Open = "open",
        /// Cluttered or uneven ground.
        Broken = "broken",
        /// Rocks, swamp, steep banks.
        Rough = "rough",
        /// Light woods.
        LightWoods = "light_woods",
        /// Heavy woods.
        HeavyWoods = "heavy_woods",
    }
}

impl Ground {
    /// Ground on which a fence or wall slows a unit down; in slower ground it does not matter.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Road | Self::Trail | Self::Open)
    }
}

named! {
    /// What lies on a field.
    ///
    /// Rules: `terrain.roads`, `terrain.trails`, `terrain.ponds`, `terrain.light_woods`,
    /// `terrain.heavy_woods`, `terrain.orchards`, `terrain.brush`, `terrain.creeks`,
    /// `terrain.gentle_slope`, `terrain.steep_slope`, `terrain.plowed`, `terrain.buildings`.
    pub enum Feature: "feature of the field" {
        /// A road or pike.
        Road = "road",
        /// A trail.
        Trail = "trail",
        /// Open fields.
        Open = "open",
        /// Broken ground.
        Broken = "broken",
        /// Rough ground.
        Rough = "rough",
        /// A pond.
        Pond = "pond",
        /// Light woods.
        LightWoods = "light_woods",
        /// Heavy woods.
        HeavyWoods = "heavy_woods",
        /// An orchard.
        Orchard = "orchard",
        /// Brush.
        Brush = "brush",
        /// A fence or stone wall to climb.
        FenceOrWall = "fence_or_wall",
        /// A creek or run.
        Creek = "creek",
        /// Going up a gentle slope.
        GentleSlopeUp = "gentle_slope_up",
        /// Going up a steep slope.
        SteepSlopeUp = "steep_slope_up",
        /// Going down a steep slope.
        SteepSlopeDown = "steep_slope_down",
        /// A freshly plowed field.
        PlowedField = "plowed_field",
        /// A farm or village.
        Village = "village",
        /// A river that nobody can wade.
        River = "river",
    }
}

named! {
    /// The weather of a battle.
    pub enum Weather: "weather" {
        /// It has been dry.
        Dry = "dry",
        /// It has rained.
        Wet = "wet",
    }
}

named! {
    /// The season of a battle.
    pub enum Season: "season" {
        /// Leaves are coming.
        Spring = "spring",
        /// Full leaf.
        Summer = "summer",
        /// Leaves still hang.
        Fall = "fall",
        /// Bare trees.
        Winter = "winter",
    }
}

named! {
    /// Whether a feature throws a unit into disorder.
    pub enum Disorders: "kind of disorder" {
        /// It does not.
        No = "no",
        /// Once it is behind the unit.
        AfterCrossing = "after_crossing",
        /// As long as the unit moves on it.
        WhileMoving = "while_moving",
    }
}

/// As what a feature is moved through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// At that column's rate.
    As(Ground),
    /// Not at all.
    Impassable,
}

/// How far one sees into or out of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SightDepth {
    /// It hides nothing.
    Free,
    /// Up to that many inches of it.
    Inches(f32),
    /// Only units at its very edge see or are seen.
    Edge,
    /// It blocks.
    Blocked,
}

/// One feature in the terrain chart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureChart {
    /// In dry weather.
    pub dry: Going,
    /// In wet weather.
    pub wet: Going,
    /// In winter, whatever the weather, where that differs.
    pub winter: Option<Going>,
    /// Sight from spring to fall, and in winter.
    pub sight: (SightDepth, SightDepth),
    /// Whether it disorders.
    pub disorders: Disorders,
}

/// The terrain chart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainChart {
    /// Every feature.
    pub features: Chart<Feature, FeatureChart>,
}

impl Rules {
    /// As what a feature is moved through.
    ///
    /// Rules: `scenario.weather`.
    pub fn going(&self, feature: Feature, season: Season, weather: Weather) -> Going {
        let chart = &self.terrain.features[feature];
        match (chart.winter, season, weather) {
            (Some(winter), Season::Winter, _) => winter,
            (_, _, Weather::Dry) => chart.dry,
            (_, _, Weather::Wet) => chart.wet,
        }
    }

    /// How far one sees into or out of a feature.
    pub fn sight_depth(&self, feature: Feature, season: Season) -> SightDepth {
        let (leaves, bare) = self.terrain.features[feature].sight;
        if season == Season::Winter {
            bare
        } else {
            leaves
        }
    }
}

impl<'de> Deserialize<'de> for Going {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == "impassable" {
            return Ok(Self::Impassable);
        }
        super::Named::from_name(&name).map(Self::As).ok_or_else(|| {
            D::Error::custom(format!(
                "{}, impassable",
                super::named::unknown::<Ground>(&name)
            ))
        })
    }
}

impl<'de> Deserialize<'de> for SightDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SightVisitor)
    }
}

struct SightVisitor;

impl Visitor<'_> for SightVisitor {
    type Value = SightDepth;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"free\", \"edge\", \"blocked\" or a number of inches")
    }

    fn visit_f64<E: Error>(self, inches: f64) -> Result<SightDepth, E> {
        if inches.is_finite() && inches >= 0.0 {
            Ok(SightDepth::Inches(inches as f32))
        } else {
            Err(E::custom(format!("{inches} is not a number of inches")))
        }
    }

    fn visit_f32<E: Error>(self, inches: f32) -> Result<SightDepth, E> {
        self.visit_f64(inches.into())
    }

    fn visit_u64<E: Error>(self, inches: u64) -> Result<SightDepth, E> {
        self.visit_f64(inches as f64)
    }

    fn visit_i64<E: Error>(self, inches: i64) -> Result<SightDepth, E> {
        self.visit_f64(inches as f64)
    }

    fn visit_u8<E: Error>(self, inches: u8) -> Result<SightDepth, E> {
        self.visit_u64(inches.into())
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<SightDepth, E> {
        match name {
            "free" => Ok(SightDepth::Free),
            "edge" => Ok(SightDepth::Edge),
            "blocked" => Ok(SightDepth::Blocked),
            _ => Err(E::custom(format!(
                "`{name}` is not a depth of sight; allowed: free, edge, blocked or a number of inches"
            ))),
        }
    }
}

/// One cell of a movement chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rate {
    /// Inches in one action.
    Inches(u32),
    /// So many dice of inches.
    Dice(u32),
    /// This formation cannot use this ground.
    NotAllowed,
    /// Guns that rout here are left behind.
    Abandon,
}

/// One line of a movement chart: a cell for every kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Rates([Rate; 7]);

impl Rates {
    /// The cell of that ground.
    pub fn on(&self, ground: Ground) -> Rate {
        self.0[ground as usize]
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inches(inches) => write!(f, "{inches}"),
            Self::Dice(dice) => write!(f, "{dice}D6"),
            Self::NotAllowed => f.write_str("NA"),
            Self::Abandon => f.write_str("abandon"),
        }
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RateVisitor)
    }
}

struct RateVisitor;

impl Visitor<'_> for RateVisitor {
    type Value = Rate;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inches (0 to 99), dice such as \"2D6\", \"NA\" or \"abandon\"")
    }

    fn visit_u64<E: Error>(self, inches: u64) -> Result<Rate, E> {
        match u32::try_from(inches) {
            Ok(inches) if inches < 100 => Ok(Rate::Inches(inches)),
            _ => Err(E::custom(format!(
                "{inches} inches is not a rate; allowed: 0 to 99"
            ))),
        }
    }

    fn visit_u8<E: Error>(self, inches: u8) -> Result<Rate, E> {
        self.visit_u64(inches.into())
    }

    fn visit_i64<E: Error>(self, inches: i64) -> Result<Rate, E> {
        u64::try_from(inches)
            .map_err(|_| E::custom(format!("{inches} inches is not a rate; allowed: 0 to 99")))
            .and_then(|inches| self.visit_u64(inches))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Rate, E> {
        match text {
            "NA" => return Ok(Rate::NotAllowed),
            "abandon" => return Ok(Rate::Abandon),
            _ => {}
        }
        let dice = text.strip_suffix("D6").and_then(|dice| dice.parse().ok());
        match dice {
            Some(dice) if (1..=6).contains(&dice) => Ok(Rate::Dice(dice)),
            _ => Err(E::custom(format!(
                "`{text}` is not a rate; allowed: inches (0 to 99), \"1D6\" to \"6D6\", \"NA\", \"abandon\""
            ))),
        }
    }
}
