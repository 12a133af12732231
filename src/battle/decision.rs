//! What is needed from whom, and what they may answer.

use serde::{Deserialize, Serialize};

use crate::army::{LeaderId, UnitId};
use crate::field::moves::Leg;
use crate::rules::fire::FireKind;
use crate::rules::{CavalryFormation, InfantryFormation, Side};

/// What is needed now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Where a leader rides at the start of his side's turn.
    Leader {
        /// Who decides.
        side: Side,
        /// Who rides.
        leader: LeaderId,
        /// Units he may ride to and attach himself to.
        units: Vec<UnitId>,
    },
    /// Which unit acts next.
    Activate {
        /// Who decides.
        side: Side,
        /// Units that have not acted yet.
        units: Vec<UnitId>,
    },
    /// What the active unit does.
    Act {
        /// Who decides.
        side: Side,
        /// The active unit.
        unit: UnitId,
        /// Actions it has left.
        actions: u32,
        /// Everything it may do, beside the moves.
        orders: Vec<Order>,
        /// It may also move.
        may_move: bool,
    },
    /// Whether and how somebody reacts.
    React {
        /// Who decides.
        side: Side,
        /// Who gave the occasion.
        trigger: UnitId,
        /// Everything that may be done.
        reactions: Vec<Reaction>,
    },
}

impl Decision {
    /// Who decides.
    pub fn side(&self) -> Side {
        match self {
            Self::Leader { side, .. }
            | Self::Activate { side, .. }
            | Self::Act { side, .. }
            | Self::React { side, .. } => *side,
        }
    }
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The leader rides to a unit and attaches himself.
    Attach(UnitId),
    /// The leader stays where he is.
    Stay,
    /// This unit acts.
    Activate(UnitId),
    /// Nobody else acts: the player turn is over.
    EndTurn,
    /// The active unit does this.
    Order(Order),
    /// Somebody reacts.
    React(Reaction),
    /// Nobody reacts.
    Decline,
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

/// What an active unit does with an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// It moves along some legs, after a change of formation for part of the move.
    Move {
        /// A formation to take up first.
        form: Option<Formation>,
        /// The way.
        legs: Vec<Leg>,
    },
    /// It fires.
    Fire {
        /// At whom.
        target: UnitId,
        /// How.
        kind: FireKind,
    },
    /// It charges.
    Charge {
        /// Whom.
        target: UnitId,
    },
    /// It changes formation for a whole action.
    Form(Formation),
    /// It reforms from disorder.
    Reform,
    /// It tries to rally.
    Rally,
    /// It runs from the enemy.
    Disengage,
    /// It does nothing more.
    Hold,
}

/// What an inactive unit does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// It fires, alone or together with its neighbours, at whoever gave the occasion.
    Fire {
        /// Who fires.
        units: Vec<UnitId>,
        /// How.
        kind: FireKind,
    },
    /// It reforms from disorder.
    Reform(UnitId),
    /// It tries to rally.
    Rally(UnitId),
    /// It runs from the enemy.
    Disengage(UnitId),
    /// It changes formation.
    Form(UnitId, Formation),
    /// It turns to face whoever gave the occasion.
    Face(UnitId),
}
