//! What fires and checks cost, in figures of plain troops.

use bevy::math::Vec2;

use super::outlook::Outlook;
use super::weights::Weights;
use crate::army::UnitId;
use crate::rules::fire::FireOdds;
use crate::rules::{Morale, Named, Quality, Unit};

/// How far whoever runs is feared by those behind him, and how far to both sides of his way, in
/// inches at 15 mm.
const FLIGHT: f32 = 7.0;
const LANE: f32 = 2.0;

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

    /// What a fire takes from an enemy, with what becomes of those whom he runs over if he runs.
    pub fn harm(&self, target: UnitId, odds: &FireOdds) -> f64 {
        let values = self.army.unit(target);
        let nerve = self.nerve(target);
        let takes = self.toll(values, odds, nerve);
        if self.weights.panic <= 0.0 {
            return takes;
        }
        let crowd = self.crowd_behind(target);
        if crowd <= 0.0 || values.morale == Morale::Routed {
            return takes;
        }
        let (rules, scale) = (self.now.rules(), self.now.field().scale);
        let runs: f64 = odds
            .iter()
            .filter(|(_, chance)| *chance > 1e-3)
            .filter_map(|(result, chance)| {
                let mmp = (nerve + rules.check_after(result)? as i32).clamp(0, 12);
                Some(chance * rules.check_odds(scale, values, mmp).levels[3])
            })
            .sum();
        takes + self.weights.panic * runs * crowd
    }

    /// What stands in the way of an enemy if he runs, in figures: whoever sees fugitives checks.
    pub fn crowd_behind(&self, target: UnitId) -> f64 {
        if let Some(&known) = self.crowds.borrow().get(&target) {
            return known;
        }
        let at = self.army.placement(target).at;
        let own = self.friends.iter().map(|&id| self.army.placement(id).at);
        let near = own.min_by(|one, other| one.distance(at).total_cmp(&other.distance(at)));
        let way = near.map_or(Vec2::ZERO, |near| (at - near).normalize_or_zero());
        let crowd = self
            .foes
            .iter()
            .filter(|foe| foe.id != target)
            .filter(|foe| {
                let there = (foe.at - at) / self.inch;
                let (deep, aside) = (there.dot(way), there.perp_dot(way).abs());
                (0.3..FLIGHT).contains(&deep) && aside < LANE
            })
            .map(|foe| foe.worth)
            .sum();
        self.crowds.borrow_mut().insert(target, crowd);
        crowd
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
