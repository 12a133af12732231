//! Requests made of what the rules were asked, so that a battle can be audited.

use super::unit::Arm;
use super::{
    AttackerRequest, CauseArm, CauseRequest, ChargeRequest, DefenderRequest, FireRequest,
    ImpactRequest, MoraleRequest, ObstacleField, Request, UnitRequest, WorksField,
};
use crate::rules::cover::CoverSet;
use crate::rules::fire::Fire;
use crate::rules::formation::GunFormation;
use crate::rules::impact::Impact;
use crate::rules::melee::MeleeBlow;
use crate::rules::morale::MoraleSituation;
use crate::rules::works::Obstacle;
use crate::rules::{Cover, Named, Troops, Unit, Works};

impl From<&Unit> for UnitRequest {
    fn from(unit: &Unit) -> Self {
        let (arm, weapon, formation, mounted) = match unit.troops {
            Troops::Infantry { weapon, formation } => (
                Arm::Infantry,
                weapon.map(Named::name),
                formation.name(),
                false,
            ),
            Troops::Cavalry {
                weapon,
                formation,
                mounted,
            } => (
                Arm::Cavalry,
                weapon.map(Named::name),
                formation.name(),
                mounted,
            ),
            Troops::Artillery { gun, limbered } => {
                let formation = if limbered {
                    GunFormation::Limbered
                } else {
                    GunFormation::Unlimbered
                };
                (
                    Arm::Artillery,
                    gun.map(Named::name),
                    formation.name(),
                    false,
                )
            }
        };
        let strength = Some(i64::from(unit.strength));
        let (figures, sections) = if unit.is_artillery() {
            (None, strength)
        } else {
            (strength, None)
        };
        Self {
            arm,
            side: unit.side,
            quality: unit.quality,
            weapon: weapon.map(str::to_owned),
            figures,
            sections,
            bearing: unit.bearing.map(i64::from),
            lost_sections: i64::from(unit.lost_sections),
            stands: Some([i64::from(unit.stands.now), i64::from(unit.stands.full)]),
            formation: Some(formation.to_owned()),
            mounted,
            morale: unit.morale,
            charging: unit.charging,
            sharpshooter: unit.traits.sharpshooter,
            native: unit.traits.native,
            lancer: unit.traits.lancer,
            merged: unit.traits.merged,
            mounted_infantry: unit.traits.mounted_infantry,
        }
    }
}

impl From<Option<Works>> for WorksField {
    fn from(works: Option<Works>) -> Self {
        match works {
            None => Self::None,
            Some(Works::Hasty) => Self::Hasty,
            Some(Works::Light) => Self::Light,
            Some(Works::Heavy) => Self::Heavy,
        }
    }
}

impl From<Option<Obstacle>> for ObstacleField {
    fn from(obstacle: Option<Obstacle>) -> Self {
        match obstacle {
            None | Some(Obstacle::Abatis | Obstacle::ChevauxDeFrise) => Self::None,
            Some(Obstacle::FloodedDitch) => Self::FloodedDitch,
            Some(Obstacle::Fraise) => Self::Fraise,
        }
    }
}

/// What a fire has from its scenario. An adjudicator knows no leaders who help the fire of
/// regiments: where a house rule has them, they are told with it.
fn scenario_drm(fire: &Fire) -> i64 {
    let helped = !fire.firers.iter().any(Unit::is_artillery);
    i64::from(fire.scenario_drm + if helped { fire.attached_leader } else { 0 })
}

/// A firer; guns that fire as mixed ones are told as such.
fn firer(fire: &Fire, unit: &Unit) -> UnitRequest {
    let mut told = UnitRequest::from(unit);
    if let Troops::Artillery { gun, .. } = unit.troops {
        told.weapon = fire.gun(gun).map(|gun| gun.name().to_owned());
    }
    told
}

fn covers(set: CoverSet) -> Vec<Cover> {
    Cover::ALL
        .iter()
        .copied()
        .filter(|&cover| set.contains(cover))
        .collect()
}

fn given(dice: &[u8]) -> Option<Vec<i64>> {
    (!dice.is_empty()).then(|| dice.iter().map(|&die| i64::from(die)).collect())
}

