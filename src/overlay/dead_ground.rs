//! The ground studied at the table: what the selected unit, or whoever stood under the pointer, sees
//! and fires on, and what is dead ground.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::Desk;
use super::trace::Trace;
use crate::army::{Army, UnitId};
use crate::field::Field;
use crate::field::geometry::in_polygon;
use crate::field::placement::Footprint;
use crate::field::sight::{Blocker, Eye};
use crate::field::survey::Survey;
use crate::print::survey::{Bands, Class};
use crate::table::paint::Paints;
use crate::table::pointing::{ground_under, on_ground};
use crate::table::ranks::Hit;
use crate::table::troops::March;
use crate::table::{Playback, Screen, laid};

/// Inches to a cell: fine enough to see, coarse enough to follow the pointer.
const STEP: f32 = 0.5;
/// The pointer must have come so far before the ground is studied anew.
const FAR: f32 = 0.4;
/// How high over the ground it is laid.
const OVER: f32 = 0.06;

/// From where the ground is studied.
#[derive(Clone, Copy, PartialEq)]
enum From {
    Unit(UnitId),
    Place(Vec2),
}

impl From {
    /// So near to another that nothing is to be done.
    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Place(one), Self::Place(other)) => one.distance(other) < FAR,
            (one, other) => one == other,
        }
    }
}

/// What is laid over the ground now.
#[derive(Resource, Default)]
struct Cloth {
    of: Option<(From, u32, usize)>,
    laid: Option<Entity>,
    shares: Vec<(Class, f32)>,
    name: String,
}

/// The classes of all cells.
fn classes(
    field: &Field,
    survey: &Survey,
    eye: Vec2,
    bands: Option<Bands>,
    stands: Option<&Footprint>,
) -> Vec<Class> {
    let mut classes = Vec::with_capacity((survey.cells.x * survey.cells.y) as usize);
    for y in 0..survey.cells.y {
        for x in 0..survey.cells.x {
            let cell = UVec2::new(x, y);
            let at = survey.middle(field, cell);
            classes.push(Class::of(survey.sees(cell), at, eye, bands, stands));
        }
    }
    classes
}

/// Everybody who may stand in the way of whoever looks from a place, but for one. Skirmishers are in
/// nobody's, and who stands there not in his own.
///
/// Rules: `sight.units_block`.
fn in_the_way(army: &Army, but_for: Option<UnitId>, at: Vec2) -> Vec<Blocker<'_>> {
    let there = |id: UnitId| {
        let mut stands = army.footprint(id).stands.iter();
        stands.any(|stand| in_polygon(&stand.outline(), at))
    };
    let formed =
        |id: &UnitId| Some(*id) != but_for && !army.unit(*id).is_skirmishing() && !there(*id);
    let others = army.present().filter(formed);
    others
        .flat_map(|id| {
            let stands = &army.footprint(id).stands;
            stands.iter().map(move |stand| Blocker {
                name: army.name(id),
                outline: stand.outline(),
            })
        })
        .collect()
}

/// A cloth over the ground with the colour of each cell.
fn woven(field: &Field, survey: &Survey, classes: &[Class]) -> Mesh {
    let mut places: Vec<[f32; 3]> = Vec::new();
    let mut colours: Vec<[f32; 4]> = Vec::new();
    let mut corners: Vec<u32> = Vec::new();
    for y in 0..survey.cells.y {
        for x in 0..survey.cells.x {
            let class = classes[(y * survey.cells.x + x) as usize];
            let (paint, thick) = class.paint();
            let colour = Srgba::hex(paint).unwrap_or(Srgba::WHITE);
            let colour = LinearRgba::from(colour.with_alpha(thick * 0.8)).to_f32_array();
            let first = places.len() as u32;
            for (dx, dy) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                let at = Vec2::new((x + dx) as f32, (y + dy) as f32) * survey.step;
                let at = on_ground(field, at.min(field.size));
                places.push([at.x, at.y + OVER, at.z]);
                colours.push(colour);
            }
            corners.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    let up = vec![[0.0, 1.0, 0.0]; places.len()];
    // No picture lies on it, but every coat asks for the places on one.
    let nowhere = vec![[0.0f32, 0.0]; places.len()];
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, up)
    .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, nowhere)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
    .with_inserted_indices(Indices::U32(corners))
}

