//! Flags, morale markers, pennies for spent reactions, and smoke where somebody has fired.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::blocks::Distant;
use super::effects::Smoke;
use super::paint::{Coat, Paints};
use super::palette::Palette;
use super::playback::Playback;
use super::ranks::{Spot, Spots};
use super::shape::{Shape, ink};
use super::stage::{Becoming, UnitKey};
use super::troops::March;
use super::{OnTable, Rig, figures, place, words};
use crate::army::{Fighting, Record};
use crate::field::Field;
use crate::rules::{Morale, Named, Side};
use crate::scenario::Scenario;

/// What lies beside a unit right now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tokens {
    colours: bool,
    morale: Option<Morale>,
    penny: bool,
    smoke: usize,
}

/// What belongs to a unit on the table, and its entities.
#[derive(Component, Default)]
pub struct Beside {
    shown: Tokens,
    /// Where its morale marker lies.
    marked: Option<Vec2>,
    flag: Option<(Entity, Entity)>,
    marker: Option<(Entity, Entity)>,
    penny: Option<Entity>,
    smoke: Vec<Entity>,
}

impl Beside {
    /// Where its morale marker lies: nothing may hide it.
    pub fn marked(&self) -> Option<Vec2> {
        self.marked
    }
}

/// All models of tokens.
#[derive(Resource)]
pub struct TokenBox {
    flags: Vec<Coat>,
    faces: Vec<Coat>,
    solid: Coat,
    haze: Coat,
    pole: Handle<Mesh>,
    cloth: Handle<Mesh>,
    face: Handle<Mesh>,
    discs: Vec<Handle<Mesh>>,
    penny: Handle<Mesh>,
    puff: Handle<Mesh>,
}

/// A flag with its name on it, and where it is to be hung out.
type Lettered = (Handle<Image>, Image);

/// Flags that are being lettered while the battle has already begun.
#[derive(Resource)]
pub struct Embroidery {
    waiting: Vec<(Handle<Image>, Side, String)>,
    frames: u32,
    work: Option<(Mutex<Receiver<Lettered>>, Task<()>)>,
}

impl Embroidery {
    fn of(waiting: Vec<(Handle<Image>, Side, String)>) -> Self {
        Self {
            waiting,
            frames: 0,
            work: None,
        }
    }

    /// All flags wait to be hung out.
    pub fn is_done(&self) -> bool {
        let work = self.work.as_ref();
        work.is_some_and(|(_, task)| task.is_finished())
    }

    /// Begins when the first frames have been drawn.
    fn begin(&mut self) {
        self.frames += 1;
        if self.frames != 4 {
            return;
        }
        let (send, done) = channel();
        let flags = std::mem::take(&mut self.waiting);
        let task = AsyncComputeTaskPool::get().spawn(async move {
            for (handle, side, name) in flags {
                // Nobody waits for them any more once the table has been cleared.
                if send.send((handle, words::flag(side, &name))).is_err() {
                    break;
                }
            }
        });
        self.work = Some((Mutex::new(done), task));
    }
}

/// Hangs lettered flags out.
fn embroider(
    mut commands: Commands,
    mut embroidery: ResMut<Embroidery>,
    mut images: ResMut<Assets<Image>>,
) {
    embroidery.begin();
    let Some(Ok(done)) = embroidery.work.as_ref().map(|(done, _)| done.lock()) else {
        return;
    };
    loop {
        match done.try_recv() {
            Ok((handle, image)) => {
                // A handle whose table is gone is nobody's any more.
                let _ = images.insert(handle.id(), image);
            }
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => break,
        }
    }
    commands.remove_resource::<Embroidery>();
}

/// Turns with the camera, so that one can read it.
#[derive(Component)]
pub struct Turns;

