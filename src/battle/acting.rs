//! The active unit or group: asked for an order, and carrying it out.

use super::decision::{Decision, Order};
use super::step::{Step, Trigger};
use super::{Battle, Situation};
use crate::army::{Active, Cause, Deed, Fact, UnitId};
use crate::rules::Morale;
use crate::rules::formation::ChangeCost;

impl Situation {
    /// What the active unit or group is asked.
    pub(super) fn ask_order(&self) -> Option<Decision> {
        let active = self.army.active()?;
        let &first = active.units.first()?;
        let (orders, may_move) = self.orders(active);
        Some(Decision::Act {
            side: self.army.side(first),
            units: active.units.clone(),
            actions: self.actions_left(&active.units),
            orders,
            may_move,
        })
    }

    /// Whoever was broken or is gone acts no more.
    fn fallen_out(&self, active: &Active) -> Vec<UnitId> {
        let mending = active
            .plan
            .iter()
            .any(|deed| matches!(deed, Deed::Rally | Deed::Disengage));
        let able = |id: UnitId| {
            self.army.is_out(id)
                && match self.army.unit(id).morale {
                    Morale::Routed => false,
                    Morale::Shaken => !active.group || mending,
                    _ => true,
                }
        };
        let units = active.units.iter().copied();
        units.filter(|&id| !able(id)).collect()
    }

    fn actions_for(&self, units: &[UnitId], order: &Order) -> u32 {
        match order {
            Order::Form(formation) => units
                .iter()
                .map(|&unit| match self.change_cost(unit, *formation) {
                    ChangeCost::Actions(actions) => actions,
                    _ => 1,
                })
                .max()
                .unwrap_or(1),
            _ => 1,
        }
    }
}

impl Battle {
    /// The unit or group goes on as long as it can and has actions.
    ///
    /// Rules: `turn.group_declare`, `turn.group_closes_up`.
    pub(super) fn act(&mut self) {
        let Some(active) = self.now.army.active() else {
            return;
        };
        for unit in self.now.fallen_out(active) {
            self.tell(Fact::FellOut { unit });
        }
        self.stop_running();
        let Some(active) = self.now.army.active() else {
            return;
        };
        if self.now.actions_left(&active.units) == 0 {
            return;
        }
        self.push(Step::Act);
        let Some(active) = self.now.army.active() else {
            return;
        };
        if active.group && !active.plan.is_empty() {
            let (orders, may_move) = self.now.orders(active);
            if !may_move && orders == [Order::Hold] {
                // Nothing of what was declared can be done: the action is lost.
                let actions = if active.takes_both { 2 } else { 1 };
                self.tell(Fact::Spent { actions });
                return;
            }
        }
        self.push(Step::Order);
    }

    /// Whoever has disengaged stands again.
    fn stop_running(&mut self) {
        let Some(active) = self.now.army.active() else {
            return;
        };
        for unit in active.units.clone() {
            if self.now.army.record(unit).disengaging {
                self.tell(Fact::Stopped { unit });
            }
        }
    }

    pub(super) fn end_activation(&mut self) {
        self.stop_running();
        self.tell(Fact::ActivationOver);
        self.judge_at_once();
    }

    /// Carries out an order that was checked.
    pub(super) fn carry_out(&mut self, order: Order) {
        let Some(active) = self.now.army.active().cloned() else {
            return;
        };
        let units = active.units.clone();
        let first = units.first().copied();
        let come_in = first.map(|unit| (unit, self.now.army.record(unit).entering));
        match order {
            Order::Fire {
                units: firers,
                target,
                kind,
            } => {
                let mut left = active.ready().to_vec();
                left.retain(|unit| !firers.contains(unit));
                if left.is_empty() {
                    let actions = self.now.fire_cost(&units, kind);
                    self.tell(Fact::Spent { actions });
                } else {
                    let takes_both = self.now.fire_cost(&firers, kind) > 1;
                    self.tell(Fact::StillToFire {
                        units: left,
                        takes_both,
                    });
                }
                self.push(Step::Window {
                    triggers: firers.clone(),
                    kind: Trigger::Fire,
                });
                self.push(Step::Fire {
                    firers,
                    target,
                    kind,
                    reaction: false,
                });
            }
            Order::Move {
                form,
                form_last,
                legs,
            } => {
                let actions = self.now.move_cost(&units);
                self.tell(Fact::Spent { actions });
                self.order_move(&units, form, form_last, &legs);
                if let Some((unit, inches)) = come_in {
                    self.show_entering(unit, inches);
                }
            }
            Order::Charge {
                lead,
                assaults,
                halt,
            } => {
                let actions = self.now.move_cost(&units);
                self.tell(Fact::Spent { actions });
                self.order_charge(&units, lead, &assaults, halt);
            }
            Order::Merge { with } => {
                self.tell(Fact::Spent { actions: 1 });
                let unit = self.merge(units[0], with);
                self.push(Step::Window {
                    triggers: vec![unit],
                    kind: Trigger::Near,
                });
            }
            Order::AttachTo { host } => {
                let host = self.attach_to(units[0], host);
                self.push(Step::Window {
                    triggers: vec![host],
                    kind: Trigger::Near,
                });
            }
            // It costs nothing: they go on in sight of everybody.
            Order::Show => self.show_before_firing(&units),
            Order::Hold => {
                let both = !active.group || active.takes_both;
                self.tell(Fact::Held {
                    side: self.now.army.clock().active,
                    units: units.clone(),
                    triggers: Vec::new(),
                });
                let left = self.now.actions_left(&units);
                self.tell(Fact::Spent {
                    actions: if both { left } else { 1 },
                });
                if let Some((unit, inches)) = come_in {
                    self.show_entering(unit, inches);
                }
            }
            Order::Work(task) => self.work(units[0], task),
            Order::Pivot { degrees } => {
                self.push(Step::Window {
                    triggers: units.clone(),
                    kind: Trigger::Near,
                });
                self.pivot(units[0], degrees);
            }
            Order::Disengage => {
                self.tell(Fact::Spent { actions: 1 });
                self.order_disengage(&units);
            }
            Order::Withdraw => {
                let left = self.now.actions_left(&units);
                self.tell(Fact::Spent { actions: left });
                units.into_iter().for_each(|unit| self.leave(unit));
            }
            Order::Prolonge { target } => {
                let actions = self.now.actions_for(&units, &order);
                self.tell(Fact::Spent { actions });
                for &unit in units.iter().rev() {
                    self.prolonge(unit, target, false);
                }
            }
            order => {
                let actions = self.now.actions_for(&units, &order);
                self.tell(Fact::Spent { actions });
                // A group has done something when all of it have.
                self.push(Step::Window {
                    triggers: units.clone(),
                    kind: Trigger::Near,
                });
                for &unit in units.iter().rev() {
                    self.do_alone(unit, &order);
                }
            }
        }
    }

    /// What every unit of a group does for itself.
    fn do_alone(&mut self, unit: UnitId, order: &Order) {
        match order {
            Order::Form(formation) => self.form(unit, *formation),
            Order::Reform => self.reform(unit),
            Order::Rally if self.now.army.unit(unit).morale == Morale::Shaken => {
                self.push(Step::Check {
                    unit,
                    check: 0,
                    cause: Cause::Rally,
                });
            }
            Order::TakeHorse { from } => self.take_horse(unit, *from),
            _ => {}
        }
    }
}
