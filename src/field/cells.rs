//! The field cut into cells, so that a place need not be compared with everything on the table.

use bevy::math::Vec2;

use super::geometry::{Bounds, crossing};
use super::plan::{AreaKind, LineKind};
use super::{Area, Field, LineFeature};
use crate::rules::Feature;

/// Side of a cell in inches at 15 mm.
const SIDE: f32 = 0.75;
/// How far around its cell a place may look for lines, in inches at 15 mm.
const AROUND: f32 = 2.0;

/// What there is in every cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    side: f32,
    columns: usize,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Cell {
    /// The features of the ground, where they are the same all over the cell.
    even: Option<Vec<Feature>>,
    /// Lines in the cell and around it.
    lines: Vec<u16>,
}

impl Cells {
    /// Cuts a field up.
    pub fn new(size: Vec2, proportion: f32, areas: &[Area], lines: &[LineFeature]) -> Self {
        let side = SIDE * proportion;
        let columns = (size.x / side).ceil().max(1.0) as usize;
        let rows = (size.y / side).ceil().max(1.0) as usize;
        let cells = (0..columns * rows)
            .map(|number| {
                let low = Vec2::new((number % columns) as f32, (number / columns) as f32) * side;
                let bounds = Bounds {
                    low,
                    high: low + side,
                };
                Cell {
                    even: even(bounds, areas, lines),
                    lines: near(bounds.grown(AROUND * proportion), lines),
                }
            })
            .collect();
        Self {
            side,
            columns,
            cells,
        }
    }

    fn at(&self, point: Vec2) -> Option<&Cell> {
        let cell = point / self.side;
        let inside = cell.cmpge(Vec2::ZERO).all() && cell.x < self.columns as f32;
        inside
            .then(|| {
                self.cells
                    .get(cell.y as usize * self.columns + cell.x as usize)
            })
            .flatten()
    }
}

impl Field {
    /// The features of the ground at a place, if its cell is all of one kind.
    pub(super) fn even_ground(&self, point: Vec2) -> Option<&[Feature]> {
        self.cells.at(point)?.even.as_deref()
    }

    /// Every line that a place could have to do with, within two inches or so.
    pub fn lines_around(&self, point: Vec2) -> impl Iterator<Item = &LineFeature> {
        let cell = self.cells.at(point);
        let all = if cell.is_none() {
            self.lines.as_slice()
        } else {
            &[]
        };
        let near = cell.map_or(&[][..], |cell| &cell.lines);
        near.iter()
            .filter_map(|&number| self.lines.get(number as usize))
            .chain(all)
    }
}

/// The features of a cell, if no border runs through it.
fn even(bounds: Bounds, areas: &[Area], lines: &[LineFeature]) -> Option<Vec<Feature>> {
    let bounds = bounds.grown(1e-3);
    let creek = lines
        .iter()
        .any(|line| line.kind == LineKind::Creek && line.comes_near(bounds));
    let border = areas
        .iter()
        .any(|area| area.bounds().touches(bounds) && meets_outline(&area.outline, bounds));
    if creek || border {
        return None;
    }
    let middle = (bounds.low + bounds.high) / 2.0;
    let here: Vec<&Area> = areas.iter().filter(|area| area.contains(middle)).collect();
    let cleared = here.iter().any(|area| area.kind == AreaKind::Open);
    Some(
        here.into_iter()
            .filter(|area| !cleared || !area.kind.is_growth())
            .map(Area::feature)
            .collect(),
    )
}

fn near(bounds: Bounds, lines: &[LineFeature]) -> Vec<u16> {
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.comes_near(bounds))
        .map(|(number, _)| number as u16)
        .collect()
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