/// Gets all tokens ready.
pub fn spawn(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    images: &mut Assets<Image>,
    paints: &mut Paints,
    scenario: &Scenario,
) {
    let mut waiting = Vec::new();
    let flags = scenario
        .units
        .iter()
        .map(|unit| {
            // The cloth is there at once, its lettering comes when it has been drawn.
            let image = images.add(words::cloth(unit.unit.side));
            waiting.push((image.clone(), unit.unit.side, unit.name.clone()));
            paints.picture(image, false)
        })
        .collect();
    commands.insert_resource(Embroidery::of(waiting));
    let faces = Morale::ALL
        .iter()
        .filter_map(|&morale| words::marker(morale))
        .map(|face| paints.picture(images.add(face), false))
        .collect();
    let discs = Morale::ALL
        .iter()
        .filter_map(|&morale| Palette::worn().marker(morale))
        .map(|look| meshes.add(disc(0.27, 0.07, ink(look.face), 20).mesh()))
        .collect();
    let mut face = Shape::new();
    let (wide, up) = (0.17, 0.076);
    let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    face.picture(
        corners.map(|(x, z)| Vec3::new(x * wide, up, z * wide)),
        [1.0; 4],
    );
    let mut puff = Shape::new();
    for (number, (at, wide)) in [
        (Vec3::new(0.0, 0.3, 0.0), 0.26),
        (Vec3::new(0.2, 0.36, -0.08), 0.2),
        (Vec3::new(-0.2, 0.26, -0.04), 0.19),
        (Vec3::new(0.02, 0.44, -0.16), 0.16),
    ]
    .into_iter()
    .enumerate()
    {
        let radii = Vec3::new(wide, wide * 0.72, wide);
        puff.lump(at, radii, 8, 5, number as u32, ink(0xe8e6e0));
    }
    commands.insert_resource(TokenBox {
        flags,
        faces,
        solid: paints.solid(),
        haze: paints.glass(0.55),
        pole: meshes.add(figures::pole().mesh()),
        cloth: meshes.add(figures::cloth(0.62, 0.44).mesh()),
        face: meshes.add(face.mesh()),
        discs,
        penny: meshes.add(disc(0.17, 0.035, ink(0xb8713a), 16).mesh()),
        puff: meshes.add(puff.mesh()),
    });
}

fn disc(radius: f32, thick: f32, ink: super::shape::Ink, sides: u32) -> Shape {
    let mut shape = Shape::new();
    shape.round(
        Vec3::ZERO,
        Vec3::Y * thick,
        (radius, radius * 0.96),
        sides,
        ink,
    );
    shape
}

/// What ought to lie beside a unit.
fn wanted(fighting: &Fighting, record: &Record, is_there: bool) -> Tokens {
    if !is_there {
        return Tokens::default();
    }
    let unit = &fighting.0;
    Tokens {
        colours: !unit.is_artillery() || unit.strength > 0,
        morale: (unit.morale != Morale::GoodOrder).then_some(unit.morale),
        penny: record.reacted,
        smoke: usize::from(!record.fired_on.is_empty()),
    }
}

/// All that a unit's tokens depend on.
type Tended<'a> = (
    &'a UnitKey,
    Ref<'a, Fighting>,
    Ref<'a, Record>,
    Ref<'a, Becoming>,
    Ref<'a, Spots>,
    Ref<'a, Distant>,
    &'a mut Beside,
);

fn tend(
    mut commands: Commands,
    playback: Res<Playback>,
    rig: Res<Rig>,
    tokens: Res<TokenBox>,
    mut units: Query<Tended>,
    mut places: Query<&mut Transform>,
) {
    let field = &playback.scenario().field;
    for (key, fighting, record, becoming, spots, distant, mut beside) in &mut units {
        let moves = becoming.0.is_some() && playback.is_changed();
        let changed = fighting.is_changed()
            || record.is_changed()
            || becoming.is_changed()
            || spots.is_changed()
            || distant.is_changed();
        if !moves && !changed {
            continue;
        }
        let after = becoming.0.as_deref().filter(|_| playback.part() > 0.5);
        let is_there = !spots.0.is_empty();
        let want = match after {
            Some(after) => wanted(&after.fighting, &after.record, is_there),
            None => wanted(&fighting, &record, is_there),
        };
        if want != beside.shown {
            refit(&mut commands, &tokens, &mut beside, want, key.0.0 as usize);
        }
        let marked = if want == Tokens::default() {
            None
        } else {
            arrange(
                &spots.0,
                &beside,
                field,
                (rig.yaw(), distant.lift()),
                &mut places,
                &mut commands,
            )
        };
        if beside.marked != marked {
            beside.marked = marked;
        }
    }
}

