//! What a session keeps of an answer, and where it writes it down.

use std::io;
use std::path::Path;

use super::undo::Point;
use super::{Session, at};
use crate::army::Fact;
use crate::battle::Answer;
use crate::files::{Entry, Hex, Journal, Kind};
use crate::rules::Side;
use crate::rules::fire::Refusal;

/// How much a session keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nothing but the battle.
    Nothing,
    /// What was done, and how to take it back.
    Undo,
}

impl Session {
    /// Answers the decision and keeps what was done.
    pub(super) fn commit(&mut self, answer: Answer, synced: bool) -> Result<(), Refusal> {
        let before = self.battle.facts().len();
        let side = self.on_turn();
        let instructed = matches!(answer, Answer::Instruct { .. });
        let window = instructed.then(|| self.window());
        let kept = (self.keep == Keep::Undo).then(|| {
            let entry = Entry::Answer {
                hash: Hex(self.battle.hash()),
                answer: answer.clone(),
            };
            (entry, self.point())
        });
        self.battle.answer(answer)?;
        self.refusals = 0;
        // A question that is put again after an instruction is no other question.
        let again = instructed && self.prompted == Some(self.number);
        self.number += 1;
        if again && window == Some(self.window()) {
            self.prompted = Some(self.number);
        }
        let new = &self.battle.facts()[before..];
        for place in &mut self.places {
            place.see(new);
        }
        if let (Some((entry, point)), Some(side)) = (kept, side) {
            let rolled = new.iter().any(|fact| fact.rolled() || fact.reveals());
            let turned = new
                .iter()
                .any(|fact| matches!(fact, Fact::PlayerTurn { .. }));
            self.remember(point, side, rolled);
            self.write(|journal, battle| {
                journal.entry(&entry)?;
                if turned {
                    journal.state(battle)?;
                }
                if turned || synced {
                    journal.sync()?;
                }
                Ok(())
            });
            self.record.entries.push(entry);
        }
        Ok(())
    }

    /// A point is kept until dice are rolled, something hidden shows, or the other side answers.
    fn remember(&mut self, point: Option<Point>, side: Side, rolled: bool) {
        if self.points.last().is_some_and(|last| last.side != side) {
            self.points.clear();
        }
        self.points.extend(point);
        if rolled {
            self.points.clear();
        }
    }

    /// Gives the next dice by hand, as a lesson does.
    pub fn give_dice(&mut self, dice: &[u8]) {
        self.battle.give_dice(dice);
        let entry = Entry::Dice(dice.to_vec());
        self.write(|journal, _| journal.entry(&entry));
        self.record.entries.push(entry);
        self.points.clear();
    }

    /// Writes to the journal. If it cannot be written the battle goes on under a warning.
    pub(super) fn write(
        &mut self,
        line: impl FnOnce(&mut Journal, &crate::battle::Battle) -> io::Result<()>,
    ) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        if self.warning.is_some() {
            // Lines are missing already: a journal with a hole is worth nothing.
            return;
        }
        if let Err(error) = line(journal, &self.battle) {
            self.warning = Some(format!(
                "the journal cannot be written, and the battle goes on without it: {error}"
            ));
        }
    }

    /// The battle is over: everybody is told, and the journal closed.
    pub(super) fn close(&mut self) {
        let Some(verdict) = self.battle.army().verdict().cloned() else {
            return;
        };
        if self.closed {
            return;
        }
        self.closed = true;
        self.tell_standstill();
        for side in [Side::Union, Side::Confederate] {
            self.places[at(side)].over(&verdict);
        }
        self.write(|journal, battle| journal.end(battle));
    }

    /// Writes a save or replay. Until it is whole, a file of that name stays as it was.
    pub fn save(&self, kind: Kind, path: &Path) -> io::Result<()> {
        self.record.write(kind, &self.battle, path)
    }
}
