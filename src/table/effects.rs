//! What passes by: the flash and smoke of a volley, and figures that fall.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::figures::{self, Pose, Uniform};
use super::paint::{Coat, Paints};
use super::playback::Playback;
use super::ranks::Ranks;
use super::shape::{Shape, chance, ink};
use super::troops::March;
use super::{OnTable, Quality, Rig};
use crate::army::{Fact, UnitId};
use crate::rules::Side;

/// Models of what passes by.
#[derive(Resource)]
pub struct EffectModels {
    haze: Coat,
    solid: Coat,
    puff: Handle<Mesh>,
    flash: Handle<Mesh>,
    fallen: [Handle<Mesh>; 2],
}

/// Something that passes by, and is gone soon.
#[derive(Component, Default)]
pub struct Passing;

/// Smoke that drifts and thins out by growing smaller.
#[derive(Component)]
#[require(Passing)]
struct Drift {
    age: f32,
    life: f32,
    size: f32,
    way: Vec3,
}

/// Smoke, drifting or hanging about.
#[derive(Component)]
pub struct Smoke;

/// A figure that topples over and is taken off.
#[derive(Component)]
#[require(Passing)]
struct Topple {
    age: f32,
    upright: Quat,
    axis: Vec3,
}

/// Gets the models ready.
pub fn spawn(commands: &mut Commands, meshes: &mut Assets<Mesh>, paints: &mut Paints) {
    let simple = paints.quality() == Quality::Low;
    let mut puff = Shape::new();
    puff.lump(Vec3::ZERO, Vec3::splat(0.2), 7, 4, 1, ink(0xeceae4));
    let mut flash = Shape::new();
    flash.lump(
        Vec3::ZERO,
        Vec3::new(0.07, 0.07, 0.16),
        6,
        3,
        2,
        ink(0xffd36b),
    );
    let mut man = |side: Side| {
        let uniform = Uniform::of(side, false, false, 4);
        meshes.add(figures::man(Pose::March, uniform, simple).mesh())
    };
    let fallen = [man(Side::Union), man(Side::Confederate)];
    commands.insert_resource(EffectModels {
        haze: paints.glass(0.6),
        solid: paints.solid(),
        puff: meshes.add(puff.mesh()),
        flash: meshes.add(flash.mesh()),
        fallen,
    });
}

/// Begins what a new fact shows.
fn begin(
    mut commands: Commands,
    playback: Res<Playback>,
    ranks: Ranks,
    models: Res<EffectModels>,
    mut last: Local<Option<(usize, u32)>>,
) {
    let now = (playback.moment(), playback.jumps());
    let Some(fact) = playback.fact() else {
        return;
    };
    // A volley goes off when its dice have come to rest; other facts begin at once.
    let due = if matches!(fact, Fact::Fired { .. }) {
        0.55
    } else {
        0.0
    };
    if !playback.playing || playback.part() <= due || *last == Some(now) {
        return;
    }
    *last = Some(now);
    let scale = playback.scenario().field.proportion();
    match fact {
        Fact::Fired { firers, .. } => {
            for &firer in firers {
                volley(&mut commands, &models, &ranks, firer, scale);
            }
        }
        Fact::Melee {
            attackers,
            defenders,
            ..
        } => {
            for &fighter in attackers.iter().chain(defenders) {
                volley(&mut commands, &models, &ranks, fighter, scale);
            }
        }
        Fact::Lost { unit, figures, .. } => {
            let side = playback.view().side(*unit);
            fall(&mut commands, &models, &ranks, *unit, side, *figures, scale);
        }
        _ => {}
    }
}

