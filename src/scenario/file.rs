//! A scenario as a person writes and reads it: RON, places in squares from the south-west corner.

use serde::Deserialize;

pub use super::force::plan::*;
pub use super::special::{Edge, SeenOver, Signal, SpecialRule};
use crate::field::plan::{Plan, Square};
use crate::rules::leader::Rank;
pub use crate::rules::muster::Echelon;
use crate::rules::muster::{MusterArm, Period};
use crate::rules::named::{Word, named};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Named, Quality, Season, Side, Weather};

pub use super::victory::{
    Condition, LinePlan, Outcome, ScoringPlan, VictoryLevel, VictoryPlan, When, ZonePoints,
};

/// A whole scenario.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// What it is called.
    pub name: String,
    /// Year, month and day.
    pub date: (u32, u32, u32),
    /// Hour and minute.
    pub time: (u32, u32),
    /// What happened, in our words.
    pub history: String,
    /// How it went in the end, in our words.
    #[serde(default)]
    pub outcome: String,
    /// How many turns are played.
    pub turns: u32,
    /// Who is active first in every turn.
    pub initiative: Word<Side>,
    /// Who sets up first and who second; without it the side with the initiative is second.
    #[serde(default)]
    pub set_up: Vec<Word<Side>>,
    /// Who begins hidden, and how.
    #[serde(default)]
    pub hidden: Vec<HiddenPlan>,
    /// The season.
    pub season: Word<Season>,
    /// The weather, fixed or rolled.
    pub weather: WeatherPlan,
    /// The muster period that prices are taken from.
    pub period: Word<Period>,
    /// What each side's forces add up to, if the file claims it: Union, Confederate.
    #[serde(default)]
    pub muster: Option<(u32, u32)>,
    /// The board.
    pub board: BoardPlan,
    /// What lies on it, beside what the board brings along.
    #[serde(default)]
    pub ground: Plan,
    /// The Union's forces.
    pub union: ForcePlan,
    /// The Confederate forces.
    pub confederate: ForcePlan,
    /// What is special about this battle.
    #[serde(default)]
    pub rules: Vec<SpecialRule>,
    /// Who wins.
    pub victory: VictoryPlan,
}

/// A side that begins hidden.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenPlan {
    /// Which.
    pub side: Word<Side>,
    /// How.
    pub how: HiddenHow,
}

/// How a side is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum HiddenHow {
    /// Behind pickets, until they are declared.
    Pickets {
        /// Dummies for each regiment or battery: one if left out.
        #[serde(default = "one_dummy")]
        dummies: u32,
        /// Whoever moves or fires is declared, and whoever an enemy comes within two inches of;
        /// nobody for being seen.
        #[serde(default)]
        still: bool,
    },
    /// Set up out of the other's sight, and shown when both are ready.
    SetUp,
}

fn one_dummy() -> u32 {
    super::hiding::USUAL_DUMMIES
}

/// The weather of a battle.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WeatherPlan {
    /// Known beforehand.
    Fixed(Word<Weather>),
    /// One die: wet up to this number, dry above it.
    WetUpTo(u32),
}

/// The board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BoardPlan {
    /// So many squares from west to east and from south to north.
    Squares(u32, u32),
    /// Every square of another board that touches one of the named points.
    Cut {
        /// The board file, beside this one.
        board: String,
        /// Its numbered points.
        points: Vec<String>,
        /// What kind of country it lies in; as it is drawn if left out.
        #[serde(default)]
        country: Option<Word<Country>>,
    },
}

named! {
    /// What kind of country a board lies in.
    #[derive(Default)]
    pub enum Country: "country" {
        /// Hardscrabble: brush grown up to woods, small farms, bad roads, higher hills.
        Poor = "poor",
        /// As the board is drawn.
        #[default]
        Ordinary = "ordinary",
        /// Prosperous: cleared land, many farms, stone walls, gentle hills.
        Rich = "rich",
    }
}

/// A board that scenarios can be cut out of.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFile {
    /// What it is called.
    pub name: String,
    /// Squares from west to east and from south to north.
    pub squares: (u32, u32),
    /// Numbered points: inner crossings of the grid.
    pub points: Vec<BoardPoint>,
    /// What lies on it.
    pub ground: Plan,
    /// What else lies on it in rich country.
    #[serde(default)]
    pub rich: Plan,
}

/// A numbered point of a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPoint {
    /// Its number, e.g. "06".
    pub id: String,
    /// Where it is.
    pub at: Square,
}

