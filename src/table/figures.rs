//! Figures, horses and guns, low-poly, in inches at 15 mm. They look north, towards -z.

use bevy::math::{Mat4, Quat, Vec2, Vec3};

use super::shape::{Ink, Shape, chance, ink, shade};
use crate::rules::Side;

/// What a figure is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pose {
    /// Musket on the shoulder.
    March,
    /// Musket levelled.
    Fire,
    /// Sword in hand.
    Officer,
    /// Carries the colours.
    Colours,
    /// Serves a gun.
    Gunner,
}

/// What a figure wears.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    coat: Ink,
    trousers: Ink,
    hat: Ink,
    slouch: bool,
    facing: Ink,
}

impl Uniform {
    /// What a man of a side wears; Confederates never quite match.
    pub fn of(side: Side, sharpshooter: bool, mounted: bool, seed: u32) -> Self {
        let pick = |inks: &[u32], salt: u32| {
            ink(inks[(chance(seed * 13 + salt) * inks.len() as f32) as usize % inks.len()])
        };
        match side {
            Side::Union if sharpshooter => Self {
                coat: ink(0x2f4a33),
                trousers: ink(0x3a5540),
                hat: ink(0x2c4030),
                slouch: false,
                facing: ink(0x1f2a20),
            },
            Side::Union => Self {
                coat: shade(ink(0x29396b), 0.9 + 0.2 * chance(seed)),
                trousers: shade(ink(0x7191bd), 0.92 + 0.16 * chance(seed + 1)),
                hat: ink(0x1d2438),
                slouch: chance(seed + 3) < 0.25,
                facing: ink(if mounted { 0xd8b13a } else { 0x1b1b1d }),
            },
            Side::Confederate => Self {
                coat: pick(&[0x8d9297, 0x9a9ca0, 0xa07e4e, 0x8a6a43, 0x979a9c], 1),
                trousers: pick(&[0x8f9296, 0x8b6c46, 0x6f7f99, 0xa58557], 2),
                hat: pick(&[0x5e5142, 0x4a4038, 0x7d7467, 0x8a8d90], 3),
                slouch: chance(seed + 3) < 0.65,
                facing: ink(0x2b2622),
            },
        }
    }
}

const SKIN: u32 = 0xd9a884;
const WOOD: u32 = 0x6b4528;
const STEEL: u32 = 0xa9adb3;

/// A man on foot.
pub fn man(pose: Pose, uniform: Uniform, simple: bool) -> Shape {
    let mut shape = Shape::new();
    for (side, step) in [(-1.0, -0.02), (1.0, 0.03)] {
        let leg = Vec3::new(0.07, 0.27, 0.075);
        shape.block(Vec3::new(0.042 * side, 0.135, step), leg, uniform.trousers);
        if !simple {
            let shoe = Vec3::new(0.07, 0.04, 0.11);
            shape.block(
                Vec3::new(0.042 * side, 0.02, step - 0.02),
                shoe,
                ink(0x2a2320),
            );
        }
    }
    torso(&mut shape, uniform, Vec3::ZERO, simple);
    arms(&mut shape, pose, uniform, Vec3::ZERO, simple);
    shape
}

/// Coat, head, hat and pack, from the waist up.
fn torso(shape: &mut Shape, uniform: Uniform, at: Vec3, simple: bool) {
    let body = Vec3::new(0.19, 0.22, 0.12);
    let wide = Vec2::new(0.95, 0.9);
    shape.tapered_block(
        at + Vec3::Y * 0.355,
        body,
        wide,
        Quat::IDENTITY,
        uniform.coat,
    );
    if !simple {
        let skirt = Vec3::new(0.2, 0.07, 0.13);
        shape.block(at + Vec3::Y * 0.245, skirt, shade(uniform.coat, 0.9));
        let belt = Vec3::new(0.2, 0.022, 0.135);
        shape.block(at + Vec3::Y * 0.285, belt, uniform.facing);
        let pack = Vec3::new(0.14, 0.12, 0.055);
        shape.block(at + Vec3::new(0.0, 0.38, 0.088), pack, ink(0x3b352e));
        let roll = Vec3::new(0.17, 0.05, 0.055);
        shape.block(at + Vec3::new(0.0, 0.46, 0.088), roll, ink(0x8c8577));
    }
    let head = Vec3::new(0.055, 0.065, 0.058);
    let (sides, rings) = if simple { (5, 3) } else { (7, 4) };
    shape.lump(at + Vec3::Y * 0.515, head, sides, rings, 1, ink(SKIN));
    let brow = at + Vec3::Y * 0.535;
    if uniform.slouch {
        let brim = Vec3::Y * 0.012;
        shape.round(
            brow,
            brow + brim,
            (0.095, 0.09),
            if simple { 6 } else { 9 },
            uniform.hat,
        );
        shape.round(
            brow + brim,
            brow + Vec3::Y * 0.075,
            (0.058, 0.045),
            6,
            uniform.hat,
        );
    } else {
        let top = brow + Vec3::new(0.0, 0.065, -0.02);
        shape.round(brow - Vec3::Y * 0.005, top, (0.063, 0.05), 6, uniform.hat);
        if !simple {
            let visor = Vec3::new(0.08, 0.01, 0.05);
            shape.block(brow + Vec3::new(0.0, 0.0, -0.068), visor, ink(0x17161a));
        }
    }
}

