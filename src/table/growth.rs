//! Trees of woods and orchards; they make way for stands and let one see those behind them.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::ghosts::Ghosts;
use super::paint::{Coat, Paints};
use super::ranks::Ranks;
use super::shape::{Shape, chance, ink};
use super::tokens::Beside;
use super::{OnTable, Quality, place};
use crate::field::Field;
use crate::field::geometry::in_polygon;
use crate::field::plan::AreaKind;

/// A tree or bush.
#[derive(Component)]
pub struct Tree {
    foot: Vec2,
    crown: Vec3,
    radius: f32,
    state: Growth,
}

#[derive(Clone, Copy, PartialEq)]
enum Growth {
    Whole,
    SeenThrough,
    /// Lifted off the table to make room for a stand.
    Lifted,
}

/// Materials of whole trees and of those one sees through.
#[derive(Resource)]
pub struct Foliage {
    whole: Coat,
    thin: Coat,
}

/// The most trees and bushes: several times what a wooded table has. A scenario of nothing but woods
/// over woods goes without the rest.
const MOST_TREES: usize = 20_000;

struct Kind {
    mesh: Handle<Mesh>,
    tall: f32,
    wide: f32,
}

/// Plants everything.
pub fn spawn(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    paints: &mut Paints,
    field: &Field,
) {
    let foliage = Foliage {
        whole: paints.solid(),
        thin: paints.glass(0.22),
    };
    let simple = paints.quality() == Quality::Low;
    let mut kind = |shape: Shape, wide: f32| Kind {
        tall: shape.height(),
        wide,
        mesh: meshes.add(shape.mesh()),
    };
    let broad: Vec<_> = (0..3)
        .map(|seed| kind(broad_leaf(seed, simple), 0.62))
        .collect();
    let pine = kind(conifer(simple), 0.42);
    let apple = kind(apple_tree(simple), 0.36);
    let bush = kind(bush(simple), 0.3);
    let scale = field.proportion();
    let mut planted = 0;
    for (number, area) in field.areas.iter().enumerate() {
        let spacing = match area.kind {
            AreaKind::LightWoods => 1.02,
            AreaKind::HeavyWoods => 0.82,
            AreaKind::Orchard => 0.72,
            AreaKind::Brush => 0.9,
            AreaKind::Broken | AreaKind::Rough => 1.5,
            AreaKind::Farm | AreaKind::Village => 1.9,
            _ => continue,
        } * scale;
        let regular = area.kind == AreaKind::Orchard;
        for (seed, at) in spots(field, &area.outline, spacing, regular, number as u32) {
            let built = area
                .buildings
                .iter()
                .any(|house| near(house, at, 0.5 * scale));
            let on_way = field.lines_around(at).any(|line| {
                crate::field::geometry::distance_to_line(&line.points, at)
                    < line.half_width + 0.22 * scale
            });
            if built || on_way {
                continue;
            }
            let cleared = area.kind.is_growth() && field.is_cleared(at);
            if cleared {
                continue;
            }
            let kind = match area.kind {
                AreaKind::Orchard => &apple,
                AreaKind::Brush | AreaKind::Broken | AreaKind::Rough => &bush,
                _ if chance(seed + 5) < 0.12 => &pine,
                _ => &broad[seed as usize % broad.len()],
            };
            planted += 1;
            if planted > MOST_TREES {
                break;
            }
            let size = scale * (0.82 + 0.36 * chance(seed + 1));
            let ground = field.heights.height(at);
            let tree = Tree {
                foot: at,
                crown: place(at, ground + kind.tall * size * 0.62),
                radius: kind.wide * size,
                state: Growth::Whole,
            };
            let mut entity = commands.spawn((
                OnTable,
                tree,
                Mesh3d(kind.mesh.clone()),
                Transform::from_translation(place(at, ground - 0.02))
                    .with_scale(Vec3::splat(size))
                    .with_rotation(Quat::from_rotation_y(chance(seed + 2) * 6.3)),
            ));
            foliage.whole.on(&mut entity);
        }
    }
    commands.insert_resource(foliage);
}

