//! The board: the surface of the heightmap, its cut edges, the wooden table and the room.

use bevy::light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap, NotShadowCaster};
use bevy::prelude::*;

use super::paint::Paints;
use super::shape::{Shape, ink, shade};
use super::{OnTable, Quality, brush, place};
use crate::field::Field;

/// How far below the lowest ground the board reaches.
const DEPTH: f32 = 1.2;

/// The colour of the room.
pub const ROOM: Color = Color::srgb(0.30, 0.29, 0.27);

/// What a man on the field has above him.
pub const SKY: Color = Color::srgb(0.74, 0.82, 0.88);

/// Lays the board out.
pub fn spawn(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    images: &mut Assets<Image>,
    paints: &mut Paints,
    field: &Field,
    painted: Option<Image>,
) {
    let picture = painted.unwrap_or_else(|| brush::paint(field, paints.quality()));
    let picture = images.add(picture);
    let mut ground = commands.spawn((
        OnTable,
        Name::new("ground"),
        Mesh3d(meshes.add(surface(field, paints.quality().ground_step()).mesh())),
    ));
    paints.picture(picture, false).on(&mut ground);
    let solid = paints.solid();
    let parts = [
        ("edges", edges(field)),
        ("table", wood(field)),
        ("room", room(field)),
    ];
    for (name, shape) in parts {
        let mut part = commands.spawn((
            OnTable,
            Name::new(name),
            NotShadowCaster,
            Mesh3d(meshes.add(shape.mesh())),
        ));
        solid.on(&mut part);
    }
    sun(commands, paints.quality(), field);
}

/// The surface, a corner for every so many points of the heightmap.
fn surface(field: &Field, step: u32) -> Shape {
    let heights = &field.heights;
    let cells = heights.cells();
    let marks = |count: u32| -> Vec<u32> {
        let mut marks: Vec<_> = (0..count).step_by(step as usize).collect();
        marks.push(count);
        marks
    };
    let (columns, rows) = (marks(cells.x), marks(cells.y));
    let mut shape = Shape::new();
    for &y in &rows {
        for &x in &columns {
            let at = Vec2::new(x as f32, y as f32) * heights.cell();
            let slope = heights.gradient(at);
            let normal = Vec3::new(-slope.x, 1.0, slope.y).normalize();
            let uv = Vec2::new(at.x / field.size.x, 1.0 - at.y / field.size.y);
            let high = heights.at(x as i32, y as i32);
            shape.corner(place(at, high), normal, uv, [1.0; 4]);
        }
    }
    let wide = columns.len() as u32;
    for y in 0..rows.len() as u32 - 1 {
        for x in 0..wide - 1 {
            let low = y * wide + x;
            shape.face([low, low + 1, low + wide + 1]);
            shape.face([low, low + wide + 1, low + wide]);
        }
    }
    shape
}

/// The cut edges of the board, earth under a rim of turf.
fn edges(field: &Field) -> Shape {
    let mut shape = Shape::new();
    let earth = ink(0x6a4f34);
    let turf = ink(0x5c6634);
    let size = field.size;
    let corners = [
        Vec2::ZERO,
        Vec2::new(size.x, 0.0),
        size,
        Vec2::new(0.0, size.y),
    ];
    let cell = field.heights.cell();
    for side in 0..4 {
        let (from, to) = (corners[side], corners[(side + 1) % 4]);
        let steps = (from.distance(to) / cell).round().max(1.0) as u32;
        for step in 0..steps {
            let at = |step: u32| from.lerp(to, step as f32 / steps as f32);
            let (one, two) = (at(step), at(step + 1));
            let (high_one, high_two) = (field.heights.height(one), field.heights.height(two));
            let band = |low_one: f32, low_two: f32, top_one: f32, top_two: f32| {
                [
                    place(one, low_one),
                    place(two, low_two),
                    place(two, top_two),
                    place(one, top_one),
                ]
            };
            shape.polygon(
                &band(high_one - 0.12, high_two - 0.12, high_one, high_two),
                turf,
            );
            shape.polygon(
                &band(-DEPTH, -DEPTH, high_one - 0.12, high_two - 0.12),
                earth,
            );
        }
    }
    shape
}

