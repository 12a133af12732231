//! Fires that the rules do not allow at all.

use super::range::Band;
use super::{Fire, FireKind, Refusal};
use crate::rule;
use crate::rules::{Morale, Rules, Troops, Unit};

impl Rules {
    /// Refuses what no roll can make legal.
    pub(super) fn may_fire(&self, fire: &Fire) -> Result<(), Refusal> {
        if fire.firers.is_empty() {
            return Err(Refusal::new("nobody fires", rule!("fire.minimum")));
        }
        if fire.target.morale == Morale::Routed && fire.passed() == 0 {
            return Err(Refusal::new(
                "a routed unit may not be fired on",
                rule!("morale.routed_not_target"),
            ));
        }
        self.may_go_so_far(fire)?;
        for unit in fire.firers {
            self.may_unit_fire(fire, unit)?;
        }
        self.may_combine(fire)
    }

    /// Through how many units a fire goes, and how near close fire must be.
    ///
    /// Rules: `heavy.ranges`.
    fn may_go_so_far(&self, fire: &Fire) -> Result<(), Refusal> {
        let (_, most) = self.pass_through_reach(fire.scale, fire.by_artillery());
        if fire.passed() > most {
            return Err(Refusal::measured(
                "no fire of theirs goes through so many units",
                rule!("fire.pass_through_depth"),
                fire.passed() as f32,
                most as f32,
            ));
        }
        let near = self.near(fire.scale);
        let (what, rule, limit) = match fire.kind {
            FireKind::PointBlank => (
                "the target is too far away for point-blank fire",
                rule!("fire.point_blank_when"),
                self.heavy_point_blank(fire)
                    .map_or(near, |far| far.max(near)),
            ),
            FireKind::Desperation => (
                "the target is too far away for desperation fire",
                rule!("fire.desperation"),
                near,
            ),
            _ => return Ok(()),
        };
        if fire.range > limit {
            return Err(Refusal::measured(what, rule, fire.range, limit));
        }
        Ok(())
    }

    /// Where point blank ends for heavy guns that fire together.
    fn heavy_point_blank(&self, fire: &Fire) -> Option<f32> {
        let guns = fire.firers.iter().filter_map(|unit| match unit.troops {
            Troops::Artillery { gun, .. } => self.heavy_gun(fire.gun(gun)?),
            Troops::Infantry { .. } | Troops::Cavalry { .. } => None,
        });
        guns.map(|gun| gun.range.at(fire.scale).point_blank)
            .min_by(f32::total_cmp)
    }

    fn may_unit_fire(&self, fire: &Fire, unit: &Unit) -> Result<(), Refusal> {
        if unit.morale == Morale::Routed {
            return Err(Refusal::new(
                "a routed unit does not fire",
                rule!("react.routed_none"),
            ));
        }
        match unit.troops {
            Troops::Infantry { .. } => {}
            Troops::Cavalry {
                weapon, mounted, ..
            } => {
                let at_arms_length = fire.kind.is_at_arms_length();
                if !at_arms_length && weapon.is_some_and(|weapon| weapon.only_at_point_blank()) {
                    return Err(Refusal::new(
                        "shotguns and pistols serve only at point blank and in melee",
                        rule!("cavalry.pbf_weapons"),
                    ));
                }
                if !at_arms_length && mounted && fire.range > self.near(fire.scale) {
                    return Err(Refusal::new(
                        "mounted cavalry fires only at short range or point blank",
                        rule!("cavalry.mounted_fire"),
                    ));
                }
            }
            Troops::Artillery { limbered, .. } => {
                if fire.kind == FireKind::Melee {
                    return Err(Refusal::new(
                        "guns do not fire in a melee",
                        rule!("melee.first_round"),
                    ));
                }
                if limbered && fire.kind != FireKind::Prolonge {
                    return Err(Refusal::new(
                        "a limbered battery cannot fire",
                        rule!("unit.battery_stands"),
                    ));
                }
            }
        }
        self.may_do_kind(fire, unit)
    }

