//! Dice that really tumble, and yet land on the numbers that were rolled.
//!
//! The throw is worked out ahead by rapier; then each die is turned about its own middle before it
//! is thrown, so that the face that will lie on top is the one that was rolled.

use bevy::math::{Quat, Vec3};
use bevy_rapier3d::rapier::prelude::{
    ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, Vector,
};

use super::shape::chance;

/// Frames of a second.
const RATE: f32 = 60.0;
/// No throw is longer.
const LONGEST: usize = 110;
/// So often dice that lean on each other are thrown again.
const TRIES: u32 = 6;

/// A throw of one or more dice, from the hand to rest.
pub struct Throw {
    /// For every die, its place and turn in every frame.
    dice: Vec<Vec<(Vec3, Quat)>>,
}

impl Throw {
    /// Throws dice of that side; they land around the origin and show these faces.
    pub fn new(faces: &[u8], side: f32, seed: u32) -> Self {
        // A die that leans on another is thrown again, as at any table.
        let mut throws = (0..TRIES).map(|again| tumble(faces.len(), side, seed ^ (again << 20)));
        let mut dice = throws
            .find(|dice| dice.iter().all(|path| lies_flat(path, side)))
            .unwrap_or_else(|| tumble(faces.len(), side, seed));
        for (path, &face) in dice.iter_mut().zip(faces) {
            settle(path, face, side);
        }
        Self { dice }
    }

    /// How many seconds it takes.
    pub fn lasts(&self) -> f32 {
        self.dice.first().map_or(0, Vec::len) as f32 / RATE
    }

    /// Where the dice are after so many seconds.
    pub fn at(&self, seconds: f32) -> impl Iterator<Item = (Vec3, Quat)> + '_ {
        let frame = (seconds * RATE).max(0.0) as usize;
        self.dice
            .iter()
            .map(move |path| path[frame.min(path.len() - 1)])
    }

    /// The faces that lie on top in the end.
    #[cfg(test)]
    fn shows(&self) -> Vec<u8> {
        self.dice
            .iter()
            .map(|path| top(path[path.len() - 1].1).0)
            .collect()
    }
}

/// The places and turns of so many dice from the hand to rest.
fn tumble(count: usize, side: f32, seed: u32) -> Vec<Vec<(Vec3, Quat)>> {
    let mut table = PhysicsWorld {
        // Models fall faster than they should, or it looks like a film in slow motion.
        gravity: Vector::new(0.0, -42.0, 0.0),
        ..PhysicsWorld::default()
    };
    table.integration_parameters.dt = 1.0 / RATE;
    table.integration_parameters.length_unit = side;
    fence(&mut table, side);
    let bodies: Vec<_> = (0..count as u32)
        .map(|number| cast(&mut table, number, side, seed))
        .collect();
    let mut dice = vec![Vec::with_capacity(LONGEST); count];
    for frame in 0..LONGEST {
        table.step();
        let mut still = true;
        for (path, &handle) in dice.iter_mut().zip(&bodies) {
            let body = &table.bodies[handle];
            let (at, turn) = (body.translation(), body.rotation());
            path.push((
                Vec3::new(at.x, at.y, at.z),
                Quat::from_xyzw(turn.x, turn.y, turn.z, turn.w),
            ));
            still &= body.linvel().length() < 0.05 && body.angvel().length() < 0.1;
        }
        if still && frame > 20 {
            break;
        }
    }
    dice
}

/// Whether a die ends on the table and on one of its faces.
fn lies_flat(path: &[(Vec3, Quat)], side: f32) -> bool {
    path.last()
        .is_some_and(|(at, turn)| (at.y - side / 2.0).abs() < side * 0.05 && top(*turn).1 > 0.99)
}

/// A floor, and walls that keep the dice together.
fn fence(table: &mut PhysicsWorld, side: f32) {
    let wide = side * 6.0;
    let floor = ColliderBuilder::cuboid(wide * 2.0, 1.0, wide * 2.0)
        .translation(Vector::new(0.0, -1.0, 0.0))
        .friction(0.7)
        .restitution(0.35);
    table.colliders.insert(floor);
    for (x, z) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let wall = ColliderBuilder::cuboid(
            if x == 0.0 { wide } else { side },
            wide,
            if z == 0.0 { wide } else { side },
        )
        .translation(Vector::new(x * wide, wide, z * wide))
        .friction(0.2)
        .restitution(0.4);
        table.colliders.insert(wall);
    }
}

