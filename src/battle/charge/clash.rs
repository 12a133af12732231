//! Two charges that meet.

use crate::army::{Cause, Fact, UnitId};
use crate::battle::step::{After, Clash, Follow, Meeting, Step};
use crate::battle::{Battle, Situation};
use crate::rules::charge::{Countercharge, meeting_point};
use crate::rules::{Disorder, Morale};

/// The charge that a unit charges back at.
struct Onrush {
    charger: UnitId,
    way: bevy::math::Vec2,
    /// Inches it has left.
    left: f32,
    /// Inches until it is in disorder.
    point: f32,
}

impl Situation {
    /// The charge that still runs at a unit.
    fn onrush(&self, unit: UnitId) -> Option<Onrush> {
        let charge = self
            .army
            .charges()
            .find(|charge| !charge.resolving && charge.is_after(unit))?;
        let contact = charge
            .contacts
            .iter()
            .find(|contact| contact.target == unit)?;
        Some(Onrush {
            charger: contact.unit,
            way: charge.way,
            left: contact.limit - charge.gone,
            point: charge.disorder_point - charge.gone,
        })
    }

    /// How a charged unit could meet the charge with its own, if it may.
    pub(in crate::battle) fn may_countercharge(&self, unit: UnitId) -> Option<Countercharge> {
        let charger = self.army.charges().find_map(|charge| {
            charge
                .contacts
                .iter()
                .find(|contact| contact.target == unit && !contact.met && !contact.feared)
                .map(|contact| contact.unit)
        })?;
        let reacted = self.army.record(unit).reacted;
        self.rules
            .countercharge(self.army.unit(unit), self.army.unit(charger), reacted)
    }
}

impl Battle {
    /// A charged unit charges back: both go for the middle of the ground they can both reach.
    ///
    /// Rules: `charge.countercharge_overlap`, `cavalry.both_check`.
    pub(in crate::battle) fn countercharge(&mut self, unit: UnitId) {
        let Some(manner) = self.now.may_countercharge(unit) else {
            return;
        };
        let desperate = manner == Countercharge::InDesperation;
        self.mark_reacted(unit);
        let Some(Onrush {
            charger,
            way,
            left,
            point,
        }) = self.now.onrush(unit)
        else {
            return;
        };
        let most = left + 60.0;
        let apart = self.now.sweep(charger, way, unit, most).unwrap_or(most);
        let (inches, dice) = self.charge_reach(unit, -way);
        let values = *self.now.army.unit(unit);
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let bonus = self.now.rules.charge_bonus(&values, rolled);
        let reach = self.now.rules.charge_reach(&values, inches, bonus);
        let meet = meeting_point(apart, left, reach.end);
        let charge = self.now.army.next_charge();
        self.tell(Fact::Countercharge {
            unit,
            charger,
            charge,
            dice,
            inches: reach.end,
            desperate,
            meet,
        });
        self.push(Step::Resolve { charge });
        if desperate {
            self.disorder(unit, Disorder::DesperateCharge);
        }
        let Some(meet) = meet else {
            self.miss_each_other((charger, way, left), (unit, reach.end), apart);
            return;
        };
        let gap = self
            .now
            .rules
            .fear_distance(self.now.field().scale, self.now.army.unit(charger));
        let back = apart - meet;
        // Whichever has less than half the gap to go leaves the rest to the other.
        let first = (meet - gap / 2.0).clamp(0.0, (apart - gap).max(0.0));
        let second = (apart - gap - first).max(0.0);
        self.rush_with_supports(charger, way, first);
        self.rush(unit, -way, second);
        if meet > point {
            let supports = self.now.charge_supports(charger);
            for id in [charger].into_iter().chain(supports) {
                self.disorder(id, Disorder::ChargeLength);
            }
        }
        if back > reach.disorder_point {
            self.disorder(unit, Disorder::ChargeLength);
        }
        self.push(Step::Clash(Clash {
            unit: charger,
            counter: unit,
            left: ((left - first).max(0.0), (reach.end - second).max(0.0)),
            before: (
                self.now.army.unit(charger).morale,
                self.now.army.unit(unit).morale,
            ),
        }));
        // The first to charge checks first.
        for (checks, by) in [(unit, charger), (charger, unit)] {
            self.push(Step::Check {
                unit: checks,
                check: 0,
                cause: Cause::Charge { by },
            });
        }
    }

