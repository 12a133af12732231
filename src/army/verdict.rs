//! The end of a battle.

use serde::{Deserialize, Serialize};

use crate::rules::Side;
use crate::scenario::file::VictoryLevel;

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
    /// So many regiments or more are beyond a line.
    Beyond {
        /// The line, by its id.
        line: String,
        /// The regiments needed.
        units: u32,
    },
    /// The enemy, or a command of his, has lost so many stands.
    StandsLost {
        /// The stands.
        stands: u32,
        /// The command, if it is only one.
        command: Option<String>,
    },
    /// So many units have left the table as they were told to.
    GotAway {
        /// The units needed.
        units: u32,
    },
    /// More points than the enemy has.
    Points {
        /// Of the Union.
        union: u32,
        /// Of the Confederates.
        confederate: u32,
    },
    /// All of these.
    All(Vec<Reason>),
    /// The enemy has nobody left.
    Alone,
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
    /// How great the victory is.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub level: VictoryLevel,
}

fn is_plain(level: &VictoryLevel) -> bool {
    *level == VictoryLevel::Plain
}

impl Verdict {
    /// A plain victory, or a draw.
    pub fn plain(winner: Option<Side>, why: Reason) -> Self {
        Self {
            winner,
            why,
            level: VictoryLevel::Plain,
        }
    }
}
