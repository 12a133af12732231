//! A scenario ready to be played at one scale.

use bevy::math::Vec2;

use super::Hiding;
use super::file::{Echelon, SpecialRule, VictoryPlan, WeatherPlan};
use crate::field::placement::Footprint;
use crate::field::stand::Muster;
use crate::field::{Field, Placement};
use crate::rules::leader::Rank;
use crate::rules::muster::{Card, Faces, MusterPart, Period};
use crate::rules::{Side, Unit};

/// The turn of units that come only if cards bring them: no battle lasts so long.
pub const NEVER: u32 = 1_000;

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
    /// What the Union and the Confederates are told about their own forces.
    pub about: [String; 2],
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
    /// What the Union and the Confederates have mustered by points, if they do.
    pub mustered: [Option<Mustered>; 2],
}

/// What a side has mustered by points.
#[derive(Clone, Debug, PartialEq)]
pub struct Mustered {
    /// What it may muster, one command after the other.
    pub parts: Vec<Part>,
    /// The file of the force that it brings.
    pub force: String,
    /// The cards that said how strong it may be, once they are drawn.
    pub cards: Vec<Card>,
    /// How strong it is nobody else knows before the end.
    pub secret: bool,
    /// Cards bring reinforcements: on these faces.
    pub reinforcements: Option<Faces>,
    /// Those whom cards may bring, in the order in which they come, by their places in the list
    /// of units.
    pub reserves: Vec<usize>,
}

/// A command that is mustered.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What the players call it.
    pub name: String,
    /// Cards that are drawn for it; 0 if its points are known.
    pub cards: u32,
    /// What it may be.
    pub muster: MusterPart,
    /// Those of it whose road its player chooses, and the entries that he may choose from, the
    /// usual one first.
    pub roads: Vec<(String, Vec<String>)>,
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
    /// Stretches of bridge that the pontoon train with it carries.
    pub train: u32,
    /// How it is made up, where that is out of the usual.
    pub make_up: MakeUp,
    /// Nobody: what a dummy picket stands for.
    pub dummy: bool,
}

/// How a regiment is made up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MakeUp {
    /// The figures of each stand, the largest first, if they differ.
    pub uneven: Vec<u32>,
    /// The regiment that it is a battalion of.
    pub battalion_of: Option<String>,
    /// The regiments that were joined to make it up.
    pub joined_from: Vec<String>,
    /// It has fired before: its opening volley is gone. Only lessons begin so.
    pub fired: bool,
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

    /// When it comes, for people, if it is due on that turn as far as anybody knows.
    pub fn comes(&self, due: u32) -> String {
        match &self.deployment {
            Deployment::Arrives {
                turn,
                by_die: Some(_),
                ..
            } if due == *turn => format!("turn {due} or later"),
            _ => format!("turn {due}"),
        }
    }
}

/// How long a turn is.
const MINUTES_A_TURN: u32 = 30;

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
    /// The hour and minute at which a turn begins: each covers about half an hour.
    ///
    /// Rules: `scale.turn_length`.
    pub fn time_of(&self, turn: u32) -> (u32, u32) {
        let (hour, minute) = self.time;
        let minutes = hour * 60 + minute + turn.saturating_sub(1) * MINUTES_A_TURN;
        (minutes / 60 % 24, minutes % 60)
    }

    /// A command by its name, with all that are below it.
    pub fn commands_below(&self, name: &str) -> Vec<usize> {
        let Some(above) = self.commands.iter().position(|one| one.name == name) else {
            return Vec::new();
        };
        let below = |&command: &usize| {
            let mut at = Some(command);
            while let Some(number) = at {
                if number == above {
                    return true;
                }
                at = self.commands[number].parent;
            }
            false
        };
        (0..self.commands.len()).filter(below).collect()
    }

    /// The month of the battle by its name; nothing if there is no such month.
    pub fn month(&self) -> &'static str {
        let (_, month, _) = self.date;
        let at = (month as usize).wrapping_sub(1);
        MONTHS.get(at).copied().unwrap_or_default()
    }

    /// What a side has mustered by points, if it does.
    pub fn mustered_by(&self, side: Side) -> Option<&Mustered> {
        match side {
            Side::Union => self.mustered[0].as_ref(),
            Side::Confederate => self.mustered[1].as_ref(),
        }
    }

    /// Whether a unit comes only if cards bring it.
    pub fn is_reserve(&self, number: usize) -> bool {
        let mustered = self.mustered.iter().flatten();
        mustered
            .into_iter()
            .any(|one| one.reserves.contains(&number))
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
