//! From the scenario's order of battle to an army on the table.

use std::sync::Arc;

use bevy::math::Vec2;

use super::{
    Army, Clock, Covers, Earth, Fighting, Identity, LeaderIdentity, LeaderState, Position,
    Presence, Record, Standing,
};
use crate::field::{Facing, Placement};
use crate::rules::Side;
use crate::scenario::{Deployment, NEVER, Scenario, UnitSetup};

impl Army {
    /// Sets both armies up as the scenario says; units that may be absent are all there still.
    pub fn muster(scenario: &Scenario) -> Self {
        let places: Vec<_> = scenario
            .units
            .iter()
            .map(|unit| deployed(scenario, unit))
            .collect();
        let leaders = scenario.leaders.iter().map(|leader| LeaderState {
            at: leader
                .at
                .filter(|_| !scenario.hiding.has_pickets(leader.side)),
            attached: None,
            fallen: false,
            missed: false,
        });
        let army = Self {
            scale: scenario.field.scale,
            table: scenario.field.size,
            identities: Arc::default(),
            leader_identities: Arc::default(),
            units: scenario
                .units
                .iter()
                .map(|one| Fighting(one.unit))
                .collect(),
            musters: scenario.units.iter().map(|one| one.muster).collect(),
            positions: places.iter().map(|(place, _)| Position(*place)).collect(),
            presences: places.iter().map(|(_, presence)| *presence).collect(),
            records: scenario.units.iter().map(fresh).collect(),
            standings: vec![Standing::default(); scenario.units.len()],
            leaders: leaders.collect(),
            clock: Clock {
                turn: 0,
                active: scenario.initiative,
            },
            weather: scenario.field.weather,
            charges: Vec::new(),
            charges_begun: 0,
            active: None,
            offers: Vec::new(),
            verdict: None,
            pickets: Vec::new(),
            bands: Vec::new(),
            earth: Earth::default(),
            holders: held_from_the_start(scenario),
            scores: [0; 2],
            withdrawn: Vec::new(),
            drawn: Vec::new(),
            covers: Vec::new(),
        };
        army.named(scenario)
    }

    /// Fills in what is not stored because the scenario has it or it can be worked out.
    pub(crate) fn named(mut self, scenario: &Scenario) -> Self {
        let identity = |unit: &UnitSetup| Identity {
            name: unit.name.clone(),
            command: unit.command,
            strength: unit.muster.strength,
            unit: unit.unit,
            dummy: unit.dummy,
            engineer: unit.engineer,
            reserve: matches!(unit.deployment, Deployment::Arrives { turn: NEVER, .. }),
            stands: unit.muster.stands,
            make_up: unit.make_up.clone(),
        };
        self.identities = Arc::new(scenario.units.iter().map(identity).collect());
        let leaders = scenario.leaders.iter().map(|leader| LeaderIdentity {
            name: leader.name.clone(),
            side: leader.side,
            rank: leader.rank,
            benefit: leader.benefit,
            artillery: leader.artillery,
            command: leader.command,
        });
        self.leader_identities = Arc::new(leaders.collect());
        self.earth.survey(&scenario.field);
        self.covers = self
            .units()
            .map(|id| Covers(self.footprint_at(id, self.placement(id))))
            .collect();
        self
    }
}

/// Who holds the zones that give points before anybody has been there.
fn held_from_the_start(scenario: &Scenario) -> Vec<(String, Side)> {
    let points = scenario.victory.points.iter();
    let zones = points.flat_map(|points| &points.zones);
    zones
        .filter_map(|scored| Some((scored.zone.clone(), scored.held_by.as_ref()?.known()?)))
        .collect()
}

fn fresh(unit: &UnitSetup) -> Record {
    Record {
        train: unit.train,
        has_fired: unit.make_up.fired,
        ..Record::fresh()
    }
}

/// Where a unit is at the start, and whether it is there.
fn deployed(scenario: &Scenario, unit: &UnitSetup) -> (Placement, Presence) {
    match &unit.deployment {
        Deployment::At { placement, .. } => {
            let hidden = scenario.hiding.of(unit.unit.side).is_some();
            let presence = if hidden {
                Presence::Hidden
            } else {
                Presence::OnTable
            };
            (*placement, presence)
        }
        Deployment::Arrives { turn, entry, .. } => {
            let entries = &scenario.field.entries;
            let number = entries.iter().position(|other| other.id == *entry);
            let place = number.map(|number| &entries[number]);
            let placement = Placement {
                at: place.map_or(Vec2::ZERO, |entry| entry.at),
                facing: place.map_or(Facing::NORTH, |entry| entry.facing),
            };
            let presence = Presence::Waiting {
                turn: *turn,
                entry: number.unwrap_or(0),
            };
            (placement, presence)
        }
    }
}
