//! An army as plain data, for saves and for hashing.

use serde::{Deserialize, Serialize};

use super::{
    Army, Fighting, Identity, LeaderIdentity, LeaderState, Position, Presence, Record, UnitId,
};
use crate::rules::Scale;

/// Everything about both armies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmySnapshot {
    scale: Scale,
    units: Vec<UnitSnapshot>,
    leaders: Vec<(LeaderIdentity, LeaderState)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct UnitSnapshot {
    identity: Identity,
    fighting: Fighting,
    position: Position,
    presence: Presence,
    record: Record,
}

impl Army {
    /// Everything, as plain data.
    pub fn snapshot(&self) -> ArmySnapshot {
        ArmySnapshot {
            scale: self.scale,
            units: self
                .units()
                .map(|id| UnitSnapshot {
                    identity: self.get::<Identity>(id).clone(),
                    fighting: *self.get::<Fighting>(id),
                    position: *self.get::<Position>(id),
                    presence: self.get::<Presence>(id).clone(),
                    record: self.get::<Record>(id).clone(),
                })
                .collect(),
            leaders: self
                .leaders()
                .map(|id| {
                    (
                        self.leader::<LeaderIdentity>(id).clone(),
                        self.leader::<LeaderState>(id).clone(),
                    )
                })
                .collect(),
        }
    }

    /// The army that a snapshot was taken of.
    pub fn restore(snapshot: ArmySnapshot) -> Self {
        let mut army = Self {
            world: bevy::prelude::World::new(),
            units: Vec::new(),
            leaders: Vec::new(),
            scale: snapshot.scale,
        };
        for unit in snapshot.units {
            let bundle = (
                unit.identity,
                unit.fighting,
                unit.position,
                unit.presence,
                unit.record,
            );
            let entity = army.world.spawn(bundle).id();
            army.units.push(entity);
        }
        for leader in snapshot.leaders {
            let entity = army.world.spawn(leader).id();
            army.leaders.push(entity);
        }
        let units: Vec<UnitId> = army.units().collect();
        units.into_iter().for_each(|id| army.refresh_stands(id));
        army
    }
}
