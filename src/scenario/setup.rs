//! A scenario ready to be played at one scale.

use bevy::math::Vec2;

use super::Hiding;
use super::file::{Echelon, SpecialRule, VictoryPlan, WeatherPlan};
use crate::field::placement::Footprint;
use crate::field::stand::Muster;
use crate::field::{Field, Placement};
use crate::rules::leader::Rank;
use crate::rules::muster::Period;
use crate::rules::{Side, Unit};

/// A scenario at one scale.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is called.
    pub name: String,
    /// Year, month and day.
    pub date: (u32, u32, u32),
    /// Hour and minute.
    pub time: (u32, u32),
    /// What happened.
    pub history: String,
    /// How it went in the end.
    pub outcome: String,
    /// How many turns are played.
    pub turns: u32,
    /// Who is active first in every turn.
    pub initiative: Side,
    /// Who sets up first and who second.
    pub set_up: [Side; 2],
    /// Who begins hidden, and how.
    pub hiding: Hiding,
    /// The weather, fixed or rolled.
    pub weather: WeatherPlan,
    /// The muster period.
    pub period: Period,
    /// The ground, in dry weather if it is rolled.
    pub field: Field,
    /// Corps, divisions, brigades and gun battalions of both sides.
    pub commands: Vec<CommandSetup>,
    /// Their leaders.
    pub leaders: Vec<LeaderSetup>,
    /// Their units.
    pub units: Vec<UnitSetup>,
    /// What is special about the battle.
    pub rules: Vec<SpecialRule>,
    /// Who wins.
    pub victory: VictoryPlan,
    /// Muster points of the Union and of the Confederates, as far as the lists price them.
    pub muster: (u32, u32),
}

/// A corps, division, brigade or gun battalion.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandSetup {
    /// What it is called.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// What it is.
    pub echelon: Echelon,
    /// The command above it.
    pub parent: Option<usize>,
}

/// A leader.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderSetup {
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
    /// Where he begins; `None` while his command is still to come.
    pub at: Option<Vec2>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSetup {
    /// What it is called.
    pub name: String,
    /// Its values in the rules.
    pub unit: Unit,
    /// Its strength and stands at full strength.
    pub muster: Muster,
    /// Its command.
    pub command: usize,
    /// Where it begins or comes in.
    pub deployment: Deployment,
    /// It may be absent: present on a die up to this number.
    pub present_up_to: Option<u32>,
    /// Engineers.
    pub engineer: bool,
    /// Nobody: what a dummy picket stands for.
    pub dummy: bool,
}

/// Where a unit begins or comes in.
#[derive(Clone, Debug, PartialEq)]
pub enum Deployment {
    /// On the table.
    At {
        /// Its place.
        placement: Placement,
        /// The zone it may be moved in before the battle.
        within: Option<String>,
    },
    /// It comes in.
    Arrives {
        /// On this turn, or not before it.
        turn: u32,
        /// Those with the same name come on the turn that one die shows.
        by_die: Option<String>,
        /// At this entry.
        entry: String,
    },
}

impl UnitSetup {
    /// What it covers of the table at the start, if it is there.
    pub fn footprint(&self, field: &Field) -> Option<Footprint> {
        match &self.deployment {
            Deployment::At { placement, .. } => {
                Some(placement.footprint(field.scale, &self.unit, self.muster))
            }
            Deployment::Arrives { .. } => None,
        }
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Scenario {
    /// The month of the battle by its name; nothing if there is no such month.
    pub fn month(&self) -> &'static str {
        let (_, month, _) = self.date;
        let at = (month as usize).wrapping_sub(1);
        MONTHS.get(at).copied().unwrap_or_default()
    }

    /// Every unit, but for those that are nobody.
    pub fn real_units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.units.iter().filter(|unit| !unit.dummy)
    }

    /// Units of one side, but for those that are nobody.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = &UnitSetup> {
        self.real_units().filter(move |unit| unit.unit.side == side)
    }

    /// Figures and guns of one side, as `(figures, guns)`.
    pub fn strength(&self, side: Side) -> (u32, u32) {
        self.units_of(side).fold((0, 0), |(figures, guns), unit| {
            if unit.unit.is_artillery() {
                (figures, guns + unit.unit.guns())
            } else {
                (figures + unit.unit.strength, guns)
            }
        })
    }
}
