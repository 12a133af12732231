//! Where a unit stands.

use bevy::math::Vec2;

use super::Field;
use super::angle::Facing;
use super::arrangement::{Arrangement, StandList};
use super::geometry::{self, Bounds};
use super::stand::{Muster, Stand};
use crate::rules::formation::Shape;
use crate::rules::{Scale, Unit, Zone};

/// A unit's place: the middle of its front, and where it looks.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Placement {
    /// The middle of its front.
    pub at: Vec2,
    /// Where it looks.
    pub facing: Facing,
}

/// What a unit covers of the table: its stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Footprint {
    /// One after the other, from left to right or from front to rear.
    pub stands: StandList,
    /// The place it was made for.
    pub placement: Placement,
    /// A step of one inch ahead.
    ahead: Vec2,
    /// The box around it: most questions are answered by it alone.
    bounds: Bounds,
}

impl Placement {
    /// What a unit covers here.
    pub fn footprint(self, scale: Scale, unit: &Unit, muster: Muster) -> Footprint {
        Arrangement::new(scale, unit, muster).at(self)
    }
}

impl Arrangement {
    /// What a unit covers in a place; `ahead` is a step of one inch to where it looks there.
    pub(super) fn footprint(&self, placement: Placement, ahead: Vec2) -> Footprint {
        let stands = self.stands(placement.at, placement.facing, ahead);
        Footprint {
            bounds: bounds_of(&stands),
            stands,
            placement,
            ahead,
        }
    }
}

#[inline]
fn bounds_of(stands: &[Stand]) -> Bounds {
    let mut bounds = Bounds {
        low: Vec2::INFINITY,
        high: Vec2::NEG_INFINITY,
    };
    for stand in stands {
        for corner in stand.corners() {
            bounds.low = bounds.low.min(corner);
            bounds.high = bounds.high.max(corner);
        }
    }
    bounds
}

impl Footprint {
    /// The same somewhere else, facing as before.
    pub fn moved(&self, by: Vec2) -> Self {
        let move_stand = |stand: &Stand| Stand {
            centre: stand.centre + by,
            ..*stand
        };
        let stands: StandList = self.stands.iter().map(move_stand).collect();
        Self {
            bounds: bounds_of(&stands),
            stands,
            placement: Placement {
                at: self.placement.at + by,
                ..self.placement
            },
            ahead: self.ahead,
        }
    }

    /// The box around it.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// A step of one inch ahead.
    #[inline]
    pub fn ahead(&self) -> Vec2 {
        self.ahead
    }

    /// A step of one inch to the right.
    #[inline]
    pub fn right(&self) -> Vec2 {
        Vec2::new(self.ahead.y, -self.ahead.x)
    }

    /// The middle of all it covers.
    #[inline]
    pub fn centre(&self) -> Vec2 {
        let sum: Vec2 = self.stands.iter().map(|stand| stand.centre).sum();
        sum / self.stands.len().max(1) as f32
    }

    /// Its point nearest to another.
    pub fn nearest_to(&self, point: Vec2) -> Vec2 {
        let mut best = self.placement.at;
        let mut shortest = f32::INFINITY;
        for stand in &self.stands {
            let corners = stand.corners();
            for (at, &from) in corners.iter().enumerate() {
                let near =
                    geometry::nearest_on_segment(from, corners[(at + 1) % corners.len()], point);
                if near.distance(point) < shortest {
                    shortest = near.distance(point);
                    best = near;
                }
            }
        }
        best
    }

    /// Its leftmost and rightmost front corners.
    pub fn front_corners(&self) -> (Vec2, Vec2) {
        let right = self.right();
        let mut left_corner = self.placement.at;
        let mut right_corner = self.placement.at;
        for stand in &self.stands {
            let [front_left, front_right, ..] = stand.corners();
            let side = |point: Vec2| (point - self.placement.at).dot(right);
            let is_front = (stand.front() - self.placement.at).dot(self.ahead).abs() < 1e-3;
            if is_front && side(front_left) < side(left_corner) {
                left_corner = front_left;
            }
            if is_front && side(front_right) > side(right_corner) {
                right_corner = front_right;
            }
        }
        (left_corner, right_corner)
    }

    /// Width of its front.
    pub fn frontage(&self) -> f32 {
        let (left, right) = self.front_corners();
        left.distance(right)
    }

    /// The place right behind it, so many inches from its rear edge.
    pub fn right_behind(&self, inches: f32) -> Vec2 {
        let back = -self.ahead;
        let depth = self
            .stands
            .iter()
            .map(|stand| (stand.centre - self.placement.at).dot(back) + stand.half.y)
            .fold(0.0, f32::max);
        self.placement.at + back * (depth + inches)
    }

    /// Inches between two units, edge to edge.
    pub fn distance(&self, other: &Self) -> f32 {
        let mut shortest = f32::INFINITY;
        for one in &self.stands {
            let one = one.outline();
            let around = Bounds::around(&one);
            for two in &other.stands {
                let two = two.outline();
                // Most pairs of stands are seen to be farther apart than the nearest at a glance.
                let gap = around.gap(Bounds::around(&two));
                if gap < shortest {
                    let (a, b) = nearest_apart(&one, &two, gap);
                    shortest = shortest.min(a.distance(b));
                }
            }
        }
        shortest
    }

