//! Frontal arcs and primary zones.

use std::sync::LazyLock;

use bevy::math::Vec2;

use super::angle::Turn;
use super::geometry::reaches_into;
use super::placement::Footprint;
use super::stand::Stand;

/// How far the arc opens outward on each side.
const OPENS: f32 = 45.0;

/// Its two borders, turned to the left and to the right.
static BORDERS: LazyLock<[Turn; 2]> = LazyLock::new(|| [Turn::by(-OPENS), Turn::by(OPENS)]);

impl Stand {
    /// Whether any part of a target lies in this stand's frontal arc.
    ///
    /// Rules: `fire.frontal_arc`.
    pub fn has_in_arc(&self, target: &[Vec2]) -> bool {
        let [front_left, front_right, ..] = self.corners();
        let ahead = self.ahead();
        // Each border runs outward from its corner; the inner side is towards the middle.
        let [left, right] = BORDERS.map(|border| border.of(ahead));
        let half_planes = [
            (self.front(), ahead),
            (front_left, Vec2::new(left.y, -left.x)),
            (front_right, Vec2::new(-right.y, right.x)),
        ];
        reaches_into(target, &half_planes)
    }

    /// Whether some stand of a target is in this one's arc.
    fn bears_on(&self, target: &Footprint) -> bool {
        let mut others = target.stands.iter();
        others.any(|other| self.has_in_arc(&other.outline()))
    }
}

impl Footprint {
    /// How many of this unit's stands have a part of the target in their arcs.
    pub fn stands_bearing(&self, target: &Self) -> u32 {
        let bearing = self.stands.iter().filter(|stand| stand.bears_on(target));
        bearing.count() as u32
    }

    /// Whether the leading stand has a part of the target in its arc.
    pub fn leading_stand_bears(&self, target: &Self) -> bool {
        let leading = self.stands.first();
        leading.is_some_and(|stand| stand.bears_on(target))
    }

    /// Whether any part of the target lies in the primary zone: straight ahead of the front.
    ///
    /// Rules: `fire.primary_zone_depth`.
    pub fn has_in_primary_zone(&self, target: &Self, depth: f32) -> bool {
        let (left, right) = self.front_corners();
        let (ahead, across) = (self.ahead(), self.right());
        let half_planes = [
            (left, ahead),
            (left + ahead * depth, -ahead),
            (left, across),
            (right, -across),
        ];
        target
            .stands
            .iter()
            .any(|stand| reaches_into(&stand.outline(), &half_planes))
    }

    /// The primary zone as an outline to draw.
    pub fn primary_zone(&self, depth: f32) -> [Vec2; 4] {
        let (left, right) = self.front_corners();
        let ahead = self.ahead() * depth;
        [left, right, right + ahead, left + ahead]
    }
}
