//! The armies on the table: stands where the playback has them at this very moment.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::blocks::{self, BlockKey, BlockModels, Distant};
use super::evolution::{self, Pose};
use super::paint::{Coat, Paints};
use super::playback::Playback;
use super::ranks::{Spot, Spots};
use super::stage::{
    After, Becoming, Figures, Follow, LeaderBecoming, LeaderKey, Stage, Stands, UnitKey, stands,
};
use super::stands::{Crew, StandKey, StandModels};
use super::{Quality, place};
use crate::army::{
    Army, Base, Covers, Fighting, Identity, LeaderId, LeaderIdentity, LeaderState, Position,
    Presence, Record, UnitId,
};
use crate::field::stand::{Stand, leader_size};
use crate::field::{Facing, Field};
use crate::rules::{CavalryFormation, Gun, InfantryFormation, Morale, Troops};
use crate::scenario::Scenario;

/// What the armies are drawn with.
#[derive(Resource)]
pub struct TroopCoat(pub Coat);

/// Gets the armies ready to be drawn.
pub fn spawn(commands: &mut Commands, paints: &mut Paints) {
    commands.insert_resource(TroopCoat(paints.solid()));
    commands.insert_resource(StandModels::default());
    commands.insert_resource(BlockModels::default());
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

/// Width and depth of a stand in hundredths of an inch.
fn hundredths(half: Vec2) -> (u32, u32) {
    let size = (half * 200.0).round();
    (size.x as u32, size.y as u32)
}

/// A unit before or after the fact under way, as far as it is seen.
struct Look<'a> {
    fighting: &'a Fighting,
    record: &'a Record,
    stands: &'a [(Stand, Figures)],
    /// Muskets are levelled.
    firing: bool,
}

impl Look<'_> {
    /// What the stand of that number looks like; nothing if nobody is left on it.
    fn at(&self, number: usize) -> Option<StandKey> {
        let (stand, figures) = self.stands.get(number)?;
        let values = &self.fighting.0;
        if *figures == Figures::NOBODY {
            return Some(StandKey {
                side: values.side,
                crew: Crew::Nobody,
                figures: 0,
                full: 0,
                size: hundredths(stand.half),
                turned: false,
            });
        }
        if figures.left == 0 {
            return None;
        }
        let firing = self.firing;
        let colours = number == self.stands.len() / 2;
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
                let horses = self.record.horses;
                let crew = if limbered {
                    Crew::Limbered { bronze, horses }
                } else {
                    Crew::Guns { bronze }
                };
                (crew, false)
            }
        };
        Some(StandKey {
            side: values.side,
            crew,
            figures: figures.left,
            full: figures.full,
            size: hundredths(stand.half),
            turned,
        })
    }

    /// All stands where they are.
    fn poses(&self) -> Vec<Pose> {
        let stands = self.stands.iter().enumerate();
        stands
            .map(|(number, (stand, _))| (*stand, self.at(number)))
            .collect()
    }
}

/// The stands of a unit as it stands in an army, and what each looks like.
pub(super) fn looks(army: &Army, id: UnitId) -> Vec<(Stand, StandKey)> {
    let stands = stands(army, id);
    let look = Look {
        fighting: army.fighting(id),
        record: army.record(id),
        stands: &stands,
        firing: false,
    };
    let poses = look.poses().into_iter();
    poses
        .filter_map(|(stand, key)| Some((stand, key?)))
        .collect()
}

/// Smoothbores were cast in bronze, rifles forged in iron.
fn is_bronze(gun: Option<Gun>) -> bool {
    use crate::rules::Named;
    gun.is_none_or(|gun| {
        let name = gun.name();
        !(name.contains("rifle") || name.contains("parrott") || name.contains("whitworth"))
    })
}

/// The stands of a unit at this moment, and what each looks like; nothing where none is seen.
fn poses(before: &Look, after: Option<&After>, part: f32) -> Vec<Option<(Stand, StandKey)>> {
    let old = before.poses();
    let Some(after) = after else {
        return old
            .into_iter()
            .map(|(stand, look)| Some((stand, look?)))
            .collect();
    };
    let after = Look {
        fighting: &after.fighting,
        record: &after.record,
        stands: &after.stands,
        firing: before.firing,
    };
    evolution::between(&old, &after.poses(), part)
}

/// Slow at both ends.
pub fn ease(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}

/// A stand wears this model.
#[derive(Component)]
pub struct Wears(StandKey);

/// The looks of a stand or leader.
type Worn<'a> = (
    &'a mut Visibility,
    Option<&'a mut Mesh3d>,
    Option<&'a mut Wears>,
);

