//! How the ground seems to a body that looks along a way, before anything is walked.

use bevy::math::Vec2;

use super::body::{Body, part_of};
use crate::field::going::slowness;
use crate::field::moves::{Leg, SAMPLE};
use crate::field::plan::LineKind;
use crate::field::{Placement, Terrain};
use crate::rules::{Feature, Ground, Named};

/// How finely the ground is felt for, in inches.
const STEP: f32 = 0.5;

/// What an inch costs on each kind of ground, in the arc and out of it.
#[derive(Clone, Copy, Debug)]
struct Rates {
    in_arc: [f32; 7],
    outside: [f32; 7],
    half: f32,
}

impl Rates {
    #[inline]
    fn costs(&self, outside: bool) -> &[f32; 7] {
        if outside { &self.outside } else { &self.in_arc }
    }

    /// Those of a body of which the slowest counts.
    fn slower(&self, other: &Self) -> Self {
        let slower = |one: &[f32; 7], other: &[f32; 7]| {
            std::array::from_fn(|ground| one[ground].max(other[ground]))
        };
        Self {
            in_arc: slower(&self.in_arc, &other.in_arc),
            outside: slower(&self.outside, &other.outside),
            half: self.half,
        }
    }
}

/// How the ground seems to a body.
pub(super) struct Sense<'a> {
    terrain: Terrain<'a>,
    /// Everybody for himself.
    each: Vec<Rates>,
    /// All of them as one.
    all: Rates,
}

impl<'a> Sense<'a> {
    pub fn new(terrain: Terrain<'a>, body: &Body) -> Self {
        let rates = |number: usize| {
            let costs = |outside: bool| {
                let mut mover = body.mover(number, terrain.field.scale);
                mover.outside_arc = outside;
                let mut costs = [0.0f32; 7];
                for &ground in Ground::ALL {
                    let allowed = terrain.rules.allowance(&mover, ground);
                    costs[ground as usize] = allowed.map_or(f32::INFINITY, |inches| 1.0 / inches);
                }
                costs
            };
            Rates {
                in_arc: costs(false),
                outside: costs(true),
                half: body.members[number].half,
            }
        };
        let each: Vec<Rates> = (0..body.members.len()).map(rates).collect();
        let mut all = each[0];
        for one in &each {
            all = all.slower(one);
        }
        all.half = body.half;
        Self { terrain, each, all }
    }

    /// What an inch costs at a place in a direction, without end where nobody can go; and whether
    /// there is a road to be used.
    fn inch_of(&self, rates: &Rates, at: Placement, direction: Vec2, outside: bool) -> (f32, bool) {
        let costs = rates.costs(outside);
        if !outside
            && let Some(way) = self.terrain.way(at.at)
            && costs[way as usize].is_finite()
        {
            return (costs[way as usize], true);
        }
        let mut slowest = Ground::Open;
        let side = at.facing.right() * (rates.half * 0.8);
        for point in [at.at, at.at - side, at.at + side] {
            let Some(ground) = self.terrain.sloping(point, direction).0 else {
                return (f32::INFINITY, false);
            };
            if slowness(ground) > slowness(slowest) {
                slowest = ground;
            }
        }
        let climb = self.terrain.climb(at.at, direction);
        (costs[slowest as usize] * climb, false)
    }

    /// What the lines between two places cost: fences and walls to climb, cuts and obstacles that
    /// count as rough ground.
    fn crossing(&self, costs: &[f32; 7], from: Vec2, to: Vec2) -> f32 {
        let middle = (from + to) / 2.0;
        let mut cost = 0.0;
        for line in self.terrain.field.lines_around(middle) {
            if matches!(line.kind, LineKind::WoodFence | LineKind::StoneWall) {
                if line.crossings(from, to).next().is_some() {
                    cost += self.climb(costs);
                }
            } else if line.kind == LineKind::Creek {
                let extra = self.terrain.field.customs.creek_inches;
                if extra > 0.0 && line.crossings(from, to).next().is_some() {
                    cost += extra * costs[Ground::Open as usize];
                }
            } else if let Some(rough) = self.terrain.rough_to_cross(line.kind) {
                let along = [0.1, 0.3, 0.5, 0.7, 0.9].map(|part| from.lerp(to, part));
                let covered = along.iter().filter(|at| line.covers(**at)).count() as f32 / 5.0;
                if covered > 0.0 {
                    let inches = from.distance(to) * covered * rough / (2.0 * line.half_width);
                    cost += inches * costs[Ground::Rough as usize];
                }
            }
        }
        cost
    }

