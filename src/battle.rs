//! The turn: orders, procedure steps, decisions, dice, victory.
//!
//! A battle runs by itself up to the next [`Decision`], waits for an [`Answer`], and goes on.
//! Asking and changing are different types: a [`Situation`] is what stands on the table and by what
//! rules, and answers every question without changing anything; a [`Battle`] is a situation with
//! the steps under way and the dice. Its steps read the situation and tell facts, and only a fact
//! changes it ([`Army::apply`](crate::army::Army::apply)).
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use deadly_field::battle::{Answer, Battle, Decision};
//! use deadly_field::rules::{Rules, Scale};
//! use deadly_field::scenario::{Scenario, find};
//!
//! let path = find(Path::new("taint_no_militia"));
//! let scenario = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
//! let rules = Arc::new(Rules::book().clone());
//! let mut battle = Battle::new(Arc::new(scenario), rules, 1);
//!
//! // Before the first turn each side sets up, or stands as the scenario has it.
//! for _ in 0..2 {
//!     assert!(matches!(battle.decision(), Some(Decision::SetUp { .. })));
//!     battle.answer(Answer::READY).expect("always allowed");
//! }
//!
//! // Leaders ride first; an answer that does not belong there is refused and changes nothing.
//! assert!(matches!(battle.decision(), Some(Decision::Leader { .. })));
//! let (before, refused) = (battle.hash(), battle.answer(Answer::EndTurn));
//! assert!(refused.is_err() && battle.hash() == before);
//!
//! // Whatever happens is told as facts, and the army is what they add up to.
//! battle.answer(Answer::Stay).expect("a leader may stay");
//! let mut army = battle.first().clone();
//! battle.facts().iter().for_each(|fact| army.apply(fact));
//! assert_eq!(army, *battle.army());
//! ```

mod acting;
mod aiming;
mod answering;
mod arriving;
mod audit;
mod cards;
mod census;
mod charge;
mod checking;
mod decision;
mod deploying;
mod dice;
mod feared;
mod firing;
mod forming;
mod group;
mod hash;
mod hiding;
mod joining;
mod judging;
mod leading;
mod lookout;
mod losses;
mod luck;
mod memory;
mod moving;
mod noticing;
mod offers;
mod planning;
mod preview;
mod prolonge;
mod reacting;
mod reasons;
mod retreating;
mod situation;
mod sound;
mod standstill;
mod step;
mod threats;
mod turn;
mod victory;
mod volley;
mod wheeling;
mod withdrawing;
mod working;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use audit::{request_of, requests_of_melee};
pub use charge::{
    ChargeDraft, ChargeOption, ChargePreview, ChargeView, CloseFire, FearStage, Onslaught,
};
pub use decision::{Answer, Decision, Order, Reaction};
pub use dice::Roller;
pub use judging::{Judging, Moment};
pub use luck::Luck;
pub use memory::remember;
pub use moving::Walks;
pub use planning::{Goal, Left, Plan, Ray, Reach, Stretch};
pub use situation::Situation;
pub use sound::{REVISION, SnapshotFault};
pub use step::After;
pub use step::{Clash, Follow, Marcher, Meeting, Melee, PassThrough, Rush, Step, Trigger};
pub use threats::{Exposure, Threat};
pub use volley::{FirePreview, FireWay, Partner, Reply, ShotOdds};

use crate::army::{Army, Fact};
use crate::rules::fire::Refusal;
use crate::rules::{Named, Rules, Side};
use crate::scenario::Scenario;

/// A battle under way.
#[derive(Clone)]
pub struct Battle {
    now: Situation,
    stack: Vec<Step>,
    dice: Roller,
    /// What is needed now: worked out of the rest.
    decision: Option<Decision>,
    /// Both armies before the first of the facts.
    first: Arc<Army>,
    /// What has happened since the battle was begun, restored or forked.
    facts: Vec<Fact>,
    /// Steps and answers since anything came of one. No part of the state: a battle that is gone on
    /// with begins to count anew.
    idle: u32,
    /// Facts that the look-out has looked at.
    looked: usize,
    /// Answers that each side has given since the battle was begun, restored or forked.
    answered: [usize; 2],
    /// How it stood when nothing came of it any more.
    stuck: Option<Arc<Battle>>,
}

/// A battle as plain data: all that [`Battle::restore`] needs beside rules and scenario. What can be
/// worked out of it, the decision above all, is not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleSnapshot {
    army: Army,
    stack: Vec<Step>,
    dice: Roller,
}

impl Battle {
    /// Begins a battle and runs it up to its first decision.
    pub fn new(scenario: Arc<Scenario>, rules: Arc<Rules>, seed: u64) -> Self {
        Self::with_dice(scenario, rules, Roller::seeded(seed))
    }

    /// Begins a battle with given dice.
    pub fn with_dice(scenario: Arc<Scenario>, rules: Arc<Rules>, dice: Roller) -> Self {
        let army = Army::muster(&scenario);
        let now = Situation::new(scenario, rules, army);
        Self::going_on(now, vec![Step::Begin], dice)
    }

