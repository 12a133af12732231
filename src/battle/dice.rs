//! Dice: a seeded generator that means the same for ever, or numbers given by a test.

use std::collections::VecDeque;

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// The most numbers that are given before any of them is rolled, and then some.
const MOST_GIVEN: usize = 50_000;

/// Rolls dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roller {
    generator: ChaCha8Rng,
    given: VecDeque<u8>,
}

impl Roller {
    /// Dice of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self {
            generator: ChaCha8Rng::seed_from_u64(seed),
            given: VecDeque::new(),
        }
    }

    /// Given numbers first, then those of a seed.
    pub fn given(dice: &[u8], seed: u64) -> Self {
        Self {
            given: dice.iter().copied().collect(),
            ..Self::seeded(seed)
        }
    }

    /// Puts numbers before all others still to come from the seed.
    pub fn give(&mut self, dice: &[u8]) {
        self.given.extend(dice);
    }

    /// Given numbers that have not been rolled yet.
    pub fn left(&self) -> usize {
        self.given.len()
    }

    /// Whether dice of the seed have been rolled since it was as it was earlier.
    pub fn drew_since(&self, earlier: &Self) -> bool {
        self.generator != earlier.generator
    }

    /// Whether every given number is one that a die shows, and there are no more than somebody gives.
    pub(super) fn is_sound(&self) -> bool {
        self.given.len() <= MOST_GIVEN && self.given.iter().all(|die| (1..=6).contains(die))
    }

    /// One die.
    pub fn die(&mut self) -> u8 {
        if let Some(die) = self.given.pop_front() {
            return die;
        }
        loop {
            // Three bits, thrown again above five: every face is equally probable.
            let bits = self.generator.next_u32() >> 29;
            if bits < 6 {
                return bits as u8 + 1;
            }
        }
    }

    /// One of so many, up to 216, all equally probable: by three dice at a time.
    pub fn one_of(&mut self, many: usize) -> usize {
        let many = many.clamp(1, 216);
        let whole = 216 / many * many;
        loop {
            let dice = [self.die(), self.die(), self.die()];
            let number = dice
                .iter()
                .fold(0, |number, die| number * 6 + usize::from(*die) - 1);
            if number < whole {
                return number % many;
            }
        }
    }

    /// Two dice.
    pub fn two(&mut self) -> [u8; 2] {
        [self.die(), self.die()]
    }

    /// So many dice.
    pub fn roll(&mut self, count: u32) -> Vec<u8> {
        (0..count).map(|_| self.die()).collect()
    }
}
