//! The charge: how far it goes, where it falls into disorder, where two charges meet.

use serde::Deserialize;

use super::dice::chance_of;
use super::fire::Refusal;
use super::ground::Rate;
use super::switches::{ChargeBonus, SteadyDisorderPoint};
use super::{Ground, Morale, Quality, Rules, Scale, Unit};
use crate::rule;

/// Charge and impact charts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeChart {
    /// Charge morale of batteries and squares.
    pub charge_morale: SpecialChargeMorale,
    /// What a section is worth at impact, and the bounds of the value.
    pub impact_value: ImpactValue,
    /// The most supports that count.
    pub support_limit: u32,
    /// The most when mounted cavalry charges men on foot.
    pub support_limit_cavalry_on_infantry: u32,
    /// Charges on foot.
    pub infantry: ImpactChart,
    /// Mounted cavalry against men on foot.
    pub cavalry_on_infantry: ImpactChart,
    /// Mounted cavalry against mounted cavalry.
    pub cavalry_on_cavalry: ImpactChart,
    /// How far off mounted chargers are at the fear-of-charge check.
    pub fear_distance_mounted: f32,
    /// Inches short for each pip when an attacker stops short.
    pub stopped_short_inches_per_pip: f32,
    /// Rounds of a melee.
    pub melee_rounds: u32,
    /// By how many inches an advance after success stays behind the fall-back.
    pub advance_less: f32,
}

/// Charge morale that no movement chart lists.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SpecialChargeMorale {
    pub unlimbered: i32,
    pub limbered: i32,
    pub square: i32,
    pub square_against_mounted: i32,
    pub mounted_against_square: i32,
}

/// What sections are worth at impact.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ImpactValue {
    pub field_section: i32,
    pub heavy_section: i32,
    pub least: i32,
    pub most: i32,
}

/// One impact results table, by the difference from which each line begins.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImpactChart {
    /// Up to this difference it comes to a melee.
    pub melee_up_to: u32,
    /// The difference at which the attacker stops short.
    pub stopped_short: Option<u32>,
    /// Losers in disorder.
    pub disorder: u32,
    /// Losers shaken.
    pub shaken: u32,
    /// Losers routed.
    pub routed: u32,
    /// Losers surrender.
    pub surrender: u32,
    /// Figures the lead loser loses in disorder, shaken, routed.
    pub lead_losses: [u32; 3],
    /// Figures each supporting loser loses.
    pub support_losses: [u32; 3],
    /// What differs when the attacker loses.
    pub losing_attacker: Repulse,
}

/// What differs when the attacker loses.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repulse {
    /// Inches of fall-back for each point.
    pub fall_back: f32,
    /// It never ends worse than shaken.
    pub at_worst_shaken: bool,
    /// Figures fewer that it loses.
    pub fewer_losses: u32,
    /// Dice of inches it falls back farther.
    pub extra_fall_back_dice: u32,
}

/// A charge into a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Countercharge {
    /// With all that belongs to a charge.
    Full,
    /// Wholly in disorder and without the benefit of charging.
    InDesperation,
}

/// The stretches of a charge, in inches from its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChargeReach {
    /// From here on the charge is in disorder.
    pub disorder_point: f32,
    /// Here it ends if it meets nobody.
    pub end: f32,
}

impl ChargeReach {
    /// Whether contact at that distance is made in good order.
    ///
    /// Rules: `charge.order_at_contact`.
    pub fn in_order_at(&self, distance: f32) -> bool {
        distance <= self.disorder_point
    }

    /// Whether the charge gets that far.
    ///
    /// Rules: `charge.short`.
    pub fn reaches(&self, distance: f32) -> bool {
        distance <= self.end
    }
}

/// How probable it is that a charge reaches its target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChargeOdds {
    /// In good order.
    pub in_order: f64,
    /// In disorder.
    pub in_disorder: f64,
    /// It falls short.
    pub short: f64,
}

