//! Range bands and how many dice they give.

use super::{Fire, FireKind, Refusal};
use crate::rule;
use crate::rules::charts::{FieldGun, GunRow, HeavyGun, HeavyRange};
use crate::rules::named::named;
use crate::rules::weapon::Bore;
use crate::rules::{Gun, GunClass, Morale, Rules, Scale, Troops, Unit};

named! {
    /// How far a fire goes, farthest first.
    pub enum Band: "range band" {
        /// Up to twice normal range.
        Long = "long",
        /// Up to the weapon's normal range.
        Normal = "normal",
        /// Up to an inch for small arms, half of normal range for guns.
        Short = "short",
        /// Guns at canister range.
        Canister = "canister",
        /// Against a charge, at arm's length.
        PointBlank = "point_blank",
        /// Desperation fire.
        Desperation = "desperation",
        /// Hand to hand.
        Melee = "melee",
    }
}

/// The target is farther away than the weapon carries.
fn out_of_range(is: f32, long: f32) -> Refusal {
    Refusal::measured(
        "the target is beyond long range",
        rule!("fire.range_bands"),
        is,
        long,
    )
}

const NO_WEAPON: Refusal = Refusal::new("its weapon is not known", rule!("fire.fp_by_figures"));

impl Rules {
    /// The band of a fire and the dice it rolls: the fewest that any of its units would.
    ///
    /// Rules: `fire.range_bands`, `fire.dice_by_range`, `fire.combine_infantry`.
    pub(super) fn band_and_dice(&self, fire: &Fire) -> Result<(Band, i32), Refusal> {
        let mut farthest = Band::Melee;
        let mut fewest = i32::MAX;
        let battalion = self.battalion_range(fire)?;
        for unit in fire.firers {
            let (band, dice) = self.unit_band_and_dice(fire, unit, battalion)?;
            farthest = farthest.min(band);
            fewest = fewest.min(dice - dice_lost(fire, unit));
        }
        Ok((farthest, fewest))
    }

    fn unit_band_and_dice(
        &self,
        fire: &Fire,
        unit: &Unit,
        battalion: Option<GunRange>,
    ) -> Result<(Band, i32), Refusal> {
        match (unit.troops, battalion) {
            (Troops::Infantry { .. } | Troops::Cavalry { .. }, _) => {
                let band = self.small_arms_band(fire, unit)?;
                Ok((band, self.small_arms_dice(unit, band)? as i32))
            }
            (Troops::Artillery { gun, .. }, Some(range)) => {
                let band = gun_band(fire, &range)?;
                let bore = self.bore(fire.gun(gun).ok_or(NO_WEAPON)?);
                Ok((
                    band,
                    self.gun_dice(fire.kind, band, bore, range.class)? as i32,
                ))
            }
            (Troops::Artillery { .. }, None) => Err(NO_WEAPON),
        }
    }

    fn small_arms_band(&self, fire: &Fire, unit: &Unit) -> Result<Band, Refusal> {
        let row = match unit.troops {
            Troops::Infantry { weapon, .. } => &self.infantry.firepower[weapon.ok_or(NO_WEAPON)?],
            Troops::Cavalry { weapon, .. } => &self.cavalry.firepower[weapon.ok_or(NO_WEAPON)?],
            Troops::Artillery { .. } => return Err(NO_WEAPON),
        };
        let normal = *row.range.at(fire.scale);
        Ok(match fire.kind {
            FireKind::PointBlank => Band::PointBlank,
            FireKind::Desperation => Band::Desperation,
            FireKind::Melee => Band::Melee,
            _ if fire.range <= self.near(fire.scale) => Band::Short,
            _ if fire.range <= normal => Band::Normal,
            _ if fire.range <= normal * self.fire.long_range => Band::Long,
            _ => return Err(out_of_range(fire.range, normal * self.fire.long_range)),
        })
    }

