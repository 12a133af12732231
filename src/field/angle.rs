//! Angles as a compass has them: degrees clockwise from north.
//!
//! The functions come from `libm` and not from the machine's own library, so that every machine
//! agrees to the last bit. (`bevy::math::ops` does the same only with Bevy's `libm` feature.)

use bevy::math::Vec2;

/// A direction in degrees clockwise from north, kept within 0 to 360.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Facing(f32);

impl Facing {
    /// North.
    pub const NORTH: Self = Self(0.0);

    /// That many degrees clockwise from north.
    #[inline]
    pub fn degrees(degrees: f32) -> Self {
        let turned = degrees % 360.0;
        Self(if turned < 0.0 { turned + 360.0 } else { turned })
    }

    /// The direction from one point to another; north where they are the same.
    pub fn towards(from: Vec2, to: Vec2) -> Self {
        let way = to - from;
        if way == Vec2::ZERO {
            return Self::NORTH;
        }
        Self::degrees(libm::atan2f(way.x, way.y).to_degrees())
    }

    /// In degrees.
    #[inline]
    pub fn to_degrees(self) -> f32 {
        self.0
    }

    /// Turned clockwise by so many degrees.
    #[inline]
    pub fn turned(self, degrees: f32) -> Self {
        Self::degrees(self.0 + degrees)
    }

    /// A step of one inch ahead.
    pub fn ahead(self) -> Vec2 {
        // Quarter turns exactly, so that units on the grid stay on it.
        match self.0 {
            0.0 => Vec2::Y,
            90.0 => Vec2::X,
            180.0 => -Vec2::Y,
            270.0 => -Vec2::X,
            degrees => {
                let radians = degrees.to_radians();
                Vec2::new(libm::sinf(radians), libm::cosf(radians))
            }
        }
    }

    /// A step of one inch to the right.
    #[inline]
    pub fn right(self) -> Vec2 {
        let ahead = self.ahead();
        Vec2::new(ahead.y, -ahead.x)
    }

    /// How far another direction is off this one, from -180 to 180, clockwise positive.
    #[inline]
    pub fn off(self, other: Self) -> f32 {
        let difference = other.0 - self.0;
        if difference > 180.0 {
            difference - 360.0
        } else if difference < -180.0 {
            difference + 360.0
        } else {
            difference
        }
    }
}

/// A turn clockwise, ready for many vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    right: Vec2,
    ahead: Vec2,
}

impl Turn {
    /// By so many degrees.
    #[inline]
    pub fn by(degrees: f32) -> Self {
        let ahead = Facing::degrees(degrees).ahead();
        Self {
            right: Vec2::new(ahead.y, -ahead.x),
            ahead,
        }
    }

    /// A vector after it.
    #[inline]
    pub fn of(&self, vector: Vec2) -> Vec2 {
        self.right * vector.x + self.ahead * vector.y
    }
}

/// A vector turned clockwise by so many degrees.
#[inline]
pub fn turn(vector: Vec2, degrees: f32) -> Vec2 {
    Turn::by(degrees).of(vector)
}
