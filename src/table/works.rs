//! What is raised in the battle: earthworks with their front, obstacles, pontoon bridges and the
//! wagons of their trains. It is modelled anew whenever it changes.

use bevy::math::{Mat4, Quat};
use bevy::prelude::*;

use super::barriers::{posts, rail};
use super::shape::{Ink, Shape, chance, ink, shade};
use super::troops::TroopCoat;
use super::{OnTable, Playback, place};
use crate::army::{Army, Bridge, Earth};
use crate::field::plan::LineKind;
use crate::field::{Facing, Field, LineFeature, Placement};

/// What is on the table, to know when it must be made anew.
#[derive(Resource, Default)]
pub struct Raised {
    earth: Option<Earth>,
    carts: Option<Vec<Cart>>,
    works: Option<Entity>,
    train: Option<Entity>,
}

/// Where wagons or tools stand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cart {
    place: Placement,
    /// Pontoons on wagons; else only tools.
    loaded: bool,
}

/// Everything is made anew.
pub fn spawn(commands: &mut Commands) {
    commands.insert_resource(Raised::default());
}

/// Brings the works and wagons in line with the moment that is shown.
fn dig(
    mut commands: Commands,
    playback: Res<Playback>,
    mut raised: ResMut<Raised>,
    mut meshes: ResMut<Assets<Mesh>>,
    coat: Res<TroopCoat>,
) {
    if !playback.is_changed() {
        return;
    }
    let (army, field) = (playback.view(), &playback.scenario().field);
    let mut show = |old: &mut Option<Entity>, name: &'static str, shape: Shape| {
        if let Some(entity) = old.take() {
            commands.entity(entity).despawn();
        }
        if !shape.is_empty() {
            let mesh = Mesh3d(meshes.add(shape.mesh()));
            let mut entity = commands.spawn((OnTable, Name::new(name), mesh));
            coat.0.on(&mut entity);
            *old = Some(entity.id());
        }
    };
    let raised = &mut *raised;
    if raised.earth.as_ref() != Some(army.earth()) {
        raised.earth = Some(army.earth().clone());
        show(&mut raised.works, "works", earth(field, army.earth()));
    }
    let carts = carts(army);
    if raised.carts.as_ref() != Some(&carts) {
        show(&mut raised.train, "train", train(field, &carts));
        raised.carts = Some(carts);
    }
}

/// Behind every body of engineers: its wagons, or its tools.
fn carts(army: &Army) -> Vec<Cart> {
    army.present()
        .filter(|&id| army.identity(id).engineer)
        .map(|id| {
            let place = army.placement(id);
            let behind = army.footprint(id).right_behind(0.0);
            Cart {
                place: Placement {
                    at: behind,
                    facing: place.facing,
                },
                loaded: army.record(id).train > 0,
            }
        })
        .collect()
}

/// Works, obstacles and bridges as one body.
fn earth(field: &Field, earth: &Earth) -> Shape {
    let mut shape = Shape::new();
    let now = earth.field(field);
    let now = now.as_ref().unwrap_or(field);
    for (number, line) in now.lines.iter().enumerate() {
        let seed = number as u32 * 977;
        match line.kind {
            LineKind::HastyWorks | LineKind::LightWorks | LineKind::HeavyWorks => {
                works(&mut shape, now, line, seed);
            }
            LineKind::Abatis => abatis(&mut shape, now, line, seed),
            LineKind::Fraise => fraise(&mut shape, now, line, seed),
            LineKind::ChevauxDeFrise => chevaux(&mut shape, now, line, seed),
            LineKind::FloodedDitch => ditch(&mut shape, now, line),
            LineKind::PontoonBridge if earth.bridges().is_empty() => {
                if let [first, .., last] = line.points[..] {
                    deck(&mut shape, now, [first, last], 1.0);
                }
            }
            _ => {}
        }
    }
    for bridge in earth.bridges() {
        self::bridge(&mut shape, now, bridge);
    }
    shape
}

/// A face seen from both sides.
fn both(shape: &mut Shape, corners: [Vec3; 4], colour: Ink) {
    shape.polygon(&corners, colour);
    let [a, b, c, d] = corners;
    shape.polygon(&[d, c, b, a], colour);
}

