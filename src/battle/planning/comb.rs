//! The fine comb: every move of two legs over a grid of angles and inches, looked at by geometry and
//! put to the rules from the best on. It finds what lies between enemies, friends and walls, where
//! no way by design leads; so it is the last resort.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bevy::math::Vec2;

use super::body::{Body, Stride, part_of};
use super::choice::AMISS;
use super::search::Planner;
use super::stance::Stance;
use super::ways::straight;
use super::{Goal, THERE};
use crate::field::Facing;
use crate::field::moves::Leg;

/// At most so many moves are put to the rules.
const ATTEMPTS: usize = 4000;

/// After so many that were refused fewer are tried.
const IN_A_ROW: usize = 250;

/// The rules forgive a thousandth of an action; what is only guessed may be a little more.
const MOST: f32 = 1.021;

/// Degrees that a turn may stop short where there is no room for all of it.
const SHY: [f32; 6] = [1.9, 3.0, 5.0, 8.0, 12.0, 18.0];

/// A move of one or two legs in a manner.
struct Strand {
    manner: usize,
    legs: [Leg; 2],
    many: usize,
}

/// Strands, the best first: few of many are ever looked at.
#[derive(Default)]
struct Comb {
    strands: Vec<Strand>,
    ranks: Vec<Reverse<([u32; 2], u32)>>,
}

impl Comb {
    /// One more; what it is sorted by is never less than nothing.
    fn push(&mut self, rank: [f32; 2], manner: usize, one: Leg, two: Option<Leg>) {
        let number = self.strands.len() as u32;
        self.ranks
            .push(Reverse((rank.map(|part| part.max(0.0).to_bits()), number)));
        self.strands.push(Strand {
            manner,
            legs: [one, two.unwrap_or(one)],
            many: 1 + usize::from(two.is_some()),
        });
    }

    /// From the best on, each with its rank.
    fn sorted(self) -> impl Iterator<Item = ([f32; 2], Strand)> {
        let (strands, mut heap) = (self.strands, BinaryHeap::from(self.ranks));
        std::iter::from_fn(move || {
            let Reverse((rank, number)) = heap.pop()?;
            let Strand { manner, legs, many } = strands[number as usize];
            Some((rank.map(f32::from_bits), Strand { manner, legs, many }))
        })
    }
}

