//! What happened, with its whole arithmetic.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::decision::Formation;
use super::victory::Verdict;
use crate::adjudicate::Request;
use crate::army::{Fate, LeaderId, UnitId};
use crate::field::Placement;
use crate::rules::fire::FireResult;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side};

/// Why a unit checks its morale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Fire of these: where from, and how it counts.
    Fire {
        /// Who fired, or led the fire.
        by: UnitId,
        /// It came at long range.
        long_range: bool,
    },
    /// A charge comes on.
    Charge {
        /// Who charges.
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

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Fact {
    /// A turn begins.
    Turn { turn: u32 },
    /// A side becomes active.
    PlayerTurn { side: Side },
    /// A unit that might have been absent: its die and whether it is there.
    Presence {
        unit: UnitId,
        die: u8,
        present: bool,
    },
    /// A unit comes in.
    Arrived { unit: UnitId, to: Placement },
    /// There was no room for a unit to come in.
    Delayed { unit: UnitId },
    /// A leader rides to a unit.
    Attached {
        leader: LeaderId,
        unit: UnitId,
        at: Vec2,
    },
    /// A unit becomes active.
    Activated { unit: UnitId, in_command: bool },
    /// A unit has used its reaction.
    Reacted { unit: UnitId },
    /// A unit moves.
    Moved {
        unit: UnitId,
        from: Placement,
        to: Placement,
    },
    /// A unit takes up a formation.
    Formed {
        unit: UnitId,
        formation: Formation,
        to: Placement,
    },
    /// A unit turns.
    Faced { unit: UnitId, to: Placement },
    /// A fire.
    Fired {
        firers: Vec<UnitId>,
        target: UnitId,
        reaction: bool,
        request: Box<Request>,
        result: FireResult,
    },
    /// Losses.
    Lost {
        unit: UnitId,
        figures: u32,
        horses: u32,
        left: u32,
        stands: u32,
    },
    /// A morale check or rally.
    Checked {
        unit: UnitId,
        cause: Cause,
        request: Box<Request>,
        before: Morale,
        after: Option<Morale>,
    },
    /// A lost figure or section returns.
    Recovered { unit: UnitId },
    /// A unit falls back.
    FellBack {
        unit: UnitId,
        inches: f32,
        to: Placement,
    },
    /// A unit runs.
    Ran {
        unit: UnitId,
        dice: Vec<u8>,
        to: Placement,
    },
    /// A unit becomes disordered without a check.
    Disordered { unit: UnitId, by: String },
    /// A unit reforms.
    Reformed { unit: UnitId },
    /// A unit disengages.
    Disengaged {
        unit: UnitId,
        to: Placement,
        after: Morale,
    },
    /// A charge is declared, with the dice of its bonus.
    Charge {
        unit: UnitId,
        target: UnitId,
        dice: Vec<u8>,
        inches: f32,
    },
    /// A charge ends short of its target.
    FellShort { unit: UnitId, to: Placement },
    /// Two lead units meet.
    Impact {
        attacker: UnitId,
        defender: UnitId,
        request: Box<Request>,
        outcome: ImpactOutcome,
        winner: Option<Side>,
    },
    /// Blows of a melee round.
    Melee {
        attacker: UnitId,
        defender: UnitId,
        round: u32,
        by_attacker: FireResult,
        by_defender: FireResult,
    },
    /// A tactical competence test.
    Tested { unit: UnitId, die: u8, passed: bool },
    /// Dice for a leader whose unit was hit.
    LeaderRolled {
        leader: LeaderId,
        dice: Vec<u8>,
        killed: bool,
    },
    /// A unit is gone.
    Removed { unit: UnitId, fate: Fate },
    /// The battle is over.
    Over { verdict: Verdict },
}
