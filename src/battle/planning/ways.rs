//! Ways to a place by geometry alone: turn, go, turn.

use bevy::math::Vec2;

use super::body::Body;
use super::stance::Stance;
use crate::field::Facing;
use crate::field::moves::Leg;

/// What is as good as exact, in inches and degrees: well within what counts as reached.
const CLOSE: f32 = 0.08;
const SAME_WAY: f32 = 0.02;

/// A way to a place: legs, and between the turns at its start and end the part that goes.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub legs: Vec<Leg>,
    /// Legs of turning at the start and at the end.
    pub turns: (usize, usize),
    /// The least it can cost.
    pub least: f32,
}

/// Every way worth a thought to a place, the cheapest on good ground first; with a step also those
/// that turn first by every so many degrees. What costs more than `most` at its best is left out.
pub(super) fn ways(
    body: &Body,
    to: Vec2,
    facing: Option<Facing>,
    step: u16,
    most: f32,
) -> Vec<Way> {
    let mut finder = Finder {
        body,
        to,
        facing,
        most,
        found: Vec::new(),
    };
    let mut bases = vec![(Vec::new(), body.start.clone())];
    if !body.is_column() {
        let about = body.after(&body.start, Leg::AboutFace);
        bases.push((vec![Leg::AboutFace], about));
    }
    for (first, base) in bases {
        let angles = finder.angles(&base, step);
        let mut best: Option<(f32, f32)> = None;
        for angle in angles {
            if let Some(least) = finder.turning(&first, &base, angle)
                && best.is_none_or(|(known, _)| least < known)
            {
                best = Some((least, angle));
            }
        }
        // Two wheels share the turn between them: look closer where it is cheapest.
        if let (Some((_, angle)), true) = (best, facing.is_some() && body.may_wheel()) {
            for nearer in [-10.0, -5.0, -2.0, 2.0, 5.0, 10.0] {
                finder.turning(&first, &base, angle + nearer);
            }
        }
    }
    finder.shuffle();
    finder.swing();
    let mut found = finder.found;
    found.sort_by(|one, other| {
        let legs = one.legs.len().cmp(&other.legs.len());
        one.least.total_cmp(&other.least).then(legs)
    });
    found
}

struct Finder<'a> {
    body: &'a Body,
    to: Vec2,
    facing: Option<Facing>,
    most: f32,
    found: Vec<Way>,
}

impl Finder<'_> {
    /// By how much to turn first.
    fn angles(&self, base: &Stance, step: u16) -> Vec<f32> {
        let mut angles = vec![0.0];
        let straight = base.bearing(self.to);
        if self.to.distance(base.at) > CLOSE {
            angles.extend([straight, straight - 180.0f32.copysign(straight)]);
            // Just so far that the place comes within the arc.
            let slack = straight.abs() - 45.0;
            if slack > 0.0 && !self.body.is_column() {
                angles.push(slack.copysign(straight));
            }
        }
        if let Some(facing) = self.facing {
            angles.push(base.facing.off(facing));
        }
        let wheels = self.body.may_wheel() && !(self.body.is_group() && self.facing.is_some());
        if wheels {
            let aside = |degrees: f32| {
                let at = self.body.after(base, Leg::Wheel { degrees });
                at.bearing(self.to).abs() - 45.0
            };
            for side in [-1.0, 1.0] {
                let mut last = 0.0;
                for number in 1..=12 {
                    let next = number as f32 * 15.0 * side;
                    let (from, to) = (aside(last), aside(next));
                    if (from > 0.0) != (to > 0.0) {
                        angles.push(root(aside, last, next));
                    }
                    last = next;
                }
            }
        }
        if step > 0 {
            let step = if self.body.may_wheel() { step } else { 45 };
            let around = (-180..180).step_by(usize::from(step));
            angles.extend(around.map(|degrees| degrees as f32));
        }
        angles
    }

    /// All ways that turn by so much first; answers with the cheapest.
    fn turning(&mut self, first: &[Leg], base: &Stance, angle: f32) -> Option<f32> {
        let mut cheapest: Option<f32> = None;
        for kind in turns(self.body, angle, false) {
            let mut legs = first.to_vec();
            legs.extend(kind);
            if self.body.least(&legs) > self.most {
                continue;
            }
            let from = self.body.end(base, &legs[first.len()..]);
            let lasts = match self.facing {
                None => vec![Vec::new()],
                Some(facing) => turns(self.body, from.facing.off(facing), true),
            };
            for last in lasts {
                let mut before = self.body.start_for(&from, self.to, &last);
                if self.body.is_group() {
                    before += self.astray(&from, before, &last);
                }
                for between in go(self.body, &from, before) {
                    let least = self.body.least_of([&legs[..], &between[..], &last[..]]);
                    if !least.is_finite() {
                        continue;
                    }
                    cheapest = Some(cheapest.map_or(least, |known| known.min(least)));
                    if least <= self.most {
                        self.found.push(Way {
                            turns: (legs.len(), last.len()),
                            legs: [&legs[..], &between[..], &last[..]].concat(),
                            least,
                        });
                    }
                }
            }
        }
        cheapest
    }

    /// By how much a group that faces apart, and spreads on its way, misses the place.
    fn astray(&self, from: &Stance, before: Vec2, last: &[Leg]) -> Vec2 {
        let Some(between) = go(self.body, from, before).pop() else {
            return Vec2::ZERO;
        };
        let there = self.body.end(from, &between);
        self.to - self.body.end(&there, last).at
    }
}

