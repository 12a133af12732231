//! How far a charge goes next, and whom it comes upon.

use super::super::TOUCH;
use crate::army::{Charge, Contact, UnitId};
use crate::battle::Situation;
use crate::field::Placement;
use crate::rules::Unit;

impl Situation {
    /// Marks those who touch their target.
    pub(super) fn find_met(&self, charge: &mut Charge) {
        let way = charge.way;
        for contact in &mut charge.contacts {
            contact.met |=
                contact.feared && self.sweep(contact.unit, way, contact.target, 0.1).is_some();
        }
    }

    /// Where an enemy is gone, or another has come before him, the next one in the way takes his
    /// place.
    pub(super) fn find_targets(&self, charge: &mut Charge) {
        let (way, gone) = (charge.way, charge.gone);
        for number in 0..charge.contacts.len() {
            let contact = charge.contacts[number];
            if contact.met || contact.resolved {
                continue;
            }
            let left = (contact.limit - gone).max(0.0);
            let first = self.first_met(contact.unit, way, left + 0.1);
            let there = self.army.on_table(contact.target);
            let far = there
                .then(|| self.sweep(contact.unit, way, contact.target, left + 0.1))
                .flatten();
            if let (Some(far), Some((_, first))) = (far, first)
                && far <= first + TOUCH
            {
                continue;
            }
            let next = first.filter(|(enemy, _)| {
                self.rules
                    .may_charge(self.army.unit(contact.unit), self.army.unit(*enemy))
                    .is_ok()
                    && !charge.is_after(*enemy)
            });
            let contact = &mut charge.contacts[number];
            match next {
                Some((enemy, _)) => {
                    contact.target = enemy;
                    contact.feared = false;
                    contact.faced = false;
                    contact.driven = false;
                    contact.fleeing = false;
                }
                // A target that is still there, only too far, is charged at in vain.
                None if there && !contact.driven => {}
                None => contact.limit = contact.limit.min(contact.would_meet).max(gone),
            }
        }
    }

    /// Those who run from a charge that has come an inch at them: skirmishers from formed men, and
    /// mounted infantry in the saddle from horsemen.
    ///
    /// Rules: `charge.skirmishers_fall_back`, `special.mounted_infantry_charged`.
    pub(super) fn to_drive_in(&self, charge: &mut Charge) -> Option<UnitId> {
        let (way, gone) = (charge.way, charge.gone);
        let number = charge.contacts.iter().position(|contact| {
            !contact.met
                && !contact.driven
                && gone >= 1.0 - 1e-3
                && self.army.on_table(contact.target)
                && runs_from(self.army.unit(contact.target), self.army.unit(contact.unit))
        })?;
        let contact = &charge.contacts[number];
        let far = self.sweep(contact.unit, way, contact.target, 40.0);
        let contact = &mut charge.contacts[number];
        contact.driven = true;
        contact.would_meet = far.map_or(contact.limit, |far| gone + far);
        Some(contact.target)
    }

    /// The next charged unit that has to take its fear-of-charge check.
    pub(super) fn to_fear(&self, charge: &mut Charge) -> Option<Contact> {
        let (way, gone) = (charge.way, charge.gone);
        let scale = self.field().scale;
        let contact = charge.contacts.iter_mut().find(|contact| {
            !contact.feared
                && !contact.met
                && self.army.on_table(contact.target)
                && self.gap(contact.unit, contact.target)
                    <= self
                        .rules
                        .fear_distance(scale, self.army.unit(contact.unit))
                        + 1e-3
        })?;
        contact.feared = true;
        let far = self.sweep(contact.unit, way, contact.target, 6.0);
        contact.would_meet = gone + far.unwrap_or(0.0);
        Some(*contact)
    }

    /// The next charged unit that has passed its check and is close enough for its fire: horsemen
    /// are feared sooner than they are fired on.
    pub(super) fn to_face(&self, charge: &mut Charge) -> Option<Contact> {
        let near = self.rules.near(self.field().scale);
        let contact = charge.contacts.iter_mut().find(|contact| {
            contact.feared
                && !contact.faced
                && !contact.met
                && self.army.on_table(contact.target)
                && self.gap(contact.unit, contact.target) <= near + 1e-3
        })?;
        contact.faced = true;
        Some(*contact)
    }

