//! Two charges that meet.

use bevy::math::Vec2;

use super::TOUCH;
use crate::army::{Fact, UnitId};
use crate::battle::step::{After, Clash, Follow, Meeting, Rush, Step, Trigger};
use crate::battle::{Battle, Situation};
use crate::field::{Facing, Placement};
use crate::rules::charge::{Countercharge, meeting_point};
use crate::rules::movement::within_frontal_arc;
use crate::rules::{Disorder, Morale};

/// The charge that a unit charges back at.
struct Onrush {
    charger: UnitId,
    way: Vec2,
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
        let back = self.countercharge_way(unit, charger);
        let apart = self.gap(unit, charger);
        if self.dry_inches(unit, back, apart) < apart {
            return None;
        }
        self.rules
            .countercharge(self.army.unit(unit), self.army.unit(charger), reacted)
    }

    /// The direction in which a unit charges back: straight at the charger.
    pub(super) fn countercharge_way(&self, unit: UnitId, charger: UnitId) -> Vec2 {
        let here = self.army.footprint(unit);
        let (from, to) = here.nearest(self.army.footprint(charger));
        (to - from).normalize_or(here.placement.facing.ahead())
    }

    /// Whether a direction leads out of a unit's frontal arc.
    pub(in crate::battle) fn is_outside_arc(&self, unit: UnitId, way: Vec2) -> bool {
        let facing = self.army.placement(unit).facing;
        !within_frontal_arc(facing.off(Facing::towards(Vec2::ZERO, way)))
    }

    /// What keeps one of two who charge each other in disorder where they meet, so many inches
    /// before its disorder point.
    ///
    /// Rules: `charge.outside_arc`, `charge.order_at_contact`, `cavalry.desperation_countercharge`.
    fn disordered_at(&self, unit: UnitId, way: Vec2, point: f32) -> Option<Disorder> {
        if self.army.record(unit).desperate && !self.army.unit(unit).charging {
            Some(Disorder::DesperateCharge)
        } else if self.is_outside_arc(unit, way) {
            Some(Disorder::ChargingOutsideArc)
        } else {
            (point < -1e-3).then_some(Disorder::ChargeLength)
        }
    }

    /// Whether a unit that charges back is still able to.
    fn can_charge_back(&self, unit: UnitId) -> bool {
        let steady = !matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        self.army.on_table(unit) && self.is_countercharging(unit) && steady
    }

    /// Friends outside a unit's own charge whose ground it crosses.
    fn strangers_passed(&self, unit: UnitId, from: Placement, to: Placement) -> Vec<UnitId> {
        let charge = self.army.charges().find(|charge| charge.has(unit));
        let friends = self.friends_between(unit, from, to).into_iter();
        friends
            .filter(|&friend| !charge.is_some_and(|charge| charge.has(friend)))
            .collect()
    }
}

