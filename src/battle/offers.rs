//! What an active unit may do, and whether an answer is allowed.

use super::Battle;
use super::decision::{Answer, Decision, Formation, Order};
use crate::army::{Record, UnitId};
use crate::rule;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::formation::ChangeCost;
use crate::rules::{CavalryFormation, InfantryFormation, Morale, Named, Troops};

/// An answer that does not belong to the decision.
const WRONG_ANSWER: Refusal = Refusal::new(
    "that is not what is asked for now",
    rule!("turn.action_list"),
);

impl Battle {
    /// Everything a unit may do with its next action beside moving, and whether it may move.
    ///
    /// Rules: `turn.action_list`, `turn.repeat_allowed`, `turn.one_charge`.
    pub(super) fn orders(&self, id: UnitId) -> (Vec<Order>, bool) {
        let unit = self.army.unit(id);
        let record = self.army.get::<Record>(id);
        let mut orders = vec![Order::Hold];
        match unit.morale {
            Morale::Disorder => orders.push(Order::Reform),
            Morale::Shaken => orders.push(Order::Rally),
            Morale::GoodOrder | Morale::Routed => {}
        }
        let fires = if unit.is_heavy_artillery() {
            self.rules.movement.siege_fire_actions
        } else {
            1
        };
        if record.actions >= fires {
            for target in self.fire_targets(id) {
                orders.push(Order::Fire {
                    target,
                    kind: FireKind::Normal,
                });
                let deliberate = record.actions == 2
                    && self.fire_terms(&[id], target, FireKind::Deliberate).is_ok();
                if deliberate {
                    orders.push(Order::Fire {
                        target,
                        kind: FireKind::Deliberate,
                    });
                }
            }
        }
        let moves = self.rules.move_actions(record.in_command);
        if !record.charged && record.actions >= moves {
            orders.extend(
                self.charge_targets(id)
                    .into_iter()
                    .map(|target| Order::Charge { target }),
            );
        }
        orders.extend(self.formations(id).into_iter().map(Order::Form));
        if self.nearest_enemy(id).is_some() {
            orders.push(Order::Disengage);
        }
        (orders, record.actions >= moves)
    }

    /// Formations a unit may take up where it stands.
    pub(super) fn formations(&self, id: UnitId) -> Vec<Formation> {
        let unit = self.army.unit(id);
        let wanted: Vec<Formation> = match unit.troops {
            Troops::Infantry { formation, .. } => InfantryFormation::ALL
                .iter()
                .filter(|&&other| other != formation)
                .map(|&other| Formation::Infantry(other))
                .collect(),
            Troops::Cavalry {
                formation, mounted, ..
            } => CavalryFormation::ALL
                .iter()
                .filter(|&&other| other != formation && self.rules.may_form(unit, other))
                .map(|&other| Formation::Cavalry(other))
                .chain([Formation::Mounted(!mounted)])
                .collect(),
            Troops::Artillery { limbered, .. } => vec![Formation::Limbered(!limbered)],
        };
        wanted
            .into_iter()
            .filter(|&formation| self.can_form(id, formation))
            .collect()
    }

    /// Whether there is room for the formation and the unit is able to take it up.
    fn can_form(&self, id: UnitId, formation: Formation) -> bool {
        if self.change_cost(id, formation) == ChangeCost::Never {
            return false;
        }
        let mut footprint = self.army.footprint(id);
        let identity = self.army.get::<crate::army::Identity>(id);
        let formed = formed(self.army.unit(id), formation);
        footprint = footprint
            .placement
            .footprint(self.field().scale, &formed, identity.muster);
        footprint.on_table(self.field())
            && self
                .army
                .present()
                .filter(|&other| other != id)
                .all(|other| !footprint.overlaps(&self.army.footprint(other)))
    }

    /// What a change of formation costs.
    pub(super) fn change_cost(&self, id: UnitId, formation: Formation) -> ChangeCost {
        let unit = self.army.unit(id);
        match (formation, unit.troops) {
            (
                Formation::Infantry(to),
                Troops::Infantry {
                    formation: from, ..
                },
            ) => {
                let square = to == InfantryFormation::Square || from == InfantryFormation::Square;
                self.rules.formation_change(unit.quality, square)
            }
            (Formation::Cavalry(_), Troops::Cavalry { .. }) => {
                self.rules.formation_change(unit.quality, false)
            }
            (Formation::Mounted(_), Troops::Cavalry { .. }) => self.rules.mounting(unit.quality),
            (Formation::Limbered(_), Troops::Artillery { gun: Some(gun), .. }) => {
                match self.rules.limbering(unit.quality, gun) {
                    ChangeCost::Actions(actions)
                        if self.army.get::<Record>(id).actions < actions =>
                    {
                        ChangeCost::Never
                    }
                    cost => cost,
                }
            }
            _ => ChangeCost::Never,
        }
    }