    /// The farthest a unit can fire at all; nothing without a weapon.
    ///
    /// Rules: `fire.range_bands`.
    pub fn longest_shot(&self, scale: Scale, unit: &Unit) -> Option<f32> {
        Some(match unit.troops {
            Troops::Infantry { weapon, .. } => {
                let row = &self.infantry.firepower[weapon?];
                *row.range.at(scale) * self.fire.long_range
            }
            Troops::Cavalry { weapon, .. } => {
                let row = &self.cavalry.firepower[weapon?];
                *row.range.at(scale) * self.fire.long_range
            }
            Troops::Artillery { gun, .. } => self.gun_range(gun?, scale).long,
        })
    }

    /// The normal range of a unit's weapon; nothing without one.
    ///
    /// Rules: `fire.range_bands`.
    pub fn normal_range(&self, scale: Scale, unit: &Unit) -> Option<f32> {
        Some(match unit.troops {
            Troops::Infantry { weapon, .. } => *self.infantry.firepower[weapon?].range.at(scale),
            Troops::Cavalry { weapon, .. } => *self.cavalry.firepower[weapon?].range.at(scale),
            Troops::Artillery { gun, .. } => self.gun_range(gun?, scale).normal,
        })
    }

    /// Refuses at a glance what is too far for a unit, before anything else is looked at.
    ///
    /// Rules: `fire.range_bands`.
    pub fn check_range(&self, scale: Scale, unit: &Unit, range: f32) -> Result<(), Refusal> {
        let long = self.longest_shot(scale, unit).ok_or(NO_WEAPON)?;
        if range > long {
            return Err(out_of_range(range, long));
        }
        Ok(())
    }

    /// Rules: `cavalry.fire_procedure`, `sharpshooter.long_range`.
    fn small_arms_dice(&self, unit: &Unit, band: Band) -> Result<u32, Refusal> {
        let chart = if unit.is_cavalry() {
            &self.fire.cavalry
        } else {
            &self.fire.infantry
        };
        Ok(match band {
            Band::Long if unit.is_infantry() && unit.traits.sharpshooter => {
                self.fire.sharpshooter_long_dice
            }
            Band::Long => chart.dice.long,
            Band::Normal => chart.dice.normal,
            Band::Short => chart.dice.short,
            Band::PointBlank => chart.dice.point_blank,
            Band::Desperation => chart.dice.desperation,
            Band::Melee => chart.dice.melee,
            Band::Canister => return Err(NO_WEAPON),
        })
    }

    /// The bands of all guns that fire together: the shortest-ranged gun sets them.
    ///
    /// Rules: `artillery.combine_range`.
    fn battalion_range(&self, fire: &Fire) -> Result<Option<GunRange>, Refusal> {
        let mut shortest: Option<GunRange> = None;
        for unit in fire.firers {
            let Troops::Artillery { gun, .. } = unit.troops else {
                return Ok(None);
            };
            let gun = fire.gun(gun).ok_or(NO_WEAPON)?;
            let range = self.gun_range(gun, fire.scale);
            shortest = Some(shortest.map_or(range, |other| other.shorter(range)));
        }
        Ok(shortest)
    }

    /// The bands of one gun.
    ///
    /// Rules: `artillery.ranges`, `artillery.canister_range`, `heavy.ranges`.
    pub fn gun_range(&self, gun: Gun, scale: Scale) -> GunRange {
        let class = gun.class();
        let (normal, canister) = match (self.field_gun(gun), self.heavy_gun(gun)) {
            (Some(row), _) => (*row.range.at(scale), self.scales.at(scale).canister),
            (_, Some(row)) => {
                let range = row.range.at(scale);
                (range.normal, range.canister)
            }
            (None, None) => unreachable!("every gun is a field gun or a heavy gun"),
        };
        let long = match class {
            GunClass::Field => self.fire.long_range,
            GunClass::Siege => self.fire.heavy_guns.siege_long,
            GunClass::Fortress => self.fire.heavy_guns.fortress_long,
        };
        GunRange {
            class,
            canister,
            short: normal * self.fire.gun_short_range,
            normal,
            long: normal * long,
        }
    }

