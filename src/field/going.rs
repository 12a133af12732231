//! What the ground is like to move over.

use bevy::math::Vec2;

use super::plan::{LineKind, Slopes};
use super::{Area, Terrain};
use crate::rules::ground::{Disorders, Going};
use crate::rules::{Feature, Ground};

/// From this rise on a slope is gentle, from that one steep.
///
/// Rules: `terrain.gentle_slope`, `terrain.steep_slope`.
const GENTLE: f32 = 0.06;
const STEEP: f32 = 0.35;

/// Inches of the move for an inch at half speed.
const HALF_SPEED: f32 = 2.0;

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
#[inline]
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

impl Terrain<'_> {
    /// As what a feature is moved through here, and whether it disorders.
    pub fn feature_going(&self, feature: Feature) -> (Going, Disorders) {
        if let Some(&(_, ground, disorders)) = self
            .field
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
        let going = self.rules.going(feature, self.field.season, self.weather);
        (going, self.rules.terrain.features[feature].disorders)
    }

    /// Whether somebody can get over a place at all, on dry ground or over a bridge.
    pub fn is_passable(&self, point: Vec2) -> bool {
        self.ground(point).is_some() || self.way(point).is_some()
    }

    /// The ground at a place without any slope; `None` where nobody can go.
    ///
    /// Rules: `terrain.combined`.
    pub fn ground(&self, point: Vec2) -> Option<Ground> {
        let mut slowest = Ground::Open;
        let lists = self.field.ground_lists(point);
        for share in lists.shares {
            let area = &self.field.areas[share.area as usize];
            slowest = self.slower_in(area, share.whole, point, slowest)?;
        }
        for area in lists.all {
            slowest = self.slower_in(area, false, point, slowest)?;
        }
        let nowhere = self.field.find_line_close(point, |line| {
            if line.kind == LineKind::Creek {
                let going = self.feature_going(Feature::Creek).0;
                if going.slows(slowest) && line.covers(point) {
                    match going.ground() {
                        Some(ground) => slowest = ground,
                        None => return Some(()),
                    }
                }
            }
            None
        });
        if nowhere.is_some() {
            None
        } else {
            Some(slowest)
        }
    }

    /// The slower of some ground and that of an area, if the place lies in it; `None` where nobody
    /// can go.
    fn slower_in(&self, area: &Area, whole: bool, point: Vec2, than: Ground) -> Option<Ground> {
        // An outline is looked at only if the answer depends on it.
        let going = self.feature_going(area.feature()).0;
        if going.slows(than)
            && (whole || area.contains(point))
            && !(area.kind.is_growth() && self.field.is_cleared(point))
        {
            going.ground()
        } else {
            Some(than)
        }
    }

    /// The footing at a place for somebody who goes in a direction (of any length).
    pub fn footing(&self, point: Vec2, direction: Vec2) -> Footing {
        let (ground, disorders) = self.sloping(point, direction);
        Footing {
            ground,
            way: self.way(point),
            disorders,
        }
    }

    /// The ground at a place with its slope, and whether that disorders.
    pub(crate) fn sloping(&self, point: Vec2, direction: Vec2) -> (Option<Ground>, bool) {
        let ground = self.ground(point);
        if self.field.slopes != Slopes::Chart || direction == Vec2::ZERO {
            return (ground, false);
        }
        let rise = self
            .field
            .heights
            .rise(point, direction.normalize_or_zero());
        let feature = match rise {
            rise if rise >= STEEP => Feature::SteepSlopeUp,
            rise if rise <= -STEEP => Feature::SteepSlopeDown,
            rise if rise >= GENTLE => Feature::GentleSlopeUp,
            _ => return (ground, false),
        };
        let (going, disorders) = self.feature_going(feature);
        let ground = match (going, ground) {
            (Going::As(slope), Some(ground)) if slowness(slope) > slowness(ground) => Some(slope),
            _ => ground,
        };
        (ground, disorders == Disorders::WhileMoving)
    }

    /// How many inches of the move an inch takes because it goes up, where slopes halve the speed.
    ///
    /// Rules: `scenario.richmond_1864.board`.
    #[inline]
    pub(crate) fn climb(&self, point: Vec2, direction: Vec2) -> f32 {
        if self.field.slopes != Slopes::Half || direction == Vec2::ZERO {
            return 1.0;
        }
        let rise = self
            .field
            .heights
            .rise(point, direction.normalize_or_zero());
        if rise >= GENTLE { HALF_SPEED } else { 1.0 }
    }

    /// The road, trail or railroad bed at a place.
    ///
    /// Rules: `terrain.roads`, `terrain.trails`, `engineer.cross`.
    pub fn way(&self, point: Vec2) -> Option<Ground> {
        let mut best: Option<Ground> = None;
        let _: Option<()> = self.field.find_line_close(point, |line| {
            let going = match line.kind {
                LineKind::Road if line.covers(point) => self.feature_going(Feature::Road).0,
                LineKind::Trail if line.covers(point) => self.feature_going(Feature::Trail).0,
                LineKind::PontoonBridge if line.covers(point) => {
                    Going::As(self.rules.bridge_ground())
                }
                LineKind::RailroadCut if line.covers(point) => {
                    Going::As(self.field.customs.railroad_cut?.0)
                }
                _ => return None,
            };
            if let Going::As(ground) = going
                && best.is_none_or(|best| slowness(ground) < slowness(best))
            {
                best = Some(ground);
            }
            None
        });
        best
    }
}

impl Going {
    /// Whether it is slower than some ground.
    #[inline]
    fn slows(self, ground: Ground) -> bool {
        self.ground()
            .is_none_or(|own| slowness(own) > slowness(ground))
    }

    /// As what it is moved through; `None` where nobody can go.
    #[inline]
    fn ground(self) -> Option<Ground> {
        match self {
            Self::As(ground) => Some(ground),
            Self::Impassable => None,
        }
    }
}
