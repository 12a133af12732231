//! What makes a way that reaches the goal a little cheaper.

use super::THERE;
use super::body::part_of;
use super::search::Planner;
use super::ways::go;
use crate::field::moves::Leg;

/// How far from the middle of the goal a way may end, in inches: hardly less than what is there.
pub(super) const RIM: f32 = 0.0985;
/// Which ways are polished: within such a part of an action of the cheapest, and how many.
const POLISHED: (f32, usize) = (0.06, 4);
/// Inches of a short leg before a long one.
const HOPS: [f32; 3] = [0.06, 0.12, 0.18];
/// Degrees of a little wheel before a way.
const LEANINGS: [f32; 6] = [1.0, 2.0, 3.0, 4.5, 6.0, 8.0];

impl Planner<'_> {
    /// The last tenth of an inch is not worth its price: the cheapest ways are gone only as far as
    /// the rim of what counts as there.
    pub fn trim(&mut self) {
        for at in self.likely() {
            let (manner, legs) = (self.trials[at].manner, self.trials[at].legs.clone());
            for number in (0..legs.len()).rev() {
                if let Some(shorter) = self.trimmed(manner, &legs, number) {
                    self.attempt(manner, &shorter, None).ok();
                }
            }
        }
    }

    /// The rules feel the ground every quarter of an inch from where a leg begins, so that a short
    /// leg before a long one may step over the corner of bad ground.
    pub fn hop(&mut self) {
        let mut ways: Vec<(usize, Vec<Leg>)> = Vec::new();
        for at in self.likely().into_iter().take(2) {
            ways.push((self.trials[at].manner, self.trials[at].legs.clone()));
        }
        // Straight there, whatever that costs as one leg.
        for (number, manner) in self.manners.iter().enumerate() {
            let body = &manner.body;
            if manner.formed && !body.is_column() {
                ways.extend(
                    go(body, &body.start, self.goal.to)
                        .into_iter()
                        .map(|legs| (number, legs)),
                );
            }
        }
        for (manner, legs) in ways {
            for number in 0..legs.len() {
                let Leg::Ahead { inches, degrees } = legs[number] else {
                    continue;
                };
                for first in HOPS.into_iter().filter(|first| *first < inches) {
                    let mut hopping = legs.clone();
                    hopping[number] = Leg::Ahead {
                        inches: inches - first,
                        degrees,
                    };
                    let hop = Leg::Ahead {
                        inches: first,
                        degrees,
                    };
                    hopping.insert(number, hop);
                    self.attempt(manner, &hopping, None).ok();
                }
            }
        }
    }

    /// A little wheel before the way, or a little more or less of one, moves every front by a little,
    /// and so past what is in its way.
    pub fn lean(&mut self) {
        let mut bases: Vec<(usize, f32)> = (0..self.manners.len()).map(|at| (at, 0.0)).collect();
        for at in self.likely() {
            let trial = &self.trials[at];
            if let [Leg::Wheel { degrees }, Leg::Ahead { .. }] = trial.legs[..] {
                bases.push((trial.manner, degrees));
            }
        }
        let mut ways: Vec<(usize, Vec<Leg>)> = Vec::new();
        for (manner, base) in bases {
            let body = &self.manners[manner].body;
            if !(self.manners[manner].formed && body.may_wheel()) {
                continue;
            }
            for by in LEANINGS.into_iter().flat_map(|by| [-by, by]) {
                let wheel = Leg::Wheel { degrees: base + by };
                let from = body.after(&body.start, wheel);
                if self.off(from.facing) <= THERE.1 {
                    let ends = go(body, &from, self.goal.to).into_iter();
                    ways.extend(ends.map(|legs| (manner, [&[wheel], &legs[..]].concat())));
                }
            }
        }
        for (manner, legs) in ways {
            let least = self.manners[manner].body.least(&legs);
            let bound = self.cheapest().map_or(1.0, |cost| cost - 0.02);
            if least <= bound && self.has_room(manner, &legs) {
                self.attempt(manner, &legs, None).ok();
            }
        }
    }

    /// The cheapest ways that reach the goal.
    fn likely(&self) -> Vec<usize> {
        // In order if there is such a way.
        let steady = self.goal.in_order && self.cheapest().is_some();
        let mut ways: Vec<usize> = (0..self.trials.len())
            .filter(|&at| self.trials[at].reached() && (self.trials[at].orderly || !steady))
            .collect();
        let costs = ways.iter().map(|&at| self.trials[at].cost);
        let most = costs.fold(f32::INFINITY, f32::min) + POLISHED.0;
        ways.retain(|&at| self.trials[at].cost < most);
        ways.sort_by(|&one, &other| self.trials[one].cost.total_cmp(&self.trials[other].cost));
        ways.truncate(POLISHED.1);
        ways
    }

    /// Some legs of which one is so much shorter that they end on the rim of what counts as there.
    fn trimmed(&self, manner: usize, legs: &[Leg], number: usize) -> Option<Vec<Leg>> {
        if !matches!(legs[number], Leg::Ahead { .. } | Leg::Back { .. }) {
            return None;
        }
        let body = &self.manners[manner].body;
        let from = body.end(&body.start, &legs[..number]);
        let to = body.after(&from, legs[number]);
        let end = body.end(&to, &legs[number + 1..]);
        let far = to.at.distance(from.at);
        let way = (to.at - from.at).normalize_or_zero();
        let off = end.at - self.goal.to;
        let along = off.dot(way);
        let square = along * along - off.length_squared() + RIM * RIM;
        let spare = along + square.max(0.0).sqrt();
        if spare < 0.01 {
            return None;
        }
        let mut shorter = legs.to_vec();
        match part_of(legs[number], 1.0 - spare / far) {
            Some(leg) if far > spare => shorter[number] = leg,
            _ => {
                shorter.remove(number);
            }
        }
        Some(shorter)
    }
}
