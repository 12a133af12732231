//! The ground, for whoever has to build it: each piece with its size and place, and what to have.

use std::collections::BTreeMap;

use bevy::math::{IVec2, Vec2};

use super::wording::inches;
use crate::field::geometry::{Bounds, area as area_of};
use crate::field::plan::{AreaKind, LineKind};
use crate::field::{Facing, Field};
use crate::print::map::legend::{area_name, line_name};

/// The grid by which places are named, in inches.
pub const GRID: f32 = 12.0;

/// The square of the grid in which a place lies: A1 in the south-west corner, letters to the east.
pub fn square(at: Vec2) -> String {
    let column = (at.x / GRID).floor().max(0.0) as u32;
    let row = (at.y / GRID).floor().max(0.0) as u32 + 1;
    format!("{}{row}", letters(column))
}

/// A, B, … Z, AA, AB.
pub fn letters(column: u32) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// All squares that a box lies in, the first and the last: B2, B2–D4.
pub fn squares(bounds: Bounds, table: Vec2) -> String {
    let inside = |at: Vec2| at.clamp(Vec2::splat(0.01), table - Vec2::splat(0.01));
    let (low, high) = (square(inside(bounds.low)), square(inside(bounds.high)));
    if low == high {
        low
    } else {
        format!("{low}\u{2013}{high}")
    }
}

/// A piece of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What it is, with its name.
    pub what: String,
    /// Its size in words.
    pub size: String,
    /// Its squares on the grid.
    pub place: String,
    /// From where to where, or around which point.
    pub at: String,
}

/// A flat layer of a hill, as one cuts it from board.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How high its foot lies.
    pub foot: f32,
    /// The box around it.
    pub bounds: Bounds,
    /// Square inches of it.
    pub area: f32,
}

/// A hill: its layers from the foot up.
#[derive(Clone, Debug, PartialEq)]
pub struct Hill {
    /// Its name, if a label stands on it.
    pub name: String,
    /// How high it is.
    pub height: f32,
    /// From the foot up.
    pub layers: Vec<Layer>,
}

/// Everything that lies on a table, and what to have for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    /// Hills, the largest first.
    pub hills: Vec<Hill>,
    /// Areas, kind by kind.
    pub areas: Vec<Piece>,
    /// Lines, kind by kind.
    pub lines: Vec<Piece>,
    /// Houses and barns.
    pub buildings: Vec<Piece>,
    /// What to have.
    pub stock: Stock,
}

/// What to have for a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stock {
    /// Square inches of each kind of area.
    pub areas: BTreeMap<&'static str, f32>,
    /// Inches of each kind of line.
    pub lines: BTreeMap<&'static str, f32>,
    /// Buildings.
    pub buildings: u32,
    /// Trees.
    pub trees: u32,
    /// Square inches of board for hills, by the layer, the lowest being 0.
    pub layers: BTreeMap<u32, f32>,
}

/// How thick a layer of a hill is at a scale, in inches: half an inch at 15 mm.
pub fn thickness(field: &Field) -> f32 {
    0.5 * field.square / 18.0
}

/// Square inches of woods that one tree stands for.
fn inches_a_tree(kind: AreaKind) -> Option<f32> {
    match kind {
        AreaKind::HeavyWoods => Some(4.0),
        AreaKind::LightWoods => Some(7.0),
        AreaKind::Orchard => Some(4.0),
        _ => None,
    }
}

impl Ground {
    /// The ground of a table.
    pub fn of(field: &Field) -> Self {
        let mut ground = Self {
            hills: hills(field),
            ..Self::default()
        };
        ground.take_areas(field);
        ground.take_lines(field);
        // A hill may have several pieces of one layer: what counts is how high they lie.
        for layer in ground.hills.iter().flat_map(|hill| &hill.layers) {
            let level = (layer.foot / thickness(field)).round() as u32;
            *ground.stock.layers.entry(level).or_default() += layer.area;
        }
        ground
    }

    fn take_areas(&mut self, field: &Field) {
        let mut areas: Vec<_> = field.areas.iter().collect();
        areas.sort_by_key(|area| area.kind as usize);
        for area in areas {
            let outline = crate::field::geometry::clipped(&area.outline, table(field));
            if outline.len() < 3 {
                continue;
            }
            let bounds = Bounds::around(&outline);
            let size = bounds.high - bounds.low;
            let surface = area_of(&outline).abs();
            let kind = area_name(area.kind);
            self.areas.push(Piece {
                what: named(kind, &area.name),
                size: format!(
                    "{} by {} ({:.0} sq in)",
                    inches(size.x),
                    inches(size.y),
                    surface
                ),
                place: squares(bounds, field.size),
                at: around(bounds),
            });
            *self.stock.areas.entry(kind).or_default() += surface;
            if let Some(each) = inches_a_tree(area.kind) {
                self.stock.trees += (surface / (each * scaled(field))).ceil() as u32;
            }
            for building in &area.buildings {
                self.take_building(field, building, &area.name);
            }
        }
    }