impl Planner<'_> {
    /// Looks for a cheaper way to a goal that is reached, or for one that reaches it at all, or
    /// for an end nearer to it if that is not `possible`.
    pub fn comb(&mut self, possible: bool) {
        let known = self.cheapest();
        if possible && self.comb_cheaper(known.unwrap_or(MOST)) || known.is_some() {
            return;
        }
        self.comb_nearer();
        self.feel_out();
        self.brush_nearer();
    }

    /// Whether something was found that reaches the goal for less.
    fn comb_cheaper(&mut self, than: f32) -> bool {
        let mut comb = Comb::default();
        for (number, manner) in self.manners.iter().enumerate() {
            if manner.formed || self.manners.len() == 1 {
                self.comb_there(&mut comb, number, than - 0.02);
            }
        }
        let (mut tried, most) = (0, ATTEMPTS / self.units.len());
        let mut found = false;
        for (rank, strand) in comb.sorted() {
            let bound = self.cheapest().unwrap_or(MOST);
            if rank[0] > bound - 0.02 || tried >= most {
                break;
            }
            let legs = &strand.legs[..strand.many];
            if self.has_room(strand.manner, legs) {
                tried += 1;
                let walked = self.attempt(strand.manner, legs, None);
                found |= walked.is_ok_and(|trial| trial.reached());
            }
        }
        found
    }

    /// Every move that leads to the goal for less than so much.
    fn comb_there(&self, comb: &mut Comb, number: usize, than: f32) {
        let body = &self.manners[number].body;
        let goal = self.goal.to;
        let fan: Vec<Stride> = wheels(body, self.goal)
            .map(|leg| body.stride(leg))
            .collect();
        // Farther than this no wheel moves the middle.
        let wide = body.half * if body.is_group() { 4.0 } else { 2.0 } + THERE.0;
        let there = |(at, facing): (Vec2, Facing)| {
            at.distance_squared(goal) <= THERE.0 * THERE.0 && self.off(facing) <= THERE.1
        };
        let mut closing = Vec::new();
        for one in openings(body, self.goal)
            .into_iter()
            .chain(grid(body, 0.5, 5))
        {
            let first = body.weight(one);
            let least = body.at_least(first.0, first.1);
            if least >= than {
                continue;
            }
            let middle = body.after(&body.start, one);
            let far = middle.at.distance(goal);
            if self.too_far(body, least, far - THERE.0, than) {
                continue;
            }
            if there((middle.at, middle.facing)) {
                comb.push([least, 0.0], number, one, None);
            }
            let wheeled = body.is_group() && matches!(one, Leg::Wheel { .. });
            let costs = |leg: Leg, second: (f32, bool)| {
                let twice = wheeled && matches!(leg, Leg::Wheel { .. });
                let least = body.at_least(first.0 + second.0, first.1 || second.1);
                (least < than && !twice).then_some(least)
            };
            let aligned = self.off(middle.facing) <= THERE.1;
            closings(body, &middle, self.goal, &mut closing);
            for &two in &closing {
                if !aligned && matches!(two, Leg::Ahead { .. } | Leg::Back { .. }) {
                    continue;
                }
                if let Some(least) = costs(two, body.weight(two)) {
                    let end = body.after(&middle, two);
                    if there((end.at, end.facing)) {
                        comb.push([least, 0.0], number, one, Some(two));
                    }
                }
            }
            let inch = middle.ahead();
            for second in if far <= wide { &fan[..] } else { &[] } {
                if let Some(least) = costs(second.leg, (second.inches, second.outside))
                    && there(body.taken(&middle, inch, second))
                {
                    comb.push([least, 0.0], number, one, Some(second.leg));
                }
            }
        }
    }

    /// Whether what is left after a first leg is too far: whoever turns about comes nearer by the
    /// depth for nothing.
    fn too_far(&self, body: &Body, least: f32, inches: f32, than: f32) -> bool {
        let inches = (inches - body.depth).max(0.0);
        least + inches / body.most().max(0.1) >= than
    }

    /// The nearest end that is legal.
    fn comb_nearer(&mut self) {
        let mut comb = Comb::default();
        for number in 0..self.manners.len() {
            self.comb_near(&mut comb, number);
        }
        let mut left = ATTEMPTS / self.units.len();
        let mut skipped = self.comb_through(comb.sorted(), &mut left);
        // Those better than what was found that were skipped on the way there.
        loop {
            let nearest = self.nearest();
            skipped.retain(|(rank, _)| self.before(*rank, nearest));
            if skipped.is_empty() || left == 0 {
                return;
            }
            skipped = self.comb_through(skipped.into_iter(), &mut left);
        }
    }

    /// Tries strands, the best first, until none that follows can be better. Where many in a row are
    /// refused, ever more of those that follow are skipped: what ends a little farther away may be
    /// all there is. Answers with those that were skipped.
    fn comb_through(
        &mut self,
        strands: impl Iterator<Item = ([f32; 2], Strand)>,
        left: &mut usize,
    ) -> Vec<([f32; 2], Strand)> {
        let mut skipped = Vec::new();
        let (mut stride, mut next, mut refused) = (1, 0, 0usize);
        for (number, (rank, strand)) in strands.enumerate() {
            if *left == 0 || !self.before(rank, self.nearest()) {
                break;
            }
            if number < next {
                skipped.push((rank, strand));
                continue;
            }
            if !self.has_room(strand.manner, &strand.legs)
                || !self.passes_enemies(strand.manner, &strand.legs)
            {
                continue;
            }
            *left -= 1;
            refused += 1;
            if refused.is_multiple_of(IN_A_ROW) {
                stride *= 2;
            }
            next = number + stride;
            let legs = &strand.legs[..strand.many];
            self.attempt(strand.manner, legs, None).ok();
        }
        skipped
    }

    /// Where it is about facing: turns that stop a little short of the facing wanted.
    fn shy_turns(&self, body: &Body, from: &Stance) -> impl Iterator<Item = Leg> + use<> {
        let wanted = self.goal.facing.filter(|_| self.facing_first);
        let degrees = wanted.map(|facing| from.facing.off(facing));
        let (turns, wheels) = (body.may_turn(), body.may_wheel());
        degrees.into_iter().flat_map(move |degrees| {
            SHY.into_iter()
                .map(move |shy| degrees - shy.copysign(degrees))
                .flat_map(move |degrees| {
                    let turn = turns.then_some(Leg::Turn { degrees });
                    turn.into_iter()
                        .chain(wheels.then_some(Leg::Wheel { degrees }))
                })
        })
    }

    /// Every move that leads nearer to the goal than what is known.
    fn comb_near(&self, comb: &mut Comb, number: usize) {
        const MOST: f32 = 1.0005;
        let body = &self.manners[number].body;
        let (goal, best) = (self.goal.to, self.nearest());
        // Whatever ends farther away is no better.
        let close = if self.facing_first || best[0] >= AMISS {
            self.astray
        } else {
            best[0] + THERE.0 + 0.03
        };
        // Where it is about facing nobody goes far, and a fifth of an inch may give the room.
        let steps = if self.facing_first {
            (0.2, 0.2)
        } else {
            (0.5, 1.0)
        };
        let short = |leg: &Leg| match leg {
            Leg::Ahead { inches, .. } | Leg::Back { inches } => {
                !self.facing_first || *inches <= self.astray + 1.0
            }
            _ => true,
        };
        let grid_and_fan = grid(body, steps.1, 15)
            .into_iter()
            .filter(short)
            .chain(wheels(body, self.goal));
        let seconds: Vec<Stride> = grid_and_fan.map(|leg| body.stride(leg)).collect();
        let mut closing = Vec::new();
        for one in openings(body, self.goal)
            .into_iter()
            .chain(self.shy_turns(body, &body.start))
            .chain(grid(body, steps.0, 10).into_iter().filter(short))
        {
            let first = body.weight(one);
            let least = body.at_least(first.0, first.1);
            if least > MOST {
                continue;
            }
            let middle = body.after(&body.start, one);
            if self.too_far(body, least, middle.at.distance(goal) - close, MOST) {
                continue;
            }
            let wheeled = body.is_group() && matches!(one, Leg::Wheel { .. });
            let pays = |leg: Leg, second: (f32, bool)| {
                let twice = wheeled && matches!(leg, Leg::Wheel { .. });
                !twice && body.at_least(first.0 + second.0, first.1 || second.1) <= MOST
            };
            let mut note = |leg: Leg, (at, facing): (Vec2, Facing)| {
                if at.distance_squared(goal) <= close * close {
                    let rank = self.far(at, facing);
                    if self.before(rank, best) {
                        comb.push(rank, number, one, Some(leg));
                    }
                }
            };
            closings(body, &middle, self.goal, &mut closing);
            closing.extend(self.shy_turns(body, &middle));
            for &two in &closing {
                if pays(two, body.weight(two)) {
                    let end = body.after(&middle, two);
                    note(two, (end.at, end.facing));
                }
            }
            let inch = middle.ahead();
            for second in &seconds {
                if pays(second.leg, (second.inches, second.outside)) {
                    note(second.leg, body.taken(&middle, inch, second));
                }
            }
        }
    }
}

