//! The field cut into cells, so that a place need not be compared with everything on the table.
//!
//! Nothing here is known better than by the outlines themselves: a cell only says which of them to
//! ask. [`Field::without_caches`] asks all of them.

use std::ops::RangeInclusive;

use bevy::math::{IVec2, Vec2};

use super::geometry::{Bounds, crossing};
use super::plan::AreaKind;
use super::{Area, Field, LineFeature};

/// Side of a cell in inches at 15 mm.
const SIDE: f32 = 0.375;
/// How far around its cell a place may look for lines, in inches at 15 mm.
const AROUND: f32 = 2.0;
/// How far around its cell those lines are that a short step of a move may touch, in inches.
pub(super) const CLOSE: f32 = 0.2;
/// Borders this near to a cell count as running through it, so that roundings do not matter.
const MARGIN: f32 = 1e-3;

/// The most that may lie in all cells together: some thirty times what a crowded table has.
const MOST_ENTRIES: usize = 4_000_000;
/// How many cells may be looked at for lines.
const MOST_LOOKS: usize = 200_000_000;

/// Of what there is too much on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowded {
    /// Areas.
    Areas,
    /// Lines.
    Lines,
}

/// What there is in every cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    side: f32,
    columns: i32,
    rows: i32,
    areas: Lists<Share>,
    close: Lists<u16>,
    near: Lists<u16>,
    off: bool,
}

/// An area that has a part in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Share {
    pub area: u16,
    /// It has all of the cell.
    pub whole: bool,
}

/// Areas that may have a part of the ground at a place.
pub(super) struct GroundLists<'a> {
    pub shares: &'a [Share],
    pub all: &'a [Area],
}

/// A list for every cell, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// From items with their cells; those of a cell stay in their order.
    fn new(cells: usize, mut all: Vec<(usize, T)>) -> Self {
        all.sort_by_key(|(cell, _)| *cell);
        let mut ends = Vec::with_capacity(cells);
        let mut end = 0;
        for cell in 0..cells {
            while all.get(end).is_some_and(|(other, _)| *other <= cell) {
                end += 1;
            }
            ends.push(end as u32);
        }
        Self {
            ends,
            items: all.into_iter().map(|(_, item)| item).collect(),
        }
    }

    #[inline]
    fn of(&self, cell: usize) -> &[T] {
        let start = if cell == 0 { 0 } else { self.ends[cell - 1] };
        &self.items[start as usize..self.ends[cell] as usize]
    }
}

impl Cells {
    /// Cuts a field up, unless more lies on it than can be kept track of.
    pub fn new(
        size: Vec2,
        proportion: f32,
        areas: &[Area],
        lines: &[LineFeature],
    ) -> Result<Self, Crowded> {
        let side = SIDE * proportion;
        let grid = (size / side).ceil().max(Vec2::ONE);
        let mut cells = Self {
            side,
            columns: grid.x as i32,
            rows: grid.y as i32,
            ..Self::default()
        };
        let count = (cells.columns * cells.rows) as usize;
        let around = AROUND * proportion;
        cells.areas = Lists::new(count, cells.shares(areas).ok_or(Crowded::Areas)?);
        let within = |inches| cells.lines_within(lines, inches).ok_or(Crowded::Lines);
        let (close, near) = (within(CLOSE)?, within(around)?);
        cells.close = Lists::new(count, close);
        cells.near = Lists::new(count, near);
        Ok(cells)
    }

    /// The same, asked or not as others are; where nothing is known all is asked.
    pub fn with_memory_of(mut self, others: &Self) -> Self {
        self.off = others.off || self.columns == 0;
        self
    }

    #[inline]
    fn cell(&self, point: Vec2) -> Option<usize> {
        let cell = point / self.side;
        let inside = cell.cmpge(Vec2::ZERO).all()
            && cell.x < self.columns as f32
            && cell.y < self.rows as f32;
        inside.then(|| cell.y as usize * self.columns as usize + cell.x as usize)
    }

    /// The cell of a place, if it is to be asked.
    #[inline]
    fn at(&self, point: Vec2) -> Option<usize> {
        if self.off { None } else { self.cell(point) }
    }

    fn bounds(&self, column: i32, row: i32) -> Bounds {
        let low = IVec2::new(column, row).as_vec2() * self.side;
        Bounds {
            low,
            high: low + self.side,
        }
    }

