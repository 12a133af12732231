//! Why a unit checks its morale.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::UnitId;
use crate::rules::{Works, Zone};

/// Why a unit checks its morale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Fire: where from, and how it counts.
    Fire {
        /// Who fired, or led the fire.
        by: UnitId,
        /// The middle of the front of all who fired.
        from: Vec2,
        /// It came at long range.
        long_range: bool,
        /// Sections that it has just cost a battery.
        #[serde(default)]
        sections: u32,
        /// The side of the target that it came from, at the moment of firing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<Zone>,
        /// The works it stood behind, if this very fire has struck them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        works: Option<Works>,
    },
    /// A charge comes on.
    Charge {
        /// Who charges.
        by: UnitId,
    },
    /// A blow in a melee.
    Melee {
        /// Who leads the enemy.
        by: UnitId,
    },
    /// A neighbour was eliminated or surrendered.
    LossNear,
    /// A routing friend ran past.
    RoutPassed,
    /// A leader fell beside it.
    LeaderKilled,
    /// It tries to rally.
    Rally,
}

impl Cause {
    /// The same, a fire having cost so many sections.
    pub fn having_cost(self, lost: u32) -> Self {
        match self {
            Self::Fire {
                by,
                from,
                long_range,
                zone,
                works,
                ..
            } => Self::Fire {
                by,
                from,
                long_range,
                sections: lost,
                zone,
                works,
            },
            other => other,
        }
    }
}
