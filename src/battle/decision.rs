//! What is needed from whom, and what they may answer.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::step::{After, Trigger};
use crate::army::{
    Assault, Deed, Formation, Instruction, LeaderId, LeaderPost, Post, Task, UnitId,
};
use crate::field::Facing;
use crate::field::moves::Leg;
use crate::rules::Side;
use crate::rules::fire::FireKind;

/// What is needed now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Where a side's units and leaders begin, before the first turn. What is not moved begins where
    /// the scenario has it.
    SetUp {
        /// Who decides.
        side: Side,
        /// Units that may be put elsewhere in their zones, in any formation of their arm.
        units: Vec<UnitId>,
        /// Leaders that may be put beside any unit of their command.
        leaders: Vec<LeaderId>,
    },
    /// Where a leader rides at the start of his side's turn: to a unit, or to any place that
    /// [`Battle::check`](super::Battle::check) finds within his reach.
    Leader {
        /// Who decides.
        side: Side,
        /// Who rides.
        leader: LeaderId,
        /// Units he may ride to and attach himself to.
        units: Vec<UnitId>,
    },
    /// Which unit or group acts next.
    Activate {
        /// Who decides.
        side: Side,
        /// Units that have not acted yet: on the table, or off it and able to come in now. The
        /// routed are among them; when they act they run and try to rally, and whoever has not when
        /// the turn is ended does so then.
        units: Vec<UnitId>,
        /// Chains of neighbours of one arm in one formation. Any two or more of a chain that are
        /// neighbours of each other may act as one group, with both actions declared.
        chains: Vec<Vec<UnitId>>,
    },
    /// What the active unit or group does. Beside the orders listed it may move in any way that
    /// [`Battle::check`](super::Battle::check) allows, if it may move at all.
    Act {
        /// Who decides.
        side: Side,
        /// The active unit, or everybody in the active group.
        units: Vec<UnitId>,
        /// Actions left.
        actions: u32,
        /// Everything that may be done, beside the moves.
        orders: Vec<Order>,
        /// It may also move.
        may_move: bool,
    },
    /// Whether and how somebody reacts.
    React {
        /// Who decides.
        side: Side,
        /// Who gave the occasion.
        triggers: Vec<UnitId>,
        /// What occasion it is.
        kind: Trigger,
        /// Everything that may be done.
        reactions: Vec<Reaction>,
    },
    /// Whether a unit follows an enemy who gives way, and how far.
    Follow {
        /// Who decides.
        side: Side,
        /// Who follows.
        unit: UnitId,
        /// After whom.
        enemy: UnitId,
        /// The farthest it may go.
        inches: f32,
        /// Whom it would meet on the way, and after how many inches.
        meets: Option<(UnitId, f32)>,
        /// Why it may.
        after: After,
    },
    /// Whether a unit that a charge comes through falls in behind it.
    Join {
        /// Who decides.
        side: Side,
        /// Who may join.
        unit: UnitId,
        /// Whose charge.
        charger: UnitId,
    },
    /// Whether skirmishers driven in try to stop right behind a friend, as his support.
    StopBehind {
        /// Who decides.
        side: Side,
        /// The skirmishers.
        unit: UnitId,
        /// Behind whom.
        friend: UnitId,
    },
    /// Whether a side agrees to the draw that the other has offered.
    Draw {
        /// Who decides.
        side: Side,
    },
}

impl Decision {
    /// Who decides.
    pub fn side(&self) -> Side {
        match self {
            Self::SetUp { side, .. }
            | Self::Leader { side, .. }
            | Self::Activate { side, .. }
            | Self::Act { side, .. }
            | Self::React { side, .. }
            | Self::Follow { side, .. }
            | Self::Join { side, .. }
            | Self::StopBehind { side, .. }
            | Self::Draw { side } => *side,
        }
    }
}

impl Decision {
    /// The units it is about; a leader's choice and a side's are about none.
    pub fn units(&self) -> &[UnitId] {
        match self {
            Self::SetUp { .. }
            | Self::Leader { .. }
            | Self::Activate { .. }
            | Self::Draw { .. } => &[],
            Self::Act { units, .. } => units,
            Self::React { triggers, .. } => triggers,
            Self::Follow { unit, .. } | Self::Join { unit, .. } | Self::StopBehind { unit, .. } => {
                std::slice::from_ref(unit)
            }
        }
    }

