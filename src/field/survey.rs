//! The ground studied: what is seen from a place, how zones see each other, and how one comes near
//! unseen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bevy::math::{UVec2, Vec2};

use super::geometry::Bounds;
use super::sight::{Blocker, Eye};
use super::{Field, Zone};
use crate::rules::{Feature, Rules};

/// How fine a study is, in inches, where nobody says otherwise.
pub const FINE: f32 = 0.25;

/// What is seen of the whole table, cell by cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Inches to a cell.
    pub step: f32,
    /// Cells from west to east and from south to north.
    pub cells: UVec2,
    seen: Vec<bool>,
}

impl Survey {
    /// What is seen from a place, over ground and units: each cell is asked about as `sight` is, at
    /// its middle.
    ///
    /// Rules: `sight.needed`.
    pub fn from(field: &Field, rules: &Rules, eye: Eye, step: f32, blockers: &[Blocker]) -> Self {
        let cells = cells(field, step);
        let mut survey = Self {
            step,
            cells,
            seen: Vec::with_capacity((cells.x * cells.y) as usize),
        };
        for y in 0..cells.y {
            for x in 0..cells.x {
                let at = survey.middle(field, UVec2::new(x, y));
                let seen = field.visible(rules, eye, Eye::at(at), blockers);
                survey.seen.push(seen);
            }
        }
        survey
    }

    /// The middle of a cell; of one at the edge, what is still on the table.
    pub fn middle(&self, field: &Field, cell: UVec2) -> Vec2 {
        let middle = (cell.as_vec2() + Vec2::splat(0.5)) * self.step;
        middle.min(field.size)
    }

    /// The cell in which a place lies.
    pub fn cell(&self, at: Vec2) -> UVec2 {
        let cell = (at / self.step).floor().max(Vec2::ZERO).as_uvec2();
        cell.min(self.cells - UVec2::ONE)
    }

    /// Whether a cell is seen.
    pub fn sees(&self, cell: UVec2) -> bool {
        let at = (cell.y * self.cells.x + cell.x) as usize;
        self.seen.get(at).copied().unwrap_or(false)
    }

    /// What part of the table is seen.
    pub fn share(&self) -> f32 {
        let seen = self.seen.iter().filter(|seen| **seen).count();
        seen as f32 / self.seen.len().max(1) as f32
    }
}

fn cells(field: &Field, step: f32) -> UVec2 {
    (field.size / step).ceil().as_uvec2().max(UVec2::ONE)
}

/// How two zones see each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mutual {
    /// What part of all pairs of places, one in each, see each other: the same both ways.
    pub pairs: f32,
    /// What part of the first sees anything of the second.
    pub of_first: f32,
    /// What part of the second is seen from anywhere in the first.
    pub of_second: f32,
}

/// The most places that are looked at in a zone.
const MOST_PLACES: usize = 150;

/// Places spread evenly over a zone, at its finest an inch apart.
pub fn places(field: &Field, zone: &Zone) -> Vec<Vec2> {
    let bounds = Bounds::around(&zone.outline);
    let size = bounds.high - bounds.low;
    let mut step = (size.x * size.y / MOST_PLACES as f32).sqrt().max(0.5);
    loop {
        let mut places = Vec::new();
        let (across, up) = ((size.x / step).ceil() as u32, (size.y / step).ceil() as u32);
        for y in 0..up.max(1) {
            for x in 0..across.max(1) {
                let part = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let at = bounds.low + part * step;
                let inside = at.cmpge(Vec2::ZERO).all() && at.cmple(field.size).all();
                if inside && zone.contains(at) {
                    places.push(at);
                }
            }
        }
        // A thin zone may lie between all of them.
        if !places.is_empty() || step < 0.1 {
            return places;
        }
        step /= 2.0;
    }
}

/// How two zones see each other over the ground.
///
/// Rules: `sight.needed`.
pub fn mutual(field: &Field, rules: &Rules, first: &Zone, second: &Zone) -> Mutual {
    let (ours, theirs) = (places(field, first), places(field, second));
    let mut pairs = 0;
    let mut seen = vec![false; theirs.len()];
    let mut sees = 0;
    for &from in &ours {
        let mut any = false;
        for (at, &to) in theirs.iter().enumerate() {
            if field.visible(rules, Eye::at(from), Eye::at(to), &[]) {
                pairs += 1;
                seen[at] = true;
                any = true;
            }
        }
        sees += u32::from(any);
    }
    let share = |part: usize, of: usize| part as f32 / of.max(1) as f32;
    Mutual {
        pairs: share(pairs, ours.len() * theirs.len()),
        of_first: share(sees as usize, ours.len()),
        of_second: share(seen.iter().filter(|seen| **seen).count(), theirs.len()),
    }
}

/// What part of a zone sees each cell of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    /// Inches to a cell.
    pub step: f32,
    /// Cells from west to east and from south to north.
    pub cells: UVec2,
    /// What part sees each, row by row from the south.
    pub part: Vec<f32>,
}