/// Places for trees: on a grid, each a little off it unless they were planted in rows.
fn spots(
    field: &Field,
    outline: &[Vec2],
    spacing: f32,
    regular: bool,
    area: u32,
) -> Vec<(u32, Vec2)> {
    let bounds = crate::field::geometry::Bounds::around(outline);
    let cells = ((bounds.high - bounds.low) / spacing).ceil();
    let mut spots = Vec::new();
    for y in 0..cells.y as u32 {
        for x in 0..cells.x as u32 {
            let seed = area * 7919 + y * 311 + x * 17;
            let stray = if regular { 0.06 } else { 0.85 };
            let off = Vec2::new(chance(seed + 11), chance(seed + 12)) - 0.5;
            let at = bounds.low + (Vec2::new(x as f32, y as f32) + 0.5 + off * stray) * spacing;
            let edge = Vec2::splat(0.3);
            let inside = at.cmpgt(edge).all() && at.cmplt(field.size - edge).all();
            if inside && in_polygon(outline, at) {
                spots.push((seed, at));
            }
        }
    }
    spots
}

fn near(house: &[Vec2], at: Vec2, reach: f32) -> bool {
    crate::field::geometry::distance_to_point(house, at) < reach
}

fn broad_leaf(seed: u32, simple: bool) -> Shape {
    let mut shape = Shape::new();
    let (sides, rings) = if simple { (5, 3) } else { (8, 5) };
    let tall = 1.5 + 0.25 * seed as f32;
    shape.round(
        Vec3::ZERO,
        Vec3::Y * tall * 0.6,
        (0.1, 0.06),
        if simple { 3 } else { 5 },
        ink(0x54422f),
    );
    let greens = [0x4f6d2b, 0x5d7a31, 0x47652c];
    let crown = [
        (Vec3::new(0.0, tall * 0.72, 0.0), 0.56),
        (Vec3::new(0.26, tall * 0.56, 0.14), 0.4),
        (Vec3::new(-0.24, tall * 0.6, -0.16), 0.4),
        (Vec3::new(0.04, tall * 0.98, -0.04), 0.36),
    ];
    let lumps = if simple { 1 } else { 4 };
    for (number, (at, wide)) in crown.into_iter().take(lumps).enumerate() {
        let green = ink(greens[(seed as usize + number) % 3]);
        let wide = if simple { wide * 1.2 } else { wide };
        let radii = Vec3::new(wide, wide * 0.82, wide);
        shape.lump(at, radii, sides, rings, seed * 9 + number as u32, green);
    }
    shape
}

fn conifer(simple: bool) -> Shape {
    let mut shape = Shape::new();
    let sides = if simple { 5 } else { 8 };
    shape.round(Vec3::ZERO, Vec3::Y * 0.5, (0.08, 0.07), 5, ink(0x4c3a2a));
    for level in 0..3 {
        let low = 0.35 + 0.5 * level as f32;
        let wide = 0.46 - 0.11 * level as f32;
        let green = super::shape::shade(ink(0x35512c), 0.9 + 0.12 * level as f32);
        let (foot, tip) = (Vec3::Y * low, Vec3::Y * (low + 0.85));
        shape.round(foot, tip, (wide, 0.0), sides, green);
    }
    shape
}

fn apple_tree(simple: bool) -> Shape {
    let mut shape = Shape::new();
    let (sides, rings) = if simple { (5, 3) } else { (7, 4) };
    shape.round(Vec3::ZERO, Vec3::Y * 0.4, (0.05, 0.04), 5, ink(0x5b4934));
    let radii = Vec3::new(0.34, 0.28, 0.34);
    shape.lump(Vec3::Y * 0.58, radii, sides, rings, 3, ink(0x6f8a3a));
    shape
}

