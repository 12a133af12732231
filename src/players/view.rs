//! What one side sees of a battle.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::guess::guesses;
use crate::army::{Army, Fact};
use crate::battle::{Answer, Battle, Decision, Roller, Situation, Step};
use crate::rules::Side;
use crate::rules::fire::Refusal;

fn guessed_dice(guess: u64) -> Roller {
    Roller::seeded(guess ^ 0x05ee_d0fd_1ce5_0000)
}

/// What one side sees of a battle and is asked: folded from the facts it sees, without the dice to
/// come and without the other side's secrets.
#[derive(Clone)]
pub struct View {
    now: Situation,
    side: Side,
    seed: u64,
    number: usize,
    decision: Decision,
    steps: Vec<Step>,
    new: Vec<Fact>,
}

impl View {
    /// What a side sees of a decision: the situation folded from the facts it has seen, the number
    /// of the decision in the battle, the steps under way, and the facts since it was last asked.
    /// `seed` is the seat's own chance, not that of the battle's dice.
    pub fn new(
        now: Situation,
        (side, seed): (Side, u64),
        (number, decision): (usize, Decision),
        steps: Vec<Step>,
        new: Vec<Fact>,
    ) -> Self {
        Self {
            now,
            side,
            seed,
            number,
            decision,
            steps,
            new,
        }
    }

    /// What the side sees, back to whoever lent it.
    pub(crate) fn into_now(self) -> Situation {
        self.now
    }

    /// Whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// What stands on the table as far as the side knows, to be asked anything.
    pub fn now(&self) -> &Situation {
        &self.now
    }

    /// Both armies as far as the side knows.
    pub fn army(&self) -> &Army {
        self.now.army()
    }

    /// The number of the decision in the battle, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// What is asked.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// What the side has seen happen since it was last asked.
    pub fn new_facts(&self) -> &[Fact] {
        &self.new
    }

    /// The same once more, when nothing has happened since.
    pub(super) fn without_news(mut self) -> Self {
        self.new.clear();
        self
    }

    /// Whether an answer is allowed.
    pub fn check(&self, answer: &Answer) -> Result<(), Refusal> {
        self.now.check(Some(&self.decision), answer)
    }

    /// A seat's own chance at this decision: the same after a save and a load.
    pub fn chance(&self) -> ChaCha8Rng {
        let side = match self.side {
            Side::Union => 0xb1,
            Side::Confederate => 0x9a,
        };
        let seed = self.seed ^ side ^ (self.number as u64).rotate_left(32);
        ChaCha8Rng::seed_from_u64(seed)
    }

    /// A battle that could be the one that is fought, to play on and to throw away: dice and
    /// secrets are guessed.
    pub fn sample(&self, guess: u64) -> Battle {
        let guesses = guesses(&self.now, self.side, guess);
        // What was found out holds where nothing but the dice has to be guessed.
        let mut now = if guesses.is_empty() {
            self.now.branched()
        } else {
            self.now.clone()
        };
        for fact in guesses {
            now.apply(&fact);
        }
        Battle::going_on(now, self.steps.clone(), guessed_dice(guess))
    }

    /// The same as [`View::sample`] for this guess, made from another sample where nothing but the
    /// dice has to be guessed.
    pub(super) fn sample_like(&self, other: &Battle, guess: u64) -> Battle {
        if self.hides_anything() {
            self.sample(guess)
        } else {
            other.fork_with(guessed_dice(guess))
        }
    }

    /// Whether the side would have to guess at more than dice.
    fn hides_anything(&self) -> bool {
        let army = self.now.army();
        let mut hidden = army.hidden_of(self.side.other());
        hidden.any(|id| !army.has_place(id))
    }
}