#[allow(clippy::too_many_arguments)]
fn lay(
    mut commands: Commands,
    mut cloth: ResMut<Cloth>,
    desk: Res<Desk>,
    playback: Res<Playback>,
    window: Query<&Window, With<PrimaryWindow>>,
    camera: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut paints: Paints,
) {
    if !desk.ground {
        if let Some(old) = cloth.laid.take() {
            commands.entity(old).despawn();
        }
        cloth.of = None;
        return;
    }
    let army = playback.view();
    let field = &playback.scenario().field;
    let from = match desk.selected {
        Some(Hit::Unit(id)) if army.on_table(id) => Some(From::Unit(id)),
        _ => {
            let cursor = window.iter().next().and_then(Window::cursor_position);
            let ray = camera
                .iter()
                .next()
                .zip(cursor)
                .and_then(|((camera, place), at)| camera.viewport_to_world(place, at).ok());
            ray.and_then(|ray| ground_under(field, ray))
                .map(From::Place)
        }
    };
    let Some(from) = from else {
        return;
    };
    let now = (from, playback.jumps(), playback.moment());
    let same = |(old, jumps, moment): (From, u32, usize)| {
        old.is_like(from) && (jumps, moment) == (now.1, now.2)
    };
    if cloth.of.is_some_and(same) {
        return;
    }
    let unit = match from {
        From::Unit(id) => Some(id),
        From::Place(_) => None,
    };
    let stands = unit.map(|id| army.footprint(id));
    let at = match from {
        From::Unit(id) => army.placement(id).at,
        From::Place(at) => at,
    };
    let guns = unit.is_some_and(|id| army.unit(id).is_artillery());
    let blockers = in_the_way(army, unit, at);
    let survey = Survey::from(field, playback.rules(), Eye { at, guns }, STEP, &blockers);
    let (scenario, rules) = (playback.scenario(), playback.rules());
    let bands = match unit {
        Some(id) => Bands::of(scenario, rules, army.unit(id)),
        None => Bands::usual(scenario, rules),
    };
    let classes = classes(field, &survey, at, bands, stands);
    if let Some(old) = cloth.laid.take() {
        commands.entity(old).despawn();
    }
    let mesh = meshes.add(woven(field, &survey, &classes));
    let coat = paints.glass(1.0);
    let mut entity = commands.spawn(Mesh3d(mesh));
    cloth.laid = Some(coat.on(&mut entity).id());
    cloth.of = Some(now);
    cloth.name = unit.map_or_else(
        || "here, with rifle-muskets".to_owned(),
        |id| army.name(id).to_owned(),
    );
    cloth.shares = Class::ALL
        .into_iter()
        .map(|class| {
            let count = classes.iter().filter(|one| **one == class).count();
            (class, count as f32 / classes.len().max(1) as f32)
        })
        .filter(|(_, share)| *share > 0.0)
        .collect();
}

/// The colours with their names.
fn key(
    mut contexts: EguiContexts,
    cloth: Res<Cloth>,
    desk: Res<Desk>,
    mut trace: ResMut<Trace>,
) -> Result {
    if !desk.ground || cloth.of.is_none() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let free = desk.free.unwrap_or(ctx.viewport_rect());
    let shown = egui::Area::new("ground key".into())
        .pivot(egui::Align2::LEFT_BOTTOM)
        .fixed_pos(free.left_bottom() + egui::vec2(8.0, -8.0))
        .interactable(false)
        .show(ctx, |ui| {
            super::style::paper().inner_margin(8).show(ui, |ui| {
                ui.label(format!("Seen from {}", cloth.name));
                for (class, share) in &cloth.shares {
                    ui.horizontal(|ui| {
                        let (paint, _) = class.paint();
                        let colour = egui::Color32::from_hex(paint).unwrap_or(egui::Color32::WHITE);
                        let size = egui::vec2(14.0, 10.0);
                        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                        ui.painter().rect_filled(rect, 1.0, colour);
                        ui.label(format!("{} {:.0} %", class.name(), share * 100.0));
                    });
                }
            });
        });
    trace.mark("ground key", &shown.response);
    Ok(())
}

/// Taken off with the table.
fn clear(mut commands: Commands, mut cloth: ResMut<Cloth>, mut desk: ResMut<Desk>) {
    if let Some(old) = cloth.laid.take() {
        commands.entity(old).despawn();
    }
    *cloth = Cloth::default();
    desk.ground = false;
}

/// The ground studied at the table.
pub fn plugin(app: &mut App) {
    app.init_resource::<Cloth>()
        .add_systems(
            Update,
            lay.after(March)
                .run_if(laid)
                .run_if(super::curtain::is_open)
                .run_if(resource_exists::<Assets<StandardMaterial>>),
        )
        .add_systems(EguiPrimaryContextPass, key.run_if(laid))
        .add_systems(OnExit(Screen::Table), clear);
}
