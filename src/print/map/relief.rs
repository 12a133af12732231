//! Relief: tints, contour lines and hachures, all from the heightmap itself.

use bevy::math::{IVec2, Vec2};

use super::along::{rounded_ring, thinned, walk};
use super::ink::{Ink, Trace, colour};
use super::sheet::Sheet;
use crate::field::Field;
use crate::field::heights::HeightMap;

/// Contours are this far apart where the ground is low, in inches at 15 mm.
const FINE: f32 = 0.2;
/// And this far where it is high.
const COARSE: f32 = 0.5;
/// Ground higher than this is high.
const HIGH: f32 = 3.0;
/// Between two strokes of a hachure.
const STROKES: f32 = 2.1;
/// Slopes flatter than this have no hachures.
const FLAT: f32 = 0.07;

/// Contours are curves: their corners come only of the grid.
const CURVED: f32 = 4.0;

/// The contour lines of a field.
pub struct Relief {
    /// Inches of height from one contour to the next.
    pub interval: f32,
    contours: Vec<Contour>,
}

struct Contour {
    index: bool,
    rings: Vec<Vec<Vec2>>,
}

impl Relief {
    /// Measures the relief of a field.
    pub fn of(field: &Field, sheet: &Sheet) -> Self {
        let proportion = field.proportion();
        let high = field.heights.highest() > HIGH * proportion;
        let interval = if high { COARSE } else { FINE } * proportion;
        // Half a step off the round numbers: tops and the table itself are flat at those.
        let lowest = (lowest(&field.heights) / interval - 0.5).ceil() as i32;
        let highest = (field.heights.highest() / interval - 0.5).floor() as i32;
        let contours = (lowest..=highest)
            // The first step below the table is only the bed of some run.
            .filter(|&step| step != -1)
            .map(|step| Contour {
                index: step.rem_euclid(5) == 2,
                rings: rings(&field.heights, (step as f32 + 0.5) * interval)
                    .iter()
                    .map(|ring| ring.iter().map(|&point| sheet.at(point)).collect())
                    .collect(),
            })
            .collect();
        Self { interval, contours }
    }

    /// The tints: every step a little darker.
    pub fn tint(&self, ink: &mut Ink) {
        for contour in &self.contours {
            let mut trace = Trace::new();
            for ring in &contour.rings {
                rounded_ring(&mut trace, &thinned(ring, 0.12), CURVED);
            }
            let how = "fill-opacity=\"0.085\" fill-rule=\"evenodd\"";
            ink.fill(&trace, "#b98546", how);
        }
    }

    /// Strokes down the slopes.
    pub fn hachures(&self, ink: &mut Ink, field: &Field, sheet: &Sheet) {
        let mut pens = [Trace::new(), Trace::new(), Trace::new()];
        for contour in &self.contours {
            for ring in &contour.rings {
                for (from, _) in walk(ring, 0.0, STROKES) {
                    self.stroke(&mut pens, field, sheet, from);
                }
            }
        }
        for (trace, width) in pens.iter().zip([0.2, 0.3, 0.42]) {
            let how = "stroke-opacity=\"0.42\" stroke-linecap=\"round\"";
            ink.line(trace, colour::HACHURE, width, how);
        }
    }

    fn stroke(&self, pens: &mut [Trace; 3], field: &Field, sheet: &Sheet, from: Vec2) {
        let ground = sheet.ground(from);
        let gradient = field.heights.gradient(ground);
        let slope = gradient.length();
        if slope < FLAT || !field.contains(ground) {
            return;
        }
        let drop = self.interval * 0.72 / slope;
        let long = drop.min(0.62 * field.proportion());
        let middle = ground - gradient / slope * (long / 2.0);
        let bent = field
            .heights
            .gradient(middle)
            .normalize_or(gradient / slope);
        let to = middle - bent * (long / 2.0);
        let pen = if slope < 0.16 {
            0
        } else if slope < 0.34 {
            1
        } else {
            2
        };
        pens[pen].open(&[from, sheet.at(middle), sheet.at(to)]);
    }

    /// The contour lines themselves.
    pub fn lines(&self, ink: &mut Ink) {
        for index in [false, true] {
            let mut trace = Trace::new();
            for contour in self.contours.iter().filter(|line| line.index == index) {
                for ring in &contour.rings {
                    rounded_ring(&mut trace, &thinned(ring, 0.12), CURVED);
                }
            }
            let width = if index { 0.5 } else { 0.26 };
            ink.line(&trace, colour::RELIEF, width, "stroke-opacity=\"0.8\"");
        }
    }
}

