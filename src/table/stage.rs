//! What stands on the table as entities: regiments, batteries and leaders with the parts of the
//! army's state as their components, and their stands as entities of their own.
//!
//! The battle itself stays plain data; [`follow`] brings the entities in line with the moment that
//! is shown. It writes only what differs, so that a fact marks nothing changed but its own units.
//! Nothing here needs a window.

mod parade;
mod parts;

use bevy::prelude::*;

pub use parade::{Parade, UnitParts, UnitPartsItem};
pub(super) use parts::stands;
pub use parts::{
    After, Becoming, Figures, FrontalArc, LeaderBecoming, LeaderKey, Mustered, OPENS, StandOf,
    Stands, UnitKey,
};

use super::{Advance, Laid, OnTable, Playback, Screen, playback, screen};
use crate::army::{
    Army, Base, Covers, Fighting, Identity, LeaderId, LeaderIdentity, LeaderState, Position,
    Presence, Record, UnitId,
};

/// Where to find the entity of a unit or leader.
#[derive(Resource, Default)]
pub struct Stage {
    units: Vec<Entity>,
    leaders: Vec<Entity>,
    /// The moment they stand for: jumps, facts played, and whether one is under way.
    shown: Option<(u32, usize, bool)>,
}

impl Stage {
    /// The entity of a unit.
    pub fn unit(&self, id: UnitId) -> Option<Entity> {
        self.units.get(id.0 as usize).copied()
    }

    /// The entity of a leader.
    pub fn leader(&self, id: LeaderId) -> Option<Entity> {
        self.leaders.get(id.0 as usize).copied()
    }

    /// All units, in the order of the scenario.
    pub fn units(&self) -> &[Entity] {
        &self.units
    }

    /// All leaders.
    pub fn leaders(&self) -> &[Entity] {
        &self.leaders
    }
}

/// When the entities are brought in line with the moment that is shown.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Follow;

/// Puts a battle on stage.
pub fn raise(world: &mut World, playback: Playback) {
    world.insert_resource(playback);
    world.get_resource_or_init::<Stage>().shown = None;
    world.resource_mut::<NextState<Screen>>().set(Screen::Table);
}

type UnitMut<'a> = (
    &'a mut Identity,
    &'a mut Fighting,
    &'a mut Position,
    &'a mut Presence,
    &'a mut Record,
    &'a mut Mustered,
    &'a mut Covers,
    &'a mut FrontalArc,
    &'a mut Becoming,
    Option<&'a Stands>,
);

type LeaderMut<'a> = (
    &'a mut LeaderIdentity,
    &'a mut LeaderState,
    &'a mut LeaderBecoming,
);

type StandMut<'a> = (Option<&'a mut Base>, &'a mut Figures);

/// Brings the entities in line with the moment that is shown.
pub fn follow(
    mut commands: Commands,
    playback: Res<Playback>,
    mut stage: ResMut<Stage>,
    mut units: Query<UnitMut>,
    mut leaders: Query<LeaderMut>,
    mut stands: Query<StandMut>,
) {
    let now = (
        playback.jumps(),
        playback.moment(),
        playback.fact().is_some(),
    );
    if stage.shown == Some(now) {
        return;
    }
    stage.shown = Some(now);
    let (view, next) = (playback.view(), playback.next());
    for id in view.units() {
        let touched = playback.touched().binary_search(&id).is_ok();
        let after = touched.then(|| Box::new(After::of(next, id)));
        let known = stage.unit(id).and_then(|entity| {
            let parts = units.get_mut(entity).ok()?;
            Some((entity, parts))
        });
        match known {
            Some((entity, parts)) => {
                bring_unit(&mut commands, view, id, entity, after, parts, &mut stands);
            }
            None => {
                let entity = spawn_unit(&mut commands, view, id, after);
                stage.units.truncate(id.0 as usize);
                stage.units.push(entity);
            }
        }
    }
    for id in view.leaders() {
        let after = (view.leader(id) != next.leader(id)).then(|| next.leader(id).clone());
        let known = stage
            .leader(id)
            .and_then(|entity| leaders.get_mut(entity).ok());
        match known {
            Some((mut identity, mut state, mut becoming)) => {
                bring(&mut identity, view.leader_identity(id));
                bring(&mut state, view.leader(id));
                becoming.set_if_neq(LeaderBecoming(after));
            }
            None => {
                let entity = spawn_leader(&mut commands, view, id, after);
                stage.leaders.truncate(id.0 as usize);
                stage.leaders.push(entity);
            }
        }
    }
    let (units, leaders) = (view.units().len(), view.leaders().len());
    let Stage {
        units: old,
        leaders: led,
        ..
    } = &mut *stage;
    let surplus = old.drain(units..).chain(led.drain(leaders..));
    surplus.for_each(|entity| commands.entity(entity).despawn());
}