    /// Every cell that a box may touch, with its number and its own box.
    fn touched(&self, bounds: Bounds) -> impl Iterator<Item = (usize, Bounds)> + '_ {
        let last = IVec2::new(self.columns, self.rows) - IVec2::ONE;
        let low = (bounds.low / self.side).floor().as_ivec2() - IVec2::ONE;
        let high = (bounds.high / self.side).floor().as_ivec2() + IVec2::ONE;
        let (low, high) = (low.max(IVec2::ZERO), high.min(last));
        (low.y..=high.y).flat_map(move |row| {
            (low.x..=high.x).map(move |column| {
                let number = (row * self.columns + column) as usize;
                (number, self.bounds(column, row))
            })
        })
    }

    fn shares(&self, areas: &[Area]) -> Option<Vec<(usize, Share)>> {
        let mut shares = Vec::new();
        let count = (self.columns * self.rows) as usize;
        let (mut cleared, mut border) = (vec![false; count], vec![false; count]);
        for (number, area) in areas.iter().enumerate() {
            self.mark_border(&area.outline, &mut border);
            let crossings = self.crossings(&area.outline);
            for (cell, bounds) in self.touched(area.bounds().grown(MARGIN)) {
                let whole = !std::mem::take(&mut border[cell]);
                if whole && !inside(&crossings[cell / self.columns as usize], bounds.middle().x) {
                    continue;
                }
                cleared[cell] |= whole && area.kind == AreaKind::Open;
                let area = number as u16;
                shares.push((cell, Share { area, whole }));
            }
            if shares.len() > MOST_ENTRIES {
                return None;
            }
        }
        // In the middle of a clearing nothing grows.
        shares.retain(|(cell, share)| {
            !cleared[*cell] || !areas[share.area as usize].kind.is_growth()
        });
        Some(shares)
    }

    /// The rows that something between two heights may touch.
    fn rows_between(&self, low: f32, high: f32) -> RangeInclusive<i32> {
        let row = |y: f32| (y / self.side).floor() as i32;
        (row(low) - 1).max(0)..=(row(high) + 1).min(self.rows - 1)
    }

    /// Marks every cell that an outline runs through, edge by edge and row by row.
    fn mark_border(&self, outline: &[Vec2], border: &mut [bool]) {
        for (from, to) in edges(outline) {
            let (low, high) = (from.y.min(to.y), from.y.max(to.y));
            for row in self.rows_between(low - MARGIN, high + MARGIN) {
                let (west, east) = self.span(from, to, row);
                let column = |x: f32| (x / self.side).floor() as i32;
                let columns = (column(west) - 1).max(0)..=(column(east) + 1).min(self.columns - 1);
                for column in columns {
                    let bounds = self.bounds(column, row).grown(MARGIN);
                    let meets = bounds.contains(from)
                        || bounds.meets_segment(from, to)
                        || diagonal(bounds, from, to);
                    border[(row * self.columns + column) as usize] |= meets;
                }
            }
        }
    }

    /// How far west and east an edge is while it is in a row, or near it.
    fn span(&self, from: Vec2, to: Vec2, row: i32) -> (f32, f32) {
        let way = to - from;
        let part = |y: f32| {
            if way.y == 0.0 {
                return None;
            }
            Some(((y - from.y) / way.y).clamp(0.0, 1.0))
        };
        let low = row as f32 * self.side - self.side;
        let (one, other) = match (part(low), part(low + 3.0 * self.side)) {
            (Some(one), Some(other)) => (from.x + way.x * one, from.x + way.x * other),
            _ => (from.x, to.x),
        };
        (one.min(other), one.max(other))
    }

    /// Where the middle of every row crosses an outline, from west to east.
    fn crossings(&self, outline: &[Vec2]) -> Vec<Vec<f32>> {
        let mut rows = vec![Vec::new(); self.rows as usize];
        for (a, b) in edges(outline) {
            for row in self.rows_between(a.y.min(b.y), a.y.max(b.y)) {
                let y = self.bounds(0, row).middle().y;
                if (a.y > y) != (b.y > y) {
                    rows[row as usize].push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
                }
            }
        }
        for row in &mut rows {
            row.sort_by(f32::total_cmp);
        }
        rows
    }

    fn lines_within(&self, lines: &[LineFeature], inches: f32) -> Option<Vec<(usize, u16)>> {
        let mut found = Vec::new();
        let mut marked = vec![false; (self.columns * self.rows) as usize];
        let mut looked = 0;
        for (number, line) in lines.iter().enumerate() {
            let mut own = Vec::new();
            for chunk in &line.chunks {
                for (cell, bounds) in self.touched(chunk.grown(inches)) {
                    looked += 1;
                    if !marked[cell] && chunk.touches(bounds.grown(inches)) {
                        marked[cell] = true;
                        own.push(cell);
                    }
                }
                if looked > MOST_LOOKS {
                    return None;
                }
            }
            own.sort_unstable();
            for &cell in &own {
                marked[cell] = false;
            }
            found.extend(own.into_iter().map(|cell| (cell, number as u16)));
            if found.len() > MOST_ENTRIES {
                return None;
            }
        }
        Some(found)
    }
}