fn lowest(heights: &HeightMap) -> f32 {
    let cells = heights.cells().as_ivec2();
    (0..=cells.y)
        .flat_map(|y| (0..=cells.x).map(move |x| (x, y)))
        .map(|(x, y)| heights.at(x, y))
        .fold(f32::INFINITY, f32::min)
}

/// The sides of a cell.
#[derive(Clone, Copy)]
enum Edge {
    South,
    East,
    North,
    West,
}

/// The closed lines at one height, higher ground to their left (marching squares). Around the
/// field lies an abyss, so that every line closes; what runs through it lies off the table.
fn rings(heights: &HeightMap, level: f32) -> Vec<Vec<Vec2>> {
    let march = March { heights, level };
    let cells = heights.cells().as_ivec2();
    let mut next = vec![usize::MAX; march.edges()];
    for y in -1..=cells.y {
        for x in -1..=cells.x {
            for (from, to) in march.crossings(IVec2::new(x, y)) {
                next[march.edge(x, y, from)] = march.edge(x, y, to);
            }
        }
    }
    let mut rings = Vec::new();
    for start in 0..next.len() {
        let mut ring = Vec::new();
        let mut at = start;
        while next[at] != usize::MAX {
            ring.push(march.point(at));
            at = std::mem::replace(&mut next[at], usize::MAX);
        }
        if ring.len() > 2 {
            rings.push(ring);
        }
    }
    rings
}

struct March<'a> {
    heights: &'a HeightMap,
    level: f32,
}

impl March<'_> {
    /// Grid points from west to east, the abyss included.
    fn width(&self) -> usize {
        self.heights.cells().x as usize + 4
    }

    fn edges(&self) -> usize {
        self.width() * (self.heights.cells().y as usize + 4) * 2
    }

    /// The height of a grid point, or none in the abyss.
    fn height(&self, x: i32, y: i32) -> Option<f32> {
        let cells = self.heights.cells().as_ivec2();
        let inside = (0..=cells.x).contains(&x) && (0..=cells.y).contains(&y);
        inside.then(|| self.heights.at(x, y))
    }

    fn above(&self, x: i32, y: i32) -> bool {
        self.height(x, y).is_some_and(|height| height > self.level)
    }

    /// How the line runs through a cell. Cells are cut from south-west to north-east, which
    /// settles what joins where two corners face each other.
    fn crossings(&self, cell: IVec2) -> Vec<(Edge, Edge)> {
        use Edge::{East, North, South, West};
        let (x, y) = (cell.x, cell.y);
        let corners = (
            self.above(x, y),
            self.above(x + 1, y),
            self.above(x + 1, y + 1),
            self.above(x, y + 1),
        );
        match corners {
            (false, false, false, false) | (true, true, true, true) => vec![],
            (true, false, false, false) => vec![(South, West)],
            (false, true, false, false) => vec![(East, South)],
            (false, false, true, false) => vec![(North, East)],
            (false, false, false, true) => vec![(West, North)],
            (false, true, true, true) => vec![(West, South)],
            (true, false, true, true) => vec![(South, East)],
            (true, true, false, true) => vec![(East, North)],
            (true, true, true, false) => vec![(North, West)],
            (true, true, false, false) => vec![(East, West)],
            (false, true, true, false) => vec![(North, South)],
            (false, false, true, true) => vec![(West, East)],
            (true, false, false, true) => vec![(South, North)],
            (true, false, true, false) => vec![(South, East), (North, West)],
            (false, true, false, true) => vec![(East, South), (West, North)],
        }
    }

    fn edge(&self, x: i32, y: i32, edge: Edge) -> usize {
        let (x, y, upright) = match edge {
            Edge::South => (x, y, 0),
            Edge::North => (x, y + 1, 0),
            Edge::West => (x, y, 1),
            Edge::East => (x + 1, y, 1),
        };
        (((y + 1) as usize) * self.width() + (x + 1) as usize) * 2 + upright
    }

    /// Where the line crosses an edge.
    fn point(&self, edge: usize) -> Vec2 {
        let upright = edge % 2 == 1;
        let x = (edge / 2 % self.width()) as i32 - 1;
        let y = (edge / 2 / self.width()) as i32 - 1;
        let (x2, y2) = if upright { (x, y + 1) } else { (x + 1, y) };
        let part = match (self.height(x, y), self.height(x2, y2)) {
            (Some(from), Some(to)) => (self.level - from) / (to - from),
            _ => 0.5,
        };
        let from = Vec2::new(x as f32, y as f32);
        from.lerp(Vec2::new(x2 as f32, y2 as f32), part) * self.heights.cell()
    }
}
