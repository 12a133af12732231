//! What is already taken on the plate, and the search for room for one more name.

use bevy::math::Vec2;

use crate::field::angle::turn;
use crate::field::geometry::{Bounds, convex_overlap};

/// How bad it is to cover something.
pub mod weight {
    /// Another name, a stand, a leader.
    pub const NEVER: f32 = 100.0;
    /// A building.
    pub const HOUSE: f32 = 30.0;
    /// A road or a run.
    pub const WAY: f32 = 5.0;
    /// A cut, whose hatches leave no text readable.
    pub const CUT: f32 = 20.0;
    /// A fence.
    pub const FENCE: f32 = 0.4;
    /// Beyond the edge of the map.
    pub const OFF: f32 = 1000.0;
}

/// Places that are taken.
pub struct Plate {
    map: Bounds,
    taken: Vec<Taken>,
}

struct Taken {
    outline: Vec<Vec2>,
    bounds: Bounds,
    weight: f32,
}

/// A place that a name might have, and how far it is from where one would look for it.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub at: Vec2,
    pub cost: f32,
    /// So far off that a line should lead to it.
    pub far: bool,
}

impl Plate {
    /// An empty plate.
    pub fn new(map: Bounds) -> Self {
        Self {
            map: map.grown(-1.0),
            taken: Vec::new(),
        }
    }

    /// Takes a convex shape.
    pub fn take(&mut self, outline: Vec<Vec2>, weight: f32) {
        self.taken.push(Taken {
            bounds: Bounds::around(&outline),
            outline,
            weight,
        });
    }

    /// Takes every stretch of a line.
    pub fn take_line(&mut self, line: &[Vec2], half_width: f32, weight: f32) {
        for pair in line.windows(2) {
            let way = (pair[1] - pair[0]).normalize_or_zero();
            let side = way.perp() * half_width;
            let (a, b) = (pair[0], pair[1]);
            self.take(vec![a - side, b - side, b + side, a + side], weight);
        }
    }

    /// How bad it would be to put something here.
    pub fn cost(&self, outline: &[Vec2]) -> f32 {
        let bounds = Bounds::around(outline);
        let off = outline.iter().any(|&corner| !self.map.contains(corner));
        let covered: f32 = self
            .taken
            .iter()
            .filter(|taken| taken.bounds.touches(bounds) && convex_overlap(&taken.outline, outline))
            .map(|taken| taken.weight)
            .sum();
        covered + if off { weight::OFF } else { 0.0 }
    }

    /// The best of some spots for a box of that size, which is then taken.
    pub fn place(
        &mut self,
        spots: impl IntoIterator<Item = Spot>,
        size: Vec2,
        turned: f32,
    ) -> Option<Spot> {
        let mut best: Option<(f32, Spot)> = None;
        for spot in spots {
            if best.is_some_and(|(least, _)| spot.cost >= least) {
                continue;
            }
            let cost = spot.cost + self.cost(&framed(spot.at, size, turned));
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, spot));
            }
        }
        let (_, spot) = best?;
        self.take(framed(spot.at, size, turned).to_vec(), weight::NEVER);
        Some(spot)
    }
}

impl Spot {
    /// Worse where a reader would take the name for that of another thing.
    pub fn owned(self, size: Vec2, thing: Bounds, others: &[Bounds]) -> Self {
        let frame = Bounds::around(&framed(self.at, size, 0.0));
        let own = gap(frame, thing);
        let nearest = others.iter().map(|other| gap(frame, *other));
        let nearest = nearest.fold(f32::INFINITY, f32::min);
        let doubt = (own + 2.0 - nearest).clamp(0.0, 6.0) * 3.0;
        Self {
            cost: self.cost + doubt,
            ..self
        }
    }
}

/// The distance between two boxes.
fn gap(one: Bounds, other: Bounds) -> f32 {
    let apart = (one.low - other.high).max(other.low - one.high);
    apart.max(Vec2::ZERO).length()
}

/// A box around a point, turned clockwise as the sheet is seen.
pub fn framed(at: Vec2, size: Vec2, turned: f32) -> [Vec2; 4] {
    let half = size / 2.0;
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|corner| at + turn(Vec2::from(corner) * half, -turned))
}

/// Spots for a box around a thing, the nearest behind it first.
pub fn around(thing: Bounds, size: Vec2, rear: Vec2) -> Vec<Spot> {
    let middle = (thing.low + thing.high) / 2.0;
    let half = (thing.high - thing.low) / 2.0;
    let mut spots = Vec::new();
    for (ring, gap) in [1.3f32, 3.2, 6.0, 10.0, 15.0, 21.0].into_iter().enumerate() {
        let far = half + size / 2.0 + Vec2::splat(gap);
        for step in -4i32..=4 {
            let along = step as f32 / 4.0;
            let cost = along.abs() * 1.5 + ring as f32 * 3.0;
            let upright = Vec2::new(0.0, along * far.y);
            let level = Vec2::new(along * far.x, 0.0);
            for (way, shift) in [
                (Vec2::X, upright),
                (Vec2::NEG_X, upright),
                (Vec2::Y, level),
                (Vec2::NEG_Y, level),
            ] {
                spots.push(Spot {
                    at: middle + way * far + shift,
                    cost: cost + (1.0 - way.dot(rear)) * 1.6,
                    far: ring > 2,
                });
            }
        }
    }
    spots
}
