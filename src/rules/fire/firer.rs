//! Modifiers of the firer: all of them count.

use super::{Fire, FireKind};
use crate::rule;
use crate::rules::modifier::Modifiers;
use crate::rules::{CavalryFormation, InfantryWeapon, Quality, Rules, Troops, Unit, Works};

impl Rules {
    /// Adds the firer's modifiers.
    pub(super) fn firer_modifiers(&self, fire: &Fire, modifiers: &mut Modifiers) {
        let lead = &fire.firers[0];
        let artillery = fire.by_artillery();
        if fire.kind == FireKind::Melee {
            self.quality(&fire.firers[..1], modifiers);
            if lead.is_cavalry() && lead.traits.native {
                let value = self.fire.native_melee;
                modifiers.add(
                    "Native American cavalry in melee",
                    value,
                    rule!("special.native_melee"),
                );
            }
            modifiers.add(
                "leader in the melee",
                fire.melee_leader,
                rule!("melee.drms"),
            );
            return;
        }
        self.quality(fire.firers, modifiers);
        self.opening_volley(fire, modifiers);
        if fire.kind == FireKind::PointBlank && all_smoothbores(fire.firers) {
            modifiers.add(
                "buck and ball",
                self.fire.buck_and_ball,
                rule!("fire.buck_and_ball"),
            );
        }
        if fire.kind.is_deliberate() {
            let rule = if artillery {
                rule!("artillery.deliberate")
            } else {
                rule!("sharpshooter.deliberate")
            };
            modifiers.add("deliberate fire", self.fire.deliberate, rule);
        }
        if fire
            .firers
            .iter()
            .any(|unit| unit.traits.mounted_infantry && on_foot(unit))
        {
            let value = self.fire.mounted_infantry;
            modifiers.add(
                "horse holders",
                value,
                rule!("special.mounted_infantry_fire"),
            );
        }
        if let Some(works) = fire.firer_works {
            let value = self.fire.firing_from.of(works);
            modifiers.add("firing from works", value, rule!("works.firer"));
        }
        if finds_the_range(fire) {
            let value = self.fortress_ranging(fire.ranging);
            modifiers.add("shot after shot", value, rule!("heavy.fortress_ranging"));
        }
        if artillery {
            modifiers.add(
                "artillery leader",
                fire.artillery_leader,
                rule!("leader.fire_none"),
            );
        } else if self.switches.leaders_help_fire {
            modifiers.add(
                "attached leader",
                fire.attached_leader,
                rule!("leader.fire_none"),
            );
        }
    }

    /// The poorest quality among the firers counts.
    ///
    /// Rules: `fire.quality_infantry`, `artillery.quality`, `cavalry.quality`.
    fn quality(&self, firers: &[Unit], modifiers: &mut Modifiers) {
        let poorest = firers
            .iter()
            .map(|unit| unit.quality)
            .fold(Quality::Elite, Quality::poorer);
        let value = firers
            .iter()
            .filter(|unit| unit.quality == poorest)
            .map(|unit| self.quality_value(unit))
            .min()
            .unwrap_or(0);
        let what = if poorest == Quality::Elite {
            "elite firers"
        } else {
            "green firers"
        };
        modifiers.add(what, value, quality_rule(&firers[0]));
    }

    fn quality_value(&self, unit: &Unit) -> i32 {
        let (elite, green) = match unit.troops {
            Troops::Cavalry { .. } if !fires_as_infantry(unit) => {
                (self.fire.cavalry.elite, self.fire.cavalry.green)
            }
            Troops::Infantry { .. } | Troops::Cavalry { .. } => {
                (self.fire.infantry.elite, self.fire.infantry.green)
            }
            Troops::Artillery { gun: Some(gun), .. } if gun.is_heavy() => {
                (self.fire.heavy_guns.elite, self.fire.heavy_guns.green)
            }
            Troops::Artillery { .. } => (self.fire.field_guns.elite, self.fire.field_guns.green),
        };
        match unit.quality {
            Quality::Elite => elite,
            Quality::Green => green,
            Quality::Veteran | Quality::Trained => 0,
        }
    }

    /// Every firer must be firing for the first time, and none may be green.
    ///
    /// Rules: `fire.opening_volley`, `cavalry.opening_volley`.
    fn opening_volley(&self, fire: &Fire, modifiers: &mut Modifiers) {
        let fresh = |unit: &Unit| unit.quality != Quality::Green && on_foot(unit);
        if !fire.opening_volley || !fire.firers.iter().all(fresh) {
            return;
        }
        let value = fire.firers.iter().map(|unit| {
            if fires_as_infantry(unit) {
                self.fire.infantry.opening_volley
            } else {
                self.fire.cavalry.opening_volley
            }
        });
        let rule = if fire.firers[0].is_cavalry() {
            rule!("cavalry.opening_volley")
        } else {
            rule!("fire.opening_volley")
        };
        modifiers.add("opening volley", value.min().unwrap_or(0), rule);
    }
}

/// Infantry, mounted infantry that has left its horses, and cavalry as skirmishers or in column.
///
/// Rules: `cavalry.as_infantry`, `special.mounted_infantry_fire`.
pub(super) fn fires_as_infantry(unit: &Unit) -> bool {
    match unit.troops {
        _ if unit.fights_as_infantry() => true,
        Troops::Infantry { .. } => true,
        Troops::Cavalry { formation, .. } => matches!(
            formation,
            CavalryFormation::Skirmish | CavalryFormation::RoadColumn
        ),
        Troops::Artillery { .. } => false,
    }
}

/// Fortress guns in heavy works or, where no works are told of, in a casemate.
fn finds_the_range(fire: &Fire) -> bool {
    fire.firers.iter().all(Unit::is_fortress_artillery)
        && matches!(fire.firer_works, None | Some(Works::Heavy))
}

fn on_foot(unit: &Unit) -> bool {
    !unit.is_artillery() && !unit.is_mounted()
}

fn all_smoothbores(firers: &[Unit]) -> bool {
    firers.iter().all(|unit| {
        matches!(
            unit.troops,
            Troops::Infantry {
                weapon: Some(InfantryWeapon::SmoothboreMusket),
                ..
            }
        )
    })
}

fn quality_rule(unit: &Unit) -> crate::rules::RuleId {
    match unit.troops {
        Troops::Infantry { .. } => rule!("fire.quality_infantry"),
        Troops::Cavalry { .. } => rule!("cavalry.quality"),
        Troops::Artillery { .. } => rule!("artillery.quality"),
    }
}
