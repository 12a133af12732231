//! Deeds as a lesson names them.

use serde::Deserialize;

use super::Inches;
use crate::field::moves::Leg;
use crate::rules::Side;
use crate::rules::fire::FireKind;
use crate::rules::named::{Word, named};

named! {
    /// What a learner may try with the camera.
    pub enum CameraTurn: "way to move the camera" {
        /// Turned about the table.
        Turn = "turn",
        /// Moved over it.
        Move = "move",
        /// Nearer or farther.
        Zoom = "zoom",
        /// Straight down.
        Top = "top",
        /// The whole table.
        Overview = "overview",
    }
}

/// Something that is done. Units and leaders by their names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Deed {
    // What is done at the table and not in the battle.
    /// A unit or leader is clicked.
    Select(String),
    /// With one of his units in the hand the learner points at an enemy.
    Aim(String),
    /// A panel is opened.
    Open(String),
    /// The camera is moved.
    Camera(Word<CameraTurn>),
    /// A move is drawn and not ordered yet.
    Draw {
        /// Who.
        unit: String,
        /// About where its ghost should stand.
        to: Inches,
        /// How near to that is near enough.
        #[serde(default = "usual_near")]
        within: f32,
    },
    // Leaders.
    /// A leader rides to a place.
    Ride {
        /// Who.
        leader: String,
        /// Where.
        to: Inches,
        /// How near to that is near enough.
        #[serde(default = "usual_near")]
        within: f32,
    },
    /// A leader attaches himself to a unit.
    Attach {
        /// Who.
        leader: String,
        /// To whom.
        unit: String,
    },
    /// A leader stays.
    Stay(String),
    // Orders; those that a reaction knows too are reactions when one is asked for.
    /// Somebody moves: straight ahead, along legs, or to a place by the best way there is.
    Move {
        /// Who.
        by: Vec<String>,
        /// What a group declares for its two actions.
        #[serde(default)]
        plan: Option<(Word<Declared>, Word<Declared>)>,
        /// So many inches straight ahead.
        #[serde(default)]
        ahead: Option<f32>,
        /// Leg by leg.
        #[serde(default)]
        legs: Vec<Leg>,
        /// To this place.
        #[serde(default)]
        to: Option<Inches>,
        /// Facing that way in the end.
        #[serde(default)]
        facing: Option<f32>,
        /// Taking up this formation on the way.
        #[serde(default)]
        form: Option<String>,
        /// How near to where that ends a learner's own move must end.
        #[serde(default = "usual_near")]
        within: f32,
    },
    /// Somebody fires.
    Fire {
        /// Who, the lead first.
        by: Vec<String>,
        /// At whom.
        at: String,
        /// How.
        #[serde(default = "usual_fire")]
        kind: Word<FireKind>,
        /// What a group declares for its two actions.
        #[serde(default)]
        plan: Option<(Word<Declared>, Word<Declared>)>,
    },
    /// Somebody charges. Of a group, those that assault nobody follow in support.
    Charge {
        /// Everybody who takes part.
        by: Vec<String>,
        /// Who leads; the first if left out.
        #[serde(default)]
        lead: Option<String>,
        /// Whom the lead charges.
        at: String,
        /// Who else charges whom, in the order in which they meet.
        #[serde(default)]
        others: Vec<(String, String)>,
        /// So many inches on it tries to halt.
        #[serde(default)]
        halt: Option<f32>,
        /// What a group declares for its two actions.
        #[serde(default)]
        plan: Option<(Word<Declared>, Word<Declared>)>,
    },
    /// Somebody takes up a formation for a whole action.
    Form {
        /// Who.
        by: Vec<String>,
        /// Which: as in scenario files, `mounted`, `dismounted`, `limbered` or `unlimbered`.
        to: String,
        /// What a group declares for its two actions.
        #[serde(default)]
        plan: Option<(Word<Declared>, Word<Declared>)>,
    },
    /// Somebody reforms from disorder.
    Reform(Vec<String>),
    /// Somebody tries to rally.
    Rally(Vec<String>),
    /// Somebody runs from the enemy.
    Disengage(Vec<String>),
    /// Somebody does nothing more.
    Hold(Vec<String>),
    /// A routed unit has its turn: it runs and tries to rally.
    Run(String),
    /// A battery is drawn back on the rope, firing as it goes.
    Prolonge {
        /// Who.
        unit: String,
        /// At whom it fires.
        at: String,
    },
    /// A battery takes over a horse from its neighbour.
    TakeHorse {
        /// Who.
        unit: String,
        /// From whom.
        from: String,
    },
    /// A depleted regiment merges with another of its brigade.
    Merge {
        /// Who.
        unit: String,
        /// With whom.
        with: String,
    },
    /// A depleted regiment attaches itself to a stronger one.
    AttachTo {
        /// Who.
        unit: String,
        /// To whom.
        host: String,
    },
    /// Hidden units are placed on the table.
    Show(Vec<String>),
    /// A regiment works with spade and axe.
    Work {
        /// Who.
        unit: String,
        /// At what.
        task: Labour,
    },
    /// Chevaux-de-frise before its front are carried round.
    Pivot {
        /// Who.
        unit: String,
        /// Degrees, clockwise.
        degrees: f32,
    },
    /// A unit that is withdrawn leaves the table.
    Withdraw(Vec<String>),
    /// The player turn is over.
    EndTurn,
    // Reactions, and what else one side is asked in the other's turn.
    /// Somebody turns to face whoever gave the occasion.
    Face(Vec<String>),
    /// Somebody turns on the spot to face that way.
    Turn {
        /// Who.
        by: Vec<String>,
        /// Degrees clockwise from north.
        facing: f32,
    },
    /// A charged unit meets the charge with its own.
    Countercharge(String),
    /// Nobody reacts, follows or joins, this once.
    Decline,
    /// Nobody reacts until two units are so near to each other.
    HoldFire {
        /// The two, and inches between their edges.
        until: (String, String, f32),
    },
    /// A unit follows so many inches.
    Follow(f32),
    /// Yes: it joins, or tries to stop.
    Agree,
    // For a guide who wants to get on.
    /// Nobody does anything until the player turn of a side.
    Until {
        /// In which turn.
        turn: u32,
        /// Whose.
        side: Word<Side>,
    },
}

