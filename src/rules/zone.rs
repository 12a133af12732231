//! From where a unit is fired on or charged.

use super::formation::Shape;
use super::named::named;

named! {
    /// Where the other unit stands, as the target sees it.
    pub enum Zone: "zone" {
        /// Within 45° of straight ahead.
        Front = "front",
        /// The forward part of a line's flank.
        PartialFlank = "partial_flank",
        /// Along a line's length.
        FullFlank = "full_flank",
        /// The hind part of a line's flank.
        RearPartialFlank = "rear_partial_flank",
        /// The side of a column.
        Side = "side",
        /// From behind.
        Rear = "rear",
    }
}

impl Zone {
    /// Zones of a line or an unlimbered battery.
    pub const OF_LINES: &'static [Self] = &[
        Self::Front,
        Self::PartialFlank,
        Self::FullFlank,
        Self::RearPartialFlank,
        Self::Rear,
    ];
    /// Zones of a column or a limbered battery.
    pub const OF_COLUMNS: &'static [Self] = &[Self::Front, Self::Side, Self::Rear];

    /// The zone of a bearing in degrees off straight ahead (0 to 180). Doubt favours the target.
    ///
    /// Rules: `enfilade.zone_from_centre`.
    pub fn of_bearing(shape: Shape, degrees: f32) -> Self {
        let off = degrees.abs();
        match shape {
            Shape::Square => Self::Front,
            Shape::Column | Shape::Limbered if off <= 45.0 => Self::Front,
            Shape::Column | Shape::Limbered if off >= 135.0 => Self::Rear,
            Shape::Column | Shape::Limbered => Self::Side,
            _ if off <= 45.0 => Self::Front,
            _ if off <= 67.5 => Self::PartialFlank,
            // At either end of the full flank the milder zone is the partial one.
            _ if off < 112.5 => Self::FullFlank,
            // A rear partial flank is milder than the rear.
            _ if off <= 135.0 => Self::RearPartialFlank,
            _ => Self::Rear,
        }
    }

    /// The zones that a unit of this shape can be fired on from.
    pub fn of_shape(shape: Shape) -> &'static [Self] {
        match shape {
            Shape::Line | Shape::Unlimbered => Self::OF_LINES,
            Shape::Column | Shape::Limbered => Self::OF_COLUMNS,
            Shape::Skirmish | Shape::Square => <Self as super::Named>::ALL,
        }
    }
}