    /// Whether two units are at most so many inches apart, edge to edge: as [`Self::distance`] has
    /// it, and faster for those that are not.
    #[inline]
    pub fn is_within(&self, inches: f32, other: &Self) -> bool {
        if self.bounds.gap(other.bounds) > inches + SURE {
            return false;
        }
        for one in &self.stands {
            let one = one.outline();
            let around = Bounds::around(&one);
            if around.gap(other.bounds) > inches + SURE {
                continue;
            }
            for two in &other.stands {
                let two = two.outline();
                let gap = around.gap(Bounds::around(&two));
                if gap <= inches + SURE {
                    let (a, b) = nearest_apart(&one, &two, gap);
                    if a.distance(b) <= inches {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The nearest points of two units.
    pub fn nearest(&self, other: &Self) -> (Vec2, Vec2) {
        let mut best = (self.placement.at, other.placement.at);
        let mut shortest = f32::INFINITY;
        for (one, two) in self.pairs(other) {
            let gap = Bounds::around(&one).gap(Bounds::around(&two));
            if gap > shortest + SURE {
                continue;
            }
            let (a, b) = nearest_apart(&one, &two, gap);
            let far = a.distance(b);
            if far < shortest {
                shortest = far;
                best = (a, b);
            }
        }
        best
    }

    #[inline]
    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = ([Vec2; 4], [Vec2; 4])> + 'a {
        self.stands.iter().flat_map(move |one| {
            let one = one.outline();
            other.stands.iter().map(move |two| (one, two.outline()))
        })
    }

    /// The range of a fire: from the middle of the firer's front to the target's nearest edge.
    ///
    /// Rules: `fire.measure`.
    pub fn range_to(&self, target: &Self) -> f32 {
        target.range_from(self.placement.at)
    }

    /// Inches from a place to the nearest edge.
    pub fn range_from(&self, place: Vec2) -> f32 {
        let mut range = f32::INFINITY;
        for stand in &self.stands {
            range = range.min(geometry::distance_to_point(&stand.outline(), place));
        }
        range
    }

    /// Whether a place is surely farther away than so many inches: seen at a glance.
    #[inline]
    pub fn is_beyond(&self, inches: f32, place: Vec2) -> bool {
        let at = Bounds {
            low: place,
            high: place,
        };
        self.bounds.gap(at) > inches + SURE
    }

    /// Whether any part of it is at most so many inches from a place.
    pub fn is_reached(&self, inches: f32, place: Vec2) -> bool {
        !self.is_beyond(inches, place) && self.range_from(place) <= inches + 1e-3
    }

    /// Whether another is surely not touched by this one on a straight way, however far it goes:
    /// it stands aside, or behind.
    pub fn passes(&self, way: Vec2, other: &Self) -> bool {
        let across = Vec2::new(way.y, -way.x);
        let spread = |footprint: &Self, axis: Vec2| {
            let mut spread = (f32::INFINITY, f32::NEG_INFINITY);
            for stand in &footprint.stands {
                for corner in stand.corners() {
                    let at = corner.dot(axis);
                    spread = (spread.0.min(at), spread.1.max(at));
                }
            }
            spread
        };
        let apart = 5.0 * SURE;
        let (here, there) = (spread(self, across), spread(other, across));
        here.1 + apart < there.0
            || there.1 + apart < here.0
            || spread(other, way).1 + apart < spread(self, way).0
    }

    /// Whether two units stand on the same ground.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.bounds.touches(other.bounds)
            && self.pairs(other).any(|(one, two)| {
                Bounds::around(&one).touches(Bounds::around(&two))
                    && geometry::convex_overlap_deeper(&one, &two, 1e-3)
            })
    }

    /// Whether any of its stands lies across a straight line.
    pub fn is_across(&self, from: Vec2, to: Vec2) -> bool {
        self.bounds.meets_segment(from, to)
            && self.stands.iter().any(|stand| {
                let [a, b, c, d] = stand.corners();
                geometry::crossing(from, to, a, c).is_some()
                    || geometry::crossing(from, to, b, d).is_some()
            })
    }

    /// Whether its front lies across a straight line, the gaps between its stands too.
    pub fn screens(&self, from: Vec2, to: Vec2) -> bool {
        let (left, right) = self.front_corners();
        geometry::crossing(from, to, left, right).is_some()
    }

    /// The ground of the whole unit, the gaps between its stands too.
    pub fn hull(&self) -> [Vec2; 4] {
        let (left, right) = self.front_corners();
        let depth = self.placement.at - self.right_behind(0.0);
        [left - depth, right - depth, right, left]
    }

    /// Whether all of it lies on the table.
    #[inline]
    pub fn on_table(&self, field: &Field) -> bool {
        field.contains(self.bounds.low) && field.contains(self.bounds.high)
    }

    /// Where another unit stands as this one sees it, for its fire or its charge.
    ///
    /// Rules: `enfilade.zone_from_centre`.
    pub fn zone_of(&self, shape: Shape, other: &Self) -> Zone {
        self.zone_towards(shape, other.centre())
    }

    /// The same of a place.
    pub fn zone_towards(&self, shape: Shape, place: Vec2) -> Zone {
        let way = place - self.placement.at;
        let ahead = way.dot(self.ahead);
        let aside = way.dot(self.right()).abs();
        // Measured at the nearer front corner: whoever is before the front is not aside at all.
        let outward = (aside - self.frontage() / 2.0).max(0.0);
        let bearing = Facing::towards(Vec2::ZERO, Vec2::new(outward, ahead)).to_degrees();
        Zone::of_bearing(shape, bearing)
    }
}

/// Inches by which boxes must be apart for roundings not to matter.
const SURE: f32 = 1e-2;

/// The nearest points of two outlines whose boxes are so far apart.
#[inline]
fn nearest_apart(one: &[Vec2; 4], other: &[Vec2; 4], gap: f32) -> (Vec2, Vec2) {
    if gap > SURE {
        geometry::nearest_points_apart(one, other)
    } else {
        geometry::nearest_points(one, other)
    }
}
