//! The plan of the table, in the manner of the maps that the armies' engineers drew.

mod along;
mod frame;
mod ground;
pub(in crate::print) mod ink;
pub(in crate::print) mod legend;
pub(crate) mod lettering;
mod names;
mod panel;
mod pickets;
mod plate;
mod relief;
pub(in crate::print) mod sheet;
pub(in crate::print) mod troops;
mod ways;
mod wording;
mod zones;

use bevy::math::Vec2;
use resvg::{tiny_skia, usvg};

use ground::Patch;
use ink::{Ink, Trace, colour};
use names::Names;
use plate::{Plate, weight};
use relief::Relief;
use sheet::Sheet;
use ways::Way;

use crate::field::Field;
use crate::field::geometry::{Bounds, clipped};
use crate::field::plan::LineKind;
use crate::rules::Side;
use crate::scenario::Scenario;

/// Why there is no picture of a map.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The text is no drawing.
    #[error("the map cannot be read as a drawing: {0}")]
    Drawing(String),
    /// No room for so many pixels.
    #[error(
        "a map {width} pixels wide and {height} high cannot be made; allowed: 1 to {MOST_PIXELS} a side"
    )]
    Size {
        /// Pixels from west to east.
        width: u32,
        /// Pixels from north to south.
        height: u32,
    },
    /// The picture could not be packed.
    #[error("the map cannot be written as a PNG: {0}")]
    Packing(String),
}

/// The longest side of a picture.
pub const MOST_PIXELS: u32 = 20_000;

/// Draws the plan of a scenario's table with both sides deployed, as SVG.
///
/// The same scenario gives the same bytes every time, on every machine.
pub fn svg(scenario: &Scenario) -> String {
    svg_for(scenario, None)
}

/// The same as one side may know it: of the other's hidden units only the pickets are drawn, and none
/// of those that come later.
pub fn svg_for(whole: &Scenario, eyes: Option<Side>) -> String {
    let seen;
    let scenario = if whole.hiding.is_any() || eyes.is_some() {
        seen = pickets::as_seen_by(whole, eyes);
        &seen
    } else {
        whole
    };
    let field = &scenario.field;
    let sheet = Sheet::new(field, |below| panel::room(scenario, below));
    let relief = Relief::of(field, &sheet);
    let mut ink = Ink::new(sheet.page, &scenario.name);
    let mut paper = Trace::new();
    paper.rectangle(Vec2::ZERO, sheet.page);
    ink.fill(&paper, colour::PAPER, "");
    draw_map(&mut ink, &sheet, (scenario, whole, eyes), &relief);
    frame::border(&mut ink, &sheet, field);
    panel::draw(&mut ink, &sheet, scenario, &relief);
    ink.finish()
}

/// The ground alone, with its frame, and something drawn over it.
pub(in crate::print) fn over(
    scenario: &Scenario,
    title: &str,
    draw: impl FnOnce(&mut Ink, &Sheet),
) -> String {
    let mut bare = scenario.clone();
    bare.units.clear();
    bare.leaders.clear();
    let field = &bare.field;
    let sheet = Sheet::new(field, |_| Vec2::ZERO);
    let relief = Relief::of(field, &sheet);
    let mut ink = Ink::new(sheet.page, title);
    let mut paper = Trace::new();
    paper.rectangle(Vec2::ZERO, sheet.page);
    ink.fill(&paper, colour::PAPER, "");
    draw_map(&mut ink, &sheet, (&bare, &bare, None), &relief);
    draw(&mut ink, &sheet);
    frame::border(&mut ink, &sheet, field);
    ink.finish()
}

