//! The brush: what lies between the teeth of the comb. Around the best ways that were walked all
//! legs are changed a little at once, by draws that look like chance and are always the same: along
//! the rim of what is allowed no single number leads on.

use std::mem::{Discriminant, discriminant};

use super::body::Body;
use super::search::Planner;
use super::ways::straight;
use crate::field::moves::Leg;

/// How many ways are brushed at once, with how many draws each, how often, and how many of those
/// that look better are walked each time.
const WAYS: usize = 4;
const DRAWS: usize = 60;
const STROKES: usize = 7;
const WALKED: usize = 12;
/// By how much a stroke changes legs at most, in degrees and inches.
const WIDE: (f32, f32) = (8.0, 0.5);

/// A way in a manner.
type Base = (usize, Vec<Leg>);

/// Draws between -1 and 1.
struct Draws(u32);

impl Draws {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / u32::MAX as f32 * 2.0 - 1.0
    }

    /// A leg a little otherwise: by so many parts of the widest change.
    fn beside(&mut self, leg: Leg, part: f32) -> Leg {
        let mut turned = |degrees: f32| degrees + self.next() * part * WIDE.0;
        match leg {
            Leg::Ahead {
                inches,
                degrees: 0.0,
            } => straight(self.farther(inches, part)),
            Leg::Ahead { inches, degrees } => Leg::Ahead {
                degrees: turned(degrees),
                inches: self.farther(inches, part),
            },
            Leg::Back { inches } => Leg::Back {
                inches: self.farther(inches, part),
            },
            Leg::Wheel { degrees } => Leg::Wheel {
                degrees: turned(degrees),
            },
            Leg::Turn { degrees } => Leg::Turn {
                degrees: turned(degrees),
            },
            leg => leg,
        }
    }

    fn farther(&mut self, inches: f32, part: f32) -> f32 {
        (inches + self.next() * part * WIDE.1).max(0.0)
    }
}

impl Planner<'_> {
    /// An end nearer to the goal.
    pub fn brush_nearer(&mut self) {
        let mut draws = Draws(0x9e37_79b9);
        let mut part = 1.0;
        for _ in 0..STROKES {
            let before = self.nearest();
            let mut looked: Vec<([f32; 2], Base)> = Vec::new();
            for (manner, legs) in self.nearest_ways() {
                let body = &self.manners[manner].body;
                for _ in 0..DRAWS {
                    let new: Vec<Leg> = legs.iter().map(|leg| draws.beside(*leg, part)).collect();
                    let rank = self.distance(&body.end(&body.start, &new));
                    if self.before(rank, before) && pays(body, &new) && self.has_room(manner, &new)
                    {
                        looked.push((rank, (manner, new)));
                    }
                }
            }
            looked.sort_by(|one, other| {
                let first = one.0[0].total_cmp(&other.0[0]);
                first.then(one.0[1].total_cmp(&other.0[1]))
            });
            let step = looked.len().div_ceil(WALKED).max(1);
            for (rank, (manner, legs)) in looked.into_iter().step_by(step) {
                if self.before(rank, self.nearest()) {
                    self.attempt(manner, &legs, None).ok();
                }
            }
            if !self.before(self.nearest(), before) {
                part /= 2.0;
            }
        }
    }

    /// The best ways of each kind, so that one good way does not hide another.
    fn nearest_ways(&self) -> Vec<Base> {
        let mut near: Vec<([f32; 2], usize)> = (0..self.trials.len())
            .filter(|&at| (1..=3).contains(&self.trials[at].legs.len()))
            .map(|at| (self.near(&self.trials[at]), at))
            .collect();
        near.sort_by(|one, other| {
            let first = one.0[0].total_cmp(&other.0[0]);
            first.then(one.0[1].total_cmp(&other.0[1]))
        });
        let mut kinds: Vec<Vec<Discriminant<Leg>>> = Vec::new();
        let mut ways = Vec::new();
        for (_, at) in near {
            let trial = &self.trials[at];
            let kind: Vec<_> = trial.legs.iter().map(discriminant).collect();
            if kinds.iter().filter(|known| **known == kind).count() < 2 {
                kinds.push(kind);
                ways.push((trial.manner, trial.legs.clone()));
                if ways.len() == WAYS {
                    break;
                }
            }
        }
        ways
    }
}

/// Whether one action could pay for some legs.
fn pays(body: &Body, legs: &[Leg]) -> bool {
    let weights = legs.iter().map(|leg| body.weight(*leg));
    let (inches, outside) = weights.fold((0.0, false), |sum, leg| (sum.0 + leg.0, sum.1 || leg.1));
    body.at_least(inches, outside) <= 1.0005
}
