//! From facts to scenes: a stretch of firing at one unit, a charge from its start to its end.

mod builder;

use crate::army::{Cause, Fate, LeaderId, UnitId};
use crate::field::Placement;
use crate::print::Tale;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side};

use builder::Builder;

/// One turn.
pub struct Turn {
    pub number: u32,
    pub halves: Vec<Half>,
}

/// What happened while one side was active.
pub struct Half {
    pub active: Side,
    /// Who was on the field.
    pub present: Vec<UnitId>,
    pub arrived: Vec<UnitId>,
    pub delayed: Vec<UnitId>,
    /// Who moved: from where, to where.
    pub marched: Vec<(UnitId, Placement, Placement)>,
    pub scenes: Vec<Scene>,
}

/// Something worth telling.
pub enum Scene {
    Fire(Firing),
    Charge(Charging),
    /// It tried to rally, after running on or drawing off or where it stood.
    Rally {
        unit: UnitId,
        first: Option<Flight>,
        before: Morale,
        after: Option<Morale>,
    },
    /// It saw something terrible.
    Shock {
        unit: UnitId,
        cause: Cause,
        after: Option<Morale>,
    },
    LeaderTaken(LeaderId, UnitId),
    LeaderFell {
        leader: LeaderId,
        with: Option<UnitId>,
    },
    /// It went to the rear.
    Flight(UnitId, Flight),
    Gone {
        unit: UnitId,
        fate: Fate,
    },
    /// What is left of it goes on with another regiment.
    Joined {
        unit: UnitId,
        host: UnitId,
    },
}

/// How a unit goes to the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Routed before, it runs on.
    RunsOn,
    /// It draws off.
    DrawsOff,
}

/// A stretch of firing at one unit.
pub struct Firing {
    pub target: UnitId,
    /// Who fired, and how often.
    pub firers: Vec<(UnitId, u32)>,
    pub volleys: u32,
    /// It was an answer.
    pub reaction: bool,
    /// None of them had fired before.
    pub opening: bool,
    pub lost: u32,
    pub before: Morale,
    pub after: Morale,
    pub gone: Option<Fate>,
}

/// A charge.
pub struct Charging {
    pub unit: UnitId,
    pub target: UnitId,
    /// Who goes in behind.
    pub with: Vec<UnitId>,
    /// It follows up a success and was not ordered.
    pub follows: bool,
    /// The target has charged back.
    pub countered: bool,
    /// Who fired at it on the way, the target included.
    pub fired_on_by: Vec<UnitId>,
    pub attacker_lost: u32,
    pub defender_lost: u32,
    /// What the fire did to the chargers.
    pub checked: Option<Morale>,
    /// What the sight of it did to the target.
    pub feared: Option<(Morale, Option<Morale>)>,
    pub evaded: bool,
    pub short: bool,
    pub impact: Option<(Option<Side>, ImpactOutcome)>,
    pub melee_rounds: u32,
    pub attacker_gone: Option<Fate>,
    pub defender_gone: Option<Fate>,
}

/// Groups the facts of a battle.
pub fn scenes(tale: &Tale) -> Vec<Turn> {
    let mut builder = Builder::default();
    tale.relive(|army, fact| builder.take(army, fact));
    builder.turns()
}
