//! What can be asked of a fact: who sees it, whom it is about, what it changes.

use crate::army::{Fact, UnitId};
use crate::rules::Side;

impl Fact {
    /// Whether a side sees it happen.
    pub fn seen_by(&self, viewer: Side) -> bool {
        match self {
            Self::Instructed { side, .. } | Self::LetPass { side, .. } => *side == viewer,
            // What could have been answered tells what is in the other's hand.
            Self::Held { side, triggers, .. } => *side == viewer || triggers.is_empty(),
            Self::Secret { side, .. } => *side == viewer,
            _ => true,
        }
    }

    /// Whether it only keeps the books: nothing of it is seen on the table.
    pub fn is_bookkeeping(&self) -> bool {
        matches!(
            self.plain(),
            Self::PlayerTurnOver { .. }
                | Self::Command { .. }
                | Self::Spent { .. }
                | Self::StillToFire { .. }
                | Self::FellOut { .. }
                | Self::Exhausted { .. }
                | Self::ActivationOver
                | Self::Instructed { .. }
                | Self::LetPass { .. }
                | Self::Held { .. }
                | Self::Disengaging { .. }
                | Self::Stopped { .. }
                | Self::Strode { .. }
                | Self::Closing { .. }
                | Self::Ranks { .. }
                | Self::Resolving { .. }
                | Self::Backed { .. }
                | Self::ChargeEnded { .. }
                | Self::ChargeOver { .. }
                | Self::LeftMelee { .. }
                | Self::Missed { .. }
                | Self::Banded { .. }
                | Self::Behind { .. }
                | Self::WorkDone { .. }
        )
    }

    /// Whether dice were rolled for it: what came before cannot be taken back.
    pub fn rolled(&self) -> bool {
        matches!(
            self.plain(),
            Self::Weather { .. }
                | Self::Due { .. }
                | Self::Drew { .. }
                | Self::Presence { .. }
                | Self::Fired { .. }
                | Self::Checked { .. }
                | Self::Ran { .. }
                | Self::Charge { .. }
                | Self::Countercharge { .. }
                | Self::Impact { .. }
                | Self::Melee { .. }
                | Self::StoppedShort { .. }
                | Self::Repulsed { .. }
                | Self::Tested { .. }
                | Self::LeaderRolled { .. }
        )
    }

    /// What happened, whoever sees it.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Secret { what, .. } => what,
            fact => fact,
        }
    }

    /// Whether it shows somebody what was hidden from him: what came before cannot be taken back.
    pub fn reveals(&self) -> bool {
        matches!(
            self,
            Self::Laid { .. }
                | Self::Shown { .. }
                | Self::KnownReal { .. }
                | Self::DummyGone { .. }
        )
    }

    /// The unit that it is about, if it may happen to one that is hidden.
    pub(in crate::army) fn about(&self) -> Option<UnitId> {
        match self {
            Self::Posted { unit, .. }
            | Self::Activated { unit, .. }
            | Self::FellOut { unit }
            | Self::Exhausted { unit }
            | Self::Reacted { unit }
            | Self::Moved { unit, .. }
            | Self::Formed { unit, .. }
            | Self::Faced { unit, .. }
            | Self::Disordered { unit, .. }
            | Self::Reformed { unit }
            | Self::Stopped { unit }
            | Self::Removed { unit, .. } => Some(*unit),
            Self::Grouped { units, .. } | Self::Banded { units } => units.first().copied(),
            Self::Held {
                units, triggers, ..
            } if triggers.is_empty() => units.first().copied(),
            _ => None,
        }
    }

    /// Whether the ground may be otherwise after it than before.
    pub fn changes_ground(&self) -> bool {
        matches!(
            self,
            Self::GroundChanged { .. }
                | Self::Unloaded { .. }
                | Self::Bridged { .. }
                | Self::BridgeStruck { .. }
        )
    }

    /// Those who may stand otherwise after it than before: come, gone, moved or formed.
    pub fn places_changed(&self) -> [Option<UnitId>; 2] {
        match self.plain() {
            Self::Presence { unit, .. }
            | Self::Posted { unit, .. }
            | Self::Arrived { unit, .. }
            | Self::Moved { unit, .. }
            | Self::Formed { unit, .. }
            | Self::Faced { unit, .. }
            | Self::FellBack { unit, .. }
            | Self::Ran { unit, .. }
            | Self::Disengaged { unit, .. }
            | Self::Followed { unit, .. }
            | Self::Settled { unit, .. } => [Some(*unit), None],
            Self::Merged { unit, into, .. } => [Some(*unit), Some(*into)],
            Self::AttachedTo { unit, host, .. } => [Some(*unit), Some(*host)],
            Self::Removed { unit, .. } => [Some(*unit), None],
            _ => [None, None],
        }
    }
}