/// A limb or a stick from one point to another.
fn stick(shape: &mut Shape, from: Vec3, to: Vec3, thick: f32, colour: Ink) {
    let way = to - from;
    let turn = Quat::from_rotation_arc(Vec3::Y, way.normalize_or(Vec3::Y));
    let size = Vec3::new(thick, way.length(), thick);
    shape.turned_block((from + to) / 2.0, size, turn, colour);
}

fn arms(shape: &mut Shape, pose: Pose, uniform: Uniform, at: Vec3, simple: bool) {
    let shoulder = |side: f32| at + Vec3::new(0.105 * side, 0.43, 0.0);
    let sleeve = shade(uniform.coat, 0.94);
    let mut arm = |side: f32, hand: Vec3| {
        stick(shape, shoulder(side), at + hand, 0.052, sleeve);
        if !simple {
            shape.block(at + hand, Vec3::splat(0.045), ink(SKIN));
        }
    };
    match pose {
        Pose::March => {
            arm(1.0, Vec3::new(0.11, 0.27, -0.07));
            arm(-1.0, Vec3::new(-0.13, 0.24, 0.02));
            let (butt, muzzle) = (Vec3::new(0.11, 0.25, -0.07), Vec3::new(0.1, 0.78, 0.07));
            musket(shape, at + butt, at + muzzle, simple);
        }
        Pose::Fire => {
            arm(1.0, Vec3::new(0.08, 0.42, -0.11));
            arm(-1.0, Vec3::new(-0.0, 0.42, -0.22));
            let (butt, muzzle) = (Vec3::new(0.08, 0.43, 0.0), Vec3::new(0.03, 0.46, -0.52));
            musket(shape, at + butt, at + muzzle, simple);
        }
        Pose::Officer => {
            arm(1.0, Vec3::new(0.17, 0.6, -0.06));
            arm(-1.0, Vec3::new(-0.13, 0.28, -0.03));
            let (hilt, tip) = (Vec3::new(0.17, 0.6, -0.06), Vec3::new(0.2, 0.93, -0.16));
            stick(shape, at + hilt, at + tip, 0.017, ink(0xd5d8dc));
            let sash = Vec3::new(0.2, 0.03, 0.14);
            shape.block(at + Vec3::Y * 0.285, sash, ink(0x8e2a2a));
        }
        Pose::Colours => {
            arm(1.0, Vec3::new(0.05, 0.36, -0.12));
            arm(-1.0, Vec3::new(-0.02, 0.44, -0.12));
        }
        Pose::Gunner => {
            arm(1.0, Vec3::new(0.12, 0.34, -0.12));
            arm(-1.0, Vec3::new(-0.12, 0.34, -0.12));
            let (one, two) = (Vec3::new(0.15, 0.2, -0.14), Vec3::new(0.09, 0.62, -0.1));
            stick(shape, at + one, at + two, 0.02, ink(0xb99a68));
        }
    }
}

fn musket(shape: &mut Shape, butt: Vec3, muzzle: Vec3, simple: bool) {
    let lock = butt.lerp(muzzle, 0.42);
    stick(shape, butt, lock, 0.032, ink(WOOD));
    stick(shape, lock, muzzle, 0.022, ink(STEEL));
    if !simple {
        let bayonet = muzzle + (muzzle - butt).normalize() * 0.12;
        stick(shape, muzzle, bayonet, 0.01, ink(0xd5d8dc));
    }
}

