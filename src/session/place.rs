//! A seat at the table with what its side has seen.

use crate::army::{Fact, Instruction, UnitId, Verdict};
use crate::battle::{Battle, Situation};
use crate::players::{Reply, Seat, View, safe_answer};
use crate::rules::Side;

/// A seat at the table with what its side has seen.
pub(super) struct Place {
    pub seat: Box<dyn Seat>,
    side: Side,
    /// Folded from the facts that the side sees; lent to the view while the seat is asked.
    seen: Option<Situation>,
    /// Nothing was hidden from it so far: it knows all that the battle knows.
    whole: bool,
    /// Facts of the battle up to which the seat has been told.
    told: usize,
    /// The seat could not go on, and the safe answer is given for it.
    failed: bool,
    /// Instructions that wait for the side's next decision.
    pub wishes: Vec<(Vec<UnitId>, Instruction)>,
    /// Its units have been told what a new seat tells them, or need not be.
    pub briefed: bool,
    /// Reactions that were put to a person.
    pub prompts: u32,
}

impl Place {
    pub fn new(seat: Box<dyn Seat>, side: Side, battle: &Battle) -> Self {
        let mut place = Self {
            seat,
            side,
            seen: Some(start(battle, side)),
            whole: !battle.first().hides_anybody(),
            told: 0,
            failed: false,
            wishes: Vec::new(),
            briefed: false,
            prompts: 0,
        };
        place.see(battle.facts());
        place
    }

    /// Sees the battle from its start anew.
    pub fn begin_again(&mut self, battle: &Battle) {
        self.seen = Some(start(battle, self.side));
        self.whole = !battle.first().hides_anybody();
        self.told = 0;
        self.wishes.clear();
        self.briefed = false;
        self.see(battle.facts());
    }

    /// Somebody else takes the seat.
    pub fn sit(&mut self, seat: Box<dyn Seat>) {
        self.seat = seat;
        self.failed = false;
        self.briefed = false;
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
        for fact in facts {
            if fact.seen_by(self.side) {
                seen.apply(fact);
            } else {
                self.whole = false;
            }
        }
    }

    /// Puts it back to what it was.
    pub fn set_back(&mut self, seen: Situation, facts: usize) {
        self.seen = Some(seen);
        self.told = self.told.min(facts);
        self.wishes.clear();
    }

    /// Asks the seat, or answers safely for one that has failed.
    pub fn ask(&mut self, battle: &Battle, number: usize, seed: u64) -> Reply {
        let (Some(decision), Some(mut seen)) = (battle.decision(), self.seen.take()) else {
            return Reply::Thinking;
        };
        // Whoever has seen everything need not work out again what the battle has.
        if self.whole {
            seen.remember_with(battle.now());
        }
        let new = if self.seat.wants_facts() {
            let facts = battle.facts()[self.told..].iter();
            facts
                .filter(|fact| fact.seen_by(self.side))
                .cloned()
                .collect()
        } else {
            Vec::new()
        };
        self.told = battle.facts().len();
        let view = View::new(
            seen,
            (self.side, seed),
            (number, decision.clone()),
            battle.steps().to_vec(),
            new,
        );
        let reply = if self.failed {
            Reply::Answer(safe_answer(&view))
        } else {
            self.seat.ask(&view)
        };
        let mut seen = view.into_now();
        if self.whole {
            seen.part();
        }
        self.seen = Some(seen);
        reply
    }

    pub fn over(&mut self, verdict: &Verdict) {
        if !self.failed {
            self.seat.over(verdict);
        }
    }
}

/// The table before the first fact that a battle knows, as a side sees it.
fn start(battle: &Battle, side: Side) -> Situation {
    let (scenario, rules) = battle.now().ground();
    Situation::new(scenario, rules, battle.first().as_seen_by(side))
}
