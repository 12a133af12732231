//! Morale: basic and modified morale points, checks and rallies.

mod chart;
mod check;
mod situation;

pub use chart::MoraleChart;
pub use check::{CheckOdds, CheckOutcome};
pub(super) use situation::is_menacing;
pub use situation::{Charged, FireCause, MoralePoints, MoraleSituation};

use super::named::named;
use super::{Rules, Troops, Unit};

named! {
    /// Morale levels, best first.
    ///
    /// Rules: `morale.levels`.
    pub enum Morale: "morale level" {
        /// All is well.
        GoodOrder = "good_order",
        /// Ranks are ragged.
        Disorder = "disorder",
        /// It wavers and will not advance.
        Shaken = "shaken",
        /// It runs.
        Routed = "routed",
    }
}

impl Morale {
    /// So many levels worse, not beyond routed.
    pub fn worse_by(self, levels: u32) -> Self {
        let at = (self as usize + levels as usize).min(Self::Routed as usize);
        <Self as super::Named>::ALL[at]
    }

    /// So many levels better, not beyond good order.
    pub fn better_by(self, levels: u32) -> Self {
        let at = (self as usize).saturating_sub(levels as usize);
        <Self as super::Named>::ALL[at]
    }

    /// The level after a disengagement: one worse, but never worse than shaken.
    ///
    /// Rules: `move.disengage_level`, `move.disengage_routed`.
    pub fn after_disengaging(self) -> Self {
        if self == Self::Routed {
            self
        } else {
            self.worse_by(1).min(Self::Shaken)
        }
    }
}

impl Rules {
    /// The basic morale point: quality and stands left, or quality and sections lost.
    ///
    /// Rules: `morale.bmp`, `morale.bmp_depleted`, `morale.bmp_battery`, `table.bmp`.
    pub fn basic_morale(&self, unit: &Unit) -> i32 {
        let row = &self.morale.basic[unit.quality];
        match unit.troops {
            Troops::Artillery { .. } => {
                row.two[0] + self.morale.section_lost * unit.lost_sections as i32
            }
            Troops::Infantry { .. } | Troops::Cavalry { .. } => {
                let lost = unit.stands.full.saturating_sub(unit.stands.now) as usize;
                if unit.stands.full >= 3 {
                    row.three[lost.min(2)]
                } else {
                    row.two[lost.min(1)]
                }
            }
        }
    }
}
