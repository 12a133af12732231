//! Whether a snapshot that came from outside can be gone on with.

use std::sync::Arc;

use super::census::{Strange, look};
use super::{Answer, Battle, BattleSnapshot, Step};
use crate::army::ArmyFault;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// The rules that the program plays a battle by, as a number.
///
/// Raise it whenever the same answers from the same seed may lead to another state: a rule played
/// otherwise, a die rolled earlier, a field more in the state. A replay made by another revision
/// is still read and played, but not held to its hashes. A test holds a kept replay to its hashes
/// and fails when this was forgotten.
pub const REVISION: u32 = 9;

/// The most steps that are ever under way at once, and then some.
const MOST_STEPS: usize = 1_000;

/// Why a snapshot cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotFault {
    /// The place, as a path from the start of the snapshot.
    pub field: String,
    /// What is wrong and what is allowed.
    pub what: String,
}

impl From<Strange> for SnapshotFault {
    fn from(strange: Strange) -> Self {
        Self {
            field: strange.at,
            what: strange.what,
        }
    }
}

impl BattleSnapshot {
    /// Checks that the snapshot is one of a battle of this scenario, with nobody in it who does
    /// not exist and no number that cannot be.
    pub fn check(&self, scenario: &Scenario) -> Result<(), SnapshotFault> {
        if self.stack.len() > MOST_STEPS {
            let what = format!(
                "{} steps under way; allowed: up to {MOST_STEPS}",
                self.stack.len()
            );
            return Err(SnapshotFault {
                field: "stack".to_owned(),
                what,
            });
        }
        self.army
            .check(scenario)
            .map_err(|ArmyFault { field, what }| SnapshotFault { field, what })?;
        let (units, leaders) = (scenario.units.len(), scenario.leaders.len());
        look("army", &self.army, units, leaders)?;
        look("stack", &self.stack, units, leaders)?;
        let fault = |field: &str, what: String| SnapshotFault {
            field: field.to_owned(),
            what,
        };
        let turn = self.army.clock().turn;
        // While the sides set up, and if one gives up then, there is no turn yet.
        let before = |step: &Step| matches!(step, Step::SetUp { .. });
        let may_be_none = self.stack.iter().any(before) || self.army.verdict().is_some();
        if turn == 0 && !may_be_none || turn > scenario.turns {
            let what = format!("turn {turn}; the battle has 1 to {}", scenario.turns);
            return Err(fault("army.clock.turn", what));
        }
        if !self.dice.is_sound() {
            let what = "too many dice, or what no die shows; allowed: up to 50,000 of 1 to 6";
            return Err(fault("dice.given", what.to_owned()));
        }
        if self.stack.is_empty() && self.army.verdict().is_none() {
            let what = "empty; a battle that is not over has steps under way".to_owned();
            return Err(fault("stack", what));
        }
        Ok(())
    }
}

impl Answer {
    /// Checks that an answer from outside names nobody who does not exist and no number that
    /// cannot be. Whether it is allowed is for [`Battle::check`] to say.
    pub fn check(&self, scenario: &Scenario) -> Result<(), SnapshotFault> {
        Ok(look(
            "answer",
            self,
            scenario.units.len(),
            scenario.leaders.len(),
        )?)
    }
}

impl Battle {
    /// The battle of a snapshot from outside, if it is sound.
    pub fn restore_checked(
        scenario: Arc<Scenario>,
        rules: Arc<Rules>,
        snapshot: BattleSnapshot,
    ) -> Result<Self, SnapshotFault> {
        snapshot.check(&scenario)?;
        Ok(Self::restore(scenario, rules, snapshot))
    }
}
