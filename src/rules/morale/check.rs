//! The roll of a morale check or rally.

use crate::rules::dice::two_dice;
use crate::rules::{Morale, Quality, Rules, Scale, Unit};

/// What a check or rally does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CheckOutcome {
    /// The level after it; `None` when nothing is left of the unit.
    pub after: Option<Morale>,
    /// Inches to fall back. A unit that routs runs by its movement chart instead.
    pub falls_back: u32,
    /// Figures or sections lost.
    pub loses: u32,
    /// Figures or sections that come back.
    pub recovers: u32,
}

/// How probable each level is after a check.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CheckOdds {
    /// Good order, disorder, shaken, routed.
    pub levels: [f64; 4],
    /// Nothing is left of it.
    pub removed: f64,
}

impl CheckOdds {
    /// The chance of that level.
    pub fn of(&self, level: Morale) -> f64 {
        self.levels[level as usize]
    }
}

impl Rules {
    /// What a roll against an MMP does.
    ///
    /// Rules: `morale.roll`, `morale.result_natural_2`, `morale.result_natural_3`,
    /// `morale.result_fail_big`, `morale.result_fail_small`, `morale.result_equal`,
    /// `morale.result_pass_small`, `morale.result_pass_big`, `morale.result_natural_12`,
    /// `morale.rally_needed`.
    pub fn check_morale(&self, scale: Scale, unit: &Unit, mmp: i32, dice: [u8; 2]) -> CheckOutcome {
        let rolled = i32::from(dice[0]) + i32::from(dice[1]);
        let margin = rolled - mmp;
        if rolled == 12 {
            return self.natural_twelve(unit);
        }
        if unit.morale == Morale::Routed && (margin < 0 || rolled == 2) {
            return self.routed_failure(unit, rolled);
        }
        let levels = if margin.abs() >= self.morale.results.big_margin {
            2
        } else {
            1
        };
        let compared = match margin {
            ..=-1 => unit.morale.worse_by(levels),
            0 => unit.morale,
            1.. => unit.morale.better_by(levels),
        };
        let after = compared.max(self.natural_floor(unit.quality, rolled));
        let missed = (-margin).max(0) as u32;
        CheckOutcome {
            after: Some(after),
            falls_back: if after == Morale::Routed {
                0
            } else {
                missed * self.fall_back_factor(scale, unit)
            },
            loses: 0,
            recovers: 0,
        }
    }

    /// The exact odds of a check.
    pub fn check_odds(&self, scale: Scale, unit: &Unit, mmp: i32) -> CheckOdds {
        let mut ways = [0u32; 5];
        for dice in two_dice() {
            let after = self.check_morale(scale, unit, mmp, dice).after;
            ways[after.map_or(4, |level| level as usize)] += 1;
        }
        let [good_order, disorder, shaken, routed, removed] =
            ways.map(|ways| f64::from(ways) / 36.0);
        CheckOdds {
            levels: [good_order, disorder, shaken, routed],
            removed,
        }
    }

    /// Mounted cavalry falls back farther, and fortress guns stay where they are.
    ///
    /// Rules: `morale.fall_back_mounted`, `heavy.fortress`.
    pub fn fall_back_factor(&self, scale: Scale, unit: &Unit) -> u32 {
        if unit.is_mounted() {
            self.scales.at(scale).mounted_fall_back
        } else {
            u32::from(!unit.is_fortress_artillery())
        }
    }

    fn natural_twelve(&self, unit: &Unit) -> CheckOutcome {
        // Of a battery we know what it has lost; of a regiment the table does.
        let lost_some = !unit.is_artillery() || unit.lost_sections > 0;
        CheckOutcome {
            after: Some(Morale::GoodOrder),
            falls_back: 0,
            loses: 0,
            recovers: if lost_some {
                self.morale.results.natural_12_recovers
            } else {
                0
            },
        }
    }

    /// Rules: `morale.routed_rally_fail`, `morale.routed_depleted_fail`, `morale.disintegrate_2`,
    /// `morale.routed_rally_equal`.
    fn routed_failure(&self, unit: &Unit, rolled: i32) -> CheckOutcome {
        let disintegrates = unit.is_depleted() || rolled == 2;
        let loses = if disintegrates {
            0
        } else {
            self.morale.results.routed_failure_loses.min(unit.strength)
        };
        let gone = disintegrates || loses == unit.strength;
        CheckOutcome {
            after: (!gone).then_some(Morale::Routed),
            falls_back: 0,
            loses,
            recovers: 0,
        }
    }

    fn natural_floor(&self, quality: Quality, rolled: i32) -> Morale {
        let row = match rolled {
            2 => self.morale.results.natural_2,
            3 => self.morale.results.natural_3,
            _ => return Morale::GoodOrder,
        };
        if quality == Quality::Elite {
            row.elite
        } else {
            row.others
        }
    }
}
