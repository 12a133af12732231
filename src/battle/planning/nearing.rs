//! Goals out of reach: as near as one action allows.

use bevy::math::Vec2;

use super::THERE;
use super::raster::legs_through;
use super::search::{Manner, Planner, Thought};
use super::ways::{Way, straight, turns, ways};
use crate::field::Facing;
use crate::field::moves::Leg;

/// Ways that are too long and are cut to what one action pays for.
const CUTS: usize = 12;
/// Places at which a plan may look when the straight way is closed.
const ENDS: usize = 150;

/// How near a way could come, its manner and its legs.
type Guess = ([f32; 2], usize, Vec<Leg>);

impl Planner<'_> {
    /// The goal is out of reach: as near as one can.
    pub fn come_near(&mut self, thoughts: &[Thought]) {
        let mut all: Vec<Thought> = thoughts.to_vec();
        for (number, manner) in self.manners.iter().enumerate() {
            let body = &manner.body;
            if self.facing_first {
                let off = self
                    .goal
                    .facing
                    .map_or(0.0, |facing| body.start.facing.off(facing));
                let found = turns(body, off, true).into_iter().map(|legs| Way {
                    least: body.least(&legs),
                    turns: (legs.len(), 0),
                    legs,
                });
                all.extend(found.map(|way| (number, way)));
            } else {
                let found = ways(body, self.goal.to, None, 15, f32::INFINITY);
                all.extend(found.into_iter().map(|way| (number, way)));
            }
            // As it stands, without spending anything on turning.
            let far = straight(body.start.at.distance(self.goal.to));
            let mut plain = vec![vec![far], vec![Leg::AboutFace, far]];
            if body.may_back() {
                let inches = body.most();
                plain.push(vec![Leg::Back { inches }]);
            }
            all.extend(plain.into_iter().map(|legs| {
                let least = body.least(&legs);
                let turns = (0, 0);
                (number, Way { legs, turns, least })
            }));
            if !manner.formed {
                let found = ways(body, self.goal.to, self.goal.facing, 15, f32::INFINITY);
                all.extend(found.into_iter().map(|way| (number, way)));
            }
        }
        let mut near: Vec<([f32; 2], f32, usize)> = all
            .iter()
            .enumerate()
            .map(|(number, (manner, way))| {
                let body = &self.manners[*manner].body;
                let end = body.end(&body.start, &body.affordable(&way.legs));
                (self.distance(&end), way.least, number)
            })
            .collect();
        near.sort_by(|one, other| {
            let first = (one.0[0] * 20.0)
                .round()
                .total_cmp(&(other.0[0] * 20.0).round());
            let second = one.0[1].round().total_cmp(&other.0[1].round());
            first.then(second).then(one.1.total_cmp(&other.1))
        });
        let bound = near.first().map(|near| near.0);
        self.stage(40);
        for (least, _, number) in near.iter().take(CUTS) {
            if !self.before([least[0], least[1] + 0.3], self.nearest()) || self.exhausted() {
                break;
            }
            let (manner, way) = &all[*number];
            self.cut(*manner, &way.legs);
        }
        let far = |planner: &Self| {
            let nearest = planner.nearest();
            let second = planner.facing_first && bound.is_some_and(|b| nearest[1] > b[1] + 0.1);
            second || bound.is_some_and(|bound| nearest[0] > bound[0] + 0.1)
        };
        if self.facing_first {
            self.stage(20);
            self.face_best();
        }
        if far(self) {
            let likely: Vec<&Thought> = near.iter().map(|near| &all[near.2]).collect();
            self.go_round_nearest(&likely);
        }
        if far(self) && !self.facing_first {
            self.fan();
        }
        if far(self) || self.facing_first {
            self.stage(30);
            self.ends(&[]);
        }
        let wheels = self.manners[0].body.may_wheel();
        if far(self) && wheels && self.goal.facing.is_none() {
            self.stage(20);
            self.ends(&[-45.0, -20.0, 20.0, 45.0, 180.0]);
        }
    }

    /// Straight on at other angles, then with one bend on the way: what slips past the end of a
    /// wall or a cut is not always seen on the raster.
    fn fan(&mut self) {
        let goal = self.goal.to;
        let mut straights: Vec<Guess> = Vec::new();
        let mut bends: Vec<Guess> = Vec::new();
        for (number, manner) in self.manners.iter().enumerate() {
            let body = &manner.body;
            let most = body.most() * (1.0 - body.change);
            let guess = |legs: Vec<Leg>| {
                let end = body.end(&body.start, &body.affordable(&legs));
                (self.distance(&end), number, legs)
            };
            for first in [vec![], vec![Leg::AboutFace]] {
                let from = body.end(&body.start, &first);
                let bearing = from.bearing(goal);
                let around = (-8..=8).map(|step| bearing + step as f32 * 7.5);
                let arc = (-6..=6).map(|step| step as f32 * 7.5);
                for degrees in around.chain(arc) {
                    let degrees = Facing::NORTH.off(Facing::degrees(degrees));
                    let mut legs = first.clone();
                    if body.is_column() {
                        legs.extend([Leg::Turn { degrees }, straight(most)]);
                    } else {
                        let inches = most;
                        legs.push(Leg::Ahead { inches, degrees });
                    }
                    straights.push(guess(legs));
                }
            }
            for step in 0..24 {
                let degrees = step as f32 * 15.0 - 180.0;
                for part in [0.15, 0.3, 0.5] {
                    let leg = Leg::Ahead {
                        inches: most * part,
                        degrees,
                    };
                    let bend = body.after(&body.start, leg).at;
                    for outside in [false, true] {
                        let legs = legs_through(body, &body.start, &[bend, goal], outside);
                        bends.push(guess(legs));
                    }
                }
            }
        }
        for (mut guesses, walks) in [(straights, 60), (bends, 40)] {
            guesses.sort_by(|one, other| one.0[0].total_cmp(&other.0[0]));
            guesses.dedup_by(|one, other| one.2 == other.2);
            self.stage(walks);
            for (near, manner, legs) in guesses {
                if near[0] > self.nearest()[0] - 0.05 || self.exhausted() {
                    break;
                }
                self.cut(manner, &legs);
            }
        }
    }

    /// On the spot: of all turns for which there is room the best.
    fn face_best(&mut self) {
        let mut turns: Vec<(f32, usize, Vec<Leg>)> = Vec::new();
        for (number, manner) in self.manners.iter().enumerate() {
            if !manner.body.may_turn() {
                continue;
            }
            for degrees in (-180..180).step_by(10).map(|degrees| degrees as f32) {
                let turn = Leg::Turn { degrees };
                for legs in [vec![turn], vec![turn, Leg::AboutFace]] {
                    let end = manner.body.end(&manner.body.start, &legs);
                    turns.push((self.distance(&end)[0], number, legs));
                }
            }
        }
        turns.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (degrees, manner, legs) in turns {
            if degrees >= self.nearest()[0] || self.exhausted() {
                return;
            }
            if self.has_room(manner, &legs) {
                self.attempt(manner, &legs, None).ok();
            }
        }
    }

    /// Somebody stands on the place, or the straight way is closed: of all places that could be
    /// got to, the nearest to the goal, one after the other.
    fn ends(&mut self, facings: &[f32]) {
        let start = self.manners[0].body.start.clone();
        let most = |manner: &Manner| manner.body.most() * (1.0 - manner.body.change) + 2.0;
        let reach = self.manners.iter().map(most).fold(0.0, f32::max);
        let cell = (reach / 24.0).max(0.2);
        let side = (reach / cell) as i32;
        let (goal, size) = (self.goal.to, self.asked.field().size);
        let mut places: Vec<(f32, Vec2)> = (-side..=side)
            .flat_map(|x| (-side..=side).map(move |y| Vec2::new(x as f32, y as f32) * cell))
            .filter(|by| by.length() <= reach)
            .map(|by| start.at + by)
            .filter(|at| at.cmpge(Vec2::ZERO).all() && at.cmple(size).all())
            .filter(|&at| self.may_come_to(0, &start.moved_to(at)))
            .map(|at| (at.distance(goal), at))
            .collect();
        places.sort_by(|one, other| one.0.total_cmp(&other.0));
        let senses = self.senses();
        let mut looked = 0;
        for (inches, place) in places {
            let nearest = self.nearest()[usize::from(self.facing_first)];
            if inches - THERE.0 > nearest - 0.1 || looked > ENDS || self.exhausted() {
                return;
            }
            let wanted = self.goal.facing.filter(|_| self.facing_first);
            let turned = facings.iter().map(|by| Some(start.facing.turned(*by)));
            let facings = turned.chain(facings.is_empty().then_some(wanted));
            let mut likely: Option<(f32, Thought)> = None;
            for facing in facings {
                for (manner, sense) in senses.iter().enumerate() {
                    let body = &self.manners[manner].body;
                    if place.distance(start.at) > body.most() * (1.0 - body.change) + body.depth {
                        continue;
                    }
                    looked += 1;
                    for way in ways(body, place, facing, 0, 1.0).into_iter().take(6) {
                        if way.least > 1.0 || !self.has_room(manner, &way.legs) {
                            continue;
                        }
                        let feeling = sense.feel(body, &way.legs);
                        let known = likely.as_ref().map_or(1.02, |likely| likely.0);
                        if feeling < known {
                            likely = Some((feeling, (manner, way)));
                        }
                    }
                }
            }
            if let Some((_, (manner, way))) = likely {
                self.attempt(manner, &way.legs, None).ok();
            }
        }
    }
}
