//! Low-poly bodies built in code: corners with a normal and a colour each.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::color::{Color, ColorToComponents};
use bevy::math::{Mat4, Quat, Vec2, Vec3};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

/// A colour in linear light, as meshes carry it.
pub type Ink = [f32; 4];

/// A colour written as on the web, `0xrrggbb`.
pub fn ink(rgb: u32) -> Ink {
    let part = |shift: u32| ((rgb >> shift) & 0xff) as u8;
    Color::srgb_u8(part(16), part(8), part(0))
        .to_linear()
        .to_f32_array()
}

/// The same colour, lighter or darker.
pub fn shade(ink: Ink, by: f32) -> Ink {
    [ink[0] * by, ink[1] * by, ink[2] * by, ink[3]]
}

/// A number from 0 to 1 that looks random and is always the same for the same seed.
pub fn chance(seed: u32) -> f32 {
    let mut bits = seed.wrapping_mul(0x9e37_79b9) ^ 0x85eb_ca6b;
    bits ^= bits >> 16;
    bits = bits.wrapping_mul(0x21f0_aaad);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x735a_2d97);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / (1 << 24) as f32
}

/// A body under construction.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    uvs: Vec<Vec2>,
    inks: Vec<Ink>,
    indices: Vec<u32>,
}

impl Shape {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing in it.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// A corner with its own normal and place on a picture; answers with its number.
    pub fn corner(&mut self, at: Vec3, normal: Vec3, uv: Vec2, ink: Ink) -> u32 {
        self.positions.push(at);
        self.normals.push(normal);
        self.uvs.push(uv);
        self.inks.push(ink);
        self.positions.len() as u32 - 1
    }

    /// A triangle of corners that exist already, counter-clockwise from outside.
    pub fn face(&mut self, corners: [u32; 3]) {
        self.indices.extend(corners);
    }

    /// A flat face of three or more corners, counter-clockwise from outside.
    pub fn polygon(&mut self, corners: &[Vec3], ink: Ink) {
        let normal = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize_or(Vec3::Y);
        let first = self.positions.len() as u32;
        for &at in corners {
            self.corner(at, normal, Vec2::ZERO, ink);
        }
        for next in 1..corners.len() as u32 - 1 {
            self.face([first, first + next, first + next + 1]);
        }
    }

    /// A four-cornered picture: bottom left, bottom right, top right, top left.
    pub fn picture(&mut self, corners: [Vec3; 4], ink: Ink) {
        let normal = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize_or(Vec3::Y);
        let uvs = [
            Vec2::new(0.0, 1.0),
            Vec2::ONE,
            Vec2::new(1.0, 0.0),
            Vec2::ZERO,
        ];
        let first = self.positions.len() as u32;
        for (at, uv) in corners.into_iter().zip(uvs) {
            self.corner(at, normal, uv, ink);
        }
        self.face([first, first + 1, first + 2]);
        self.face([first, first + 2, first + 3]);
    }

    /// A block around a middle.
    pub fn block(&mut self, middle: Vec3, size: Vec3, ink: Ink) {
        self.turned_block(middle, size, Quat::IDENTITY, ink);
    }

    /// A block turned about its middle.
    pub fn turned_block(&mut self, middle: Vec3, size: Vec3, turn: Quat, ink: Ink) {
        self.tapered_block(middle, size, Vec2::ONE, turn, ink);
    }

    /// A block whose top is larger or smaller than its bottom.
    pub fn tapered_block(&mut self, middle: Vec3, size: Vec3, top: Vec2, turn: Quat, ink: Ink) {
        let half = size / 2.0;
        let corner = |x: f32, y: f32, z: f32| {
            let wide = if y > 0.0 { top } else { Vec2::ONE };
            middle + turn * Vec3::new(x * half.x * wide.x, y * half.y, z * half.z * wide.y)
        };
        let ring = |y: f32| {
            [
                corner(-1.0, y, 1.0),
                corner(1.0, y, 1.0),
                corner(1.0, y, -1.0),
                corner(-1.0, y, -1.0),
            ]
        };
        let (low, high) = (ring(-1.0), ring(1.0));
        for side in 0..4 {
            let next = (side + 1) % 4;
            self.polygon(&[low[side], low[next], high[next], high[side]], ink);
        }
        self.polygon(&high, ink);
        self.polygon(&[low[3], low[2], low[1], low[0]], ink);
    }

