//! Groups: neighbours of one arm in one formation that act or react as one.

use super::step::Step;
use super::{Battle, Situation};
use crate::army::{Deed, Fact, UnitId};
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::{Morale, Side, Troops};

impl Situation {
    /// Whether two units could be of one group: the same arm in the same formation.
    pub(super) fn alike(&self, one: UnitId, other: UnitId) -> bool {
        match (self.army.unit(one).troops, self.army.unit(other).troops) {
            (
                Troops::Infantry { formation: one, .. },
                Troops::Infantry {
                    formation: other, ..
                },
            ) => one == other,
            (
                Troops::Cavalry {
                    formation: one,
                    mounted,
                    ..
                },
                Troops::Cavalry {
                    formation: other,
                    mounted: too,
                    ..
                },
            ) => one == other && mounted == too,
            (
                Troops::Artillery { limbered: one, .. },
                Troops::Artillery {
                    limbered: other, ..
                },
            ) => one == other,
            _ => false,
        }
    }

    /// Chains of neighbours among some units that could act or react as one, of two or more.
    ///
    /// Rules: `turn.group_designate`, `react.group`.
    pub(super) fn chains(&self, among: &[UnitId]) -> Vec<Vec<UnitId>> {
        let mut left: Vec<UnitId> = among
            .iter()
            .copied()
            .filter(|&id| self.is_chained(id) && self.army.unit(id).morale != Morale::Routed)
            .collect();
        let mut chains = Vec::new();
        while let Some(first) = left.pop() {
            let mut chain = vec![first];
            let mut at = 0;
            while at < chain.len() {
                let one = chain[at];
                let (near, far): (Vec<_>, Vec<_>) = left
                    .into_iter()
                    .partition(|&other| self.alike(one, other) && self.are_neighbours(one, other));
                chain.extend(near);
                left = far;
                at += 1;
            }
            if chain.len() > 1 {
                chain.sort_unstable();
                chains.push(chain);
            }
        }
        chains
    }

    /// Whether a unit may be of a chain: on the table, or hidden before the pickets are laid. After
    /// that those behind one picket are a group by themselves.
    fn is_chained(&self, id: UnitId) -> bool {
        self.army.on_table(id) || self.army.is_hidden(id) && self.army.picket_of(id).is_none()
    }

    /// Whether two units stand close enough to support each other.
    pub(super) fn are_neighbours(&self, one: UnitId, other: UnitId) -> bool {
        let (here, there) = (self.army.placement(one).at, self.army.placement(other).at);
        here.distance(there) < 12.0 && self.adjacent(one, other)
    }

    /// Those of some units that are linked with the first of them, neighbour by neighbour; itself
    /// first.
    pub fn linked(&self, units: &[UnitId]) -> Vec<UnitId> {
        let Some(&first) = units.first() else {
            return Vec::new();
        };
        let chains = self.chains(units);
        let chain = chains.into_iter().find(|chain| chain.contains(&first));
        let mut linked = vec![first];
        linked.extend(chain.into_iter().flatten().filter(|&unit| unit != first));
        linked
    }

    /// Whether some units are one chain of neighbours by themselves.
    pub(super) fn is_chain(&self, units: &[UnitId]) -> bool {
        let unique = (1..units.len()).all(|at| !units[..at].contains(&units[at]));
        unique
            && match self.chains(units).as_slice() {
                [chain] => chain.len() == units.len(),
                _ => false,
            }
    }

    /// Why a unit cannot be of one group with some others; nothing if it could.
    ///
    /// Rules: `turn.group_designate`, `turn.two_actions`.
    pub fn why_not_in_group(&self, group: &[UnitId], unit: UnitId) -> Option<Refusal> {
        let values = self.army.unit(unit);
        if values.morale == Morale::Routed {
            return Some(Refusal::new("routed", rule!("turn.two_actions")));
        }
        let arm = |unit: UnitId| std::mem::discriminant(&self.army.unit(unit).troops);
        let others = || group.iter().copied().filter(|&other| other != unit);
        let why = if !self.army.on_table(unit) {
            "not on the table"
        } else if self.army.record(unit).activated {
            "acted already"
        } else if !others().any(|other| arm(other) == arm(unit)) {
            "of another arm"
        } else if !others().any(|other| self.alike(unit, other)) {
            "in another formation"
        } else if !others().any(|other| self.alike(unit, other) && self.are_neighbours(unit, other))
        {
            "next to nobody of the group"
        } else {
            return None;
        };
        Some(Refusal::new(why, rule!("turn.group_designate")))
    }

    /// Whether a group may be declared so.
    ///
    /// Rules: `turn.group_designate`, `turn.group_declare`.
    pub fn check_group(
        &self,
        free: &[UnitId],
        units: &[UnitId],
        plan: [Deed; 2],
    ) -> Result<(), Refusal> {
        if units.len() < 2 || !units.iter().all(|unit| free.contains(unit)) {
            return Err(Refusal::new(
                "a group is two or more units that have not acted yet",
                rule!("turn.group_designate"),
            ));
        }
        if !self.is_chain(units) {
            return Err(Refusal::new(
                "a group is a chain of neighbours of one arm in one formation",
                rule!("turn.group_designate"),
            ));
        }
        if plan == [Deed::Charge, Deed::Charge] {
            return Err(Refusal::new(
                "nobody charges twice in a turn",
                rule!("turn.one_charge"),
            ));
        }
        Ok(())
    }
}

impl Battle {
    /// A group begins its turn.
    pub(super) fn activate_group(&mut self, side: Side, units: Vec<UnitId>, plan: [Deed; 2]) {
        self.tell(Fact::Grouped {
            units: units.clone(),
            plan: plan.to_vec(),
        });
        self.push(Step::Activate { side });
        for &unit in &units {
            self.begin_activation(unit);
        }
        self.push(Step::EndActivation);
        self.push(Step::Act);
    }

    /// A unit of the active group that is thrown back is out of it and acts no more.
    ///
    /// Rules: `turn.group_closes_up`.
    pub(super) fn leave_group(&mut self, unit: UnitId) {
        let active = self.now.army.active();
        if active.is_some_and(|active| active.group && active.units.contains(&unit)) {
            self.tell(Fact::FellOut { unit });
        }
    }

    /// A unit is active from now on.
    pub(super) fn begin_activation(&mut self, unit: UnitId) {
        let in_command = self.now.army.record(unit).in_command;
        self.tell(Fact::Activated { unit, in_command });
    }
}
