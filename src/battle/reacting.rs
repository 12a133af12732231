//! Reactions of the side that is not active.

use super::Battle;
use super::decision::{Decision, Formation, Reaction};
use super::fact::Fact;
use super::step::{Step, Trigger};
use crate::army::{LeaderIdentity, Record, UnitId};
use crate::rule;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::formation::ChangeCost;
use crate::rules::{InfantryFormation, Morale, Troops};

/// Whoever is this close may react to anything.
const CLOSE: f32 = 2.0;

impl Battle {
    /// Opens a window for the other side, if anybody there has anything to answer.
    ///
    /// Rules: `react.trigger_fire`, `react.trigger_inch`, `react.two_inches`,
    /// `react.non_triggers`, `react.one_answer_per_trigger`, `react.routed_none`,
    /// `react.group_trigger`.
    pub(super) fn open_window(&mut self, triggers: &[UnitId], kind: Trigger) {
        let triggers: Vec<_> = triggers
            .iter()
            .copied()
            .filter(|&id| self.army.on_table(id))
            .collect();
        let Some(&first) = triggers.first() else {
            return;
        };
        let side = self.army.side(first).other();
        let mut reactions = Vec::new();
        // Who has noticed whom.
        let mut fresh: Vec<(UnitId, Vec<UnitId>)> = Vec::new();
        for id in self.army.present_of(side) {
            if self.army.unit(id).morale == Morale::Routed {
                continue;
            }
            if self.army.get::<Record>(id).reacted {
                self.desperation(id, &triggers, &mut reactions);
                continue;
            }
            let noticed: Vec<_> = triggers
                .iter()
                .copied()
                .filter(|&trigger| self.noticed(id, trigger, kind))
                .collect();
            if !noticed.is_empty() {
                fresh.push((id, noticed));
            }
        }
        for (id, noticed) in &fresh {
            self.reactions_of(*id, noticed, &fresh, &mut reactions);
        }
        self.group_reactions(&fresh, &mut reactions);
        if !reactions.is_empty() {
            self.decision = Some(Decision::React {
                side,
                triggers,
                reactions,
            });
        }
    }

    /// Whether a unit may react to another: near it, in sight of it, or through a leader's eyes.
    ///
    /// Rules: `react.needs_sight`, `react.leader_eyes`.
    fn noticed(&self, id: UnitId, trigger: UnitId, kind: Trigger) -> bool {
        let here = self.army.footprint(id);
        let there = self.army.footprint(trigger);
        let apart = here.placement.at.distance(there.placement.at);
        if apart < 12.0 && here.distance(there) <= CLOSE {
            return true;
        }
        if kind == Trigger::Near {
            return false;
        }
        // Only what could be answered is worth looking for.
        if !self.could_answer(id, trigger) {
            return false;
        }
        if self.sees(id, trigger) {
            return true;
        }
        self.leaders_of(id).any(|(leader, at)| {
            let benefit = self.army.leader::<LeaderIdentity>(leader).benefit;
            let radius = self.rules.reaction_radius(self.field().scale, benefit);
            at.distance(here.placement.at) <= radius && {
                let eye = crate::field::sight::Eye::at(at);
                let mark = crate::field::sight::Eye::at(there.centre());
                self.field().sight(&self.rules, eye, mark, &[]).visible()
            }
        })
    }

    /// Whether there is anything a unit could do about another: fire, charge back, mend its state.
    fn could_answer(&self, id: UnitId, trigger: UnitId) -> bool {
        let unit = self.army.unit(id);
        unit.morale != Morale::GoodOrder
            || self.fire_terms(&[id], trigger, FireKind::Normal).is_ok()
            || (self.army.unit(trigger).charging && self.may_countercharge(id).is_some())
    }

    /// Desperation fire at whoever comes within an inch. Against its own charger a unit has to
    /// take its fear-of-charge check first. Charged horsemen whose reaction is spent may still
    /// charge back or make off.
    ///
    /// Rules: `fire.desperation`, `fire.desperation_each`, `fire.desperation_neighbour`,
    /// `react.spent_marker`, `cavalry.desperation_countercharge`.
    fn desperation(&self, id: UnitId, triggers: &[UnitId], reactions: &mut Vec<Reaction>) {
        let near = self.rules.near(self.field().scale);
        let here = self.army.footprint(id);
        for &trigger in triggers {
            let there = self.army.footprint(trigger);
            let close = here.placement.at.distance(there.placement.at) < near + 12.0
                && here.distance(there) <= near;
            let fresh = !self.army.get::<Record>(id).fired_on.contains(&trigger);
            let own_charger = self.is_charged_by(id, trigger);
            if close
                && fresh
                && !own_charger
                && self
                    .fire_terms(&[id], trigger, FireKind::Desperation)
                    .is_ok()
            {
                reactions.push(Reaction::Fire {
                    units: vec![id],
                    target: trigger,
                    kind: FireKind::Desperation,
                });
            }
        }
        if self.army.unit(id).is_mounted() && self.may_countercharge(id).is_some() {
            reactions.push(Reaction::Countercharge(id));
            reactions.push(Reaction::Disengage(vec![id]));
        }
    }

