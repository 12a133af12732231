//! How far a charge goes next, and whom it comes upon.

use bevy::math::Vec2;

use super::super::TOUCH;
use crate::army::{Charge, Contact, Follower, UnitId};
use crate::battle::Situation;
use crate::field::Placement;
use crate::rules::{Morale, Unit};

/// The most inches that a follower makes up for with a stride.
const MOST_LAG: f32 = 12.0;

/// The most inches that it gains with a stride on free ground.
const MOST_GAIN: f32 = 0.5;

impl Situation {
    /// Marks those who touch their target.
    pub(super) fn find_met(&self, charge: &mut Charge) {
        let way = charge.way;
        for contact in &mut charge.contacts {
            contact.met |= contact.feared
                && self.army.on_table(contact.target)
                && self.sweep(contact.unit, way, contact.target, 0.1).is_some();
        }
    }

    /// Nobody charges farther than to ground that cannot be got over.
    ///
    /// Rules: `charge.target_needed`.
    pub(super) fn stop_at_water(&self, charge: &mut Charge) {
        let (way, gone) = (charge.way, charge.gone);
        for contact in &mut charge.contacts {
            if !contact.met && !contact.resolved {
                let left = (contact.limit - gone).max(0.0);
                let dry = self.dry_inches(contact.unit, way, left);
                if dry < left {
                    contact.limit = gone + dry;
                }
            }
        }
    }

    /// Where an enemy is gone, or another has come before him, the next one in the way takes his
    /// place. Whoever comes upon an enemy that another of the charge is after supports that one.
    pub(super) fn find_targets(&self, charge: &mut Charge) {
        let (way, gone) = (charge.way, charge.gone);
        let mut falls_in = Vec::new();
        // Whoever has got behind a friend is out of it.
        let safe: Vec<UnitId> = charge.backing.iter().map(|(unit, _)| *unit).collect();
        for number in 0..charge.contacts.len() {
            let contact = charge.contacts[number];
            if contact.met || contact.resolved {
                continue;
            }
            let left = (contact.limit - gone).max(0.0);
            let first = self.first_met_but(contact.unit, way, left + 0.1, &safe);
            let there = self.army.on_table(contact.target) && !safe.contains(&contact.target);
            let far = there
                .then(|| self.sweep(contact.unit, way, contact.target, left + 0.1))
                .flatten();
            if far.is_some_and(|far| first.is_none_or(|(_, first)| far <= first + TOUCH)) {
                continue;
            }
            let next = first.map(|(enemy, _)| enemy).filter(|&enemy| {
                let (unit, enemy) = (self.army.unit(contact.unit), self.army.unit(enemy));
                self.rules.may_charge(unit, enemy).is_ok()
            });
            let other = next.and_then(|enemy| {
                let after = |one: &&Contact| one.target == enemy && one.unit != contact.unit;
                charge.contacts.iter().find(after).map(|one| one.unit)
            });
            let contact = &mut charge.contacts[number];
            match (next, other) {
                (Some(_), Some(behind)) => falls_in.push(Follower {
                    unit: contact.unit,
                    behind,
                }),
                (Some(enemy), None) => {
                    contact.target = enemy;
                    contact.feared = false;
                    contact.faced = false;
                    contact.driven = false;
                    contact.fleeing = false;
                    contact.beside = None;
                }
                // A target that is still there, only too far, is charged at in vain.
                (None, _) if there && !contact.driven => {}
                (None, _) => contact.limit = contact.limit.min(contact.would_meet).max(gone),
            }
        }
        for follower in falls_in {
            // Two who had lost their own enemies do not fall in behind each other.
            if charge.contact(follower.behind).is_some() {
                charge.contacts.retain(|one| one.unit != follower.unit);
                for other in &mut charge.followers {
                    if other.behind == follower.unit {
                        other.behind = follower.behind;
                    }
                }
                charge.followers.push(follower);
            }
        }
    }