/// A bank of earth thrown outwards from a wall of logs, with the trench that it came out of before
/// it; the heavier, the higher.
fn works(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    let high = match line.kind {
        LineKind::HeavyWorks => 0.52,
        LineKind::LightWorks => 0.38,
        _ => 0.24,
    } * scale;
    let hasty = line.kind == LineKind::HastyWorks;
    let posts = posts(field, line, 0.4 * scale);
    for (number, pair) in posts.windows(2).enumerate() {
        let (Some(one), Some(two)) = (pair[0], pair[1]) else {
            continue;
        };
        let along = (two - one).normalize_or(Vec2::X);
        let front = Vec2::new(along.y, -along.x);
        let tone = 0.82 + 0.3 * chance(seed + number as u32);
        // Out from the line towards the enemy, and up.
        let at = |end: Vec2, out: f32, up: f32| {
            let there = end + front * out * scale;
            place(there, field.heights.height(there) + up)
        };
        let strip = |shape: &mut Shape, from: (f32, f32), to: (f32, f32), colour: Ink| {
            let corners = [
                at(one, from.0, from.1),
                at(two, from.0, from.1),
                at(two, to.0, to.1),
                at(one, to.0, to.1),
            ];
            both(shape, corners, colour);
        };
        let soil = |by: f32| shade(ink(0x8a6b45), tone * by);
        let toe = 0.16 + high / scale * 0.9;
        strip(shape, (-0.06, 0.0), (-0.04, high), soil(0.55));
        strip(shape, (-0.04, high), (0.1, high), soil(1.15));
        strip(shape, (0.1, high), (toe, 0.015), soil(0.95));
        if !hasty {
            strip(shape, (toe, 0.018), (toe + 0.24, 0.018), soil(0.42));
        }
        // Logs hold it up on the inner side; a head log lies on top of the stronger ones.
        let levels = if hasty { 2 } else { 3 };
        for level in 0..levels {
            let up = high * (level as f32 + 0.5) / levels as f32;
            rail(
                shape,
                at(one, -0.08, up),
                at(two, -0.08, up),
                0.075 * scale,
                tone,
                0x6b5337,
            );
        }
        if !hasty {
            let up = high + 0.07 * scale;
            let (from, to) = (at(one, 0.0, up), at(two, 0.0, up));
            rail(shape, from, to, 0.08 * scale, tone, 0x5d4830);
        }
        for end in [one, two] {
            let corners = [
                at(end, -0.06, 0.0),
                at(end, -0.04, high),
                at(end, 0.1, high),
                at(end, toe, 0.015),
            ];
            both(shape, corners, soil(0.75));
        }
    }
}

/// Felled trees, their tops tangled.
fn abatis(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    for (number, at) in posts(field, line, 0.3 * scale).into_iter().enumerate() {
        let Some(at) = at else { continue };
        let seed = seed + number as u32 * 13;
        for branch in 0..5 {
            let turn = chance(seed + branch) * std::f32::consts::TAU;
            let long = (0.2 + 0.18 * chance(seed + branch + 50)) * scale;
            let up = (0.1 + 0.2 * chance(seed + branch + 90)) * scale;
            let foot = place(at, field.heights.height(at) + 0.02);
            let tip = foot + Vec3::new(turn.cos() * long, up, turn.sin() * long);
            let wood = shade(ink(0x6f5a3c), 0.8 + 0.4 * chance(seed + branch + 20));
            shape.round(foot, tip, (0.028 * scale, 0.008 * scale), 4, wood);
        }
        let leaves = place(at, field.heights.height(at) + 0.09 * scale);
        let green = shade(ink(0x5d6a34), 0.8 + 0.4 * chance(seed + 7));
        let radii = Vec3::new(0.16, 0.09, 0.13) * scale;
        shape.lump(leaves, radii, 6, 3, seed, green);
    }
}

/// Pointed stakes in a row, aslant.
fn fraise(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    let points = &line.points;
    let whole = (points[points.len() - 1] - points[0]).normalize_or(Vec2::X);
    let front = Vec2::new(whole.y, -whole.x);
    for (number, at) in posts(field, line, 0.13 * scale).into_iter().enumerate() {
        let Some(at) = at else { continue };
        let tone = 0.8 + 0.4 * chance(seed + number as u32);
        let ground = field.heights.height(at);
        let foot = place(at - front * 0.1 * scale, ground);
        let tip = place(at + front * 0.3 * scale, ground + 0.3 * scale);
        let wood = shade(ink(0x8a7048), tone);
        shape.round(foot, tip, (0.03 * scale, 0.004 * scale), 4, wood);
    }
}

