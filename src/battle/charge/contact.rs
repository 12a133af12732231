//! Before the impact: who stands, who fires, who gives way.

use crate::army::{ChargeId, Fact, UnitId};
use crate::battle::decision::{Decision, Reaction};
use crate::battle::step::{After, Follow, Meeting, Step, Trigger};
use crate::battle::{Battle, Situation};
use crate::rules::Morale;
use crate::rules::fire::FireKind;

impl Situation {
    /// The charged unit has stood, and fires when the charge is close.
    ///
    /// Rules: `charge.close_fire_needs_check`, `fire.point_blank_when`,
    /// `artillery.canister_pbf_only_charge`, `charge.fire_once_per_attacker`.
    pub(in crate::battle) fn ask_point_blank(
        &self,
        unit: UnitId,
        target: UnitId,
    ) -> Option<Decision> {
        // Whoever is active has no reaction, whoever comes at him.
        if !self.army.on_table(target)
            || self.army.side(target) == self.army.clock().active
            || self.army.unit(target).morale == Morale::Routed
            || !self.can_charge_on(unit)
        {
            return None;
        }
        let record = self.army.record(target);
        if record.fired_on.contains(&unit) {
            return None;
        }
        // Whoever has shrunk from the charge is past his close volley.
        let kind = match (record.reacted, record.feared.contains(&unit)) {
            (true, _) => FireKind::Desperation,
            (false, false) => FireKind::PointBlank,
            (false, true) => return None,
        };
        self.fire_terms(&[target], unit, kind).ok()?;
        Some(Decision::React {
            side: self.army.side(target),
            triggers: vec![unit],
            kind: Trigger::Contact,
            reactions: vec![Reaction::Fire {
                units: vec![target],
                target: unit,
                kind,
            }],
        })
    }
}

impl Battle {
    /// After the fear-of-charge check: if the charged unit has given way, the charge may go on
    /// after it.
    pub(in crate::battle) fn stand(&mut self, unit: UnitId, target: UnitId, apart: Option<f32>) {
        if !self.now.army.on_table(target) || !self.now.can_charge_on(unit) {
            return;
        }
        let scale = self.now.field().scale;
        let charger = self.now.army.unit(unit);
        let apart = apart.unwrap_or_else(|| self.now.rules.fear_distance(scale, charger));
        let gap = self.now.gap(unit, target);
        if self.now.army.unit(target).morale == Morale::Routed || gap > apart + 0.3 {
            self.give_way(unit, target);
        }
    }

    /// The enemy leaves his ground: on, as far as the charge carries, or only to where he stood.
    pub(super) fn give_way(&mut self, unit: UnitId, target: UnitId) {
        let Some((charge, mut contact)) = self.now.charge_with(unit) else {
            return;
        };
        let (id, gone) = (charge.id, charge.gone);
        let left = contact.limit - gone;
        contact.limit = contact.would_meet.min(contact.limit).max(gone);
        self.tell(Fact::Closing {
            charge: id,
            contact,
        });
        if left > 0.05 {
            self.push(Step::Follow(Follow {
                unit,
                enemy: target,
                inches: left,
                after: After::GaveWay,
                stood: None,
            }));
        }
    }

    /// Whoever has closed with his enemy fights it out, in the order the player gave.
    pub(in crate::battle) fn resolve(&mut self, id: ChargeId) {
        let Some(charge) = self.now.army.charge(id).cloned() else {
            return;
        };
        let next = charge
            .contacts
            .iter()
            .find(|contact| contact.met && !contact.resolved);
        match next {
            Some(&contact) => {
                self.tell(Fact::Closing {
                    charge: id,
                    contact: crate::army::Contact {
                        resolved: true,
                        ..contact
                    },
                });
                self.push(Step::Resolve { charge: id });
                self.push(Step::Impact(Meeting {
                    unit: contact.unit,
                    target: contact.target,
                    left: (charge.end - charge.gone).max(0.0),
                    counter_left: 0.0,
                }));
            }
            None => {
                for contact in &charge.contacts {
                    // Whoever has taken his enemy has got where he wanted.
                    let in_vain = !contact.met && self.now.army.on_table(contact.target);
                    if in_vain && self.now.can_charge_on(contact.unit) {
                        let to = self.now.army.placement(contact.unit);
                        self.tell(Fact::FellShort {
                            unit: contact.unit,
                            to,
                        });
                    }
                }
                self.close_charge(&charge);
            }
        }
    }
}
