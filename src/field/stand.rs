//! Stands and their sizes.

use bevy::math::Vec2;

use super::angle::Facing;
use super::geometry::Bounds;
use crate::rules::{Scale, Troops, Unit};

/// The base of one stand on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Its middle.
    pub centre: Vec2,
    /// Half of its width and depth.
    pub half: Vec2,
    /// Where its figures look; a stand that looks elsewhere is a new one.
    pub facing: Facing,
    /// A step of one inch ahead: sine and cosine are worked out once.
    pub(super) ahead: Vec2,
}

impl Default for Stand {
    fn default() -> Self {
        Self {
            centre: Vec2::ZERO,
            half: Vec2::ZERO,
            facing: Facing::NORTH,
            ahead: Vec2::Y,
        }
    }
}

impl Stand {
    /// A stand with its middle, half of its width and depth, and where it looks.
    pub fn new(centre: Vec2, half: Vec2, facing: Facing) -> Self {
        Self {
            centre,
            half,
            facing,
            ahead: facing.ahead(),
        }
    }

    /// A step of one inch ahead.
    #[inline]
    pub fn ahead(&self) -> Vec2 {
        self.ahead
    }

    /// Its corners: front left, front right, back right, back left.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        let right = Vec2::new(self.ahead.y, -self.ahead.x) * self.half.x;
        let ahead = self.ahead * self.half.y;
        [
            self.centre - right + ahead,
            self.centre + right + ahead,
            self.centre + right - ahead,
            self.centre - right - ahead,
        ]
    }

    /// Counter-clockwise, as polygons are asked for.
    #[inline]
    pub fn outline(&self) -> [Vec2; 4] {
        let [front_left, front_right, back_right, back_left] = self.corners();
        [back_left, back_right, front_right, front_left]
    }

    /// The middle of its front edge.
    #[inline]
    pub fn front(&self) -> Vec2 {
        self.centre + self.ahead * self.half.y
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(&self.corners())
    }
}

/// Sizes in inches at 15 mm; they grow with the squares.
mod size {
    pub const FOOT_PER_FIGURE: f32 = 0.25;
    pub const FOOT_DEPTH: f32 = 0.5;
    pub const HORSE_PER_FIGURE: f32 = 0.375;
    pub const HORSE_DEPTH: f32 = 0.75;
    pub const GUN_PER_SECTION: f32 = 0.4;
    pub const GUN_LEAST: f32 = 0.8;
    pub const GUN_DEPTH: f32 = 0.75;
    pub const LIMBERED_WIDTH: f32 = 0.5;
    pub const LIMBERED_DEPTH: f32 = 1.5;
    pub const LEAST_WIDTH: f32 = 0.5;
    pub const LEADER: f32 = 0.5;
}

/// The stands a unit had at full strength: bases do not shrink as figures fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Muster {
    /// Figures or sections at full strength.
    pub strength: u32,
    /// Stands at full strength.
    pub stands: u32,
    /// Stands of another regiment that are attached to it.
    #[serde(default)]
    pub attached: u32,
}

#[inline]
fn proportion(scale: Scale) -> f32 {
    match scale {
        Scale::Mm10 => 12.0 / 18.0,
        Scale::Mm15 => 1.0,
        Scale::Mm25 => 24.0 / 18.0,
    }
}

/// The size of one stand of a unit.
///
/// Rules: `unit.stands`, `unit.battery_stands`, `unit.cavalry_two_sets`.
pub fn stand_size(scale: Scale, unit: &Unit, muster: Muster) -> Vec2 {
    let figures = muster.strength.div_ceil(muster.stands.max(1)) as f32;
    let (width, depth) = match unit.troops {
        Troops::Infantry { .. } | Troops::Cavalry { mounted: false, .. } => (
            (figures * size::FOOT_PER_FIGURE).max(size::LEAST_WIDTH),
            size::FOOT_DEPTH,
        ),
        Troops::Cavalry { mounted: true, .. } => (
            (figures * size::HORSE_PER_FIGURE).max(size::LEAST_WIDTH),
            size::HORSE_DEPTH,
        ),
        Troops::Artillery {
            limbered: false, ..
        } => (
            (muster.strength as f32 * size::GUN_PER_SECTION).max(size::GUN_LEAST),
            size::GUN_DEPTH,
        ),
        Troops::Artillery { limbered: true, .. } => (size::LIMBERED_WIDTH, size::LIMBERED_DEPTH),
    };
    Vec2::new(width, depth) * proportion(scale)
}

/// The side of a leader's stand.
pub fn leader_size(scale: Scale) -> f32 {
    size::LEADER * proportion(scale)
}
