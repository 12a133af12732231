//! The table at one moment.

use bevy::math::Vec2;

use crate::army::{
    Army, Fate, Identity, LeaderId, LeaderState, Position, Presence, Record, UnitId,
};
use crate::battle::Verdict;
use crate::field::Placement;
use crate::field::placement::Footprint;
use crate::field::stand::{Muster, leader_size};
use crate::rules::{Side, Unit};
use crate::scenario::Scenario;

/// A unit at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitView {
    /// Where it stands.
    pub placement: Placement,
    /// Its values in the rules: formation, strength, stands, morale.
    pub unit: Unit,
    /// Its strength and stands at the start.
    pub muster: Muster,
    /// Whether it is on the table.
    pub presence: Presence,
    /// What it has done, as far as the table shows it.
    pub record: Record,
}

impl UnitView {
    /// It is on the table.
    pub fn on_table(&self) -> bool {
        self.presence == Presence::OnTable
    }
}

/// A leader at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderView {
    /// Where he is, once he is on the table.
    pub at: Option<Vec2>,
    /// The unit he is attached to.
    pub attached: Option<UnitId>,
    /// He has been killed or taken.
    pub fallen: bool,
}

/// The table at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// Whose player turn it is.
    pub active: Side,
    /// Every unit, in the order of the scenario.
    pub units: Vec<UnitView>,
    /// Every leader, in the order of the scenario.
    pub leaders: Vec<LeaderView>,
    /// Who has won, once it is over.
    pub verdict: Option<Verdict>,
}

impl View {
    /// Both armies as they are set up.
    pub fn start(scenario: &Scenario) -> Self {
        let army = Army::muster(scenario);
        let units = army.units().map(|id| UnitView {
            placement: army.get::<Position>(id).0,
            unit: *army.unit(id),
            muster: army.get::<Identity>(id).muster,
            presence: army.get::<Presence>(id).clone(),
            record: army.get::<Record>(id).clone(),
        });
        let leaders = army.leaders().map(|id| {
            let state = army.leader::<LeaderState>(id);
            LeaderView {
                at: state.at,
                attached: state.attached,
                fallen: state.fallen,
            }
        });
        Self {
            turn: 0,
            active: scenario.initiative,
            units: units.collect(),
            leaders: leaders.collect(),
            verdict: None,
        }
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &UnitView {
        &self.units[id.0 as usize]
    }

    pub(super) fn unit_mut(&mut self, id: UnitId) -> &mut UnitView {
        &mut self.units[id.0 as usize]
    }

    /// A leader.
    pub fn leader(&self, id: LeaderId) -> &LeaderView {
        &self.leaders[id.0 as usize]
    }

    pub(super) fn leader_mut(&mut self, id: LeaderId) -> &mut LeaderView {
        &mut self.leaders[id.0 as usize]
    }

    /// Everybody on the table.
    pub fn present(&self) -> impl Iterator<Item = (UnitId, &UnitView)> {
        (0..)
            .map(UnitId)
            .zip(&self.units)
            .filter(|(_, unit)| unit.on_table())
    }

    /// What a unit covers of the table.
    pub fn footprint(&self, scenario: &Scenario, id: UnitId) -> Footprint {
        let unit = self.unit(id);
        unit.placement
            .footprint(scenario.field.scale, &unit.unit, unit.muster)
    }

    /// The leaders that ride with a unit.
    pub fn attached(&self, unit: UnitId) -> Vec<LeaderId> {
        let rides = |leader: &LeaderView| leader.attached == Some(unit) && !leader.fallen;
        (0..self.leaders.len())
            .filter(|&number| rides(&self.leaders[number]))
            .map(|number| LeaderId(number as u32))
            .collect()
    }

    /// Figures and sections a side has lost, units that never came not counted.
    pub fn losses(&self, scenario: &Scenario, side: Side) -> u32 {
        let own = || {
            let pairs = self.units.iter().zip(&scenario.units);
            pairs.filter(|(unit, _)| unit.unit.side == side)
        };
        // Figures that went over into another regiment are counted there.
        let came = |unit: &UnitView| {
            !matches!(
                unit.presence,
                Presence::Gone(Fate::Absent) | Presence::Waiting { .. }
            )
        };
        let brought: u32 = own()
            .filter(|(unit, _)| came(unit))
            .map(|(_, setup)| setup.muster.strength)
            .sum();
        let left: u32 = own()
            .filter(|(unit, _)| unit.on_table())
            .map(|(unit, _)| unit.unit.strength)
            .sum();
        brought.saturating_sub(left)
    }

    /// Units of a side whose middle lies in a zone.
    pub fn in_zone(&self, scenario: &Scenario, side: Side, zone: &str) -> u32 {
        let Some(zone) = scenario.field.zone(zone) else {
            return 0;
        };
        self.present()
            .filter(|(id, unit)| {
                unit.unit.side == side && zone.contains(self.footprint(scenario, *id).centre())
            })
            .count() as u32
    }

    /// The place of a leader right behind a unit.
    pub(super) fn behind(&self, scenario: &Scenario, unit: UnitId) -> Vec2 {
        let size = leader_size(scenario.field.scale);
        let at = self.footprint(scenario, unit).right_behind(size * 0.6);
        at.clamp(Vec2::ZERO, scenario.field.size)
    }
}
