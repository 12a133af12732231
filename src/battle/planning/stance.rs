//! Where a body is on its way.

use bevy::math::Vec2;

use crate::field::{Facing, Placement};

/// A unit, or a group with everybody's place.
#[derive(Clone, Debug)]
pub(super) struct Stance {
    /// The middle of the fronts.
    pub at: Vec2,
    /// Where the first looks.
    pub facing: Facing,
    /// The places of a group, in its order; of a single unit nothing.
    each: Vec<Placement>,
}

impl Stance {
    pub fn new(places: &[Placement]) -> Self {
        match places {
            [alone] => Self {
                at: alone.at,
                facing: alone.facing,
                each: Vec::new(),
            },
            _ => Self {
                at: places.iter().map(|place| place.at).sum::<Vec2>() / places.len() as f32,
                facing: places[0].facing,
                each: places.to_vec(),
            },
        }
    }

    /// The place of one of them, by his number.
    pub fn place(&self, number: usize) -> Placement {
        self.each.get(number).copied().unwrap_or(self.middle())
    }

    /// The middle of the fronts as a place, looking as the first does.
    #[inline]
    pub fn middle(&self) -> Placement {
        Placement {
            at: self.at,
            facing: self.facing,
        }
    }

    /// Everybody somewhere else.
    #[inline]
    pub fn each(&self, of: impl Fn(usize, Placement) -> Placement) -> Self {
        if self.each.is_empty() {
            let Placement { at, facing } = of(0, self.middle());
            let each = Vec::new();
            return Self { at, facing, each };
        }
        let places = self.each.iter().enumerate();
        let moved: Vec<Placement> = places.map(|(number, place)| of(number, *place)).collect();
        Self::new(&moved)
    }

    /// The same body with its middle at a place.
    pub fn moved_to(&self, at: Vec2) -> Self {
        let by = at - self.at;
        self.each(|_, place| Placement {
            at: place.at + by,
            ..place
        })
    }

    /// Where its middle goes when everybody goes an inch ahead: not so far where they face apart.
    pub fn ahead(&self) -> Vec2 {
        if self.each.is_empty() {
            return self.facing.ahead();
        }
        let sum: Vec2 = self.each.iter().map(|place| place.facing.ahead()).sum();
        sum / self.each.len() as f32
    }

    /// By how much it would have to turn to go straight to a place.
    pub fn bearing(&self, to: Vec2) -> f32 {
        let heading = match self.each.len() {
            0 => self.facing,
            _ => Facing::towards(Vec2::ZERO, self.ahead()),
        };
        heading.off(Facing::towards(self.at, to))
    }

    /// How many inches everybody goes until the middle has gone so far.
    pub fn stretched(&self, inches: f32) -> f32 {
        if self.each.is_empty() {
            inches
        } else {
            inches / self.ahead().length().max(0.05)
        }
    }
}