impl Battle {
    /// A charged unit charges back, straight at the charger: both go for the middle of the ground
    /// they can both reach. Out of its own arc it does so in disorder.
    ///
    /// Rules: `charge.countercharge_overlap`, `charge.outside_arc`.
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
        let back = self.now.countercharge_way(unit, charger);
        let (inches, dice) = self.charge_reach(unit, back);
        let values = *self.now.army.unit(unit);
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let bonus = self.now.rules.charge_bonus(&values, rolled);
        let reach = self.now.rules.charge_reach(&values, inches, bonus);
        let meet = meeting_point(apart, left, reach.end);
        let outside = self.now.is_outside_arc(unit, back);
        let charge = self.now.army.next_charge();
        self.tell(Fact::Countercharge {
            unit,
            charger,
            charge,
            way: back,
            dice,
            inches: reach.end,
            desperate,
            meet,
        });
        self.push(Step::Resolve { charge });
        if desperate {
            self.disorder(unit, Disorder::DesperateCharge);
        } else if outside {
            self.disorder(unit, Disorder::ChargingOutsideArc);
        }
        let to_go = match meet {
            Some(meet) => {
                let scale = self.now.field().scale;
                let gap = self
                    .now
                    .rules
                    .fear_distance(scale, self.now.army.unit(charger));
                // Whichever has less than half the gap to go leaves the rest to the other.
                let first = (meet - gap / 2.0).clamp(0.0, (apart - gap).max(0.0));
                (first, (apart - gap - first).max(0.0))
            }
            None => (left.min(apart), reach.end.min(apart - left)),
        };
        // Where they meet decides who is in disorder, before both check for the other.
        let (here, there) = meet.map_or(to_go, |meet| (meet, apart - meet));
        let past = |at: f32, point: f32, to_go: f32| {
            if at > point {
                point.min(to_go - 0.01)
            } else {
                at + 1.0
            }
        };
        self.push(Step::Rush(Rush {
            unit: charger,
            counter: unit,
            ways: (way, back),
            to_go,
            strides: (to_go.0 - 1e-3).ceil().max(1.0) as u32,
            behind: 0.0,
            left: (left, reach.end),
            points: (
                past(here, point, to_go.0),
                past(there, reach.disorder_point, to_go.1),
            ),
            meets: meet.is_some(),
        }));
    }

    /// Another inch of two charges that run at each other, and a chance for everybody else to
    /// react to it.
    ///
    /// Rules: `charge.reaction_fire`, `react.trigger_inch`, `cavalry.both_check`.
    pub(in crate::battle) fn rush_on(&mut self, mut rush: Rush) {
        let Rush { unit, counter, .. } = rush;
        let broken = (
            !self.now.can_charge_on(unit),
            !self.now.can_charge_back(counter),
        );
        if broken.0 || broken.1 {
            self.break_off((unit, counter), broken, rush.left, false);
            return;
        }
        if rush.strides == 0 {
            self.close_with(rush);
            return;
        }
        let stride = rush.to_go.0.min(1.0 + rush.behind);
        // Both at their own pace, so that they come up together.
        let last = rush.strides == 1 || rush.to_go.0 < 1e-3;
        let back = if last {
            rush.to_go.1
        } else {
            rush.to_go.1 * stride / rush.to_go.0
        };
        let gone = (
            self.rush_with_companions(unit, rush.ways.0, stride),
            self.rush(counter, rush.ways.1, back),
        );
        rush.behind = stride - gone.0;
        rush.strides -= 1;
        let less = |from: (f32, f32)| (from.0 - gone.0, from.1 - gone.1);
        (rush.to_go, rush.left, rush.points) =
            (less(rush.to_go), less(rush.left), less(rush.points));
        if rush.points.0 < -1e-3 {
            let companions = self.now.charge_companions(unit);
            for id in [unit].into_iter().chain(companions) {
                self.disorder(id, Disorder::ChargeLength);
            }
        }
        if rush.points.1 < -1e-3 {
            self.disorder(counter, Disorder::ChargeLength);
        }
        let triggers = [unit].into_iter().chain(self.now.charge_companions(unit));
        let triggers: Vec<_> = triggers.collect();
        self.push(Step::Rush(rush));
        if stride > 1.0 - 1e-3 {
            self.push(Step::Window {
                triggers,
                kind: Trigger::Inch,
            });
        }
    }

    /// Both have come as close as they check, or as far as they carry.
    fn close_with(&mut self, rush: Rush) {
        let Rush { unit, counter, .. } = rush;
        if !rush.meets {
            for id in [unit, counter] {
                let to = self.now.army.placement(id);
                self.tell(Fact::FellShort { unit: id, to });
            }
            self.end_charge(&[unit, counter]);
            return;
        }
        // Where one of them found no room, the other has come so much nearer.
        let values = self.now.army.unit(unit);
        let near = self.now.rules.fear_distance(self.now.field().scale, values);
        let more = self.now.gap(unit, counter) - near;
        let mut left = rush.left;
        if more > TOUCH {
            left.0 -= self.rush_with_companions(unit, rush.ways.0, more);
        }
        self.push(Step::Clash(Clash {
            unit,
            counter,
            left: (left.0.max(0.0), left.1.max(0.0)),
            before: (
                self.now.army.unit(unit).morale,
                self.now.army.unit(counter).morale,
            ),
            ragged: (
                self.now.disordered_at(unit, rush.ways.0, rush.points.0),
                self.now.disordered_at(counter, rush.ways.1, rush.points.1),
            ),
        }));
        // The first to charge checks first.
        self.check_both(unit, counter);
    }

    /// A charging unit straight on, and all who go along with it behind; answers with its inches.
    fn rush_with_companions(&mut self, unit: UnitId, way: Vec2, inches: f32) -> f32 {
        let companions = self.now.charge_companions(unit);
        let gone = self.rush(unit, way, inches);
        for other in companions {
            self.rush(other, way, inches);
        }
        gone
    }

    /// Straight on as far as there is room; answers with the inches. Ground and friends on the way
    /// disorder as they do in every charge.
    ///
    /// Rules: `charge.through_formed`.
    pub(super) fn rush(&mut self, unit: UnitId, way: Vec2, inches: f32) -> f32 {
        let inches = self.now.dry_inches(unit, way, inches);
        let steps = (inches / 0.25).ceil() as u32;
        let place = (1..=steps)
            .rev()
            .map(|step| inches * step as f32 / steps as f32)
            .map(|inches| (self.now.onward(unit, way, inches), inches))
            .find(|(place, _)| self.now.army.fits(self.now.field(), unit, *place));
        let Some((to, inches)) = place else {
            return 0.0;
        };
        let from = self.now.army.placement(unit);
        let friends = self.now.strangers_passed(unit, from, to);
        if let Some(by) = self.now.charge_disordered_by(unit, from, way, inches) {
            self.disorder(unit, by);
        }
        self.tell(Fact::Moved { unit, from, to });
        for friend in friends {
            if !self.now.army.unit(friend).is_skirmishing() {
                self.test_interpenetration(unit);
                self.test_interpenetration(friend);
            }
        }
        inches
    }

    /// Both have taken their checks: whoever failed gives way, else they meet.
    pub(in crate::battle) fn clash(&mut self, clash: Clash) {
        let Clash {
            unit,
            counter,
            left,
            before,
            ragged,
        } = clash;
        let failed = |battle: &Self, id: UnitId, before: Morale| {
            !battle.now.army.on_table(id) || battle.now.army.unit(id).morale > before
        };
        let lost = (
            failed(self, unit, before.0),
            failed(self, counter, before.1),
        );
        if !lost.0 && !lost.1 {
            for (id, by) in [(unit, ragged.0), (counter, ragged.1)] {
                if let Some(by) = by {
                    self.disorder(id, by);
                }
            }
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
        self.break_off((unit, counter), lost, left, true);
    }

    /// One of two charges, or both, will not meet the other: whoever still can may follow. Horsemen
    /// run besides from a check for the other's charge; men on foot only give way.
    ///
    /// Rules: `cavalry.fear_fail_disengages`.
    fn break_off(
        &mut self,
        (unit, counter): (UnitId, UnitId),
        lost: (bool, bool),
        left: (f32, f32),
        runs: bool,
    ) {
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
                stood: None,
            }));
        }
        for (id, lost) in [(unit, lost.0), (counter, lost.1)] {
            let runs = runs
                && lost
                && self.now.army.on_table(id)
                && self.now.army.unit(id).is_mounted()
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
        self.rush_with_companions(unit, (to - from).normalize_or_zero(), half);
        let (from, to) = apart(self);
        self.rush(counter, (from - to).normalize_or_zero(), from.distance(to));
        // Where friends leave one of them no room, the other comes up to him.
        let (from, to) = apart(self);
        let rest = from.distance(to);
        if rest > TOUCH {
            self.rush_with_companions(unit, (to - from).normalize_or_zero(), rest - TOUCH / 2.0);
        }
        half
    }
}
