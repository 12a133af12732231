//! A charge goes forward, inch by inch.

mod stride;

pub(super) use stride::runs_from;

use stride::{Passage, goes_on};

use crate::army::{Cause, Charge, ChargeId, Contact, Fact, Follower, UnitId};
use crate::battle::decision::Decision;
use crate::battle::step::{Step, Trigger};
use crate::battle::{Battle, Situation};
use crate::rules::Disorder;

/// A full inch, but for roundings.
const INCH: f32 = 1.0 - 1e-3;

impl Situation {
    /// Whether a unit is asked to fall in behind a charge.
    pub(in crate::battle) fn ask_join(&self, unit: UnitId, charger: UnitId) -> Option<Decision> {
        let runs = self
            .army
            .charges()
            .any(|charge| !charge.resolving && charge.has(charger));
        (self.army.on_table(unit) && runs).then(|| Decision::Join {
            side: self.army.side(unit),
            unit,
            charger,
        })
    }
}

/// A charge under way: what it is, and what only its own step needs to know.
struct Run {
    charge: Charge,
    /// Inches since the last chance to react.
    unseen: f32,
    /// A chance to react is due.
    noticed: bool,
    /// Friends it has come through, and who of it.
    through: Vec<(UnitId, UnitId)>,
}

impl Battle {
    /// The next stretch of a charge: up to the next inch, the fear-of-charge check or the touch.
    /// Whoever is charged checks before anybody else answers.
    ///
    /// Rules: `charge.reaction_fire`, `charge.fear_check`.
    pub(in crate::battle) fn charge_on(
        &mut self,
        id: ChargeId,
        unseen: f32,
        noticed: bool,
        through: Vec<(UnitId, UnitId)>,
    ) {
        let Some(charge) = self.now.army.charge(id).cloned() else {
            return;
        };
        let mut run = Run {
            charge,
            unseen,
            noticed,
            through,
        };
        self.keep_ranks(&mut run.charge);
        self.keep(&run.charge);
        if run.charge.contacts.is_empty() {
            self.close_charge(&run.charge);
            return;
        }
        if run.charge.gone >= run.charge.disorder_point - 1e-3 {
            self.disorder_all(&run.charge, Disorder::ChargeLength);
        }
        // Nobody gets his order back on the way of a charge that is made in disorder.
        if self.now.is_outside_arc(run.charge.lead, run.charge.way) {
            self.disorder_all(&run.charge, Disorder::ChargingOutsideArc);
        }
        let charging = run.charge.contacts.iter().map(|contact| contact.unit);
        self.disorder_outside_arc(charging, run.charge.way);
        let due = |halt: f32| run.charge.gone >= halt - 1e-3;
        if run.charge.halt.is_some_and(due) && self.halts_here(&mut run.charge) {
            return;
        }
        if let Some((unit, enemy)) = self.now.to_catch(&run.charge) {
            // Whoever was after him goes on only into somebody else.
            let gone = run.charge.gone;
            let after = |contact: &&mut Contact| contact.target == enemy;
            let contacts = run.charge.contacts.iter_mut().filter(after);
            contacts.for_each(|contact| contact.would_meet = gone);
            self.run_on(run);
            self.catch(enemy, unit);
            return;
        }
        if let Some(contact) = self.now.to_let_go(&mut run.charge) {
            self.run_on(run);
            self.give_way(contact.unit, contact.target);
            return;
        }
        self.now.stop_at_water(&mut run.charge);
        self.now.find_targets(&mut run.charge);
        if let Some(target) = self.now.to_drive_in(&mut run.charge) {
            self.run_on(run);
            self.push(Step::DriveIn { unit: target });
            return;
        }
        if let Some(contact) = self.now.to_fear(&mut run.charge) {
            run.noticed = true;
            self.run_on(run);
            self.push(Step::Stand {
                unit: contact.unit,
                target: contact.target,
                apart: Some(self.now.gap(contact.unit, contact.target)),
            });
            self.push(Step::Check {
                unit: contact.target,
                check: 0,
                cause: Cause::Charge { by: contact.unit },
            });
            return;
        }
        if let Some((by, unit)) = self.now.to_fear_beside(&mut run.charge) {
            self.run_on(run);
            self.push(Step::Check {
                unit,
                check: 0,
                cause: Cause::Charge { by },
            });
            return;
        }
        if let Some(contact) = self.now.to_face(&mut run.charge) {
            self.run_on(run);
            self.push(Step::PointBlank {
                unit: contact.unit,
                target: contact.target,
            });
            return;
        }
        self.now.find_met(&mut run.charge);
        if run.noticed && run.charge.contacts.iter().any(|contact| !contact.met) {
            // Of an inch not yet full the others hear when it is; of several, for each.
            let kind = if run.unseen >= INCH {
                run.unseen = (run.unseen - 1.0).max(0.0);
                Trigger::Inch
            } else {
                // From the check to the touch is one stretch.
                let faced = |contact: &Contact| contact.faced || contact.met;
                if run.charge.contacts.iter().all(faced) {
                    run.unseen = 0.0;
                }
                Trigger::Part
            };
            run.noticed = run.unseen >= INCH;
            let triggers = run.charge.units().collect();
            self.run_on(run);
            self.push(Step::Window { triggers, kind });
            return;
        }
        match self.now.stride(&run.charge, run.unseen) {
            Some(stride) => self.charge_forward(run, stride),
            None => self.fight_out(&run.charge),
        }
    }