impl Finder<'_> {
    /// Turned just so, one wheel leads to the place: a way where a straight one is closed.
    fn swing(&mut self) {
        let body = self.body;
        let start = &body.start;
        let inches = start.at.distance(self.to);
        let able = body.may_turn() && body.may_wheel() && !body.is_group();
        if !able || self.facing.is_some() || inches > 2.0 * body.half || inches < CLOSE {
            return;
        }
        let bearing = start.bearing(self.to);
        for side in [-1.0, 1.0] {
            let degrees = 2.0 * libm::asinf(inches / (2.0 * body.half)).to_degrees() * side;
            let turn = Leg::Turn {
                degrees: bearing - degrees / 2.0,
            };
            let legs = vec![turn, Leg::Wheel { degrees }];
            let least = body.least(&legs);
            if least.is_finite() {
                self.found.push(Way {
                    turns: (1, 0),
                    legs,
                    least,
                });
            }
        }
    }

    /// A long column that turns about has its front where its rear was: turned away from the place
    /// first, that is a good step nearer.
    fn shuffle(&mut self) {
        let body = self.body;
        let start = &body.start;
        let inches = start.at.distance(self.to);
        if !body.may_turn() || body.depth < 0.75 || inches < body.depth - CLOSE {
            return;
        }
        let away = Facing::NORTH.off(Facing::degrees(start.bearing(self.to) + 180.0));
        let mut legs = vec![Leg::Turn { degrees: away }, Leg::AboutFace];
        if inches - body.depth > 1e-3 {
            legs.push(straight(inches - body.depth));
        }
        let end = body.end(start, &legs);
        let last = self
            .facing
            .and_then(|facing| turns(body, end.facing.off(facing), false).pop());
        let last = last.unwrap_or_default();
        let turning = last.len();
        legs.extend(last);
        let least = body.least(&legs);
        if least.is_finite() {
            self.found.push(Way {
                turns: (2, turning),
                legs,
                least,
            });
        }
    }
}

/// Where a function changes its sign.
fn root(of: impl Fn(f32) -> f32, from: f32, to: f32) -> f32 {
    let (mut inside, mut outside) = if of(from) > 0.0 {
        (to, from)
    } else {
        (from, to)
    };
    for _ in 0..16 {
        let middle = (inside + outside) / 2.0;
        if of(middle) > 0.0 {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    inside
}

/// How a body can turn by so many degrees.
pub(super) fn turns(body: &Body, degrees: f32, about: bool) -> Vec<Vec<Leg>> {
    let degrees = Facing::NORTH.off(Facing::degrees(degrees));
    if degrees.abs() < SAME_WAY {
        return vec![Vec::new()];
    }
    let mut turns = Vec::new();
    if body.may_wheel() {
        turns.push(vec![Leg::Wheel { degrees }]);
        if degrees.abs() > 175.0 {
            turns.push(vec![Leg::Wheel {
                degrees: degrees - 360.0f32.copysign(degrees),
            }]);
        }
    }
    if body.may_turn() {
        turns.push(vec![Leg::Turn { degrees }]);
    }
    if about && !body.is_column() {
        let rest = degrees - 180.0f32.copysign(degrees);
        if rest.abs() < SAME_WAY {
            turns.push(vec![Leg::AboutFace]);
        } else if body.may_wheel() {
            turns.push(vec![Leg::AboutFace, Leg::Wheel { degrees: rest }]);
            turns.push(vec![Leg::Wheel { degrees: rest }, Leg::AboutFace]);
        }
    }
    turns
}

/// How a body can go to a place without turning.
pub(super) fn go(body: &Body, from: &Stance, to: Vec2) -> Vec<Vec<Leg>> {
    let way = to - from.at;
    let inches = way.length();
    if inches < 1e-3 {
        return vec![Vec::new()];
    }
    let degrees = from.bearing(to);
    let inch = from.ahead();
    let square = inch.length_squared().max(0.01);
    let (ahead, aside) = (way.dot(inch) / square, way.dot(-inch.perp()) / square);
    let mut ways = Vec::new();
    if aside.abs() < CLOSE {
        if ahead > 0.0 {
            ways.push(vec![straight(ahead)]);
        } else if body.may_back() {
            ways.push(vec![Leg::Back { inches: -ahead }]);
        }
    }
    if body.is_column() {
        return ways;
    }
    // A hair beyond the arc is on its edge.
    let edge = if degrees.abs() > 45.0 && degrees.abs() < 45.05 {
        45.0f32.copysign(degrees)
    } else {
        degrees
    };
    ways.push(vec![Leg::Ahead {
        inches: from.stretched(inches),
        degrees: edge,
    }]);
    if !body.is_loose() && edge.abs() > 45.0 && body.may_back() {
        // Along the edge of the arc, and back to the place.
        let out = Leg::Ahead {
            inches: aside.abs() * std::f32::consts::SQRT_2,
            degrees: 45.0f32.copysign(aside),
        };
        let back = Leg::Back {
            inches: aside.abs() - ahead,
        };
        ways.push(vec![out, back]);
        ways.push(vec![back, out]);
    }
    ways
}

/// Straight ahead.
pub(super) fn straight(inches: f32) -> Leg {
    Leg::Ahead {
        inches,
        degrees: 0.0,
    }
}