    /// Rules: `react.allowed`, `react.no_other_move`, `react.fire_at_trigger`,
    /// `charge.close_fire_needs_check`.
    fn reactions_of(
        &self,
        id: UnitId,
        noticed: &[UnitId],
        fresh: &[(UnitId, Vec<UnitId>)],
        reactions: &mut Vec<Reaction>,
    ) {
        let unit = self.army.unit(id);
        // Face to face with its charger a unit has its close fire after the check, and no more.
        let held = self.is_face_to_face(id);
        for &trigger in noticed {
            if held && self.is_charged_by(id, trigger) {
                continue;
            }
            let fires =
                |units: &[UnitId]| self.fire_terms(units, trigger, FireKind::Normal).is_ok();
            if !fires(&[id]) || !self.has_clear_shot(id, trigger) {
                continue;
            }
            reactions.push(Reaction::Fire {
                units: vec![id],
                target: trigger,
                kind: FireKind::Normal,
            });
            let ready: Vec<_> = fresh
                .iter()
                .filter(|(_, noticed)| noticed.contains(&trigger))
                .map(|(id, _)| *id)
                .filter(|&id| !self.is_face_to_face(id) || !self.is_charged_by(id, trigger))
                .collect();
            let group = self.fire_group(id, trigger, &ready);
            // The group is offered once, by its first unit.
            if group.len() > 1 && group[0] == id {
                reactions.push(Reaction::Fire {
                    units: group,
                    target: trigger,
                    kind: FireKind::Normal,
                });
            }
        }
        if held {
            return;
        }
        match unit.morale {
            Morale::Disorder => reactions.push(Reaction::Reform(vec![id])),
            Morale::Shaken => reactions.push(Reaction::Rally(vec![id])),
            _ => {}
        }
        let givers = self.horse_givers(id).into_iter();
        reactions.extend(givers.map(|from| Reaction::TakeHorse { unit: id, from }));
        if self.may_countercharge(id).is_some() {
            reactions.push(Reaction::Countercharge(id));
        }
        let Some(nearest) = self.nearest_of(id, noticed) else {
            return;
        };
        let here = self.army.footprint(id);
        let there = self.army.footprint(nearest);
        if here.distance(there) > 6.0 * self.field().proportion() {
            return;
        }
        reactions.push(Reaction::Disengage(vec![id]));
        if here.stands_bearing(there) == 0 && self.faced(id, nearest).is_some() {
            reactions.push(Reaction::Face(vec![id]));
        }
        reactions.extend(
            self.reaction_formations(id)
                .into_iter()
                .map(|formation| Reaction::Form(vec![id], formation)),
        );
    }