    /// A charging unit straight on, and all who support it behind.
    fn rush_with_supports(&mut self, unit: UnitId, way: bevy::math::Vec2, inches: f32) {
        let supports = self.now.charge_supports(unit);
        self.rush(unit, way, inches);
        for other in supports {
            self.rush(other, way, inches);
        }
    }

    /// Straight on as far as there is room.
    pub(super) fn rush(&mut self, unit: UnitId, way: bevy::math::Vec2, inches: f32) {
        let steps = (inches / 0.25).ceil() as u32;
        let to = (1..=steps)
            .rev()
            .map(|step| {
                self.now
                    .onward(unit, way, inches * step as f32 / steps as f32)
            })
            .find(|&place| self.now.army.fits(self.now.field(), unit, place));
        if let Some(to) = to {
            let from = self.now.army.placement(unit);
            self.tell(Fact::Moved { unit, from, to });
        }
    }

    /// Neither charge carries far enough: both stop in disorder.
    fn miss_each_other(
        &mut self,
        first: (UnitId, bevy::math::Vec2, f32),
        second: (UnitId, f32),
        apart: f32,
    ) {
        let ((charger, way, left), (unit, reach)) = (first, second);
        self.rush_with_supports(charger, way, left.min(apart));
        self.rush(unit, -way, reach.min(apart - left));
        for id in [charger, unit] {
            let to = self.now.army.placement(id);
            self.tell(Fact::FellShort { unit: id, to });
        }
        self.end_charge(&[charger, unit]);
    }

    /// Both have taken their checks: whoever failed makes off, else they meet.
    ///
    /// Rules: `cavalry.fear_fail_disengages`.
    pub(in crate::battle) fn clash(&mut self, clash: Clash) {
        let Clash {
            unit,
            counter,
            left,
            before,
        } = clash;
        let failed = |battle: &Self, id: UnitId, before: Morale| {
            !battle.now.army.on_table(id) || battle.now.army.unit(id).morale > before
        };
        let lost = (
            failed(self, unit, before.0),
            failed(self, counter, before.1),
        );
        if !lost.0 && !lost.1 {
            let gone = self.close_in(unit, counter);
            self.push(Step::EndCharge {
                units: vec![unit, counter],
            });
            self.push(Step::Impact(Meeting {
                unit,
                target: counter,
                left: (left.0 - gone).max(0.0),
                counter_left: (left.1 - gone).max(0.0),
            }));
            return;
        }
        let follow = match lost {
            (false, true) => Some((unit, counter, left.0)),
            (true, false) => Some((counter, unit, left.1)),
            _ => None,
        };
        for id in [unit, counter] {
            if self.now.army.on_table(id) && self.now.army.unit(id).charging {
                self.tell(Fact::ChargeEnded { unit: id });
            }
        }
        self.push(Step::EndCharge {
            units: vec![unit, counter],
        });
        if let Some((victor, fled, inches)) = follow {
            self.push(Step::Follow(Follow {
                unit: victor,
                enemy: fled,
                inches,
                after: After::Turned,
            }));
        }
        for (id, lost) in [(unit, lost.0), (counter, lost.1)] {
            let runs = lost
                && self.now.army.on_table(id)
                && self.now.army.unit(id).morale != Morale::Routed;
            if runs {
                self.disengage(id);
            }
        }
    }

    /// The last stretch of both, half for each, until they touch; answers with its length.
    fn close_in(&mut self, unit: UnitId, counter: UnitId) -> f32 {
        let apart = |battle: &Self| {
            let here = battle.now.army.footprint(unit);
            here.nearest(battle.now.army.footprint(counter))
        };
        let (from, to) = apart(self);
        let half = from.distance(to) / 2.0;
        self.rush_with_supports(unit, (to - from).normalize_or_zero(), half);
        let (from, to) = apart(self);
        self.rush(counter, (from - to).normalize_or_zero(), from.distance(to));
        half
    }
}
