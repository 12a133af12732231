//! Work with spade and axe: what a regiment is at, and how far it has come.

use serde::{Deserialize, Serialize};

use super::{BridgeId, UnitId};
use crate::rules::Works;
use crate::rules::named::named;
use crate::rules::works::Obstacle;

/// What a unit works at for whole turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Throwing up works before its front.
    Dig(Works),
    /// Making light works of the hasty ones before its front.
    Improve,
    /// Making the works before its front face the other way.
    Turn,
    /// Raising an obstacle before its front.
    Obstruct(Obstacle),
    /// Clearing the obstacle before its front.
    Clear,
    /// Taking the pontoons off their wagons.
    Unload,
    /// Building a bridge.
    Bridge(BridgeId),
    /// Engineers lend a hand to a regiment at work.
    Assist(UnitId),
}

impl Task {
    /// Work on a pontoon bridge: it may be broken off and taken up again.
    pub fn is_bridging(self) -> bool {
        matches!(self, Self::Unload | Self::Bridge(_))
    }

    /// Work that engineers can help with.
    pub fn can_be_helped(self) -> bool {
        !self.is_bridging() && !matches!(self, Self::Assist(_))
    }
}

/// Work under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// What is done.
    pub task: Task,
    /// Whole turns that are done.
    pub turns: u32,
    /// Engineers have helped in every one of them.
    pub helped: bool,
    /// It is worked at in this player turn.
    pub worked: bool,
    /// Something has broken it off.
    pub broken: bool,
}

impl Work {
    /// Work that is just taken up.
    pub fn begun(task: Task) -> Self {
        Self {
            task,
            turns: 0,
            helped: true,
            worked: true,
            broken: false,
        }
    }
}

named! {
    /// What became of works or obstacles.
    pub enum Change: "change of the ground" {
        /// Works were thrown up.
        Dug = "dug",
        /// Hasty works were made light ones.
        Improved = "improved",
        /// Works face the other way.
        Turned = "turned",
        /// An obstacle was raised.
        Obstructed = "obstructed",
        /// An obstacle was cleared.
        Cleared = "cleared",
        /// An obstacle was pivoted.
        Pivoted = "pivoted",
        /// Works were shot to pieces.
        ShotAway = "shot_away",
    }
}
