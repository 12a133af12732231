//! What happened, with its whole arithmetic.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::decision::{Assault, Deed, Formation};
use super::victory::Verdict;
use crate::adjudicate::Request;
use crate::army::{Fate, LeaderId, UnitId};
use crate::field::Placement;
use crate::rules::fire::FireResult;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side, Weather};

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
    /// A blow in a melee.
    Melee {
        /// Who leads the enemy.
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

/// One side's blow in a round of melee.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blow {
    /// What was rolled.
    pub dice: Vec<u8>,
    /// What it did.
    pub result: FireResult,
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
    /// The weather of the day was rolled.
    Weather { die: u8, weather: Weather },
    /// When some units come was rolled.
    Due {
        units: Vec<UnitId>,
        die: u8,
        turn: u32,
    },
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
    /// A leader rides to a place.
    Rode { leader: LeaderId, at: Vec2 },
    /// Units act as one group, with both actions declared.
    Grouped { units: Vec<UnitId>, plan: Vec<Deed> },
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
        /// Units that the fire had gone through before.
        #[serde(default)]
        passed: u32,
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
    /// A routed unit that came to the edge of the table is no better than this, however it rallied.
    StoppedAtEdge { unit: UnitId, after: Morale },
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
        lead: UnitId,
        assaults: Vec<Assault>,
        followers: Vec<UnitId>,
        dice: Vec<u8>,
        inches: f32,
        disorder_point: f32,
    },
    /// A charged unit charges back; where they meet, in inches from the charger.
    Countercharge {
        unit: UnitId,
        charger: UnitId,
        dice: Vec<u8>,
        inches: f32,
        desperate: bool,
        meet: Option<f32>,
    },
    /// A unit falls in behind a charge.
    Joined { unit: UnitId, charger: UnitId },
    /// A charge halts where it was told to.
    Halted { lead: UnitId },
    /// A unit follows an enemy who gives way.
    Followed {
        unit: UnitId,
        enemy: UnitId,
        to: Placement,
    },
    /// A charge ends short of its target.
    FellShort { unit: UnitId, to: Placement },
    /// Two lead units meet.
    Impact {
        attacker: UnitId,
        defender: UnitId,
        /// Who supports the attacker, and who the defender.
        supports: (Vec<UnitId>, Vec<UnitId>),
        request: Box<Request>,
        outcome: ImpactOutcome,
        winner: Option<Side>,
    },
    /// A loser of an impact is thrown into worse order.
    Beaten { unit: UnitId, after: Morale },
    /// Blows of a melee round; the first of each side leads.
    Melee {
        attackers: Vec<UnitId>,
        defenders: Vec<UnitId>,
        round: u32,
        by_attacker: Blow,
        by_defender: Blow,
    },
    /// A tactical competence test.
    Tested { unit: UnitId, die: u8, passed: bool },
    /// Dice for a leader whose unit was hit.
    LeaderRolled {
        leader: LeaderId,
        dice: Vec<u8>,
        killed: bool,
    },
    /// Empty stands have been taken off, or one put back for figures that returned.
    Settled { unit: UnitId, stands: u32 },
    /// Two regiments become one, here.
    Merged {
        unit: UnitId,
        into: UnitId,
        #[serde(default)]
        to: Option<Placement>,
        figures: u32,
        stands: u32,
    },
    /// A regiment stands with another from now on.
    AttachedTo {
        unit: UnitId,
        host: UnitId,
        figures: u32,
        stands: u32,
    },
    /// A battery takes over a horse.
    HorseTaken { unit: UnitId, from: UnitId },
    /// A leader is taken with his men.
    LeaderTaken { leader: LeaderId, unit: UnitId },
    /// A unit is gone.
    Removed { unit: UnitId, fate: Fate },
    /// The battle is over.
    Over { verdict: Verdict },
}