/// A horse, with its rider if it has one.
pub fn horse(rider: Option<(Pose, Uniform)>, seed: u32, simple: bool) -> Shape {
    let mut shape = Shape::new();
    let coats = [0x5a3a22, 0x6e4526, 0x3c2a1e, 0x8a6a48, 0x2b2420, 0x9a938a];
    let coat = ink(coats[(chance(seed + 9) * 6.0) as usize % 6]);
    let dark = shade(coat, 0.45);
    let trunk = Vec3::new(0.15, 0.18, 0.46);
    shape.block(Vec3::new(0.0, 0.4, 0.02), trunk, coat);
    for (x, z) in [(-0.05, -0.16), (0.05, -0.19), (-0.05, 0.2), (0.05, 0.17)] {
        let leg = Vec3::new(0.045, 0.33, 0.05);
        shape.block(Vec3::new(x, 0.165, z), leg, shade(coat, 0.8));
    }
    let neck = Quat::from_rotation_x(-0.75);
    let thick = Vec3::new(0.085, 0.27, 0.12);
    shape.tapered_block(
        Vec3::new(0.0, 0.55, -0.28),
        thick,
        Vec2::new(0.8, 0.7),
        neck,
        coat,
    );
    let head = Quat::from_rotation_x(0.55);
    shape.turned_block(
        Vec3::new(0.0, 0.63, -0.42),
        Vec3::new(0.07, 0.085, 0.2),
        head,
        coat,
    );
    if !simple {
        shape.turned_block(
            Vec3::new(0.0, 0.62, -0.24),
            Vec3::new(0.025, 0.24, 0.05),
            neck,
            dark,
        );
        let blanket = Vec3::new(0.165, 0.03, 0.2);
        shape.block(Vec3::new(0.0, 0.5, 0.04), blanket, ink(0x27335a));
    }
    stick(
        &mut shape,
        Vec3::new(0.0, 0.46, 0.25),
        Vec3::new(0.0, 0.2, 0.33),
        0.035,
        dark,
    );
    if let Some((pose, uniform)) = rider {
        let seat = Vec3::new(0.0, 0.27, 0.04);
        for side in [-1.0, 1.0] {
            let (hip, foot) = (
                Vec3::new(0.05 * side, 0.5, 0.04),
                Vec3::new(0.11 * side, 0.28, -0.06),
            );
            stick(&mut shape, hip, foot, 0.06, uniform.trousers);
        }
        torso(&mut shape, uniform, seat, simple);
        arms(&mut shape, pose, uniform, seat, simple);
    }
    shape
}

fn wheel(shape: &mut Shape, at: Vec3, radius: f32, simple: bool) {
    let rim = ink(0x5d4a34);
    let half = Vec3::X * 0.018;
    if simple {
        shape.round(at - half, at + half, (radius, radius), 8, rim);
        return;
    }
    let spokes = 8;
    for spoke in 0..spokes {
        let angle = std::f32::consts::TAU * spoke as f32 / spokes as f32;
        let next = std::f32::consts::TAU * (spoke + 1) as f32 / spokes as f32;
        let point = |angle: f32| at + Vec3::new(0.0, angle.sin(), angle.cos()) * radius * 0.93;
        stick(shape, point(angle), point(next), 0.035, rim);
        stick(shape, at, point(angle), 0.02, ink(0x7a8a5a));
    }
    shape.round(
        at - half * 1.8,
        at + half * 1.8,
        (0.035, 0.035),
        6,
        ink(0x3a3a38),
    );
}

/// A gun ready to fire, its muzzle to the north.
pub fn gun(bronze: bool, simple: bool) -> Shape {
    let mut shape = Shape::new();
    for side in [-1.0, 1.0] {
        wheel(&mut shape, Vec3::new(0.13 * side, 0.18, 0.0), 0.18, simple);
    }
    let metal = if bronze { ink(0xa97f3f) } else { ink(0x34363a) };
    let (breech, muzzle) = (Vec3::new(0.0, 0.25, 0.16), Vec3::new(0.0, 0.27, -0.36));
    shape.round(
        breech,
        muzzle,
        (0.05, 0.034),
        if simple { 6 } else { 8 },
        metal,
    );
    let paint = ink(0x6d7c4e);
    stick(
        &mut shape,
        Vec3::new(-0.13, 0.19, 0.0),
        Vec3::new(0.13, 0.19, 0.0),
        0.04,
        paint,
    );
    stick(
        &mut shape,
        Vec3::new(0.0, 0.2, 0.0),
        Vec3::new(0.0, 0.03, 0.38),
        0.055,
        paint,
    );
    shape
}

