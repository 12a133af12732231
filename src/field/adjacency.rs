//! Who stands beside whom.

use super::Field;
use super::placement::Footprint;
use crate::rules::{Ground, Rules};

impl Field {
    /// Whether two units stand within supporting distance of each other on their ground.
    ///
    /// Rules: `support.distance`.
    pub fn adjacent(&self, rules: &Rules, one: &Footprint, other: &Footprint) -> bool {
        let farthest = rules.support_distance(self.scale, Ground::Open) + 1e-3;
        if one.bounds().gap(other.bounds()) > farthest {
            return false;
        }
        let (a, b) = one.nearest(other);
        let ground = self.slowest(rules, &[a, b, (a + b) / 2.0]);
        a.distance(b) <= rules.support_distance(self.scale, ground) + 1e-3
    }

    /// Groups of units that stand in one chain of neighbours: for each unit the number of its group.
    ///
    /// Rules: `support.contiguous`.
    pub fn contiguous(&self, rules: &Rules, units: &[&Footprint]) -> Vec<usize> {
        let mut group: Vec<usize> = (0..units.len()).collect();
        for one in 0..units.len() {
            for other in 0..one {
                if group[one] != group[other] && self.adjacent(rules, units[one], units[other]) {
                    let (from, to) = (group[one], group[other]);
                    group
                        .iter_mut()
                        .filter(|number| **number == from)
                        .for_each(|number| *number = to);
                }
            }
        }
        group
    }

    /// The slowest ground under some points.
    pub(super) fn slowest(&self, rules: &Rules, points: &[bevy::math::Vec2]) -> Ground {
        points
            .iter()
            .map(|&point| self.ground(rules, point).unwrap_or(Ground::Rough))
            .max_by_key(|ground| super::going::slowness(*ground))
            .unwrap_or(Ground::Open)
    }
}
