//! Standing instructions: what a unit wants to be asked about in the enemy's turn.

use serde::{Deserialize, Serialize};

use crate::rules::fire::Band;

/// Which shots are worth asking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShotAsk {
    /// None.
    Never,
    /// Every one.
    Any,
    /// Those at this range band or closer.
    Within(Band),
    /// Those that hit with at least this chance, in per cent.
    Chance(u8),
}

/// What a unit wants to be asked about. What it leaves out is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// Everything that the rules allow.
    #[serde(default)]
    pub everything: bool,
    /// A shot at whoever gave the occasion.
    pub shots: ShotAsk,
    /// Anything, when it is charged.
    pub charged: bool,
    /// Anything, when it was fired on.
    pub fired_on: bool,
    /// To reform or rally.
    pub mending: bool,
    /// Anything, when the enemy is so close: inches at 15 mm, more at larger scales.
    pub within: f32,
}

impl Asks {
    /// Of everything that can be answered at all.
    pub const EVERYTHING: Self = Self {
        everything: true,
        shots: ShotAsk::Any,
        charged: true,
        fired_on: true,
        mending: true,
        within: 6.0,
    };

    /// Of nothing.
    pub const NOTHING: Self = Self {
        everything: false,
        shots: ShotAsk::Never,
        charged: false,
        fired_on: false,
        mending: false,
        within: 0.0,
    };
}

impl Default for Asks {
    /// Fire, a charge, being fired on, mending its state, and anything within six inches.
    fn default() -> Self {
        Self {
            everything: false,
            ..Self::EVERYTHING
        }
    }
}

/// How long an instruction holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// As long as the unit that is active now.
    Activation,
    /// As long as the player turn.
    PlayerTurn,
    /// Until it is changed.
    Changed,
}

/// An instruction to some units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    /// What they want to be asked about.
    pub asks: Asks,
    /// For how long.
    pub until: Until,
}

/// What a unit wants to be asked about, for good and for the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// For good.
    pub always: Asks,
    /// For the moment.
    pub now: Option<Instruction>,
}

impl Standing {
    /// What counts now.
    pub fn asks(&self) -> &Asks {
        self.now.as_ref().map_or(&self.always, |now| &now.asks)
    }

    pub(super) fn take(&mut self, instruction: Instruction) {
        match instruction.until {
            Until::Changed => {
                self.always = instruction.asks;
                self.now = None;
            }
            Until::Activation | Until::PlayerTurn => self.now = Some(instruction),
        }
    }

    pub(super) fn end(&mut self, until: Until) {
        let over = |now: Instruction| now.until == until || until == Until::PlayerTurn;
        if self.now.is_some_and(over) {
            self.now = None;
        }
    }
}