    /// Those who run from a charge that has come an inch at them: skirmishers from formed men, and
    /// mounted infantry in the saddle from horsemen. They go before they would have to check.
    ///
    /// Rules: `charge.skirmishers_fall_back`, `special.mounted_infantry_charged`.
    pub(super) fn to_drive_in(&self, charge: &mut Charge) -> Option<UnitId> {
        let (way, gone) = (charge.way, charge.gone);
        let number = charge.contacts.iter().position(|contact| {
            !contact.met
                && !contact.driven
                && self.army.on_table(contact.target)
                && runs_from(self.army.unit(contact.target), self.army.unit(contact.unit))
                && (gone >= 1.0 - 1e-3 || self.is_to_be_feared(contact))
        })?;
        let contact = &charge.contacts[number];
        let far = self.sweep(contact.unit, way, contact.target, 40.0);
        let contact = &mut charge.contacts[number];
        contact.driven = true;
        contact.would_meet = far.map_or(contact.limit, |far| gone + far);
        Some(contact.target)
    }

    /// Whether a charge is so close to somebody who has not run yet that he would have to check.
    fn is_to_be_feared(&self, contact: &Contact) -> bool {
        let charger = self.army.unit(contact.unit);
        let near = self.rules.fear_distance(self.field().scale, charger);
        self.army.on_table(contact.target)
            && self.army.unit(contact.target).morale != Morale::Routed
            && self.gap(contact.unit, contact.target) <= near + 1e-3
    }

    /// Whether skirmishers have gone before a charge, so that they do not check for it.
    ///
    /// Rules: `charge.skirmishers_fall_back`.
    fn has_evaded(&self, charge: &Charge, contact: &Contact) -> bool {
        let here = self.army.placement(contact.target).at;
        let stood = charge.stood(contact.target);
        let left = stood.is_none_or(|stood| stood.at.distance(here) > 0.05);
        contact.driven && left
    }

    /// The next charged unit that has to take its fear-of-charge check. Whoever has gone before it
    /// and is come up with all the same is met as he is.
    pub(super) fn to_fear(&self, charge: &mut Charge) -> Option<Contact> {
        let (way, gone) = (charge.way, charge.gone);
        for number in 0..charge.contacts.len() {
            let contact = charge.contacts[number];
            charge.contacts[number].feared |= self.has_evaded(charge, &contact);
        }
        let contact = charge
            .contacts
            .iter_mut()
            .find(|contact| !contact.feared && !contact.met && self.is_to_be_feared(contact))?;
        contact.feared = true;
        let far = self.sweep(contact.unit, way, contact.target, 6.0);
        contact.would_meet = gone + far.unwrap_or(0.0);
        Some(*contact)
    }