    /// The battle that goes on from a situation with these steps under way.
    pub(crate) fn going_on(now: Situation, stack: Vec<Step>, dice: Roller) -> Self {
        let mut battle = Self {
            first: Arc::new(now.army.clone()),
            now,
            stack,
            dice,
            decision: None,
            facts: Vec::new(),
            idle: 0,
            looked: 0,
            answered: [0; 2],
            stuck: None,
        };
        battle.run();
        battle
    }

    /// A copy to try things on: it does not know what happened before.
    pub fn fork(&self) -> Self {
        self.copy(self.now.clone())
    }

    fn copy(&self, now: Situation) -> Self {
        Self {
            now,
            stack: self.stack.clone(),
            dice: self.dice.clone(),
            decision: self.decision.clone(),
            first: Arc::clone(&self.first),
            facts: Vec::new(),
            looked: 0,
            answered: self.answered,
            idle: self.idle,
            stuck: self.stuck.clone(),
        }
    }

    /// A copy to play on quickly: it keeps what was found out about the table.
    pub(crate) fn branch(&self) -> Self {
        self.copy(self.now.branched())
    }

    /// The same with other dice to come.
    pub(crate) fn fork_with(&self, dice: Roller) -> Self {
        Self {
            dice,
            ..self.branch()
        }
    }

    /// Other dice from now on, for those who play on what could happen.
    pub(crate) fn roll_by(&mut self, dice: Roller) {
        self.dice = dice;
    }

    /// Goes back to what a fork of it was, when so many facts were known.
    pub(crate) fn set_back(&mut self, fork: Self, facts: usize) {
        self.facts.truncate(facts);
        let facts = std::mem::take(&mut self.facts);
        let looked = facts.len();
        *self = Self {
            facts,
            looked,
            ..fork
        };
    }

    /// What stands on the table and by what rules, to be asked anything.
    pub fn now(&self) -> &Situation {
        &self.now
    }

    /// Both armies.
    pub fn army(&self) -> &Army {
        self.now.army()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        self.now.rules()
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        self.now.scenario()
    }

    /// The steps under way, the next one last.
    pub fn steps(&self) -> &[Step] {
        &self.stack
    }

    /// Both armies before anything happened that the battle knows of.
    pub fn first(&self) -> &Army {
        &self.first
    }

    /// Everything that happened since the battle was begun, restored or forked.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Answers that a side has given since the battle was begun or restored.
    pub fn answered(&self, side: Side) -> usize {
        self.answered[side.index()]
    }

    /// What is needed now; `None` when the battle is over.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// Whether an answer is allowed now.
    pub fn check(&self, answer: &Answer) -> Result<(), Refusal> {
        self.now.check(self.decision.as_ref(), answer)
    }

    /// Answers the decision. A refused answer names the rule and changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        self.check(&answer)?;
        let Some(decision) = self.decision.take() else {
            return Ok(());
        };
        self.answered[decision.side().index()] += 1;
        match answer {
            // The same question is put again, to those who still want to hear it.
            Answer::Instruct { units, instruction } => {
                let side = decision.side();
                self.tell(Fact::Instructed {
                    units,
                    side,
                    instruction,
                });
            }
            Answer::SetUp {
                units,
                leaders,
                ready,
            } => {
                if ready {
                    self.stack.pop();
                }
                self.set_up(decision.side(), &units, &leaders, ready);
            }
            Answer::Band(units) => self.band(units),
            Answer::Concede => self.concede(decision.side()),
            Answer::OfferDraw => self.offer_draw(decision.side()),
            answer => {
                self.stack.pop();
                self.take(decision, answer);
            }
        }
        self.run();
        Ok(())
    }

    /// Goes on until somebody must choose or the battle is over.
    fn run(&mut self) {
        while self.now.army.verdict().is_none() {
            if self.is_stuck() {
                self.end_stuck();
                return;
            }
            self.look_out();
            let Some(step) = self.stack.last() else { break };
            self.decision = self.now.question(step);
            if self.decision.is_some() {
                return;
            }
            if let Some(step) = self.stack.pop() {
                self.step(step);
            }
        }
    }

    fn push(&mut self, step: Step) {
        self.stack.push(step);
    }

    /// Gives the next dice, before those of the seed.
    pub fn give_dice(&mut self, dice: &[u8]) {
        self.dice.give(dice);
    }

    /// The dice still to come.
    pub fn dice(&self) -> &Roller {
        &self.dice
    }

    /// The battle as plain data.
    pub fn snapshot(&self) -> BattleSnapshot {
        BattleSnapshot {
            army: self.now.army.clone(),
            stack: self.stack.clone(),
            dice: self.dice.clone(),
        }
    }

    /// The battle that a snapshot was taken of. It does not know what happened before.
    pub fn restore(scenario: Arc<Scenario>, rules: Arc<Rules>, snapshot: BattleSnapshot) -> Self {
        let army = snapshot.army.named(&scenario);
        let now = Situation::new(scenario, rules, army);
        Self::going_on(now, snapshot.stack, snapshot.dice)
    }
}