fn volley(commands: &mut Commands, models: &EffectModels, ranks: &Ranks, unit: UnitId, scale: f32) {
    for (number, spot) in ranks.unit(unit).iter().enumerate() {
        let along = spot.transform.rotation;
        for shot in 0..4u32 {
            let seed = number as u32 * 17 + shot;
            let x = (shot as f32 / 3.0 - 0.5) * spot.half.x * 1.7;
            let muzzle = Vec3::new(x, 0.46 * scale, -spot.half.y - 0.2 * scale);
            let at = spot.transform.translation + along * muzzle;
            let way = along * Vec3::NEG_Z * 0.7 + Vec3::new(0.12, 0.16, 0.05);
            let life = 1.3 + 0.9 * chance(seed);
            let size = scale * (0.8 + 0.8 * chance(seed + 3));
            let mut puff = commands.spawn((
                OnTable,
                NotShadowCaster,
                Smoke,
                Drift {
                    age: 0.0,
                    life,
                    size,
                    way: way * scale,
                },
                Mesh3d(models.puff.clone()),
                Transform::from_translation(at).with_scale(Vec3::splat(0.05)),
            ));
            models.haze.on(&mut puff);
            let mut flash = commands.spawn((
                OnTable,
                NotShadowCaster,
                Drift {
                    age: 0.0,
                    life: 0.16,
                    size: scale,
                    way: Vec3::ZERO,
                },
                Mesh3d(models.flash.clone()),
                Transform::from_translation(at).with_rotation(along),
            ));
            models.solid.on(&mut flash);
        }
    }
}

fn fall(
    commands: &mut Commands,
    models: &EffectModels,
    ranks: &Ranks,
    unit: UnitId,
    side: Side,
    figures: u32,
    scale: f32,
) {
    let Some(spot) = ranks.unit(unit).last() else {
        return;
    };
    for number in 0..figures.min(6) {
        let x = (chance(number * 7 + 2) - 0.5) * spot.half.x * 1.6;
        let at = spot.transform.translation
            + spot.transform.rotation * Vec3::new(x, 0.04 * scale, -0.1 * scale);
        let turn = spot.transform.rotation;
        let mut man = commands.spawn((
            OnTable,
            Topple {
                age: -0.12 * number as f32,
                upright: turn,
                axis: if number % 2 == 0 {
                    Vec3::X
                } else {
                    Vec3::new(0.7, 0.0, 0.7)
                },
            },
            Mesh3d(models.fallen[side as usize].clone()),
            Transform::from_translation(at)
                .with_rotation(turn)
                .with_scale(Vec3::splat(scale)),
        ));
        models.solid.on(&mut man);
    }
}

fn drift(
    mut commands: Commands,
    time: Res<Time>,
    playback: Res<Playback>,
    mut puffs: Query<(Entity, &mut Drift, &mut Transform)>,
) {
    let step = time.delta_secs().min(0.5) * playback.speed.clamp(0.5, 4.0);
    for (entity, mut drift, mut place) in &mut puffs {
        drift.age += step;
        let part = drift.age / drift.life;
        if part >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        place.translation += drift.way * step * (1.0 - part);
        // It billows at once and shrinks slowly away.
        let size = (part * 9.0).min(1.0) * (1.0 - part * part);
        place.scale = Vec3::splat(drift.size * size.max(0.02));
    }
}

/// Smoke nearer than this, in inches at 15 mm, would blind whoever looks out of a stand's eyes.
const BLINDS: f32 = 5.0;

/// Nobody is blinded by the smoke of his own volley.
fn clear(
    rig: Res<Rig>,
    playback: Res<Playback>,
    camera: Single<&Transform, (With<Camera3d>, Without<Smoke>)>,
    mut smoke: Query<(&Transform, &mut Visibility), With<Smoke>>,
) {
    let near = BLINDS * playback.scenario().field.proportion();
    for (place, mut seen) in &mut smoke {
        let blinds =
            rig.in_eyes().is_some() && place.translation.distance(camera.translation) < near;
        seen.set_if_neq(if blinds {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        });
    }
}

fn topple(
    mut commands: Commands,
    time: Res<Time>,
    playback: Res<Playback>,
    mut men: Query<(Entity, &mut Topple, &mut Transform)>,
) {
    let step = time.delta_secs().min(0.5) * playback.speed.clamp(0.5, 4.0);
    for (entity, mut topple, mut place) in &mut men {
        topple.age += step;
        let part = (topple.age / 0.45).clamp(0.0, 1.0);
        // Faster and faster, as things fall.
        let lean = Quat::from_axis_angle(topple.axis.normalize(), part * part * 1.5);
        place.rotation = topple.upright * lean;
        if topple.age > 1.6 {
            place.translation.y -= step * 0.5;
        }
        if topple.age > 2.2 {
            commands.entity(entity).despawn();
        }
    }
}

/// What passes by.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (begin, drift, clear, topple)
            .chain()
            .after(March)
            .run_if(super::laid),
    );
}