    /// Guns have stood: the regiment beside them that will meet the charge checks as well.
    ///
    /// Rules: `artillery.infantry_takes_impact`.
    pub(super) fn to_fear_beside(&self, charge: &mut Charge) -> Option<(UnitId, UnitId)> {
        for contact in &mut charge.contacts {
            if contact.feared
                && !contact.met
                && contact.beside.is_none()
                && self.is_to_be_feared(contact)
                && let Some(regiment) = self.beside_guns(contact.target)
            {
                contact.beside = Some(regiment);
                return Some((contact.unit, regiment));
            }
        }
        None
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

    pub(in crate::battle::charge) fn gap(&self, one: UnitId, other: UnitId) -> f32 {
        let here = self.army.footprint(one);
        here.distance(self.army.footprint(other))
    }

    /// A charged unit that has run before it had to check, from whatever frightened it: nobody charges
    /// those who run, but the charge may go on after it as after anybody who gave way.
    ///
    /// Rules: `morale.routed_not_target`.
    pub(super) fn to_let_go(&self, charge: &mut Charge) -> Option<Contact> {
        let (way, gone) = (charge.way, charge.gone);
        let number = charge.contacts.iter().position(|contact| {
            !contact.feared
                && !contact.met
                && !contact.resolved
                && self.army.on_table(contact.target)
                && self.army.unit(contact.target).morale == Morale::Routed
        })?;
        let target = charge.contacts[number].target;
        let stood = charge.stood(target);
        let contact = &mut charge.contacts[number];
        let left = contact.limit - gone;
        let far = stood.and_then(|stood| {
            let ground = self.footprint_at(target, stood);
            self.sweep_to(contact.unit, way, &ground, left)
        });
        contact.feared = true;
        contact.faced = true;
        contact.would_meet = gone + far.unwrap_or(0.0);
        Some(*contact)
    }

    /// How far everybody goes next; `None` when nobody goes on.
    pub(super) fn stride(&self, charge: &Charge, unseen: f32) -> Option<f32> {
        let mut stride = 1.0 - unseen;
        let mut moving = false;
        if let Some(halt) = charge.halt {
            stride = stride.min(halt - charge.gone);
        }
        if charge.gone < charge.disorder_point {
            stride = stride.min((charge.disorder_point - charge.gone).max(0.05));
        }
        for contact in going(charge) {
            moving = true;
            stride = stride.min(contact.limit - charge.gone);
            if let Some(far) = self.sweep(contact.unit, charge.way, contact.target, stride + 0.1) {
                stride = stride.min(far);
            }
            if let Some(mark) = self.mark(contact) {
                stride = stride.min(mark);
            }
        }
        // Whoever runs is taken on the way.
        let leading = going(charge).map(|contact| contact.unit);
        for unit in leading.chain(charge.followers.iter().map(|follower| follower.unit)) {
            if let Some((_, far)) = self.first_caught(unit, charge.way, stride + 0.1) {
                stride = stride.min(far.max(0.05));
            }
        }
        (moving && stride > 1e-3).then_some(stride)
    }

    /// Inches to where a charging unit has to stop: up to the check, then up to the close fire.
    fn mark(&self, contact: &Contact) -> Option<f32> {
        let scale = self.field().scale;
        let stop = match (contact.feared, contact.faced) {
            (true, true) => return None,
            _ if self.army.unit(contact.target).morale == Morale::Routed => return None,
            (false, _) => {
                let charger = self.army.unit(contact.unit);
                self.rules.fear_distance(scale, charger)
            }
            (true, false) => self.rules.near(scale),
        };
        let gap = self.gap(contact.unit, contact.target);
        (gap > stop).then(|| (gap - stop).max(0.05))
    }

    /// How those who go on come through the friends in their way: a stride may be made longer, but
    /// nobody ends on a friend, and nobody who is not among friends is carried past his check.
    pub(super) fn way_through(&self, charge: &Charge, stride: f32) -> Passage {
        let group: Vec<_> = charge.units().collect();
        let free = |contact: &Contact, inches: f32| {
            let place = self.onward(contact.unit, charge.way, inches);
            self.army
                .fits_but_for(self.field(), contact.unit, place, &group)
        };
        // No farther than to the enemy.
        let most = |contact: &Contact| {
            let left = contact.limit - charge.gone;
            let far = self.sweep(contact.unit, charge.way, contact.target, left);
            let caught = self.first_caught(contact.unit, charge.way, left);
            let mark = self.mark(contact).filter(|_| free(contact, stride));
            far.unwrap_or(left)
                .min(caught.map_or(left, |(_, far)| far))
                .min(mark.unwrap_or(left))
                .max(stride.min(left))
        };
        let strides = |most: f32| {
            let longer = (0..80).map(move |more| stride + 0.25 * more as f32);
            longer
                .take_while(move |&inches| inches <= most + 1e-3)
                .chain([most])
        };
        let nearest = going(charge).map(most).fold(f32::INFINITY, f32::min);
        let together =
            strides(nearest).find(|&inches| going(charge).all(|contact| free(contact, inches)));
        if let Some(inches) = together {
            return Passage::Free(inches);
        }
        let alone =
            |contact: &Contact| strides(most(contact)).find(|&inches| free(contact, inches));
        let stuck: Vec<_> = going(charge)
            .filter(|contact| alone(contact).is_none())
            .map(|contact| contact.unit)
            .collect();
        if !stuck.is_empty() {
            return Passage::Stuck(stuck);
        }
        // As far as the first of those who cannot stop here comes out; whoever can goes with him as
        // far as he may.
        let hindered = going(charge).filter(|contact| !free(contact, stride));
        let inches = hindered.filter_map(alone).fold(f32::INFINITY, f32::min);
        let held = going(charge).filter_map(|contact| {
            let own = if free(contact, stride) {
                let mut strides: Vec<_> = strides(most(contact).min(inches)).collect();
                strides.retain(|&inches| free(contact, inches));
                strides.into_iter().fold(stride, f32::max)
            } else if alone(contact).is_some_and(|out| out <= inches + 1e-3) {
                inches
            } else {
                0.0
            };
            (own < inches - 1e-3).then_some((contact.unit, own))
        });
        Passage::Held(inches, held.collect())
    }

    /// Inches that a unit has come since its charge began.
    pub(super) fn come_along(&self, unit: UnitId, charge: &Charge) -> f32 {
        let here = self.army.placement(unit).at;
        let start = charge.start_of(unit);
        start.map_or(charge.gone, |start| (here - start.at).dot(charge.way))
    }

    /// How far a follower may go: as far as the unit it follows will have come, and not into enemies
    /// who stand.
    pub(super) fn room_behind(&self, unit: UnitId, charge: &Charge, lead: f32) -> f32 {
        let room = (lead - self.come_along(unit, charge)).clamp(0.0, MOST_LAG);
        let first = self.first_met(unit, charge.way, room);
        let room = first.map_or(room, |(_, far)| far.min(room));
        self.dry_inches(unit, charge.way, room)
    }

    /// The next place of a unit of a charge, and the inches to it. A follower makes up for what
    /// friends in the way have cost it, by little at a time unless it has to come through them.
    pub(super) fn step_forward(
        &self,
        unit: UnitId,
        way: Vec2,
        stride: f32,
        room: f32,
    ) -> Option<(Placement, f32)> {
        let faster = room.min(stride + MOST_GAIN);
        let stride = stride.min(room);
        let gaining = (0..)
            .map(|less| faster - 0.25 * less as f32)
            .take_while(|&inches| inches > stride + 1e-3);
        let through = (1..)
            .map(|more| faster + 0.25 * more as f32)
            .take_while(|&inches| inches <= room + 1e-3);
        let parts = [1.0, 0.75, 0.5, 0.25].map(|part| stride * part);
        let mut strides = gaining.chain([stride]).chain(through).chain(parts);
        strides.find_map(|inches| {
            let place = self.onward(unit, way, inches);
            let fits = inches > 1e-3 && self.army.fits(self.field(), unit, place);
            fits.then_some((place, inches))
        })
    }

    /// Friends whose ground a charging unit crosses.
    pub(in crate::battle::charge) fn friends_between(
        &self,
        unit: UnitId,
        from: Placement,
        to: Placement,
    ) -> Vec<UnitId> {
        let steps = (from.at.distance(to.at) / 0.25).ceil().max(1.0) as u32;
        let path: Vec<_> = (1..steps)
            .map(|step| Placement {
                at: from.at.lerp(to.at, step as f32 / steps as f32),
                facing: to.facing,
            })
            .collect();
        self.friends_on(unit, &path)
    }
}

/// Whether a unit does not wait for a charge of another.
pub(in crate::battle::charge) fn runs_from(unit: &Unit, charger: &Unit) -> bool {
    let screens = unit.is_skirmishing() && !charger.is_skirmishing();
    let rides = unit.traits.mounted_infantry && unit.is_mounted();
    screens || (rides && charger.is_mounted())
}

/// How the units of a charge come through the friends before them.
pub(super) enum Passage {
    /// All go so many inches.
    Free(f32),
    /// So many inches, but these only so far, or not at all until there is room for them beyond.
    Held(f32, Vec<(UnitId, f32)>),
    /// For these there is no room anywhere on their way.
    Stuck(Vec<UnitId>),
}

/// Those who are after somebody and go on.
fn going(charge: &Charge) -> impl Iterator<Item = &Contact> {
    let contacts = charge.contacts.iter();
    contacts.filter(|contact| goes_on(contact, charge))
}

pub(super) fn goes_on(contact: &Contact, charge: &Charge) -> bool {
    !contact.met && !contact.resolved && charge.gone < contact.limit - 1e-3
}