/// A gun hooked up behind its limber and team, from the leaders' noses back.
pub fn team(horses: u32, riders: &[Uniform], bronze: bool, simple: bool) -> Shape {
    let mut shape = Shape::new();
    for number in 0..horses.min(4) {
        let side = if number % 2 == 0 { -0.1 } else { 0.1 };
        let back = -0.38 + 0.5 * (number / 2) as f32;
        let rider = (number % 2 == 0)
            .then(|| riders.get(number as usize / 2))
            .flatten()
            .map(|uniform| (Pose::Gunner, *uniform));
        let place = Mat4::from_translation(Vec3::new(side, 0.0, back));
        shape.add(&horse(rider, 40 + number, simple), place);
    }
    let paint = ink(0x6d7c4e);
    for side in [-1.0, 1.0] {
        wheel(&mut shape, Vec3::new(0.13 * side, 0.17, 0.2), 0.17, simple);
    }
    shape.block(Vec3::new(0.0, 0.28, 0.2), Vec3::new(0.2, 0.13, 0.14), paint);
    stick(
        &mut shape,
        Vec3::new(0.0, 0.2, 0.15),
        Vec3::new(0.0, 0.24, -0.4),
        0.03,
        paint,
    );
    let turned = Mat4::from_rotation_translation(
        Quat::from_rotation_y(std::f32::consts::PI),
        Vec3::new(0.0, 0.0, 0.56),
    );
    shape.add(&gun(bronze, simple), turned);
    for (number, uniform) in riders.iter().skip(1).enumerate() {
        let mut seated = Shape::new();
        torso(&mut seated, *uniform, Vec3::ZERO, simple);
        arms(&mut seated, Pose::Gunner, *uniform, Vec3::ZERO, simple);
        let at = Vec3::new(-0.05 + 0.11 * number as f32, 0.1, 0.2);
        shape.add(&seated, Mat4::from_translation(at));
    }
    shape
}

/// Pole and cloth of a flag; the cloth is a picture of its own.
pub fn pole() -> Shape {
    let mut shape = Shape::new();
    let (foot, top) = (Vec3::new(0.0, 0.25, 0.0), Vec3::new(0.0, 1.22, 0.0));
    shape.round(foot, top, (0.016, 0.013), 5, ink(0x6d4a2c));
    shape.round(top, top + Vec3::Y * 0.06, (0.022, 0.0), 5, ink(0xc9a24a));
    shape
}

/// The cloth, waving, seen from both sides.
pub fn cloth(wide: f32, high: f32) -> Shape {
    let mut shape = Shape::new();
    let folds = 6;
    let wave = |step: u32| {
        let far = step as f32 / folds as f32;
        let aside = 0.045 * (far * 7.0).sin() * far.sqrt();
        (far * wide, aside, far)
    };
    for (side, flip) in [(1.0, false), (-1.0, true)] {
        let mut columns = Vec::new();
        for step in 0..=folds {
            let (x, z, u) = wave(step);
            let light = 0.92 + 0.14 * (u * 7.0).cos();
            let tone = [light, light, light, 1.0];
            let normal = Vec3::Z * side;
            let sag = 0.05 * u;
            let low = Vec3::new(x, 1.2 - high - sag, z);
            let top = Vec3::new(x, 1.2 - sag, z);
            columns.push((
                shape.corner(low, normal, Vec2::new(u, 1.0), tone),
                shape.corner(top, normal, Vec2::new(u, 0.0), tone),
            ));
        }
        for pair in columns.windows(2) {
            let [(a, b), (c, d)] = [pair[0], pair[1]];
            if flip {
                shape.face([a, b, d]);
                shape.face([a, d, c]);
            } else {
                shape.face([a, c, d]);
                shape.face([a, d, b]);
            }
        }
    }
    shape
}
