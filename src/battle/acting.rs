//! The active unit or group: asked for an order, and carrying it out.

use super::Battle;
use super::decision::{Decision, Deed, Order};
use super::fact::Cause;
use super::step::{Active, Step, Trigger};
use crate::army::{Record, UnitId};
use crate::rules::Morale;
use crate::rules::formation::ChangeCost;

impl Battle {
    /// The unit or group goes on as long as it can and has actions.
    ///
    /// Rules: `turn.group_declare`, `turn.group_closes_up`.
    pub(super) fn ask_action(&mut self, mut active: Active) {
        self.muster_group(&mut active);
        if active.units.is_empty() || self.actions_left(&active.units) == 0 {
            return;
        }
        for &unit in &active.units {
            self.army.get_mut::<Record>(unit).disengaging = false;
        }
        let actions = self.actions_left(&active.units);
        let (orders, may_move) = self.orders(&active);
        let idle = !may_move && orders == [Order::Hold];
        if active.is_group() && idle {
            // Nothing of what was declared can be done: the action is lost.
            self.finish_deed(&mut active, 1);
            self.push(Step::Act(active));
            return;
        }
        self.decision = Some(Decision::Act {
            side: self.army.side(active.units[0]),
            units: active.units.clone(),
            actions,
            orders,
            may_move,
        });
        self.push(Step::Act(active));
    }

    /// Whoever was broken or is gone acts no more.
    fn muster_group(&mut self, active: &mut Active) {
        let mending = active
            .plan
            .iter()
            .any(|deed| matches!(deed, Deed::Rally | Deed::Disengage));
        let group = active.is_group();
        let able = |battle: &Self, id: UnitId| {
            battle.army.on_table(id)
                && match battle.army.unit(id).morale {
                    Morale::Routed => false,
                    Morale::Shaken => !group || mending,
                    _ => true,
                }
        };
        let (kept, out): (Vec<_>, Vec<_>) =
            active.units.iter().copied().partition(|&id| able(self, id));
        for id in out {
            self.army.get_mut::<Record>(id).actions = 0;
            active.to_fire.retain(|&other| other != id);
        }
        active.units = kept;
    }

    /// A group has done what it declared for an action.
    fn finish_deed(&mut self, active: &mut Active, actions: u32) {
        for &unit in &active.units {
            self.spend(unit, actions);
        }
        active.to_fire.clear();
        let done = (actions as usize).min(active.plan.len());
        active.plan.drain(..done);
    }

    /// Carries out an order that was checked.
    pub(super) fn carry_out(&mut self, mut active: Active, order: Order) {
        let units = active.units.clone();
        match order {
            Order::Fire {
                units: firers,
                target,
                kind,
            } => {
                active.to_fire = active.ready().to_vec();
                active.to_fire.retain(|unit| !firers.contains(unit));
                if active.to_fire.is_empty() {
                    let cost = self.fire_cost(&units, kind);
                    self.finish_deed(&mut active, cost);
                }
                self.push(Step::Act(active));
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
                self.finish_deed(&mut active, self.move_cost(&units));
                self.push(Step::Act(active));
                self.order_move(&units, form, form_last, &legs);
            }
            Order::Charge {
                lead,
                assaults,
                halt,
            } => {
                self.finish_deed(&mut active, self.move_cost(&units));
                self.push(Step::Act(active));
                self.order_charge(&units, lead, &assaults, halt);
            }
            Order::Merge { with } => {
                self.finish_deed(&mut active, 1);
                let unit = self.merge(units[0], with);
                active.units = vec![unit];
                self.push(Step::Act(active));
                self.push(Step::Window {
                    triggers: vec![unit],
                    kind: Trigger::Near,
                });
            }
            Order::AttachTo { host } => {
                let host = self.attach_to(units[0], host);
                active.units = vec![host];
                self.push(Step::Act(active));
                self.push(Step::Window {
                    triggers: vec![host],
                    kind: Trigger::Near,
                });
            }
            Order::Hold => {
                let actions = if active.is_group() { 1 } else { 2 };
                self.finish_deed(&mut active, actions);
                self.push(Step::Act(active));
            }
            order => {
                let actions = self.actions_for(&units, &order);
                self.finish_deed(&mut active, actions);
                self.push(Step::Act(active));
                for &unit in units.iter().rev() {
                    self.do_alone(unit, &order);
                }
            }
        }
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

    /// What every unit of a group does for itself.
    fn do_alone(&mut self, unit: UnitId, order: &Order) {
        let kind = match order {
            Order::Disengage | Order::Prolonge { .. } => Trigger::Inch,
            _ => Trigger::Near,
        };
        self.push(Step::Window {
            triggers: vec![unit],
            kind,
        });
        match order {
            Order::Form(formation) => self.form(unit, *formation),
            Order::Reform => self.reform(unit),
            Order::Rally if self.army.unit(unit).morale == Morale::Shaken => {
                self.push(Step::Check {
                    unit,
                    check: 0,
                    cause: Cause::Rally,
                });
            }
            Order::Disengage => {
                self.army.get_mut::<Record>(unit).disengaging = true;
                self.disengage(unit);
            }
            Order::Prolonge { target } => self.prolonge(unit, *target),
            Order::TakeHorse { from } => self.take_horse(unit, *from),
            _ => {}
        }
    }
}