impl Watch {
    /// What part of a zone sees each cell.
    pub fn from(field: &Field, rules: &Rules, zone: &Zone, step: f32) -> Self {
        let places = places(field, zone);
        let cells = cells(field, step);
        let middle = |cell: UVec2| ((cell.as_vec2() + Vec2::splat(0.5)) * step).min(field.size);
        let part = (0..cells.y)
            .flat_map(|y| (0..cells.x).map(move |x| UVec2::new(x, y)))
            .map(|cell| {
                let to = Eye::at(middle(cell));
                let sees = |from: &&Vec2| field.visible(rules, Eye::at(**from), to, &[]);
                places.iter().filter(sees).count() as f32 / places.len().max(1) as f32
            })
            .collect();
        Self { step, cells, part }
    }
}

/// A way to a place that is under its eyes as little as can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// Its points, from afar to the place.
    pub points: Vec<Vec2>,
    /// Inches of it in all.
    pub inches: f32,
    /// Inches of it that are seen.
    pub seen: f32,
}

/// An inch under the enemy's eyes is worth so many that are not.
const EXPOSED: u32 = 8;

/// Ways to a place from afar: the best from each edge of the table that lies farther off than
/// `near`. They keep out of water that nobody wades.
pub fn approaches(field: &Field, survey: &Survey, to: Vec2, near: f32) -> Vec<Approach> {
    let cells = survey.cells;
    let index = |cell: UVec2| (cell.y * cells.x + cell.x) as usize;
    let start = survey.cell(to);
    let mut cost = vec![u32::MAX; (cells.x * cells.y) as usize];
    let mut back: Vec<u32> = vec![u32::MAX; cost.len()];
    let closed: Vec<bool> = (0..cells.y)
        .flat_map(|y| (0..cells.x).map(move |x| UVec2::new(x, y)))
        .map(|cell| {
            let at = survey.middle(field, cell);
            let mut water = field
                .areas
                .iter()
                .filter(|area| area.feature() == Feature::River);
            water.any(|area| area.contains(at))
        })
        .collect();
    let mut next = BinaryHeap::new();
    cost[index(start)] = 0;
    next.push(Reverse((0, start.x, start.y)));
    while let Some(Reverse((paid, x, y))) = next.pop() {
        let cell = UVec2::new(x, y);
        if paid > cost[index(cell)] {
            continue;
        }
        for (dx, dy, long) in STEPS {
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                continue;
            };
            let step = UVec2::new(x, y);
            if step.cmpge(cells).any() || closed[index(step)] {
                continue;
            }
            let each = if survey.sees(step) { EXPOSED } else { 1 };
            let sum = paid + long * each;
            if sum < cost[index(step)] {
                cost[index(step)] = sum;
                back[index(step)] = index(cell) as u32;
                next.push(Reverse((sum, x, y)));
            }
        }
    }
    let far = |cell: &UVec2| survey.middle(field, *cell).distance(to) > near;
    let edges: [Vec<UVec2>; 4] = [
        (0..cells.x).map(|x| UVec2::new(x, cells.y - 1)).collect(),
        (0..cells.y).map(|y| UVec2::new(cells.x - 1, y)).collect(),
        (0..cells.x).map(|x| UVec2::new(x, 0)).collect(),
        (0..cells.y).map(|y| UVec2::new(0, y)).collect(),
    ];
    edges
        .iter()
        .filter_map(|edge| {
            let good = edge
                .iter()
                .filter(|cell| far(cell) && cost[index(**cell)] < u32::MAX);
            let best = good.min_by_key(|cell| cost[index(**cell)])?;
            Some(walk(field, survey, *best, start, &back))
        })
        .collect()
}

/// Steps to the cells around, with their lengths in tenths.
const STEPS: [(i32, i32, u32); 8] = [
    (1, 0, 10),
    (-1, 0, 10),
    (0, 1, 10),
    (0, -1, 10),
    (1, 1, 14),
    (1, -1, 14),
    (-1, 1, 14),
    (-1, -1, 14),
];

fn walk(field: &Field, survey: &Survey, from: UVec2, to: UVec2, back: &[u32]) -> Approach {
    let cells = survey.cells;
    let mut at = from;
    let mut points = vec![survey.middle(field, at)];
    let (mut inches, mut seen) = (0.0, 0.0);
    while at != to {
        let next = back[(at.y * cells.x + at.x) as usize];
        if next == u32::MAX {
            break;
        }
        let cell = UVec2::new(next % cells.x, next / cells.x);
        let long = at.as_vec2().distance(cell.as_vec2()) * survey.step;
        inches += long;
        if survey.sees(at) {
            seen += long;
        }
        at = cell;
        points.push(survey.middle(field, at));
    }
    Approach {
        points,
        inches,
        seen,
    }
}
