//! A battle that goes round in circles is a fault of the program, and is ended.

use std::sync::Arc;

use super::Battle;
use crate::army::{Fact, Reason, Verdict};

/// Steps and answers of a player turn that may come of nothing, one after the other: these, and so
/// many for each unit of both armies. It is far more than it takes to let a turn pass.
const IDLE: u32 = 2000;
const IDLE_EACH: u32 = 50;

/// Shorter ways are no way at all.
const NO_WAY: f32 = 0.01;

impl Battle {
    /// The battle as it stood when it was ended because nothing came of it any more.
    pub fn stuck(&self) -> Option<&Self> {
        self.stuck.as_deref()
    }

    /// How many steps and answers of a player turn may come of nothing, one after the other.
    pub fn most_idle(&self) -> u32 {
        IDLE + IDLE_EACH * self.now.army.units().len() as u32
    }

    /// Counts a step or an answer. Answers whether too many have come of nothing.
    pub(super) fn is_stuck(&mut self) -> bool {
        self.idle += 1;
        self.idle > self.most_idle()
    }

    /// Nothing comes of it any more: the battle is over, and how it stood is kept.
    pub(super) fn end_stuck(&mut self) {
        self.stuck = Some(Arc::new(self.fork()));
        self.decision = None;
        self.end_by(Verdict::plain(None, Reason::Standstill));
    }

    /// Something happens: dice, inches, losses and another player turn are worth all the steps
    /// before them.
    pub(super) fn tell(&mut self, fact: Fact) {
        let fact = self.now.army.veiled(fact);
        let who = fact.places_changed()[0];
        let before = who.map(|unit| (unit, self.now.army.placement(unit).at));
        self.now.apply(&fact);
        let moved = before
            .is_some_and(|(unit, from)| self.now.army.placement(unit).at.distance(from) > NO_WAY);
        let counts = matches!(
            fact.plain(),
            Fact::PlayerTurn { .. } | Fact::Lost { .. } | Fact::Removed { .. }
        );
        if moved || counts || fact.rolled() || fact.reveals() {
            self.idle = 0;
        }
        self.facts.push(fact);
        if let Some((unit, task)) = self.now.army.interrupted() {
            self.tell(Fact::WorkDropped { unit, task });
        }
    }
}