impl Request {
    /// The request for a fire with its dice.
    pub fn of_fire(fire: &Fire, dice: &[u8]) -> Self {
        Self::Fire(Box::new(FireRequest {
            scale: fire.scale,
            firers: fire.firers.iter().map(|unit| firer(fire, unit)).collect(),
            target: fire.target.into(),
            // Close fire has none but its nearness.
            range: (!fire.kind.is_at_arms_length()).then(|| f64::from(fire.range)),
            // Guns that fire as mixed ones are told as such.
            kind: fire.kind.unmixed(),
            passed: i64::from(fire.units_passed),
            // Players may allow more rounds; all after the first are alike.
            round: i64::from(fire.round.clamp(1, 2)),
            opening_volley: fire.opening_volley,
            from: fire.from,
            cover: covers(fire.cover),
            behind_skirmishers: fire.behind_skirmishers,
            firer_works: fire.firer_works.into(),
            firing_from_village: fire.firing_from_village,
            target_disengaging: fire.target_disengaging,
            artillery_leader: i64::from(fire.artillery_leader),
            melee_leader: i64::from(fire.melee_leader),
            ranging: i64::from(fire.ranging.min(3)),
            obstacle: fire.obstacle.into(),
            scenario_drm: scenario_drm(fire),
            dice: given(dice),
        }))
    }

    /// The request for one side's blow in a melee with its dice.
    pub fn of_melee(blow: &MeleeBlow, dice: &[u8]) -> Self {
        Self::of_fire(&blow.fire(&blow.strikers()), dice)
    }

    /// The request for a morale check with its dice.
    pub fn of_morale(situation: &MoraleSituation, dice: &[u8]) -> Self {
        Self::Morale(Box::new(MoraleRequest {
            scale: situation.scale,
            unit: situation.unit.into(),
            check: i64::from(situation.check),
            fire: situation.fire.map(|fire| CauseRequest {
                by: if fire.artillery {
                    CauseArm::Artillery
                } else {
                    CauseArm::Other
                },
                from: fire.from,
                long_range: fire.long_range,
                skirmishers: fire.skirmishers,
            }),
            supports: i64::from(situation.supports),
            leader: i64::from(situation.leader),
            works: situation.works.into(),
            cover: situation.cover,
            behind_friends: situation.behind_friends,
            enemy_close: situation.enemy_close,
            regiments_lost: i64::from(situation.regiments_lost),
            leaders_lost: i64::from(situation.leaders_lost),
            charge: situation.charge.map(|charge| ChargeRequest {
                by: charge.by.into(),
                on: charge.on,
                supports: i64::from(charge.supports),
                unsupported_battery: charge.unsupported_battery,
            }),
            scenario_mmp: i64::from(situation.scenario_mmp),
            dice: given(dice),
        }))
    }

    /// The request for an impact with the dice of both sides.
    pub fn of_impact(impact: &Impact, attacker: [u8; 2], defender: [u8; 2]) -> Self {
        Self::Impact(Box::new(ImpactRequest {
            scale: impact.scale,
            attacker: AttackerRequest {
                unit: impact.attacker.unit.into(),
                leader: i64::from(impact.attacker.leader),
                supports: i64::from(impact.attacker.supports),
                regiments_lost: i64::from(impact.attacker.regiments_lost),
                leaders_lost: i64::from(impact.attacker.leaders_lost),
                // An attacker always charges there: what he does without is added.
                scenario_mmp: i64::from(impact.attacker.scenario_mmp + impact.attacker.forgone),
            },
            defender: DefenderRequest {
                unit: impact.defender.unit.into(),
                leader: i64::from(impact.defender.leader),
                supports: i64::from(impact.defender.supports),
                works: impact.works.into(),
                cover: impact.cover,
                unsupported_battery: impact.unsupported_battery,
                regiments_lost: i64::from(impact.defender.regiments_lost),
                leaders_lost: i64::from(impact.defender.leaders_lost),
                scenario_mmp: i64::from(impact.defender.scenario_mmp),
            },
            on: impact.on,
            attacker_dice: given(&attacker),
            defender_dice: given(&defender),
        }))
    }
}