    /// A round body along a line, with its radius at both ends: a pole, a cone, a disc.
    pub fn round(&mut self, from: Vec3, to: Vec3, radii: (f32, f32), sides: u32, ink: Ink) {
        let along = (to - from).normalize_or(Vec3::Y);
        let across = along.any_orthonormal_vector();
        let other = along.cross(across);
        let spoke = |side: u32| {
            let angle = TAU * side as f32 / sides as f32;
            across * angle.cos() + other * angle.sin()
        };
        for side in 0..sides {
            let (one, two) = (spoke(side), spoke(side + 1));
            let mut corners = vec![from + one * radii.0];
            if radii.0 > 0.0 {
                corners.push(from + two * radii.0);
            }
            corners.push(to + two * radii.1);
            if radii.1 > 0.0 {
                corners.push(to + one * radii.1);
            }
            if corners.len() >= 3 {
                self.polygon(&corners, ink);
            }
        }
        if radii.1 > 0.0 {
            let lid: Vec<_> = (0..sides).map(|side| to + spoke(side) * radii.1).collect();
            self.polygon(&lid, ink);
        }
        if radii.0 > 0.0 {
            let bottom: Vec<_> = (0..sides)
                .rev()
                .map(|side| from + spoke(side) * radii.0)
                .collect();
            self.polygon(&bottom, ink);
        }
    }

    /// A lump of so many rings, a little irregular: foliage, smoke, a head.
    pub fn lump(&mut self, middle: Vec3, radii: Vec3, sides: u32, rings: u32, seed: u32, ink: Ink) {
        let point = |ring: u32, side: u32| {
            let down = std::f32::consts::PI * ring as f32 / rings as f32;
            let round = TAU * (side % sides) as f32 / sides as f32 + 0.4 * (ring % 2) as f32;
            let way = Vec3::new(
                down.sin() * round.cos(),
                down.cos(),
                -down.sin() * round.sin(),
            );
            let rough = 1.0 - 0.16 * chance(seed * 131 + ring * 17 + side % sides);
            middle + way * radii * rough
        };
        for ring in 0..rings {
            // Lighter above than below: light falls in from the top.
            let light = 1.12 - 0.42 * ring as f32 / rings as f32;
            for side in 0..sides {
                let tone = light * (0.94 + 0.12 * chance(seed * 57 + ring * 9 + side));
                let (a, b) = (point(ring, side), point(ring, side + 1));
                let (c, d) = (point(ring + 1, side + 1), point(ring + 1, side));
                let ink = shade(ink, tone);
                match ring {
                    0 => self.polygon(&[point(0, 0), d, c], ink),
                    _ if ring == rings - 1 => self.polygon(&[a, point(rings, 0), b], ink),
                    _ => self.polygon(&[a, d, c, b], ink),
                }
            }
        }
    }

    /// Another body, placed.
    pub fn add(&mut self, other: &Self, place: Mat4) {
        let first = self.positions.len() as u32;
        let moved = |at: &Vec3| place.transform_point3(*at);
        let turned = |way: &Vec3| place.transform_vector3(*way).normalize_or(Vec3::Y);
        self.positions.extend(other.positions.iter().map(moved));
        self.normals.extend(other.normals.iter().map(turned));
        self.uvs.extend_from_slice(&other.uvs);
        self.inks.extend_from_slice(&other.inks);
        self.indices
            .extend(other.indices.iter().map(|index| index + first));
    }

    /// How high its highest corner is.
    pub fn height(&self) -> f32 {
        self.positions.iter().map(|at| at.y).fold(0.0, f32::max)
    }

    /// Ready to be drawn.
    pub fn mesh(self) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::RENDER_WORLD | RenderAssetUsages::MAIN_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.inks)
        .with_inserted_indices(Indices::U32(self.indices))
    }
}