    /// What it costs to climb a fence or wall: an inch, or what the scenario says.
    fn climb(&self, costs: &[f32; 7]) -> f32 {
        let open = costs[Ground::Open as usize];
        let customs = &self.terrain.field.customs.crossings;
        let crossing = customs
            .iter()
            .find(|(feature, ..)| *feature == Feature::FenceOrWall);
        match crossing {
            // Only the step that crosses it is slower.
            Some((_, ground, _)) => SAMPLE * (costs[*ground as usize] - open).max(0.0),
            None => self.terrain.rules.movement.obstacle * open,
        }
    }

    /// How big the table is.
    pub fn size(&self) -> Vec2 {
        self.terrain.field.size
    }

    /// What an inch costs all of them as one in a cell of so many inches, lines in it included.
    pub fn cell(&self, place: Placement, wide: f32, outside: bool) -> f32 {
        let at = place.at;
        let (inch, on_way) = self.inch_of(&self.all, place, Vec2::ZERO, outside);
        if on_way || inch.is_infinite() {
            return inch;
        }
        let costs = self.all.costs(outside);
        let by = Vec2::new(wide, wide) / 2.0;
        let across = Vec2::new(wide, -wide) / 2.0;
        let up = self.crossing(costs, at - by, at + by);
        let down = self.crossing(costs, at - across, at + across);
        inch + up.max(down) / (std::f32::consts::SQRT_2 * wide)
    }

    /// What some legs cost as the ground looks: of a group the slowest counts.
    pub fn feel(&self, body: &Body, legs: &[Leg]) -> f32 {
        let outside = body.leaves_arc(legs);
        let mut slowest = body.change;
        for (number, rates) in self.each.iter().enumerate() {
            let cost = self.felt_by(number, rates, body, legs, outside);
            slowest = slowest.max(cost);
        }
        slowest
    }

    fn felt_by(
        &self,
        number: usize,
        rates: &Rates,
        body: &Body,
        legs: &[Leg],
        outside: bool,
    ) -> f32 {
        let costs = rates.costs(outside);
        let mut cost = body.change;
        let mut at = body.start.clone();
        for &leg in legs {
            let inches = body.inches(leg);
            let end = body.after(&at, leg);
            if matches!(leg, Leg::Turn { .. } | Leg::AboutFace) {
                // On the spot only the middle counts.
                let ground = self.terrain.ground(at.place(number).at);
                if inches > 0.0 {
                    cost += inches * costs[ground.unwrap_or(Ground::Open) as usize];
                }
                at = end;
                continue;
            }
            let pieces = (inches / STEP).ceil().clamp(1.0, 40.0) as u32;
            let (start, stop) = (at.place(number), end.place(number));
            let straight = matches!(leg, Leg::Ahead { .. } | Leg::Back { .. });
            let mut last = start.at;
            for piece in 0..pieces {
                let middle = (piece as f32 + 0.5) / pieces as f32;
                let here = if straight {
                    Placement {
                        at: start.at.lerp(stop.at, middle),
                        ..start
                    }
                } else {
                    part_of(leg, middle).map_or(stop, |part| body.after(&at, part).place(number))
                };
                let (inch, on_way) = self.inch_of(rates, here, stop.at - start.at, outside);
                let mut each = inch * inches / pieces as f32;
                if !on_way && last != here.at {
                    each += self.crossing(costs, last, here.at);
                }
                last = here.at;
                if each.is_finite() {
                    cost += each;
                } else if inches > 0.0 {
                    return f32::INFINITY;
                }
            }
            at = end;
        }
        cost
    }
}
