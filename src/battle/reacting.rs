//! Reactions of the side that is not active: what is offered to whom.

use super::Situation;
use super::decision::{Decision, Reaction};
use super::noticing::{Fresh, Noticed};
use super::step::Trigger;
use crate::army::{Formation, UnitId};
use crate::field::Facing;
use crate::rules::Morale;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::formation::ChangeCost;

/// An enemy so many degrees off is straight ahead.
const STRAIGHT: f32 = 1.0;

impl Situation {
    /// What the other side is asked, if anybody there has anything to answer.
    ///
    /// Rules: `react.trigger_fire`, `react.trigger_inch`, `react.two_inches`,
    /// `react.non_triggers`, `react.one_answer_per_trigger`, `react.routed_none`,
    /// `react.group_trigger`, `react.resolved_whole`.
    pub(super) fn ask_reaction(&self, triggers: &[UnitId], kind: Trigger) -> Option<Decision> {
        let triggers: Vec<_> = triggers
            .iter()
            .copied()
            .filter(|&id| self.army.on_table(id))
            .collect();
        let side = self.army.side(*triggers.first()?).other();
        // What a reaction leads to, be it a pursuit, is for nobody of the active side to answer.
        if side == self.army.clock().active {
            return None;
        }
        let mut reactions = Vec::new();
        // Nobody is asked for the sake of those who have let as good a chance pass.
        let mut news = false;
        for id in self.army.present_of(side) {
            if self.army.unit(id).morale != Morale::Routed && self.army.record(id).reacted {
                let before = reactions.len();
                self.desperation(id, &triggers, kind, &mut reactions);
                news |= reactions.len() > before && self.has_desperate_news(id, &triggers);
            }
        }
        let fresh = self.fresh(side, &triggers, kind);
        for one in &fresh {
            let before = reactions.len();
            self.reactions_of(one, &fresh, &mut reactions);
            news |= reactions.len() > before && self.has_news(one, kind);
        }
        if !news {
            return None;
        }
        self.group_reactions(&fresh, &mut reactions);
        Some(Decision::React {
            side,
            triggers,
            kind,
            reactions,
        })
    }

