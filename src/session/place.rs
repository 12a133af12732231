//! A seat at the table with what its side has seen.

use std::mem;

use crate::army::{Army, Fact, Instruction, UnitId, Verdict};
use crate::battle::{Battle, Situation};
use crate::files::Record;
use crate::players::{Reply, Seat, View, safe_answer};
use crate::rules::Side;

/// A seat at the table with what its side has seen.
pub(super) struct Place {
    pub seat: Box<dyn Seat>,
    side: Side,
    /// Folded from the facts that the side sees; lent to the view while the seat is asked.
    seen: Option<Situation>,
    /// What the side has seen since it was last asked.
    new: Vec<Fact>,
    /// The seat could not go on, and the safe answer is given for it.
    failed: bool,
    /// Instructions that wait for the side's next decision.
    pub wishes: Vec<(Vec<UnitId>, Instruction)>,
}

impl Place {
    pub fn new(seat: Box<dyn Seat>, side: Side, record: &Record, battle: &Battle) -> Self {
        let mut place = Self {
            seat,
            side,
            seen: Some(start(record, battle)),
            new: Vec::new(),
            failed: false,
            wishes: Vec::new(),
        };
        place.see(battle.facts());
        place
    }

    /// Sees the battle from its start anew.
    pub fn begin_again(&mut self, record: &Record, battle: &Battle) {
        self.seen = Some(start(record, battle));
        self.new.clear();
        self.wishes.clear();
        self.see(battle.facts());
    }

    /// Somebody else takes the seat.
    pub fn sit(&mut self, seat: Box<dyn Seat>) {
        self.seat = seat;
        self.failed = false;
    }

    pub fn fail(&mut self) {
        self.failed = true;
    }

    pub fn is_person(&self) -> bool {
        self.seat.is_person() && !self.failed
    }

    /// What the side sees.
    pub fn seen(&self) -> &Situation {
        self.seen
            .as_ref()
            .expect("what a side sees is lent only while it is asked")
    }

    /// The next instruction that was wished for.
    pub fn wish(&mut self) -> Option<(Vec<UnitId>, Instruction)> {
        (!self.wishes.is_empty()).then(|| self.wishes.remove(0))
    }

    /// More has happened.
    pub fn see(&mut self, facts: &[Fact]) {
        let Some(seen) = &mut self.seen else { return };
        for fact in facts.iter().filter(|fact| fact.seen_by(self.side)) {
            seen.apply(fact);
            self.new.push(fact.clone());
        }
    }

    /// Puts it back to what it was.
    pub fn set_back(&mut self, seen: Situation, facts: usize) {
        self.seen = Some(seen);
        self.new.truncate(self.new.len().saturating_sub(facts));
        self.wishes.clear();
    }

    /// Asks the seat, or answers safely for one that has failed.
    pub fn ask(&mut self, battle: &Battle, number: usize, seed: u64) -> Reply {
        let (Some(decision), Some(seen)) = (battle.decision(), self.seen.take()) else {
            return Reply::Thinking;
        };
        let view = View::new(
            seen,
            (self.side, seed),
            (number, decision.clone()),
            battle.steps().to_vec(),
            mem::take(&mut self.new),
        );
        let reply = if self.failed {
            Reply::Answer(safe_answer(&view))
        } else {
            self.seat.ask(&view)
        };
        self.seen = Some(view.into_now());
        reply
    }

    pub fn over(&mut self, verdict: &Verdict) {
        if !self.failed {
            self.seat.over(verdict);
        }
    }
}

/// The table before the first fact that a battle knows.
fn start(record: &Record, battle: &Battle) -> Situation {
    let (scenario, rules) = battle.now().ground();
    match &record.start {
        Some(_) => record.first(scenario, rules).now().clone(),
        None => {
            let army = Army::muster(&scenario);
            Situation::new(scenario, rules, army)
        }
    }
}