/// The edges of an outline.
fn edges(outline: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    (0..outline.len()).map(|at| (outline[at], outline[(at + 1) % outline.len()]))
}

/// Whether a place is inside, by where its row crosses the outline.
fn inside(crossings: &[f32], x: f32) -> bool {
    let east = crossings.len() - crossings.partition_point(|&crossing| crossing <= x);
    east % 2 == 1
}

impl Field {
    /// The same field that asks every outline and line every time: what the cells know must make no
    /// difference, and tests compare.
    pub fn without_caches(mut self) -> Self {
        self.cells.off = true;
        self
    }

    /// Whether what was worked out before may be used.
    #[inline]
    pub(super) fn has_caches(&self) -> bool {
        !self.cells.off
    }

    /// Every area that may have a part of the ground at a place, and whether it surely has.
    pub(super) fn areas_around(&self, point: Vec2) -> impl Iterator<Item = (&Area, bool)> {
        let cell = self.cells.at(point);
        let shares = cell.map_or(&[][..], |cell| self.cells.areas.of(cell));
        let all = if cell.is_some() { &[] } else { &self.areas[..] };
        let known = shares.iter().filter_map(|share| {
            let area = self.areas.get(share.area as usize)?;
            Some((area, share.whole))
        });
        known.chain(all.iter().map(|area| (area, false)))
    }

    /// What may have a part of the ground at a place: shares of areas by their numbers, and all areas
    /// where the cells are not asked. Lists to be gone through in a plain loop: this is asked most.
    #[inline]
    pub(super) fn ground_lists(&self, point: Vec2) -> GroundLists<'_> {
        match self.cells.at(point) {
            Some(cell) => GroundLists {
                shares: self.cells.areas.of(cell),
                all: &[],
            },
            None => GroundLists {
                shares: &[],
                all: &self.areas,
            },
        }
    }

    /// Shows every line within a fifth of an inch of a place, until one is answered.
    #[inline]
    pub(super) fn find_line_close<T>(
        &self,
        point: Vec2,
        mut find: impl FnMut(&LineFeature) -> Option<T>,
    ) -> Option<T> {
        match self.cells.at(point) {
            Some(cell) => {
                for &number in self.cells.close.of(cell) {
                    let found = find(&self.lines[number as usize]);
                    if found.is_some() {
                        return found;
                    }
                }
            }
            None => {
                for line in &self.lines {
                    let found = find(line);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }

    /// Every line within a fifth of an inch of a place.
    pub(super) fn lines_close(&self, point: Vec2) -> impl Iterator<Item = &LineFeature> {
        let cell = self.cells.at(point);
        self.listed(cell.map(|cell| self.cells.close.of(cell)))
    }

    /// Every line that a place could have to do with, within two inches or so.
    pub fn lines_around(&self, point: Vec2) -> impl Iterator<Item = &LineFeature> {
        let cell = self.cells.at(point);
        self.listed(cell.map(|cell| self.cells.near.of(cell)))
    }

    fn listed<'a>(&'a self, near: Option<&'a [u16]>) -> impl Iterator<Item = &'a LineFeature> {
        let all = if near.is_some() { &[] } else { &self.lines[..] };
        near.unwrap_or_default()
            .iter()
            .filter_map(|&number| self.lines.get(number as usize))
            .chain(all)
    }
}

fn diagonal(bounds: Bounds, from: Vec2, to: Vec2) -> bool {
    crossing(bounds.low, bounds.high, from, to).is_some()
}
