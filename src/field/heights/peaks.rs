//! Whether a straight line clears the ground: coarse blocks first, then the triangles themselves.

use bevy::math::{IVec2, Vec2};

use super::HeightMap;

/// Cells to a block, coarse first. The triangles come last.
const BLOCKS: [i32; 2] = [16, 4];

/// The highest point of every block of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Peaks {
    levels: [Level; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Level {
    columns: i32,
    highest: Vec<f32>,
}

impl Peaks {
    pub(super) fn of(map: &HeightMap) -> Self {
        Self {
            levels: BLOCKS.map(|size| Level::of(map, size)),
        }
    }
}

impl Level {
    fn of(map: &HeightMap, size: i32) -> Self {
        let blocks = (map.cells.as_ivec2() + IVec2::splat(size - 1)) / size;
        let mut highest = Vec::with_capacity((blocks.x * blocks.y) as usize);
        for y in 0..blocks.y {
            for x in 0..blocks.x {
                let points = (0..=size)
                    .flat_map(|dy| (0..=size).map(move |dx| (x * size + dx, y * size + dy)));
                highest.push(
                    points
                        .map(|(x, y)| map.at(x, y))
                        .fold(f32::NEG_INFINITY, f32::max),
                );
            }
        }
        Self {
            columns: blocks.x,
            highest,
        }
    }
}

/// A line over the map, in cells, with its height at both ends.
struct Line {
    from: Vec2,
    way: Vec2,
    start: f32,
    rise: f32,
}

impl Line {
    fn height(&self, part: f32) -> f32 {
        self.start + self.rise * part
    }
}

impl HeightMap {
    /// Whether a line between two points, so high at either end, stays above the ground.
    pub fn clears(&self, from: Vec2, to: Vec2, heights: (f32, f32)) -> bool {
        let from = from / self.cell;
        let line = Line {
            from,
            way: to / self.cell - from,
            start: heights.0,
            rise: heights.1 - heights.0,
        };
        self.clears_blocks(&line, 0, 0.0, 1.0)
    }

    fn clears_blocks(&self, line: &Line, level: usize, enter: f32, leave: f32) -> bool {
        let Some(blocks) = self.peaks.levels.get(level) else {
            return self.clears_triangles(line, enter, leave);
        };
        let size = BLOCKS[level];
        let last =
            IVec2::new(blocks.columns, blocks.highest.len() as i32 / blocks.columns) - IVec2::ONE;
        cross(line, size, last, enter, leave, |block, enter, leave| {
            let lowest = line.height(enter).min(line.height(leave));
            let peak = blocks.highest[(block.y * blocks.columns + block.x) as usize];
            lowest > peak || self.clears_blocks(line, level + 1, enter, leave)
        })
    }

    /// Between two edges of the triangles the ground is straight: the edges are all that counts.
    fn clears_triangles(&self, line: &Line, enter: f32, leave: f32) -> bool {
        let last = self.cells.as_ivec2() - IVec2::ONE;
        cross(line, 1, last, enter, leave, |cell, enter, leave| {
            let corner = cell.as_vec2();
            let row = self.cells.x as usize + 1;
            let south = &self.heights[cell.y as usize * row + cell.x as usize..];
            let (low, east, north, high) = (south[0], south[1], south[row], south[row + 1]);
            let below = |part: f32| {
                let inside = line.from + line.way * part - corner;
                let ground = if inside.x >= inside.y {
                    low + (east - low) * inside.x + (high - east) * inside.y
                } else {
                    low + (north - low) * inside.y + (high - north) * inside.x
                };
                ground < line.height(part)
            };
            let slant = line.way.x - line.way.y;
            let inside = line.from - corner;
            let diagonal = (inside.y - inside.x) / slant;
            let crosses = slant != 0.0 && diagonal > enter && diagonal < leave;
            below(enter) && below(leave) && (!crosses || below(diagonal))
        })
    }
}

/// Shows every block of a grid that a part of a line crosses, in order, until one says no.
fn cross(
    line: &Line,
    size: i32,
    last: IVec2,
    from: f32,
    to: f32,
    mut clear: impl FnMut(IVec2, f32, f32) -> bool,
) -> bool {
    let size = size as f32;
    let at = (line.from + line.way * from) / size;
    let mut block = at.floor().as_ivec2().clamp(IVec2::ZERO, last);
    let step = IVec2::new(line.way.x.signum() as i32, line.way.y.signum() as i32);
    // The part of the line at which it leaves the block through its eastern or western side, and
    // through its northern or southern one.
    let border = |block: i32, step: i32, start: f32, way: f32| {
        if way == 0.0 {
            return f32::INFINITY;
        }
        let side = if step > 0 { block + 1 } else { block };
        (side as f32 * size - start) / way
    };
    let mut enter = from;
    let mut next_x = border(block.x, step.x, line.from.x, line.way.x);
    let mut next_y = border(block.y, step.y, line.from.y, line.way.y);
    loop {
        let leave = next_x.min(next_y).clamp(enter, to);
        if !clear(block, enter, leave) {
            return false;
        }
        if next_x >= to && next_y >= to {
            return true;
        }
        if next_x <= next_y {
            block.x += step.x;
            next_x = border(block.x, step.x, line.from.x, line.way.x);
        } else {
            block.y += step.y;
            next_y = border(block.y, step.y, line.from.y, line.way.y);
        }
        if block.cmplt(IVec2::ZERO).any() || block.cmpgt(last).any() {
            return true;
        }
        enter = leave;
    }
}