/// One side's forces.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcePlan {
    /// A line or two about them.
    #[serde(default)]
    pub about: String,
    /// Corps, divisions, brigades, battalions.
    #[serde(default)]
    pub commands: Vec<CommandPlan>,
    /// What the player musters by points, beside those.
    #[serde(default)]
    pub muster: Option<MusterPlan>,
}

/// A corps, division, brigade or gun battalion with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandPlan {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub echelon: Word<Echelon>,
    /// Who leads it.
    #[serde(default)]
    pub leader: Option<LeaderPlan>,
    /// Commands below it.
    #[serde(default)]
    pub commands: Vec<CommandPlan>,
    /// Its own regiments and batteries.
    #[serde(default)]
    pub units: Vec<UnitPlan>,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderPlan {
    /// His name.
    pub name: String,
    /// His rank.
    pub rank: Word<Rank>,
    /// His leadership benefit.
    pub benefit: u32,
    /// He directs the guns.
    #[serde(default)]
    pub artillery: bool,
    /// Where he begins; beside the first unit of his command if left out.
    #[serde(default)]
    pub at: Option<Square>,
}

named! {
    /// What a few units have that others do not.
    pub enum UnitTrait: "trait" {
        /// A sharpshooter unit.
        Sharpshooter = "sharpshooter",
        /// Irregular Native American cavalry.
        Native = "native",
        /// Cavalry with lances.
        Lancer = "lancer",
        /// Infantry that rides to the field.
        MountedInfantry = "mounted_infantry",
        /// Engineers.
        Engineer = "engineer",
    }
}

/// A regiment, cavalry unit or battery.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitPlan {
    /// What it is called.
    pub name: String,
    /// Its arm and strength.
    pub arm: ArmPlan,
    /// Its weapon.
    pub weapon: String,
    /// Its quality.
    pub quality: Word<Quality>,
    /// Its stands, if not two (one for a battery).
    #[serde(default)]
    pub stands: Option<u32>,
    /// The figures of each stand, if they differ; as many numbers as it has stands.
    #[serde(default)]
    pub uneven: Vec<u32>,
    /// The regiment that it is a battalion of, if that takes the field in several.
    #[serde(default)]
    pub battalion_of: Option<String>,
    /// The worn regiments that were joined to make it up, if it is such a one.
    #[serde(default)]
    pub joined_from: Vec<String>,
    /// What is special about it.
    #[serde(default)]
    pub traits: Vec<Word<UnitTrait>>,
    /// Where it begins or comes in.
    pub deploy: DeployPlan,
    /// It may be absent: present on a die up to this number.
    #[serde(default)]
    pub present_up_to: Option<u32>,
    /// Engineers with a pontoon train: how many hundred yards of bridge it carries. As long as it
    /// is not unloaded they march in road column.
    #[serde(default)]
    pub train: Option<u32>,
}

/// Arm and strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum ArmPlan {
    /// Figures of infantry.
    Infantry(u32),
    /// Figures of cavalry.
    Cavalry(u32),
    /// Sections of guns.
    Artillery(u32),
}

impl ArmPlan {
    /// Figures or sections.
    pub fn strength(self) -> u32 {
        let (Self::Infantry(strength) | Self::Cavalry(strength) | Self::Artillery(strength)) = self;
        strength
    }

    /// The arm with its weapon, if it has such a one.
    pub fn with(self, weapon: &str) -> Option<MusterArm> {
        Some(match self {
            Self::Infantry(_) => MusterArm::Infantry(InfantryWeapon::from_name(weapon)?),
            Self::Cavalry(_) => MusterArm::Cavalry(CavalryWeapon::from_name(weapon)?),
            Self::Artillery(_) => MusterArm::Artillery(Gun::from_name(weapon)?),
        })
    }
}

/// Where a unit begins or comes in.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DeployPlan {
    /// On this place: the middle of its front.
    At {
        /// In squares.
        at: Square,
        /// Degrees clockwise from north.
        facing: f32,
        /// Its formation; the usual line (or unlimbered) if left out.
        #[serde(default)]
        formation: Option<String>,
        /// Cavalry in the saddle.
        #[serde(default)]
        mounted: bool,
        /// The player may move it within this zone before the battle.
        #[serde(default)]
        within: Option<String>,
    },
    /// Comes in later, or on turn 1 after the battle has begun.
    Arrives {
        /// On this turn.
        turn: u32,
        /// Everybody with the same name here comes on the turn that one die shows for them all,
        /// but not before `turn`.
        #[serde(default)]
        by_die: Option<String>,
        /// At this entry of the ground.
        entry: String,
        /// In this formation; road column or limbered if left out.
        #[serde(default)]
        formation: Option<String>,
        /// Cavalry in the saddle.
        #[serde(default)]
        mounted: bool,
    },
}
