//! Morale checks and rallies, and what becomes of the unit.

use super::Battle;
use super::fact::{Cause, Fact};
use super::step::Step;
use crate::adjudicate::Request;
use crate::army::{Fate, Fighting, UnitId};
use crate::rules::Morale;

impl Battle {
    /// A unit checks its morale, with immediate results.
    ///
    /// Rules: `morale.voluntary`, `morale.routed_no_check`, `morale.routed_edge`.
    pub(super) fn check_morale(&mut self, id: UnitId, check: u32, cause: Cause) {
        if !self.army.on_table(id) {
            return;
        }
        let unit = *self.army.unit(id);
        if unit.morale == Morale::Routed && cause != Cause::Rally {
            return;
        }
        let charger = match cause {
            // Nobody is afraid of a charge that has broken.
            Cause::Charge { by }
                if !self.army.on_table(by) || self.army.unit(by).morale == Morale::Routed =>
            {
                return;
            }
            Cause::Charge { by } => Some(*self.army.unit(by)),
            _ => None,
        };
        let situation = self.morale_situation(id, &unit, charger.as_ref(), check, cause);
        let points = self.rules.morale_points(&situation);
        let dice = self.dice.two();
        let outcome = self
            .rules
            .check_morale(self.field().scale, &unit, points.mmp, dice);
        let request = Box::new(Request::of_morale(&situation, &dice));
        // Whoever is stopped at the edge of the table is shaken, however well he rallies.
        let at_edge = cause == Cause::Rally && unit.morale == Morale::Routed && self.at_edge(id);
        self.tell(Fact::Checked {
            unit: id,
            cause,
            request,
            before: unit.morale,
            after: outcome.after,
        });
        let Some(after) = outcome.after else {
            self.remove(id, Fate::Disintegrated);
            return;
        };
        let after = if at_edge && after != Morale::Routed {
            Morale::Shaken
        } else {
            after
        };
        self.set_morale(id, after);
        if Some(after) != outcome.after {
            self.tell(Fact::StoppedAtEdge { unit: id, after });
        }
        if outcome.recovers > 0 {
            self.recover(id);
        }
        let from = self.source(id, cause);
        let failed = outcome.falls_back > 0 || after > unit.morale;
        if failed
            && matches!(cause, Cause::Melee { .. })
            && self.leave_melee(id, unit.morale, after)
        {
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
        if at_edge && after == Morale::Routed && self.army.on_table(id) {
            self.remove(id, Fate::Disintegrated);
        }
    }

    /// From where the fright came: the middle of those who fired, the enemy that caused it, else
    /// the nearest.
    fn source(&self, id: UnitId, cause: Cause) -> bevy::math::Vec2 {
        let by = match cause {
            Cause::Fire { by, .. } => return self.fired_from(id, by),
            Cause::Charge { by } | Cause::Melee { by } => Some(by),
            _ => self.nearest_enemy(id),
        };
        let ahead = self.army.placement(id);
        by.map_or(ahead.at + ahead.facing.ahead(), |enemy| {
            self.army.placement(enemy).at
        })
    }

    /// The middle of the front of those who have just fired at a unit.
    fn fired_from(&self, id: UnitId, lead: UnitId) -> bevy::math::Vec2 {
        let last = self.facts.iter().rev().find_map(|fact| match fact {
            Fact::Fired { firers, target, .. } if *target == id => Some(firers.as_slice()),
            _ => None,
        });
        let firers = last.unwrap_or(std::slice::from_ref(&lead));
        let places = firers.iter().map(|&firer| self.army.placement(firer).at);
        places.sum::<bevy::math::Vec2>() / firers.len() as f32
    }

    /// A lost figure or section returns, if any was lost.
    ///
    /// Rules: `morale.result_natural_12`.
    fn recover(&mut self, id: UnitId) {
        let full = self.army.get::<crate::army::Identity>(id).muster.strength;
        let mut fighting = self.army.get_mut::<Fighting>(id);
        if fighting.0.strength < full {
            fighting.0.strength += 1;
            fighting.0.lost_sections = fighting.0.lost_sections.saturating_sub(1);
            self.tell(Fact::Recovered { unit: id });
            self.push(Step::Settle { unit: id });
        }
    }
}
