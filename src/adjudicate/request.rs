//! Requests as people write them.

mod from_rules;
mod keys;
mod message;
mod object;
mod to_rules;
mod unit;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

pub(super) use to_rules::{charge_zone, charger, faces, two_faces};
pub use unit::UnitRequest;

use crate::disk::brief;
use crate::rules::fire::FireKind;
use crate::rules::{Cover, Scale, Zone};

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{what}", .field, if .field.is_empty() { "" } else { ": " })]
pub struct RequestFault {
    /// The field, as a path from the start of the line.
    pub field: String,
    /// What is wrong and what is allowed.
    pub what: String,
}

impl RequestFault {
    /// A fault in that field.
    pub fn new(field: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            field: brief(&field.into()).into_owned(),
            what: brief(&what.into()).into_owned(),
        }
    }
}

/// A name as somebody has written it, no more of it than is needed to know it again.
fn quoted(name: &str) -> String {
    const MOST: usize = 40;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// A fire.
    Fire(Box<FireRequest>),
    /// A morale check, rally or fear of charge.
    Morale(Box<MoraleRequest>),
    /// An impact.
    Impact(Box<ImpactRequest>),
}

impl Request {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, RequestFault> {
        // The fast way; only a wrong line is read again to find out where it is wrong.
        serde_json::from_str(line).map_err(|_| message::fault(line))
    }
}

/// A fire to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct FireRequest {
    #[serde(default = "default_scale")]
    pub scale: Scale,
    pub firers: Vec<UnitRequest>,
    pub target: UnitRequest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f64>,
    #[serde(default = "default_kind", deserialize_with = "kind")]
    pub kind: FireKind,
    #[serde(default)]
    pub passed: i64,
    #[serde(default = "default_round")]
    pub round: i64,
    #[serde(default)]
    pub opening_volley: bool,
    #[serde(default = "default_zone")]
    pub from: Zone,
    #[serde(default)]
    pub cover: Vec<Cover>,
    #[serde(default)]
    pub behind_skirmishers: bool,
    #[serde(default)]
    pub firer_works: WorksField,
    #[serde(default)]
    pub firing_from_village: bool,
    #[serde(default)]
    pub target_disengaging: bool,
    #[serde(default)]
    pub artillery_leader: i64,
    #[serde(default)]
    pub melee_leader: i64,
    #[serde(default)]
    pub ranging: i64,
    #[serde(default)]
    pub obstacle: ObstacleField,
    #[serde(default)]
    pub scenario_drm: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<i64>>,
}

/// A morale check to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct MoraleRequest {
    #[serde(default = "default_scale")]
    pub scale: Scale,
    pub unit: UnitRequest,
    #[serde(default)]
    pub check: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<CauseRequest>,
    #[serde(default)]
    pub supports: i64,
    #[serde(default)]
    pub leader: i64,
    #[serde(default)]
    pub works: WorksField,
    #[serde(default)]
    pub cover: bool,
    #[serde(default)]
    pub behind_friends: bool,
    #[serde(default)]
    pub enemy_close: bool,
    #[serde(default)]
    pub regiments_lost: i64,
    #[serde(default)]
    pub leaders_lost: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<ChargeRequest>,
    #[serde(default)]
    pub scenario_mmp: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<i64>>,
}

/// The fire that caused a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct CauseRequest {
    pub by: CauseArm,
    #[serde(default = "default_zone")]
    pub from: Zone,
    #[serde(default)]
    pub long_range: bool,
    #[serde(default)]
    pub skirmishers: bool,
}

crate::rules::named_enum! {
    /// Who fired.
    pub enum CauseArm: "cause of a check" {
        /// Guns.
        Artillery = "artillery",
        /// Everybody else.
        Other = "other",
    }
}

/// The charge of a fear-of-charge check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct ChargeRequest {
    pub by: UnitRequest,
    #[serde(default = "default_zone", deserialize_with = "charged")]
    pub on: Zone,
    #[serde(default)]
    pub supports: i64,
    #[serde(default)]
    pub unsupported_battery: bool,
}

