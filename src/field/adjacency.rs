//! Who stands beside whom.

use bevy::math::Vec2;

use super::Terrain;
use super::geometry::nearest_in;
use super::placement::Footprint;
use super::stand::leader_size;
use crate::rules::Ground;

/// How far the middle of a leader's stand is from whatever it touches, in sides of the stand.
pub const TOUCHING: f32 = 0.6;

impl Terrain<'_> {
    /// Whether two units stand within supporting distance of each other on their ground.
    ///
    /// Rules: `support.distance`.
    pub fn adjacent(&self, one: &Footprint, other: &Footprint) -> bool {
        let supports = |ground| self.rules.support_distance(self.field.scale, ground) + 1e-3;
        let farthest = supports(Ground::Open);
        if one.bounds().gap(other.bounds()) > farthest {
            return false;
        }
        let (a, b) = one.nearest(other);
        let grounds = [Ground::Open, Ground::Broken, Ground::Rough];
        if grounds
            .into_iter()
            .all(|ground| a.distance(b) > supports(ground))
        {
            return false;
        }
        a.distance(b) <= supports(self.slowest(&[a, b, (a + b) / 2.0]))
    }

    /// Whether a leader at a place stands beside a unit on their ground. The place right behind a
    /// unit touches it.
    ///
    /// Rules: `support.distance`.
    pub fn beside(&self, unit: &Footprint, leader: Vec2) -> bool {
        let stand = leader_size(self.field.scale) * TOUCHING;
        let supports = |ground| self.rules.support_distance(self.field.scale, ground) + 1e-3;
        if unit.is_beyond(supports(Ground::Open) + stand, leader) {
            return false;
        }
        let far = |on: &Vec2| on.distance(leader);
        let nearest = unit
            .stands
            .iter()
            .map(|stand| nearest_in(&stand.outline(), leader))
            .min_by(|one, other| far(one).total_cmp(&far(other)));
        nearest.is_some_and(|on| {
            let between = self.slowest(&[on, leader, (on + leader) / 2.0]);
            far(&on) <= supports(between) + stand
        })
    }

    /// Groups of units that stand in one chain of neighbours: for each unit the number of its group.
    ///
    /// Rules: `support.contiguous`.
    pub fn contiguous(&self, units: &[&Footprint]) -> Vec<usize> {
        let mut group: Vec<usize> = (0..units.len()).collect();
        for one in 0..units.len() {
            for other in 0..one {
                if group[one] != group[other] && self.adjacent(units[one], units[other]) {
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
    fn slowest(&self, points: &[Vec2]) -> Ground {
        points
            .iter()
            .map(|&point| self.ground(point).unwrap_or(Ground::Rough))
            .max_by_key(|ground| super::going::slowness(*ground))
            .unwrap_or(Ground::Open)
    }
}
