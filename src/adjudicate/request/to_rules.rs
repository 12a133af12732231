//! What a request means to the rules, with every number within its bounds.

use super::{
    AttackerRequest, CauseArm, DefenderRequest, FireRequest, MoraleRequest, ObstacleField,
    RequestFault, UnitRequest, WorksField,
};
use crate::rules::fire::{Fire, FireKind};
use crate::rules::formation::Shape;
use crate::rules::impact::ImpactSide;
use crate::rules::morale::{Charged, FireCause, MoraleSituation};
use crate::rules::works::Obstacle;
use crate::rules::{Morale, Named, Unit, Works, Zone};

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

impl From<ObstacleField> for Option<Obstacle> {
    fn from(field: ObstacleField) -> Self {
        match field {
            ObstacleField::None => None,
            ObstacleField::FloodedDitch => Some(Obstacle::FloodedDitch),
            ObstacleField::Fraise => Some(Obstacle::Fraise),
        }
    }
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
fn benefit(field: &str, value: i64) -> Result<i32, RequestFault> {
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
pub(in crate::adjudicate) fn faces(field: &str, dice: &[i64]) -> Result<Vec<u8>, RequestFault> {
    let face = |(place, &die): (usize, &i64)| {
        within(&format!("{field}[{place}]"), die, 1, 6).map(|die| die as u8)
    };
    dice.iter().enumerate().map(face).collect()
}

/// Exactly two faces.
pub(in crate::adjudicate) fn two_faces(field: &str, dice: &[i64]) -> Result<[u8; 2], RequestFault> {
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
pub(in crate::adjudicate) fn charge_zone(field: &str, zone: Zone) -> Result<Zone, RequestFault> {
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
pub(in crate::adjudicate) fn charger(
    field: &str,
    request: &UnitRequest,
) -> Result<Unit, RequestFault> {
    let unit = request.unit(field, false)?;
    if unit.is_artillery() {
        let what = "batteries do not charge; allowed: infantry, cavalry";
        return Err(RequestFault::new(format!("{field}.arm"), what));
    }
    if unit.morale == Morale::Routed {
        let what = "a routed unit does not charge; allowed: good_order, disorder, shaken";
        return Err(RequestFault::new(format!("{field}.morale"), what));
    }
    Ok(unit)
}

impl FireRequest {
    /// The firers as the rules see them.
    pub(in crate::adjudicate) fn firers(&self) -> Result<Vec<Unit>, RequestFault> {
        if self.firers.is_empty() {
            return Err(RequestFault::new(
                "fire.firers",
                "the list is empty; allowed: one unit or more",
            ));
        }
        let unit = |(place, firer): (usize, &UnitRequest)| {
            firer.unit(&format!("fire.firers[{place}]"), true)
        };
        self.firers.iter().enumerate().map(unit).collect()
    }

    /// The fire as the rules see it.
    pub(in crate::adjudicate) fn fire<'a>(
        &self,
        firers: &'a [Unit],
        target: &'a Unit,
    ) -> Result<Fire<'a>, RequestFault> {
        let needs_range = !matches!(
            self.kind,
            FireKind::PointBlank | FireKind::Desperation | FireKind::Melee
        );
        let range = match self.range {
            Some(range) if range.is_finite() && range >= 0.0 => range,
            Some(range) => {
                let what = format!("{range} is not a distance; allowed: inches from 0 up");
                return Err(RequestFault::new("fire.range", what));
            }
            None if needs_range => {
                let what = format!(
                    "missing; {} fire needs it; allowed: inches from 0 up",
                    self.kind
                );
                return Err(RequestFault::new("fire.range", what));
            }
            None => 0.0,
        };
        let mut fire = Fire::new(self.scale, firers, target, range as f32);
        fire.kind = self.kind;
        fire.units_passed = number("fire.passed", self.passed)?;
        fire.round = within("fire.round", self.round, 1, 2)? as u32;
        fire.opening_volley = self.opening_volley;
        fire.from = zone_of("fire.from", self.from, target)?;
        fire.cover = self.cover.iter().copied().collect();
        fire.behind_skirmishers = self.behind_skirmishers;
        fire.firer_works = self.firer_works.into();
        fire.firing_from_village = self.firing_from_village;
        fire.target_disengaging = self.target_disengaging;
        fire.artillery_leader = benefit("fire.artillery_leader", self.artillery_leader)?;
        fire.melee_leader = benefit("fire.melee_leader", self.melee_leader)?;
        fire.ranging = within("fire.ranging", self.ranging, 0, 3)? as u32;
        fire.obstacle = self.obstacle.into();
        fire.scenario_drm = scenario("fire.scenario_drm", self.scenario_drm)?;
        Ok(fire)
    }
}

impl AttackerRequest {
    /// The charging side as the rules see it.
    pub(in crate::adjudicate) fn side<'a>(
        &self,
        unit: &'a Unit,
    ) -> Result<ImpactSide<'a>, RequestFault> {
        let side = ("impact.attacker", unit);
        let lost = (self.regiments_lost, self.leaders_lost);
        impact_side(side, self.leader, self.supports, lost, self.scenario_mmp)
    }
}

impl DefenderRequest {
    /// The charged side as the rules see it.
    pub(in crate::adjudicate) fn side<'a>(
        &self,
        unit: &'a Unit,
    ) -> Result<ImpactSide<'a>, RequestFault> {
        let side = ("impact.defender", unit);
        let lost = (self.regiments_lost, self.leaders_lost);
        impact_side(side, self.leader, self.supports, lost, self.scenario_mmp)
    }
}

fn impact_side<'a>(
    (at, unit): (&str, &'a Unit),
    leader: i64,
    supports: i64,
    (regiments, leaders): (i64, i64),
    scenario_mmp: i64,
) -> Result<ImpactSide<'a>, RequestFault> {
    let field = |name: &str| format!("{at}.{name}");
    Ok(ImpactSide {
        unit,
        leader: benefit(&field("leader"), leader)?,
        supports: number(&field("supports"), supports)?,
        regiments_lost: number(&field("regiments_lost"), regiments)?,
        leaders_lost: number(&field("leaders_lost"), leaders)?,
        scenario_mmp: scenario(&field("scenario_mmp"), scenario_mmp)?,
        forgone: 0,
    })
}

impl MoraleRequest {
    /// The situation as the rules see it.
    pub(in crate::adjudicate) fn situation<'a>(
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
