//! The ground around a body as a raster of what an inch costs there, and ways over it.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use bevy::math::Vec2;

use super::body::Body;
use super::sense::Sense;
use super::stance::Stance;
use super::ways::straight;
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};

/// Cells along the longer side of a raster.
const CELLS: f32 = 30.0;

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
            .min(sense.size());
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
                sense.cell(place, cell, outside)
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
            vec![Leg::Turn { degrees }, straight(inches)]
        } else if body.is_column() {
            vec![straight(inches)]
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
