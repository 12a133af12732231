//! Reactions of the side that is not active.

use super::Battle;
use super::decision::{Decision, Formation, Reaction};
use super::fact::Fact;
use super::step::{Step, Trigger};
use crate::army::{LeaderIdentity, Record, UnitId};
use crate::field::{Facing, Placement};
use crate::rules::fire::FireKind;
use crate::rules::{InfantryFormation, Morale, Troops};

impl Battle {
    /// Opens a window for the other side, if anybody there has anything to answer.
    ///
    /// Rules: `react.trigger_fire`, `react.trigger_inch`, `react.two_inches`,
    /// `react.non_triggers`, `react.one_answer_per_trigger`, `react.routed_none`.
    pub(super) fn open_window(&mut self, trigger: UnitId, kind: Trigger) {
        if !self.army.on_table(trigger) {
            return;
        }
        let mut reactions = Vec::new();
        let mut fresh = Vec::new();
        for id in self.army.present_of(self.army.side(trigger).other()) {
            if self.army.unit(id).morale == Morale::Routed {
                continue;
            }
            let reacted = self.army.get::<Record>(id).reacted;
            if reacted {
                self.desperation(id, trigger, &mut reactions);
            } else if self.noticed(id, trigger, kind) {
                fresh.push(id);
            }
        }
        for &id in &fresh {
            self.reactions_of(id, trigger, &fresh, &mut reactions);
        }
        if !reactions.is_empty() {
            self.decision = Some(Decision::React {
                side: self.army.side(trigger).other(),
                trigger,
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
        if here.placement.at.distance(there.placement.at) < 12.0 && here.distance(&there) <= 2.0 {
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

    /// Whether there is anything a unit could do about another: fire, or mend its own state.
    fn could_answer(&self, id: UnitId, trigger: UnitId) -> bool {
        let unit = self.army.unit(id);
        unit.morale != Morale::GoodOrder
            || self.fire_terms(&[id], trigger, FireKind::Normal).is_ok()
    }

    /// Desperation fire at whoever comes within an inch.
    ///
    /// Rules: `fire.desperation`, `fire.desperation_each`, `fire.desperation_neighbour`,
    /// `react.spent_marker`.
    fn desperation(&self, id: UnitId, trigger: UnitId, reactions: &mut Vec<Reaction>) {
        let near = self.rules.near(self.field().scale);
        let close = self
            .army
            .placement(id)
            .at
            .distance(self.army.placement(trigger).at)
            < near + 8.0
            && self
                .army
                .footprint(id)
                .distance(&self.army.footprint(trigger))
                <= near;
        let fresh = !self.army.get::<Record>(id).fired_on.contains(&trigger);
        // Against a charge it comes after the fear-of-charge check.
        let charging = self.army.unit(trigger).charging;
        if close
            && fresh
            && !charging
            && self
                .fire_terms(&[id], trigger, FireKind::Desperation)
                .is_ok()
        {
            reactions.push(Reaction::Fire {
                units: vec![id],
                kind: FireKind::Desperation,
            });
        }
    }

    /// Rules: `react.group`.
    fn reactions_of(
        &self,
        id: UnitId,
        trigger: UnitId,
        fresh: &[UnitId],
        reactions: &mut Vec<Reaction>,
    ) {
        let unit = self.army.unit(id);
        let fires = |units: &[UnitId]| self.fire_terms(units, trigger, FireKind::Normal).is_ok();
        if fires(&[id]) && self.sees(id, trigger) {
            reactions.push(Reaction::Fire {
                units: vec![id],
                kind: FireKind::Normal,
            });
            let group = self.fire_group(id, trigger, fresh);
            // The group is offered once, by its first unit.
            if group.len() > 1 && group[0] == id && fires(&group) {
                reactions.push(Reaction::Fire {
                    units: group,
                    kind: FireKind::Normal,
                });
            }
        }
        match unit.morale {
            Morale::Disorder => reactions.push(Reaction::Reform(id)),
            Morale::Shaken => reactions.push(Reaction::Rally(id)),
            _ => {}
        }
        let close = self
            .army
            .footprint(id)
            .distance(&self.army.footprint(trigger))
            <= 6.0 * self.field().proportion();
        if !close {
            return;
        }
        reactions.push(Reaction::Disengage(id));
        let ahead = self
            .army
            .footprint(id)
            .stands_bearing(&self.army.footprint(trigger))
            > 0;
        if !ahead && self.faced(id, trigger).is_some() {
            reactions.push(Reaction::Face(id));
        }
        if matches!(unit.troops, Troops::Infantry { formation, .. } if formation != InfantryFormation::BattleLine)
        {
            let line = Formation::Infantry(InfantryFormation::BattleLine);
            if self.formations(id).contains(&line) {
                reactions.push(Reaction::Form(id, line));
            }
        }
    }

    /// A unit with its neighbours in the same formation that could fire with it, within the cap.
    ///
    /// Rules: `react.group_fire_cap`.
    fn fire_group(&self, id: UnitId, trigger: UnitId, fresh: &[UnitId]) -> Vec<UnitId> {
        let shape = |id: UnitId| {
            (
                self.army.unit(id).shape(),
                std::mem::discriminant(&self.army.unit(id).troops),
            )
        };
        let cap = if self.army.unit(id).is_artillery() {
            6
        } else {
            16
        };
        let mut group = vec![id];
        let mut strength = self.army.unit(id).strength;
        let mut at = 0;
        while at < group.len() {
            let here = self.army.footprint(group[at]);
            for other in self.neighbours(group[at], &here) {
                let fits = strength + self.army.unit(other).strength <= cap;
                let joins =
                    fresh.contains(&other) && !group.contains(&other) && shape(other) == shape(id);
                let able = self.fire_terms(&[other], trigger, FireKind::Normal).is_ok();
                if fits && joins && able {
                    strength += self.army.unit(other).strength;
                    group.push(other);
                }
            }
            at += 1;
        }
        group.sort_unstable();
        group
    }

    /// The place of a unit turned towards another, if there is room.
    fn faced(&self, id: UnitId, other: UnitId) -> Option<Placement> {
        let here = self.army.footprint(id);
        let facing = Facing::towards(here.centre(), self.army.footprint(other).centre());
        let depth = here.stands.first().map_or(0.0, |stand| stand.half.y);
        let place = Placement {
            at: here.centre() + facing.ahead() * depth,
            facing,
        };
        self.army.fits(self.field(), id, place).then_some(place)
    }

    /// Carries a reaction out.
    ///
    /// Rules: `react.resolved_whole`.
    pub(super) fn react(&mut self, trigger: UnitId, reaction: Reaction) {
        match reaction {
            Reaction::Fire { units, kind } => {
                if kind != FireKind::Desperation {
                    units.iter().for_each(|&id| self.mark_reacted(id));
                }
                self.push(Step::Fire {
                    firers: units,
                    target: trigger,
                    kind,
                    reaction: true,
                });
            }
            Reaction::Reform(id) => {
                self.mark_reacted(id);
                self.reform(id);
            }
            Reaction::Rally(id) => {
                self.mark_reacted(id);
                self.push(Step::Check {
                    unit: id,
                    check: 0,
                    cause: super::Cause::Rally,
                });
            }
            Reaction::Disengage(id) => {
                self.mark_reacted(id);
                self.disengage(id);
            }
            Reaction::Form(id, formation) => {
                self.mark_reacted(id);
                self.form(id, formation);
            }
            Reaction::Face(id) => {
                self.mark_reacted(id);
                if let Some(to) = self.faced(id, trigger) {
                    self.put(id, to);
                    self.tell(Fact::Faced { unit: id, to });
                }
            }
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
