//! A fire as it was aimed, and as it was rolled.

use serde::{Deserialize, Serialize};

use super::{Army, UnitId};
use crate::rules::cover::CoverSet;
use crate::rules::fire::{Fire, FireKind, FireResult, FireTerms};
use crate::rules::works::Obstacle;
use crate::rules::{Morale, Scale, Unit, Works, Zone};

/// What of a firing unit counts in a fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// Who.
    pub unit: UnitId,
    /// Figures or sections that bear, where not all do.
    pub bearing: Option<u32>,
    /// The level it fires at: ground may count a steady unit as disordered.
    pub morale: Morale,
}

/// Everything about a fire that the table decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    /// Who fires, the lead first.
    pub ranks: Vec<Rank>,
    /// At whom.
    pub target: UnitId,
    /// How.
    pub kind: FireKind,
    /// Inches.
    pub range: f32,
    /// It is the first fire of every firer.
    pub opening_volley: bool,
    /// Where the lead stands as the target sees it.
    pub from: Zone,
    /// What protects the target.
    pub cover: CoverSet,
    /// Works before the firers.
    pub firer_works: Option<Works>,
    /// The firers shoot out of a farm or village.
    pub from_village: bool,
    /// The target stands behind its own skirmishers.
    pub behind_skirmishers: bool,
    /// Benefit of an artillery leader at the guns.
    pub artillery_leader: i32,
    /// Benefit of a leader attached to one of the firers; it counts only by a switch.
    #[serde(default)]
    pub attached_leader: i32,
    /// Shots that fortress guns in heavy works have fired at the target since it stands there.
    #[serde(default)]
    pub ranging: u32,
    /// What the scenario adds.
    pub scenario_drm: i32,
    /// The target is just running from the enemy.
    pub disengaging: bool,
    /// Units that the fire has gone through before.
    pub passed: u32,
    /// The obstacle that the target is in or behind.
    #[serde(default)]
    pub obstacle: Option<Obstacle>,
}

impl Aim {
    /// The lead of the fire.
    pub fn lead(&self) -> UnitId {
        self.ranks[0].unit
    }

    /// Whether a unit has any figure or section in the fire.
    pub fn has_part(&self, unit: UnitId) -> bool {
        let idle = |rank: &Rank| rank.unit == unit && rank.bearing == Some(0);
        !self.ranks.iter().any(idle)
    }

    /// The firing units as they count in it.
    pub fn firers(&self, army: &Army) -> Vec<Unit> {
        let counted = |rank: &Rank| Unit {
            bearing: rank.bearing,
            morale: rank.morale,
            ..*army.unit(rank.unit)
        };
        self.ranks.iter().map(counted).collect()
    }

    /// The fire as the rules judge it.
    pub fn fire<'a>(&self, scale: Scale, firers: &'a [Unit], target: &'a Unit) -> Fire<'a> {
        let mut fire = Fire::new(scale, firers, target, self.range);
        fire.kind = self.kind;
        fire.opening_volley = self.opening_volley;
        fire.from = self.from;
        fire.cover = self.cover;
        fire.firer_works = self.firer_works;
        fire.firing_from_village = self.from_village;
        fire.behind_skirmishers = self.behind_skirmishers;
        fire.artillery_leader = self.artillery_leader;
        fire.attached_leader = self.attached_leader;
        fire.ranging = self.ranging;
        fire.scenario_drm = self.scenario_drm;
        fire.target_disengaging = self.disengaging;
        fire.units_passed = self.passed;
        fire.obstacle = self.obstacle;
        fire
    }
}

/// A fire with its whole arithmetic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Volley {
    /// How it was aimed.
    pub aim: Aim,
    /// On what terms it was rolled.
    pub terms: FireTerms,
    /// What was rolled.
    pub dice: Vec<u8>,
    /// What it did.
    pub result: FireResult,
}
