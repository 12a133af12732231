//! What stands on the table: regiments, batteries and leaders as entities of an ECS world.
//!
//! Only [`crate::battle`] changes an army. Everybody else reads it.

mod components;
mod muster;
mod snapshot;

use bevy::ecs::component::Mutable;
use bevy::prelude::{Component, Entity, Mut, World};
use serde::{Deserialize, Serialize};

pub use components::{
    Attachment, Base, Covers, Fate, Fighting, Identity, LeaderIdentity, LeaderState, Position,
    Presence, Record,
};
pub use snapshot::ArmySnapshot;

use crate::field::placement::Footprint;
use crate::field::{Field, Placement};
use crate::rules::{Scale, Side, Unit};

/// A unit, by its place in the scenario's order of battle.
//
// Not transparent to serde: the check of a save knows units and leaders by the names of these types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u32);

/// A leader, by his place in the scenario's order of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeaderId(pub u32);

/// Both armies of a battle.
pub struct Army {
    world: World,
    units: Vec<Entity>,
    leaders: Vec<Entity>,
    scale: Scale,
    /// Each unit's side, and whether it is on the table: asked all the time.
    roster: Vec<(Side, bool)>,
}

impl Army {
    /// The world, for those who draw it.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Every unit, in the order of the scenario.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u32).map(UnitId)
    }

    /// Every leader.
    pub fn leaders(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u32).map(LeaderId)
    }

    /// A component of a unit.
    pub fn get<C: Component>(&self, id: UnitId) -> &C {
        self.world
            .get(self.units[id.0 as usize])
            .expect("units have all unit components")
    }

    /// A component of a unit, to change.
    pub(crate) fn get_mut<C: Component<Mutability = Mutable>>(&mut self, id: UnitId) -> Mut<'_, C> {
        self.world
            .get_mut(self.units[id.0 as usize])
            .expect("units have all unit components")
    }

    /// A component of a leader.
    pub fn leader<C: Component>(&self, id: LeaderId) -> &C {
        self.world
            .get(self.leaders[id.0 as usize])
            .expect("leaders have all leader components")
    }

    /// A component of a leader, to change.
    pub(crate) fn leader_mut<C: Component<Mutability = Mutable>>(
        &mut self,
        id: LeaderId,
    ) -> Mut<'_, C> {
        self.world
            .get_mut(self.leaders[id.0 as usize])
            .expect("leaders have all leader components")
    }

    /// A unit's values in the rules.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.get::<Fighting>(id).0
    }

    /// What it is called.
    pub fn name(&self, id: UnitId) -> &str {
        &self.get::<Identity>(id).name
    }

    /// Its side.
    pub fn side(&self, id: UnitId) -> Side {
        self.roster[id.0 as usize].0
    }

    /// Where it stands.
    pub fn placement(&self, id: UnitId) -> Placement {
        self.get::<Position>(id).0
    }

    /// Whether it is on the table.
    pub fn on_table(&self, id: UnitId) -> bool {
        self.roster[id.0 as usize].1
    }

    /// Everybody on the table.
    pub fn present(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(|&id| self.on_table(id))
    }

    /// Everybody of one side on the table.
    pub fn present_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.present().filter(move |&id| self.side(id) == side)
    }

    /// What a unit covers of the table.
    pub fn footprint(&self, id: UnitId) -> &Footprint {
        &self.get::<Covers>(id).0
    }

    /// What a unit would cover elsewhere.
    pub fn footprint_at(&self, id: UnitId, placement: Placement) -> Footprint {
        placement.footprint(self.scale, self.unit(id), self.get::<Identity>(id).muster)
    }

    /// Whether a unit would stand on the table and on nobody there.
    pub fn fits(&self, field: &Field, id: UnitId, placement: Placement) -> bool {
        self.fits_but_for(field, id, placement, &[])
    }

    /// Whether a unit would stand on the table and on nobody there, some others not counted.
    pub fn fits_but_for(
        &self,
        field: &Field,
        id: UnitId,
        placement: Placement,
        but_for: &[UnitId],
    ) -> bool {
        let footprint = self.footprint_at(id, placement);
        footprint.on_table(field) && self.is_free(&footprint, id, but_for)
    }

    /// Whether nobody else stands on some ground, some others not counted.
    pub fn is_free(&self, ground: &Footprint, id: UnitId, but_for: &[UnitId]) -> bool {
        let at = ground.placement.at;
        self.present()
            .filter(|other| *other != id && !but_for.contains(other))
            .filter(|&other| self.placement(other).at.distance(at) < 12.0)
            .all(|other| !ground.overlaps(self.footprint(other)))
    }
}
