//! How good a unit is.

use super::named::named;

named! {
    /// A unit's quality, best first.
    pub enum Quality: "quality" {
        /// Hardened by many battles.
        Elite = "elite",
        /// Has fought before.
        Veteran = "veteran",
        /// Drilled for months, never under fire.
        Trained = "trained",
        /// Hardly drilled.
        Green = "green",
    }
}

impl Quality {
    /// Elite and veteran units keep their order longer and mount faster.
    pub fn is_seasoned(self) -> bool {
        matches!(self, Self::Elite | Self::Veteran)
    }

    /// The poorer of the two: it is what counts when units fire together.
    pub fn poorer(self, other: Self) -> Self {
        self.max(other)
    }
}
