//! The dice of the fact under way, thrown on the table beside those they are rolled for.

use bevy::prelude::*;

use super::camera::actor;
use super::paint::{Coat, Paints};
use super::playback::{Playback, duration};
use super::ranks::Ranks;
use super::shape::{Ink, Shape, ink};
use super::troops::{March, lay};
use super::tumble::{FACES, Throw};
use super::{OnTable, Rig};
use crate::army::Fact;
use crate::field::Facing;
use crate::field::geometry::distance_to_point;

/// The side of a die at 15 mm.
const SIDE: f32 = 0.36;

/// Dice on the table.
#[derive(Resource)]
pub struct DiceCup {
    solid: Coat,
    ivory: Handle<Mesh>,
    red: Handle<Mesh>,
    thrown: Option<Thrown>,
}

struct Thrown {
    moment: usize,
    jumps: u32,
    throw: Throw,
    spot: Transform,
    dice: Vec<Entity>,
}

/// Gets the dice ready.
pub fn spawn(commands: &mut Commands, meshes: &mut Assets<Mesh>, paints: &mut Paints) {
    commands.insert_resource(DiceCup {
        solid: paints.solid(),
        ivory: meshes.add(die(ink(0xf2ead6), ink(0x1c1a18)).mesh()),
        red: meshes.add(die(ink(0xa8262a), ink(0xf6efe0)).mesh()),
        thrown: None,
    });
}

/// A die with its pips.
fn die(body: Ink, pips: Ink) -> Shape {
    let mut shape = Shape::new();
    shape.block(Vec3::ZERO, Vec3::splat(SIDE), body);
    for (face, way) in FACES {
        let across = way.any_orthonormal_vector();
        let other = way.cross(across);
        let step = SIDE * 0.26;
        for (x, y) in layout(face) {
            let at = way * (SIDE / 2.0) + across * (x * step) + other * (y * step);
            shape.round(at, at + way * 0.006, (SIDE * 0.09, SIDE * 0.09), 7, pips);
        }
    }
    shape
}

fn layout(face: u8) -> Vec<(f32, f32)> {
    let mut pips = Vec::new();
    if face % 2 == 1 {
        pips.push((0.0, 0.0));
    }
    if face >= 2 {
        pips.extend([(-1.0, -1.0), (1.0, 1.0)]);
    }
    if face >= 4 {
        pips.extend([(-1.0, 1.0), (1.0, -1.0)]);
    }
    if face == 6 {
        pips.extend([(-1.0, 0.0), (1.0, 0.0)]);
    }
    pips
}

/// The dice of a fact: those of whoever acts, and those of his enemy.
pub fn rolled(fact: &Fact) -> (Vec<u8>, Vec<u8>) {
    match fact {
        Fact::Secret { what, .. } => rolled(what),
        Fact::Fired { volley, .. } => (volley.dice.clone(), Vec::new()),
        Fact::Checked { dice, .. } => (dice.to_vec(), Vec::new()),
        Fact::Impact { dice, .. } => (dice.0.to_vec(), dice.1.to_vec()),
        Fact::Presence { die, .. }
        | Fact::Weather { die, .. }
        | Fact::Due { die, .. }
        | Fact::StoppedShort { die, .. }
        | Fact::Tested { die, .. } => (vec![*die], Vec::new()),
        Fact::Ran { dice, .. }
        | Fact::Charge { dice, .. }
        | Fact::Repulsed { dice, .. }
        | Fact::Countercharge { dice, .. }
        | Fact::LeaderRolled { dice, .. } => (dice.clone(), Vec::new()),
        Fact::Melee {
            by_attacker,
            by_defender,
            ..
        } => (by_attacker.dice.clone(), by_defender.dice.clone()),
        Fact::Turn { .. }
        | Fact::PlayerTurn { .. }
        | Fact::PlayerTurnOver { .. }
        | Fact::Posted { .. }
        | Fact::LeaderPosted { .. }
        | Fact::InPlace { .. }
        | Fact::Drew { .. }
        | Fact::Called { .. }
        | Fact::DrawOffered { .. }
        | Fact::DrawDeclined { .. }
        | Fact::Arrived { .. }
        | Fact::Delayed { .. }
        | Fact::Attached { .. }
        | Fact::Rode { .. }
        | Fact::Command { .. }
        | Fact::Grouped { .. }
        | Fact::Activated { .. }
        | Fact::Spent { .. }
        | Fact::StillToFire { .. }
        | Fact::FellOut { .. }
        | Fact::Exhausted { .. }
        | Fact::ActivationOver
        | Fact::Reacted { .. }
        | Fact::Instructed { .. }
        | Fact::LetPass { .. }
        | Fact::Held { .. }
        | Fact::Moved { .. }
        | Fact::Formed { .. }
        | Fact::Faced { .. }
        | Fact::Lost { .. }
        | Fact::StoppedAtEdge { .. }
        | Fact::Recovered { .. }
        | Fact::FellBack { .. }
        | Fact::Disordered { .. }
        | Fact::Reformed { .. }
        | Fact::Disengaging { .. }
        | Fact::Disengaged { .. }
        | Fact::Stopped { .. }
        | Fact::ChargedOn { .. }
        | Fact::Strode { .. }
        | Fact::Closing { .. }
        | Fact::Ranks { .. }
        | Fact::Resolving { .. }
        | Fact::Joined { .. }
        | Fact::Backed { .. }
        | Fact::Halted { .. }
        | Fact::ChargeEnded { .. }
        | Fact::ChargeOver { .. }
        | Fact::Followed { .. }
        | Fact::FellShort { .. }
        | Fact::Caught { .. }
        | Fact::Beaten { .. }
        | Fact::LeftMelee { .. }
        | Fact::Missed { .. }
        | Fact::Settled { .. }
        | Fact::Merged { .. }
        | Fact::AttachedTo { .. }
        | Fact::HorseTaken { .. }
        | Fact::LeaderTaken { .. }
        | Fact::WorkBegun { .. }
        | Fact::Working { .. }
        | Fact::Worked { .. }
        | Fact::WorkDropped { .. }
        | Fact::WorkDone { .. }
        | Fact::GroundChanged { .. }
        | Fact::WorksStruck { .. }
        | Fact::Unloaded { .. }
        | Fact::Bridged { .. }
        | Fact::BridgeStruck { .. }
        | Fact::Removed { .. }
        | Fact::LeaderLeft { .. }
        | Fact::Withdrawing { .. }
        | Fact::Occupied { .. }
        | Fact::Scored { .. }
        | Fact::Over { .. }
        | Fact::Banded { .. }
        | Fact::Laid { .. }
        | Fact::Behind { .. }
        | Fact::PicketMoved { .. }
        | Fact::Shown { .. }
        | Fact::KnownReal { .. }
        | Fact::DummyGone { .. }
        | Fact::LeaderShown { .. } => (Vec::new(), Vec::new()),
    }
}

