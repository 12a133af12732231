//! A player that picks any legal answer, for fuzzing.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Player;
use crate::battle::{Answer, Battle, Decision, Order};
use crate::field::moves::Leg;

/// Picks any legal answer.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    generator: ChaCha8Rng,
}

impl RandomPlayer {
    /// A player of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            generator: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.generator.next_u32() as usize % bound.max(1)
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() {
            return None;
        }
        let at = self.below(list.len());
        list.get(at).cloned()
    }

    /// A move in any manner, if one of a few tries is legal.
    fn any_move(&mut self, battle: &Battle) -> Option<Answer> {
        for _ in 0..6 {
            let inches = 0.5 * (1 + self.below(14)) as f32;
            let degrees = self.below(360) as f32 - 180.0;
            let legs = match self.below(5) {
                0 => vec![Leg::Ahead {
                    inches,
                    degrees: 0.0,
                }],
                1 => vec![Leg::Ahead { inches, degrees }],
                2 => vec![
                    Leg::Wheel {
                        degrees: degrees / 3.0,
                    },
                    Leg::Ahead {
                        inches: inches / 2.0,
                        degrees: 0.0,
                    },
                ],
                3 => vec![
                    Leg::Turn { degrees },
                    Leg::Ahead {
                        inches,
                        degrees: 0.0,
                    },
                ],
                _ => vec![Leg::Back {
                    inches: inches / 2.0,
                }],
            };
            let answer = Answer::Order(Order::Move { form: None, legs });
            if battle.check(&answer).is_ok() {
                return Some(answer);
            }
        }
        None
    }
}

impl Player for RandomPlayer {
    fn answer(&mut self, battle: &Battle, decision: &Decision) -> Answer {
        match decision {
            Decision::Leader { units, .. } => match self.below(3) {
                0 => Answer::Stay,
                _ => self.pick(units).map_or(Answer::Stay, Answer::Attach),
            },
            Decision::Activate { units, .. } => {
                self.pick(units).map_or(Answer::EndTurn, Answer::Activate)
            }
            Decision::Act {
                orders, may_move, ..
            } => {
                if *may_move
                    && self.below(2) == 0
                    && let Some(answer) = self.any_move(battle)
                {
                    return answer;
                }
                self.pick(orders)
                    .map_or(Answer::Order(Order::Hold), Answer::Order)
            }
            Decision::React { reactions, .. } => match self.below(3) {
                0 => Answer::Decline,
                _ => self.pick(reactions).map_or(Answer::Decline, Answer::React),
            },
        }
    }
}
