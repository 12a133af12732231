//! A charge goes forward, inch by inch.

use super::{Charge, Contact, Follower, TOUCH};
use crate::army::{Fighting, Record, UnitId};
use crate::battle::Battle;
use crate::battle::decision::Decision;
use crate::battle::fact::{Cause, Fact};
use crate::battle::step::{Step, Trigger};
use crate::field::Placement;
use crate::rules::Unit;

impl Battle {
    /// The next stretch of a charge: up to the next inch, the fear-of-charge check or the touch.
    /// Whoever is charged checks before anybody else answers.
    ///
    /// Rules: `charge.reaction_fire`, `charge.fear_check`.
    pub(in crate::battle) fn charge_on(&mut self, mut charge: Charge) {
        self.keep_ranks(&mut charge);
        if charge.contacts.is_empty() {
            let units: Vec<_> = charge.units().collect();
            self.end_charge(&units);
            return;
        }
        if charge.gone >= charge.disorder_point - 1e-3 {
            self.disorder_all(&charge, "the length of its charge");
        }
        if charge.halt.is_some_and(|halt| charge.gone >= halt - 1e-3)
            && self.halts_here(&mut charge)
        {
            return;
        }
        self.find_targets(&mut charge);
        if let Some(target) = self.to_drive_in(&mut charge) {
            self.push(Step::Charge(charge));
            self.push(Step::DriveIn { unit: target });
            return;
        }
        if let Some(contact) = self.to_fear(&mut charge) {
            charge.noticed = true;
            self.push(Step::Charge(charge));
            self.push(Step::Stand {
                unit: contact.unit,
                target: contact.target,
            });
            self.push(Step::Check {
                unit: contact.target,
                check: 0,
                cause: Cause::Charge { by: contact.unit },
            });
            return;
        }
        if let Some(contact) = self.to_face(&mut charge) {
            self.push(Step::Charge(charge));
            self.push(Step::PointBlank {
                unit: contact.unit,
                target: contact.target,
            });
            return;
        }
        let way = charge.way;
        for contact in &mut charge.contacts {
            contact.met |=
                contact.feared && self.sweep(contact.unit, way, contact.target, 0.1).is_some();
        }
        if charge.noticed && charge.contacts.iter().any(|contact| !contact.met) {
            charge.noticed = false;
            charge.unseen = 0.0;
            let triggers = charge.units().collect();
            self.push(Step::Charge(charge));
            self.push(Step::Window {
                triggers,
                kind: Trigger::Inch,
            });
            return;
        }
        match self.stride(&charge) {
            Some(stride) => self.charge_forward(charge, stride),
            None => self.push(Step::Resolve(charge)),
        }
    }

    /// Those who were thrown back are out; whoever comes behind takes their place, and the rest
    /// closes up.
    ///
    /// Rules: `turn.group_closes_up`.
    fn keep_ranks(&mut self, charge: &mut Charge) {
        let all = charge.contacts.len() + charge.followers.len();
        charge
            .followers
            .retain(|follower| self.can_charge_on(follower.unit));
        let broken: Vec<Contact> = charge
            .contacts
            .iter()
            .filter(|contact| !self.can_charge_on(contact.unit))
            .copied()
            .collect();
        charge
            .contacts
            .retain(|contact| self.can_charge_on(contact.unit));
        if charge.contacts.len() + charge.followers.len() < all && charge.gone > 0.0 {
            let units: Vec<_> = charge.units().collect();
            self.close_up(&units);
        }
        for contact in broken {
            if !self.army.on_table(contact.target) {
                continue;
            }
            let left = charge.end - charge.gone;
            let next = charge.followers.iter().find(|follower| {
                self.sweep(follower.unit, charge.way, contact.target, left + 2.0)
                    .is_some()
            });
            if let Some(&Follower { unit, .. }) = next {
                charge.followers.retain(|follower| follower.unit != unit);
                charge.contacts.push(Contact { unit, ..contact });
            }
        }
        // Whoever has lost the unit before him falls in behind the next.
        let leads = |charge: &Charge, unit| charge.contacts.iter().any(|one| one.unit == unit);
        for number in 0..charge.followers.len() {
            let Follower { unit, behind } = charge.followers[number];
            if !leads(charge, behind)
                && let Some(next) = self.nearest_leading(&charge.contacts, unit)
            {
                charge.followers[number].behind = next;
            }
        }
        if !charge.has(charge.lead)
            && let Some(contact) = charge.contacts.first()
        {
            charge.lead = contact.unit;
        }
    }

