//! The armies on the table: stands where the playback has them at this very moment.

use bevy::prelude::*;

use super::paint::{Coat, Paints};
use super::playback::Playback;
use super::stands::{Crew, StandKey, StandModels};
use super::{OnTable, Quality, place};
use crate::army::{LeaderId, UnitId};
use crate::chronicle::UnitView;
use crate::field::stand::{Stand, leader_size};
use crate::field::{Facing, Field};
use crate::rules::{CavalryFormation, Gun, InfantryFormation, Troops};
use crate::scenario::Scenario;

/// Where a stand is right now.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Its middle on the map.
    pub at: Vec2,
    /// Half of its width and depth.
    pub half: Vec2,
    /// Its middle in space, as high as the figures' chests.
    pub middle: Vec3,
    /// How far its corners are from its middle.
    pub reach: f32,
    /// Where its figures look.
    pub facing: Facing,
    /// How it lies on the ground.
    pub transform: Transform,
}

/// One unit on the table.
#[derive(Default)]
pub struct Rank {
    entities: Vec<(Entity, StandKey)>,
    /// Its stands, in order.
    pub spots: Vec<Spot>,
}

/// Both armies as they stand on the table.
#[derive(Resource, Default)]
pub struct Ranks {
    units: Vec<Rank>,
    leaders: Vec<Rank>,
    seen: (u32, usize),
}

impl Ranks {
    /// Every stand on the table.
    pub fn stands(&self) -> impl Iterator<Item = &Spot> {
        self.units
            .iter()
            .chain(&self.leaders)
            .flat_map(|rank| &rank.spots)
    }

    /// The stands of a unit.
    pub fn unit(&self, id: UnitId) -> &[Spot] {
        self.units
            .get(id.0 as usize)
            .map_or(&[], |rank| &rank.spots)
    }

    /// The stand of a leader.
    pub fn leader(&self, id: LeaderId) -> Option<&Spot> {
        self.leaders.get(id.0 as usize)?.spots.first()
    }

    pub(super) fn rank(&self, id: UnitId) -> &Rank {
        &self.units[id.0 as usize]
    }

    /// The middle of a unit in space.
    pub fn middle(&self, id: UnitId) -> Option<Vec3> {
        let spots = self.unit(id);
        let sum: Vec3 = spots.iter().map(|spot| spot.middle).sum();
        (!spots.is_empty()).then(|| sum / spots.len() as f32)
    }

    /// The unit or leader that a ray hits first.
    pub fn hit(&self, ray: Ray3d) -> Option<Hit> {
        let units = (0..)
            .map(|number| Hit::Unit(UnitId(number)))
            .zip(&self.units);
        let leaders = (0..)
            .map(|number| Hit::Leader(LeaderId(number)))
            .zip(&self.leaders);
        units
            .chain(leaders)
            .flat_map(|(hit, rank)| rank.spots.iter().map(move |spot| (hit, spot)))
            .filter_map(|(hit, spot)| Some((meets(ray, spot)?, hit)))
            .min_by(|(one, _), (other, _)| one.total_cmp(other))
            .map(|(_, hit)| hit)
    }
}

/// What a ray hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

