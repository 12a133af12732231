//! Walking along lines, and thinning and rounding them.

use bevy::math::Vec2;

use super::ink::Trace;
use crate::field::geometry::nearest_on_segment;

/// The length of a line.
pub fn length(line: &[Vec2]) -> f32 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Points every `step` along a line, the first after `start`, each with the direction there.
pub fn walk(line: &[Vec2], start: f32, step: f32) -> Vec<(Vec2, Vec2)> {
    let mut found = Vec::new();
    let mut next = start;
    let mut gone = 0.0;
    for pair in line.windows(2) {
        let long = pair[0].distance(pair[1]);
        let way = (pair[1] - pair[0]).normalize_or_zero();
        while next <= gone + long && long > 0.0 {
            found.push((pair[0] + way * (next - gone), way));
            next += step;
        }
        gone += long;
    }
    found
}

/// The point at a part of a line's length, and the direction there.
pub fn at_part(line: &[Vec2], part: f32) -> Option<(Vec2, Vec2)> {
    let whole = length(line);
    walk(line, whole * part.clamp(0.0, 0.999), whole.max(1.0) * 2.0)
        .first()
        .copied()
}

/// The left-hand side of a direction as the sheet is seen, north up.
pub fn left(way: Vec2) -> Vec2 {
    Vec2::new(way.y, -way.x)
}

/// A line shifted to its left by a distance that may change from point to point.
pub fn beside(line: &[Vec2], far: impl Fn(usize) -> f32) -> Vec<Vec2> {
    (0..line.len())
        .map(|at| {
            let before = line[at.saturating_sub(1)];
            let after = line[(at + 1).min(line.len() - 1)];
            line[at] + left((after - before).normalize_or_zero()) * far(at)
        })
        .collect()
}

/// Leaves out points that lie within `slack` of the line without them (Douglas–Peucker).
pub fn thinned(line: &[Vec2], slack: f32) -> Vec<Vec2> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[line.len() - 1] = true;
    let mut stretches = vec![(0, line.len() - 1)];
    while let Some((from, to)) = stretches.pop() {
        let mut farthest = (0, slack);
        for at in from + 1..to {
            let far = nearest_on_segment(line[from], line[to], line[at]).distance(line[at]);
            if far > farthest.1 {
                farthest = (at, far);
            }
        }
        if farthest.0 > 0 {
            keep[farthest.0] = true;
            stretches.push((from, farthest.0));
            stretches.push((farthest.0, to));
        }
    }
    line.iter()
        .zip(keep)
        .filter_map(|(point, keep)| keep.then_some(*point))
        .collect()
}

/// How far a rounding of drawn features reaches from a corner: enough to please the eye, too
/// little to be measured on the table.
pub const SLIGHT: f32 = 1.2;

/// A closed line, rounded at its corners no farther than `reach` from them.
pub fn rounded_ring(trace: &mut Trace, ring: &[Vec2], reach: f32) {
    for (at, &corner) in ring.iter().enumerate() {
        let before = ring[(at + ring.len() - 1) % ring.len()];
        let after = ring[(at + 1) % ring.len()];
        let start = short_of(corner, before, reach);
        if at == 0 {
            trace.to(start);
        } else if before.distance(corner) > reach * 2.0 {
            trace.line(start);
        }
        trace.curve(corner, short_of(corner, after, reach));
    }
    if !ring.is_empty() {
        trace.close();
    }
}

/// An open line, rounded at its corners in the same way.
pub fn rounded_line(trace: &mut Trace, line: &[Vec2], reach: f32) {
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else {
        return;
    };
    trace.to(first);
    for corners in line.windows(3) {
        trace.line(short_of(corners[1], corners[0], reach));
        trace.curve(corners[1], short_of(corners[1], corners[2], reach));
    }
    trace.line(last);
}

/// A point on the way from a corner to the next one: half way at most.
fn short_of(corner: Vec2, next: Vec2, reach: f32) -> Vec2 {
    let far = corner.distance(next);
    if far <= reach * 2.0 {
        (corner + next) / 2.0
    } else {
        corner + (next - corner) * (reach / far)
    }
}

/// A number from 0 to 1 that belongs to a grid cell: scattered, but the same on every machine.
pub fn scatter(x: i32, y: i32, salt: u32) -> f32 {
    let mut mixed = (x as u32)
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((y as u32).wrapping_mul(0x85eb_ca77))
        .wrapping_add(salt.wrapping_mul(0xc2b2_ae3d));
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x2c1b_3c6d);
    mixed ^= mixed >> 12;
    mixed = mixed.wrapping_mul(0x297a_2d39);
    mixed ^= mixed >> 15;
    (mixed >> 8) as f32 / (1 << 24) as f32
}