/// Beams with spikes through them, end to end.
fn chevaux(shape: &mut Shape, field: &Field, line: &LineFeature, seed: u32) {
    let scale = field.proportion();
    let posts = posts(field, line, 0.8 * scale);
    for (number, pair) in posts.windows(2).enumerate() {
        let (Some(one), Some(two)) = (pair[0], pair[1]) else {
            continue;
        };
        let up = 0.2 * scale;
        let high = |at: Vec2| place(at, field.heights.height(at) + up);
        let (from, to) = (high(one.lerp(two, 0.04)), high(one.lerp(two, 0.96)));
        rail(shape, from, to, 0.07 * scale, 0.9, 0x6a5234);
        let along = (two - one).normalize_or(Vec2::X);
        let across = place(Vec2::new(along.y, -along.x), 0.0);
        for spike in 0..5 {
            let at = from.lerp(to, (spike as f32 + 0.5) / 5.0);
            let tone = 0.85 + 0.3 * chance(seed + number as u32 * 7 + spike);
            for side in [-1.0, 1.0] {
                let arm = (across * side + Vec3::Y) * 0.26 * scale;
                let wood = shade(ink(0x8d744c), tone);
                shape.round(at - arm * 0.75, at + arm, (0.024 * scale, 0.004), 4, wood);
            }
        }
    }
}

/// Water in a ditch.
fn ditch(shape: &mut Shape, field: &Field, line: &LineFeature) {
    for pair in line.points.windows(2) {
        let along = (pair[1] - pair[0]).normalize_or(Vec2::X);
        let side = Vec2::new(along.y, -along.x);
        for (half, up, colour) in [(1.35, 0.012, 0x6d5a3c), (0.9, 0.02, 0x4f6f80)] {
            let out = side * line.half_width * half;
            let steps = (pair[0].distance(pair[1]) / 0.5).ceil().max(1.0) as u32;
            for step in 0..steps {
                let at = |step: u32| pair[0].lerp(pair[1], step as f32 / steps as f32);
                let (one, two) = (at(step), at(step + 1));
                let lay = |point: Vec2| place(point, field.heights.height(point) + up);
                let corners = [one - out, one + out, two + out, two - out].map(lay);
                both(shape, corners, ink(colour));
            }
        }
    }
}

/// A bridge as far as it reaches, and what of it still lies on the bank.
fn bridge(shape: &mut Shape, field: &Field, bridge: &Bridge) {
    let scale = field.proportion();
    if bridge.built > 0 {
        deck(shape, field, bridge.ends, bridge.part());
    }
    let [from, to] = bridge.ends;
    let along = (to - from).normalize_or(Vec2::Y);
    let side = Vec2::new(along.y, -along.x);
    let left = bridge.length.saturating_sub(bridge.built).min(4);
    for boat in 0..left {
        let at = from - along * (0.15 + 0.3 * boat as f32) * scale + side * 0.95 * scale;
        pontoon(shape, field, at, along, field.heights.height(at) + 0.05);
    }
    // The empty wagons stay where they were unloaded.
    for wagon in 0..2 {
        let at = from - along * (0.4 + 0.9 * wagon as f32) * scale - side * 1.05 * scale;
        let facing = Facing::towards(Vec2::ZERO, along);
        self::wagon(shape, field, at, facing, false);
    }
}

/// Boats side by side with planks over them, over part of the way.
fn deck(shape: &mut Shape, field: &Field, [from, to]: [Vec2; 2], part: f32) {
    let scale = field.proportion();
    let way = to - from;
    let (along, long) = (way.normalize_or(Vec2::Y), way.length() * part);
    let side = Vec2::new(along.y, -along.x) * 0.24 * scale;
    let high = field.heights.height(from).max(field.heights.height(to)) + 0.1 * scale;
    let boats = (long / (0.36 * scale)).floor().max(1.0) as u32;
    for boat in 0..boats {
        let at = from + along * (boat as f32 + 0.6) * long / boats as f32;
        pontoon(shape, field, at, side, high - 0.13 * scale);
    }
    let planks = (long / (0.1 * scale)).ceil().max(1.0) as u32;
    for plank in 0..planks {
        let step = long / planks as f32;
        let at = |part: f32| from + along * (plank as f32 + part) * step;
        let tone = 0.85 + 0.3 * chance(plank * 31 + 5);
        let lay = |point: Vec2| place(point, high);
        let (one, two) = (at(0.04), at(0.96));
        let corners = [one - side, one + side, two + side, two - side].map(lay);
        both(shape, corners, shade(ink(0xa58a5c), tone));
    }
    for side in [-side, side] {
        let rise = Vec3::Y * 0.02 * scale;
        let (one, two) = (from + side, from + along * long + side);
        rail(
            shape,
            place(one, high) + rise,
            place(two, high) + rise,
            0.045 * scale,
            0.9,
            0x7d6544,
        );
    }
}