    /// Whether an answer is allowed now.
    pub fn check(&self, answer: &Answer) -> Result<(), Refusal> {
        let Some(decision) = &self.decision else {
            return Err(Refusal::new("the battle is over", rule!("turn.two_halves")));
        };
        let offered = match (decision, answer) {
            (Decision::Leader { .. }, Answer::Stay) => true,
            (Decision::Leader { units, .. }, Answer::Attach(unit)) => units.contains(unit),
            (Decision::Activate { .. }, Answer::EndTurn) => true,
            (Decision::Activate { units, .. }, Answer::Activate(unit)) => units.contains(unit),
            (Decision::Act { unit, may_move, .. }, Answer::Order(Order::Move { form, legs })) => {
                if !may_move {
                    return Err(Refusal::new(
                        "out of command a move takes both actions",
                        rule!("leader.out_of_command"),
                    ));
                }
                return self.check_move(*unit, *form, legs).map(|_| ());
            }
            (Decision::Act { orders, .. }, Answer::Order(order)) => orders.contains(order),
            (Decision::React { .. }, Answer::Decline) => true,
            (Decision::React { reactions, .. }, Answer::React(reaction)) => {
                reactions.contains(reaction)
            }
            _ => false,
        };
        if offered { Ok(()) } else { Err(WRONG_ANSWER) }
    }

    /// Carries out an order that was checked.
    pub(super) fn carry_out(&mut self, unit: UnitId, order: Order) {
        self.push(super::step::Step::Act { unit });
        match order {
            Order::Move { form, legs } => self.order_move(unit, form, &legs),
            Order::Fire { target, kind } => {
                let heavy = self.army.unit(unit).is_heavy_artillery();
                let actions = if kind == FireKind::Deliberate || heavy {
                    2
                } else {
                    1
                };
                self.spend(unit, actions);
                self.push(super::step::Step::Window {
                    trigger: unit,
                    kind: super::step::Trigger::Fire,
                });
                self.push(super::step::Step::Fire {
                    firers: vec![unit],
                    target,
                    kind,
                    reaction: false,
                });
            }
            Order::Charge { target } => self.order_charge(unit, target),
            Order::Form(formation) => {
                let actions = match self.change_cost(unit, formation) {
                    ChangeCost::Actions(actions) => actions,
                    _ => 1,
                };
                self.spend(unit, actions);
                self.push(super::step::Step::Window {
                    trigger: unit,
                    kind: super::step::Trigger::Near,
                });
                self.form(unit, formation);
            }
            Order::Reform => {
                self.spend(unit, 1);
                self.push(super::step::Step::Window {
                    trigger: unit,
                    kind: super::step::Trigger::Near,
                });
                self.reform(unit);
            }
            Order::Rally => {
                self.spend(unit, 1);
                self.push(super::step::Step::Window {
                    trigger: unit,
                    kind: super::step::Trigger::Near,
                });
                self.push(super::step::Step::Check {
                    unit,
                    check: 0,
                    cause: super::Cause::Rally,
                });
            }
            Order::Disengage => {
                self.spend(unit, 1);
                self.push(super::step::Step::Window {
                    trigger: unit,
                    kind: super::step::Trigger::Inch,
                });
                self.disengage(unit);
            }
            Order::Hold => self.spend(unit, 2),
        }
    }

    pub(super) fn spend(&mut self, unit: UnitId, actions: u32) {
        let mut record = self.army.get_mut::<Record>(unit);
        record.actions = record.actions.saturating_sub(actions);
    }
}

/// A unit in another formation.
pub(super) fn formed(unit: &crate::rules::Unit, to: Formation) -> crate::rules::Unit {
    let mut unit = *unit;
    match (&mut unit.troops, to) {
        (Troops::Infantry { formation, .. }, Formation::Infantry(to)) => *formation = to,
        (Troops::Cavalry { formation, .. }, Formation::Cavalry(to)) => *formation = to,
        (Troops::Cavalry { mounted, .. }, Formation::Mounted(to)) => *mounted = to,
        (Troops::Artillery { limbered, .. }, Formation::Limbered(to)) => *limbered = to,
        _ => {}
    }
    unit
}