struct Drill<'a> {
    field: &'a Field,
    coat: &'a Coat,
    simple: bool,
    models: &'a mut StandModels,
    meshes: &'a mut Assets<Mesh>,
}

impl Drill<'_> {
    /// Gives a stand its looks; answers with its place if it is seen. Whether its figures or a block
    /// are seen there is found later.
    fn form(
        &mut self,
        commands: &mut Commands,
        entity: Entity,
        pose: Option<(Stand, StandKey)>,
        (morale, marked): (Morale, bool),
        (mut seen, model, wears): <Worn<'_> as bevy::ecs::query::QueryData>::Item<'_, '_>,
    ) -> Option<Spot> {
        let Some((stand, key)) = pose else {
            seen.set_if_neq(Visibility::Hidden);
            return None;
        };
        let scale = self.field.proportion();
        let transform = lay(self.field, stand.centre, stand.half, stand.facing);
        match (model, wears) {
            (Some(_), Some(wears)) if wears.0 == key => {}
            (Some(mut model), Some(mut wears)) => {
                model.0 = self.models.get(key, scale, self.simple, self.meshes);
                wears.0 = key;
            }
            _ => {
                let mesh = self.models.get(key, scale, self.simple, self.meshes);
                let mut stand = commands.entity(entity);
                stand.insert((Mesh3d(mesh), Wears(key)));
                self.coat.on(&mut stand);
            }
        }
        Some(Spot {
            at: stand.centre,
            half: stand.half,
            middle: transform.translation + Vec3::Y * 0.3 * scale,
            reach: stand.half.length(),
            facing: stand.facing,
            transform,
            stand: entity,
            block: BlockKey::of(key, morale, marked),
        })
    }
}

/// What the armies are drawn with.
#[derive(SystemParam)]
pub struct Wardrobe<'w> {
    quality: Res<'w, Quality>,
    coat: Res<'w, TroopCoat>,
    models: ResMut<'w, StandModels>,
    meshes: ResMut<'w, Assets<Mesh>>,
}

impl Wardrobe<'_> {
    fn drill<'a>(&'a mut self, field: &'a Field) -> Drill<'a> {
        Drill {
            field,
            coat: &self.coat.0,
            simple: *self.quality == Quality::Low,
            models: &mut self.models,
            meshes: &mut self.meshes,
        }
    }
}

/// All that is seen of a unit.
type Seen<'a> = (
    Ref<'a, Fighting>,
    Ref<'a, Record>,
    Ref<'a, Presence>,
    Ref<'a, Covers>,
    Ref<'a, Becoming>,
    Option<Ref<'a, Stands>>,
    &'a mut Spots,
);

/// Puts every unit where it is; only those that change are touched.
pub fn march(
    mut commands: Commands,
    playback: Res<Playback>,
    mut wardrobe: Wardrobe,
    mut units: Query<Seen, With<UnitKey>>,
    bases: Query<(Option<&Base>, &Figures)>,
    mut stands: Query<Worn, With<Figures>>,
) {
    let part = ease(playback.part());
    let mut drill = wardrobe.drill(&playback.scenario().field);
    for (fighting, record, presence, covers, becoming, children, mut spots) in &mut units {
        // What was only written into its record is not seen on its stands.
        let moves = playback.is_changed()
            && becoming.0.as_deref().is_some_and(|after| {
                after.fighting != *fighting
                    || after.presence != *presence
                    || after.position.0 != covers.0.placement
                    || after.record.horses != record.horses
                    || after.record.attached != record.attached
            });
        let changed = fighting.is_changed()
            || record.is_changed()
            || presence.is_changed()
            || covers.is_changed()
            || becoming.is_changed()
            || children.as_ref().is_some_and(|all| all.is_changed());
        if !moves && !changed {
            continue;
        }
        let children = children.as_ref().map_or(&[][..], |stands| stands.all());
        let standing: Vec<_> = bases
            .iter_many(children)
            .filter_map(|(base, figures)| Some((base?.0, *figures)))
            .collect();
        let after = becoming.0.as_deref();
        let fired = after.map_or(&record.fired_on, |after| &after.record.fired_on);
        let before = Look {
            fighting: &fighting,
            record: &record,
            stands: &standing,
            firing: !fired.is_empty(),
        };
        let shown = after.filter(|_| part > 0.5).map(|after| &after.fighting);
        let morale = shown.unwrap_or(&fighting).0.morale;
        let poses = poses(&before, after, part);
        let middle = poses.len() / 2;
        let mut poses = poses.into_iter();
        let seen: Vec<_> = children
            .iter()
            .enumerate()
            .filter_map(|(number, &child)| {
                let pose = poses.next().flatten();
                let worn = stands.get_mut(child).ok()?;
                let how = (morale, number == middle);
                drill.form(&mut commands, child, pose, how, worn)
            })
            .collect();
        // Nothing seen before or now is nothing new.
        if !seen.is_empty() || !spots.0.is_empty() {
            spots.0 = seen;
        }
    }
}

