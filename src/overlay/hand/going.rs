//! Where the pointer sends those in the hand: a march, a ride, a place in the set-up, a turn.

use bevy::prelude::*;

use super::pointer::Work;
use super::{Draft, MoveDraft, PostDraft, RideDraft, TurnDraft, Why};
use crate::army::{Deed, LeaderId, UnitId};
use crate::battle::{Answer, Decision};
use crate::rule;
use crate::table::ranks::Hit;

impl Work<'_, '_, '_> {
    /// Whoever turns as a reaction looks at a place.
    pub(super) fn turn_to(&mut self, at: Vec2) -> bool {
        let (Draft::Turn(draft), Some(decision)) = (&self.hand.draft, self.reach.decision()) else {
            return false;
        };
        let now = self.standing.of(&self.reach.playback);
        self.hand.draft = Draft::Turn(TurnDraft::towards(now, decision, draft.unit, at));
        true
    }

    /// How far the middle of those in the hand is from one of them: whoever drags a regiment of a
    /// group has that one under the pointer.
    pub(super) fn off_middle(&mut self, decision: &Decision, unit: UnitId) -> Vec2 {
        if matches!(decision, Decision::SetUp { .. }) {
            return Vec2::ZERO;
        }
        let units = self.hand.units.clone();
        let army = self.now().army();
        let front = |unit: UnitId| army.placement(unit).at;
        let sum: Vec2 = units.iter().map(|&unit| front(unit)).sum();
        sum / units.len().max(1) as f32 - front(unit)
    }

    pub(super) fn go_to(&mut self, at: Vec2) {
        if self.turn_to(at) {
            return;
        }
        let Some(decision) = self.reach.decision().cloned() else {
            self.hand.drop_all(self.desk);
            return;
        };
        match (&decision, self.desk.selected) {
            (Decision::Leader { leader, .. }, Some(Hit::Leader(held))) if *leader == held => {
                self.ride(&decision, *leader, at, None);
            }
            (Decision::Leader { .. }, Some(Hit::Leader(_))) => {
                self.hand.refusal = Some(Why::by(
                    "it is another leader's turn to ride",
                    rule!("turn.leaders_first"),
                ));
            }
            (Decision::SetUp { .. }, Some(hit)) => self.post(hit, at),
            (Decision::Activate { .. } | Decision::Act { .. }, _)
                if !self.hand.units.is_empty() =>
            {
                self.hand.target = None;
                self.desk.pointed = None;
                self.hand.refusal = None;
                self.hand.plan_for(Deed::Move);
                match &mut self.hand.draft {
                    Draft::Move(draft) => draft.drag(at),
                    draft => *draft = Draft::Move(Box::new(MoveDraft::to(at))),
                }
            }
            _ => {}
        }
    }

    /// Somebody is put elsewhere before the battle.
    fn post(&mut self, hit: Hit, at: Vec2) {
        let now = self.standing.of(&self.reach.playback);
        match (&mut self.hand.draft, hit) {
            (Draft::Post(draft), _) => draft.drag(now, at),
            (draft, Hit::Unit(unit)) => *draft = Draft::Post(PostDraft::unit(now, unit, at)),
            (draft, Hit::Leader(leader)) => {
                *draft = Draft::Post(PostDraft::leader(now, leader, at));
            }
        }
        self.hand.refusal = None;
    }

    pub(super) fn ride(
        &mut self,
        decision: &Decision,
        leader: LeaderId,
        to: Vec2,
        unit: Option<UnitId>,
    ) {
        let answer = match unit {
            Some(unit) => Answer::Attach(unit),
            None => Answer::Ride(to),
        };
        let now = self.now();
        let refusal = now.check(Some(decision), &answer).err();
        let there = unit.map_or(to, |unit| now.army().behind(unit));
        let command = now.in_command_if(leader, there);
        self.hand.draft = Draft::Ride(RideDraft {
            leader,
            to,
            unit,
            refusal,
            command,
        });
    }
}
