//! Answers taken back.

use super::{Session, at};
use crate::battle::{Answer, Battle, Situation};
use crate::files::Entry;
use crate::rules::Side;

/// A moment that can be gone back to: right before an answer.
pub(super) struct Point {
    pub side: Side,
    /// Without what happened before.
    battle: Battle,
    facts: usize,
    seen: [Situation; 2],
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoBar {
    /// Nothing was answered yet.
    Nothing,
    /// Dice have been rolled, or the other side has answered since.
    Done,
}

impl Session {
    /// Where one could go back to from the next answer.
    pub(super) fn point(&self) -> Option<Point> {
        Some(Point {
            side: self.on_turn()?,
            battle: self.battle.fork(),
            facts: self.battle.facts().len(),
            seen: [
                self.seen_by(Side::Union).clone(),
                self.seen_by(Side::Confederate).clone(),
            ],
        })
    }

    /// Whose last answer can be taken back, or why none can.
    pub fn can_undo(&self) -> Result<Side, UndoBar> {
        match self.points.last() {
            Some(point) => Ok(point.side),
            None if !self.has_begun() => Err(UndoBar::Nothing),
            None => Err(UndoBar::Done),
        }
    }

    /// Whether anything was answered but instructions.
    fn has_begun(&self) -> bool {
        let mut entries = self.record.entries.iter();
        let instructed = entries.all(|entry| {
            let Entry::Answer { answer, .. } = entry else {
                return false;
            };
            matches!(answer, Answer::Instruct { .. })
        });
        self.number > 0 && (!instructed || self.record.entries.is_empty())
    }

    /// Takes the last answer back. The state afterwards is the state before, bit for bit.
    pub fn undo(&mut self) -> Result<(), UndoBar> {
        self.can_undo()?;
        let Some(point) = self.points.pop() else {
            return Err(UndoBar::Done);
        };
        self.call_off();
        self.battle.set_back(point.battle, point.facts);
        for (side, seen) in [Side::Union, Side::Confederate].into_iter().zip(point.seen) {
            self.places[at(side)].set_back(seen, point.facts);
        }
        self.number -= 1;
        self.forget_notes();
        self.forget_thoughts();
        // Dice given by hand end all undoing, so the last entry is the answer.
        self.record.entries.pop();
        self.write(|journal, _| {
            journal.undo(1)?;
            journal.sync()
        });
        Ok(())
    }

    /// Goes back to where so much had been done, whatever was rolled since: for a host that allows
    /// it, as a lesson does.
    pub fn rewind(&mut self, entries: usize) {
        if entries >= self.record.entries.len() {
            return;
        }
        self.call_off();
        let taken = self.record.entries.len() - entries;
        let (scenario, rules) = self.battle.now().ground();
        let mut battle = self.record.first(scenario, rules);
        self.record.entries.truncate(entries);
        for entry in &self.record.entries {
            match entry {
                Entry::Dice(dice) => battle.give_dice(dice),
                // It was allowed in this very state before.
                Entry::Answer { answer, .. } => {
                    let _ = battle.answer(answer.clone());
                }
            }
        }
        self.battle = battle;
        self.forget_notes();
        self.number = self.record.answers();
        self.forget_thoughts();
        self.points.clear();
        for side in [Side::Union, Side::Confederate] {
            self.places[at(side)].begin_again(&self.battle);
        }
        self.write(|journal, _| {
            journal.undo(taken)?;
            journal.sync()
        });
    }
}