    fn nearest_of(&self, id: UnitId, others: &[UnitId]) -> Option<UnitId> {
        let here = self.army.placement(id).at;
        let far = |other: &UnitId| self.army.placement(*other).at.distance(here);
        others
            .iter()
            .copied()
            .min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    /// Formations worth taking up in the face of the enemy: a line, a square, on or off the horse.
    fn reaction_formations(&self, id: UnitId) -> Vec<Formation> {
        let useful = |formation: &Formation| match (formation, self.army.unit(id).troops) {
            (Formation::Infantry(to), Troops::Infantry { .. }) => matches!(
                to,
                InfantryFormation::BattleLine | InfantryFormation::Square
            ),
            (Formation::Mounted(_) | Formation::Cavalry(_), _) => true,
            (Formation::Limbered(_), _) => true,
            _ => false,
        };
        // A reaction is worth one action.
        let one_action = |formation: &Formation| {
            !matches!(self.change_cost(id, *formation), ChangeCost::Actions(2..))
        };
        self.formations(id)
            .into_iter()
            .filter(|formation| useful(formation) && one_action(formation))
            .collect()
    }

    /// What chains of neighbours may do together beside firing: the whole chain is offered.
    ///
    /// Rules: `react.group`.
    fn group_reactions(&self, fresh: &[(UnitId, Vec<UnitId>)], reactions: &mut Vec<Reaction>) {
        let ids: Vec<_> = fresh.iter().map(|(id, _)| *id).collect();
        if ids.len() < 2 {
            return;
        }
        let alone = |reaction: &dyn Fn(Vec<UnitId>) -> Reaction, among: &[UnitId]| {
            let able: Vec<UnitId> = among
                .iter()
                .copied()
                .filter(|&id| reactions.contains(&reaction(vec![id])))
                .collect();
            able
        };
        let kinds: [&dyn Fn(Vec<UnitId>) -> Reaction; 4] = [
            &Reaction::Reform,
            &Reaction::Rally,
            &Reaction::Disengage,
            &Reaction::Face,
        ];
        let mut together = Vec::new();
        for kind in kinds {
            let able = alone(kind, &ids);
            if able.len() > 1 {
                together.extend(self.chains(&able).into_iter().map(kind));
            }
        }
        reactions.extend(together);
    }

    /// Whether a reaction is one of those offered, or one of part of an offered group.
    pub(super) fn check_reaction(
        &self,
        offered: &[Reaction],
        reaction: &Reaction,
    ) -> Result<(), Refusal> {
        if offered.contains(reaction) {
            return Ok(());
        }
        let part_of = |units: &[UnitId]| {
            !units.is_empty()
                && offered.iter().any(|other| {
                    std::mem::discriminant(other) == std::mem::discriminant(reaction)
                        && units.iter().all(|unit| other.units().contains(unit))
                })
                && self.is_chain(units)
        };
        let allowed = match reaction {
            Reaction::Fire {
                units,
                target,
                kind: FireKind::Normal,
            } => {
                let alone = units.iter().all(|&unit| {
                    offered.contains(&Reaction::Fire {
                        units: vec![unit],
                        target: *target,
                        kind: FireKind::Normal,
                    })
                });
                alone
                    && self.is_chain(units)
                    && self.fire_terms(units, *target, FireKind::Normal).is_ok()
            }
            Reaction::Reform(units)
            | Reaction::Rally(units)
            | Reaction::Disengage(units)
            | Reaction::Face(units) => part_of(units),
            _ => false,
        };
        if allowed {
            Ok(())
        } else {
            Err(Refusal::new(
                "that is no reaction to what has happened",
                rule!("react.allowed"),
            ))
        }
    }

    /// A unit with its neighbours in the same formation that could fire with it, within the cap.
    ///
    /// Rules: `react.group_fire_cap`.
    pub(super) fn fire_group(&self, id: UnitId, target: UnitId, ready: &[UnitId]) -> Vec<UnitId> {
        let able: Vec<_> = ready
            .iter()
            .copied()
            .filter(|&other| {
                other == id
                    || (self.fire_terms(&[other], target, FireKind::Normal).is_ok()
                        && self.has_clear_shot(other, target))
            })
            .collect();
        if able.len() < 2 {
            return vec![id];
        }
        let Some(chain) = self
            .chains(&able)
            .into_iter()
            .find(|chain| chain.contains(&id))
        else {
            return vec![id];
        };
        // Within the cap, neighbour by neighbour from the first.
        let cap = if self.army.unit(id).is_artillery() {
            6
        } else {
            16
        };
        let mut group = vec![chain[0]];
        let mut strength = self.army.unit(chain[0]).strength;
        let mut grown = true;
        while grown {
            grown = false;
            for &other in &chain {
                let size = self.army.unit(other).strength;
                let joins = !group.contains(&other)
                    && strength + size <= cap
                    && group.iter().any(|&one| self.are_neighbours(one, other));
                if joins {
                    let mut larger = group.clone();
                    larger.push(other);
                    if self.fire_terms(&larger, target, FireKind::Normal).is_ok() {
                        group = larger;
                        strength += size;
                        grown = true;
                    }
                }
            }
        }
        group
    }

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
        let charges_back = matches!(reaction, Reaction::Countercharge(_));
        if !desperate && !charges_back {
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
                        cause: super::Cause::Rally,
                    });
                }
            }
            Reaction::Disengage(units) => units.iter().for_each(|&id| self.disengage(id)),
            Reaction::Form(units, formation) => {
                units.iter().for_each(|&id| self.form(id, formation));
            }
            Reaction::Face(units) => {
                for id in units {
                    let to = self
                        .nearest_of(id, triggers)
                        .and_then(|nearest| self.faced(id, nearest));
                    if let Some(to) = to {
                        self.put(id, to);
                        self.tell(Fact::Faced { unit: id, to });
                    }
                }
            }
            Reaction::Countercharge(unit) => self.countercharge(unit),
            Reaction::TakeHorse { unit, from } => self.take_horse(unit, from),
        }
    }

    /// A unit has used its reaction.
    ///
    /// Rules: `react.spent_marker`.
    pub(super) fn mark_reacted(&mut self, unit: UnitId) {
        self.army.get_mut::<Record>(unit).reacted = true;
        self.tell(Fact::Reacted { unit });
    }
}
