//! Models of whole stands: a base with its figures, made once for each kind and kept.

use bevy::math::{Mat4, Quat, Vec2, Vec3};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::figures::{self, Pose, Uniform};
use super::palette::Palette;
use super::shape::{Shape, chance, ink};
use crate::rules::Side;

/// Who is on a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crew {
    /// Men on foot.
    Foot {
        /// Spread out as skirmishers.
        loose: bool,
        /// Muskets levelled.
        firing: bool,
        /// Officer and colours are with this stand.
        colours: bool,
        /// Green coats.
        sharpshooters: bool,
    },
    /// Men in the saddle.
    Horse {
        /// Officer and colours are with this stand.
        colours: bool,
    },
    /// Guns ready to fire.
    Guns {
        /// Smoothbores.
        bronze: bool,
    },
    /// A gun hooked up.
    Limbered {
        /// Smoothbores.
        bronze: bool,
        /// Horses left.
        horses: u32,
    },
    /// A leader with his staff.
    Staff,
    /// Nobody: the stand of a dummy.
    Nobody,
}

/// Everything that makes two stands look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StandKey {
    /// Whose it is.
    pub side: Side,
    /// Who is on it.
    pub crew: Crew,
    /// Figures left on it.
    pub figures: u32,
    /// Figures it had.
    pub full: u32,
    /// Width and depth in hundredths of an inch.
    pub size: (u32, u32),
    /// Files follow the long side: the stand is turned for the march.
    pub turned: bool,
}

/// The models made so far.
#[derive(Resource, Default)]
pub struct StandModels(HashMap<StandKey, Handle<Mesh>>);

impl StandModels {
    /// The model of a stand.
    pub fn get(
        &mut self,
        key: StandKey,
        scale: f32,
        simple: bool,
        meshes: &mut Assets<Mesh>,
    ) -> Handle<Mesh> {
        self.0
            .entry(key)
            .or_insert_with(|| meshes.add(model(key, scale, simple).mesh()))
            .clone()
    }
}

/// How thick a base is at 15 mm.
pub const BASE: f32 = 0.05;

/// Base and figures.
pub fn model(key: StandKey, scale: f32, simple: bool) -> Shape {
    let size = Vec2::new(key.size.0 as f32, key.size.1 as f32) / 100.0;
    let mut shape = Shape::new();
    let thick = BASE * scale;
    let flock = ink(0x6f7d3f);
    let top = Vec2::splat(0.96);
    let slab = Vec3::new(size.x, thick, size.y);
    shape.tapered_block(Vec3::Y * thick / 2.0, slab, top, Quat::IDENTITY, flock);
    // A painted rear edge tells the sides apart from above.
    let edge = ink(Palette::worn().side(key.side));
    let strip = Vec3::new(size.x * 0.97, thick * 0.5, 0.055 * scale);
    let rear = Vec3::new(0.0, thick * 0.85, size.y / 2.0 - 0.04 * scale);
    shape.block(rear, strip, edge);
    for (figure, at, turn) in crowd(key, size / scale, simple) {
        let place = Mat4::from_scale_rotation_translation(
            Vec3::splat(scale),
            Quat::from_rotation_y(turn),
            Vec3::new(at.x * scale, thick * 0.9, at.y * scale),
        );
        shape.add(&figure, place);
    }
    shape
}

/// Figures with their places on the base (right, back) in inches at 15 mm, and where they look.
fn crowd(key: StandKey, size: Vec2, simple: bool) -> Vec<(Shape, Vec2, f32)> {
    let seed = |number: u32| number * 37 + key.figures + key.side as u32 * 500;
    let uniform = |number: u32, sharpshooter: bool, mounted: bool| {
        Uniform::of(key.side, sharpshooter, mounted, seed(number))
    };
    let middle = key.figures / 2;
    match key.crew {
        Crew::Foot {
            loose,
            firing,
            colours,
            sharpshooters,
        } => (0..key.figures)
            .map(|number| {
                let at = file(key, size, number, loose);
                let pose = match number {
                    _ if colours && number == middle => Pose::Colours,
                    _ if colours && key.figures > 2 && number == middle + 1 => Pose::Officer,
                    _ if firing || loose => Pose::Fire,
                    _ => Pose::March,
                };
                let turn = (chance(seed(number) + 1) - 0.5) * if loose { 0.7 } else { 0.16 };
                let man = figures::man(pose, uniform(number, sharpshooters, false), simple);
                (man, at, turn)
            })
            .collect(),
        Crew::Horse { colours } => (0..key.figures)
            .map(|number| {
                let at = file(key, size, number, false);
                let pose = match number {
                    _ if colours && number == middle => Pose::Colours,
                    _ => Pose::Officer,
                };
                let rider = (pose, uniform(number, false, true));
                let turn = (chance(seed(number) + 1) - 0.5) * 0.14;
                (figures::horse(Some(rider), seed(number), simple), at, turn)
            })
            .collect(),
        Crew::Guns { bronze } => (0..key.figures)
            .flat_map(|section| {
                let step = size.x / key.full.max(1) as f32;
                let x = -size.x / 2.0 + step * (section as f32 + 0.5);
                let crew = figures::man(Pose::Gunner, uniform(section, false, false), simple);
                [
                    (
                        figures::gun(bronze, simple),
                        Vec2::new(x - step * 0.13, -0.06),
                        0.0,
                    ),
                    (crew, Vec2::new(x + step * 0.3, 0.17), -0.3),
                ]
            })
            .collect(),
        Crew::Limbered { bronze, horses } => {
            let riders: Vec<_> = (0..key.figures)
                .map(|number| uniform(number, false, false))
                .collect();
            vec![(
                figures::team(horses.max(1), &riders, bronze, simple),
                Vec2::new(0.0, -0.02),
                0.0,
            )]
        }
        Crew::Nobody => Vec::new(),
        Crew::Staff => (0..key.figures)
            .map(|number| {
                let at = match (key.figures, number) {
                    (1, _) => Vec2::new(0.0, 0.02),
                    (2, 0) => Vec2::new(-0.12, -0.03),
                    (2, _) => Vec2::new(0.13, 0.06),
                    (_, 0) => Vec2::new(0.0, -0.08),
                    (_, 1) => Vec2::new(-0.16, 0.1),
                    _ => Vec2::new(0.16, 0.1),
                };
                let pose = if number == 0 {
                    Pose::Officer
                } else {
                    Pose::March
                };
                let uniform = uniform(number + 3, false, true);
                (
                    figures::horse(Some((pose, uniform)), 5 + number, simple),
                    at,
                    0.1 * number as f32,
                )
            })
            .collect(),
    }
}

/// The place of a figure: in one rank, every other half a step back.
fn file(key: StandKey, size: Vec2, number: u32, loose: bool) -> Vec2 {
    let full = key.full.max(key.figures).max(1);
    let stray = |salt: u32| chance(number * 71 + salt + full) - 0.5;
    let (long, short) = if key.turned {
        (size.y, size.x)
    } else {
        (size.x, size.y)
    };
    // Those who are left close up towards the middle.
    let first = (full - key.figures) as f32 / 2.0;
    let along = long * ((first + number as f32 + 0.5) / full as f32 - 0.5);
    let stagger = if number.is_multiple_of(2) {
        -0.17
    } else {
        0.13
    };
    let across = short * (stagger + stray(2) * if loose { 0.3 } else { 0.06 });
    if key.turned {
        // Two files abreast, marching along the road.
        Vec2::new(
            short * if number.is_multiple_of(2) { -0.2 } else { 0.2 },
            along,
        )
    } else {
        Vec2::new(along + stray(1) * 0.03, across)
    }
}
