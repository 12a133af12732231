//! Fear of charge: what a charge adds to the check of the unit it comes at.

use super::formation::Shape;
use super::modifier::Modifiers;
use super::morale::{Charged, MoraleSituation};
use super::{Morale, Rules, Scale, Troops, Unit};
use crate::rule;
use crate::rules::charts::FormedInfantry;

impl Rules {
    /// Net charge morale, net supports and lances, all outside the two-and-two limit.
    pub(super) fn fear_modifiers(
        &self,
        situation: &MoraleSituation,
        charge: &Charged,
        modifiers: &mut Modifiers,
    ) {
        let defender = self.charge_morale(situation.unit, charge.by).unwrap_or(0);
        let attacker = self.charge_morale(charge.by, situation.unit).unwrap_or(0);
        modifiers.add(
            "net charge morale",
            defender - attacker,
            rule!("charge.fear_cmm"),
        );
        let net = self.net_support(
            charge.by,
            situation.unit,
            charge.supports,
            situation.supports,
        );
        modifiers.add("net support", net, rule!("charge.fear_support"));
        self.lances(charge.by, modifiers);
    }

    /// Lances frighten.
    pub(super) fn lances(&self, charger: &Unit, modifiers: &mut Modifiers) {
        if charger.traits.lancer && charger.is_mounted() {
            let value = self.morale.bad.charged_by_lancers;
            modifiers.add("charged by lancers", value, rule!("special.lancers"));
        }
    }

    /// What the supports of both sides add to the defender's MMP.
    ///
    /// Rules: `charge.support_max`, `cavalry.vs_infantry_support`.
    pub fn net_support(
        &self,
        attacker: &Unit,
        defender: &Unit,
        charging: u32,
        standing: u32,
    ) -> i32 {
        let most = self.charge.support_limit;
        let net = charging.min(most) as i32 - standing.min(most) as i32;
        let limit = if attacker.is_mounted() && !defender.is_mounted() {
            self.charge.support_limit_cavalry_on_infantry
        } else {
            most
        };
        net.clamp(-(limit as i32), limit as i32)
    }

    /// The charge morale modifier of a unit against another; `None` for a routed one, which
    /// surrenders.
    ///
    /// Rules: `square.charged`, `table.infantry_cmm`, `table.cavalry_cmm`.
    pub fn charge_morale(&self, unit: &Unit, against: &Unit) -> Option<i32> {
        let special = &self.charge.charge_morale;
        if unit.morale == Morale::Routed {
            return None;
        }
        if self.breaks_on_square(unit, against) && unit.morale != Morale::Shaken {
            return Some(special.mounted_against_square);
        }
        let in_disorder = unit.morale == Morale::Disorder || unit.is_depleted();
        Some(match unit.troops {
            Troops::Infantry { formation, .. } => {
                let chart = &self.infantry.charge_morale;
                match FormedInfantry::new(formation) {
                    _ if unit.morale == Morale::Shaken => chart.shaken,
                    _ if in_disorder => chart.disorder,
                    Some(formation) => chart.formations[formation],
                    None if against.is_mounted() => special.square_against_mounted,
                    None => special.square,
                }
            }
            Troops::Cavalry {
                formation, mounted, ..
            } => {
                let state = if mounted {
                    &self.cavalry.mounted
                } else {
                    &self.cavalry.dismounted
                };
                match unit.morale {
                    Morale::Shaken => state.charge_morale.shaken,
                    _ if in_disorder => state.charge_morale.disorder,
                    _ => state.charge_morale.formations[formation],
                }
            }
            Troops::Artillery { limbered, .. } => match unit.morale {
                Morale::Shaken => self.infantry.charge_morale.shaken,
                Morale::Disorder => self.infantry.charge_morale.disorder,
                _ if limbered => special.limbered,
                _ => special.unlimbered,
            },
        })
    }

    /// Mounted cavalry that charges a formed square does so in disorder.
    ///
    /// Rules: `square.charged`.
    pub fn breaks_on_square(&self, charger: &Unit, square: &Unit) -> bool {
        charger.is_mounted() && square.shape() == Shape::Square && !square.is_out_of_order()
    }

    /// How far off a charge is when the charged unit takes its fear-of-charge check.
    ///
    /// Rules: `charge.fear_check`, `charge.fear_cavalry_two_inches`.
    pub fn fear_distance(&self, scale: Scale, charger: &Unit) -> f32 {
        if charger.is_mounted() {
            self.charge.fear_distance_mounted.max(self.near(scale))
        } else {
            self.near(scale)
        }
    }
}