/// The table top with a raised rim of darker wood, and its legs.
fn wood(field: &Field) -> Shape {
    let mut shape = Shape::new();
    let (light, dark) = (ink(0x8a5a33), ink(0x5e3a20));
    let size = field.size;
    let middle = place(size / 2.0, 0.0);
    let rim = 2.2;
    let top = -0.55;
    // Planks of slightly different tone, side by side under the board.
    let planks = 9;
    let deep = (size.y + rim * 2.0) / planks as f32;
    for plank in 0..planks {
        let tone = 0.86 + 0.22 * super::shape::chance(plank + 40);
        let z = middle.z + (plank as f32 + 0.5 - planks as f32 / 2.0) * deep;
        shape.block(
            Vec3::new(middle.x, top - 0.75, z),
            Vec3::new(size.x + rim * 2.0, 1.5, deep - 0.03),
            shade(light, tone),
        );
    }
    for side in [-1.0, 1.0] {
        let x = middle.x + side * (size.x / 2.0 + rim + 0.4);
        let long = size.y + rim * 2.0 + 1.6;
        shape.block(
            Vec3::new(x, top - 0.6, middle.z),
            Vec3::new(0.8, 2.2, long),
            dark,
        );
        let z = middle.z + side * (size.y / 2.0 + rim + 0.4);
        let wide = size.x + rim * 2.0;
        shape.block(
            Vec3::new(middle.x, top - 0.6, z),
            Vec3::new(wide, 2.2, 0.8),
            dark,
        );
    }
    for (x, z) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let at = middle + Vec3::new(x * (size.x / 2.0), -16.0, z * (size.y / 2.0));
        shape.block(at, Vec3::new(2.2, 28.0, 2.2), dark);
    }
    shape
}

/// Floor boards and a rug.
fn room(field: &Field) -> Shape {
    let mut shape = Shape::new();
    let size = field.size;
    let middle = place(size / 2.0, -30.0);
    let wide = size.max_element() * 5.0;
    let boards = 40;
    for board in 0..boards {
        let tone = 0.8 + 0.3 * super::shape::chance(board + 900);
        let x = middle.x + (board as f32 + 0.5 - boards as f32 / 2.0) * wide / boards as f32;
        let half = Vec3::new(wide / boards as f32 / 2.0 - 0.06, 0.0, wide / 2.0);
        let at = Vec3::new(x, middle.y, middle.z);
        let corners = [
            at + Vec3::new(-half.x, 0.0, half.z),
            at + Vec3::new(half.x, 0.0, half.z),
            at + Vec3::new(half.x, 0.0, -half.z),
            at + Vec3::new(-half.x, 0.0, -half.z),
        ];
        shape.polygon(&corners, shade(ink(0x4e4034), tone));
    }
    let rug = Vec3::new(size.x * 0.95 + 8.0, 0.3, size.y * 0.95 + 8.0);
    shape.block(middle + Vec3::Y * 0.2, rug, ink(0x4a2d2b));
    shape.block(
        middle + Vec3::Y * 0.3,
        rug * Vec3::new(0.93, 1.0, 0.93),
        ink(0x5b3a34),
    );
    shape
}

fn sun(commands: &mut Commands, quality: Quality, field: &Field) {
    if !quality.is_lit() {
        return;
    }
    commands.insert_resource(DirectionalLightShadowMap {
        size: quality.shadow_pixels(),
    });
    commands.insert_resource(GlobalAmbientLight {
        color: Color::srgb(0.82, 0.88, 1.0),
        brightness: 330.0,
        ..default()
    });
    let reach = field.size.length() * 1.6;
    let cascades = CascadeShadowConfigBuilder {
        num_cascades: if quality == Quality::High { 3 } else { 1 },
        minimum_distance: 0.5,
        first_cascade_far_bound: reach * 0.3,
        maximum_distance: reach,
        ..default()
    };
    commands.spawn((
        OnTable,
        DirectionalLight {
            illuminance: 4700.0,
            color: Color::srgb(1.0, 0.95, 0.86),
            shadow_maps_enabled: true,
            shadow_depth_bias: 0.012,
            shadow_normal_bias: 0.7,
            ..default()
        },
        cascades.build(),
        Transform::from_xyz(-0.55, 1.0, 0.5).looking_at(Vec3::ZERO, Vec3::Y),
    ));
}
