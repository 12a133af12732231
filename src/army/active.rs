//! The unit or group whose turn it is.

use serde::{Deserialize, Serialize};

use super::{Deed, UnitId};

/// The unit or group whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Active {
    /// Everybody in it.
    pub units: Vec<UnitId>,
    /// It was declared a group.
    pub group: bool,
    /// What a group has declared and not begun yet; a single unit declares nothing.
    pub plan: Vec<Deed>,
    /// Members that have not fired yet with the action under way.
    pub to_fire: Vec<UnitId>,
    /// The fire under way takes both actions of everybody.
    #[serde(default)]
    pub takes_both: bool,
}

impl Active {
    /// A single unit.
    pub fn single(unit: UnitId) -> Self {
        Self {
            units: vec![unit],
            group: false,
            plan: Vec::new(),
            to_fire: Vec::new(),
            takes_both: false,
        }
    }

    /// What a group must do now; a single unit may do anything.
    pub fn deed(&self) -> Option<Deed> {
        self.plan.first().copied()
    }

    /// Those who may still fire with this action.
    pub fn ready(&self) -> &[UnitId] {
        if self.to_fire.is_empty() {
            &self.units
        } else {
            &self.to_fire
        }
    }
}
