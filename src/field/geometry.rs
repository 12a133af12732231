//! Plane geometry in inches. Plain arithmetic and square roots only, so that every machine agrees
//! to the last bit.

use bevy::math::Vec2;

use super::few::Few;

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// South-west corner.
    pub low: Vec2,
    /// North-east corner.
    pub high: Vec2,
}

impl Bounds {
    /// The box around some points.
    #[inline]
    pub fn around(points: &[Vec2]) -> Self {
        let mut low = points.first().copied().unwrap_or_default();
        let mut high = low;
        for &point in points {
            low = low.min(point);
            high = high.max(point);
        }
        Self { low, high }
    }

    /// Larger by a margin on every side.
    #[inline]
    pub fn grown(self, margin: f32) -> Self {
        Self {
            low: self.low - Vec2::splat(margin),
            high: self.high + Vec2::splat(margin),
        }
    }

    /// Its middle.
    #[inline]
    pub fn middle(self) -> Vec2 {
        (self.low + self.high) / 2.0
    }

    /// Inches between two boxes; 0 where they touch.
    #[inline]
    pub fn gap(self, other: Self) -> f32 {
        self.gap_squared(other).sqrt()
    }

    /// Its square.
    #[inline]
    fn gap_squared(self, other: Self) -> f32 {
        let apart = (self.low - other.high).max(other.low - self.high);
        apart.max(Vec2::ZERO).length_squared()
    }

    /// Whether a point lies in it.
    #[inline]
    pub fn contains(self, point: Vec2) -> bool {
        point.cmpge(self.low).all() && point.cmple(self.high).all()
    }

    /// Whether a segment passes through it (slabs).
    pub fn meets_segment(self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for axis in 0..2 {
            if way[axis] == 0.0 {
                if from[axis] < self.low[axis] || from[axis] > self.high[axis] {
                    return false;
                }
            } else {
                let one = (self.low[axis] - from[axis]) / way[axis];
                let other = (self.high[axis] - from[axis]) / way[axis];
                enter = enter.max(one.min(other));
                leave = leave.min(one.max(other));
            }
        }
        enter <= leave
    }

    /// Whether two boxes touch.
    #[inline]
    pub fn touches(self, other: Self) -> bool {
        self.low.cmple(other.high).all() && self.high.cmpge(other.low).all()
    }
}

/// Whether a point lies inside a polygon (even-odd; the south and west edges belong to it).
pub fn in_polygon(polygon: &[Vec2], point: Vec2) -> bool {
    let mut inside = false;
    let mut last = polygon.len().wrapping_sub(1);
    for at in 0..polygon.len() {
        let (a, b) = (polygon[at], polygon[last]);
        if (a.y > point.y) != (b.y > point.y) {
            let crossing = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
            if point.x < crossing {
                inside = !inside;
            }
        }
        last = at;
    }
    inside
}

/// Where along `from`–`to` (0 to 1) the segment crosses `a`–`b`, if it does.
#[inline]
pub fn crossing(from: Vec2, to: Vec2, a: Vec2, b: Vec2) -> Option<f32> {
    let along = to - from;
    let edge = b - a;
    let denominator = along.perp_dot(edge);
    if denominator == 0.0 {
        return None;
    }
    let offset = a - from;
    let (t, u) = (offset.perp_dot(edge), offset.perp_dot(along));
    // Most are on one side of each other: no need to divide to see that.
    if t * denominator < 0.0 || u * denominator < 0.0 {
        return None;
    }
    let (t, u) = (t / denominator, u / denominator);
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some(t)
}

/// Stretches of a segment, in parts of its length.
pub type Stretches = Few<(f32, f32), 8>;

/// The stretches of `from`–`to` (in parts of its length) that lie inside a polygon, in order, added
/// to others.
pub fn stretches_inside(polygon: &[Vec2], from: Vec2, to: Vec2, stretches: &mut Stretches) {
    let mut cuts = Few::<f32, 16>::default();
    cuts.push(0.0);
    cuts.push(1.0);
    let mut last = polygon.len().wrapping_sub(1);
    for at in 0..polygon.len() {
        if let Some(cut) = crossing(from, to, polygon[at], polygon[last]) {
            cuts.push(cut);
        }
        last = at;
    }
    cuts.as_mut_slice().sort_unstable_by(f32::total_cmp);
    for pair in cuts.windows(2) {
        if pair[1] > pair[0] && in_polygon(polygon, from.lerp(to, (pair[0] + pair[1]) / 2.0)) {
            match stretches.as_mut_slice().last_mut() {
                Some(stretch) if stretch.1 == pair[0] => stretch.1 = pair[1],
                _ => stretches.push((pair[0], pair[1])),
            }
        }
    }
}