/// Takes off what does not belong there any more and brings what does.
fn refit(
    commands: &mut Commands,
    tokens: &TokenBox,
    beside: &mut Beside,
    want: Tokens,
    unit: usize,
) {
    let old = std::mem::replace(&mut beside.shown, want);
    if old.colours != want.colours {
        if let Some((pole, cloth)) = beside.flag.take() {
            commands.entity(pole).despawn();
            commands.entity(cloth).despawn();
        }
        if want.colours {
            let pole = put(commands, &tokens.pole, &tokens.solid);
            let cloth = put(commands, &tokens.cloth, &tokens.flags[unit]);
            commands.entity(cloth).insert(Turns);
            beside.flag = Some((pole, cloth));
        }
    }
    if old.morale != want.morale {
        if let Some((disc, face)) = beside.marker.take() {
            commands.entity(disc).despawn();
            commands.entity(face).despawn();
        }
        if let Some(morale) = want.morale {
            let kind = morale.index() - 1;
            let disc = put(commands, &tokens.discs[kind], &tokens.solid);
            let face = put(commands, &tokens.face, &tokens.faces[kind]);
            commands.entity(face).insert((Turns, NotShadowCaster));
            beside.marker = Some((disc, face));
        }
    }
    if old.penny != want.penny {
        if let Some(penny) = beside.penny.take() {
            commands.entity(penny).despawn();
        }
        if want.penny {
            beside.penny = Some(put(commands, &tokens.penny, &tokens.solid));
        }
    }
    if old.smoke != want.smoke {
        for puff in beside.smoke.drain(..) {
            commands.entity(puff).despawn();
        }
        for _ in 0..want.smoke {
            let puff = put(commands, &tokens.puff, &tokens.haze);
            commands.entity(puff).insert((NotShadowCaster, Smoke));
            beside.smoke.push(puff);
        }
    }
}

fn put(commands: &mut Commands, mesh: &Handle<Mesh>, coat: &Coat) -> Entity {
    let mut entity = commands.spawn((OnTable, Mesh3d(mesh.clone()), Transform::default()));
    coat.on(&mut entity);
    entity.id()
}

/// Lays everything in its place beside the unit.
fn arrange(
    spots: &[Spot],
    beside: &Beside,
    field: &Field,
    (yaw, lift): (f32, f32),
    places: &mut Query<&mut Transform>,
    commands: &mut Commands,
) -> Option<Vec2> {
    let scale = field.proportion();
    let turn = Quat::from_rotation_y(yaw);
    let mut set = |entity: Entity, transform: Transform| match places.get_mut(entity) {
        Ok(mut place) => {
            place.set_if_neq(transform);
        }
        Err(_) => {
            commands.entity(entity).insert(transform);
        }
    };
    let bearer = spots.get(spots.len() / 2)?;
    if let Some((pole, cloth)) = beside.flag {
        let foot = bearer.transform.translation;
        let upright = Transform::from_translation(foot).with_scale(Vec3::splat(scale));
        set(pole, upright);
        set(cloth, upright.with_rotation(turn));
    }
    let back = -bearer.facing.ahead();
    let right = bearer.facing.right();
    let deep = spots
        .iter()
        .map(|spot| (spot.at - bearer.at).dot(back) + spot.half.y)
        .fold(0.0, f32::max);
    let behind = bearer.at + back * (deep + 0.36 * scale);
    let mut flat = |entity: Entity, at: Vec2, turned: bool| {
        let at = at.clamp(Vec2::splat(0.1), field.size - 0.1);
        let high = field.heights.height(at) + 0.015 + lift * scale;
        let transform = Transform::from_translation(place(at, high)).with_scale(Vec3::splat(scale));
        set(
            entity,
            if turned {
                transform.with_rotation(turn)
            } else {
                transform
            },
        );
    };
    if let Some((disc, face)) = beside.marker {
        let at = behind + right * 0.3 * scale;
        flat(disc, at, false);
        flat(face, at, true);
    }
    if let Some(penny) = beside.penny {
        flat(penny, behind - right * 0.3 * scale, false);
    }
    let marked = beside.marker.map(|_| behind + right * 0.3 * scale);
    for &puff in &beside.smoke {
        let at = bearer.at + bearer.facing.ahead() * (bearer.half.y + 0.42 * scale);
        let wide = (spots.len() as f32).sqrt() * 1.1;
        let at = at.clamp(Vec2::splat(0.1), field.size - 0.1);
        let transform = Transform::from_translation(place(at, field.heights.height(at)))
            .with_rotation(Quat::from_rotation_y(
                -bearer.facing.to_degrees().to_radians(),
            ))
            .with_scale(Vec3::new(wide, 0.9, 1.0) * scale);
        set(puff, transform);
    }
    marked
}

/// Flags and letters turn to whoever looks.
fn turn(
    rig: Res<Rig>,
    mut last: Local<Option<f32>>,
    mut faces: Query<&mut Transform, With<Turns>>,
) {
    let yaw = rig.yaw();
    if *last == Some(yaw) {
        return;
    }
    *last = Some(yaw);
    let turn = Quat::from_rotation_y(yaw);
    for mut face in &mut faces {
        face.rotation = turn;
    }
}

/// Tokens beside the units.
pub fn plugin(app: &mut App) {
    app.register_required_components::<UnitKey, Beside>()
        .add_systems(Update, embroider.run_if(resource_exists::<Embroidery>))
        .add_systems(
            Update,
            (tend, turn).chain().after(March).run_if(super::laid),
        );
}