    /// Tells what has changed about a charge.
    fn keep(&mut self, charge: &Charge) {
        let Some(known) = self.now.army.charge(charge.id) else {
            return;
        };
        let names = |charge: &Charge| -> Vec<UnitId> {
            charge.contacts.iter().map(|contact| contact.unit).collect()
        };
        let ranks = (charge.lead, &charge.followers) != (known.lead, &known.followers)
            || names(charge) != names(known);
        if ranks {
            self.tell(Fact::Ranks {
                charge: charge.id,
                lead: charge.lead,
                contacts: charge.contacts.clone(),
                followers: charge.followers.clone(),
            });
            return;
        }
        let changed: Vec<Contact> = charge
            .contacts
            .iter()
            .filter(|contact| known.contact(contact.unit) != Some(contact))
            .copied()
            .collect();
        for contact in changed {
            self.tell(Fact::Closing {
                charge: charge.id,
                contact,
            });
        }
    }

    /// The charge goes on when whatever comes between is done.
    fn run_on(&mut self, run: Run) {
        self.keep(&run.charge);
        self.push(Step::Charge {
            charge: run.charge.id,
            unseen: run.unseen,
            noticed: run.noticed,
            through: run.through,
        });
    }

    /// Nobody runs on.
    fn fight_out(&mut self, charge: &Charge) {
        self.keep(charge);
        self.tell(Fact::Resolving { charge: charge.id });
        self.push(Step::Resolve { charge: charge.id });
    }

