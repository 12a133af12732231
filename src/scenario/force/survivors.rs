//! Who is left of an earlier battle, to fight the next one.

use super::file::{Force, ForceCommand};
use crate::rules::{Rules, Side};
use crate::scenario::setup::Mustered;
use crate::scenario::source::ScenarioSource;
use crate::scenario::{FileFault, Scenario};

/// What is left of the commands that were mustered for an earlier battle.
///
/// Rules: `scenario.mine_run_3.union`, `scenario.mine_run_3.confederates`.
#[derive(Clone, Debug, PartialEq)]
pub struct Survivors {
    /// What that battle was called.
    pub battle: String,
    /// Each command by its side and by the name of the part that it was mustered for.
    pub commands: Vec<(Side, String, ForceCommand)>,
}

impl Survivors {
    /// Puts them in the place of the commands that are mustered for parts of the same name; how
    /// many there were.
    pub(super) fn join(&self, side: Side, mustered: &Mustered, force: &mut Force) -> usize {
        let mut joined = 0;
        for (part, command) in mustered.parts.iter().zip(&mut force.commands) {
            let known = self.commands.iter();
            let mut own = known.filter(|(whose, name, _)| *whose == side && *name == part.name);
            if let Some((_, _, left)) = own.next() {
                *command = left.clone();
                joined += 1;
            }
        }
        joined
    }
}

impl ScenarioSource {
    /// The commands that a side brought to a scenario that was read from here, each with the name of
    /// the part that it was mustered for.
    pub fn brought(
        &self,
        scenario: &Scenario,
        side: Side,
        rules: &Rules,
    ) -> Result<Vec<(String, ForceCommand)>, Vec<FileFault>> {
        let Some(mustered) = scenario.mustered_by(side) else {
            return Ok(Vec::new());
        };
        let Some(force) = self.force_of(side, mustered) else {
            return Ok(Vec::new());
        };
        let force = Force::read(&mustered.force, &force, rules)?;
        let names = mustered.parts.iter().map(|part| part.name.clone());
        Ok(names.zip(force.commands).collect())
    }
}
