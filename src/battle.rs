//! The turn: orders, procedure steps, decisions, facts, dice, victory.
//!
//! The only code that changes an army. A battle runs by itself up to the next [`Decision`], waits
//! for an [`Answer`], and goes on. Nothing else moves it.

mod acting;
mod census;
mod charge;
mod checking;
mod decision;
mod dice;
mod fact;
mod firing;
mod forming;
mod group;
mod hash;
mod joining;
mod leading;
mod losses;
mod moving;
mod offers;
mod planning;
mod preview;
mod reacting;
mod retreating;
mod situation;
mod sound;
mod step;
mod turn;
mod victory;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use charge::{After, Charge, ChargePreview, Clash, Contact, Follow, Follower, Meeting, Melee};
pub use decision::{Answer, Assault, Decision, Deed, Formation, Order, Reaction};
pub use dice::Roller;
pub use fact::{Blow, Cause, Fact};
pub use hash::StateHasher;
pub use moving::Walks;
pub use planning::{Goal, Left, Plan, Ray, Reach, Stretch};
pub use sound::{REVISION, SnapshotFault};
pub use step::{Active, Marcher, PassThrough, Step, Trigger};
pub use victory::Verdict;

use crate::army::{Army, ArmySnapshot};
use crate::rules::fire::Refusal;
use crate::rules::{Rules, Side};
use crate::scenario::Scenario;

/// Where a battle stands in its turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// The turn, from 1.
    pub turn: u32,
    /// Whose player turn it is.
    pub active: Side,
}

/// A battle under way.
pub struct Battle {
    rules: Arc<Rules>,
    scenario: Arc<Scenario>,
    army: Army,
    clock: Clock,
    stack: Vec<Step>,
    dice: Roller,
    facts: Vec<Fact>,
    decision: Option<Decision>,
    verdict: Option<Verdict>,
}

/// A battle as plain data: all that [`Battle::restore`] needs beside rules and scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleSnapshot {
    army: ArmySnapshot,
    clock: Clock,
    stack: Vec<Step>,
    dice: Roller,
    facts: Vec<Fact>,
    decision: Option<Decision>,
    verdict: Option<Verdict>,
}

impl Battle {
    /// Begins a battle and runs it up to its first decision.
    pub fn new(scenario: Arc<Scenario>, rules: Arc<Rules>, seed: u64) -> Self {
        Self::with_dice(scenario, rules, Roller::seeded(seed))
    }

    /// Begins a battle with given dice.
    pub fn with_dice(scenario: Arc<Scenario>, rules: Arc<Rules>, dice: Roller) -> Self {
        let clock = Clock {
            turn: 0,
            active: scenario.initiative,
        };
        let mut battle = Self {
            army: Army::muster(&scenario),
            rules,
            scenario,
            clock,
            stack: vec![Step::Begin],
            dice,
            facts: Vec::new(),
            decision: None,
            verdict: None,
        };
        battle.run();
        battle
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Both armies.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// Turn and active side.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Everything that happened.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// What is needed now; `None` when the battle is over.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// Who has won, once it is over.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Answers the decision. A refused answer names the rule and changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        self.check(&answer)?;
        let Some(decision) = self.decision.take() else {
            return Ok(());
        };
        self.take(decision, answer);
        self.run();
        Ok(())
    }

    /// Goes on until somebody must choose or the battle is over.
    fn run(&mut self) {
        while self.decision.is_none() && self.verdict.is_none() {
            match self.stack.pop() {
                Some(step) => self.step(step),
                None => break,
            }
        }
    }

    fn push(&mut self, step: Step) {
        self.stack.push(step);
    }

    fn tell(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    /// The battle as plain data.
    pub fn snapshot(&self) -> BattleSnapshot {
        BattleSnapshot {
            army: self.army.snapshot(),
            clock: self.clock,
            stack: self.stack.clone(),
            dice: self.dice.clone(),
            facts: self.facts.clone(),
            decision: self.decision.clone(),
            verdict: self.verdict.clone(),
        }
    }

    /// The battle that a snapshot was taken of.
    pub fn restore(scenario: Arc<Scenario>, rules: Arc<Rules>, snapshot: BattleSnapshot) -> Self {
        let rolled = snapshot.facts.iter().find_map(|fact| match fact {
            Fact::Weather { weather, .. } => Some(*weather),
            _ => None,
        });
        let mut battle = Self {
            rules,
            scenario,
            army: Army::restore(snapshot.army),
            clock: snapshot.clock,
            stack: snapshot.stack,
            dice: snapshot.dice,
            facts: snapshot.facts,
            decision: snapshot.decision,
            verdict: snapshot.verdict,
        };
        if let Some(weather) = rolled {
            battle.set_weather(weather);
        }
        battle
    }

    /// A hash of the whole state, facts included. [`StateHasher`] does it many times faster when
    /// it is wanted at every decision.
    pub fn hash(&self) -> u64 {
        StateHasher::default().hash(self)
    }
}
