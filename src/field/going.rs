//! What the ground is like to move over.

use bevy::math::Vec2;

use super::Field;
use super::plan::{LineKind, Slopes};
use crate::rules::ground::{Disorders, Going};
use crate::rules::{Feature, Ground, Rules};

/// From this rise on a slope is gentle, from that one steep.
///
/// Rules: `terrain.gentle_slope`, `terrain.steep_slope`.
const GENTLE: f32 = 0.06;
const STEEP: f32 = 0.35;

/// The ground at a place, for somebody who goes in a certain direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footing {
    /// As what it is moved through; `None` where nobody can go.
    pub ground: Option<Ground>,
    /// There is a road or trail (or a cut) for columns.
    pub way: Option<Ground>,
    /// It disorders as long as one moves on it.
    pub disorders: bool,
}

/// How slow ground is: the order in which two slowing kinds give way to each other.
pub fn slowness(ground: Ground) -> u32 {
    match ground {
        Ground::Road => 0,
        Ground::Trail => 1,
        Ground::Open => 2,
        Ground::Broken => 3,
        Ground::LightWoods => 4,
        Ground::HeavyWoods => 5,
        Ground::Rough => 6,
    }
}

impl Field {
    /// As what a feature is moved through here, and whether it disorders.
    pub fn feature_going(&self, rules: &Rules, feature: Feature) -> (Going, Disorders) {
        if let Some(&(_, ground, disorders)) = self
            .customs
            .crossings
            .iter()
            .find(|(kind, ..)| *kind == feature)
        {
            let disorders = if disorders {
                Disorders::AfterCrossing
            } else {
                Disorders::No
            };
            return (Going::As(ground), disorders);
        }
        let going = rules.going(feature, self.season, self.weather);
        (going, rules.terrain.features[feature].disorders)
    }

    /// The ground at a place without any slope; `None` where nobody can go.
    ///
    /// Rules: `terrain.combined`.
    pub fn ground(&self, rules: &Rules, point: Vec2) -> Option<Ground> {
        if let Some(features) = self.even_ground(point) {
            return self.slowest_of(rules, features.iter().copied());
        }
        let cleared = self.is_cleared(point);
        let features = self
            .areas
            .iter()
            .filter(|area| area.contains(point))
            .filter(|area| !cleared || !area.kind.is_growth())
            .map(|area| area.feature())
            .chain(
                self.lines
                    .iter()
                    .filter(|line| line.kind == LineKind::Creek && line.covers(point))
                    .map(|_| Feature::Creek),
            );
        self.slowest_of(rules, features)
    }

    /// The slowest of some features; `None` if nobody can pass one of them.
    fn slowest_of(&self, rules: &Rules, features: impl Iterator<Item = Feature>) -> Option<Ground> {
        let mut slowest = Ground::Open;
        for feature in features {
            match self.feature_going(rules, feature).0 {
                Going::Impassable => return None,
                Going::As(ground) if slowness(ground) > slowness(slowest) => slowest = ground,
                Going::As(_) => {}
            }
        }
        Some(slowest)
    }

    /// The footing at a place for somebody who goes in a direction (of any length).
    pub fn footing(&self, rules: &Rules, point: Vec2, direction: Vec2) -> Footing {
        let mut footing = Footing {
            ground: self.ground(rules, point),
            way: self.way(rules, point),
            disorders: false,
        };
        if self.slopes == Slopes::Free {
            return footing;
        }
        let rise = self.heights.rise(point, direction.normalize_or_zero());
        let feature = match rise {
            rise if rise >= STEEP => Feature::SteepSlopeUp,
            rise if rise <= -STEEP => Feature::SteepSlopeDown,
            rise if rise >= GENTLE => Feature::GentleSlopeUp,
            _ => return footing,
        };
        let (going, disorders) = self.feature_going(rules, feature);
        footing.disorders = disorders == Disorders::WhileMoving;
        if let (Going::As(slope), Some(ground)) = (going, footing.ground)
            && slowness(slope) > slowness(ground)
        {
            footing.ground = Some(slope);
        }
        footing
    }

    /// The road, trail or railroad bed at a place.
    ///
    /// Rules: `terrain.roads`, `terrain.trails`.
    pub fn way(&self, rules: &Rules, point: Vec2) -> Option<Ground> {
        let mut best: Option<Ground> = None;
        for line in self.lines_around(point) {
            let is_way = matches!(
                line.kind,
                LineKind::Road | LineKind::Trail | LineKind::RailroadCut
            );
            if !is_way || !line.covers(point) {
                continue;
            }
            let going = match line.kind {
                LineKind::Road => self.feature_going(rules, Feature::Road).0,
                LineKind::Trail => self.feature_going(rules, Feature::Trail).0,
                LineKind::RailroadCut => match self.customs.railroad_cut {
                    Some((along, _)) => Going::As(along),
                    None => continue,
                },
                _ => continue,
            };
            if let Going::As(ground) = going
                && best.is_none_or(|best| slowness(ground) < slowness(best))
            {
                best = Some(ground);
            }
        }
        best
    }
}
