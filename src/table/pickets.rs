//! Pickets on the table: a stake on a round base with a numbered board, one for each marker that
//! whoever looks may see.

use std::collections::HashMap;

use bevy::prelude::*;

use super::paint::{Coat, Paints};
use super::playback::Playback;
use super::shape::{Shape, ink};
use super::tokens::Turns;
use super::{OnTable, Rig, place, words};
use crate::army::{PicketId, PicketStatus};
use crate::field::Placement;
use crate::rules::Side;

/// How far the fact under way has to be played before a picket stands otherwise.
const HALF: f32 = 0.5;

/// The pickets that stand on the table now, with their entities.
#[derive(Resource, Default)]
pub struct Posts {
    models: Option<Models>,
    shown: HashMap<PicketId, Post>,
}

struct Models {
    solid: Coat,
    stakes: [Handle<Mesh>; 2],
    board: Handle<Mesh>,
}

struct Post {
    status: PicketStatus,
    at: Placement,
    stake: Entity,
    board: Entity,
}

/// A stake on a base in the side's colour, with a board for the number.
fn stake(side: Side) -> Shape {
    let base = match side {
        Side::Union => 0x2f4470,
        Side::Confederate => 0x8a8577,
    };
    let mut shape = Shape::new();
    let up = |high: f32| Vec3::Y * high;
    shape.round(Vec3::ZERO, up(0.07), (0.42, 0.4), 20, ink(base));
    shape.round(up(0.07), up(0.85), (0.035, 0.03), 6, ink(0x6b4a2b));
    shape
}

fn board() -> Shape {
    let mut shape = Shape::new();
    let (wide, low, high) = (0.26, 0.5, 0.92);
    let corners = [
        Vec3::new(-wide, high, 0.05),
        Vec3::new(wide, high, 0.05),
        Vec3::new(wide, low, 0.05),
        Vec3::new(-wide, low, 0.05),
    ];
    shape.picture(corners, [1.0; 4]);
    shape
}

/// Puts up, moves and takes away.
fn post(
    mut commands: Commands,
    playback: Res<Playback>,
    rig: Res<Rig>,
    mut posts: ResMut<Posts>,
    (mut meshes, mut images): (ResMut<Assets<Mesh>>, ResMut<Assets<Image>>),
    mut paints: Paints,
) {
    if !playback.is_changed() {
        return;
    }
    let half = playback.part() > HALF;
    let army = if half {
        playback.next()
    } else {
        playback.view()
    };
    let posts = &mut *posts;
    let gone = |id: &PicketId| !army.standing_pickets().any(|picket| picket.id == *id);
    for (_, old) in posts.shown.extract_if(|id, _| gone(id)) {
        for entity in [old.stake, old.board] {
            // The table may have been cleared since.
            if let Ok(mut entity) = commands.get_entity(entity) {
                entity.despawn();
            }
        }
    }
    let field = &playback.scenario().field;
    let scale = field.proportion();
    for picket in army.standing_pickets() {
        let known = posts.shown.get(&picket.id);
        if known.is_some_and(|post| (post.at, post.status) == (picket.at, picket.status)) {
            continue;
        }
        let at = picket.at.at.clamp(Vec2::splat(0.1), field.size - 0.1);
        let lies = Transform::from_translation(place(at, field.heights.height(at)))
            .with_scale(Vec3::splat(scale));
        let turned = lies.with_rotation(Quat::from_rotation_y(rig.yaw()));
        if let Some(post) = known.filter(|post| post.status == picket.status) {
            commands.entity(post.stake).insert(lies);
            commands.entity(post.board).insert(turned);
            if let Some(post) = posts.shown.get_mut(&picket.id) {
                post.at = picket.at;
            }
            continue;
        }
        let models = posts.models.get_or_insert_with(|| Models {
            solid: paints.solid(),
            stakes: [Side::Union, Side::Confederate].map(|side| meshes.add(stake(side).mesh())),
            board: meshes.add(board().mesh()),
        });
        let text = match picket.status {
            PicketStatus::Real => format!("{}!", picket.id.number),
            _ => picket.id.number.to_string(),
        };
        let face = paints.picture(images.add(words::board(picket.id.side, &text)), false);
        let mesh = models.stakes[picket.id.side as usize].clone();
        let mut stake = commands.spawn((OnTable, Mesh3d(mesh), lies));
        models.solid.on(&mut stake);
        let stake = stake.id();
        let mut board = commands.spawn((OnTable, Turns, Mesh3d(models.board.clone()), turned));
        face.on(&mut board);
        let board = board.id();
        let post = Post {
            status: picket.status,
            at: picket.at,
            stake,
            board,
        };
        if let Some(old) = posts.shown.insert(picket.id, post) {
            commands.entity(old.stake).despawn();
            commands.entity(old.board).despawn();
        }
    }
}

/// Another table: its models are of another quality, and nobody is posted yet.
fn forget(mut posts: ResMut<Posts>) {
    *posts = Posts::default();
}

/// The pickets.
pub fn plugin(app: &mut App) {
    app.init_resource::<Posts>()
        .add_systems(OnExit(super::screen::Laid), forget)
        .add_systems(Update, post.after(super::troops::March).run_if(super::laid));
}
