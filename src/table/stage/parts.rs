//! Components that an army does not have itself: who an entity is, and what is worked out for it.

use bevy::prelude::*;

use crate::army::{Army, Fighting, LeaderId, LeaderState, Position, Presence, Record, UnitId};
use crate::field::Facing;
use crate::field::placement::Footprint;
use crate::field::stand::{Muster, Stand};

/// Which unit an entity is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitKey(pub UnitId);

/// A stand belongs to this unit. A relation of our own and not a hierarchy of places: a stand has its
/// own place on the table, and nothing is to be worked out from its unit's in every frame.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = Stands)]
pub struct StandOf(pub Entity);

/// The stands of a unit, from left to right or from front to rear. They go with it.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = StandOf, linked_spawn)]
pub struct Stands(Vec<Entity>);

impl Stands {
    /// One after the other.
    pub fn all(&self) -> &[Entity] {
        &self.0
    }
}

/// Which leader an entity is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderKey(pub LeaderId);

/// A unit's full strength and stands.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mustered(pub Muster);

/// How far a frontal arc opens on each side.
pub const OPENS: f32 = 45.0;

/// A unit's frontal arc: it begins at the two corners of its front and opens outward.
///
/// Rules: `fire.frontal_arc`.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct FrontalArc {
    /// The left corner of its front.
    pub left: Vec2,
    /// The right one.
    pub right: Vec2,
    /// Where its left and its right border run.
    pub borders: (Facing, Facing),
}

impl FrontalArc {
    /// The arc of a unit that covers this ground.
    pub fn of(footprint: &Footprint) -> Self {
        let (left, right) = footprint.front_corners();
        let facing = footprint.placement.facing;
        Self {
            left,
            right,
            borders: (facing.turned(-OPENS), facing.turned(OPENS)),
        }
    }
}

/// Figures on a stand; of a battery its sections.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Those who are left.
    pub left: u32,
    /// Those it had.
    pub full: u32,
}

impl Figures {
    /// On the stand of a dummy, which its owner moves.
    pub const NOBODY: Self = Self { left: 0, full: 0 };
}

/// What the fact under way makes of a unit; nothing if it does not touch it.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Becoming(pub Option<Box<After>>);

/// A unit after the fact under way.
#[derive(Clone, Debug, PartialEq)]
pub struct After {
    /// Its values.
    pub fighting: Fighting,
    /// Its place.
    pub position: Position,
    /// Whether it is there.
    pub presence: Presence,
    /// What it has done.
    pub record: Record,
    /// Its stands; none if it is not on the table.
    pub stands: Vec<(Stand, Figures)>,
}

/// What the fact under way makes of a leader.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct LeaderBecoming(pub Option<LeaderState>);

impl After {
    /// A unit as an army has it.
    pub(super) fn of(army: &Army, id: UnitId) -> Self {
        Self {
            fighting: *army.fighting(id),
            position: Position(army.placement(id)),
            presence: army.presence(id),
            record: army.record(id).clone(),
            stands: stands(army, id),
        }
    }
}

/// The stands that a unit has on the table, with their figures.
pub(in crate::table) fn stands(army: &Army, id: UnitId) -> Vec<(Stand, Figures)> {
    if !army.has_place(id) {
        return Vec::new();
    }
    let stands = army.footprint(id).stands.iter().enumerate();
    stands
        .map(|(number, stand)| (*stand, figures(army, id, number as u32)))
        .collect()
}

/// The figures of a unit fill its stands one after the other; an attached stand keeps its own.
fn figures(army: &Army, id: UnitId, number: u32) -> Figures {
    let (unit, muster) = (army.unit(id), army.muster_of(id));
    if army.is_dummy(id) {
        return Figures::NOBODY;
    }
    let attached = army.record(id).attached.map_or(0, |with| with.figures);
    let full = if unit.is_artillery() {
        muster.strength
    } else {
        muster.strength.div_ceil(muster.stands.max(1)).max(1)
    };
    let uneven = &army.identity(id).make_up.uneven;
    if !uneven.is_empty() && !unit.traits.merged && number < unit.stands.now {
        let own = unit.strength.saturating_sub(attached);
        return on_uneven_stand(uneven, (unit.stands.now, own), number);
    }
    let is_attached = !unit.is_artillery() && number >= unit.stands.now;
    let left = if is_attached {
        attached
    } else {
        unit.strength
            .saturating_sub(attached)
            .saturating_sub(full * number)
    };
    Figures {
        left: left.min(full.max(attached)),
        full,
    }
}

/// The figures on one of the stands that are left of a unit whose stands differ: the full ones
/// first, and what is missing from the last.
fn on_uneven_stand(uneven: &[u32], (stands, figures): (u32, u32), number: u32) -> Figures {
    let fulls: Vec<u32> = uneven.iter().copied().take(stands as usize).collect();
    let before: u32 = fulls.iter().take(number as usize).sum();
    let full = fulls.get(number as usize).copied().unwrap_or(figures);
    let last = number + 1 == stands;
    let left = figures.saturating_sub(before);
    Figures {
        left: if last { left } else { left.min(full) },
        full: full.max(if last { left } else { 0 }),
    }
}
