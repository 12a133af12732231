//! Stands: their sizes, and how formations arrange them.

use bevy::math::{Vec2, Vec2Swizzles};

use super::angle::Facing;
use super::geometry::Bounds;
use crate::rules::{CavalryFormation, InfantryFormation, Scale, Troops, Unit};

/// The base of one stand on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Its middle.
    pub centre: Vec2,
    /// Half of its width and depth.
    pub half: Vec2,
    /// Where its figures look.
    pub facing: Facing,
}

impl Stand {
    /// Its corners: front left, front right, back right, back left.
    pub fn corners(&self) -> [Vec2; 4] {
        let ahead = self.facing.ahead();
        let right = Vec2::new(ahead.y, -ahead.x) * self.half.x;
        let ahead = ahead * self.half.y;
        [
            self.centre - right + ahead,
            self.centre + right + ahead,
            self.centre + right - ahead,
            self.centre - right - ahead,
        ]
    }

    /// Counter-clockwise, as polygons are asked for.
    pub fn outline(&self) -> [Vec2; 4] {
        let [front_left, front_right, back_right, back_left] = self.corners();
        [back_left, back_right, front_right, front_left]
    }

    /// The middle of its front edge.
    pub fn front(&self) -> Vec2 {
        self.centre + self.facing.ahead() * self.half.y
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

/// A stand of a formation: its middle seen from the middle of the unit's front (right, ahead), and
/// its width and depth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slot {
    middle: Vec2,
    size: Vec2,
}

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

/// The stands of a unit whose front centre is at `at`.
///
/// Rules: `formation.skirmish_spacing`.
pub fn stands(scale: Scale, unit: &Unit, muster: Muster, at: Vec2, facing: Facing) -> Vec<Stand> {
    let size = stand_size(scale, unit, muster);
    let count = if unit.is_artillery() {
        1
    } else {
        unit.stands.now.max(1) + muster.attached
    };
    slots(unit, size, count)
        .into_iter()
        .map(|slot| Stand {
            centre: at + facing.right() * slot.middle.x + facing.ahead() * slot.middle.y,
            half: slot.size / 2.0,
            facing,
        })
        .collect()
}

fn slots(unit: &Unit, size: Vec2, count: u32) -> Vec<Slot> {
    match unit.troops {
        Troops::Infantry { formation, .. } => match formation {
            InfantryFormation::BattleLine => abreast(size, count, 0.0),
            InfantryFormation::ExtendedLine => abreast(size, count, 0.5),
            InfantryFormation::Skirmish => abreast(size, count, 1.5),
            InfantryFormation::AttackColumn | InfantryFormation::Square => {
                one_behind_other(size, count)
            }
            InfantryFormation::RoadColumn => one_behind_other(size.yx(), count),
        },
        Troops::Cavalry { formation, .. } => match formation {
            CavalryFormation::Line => abreast(size, count, 0.0),
            CavalryFormation::DoubleLine => one_behind_other(size, count),
            CavalryFormation::Skirmish => abreast(size, count, 1.5),
            CavalryFormation::RoadColumn => one_behind_other(size.yx(), count),
        },
        Troops::Artillery { .. } => abreast(size, 1, 0.0),
    }
}

/// Side by side, with gaps of so many stand widths between them.
fn abreast(size: Vec2, count: u32, gap: f32) -> Vec<Slot> {
    let step = size.x * (1.0 + gap);
    let first = -step * (count as f32 - 1.0) / 2.0;
    (0..count)
        .map(|place| Slot {
            middle: Vec2::new(first + step * place as f32, -size.y / 2.0),
            size,
        })
        .collect()
}

/// One behind the other.
fn one_behind_other(size: Vec2, count: u32) -> Vec<Slot> {
    (0..count)
        .map(|place| Slot {
            middle: Vec2::new(0.0, -size.y * (place as f32 + 0.5)),
            size,
        })
        .collect()
}
