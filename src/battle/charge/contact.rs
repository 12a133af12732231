//! Before the impact: who stands, who fires, who gives way.

use super::{After, Charge, Follow, Meeting};
use crate::army::{Record, UnitId};
use crate::battle::Battle;
use crate::battle::decision::{Decision, Reaction};
use crate::battle::step::Step;
use crate::rules::Morale;
use crate::rules::fire::FireKind;

impl Battle {
    /// After the fear-of-charge check: if the charged unit has given way, the charge may go on
    /// after it.
    pub(in crate::battle) fn stand(&mut self, unit: UnitId, target: UnitId) {
        if !self.army.on_table(target) || !self.can_charge_on(unit) {
            return;
        }
        let near = self
            .rules
            .fear_distance(self.field().scale, self.army.unit(unit));
        let gap = self
            .army
            .footprint(unit)
            .distance(self.army.footprint(target));
        if self.army.unit(target).morale == Morale::Routed || gap > near + 0.3 {
            self.give_way(unit, target);
        }
    }

    /// The charged unit has stood, and fires when the charge is close.
    ///
    /// Rules: `charge.close_fire_needs_check`, `fire.point_blank_when`,
    /// `artillery.canister_pbf_only_charge`, `charge.fire_once_per_attacker`.
    pub(in crate::battle) fn point_blank(&mut self, unit: UnitId, target: UnitId) {
        if !self.army.on_table(target)
            || self.army.unit(target).morale == Morale::Routed
            || !self.can_charge_on(unit)
        {
            return;
        }
        let record = self.army.get::<Record>(target);
        if record.fired_on.contains(&unit) {
            return;
        }
        let kind = if record.reacted {
            FireKind::Desperation
        } else {
            FireKind::PointBlank
        };
        if self.fire_terms(&[target], unit, kind).is_ok() {
            self.decision = Some(Decision::React {
                side: self.army.side(target),
                triggers: vec![unit],
                reactions: vec![Reaction::Fire {
                    units: vec![target],
                    target: unit,
                    kind,
                }],
            });
        }
    }

    /// The enemy leaves his ground: on, as far as the charge carries, or only to where he stood.
    fn give_way(&mut self, unit: UnitId, target: UnitId) {
        let Some((contact, gone)) = self.contact_mut(unit) else {
            return;
        };
        let left = contact.limit - gone;
        contact.limit = contact.would_meet.max(gone);
        if left > 0.05 {
            self.ask_follow(Follow {
                unit,
                enemy: target,
                inches: left,
                after: After::GaveWay,
            });
        }
    }

    /// Whoever has closed with his enemy fights it out, in the order the player gave.
    pub(in crate::battle) fn resolve(&mut self, mut charge: Charge) {
        let next = charge
            .contacts
            .iter_mut()
            .find(|contact| contact.met && !contact.resolved);
        match next {
            Some(contact) => {
                contact.resolved = true;
                let meeting = Meeting {
                    unit: contact.unit,
                    target: contact.target,
                    left: charge.end - charge.gone,
                    counter_left: 0.0,
                };
                self.push(Step::Resolve(charge));
                self.push(Step::Impact(meeting));
            }
            None => {
                let units: Vec<_> = charge.units().collect();
                let short: Vec<_> = charge
                    .contacts
                    .iter()
                    .filter(|contact| !contact.met && self.can_charge_on(contact.unit))
                    .map(|contact| contact.unit)
                    .collect();
                for unit in short {
                    let to = self.army.placement(unit);
                    self.tell(crate::battle::Fact::FellShort { unit, to });
                }
                self.end_charge(&units);
            }
        }
    }
}
