//! Whether an army that came from outside can be one of its scenario.

use super::{Army, Presence, UnitId};
use crate::scenario::Scenario;

/// The most figures or stands we take for a unit.
const MOST: u32 = 100;
/// The most points a side can have been given.
const MOST_POINTS: u32 = 10_000_000;

/// What is wrong with an army from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyFault {
    /// The place, as a path.
    pub field: String,
    /// What is wrong and what is allowed.
    pub what: String,
}

fn fault(field: impl Into<String>, what: impl Into<String>) -> Result<(), ArmyFault> {
    Err(ArmyFault {
        field: field.into(),
        what: what.into(),
    })
}

impl Army {
    /// What is wrong with it as an army of this scenario, with the place.
    pub fn check(&self, scenario: &Scenario) -> Result<(), ArmyFault> {
        if self.scale != scenario.field.scale {
            let what = format!("{}; the table is at {}", self.scale, scenario.field.scale);
            return fault("army.scale", what);
        }
        if self.table != scenario.field.size {
            return fault("army.table", "is not the size of the scenario's table");
        }
        let units = scenario.units.len();
        for (what, here, there) in [
            ("units", self.units.len(), units),
            ("musters", self.musters.len(), units),
            ("positions", self.positions.len(), units),
            ("presences", self.presences.len(), units),
            ("records", self.records.len(), units),
            ("standings", self.standings.len(), units),
            ("leaders", self.leaders.len(), scenario.leaders.len()),
        ] {
            if here != there {
                let count = format!("{here} of them; the scenario has {there}");
                return fault(format!("army.{what}"), count);
            }
        }
        if let Some(what) = self.earth.fault() {
            return fault("army.earth", what);
        }
        let commands = scenario.commands.len();
        if let Some(wrong) = self.withdrawn.iter().find(|&&one| one >= commands) {
            let what = format!("there is no command {wrong}; there are {commands}");
            return fault("army.withdrawn", what);
        }
        if self.scores.iter().any(|&points| points > MOST_POINTS) {
            return fault("army.scores", format!("allowed: 0 to {MOST_POINTS}"));
        }
        let zones = scenario.field.zones.len();
        if self.holders.len() > zones {
            let what = format!("{} of them; there are {zones} zones", self.holders.len());
            return fault("army.holders", what);
        }
        for id in self.units() {
            self.check_unit(scenario, id)?;
        }
        self.check_pickets()?;
        Ok(())
    }

    /// Whoever is behind a picket is hidden and of its side, and is behind no other.
    fn check_pickets(&self) -> Result<(), ArmyFault> {
        let mut behind: Vec<UnitId> = Vec::new();
        for (number, picket) in self.pickets.iter().enumerate() {
            let field = format!("army.pickets[{number}].units");
            for &unit in picket.units.iter().filter(|_| picket.stands()) {
                let sound = self.knows(unit)
                    && self.is_hidden(unit)
                    && self.side(unit) == picket.id.side
                    && !behind.contains(&unit);
                if !sound {
                    let what = "a unit that is not hidden behind this picket alone";
                    return fault(field, what);
                }
                behind.push(unit);
            }
        }
        Ok(())
    }

    fn check_unit(&self, scenario: &Scenario, id: UnitId) -> Result<(), ArmyFault> {
        let number = id.at();
        let setup = &scenario.units[number];
        let wrong = |field: &str, what: String| fault(format!("army.{field}[{number}]"), what);
        let (unit, muster) = (self.unit(id), self.musters[number]);
        let record = self.record(id);
        let same_arm =
            std::mem::discriminant(&unit.troops) == std::mem::discriminant(&setup.unit.troops);
        if unit.side != setup.unit.side || !same_arm {
            return wrong("units", format!("is not the scenario's {}", setup.name));
        }
        for (field, value, least) in [
            ("musters.strength", muster.strength, 1),
            ("musters.stands", muster.stands, 1),
            ("musters.attached", muster.attached, 0),
            ("units.strength", unit.strength, 0),
            ("units.lost_sections", unit.lost_sections, 0),
            ("units.stands.full", unit.stands.full, 1),
            ("records.actions", record.actions, 0),
            ("records.horses", record.horses, 0),
            ("records.joined", record.joined, 0),
            ("records.train", record.train, 0),
        ] {
            if !(least..=MOST).contains(&value) {
                let what = format!("{value} is out of bounds; allowed: {least} to {MOST}");
                return wrong(field, what);
            }
        }
        // Whoever has joined it came on top.
        let full = muster.strength + record.joined;
        if unit.strength > full {
            let what = format!("{} of {full}; allowed: 0 to {full}", unit.strength);
            return wrong("units.strength", what);
        }
        let full = unit.stands.full.max(muster.stands) + muster.attached;
        if !(1..=full).contains(&unit.stands.now) {
            let what = format!("{} of {full}; allowed: 1 to {full}", unit.stands.now);
            return wrong("units.stands.now", what);
        }
        let entries = scenario.field.entries.len();
        match self.presences[number] {
            Presence::OnTable if unit.strength == 0 => wrong(
                "units.strength",
                "0; a unit on the table has at least 1".to_owned(),
            ),
            Presence::Waiting { entry, .. } if entry >= entries => wrong(
                "presences.entry",
                format!("there is no entry {entry}; there are {entries}"),
            ),
            _ => Ok(()),
        }
    }
}
