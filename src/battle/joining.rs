//! Regiments that merge, attach themselves, and batteries that share their horses.

use super::decision::Order;
use super::{Battle, Situation};
use crate::army::{Fact, UnitId};
use crate::field::Placement;
use crate::field::stand::Muster;
use crate::rules::unit::Stands;
use crate::rules::{Morale, Unit};

/// No regiment shows more stands than this.
const MOST_STANDS: u32 = 3;

impl Situation {
    /// What a single unit may do together with a neighbour.
    pub(super) fn joining_orders(&self, unit: UnitId, orders: &mut Vec<Order>) {
        let values = self.army.unit(unit);
        if values.is_artillery() {
            let givers = self.horse_givers(unit);
            orders.extend(givers.into_iter().map(|from| Order::TakeHorse { from }));
        }
        if !values.is_depleted() || values.morale == Morale::Routed {
            return;
        }
        for other in self.brigade_neighbours(unit) {
            if self.merged(unit, other).is_some() {
                orders.push(Order::Merge { with: other });
            }
            if self.hosted(unit, other).is_some() {
                orders.push(Order::AttachTo { host: other });
            }
        }
    }

    /// Neighbours of the same arm and brigade that have their actions still before them; horsemen and
    /// those on foot do not form one regiment: some would get horses for nothing.
    fn brigade_neighbours(&self, unit: UnitId) -> Vec<UnitId> {
        let command = self.army.command(unit);
        let arm = std::mem::discriminant(&self.army.unit(unit).troops);
        let rides = self.army.unit(unit).is_mounted();
        self.army
            .present_of(self.army.side(unit))
            .filter(|&other| other != unit)
            .filter(|&other| {
                let record = self.army.record(other);
                !record.activated
                    && record.actions > 0
                    && self.army.command(other) == command
                    && self.army.unit(other).morale != Morale::Routed
                    && std::mem::discriminant(&self.army.unit(other).troops) == arm
                    && self.army.unit(other).is_mounted() == rides
            })
            .filter(|&other| self.are_neighbours(unit, other))
            .collect()
    }

    /// What two depleted regiments would become: whose name it keeps, its values, its stands and
    /// its place.
    ///
    /// Rules: `morale.merge`, `morale.merge_losses`, `morale.merge_three_stand`.
    fn merged(&self, one: UnitId, other: UnitId) -> Option<(UnitId, Unit, Muster, Placement)> {
        let (a, b) = (self.army.unit(one), self.army.unit(other));
        let able =
            |id: UnitId, unit: &Unit| unit.is_depleted() && self.army.record(id).attached.is_none();
        if !able(one, a) || !able(other, b) {
            return None;
        }
        // The better is the one with the lower basic morale at full strength.
        let fresh = |unit: &Unit| {
            let mut unit = *unit;
            unit.stands.now = unit.stands.full;
            self.rules.basic_morale(&unit)
        };
        let (survivor, goes) = if fresh(b) < fresh(a) {
            (other, one)
        } else {
            (one, other)
        };
        let mut unit = *self.army.unit(survivor);
        unit.strength = a.strength + b.strength;
        unit.stands = Stands { now: 2, full: 2 };
        unit.morale = a.morale.max(b.morale);
        unit.traits.merged = true;
        let muster = Muster {
            strength: unit.strength,
            stands: 2,
            attached: 0,
        };
        let here = self.army.placement(survivor);
        let there = self.army.placement(goes);
        let places = [
            here,
            Placement {
                at: (here.at + there.at) / 2.0,
                ..here
            },
            Placement {
                at: there.at,
                ..here
            },
        ];
        let place = places.into_iter().find(|place| {
            let footprint = place.footprint(self.field().scale, &unit, muster);
            footprint.on_table(self.field()) && self.army.is_free(&footprint, survivor, &[goes])
        })?;
        Some((survivor, unit, muster, place))
    }

    /// What a host would be with a depleted regiment attached.
    ///
    /// Rules: `morale.attach`, `morale.attach_limit`, `morale.attach_position`,
    /// `morale.merged_plus_attached`.
    fn hosted(&self, unit: UnitId, host: UnitId) -> Option<Unit> {
        let values = self.army.unit(host);
        let taken = self.army.record(host).attached.is_some();
        if values.is_depleted() || taken || values.stands.now >= MOST_STANDS {
            return None;
        }
        let mut joined = *values;
        joined.strength += self.army.unit(unit).strength;
        let mut muster = self.army.muster_of(host);
        muster.attached = 1;
        let place = self.army.placement(host);
        let footprint = place.footprint(self.field().scale, &joined, muster);
        let fits = footprint.on_table(self.field()) && self.army.is_free(&footprint, host, &[unit]);
        fits.then_some(joined)
    }

    /// Batteries beside one that lacks horses, with a horse to give.
    ///
    /// Rules: `artillery.horse_swap`.
    pub(super) fn horse_givers(&self, unit: UnitId) -> Vec<UnitId> {
        let full = self.rules.movement.battery_horses;
        if !self.army.unit(unit).is_artillery() || self.army.record(unit).horses >= full {
            return Vec::new();
        }
        self.army
            .present_of(self.army.side(unit))
            .filter(|&other| {
                other != unit
                    && self.army.unit(other).is_artillery()
                    && self.army.record(other).horses > 0
                    && self.are_neighbours(unit, other)
            })
            .collect()
    }
}

impl Battle {
    /// Two depleted regiments become one for the rest of the battle; answers with which.
    ///
    /// Rules: `morale.merge`, `morale.attach_permanent`.
    pub(super) fn merge(&mut self, one: UnitId, other: UnitId) -> UnitId {
        let Some((survivor, unit, muster, place)) = self.now.merged(one, other) else {
            return one;
        };
        let goes = if survivor == one { other } else { one };
        self.tell(Fact::Merged {
            unit: goes,
            into: survivor,
            to: place,
            figures: unit.strength,
            stands: muster.stands,
        });
        survivor
    }

    /// A depleted regiment stands with another for the rest of the battle; answers with the host,
    /// who acts on.
    ///
    /// Rules: `morale.attach`, `morale.attach_permanent`.
    pub(super) fn attach_to(&mut self, unit: UnitId, host: UnitId) -> UnitId {
        let Some(values) = self.now.hosted(unit, host) else {
            return unit;
        };
        self.tell(Fact::AttachedTo {
            unit,
            host,
            figures: values.strength,
            stands: values.stands.now + 1,
        });
        host
    }

    pub(super) fn take_horse(&mut self, unit: UnitId, from: UnitId) {
        self.tell(Fact::HorseTaken { unit, from });
    }
}
