//! Deeds, formations and assaults: the words that orders and facts share.

use serde::{Deserialize, Serialize};

use super::UnitId;
use crate::rules::named::named;
use crate::rules::{CavalryFormation, InfantryFormation, Troops, Unit};

named! {
    /// What a group declares for an action.
    pub enum Deed: "deed" {
        /// It moves.
        Move = "move",
        /// It fires.
        Fire = "fire",
        /// It charges.
        Charge = "charge",
        /// It changes formation.
        Form = "form",
        /// It reforms.
        Reform = "reform",
        /// It tries to rally.
        Rally = "rally",
        /// It disengages.
        Disengage = "disengage",
        /// It stands.
        Hold = "hold",
    }
}

/// A formation to take up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// Of infantry.
    Infantry(InfantryFormation),
    /// Of cavalry.
    Cavalry(CavalryFormation),
    /// Into or out of the saddle.
    Mounted(bool),
    /// Onto or off the limber.
    Limbered(bool),
}

impl Formation {
    /// A unit in this formation; one of another arm stays as it is.
    pub fn of(self, unit: &Unit) -> Unit {
        let mut unit = *unit;
        match (&mut unit.troops, self) {
            (Troops::Infantry { formation, .. }, Self::Infantry(to)) => *formation = to,
            (Troops::Cavalry { formation, .. }, Self::Cavalry(to)) => *formation = to,
            (Troops::Cavalry { mounted, .. }, Self::Mounted(to)) => *mounted = to,
            (Troops::Artillery { limbered, .. }, Self::Limbered(to)) => *limbered = to,
            _ => {}
        }
        unit
    }
}

/// What kept a unit from ending where it should have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The edge of the table.
    Edge,
    /// Ground that nobody can pass.
    Ground,
    /// Somebody stands there.
    Unit(UnitId),
}

/// A unit went another distance than it should have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hindered {
    /// How far it went.
    pub gone: f32,
    /// What was in its way.
    pub by: Obstacle,
}

/// One unit's part in a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assault {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
}
