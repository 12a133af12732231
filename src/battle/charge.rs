//! The charge: declared, run, feared, met, and what comes of it.

mod advance;
mod clash;
mod contact;
mod declare;
mod follow;
mod impact;
mod melee;
mod preview;
mod skirmishers;

pub use preview::ChargePreview;

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::Battle;
use super::step::Step;
use crate::army::UnitId;
use crate::field::Placement;
use crate::field::geometry::Bounds;
use crate::rules::Morale;

/// Units this close touch each other.
const TOUCH: f32 = 0.03;

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
}

impl Contact {
    fn new(unit: UnitId, target: UnitId, limit: f32) -> Self {
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

/// A charge under way, of one unit or of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
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
    /// Inches since the last chance to react.
    pub unseen: f32,
    /// A chance to react is due.
    pub noticed: bool,
    /// Here it tries to halt.
    pub halt: Option<f32>,
    /// Friends it has come through.
    pub passed: Vec<UnitId>,
    /// Skirmishers that stand behind a charged friend as his support.
    pub backing: Vec<(UnitId, UnitId)>,
}

impl Charge {
    /// Everybody who charges.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let leading = self.contacts.iter().map(|contact| contact.unit);
        leading.chain(self.followers.iter().map(|follower| follower.unit))
    }

    /// Whom a unit of the charge follows; itself if it is after somebody.
    fn leading(&self, unit: UnitId) -> UnitId {
        let follower = self.followers.iter().find(|other| other.unit == unit);
        follower.map_or(unit, |follower| follower.behind)
    }

    fn has(&self, unit: UnitId) -> bool {
        self.units().any(|other| other == unit)
    }

    fn is_after(&self, target: UnitId) -> bool {
        self.contacts
            .iter()
            .any(|contact| contact.target == target && (contact.met || !contact.resolved))
    }
}

/// A charging unit has closed with its target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// Who charged.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Inches of its charge that are left.
    pub left: f32,
    /// Inches that a countercharging target has left.
    pub counter_left: f32,
}

/// Two charges about to meet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clash {
    /// Who charged first.
    pub unit: UnitId,
    /// Who charged back.
    pub counter: UnitId,
    /// Inches each has left.
    pub left: (f32, f32),
    /// The levels both had before their checks.
    pub before: (Morale, Morale),
}

/// Why a unit may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// The enemy did not wait for the charge.
    GaveWay,
    /// The impact was won.
    Won,
    /// Cavalry pursues an enemy beaten at impact.
    Pursuit,
    /// The enemy's countercharge lost heart and turned.
    Turned,
}

/// A unit may follow an enemy who gives way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Follow {
    /// Who follows.
    pub unit: UnitId,
    /// After whom.
    pub enemy: UnitId,
    /// How far at most.
    pub inches: f32,
    /// Why it may.
    pub after: After,
}

/// A melee under way; the first of each side leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melee {
    /// The side that charged.
    pub attackers: Vec<UnitId>,
    /// The side that was charged.
    pub defenders: Vec<UnitId>,
    /// The round, from 1.
    pub round: u32,
}

impl Battle {
    /// The charge under way that a unit has a part in.
    fn charge_of(&self, unit: UnitId) -> Option<&Charge> {
        self.charges()
            .find(|charge| charge.has(unit) || charge.is_after(unit))
    }

    /// All charges under way, the innermost first.
    fn charges(&self) -> impl Iterator<Item = &Charge> {
        self.stack.iter().rev().filter_map(|step| match step {
            Step::Charge(charge) | Step::Resolve(charge) => Some(charge),
            _ => None,
        })
    }

    /// The charge under way with this contact, to change.
    fn contact_mut(&mut self, unit: UnitId) -> Option<(&mut Contact, f32)> {
        self.stack.iter_mut().rev().find_map(|step| match step {
            Step::Charge(charge) => {
                let gone = charge.gone;
                let contact = charge
                    .contacts
                    .iter_mut()
                    .find(|contact| contact.unit == unit);
                contact.map(|contact| (contact, gone))
            }
            _ => None,
        })
    }

    /// The direction in which a unit charges, or would.
    fn charge_way_of(&self, unit: UnitId) -> Vec2 {
        let charge = self.charges().find(|charge| charge.has(unit));
        charge.map_or_else(
            || self.army.placement(unit).facing.ahead(),
            |charge| charge.way,
        )
    }

