//! The ground around a body as a raster of what an inch costs there, and ways over it.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use bevy::math::Vec2;

use super::body::Body;
use super::stance::Stance;
use crate::field::going::slowness;
use crate::field::moves::{Leg, SAMPLE};
use crate::field::plan::LineKind;
use crate::field::{Facing, Placement, Terrain};
use crate::rules::{Feature, Ground, Named};

/// How finely the ground is felt for, in inches.
const STEP: f32 = 0.5;
/// Cells along the longer side of a raster.
const CELLS: f32 = 30.0;

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
                    super::body::part_of(leg, middle)
                        .map_or(stop, |part| body.after(&at, part).place(number))
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

/// What an inch costs everywhere around, for a body that keeps its facing.
pub(super) struct Raster {
    low: Vec2,
    cell: f32,
    columns: usize,
    rows: usize,
    costs: Vec<f32>,
    /// The facing, if it moves within an arc only.
    arc: Option<Facing>,
    /// What every bend costs a column.
    bend: f32,
}

impl Raster {
    /// The ground between and around two places, for whoever keeps to its arc or leaves it.
    /// `closed` says where enemies stand.
    pub fn new(
        sense: &Sense,
        body: &Body,
        from: Placement,
        to: Vec2,
        outside: bool,
        closed: impl Fn(Vec2) -> bool,
    ) -> Self {
        let most = body.most() * (1.0 - body.change).max(0.1) + 0.5;
        let margin = Vec2::splat(4.0);
        let low = (from.at.min(to) - margin)
            .max(from.at - most)
            .max(Vec2::ZERO);
        let high = (from.at.max(to) + margin)
            .min(from.at + most)
            .min(sense.terrain.field.size);
        let cell = ((high - low).max_element() / CELLS).max(0.2);
        let columns = ((high.x - low.x) / cell).ceil().max(1.0) as usize;
        let rows = ((high.y - low.y) / cell).ceil().max(1.0) as usize;
        let free = body.is_column() || body.is_loose() || outside;
        let mut raster = Self {
            low,
            cell,
            columns,
            rows,
            costs: Vec::new(),
            arc: (!free).then_some(from.facing),
            bend: if body.is_column() {
                body.inches(Leg::Turn { degrees: 90.0 }) / body.most().max(1.0)
            } else {
                0.0
            },
        };
        raster.costs = (0..columns * rows)
            .map(|number| {
                let at = raster.middle(number);
                let facing = if body.is_column() {
                    Facing::towards(from.at, at)
                } else {
                    from.facing
                };
                if !raster.within(from.at, at) || closed(at) {
                    return f32::INFINITY;
                }
                let place = Placement { at, facing };
                let (inch, on_way) = sense.inch_of(&sense.all, place, Vec2::ZERO, outside);
                if on_way || inch.is_infinite() {
                    return inch;
                }
                let costs = sense.all.costs(outside);
                let by = Vec2::new(cell, cell) / 2.0;
                let across = Vec2::new(cell, -cell) / 2.0;
                let lines = sense.crossing(costs, at - by, at + by).max(sense.crossing(
                    costs,
                    at - across,
                    at + across,
                ));
                inch + lines / (std::f32::consts::SQRT_2 * cell)
            })
            .collect();
        raster
    }

    fn middle(&self, number: usize) -> Vec2 {
        let cell = Vec2::new(
            (number % self.columns) as f32 + 0.5,
            (number / self.columns) as f32 + 0.5,
        );
        self.low + cell * self.cell
    }

    fn number(&self, at: Vec2) -> Option<usize> {
        let cell = (at - self.low) / self.cell;
        let inside = cell.cmpge(Vec2::ZERO).all()
            && cell.x < self.columns as f32
            && cell.y < self.rows as f32;
        inside.then(|| cell.y as usize * self.columns + cell.x as usize)
    }

    /// Whether one may go from one place to another without turning.
    pub fn within(&self, from: Vec2, to: Vec2) -> bool {
        self.arc.is_none_or(|facing| {
            let way = to - from;
            let (ahead, aside) = (way.dot(facing.ahead()), way.dot(facing.right()).abs());
            way.length() < 1e-3 || aside <= ahead + 1e-4
        })
    }

    fn inch(&self, at: Vec2) -> f32 {
        self.number(at)
            .map_or(f32::INFINITY, |number| self.costs[number])
    }

    /// Goes straight from one place to another as far as what is left pays for: where that ends,
    /// and what it costs.
    fn march(&self, from: Vec2, to: Vec2, budget: f32) -> (Vec2, f32) {
        let far = from.distance(to);
        if !self.within(from, to) {
            return (from, 0.0);
        }
        let pieces = (far / self.cell).ceil().max(1.0);
        let each = far / pieces;
        let mut cost = 0.0;
        let mut at = from;
        for piece in 0..pieces as u32 {
            let middle = from.lerp(to, (piece as f32 + 0.5) / pieces);
            let step = self.inch(middle) * each;
            if cost + step > budget {
                let part = ((budget - cost) / step).clamp(0.0, 1.0);
                let next = from.lerp(to, (piece as f32 + 1.0) / pieces);
                return (at.lerp(next, part), budget);
            }
            cost += step;
            at = from.lerp(to, (piece as f32 + 1.0) / pieces);
        }
        (to, cost)
    }

