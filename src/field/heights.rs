//! The heightmap: a grid of heights, read as a surface of triangles.

mod peaks;

use bevy::math::{UVec2, Vec2};

use peaks::Peaks;

/// Heights on a regular grid over the whole field, in inches.
///
/// Every cell is cut from south-west to north-east into two triangles. Sight, movement and the
/// table's mesh all use this one surface.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightMap {
    cell: f32,
    cells: UVec2,
    heights: Vec<f32>,
    highest: f32,
    peaks: Peaks,
}

impl HeightMap {
    /// A map of so many cells with the height of every grid point.
    pub fn new(cell: f32, cells: UVec2, mut height: impl FnMut(u32, u32) -> f32) -> Self {
        let mut heights = Vec::with_capacity(((cells.x + 1) * (cells.y + 1)) as usize);
        for y in 0..=cells.y {
            for x in 0..=cells.x {
                heights.push(height(x, y));
            }
        }
        let highest = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut map = Self {
            cell,
            cells,
            heights,
            highest,
            peaks: Peaks::default(),
        };
        map.peaks = Peaks::of(&map);
        map
    }

    /// The side of a cell in inches.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// Cells from west to east and from south to north.
    pub fn cells(&self) -> UVec2 {
        self.cells
    }

    /// The highest point.
    pub fn highest(&self) -> f32 {
        self.highest
    }

    /// The height of a grid point; outside the field that of its edge.
    #[inline]
    pub fn at(&self, x: i32, y: i32) -> f32 {
        let x = x.clamp(0, self.cells.x as i32) as usize;
        let y = y.clamp(0, self.cells.y as i32) as usize;
        self.heights[y * (self.cells.x as usize + 1) + x]
    }

    /// The height of the surface at a point.
    #[inline]
    pub fn height(&self, point: Vec2) -> f32 {
        let grid = (point / self.cell).clamp(Vec2::ZERO, self.cells.as_vec2());
        // Never negative: to cut the fraction off is to round down.
        let x = (grid.x as usize).min(self.cells.x as usize - 1);
        let y = (grid.y as usize).min(self.cells.y as usize - 1);
        let inside = grid - Vec2::new(x as f32, y as f32);
        let row = self.cells.x as usize + 1;
        let corner = y * row + x;
        let low = self.heights[corner];
        let high = self.heights[corner + row + 1];
        if inside.x >= inside.y {
            let east = self.heights[corner + 1];
            low + (east - low) * inside.x + (high - east) * inside.y
        } else {
            let north = self.heights[corner + row];
            low + (north - low) * inside.y + (high - north) * inside.x
        }
    }

    /// How steeply the surface rises towards east and north, measured over an inch or so.
    pub fn gradient(&self, point: Vec2) -> Vec2 {
        let reach = (self.cell * 2.0).max(0.5);
        let slope =
            |step: Vec2| (self.height(point + step) - self.height(point - step)) / (2.0 * reach);
        Vec2::new(slope(Vec2::X * reach), slope(Vec2::Y * reach))
    }

    /// How much the ground rises in a direction (of length 1), in inches for each inch.
    #[inline]
    pub fn rise(&self, point: Vec2, direction: Vec2) -> f32 {
        let reach = (self.cell * 2.0).max(0.5);
        let step = direction * reach;
        (self.height(point + step) - self.height(point - step)) / (2.0 * reach)
    }

    /// Every place (in parts of its length, in order) between two parts of a segment where it crosses
    /// an edge of the triangles. Between two of them the ground is straight.
    pub fn breaks(&self, from: Vec2, to: Vec2, between: (f32, f32)) -> Breaks {
        let a = from / self.cell;
        let b = to / self.cell;
        let family = |start, end| Crossings::after(start, end, between.0);
        Breaks {
            families: [
                family(a.x, b.x),
                family(a.y, b.y),
                family(a.x - a.y, b.x - b.y),
            ],
            end: between.1,
        }
    }
}

/// Where a segment crosses the edges of the triangles.
#[derive(Clone, Debug)]
pub struct Breaks {
    families: [Crossings; 3],
    end: f32,
}

impl Iterator for Breaks {
    type Item = f32;

    #[inline]
    fn next(&mut self) -> Option<f32> {
        let [x, y, diagonal] = &self.families;
        let next = x.part.min(y.part).min(diagonal.part);
        if next >= self.end {
            return None;
        }
        for family in &mut self.families {
            if family.part <= next {
                family.advance();
            }
        }
        Some(next)
    }
}

/// Where a segment crosses one family of parallel grid lines, one after the other.
#[derive(Clone, Debug)]
struct Crossings {
    start: f32,
    span: f32,
    line: f32,
    step: f32,
    part: f32,
}

impl Crossings {
    /// Those behind some part of the segment.
    fn after(start: f32, end: f32, part: f32) -> Self {
        let span = end - start;
        let step = span.signum();
        // The line just passed there.
        let round = |at: f32| if span > 0.0 { at.floor() } else { at.ceil() };
        let first = round(start);
        let passed = round(start + span * part) - step;
        let line = if step * (passed - first) > 0.0 {
            passed
        } else {
            first
        };
        let mut crossings = Self {
            start,
            span,
            line,
            step,
            part: f32::INFINITY,
        };
        if span != 0.0 {
            crossings.advance();
            while crossings.part <= part {
                crossings.advance();
            }
        }
        crossings
    }

    #[inline]
    fn advance(&mut self) {
        self.line += self.step;
        self.part = (self.line - self.start) / self.span;
    }
}
