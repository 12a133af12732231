//! Hills, ridges and cuts laid on the grid, each only where it reaches.

use bevy::math::{UVec2, Vec2};

use super::angle::turn;
use super::build::{CELLS_PER_SQUARE, smooth};
use super::geometry::{Bounds, nearest_on_segment};
use super::plan::{HeightShape, Square};

/// How many grid points may be looked at: every point of the largest board some fifty times.
const MOST_LOOKS: u64 = 64_000_000;

/// What rises and what is cut at every grid point, in inches at 15 mm.
pub(super) struct Relief {
    columns: usize,
    rise: Vec<f32>,
    cut: Vec<f32>,
}

/// A box of grid points: columns and rows, both ends in it.
#[derive(Clone, Copy)]
struct Part {
    low: UVec2,
    high: UVec2,
}

impl Part {
    /// The grid points of a box given in squares, if any.
    fn of(bounds: Bounds, cells: UVec2) -> Option<Self> {
        let grid = CELLS_PER_SQUARE as f32;
        let (low, high) = ((bounds.low * grid).floor(), (bounds.high * grid).ceil());
        let last = cells.as_vec2();
        if low.cmpgt(last).any() || high.cmplt(Vec2::ZERO).any() {
            return None;
        }
        let within = |corner: Vec2| corner.clamp(Vec2::ZERO, last).as_uvec2();
        Some(Self {
            low: within(low),
            high: within(high),
        })
    }

    fn count(self) -> u64 {
        let sides = self.high - self.low + UVec2::ONE;
        u64::from(sides.x) * u64::from(sides.y)
    }

    /// Every grid point with its place in squares.
    fn points(self) -> impl Iterator<Item = (usize, usize, Vec2)> {
        (self.low.y..=self.high.y).flat_map(move |y| {
            (self.low.x..=self.high.x).map(move |x| {
                let at = Vec2::new(x as f32, y as f32) / CELLS_PER_SQUARE as f32;
                (x as usize, y as usize, at)
            })
        })
    }
}

impl Relief {
    /// The relief of some shapes on a grid of so many cells, unless they ask for too much.
    pub fn of(shapes: &[HeightShape], cells: UVec2) -> Option<Self> {
        let columns = cells.x as usize + 1;
        let count = columns * (cells.y as usize + 1);
        let mut relief = Self {
            columns,
            rise: vec![0.0; count],
            cut: vec![0.0; count],
        };
        let mut looks = 0;
        let mut distances = Vec::new();
        for shape in shapes {
            match shape {
                HeightShape::Ridge {
                    line,
                    height,
                    width,
                    top,
                } => {
                    let ridge = Bank::new(line, *width, cells);
                    looks += ridge.looks();
                    (looks <= MOST_LOOKS).then_some(())?;
                    ridge.raise(&mut relief, &mut distances, *height, *top);
                }
                HeightShape::Cut { line, depth, width } => {
                    let cut = Bank::new(line, *width, cells);
                    looks += cut.looks();
                    (looks <= MOST_LOOKS).then_some(())?;
                    cut.raise(&mut relief, &mut distances, -*depth, 0.3);
                }
                HeightShape::Hill {
                    at,
                    radii,
                    turn: degrees,
                    height,
                    top,
                } => {
                    let (at, radii) = (Vec2::from(*at), Vec2::from(*radii));
                    let reach = Bounds { low: at, high: at }.grown(radii.max_element());
                    let Some(part) = Part::of(reach, cells) else {
                        continue;
                    };
                    looks += part.count();
                    (looks <= MOST_LOOKS).then_some(())?;
                    // A turn is linear: it is worked out once for each axis.
                    let (east, north) = (turn(Vec2::X, -degrees), turn(Vec2::Y, -degrees));
                    for (x, y, point) in part.points() {
                        let off = point - at;
                        let way = (east * off.x + north * off.y) / radii;
                        relief.add(x, y, *height * falling(way.length(), *top));
                    }
                }
            }
        }
        Some(relief)
    }

    /// The height of a grid point: the highest of what rises, less the deepest of what is cut.
    pub fn at(&self, x: u32, y: u32) -> f32 {
        let number = y as usize * self.columns + x as usize;
        self.rise[number] + self.cut[number]
    }

    fn add(&mut self, x: usize, y: usize, height: f32) {
        let number = y * self.columns + x;
        self.rise[number] = self.rise[number].max(height);
        self.cut[number] = self.cut[number].min(height);
    }
}

/// A ridge or cut along a line.
struct Bank {
    line: Vec<Vec2>,
    width: f32,
    /// Where it reaches, and where each of its pieces does.
    part: Option<Part>,
    pieces: Vec<Option<Part>>,
}

impl Bank {
    fn new(points: &[Square], width: f32, cells: UVec2) -> Self {
        let points: Vec<_> = points.iter().map(|&point| Vec2::from(point)).collect();
        let line = smooth(&points);
        let reach = |points: &[Vec2]| Part::of(Bounds::around(points).grown(width), cells);
        Self {
            width,
            part: reach(&line),
            pieces: line.windows(2).map(reach).collect(),
            line,
        }
    }

    fn looks(&self) -> u64 {
        let all = self.pieces.iter().chain([&self.part]);
        all.flatten().map(|part| part.count()).sum()
    }

    /// Raises the ground along the line; `distances` is room to work in.
    fn raise(&self, relief: &mut Relief, distances: &mut Vec<f32>, height: f32, top: f32) {
        let Some(part) = self.part else {
            return;
        };
        distances.clear();
        distances.resize(relief.rise.len(), f32::INFINITY);
        for (pair, piece) in self.line.windows(2).zip(&self.pieces) {
            for (x, y, point) in piece.iter().flat_map(|piece| piece.points()) {
                let far = nearest_on_segment(pair[0], pair[1], point).distance(point);
                let known = &mut distances[y * relief.columns + x];
                *known = known.min(far);
            }
        }
        for (x, y, _) in part.points() {
            let far = distances[y * relief.columns + x];
            if far < self.width {
                relief.add(x, y, height * falling(far / self.width, top));
            }
        }
    }
}

/// 1 on top, 0 from the foot on, smooth between.
fn falling(far: f32, top: f32) -> f32 {
    let t = ((far - top) / (1.0 - top)).clamp(0.0, 1.0);
    1.0 - t * t * (3.0 - 2.0 * t)
}
