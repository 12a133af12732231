//! The end of a battle.

use serde::{Deserialize, Serialize};

use crate::rules::Side;

/// Why a battle ended as it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No enemy is left in a zone.
    Cleared {
        /// The zone, by its id.
        zone: String,
    },
    /// So many units or more hold a zone.
    Holds {
        /// The zone, by its id.
        zone: String,
        /// The units needed.
        units: u32,
    },
    /// At most so many enemies are left in a zone.
    AtMost {
        /// The zone, by its id.
        zone: String,
        /// The units allowed.
        units: u32,
    },
    /// The enemy has lost so many times as many.
    Casualties {
        /// How many times.
        ratio: f32,
    },
    /// The enemy has not met his conditions.
    Otherwise,
    /// The other side has given the battle up.
    Conceded,
    /// Both sides have agreed on a draw.
    Agreed,
    /// Nothing came of it any more: a fault of the program.
    Standstill,
}

/// The end of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Who has won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub why: Reason,
}
