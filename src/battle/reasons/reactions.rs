//! Why a reaction is not offered.

use crate::army::{Asks, UnitId};
use crate::battle::Situation;
use crate::battle::decision::Reaction;
use crate::rule;
use crate::rules::Morale;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::formation::ChangeCost;

impl Situation {
    /// Why a reaction to these is not offered, `offered` being what is.
    pub fn why_not_react(
        &self,
        offered: &[Reaction],
        triggers: &[UnitId],
        reaction: &Reaction,
    ) -> Refusal {
        let units = reaction.units();
        let Some(&first) = units.first() else {
            return Refusal::new("nobody reacts", rule!("react.allowed"));
        };
        let alone = units
            .iter()
            .copied()
            .find(|&unit| units.len() == 1 || !offered.contains(&reaction.by(vec![unit])));
        match alone {
            Some(unit) => self.why_unit_not_react(unit, triggers, reaction),
            None if !self.is_chain(units) => Refusal::new(
                "only neighbours of one arm in one formation react together",
                rule!("react.group"),
            ),
            None => self.why_unit_not_react(first, triggers, reaction),
        }
    }

    fn why_unit_not_react(
        &self,
        unit: UnitId,
        triggers: &[UnitId],
        reaction: &Reaction,
    ) -> Refusal {
        let active = self.army.clock().active;
        if !self.army.on_table(unit) {
            return Refusal::new("it is not on the table", rule!("react.allowed"));
        }
        if self.army.side(unit) == active {
            return Refusal::new(
                "only the side that is not active reacts",
                rule!("react.allowed"),
            );
        }
        let values = self.army.unit(unit);
        if values.morale == Morale::Routed {
            return Refusal::new("a routed unit does not react", rule!("react.routed_none"));
        }
        if self.army.record(unit).reacted {
            return Refusal::new(
                "it has had its reaction in this player turn",
                rule!("react.one_per_turn"),
            );
        }
        if self.is_face_to_face(unit) {
            return Refusal::new(
                "face to face with its charger it has only its close fire, after its check",
                rule!("charge.close_fire_needs_check"),
            );
        }
        if let Some(refusal) = self.why_not_in_itself(unit, triggers, reaction) {
            return refusal;
        }
        if *self.army.standing(unit).asks() != Asks::EVERYTHING {
            return Refusal::new(
                "it does not notice what happened, or its standing instructions leave it out",
                rule!("react.needs_sight"),
            );
        }
        Refusal::new(
            "it sees nothing of what happened, nor does its leader for it",
            rule!("react.needs_sight"),
        )
    }

    /// What speaks against a reaction itself, whoever gave the occasion.
    fn why_not_in_itself(
        &self,
        unit: UnitId,
        triggers: &[UnitId],
        reaction: &Reaction,
    ) -> Option<Refusal> {
        let values = self.army.unit(unit);
        match reaction {
            Reaction::Fire { target, kind, .. } => {
                if !triggers.contains(target) {
                    return Some(Refusal::new(
                        "fire in reaction goes at whoever gave the occasion",
                        rule!("react.fire_at_trigger"),
                    ));
                }
                match kind {
                    FireKind::Normal => self.why_no_shot(unit, *target, *kind),
                    FireKind::Mixed if !self.differ(reaction.units()) => Some(Refusal::new(
                        "only batteries of different guns fire as mixed ones",
                        rule!("artillery.combine_range"),
                    )),
                    FireKind::Mixed => self.why_no_shot(unit, *target, *kind),
                    FireKind::Area if !self.may_search(unit, *target) => Some(Refusal::new(
                        "area fire is for enemies whom the unit does not see, with nobody in \
                         between",
                        rule!("fire.area"),
                    )),
                    FireKind::Area => None,
                    _ => Some(Refusal::new(
                        "only ordinary fire is a reaction here",
                        rule!("react.allowed"),
                    )),
                }
            }
            Reaction::Prolonge { target, .. } => {
                if !triggers.contains(target) {
                    return Some(Refusal::new(
                        "fire in reaction goes at whoever gave the occasion",
                        rule!("react.fire_at_trigger"),
                    ));
                }
                self.why_no_shot(unit, *target, FireKind::Prolonge)
                    .or_else(|| {
                        (!self.may_prolonge(unit, *target)).then_some(Refusal::new(
                            "only an unlimbered battery with horses fires on the prolonge",
                            rule!("artillery.prolonge"),
                        ))
                    })
            }
            Reaction::Face(_) if self.is_fixed(&[unit]) => Some(crate::battle::reasons::FIXED),
            Reaction::Disengage(_) if self.why_rooted(&[unit]).is_some() => {
                self.why_rooted(&[unit])
            }
            Reaction::Reform(_) if values.morale != Morale::Disorder => Some(Refusal::new(
                "it is not in disorder",
                rule!("morale.reform"),
            )),
            Reaction::Rally(_) if values.morale != Morale::Shaken => {
                Some(Refusal::new("it is not shaken", rule!("morale.voluntary")))
            }
            Reaction::Form(_, formation) => match self.change_cost(unit, *formation) {
                ChangeCost::Never => Some(Refusal::new(
                    "it cannot take up that formation now",
                    rule!("formation.change_green"),
                )),
                ChangeCost::Actions(actions @ 2..) => Some(Refusal::measured(
                    "a reaction is worth one action",
                    rule!("react.allowed"),
                    actions as f32,
                    1.0,
                )),
                _ if !self.has_room_to_form(unit, *formation) => Some(Refusal::new(
                    "there is no room for that formation",
                    rule!("formation.change_action"),
                )),
                _ => None,
            },
            Reaction::Face(_) => {
                let nearest = self.nearest_of(unit, triggers)?;
                self.faced(unit, nearest).is_none().then_some(Refusal::new(
                    "there is no room to turn",
                    rule!("react.allowed"),
                ))
            }
            Reaction::Turn(_, facing) => self.turned(unit, *facing).is_none().then_some(
                Refusal::new("there is no room to turn", rule!("react.allowed")),
            ),
            Reaction::Countercharge(_) => {
                self.may_countercharge(unit)
                    .is_none()
                    .then_some(Refusal::new(
                        "only a charged veteran or elite unit that is not shaken charges back, or \
                     horsemen charged by horsemen, before the charge is upon them",
                        rule!("charge.countercharge_overlap"),
                    ))
            }
            Reaction::TakeHorse { from, .. } => (!self.horse_givers(unit).contains(from))
                .then_some(Refusal::new(
                    "only a battery short of horses takes one, from a battery beside it",
                    rule!("artillery.horse_swap"),
                )),
            _ => None,
        }
    }

    /// Why a unit has no shot at somebody: range, state, sight or friends in the way.
    pub(in crate::battle) fn why_no_shot(
        &self,
        unit: UnitId,
        target: UnitId,
        kind: FireKind,
    ) -> Option<Refusal> {
        if let Err(refusal) = self.fire_terms(&[unit], target, kind) {
            return Some(refusal);
        }
        if !self.sees(unit, target) {
            return Some(Refusal::new("it does not see him", rule!("sight.needed")));
        }
        (!self.has_clear_shot(unit, target)).then_some(Refusal::new(
            "friends are in the way",
            rule!("sight.friendly_skirmishers"),
        ))
    }
}
