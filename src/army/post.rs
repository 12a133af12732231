//! Posts: where somebody is put before the battle.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{Formation, LeaderId, UnitId};
use crate::field::{Facing, Placement};

/// Where a unit is put before the battle, and how it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// Who.
    pub unit: UnitId,
    /// The middle of its front.
    pub at: Vec2,
    /// Where it looks.
    pub facing: Facing,
    /// A formation to stand in; as it stands now if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Formation>,
}

impl Post {
    /// The place.
    pub fn placement(&self) -> Placement {
        Placement {
            at: self.at,
            // From outside it may come as any number of degrees.
            facing: Facing::degrees(self.facing.to_degrees()),
        }
    }
}

/// Where a leader is put before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderPost {
    /// Who.
    pub leader: LeaderId,
    /// His place.
    pub at: Vec2,
}