    fn gap(&self, one: UnitId, other: UnitId) -> f32 {
        let here = self.army.footprint(one);
        here.distance(self.army.footprint(other))
    }

    /// How far everybody goes next; `None` when nobody goes on.
    pub(super) fn stride(&self, charge: &Charge, unseen: f32) -> Option<f32> {
        let mut stride = 1.0 - unseen;
        let mut moving = false;
        let scale = self.field().scale;
        if let Some(halt) = charge.halt {
            stride = stride.min(halt - charge.gone);
        }
        if charge.gone < charge.disorder_point {
            stride = stride.min((charge.disorder_point - charge.gone).max(0.05));
        }
        for contact in charge
            .contacts
            .iter()
            .filter(|contact| goes_on(contact, charge))
        {
            moving = true;
            stride = stride.min(contact.limit - charge.gone);
            if let Some(far) = self.sweep(contact.unit, charge.way, contact.target, stride + 0.1) {
                stride = stride.min(far);
            }
            // Up to the check, then up to the close fire, and no farther.
            let charger = self.army.unit(contact.unit);
            let stop = match (contact.feared, contact.faced) {
                (false, _) => self.rules.fear_distance(scale, charger),
                (true, false) => self.rules.near(scale),
                (true, true) => continue,
            };
            let gap = self.gap(contact.unit, contact.target);
            if gap > stop {
                stride = stride.min((gap - stop).max(0.05));
            }
        }
        (moving && stride > 1e-3).then_some(stride)
    }

    /// The stride, made longer where it would end on a friend; `None` if that does not help.
    pub(super) fn free_stride(&self, charge: &Charge, stride: f32) -> Option<f32> {
        let group: Vec<_> = charge.units().collect();
        let free = |inches: f32| {
            charge
                .contacts
                .iter()
                .filter(|contact| goes_on(contact, charge))
                .all(|contact| {
                    let place = self.onward(contact.unit, charge.way, inches);
                    self.army
                        .fits_but_for(self.field(), contact.unit, place, &group)
                })
        };
        let most = charge
            .contacts
            .iter()
            .filter(|contact| goes_on(contact, charge))
            .map(|contact| {
                let left = contact.limit - charge.gone;
                self.sweep(contact.unit, charge.way, contact.target, left)
                    .unwrap_or(left)
            })
            .fold(f32::INFINITY, f32::min);
        (0..40)
            .map(|more| stride + 0.25 * more as f32)
            .take_while(|&inches| inches <= most + 1e-3)
            .chain([most])
            .find(|&inches| free(inches))
    }

    /// Friends outside the charge whose ground it crosses.
    pub(super) fn friends_passed(
        &self,
        unit: UnitId,
        from: Placement,
        to: Placement,
        charge: &Charge,
    ) -> Vec<UnitId> {
        let steps = (from.at.distance(to.at) / 0.25).ceil().max(1.0) as u32;
        let path: Vec<_> = (1..steps)
            .map(|step| Placement {
                at: from.at.lerp(to.at, step as f32 / steps as f32),
                facing: to.facing,
            })
            .collect();
        self.friends_on(unit, &path)
            .into_iter()
            .filter(|&friend| !charge.has(friend))
            .collect()
    }
}

/// Whether a unit does not wait for a charge of another.
pub(in crate::battle::charge) fn runs_from(unit: &Unit, charger: &Unit) -> bool {
    let screens = unit.is_skirmishing() && !charger.is_skirmishing();
    let rides = unit.traits.mounted_infantry && unit.is_mounted();
    screens || (rides && charger.is_mounted())
}

pub(super) fn goes_on(contact: &Contact, charge: &Charge) -> bool {
    !contact.met && !contact.resolved && charge.gone < contact.limit - 1e-3
}
