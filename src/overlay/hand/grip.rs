//! What a press takes hold of: somebody, the ghost, the handle that turns it, or the ground.

use bevy::prelude::*;

use super::{Draft, Hand};
use crate::field::Facing;
use crate::table::ranks::Hit;

/// What a press began on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum On {
    Hit(Hit),
    /// The ghost, so far from the place it stands for.
    Ghost(Vec2),
    /// The handle that turns the ghost.
    Handle,
    Ground,
    Nothing,
}

/// Where the handle that turns a ghost is.
pub fn handle_of(at: Vec2, facing: Facing, scale: f32) -> Vec2 {
    at + facing.ahead() * 1.6 * scale
}

/// The ghost or its handle, where either lies at a place.
pub(super) fn ghost_under(draft: &Draft, at: Vec2, scale: f32) -> Option<On> {
    let (end, facing, goal) = match draft {
        Draft::Move(draft) => {
            let end = draft.lead()?;
            (end.at, Some(end.facing), draft.goal.to)
        }
        Draft::Post(draft) => (draft.at(), draft.facing(), draft.at()),
        Draft::Turn(draft) => (draft.place.at, Some(draft.place.facing), draft.place.at),
        _ => return None,
    };
    let handle = facing.map(|facing| handle_of(end, facing, scale));
    if handle.is_some_and(|handle| handle.distance(at) < 0.5 * scale) {
        return Some(On::Handle);
    }
    (end.distance(at) < 0.6 * scale).then_some(On::Ghost(at - goal))
}

impl Hand {
    /// Whether a press at a place takes hold of the ghost or its handle.
    pub fn is_ghost_at(&self, at: Vec2, scale: f32) -> bool {
        ghost_under(&self.draft, at, scale).is_some()
    }
}