    /// Desperation fire at whoever has moved within an inch. Against its own charger a unit has to
    /// take its fear-of-charge check first. Charged horsemen whose reaction is spent may still
    /// charge back or make off.
    ///
    /// Rules: `fire.desperation`, `fire.desperation_each`, `fire.desperation_neighbour`,
    /// `react.spent_marker`, `cavalry.desperation_countercharge`.
    fn desperation(
        &self,
        id: UnitId,
        triggers: &[UnitId],
        kind: Trigger,
        reactions: &mut Vec<Reaction>,
    ) {
        // Whoever charges back does not fire.
        if self.is_countercharging(id) {
            return;
        }
        let near = self.rules.near(self.field().scale);
        let here = self.army.footprint(id);
        // It costs nothing: whoever wants to hear of any shot hears of this one.
        let wanted = kind.is_move() && self.army.standing(id).asks().wants_shots();
        for &trigger in triggers {
            let there = self.army.footprint(trigger);
            let close = here.placement.at.distance(there.placement.at) < near + 12.0
                && here.is_within(near, there);
            let fresh = !self.army.record(id).fired_on.contains(&trigger);
            let own_charger = self.is_charged_by(id, trigger);
            if close
                && fresh
                && wanted
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
        let charged = self.army.standing(id).asks().charged;
        if charged && self.army.unit(id).is_mounted() && self.may_countercharge(id).is_some() {
            reactions.push(Reaction::Countercharge(id));
            // One last way out, and no second.
            if !self.army.record(id).broke_off {
                reactions.push(Reaction::Disengage(vec![id]));
            }
        }
    }

    /// Rules: `react.allowed`, `react.no_other_move`, `react.fire_at_trigger`,
    /// `charge.close_fire_needs_check`.
    fn reactions_of(&self, fresh: &Fresh, all: &[Fresh], reactions: &mut Vec<Reaction>) {
        let id = fresh.unit;
        if self.army.is_hidden(id) {
            self.shots_from_hiding(fresh, reactions);
            return;
        }
        // Face to face with its charger a unit has its close fire after the check, and no more.
        let held = self.is_face_to_face(id);
        for one in &fresh.noticed {
            let wanted = one.interest.whole || one.interest.shot;
            if wanted && !(held && self.is_charged_by(id, one.trigger)) {
                self.shots_of(id, one, all, reactions);
            }
            let drawn_back = wanted && !held && self.may_prolonge(id, one.trigger);
            if drawn_back {
                reactions.push(Reaction::Prolonge {
                    unit: id,
                    target: one.trigger,
                });
            }
        }
        if held {
            return;
        }
        let mends = |one: &Noticed| one.interest.whole || one.interest.mending;
        if fresh.noticed.iter().any(mends) {
            match self.army.unit(id).morale {
                Morale::Disorder => reactions.push(Reaction::Reform(vec![id])),
                Morale::Shaken => reactions.push(Reaction::Rally(vec![id])),
                _ => {}
            }
        }
        let whole: Vec<_> = fresh
            .noticed
            .iter()
            .filter(|one| one.interest.whole)
            .map(|one| one.trigger)
            .collect();
        let Some(nearest) = self.nearest_of(id, &whole) else {
            return;
        };
        let givers = self.horse_givers(id).into_iter();
        reactions.extend(givers.map(|from| Reaction::TakeHorse { unit: id, from }));
        if self.may_countercharge(id).is_some() {
            reactions.push(Reaction::Countercharge(id));
        }
        if self.is_fixed(&[id]) {
            return;
        }
        if self.why_rooted(&[id]).is_none() {
            reactions.push(Reaction::Disengage(vec![id]));
        }
        self.turns_of(id, nearest, reactions);
        reactions.extend(
            self.reaction_formations(id)
                .into_iter()
                .map(|formation| Reaction::Form(vec![id], formation)),
        );
    }

    /// Whoever is hidden may fire, and is placed on the table first; all else he does when he is there.
    ///
    /// Rules: `hidden.fire_reveals`.
    fn shots_from_hiding(&self, fresh: &Fresh, reactions: &mut Vec<Reaction>) {
        let wanted = |one: &&Noticed| one.interest.whole || one.interest.shot;
        for one in fresh.noticed.iter().filter(wanted) {
            if self.has_shot(fresh.unit, one.trigger, FireKind::Normal) {
                reactions.push(Reaction::Fire {
                    units: vec![fresh.unit],
                    target: one.trigger,
                    kind: FireKind::Normal,
                });
            }
        }
    }

    /// Ways to turn on the spot: towards the enemy if he is not straight ahead, to both sides and
    /// about.
    ///
    /// Rules: `react.allowed`.
    fn turns_of(&self, id: UnitId, enemy: UnitId, reactions: &mut Vec<Reaction>) {
        let here = self.army.footprint(id);
        let there = self.army.footprint(enemy).centre();
        let off = here
            .placement
            .facing
            .off(Facing::towards(here.centre(), there));
        if off.abs() > STRAIGHT && self.faced(id, enemy).is_some() {
            reactions.push(Reaction::Face(vec![id]));
        }
        for degrees in [-90.0, 90.0, 180.0] {
            let facing = here.placement.facing.turned(degrees);
            if self.turned(id, facing).is_some() {
                reactions.push(Reaction::Turn(vec![id], facing));
            }
        }
    }

    /// A unit's shot at whoever gave the occasion, alone and with its neighbours; at the place where
    /// he must be if the unit itself does not see him.
    ///
    /// Rules: `fire.area`.
    fn shots_of(&self, id: UnitId, seen: &Noticed, all: &[Fresh], reactions: &mut Vec<Reaction>) {
        let target = seen.trigger;
        let given =
            |one: &Fresh| -> Vec<UnitId> { one.noticed.iter().map(|seen| seen.trigger).collect() };
        let own = all.iter().find(|one| one.unit == id);
        if own.is_some_and(|own| self.comes_after(id, target, &given(own))) {
            return;
        }
        let mut fire = |units, kind| {
            reactions.push(Reaction::Fire {
                units,
                target,
                kind,
            });
        };
        if self.has_shot(id, target, FireKind::Normal) {
            fire(vec![id], FireKind::Normal);
        } else if self.may_search(id, target) && self.wants_to_search(id, seen) {
            fire(vec![id], FireKind::Area);
        }
        let ready: Vec<_> = all
            .iter()
            .filter(|one| one.notices(target))
            .filter(|one| !self.comes_after(one.unit, target, &given(one)))
            .map(|one| one.unit)
            .filter(|&other| !self.army.is_hidden(other))
            .filter(|&other| self.alike(id, other))
            .filter(|&id| !self.is_face_to_face(id) || !self.is_charged_by(id, target))
            .collect();
        for kind in self.kinds_together(&ready) {
            if kind.is_deliberate() || !self.has_shot(id, target, kind) {
                continue;
            }
            let group = self.fire_group(id, target, &ready, kind);
            // The group is offered once, by its first unit.
            if group.len() > 1 && group[0] == id {
                fire(group, kind);
            }
        }
    }

    pub(super) fn nearest_of(&self, id: UnitId, others: &[UnitId]) -> Option<UnitId> {
        let here = self.army.placement(id).at;
        let far = |other: &UnitId| self.army.placement(*other).at.distance(here);
        others
            .iter()
            .copied()
            .min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    /// Formations that can be taken up in reaction, which is worth one action.
    fn reaction_formations(&self, id: UnitId) -> Vec<Formation> {
        let mut formations = self.formations(id);
        formations.retain(|formation| {
            !matches!(self.change_cost(id, *formation), ChangeCost::Actions(2..))
        });
        formations
    }

    /// What chains of neighbours may do together beside firing: the whole chain is offered.
    ///
    /// Rules: `react.group`.
    fn group_reactions(&self, fresh: &[Fresh], reactions: &mut Vec<Reaction>) {
        if fresh.len() < 2 {
            return;
        }
        let mut kinds: Vec<Reaction> = Vec::new();
        for reaction in reactions.iter() {
            let alone = !matches!(
                reaction,
                Reaction::Fire { .. }
                    | Reaction::Countercharge(_)
                    | Reaction::Prolonge { .. }
                    | Reaction::TakeHorse { .. }
            );
            if alone && !kinds.iter().any(|known| known.is_like(reaction)) {
                kinds.push(reaction.clone());
            }
        }
        for kind in kinds {
            let able: Vec<UnitId> = reactions
                .iter()
                .filter(|reaction| reaction.is_like(&kind))
                .flat_map(|reaction| reaction.units().iter().copied())
                .collect();
            if able.len() < 2 {
                continue;
            }
            for chain in self.chains(&able) {
                let room = match kind {
                    Reaction::Form(_, formation) => {
                        self.formations_together(&chain).contains(&formation)
                    }
                    _ => true,
                };
                if room {
                    reactions.push(kind.by(chain));
                }
            }
        }
    }

    /// Whether a reaction is one of those offered, or one of part of an offered group.
    pub(super) fn check_reaction(
        &self,
        offered: &[Reaction],
        triggers: &[UnitId],
        reaction: &Reaction,
    ) -> Result<(), Refusal> {
        if offered.contains(reaction) {
            return Ok(());
        }
        let units = reaction.units();
        let each = || {
            units.len() > 1
                && units
                    .iter()
                    .all(|&unit| offered.contains(&reaction.by(vec![unit])))
                && self.is_chain(units)
        };
        let allowed = match reaction {
            Reaction::Fire {
                units,
                target,
                kind: FireKind::Normal,
            } => each() && self.fire_terms(units, *target, FireKind::Normal).is_ok(),
            // Part of a battalion: whoever may fire at him at all.
            Reaction::Fire {
                units,
                target,
                kind: FireKind::Mixed,
            } => {
                let fires = |unit: UnitId| {
                    offered.iter().any(|other| {
                        matches!(other, Reaction::Fire { target: at, kind, .. }
                            if at == target && *kind != FireKind::Area)
                            && other.units().contains(&unit)
                    })
                };
                units.len() > 1
                    && units.iter().all(|&unit| fires(unit))
                    && self.is_chain(units)
                    && self.differ(units)
                    && self.fire_terms(units, *target, FireKind::Mixed).is_ok()
            }
            Reaction::Reform(_)
            | Reaction::Rally(_)
            | Reaction::Disengage(_)
            | Reaction::Face(_) => each(),
            Reaction::Form(units, formation) => {
                each() && self.formations_together(units).contains(formation)
            }
            Reaction::Turn(units, facing) => {
                let turns = |unit: UnitId| {
                    offered.iter().any(|other| {
                        matches!(other, Reaction::Turn(..) | Reaction::Face(_))
                            && other.units() == [unit]
                    })
                };
                !units.is_empty()
                    && units
                        .iter()
                        .all(|&unit| turns(unit) && self.turned(unit, *facing).is_some())
                    && (units.len() == 1 || self.is_chain(units))
            }
            Reaction::Fire { .. }
            | Reaction::Countercharge(_)
            | Reaction::Prolonge { .. }
            | Reaction::TakeHorse { .. } => false,
        };
        if allowed {
            Ok(())
        } else {
            Err(self.why_not_react(offered, triggers, reaction))
        }
    }

    /// A unit with its neighbours in the same formation that could fire with it so, within the cap.
    ///
    /// Rules: `react.group_fire_cap`.
    pub(super) fn fire_group(
        &self,
        id: UnitId,
        target: UnitId,
        ready: &[UnitId],
        kind: FireKind,
    ) -> Vec<UnitId> {
        let able: Vec<_> = ready
            .iter()
            .copied()
            .filter(|&other| other == id || self.has_shot(other, target, kind))
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
                    if self.fire_terms(&larger, target, kind).is_ok() {
                        group = larger;
                        strength += size;
                        grown = true;
                    }
                }
            }
        }
        if kind.is_mixed() && !self.differ(&group) {
            return vec![id];
        }
        group
    }
}