    /// Those who were thrown back are out; whoever comes behind takes their place, and the rest
    /// closes up.
    ///
    /// Rules: `turn.group_closes_up`.
    fn keep_ranks(&mut self, charge: &mut Charge) {
        let all = charge.contacts.len() + charge.followers.len();
        charge
            .followers
            .retain(|follower| self.now.can_charge_on(follower.unit));
        let broken: Vec<Contact> = charge
            .contacts
            .iter()
            .filter(|contact| !self.now.can_charge_on(contact.unit))
            .copied()
            .collect();
        charge
            .contacts
            .retain(|contact| self.now.can_charge_on(contact.unit));
        if charge.contacts.len() + charge.followers.len() < all && charge.gone > 0.0 {
            let units: Vec<_> = charge.units().collect();
            self.close_up(&units);
        }
        for contact in broken {
            if !self.now.army.on_table(contact.target) {
                continue;
            }
            let left = charge.end - charge.gone;
            let next = charge.followers.iter().find(|follower| {
                self.now
                    .sweep(follower.unit, charge.way, contact.target, left + 2.0)
                    .is_some()
            });
            if let Some(&Follower { unit, .. }) = next {
                charge.followers.retain(|follower| follower.unit != unit);
                charge.contacts.push(Contact { unit, ..contact });
            }
        }
        // Whoever has lost the unit before him falls in behind the next.
        let leads = |charge: &Charge, unit| charge.contact(unit).is_some();
        for number in 0..charge.followers.len() {
            let Follower { unit, behind } = charge.followers[number];
            if !leads(charge, behind)
                && let Some(next) = self.now.nearest_leading(&charge.contacts, unit)
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

    /// Everybody goes forward, the foremost first.
    fn charge_forward(&mut self, mut run: Run, stride: f32) {
        let (stride, held) = match self.now.way_through(&run.charge, stride) {
            Passage::Free(stride) => (stride, Vec::new()),
            Passage::Held(stride, held) => (stride, held),
            Passage::Stuck(stuck) => {
                // Somebody stands where they would have to: no farther, but the others go on.
                let gone = run.charge.gone;
                let stuck = |contact: &&mut Contact| stuck.contains(&contact.unit);
                let contacts = run.charge.contacts.iter_mut().filter(stuck);
                contacts.for_each(|contact| contact.limit = gone);
                self.run_on(run);
                return;
            }
        };
        let own = |unit: UnitId| {
            let less = held.iter().find(|(other, _)| *other == unit);
            less.map_or(stride, |(_, inches)| *inches)
        };
        for contact in &mut run.charge.contacts {
            let behind = stride - own(contact.unit);
            if behind > 0.0 {
                contact.limit += behind;
                contact.would_meet += behind;
            }
        }
        self.keep(&run.charge);
        let charge = &run.charge;
        let way = charge.way;
        let mut moving: Vec<UnitId> = charge
            .contacts
            .iter()
            .filter(|contact| goes_on(contact, charge) && own(contact.unit) > 1e-3)
            .map(|contact| contact.unit)
            .chain(charge.followers.iter().map(|follower| follower.unit))
            .collect();
        let ahead = |id: &UnitId| self.now.army.placement(*id).at.dot(way);
        moving.sort_by(|one, other| ahead(other).total_cmp(&ahead(one)));
        let ends: Vec<(UnitId, f32)> = charge
            .contacts
            .iter()
            .map(|contact| {
                let goes = moving.contains(&contact.unit);
                let gone = self.now.come_along(contact.unit, charge);
                let inches = if goes { own(contact.unit) } else { 0.0 };
                (contact.unit, gone + inches)
            })
            .collect();
        let mut passed = Vec::new();
        for &unit in &moving {
            let from = self.now.army.placement(unit);
            let leading = run.charge.leading(unit);
            let lead = ends.iter().find(|(lead, _)| *lead == leading);
            let room = match lead {
                Some((lead, end)) if *lead != unit => self.now.room_behind(unit, &run.charge, *end),
                _ => own(unit),
            };
            let Some((to, inches)) = self.now.step_forward(unit, way, stride, room) else {
                continue;
            };
            let friends = self.now.friends_between(unit, from, to).into_iter();
            let others = friends.filter(|&friend| !run.charge.has(friend));
            passed.extend(others.map(|friend| (friend, unit)));
            if let Some(by) = self.now.charge_disordered_by(unit, from, way, inches) {
                self.disorder(unit, by);
            }
            self.tell(Fact::Moved { unit, from, to });
        }
        self.tell(Fact::Strode {
            charge: run.charge.id,
            inches: stride,
        });
        run.unseen += stride;
        passed.retain(|pair| !run.through.contains(pair));
        let known: Vec<UnitId> = run.through.iter().map(|(friend, _)| *friend).collect();
        run.through.extend(&passed);
        run.noticed |= run.unseen >= INCH;
        let lead = run.charge.lead;
        self.push(Step::Charge {
            charge: run.charge.id,
            unseen: run.unseen,
            noticed: run.noticed,
            through: run.through,
        });
        let mut friends: Vec<UnitId> = passed.iter().map(|(friend, _)| *friend).collect();
        friends.sort_unstable();
        friends.dedup();
        for friend in friends {
            let through = passed.iter().filter(|(other, _)| *other == friend);
            let chargers: Vec<_> = through.map(|(_, unit)| *unit).collect();
            self.charge_through(friend, lead, &chargers, !known.contains(&friend));
        }
    }

    /// Some of a charge come through a friend: nothing to skirmishers, a test for formed men and for
    /// those who come through; who may, falls in behind. The friend is asked and tested once.
    ///
    /// Rules: `charge.through_own_skirmishers`, `charge.through_formed`, `charge.formed_joins`.
    fn charge_through(&mut self, friend: UnitId, lead: UnitId, chargers: &[UnitId], first: bool) {
        let skirmishers = self.now.army.unit(friend).is_skirmishing();
        let mut steady = true;
        if !skirmishers {
            for &unit in chargers {
                self.test_interpenetration(unit);
            }
            steady = !first || self.test_interpenetration(friend);
        }
        let record = self.now.army.record(friend);
        let fresh = !record.activated && record.actions > 0;
        let able = self.now.army.unit(friend).morale <= crate::rules::Morale::Disorder
            && !self.now.army.unit(friend).is_artillery()
            && !self.now.army.unit(friend).only_rides();
        if first && steady && fresh && able {
            self.push(Step::AskJoin {
                unit: friend,
                charger: lead,
            });
        }
    }

    /// A unit falls in behind a charge.
    pub(in crate::battle) fn join_charge(&mut self, unit: UnitId, charger: UnitId) {
        self.tell(Fact::Joined { unit, charger });
        if self.now.army.unit(unit).is_skirmishing() {
            self.disorder(unit, Disorder::FallingIn);
        }
    }

    /// The lead unit tries to halt the charge where it was told to.
    ///
    /// Rules: `charge.halt`.
    fn halts_here(&mut self, charge: &mut Charge) -> bool {
        charge.halt = None;
        let halted = self.test(charge.lead);
        self.tell(Fact::Halted {
            charge: charge.id,
            halted,
        });
        if halted {
            self.close_charge(charge);
        } else {
            self.disorder_all(charge, Disorder::Misheard);
        }
        halted
    }

    fn disorder_all(&mut self, charge: &Charge, by: Disorder) {
        for unit in charge.units() {
            self.disorder(unit, by);
        }
    }

    /// A charge is over: everybody in it stops and is in disorder.
    pub(super) fn close_charge(&mut self, charge: &Charge) {
        self.tell(Fact::ChargeOver { charge: charge.id });
        let units: Vec<_> = charge.units().collect();
        self.end_charge(&units);
        // Whoever was thrown out of it is in disorder as well, however well he has checked since.
        for start in &charge.starts {
            let out = !units.contains(&start.unit) && self.now.army.on_table(start.unit);
            if out && !self.now.army.unit(start.unit).charging {
                self.disorder(start.unit, Disorder::Charge);
            }
        }
    }

    /// Everybody stops and is in disorder.
    ///
    /// Rules: `charge.short`, `charge.all_disordered_after`, `morale.reform_after_charge`.
    pub(in crate::battle) fn end_charge(&mut self, units: &[UnitId]) {
        for &unit in units {
            if self.now.army.on_table(unit) {
                if self.now.army.unit(unit).charging {
                    self.tell(Fact::ChargeEnded { unit });
                }
                self.disorder(unit, Disorder::Charge);
            }
        }
    }
}
