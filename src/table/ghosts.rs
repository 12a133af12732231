//! Ghosts: units as they would stand somewhere else, in glass.

use bevy::prelude::*;

use super::paint::Paints;
use super::shape::{Shape, ink};
use super::stands::StandModels;
use super::troops::{March, lay, looks};
use super::{OnTable, Playback, Quality};
use crate::army::{Fact, Formation, UnitId};
use crate::field::Placement;

/// How much of a ghost's colours is seen.
const OPACITY: f32 = 0.62;

/// A unit somewhere else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub place: Placement,
    /// In what formation, if another than now.
    pub formation: Option<Formation>,
    /// It may stand there.
    pub legal: bool,
}

/// The ghosts on the table.
#[derive(Resource, Default)]
pub struct Ghosts {
    shown: Vec<Ghost>,
    /// How each of their stands lies on the ground, and half of its width and depth.
    stands: Vec<(Transform, Vec2)>,
}

impl Ghosts {
    /// These and no others. Nothing is drawn anew if they are the same.
    pub fn show(ghosts: &mut ResMut<Self>, shown: Vec<Ghost>) {
        if ghosts.shown != shown {
            ghosts.shown = shown;
        }
    }

    /// Their stands: how each lies on the ground, and half of its width and depth.
    pub fn stands(&self) -> &[(Transform, Vec2)] {
        &self.stands
    }
}

/// A part of a ghost.
#[derive(Component)]
struct Glass;

fn stand(
    mut commands: Commands,
    mut ghosts: ResMut<Ghosts>,
    playback: Res<Playback>,
    old: Query<Entity, With<Glass>>,
    mut models: ResMut<StandModels>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut paints: Paints,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    // What is only noted here is nothing new.
    let Ghosts { shown, stands } = ghosts.bypass_change_detection();
    stands.clear();
    if shown.is_empty() {
        return;
    }
    let field = &playback.scenario().field;
    let (scale, simple) = (field.proportion(), paints.quality() == Quality::Low);
    let (coat, tray) = (paints.glass(OPACITY), paints.glass(0.5));
    for ghost in shown {
        let mut army = playback.view().clone();
        army.apply(&Fact::Posted {
            unit: ghost.unit,
            to: ghost.place,
            formation: ghost.formation,
        });
        // A coloured tray under it says from afar whether it may stand there.
        let colour = ink(if ghost.legal { 0x38e05a } else { 0xf04028 });
        for (stand, key) in looks(&army, ghost.unit) {
            let transform = lay(field, stand.centre, stand.half, stand.facing);
            stands.push((transform, stand.half));
            let mesh = models.get(key, scale, simple, &mut meshes);
            let mut figures = commands.spawn((OnTable, Glass, Mesh3d(mesh), transform));
            coat.on(&mut figures);
            let size = Vec3::new(
                stand.half.x * 2.0 + 0.16 * scale,
                0.1 * scale,
                stand.half.y * 2.0 + 0.16 * scale,
            );
            let mut shape = Shape::new();
            shape.block(Vec3::Y * 0.04 * scale, size, colour);
            let mesh = meshes.add(shape.mesh());
            let mut base = commands.spawn((OnTable, Glass, Mesh3d(mesh), transform));
            tray.on(&mut base);
        }
    }
}

/// The ghosts.
pub fn plugin(app: &mut App) {
    app.init_resource::<Ghosts>().add_systems(
        Update,
        stand
            .after(March)
            .run_if(resource_exists_and_changed::<Ghosts>)
            .run_if(super::laid),
    );
}