    /// Where an enemy is gone, or another has come before him, the next one in the way takes his
    /// place.
    fn find_targets(&self, charge: &mut Charge) {
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
    fn to_drive_in(&self, charge: &mut Charge) -> Option<UnitId> {
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
    fn to_fear(&self, charge: &mut Charge) -> Option<Contact> {
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
    fn to_face(&self, charge: &mut Charge) -> Option<Contact> {
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
    fn stride(&self, charge: &Charge) -> Option<f32> {
        let mut stride = 1.0 - charge.unseen;
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

    /// Everybody goes forward, the foremost first.
    fn charge_forward(&mut self, mut charge: Charge, stride: f32) {
        let way = charge.way;
        let Some(stride) = self.free_stride(&charge, stride) else {
            // Somebody stands where they would have to: no farther.
            let gone = charge.gone;
            charge
                .contacts
                .iter_mut()
                .filter(|contact| !contact.met)
                .for_each(|contact| contact.limit = gone);
            self.push(Step::Resolve(charge));
            return;
        };
        let mut moving: Vec<UnitId> = charge
            .contacts
            .iter()
            .filter(|contact| goes_on(contact, &charge))
            .map(|contact| contact.unit)
            .chain(charge.followers.iter().map(|follower| follower.unit))
            .collect();
        let ahead = |battle: &Self, id: UnitId| battle.army.placement(id).at.dot(way);
        moving.sort_by(|&one, &other| ahead(self, other).total_cmp(&ahead(self, one)));
        let mut passed = Vec::new();
        for &unit in &moving {
            let from = self.army.placement(unit);
            let steps = [1.0, 0.75, 0.5, 0.25];
            let place = steps.into_iter().find_map(|part| {
                let place = self.onward(unit, way, stride * part);
                self.army
                    .fits(self.field(), unit, place)
                    .then_some((place, stride * part))
            });
            let Some((to, inches)) = place else { continue };
            passed.extend(self.friends_passed(unit, from, to, &charge));
            if let Some(by) = self.charge_disordered_by(unit, from, way, inches) {
                self.disorder(unit, by);
            }
            self.put(unit, to);
            self.tell(Fact::Moved { unit, from, to });
        }
        charge.gone += stride;
        charge.unseen += stride;
        passed.sort_unstable();
        passed.dedup();
        passed.retain(|friend| !charge.passed.contains(friend));
        charge.passed.extend(&passed);
        charge.noticed |= charge.unseen >= 1.0 - 1e-3;
        let lead = charge.lead;
        let chargers: Vec<_> = charge.units().collect();
        self.push(Step::Charge(charge));
        for friend in passed {
            self.charge_through(friend, lead, &chargers);
        }
    }

    /// The stride, made longer where it would end on a friend; `None` if that does not help.
    fn free_stride(&self, charge: &Charge, stride: f32) -> Option<f32> {
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
    fn friends_passed(
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

    /// A charge comes through a friend: nothing to skirmishers, a test for formed men and for the
    /// chargers; who may, falls in behind.
    ///
    /// Rules: `charge.through_own_skirmishers`, `charge.through_formed`, `charge.formed_joins`.
    fn charge_through(&mut self, friend: UnitId, lead: UnitId, chargers: &[UnitId]) {
        let skirmishers = self.army.unit(friend).is_skirmishing();
        let mut steady = true;
        if !skirmishers {
            for &unit in chargers {
                self.test_interpenetration(unit);
            }
            steady = self.test_interpenetration(friend);
        }
        let record = self.army.get::<Record>(friend);
        let fresh = !record.activated && record.actions > 0;
        let able = self.army.unit(friend).morale <= crate::rules::Morale::Disorder
            && !self.army.unit(friend).is_artillery();
        if steady && fresh && able {
            self.push(Step::AskJoin {
                unit: friend,
                charger: lead,
            });
        }
    }

    pub(in crate::battle) fn ask_join(&mut self, unit: UnitId, charger: UnitId) {
        if self.army.on_table(unit) && self.charge_of(charger).is_some() {
            self.decision = Some(Decision::Join {
                side: self.army.side(unit),
                unit,
                charger,
            });
        }
    }

    /// A unit falls in behind a charge.
    pub(in crate::battle) fn join_charge(&mut self, unit: UnitId, charger: UnitId) {
        let charge = self.stack.iter_mut().rev().find_map(|step| match step {
            Step::Charge(charge) if charge.has(charger) => Some(charge),
            _ => None,
        });
        let Some(charge) = charge else { return };
        let behind = charge.leading(charger);
        charge.followers.push(Follower { unit, behind });
        let mut record = self.army.get_mut::<Record>(unit);
        record.activated = true;
        record.charged = true;
        record.actions = 0;
        self.army.get_mut::<Fighting>(unit).0.charging = true;
        self.tell(Fact::Joined { unit, charger });
        if self.army.unit(unit).is_skirmishing() {
            self.disorder(unit, "falling in behind the charge");
        }
    }

    /// The lead unit tries to halt the charge where it was told to.
    ///
    /// Rules: `charge.halt`.
    fn halts_here(&mut self, charge: &mut Charge) -> bool {
        charge.halt = None;
        let passed = self.test(charge.lead);
        if passed {
            let units: Vec<_> = charge.units().collect();
            self.tell(Fact::Halted { lead: charge.lead });
            self.end_charge(&units);
        } else {
            self.disorder_all(charge, "orders misheard");
        }
        passed
    }

    fn disorder_all(&mut self, charge: &Charge, by: &str) {
        let units: Vec<_> = charge.units().collect();
        for unit in units {
            self.disorder(unit, by);
        }
    }

    /// Everybody stops and is in disorder.
    ///
    /// Rules: `charge.short`, `charge.all_disordered_after`, `morale.reform_after_charge`.
    pub(in crate::battle) fn end_charge(&mut self, units: &[UnitId]) {
        for &unit in units {
            if self.army.on_table(unit) {
                self.army.get_mut::<Fighting>(unit).0.charging = false;
                self.disorder(unit, "its charge");
            }
        }
    }
}

/// Whether a unit does not wait for a charge of another.
fn runs_from(unit: &Unit, charger: &Unit) -> bool {
    let screens = unit.is_skirmishing() && !charger.is_skirmishing();
    let rides = unit.traits.mounted_infantry && unit.is_mounted();
    screens || (rides && charger.is_mounted())
}

fn goes_on(contact: &Contact, charge: &Charge) -> bool {
    !contact.met && !contact.resolved && charge.gone < contact.limit - 1e-3
}