    /// Whether a unit is charged or charges, so that it supports nobody else.
    ///
    /// Rules: `charge.support_busy`.
    pub(super) fn is_busy(&self, unit: UnitId) -> bool {
        self.army.unit(unit).charging || self.charges().any(|charge| charge.is_after(unit))
    }

    /// Those of a charging group that support one of its units: all in a chain with it that follow
    /// the same leading unit; of a follower, the leading unit too.
    ///
    /// Rules: `charge.support_busy`.
    pub(super) fn charge_supports(&self, unit: UnitId) -> Vec<UnitId> {
        let Some(charge) = self.charges().find(|charge| charge.has(unit)) else {
            return Vec::new();
        };
        let leading = charge.leading(unit);
        let mut left: Vec<UnitId> = charge
            .followers
            .iter()
            .filter(|other| other.behind == leading && self.can_charge_on(other.unit))
            .map(|other| other.unit)
            .collect();
        let mut chain = vec![leading];
        let mut at = 0;
        while at < chain.len() {
            let here = self.army.footprint(chain[at]);
            let (near, far): (Vec<_>, Vec<_>) = left.into_iter().partition(|&other| {
                self.field()
                    .adjacent(&self.rules, here, self.army.footprint(other))
            });
            chain.extend(near);
            left = far;
            at += 1;
        }
        chain.retain(|&id| id != unit && (id != leading || self.can_charge_on(id)));
        chain
    }

    /// The nearest of those who are after somebody: whom a unit falls in behind.
    fn nearest_leading(&self, contacts: &[Contact], unit: UnitId) -> Option<UnitId> {
        let here = self.army.footprint(unit);
        let far = |id: UnitId| here.distance(self.army.footprint(id));
        let leading = contacts.iter().map(|contact| contact.unit);
        leading.min_by(|&one, &other| far(one).total_cmp(&far(other)))
    }

    /// Skirmishers that have stopped behind a charged unit.
    pub(super) fn backing(&self, target: UnitId) -> Vec<UnitId> {
        self.charges()
            .flat_map(|charge| charge.backing.iter())
            .filter(|(unit, friend)| *friend == target && self.army.on_table(*unit))
            .map(|(unit, _)| *unit)
            .collect()
    }

    /// Whether a unit runs from cavalry that pursues it.
    ///
    /// Rules: `cavalry.pursue_fleeing`.
    pub(super) fn flees_from(&self, unit: UnitId, by: UnitId) -> bool {
        self.charges().any(|charge| {
            charge
                .contacts
                .iter()
                .any(|contact| contact.unit == by && contact.target == unit && contact.fleeing)
        })
    }

    /// How far a unit has to go in a direction until it touches another.
    fn sweep(&self, unit: UnitId, way: Vec2, target: UnitId, most: f32) -> Option<f32> {
        let there = self.army.footprint(target);
        let here = self.army.footprint(unit);
        // Most are seen to be out of the way at a glance.
        let start = here.bounds();
        let end = way * most;
        let swept = Bounds {
            low: start.low.min(start.low + end),
            high: start.high.max(start.high + end),
        };
        if !swept.grown(TOUCH).touches(there.bounds()) {
            return None;
        }
        let mut gone = 0.0;
        // Whatever it is still apart it can safely go: a few leaps lead to the touch.
        for _ in 0..64 {
            let gap = here.moved(way * gone).distance(there);
            if gap <= TOUCH {
                return Some(gone);
            }
            gone += gap;
            if gone > most {
                return None;
            }
        }
        None
    }

    /// The first enemy that a unit would touch in a direction, and after how many inches.
    fn first_met(&self, unit: UnitId, way: Vec2, most: f32) -> Option<(UnitId, f32)> {
        self.enemies_near(unit, most + 10.0)
            .into_iter()
            .filter_map(|enemy| Some((enemy, self.sweep(unit, way, enemy, most)?)))
            .min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// A unit so far on in a direction.
    fn onward(&self, unit: UnitId, way: Vec2, inches: f32) -> Placement {
        let start = self.army.placement(unit);
        Placement {
            at: start.at + way * inches,
            facing: start.facing,
        }
    }

    fn can_charge_on(&self, unit: UnitId) -> bool {
        self.army.on_table(unit)
            && self.army.unit(unit).charging
            && !matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed)
    }
}
