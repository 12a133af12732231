//! How much work a picture is.

use bevy::prelude::Resource;

use crate::rules::named::named;

named! {
    /// How good a picture is and what it costs.
    #[derive(Resource, Default)]
    pub enum Quality: "picture quality" {
        /// One plain colour per corner, no shadows: for machines without a graphics card.
        Low = "low",
        /// Light and shadow.
        #[default]
        Medium = "medium",
        /// Smooth edges and fine, soft shadows.
        High = "high",
    }
}

impl Quality {
    /// Whether light is worked out for every pixel.
    pub fn is_lit(self) -> bool {
        self != Self::Low
    }

    /// Pixels to an inch of the painted ground.
    pub fn ground_detail(self) -> f32 {
        match self {
            Self::Low => 24.0,
            Self::Medium => 32.0,
            Self::High => 48.0,
        }
    }

    /// Only every so-manieth point of the heightmap becomes a corner of the ground.
    pub fn ground_step(self) -> u32 {
        if self == Self::Low { 2 } else { 1 }
    }

    /// The side of the shadow map in pixels.
    pub fn shadow_pixels(self) -> usize {
        match self {
            Self::Low => 256,
            Self::Medium => 2048,
            Self::High => 4096,
        }
    }
}