    fn take_building(&mut self, field: &Field, outline: &[Vec2], of: &str) {
        let bounds = Bounds::around(outline);
        let middle = (bounds.low + bounds.high) / 2.0;
        if !table(field).contains(middle) {
            return;
        }
        let side =
            |at: usize| outline[at % outline.len()].distance(outline[(at + 1) % outline.len()]);
        let way = outline[1 % outline.len()] - outline[0];
        let turn = libm::atan2f(way.y, way.x).to_degrees().rem_euclid(90.0);
        let turned = if turn.min(90.0 - turn) < 1.0 {
            String::new()
        } else {
            format!(", turned {:.0}°", turn)
        };
        self.buildings.push(Piece {
            what: named("Building", of),
            size: format!("{} by {}{turned}", inches(side(0)), inches(side(1))),
            place: square(middle),
            at: point(middle),
        });
        self.stock.buildings += 1;
    }

    fn take_lines(&mut self, field: &Field) {
        let mut lines: Vec<_> = field.lines.iter().collect();
        lines.sort_by_key(|line| line.kind as usize);
        for line in lines {
            let (first, last) = match line.points[..] {
                [first, .., last] => (first, last),
                _ => continue,
            };
            let long = on_table(field, &line.points);
            if long < 0.1 {
                continue;
            }
            let kind = line_name(line.kind);
            let wide = match line.kind {
                LineKind::Road | LineKind::Trail | LineKind::Creek | LineKind::RailroadCut => {
                    format!(", {} wide", inches(line.half_width * 2.0))
                }
                _ => String::new(),
            };
            self.lines.push(Piece {
                what: named(kind, &line.name),
                size: format!("{} long{wide}", inches(long)),
                place: squares(Bounds::around(&line.points), field.size),
                at: route(first, &line.points, last),
            });
            *self.stock.lines.entry(kind).or_default() += long;
        }
    }
}

/// The table.
fn table(field: &Field) -> Bounds {
    Bounds {
        low: Vec2::ZERO,
        high: field.size,
    }
}

/// Areas grow with the squares of the scale.
fn scaled(field: &Field) -> f32 {
    let side = field.square / 18.0;
    side * side
}

fn named(kind: &str, name: &str) -> String {
    if name.is_empty() || name.to_lowercase().contains(&kind.to_lowercase()) {
        let own = if name.is_empty() { kind } else { name };
        own.to_owned()
    } else {
        format!("{kind}: {name}")
    }
}

/// A place as one measures it: east and north of the south-west corner.
pub fn point(at: Vec2) -> String {
    format!("{}, {}", inches(at.x.max(0.0)), inches(at.y.max(0.0)))
}

fn around(bounds: Bounds) -> String {
    format!("around {}", point((bounds.low + bounds.high) / 2.0))
}

/// A line by its ends and, where it bends, some points between.
fn route(first: Vec2, points: &[Vec2], last: Vec2) -> String {
    let mut named = vec![first];
    let mut heading = None;
    for pair in points.windows(2) {
        let way = Facing::towards(pair[0], pair[1]).to_degrees();
        let bent = |old: f32| ((way - old + 540.0).rem_euclid(360.0) - 180.0).abs() > 25.0;
        if heading.is_some_and(bent) {
            named.push(pair[0]);
            heading = Some(way);
        }
        heading.get_or_insert(way);
    }
    named.push(last);
    named.dedup_by(|one, other| one.distance(*other) < 1.0);
    // More than these nobody reads.
    if named.len() > 5 {
        let step = (named.len() - 1) as f32 / 4.0;
        named = (0..5)
            .map(|number| named[(number as f32 * step).round() as usize])
            .collect();
    }
    let points: Vec<String> = named.into_iter().map(point).collect();
    points.join(" \u{2013} ")
}

/// Inches of a line that lie on the table.
fn on_table(field: &Field, points: &[Vec2]) -> f32 {
    let table = table(field);
    let mut long = 0.0;
    for pair in points.windows(2) {
        let way = pair[1] - pair[0];
        let steps = (way.length() * 4.0).ceil().max(1.0) as u32;
        let inside = (0..steps).filter(|&step| {
            let part = (step as f32 + 0.5) / steps as f32;
            table.contains(pair[0] + way * part)
        });
        long += way.length() * inside.count() as f32 / steps as f32;
    }
    long
}