/// The point of a segment nearest to another point.
#[inline]
pub fn nearest_on_segment(a: Vec2, b: Vec2, point: Vec2) -> Vec2 {
    let along = b - a;
    let length = along.length_squared();
    if length == 0.0 {
        return a;
    }
    a + along * ((point - a).dot(along) / length).clamp(0.0, 1.0)
}

/// The point of a polygon nearest to another point.
pub fn nearest_in(polygon: &[Vec2], point: Vec2) -> Vec2 {
    if in_polygon(polygon, point) {
        return point;
    }
    (0..polygon.len())
        .map(|at| nearest_on_segment(polygon[at], after(polygon, at), point))
        .min_by(|one, other| {
            let far = |on: &Vec2| on.distance_squared(point);
            far(one).total_cmp(&far(other))
        })
        .unwrap_or(point)
}

/// The distance from a point to a polyline.
pub fn distance_to_line(line: &[Vec2], point: Vec2) -> f32 {
    line.windows(2)
        .map(|pair| nearest_on_segment(pair[0], pair[1], point).distance(point))
        .fold(f32::INFINITY, f32::min)
}

/// The signed area of a polygon, positive when it runs counter-clockwise.
pub fn area(polygon: &[Vec2]) -> f32 {
    let mut sum = 0.0;
    for at in 0..polygon.len() {
        sum += polygon[at].perp_dot(polygon[(at + 1) % polygon.len()]);
    }
    sum / 2.0
}

/// The part of a polygon that lies in a box (Sutherland and Hodgman).
pub fn clipped(polygon: &[Vec2], bounds: Bounds) -> Vec<Vec2> {
    let mut corners = polygon.to_vec();
    if polygon.iter().all(|&corner| bounds.contains(corner)) {
        return corners;
    }
    for (axis, limit, sign) in [
        (0, bounds.low.x, 1.0),
        (0, bounds.high.x, -1.0),
        (1, bounds.low.y, 1.0),
        (1, bounds.high.y, -1.0),
    ] {
        let before = std::mem::take(&mut corners);
        let inside = |point: Vec2| (point[axis] - limit) * sign >= 0.0;
        for (at, &to) in before.iter().enumerate() {
            let from = before[(at + before.len() - 1) % before.len()];
            if inside(from) != inside(to) {
                corners.push(from.lerp(to, (limit - from[axis]) / (to[axis] - from[axis])));
            }
            if inside(to) {
                corners.push(to);
            }
        }
    }
    corners
}

/// Whether two convex polygons share a point.
pub fn convex_overlap(one: &[Vec2], other: &[Vec2]) -> bool {
    !separated(one, other, 0.0) && !separated(other, one, 0.0)
}

/// Whether two convex polygons share more than a touching edge: an overlap deeper than `depth`.
pub fn convex_overlap_deeper(one: &[Vec2], other: &[Vec2], depth: f32) -> bool {
    !separated(one, other, depth) && !separated(other, one, depth)
}

/// The corner after a corner.
#[inline]
fn after(polygon: &[Vec2], at: usize) -> Vec2 {
    polygon.get(at + 1).copied().unwrap_or(polygon[0])
}

/// Whether an edge of `one` has all of `other` on its outer side, give or take `slack`.
fn separated(one: &[Vec2], other: &[Vec2], slack: f32) -> bool {
    for at in 0..one.len() {
        let (a, b) = (one[at], after(one, at));
        let outward = -(b - a).perp().normalize_or_zero();
        let mut outside = true;
        for point in other {
            outside &= (*point - a).dot(outward) > -slack;
        }
        if outside {
            return true;
        }
    }
    false
}

/// The nearest points of two polygons; the same point twice where they overlap.
pub fn nearest_points(one: &[Vec2], other: &[Vec2]) -> (Vec2, Vec2) {
    if convex_overlap(one, other) {
        return (other[0], other[0]);
    }
    nearest_points_apart(one, other)
}

