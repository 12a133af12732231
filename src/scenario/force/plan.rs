//! What a scenario lets a side muster, as its file says it.

use std::fmt;

use serde::Deserialize;

use crate::field::plan::{LineKind, Square};
use crate::rules::muster::{Demand, Faces, PartKind};
use crate::rules::named::Word;

/// What a side musters by points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusterPlan {
    /// The file of the ready force, beside the scenario or among ours: `forces/NAME.ron`.
    pub force: String,
    /// Its commands: the force brings one for each.
    pub parts: Vec<PartPlan>,
    /// Works that the side has been given, along these lines.
    #[serde(default)]
    pub works: Vec<WorksPlan>,
    /// Regiments that cards may bring.
    #[serde(default)]
    pub reinforcements: Option<ReinforcementPlan>,
}

/// One command that is mustered.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartPlan {
    /// What the players call it. Rules and victory speak of the command that is brought for it by
    /// this name.
    pub name: String,
    /// What it is.
    pub kind: Word<PartKind>,
    /// The command of the scenario's own order of battle that it belongs to, if any.
    #[serde(default)]
    pub under: Option<String>,
    /// What it may cost.
    pub points: PointsPlan,
    /// What else is asked or allowed.
    #[serde(default)]
    pub demands: Vec<Demand>,
    /// Where its units begin or come in; the first line that means a unit counts.
    pub deploy: Vec<SharePlan>,
}

/// What a command may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PointsPlan {
    /// So many points.
    Points(u32),
    /// The usual points for each square of the board, and so many percent more.
    Squares {
        /// Percent.
        #[serde(default)]
        handicap: u32,
    },
    /// So many cards are drawn; what they are worth nobody tells until the end.
    Cards(u32),
}

/// Where some units of a command begin.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharePlan {
    /// Which.
    #[serde(default)]
    pub of: Whom,
    /// Where.
    pub place: PlacePlan,
}

/// Some units of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Whom {
    /// All that no line above means.
    #[default]
    All,
    /// The first so many regiments.
    First(usize),
    /// The brigade of that number, from 1.
    Brigade(usize),
    /// All batteries.
    Guns,
}

impl fmt::Display for Whom {
    /// By this name a player chooses for them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::First(count) => write!(f, "first {count}"),
            Self::Brigade(number) => write!(f, "brigade {number}"),
            Self::Guns => write!(f, "guns"),
        }
    }
}

/// Where mustered units begin or come in.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PlacePlan {
    /// In a zone, in which their player may put them elsewhere.
    Zone {
        /// The zone.
        zone: String,
        /// Degrees clockwise from north.
        facing: f32,
        /// Cavalry in the saddle.
        #[serde(default)]
        mounted: bool,
        /// The part of the zone's width in which they form before their player puts them
        /// elsewhere: from left to right as they look, 0 to 1.
        #[serde(default)]
        along: Option<(f32, f32)>,
    },
    /// They come in.
    Arrives {
        /// On this turn.
        turn: u32,
        /// Those with the same name come on the turn that one die shows, but not before `turn`.
        #[serde(default)]
        by_die: Option<String>,
        /// At this entry.
        entry: String,
        /// Or at one of these, as their player likes: all of them together.
        #[serde(default)]
        or: Vec<String>,
        /// In the order of battle and not in column.
        #[serde(default)]
        in_line: bool,
        /// Cavalry in the saddle.
        #[serde(default)]
        mounted: bool,
    },
}

/// Works that a side has been given.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorksPlan {
    /// Works, or an obstacle before them.
    pub kind: Word<LineKind>,
    /// Point after point; works face the right-hand side.
    pub along: Vec<Square>,
}

/// Regiments that cards may bring: each turn the side draws, and a face card brings help.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementPlan {
    /// The road by which they come.
    pub entry: String,
    /// Which face cards bring them; any if left out.
    #[serde(default)]
    pub faces: Option<Word<Faces>>,
}