impl Rules {
    /// Whether a unit may charge another at all.
    pub fn may_charge(&self, unit: &Unit, target: &Unit) -> Result<(), Refusal> {
        if unit.is_artillery() {
            return Err(Refusal::new("batteries do not charge", rule!("charge.who")));
        }
        if matches!(unit.morale, Morale::Shaken | Morale::Routed) {
            return Err(Refusal::new(
                "shaken and routed units do not charge",
                rule!("charge.who"),
            ));
        }
        if target.morale == Morale::Routed {
            return Err(Refusal::new(
                "a routed unit may not be charged",
                rule!("morale.routed_not_target"),
            ));
        }
        if unit.is_skirmishing() && !target.is_skirmishing() {
            return Err(Refusal::new(
                "skirmishers charge only skirmishers",
                rule!("charge.skirmishers_only_skirmishers"),
            ));
        }
        if !unit.is_mounted() && target.is_mounted() {
            return Err(Refusal::new(
                "men on foot do not charge mounted cavalry",
                rule!("cavalry.may_charge"),
            ));
        }
        if unit.only_rides() {
            return Err(Refusal::new(
                "mounted infantry does not charge on horseback",
                rule!("special.mounted_infantry_formation"),
            ));
        }
        Ok(())
    }

    /// How a charged unit may countercharge, if it may.
    ///
    /// Rules: `react.countercharge_quality`, `cavalry.countercharge`,
    /// `cavalry.desperation_countercharge`.
    pub fn countercharge(
        &self,
        unit: &Unit,
        charger: &Unit,
        has_reacted: bool,
    ) -> Option<Countercharge> {
        self.may_charge(unit, charger).ok()?;
        let horse_on_horse = unit.is_mounted() && charger.is_mounted();
        match (has_reacted, horse_on_horse) {
            (true, true) => Some(Countercharge::InDesperation),
            (true, false) => None,
            (false, true) => Some(Countercharge::Full),
            (false, false) => unit.quality.is_seasoned().then_some(Countercharge::Full),
        }
    }

    /// Inches that a rolled bonus adds to a charge.
    ///
    /// Rules: `charge.bonus`, `cavalry.charge_bonus`, `charge.joiners_no_bonus`.
    pub fn charge_bonus(&self, unit: &Unit, rolled: u32) -> f32 {
        let full = !unit.is_mounted() && self.switches.infantry_charge_bonus == ChargeBonus::Full;
        rolled as f32 * if full { 1.0 } else { 0.5 }
    }

    /// The dice of the bonus on that ground. Dismounted cavalry charges as infantry does.
    pub fn charge_dice(&self, scale: Scale, unit: &Unit, ground: Ground) -> u32 {
        let rates = if unit.is_mounted() {
            self.cavalry.mounted.movement.at(scale).routed
        } else {
            self.infantry.movement.at(scale).routed
        };
        match rates.on(ground) {
            Rate::Dice(dice) => dice,
            _ => 0,
        }
    }

    /// How far a charge goes and where it falls into disorder: by the lead unit's quality.
    ///
    /// Rules: `charge.disorder_elite_veteran`, `charge.disorder_trained`, `charge.disorder_green`,
    /// `charge.group`, `cavalry.charge_disorder`, `special.native_charge`.
    pub fn charge_reach(&self, lead: &Unit, normal_move: f32, bonus: f32) -> ChargeReach {
        let end = normal_move + bonus;
        let native = lead.is_cavalry() && lead.traits.native;
        let disorder_point = match lead.quality {
            _ if native => 0.0,
            Quality::Elite | Quality::Veteran => match self.switches.steady_disorder_point {
                SteadyDisorderPoint::MoveAndHalfBonus => normal_move + bonus / 2.0,
                SteadyDisorderPoint::HalfBonus => bonus / 2.0,
            },
            Quality::Trained => end / 2.0,
            Quality::Green => 0.0,
        };
        ChargeReach {
            disorder_point,
            end,
        }
    }

    /// The exact odds of reaching a target at that distance over one kind of ground.
    pub fn charge_odds(
        &self,
        lead: &Unit,
        normal_move: f32,
        bonus_dice: u32,
        distance: f32,
    ) -> ChargeOdds {
        let mut odds = ChargeOdds::default();
        for rolled in bonus_dice..=6 * bonus_dice {
            let chance = chance_of(bonus_dice, rolled as i32);
            let reach = self.charge_reach(lead, normal_move, self.charge_bonus(lead, rolled));
            if !reach.reaches(distance) {
                odds.short += chance;
            } else if reach.in_order_at(distance) {
                odds.in_order += chance;
            } else {
                odds.in_disorder += chance;
            }
        }
        odds
    }
}

/// Where two charges meet, in inches from the first one's start: the middle of their overlap.
/// `None` if they do not reach each other.
///
/// Rules: `charge.countercharge_overlap`.
pub fn meeting_point(apart: f32, first_end: f32, second_end: f32) -> Option<f32> {
    let overlap_from = (apart - second_end).max(0.0);
    let overlap_to = first_end.min(apart);
    (overlap_from <= overlap_to).then(|| overlap_from.midpoint(overlap_to))
}