/// Everything on the table, and nothing beyond its edge.
fn draw_map(
    ink: &mut Ink,
    sheet: &Sheet,
    (scenario, whole, eyes): (&Scenario, &Scenario, Option<Side>),
    relief: &Relief,
) {
    let field = &scenario.field;
    let mut table = Trace::new();
    table.rectangle(sheet.origin, sheet.size);
    ink.clipped(&table);
    ink.fill(&table, colour::GROUND, "");
    // What reaches beyond the table, however far, is not drawn there.
    let reach = Bounds {
        low: Vec2::ZERO,
        high: field.size,
    }
    .grown(2.0);
    let outlines: Vec<_> = field
        .areas
        .iter()
        .map(|area| sheet.all(&clipped(&area.outline, reach)))
        .collect();
    let buildings: Vec<Vec<_>> = field
        .areas
        .iter()
        .map(|area| {
            area.buildings
                .iter()
                .map(|house| sheet.all(house))
                .collect()
        })
        .collect();
    let patches: Vec<_> = (0..field.areas.len())
        .map(|number| Patch {
            kind: field.areas[number].kind,
            outline: &outlines[number],
            buildings: &buildings[number],
            number,
        })
        .collect();
    patches.iter().for_each(|patch| patch.floor(ink));
    relief.tint(ink);
    relief.hachures(ink, field, sheet);
    relief.lines(ink);
    patches.iter().for_each(|patch| patch.cover(ink));
    draw_ways(ink, sheet, field);
    patches.iter().for_each(|patch| patch.houses(ink));
    frame::grid(ink, sheet, field);
    zones::draw(ink, sheet, scenario);
    zones::lines(ink, sheet, scenario);
    let mut plate = taken(sheet, field, &buildings);
    troops::draw(ink, &mut plate, sheet, scenario);
    pickets::draw(ink, &mut plate, sheet, whole, eyes);
    let mut names = Names {
        sheet,
        scenario,
        plate: &mut plate,
        ink,
    };
    names.write();
    ink.end();
}

fn draw_ways(ink: &mut Ink, sheet: &Sheet, field: &Field) {
    let lines: Vec<_> = field
        .lines
        .iter()
        .map(|line| running_off(sheet, sheet.all(&line.points)))
        .collect();
    let ways: Vec<_> = field
        .lines
        .iter()
        .zip(&lines)
        .map(|(line, points)| Way {
            kind: line.kind,
            points,
            half_width: line.half_width * sheet.inch,
        })
        .collect();
    ways::draw(ink, &ways, sheet.map());
}

/// A line that ends at the edge of the table runs on beyond it, so that its square end is cut off
/// along the edge.
fn running_off(sheet: &Sheet, mut points: Vec<Vec2>) -> Vec<Vec2> {
    const EDGE: f32 = 1.0;
    const BEYOND: f32 = 6.0;
    let inner = sheet.map().grown(-EDGE);
    for _ in 0..2 {
        if let [.., before, last] = points[..]
            && !inner.contains(last)
        {
            points.push(last + (last - before).normalize_or_zero() * BEYOND);
        }
        points.reverse();
    }
    points
}

/// What names should not cover.
fn taken(sheet: &Sheet, field: &Field, buildings: &[Vec<Vec<Vec2>>]) -> Plate {
    let mut plate = Plate::new(sheet.map());
    for building in buildings.iter().flatten() {
        let bounds = crate::field::geometry::Bounds::around(building);
        let size = bounds.high - bounds.low;
        let frame = plate::framed((bounds.low + bounds.high) / 2.0, size, 0.0);
        plate.take(frame.to_vec(), weight::HOUSE);
    }
    for line in &field.lines {
        let weight = match line.kind {
            LineKind::WoodFence | LineKind::StoneWall => weight::FENCE,
            LineKind::RailroadCut => weight::CUT,
            _ => weight::WAY,
        };
        let points = sheet.all(&line.points);
        plate.take_line(&points, line.half_width * sheet.inch, weight);
    }
    plate
}

/// Makes a PNG of a map, so many pixels wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, MapError> {
    let tree = usvg::Tree::from_str(svg, lettering::options())
        .map_err(|error| MapError::Drawing(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let fits = |side: u32| (1..=MOST_PIXELS).contains(&side);
    let pixmap = (fits(width) && fits(height))
        .then(|| tiny_skia::Pixmap::new(width, height))
        .flatten();
    let mut pixmap = pixmap.ok_or(MapError::Size { width, height })?;
    let enlarged = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, enlarged, &mut pixmap.as_mut());
    pixmap
        .encode_png()
        .map_err(|error| MapError::Packing(error.to_string()))
}