impl Deed {
    /// The length of its longest list.
    pub(in crate::lessons) fn parts(&self) -> usize {
        match self {
            Self::Move { by, legs, .. } => by.len().max(legs.len()),
            Self::Charge { by, others, .. } => by.len().max(others.len()),
            Self::Fire { by, .. }
            | Self::Form { by, .. }
            | Self::Turn { by, .. }
            | Self::Reform(by)
            | Self::Rally(by)
            | Self::Disengage(by)
            | Self::Hold(by)
            | Self::Show(by)
            | Self::Withdraw(by)
            | Self::Face(by) => by.len(),
            _ => 1,
        }
    }
}

fn usual_near() -> f32 {
    1.0
}

pub(super) fn usual_fire() -> Word<FireKind> {
    Word::Known(FireKind::Normal)
}

/// What a group declares.
pub type Declared = crate::army::Deed;

/// Work with spade and axe.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Labour {
    /// Throwing up works: hasty or light.
    Dig(Word<crate::rules::Works>),
    /// Making light works of hasty ones.
    Improve,
    /// Making works face the other way.
    Turn,
    /// Raising an obstacle.
    Obstruct(Word<crate::rules::works::Obstacle>),
    /// Clearing the obstacle before its front.
    Clear,
    /// Taking pontoons off their wagons.
    Unload,
    /// Building the bridge: the first there is.
    Bridge,
    /// Engineers lend a hand to a regiment at work.
    Assist(String),
}
