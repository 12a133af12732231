//! Houses and barns.

use bevy::math::{Mat4, Quat, Vec2, Vec3};

use super::place;
use super::shape::{Ink, Shape, chance, ink, shade};
use crate::field::Field;

/// All buildings of the field, as one body.
pub fn model(field: &Field) -> Shape {
    let mut shape = Shape::new();
    for (farm, area) in field.areas.iter().enumerate() {
        for (number, outline) in area.buildings.iter().enumerate() {
            let seed = (farm * 31 + number * 7) as u32;
            // The first building of a farm is the house, the largest a barn.
            let largest = area
                .buildings
                .iter()
                .map(|other| size(other).element_product())
                .fold(0.0, f32::max);
            let is_barn = area.buildings.len() > 1
                && number > 0
                && size(outline).element_product() >= largest * 0.8;
            building(&mut shape, field, outline, is_barn, seed);
        }
    }
    shape
}

/// Width and depth of a four-cornered outline.
fn size(outline: &[Vec2]) -> Vec2 {
    match outline {
        [one, two, three, ..] => Vec2::new(one.distance(*two), two.distance(*three)),
        _ => Vec2::ZERO,
    }
}

fn building(shape: &mut Shape, field: &Field, outline: &[Vec2], is_barn: bool, seed: u32) {
    let [one, two, ..] = outline else {
        return;
    };
    let mut wide = size(outline);
    let middle = outline.iter().sum::<Vec2>() / outline.len() as f32;
    let along = (*two - *one).normalize_or(Vec2::X);
    let mut angle = along.y.atan2(along.x);
    if wide.y > wide.x {
        wide = Vec2::new(wide.y, wide.x);
        angle += std::f32::consts::FRAC_PI_2;
    }
    let scale = field.proportion();
    let walls = (wide.y * 0.85).clamp(0.42 * scale, 0.85 * scale);
    let lowest = outline
        .iter()
        .map(|corner| field.heights.height(*corner))
        .fold(f32::INFINITY, f32::min);
    let highest = outline
        .iter()
        .map(|corner| field.heights.height(*corner))
        .fold(f32::NEG_INFINITY, f32::max);
    let mut house = Shape::new();
    let footing = highest - lowest + 0.05;
    raise(&mut house, wide, walls, footing, is_barn, seed, scale);
    let turn = Quat::from_rotation_y(angle);
    shape.add(
        &house,
        Mat4::from_rotation_translation(turn, place(middle, highest)),
    );
}

/// A house with its ridge along x, standing on the origin.
fn raise(
    shape: &mut Shape,
    wide: Vec2,
    walls: f32,
    footing: f32,
    is_barn: bool,
    seed: u32,
    scale: f32,
) {
    let boards = if is_barn {
        ink([0x8e3b2c, 0x7b6a55, 0x963f2e][seed as usize % 3])
    } else {
        ink([0xe9e2cf, 0xd9c9a3, 0xa5553f, 0xece8dc][seed as usize % 4])
    };
    let roof = ink([0x5d5148, 0x6b5a4a, 0x4f4a46][(seed / 3) as usize % 3]);
    let stone = ink(0x8a8478);
    let half = wide / 2.0;
    let ridge = walls + half.y * if is_barn { 1.0 } else { 0.85 };
    shape.block(
        Vec3::new(0.0, -footing / 2.0 + 0.03, 0.0),
        Vec3::new(wide.x * 1.02, footing + 0.06, wide.y * 1.02),
        stone,
    );
    shape.block(
        Vec3::new(0.0, walls / 2.0, 0.0),
        Vec3::new(wide.x, walls, wide.y),
        boards,
    );
    for side in [-1.0, 1.0] {
        let x = half.x * side;
        let mut gable = [
            Vec3::new(x, walls, half.y),
            Vec3::new(x, walls, -half.y),
            Vec3::new(x, ridge, 0.0),
        ];
        if side < 0.0 {
            gable.swap(0, 1);
        }
        shape.polygon(&gable, shade(boards, 0.94));
        slope(shape, half, walls, ridge, side, roof);
    }
    openings(shape, half, walls, is_barn, scale);
    if is_barn {
        let cupola = Vec3::new(0.16, 0.2, 0.16) * scale;
        shape.block(Vec3::new(0.0, ridge + 0.04 * scale, 0.0), cupola, boards);
        let tip = Vec3::new(0.0, ridge + 0.32 * scale, 0.0);
        let foot = Vec3::new(0.0, ridge + 0.14 * scale, 0.0);
        shape.round(foot, tip, (0.15 * scale, 0.0), 4, roof);
    } else {
        let at = Vec3::new(half.x * 0.7, ridge + 0.01 * scale, 0.0);
        let chimney = Vec3::new(0.1, 0.24, 0.1) * scale;
        shape.block(at, chimney, ink(0x8c4a38));
    }
}

/// One side of the roof, with eaves.
fn slope(shape: &mut Shape, half: Vec2, walls: f32, ridge: f32, side: f32, roof: Ink) {
    let over = 0.06;
    let fall = (ridge - walls) / half.y;
    let eave = walls - fall * over;
    let z = (half.y + over) * side;
    let x = half.x + over;
    let lift = 0.03;
    let mut corners = [
        Vec3::new(-x, eave + lift, z),
        Vec3::new(x, eave + lift, z),
        Vec3::new(x, ridge + lift, 0.0),
        Vec3::new(-x, ridge + lift, 0.0),
    ];
    if side < 0.0 {
        corners.reverse();
    }
    shape.polygon(&corners, shade(roof, 1.0 + 0.1 * chance(side as u32)));
    let mut under = corners.map(|corner| corner - Vec3::Y * lift);
    under.reverse();
    shape.polygon(&under, shade(roof, 0.5));
}

/// Doors and windows.
fn openings(shape: &mut Shape, half: Vec2, walls: f32, is_barn: bool, scale: f32) {
    let dark = ink(0x2f2b28);
    for side in [-1.0, 1.0] {
        let z = half.y * side;
        if is_barn {
            let door = Vec3::new(0.3 * scale, walls * 0.75, 0.03);
            shape.block(Vec3::new(0.0, walls * 0.375, z), door, ink(0x5a3a2a));
            continue;
        }
        let door = Vec3::new(0.13 * scale, 0.28 * scale, 0.03);
        shape.block(Vec3::new(0.0, 0.14 * scale, z), door, ink(0x4b3626));
        let storeys = if walls > 0.62 * scale { 2 } else { 1 };
        for storey in 0..storeys {
            let up = walls
                * if storeys == 1 {
                    0.55
                } else {
                    0.3 + 0.42 * storey as f32
                };
            for place in [-0.66, -0.33, 0.33, 0.66] {
                let size = Vec3::new(0.09 * scale, 0.13 * scale, 0.025);
                shape.block(Vec3::new(half.x * place, up, z), size, dark);
            }
        }
    }
}