/// One die leaves the hand.
fn cast(table: &mut PhysicsWorld, number: u32, side: f32, seed: u32) -> RigidBodyHandle {
    let any = |salt: u32| chance(seed.wrapping_mul(31).wrapping_add(number * 101 + salt)) - 0.5;
    let start = Vector::new(
        -side * 4.0 + any(1) * side,
        side * (3.0 + 1.3 * number as f32),
        side * 1.5 * (number as f32 - 0.5) + any(2) * side,
    );
    let body = RigidBodyBuilder::dynamic()
        .translation(start)
        .rotation(Vector::new(any(3), any(4), any(5)) * 6.0)
        .linvel(Vector::new(9.0 + any(6) * 4.0, -2.0, any(7) * 4.0) * (side * 3.0))
        .angvel(Vector::new(any(8), any(9), any(10)) * 46.0)
        .build();
    let handle = table.bodies.insert(body);
    let cube = ColliderBuilder::cuboid(side / 2.0, side / 2.0, side / 2.0)
        .friction(0.6)
        .restitution(0.35);
    table
        .colliders
        .insert_with_parent(cube, handle, &mut table.bodies);
    handle
}

/// The face of every side of a die as it is built: opposite faces add up to seven.
pub const FACES: [(u8, Vec3); 6] = [
    (1, Vec3::Y),
    (6, Vec3::NEG_Y),
    (2, Vec3::X),
    (5, Vec3::NEG_X),
    (3, Vec3::Z),
    (4, Vec3::NEG_Z),
];

/// The face that looks up most, and how far.
fn top(turn: Quat) -> (u8, f32) {
    FACES
        .iter()
        .map(|&(face, way)| (face, (turn * way).y))
        .fold((0, f32::NEG_INFINITY), |best, next| {
            if next.1 > best.1 { next } else { best }
        })
}

/// Turns a die about its own middle, so that it ends with a face on top and lies flat.
fn settle(path: &mut [(Vec3, Quat)], face: u8, side: f32) {
    let Some(&(end, last)) = path.last() else {
        return;
    };
    let way = |wanted: u8| {
        FACES
            .iter()
            .find(|(face, _)| *face == wanted)
            .map_or(Vec3::Y, |(_, way)| *way)
    };
    let up = way(top(last).0);
    let swap = Quat::from_rotation_arc(way(face), up);
    // A die that came to rest on an edge is eased flat in the last frames.
    let flat = Quat::from_rotation_arc(last * up, Vec3::Y);
    let count = path.len();
    for (number, (at, turn)) in path.iter_mut().enumerate() {
        let near_end = (number + 14).saturating_sub(count) as f32 / 13.0;
        let ease = Quat::IDENTITY.slerp(flat, near_end.clamp(0.0, 1.0));
        *turn = ease * *turn * swap;
        at.y += (side / 2.0 - end.y) * near_end.clamp(0.0, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_land_on_the_numbers_rolled_and_lie_on_the_table() {
        for seed in 0..60 {
            let faces = [(seed % 6 + 1) as u8, (seed / 6 % 6 + 1) as u8];
            let throw = Throw::new(&faces, 0.35, seed);
            assert_eq!(throw.shows(), faces, "seed {seed}");
            let ends: Vec<_> = throw.at(99.0).collect();
            for (at, turn) in &ends {
                let (_, up) = top(*turn);
                assert!(up > 0.999, "seed {seed} leans: {up}");
                let apart = ends.iter().filter(|other| other.0 != *at);
                let nearest = apart.map(|other| other.0.distance(*at)).fold(9.0, f32::min);
                assert!(nearest > 0.34, "seed {seed}: one in the other");
                assert!((at.y - 0.175).abs() < 1e-3, "seed {seed} hangs at {at}");
                assert!(at.length() < 0.35 * 9.0, "seed {seed} runs off to {at}");
            }
            assert!(throw.lasts() > 0.4, "seed {seed} is no throw");
        }
    }

    #[test]
    fn opposite_faces_add_up_to_seven() {
        for (face, way) in FACES {
            let other = FACES.iter().find(|(_, other)| *other == -way);
            assert_eq!(other.map(|(other, _)| other + face), Some(7));
        }
    }
}