    /// Rules: `heavy.no_special_fire`, `artillery.deliberate`, `sharpshooter.deliberate`,
    /// `artillery.combine_range`.
    fn may_do_kind(&self, fire: &Fire, unit: &Unit) -> Result<(), Refusal> {
        let heavy = unit.is_heavy_artillery();
        match fire.kind {
            kind if kind.is_mixed() && !unit.is_artillery() => Err(Refusal::new(
                "only batteries fire as mixed guns",
                rule!("artillery.combine_range"),
            )),
            kind if kind.is_deliberate() && heavy => Err(Refusal::new(
                "heavy guns have no deliberate fire",
                rule!("heavy.no_special_fire"),
            )),
            kind if kind.is_deliberate() && !unit.is_artillery() && !is_sharpshooter(unit) => {
                Err(Refusal::new(
                    "only field guns and sharpshooters fire deliberately",
                    rule!("artillery.deliberate"),
                ))
            }
            FireKind::Desperation if heavy => Err(Refusal::new(
                "heavy guns have no desperation fire",
                rule!("heavy.no_special_fire"),
            )),
            FireKind::Prolonge if heavy || !unit.is_artillery() => Err(Refusal::new(
                "only field guns fire on the prolonge",
                rule!("artillery.prolonge"),
            )),
            _ => Ok(()),
        }
    }

    /// Refuses bands that a kind of fire does not have.
    pub(super) fn may_at_band(&self, kind: FireKind, band: Band) -> Result<(), Refusal> {
        match kind {
            kind if kind.is_deliberate() && !matches!(band, Band::Normal | Band::Long) => {
                Err(Refusal::new(
                    "deliberate fire is for normal and long range only",
                    rule!("artillery.deliberate"),
                ))
            }
            FireKind::Prolonge if !matches!(band, Band::Short | Band::Canister) => {
                Err(Refusal::new(
                    "fire on the prolonge is for short and canister range only",
                    rule!("artillery.prolonge"),
                ))
            }
            _ => Ok(()),
        }
    }

    /// Who may fire together.
    ///
    /// Rules: `artillery.combine`, `cavalry.fire_cap`, `sharpshooter.no_combine`, `heavy.combine`.
    fn may_combine(&self, fire: &Fire) -> Result<(), Refusal> {
        let [lead, others @ ..] = fire.firers else {
            return Ok(());
        };
        if others.is_empty() {
            return Ok(());
        }
        if !others.iter().all(|unit| same_arm(lead, unit)) {
            return Err(Refusal::new(
                "different arms do not fire together",
                rule!("fire.combine_infantry"),
            ));
        }
        if fire.kind == FireKind::Melee {
            return Ok(());
        }
        let too_many = self
            .cap(lead)
            .units
            .is_some_and(|most| fire.firers.len() > most as usize);
        let good_order = fire.firers.iter().all(|unit| !unit.is_out_of_order());
        match lead.troops {
            Troops::Infantry { .. } => {
                if fire.firers.iter().any(|unit| unit.traits.sharpshooter) {
                    return Err(Refusal::new(
                        "sharpshooters do not combine their fire",
                        rule!("sharpshooter.no_combine"),
                    ));
                }
            }
            Troops::Cavalry { .. } => {
                if too_many || !good_order || fire.firers.iter().any(Unit::is_mounted) {
                    return Err(Refusal::new(
                        "up to three dismounted cavalry units in good order fire together",
                        rule!("cavalry.fire_cap"),
                    ));
                }
            }
            Troops::Artillery { .. } => {
                let rule = if lead.is_heavy_artillery() {
                    rule!("heavy.combine")
                } else {
                    rule!("artillery.combine")
                };
                if too_many || !good_order {
                    return Err(Refusal::new(
                        "up to three batteries in good order fire together",
                        rule,
                    ));
                }
                if fire
                    .firers
                    .iter()
                    .any(|unit| unit.is_heavy_artillery() != lead.is_heavy_artillery())
                {
                    return Err(Refusal::new(
                        "field and heavy guns do not fire together",
                        rule,
                    ));
                }
            }
        }
        Ok(())
    }
}

fn is_sharpshooter(unit: &Unit) -> bool {
    unit.is_infantry() && unit.traits.sharpshooter
}

fn same_arm(one: &Unit, other: &Unit) -> bool {
    std::mem::discriminant(&one.troops) == std::mem::discriminant(&other.troops)
}
