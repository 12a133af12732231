//! Candidates tried against each other.

use super::candidates::Candidate;
use super::playout::{Brake, Scope, value};
use crate::battle::Answer;
use crate::players::View;

/// Rounds after which the worse half drops out.
const ROUNDS: u32 = 4;

/// How far apart two candidates are on one guess, squared, before it is known; how many guesses that
/// counts for; and how far a first thought may be wrong, squared.
const SPREAD: f64 = 1.0;
const WEIGHT: f64 = 2.0;
const DOUBT: f64 = 0.6;

/// Another must be so much better than the first thought, and drops out at once if it is believed
/// to be so much worse.
const MARGIN: f64 = 0.1;
const BEATEN: f64 = -0.25;

/// Candidates with what they led to.
pub struct Trial {
    candidates: Vec<Tried>,
    playouts: u32,
}

struct Tried {
    candidate: Candidate,
    /// What it led to on each guess, as far as it was tried.
    values: Vec<Option<f64>>,
    /// It has dropped out.
    out: bool,
}

impl Trial {
    /// Tries candidates, the first of them the first thought; `None` if there was no time to try
    /// any.
    pub fn of(view: &View, candidates: Vec<Candidate>, brake: &Brake) -> Option<Self> {
        let mut trial = Self {
            candidates: candidates
                .into_iter()
                .map(|candidate| Tried {
                    candidate,
                    values: Vec::new(),
                    out: false,
                })
                .collect(),
            playouts: 0,
        };
        let like = view.sample(guess(view, 0));
        let first = &trial.candidates[0].candidate.answer;
        let about = Scope::of(view.army(), view.side(), view.decision(), first);
        let mut number = 0;
        'rounds: for round in 1..=ROUNDS {
            let enough = brake.playouts * round / ROUNDS;
            loop {
                let alive = trial.alive();
                if trial.playouts + alive > enough {
                    break;
                }
                let start = match number {
                    0 => like.branch(),
                    number => view.sample_like(&like, guess(view, number)),
                };
                for tried in trial.candidates.iter_mut().filter(|tried| !tried.out) {
                    let start = (&start, guess(view, number));
                    let led_to = value(start, &tried.candidate.answer, about, brake);
                    if brake.is_on() {
                        break 'rounds;
                    }
                    tried.values.push(led_to);
                    trial.playouts += 1;
                }
                number += 1;
                brake
                    .leash
                    .tell(trial.playouts as f32 / brake.playouts as f32);
            }
            trial.halve();
            if trial.alive() < 2 {
                break;
            }
        }
        (trial.playouts > 0).then_some(trial)
    }

    fn alive(&self) -> u32 {
        self.candidates.iter().filter(|tried| !tried.out).count() as u32
    }

    /// The worse half drops out, and whoever is beaten; the first thought never does.
    fn halve(&mut self) {
        let mut worth: Vec<(f64, usize)> = (1..self.candidates.len())
            .filter(|&at| !self.candidates[at].out)
            .map(|at| (self.edge(at), at))
            .collect();
        worth.sort_by(|one, other| other.0.total_cmp(&one.0));
        let stay = worth.len().div_ceil(2);
        for (place, &(edge, at)) in worth.iter().enumerate() {
            self.candidates[at].out = place >= stay || edge < BEATEN;
        }
    }

    /// How much better than the first thought a candidate is believed to be.
    fn edge(&self, at: usize) -> f64 {
        let Candidate { prior, .. } = self.candidates[at].candidate;
        let (first, other) = (&self.candidates[0].values, &self.candidates[at].values);
        let apart: Vec<f64> = first
            .iter()
            .zip(other)
            .filter_map(|(first, other)| Some((*other)? - (*first)?))
            .collect();
        let n = apart.len() as f64;
        if apart.is_empty() {
            return prior;
        }
        let mean = apart.iter().sum::<f64>() / n;
        let squares: f64 = apart.iter().map(|value| (value - mean).powi(2)).sum();
        let spread = (squares + SPREAD * WEIGHT) / (n - 1.0 + WEIGHT);
        let (seen, believed) = (n / spread, 1.0 / DOUBT);
        (mean * seen + prior * believed) / (seen + believed)
    }

    /// The answers, the best first, each with its worth: that of the first thought as it was judged,
    /// the others by how much better they are than it.
    pub fn ranked(&self) -> Vec<(&Answer, f64)> {
        let first = mean(&self.candidates[0].values);
        let mut ranked: Vec<(&Answer, f64)> = vec![(&self.candidates[0].candidate.answer, first)];
        let others = 1..self.candidates.len();
        let mut others: Vec<(f64, usize)> = others.map(|at| (self.edge(at), at)).collect();
        others.sort_by(|one, other| other.0.total_cmp(&one.0));
        let better = others
            .iter()
            .position(|&(edge, at)| edge > MARGIN && !self.candidates[at].out);
        let chosen = better.map(|at| others.remove(at));
        let told = |(edge, at): (f64, usize)| (&self.candidates[at].candidate.answer, first + edge);
        if let Some(chosen) = chosen {
            ranked.insert(0, told(chosen));
        }
        ranked.extend(others.into_iter().map(told));
        ranked
    }

    /// Battles that were played on.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }
}

fn mean(values: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = values.iter().copied().flatten().collect();
    known.iter().sum::<f64>() / known.len().max(1) as f64
}

/// A guess of this decision: another for each number, the same after a save and a load.
fn guess(view: &View, number: u64) -> u64 {
    use rand::Rng;
    let own = view.chance().next_u64();
    own ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
