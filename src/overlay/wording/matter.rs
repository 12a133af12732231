//! What a fact is about: the kind of its line, and who is in it.

use crate::army::{Fact, UnitId};

/// What kind of line it is, for the filter of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Turns and the end.
    Turn,
    /// Moves and formations.
    Move,
    /// Fire and losses.
    Fire,
    /// Morale.
    Morale,
    /// Charges and melee.
    Charge,
    /// Leaders and command.
    Command,
    /// Pickets, and who came out from behind them.
    Picket,
    /// Work with spade and axe, and what becomes of it.
    Works,
    /// Book-keeping that nobody reads.
    Quiet,
}

/// The kind of a fact.
pub fn matter(fact: &Fact) -> Matter {
    match fact.plain() {
        Fact::Turn { .. }
        | Fact::PlayerTurn { .. }
        | Fact::InPlace { .. }
        | Fact::DrawOffered { .. }
        | Fact::DrawDeclined { .. }
        | Fact::Occupied { .. }
        | Fact::Scored { .. }
        | Fact::Over { .. } => Matter::Turn,
        Fact::Moved { .. }
        | Fact::PicketMoved { .. }
        | Fact::Formed { .. }
        | Fact::Faced { .. }
        | Fact::Posted { .. }
        | Fact::Arrived { .. }
        | Fact::Delayed { .. }
        | Fact::Merged { .. }
        | Fact::AttachedTo { .. }
        | Fact::Tested { .. } => Matter::Move,
        Fact::Laid { .. }
        | Fact::Shown { .. }
        | Fact::KnownReal { .. }
        | Fact::DummyGone { .. }
        | Fact::LeaderShown { .. } => Matter::Picket,
        Fact::WorkBegun { .. }
        | Fact::Working { .. }
        | Fact::Worked { .. }
        | Fact::WorkDropped { .. }
        | Fact::GroundChanged { .. }
        | Fact::Unloaded { .. }
        | Fact::Bridged { .. }
        | Fact::WorksStruck { .. }
        | Fact::BridgeStruck { .. } => Matter::Works,
        Fact::Fired { .. } | Fact::Lost { .. } | Fact::Removed { .. } => Matter::Fire,
        Fact::Checked { .. }
        | Fact::Recovered { .. }
        | Fact::Settled { .. }
        | Fact::Beaten { .. }
        | Fact::StoppedAtEdge { .. }
        | Fact::FellBack { .. }
        | Fact::Ran { .. }
        | Fact::Disordered { .. }
        | Fact::Reformed { .. }
        | Fact::Disengaged { .. } => Matter::Morale,
        Fact::Charge { .. }
        | Fact::ChargedOn { .. }
        | Fact::Countercharge { .. }
        | Fact::Joined { .. }
        | Fact::Halted { .. }
        | Fact::Followed { .. }
        | Fact::FellShort { .. }
        | Fact::Caught { .. }
        | Fact::StoppedShort { .. }
        | Fact::Repulsed { .. }
        | Fact::Impact { .. }
        | Fact::Melee { .. } => Matter::Charge,
        Fact::Presence { .. }
        | Fact::Weather { .. }
        | Fact::Due { .. }
        | Fact::Drew { .. }
        | Fact::Called { .. }
        | Fact::Attached { .. }
        | Fact::Rode { .. }
        | Fact::LeaderPosted { .. }
        | Fact::Grouped { .. }
        | Fact::HorseTaken { .. }
        | Fact::Activated { .. }
        | Fact::Reacted { .. }
        | Fact::LeaderRolled { .. }
        | Fact::LeaderTaken { .. }
        | Fact::LeaderLeft { .. }
        | Fact::Withdrawing { .. } => Matter::Command,
        fact => {
            debug_assert!(fact.is_bookkeeping(), "{fact:?}");
            Matter::Quiet
        }
    }
}

/// Everybody a fact is about.
pub fn concerns(fact: &Fact, unit: UnitId) -> bool {
    let fact = fact.plain();
    let firers = match fact {
        Fact::Shown { units, .. } => units.iter().any(|one| one.unit == unit),
        Fact::Fired { firers, .. } => firers.contains(&unit),
        Fact::Impact { attacker, .. } => *attacker == unit,
        Fact::Melee {
            attackers,
            defenders,
            ..
        } => attackers.contains(&unit) || defenders.contains(&unit),
        Fact::Charge { assaults, .. } => assaults
            .iter()
            .any(|assault| assault.unit == unit || assault.target == unit),
        Fact::Grouped { units, .. } => units.contains(&unit),
        _ => false,
    };
    firers || crate::table::actor(fact) == Some(unit)
}
