//! The charge: declared, run, feared, met, and what comes of it.

mod advance;
mod catch;
mod clash;
mod contact;
mod declare;
mod draft;
mod follow;
mod impact;
mod melee;
mod preview;
mod prospect;
mod skirmishers;

pub use draft::{ChargeDraft, ChargeOption};
pub use preview::ChargePreview;
pub use prospect::{ChargeView, CloseFire, FearStage, Onslaught};

use bevy::math::Vec2;

use super::Situation;
use crate::army::{Charge, Contact, UnitId};
use crate::field::Placement;
use crate::field::geometry::Bounds;
use crate::field::placement::Footprint;
use crate::rules::Morale;

/// Units this close touch each other.
const TOUCH: f32 = 0.03;

impl Situation {
    /// The direction in which a unit charges, or would.
    fn charge_way_of(&self, unit: UnitId) -> Vec2 {
        let charge = self.army.charges().find(|charge| charge.has(unit));
        charge.map_or_else(
            || self.army.placement(unit).facing.ahead(),
            |charge| charge.way,
        )
    }

    /// What a charging unit covered at the word of command: the side that its charge comes from,
    /// however it stands by now. Whoever does not charge is where he is.
    pub(super) fn charge_origin(&self, unit: UnitId) -> Footprint {
        let mut charges = self.army.charges();
        let start = charges.find_map(|charge| charge.start_of(unit));
        let at = start.unwrap_or_else(|| self.army.placement(unit));
        self.footprint_at(unit, at)
    }

    /// Whether a unit charges back at a charge.
    pub(super) fn is_countercharging(&self, unit: UnitId) -> bool {
        let mut charges = self.army.charges();
        charges.any(|charge| charge.counter == Some(unit))
    }

    /// Whether a unit charges; whoever does so in desperation has none of its benefits.
    pub(super) fn is_charging(&self, unit: UnitId) -> bool {
        let desperate = self.army.record(unit).desperate;
        self.army.unit(unit).charging
            || (desperate && self.army.charges().any(|charge| charge.has(unit)))
    }

    /// Whether a unit is charged or charges, so that it supports nobody else.
    ///
    /// Rules: `charge.support_busy`.
    pub(super) fn is_busy(&self, unit: UnitId) -> bool {
        self.is_charging(unit)
            || self.is_countercharging(unit)
            || self.army.charges().any(|charge| charge.is_after(unit))
    }

    /// Those of a charging group that support one of its units. Of those who go along with it a
    /// regiment with one stand left is none; skirmishers who have fallen in are.
    ///
    /// Rules: `charge.support_busy`.
    pub(super) fn charge_supports(&self, unit: UnitId) -> Vec<UnitId> {
        let mut supports = self.charge_companions(unit);
        supports.retain(|&id| !self.army.unit(id).is_depleted());
        supports
    }

    /// Those of a charging group that go along with one of its units: all in a chain with it that
    /// follow the same leading unit; of a follower, the leading unit too.
    fn charge_companions(&self, unit: UnitId) -> Vec<UnitId> {
        let Some(charge) = self.army.charges().find(|charge| charge.has(unit)) else {
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
            let here = chain[at];
            let (near, far): (Vec<_>, Vec<_>) = left
                .into_iter()
                .partition(|&other| self.adjacent(here, other));
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

    /// Skirmishers that have stopped behind a charged unit, as long as they stand there and are not
    /// shaken.
    pub(super) fn backing(&self, target: UnitId) -> Vec<UnitId> {
        let steady = |unit: UnitId| self.army.unit(unit).morale <= Morale::Disorder;
        self.army
            .charges()
            .flat_map(|charge| charge.backing.iter())
            .filter(|(unit, friend)| *friend == target && self.army.on_table(*unit))
            .filter(|(unit, friend)| steady(*unit) && self.adjacent(*unit, *friend))
            .map(|(unit, _)| *unit)
            .collect()
    }

    /// The charge that still runs with this unit after somebody.
    fn charge_with(&self, unit: UnitId) -> Option<(&Charge, Contact)> {
        self.army
            .charges()
            .filter(|charge| !charge.resolving)
            .find_map(|charge| Some((charge, *charge.contact(unit)?)))
    }

    /// Whether a unit runs from cavalry that pursues it.
    ///
    /// Rules: `cavalry.pursue_fleeing`.
    pub(super) fn flees_from(&self, unit: UnitId, by: UnitId) -> bool {
        self.army.charges().any(|charge| {
            charge
                .contacts
                .iter()
                .any(|contact| contact.unit == by && contact.target == unit && contact.fleeing)
        })
    }

    /// How far a unit has to go in a direction until it touches another.
    fn sweep(&self, unit: UnitId, way: Vec2, target: UnitId, most: f32) -> Option<f32> {
        self.sweep_to(unit, way, self.army.footprint(target), most)
    }

    /// The same for some ground.
    fn sweep_to(&self, unit: UnitId, way: Vec2, there: &Footprint, most: f32) -> Option<f32> {
        let here = self.army.footprint(unit);
        // Most are seen to be out of the way at a glance.
        let start = here.bounds();
        let end = way * most;
        let swept = Bounds {
            low: start.low.min(start.low + end),
            high: start.high.max(start.high + end),
        };
        if !swept.grown(TOUCH).touches(there.bounds()) || here.passes(way, there) {
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

    /// The first enemy that a unit would have to fight in a direction, and after how many inches.
    /// Whoever runs shields nobody.
    ///
    /// Rules: `morale.routed_not_target`.
    fn first_met(&self, unit: UnitId, way: Vec2, most: f32) -> Option<(UnitId, f32)> {
        self.first_met_but(unit, way, most, &[])
    }

    /// The same, some not counted.
    fn first_met_but(
        &self,
        unit: UnitId,
        way: Vec2,
        most: f32,
        but: &[UnitId],
    ) -> Option<(UnitId, f32)> {
        let mut enemies = self.enemies_near(unit, most + 10.0);
        enemies.retain(|&enemy| {
            self.army.unit(enemy).morale != Morale::Routed && !but.contains(&enemy)
        });
        self.first_of(unit, way, most, &enemies)
    }

    /// The first of some enemies that a unit would touch in a direction.
    fn first_of(
        &self,
        unit: UnitId,
        way: Vec2,
        most: f32,
        enemies: &[UnitId],
    ) -> Option<(UnitId, f32)> {
        enemies
            .iter()
            .filter_map(|&enemy| Some((enemy, self.sweep(unit, way, enemy, most)?)))
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
            && self.is_charging(unit)
            && !matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed)
    }
}
