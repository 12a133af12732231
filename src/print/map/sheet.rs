//! The sheet: where the table lies on the paper.

use bevy::math::Vec2;

use crate::field::Field;
use crate::field::geometry::Bounds;

/// A square of the table on the paper: tenths of inches at 15 mm.
pub const SQUARE: f32 = 180.0;
/// From the edge of the paper to the frame.
pub const MARGIN: f32 = 9.0;
/// From the frame to the band around the map.
pub const GAP: f32 = 6.0;
/// The band of inches around the map.
pub const BAND: f32 = 8.0;
/// The width of a column beside or below the map.
pub const COLUMN: f32 = 112.0;

/// Where things lie on the paper. All coordinates on it run east and south.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Units of the paper to an inch of the table.
    pub inch: f32,
    /// The north-west corner of the table.
    pub origin: Vec2,
    /// The table.
    pub size: Vec2,
    /// The paper.
    pub page: Vec2,
    /// Where the title, the legend and the scales stand.
    pub panel: Bounds,
    /// Whether that is below the map and not beside it.
    pub below: bool,
}

impl Sheet {
    /// A sheet for a field with a panel that asks for so much room: beside a map that is as high
    /// as wide, or below a wide one.
    pub fn new(field: &Field, panel: impl Fn(bool) -> Vec2) -> Self {
        let inch = SQUARE / field.square;
        let size = field.size * inch;
        let below = is_wide(field);
        let room = panel(below);
        let edge = MARGIN + GAP + BAND;
        let (inner, corner) = if below {
            let width = (size.x + BAND * 2.0).max(room.x);
            let height = size.y + BAND * 2.0 + GAP + room.y;
            (Vec2::new(width, height), Vec2::new(0.0, height - room.y))
        } else {
            let height = (size.y + BAND * 2.0).max(room.y);
            let width = size.x + BAND * 2.0 + GAP + room.x;
            (Vec2::new(width, height), Vec2::new(width - room.x, 0.0))
        };
        let start = Vec2::splat(MARGIN + GAP);
        let slack = if below {
            Vec2::new((inner.x - size.x - BAND * 2.0) / 2.0, 0.0)
        } else {
            Vec2::new(0.0, (inner.y - size.y - BAND * 2.0) / 2.0)
        };
        Self {
            inch,
            origin: Vec2::splat(edge) + slack,
            size,
            page: inner + start * 2.0,
            panel: Bounds {
                low: start + corner,
                high: start + inner,
            },
            below,
        }
    }

    /// A place of the table on the paper.
    pub fn at(&self, place: Vec2) -> Vec2 {
        self.origin + Vec2::new(place.x * self.inch, self.size.y - place.y * self.inch)
    }

    /// A place on the paper as one of the table.
    pub fn ground(&self, at: Vec2) -> Vec2 {
        let from = at - self.origin;
        Vec2::new(from.x, self.size.y - from.y) / self.inch
    }

    /// A direction on the table as one on the paper.
    pub fn way(&self, way: Vec2) -> Vec2 {
        Vec2::new(way.x, -way.y)
    }

    /// Many places.
    pub fn all(&self, places: &[Vec2]) -> Vec<Vec2> {
        places.iter().map(|&place| self.at(place)).collect()
    }

    /// The map on the paper.
    pub fn map(&self) -> Bounds {
        Bounds {
            low: self.origin,
            high: self.origin + self.size,
        }
    }
}

/// Whether a field is so wide that its panel goes below.
pub fn is_wide(field: &Field) -> bool {
    field.size.x > field.size.y * 1.3
}
