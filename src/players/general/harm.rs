//! What fires and checks cost, in figures of plain troops.

use super::outlook::Outlook;
use super::weights::Weights;
use crate::rules::fire::FireOdds;
use crate::rules::{Morale, Named, Quality, Unit};

impl Weights {
    /// What a unit would be worth in good order.
    pub(super) fn full_worth(&self, unit: &Unit) -> f64 {
        let quality = match unit.quality {
            Quality::Elite => 1.25,
            Quality::Veteran => 1.1,
            Quality::Trained => 0.95,
            Quality::Green => 0.8,
        };
        let figure = if unit.is_artillery() {
            self.section
        } else {
            1.0
        };
        f64::from(unit.strength) * figure * quality
    }

    /// What a unit is worth as it is.
    pub(super) fn worth(&self, unit: &Unit) -> f64 {
        self.full_worth(unit) * self.steadiness(unit.morale)
    }

    /// What a unit at this level is worth of what it would be in good order.
    pub(super) fn steadiness(&self, morale: Morale) -> f64 {
        match morale {
            Morale::GoodOrder => 1.0,
            Morale::Disorder => self.ragged_worth,
            Morale::Shaken => self.shaken_worth,
            Morale::Routed => self.routed_worth,
        }
    }

    /// What a figure, or section, is worth.
    pub(super) fn figure(&self, unit: &Unit) -> f64 {
        self.full_worth(unit) / f64::from(unit.strength.max(1))
    }
}

impl Outlook<'_> {
    /// What a morale check takes from a unit, on average; less than nothing if it mends.
    pub fn check_toll(&self, unit: &Unit, mmp: i32) -> f64 {
        let (rules, scale) = (self.now.rules(), self.now.field().scale);
        let weights = self.weights;
        let odds = rules.check_odds(scale, unit, mmp.clamp(0, 12));
        let now = weights.steadiness(unit.morale);
        let after: f64 = Morale::ALL
            .iter()
            .zip(odds.levels)
            .map(|(&level, chance)| chance * weights.steadiness(level))
            .sum();
        let worse: f64 = (unit.morale as usize + 1..4)
            .map(|level| odds.levels[level])
            .sum();
        weights.full_worth(unit) * (now - after) + weights.back * worse
    }

    /// What a fire takes from its target, who checks his morale against `mmp` and more.
    pub fn toll(&self, target: &Unit, odds: &FireOdds, mmp: i32) -> f64 {
        let each = self.weights.figure(target);
        let mut checks = [None; 8];
        odds.iter()
            .filter(|(_, chance)| *chance > 1e-4)
            .map(|(result, chance)| {
                let Some(number) = self.now.rules().check_after(result) else {
                    return 0.0;
                };
                let hits = result.hits().min(target.strength);
                let place = (number as usize).min(7);
                let check = *checks[place]
                    .get_or_insert_with(|| self.check_toll(target, mmp + number as i32));
                chance * (self.weights.hit * f64::from(hits) * each + check.max(0.0))
            })
            .sum()
    }
}
