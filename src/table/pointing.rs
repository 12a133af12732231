//! Where a ray from the eye meets the ground.

use bevy::prelude::*;

use super::place;
use crate::field::Field;

/// How finely a ray is followed, in inches.
const STEP: f32 = 0.25;

/// Where a ray meets the ground of the table.
pub fn ground_under(field: &Field, ray: Ray3d) -> Option<Vec2> {
    let above = |far: f32| {
        let point = ray.origin + *ray.direction * far;
        let at = Vec2::new(point.x, -point.z);
        (at, point.y - field.heights.height(at))
    };
    // Above the highest ground there is nothing to meet.
    let fall = -ray.direction.y;
    let start = if fall > 1e-3 {
        ((ray.origin.y - field.heights.highest() - 0.1) / fall).max(0.0)
    } else {
        0.0
    };
    let met = (1..1200)
        .map(|step| start + step as f32 * STEP)
        .find(|&far| {
            let (at, height) = above(far);
            field.contains(at) && height <= 0.0
        })?;
    let (mut low, mut high) = (met - STEP, met);
    for _ in 0..12 {
        let middle = (low + high) / 2.0;
        if above(middle).1 > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (at, _) = above(high);
    field.contains(at).then_some(at)
}

/// A place of the table in space, on the ground.
pub fn on_ground(field: &Field, at: Vec2) -> Vec3 {
    place(at, field.heights.height(at))
}