impl Planner<'_> {
    /// Whether no enemy stands on a few places of a way, before it is walked.
    fn passes_enemies(&self, manner: usize, legs: &[Leg; 2]) -> bool {
        if self.enemies.is_empty() {
            return true;
        }
        let body = &self.manners[manner].body;
        let middle = body.after(&body.start, legs[0]);
        let half = |from: &Stance, leg: Leg| part_of(leg, 0.5).map(|leg| body.after(from, leg));
        let (first, second) = (half(&body.start, legs[0]), half(&middle, legs[1]));
        let places = [first, Some(middle), second];
        places.iter().flatten().all(|place| {
            let grounds = self.grounds(manner, place);
            !self.enemies.iter().any(|enemy| {
                let enemy = self.asked.army.footprint(*enemy);
                grounds.iter().any(|ground| enemy.overlaps(ground))
            })
        })
    }
}

/// Every single leg of a grid that one action could pay for.
fn grid(body: &Body, inches: f32, degrees: usize) -> Vec<Leg> {
    let mut legs = vec![Leg::AboutFace];
    let around = || (-180..180).step_by(degrees).map(|degrees| degrees as f32);
    if body.may_wheel() {
        legs.extend(around().map(|degrees| Leg::Wheel { degrees }));
    }
    if body.may_turn() {
        legs.extend(around().map(|degrees| Leg::Turn { degrees }));
    }
    let steps = (body.most() * (1.0 - body.change) / inches) as u32 + 1;
    for step in 1..=steps {
        let inches = step as f32 * inches;
        if body.is_column() {
            legs.push(Leg::Ahead {
                inches,
                degrees: 0.0,
            });
        } else {
            let edges = [-45.0, -37.5, -22.5, -7.5, 7.5, 22.5, 37.5, 45.0];
            let all = around().chain(edges);
            legs.extend(all.map(|degrees| Leg::Ahead { inches, degrees }));
        }
        if body.may_back() {
            legs.push(Leg::Back { inches });
        }
    }
    legs
}