    /// Rules: `artillery.dice`, `artillery.canister_dice`, `heavy.ranges`, `artillery.prolonge`.
    fn gun_dice(
        &self,
        kind: FireKind,
        band: Band,
        bore: Bore,
        class: GunClass,
    ) -> Result<u32, Refusal> {
        if class != GunClass::Field {
            let dice = &self.fire.heavy_guns.dice;
            return Ok(match band {
                Band::Long => dice.long,
                Band::Normal => dice.normal,
                Band::Short => dice.short,
                Band::Canister => dice.canister,
                Band::PointBlank => dice.point_blank,
                Band::Desperation | Band::Melee => return Err(NO_WEAPON),
            });
        }
        let dice = &self.fire.field_guns.dice;
        if kind == FireKind::Prolonge {
            return Ok(dice.prolonge);
        }
        let of_bore = |by_bore: super::chart::ByBore| match bore {
            Bore::Smoothbore => by_bore.smoothbore,
            Bore::Rifled | Bore::Mixed => by_bore.rifled,
        };
        Ok(match band {
            Band::Long => dice.long,
            Band::Normal => dice.normal,
            Band::Short => dice.short,
            Band::Canister => of_bore(dice.canister),
            Band::PointBlank => of_bore(dice.point_blank),
            Band::Desperation => dice.desperation,
            Band::Melee => return Err(NO_WEAPON),
        })
    }

    /// The gun's line in the field artillery charts.
    pub fn field_gun(&self, gun: Gun) -> Option<&GunRow<f32>> {
        FieldGun::new(gun).map(|gun| &self.artillery.guns[gun])
    }

    /// The gun's line in the heavy artillery charts.
    pub fn heavy_gun(&self, gun: Gun) -> Option<&GunRow<HeavyRange>> {
        HeavyGun::new(gun).map(|gun| &self.heavy.guns[gun])
    }

    /// Smoothbore, rifled or mixed.
    pub fn bore(&self, gun: Gun) -> Bore {
        let field = self.field_gun(gun).map(|row| row.bore);
        let heavy = self.heavy_gun(gun).map(|row| row.bore);
        field.or(heavy).unwrap_or(Bore::Mixed)
    }
}

/// The bands of a gun or of several that fire together, in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GunRange {
    /// Field, siege or fortress.
    pub class: GunClass,
    /// Up to here canister.
    pub canister: f32,
    /// Up to here short range.
    pub short: f32,
    /// Up to here normal range.
    pub normal: f32,
    /// Up to here long range.
    pub long: f32,
}

impl GunRange {
    fn shorter(self, other: Self) -> Self {
        Self {
            class: self.class,
            canister: self.canister.min(other.canister),
            short: self.short.min(other.short),
            normal: self.normal.min(other.normal),
            long: self.long.min(other.long),
        }
    }
}

fn gun_band(fire: &Fire, range: &GunRange) -> Result<Band, Refusal> {
    Ok(match fire.kind {
        FireKind::PointBlank => Band::PointBlank,
        FireKind::Desperation => Band::Desperation,
        FireKind::Melee => Band::Melee,
        _ if fire.range <= range.canister => Band::Canister,
        _ if fire.range <= range.short => Band::Short,
        _ if fire.range <= range.normal => Band::Normal,
        _ if fire.range <= range.long => Band::Long,
        _ => return Err(out_of_range(fire.range, range.long)),
    })
}

/// Dice that the state of the firer and the kind of fire take away.
///
/// Rules: `fire.shaken`, `fire.area`, `fire.skirmishers`, `move.disengage_fire`,
/// `sharpshooter.skirmish`, `heavy.state`.
fn dice_lost(fire: &Fire, unit: &Unit) -> i32 {
    i32::from(unit.morale == Morale::Shaken)
        + i32::from(fire.kind == FireKind::Area)
        + i32::from(super::firepower::skirmish_penalty(unit))
        + i32::from(fire.target_disengaging && fire.kind != FireKind::Melee)
}
