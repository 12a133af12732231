//! The field cut into cells, so that a place need not be compared with everything on the table.
//!
//! Nothing here is known better than by the outlines themselves: a cell only says which of them to
//! ask. [`Field::without_caches`] asks all of them.

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
    /// Cuts a field up.
    pub fn new(size: Vec2, proportion: f32, areas: &[Area], lines: &[LineFeature]) -> Self {
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
        cells.areas = Lists::new(count, cells.shares(areas));
        cells.close = Lists::new(count, cells.lines_within(lines, CLOSE));
        cells.near = Lists::new(count, cells.lines_within(lines, around));
        cells
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

    fn shares(&self, areas: &[Area]) -> Vec<(usize, Share)> {
        let mut shares = Vec::new();
        let mut cleared = vec![false; (self.columns * self.rows) as usize];
        for (number, area) in areas.iter().enumerate() {
            for (cell, bounds) in self.touched(area.bounds().grown(MARGIN)) {
                let bounds = bounds.grown(MARGIN);
                let whole = !meets_outline(&area.outline, bounds);
                if whole && !area.contains((bounds.low + bounds.high) / 2.0) {
                    continue;
                }
                cleared[cell] |= whole && area.kind == AreaKind::Open;
                let area = number as u16;
                shares.push((cell, Share { area, whole }));
            }
        }
        // In the middle of a clearing nothing grows.
        shares.retain(|(cell, share)| {
            !cleared[*cell] || !areas[share.area as usize].kind.is_growth()
        });
        shares
    }

    fn lines_within(&self, lines: &[LineFeature], inches: f32) -> Vec<(usize, u16)> {
        let mut found = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mut own: Vec<usize> = line
                .chunks
                .iter()
                .flat_map(|chunk| {
                    self.touched(chunk.grown(inches))
                        .filter(move |(_, bounds)| chunk.touches(bounds.grown(inches)))
                })
                .map(|(cell, _)| cell)
                .collect();
            own.sort_unstable();
            own.dedup();
            found.extend(own.into_iter().map(|cell| (cell, number as u16)));
        }
        found
    }
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

/// Whether an outline runs through a box.
fn meets_outline(outline: &[Vec2], bounds: Bounds) -> bool {
    (0..outline.len()).any(|at| {
        let (from, to) = (outline[at], outline[(at + 1) % outline.len()]);
        bounds.contains(from) || bounds.meets_segment(from, to) || diagonal(bounds, from, to)
    })
}

fn diagonal(bounds: Bounds, from: Vec2, to: Vec2) -> bool {
    crossing(bounds.low, bounds.high, from, to).is_some()
}
