//! Reactions carried out.

use super::decision::Reaction;
use super::step::{Step, Trigger};
use super::{Battle, Situation};
use crate::army::{Cause, Fact, UnitId};
use crate::field::Placement;
use crate::rules::Side;
use crate::rules::fire::FireKind;

impl Battle {
    /// Carries a reaction out.
    ///
    /// Rules: `react.resolved_whole`.
    pub(super) fn react(&mut self, triggers: &[UnitId], reaction: Reaction) {
        let desperate = matches!(
            reaction,
            Reaction::Fire {
                kind: FireKind::Desperation,
                ..
            }
        );
        // Who charges back, and who finds room to turn, is marked when he does.
        let later = matches!(
            reaction,
            Reaction::Countercharge(_) | Reaction::Face(_) | Reaction::Turn(..)
        );
        if let Reaction::Fire { units, .. } = &reaction {
            self.show_before_firing(units);
        }
        if !desperate && !later {
            for &id in reaction.units() {
                self.mark_reacted(id);
            }
        }
        match reaction {
            Reaction::Fire {
                units,
                target,
                kind,
            } => self.push(Step::Fire {
                firers: units,
                target,
                kind,
                reaction: true,
            }),
            Reaction::Reform(units) => units.iter().for_each(|&id| self.reform(id)),
            Reaction::Rally(units) => {
                for &unit in units.iter().rev() {
                    self.push(Step::Check {
                        unit,
                        check: 0,
                        cause: Cause::Rally,
                    });
                }
            }
            Reaction::Disengage(units) => units.iter().for_each(|&id| self.disengage(id)),
            Reaction::Form(units, formation) => {
                units.iter().for_each(|&id| self.form(id, formation));
            }
            Reaction::Face(units) => self.turn_all(units, |now, id| {
                let nearest = now.nearest_of(id, triggers)?;
                now.faced(id, nearest)
            }),
            Reaction::Turn(units, facing) => {
                self.turn_all(units, |now, id| now.turned(id, facing));
            }
            Reaction::Countercharge(unit) => self.countercharge(unit),
            Reaction::Prolonge { unit, target } => self.prolonge(unit, target, true),
            Reaction::TakeHorse { unit, from } => self.take_horse(unit, from),
        }
    }

    /// Neighbours turn, each as soon as the others leave him room. Whoever finds none has not
    /// reacted.
    fn turn_all(
        &mut self,
        mut units: Vec<UnitId>,
        to: impl Fn(&Situation, UnitId) -> Option<Placement>,
    ) {
        while let Some((at, place)) = units
            .iter()
            .enumerate()
            .find_map(|(at, &unit)| Some((at, to(&self.now, unit)?)))
        {
            let unit = units.remove(at);
            self.mark_reacted(unit);
            self.tell(Fact::Faced { unit, to: place });
        }
    }

    /// Some who could react do not.
    pub(super) fn hold(&mut self, side: Side, triggers: &[UnitId], reactions: &[Reaction]) {
        let mut units: Vec<UnitId> = Vec::new();
        for &unit in reactions.iter().flat_map(Reaction::units) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        self.tell(Fact::Held {
            side,
            units,
            triggers: triggers.to_vec(),
        });
    }

    /// Nobody reacts: those who are sparing with questions remember what they have let pass.
    pub(super) fn let_pass(&mut self, side: Side, triggers: &[UnitId], kind: Trigger) {
        let occasions = self.now.passed(side, triggers, kind);
        if !occasions.is_empty() {
            self.tell(Fact::LetPass { side, occasions });
        }
    }

    /// A unit has used its reaction.
    ///
    /// Rules: `react.spent_marker`.
    pub(super) fn mark_reacted(&mut self, unit: UnitId) {
        self.tell(Fact::Reacted { unit });
    }
}
