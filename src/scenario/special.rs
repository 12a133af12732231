//! The special rules of a scenario as a person writes them.

use serde::Deserialize;

use crate::rules::named::{Word, named};
use crate::rules::{Feature, Ground, Side};

/// What is special about a battle. Units, leaders and zones are named as elsewhere in the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SpecialRule {
    /// When a leader is killed, all units of his side have this on their MMP from then on.
    LeaderKilled {
        /// Who.
        leader: String,
        /// The modifier; 0 if he is not missed.
        mmp: i32,
        /// No effect as long as this leader lives.
        #[serde(default)]
        unless_alive: Option<String>,
    },
    /// Units of a command may mount or dismount so many times in the whole battle, unless they are
    /// withdrawn.
    Mounting {
        /// The command.
        command: String,
        /// Times.
        times: u32,
    },
    /// The first morale check of each unit of a command has this on its MMP.
    FirstCheck {
        /// The command.
        command: String,
        /// The modifier.
        mmp: i32,
    },
    /// From a moment on a command is withdrawn: its units go to an edge of the table and leave it.
    Withdraws {
        /// The command.
        command: String,
        /// Over this edge.
        by: Word<Edge>,
        /// From when on.
        when: Signal,
    },
    /// The moderator of the game has a test of competence taken by everybody who comes into a zone.
    Tested {
        /// The zone.
        zone: String,
        /// What is hard there, in a few words.
        why: String,
    },
    /// In wet weather old flintlocks hardly fire: this is on the roll of whoever has them.
    WetFlintlocks {
        /// The modifier.
        drm: i32,
    },
    /// All units of a command stay in a zone.
    Confined {
        /// The command.
        command: String,
        /// The zone.
        zone: String,
    },
    /// Guns in these zones see and fire over these things on lower ground.
    GunsSeeOver {
        /// Where the guns stand.
        zones: Vec<String>,
        /// What they see over.
        over: Vec<Word<SeenOver>>,
        /// Not guns alone: every unit there does.
        #[serde(default)]
        all_arms: bool,
    },
    /// How many inches one sees into or out of a feature.
    SightDepth {
        /// The feature.
        feature: Word<Feature>,
        /// Inches, at every scale.
        inches: f32,
    },
    /// A feature is crossed as this ground and whether it disorders.
    CrossAs {
        /// The feature.
        feature: Word<Feature>,
        /// The ground.
        ground: Word<Ground>,
        /// Whether it disorders.
        disorders: bool,
        /// So many inches of the move more to get across; only creeks have it.
        #[serde(default)]
        extra_inches: u32,
    },
    /// The railroad cut.
    RailroadCut {
        /// A column moves along it at this ground's rate.
        along: Word<Ground>,
        /// Crossing it is so many inches of rough ground.
        rough_inches: f32,
        /// A unit firing out of it fires as if disordered.
        fires_disordered: bool,
        /// On every fire at a unit in it.
        target_drm: i32,
    },
    /// The side whose leaders have more benefit in all has the initiative, whoever was named.
    InitiativeByBenefit {
        /// Who has it if both have as much.
        level: Word<Side>,
    },
    /// The infantry of a command is worn: its basic morale point is so much higher.
    BasicMorale {
        /// The command.
        command: String,
        /// What is added.
        bmp: i32,
    },
}

named! {
    /// An edge of the table.
    pub enum Edge: "edge" {
        /// The northern.
        North = "north",
        /// The eastern.
        East = "east",
        /// The southern.
        South = "south",
        /// The western.
        West = "west",
    }
}

/// What makes a command go.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Signal {
    /// This turn has come.
    Turn(u32),
    /// A unit of another command of its side is in a zone.
    Reached {
        /// Of which command.
        command: String,
        /// Where.
        zone: String,
    },
    /// All of another command of its side is on the table.
    Arrived {
        /// Which.
        command: String,
    },
    /// It has lost so many stands.
    StandsLost(u32),
}

named! {
    /// What guns on a height may see over.
    pub enum SeenOver: "thing to see over" {
        /// Units, friend or enemy.
        Units = "units",
        /// Orchards.
        Orchard = "orchard",
        /// Farms and villages.
        Village = "village",
        /// Brush.
        Brush = "brush",
    }
}