/// Hills as layers of board, found on the heights inch by inch.
fn hills(field: &Field) -> Vec<Hill> {
    const STEP: f32 = 0.5;
    let thick = thickness(field);
    let cells = (field.size / STEP).ceil().as_ivec2();
    let centre = |cell: IVec2| (cell.as_vec2() + Vec2::splat(0.5)) * STEP;
    let heights: Vec<f32> = (0..cells.y)
        .flat_map(|y| (0..cells.x).map(move |x| IVec2::new(x, y)))
        .map(|cell| field.heights.height(centre(cell).min(field.size)))
        .collect();
    let height = |cell: IVec2| heights[(cell.y * cells.x + cell.x) as usize];
    let mut hills: Vec<(Vec<IVec2>, Hill)> = Vec::new();
    let highest = heights.iter().copied().fold(0.0, f32::max);
    let layers = ((highest / thick) - 0.25).ceil().max(0.0) as u32;
    for layer in 0..layers {
        let foot = layer as f32 * thick;
        // A layer of board stands for the ground from its middle up.
        let over = foot + thick * 0.5;
        let mut seen = vec![false; heights.len()];
        for y in 0..cells.y {
            for x in 0..cells.x {
                let start = IVec2::new(x, y);
                if seen[(y * cells.x + x) as usize] || height(start) < over {
                    continue;
                }
                let patch = flood(start, cells, &mut seen, |cell| height(cell) >= over);
                // Less than a square inch nobody cuts out.
                if (patch.len() as f32) * STEP * STEP < 1.0 {
                    continue;
                }
                let top = patch.iter().map(|&cell| height(cell)).fold(0.0, f32::max);
                let low = patch.iter().copied().fold(cells, IVec2::min);
                let high = patch.iter().copied().fold(IVec2::ZERO, IVec2::max) + IVec2::ONE;
                let cut = Layer {
                    foot,
                    bounds: Bounds {
                        low: low.as_vec2() * STEP,
                        high: (high.as_vec2() * STEP).min(field.size),
                    },
                    area: patch.len() as f32 * STEP * STEP,
                };
                let below = hills.iter_mut().find(|(foot, _)| {
                    layer > 0
                        && foot
                            .binary_search_by_key(&(start.y, start.x), |cell| (cell.y, cell.x))
                            .is_ok()
                });
                match below {
                    Some((_, hill)) => hill.layers.push(cut),
                    None => {
                        let name = label(field, cut.bounds);
                        let hill = Hill {
                            name,
                            height: top,
                            layers: vec![cut],
                        };
                        let mut patch = patch;
                        patch.sort_by_key(|cell| (cell.y, cell.x));
                        hills.push((patch, hill));
                    }
                }
            }
        }
    }
    let mut hills: Vec<Hill> = hills.into_iter().map(|(_, hill)| hill).collect();
    hills.sort_by(|one, other| other.layers[0].area.total_cmp(&one.layers[0].area));
    hills
}

/// The name of high ground that stands on a hill.
fn label(field: &Field, bounds: Bounds) -> String {
    let high = [
        "Ridge", "Hill", "Heights", "Mountain", "Knoll", "Top", "Knob", "Bluff",
    ];
    let mut names: Vec<&str> = Vec::new();
    for label in &field.labels {
        let ends = label.text.rsplit(' ').next().unwrap_or_default();
        let own = high.iter().any(|word| ends.starts_with(word));
        if own && bounds.contains(label.at) && !names.contains(&label.text.as_str()) {
            names.push(&label.text);
        }
    }
    names.join(", ")
}

/// All cells that hang together with one and pass a test.
fn flood(
    start: IVec2,
    cells: IVec2,
    seen: &mut [bool],
    test: impl Fn(IVec2) -> bool,
) -> Vec<IVec2> {
    let mut patch = Vec::new();
    let mut next = vec![start];
    seen[(start.y * cells.x + start.x) as usize] = true;
    while let Some(cell) = next.pop() {
        patch.push(cell);
        for step in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
            let to = cell + step;
            let inside = to.cmpge(IVec2::ZERO).all() && to.cmplt(cells).all();
            if inside && !seen[(to.y * cells.x + to.x) as usize] && test(to) {
                seen[(to.y * cells.x + to.x) as usize] = true;
                next.push(to);
            }
        }
    }
    patch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_from_the_south_west() {
        assert_eq!(square(Vec2::new(0.0, 0.0)), "A1");
        assert_eq!(square(Vec2::new(12.5, 35.9)), "B3");
        assert_eq!(letters(26), "AA");
        let bounds = Bounds {
            low: Vec2::new(-3.0, 1.0),
            high: Vec2::new(30.0, 70.0),
        };
        assert_eq!(squares(bounds, Vec2::new(36.0, 36.0)), "A1–C3");
    }
}
