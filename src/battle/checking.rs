//! Morale checks and rallies, and what becomes of the unit.

use bevy::math::Vec2;

use super::step::Step;
use super::{Battle, Situation};
use crate::army::{Cause, Dread, Fact, Fate, Strain, UnitId};
use crate::rules::Morale;

impl Situation {
    /// From where the fright came: the middle of those who fired, the enemy that caused it, else
    /// the nearest.
    fn source(&self, id: UnitId, cause: Cause) -> Vec2 {
        let near = self.rules.near(self.field().scale);
        let close = |by: UnitId| {
            let there = self.army.footprint(by);
            self.army.on_table(by) && self.army.footprint(id).is_within(near, there)
        };
        let by = match cause {
            Cause::Fire { by, from, .. } if !close(by) => return from,
            Cause::Fire { by, .. } | Cause::Charge { by } | Cause::Melee { by } => Some(by),
            _ => self.nearest_enemy(id),
        };
        let ahead = self.army.placement(id);
        by.map_or(ahead.at + ahead.facing.ahead(), |enemy| {
            self.nearest_part(enemy, id)
        })
    }

    /// The part of an enemy that a unit has before it: straight across where the two lines touch,
    /// wherever their middles are.
    pub(super) fn nearest_part(&self, enemy: UnitId, id: UnitId) -> Vec2 {
        let centre = self.army.footprint(id).centre();
        self.army.footprint(enemy).nearest_to(centre)
    }
}

impl Battle {
    /// A unit checks its morale, with immediate results.
    ///
    /// Rules: `morale.voluntary`, `morale.routed_no_check`, `morale.routed_edge`.
    pub(super) fn check_morale(&mut self, id: UnitId, check: u32, cause: Cause) {
        if !self.now.army.on_table(id) {
            return;
        }
        // Nobody is afraid of a charge that has broken.
        if let Cause::Charge { by } = cause
            && (!self.now.army.on_table(by) || self.now.army.unit(by).morale == Morale::Routed)
        {
            return;
        }
        let strain = self.now.strain(id, check, cause);
        let from = self.now.source(id, cause);
        self.check_under(id, cause, strain, from);
    }

    /// Two who charge each other check at the same time: both for what the other was before either
    /// result.
    ///
    /// Rules: `cavalry.both_check`.
    pub(super) fn check_both(&mut self, first: UnitId, second: UnitId) {
        for (unit, by) in [(second, first), (first, second)] {
            let cause = Cause::Charge { by };
            let mut strain = self.now.strain(unit, 0, cause);
            let as_was = Some(*self.now.army.unit(by));
            strain.charge = strain.charge.map(|dread| Dread { as_was, ..dread });
            self.push(Step::CheckUnder {
                unit,
                by,
                strain: Box::new(strain),
                from: self.now.source(unit, cause),
            });
        }
    }

    /// A check under a strain that is known.
    pub(super) fn check_under(&mut self, id: UnitId, cause: Cause, strain: Strain, from: Vec2) {
        let unit = *self.now.army.unit(id);
        let gone = !self.now.army.on_table(id);
        if gone || (unit.morale == Morale::Routed && cause != Cause::Rally) {
            return;
        }
        let charger = strain.charge.map(|dread| dread.charger(&self.now.army));
        let scale = self.now.field().scale;
        let counted = strain.checking(&unit);
        let situation = strain.situation(scale, &counted, charger.as_ref());
        let points = self.now.rules.morale_points(&situation);
        let dice = self.dice.two();
        let outcome = self
            .now
            .rules
            .check_morale(scale, &counted, points.mmp, dice);
        // Whoever is stopped at the edge of the table is shaken, however well he rallies.
        let at_edge =
            cause == Cause::Rally && unit.morale == Morale::Routed && self.now.at_edge(id);
        self.tell(Fact::Checked {
            unit: id,
            cause,
            strain: Box::new(strain),
            points: Box::new(points),
            dice,
            before: unit.morale,
            outcome,
        });
        let Some(mut after) = outcome.after else {
            if outcome.loses > 0 {
                // Its last figure or section is gone.
                self.suffer(id, outcome.loses, None);
            } else {
                self.remove(id, Fate::Disintegrated);
            }
            return;
        };
        if at_edge && after < Morale::Shaken {
            after = Morale::Shaken;
            self.tell(Fact::StoppedAtEdge { unit: id, after });
        }
        if outcome.recovers > 0 {
            self.recover(id);
        }
        let failed = outcome.falls_back > 0 || after > unit.morale;
        if failed && self.now.army.record(id).in_melee && self.leave_melee(id, unit.morale, after) {
            return;
        }
        if failed && cause != Cause::Rally {
            self.leave_group(id);
        }
        if after == Morale::Routed && unit.morale != Morale::Routed {
            self.push(Step::Run {
                unit: id,
                from,
                first: true,
            });
        } else if outcome.falls_back > 0 {
            self.push(Step::FallBack {
                unit: id,
                inches: outcome.falls_back as f32,
                from,
            });
        }
        if outcome.loses > 0 {
            self.suffer(id, outcome.loses, None);
        }
        // A rout that ends at the edge of the table leaves it.
        if at_edge && after == Morale::Routed && self.now.army.on_table(id) {
            self.remove(id, Fate::Disintegrated);
        }
    }

    /// A lost figure or section returns, if any was lost.
    ///
    /// Rules: `morale.result_natural_12`.
    fn recover(&mut self, id: UnitId) {
        let full = self.now.army.muster_of(id).strength;
        if self.now.army.unit(id).strength < full {
            self.tell(Fact::Recovered { unit: id });
            self.push(Step::Settle { unit: id });
        }
    }
}
