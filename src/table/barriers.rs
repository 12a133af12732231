//! Fences and walls as models along their lines.

use bevy::math::{Quat, Vec2, Vec3};

use super::place;
use super::shape::{Shape, chance, ink, shade};
use crate::field::plan::LineKind;
use crate::field::{Field, LineFeature};

/// Everything that stands along lines, as one body.
pub fn model(field: &Field, simple: bool) -> Shape {
    let mut shape = Shape::new();
    for (number, line) in field.lines.iter().enumerate() {
        let seed = number as u32 * 977;
        match line.kind {
            LineKind::WoodFence if simple => plain_fence(&mut shape, field, line, seed),
            LineKind::WoodFence => fence(&mut shape, field, line, seed),
            LineKind::StoneWall => wall(&mut shape, field, line, seed),
            // What may change in the battle is modelled with the works.
            _ => {}
        }
    }
    shape
}

/// Points along a line about so far from each other, with gaps where a road goes through.
pub(super) fn posts(field: &Field, line: &LineFeature, every: f32) -> Vec<Option<Vec2>> {
    let mut posts = Vec::new();
    for pair in line.points.windows(2) {
        let steps = (pair[0].distance(pair[1]) / every).round().max(1.0) as u32;
        for step in 0..steps {
            posts.push(pair[0].lerp(pair[1], step as f32 / steps as f32));
        }
    }
    posts.extend(line.points.last());
    let open = |at: &Vec2| {
        let way = |other: &LineFeature| {
            matches!(
                other.kind,
                LineKind::Road | LineKind::Trail | LineKind::Creek | LineKind::RailroadCut
            )
        };
        let passes = field
            .lines
            .iter()
            .any(|other| way(other) && other.covers(*at));
        let built = |area: &crate::field::Area| {
            let mut houses = area.buildings.iter();
            houses.any(|house| crate::field::geometry::in_polygon(house, *at))
        };
        passes || !field.contains(*at) || field.areas.iter().any(built)
    };
    posts
        .into_iter()
        .map(|at| (!open(&at)).then_some(at))
        .collect()
}

/// A rail or log from one point to another.
pub(super) fn rail(shape: &mut Shape, from: Vec3, to: Vec3, thick: f32, tone: f32, colour: u32) {
    let way = to - from;
    let turn = Quat::from_rotation_arc(Vec3::X, way.normalize_or(Vec3::X));
    let size = Vec3::new(way.length() + thick, thick, thick * 0.8);
    shape.turned_block((from + to) / 2.0, size, turn, shade(ink(colour), tone));
}

/// Split rails on crossed posts, as farmers of the country laid them.
fn fence(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    let posts = posts(field, line, 0.75 * scale);
    for (number, pair) in posts.windows(2).enumerate() {
        let (Some(one), Some(two)) = (pair[0], pair[1]) else {
            continue;
        };
        let seed = seed + number as u32 * 7;
        let along = (two - one).normalize_or(Vec2::X);
        let aside = Vec2::new(along.y, -along.x) * 0.055 * scale;
        // The zigzag of a worm fence.
        let sway = |number: usize| {
            if number.is_multiple_of(2) {
                aside
            } else {
                -aside
            }
        };
        let (one, two) = (one + sway(number), two + sway(number + 1));
        let (low_one, low_two) = (field.heights.height(one), field.heights.height(two));
        for level in 0..3 {
            let up = (0.06 + 0.095 * level as f32) * scale;
            let tone = 0.75 + 0.4 * chance(seed + level);
            let wobble = 0.02 * scale * (chance(seed + 50 + level) - 0.5);
            let from = place(one, low_one + up + wobble);
            let to = place(two, low_two + up - wobble);
            rail(shape, from, to, 0.035 * scale, tone, 0x8d7e66);
        }
        let foot = place(one, low_one);
        let tall = Vec3::Y * 0.33 * scale;
        let lean = place(aside, 0.0) * 1.2;
        rail(
            shape,
            foot - lean,
            foot + lean * 0.6 + tall,
            0.03 * scale,
            0.8,
            0x7c6d57,
        );
    }
}

/// The same as seen from far away: flat rails, longer and fewer.
fn plain_fence(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    let posts = posts(field, line, 0.75 * scale);
    for (number, pair) in posts.windows(2).enumerate() {
        let (Some(one), Some(two)) = (pair[0], pair[1]) else {
            continue;
        };
        let (low_one, low_two) = (field.heights.height(one), field.heights.height(two));
        let tone = 0.72 + 0.3 * chance(seed + number as u32);
        for up in [0.08, 0.24] {
            let (low, high) = (up * scale, (up + 0.07) * scale);
            let rail = [
                place(one, low_one + low),
                place(two, low_two + low),
                place(two, low_two + high),
                place(one, low_one + high),
            ];
            let colour = shade(ink(0x8d7e66), tone);
            shape.polygon(&rail, colour);
            shape.polygon(&[rail[3], rail[2], rail[1], rail[0]], colour);
        }
        let foot = place(one, low_one);
        let (wide, tall) = (Vec3::X * 0.03 * scale, Vec3::Y * 0.34 * scale);
        let post = [foot - wide, foot + wide, foot + tall];
        shape.polygon(&post, shade(ink(0x7c6d57), 0.8));
        shape.polygon(&[post[2], post[1], post[0]], shade(ink(0x7c6d57), 0.8));
    }
}

/// Field stones, loosely piled.
fn wall(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    let posts = posts(field, line, 0.2 * scale);
    for (number, pair) in posts.windows(2).enumerate() {
        let (Some(one), Some(two)) = (pair[0], pair[1]) else {
            continue;
        };
        let seed = seed + number as u32 * 3;
        let middle = (one + two) / 2.0;
        let along = two - one;
        let turn = Quat::from_rotation_y(along.y.atan2(along.x) + 0.2 * (chance(seed) - 0.5));
        let high = (0.17 + 0.07 * chance(seed + 1)) * scale;
        let size = Vec3::new(along.length() * 1.12, high + 0.06, 0.17 * scale);
        let at = place(middle, field.heights.height(middle) + high / 2.0 - 0.03);
        let tone = 0.75 + 0.4 * chance(seed + 2);
        shape.tapered_block(
            at,
            size,
            Vec2::new(0.9, 0.7),
            turn,
            shade(ink(0x8f8a80), tone),
        );
    }
}
