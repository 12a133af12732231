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

/// A closed line, rounded at its corners.
pub fn rounded_ring(trace: &mut Trace, ring: &[Vec2]) {
    let Some(&last) = ring.last() else {
        return;
    };
    trace.to((last + ring[0]) / 2.0);
    for (at, &corner) in ring.iter().enumerate() {
        let next = ring[(at + 1) % ring.len()];
        trace.curve(corner, (corner + next) / 2.0);
    }
    trace.close();
}

/// An open line, rounded at its corners.
pub fn rounded_line(trace: &mut Trace, line: &[Vec2]) {
    if line.len() < 3 {
        trace.open(line);
        return;
    }
    trace.to(line[0]);
    for at in 1..line.len() - 1 {
        let end = if at + 2 == line.len() {
            line[at + 1]
        } else {
            (line[at] + line[at + 1]) / 2.0
        };
        trace.curve(line[at], end);
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