/// How far along a ray it meets the box around a stand and its figures.
fn meets(ray: Ray3d, spot: &Spot) -> Option<f32> {
    let inverse = spot.transform.compute_affine().inverse();
    let from = inverse.transform_point3(ray.origin);
    let way = inverse.transform_vector3(*ray.direction);
    let tall = spot.reach.clamp(0.5, 0.75);
    let low = Vec3::new(-spot.half.x, 0.0, -spot.half.y) - 0.05;
    let high = Vec3::new(spot.half.x, tall, spot.half.y) + 0.05;
    let (mut enter, mut leave) = (0.0f32, f32::INFINITY);
    for axis in 0..3 {
        let one = (low[axis] - from[axis]) / way[axis];
        let two = (high[axis] - from[axis]) / way[axis];
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    (enter <= leave).then_some(enter)
}

/// What the armies are drawn with.
#[derive(Resource)]
pub struct TroopCoat(pub Coat);

/// Gets the armies ready to be drawn.
pub fn spawn(commands: &mut Commands, paints: &mut Paints) {
    commands.insert_resource(TroopCoat(paints.solid()));
    commands.insert_resource(Ranks::default());
    commands.insert_resource(StandModels::default());
}

/// A place and direction between two others.
fn between(from: &Stand, to: &Stand, part: f32) -> Stand {
    Stand::new(
        from.centre.lerp(to.centre, part),
        from.half.lerp(to.half, part),
        from.facing.turned(from.facing.off(to.facing) * part),
    )
}

/// How far a stand may lean with the ground: beyond, its men would lie down.
const STEEPEST: f32 = 0.2;

/// Laid on the ground: tilted with its slope as far as men can stand on it, else across the hollow.
pub fn lay(field: &Field, at: Vec2, half: Vec2, facing: Facing) -> Transform {
    let height = |at: Vec2| field.heights.height(at);
    let (ahead, right) = (facing.ahead() * half.y, facing.right() * half.x);
    let (front, back) = (height(at + ahead), height(at - ahead));
    let (west, east) = (height(at - right), height(at + right));
    let gentle = |rise: f32, run: f32| (rise / run.max(0.01)).clamp(-STEEPEST, STEEPEST);
    let climb = gentle(front - back, half.y * 2.0);
    let lean = gentle(east - west, half.x * 2.0);
    let forward = place(facing.ahead(), climb).normalize();
    let across = place(facing.right(), lean).normalize();
    let up = across.cross(forward).normalize_or(Vec3::Y);
    let across = forward.cross(up);
    let rotation = Quat::from_mat3(&Mat3::from_cols(across, up, -forward));
    // It rests on whatever of the ground stands out under it.
    let level = [
        height(at) - 0.02,
        front - climb * half.y - 0.03,
        back + climb * half.y - 0.03,
        east - lean * half.x - 0.03,
        west + lean * half.x - 0.03,
    ]
    .into_iter()
    .fold(f32::NEG_INFINITY, f32::max);
    Transform::from_translation(place(at, level + 0.02)).with_rotation(rotation)
}

/// What the stand of that number looks like.
fn look(unit: &UnitView, number: usize, count: usize, stand: &Stand, firing: bool) -> StandKey {
    let values = &unit.unit;
    let colours = number == count / 2;
    let (crew, turned) = match values.troops {
        Troops::Infantry { formation, .. } => (
            Crew::Foot {
                loose: formation == InfantryFormation::Skirmish,
                firing,
                colours,
                sharpshooters: values.traits.sharpshooter,
            },
            formation == InfantryFormation::RoadColumn,
        ),
        Troops::Cavalry {
            formation, mounted, ..
        } => {
            let turned = formation == CavalryFormation::RoadColumn;
            let crew = if mounted {
                Crew::Horse { colours }
            } else {
                Crew::Foot {
                    loose: formation == CavalryFormation::Skirmish,
                    firing,
                    colours,
                    sharpshooters: false,
                }
            };
            (crew, turned)
        }
        Troops::Artillery { gun, limbered } => {
            let bronze = is_bronze(gun);
            let horses = unit.record.horses;
            let crew = if limbered {
                Crew::Limbered { bronze, horses }
            } else {
                Crew::Guns { bronze }
            };
            (crew, false)
        }
    };
    let each = if values.is_artillery() {
        unit.muster.strength
    } else {
        unit.muster
            .strength
            .div_ceil(unit.muster.stands.max(1))
            .max(1)
    };
    let attached = unit.record.attached.map_or(0, |attached| attached.figures);
    let is_attached = !values.is_artillery() && number as u32 >= values.stands.now;
    let before = each * number as u32;
    let figures = if is_attached {
        attached
    } else {
        (values.strength - attached.min(values.strength)).saturating_sub(before)
    };
    StandKey {
        side: values.side,
        crew,
        figures: figures.min(each.max(attached)),
        full: each,
        size: (
            (stand.half.x * 200.0).round() as u32,
            (stand.half.y * 200.0).round() as u32,
        ),
        turned,
    }
}

/// Smoothbores were cast in bronze, rifles forged in iron.
fn is_bronze(gun: Option<Gun>) -> bool {
    use crate::rules::Named;
    gun.is_none_or(|gun| {
        let name = gun.name();
        !(name.contains("rifle") || name.contains("parrott") || name.contains("whitworth"))
    })
}

/// The stands of a unit at this moment, and what each looks like.
fn poses(playback: &Playback, id: UnitId) -> Vec<(Stand, StandKey)> {
    let scenario = playback.scenario();
    let part = ease(playback.part());
    let (before, after) = (playback.view().unit(id), playback.next().unit(id));
    let firing = !after.record.fired_on.is_empty();
    let stands = |unit: &UnitView| {
        if unit.on_table() {
            let scale = scenario.field.scale;
            unit.placement
                .footprint(scale, &unit.unit, unit.muster)
                .stands
                .to_vec()
        } else {
            Vec::new()
        }
    };
    let dress = |unit: &UnitView, stands: Vec<Stand>| -> Vec<(Stand, StandKey)> {
        let count = stands.len();
        let numbered = stands.into_iter().enumerate();
        numbered
            .map(|(number, stand)| (stand, look(unit, number, count, &stand, firing)))
            .filter(|(_, key)| key.figures > 0)
            .collect()
    };
    if before == after {
        return dress(before, stands(before));
    }
    let (from, to) = (stands(before), stands(after));
    if from.len() == to.len() {
        let shown = if part > 0.3 { after } else { before };
        let mixed = from.iter().zip(&to);
        let keyed = stands(shown);
        let moved: Vec<_> = mixed.map(|(one, two)| between(one, two, part)).collect();
        // The model keeps the size of a real stand while it moves.
        return dress(shown, keyed)
            .into_iter()
            .zip(moved)
            .map(|((_, key), stand)| (stand, key))
            .collect();
    }
    if part > 0.5 {
        dress(after, to)
    } else {
        dress(before, from)
    }
}

/// Slow at both ends.
pub fn ease(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}

/// Where a leader stands and looks.
fn leader_pose(playback: &Playback, id: LeaderId) -> Option<Stand> {
    let scenario = playback.scenario();
    let (before, after) = (playback.view().leader(id), playback.next().leader(id));
    if before.fallen {
        return None;
    }
    let to = after.at?;
    let from = before.at.unwrap_or(to);
    let at = from.lerp(to, ease(playback.part()));
    let facing = leader_facing(scenario, playback, id);
    let half = Vec2::splat(leader_size(scenario.field.scale) / 2.0);
    Some(Stand::new(at, half, facing))
}

/// A leader looks where his troops look.
fn leader_facing(scenario: &Scenario, playback: &Playback, id: LeaderId) -> Facing {
    let view = playback.next();
    let own = view.leader(id).attached.or_else(|| {
        let command = scenario.leaders[id.0 as usize].command;
        let his = |unit: usize| {
            let mut at = Some(scenario.units[unit].command);
            while let Some(number) = at {
                if number == command {
                    return true;
                }
                at = scenario.commands[number].parent;
            }
            false
        };
        (0..scenario.units.len())
            .find(|&unit| his(unit) && view.units[unit].on_table())
            .map(|unit| UnitId(unit as u32))
    });
    own.map_or(Facing::NORTH, |unit| view.unit(unit).placement.facing)
}

/// Puts everybody where he is; only those who move are touched.
#[allow(clippy::too_many_arguments)]
pub fn march(
    mut commands: Commands,
    playback: Res<Playback>,
    quality: Res<Quality>,
    coat: Res<TroopCoat>,
    mut ranks: ResMut<Ranks>,
    mut models: ResMut<StandModels>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut stands: Query<(&mut Transform, &mut Mesh3d), With<StandModel>>,
) {
    if !playback.is_changed() && !ranks.is_added() {
        return;
    }
    let scenario = playback.scenario();
    let now = (playback.jumps(), playback.moment());
    // A finished fact may have left somebody half-way: then everybody is put in his place once.
    let all = ranks.seen != now || ranks.units.len() != scenario.units.len();
    let ranks_now = ranks.bypass_change_detection();
    ranks_now.seen = now;
    ranks_now
        .units
        .resize_with(scenario.units.len(), Rank::default);
    ranks_now
        .leaders
        .resize_with(scenario.leaders.len(), Rank::default);
    let mut drill = Drill {
        field: &scenario.field,
        coat: &coat.0,
        simple: *quality == Quality::Low,
        models: &mut models,
        meshes: &mut meshes,
    };
    let mut moved = all;
    for (number, rank) in ranks_now.units.iter_mut().enumerate() {
        let id = UnitId(number as u32);
        if all || playback.touched().contains(&id) {
            moved = true;
            drill.form(&mut commands, rank, &poses(&playback, id), &mut stands);
        }
    }
    for (number, rank) in ranks_now.leaders.iter_mut().enumerate() {
        let id = LeaderId(number as u32);
        if all || playback.view().leader(id) != playback.next().leader(id) {
            moved = true;
            let setup = &scenario.leaders[number];
            let pose: Vec<_> = leader_pose(&playback, id)
                .map(|stand| {
                    let key = StandKey {
                        side: setup.side,
                        crew: Crew::Staff,
                        figures: setup.rank.figures(),
                        full: setup.rank.figures(),
                        size: ((stand.half.x * 200.0) as u32, (stand.half.y * 200.0) as u32),
                        turned: false,
                    };
                    (stand, key)
                })
                .into_iter()
                .collect();
            drill.form(&mut commands, rank, &pose, &mut stands);
        }
    }
    if moved {
        ranks.set_changed();
    }
}

/// A stand's model.
#[derive(Component)]
pub struct StandModel;

struct Drill<'a> {
    field: &'a Field,
    coat: &'a Coat,
    simple: bool,
    models: &'a mut StandModels,
    meshes: &'a mut Assets<Mesh>,
}

