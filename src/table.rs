//! What is seen: the board, the armies on it, the camera, all of it read from the facts.
//!
//! Inches of the map become units of space: x is east, y is up, and north is -z.

mod barriers;
mod blocks;
mod board;
mod brush;
mod buildings;
pub mod camera;
pub mod dice;
pub mod effects;
mod evolution;
mod figures;
pub mod ghosts;
mod growth;
pub(crate) mod paint;
pub mod palette;
mod pickets;
pub mod playback;
pub mod pointing;
mod quality;
pub mod ranks;
mod screen;
mod shape;
pub mod shot;
pub mod sitting;
pub mod stage;
mod stands;
mod tokens;
pub mod troops;
mod tumble;
mod words;
mod works;

use bevy::prelude::*;

pub use brush::Painting;
pub use camera::{Rig, actor};
pub use palette::Palette;
pub use playback::Playback;
pub use quality::Quality;
pub use screen::{Laid, Screen};
pub use sitting::Sitting;
pub use stage::Parade;

use paint::Paints;

/// Everything that belongs to the battle on the table and goes with it.
#[derive(Component)]
pub struct OnTable;

/// When the playback goes on.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Advance;

/// Pointer or keyboard are used by a panel and not by the table.
#[derive(Resource, Default)]
pub struct Busy {
    /// The pointer is.
    pub pointer: bool,
    /// The keyboard is.
    pub keyboard: bool,
}

/// Set this to have a new table laid out for the playback.
#[derive(Resource)]
pub struct LayTable;

/// Puts a battle on the table and the camera over it.
pub fn raise(world: &mut World, playback: Playback) {
    world.insert_resource(Rig::over(&playback.scenario().field));
    world.insert_resource(LayTable);
    stage::raise(world, playback);
}

/// A battle lies on the table, with all that belongs to it.
pub fn laid(
    laid: Option<Res<State<Laid>>>,
    waits: Option<Res<LayTable>>,
    playback: Option<Res<Playback>>,
) -> bool {
    laid.is_some() && waits.is_none() && playback.is_some()
}

/// One figure as it stands on the table, to measure against.
pub fn bare_figure() -> Mesh {
    let uniform = figures::Uniform::of(crate::rules::Side::Union, false, false, 1);
    figures::man(figures::Pose::March, uniform, true).mesh()
}

/// A point of the map at a height.
pub fn place(at: Vec2, height: f32) -> Vec3 {
    Vec3::new(at.x, height, -at.y)
}

/// Clears the old table and lays a new one.
fn lay(
    mut commands: Commands,
    playback: Res<Playback>,
    old: Query<Entity, With<OnTable>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut paints: Paints,
    painting: Option<Res<Painting>>,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    commands.insert_resource(stage::Stage::default());
    let scenario = playback.scenario();
    let field = &scenario.field;
    let painted = painting.and_then(|painting| painting.take());
    board::spawn(
        &mut commands,
        &mut meshes,
        &mut images,
        &mut paints,
        field,
        painted,
    );
    commands.remove_resource::<Painting>();
    growth::spawn(&mut commands, &mut meshes, &mut paints, field);
    let solid = paints.solid();
    let simple = paints.quality() == Quality::Low;
    for (name, shape) in [
        ("barriers", barriers::model(field, simple)),
        ("buildings", buildings::model(field)),
    ] {
        if !shape.is_empty() {
            let mesh = Mesh3d(meshes.add(shape.mesh()));
            let mut entity = commands.spawn((OnTable, Name::new(name), mesh));
            solid.on(&mut entity);
        }
    }
    troops::spawn(&mut commands, &mut paints);
    works::spawn(&mut commands);
    tokens::spawn(
        &mut commands,
        &mut meshes,
        &mut images,
        &mut paints,
        scenario,
    );
    dice::spawn(&mut commands, &mut meshes, &mut paints);
    effects::spawn(&mut commands, &mut meshes, &mut paints);
    commands.remove_resource::<LayTable>();
}

/// The table and everything on it.
pub fn plugin(app: &mut App) {
    app.init_resource::<Quality>()
        .init_resource::<Busy>()
        .add_plugins((
            paint::plugin,
            palette::plugin,
            stage::plugin,
            camera::plugin,
            troops::plugin,
            tokens::plugin,
            pickets::plugin,
            growth::plugin,
            dice::plugin,
            effects::plugin,
            ghosts::plugin,
            works::plugin,
        ))
        .add_systems(
            PreUpdate,
            lay.run_if(resource_exists::<LayTable>)
                .run_if(resource_exists::<Playback>),
        );
}