    /// Its kind, as files and other programs call it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SetUp { .. } => "set_up",
            Self::Leader { .. } => "leader",
            Self::Activate { .. } => "activate",
            Self::Act { .. } => "act",
            Self::React { .. } => "react",
            Self::Follow { .. } => "follow",
            Self::Join { .. } => "join",
            Self::StopBehind { .. } => "stop_behind",
            Self::Draw { .. } => "draw",
        }
    }
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Some of the side's units and leaders are put elsewhere before the battle. All of them are
    /// put down before anybody looks, so that two may change places.
    SetUp {
        /// Units.
        #[serde(default)]
        units: Vec<Post>,
        /// Leaders. One who is not named goes along with the unit he stands beside.
        #[serde(default)]
        leaders: Vec<LeaderPost>,
        /// The side is set up; otherwise the decision is put again.
        #[serde(default = "ready")]
        ready: bool,
    },
    /// Before the battle some hidden units go behind one picket; one alone gets its own again. The
    /// decision is put again.
    Band(Vec<UnitId>),
    /// The leader rides to a unit and attaches himself.
    Attach(UnitId),
    /// The leader rides to a place, attached to nobody.
    Ride(Vec2),
    /// The leader stays where he is, and with whom he is.
    Stay,
    /// This unit acts.
    Activate(UnitId),
    /// These act as one, with both their actions declared.
    ActivateGroup {
        /// Neighbours of one arm in one formation.
        units: Vec<UnitId>,
        /// What all of them do with each action.
        plan: [Deed; 2],
    },
    /// Nobody else acts: the player turn is over.
    EndTurn,
    /// The active unit or group does this.
    Order(Order),
    /// Somebody reacts.
    React(Reaction),
    /// The unit follows so many inches.
    Follow(f32),
    /// Yes: it joins, or tries to stop; the battle is a draw.
    Agree,
    /// Nobody reacts, follows or joins; the battle goes on.
    Decline,
    /// Some of the side's units are told what they should ask about. It may be said at any decision
    /// of the side, costs nothing, and the decision is put again.
    Instruct {
        /// Who.
        units: Vec<UnitId>,
        /// What they should ask about, and how long.
        instruction: Instruction,
    },
    /// The side gives the battle up, at any decision of its own.
    Concede,
    /// The side offers a draw, at any decision of its own but once in a player turn. If the other
    /// declines, the decision is put again.
    OfferDraw,
}

/// Whoever sets up and says nothing else is ready.
fn ready() -> bool {
    true
}

impl Answer {
    /// The side is set up as it stands.
    pub const READY: Self = Self::SetUp {
        units: Vec::new(),
        leaders: Vec::new(),
        ready: true,
    };
}

/// What an active unit or group does with an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// It moves along some legs, a change of formation for part of the move before or after them.
    Move {
        /// A formation to take up.
        form: Option<Formation>,
        /// The formation is taken up at the end of the way.
        #[serde(default)]
        form_last: bool,
        /// The way. A group goes as one body.
        legs: Vec<Leg>,
    },
    /// One or some of the active units fire.
    Fire {
        /// Who, the lead first.
        units: Vec<UnitId>,
        /// At whom.
        target: UnitId,
        /// How.
        kind: FireKind,
    },
    /// It charges. Of a group, those that assault nobody follow in support.
    Charge {
        /// Whose quality and target decide how far and where the charge goes.
        lead: UnitId,
        /// Who meets whom, in the order in which the meetings are resolved.
        assaults: Vec<Assault>,
        /// So many inches on it tries to halt, anywhere before the lead's target.
        halt: Option<f32>,
    },
    /// It changes formation for a whole action.
    Form(Formation),
    /// It reforms from disorder.
    Reform,
    /// It tries to rally.
    Rally,
    /// It runs from the enemy.
    Disengage,
    /// A battery is drawn back on the rope, firing as it goes.
    Prolonge {
        /// At whom it fires.
        target: UnitId,
    },
    /// A battery takes over a horse from its neighbour.
    TakeHorse {
        /// From whom.
        from: UnitId,
    },
    /// A depleted regiment merges with another of its brigade.
    Merge {
        /// With whom.
        with: UnitId,
    },
    /// A depleted regiment attaches itself to a stronger one of its brigade.
    AttachTo {
        /// To whom.
        host: UnitId,
    },
    /// Hidden units are placed on the table and go on there.
    Show,
    /// A regiment works with spade and axe, for this turn at least.
    Work(Task),
    /// Chevaux-de-frise before its front are carried round by an angle (clockwise).
    Pivot {
        /// Degrees.
        degrees: f32,
    },
    /// A unit that is withdrawn leaves the table over its edge.
    Withdraw,
    /// It does nothing more.
    Hold,
}