/// Throws the dice of a new fact and lets them tumble.
fn play(
    mut commands: Commands,
    playback: Res<Playback>,
    ranks: Ranks,
    rig: Res<Rig>,
    mut cup: ResMut<DiceCup>,
    mut places: Query<&mut Transform>,
) {
    let now = (playback.moment(), playback.jumps());
    if let Some(fact) = playback.fact() {
        let thrown = cup.thrown.as_ref();
        let fresh = thrown.is_none_or(|thrown| (thrown.moment, thrown.jumps) != now);
        let (own, enemy) = rolled(fact);
        // Faster than four times nobody could read them.
        let shown = playback.part() > 0.0 && playback.speed <= 4.0;
        if fresh && shown && !(own.is_empty() && enemy.is_empty()) {
            clear(&mut commands, &mut cup);
            let spot = spot(&playback, &ranks, &rig, fact);
            throw(&mut commands, &mut cup, now, spot, &own, &enemy);
        }
    }
    let Some(thrown) = &cup.thrown else {
        return;
    };
    let gone = thrown.jumps != now.1 || now.0 < thrown.moment || now.0 > thrown.moment + 3;
    if gone {
        clear(&mut commands, &mut cup);
        return;
    }
    let seconds = match playback.fact() {
        Some(fact) if now.0 == thrown.moment => {
            // The throw takes the first two thirds of the fact, whatever its speed.
            let part = (playback.part() / 0.62).min(1.0);
            part * thrown.throw.lasts().max(duration(fact) * 0.62)
        }
        _ => f32::MAX,
    };
    for (&entity, (at, turn)) in thrown.dice.iter().zip(thrown.throw.at(seconds.min(1e4))) {
        let local = Transform::from_translation(at).with_rotation(turn);
        if let Ok(mut place) = places.get_mut(entity) {
            place.set_if_neq(thrown.spot * local);
        }
    }
}

fn clear(commands: &mut Commands, cup: &mut DiceCup) {
    if let Some(thrown) = cup.thrown.take() {
        for die in thrown.dice {
            commands.entity(die).despawn();
        }
    }
}

/// A free place near the actor, on the side of whoever looks.
fn spot(playback: &Playback, ranks: &Ranks, rig: &Rig, fact: &Fact) -> Transform {
    let field = &playback.scenario().field;
    let scale = field.proportion();
    let middle = actor(fact)
        .and_then(|unit| ranks.middle(unit))
        .map_or(field.size / 2.0, |at| Vec2::new(at.x, -at.z));
    let edge = Vec2::splat(1.6 * scale);
    let inside = |at: Vec2| at.clamp(edge, (field.size - edge).max(edge));
    let towards = Facing::degrees(180.0 - rig.yaw().to_degrees());
    let turns = [0.0, 35.0, -35.0, 70.0, -70.0, 110.0, -110.0, 180.0];
    let free = |at: &Vec2| {
        let clear = 1.3 * scale;
        let house = |house: &Vec<Vec2>| distance_to_point(house, *at) < clear;
        let built = field
            .areas
            .iter()
            .flat_map(|area| &area.buildings)
            .any(house);
        let stood = |spot: &super::ranks::Spot| spot.at.distance(*at) < clear;
        !built && !ranks.stands().any(stood)
    };
    let around = turns.map(|turn| inside(middle + towards.turned(turn).ahead() * 2.3 * scale));
    let at = around.into_iter().find(free).unwrap_or(around[0]);
    let mut spot = lay(field, at, Vec2::splat(scale), Facing::NORTH);
    spot.scale = Vec3::splat(scale);
    spot
}

fn throw(
    commands: &mut Commands,
    cup: &mut DiceCup,
    (moment, jumps): (usize, u32),
    spot: Transform,
    own: &[u8],
    enemy: &[u8],
) {
    let faces: Vec<_> = own.iter().chain(enemy).copied().collect();
    let dice = (0..faces.len())
        .map(|number| {
            let mesh = if number < own.len() {
                &cup.ivory
            } else {
                &cup.red
            };
            let hidden = Transform::from_xyz(0.0, -50.0, 0.0);
            let mut die = commands.spawn((OnTable, Mesh3d(mesh.clone()), hidden));
            cup.solid.on(&mut die);
            die.id()
        })
        .collect();
    cup.thrown = Some(Thrown {
        moment,
        jumps,
        throw: Throw::new(&faces, SIDE, moment as u32),
        spot,
        dice,
    });
}

/// Dice.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, play.after(March).run_if(super::laid));
}
