//! What happened by instructions, for those who tell the battle.

use super::Session;
use crate::army::UnitId;
use crate::battle::{Answer, Reaction};
use crate::rules::Side;

/// Something that was decided by instructions, not by the person himself.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Facts of the battle before it: the first that came of it has this number.
    pub facts: usize,
    /// Whose instructions.
    pub side: Side,
    /// What was decided.
    pub what: Noted,
}

/// What was decided by instructions.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// Units fired by themselves.
    Fired {
        /// Who.
        units: Vec<UnitId>,
        /// At whom.
        target: UnitId,
    },
}

impl Session {
    /// What was decided by instructions since the session began, in order. It is the business of
    /// the side that gave them.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What is to be noted of an answer that a seat gives by itself.
    pub(super) fn note_of(&self, side: Side, answer: &Answer) -> Option<Note> {
        let Answer::React(Reaction::Fire { units, target, .. }) = answer else {
            return None;
        };
        Some(Note {
            facts: self.battle.facts().len(),
            side,
            what: Noted::Fired {
                units: units.clone(),
                target: *target,
            },
        })
    }

    /// What has been taken back is not noted any more.
    pub(super) fn forget_notes(&mut self) {
        let facts = self.battle.facts().len();
        self.notes.retain(|note| note.facts < facts);
    }
}
