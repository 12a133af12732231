//! Everybody on stage, for whoever shows or asks about one of them.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{FrontalArc, Mustered, Stage, UnitKey};
use crate::army::{
    Covers, Fighting, Identity, LeaderId, LeaderIdentity, LeaderState, NOWHERE, Position, Presence,
    Record, UnitId,
};
use crate::field::Placement;

/// All parts of a unit.
#[derive(QueryData)]
pub struct UnitParts {
    /// Who it is.
    pub key: &'static UnitKey,
    /// What never changes about it.
    pub identity: &'static Identity,
    /// Its values in the rules.
    pub fighting: &'static Fighting,
    /// Where it stands.
    pub position: &'static Position,
    /// Whether it is there.
    pub presence: &'static Presence,
    /// What it has done.
    pub record: &'static Record,
    /// Its full strength.
    pub mustered: &'static Mustered,
    /// What it covers.
    pub covers: &'static Covers,
    /// Its frontal arc.
    pub arc: &'static FrontalArc,
}

impl UnitPartsItem<'_, '_> {
    /// Whether it is on the table.
    pub fn on_table(&self) -> bool {
        is_shown(*self.presence, self.position.0)
    }
}

/// Whether a unit is shown on the table: it is there, or hidden from others than whoever looks.
pub fn is_shown(presence: Presence, at: Placement) -> bool {
    presence == Presence::OnTable || presence == Presence::Hidden && at != NOWHERE
}

/// Everybody on stage as he is at the moment that is shown.
#[derive(SystemParam)]
pub struct Parade<'w, 's> {
    stage: Res<'w, Stage>,
    units: Query<'w, 's, UnitParts>,
    leaders: Query<'w, 's, (&'static LeaderIdentity, &'static LeaderState)>,
}

impl Parade<'_, '_> {
    /// A unit.
    pub fn unit(&self, id: UnitId) -> Option<UnitPartsItem<'_, '_>> {
        self.units.get(self.stage.unit(id)?).ok()
    }

    /// All units, in the order of the scenario.
    pub fn units(&self) -> impl Iterator<Item = UnitPartsItem<'_, '_>> {
        self.units.iter_many(self.stage.units())
    }

    /// All units on the table.
    pub fn present(&self) -> impl Iterator<Item = UnitPartsItem<'_, '_>> {
        self.units().filter(UnitPartsItem::on_table)
    }

    /// A leader.
    pub fn leader(&self, id: LeaderId) -> Option<(&LeaderIdentity, &LeaderState)> {
        self.leaders.get(self.stage.leader(id)?).ok()
    }

    /// All leaders, in the order of the scenario.
    pub fn leaders(&self) -> impl Iterator<Item = (LeaderId, &LeaderIdentity, &LeaderState)> {
        let all = self.leaders.iter_many(self.stage.leaders());
        (0..)
            .map(LeaderId)
            .zip(all)
            .map(|(id, (who, how))| (id, who, how))
    }
}
