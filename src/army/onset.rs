//! Charges under way.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::UnitId;
use crate::field::Placement;

/// A charge, by the order in which charges began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChargeId(pub u32);

/// One charging unit and whom it is after.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The target has taken its fear-of-charge check.
    pub feared: bool,
    /// The target has had its chance of close fire.
    pub faced: bool,
    /// The target's skirmishers have been driven in.
    pub driven: bool,
    /// It has closed with its target.
    pub met: bool,
    /// The impact has been resolved.
    pub resolved: bool,
    /// Inches from the start at which it goes no farther.
    pub limit: f32,
    /// Inches from the start at which it would have met an enemy who gave way.
    pub would_meet: f32,
    /// It is after cavalry that flees before it.
    pub fleeing: bool,
    /// The regiment beside the target's guns that has taken the check as well, to meet the charge
    /// for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<UnitId>,
}

impl Contact {
    /// At the word of command.
    pub fn new(unit: UnitId, target: UnitId, limit: f32) -> Self {
        Self {
            unit,
            target,
            feared: false,
            faced: false,
            driven: false,
            met: false,
            resolved: false,
            limit,
            would_meet: limit,
            fleeing: false,
            beside: None,
        }
    }
}

/// A unit that follows in support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follower {
    /// Who follows.
    pub unit: UnitId,
    /// Whom it supports, and nobody else.
    pub behind: UnitId,
}

/// Where somebody stood when a charge was declared: the side that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub at: Placement,
}

/// A charge under way, of one unit or of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// Its number.
    pub id: ChargeId,
    /// Whose quality decides where it falls into disorder.
    pub lead: UnitId,
    /// Those who are after somebody, in the order in which their impacts are resolved.
    pub contacts: Vec<Contact>,
    /// Those who follow in support.
    pub followers: Vec<Follower>,
    /// The direction of all.
    pub way: Vec2,
    /// Inches gone so far.
    pub gone: f32,
    /// Inches it can go.
    pub end: f32,
    /// From here on it is in disorder.
    pub disorder_point: f32,
    /// Here it tries to halt.
    pub halt: Option<f32>,
    /// Skirmishers that stand behind a charged friend as his support.
    pub backing: Vec<(UnitId, UnitId)>,
    /// Nobody runs any more: the meetings are fought out.
    pub resolving: bool,
    /// Where everybody in it stood at the word of command, whoever charges back at it too.
    #[serde(default)]
    pub starts: Vec<Start>,
    /// Where the enemies whom it may come upon stood then; whom somebody charges back at, where he
    /// stood at that moment.
    #[serde(default)]
    pub foes: Vec<Start>,
    /// Who charges back at it.
    #[serde(default)]
    pub counter: Option<UnitId>,
}

impl Charge {
    /// Everybody who charges.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let leading = self.contacts.iter().map(|contact| contact.unit);
        leading.chain(self.followers.iter().map(|follower| follower.unit))
    }

    /// Whom a unit of the charge follows; itself if it is after somebody.
    pub fn leading(&self, unit: UnitId) -> UnitId {
        let follower = self.followers.iter().find(|other| other.unit == unit);
        follower.map_or(unit, |follower| follower.behind)
    }

    /// Whether a unit is part of it.
    pub fn has(&self, unit: UnitId) -> bool {
        self.units().any(|other| other == unit)
    }

    /// Where a unit stood when it began to charge.
    pub fn start_of(&self, unit: UnitId) -> Option<Placement> {
        let start = self.starts.iter().find(|start| start.unit == unit);
        start.map(|start| start.at)
    }

    /// Where an enemy stood when it began.
    pub fn stood(&self, foe: UnitId) -> Option<Placement> {
        let start = self.foes.iter().find(|start| start.unit == foe);
        start.map(|start| start.at)
    }

    /// Whether it is after a unit.
    pub fn is_after(&self, target: UnitId) -> bool {
        self.contacts
            .iter()
            .any(|contact| contact.target == target && (contact.met || !contact.resolved))
    }

    /// The contact of one of its units.
    pub fn contact(&self, unit: UnitId) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.unit == unit)
    }
}