impl Order {
    /// The deed that a group must have declared for it.
    pub fn deed(&self) -> Deed {
        match self {
            Self::Move { .. } => Deed::Move,
            Self::Fire { .. } | Self::Prolonge { .. } => Deed::Fire,
            Self::Charge { .. } => Deed::Charge,
            Self::Form(_) => Deed::Form,
            Self::Reform => Deed::Reform,
            Self::Rally => Deed::Rally,
            Self::Disengage => Deed::Disengage,
            Self::TakeHorse { .. }
            | Self::Merge { .. }
            | Self::AttachTo { .. }
            | Self::Show
            | Self::Work(_)
            | Self::Pivot { .. }
            | Self::Withdraw
            | Self::Hold => Deed::Hold,
        }
    }
}

/// What an inactive unit does, or several neighbours in one formation together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reaction {
    /// They fire.
    Fire {
        /// Who fires, the lead first.
        units: Vec<UnitId>,
        /// At whom of those who gave the occasion.
        target: UnitId,
        /// How.
        kind: FireKind,
    },
    /// They reform from disorder.
    Reform(Vec<UnitId>),
    /// They try to rally.
    Rally(Vec<UnitId>),
    /// They run from the enemy.
    Disengage(Vec<UnitId>),
    /// They change formation.
    Form(Vec<UnitId>, Formation),
    /// They turn to face whoever gave the occasion.
    Face(Vec<UnitId>),
    /// They turn on the spot to face this way. Some ways are offered; whoever may turn may turn to
    /// any that [`Battle::check`](super::Battle::check) finds room for.
    Turn(Vec<UnitId>, Facing),
    /// A charged unit meets the charge with its own.
    Countercharge(UnitId),
    /// A battery is drawn back on the rope, firing as it goes.
    Prolonge {
        /// Who.
        unit: UnitId,
        /// At whom of those who gave the occasion.
        target: UnitId,
    },
    /// A battery takes over a horse from its neighbour.
    TakeHorse {
        /// Who takes it.
        unit: UnitId,
        /// From whom.
        from: UnitId,
    },
}

impl Reaction {
    /// Who reacts.
    pub fn units(&self) -> &[UnitId] {
        match self {
            Self::Fire { units, .. }
            | Self::Reform(units)
            | Self::Rally(units)
            | Self::Disengage(units)
            | Self::Form(units, _)
            | Self::Turn(units, _)
            | Self::Face(units) => units,
            Self::Countercharge(unit)
            | Self::Prolonge { unit, .. }
            | Self::TakeHorse { unit, .. } => std::slice::from_ref(unit),
        }
    }

    /// The same by other units; what one unit does alone stays as it is.
    pub(super) fn by(&self, by: Vec<UnitId>) -> Self {
        match self {
            Self::Fire { target, kind, .. } => Self::Fire {
                units: by,
                target: *target,
                kind: *kind,
            },
            Self::Reform(_) => Self::Reform(by),
            Self::Rally(_) => Self::Rally(by),
            Self::Disengage(_) => Self::Disengage(by),
            Self::Form(_, formation) => Self::Form(by, *formation),
            Self::Face(_) => Self::Face(by),
            Self::Turn(_, facing) => Self::Turn(by, *facing),
            Self::Countercharge(_) | Self::Prolonge { .. } | Self::TakeHorse { .. } => self.clone(),
        }
    }

    /// Whether it is the same, whoever does it.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.by(Vec::new()) == other.by(Vec::new())
    }
}