/// Ahead to a place, if it can be done so.
fn ahead_to(body: &Body, from: &Stance, to: Vec2) -> Option<Leg> {
    let degrees = from.bearing(to);
    if !body.is_column() {
        let inches = from.stretched(from.at.distance(to));
        return Some(Leg::Ahead { inches, degrees });
    }
    (degrees.abs() < 90.0).then(|| straight(along(from, to)))
}

/// Inches straight ahead until a place is abreast; less than nothing if it is behind.
fn along(from: &Stance, to: Vec2) -> f32 {
    let inch = from.ahead();
    (to - from.at).dot(inch) / inch.length_squared().max(0.01)
}

/// Second legs that come as close to the goal as they can, but for [`wheels`].
fn closings(body: &Body, from: &Stance, goal: &Goal, legs: &mut Vec<Leg>) {
    legs.clear();
    legs.extend(ahead_to(body, from, goal.to));
    let behind = -along(from, goal.to);
    if behind > 0.0 && body.may_back() {
        legs.push(Leg::Back { inches: behind });
    }
    legs.push(Leg::AboutFace);
    if let Some(facing) = goal.facing {
        let degrees = from.facing.off(facing);
        if body.may_wheel() {
            legs.push(Leg::Wheel { degrees });
            let degrees = degrees - 360.0f32.copysign(degrees);
            legs.push(Leg::Wheel { degrees });
        }
        if body.may_turn() {
            legs.push(Leg::Turn { degrees });
        }
    }
}

/// Where the facing does not matter, any wheel may be the last leg.
fn wheels(body: &Body, goal: &Goal) -> impl Iterator<Item = Leg> {
    let any = goal.facing.is_none() && body.may_wheel();
    let steps = any.then_some(-17..=18).into_iter().flatten();
    steps.map(|step| Leg::Wheel {
        degrees: step as f32 * 10.0,
    })
}

/// First legs after which one leg of turning or going leads to the goal exactly.
fn openings(body: &Body, goal: &Goal) -> Vec<Leg> {
    let start = &body.start;
    let bearing = start.bearing(goal.to);
    let mut legs: Vec<Leg> = ahead_to(body, start, goal.to).into_iter().collect();
    if body.may_turn() {
        let degrees = bearing;
        legs.push(Leg::Turn { degrees });
        legs.push(Leg::Turn {
            degrees: bearing + 180.0,
        });
    }
    if let Some(facing) = goal.facing {
        let degrees = start.facing.off(facing);
        for degrees in [degrees, degrees - 360.0f32.copysign(degrees)] {
            if body.may_wheel() {
                let wheel = Leg::Wheel { degrees };
                legs.push(wheel);
                legs.extend(ahead_to(
                    body,
                    start,
                    body.start_for(start, goal.to, &[wheel]),
                ));
            }
            if body.may_turn() {
                legs.push(Leg::Turn { degrees });
            }
        }
    }
    for wheel in wheels(body, goal) {
        let before = body.start_for(start, goal.to, &[wheel]);
        legs.extend(ahead_to(body, start, before));
    }
    let about = body.start_for(start, goal.to, &[Leg::AboutFace]);
    legs.extend(ahead_to(body, start, about));
    legs
}
