//! Who fought, as far as a tally names them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::disk::shown;
use crate::rules::{Scale, Side};
use crate::scenario::Scenario;

/// The commands and units of a scenario, as a tally names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// What is fought.
    pub scenario: String,
    /// At what scale.
    pub scale: Scale,
    pub(super) commands: Vec<String>,
    pub(super) units: Vec<RollUnit>,
}

/// A unit of the roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RollUnit {
    pub name: String,
    pub side: Side,
    pub command: usize,
    pub strength: u32,
}

impl Roll {
    /// The roll of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let name = |command: &crate::scenario::CommandSetup| command.name.clone();
        Self {
            scenario: scenario.name.clone(),
            scale: scenario.field.scale,
            commands: scenario.commands.iter().map(name).collect(),
            units: scenario
                .real_units()
                .map(|unit| RollUnit {
                    name: unit.name.clone(),
                    side: unit.unit.side,
                    command: unit.command,
                    strength: unit.muster.strength,
                })
                .collect(),
        }
    }

    /// Makes every name fit to be shown.
    pub(super) fn clean(&mut self) {
        let names = self.commands.iter_mut();
        let names = names.chain(self.units.iter_mut().map(|unit| &mut unit.name));
        for name in names.chain([&mut self.scenario]) {
            if let Cow::Owned(shown) = shown(name) {
                *name = shown;
            }
        }
    }

    /// The command of a unit, by name.
    pub(super) fn command(&self, unit: &RollUnit) -> &str {
        self.commands.get(unit.command).map_or("", |name| name)
    }
}
