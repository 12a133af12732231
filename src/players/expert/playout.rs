//! A battle played on in the head.

use std::collections::HashMap;
use std::time::Instant;

use bevy::math::Vec2;

use super::outlook::outlook;
use crate::army::{Army, UnitId};
use crate::battle::{Answer, Battle, Decision, Luck, Roller, Situation};
use crate::players::computer::quick;
use crate::players::safe::safe_for;
use crate::players::{General, Leash};
use crate::rules::Side;

/// Decisions after which a battle is judged wherever it is.
const MOST_DECISIONS: u32 = 3_000;

/// Who is so near to those whom a decision is about, in inches at 15 mm, has a part in what comes of
/// it; the others stay as they are.
const NEAR: f32 = 12.0;

/// Where more units than these are in the battle the quick player plays it on: the general would think
/// too long about one decision.
const MANY: usize = 120;

/// How much of what the dice did is taken off.
const LUCK: f64 = 0.8;

/// What holds somebody back who thinks.
pub struct Brake<'a> {
    pub leash: &'a Leash,
    pub deadline: Option<Instant>,
    pub playouts: u32,
}

impl Brake<'_> {
    /// Whether it is time to answer.
    pub fn is_on(&self) -> bool {
        let late = |deadline: Instant| Instant::now() >= deadline;
        self.leash.is_off() || self.deadline.is_some_and(late)
    }
}

/// After how many player turns the outlook is judged: when the enemy has had his own; a reaction
/// when the turn that it comes in is over.
fn horizon(decision: &Decision) -> u32 {
    match decision {
        Decision::React { .. } | Decision::Follow { .. } => 1,
        _ => 2,
    }
}

/// What is played on: for whom, how long, and around what place.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    pub side: Side,
    pub horizon: u32,
    pub around: Option<Vec2>,
}

impl Scope {
    /// What there is to see of an answer to a decision; `first` is the first thought.
    pub fn of(army: &Army, side: Side, decision: &Decision, first: &Answer) -> Self {
        let who = match (decision, first) {
            (Decision::Activate { .. }, Answer::Activate(unit)) => Some(*unit),
            (Decision::Activate { .. }, Answer::ActivateGroup { units, .. }) => {
                units.first().copied()
            }
            (decision, _) => decision.units().first().copied(),
        };
        let here = |id: &UnitId| army.on_table(*id);
        Self {
            side,
            horizon: horizon(decision),
            around: who.filter(here).map(|id| army.placement(id).at),
        }
    }
}

/// What whoever plays a battle on answers to a decision: the general himself. What the quick player
/// would make of a plan says little of it.
fn answer(now: &Situation, decision: &Decision) -> Answer {
    if now.army().units().len() > MANY {
        quick(now, decision)
    } else {
        General::HARD.at_once(now, decision)
    }
}

/// The same where only those near by act, and leaders stay where they are.
fn next(now: &Situation, decision: &Decision, around: Option<Vec2>) -> Answer {
    match (decision, around) {
        (Decision::Leader { .. }, _) => Answer::Stay,
        (
            Decision::Activate {
                side,
                units,
                chains,
            },
            Some(around),
        ) => {
            let far = NEAR * now.scenario().field.proportion();
            let army = now.army();
            let near =
                |id: &UnitId| army.on_table(*id) && army.placement(*id).at.distance(around) < far;
            let units: Vec<UnitId> = units.iter().copied().filter(near).collect();
            if units.is_empty() {
                return Answer::EndTurn;
            }
            let chains = chains
                .iter()
                .map(|chain| chain.iter().copied().filter(near).collect::<Vec<_>>())
                .filter(|chain| chain.len() > 1)
                .collect();
            let decision = Decision::Activate {
                side: *side,
                units,
                chains,
            };
            answer(now, &decision)
        }
        (decision, _) => answer(now, decision),
    }
}

/// The dice of a guess: whoever does the same in two battles that go on differently throws the same,
/// so that they differ by what was decided and not by chance.
struct Fates {
    guess: u64,
    /// How often each has decided so far.
    counts: HashMap<u64, u64>,
}

impl Fates {
    fn new(guess: u64) -> Self {
        let counts = HashMap::new();
        Self { guess, counts }
    }

    /// Gives a battle the dice of the decision that it waits for.
    fn decide(&mut self, battle: &mut Battle) {
        let Some(decision) = battle.decision() else {
            return;
        };
        let clock = battle.army().clock();
        let units = decision.units().iter().map(|id| u64::from(id.0) + 1);
        let kind = decision.kind().bytes().map(u64::from);
        let whose = [
            u64::from(clock.turn),
            clock.active as u64,
            decision.side() as u64,
        ];
        let key = whose.into_iter().chain(kind).chain(units).fold(7, mixed);
        let count = self.counts.entry(key).or_default();
        *count += 1;
        let seed = mixed(mixed(self.guess, key), *count);
        battle.roll_by(Roller::seeded(seed));
    }
}

fn mixed(one: u64, other: u64) -> u64 {
    let both = (one ^ other).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    both ^ (both >> 29)
}

/// What an answer leads to in a battle that could be the one that is fought; `None` where it is not
/// allowed there, or where there was no time to see it through.
pub fn value(
    (start, guess): (&Battle, u64),
    answer: &Answer,
    scope: Scope,
    brake: &Brake,
) -> Option<f64> {
    let Scope {
        side,
        horizon,
        around,
    } = scope;
    let mut battle = start.branch();
    let mut fates = Fates::new(guess);
    fates.decide(&mut battle);
    battle.answer(answer.clone()).ok()?;
    let mut clock = battle.army().clock();
    let mut turns = 0;
    for _ in 0..MOST_DECISIONS {
        let Some(decision) = battle.decision() else {
            break;
        };
        let now = battle.army().clock();
        if now != clock {
            clock = now;
            turns += 1;
            if turns >= horizon {
                break;
            }
        }
        if brake.is_on() {
            return None;
        }
        let next = next(battle.now(), decision, around);
        fates.decide(&mut battle);
        if battle.answer(next).is_err() {
            let safe = battle.decision().map(safe_for)?;
            battle.answer(safe).ok()?;
        }
    }
    Some(outlook(battle.now(), side) - LUCK * luck(start, &battle, side))
}

/// What the dice gave a side since a battle was gone on with.
fn luck(start: &Battle, battle: &Battle, side: Side) -> f64 {
    let mut army = start.army().clone();
    let mut luck = Luck::default();
    for fact in battle.facts() {
        luck.add((battle.scenario(), battle.rules()), &army, fact);
        army.apply(fact);
    }
    match side {
        Side::Union => luck.total(),
        Side::Confederate => -luck.total(),
    }
}