/// Writes a part only if it differs; answers whether it did.
fn bring<T: Component<Mutability = bevy::ecs::component::Mutable> + Clone + PartialEq>(
    part: &mut Mut<T>,
    now: &T,
) -> bool {
    let differs = **part != *now;
    if differs {
        part.clone_from(now);
    }
    differs
}

fn spawn_unit(
    commands: &mut Commands,
    army: &Army,
    id: UnitId,
    after: Option<Box<After>>,
) -> Entity {
    let covers = army.footprint(id);
    let unit = commands
        .spawn((
            (OnTable, UnitKey(id)),
            army.identity(id).clone(),
            *army.fighting(id),
            Position(army.placement(id)),
            army.presence(id),
            army.record(id).clone(),
            Mustered(army.muster_of(id)),
            Covers(covers.clone()),
            FrontalArc::of(covers),
            Becoming(after.clone()),
        ))
        .id();
    dress(commands, army, id, unit, after.as_deref(), &[], None);
    unit
}

fn spawn_leader(
    commands: &mut Commands,
    army: &Army,
    id: LeaderId,
    after: Option<LeaderState>,
) -> Entity {
    let leader = commands.spawn((
        (
            OnTable,
            LeaderKey(id),
            Transform::default(),
            Visibility::Hidden,
        ),
        army.leader_identity(id).clone(),
        army.leader(id).clone(),
        LeaderBecoming(after),
    ));
    leader.id()
}

fn bring_unit(
    commands: &mut Commands,
    army: &Army,
    id: UnitId,
    entity: Entity,
    after: Option<Box<After>>,
    parts: <UnitMut<'_> as bevy::ecs::query::QueryData>::Item<'_, '_>,
    stands: &mut Query<StandMut>,
) {
    let (
        mut identity,
        mut fighting,
        mut position,
        mut presence,
        mut record,
        mut mustered,
        mut covers,
        mut arc,
        mut becoming,
        children,
    ) = parts;
    bring(&mut identity, army.identity(id));
    let mut differs = bring(&mut fighting, army.fighting(id));
    differs |= position.set_if_neq(Position(army.placement(id)));
    differs |= presence.set_if_neq(army.presence(id));
    differs |= bring(&mut record, army.record(id));
    differs |= mustered.set_if_neq(Mustered(army.muster_of(id)));
    let footprint = army.footprint(id);
    if covers.0 != *footprint {
        covers.0.clone_from(footprint);
        arc.set_if_neq(FrontalArc::of(footprint));
        differs = true;
    }
    if differs || becoming.0 != after {
        let children = children.map_or(&[][..], Stands::all);
        dress(
            commands,
            army,
            id,
            entity,
            after.as_deref(),
            children,
            Some(stands),
        );
    }
    becoming.set_if_neq(Becoming(after));
}

/// Gives a unit its stands. Those that the fact under way only brings are there already, without a
/// base as long as they do not stand on the table.
fn dress(
    commands: &mut Commands,
    army: &Army,
    id: UnitId,
    unit: Entity,
    after: Option<&After>,
    children: &[Entity],
    mut known: Option<&mut Query<StandMut>>,
) {
    let now = parts::stands(army, id);
    let coming = after.map_or(&[][..], |after| &after.stands);
    let count = now.len().max(coming.len());
    for number in 0..count {
        let stand = now.get(number).copied();
        let Some((_, figures)) = stand.or_else(|| coming.get(number).copied()) else {
            continue;
        };
        let base = stand.map(|(stand, _)| Base(stand));
        let child = children.get(number).copied();
        let held = child.and_then(|child| known.as_mut()?.get_mut(child).ok());
        match (child, held) {
            (Some(child), Some((standing, mut held))) => {
                held.set_if_neq(figures);
                match (standing, base) {
                    (Some(mut standing), Some(base)) => {
                        standing.set_if_neq(base);
                    }
                    (None, Some(base)) => {
                        commands.entity(child).insert(base);
                    }
                    (Some(_), None) => {
                        commands.entity(child).remove::<Base>();
                    }
                    (None, None) => {}
                }
            }
            _ => {
                let mut child = commands.spawn((
                    StandOf(unit),
                    figures,
                    Transform::default(),
                    Visibility::Hidden,
                ));
                if let Some(base) = base {
                    child.insert(base);
                }
            }
        }
    }
    for &child in children.iter().skip(count) {
        commands.entity(child).despawn();
    }
}

/// The table is cleared: nobody stands on it any more.
fn clear(mut commands: Commands, mut stage: ResMut<Stage>, all: Query<Entity, With<OnTable>>) {
    for entity in &all {
        commands.entity(entity).despawn();
    }
    *stage = Stage::default();
    commands.remove_resource::<Playback>();
}

/// The battle on stage, with or without a window. Needs [`bevy::state::app::StatesPlugin`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Stage>()
        .add_plugins((screen::plugin, playback::plugin))
        .add_systems(OnExit(Laid), clear)
        .add_systems(
            Update,
            follow.in_set(Follow).after(Advance).run_if(super::laid),
        );
}
