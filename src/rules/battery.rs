//! What hits and routs do to a battery.

use super::ground::Rate;
use super::{Ground, Rules, Scale, Unit};

/// Hits on a battery, shared out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatteryLoss {
    /// Sections lost.
    pub sections: u32,
    /// Horses lost.
    pub horses: u32,
}

/// What becomes of guns whose battery routs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GunRout {
    /// Left behind and lost.
    Abandoned,
    /// They limber up and run so many inches.
    Runs(u32),
}

impl Rules {
    /// Shares hits out: a section first when unlimbered, a horse first when limbered, and so on in
    /// turn. Once one kind is gone the rest falls on the other.
    ///
    /// Rules: `artillery.horse_loss`.
    pub fn battery_loss(
        &self,
        limbered: bool,
        sections: u32,
        horses: u32,
        hits: u32,
    ) -> BatteryLoss {
        let mut loss = BatteryLoss::default();
        let mut horse_next = limbered;
        for _ in 0..hits {
            let horse = if loss.sections >= sections {
                true
            } else if loss.horses >= horses {
                false
            } else {
                horse_next
            };
            if horse && loss.horses < horses {
                loss.horses += 1;
            } else if !horse && loss.sections < sections {
                loss.sections += 1;
            }
            horse_next = !horse_next;
        }
        loss
    }

    /// What part of its limbered move a battery with so many horses left has; `None` when it can
    /// only be pushed by hand.
    ///
    /// Rules: `artillery.horse_effect`.
    pub fn horse_power(&self, horses_left: u32) -> Option<f32> {
        match horses_left {
            0 => None,
            left if left < self.movement.battery_horses => Some(self.movement.one_horse_left),
            _ => Some(1.0),
        }
    }

    /// What becomes of a battery that routs now. `dice` are the rout dice, or one die where the
    /// chart gives a fixed distance.
    ///
    /// Rules: `artillery.rout_parity`, `artillery.rout_later`, `heavy.rout`.
    pub fn guns_rout(&self, scale: Scale, unit: &Unit, ground: Ground, dice: &[u8]) -> GunRout {
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        if unit.is_heavy_artillery() || rolled.is_multiple_of(2) {
            return GunRout::Abandoned;
        }
        match self.rout_rates(scale, unit).on(ground) {
            Rate::Dice(_) => GunRout::Runs(rolled),
            Rate::Inches(inches) => GunRout::Runs(inches),
            Rate::NotAllowed | Rate::Abandon => GunRout::Abandoned,
        }
    }
}