fn bush(simple: bool) -> Shape {
    let mut shape = Shape::new();
    let sides = if simple { 5 } else { 7 };
    for (x, z, wide) in [(0.0, 0.0, 0.24), (0.2, 0.1, 0.17), (-0.14, 0.16, 0.15)] {
        let radii = Vec3::new(wide, wide * 0.7, wide);
        let at = Vec3::new(x, wide * 0.45, z);
        shape.lump(at, radii, sides, 3, (wide * 100.0) as u32, ink(0x5f7034));
    }
    shape
}

/// Trees make way for stands and let one see what is behind them, now and then and not at once.
#[allow(clippy::too_many_arguments)]
fn part(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut since: Local<f32>,
    foliage: Option<Res<Foliage>>,
    mut stale: Local<bool>,
    (ranks, ghosts): (Ranks, Res<Ghosts>),
    tokens: Query<&Beside>,
    camera: Single<(&GlobalTransform, Ref<Transform>), With<Camera3d>>,
    mut trees: Query<(Entity, &mut Tree, &mut Visibility)>,
) {
    let Some(foliage) = foliage else {
        return;
    };
    *since += time.delta_secs();
    let planted = foliage.is_added();
    *stale |= ranks.have_moved() || ghosts.is_changed() || camera.1.is_changed() || planted;
    if !*stale || (*since < 0.15 && !planted) {
        return;
    }
    *stale = false;
    *since = 0.0;
    let marked: Vec<_> = tokens.iter().filter_map(Beside::marked).collect();
    let eye = camera.1.translation;
    let ghosts = ghosts.stands().iter().map(|(lies, half)| Clearing {
        at: Vec2::new(lies.translation.x, -lies.translation.z),
        middle: lies.translation + Vec3::Y * 0.3,
        reach: half.length(),
    });
    let stands = ranks.stands().map(|spot| Clearing {
        at: spot.at,
        middle: spot.middle,
        reach: spot.reach,
    });
    let clearings: Vec<Clearing> = stands.chain(ghosts).collect();
    for (entity, mut tree, mut visibility) in &mut trees {
        let hides = |marker: &Vec2| marker.distance(tree.foot) < tree.radius + 0.3;
        let state = if marked.iter().any(hides) {
            Growth::Lifted
        } else {
            growth(&tree, eye, &clearings)
        };
        if state == tree.state {
            continue;
        }
        tree.state = state;
        *visibility = match state {
            Growth::Lifted => Visibility::Hidden,
            _ => Visibility::Inherited,
        };
        let mut entity = commands.entity(entity);
        if state == Growth::SeenThrough {
            foliage.thin.on(&mut entity).insert(NotShadowCaster);
        } else {
            foliage.whole.on(&mut entity).remove::<NotShadowCaster>();
        }
    }
}

/// A stand that is to be seen among the trees, or the ghost of one.
struct Clearing {
    at: Vec2,
    middle: Vec3,
    reach: f32,
}

fn growth(tree: &Tree, eye: Vec3, clearings: &[Clearing]) -> Growth {
    let mut state = Growth::Whole;
    for stand in clearings {
        let reach = stand.reach + tree.radius * 0.35;
        if stand.at.distance_squared(tree.foot) < reach * reach {
            return Growth::Lifted;
        }
        let to = stand.middle - eye;
        let along = (tree.crown - eye).dot(to) / to.length_squared().max(1e-6);
        if (0.05..0.995).contains(&along) {
            let nearest = eye + to * along;
            let wide = tree.radius + stand.reach * 0.5;
            if nearest.distance_squared(tree.crown) < wide * wide {
                state = Growth::SeenThrough;
            }
        }
    }
    state
}

/// Trees that step aside.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        part.run_if(super::laid)
            .before(bevy::transform::TransformSystems::Propagate),
    );
}
