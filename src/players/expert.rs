//! A general that tries its plans out before it decides.
//!
//! What the planning player thinks of is tried on battles that could be the one that is fought: the
//! dice, and whatever is hidden, are guessed; the general plays both sides on until the enemy
//! has had his turn; then the outlook is judged. Every candidate is tried under the same guesses,
//! what the dice alone did is taken off by their exact odds, and the worse half drops out again and
//! again. The first thought stands unless another is clearly better.

mod candidates;
mod outlook;
mod playout;
mod trial;

use std::time::{Duration, Instant};

use super::{Considered, Expected, General, Leash, Player, Thinking, Thought, View, Weighed};
use crate::army::UnitId;
use crate::battle::{Answer, Decision};
use playout::Brake;
use trial::Trial;

/// Plays one side by a plan, and tries out what it thinks of.
#[derive(Clone, Debug)]
pub struct Expert {
    thinking: Thinking,
    /// Who was last thought about, and how long: time is counted by activations.
    about: Vec<UnitId>,
    spent: Duration,
}

impl Expert {
    /// A player with a budget.
    pub fn new(thinking: Thinking) -> Self {
        Self {
            thinking,
            about: Vec::new(),
            spent: Duration::ZERO,
        }
    }

    /// Until when it may think.
    fn deadline(&mut self, decision: &Decision, start: Instant) -> Option<Instant> {
        let about = decision.units();
        if about.is_empty() || about != self.about {
            self.about = about.to_vec();
            self.spent = Duration::ZERO;
        }
        let most = self.thinking.at_most?;
        Some(start + most.saturating_sub(self.spent))
    }
}

impl Player for Expert {
    fn answer(&mut self, view: &View) -> Answer {
        self.think(view, &Leash::default()).answer
    }

    fn think(&mut self, view: &View, leash: &Leash) -> Considered {
        let start = Instant::now();
        let deadline = self.deadline(view.decision(), start);
        let mut general = General::HARD;
        let first = general.think(view, leash);
        let candidates = candidates::of(view, &first);
        if candidates.len() < 2 {
            return first;
        }
        let brake = Brake {
            leash,
            deadline,
            playouts: self.thinking.playouts,
        };
        let trial = Trial::of(view, candidates, &brake);
        self.spent += start.elapsed();
        let mission = first
            .thought
            .as_ref()
            .and_then(|thought| thought.mission.clone());
        // Whoever was called off before anything was tried has only his first thought.
        trial
            .and_then(|trial| thought(view, &trial))
            .map_or(first, |thought| thought.about(mission).into())
    }
}

/// What came of a trial.
fn thought(view: &View, trial: &Trial) -> Option<Thought> {
    let weighed: Vec<Weighed> = trial
        .ranked()
        .into_iter()
        .map(|(answer, value)| Weighed::new(answer.clone(), value))
        .collect();
    let thought = Thought::of(view.now(), weighed)?;
    let expected = Expected {
        playouts: trial.playouts(),
        ..thought.expected.unwrap_or_default()
    };
    Some(Thought {
        expected: Some(expected),
        ..thought
    })
}