/// An impact to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct ImpactRequest {
    #[serde(default = "default_scale")]
    pub scale: Scale,
    pub attacker: AttackerRequest,
    pub defender: DefenderRequest,
    #[serde(default = "default_zone", deserialize_with = "charged")]
    pub on: Zone,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker_dice: Option<Vec<i64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender_dice: Option<Vec<i64>>,
}

/// Who charges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct AttackerRequest {
    pub unit: UnitRequest,
    #[serde(default)]
    pub leader: i64,
    #[serde(default)]
    pub supports: i64,
    #[serde(default)]
    pub regiments_lost: i64,
    #[serde(default)]
    pub leaders_lost: i64,
    #[serde(default)]
    pub scenario_mmp: i64,
}

/// Who is charged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct DefenderRequest {
    pub unit: UnitRequest,
    #[serde(default)]
    pub leader: i64,
    #[serde(default)]
    pub supports: i64,
    #[serde(default)]
    pub works: WorksField,
    #[serde(default)]
    pub cover: bool,
    #[serde(default)]
    pub unsupported_battery: bool,
    #[serde(default)]
    pub regiments_lost: i64,
    #[serde(default)]
    pub leaders_lost: i64,
    #[serde(default)]
    pub scenario_mmp: i64,
}

object::objects! {
    FireRequest MoraleRequest CauseRequest ChargeRequest
    ImpactRequest AttackerRequest DefenderRequest
}

crate::rules::named_enum! {
    /// Works, or none.
    #[derive(Default)]
    pub enum WorksField: "kind of works" {
        /// No works.
        #[default]
        None = "none",
        /// Hasty works.
        Hasty = "hasty",
        /// Light works.
        Light = "light",
        /// Heavy works.
        Heavy = "heavy",
    }
}

crate::rules::named_enum! {
    /// Obstacles that take something off a fire, or none.
    #[derive(Default)]
    pub enum ObstacleField: "kind of obstacle" {
        /// No obstacle, or one that protects nobody.
        #[default]
        None = "none",
        /// The target is in it.
        FloodedDitch = "flooded_ditch",
        /// It stands before the target.
        Fraise = "fraise",
    }
}

crate::rules::named_enum! {
    /// Kinds of fire that can be asked about. Mixed guns are a weapon here, and no kind of fire.
    pub enum KindField: "kind of fire" {
        /// An ordinary fire.
        Normal = "normal",
        /// At a suspected position.
        Area = "area",
        /// Two actions for one fire.
        Deliberate = "deliberate",
        /// Into the face of a charge.
        PointBlank = "point_blank",
        /// By a unit that has already reacted.
        Desperation = "desperation",
        /// Hand to hand.
        Melee = "melee",
        /// On the rope.
        Prolonge = "prolonge",
    }
}

impl From<KindField> for FireKind {
    fn from(kind: KindField) -> Self {
        match kind {
            KindField::Normal => Self::Normal,
            KindField::Area => Self::Area,
            KindField::Deliberate => Self::Deliberate,
            KindField::PointBlank => Self::PointBlank,
            KindField::Desperation => Self::Desperation,
            KindField::Melee => Self::Melee,
            KindField::Prolonge => Self::Prolonge,
        }
    }
}

crate::rules::named_enum! {
    /// Sides that a charge comes from.
    pub enum ChargedField: "side that a charge comes from" {
        /// Before it.
        Front = "front",
        /// Off the front corner.
        PartialFlank = "partial_flank",
        /// Beside it.
        FullFlank = "full_flank",
        /// Behind it.
        Rear = "rear",
    }
}

impl From<ChargedField> for Zone {
    fn from(side: ChargedField) -> Self {
        match side {
            ChargedField::Front => Self::Front,
            ChargedField::PartialFlank => Self::PartialFlank,
            ChargedField::FullFlank => Self::FullFlank,
            ChargedField::Rear => Self::Rear,
        }
    }
}

fn charged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Zone, D::Error> {
    ChargedField::deserialize(deserializer).map(Zone::from)
}

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<FireKind, D::Error> {
    KindField::deserialize(deserializer).map(FireKind::from)
}

fn default_kind() -> FireKind {
    FireKind::Normal
}

fn default_round() -> i64 {
    1
}

fn default_scale() -> Scale {
    Scale::Mm15
}

fn default_zone() -> Zone {
    Zone::Front
}