/// All that is seen of a leader.
type Officer<'a> = (
    Entity,
    &'a LeaderKey,
    &'a LeaderIdentity,
    Ref<'a, LeaderState>,
    Ref<'a, LeaderBecoming>,
    &'a mut Spots,
    Worn<'a>,
);

/// What of a unit its leader looks after.
type Led<'a> = (&'a Identity, &'a Position, &'a Presence, &'a Becoming);

/// Puts every leader where he is.
pub fn ride(
    mut commands: Commands,
    playback: Res<Playback>,
    stage: Res<Stage>,
    mut wardrobe: Wardrobe,
    mut leaders: Query<Officer>,
    units: Query<Led, With<UnitKey>>,
    mut shown: Local<Option<(u32, usize)>>,
) {
    let now = (playback.jumps(), playback.moment());
    // His troops may look elsewhere with every fact.
    let all = shown.replace(now) != Some(now);
    let scenario = playback.scenario();
    let half = Vec2::splat(leader_size(scenario.field.scale) / 2.0);
    let mut drill = wardrobe.drill(&scenario.field);
    for (entity, key, who, state, becoming, mut spots, worn) in &mut leaders {
        let moves = becoming.0.is_some() && playback.is_changed();
        if !all && !moves && !state.is_changed() && !becoming.is_changed() {
            continue;
        }
        let after = becoming.0.as_ref().unwrap_or(&*state);
        let pose = after.at.filter(|_| !state.fallen).map(|to| {
            let from = state.at.unwrap_or(to);
            let stand = Stand::new(
                from.lerp(to, ease(playback.part())),
                half,
                leader_facing(scenario, &stage, &units, key.0, after),
            );
            let key = StandKey {
                side: who.side,
                crew: Crew::Staff,
                figures: who.rank.figures(),
                full: who.rank.figures(),
                size: ((half.x * 200.0) as u32, (half.y * 200.0) as u32),
                turned: false,
            };
            (stand, key)
        });
        let seen = drill.form(
            &mut commands,
            entity,
            pose,
            (Morale::GoodOrder, false),
            worn,
        );
        let before = spots.0.first();
        if seen.map(|spot| spot.transform) != before.map(|spot| spot.transform) {
            spots.0 = seen.into_iter().collect();
        }
    }
}

/// A leader looks where his troops look.
fn leader_facing(
    scenario: &Scenario,
    stage: &Stage,
    units: &Query<Led, With<UnitKey>>,
    id: LeaderId,
    state: &LeaderState,
) -> Facing {
    let after = |entity: Entity| {
        let (identity, position, presence, becoming) = units.get(entity).ok()?;
        let (position, presence) = becoming.0.as_deref().map_or((position, presence), |after| {
            (&after.position, &after.presence)
        });
        Some((identity, position.0, *presence))
    };
    let his = |entity: Entity| {
        let (identity, placement, presence) = after(entity)?;
        let command = scenario.leaders.get(id.0 as usize)?.command;
        let mut above = std::iter::successors(Some(identity.command), |&number| {
            scenario.commands[number].parent
        });
        let here = presence == Presence::OnTable && above.any(|number| number == command);
        here.then_some(placement)
    };
    let attached = state.attached.and_then(|unit| stage.unit(unit));
    let placement = match attached {
        Some(entity) => after(entity).map(|(_, placement, _)| placement),
        None => stage.units().iter().find_map(|&entity| his(entity)),
    };
    placement.map_or(Facing::NORTH, |placement| placement.facing)
}

/// When everybody is put in his place.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct March;

/// The armies.
pub fn plugin(app: &mut App) {
    app.register_required_components::<UnitKey, Spots>()
        .register_required_components::<LeaderKey, Spots>()
        .register_required_components::<UnitKey, Distant>()
        .register_required_components::<LeaderKey, Distant>()
        .add_systems(
            Update,
            (march, ride, blocks::loom)
                .chain()
                .in_set(March)
                .after(Follow)
                .run_if(super::laid),
        );
}
