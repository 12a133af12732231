//! An army as plain data, for saves and for hashing.

use serde::{Deserialize, Serialize};

use super::{
    Army, Fighting, Identity, LeaderIdentity, LeaderState, Position, Presence, Record, UnitId,
};
use crate::rules::Scale;
use crate::scenario::{Scenario, UnitSetup};

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

/// The most figures or stands we take for a unit.
const MOST: u32 = 100;

impl ArmySnapshot {
    /// What is wrong with it as an army of this scenario, with the place.
    pub(crate) fn check(&self, scenario: &Scenario) -> Result<(), (String, String)> {
        let wrong = |field: String, what: String| Err((field, what));
        if self.scale != scenario.field.scale {
            let what = format!("{}; the table is at {}", self.scale, scenario.field.scale);
            return wrong("army.scale".to_owned(), what);
        }
        for (what, here, there) in [
            ("units", self.units.len(), scenario.units.len()),
            ("leaders", self.leaders.len(), scenario.leaders.len()),
        ] {
            if here != there {
                let count = format!("{here} of them; the scenario has {there}");
                return wrong(format!("army.{what}"), count);
            }
        }
        for (number, (unit, setup)) in self.units.iter().zip(&scenario.units).enumerate() {
            unit.check(scenario, setup)
                .or_else(|(field, what)| wrong(format!("army.units[{number}].{field}"), what))?;
        }
        for (number, ((identity, _), setup)) in
            self.leaders.iter().zip(&scenario.leaders).enumerate()
        {
            if (identity.side, identity.command) != (setup.side, setup.command) {
                let what = format!("is not the scenario's {}", setup.name);
                return wrong(format!("army.leaders[{number}]"), what);
            }
        }
        Ok(())
    }
}

impl UnitSnapshot {
    fn check(&self, scenario: &Scenario, setup: &UnitSetup) -> Result<(), (String, String)> {
        let wrong = |field: &str, what: String| Err((field.to_owned(), what));
        let (unit, muster) = (&self.fighting.0, self.identity.muster);
        let same_arm =
            std::mem::discriminant(&unit.troops) == std::mem::discriminant(&setup.unit.troops);
        if self.identity.command != setup.command || unit.side != setup.unit.side || !same_arm {
            return wrong("identity", format!("is not the scenario's {}", setup.name));
        }
        for (field, number, least) in [
            ("identity.muster.strength", muster.strength, 1),
            ("identity.muster.stands", muster.stands, 1),
            ("identity.muster.attached", muster.attached, 0),
            ("fighting.strength", unit.strength, 0),
            ("fighting.lost_sections", unit.lost_sections, 0),
            ("fighting.stands.full", unit.stands.full, 1),
            ("record.actions", self.record.actions, 0),
            ("record.horses", self.record.horses, 0),
        ] {
            if !(least..=MOST).contains(&number) {
                let what = format!("{number} is out of bounds; allowed: {least} to {MOST}");
                return wrong(field, what);
            }
        }
        // Whoever has joined it came on top.
        let full = muster.strength + self.record.joined.min(MOST);
        if unit.strength > full {
            let what = format!("{} of {full}; allowed: 0 to {full}", unit.strength);
            return wrong("fighting.strength", what);
        }
        let full = unit.stands.full.max(muster.stands) + muster.attached;
        if !(1..=full).contains(&unit.stands.now) {
            let what = format!("{} of {full}; allowed: 1 to {full}", unit.stands.now);
            return wrong("fighting.stands.now", what);
        }
        match &self.presence {
            Presence::OnTable if unit.strength == 0 => wrong(
                "fighting.strength",
                "0; a unit on the table has at least 1".to_owned(),
            ),
            Presence::Waiting { entry, .. } if scenario.field.entry(entry).is_none() => wrong(
                "presence.entry",
                format!("`{entry}` is no entry of the scenario"),
            ),
            _ => Ok(()),
        }
    }
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
            roster: Vec::new(),
        };
        for unit in snapshot.units {
            army.roster.push((unit.fighting.0.side, false));
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