    /// The best bends on the way from one place to another with a budget: those after which it
    /// ends nearest to the place, and then cheapest.
    pub fn bends(&self, from: Vec2, to: Vec2, budget: f32, most: usize) -> Vec<Vec2> {
        let mut all: Vec<(f32, f32, Vec2)> = (0..self.costs.len())
            .filter(|&number| self.costs[number].is_finite())
            .filter_map(|number| {
                let bend = self.middle(number);
                let (end, first) = self.march(from, bend, budget);
                if end != bend {
                    return None;
                }
                let (end, second) = self.march(bend, to, budget - first - self.bend);
                Some((end.distance(to), first + second, bend))
            })
            .collect();
        let nearest = all.iter().map(|bend| bend.0).fold(f32::INFINITY, f32::min);
        all.retain(|bend| bend.0 < nearest + 0.5);
        let worth = |bend: &(f32, f32, Vec2)| (bend.0 * 20.0).round() + bend.1;
        all.sort_by(|one, other| worth(one).total_cmp(&worth(other)));
        let mut chosen: Vec<Vec2> = Vec::new();
        for (_, _, bend) in all {
            if chosen
                .iter()
                .all(|known| known.distance(bend) > 2.5 * self.cell)
            {
                chosen.push(bend);
                if chosen.len() == most {
                    break;
                }
            }
        }
        chosen
    }

    /// How far apart the cells are.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// The cheapest way round everything, bend by bend, to the place or to what can be reached
    /// nearest to it and is `allowed`.
    pub fn round(
        &self,
        from: Vec2,
        to: Vec2,
        budget: f32,
        allowed: impl Fn(Vec2) -> bool,
    ) -> Vec<Vec2> {
        let Some(start) = self.number(from) else {
            return Vec::new();
        };
        let mut costs = vec![f32::INFINITY; self.costs.len()];
        let mut parents = vec![usize::MAX; self.costs.len()];
        let mut open = BinaryHeap::from([(Reverse(Cost(0.0)), start)]);
        costs[start] = 0.0;
        while let Some((Reverse(Cost(cost)), number)) = open.pop() {
            if cost > costs[number] || cost > budget {
                continue;
            }
            let here = self.middle(number);
            let here_inch = self.costs[number].min(1.0);
            for (right, up) in NEIGHBOURS {
                let by = Vec2::new(right, up) * self.cell;
                let Some(next) = self.number(here + by) else {
                    continue;
                };
                if !self.costs[next].is_finite() || !self.within(here, here + by) {
                    continue;
                }
                let new = cost + by.length() * (here_inch + self.costs[next]) / 2.0;
                if new < costs[next] {
                    costs[next] = new;
                    parents[next] = number;
                    open.push((Reverse(Cost(new)), next));
                }
            }
        }
        let far = |number: usize| self.middle(number).distance(to);
        let mut ends: Vec<usize> = (0..costs.len())
            .filter(|&number| costs[number] <= budget)
            .collect();
        ends.sort_by(|&one, &other| far(one).total_cmp(&far(other)));
        let end = ends.into_iter().find(|&end| allowed(self.middle(end)));
        let mut chain = Vec::new();
        let mut at = end.unwrap_or(start);
        while at != start && at != usize::MAX {
            chain.push(self.middle(at));
            at = parents[at];
        }
        chain.reverse();
        self.pulled(from, &chain)
    }

    /// The chain without the bends that it does not need.
    fn pulled(&self, from: Vec2, chain: &[Vec2]) -> Vec<Vec2> {
        let mut points = vec![from];
        points.extend_from_slice(chain);
        let mut kept = Vec::new();
        let mut at = 0;
        while at + 1 < points.len() {
            let along = |to: usize| -> f32 {
                points[at..=to]
                    .windows(2)
                    .map(|pair| self.march(pair[0], pair[1], f32::INFINITY).1)
                    .sum()
            };
            let next = (at + 1..points.len())
                .rev()
                .find(|&to| {
                    let straight = self.march(points[at], points[to], f32::INFINITY);
                    straight.0 == points[to] && straight.1 <= along(to) * 1.03 + 0.005
                })
                .unwrap_or(at + 1);
            kept.push(points[next]);
            at = next;
        }
        kept
    }
}

/// Sixteen ways out of a cell.
const NEIGHBOURS: [(f32, f32); 16] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (1.0, 1.0),
    (-1.0, 1.0),
    (1.0, -1.0),
    (-1.0, -1.0),
    (2.0, 1.0),
    (-2.0, 1.0),
    (2.0, -1.0),
    (-2.0, -1.0),
    (1.0, 2.0),
    (-1.0, 2.0),
    (1.0, -2.0),
    (-1.0, -2.0),
];

/// A cost that can be put in order.
#[derive(Clone, Copy, PartialEq)]
struct Cost(f32);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The legs of a body through some places, keeping its facing; a column turns at every bend.
pub(super) fn legs_through(body: &Body, from: &Stance, places: &[Vec2], outside: bool) -> Vec<Leg> {
    let mut at = from.clone();
    let mut legs = Vec::new();
    for &place in places {
        let inches = at.stretched(place.distance(at.at));
        if inches < 1e-3 {
            continue;
        }
        let degrees = at.bearing(place);
        let new = if body.is_column() && degrees.abs() > 0.01 {
            vec![Leg::Turn { degrees }, super::ways::straight(inches)]
        } else if body.is_column() {
            vec![super::ways::straight(inches)]
        } else {
            // Beyond the arc it would go in disorder: then rather not.
            if degrees.abs() > 45.1 && !body.is_loose() && !outside {
                break;
            }
            let edge = degrees.abs() > 45.0 && degrees.abs() < 45.1 && !body.is_loose();
            let degrees = if edge {
                45.0f32.copysign(degrees)
            } else {
                degrees
            };
            vec![Leg::Ahead { inches, degrees }]
        };
        at = body.end(&at, &new);
        legs.extend(new);
    }
    legs
}
