//! The fine comb: every move of two legs over a grid of angles and inches, looked at by geometry and
//! put to the rules from the best on. It finds what lies between enemies, friends and walls, where
//! no way by design leads; so it is the last resort.

use bevy::math::Vec2;

use super::body::{Body, part_of};
use super::search::Planner;
use super::stance::Stance;
use super::ways::straight;
use super::{Goal, THERE};
use crate::field::moves::Leg;

/// At most so many moves are put to the rules.
const ATTEMPTS: usize = 4000;

/// The rules forgive a thousandth of an action; what is only guessed may be a little more.
const MOST: f32 = 1.021;

/// A move of one or two legs in a manner, with what it is sorted by.
struct Strand {
    rank: [f32; 2],
    manner: usize,
    legs: [Leg; 2],
    many: usize,
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
    }

    /// Whether something was found that reaches the goal for less.
    fn comb_cheaper(&mut self, than: f32) -> bool {
        let mut strands = Vec::new();
        for (number, manner) in self.manners.iter().enumerate() {
            if !manner.formed && self.manners.len() > 1 {
                continue;
            }
            let body = &manner.body;
            let mut firsts = openings(body, self.goal);
            firsts.extend(grid(body, 0.5, 5));
            for one in firsts {
                let middle = body.after(&body.start, one);
                let ends = closings(body, &middle, self.goal);
                for two in ends.into_iter().map(Some).chain([None]) {
                    let end = two.map_or_else(|| middle.clone(), |two| body.after(&middle, two));
                    let there =
                        end.at.distance(self.goal.to) <= THERE.0 && self.off(end.facing) <= THERE.1;
                    let legs = [one, two.unwrap_or(one)];
                    let many = 1 + usize::from(two.is_some());
                    let least = body.at_least(&legs[..many]);
                    if there && least < than - 0.02 {
                        strands.push(Strand {
                            rank: [least, 0.0],
                            manner: number,
                            legs,
                            many,
                        });
                    }
                }
            }
        }
        strands.sort_by(|one, other| one.rank[0].total_cmp(&other.rank[0]));
        let mut found = false;
        for strand in strands.iter().take(ATTEMPTS / self.units.len()) {
            let bound = self.cheapest().unwrap_or(MOST);
            if strand.rank[0] > bound - 0.02 {
                break;
            }
            let walked = self.attempt(strand.manner, &strand.legs[..strand.many], None);
            found |= walked.is_ok_and(|trial| trial.reached());
        }
        found
    }

    /// The nearest end that is legal.
    fn comb_nearer(&mut self) {
        let best = self.nearest();
        let mut strands = Vec::new();
        for (number, manner) in self.manners.iter().enumerate() {
            let body = &manner.body;
            let second = grid(body, 1.0, 15);
            let mut firsts = openings(body, self.goal);
            firsts.extend(grid(body, 0.5, 10));
            for one in firsts {
                if body.at_least(&[one]) > 1.0005 {
                    continue;
                }
                let middle = body.after(&body.start, one);
                let ends = closings(body, &middle, self.goal);
                for &two in ends.iter().chain(&second) {
                    let rank = self.distance(&body.after(&middle, two));
                    if self.before(rank, best) && body.at_least(&[one, two]) <= 1.0005 {
                        strands.push(Strand {
                            rank,
                            manner: number,
                            legs: [one, two],
                            many: 2,
                        });
                    }
                }
            }
        }
        strands.sort_by(|one, other| {
            let first = one.rank[0].total_cmp(&other.rank[0]);
            first.then(one.rank[1].total_cmp(&other.rank[1]))
        });
        let (mut tried, most) = (0, ATTEMPTS / self.units.len());
        for strand in &strands {
            if tried >= most || !self.before(strand.rank, self.nearest()) {
                return;
            }
            if !self.has_room(strand.manner, &strand.legs)
                || !self.passes_enemies(strand.manner, &strand.legs)
            {
                continue;
            }
            tried += 1;
            self.attempt(strand.manner, &strand.legs[..strand.many], None)
                .ok();
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

/// Second legs that come as close to the goal as they can.
fn closings(body: &Body, from: &Stance, goal: &Goal) -> Vec<Leg> {
    let mut legs: Vec<Leg> = ahead_to(body, from, goal.to).into_iter().collect();
    let behind = -along(from, goal.to);
    if behind > 0.0 && body.may_back() {
        legs.push(Leg::Back { inches: behind });
    }
    legs.push(Leg::AboutFace);
    match goal.facing {
        Some(facing) => {
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
        None if body.may_wheel() => {
            let wheels = (-17..=18).map(|step| step as f32 * 10.0);
            legs.extend(wheels.map(|degrees| Leg::Wheel { degrees }));
        }
        None => {}
    }
    legs
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
    // Where the facing does not matter, any wheel may end it.
    if goal.facing.is_none() && body.may_wheel() {
        for degrees in (-17..=18).map(|step| step as f32 * 10.0) {
            let before = body.start_for(start, goal.to, &[Leg::Wheel { degrees }]);
            legs.extend(ahead_to(body, start, before));
        }
    }
    let about = body.start_for(start, goal.to, &[Leg::AboutFace]);
    legs.extend(ahead_to(body, start, about));
    legs
}