/// One boat, lying along a direction.
fn pontoon(shape: &mut Shape, field: &Field, at: Vec2, lies: Vec2, high: f32) {
    let scale = field.proportion();
    let turn = Quat::from_rotation_y(lies.y.atan2(lies.x));
    let size = Vec3::new(0.85, 0.13, 0.2) * scale;
    let mut hull = Shape::new();
    let colour = ink(0x54606a);
    // Wider above than below.
    let over = Quat::from_rotation_x(std::f32::consts::PI);
    hull.tapered_block(Vec3::ZERO, size, Vec2::new(0.75, 0.6), over, colour);
    hull.block(
        Vec3::Y * size.y * 0.5,
        Vec3::new(size.x * 0.86, 0.012, size.z * 0.7),
        shade(ink(0x3a3126), 1.0),
    );
    let middle = place(at, high.max(field.heights.height(at) + 0.01));
    shape.add(&hull, Mat4::from_rotation_translation(turn, middle));
}

/// A wagon, with or without its pontoon.
fn wagon(shape: &mut Shape, field: &Field, at: Vec2, facing: Facing, loaded: bool) {
    let scale = field.proportion();
    let ahead = facing.ahead();
    let turn = Quat::from_rotation_y(ahead.y.atan2(ahead.x));
    let mut cart = Shape::new();
    let (wood, iron) = (ink(0x5c6b73), ink(0x4a3a28));
    let part = |x: f32, y: f32, z: f32| Vec3::new(x, y, z) * scale;
    cart.block(part(0.0, 0.2, 0.0), part(0.66, 0.06, 0.24), wood);
    for (x, z) in [(-0.24, -0.15), (-0.24, 0.15), (0.24, -0.15), (0.24, 0.15)] {
        let hub = part(x, 0.12, z);
        let rim = Vec3::Z * 0.025 * scale;
        cart.round(hub - rim, hub + rim, (0.12 * scale, 0.12 * scale), 10, iron);
    }
    cart.block(part(0.5, 0.16, 0.0), part(0.4, 0.03, 0.03), iron);
    if loaded {
        let over = Quat::from_rotation_x(std::f32::consts::PI);
        cart.tapered_block(
            part(0.0, 0.32, 0.0),
            part(0.86, 0.16, 0.24),
            Vec2::new(0.75, 0.6),
            over,
            ink(0x66727b),
        );
    }
    let foot = place(at, field.heights.height(at));
    shape.add(&cart, Mat4::from_rotation_translation(turn, foot));
}

/// Wagons behind trains on the march; a pile of tools behind other engineers.
fn train(field: &Field, carts: &[Cart]) -> Shape {
    let mut shape = Shape::new();
    let scale = field.proportion();
    for cart in carts {
        let (at, facing) = (cart.place.at, cart.place.facing);
        let back = -facing.ahead();
        if cart.loaded {
            for number in 0..3 {
                let there = at + back * (0.6 + 1.05 * number as f32) * scale;
                wagon(&mut shape, field, there, facing, number < 2);
            }
        } else {
            for tool in 0..6 {
                let turn = chance(tool * 17 + 3) * std::f32::consts::TAU;
                let there = at + back * 0.22 * scale;
                let ground = field.heights.height(there);
                let foot = place(there, ground + (0.02 + 0.018 * tool as f32) * scale);
                let arm = Vec3::new(turn.cos(), 0.15, turn.sin()) * 0.2 * scale;
                let radii = (0.016 * scale, 0.016 * scale);
                shape.round(foot - arm, foot + arm, radii, 4, ink(0x8b7149));
                let blade = foot + arm;
                let size = Vec3::new(0.07, 0.015, 0.05) * scale;
                shape.block(blade, size, ink(0x59595c));
            }
        }
    }
    shape
}

/// What is raised in the battle.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        dig.after(super::stage::Follow)
            .run_if(super::laid)
            .run_if(resource_exists::<Raised>),
    );
}
