//! Feelers: ways drawn out in many directions, each gone as far as serves the goal. What counts as
//! there is a small disc, and where a front stands askew it may fit between woods, water and
//! friends: neither is found by ways that aim at the middle.

use std::mem::{Discriminant, discriminant};

use super::THERE;
use super::body::{Body, part_of};
use super::choice::Trial;
use super::polishing::RIM;
use super::search::{Planner, Thought};
use super::ways::{straight, turns};
use crate::field::Facing;
use crate::field::moves::Leg;

/// So many ways are gone at most: those to each place beside the middle, feelers, and those that are
/// felt for around the best.
const LOOSE: usize = 5;
const FEELERS: usize = 90;
const CLOSER: usize = 75;

/// How near a way seems to come, its manner and its legs.
type Feeler = ([f32; 2], usize, Vec<Leg>);

impl Planner<'_> {
    /// Beside the middle of the goal, or nearly in the facing wanted, is there as well: it may be
    /// cheaper, and there may be room.
    pub fn loosen(&mut self) {
        let start = self.manners[0].body.start.facing;
        let facings: Vec<Option<Facing>> = match self.goal.facing {
            None => vec![None],
            Some(facing) => {
                let slack = 0.9 * THERE.1;
                // As it is or turned about may be near enough, and need no turn beside.
                let as_it_is = [start, start.turned(180.0)];
                let as_it_is = as_it_is
                    .into_iter()
                    .filter(|own| own.off(facing).abs() < slack);
                let nearly = [0.0, -slack, slack].map(|by| facing.turned(by));
                nearly.into_iter().chain(as_it_is).map(Some).collect()
            }
        };
        let bound = self.cheapest().map_or(1.0, |cost| cost - 0.01);
        let mut thoughts: Vec<(usize, Thought)> = Vec::new();
        for number in 0..=8 {
            let aside = if number == 8 { 0.0 } else { RIM };
            let to = self.goal.to + Facing::degrees(number as f32 * 45.0).ahead() * aside;
            for &facing in &facings {
                let found = self.thoughts(to, facing, 0, bound).into_iter();
                thoughts.extend(found.map(|thought| (number, thought)));
            }
        }
        thoughts
            .retain(|(_, (manner, way))| way.least <= bound && self.has_room(*manner, &way.legs));
        let senses = self.senses();
        let mut felt: Vec<(f32, usize)> = thoughts
            .iter()
            .enumerate()
            .map(|(number, (_, (manner, way)))| {
                let body = &self.manners[*manner].body;
                (senses[*manner].feel(body, &way.legs), number)
            })
            .collect();
        drop(senses);
        felt.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.stage(9 * LOOSE);
        // Some to each place: many ways to the same one differ by hardly more than their turns.
        let mut left = [LOOSE; 9];
        for (feeling, number) in felt {
            // What is felt may be too much by half.
            let bound = self.cheapest().map_or(1.5, |cost| cost + 0.06);
            if feeling > bound || self.exhausted() {
                return;
            }
            let (place, (manner, way)) = &thoughts[number];
            if left[*place] == 0 {
                continue;
            }
            left[*place] -= 1;
            // Rather out of order than not at all.
            let careful = self.goal.in_order && self.trials.iter().any(Trial::reached);
            if !(careful && self.is_rash(*manner, &way.legs)) {
                self.attempt(*manner, &way.legs, None).ok();
            }
        }
    }

    /// Ways in many directions from many facings, as near to the goal as they lead.
    pub fn feel_out(&mut self) {
        let mut feelers: Vec<Feeler> = Vec::new();
        let senses = self.senses();
        for (number, manner) in self.manners.iter().enumerate() {
            let body = &manner.body;
            let most = body.most() * (1.0 - body.change);
            for legs in self.drawn_out(body, most) {
                let feeling = senses[number].feel(body, &legs).max(0.01);
                let whole = is_whole(&legs);
                if whole && feeling > 1.5 {
                    continue;
                }
                let part = ((1.0 - body.change) / (feeling - body.change).max(0.01)).min(1.0);
                let end = body.end(&body.start, &shortened(&legs, part));
                let mut far = self.distance(&end);
                // What cannot be gone in part is likely not gone at all.
                if whole && feeling > 1.05 {
                    far[0] += 180.0;
                }
                feelers.push((far, number, legs));
            }
        }
        drop(senses);
        feelers.sort_by(|one, other| {
            let first = one.0[0].total_cmp(&other.0[0]);
            first.then(one.0[1].total_cmp(&other.0[1]))
        });
        let mut left = FEELERS;
        for (_, manner, legs) in feelers {
            if left > 0 && (!is_whole(&legs) || self.has_room(manner, &legs)) {
                left -= 1;
                self.go_as_far(manner, &legs);
            }
        }
        // It cannot face so at all: then at least nearer, as it stands.
        if self.facing_first && self.nearest()[0] > 0.0 {
            for (manner, inches) in self.paces() {
                for degrees in (-12..12).map(|step| step as f32 * 15.0) {
                    if degrees == 0.0 || !self.manners[manner].body.is_column() {
                        self.cut(manner, &[Leg::Ahead { inches, degrees }]);
                    }
                }
            }
        }
        self.feel_closer();
    }

    /// The inches that everybody could make at best, manner by manner.
    fn paces(&self) -> Vec<(usize, f32)> {
        let most = |body: &Body| body.most() * (1.0 - body.change);
        let manners = self.manners.iter().enumerate();
        manners
            .map(|(number, manner)| (number, most(&manner.body)))
            .collect()
    }

    /// The feelers of a body.
    fn drawn_out(&self, body: &Body, most: f32) -> Vec<Vec<Leg>> {
        let mut all: Vec<Vec<Leg>> = Vec::new();
        let start = &body.start;
        let around = |step: usize| (-180..180).step_by(step).map(|degrees| degrees as f32);
        if body.may_turn() {
            for degrees in around(5) {
                let turn = Leg::Turn { degrees };
                let from = body.after(start, turn);
                let ahead = from.bearing(self.goal.to);
                if body.is_column() {
                    all.push(vec![turn, straight(most)]);
                } else {
                    let edge = ahead.clamp(-45.0, 45.0);
                    for degrees in [edge, edge / 2.0, 45.0f32.copysign(edge)] {
                        let inches = most;
                        all.push(vec![turn, Leg::Ahead { inches, degrees }]);
                    }
                }
                all.push(vec![turn, Leg::AboutFace]);
                if self.facing_first && body.may_back() {
                    all.push(vec![turn, Leg::Back { inches: most }]);
                }
            }
        }
        let Some(facing) = self.goal.facing.filter(|_| self.facing_first) else {
            return all;
        };
        let off = start.facing.off(facing);
        for turned in turns(body, off, true) {
            for degrees in around(45) {
                if body.is_column() && degrees != 0.0 {
                    continue;
                }
                let inches = most.min(self.astray);
                let mut legs = turned.clone();
                legs.push(Leg::Ahead { inches, degrees });
                all.push(legs);
            }
            let mut legs = turned;
            legs.push(Leg::Back { inches: most });
            all.push(legs);
        }
        if body.may_turn() {
            // A step to better ground or to where there is room, and round. What slows may be a
            // narrow strip; those who turn beside each other have room for some turns only.
            let (finest, aside): (f32, &[f32]) = if body.is_group() {
                (0.05, &[-6.0, 6.0, -13.0, 13.0, -20.0, 20.0])
            } else {
                (0.1, &[])
            };
            let steps = (1.5 / finest) as u32;
            for degrees in around(45) {
                if degrees != 0.0 && body.is_column() {
                    continue;
                }
                let mut round = |inches: f32, by: f32| {
                    let turn = Leg::Turn { degrees: off + by };
                    all.push(vec![Leg::Ahead { inches, degrees }, turn]);
                };
                for step in 1..=steps {
                    round(step as f32 * finest, 0.0);
                }
                for step in 1..=10 {
                    let inches = step as f32 * 0.25;
                    aside.iter().for_each(|by| round(inches, *by));
                }
            }
        }
        if body.may_wheel() {
            for degrees in around(5) {
                all.push(vec![Leg::Wheel { degrees }, Leg::AboutFace]);
            }
            // A step to get clear of somebody, and round.
            for inches in [0.1, 0.15, 0.2, 0.3, 0.6] {
                for degrees in around(45) {
                    let step = Leg::Ahead { inches, degrees };
                    for degrees in [off, off - 360.0f32.copysign(off)] {
                        all.push(vec![step, Leg::Wheel { degrees }]);
                    }
                }
            }
            if body.may_back() {
                for step in 1..=8 {
                    let inches = step as f32 * 0.2;
                    let degrees = off;
                    all.push(vec![Leg::Back { inches }, Leg::Wheel { degrees }]);
                }
            }
        }
        all
    }

    /// Goes a way as far as serves.
    fn go_as_far(&mut self, manner: usize, legs: &[Leg]) {
        if is_whole(legs) {
            if self.has_room(manner, legs) {
                self.attempt(manner, legs, None).ok();
            }
        } else {
            self.cut(manner, legs);
        }
    }

    /// Around the nearest ways that were gone: a little to the side, a little farther.
    fn feel_closer(&mut self) {
        let mut left = CLOSER;
        let mut step = 1.0;
        while step > 0.1 && left > 0 {
            let nearest = self.nearest();
            let mut near: Vec<usize> = (0..self.trials.len())
                .filter(|&at| !self.trials[at].legs.is_empty() && self.trials[at].legs.len() <= 3)
                .collect();
            near.sort_by(|&one, &other| {
                let (one, other) = (self.near(&self.trials[one]), self.near(&self.trials[other]));
                one[0]
                    .total_cmp(&other[0])
                    .then(one[1].total_cmp(&other[1]))
            });
            // The best of each kind, so that one good way does not hide another.
            let mut kinds: Vec<Vec<Discriminant<Leg>>> = Vec::new();
            near.retain(|&at| {
                let kind: Vec<_> = self.trials[at].legs.iter().map(discriminant).collect();
                let many = kinds.iter().filter(|known| **known == kind).count();
                kinds.push(kind);
                many < 2
            });
            for at in near.into_iter().take(3) {
                let (manner, legs) = (self.trials[at].manner, self.trials[at].legs.clone());
                for number in 0..legs.len() {
                    for by in [-step, step] {
                        let mut other = legs.clone();
                        other[number] = beside(legs[number], by);
                        if let Some(last) = other.last_mut() {
                            *last = part_of(*last, 2.0).unwrap_or(*last);
                        }
                        left = left.saturating_sub(1);
                        self.go_as_far(manner, &other);
                    }
                }
            }
            if !self.before(self.nearest(), nearest) {
                step /= 2.0;
            }
        }
    }
}

/// A leg a little to the side: by so many times eight degrees or half an inch.
fn beside(leg: Leg, by: f32) -> Leg {
    let more = |inches: f32| (inches + by * 0.5).max(0.0);
    match leg {
        Leg::Ahead {
            inches,
            degrees: 0.0,
        } => straight(more(inches)),
        Leg::Ahead { inches, degrees } => Leg::Ahead {
            inches,
            degrees: degrees + by * 8.0,
        },
        Leg::Back { inches } => Leg::Back {
            inches: more(inches),
        },
        Leg::Wheel { degrees } => Leg::Wheel {
            degrees: degrees + by * 8.0,
        },
        Leg::Turn { degrees } => Leg::Turn {
            degrees: degrees + by * 8.0,
        },
        leg => leg,
    }
}

/// Whether the last of some legs cannot be gone in part.
fn is_whole(legs: &[Leg]) -> bool {
    legs.last().is_some_and(|leg| part_of(*leg, 0.5).is_none())
}

/// Some legs with the last one cut to a part.
fn shortened(legs: &[Leg], part: f32) -> Vec<Leg> {
    let mut legs = legs.to_vec();
    if let Some(last) = legs.last_mut() {
        *last = part_of(*last, part).unwrap_or(*last);
    }
    legs
}
