//! The parts of a unit's and a leader's state. In the window's world each is a component.

use bevy::math::Vec2;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{UnitId, Work};
use crate::field::Placement;
use crate::field::placement::Footprint;
use crate::field::stand::Stand;
use crate::rules::leader::Rank;
use crate::rules::{Side, Unit};
use crate::scenario::MakeUp;

/// What never changes about a unit.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Identity {
    /// What it is called.
    pub name: String,
    /// Its command in the order of battle.
    pub command: usize,
    /// Figures or sections it came with.
    pub strength: u32,
    /// Its values as it came.
    pub unit: Unit,
    /// Nobody: what a dummy picket stands for.
    pub dummy: bool,
    /// Engineers.
    pub engineer: bool,
    /// It comes only if a card brings it.
    pub reserve: bool,
    /// Stands it came with.
    pub stands: u32,
    /// How it is made up, where that is out of the usual.
    pub make_up: MakeUp,
}

/// What a unit covers of the table.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Covers(pub Footprint);

/// A depleted regiment that stands with this one for good.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    /// Who came.
    pub unit: UnitId,
    /// Figures of the attached stand that are left.
    pub figures: u32,
}

/// A unit's values in the rules: arm, formation, figures, quality, morale.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fighting(pub Unit);

/// Where a unit stands.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position(pub Placement);

/// Whether a unit is on the table.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It comes in on this turn at this entry.
    Waiting {
        /// The turn.
        turn: u32,
        /// The entry, by its place in the scenario's list.
        entry: usize,
    },
    /// It is there.
    OnTable,
    /// It is there, behind a picket, or set up out of sight.
    Hidden,
    /// It is gone.
    Gone(Fate),
}

/// How a unit left the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It never came.
    Absent,
    /// Shot to pieces.
    Eliminated,
    /// Laid down its arms.
    Surrendered,
    /// Ran and never stopped.
    Disintegrated,
    /// Guns left behind or taken.
    GunsLost,
    /// Fights on as part of another regiment.
    Joined,
    /// Took to its horses and rode away.
    RodeOff,
    /// It was nobody: its picket was a dummy.
    Dummy,
    /// Left the table over an edge, as it was told to.
    Withdrew,
}

/// Fortress guns that are finding the range of somebody who does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranging {
    /// At whom they have fired.
    pub target: UnitId,
    /// Shots one after the other since he stands where he is.
    pub shots: u32,
}

/// What a unit has done.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Actions it still has in its player turn.
    pub actions: u32,
    /// It has been activated in this player turn.
    pub activated: bool,
    /// It has reacted in this enemy player turn.
    pub reacted: bool,
    /// It is just running from the enemy by order.
    pub disengaging: bool,
    /// It has charged in this player turn.
    pub charged: bool,
    /// It has fired before: no opening volley any more.
    pub has_fired: bool,
    /// It is in command for this player turn.
    pub in_command: bool,
    /// It fights hand to hand.
    pub in_melee: bool,
    /// Enemies it has fired on in this player turn.
    pub fired_on: Vec<UnitId>,
    /// Enemies whose charge it has shrunk from in this player turn.
    #[serde(default)]
    pub feared: Vec<UnitId>,
    /// It has got away from a charge in this player turn after it had reacted already.
    #[serde(default)]
    pub broke_off: bool,
    /// It has charged back in desperation in this player turn.
    #[serde(default)]
    pub desperate: bool,
    /// Horses a battery has left.
    pub horses: u32,
    /// Figures that other regiments have brought to it.
    pub joined: u32,
    /// The regiment attached to it.
    pub attached: Option<Attachment>,
    /// It has gone over into another regiment.
    pub went_over: bool,
    /// Its run has brought it to the edge of the table.
    #[serde(default)]
    pub at_edge: bool,
    /// Inches of its next move that it has already come onto the table with.
    #[serde(default)]
    pub entering: f32,
    /// Whom its fortress guns have fired on last, if he has not moved since.
    #[serde(default)]
    pub ranging: Option<Ranging>,
    /// Mounted infantry that has left its horses in this battle: it stays on foot.
    #[serde(default)]
    pub left_horses: bool,
    /// What it works at.
    #[serde(default)]
    pub work: Option<Work>,
    /// Stretches of bridge on the wagons that go with it.
    #[serde(default)]
    pub train: u32,
    /// Times it has mounted or dismounted.
    #[serde(default)]
    pub mounting: u32,
    /// It has checked its morale before, for anything but a rally.
    #[serde(default)]
    pub has_checked: bool,
}

impl Record {
    /// Of a unit that has done nothing yet.
    pub fn fresh() -> Self {
        Self {
            horses: 2,
            ..Self::default()
        }
    }
}

/// What never changes about a leader.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct LeaderIdentity {
    /// His name.
    pub name: String,
    /// His side.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// His leadership benefit.
    pub benefit: u32,
    /// He directs the guns.
    pub artillery: bool,
    /// The command he leads.
    pub command: usize,
}

/// Where a leader is and how he fares.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaderState {
    /// Where he is, once he is on the table.
    pub at: Option<Vec2>,
    /// The unit he is attached to.
    pub attached: Option<UnitId>,
    /// He has been killed or taken.
    pub fallen: bool,
    /// His command misses him.
    pub missed: bool,
}

/// A stand of a unit: a child entity in the window's world, where it stands now.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Base(pub Stand);
