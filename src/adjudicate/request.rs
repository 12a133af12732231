//! Requests as people write them, and what they mean to the rules.

mod from_rules;
mod message;
mod unit;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use unit::UnitRequest;

use crate::rules::fire::{Fire, FireKind};
use crate::rules::formation::Shape;
use crate::rules::morale::{Charged, FireCause, MoraleSituation};
use crate::rules::{Cover, Named, Scale, Unit, Works, Zone};

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
            field: field.into(),
            what: what.into(),
        }
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
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FireRequest {
    #[serde(default = "default_scale")]
    pub scale: Scale,
    pub firers: Vec<UnitRequest>,
    pub target: UnitRequest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f64>,
    #[serde(default)]
    pub kind: KindField,
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
    pub scenario_drm: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<i64>>,
}

crate::rules::named_enum! {
    /// The kinds of fire that can be asked about; the others belong to a move.
    #[derive(Default)]
    pub enum KindField: "kind of fire" {
        /// An ordinary fire.
        #[default]
        Normal = "normal",
        /// At a position where an enemy is only suspected.
        Area = "area",
        /// Two actions for one careful fire.
        Deliberate = "deliberate",
        /// Into the face of a charge.
        PointBlank = "point_blank",
        /// The last shots of a unit that has already reacted.
        Desperation = "desperation",
        /// Hand to hand.
        Melee = "melee",
    }
}

impl From<KindField> for FireKind {
    fn from(field: KindField) -> Self {
        match field {
            KindField::Normal => Self::Normal,
            KindField::Area => Self::Area,
            KindField::Deliberate => Self::Deliberate,
            KindField::PointBlank => Self::PointBlank,
            KindField::Desperation => Self::Desperation,
            KindField::Melee => Self::Melee,
        }
    }
}

/// A morale check to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ChargeRequest {
    pub by: UnitRequest,
    #[serde(default = "default_zone")]
    pub on: Zone,
    #[serde(default)]
    pub supports: i64,
    #[serde(default)]
    pub unsupported_battery: bool,
}

/// An impact to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ImpactRequest {
    #[serde(default = "default_scale")]
    pub scale: Scale,
    pub attacker: AttackerRequest,
    pub defender: DefenderRequest,
    #[serde(default = "default_zone")]
    pub on: Zone,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker_dice: Option<Vec<i64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender_dice: Option<Vec<i64>>,
}

/// Who charges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AttackerRequest {
    pub unit: UnitRequest,
    #[serde(default)]
    pub leader: i64,
    #[serde(default)]
    pub supports: i64,
}

/// Who is charged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

impl From<WorksField> for Option<Works> {
    fn from(field: WorksField) -> Self {
        match field {
            WorksField::None => None,
            WorksField::Hasty => Some(Works::Hasty),
            WorksField::Light => Some(Works::Light),
            WorksField::Heavy => Some(Works::Heavy),
        }
    }
}

fn default_scale() -> Scale {
    Scale::Mm15
}

fn default_zone() -> Zone {
    Zone::Front
}

/// A number within bounds, or a fault that names them.
pub(super) fn within(field: &str, value: i64, least: i64, most: i64) -> Result<i64, RequestFault> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(RequestFault::new(
            field,
            format!("{value} is out of bounds; allowed: {least} to {most}"),
        ))
    }
}

/// A leader's benefit.
pub(super) fn benefit(field: &str, value: i64) -> Result<i32, RequestFault> {
    Ok(within(field, value, 0, 9)? as i32)
}

/// A count of supports or losses.
pub(super) fn number(field: &str, value: i64) -> Result<u32, RequestFault> {
    Ok(within(field, value, 0, 99)? as u32)
}

fn scenario(field: &str, value: i64) -> Result<i32, RequestFault> {
    Ok(within(field, value, -99, 99)? as i32)
}

/// Faces of dice.
pub(super) fn faces(field: &str, dice: &[i64]) -> Result<Vec<u8>, RequestFault> {
    let face = |(place, &die): (usize, &i64)| {
        within(&format!("{field}[{place}]"), die, 1, 6).map(|die| die as u8)
    };
    dice.iter().enumerate().map(face).collect()
}

/// Exactly two faces.
pub(super) fn two_faces(field: &str, dice: &[i64]) -> Result<[u8; 2], RequestFault> {
    faces(field, dice)?.try_into().map_err(|faces: Vec<u8>| {
        RequestFault::new(field, format!("{} dice given; allowed: 2", faces.len()))
    })
}

/// A zone that the unit's formation has.
fn zone_of(field: &str, zone: Zone, unit: &Unit) -> Result<Zone, RequestFault> {
    let zones = Zone::of_shape(unit.shape());
    if zones.contains(&zone) {
        return Ok(zone);
    }
    let allowed: Vec<_> = zones.iter().map(|zone| zone.name()).collect();
    let kind = match unit.shape() {
        Shape::Column => "a column",
        Shape::Limbered => "limbered guns",
        Shape::Unlimbered => "unlimbered guns",
        _ => "a line",
    };
    Err(RequestFault::new(
        field,
        format!(
            "`{zone}` is no zone of {kind}; allowed: {}",
            allowed.join(", ")
        ),
    ))
}