/// The nearest points of two polygons that do not overlap.
pub fn nearest_points_apart(one: &[Vec2], other: &[Vec2]) -> (Vec2, Vec2) {
    let mut best = (one[0], other[0]);
    let mut shortest = f32::INFINITY;
    let mut offer = |a: Vec2, b: Vec2| {
        let far = a.distance_squared(b);
        if far < shortest {
            shortest = far;
            best = (a, b);
        }
    };
    // No farther than the nearest corners: edges that are farther away need no division.
    let mut corners = f32::INFINITY;
    for a in one {
        for b in other {
            corners = corners.min(a.distance_squared(*b));
        }
    }
    let enough = corners * 1.001 + 1e-4;
    let near =
        |a: Vec2, b: Vec2, bounds: Bounds| Bounds::around(&[a, b]).gap_squared(bounds) <= enough;
    let (one_bounds, other_bounds) = (Bounds::around(one), Bounds::around(other));
    for at in 0..one.len() {
        let (a, b) = (one[at], after(one, at));
        if near(a, b, other_bounds) {
            for &point in other {
                if near(point, point, Bounds::around(&[a, b])) {
                    offer(nearest_on_segment(a, b, point), point);
                }
            }
        }
    }
    for at in 0..other.len() {
        let (a, b) = (other[at], after(other, at));
        if near(a, b, one_bounds) {
            for &point in one {
                if near(point, point, Bounds::around(&[a, b])) {
                    offer(point, nearest_on_segment(a, b, point));
                }
            }
        }
    }
    best
}

/// The distance between two convex polygons, 0 where they overlap.
pub fn distance(one: &[Vec2], other: &[Vec2]) -> f32 {
    let (a, b) = nearest_points(one, other);
    a.distance(b)
}

/// The distance from a point to a convex polygon, 0 inside it.
pub fn distance_to_point(polygon: &[Vec2], point: Vec2) -> f32 {
    if in_polygon(polygon, point) {
        return 0.0;
    }
    let mut shortest = f32::INFINITY;
    for at in 0..polygon.len() {
        let (a, b) = (polygon[at], after(polygon, at));
        shortest = shortest.min(nearest_on_segment(a, b, point).distance_squared(point));
    }
    shortest.sqrt()
}

/// How far the farthest part of a convex polygon lies outside another polygon, 0 if none does.
pub fn sticks_out(polygon: &[Vec2], part: &[Vec2]) -> f32 {
    let sides = |of: &[Vec2]| -> Vec<(Vec2, Vec2)> {
        let next = of.iter().cycle().skip(1);
        of.iter().copied().zip(next.copied()).collect()
    };
    let (border, edges) = (sides(polygon), sides(part));
    let to_border = |point: Vec2| {
        let near = |&(a, b): &(Vec2, Vec2)| nearest_on_segment(a, b, point).distance(point);
        border.iter().map(near).fold(f32::INFINITY, f32::min)
    };
    let corners = part
        .iter()
        .filter(|&&corner| !in_polygon(polygon, corner))
        .map(|&corner| to_border(corner));
    // Where a notch of the border comes in between the corners, its tip tells how deep.
    let notches = polygon.iter().filter(|&&tip| in_polygon(part, tip));
    let notches = notches.map(|&tip| {
        let near = |&(a, b): &(Vec2, Vec2)| nearest_on_segment(a, b, tip).distance(tip);
        edges.iter().map(near).fold(f32::INFINITY, f32::min)
    });
    corners.chain(notches).fold(0.0, f32::max)
}

/// Corners that a polygon may have to be cut without the heap.
const CORNERS: usize = 12;

/// Whether a convex polygon reaches into the intersection of half planes, each given by a point
/// on its border and the direction into it.
pub fn reaches_into(polygon: &[Vec2], half_planes: &[(Vec2, Vec2)]) -> bool {
    // A cut adds one corner.
    if polygon.len() + half_planes.len() > CORNERS {
        let mut rest = polygon.to_vec();
        return half_planes.iter().all(|&(border, inward)| {
            rest = clip(&rest, border, inward);
            !rest.is_empty()
        });
    }
    let mut rest = [Vec2::ZERO; CORNERS];
    let mut count = polygon.len();
    rest[..count].copy_from_slice(polygon);
    for &(border, inward) in half_planes {
        let whole = rest;
        let mut kept = 0;
        clip_each(&whole[..count], border, inward, |corner| {
            if let Some(place) = rest.get_mut(kept) {
                *place = corner;
                kept += 1;
            }
        });
        if kept == 0 {
            return false;
        }
        count = kept;
    }
    true
}

/// The part of a convex polygon on the inner side of a line (Sutherland–Hodgman).
pub fn clip(polygon: &[Vec2], border: Vec2, inward: Vec2) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    clip_each(polygon, border, inward, |corner| kept.push(corner));
    kept
}

fn clip_each(polygon: &[Vec2], border: Vec2, inward: Vec2, mut keep: impl FnMut(Vec2)) {
    let side = |point: Vec2| (point - border).dot(inward);
    for at in 0..polygon.len() {
        let (a, b) = (polygon[at], after(polygon, at));
        let (here, there) = (side(a), side(b));
        if here >= 0.0 {
            keep(a);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            keep(a.lerp(b, here / (here - there)));
        }
    }
}
