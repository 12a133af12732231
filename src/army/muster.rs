//! From the scenario's order of battle to entities on the table.

use bevy::math::Vec2;
use bevy::prelude::{ChildOf, World};

use super::{
    Army, Base, Covers, Fighting, Identity, LeaderIdentity, LeaderState, Position, Presence,
    Record, UnitId,
};
use crate::field::{Facing, Placement};
use crate::scenario::{Deployment, Scenario};

impl Army {
    /// Sets both armies up as the scenario says; units that may be absent are all there still.
    pub fn muster(scenario: &Scenario) -> Self {
        let mut army = Self {
            world: World::new(),
            units: Vec::new(),
            leaders: Vec::new(),
            scale: scenario.field.scale,
            roster: scenario
                .units
                .iter()
                .map(|unit| (unit.unit.side, false))
                .collect(),
        };
        for unit in &scenario.units {
            let (placement, presence) = match &unit.deployment {
                Deployment::At { placement, .. } => (*placement, Presence::OnTable),
                Deployment::Arrives { turn, entry, .. } => {
                    let place = scenario.field.entry(entry);
                    let placement = Placement {
                        at: place.map_or(Vec2::ZERO, |entry| entry.at),
                        facing: place.map_or(Facing::NORTH, |entry| entry.facing),
                    };
                    let presence = Presence::Waiting {
                        turn: *turn,
                        entry: entry.clone(),
                    };
                    (placement, presence)
                }
            };
            let identity = Identity {
                name: unit.name.clone(),
                command: unit.command,
                muster: unit.muster,
            };
            let record = Record {
                horses: 2,
                ..Record::default()
            };
            let bundle = (
                identity,
                Fighting(unit.unit),
                Position(placement),
                presence,
                record,
            );
            let entity = army.world.spawn(bundle).id();
            army.units.push(entity);
        }
        for leader in &scenario.leaders {
            let identity = LeaderIdentity {
                name: leader.name.clone(),
                side: leader.side,
                rank: leader.rank,
                benefit: leader.benefit,
                artillery: leader.artillery,
                command: leader.command,
            };
            let state = LeaderState {
                at: leader.at,
                attached: None,
                fallen: false,
                missed: false,
            };
            let entity = army.world.spawn((identity, state)).id();
            army.leaders.push(entity);
        }
        let units: Vec<_> = army.units().collect();
        units.into_iter().for_each(|id| army.refresh_stands(id));
        army
    }

    /// Puts a unit's stands, its children, where they belong.
    pub(crate) fn refresh_stands(&mut self, id: UnitId) {
        let parent = self.units[id.0 as usize];
        self.roster[id.0 as usize].1 = *self.get::<Presence>(id) == Presence::OnTable;
        let covers = self.footprint_at(id, self.placement(id));
        let stands = if self.on_table(id) {
            covers.stands.to_vec()
        } else {
            Vec::new()
        };
        self.world.entity_mut(parent).insert(Covers(covers));
        let children: Vec<_> = self
            .world
            .get::<bevy::prelude::Children>(parent)
            .map(|children| children.iter().copied().collect())
            .unwrap_or_default();
        for (number, stand) in stands.iter().enumerate() {
            match children.get(number) {
                Some(&child) => {
                    self.world.entity_mut(child).insert(Base(*stand));
                }
                None => {
                    self.world.spawn((Base(*stand), ChildOf(parent)));
                }
            }
        }
        for &child in children.iter().skip(stands.len()) {
            self.world.despawn(child);
        }
    }
}