/// A zone that a charge can come from.
pub(super) fn charge_zone(field: &str, zone: Zone) -> Result<Zone, RequestFault> {
    match zone {
        Zone::Front | Zone::PartialFlank | Zone::FullFlank | Zone::Rear => Ok(zone),
        Zone::RearPartialFlank | Zone::Side => Err(RequestFault::new(
            field,
            format!(
                "`{zone}` is not where a charge comes from; allowed: front, partial_flank, full_flank, rear"
            ),
        )),
    }
}

/// Who may charge.
pub(super) fn charger(field: &str, request: &UnitRequest) -> Result<Unit, RequestFault> {
    let unit = request.unit(field, false)?;
    if unit.is_artillery() {
        let what = "batteries do not charge; allowed: infantry, cavalry";
        return Err(RequestFault::new(format!("{field}.arm"), what));
    }
    if unit.morale == crate::rules::Morale::Routed {
        let what = "a routed unit does not charge; allowed: good_order, disorder, shaken";
        return Err(RequestFault::new(format!("{field}.morale"), what));
    }
    Ok(unit)
}

impl FireRequest {
    /// The firers as the rules see them.
    pub(super) fn firers(&self) -> Result<Vec<Unit>, RequestFault> {
        if self.firers.is_empty() {
            return Err(RequestFault::new(
                "fire.firers",
                "the list is empty; at least one unit fires",
            ));
        }
        let unit = |(place, firer): (usize, &UnitRequest)| {
            firer.unit(&format!("fire.firers[{place}]"), true)
        };
        self.firers.iter().enumerate().map(unit).collect()
    }

    /// The fire as the rules see it.
    pub(super) fn fire<'a>(
        &self,
        firers: &'a [Unit],
        target: &'a Unit,
    ) -> Result<Fire<'a>, RequestFault> {
        let needs_range = !matches!(
            self.kind,
            KindField::PointBlank | KindField::Desperation | KindField::Melee
        );
        let range = match self.range {
            Some(range) if range.is_finite() && range >= 0.0 => range,
            Some(range) => {
                let what = format!("{range} is not a distance; allowed: inches from 0 up");
                return Err(RequestFault::new("fire.range", what));
            }
            None if needs_range => {
                let what = format!("missing; a {} fire needs the range in inches", self.kind);
                return Err(RequestFault::new("fire.range", what));
            }
            None => 0.0,
        };
        let mut fire = Fire::new(self.scale, firers, target, range as f32);
        fire.kind = self.kind.into();
        fire.opening_volley = self.opening_volley;
        fire.from = zone_of("fire.from", self.from, target)?;
        fire.cover = self.cover.iter().copied().collect();
        fire.behind_skirmishers = self.behind_skirmishers;
        fire.firer_works = self.firer_works.into();
        fire.firing_from_village = self.firing_from_village;
        fire.target_disengaging = self.target_disengaging;
        fire.artillery_leader = benefit("fire.artillery_leader", self.artillery_leader)?;
        fire.melee_leader = benefit("fire.melee_leader", self.melee_leader)?;
        fire.scenario_drm = scenario("fire.scenario_drm", self.scenario_drm)?;
        Ok(fire)
    }
}

impl MoraleRequest {
    /// The situation as the rules see it.
    pub(super) fn situation<'a>(
        &self,
        unit: &'a Unit,
        charger: Option<&'a Unit>,
    ) -> Result<MoraleSituation<'a>, RequestFault> {
        let mut situation = MoraleSituation::new(self.scale, unit);
        situation.check = within("morale.check", self.check, 0, 4)? as u32;
        if let Some(cause) = &self.fire {
            situation.fire = Some(FireCause {
                artillery: cause.by == CauseArm::Artillery,
                from: zone_of("morale.fire.from", cause.from, unit)?,
                long_range: cause.long_range,
                skirmishers: cause.skirmishers,
            });
        }
        situation.supports = number("morale.supports", self.supports)?;
        situation.leader = benefit("morale.leader", self.leader)?;
        situation.works = self.works.into();
        situation.cover = self.cover;
        situation.behind_friends = self.behind_friends;
        situation.enemy_close = self.enemy_close;
        situation.regiments_lost = number("morale.regiments_lost", self.regiments_lost)?;
        situation.leaders_lost = number("morale.leaders_lost", self.leaders_lost)?;
        situation.scenario_mmp = scenario("morale.scenario_mmp", self.scenario_mmp)?;
        if let (Some(charge), Some(by)) = (&self.charge, charger) {
            situation.charge = Some(Charged {
                by,
                on: charge_zone("morale.charge.on", charge.on)?,
                supports: number("morale.charge.supports", charge.supports)?,
                unsupported_battery: charge.unsupported_battery,
            });
        }
        Ok(situation)
    }
}
