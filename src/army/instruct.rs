//! Standing instructions: what a unit wants to be asked about in the enemy's turn.

use serde::{Deserialize, Serialize};

use super::UnitId;
use crate::rules::Morale;
use crate::rules::fire::Band;

/// Which shots are worth asking about, or taking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShotAsk {
    /// None.
    #[default]
    Never,
    /// Every one.
    Any,
    /// Those at this range band or closer.
    Within(Band),
    /// Those that hit with at least this chance, in per cent.
    Chance(u8),
}

impl ShotAsk {
    /// Whether no shot is.
    pub fn is_never(&self) -> bool {
        *self == Self::Never
    }

    /// Whether a shot is one of them.
    pub fn takes(self, shot: Shot) -> bool {
        match self {
            Self::Never => false,
            Self::Any => true,
            Self::Within(band) => shot.band >= band,
            Self::Chance(chance) => shot.chance >= chance,
        }
    }
}

/// A shot that a unit has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// At what range.
    pub band: Band,
    /// How likely it hits, in whole per cent.
    pub chance: u8,
}

/// A shot is asked about again when it hits so much likelier, in per cent.
const BETTER: u8 = 15;

impl Shot {
    /// Whether it is so much better than one that was let pass that it is worth another question.
    fn beats(self, other: Self) -> bool {
        self.band > other.band || self.chance >= other.chance + BETTER
    }
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
    /// Whoever lets an occasion pass is asked again only when it has become a better one: charged
    /// by now, closer by a range band, a shot much likelier to hit.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sparing: bool,
    /// Shots that it takes by itself: they are offered, and its player's seat takes them without
    /// asking him.
    #[serde(default, skip_serializing_if = "ShotAsk::is_never")]
    pub fires: ShotAsk,
}

fn is_false(value: &bool) -> bool {
    !*value
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
        sparing: false,
        fires: ShotAsk::Never,
    };

    /// Of what matters, and of nothing twice: with this a person begins.
    pub const USUAL: Self = Self {
        everything: false,
        shots: ShotAsk::Chance(30),
        charged: true,
        fired_on: false,
        mending: true,
        within: 1.0,
        sparing: true,
        fires: ShotAsk::Never,
    };

    /// Of a charge on it, and nothing else.
    pub const CHARGES: Self = Self {
        charged: true,
        sparing: true,
        ..Self::NOTHING
    };

    /// Of nothing.
    pub const NOTHING: Self = Self {
        everything: false,
        shots: ShotAsk::Never,
        charged: false,
        fired_on: false,
        mending: false,
        within: 0.0,
        sparing: false,
        fires: ShotAsk::Never,
    };
}

impl Asks {
    /// Whether it wants to be asked about any shot at all.
    pub fn wants_shots(&self) -> bool {
        self.everything || !self.shots.is_never() || !self.fires.is_never()
    }
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

/// An occasion that a unit had to react to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Occasion {
    /// Who gave it.
    pub enemy: UnitId,
    /// He charges it.
    pub charged: bool,
    /// He fired on it.
    pub fired_on: bool,
    /// He is as close as it wants to be asked about.
    pub near: bool,
    /// The shot that it has at him, if it wants to be asked about that.
    pub shot: Option<Shot>,
    /// Its state, if it wants to be asked about mending it.
    pub mending: Option<Morale>,
    /// Its reaction is spent, and it has a last shot at him.
    pub desperate: bool,
}

impl Occasion {
    /// Of somebody, with nothing to it yet.
    pub fn of(enemy: UnitId) -> Self {
        Self {
            enemy,
            charged: false,
            fired_on: false,
            near: false,
            shot: None,
            mending: None,
            desperate: false,
        }
    }
}

/// What a unit wants to be asked about, for good and for the moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// For good.
    pub always: Asks,
    /// For the moment.
    pub now: Option<Instruction>,
    /// Occasions that it has let pass in this player turn, the best of each enemy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub let_pass: Vec<Occasion>,
}

impl Standing {
    /// What counts now.
    pub fn asks(&self) -> &Asks {
        self.now.as_ref().map_or(&self.always, |now| &now.asks)
    }

    /// Whether an occasion is worth a question: always, unless the unit is sparing with them and
    /// has let as good a one pass.
    pub fn is_news(&self, occasion: &Occasion) -> bool {
        if !self.asks().sparing {
            return true;
        }
        // To mend its state it is asked once, whoever gave the occasion.
        let passed = self.let_pass.iter().filter_map(|known| known.mending).max();
        if occasion.mending > passed {
            return true;
        }
        let mut known = self.let_pass.iter();
        let Some(known) = known.find(|known| known.enemy == occasion.enemy) else {
            return occasion.charged
                || occasion.fired_on
                || occasion.near
                || occasion.shot.is_some()
                || occasion.desperate
                || self.asks().everything;
        };
        let better = match (occasion.shot, known.shot) {
            (Some(shot), Some(known)) => shot.beats(known),
            (shot, None) => shot.is_some(),
            (None, Some(_)) => false,
        };
        better
            || (occasion.charged && !known.charged)
            || (occasion.fired_on && !known.fired_on)
            // Whoever charges comes near: that is nothing new.
            || (occasion.near && !known.near && !known.charged)
            || (occasion.desperate && !known.desperate)
    }

    /// It has let an occasion pass.
    pub(super) fn pass(&mut self, occasion: Occasion) {
        let known = self
            .let_pass
            .iter_mut()
            .find(|known| known.enemy == occasion.enemy);
        let Some(known) = known else {
            self.let_pass.push(occasion);
            return;
        };
        known.charged |= occasion.charged;
        known.fired_on |= occasion.fired_on;
        known.near |= occasion.near;
        known.desperate |= occasion.desperate;
        known.mending = known.mending.max(occasion.mending);
        known.shot = match (known.shot, occasion.shot) {
            (Some(one), Some(other)) => Some(Shot {
                band: one.band.max(other.band),
                chance: one.chance.max(other.chance),
            }),
            (one, other) => one.or(other),
        };
    }

    pub(super) fn take(&mut self, instruction: Instruction) {
        match instruction.until {
            Until::Changed => {
                self.always = instruction.asks;
                self.now = None;
                self.let_pass.clear();
            }
            Until::Activation | Until::PlayerTurn => self.now = Some(instruction),
        }
    }

    pub(super) fn end(&mut self, until: Until) {
        let over = |now: Instruction| now.until == until || until == Until::PlayerTurn;
        if self.now.is_some_and(over) {
            self.now = None;
        }
        if until == Until::PlayerTurn {
            self.let_pass.clear();
        }
    }
}