impl Drill<'_> {
    /// Brings the entities of a unit in line with where its stands are.
    fn form(
        &mut self,
        commands: &mut Commands,
        rank: &mut Rank,
        poses: &[(Stand, StandKey)],
        stands: &mut Query<(&mut Transform, &mut Mesh3d), With<StandModel>>,
    ) {
        rank.spots.clear();
        for (number, (stand, key)) in poses.iter().enumerate() {
            let transform = lay(self.field, stand.centre, stand.half, stand.facing);
            let scale = self.field.proportion();
            rank.spots.push(Spot {
                at: stand.centre,
                half: stand.half,
                middle: transform.translation + Vec3::Y * 0.3 * scale,
                reach: stand.half.length(),
                facing: stand.facing,
                transform,
            });
            let mesh = self.models.get(*key, scale, self.simple, self.meshes);
            match rank.entities.get_mut(number) {
                Some((entity, shown)) => {
                    if let Ok((mut place, mut model)) = stands.get_mut(*entity) {
                        place.set_if_neq(transform);
                        if *shown != *key {
                            model.0 = mesh;
                            *shown = *key;
                        }
                    }
                }
                None => {
                    let mut entity = commands.spawn((OnTable, StandModel, Mesh3d(mesh), transform));
                    self.coat.on(&mut entity);
                    rank.entities.push((entity.id(), *key));
                }
            }
        }
        for (entity, _) in rank.entities.drain(poses.len().min(rank.entities.len())..) {
            commands.entity(entity).despawn();
        }
    }
}

/// The armies.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        march
            .after(super::Advance)
            .run_if(resource_exists::<Playback>)
            .run_if(resource_exists::<Ranks>),
    );
}
