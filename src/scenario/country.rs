//! The same board in poor and in rich country.

use bevy::math::Vec2;

use super::file::{BoardFile, Country};
use crate::field::geometry::in_polygon;
use crate::field::plan::{
    AreaKind, AreaPlan, BuildingPlan, HeightShape, LineKind, LinePlan, Outline,
};
use crate::rules::named::Word;

/// Squares of road between two bad stretches in poor country, and how long a bad stretch is.
const GOOD_ROAD: f32 = 0.9;
const BAD_ROAD: f32 = 0.5;

/// How much higher and steeper the hills of poor country are, and how much smaller its farms.
const HIGHER: f32 = 1.3;
const STEEPER: f32 = 0.9;
const SMALLER: f32 = 0.82;

/// How much lower and wider the hills of rich country are.
const LOWER: f32 = 0.75;
const WIDER: f32 = 1.15;

/// Of so many patches of brush one is left in rich country.
const BRUSH_LEFT: usize = 10;

/// The fewest buildings of a farm in rich country, and the most in poor.
const MANY_BUILDINGS: usize = 3;
const FEW_BUILDINGS: usize = 2;

/// Shapes a board as the country around it is.
///
/// Rules: `scenario.poor_country`, `scenario.rich_country`.
pub(super) fn shape(board: &mut BoardFile, country: Country) {
    match country {
        Country::Poor => poor(board),
        Country::Ordinary => {}
        Country::Rich => rich(board),
    }
}

/// Less clear ground: brush is woods, farms are small, roads are partly trails, hills are higher.
fn poor(board: &mut BoardFile) {
    let ground = &mut board.ground;
    for area in &mut ground.areas {
        match area.kind.known() {
            Some(AreaKind::Brush) => area.kind = Word::Known(AreaKind::LightWoods),
            Some(AreaKind::Farm) => shrink(area),
            _ => {}
        }
    }
    let lines = std::mem::take(&mut ground.lines);
    ground.lines = lines.into_iter().flat_map(worn_road).collect();
    ground
        .heights
        .iter_mut()
        .for_each(|shape| swell(shape, HIGHER, STEEPER));
}

/// Clear ground: brush is gone, half of the light woods are brush or orchards, farms are many and
/// large, and stone walls stand where rails did.
fn rich(board: &mut BoardFile) {
    let ground = &mut board.ground;
    let (mut brush, mut woods, mut fences) = (0, 0, 0);
    ground.areas.retain(|area| {
        let is = area.kind.known() == Some(AreaKind::Brush);
        brush += usize::from(is);
        !is || brush % BRUSH_LEFT == 0
    });
    for area in &mut ground.areas {
        match area.kind.known() {
            Some(AreaKind::LightWoods) => {
                woods += 1;
                match woods % 4 {
                    1 => area.kind = Word::Known(AreaKind::Orchard),
                    3 => area.kind = Word::Known(AreaKind::Brush),
                    _ => {}
                }
            }
            Some(AreaKind::Farm) => enlarge(area),
            _ => {}
        }
    }
    for line in &mut ground.lines {
        // What has a name is known for being of wood.
        if line.kind.known() == Some(LineKind::WoodFence) && line.name.is_empty() {
            fences += 1;
            if fences % 2 == 0 {
                line.kind = Word::Known(LineKind::StoneWall);
            }
        }
    }
    ground
        .heights
        .iter_mut()
        .for_each(|shape| swell(shape, LOWER, WIDER));
    ground.add(board.rich.clone());
}

/// Makes a hill or ridge higher or lower, steeper or wider. What is cut into the ground stays.
fn swell(shape: &mut HeightShape, up: f32, out: f32) {
    match shape {
        HeightShape::Ridge { height, width, .. } => {
            *height *= up;
            *width *= out;
        }
        HeightShape::Hill { height, radii, .. } => {
            *height *= up;
            *radii = (radii.0 * out, radii.1 * out);
        }
        HeightShape::Cut { .. } => {}
    }
}

/// Makes a farm smaller, with a building or two.
fn shrink(farm: &mut AreaPlan) {
    let corners = farm.shape.polygon(1.0);
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let nearer = |at: Vec2| middle + (at - middle) * SMALLER;
    farm.buildings.truncate(FEW_BUILDINGS);
    for building in &mut farm.buildings {
        building.at = nearer(building.at.into()).into();
    }
    farm.shape = Outline::Polygon(corners.into_iter().map(|at| nearer(at).into()).collect());
}

/// Builds on a farm until it has as many buildings as its yard takes.
fn enlarge(farm: &mut AreaPlan) {
    let corners = farm.shape.polygon(1.0);
    let (Some(first), false) = (farm.buildings.first().cloned(), corners.is_empty()) else {
        return;
    };
    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
    // Around the middle, as far as there is room.
    let places = (0..24).map(|step| {
        let (ring, turn) = (step / 8 + 1, (step % 8) as f32 / 8.0);
        let angle = turn * std::f32::consts::TAU;
        middle + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * (ring as f32 * 0.028)
    });
    for place in places {
        if farm.buildings.len() >= MANY_BUILDINGS {
            return;
        }
        let clear = |other: &BuildingPlan| Vec2::from(other.at).distance(place) > 0.055;
        let corners_in = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .into_iter()
            .all(|(x, y)| in_polygon(&corners, place + Vec2::new(x, y) * 0.02));
        if corners_in && farm.buildings.iter().all(clear) {
            farm.buildings.push(BuildingPlan {
                at: place.into(),
                size: (0.036, 0.026),
                turn: first.turn,
            });
        }
    }
}

/// A road of which some stretches are little better than a trail; other lines stay.
fn worn_road(line: LinePlan) -> Vec<LinePlan> {
    if line.kind.known() != Some(LineKind::Road) {
        return vec![line];
    }
    let points = line.rounded();
    let mut pieces: Vec<(bool, Vec<Vec2>)> = Vec::new();
    let mut along = 0.0;
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let bad = (along + from.distance(to) / 2.0) % (GOOD_ROAD + BAD_ROAD) > GOOD_ROAD;
        along += from.distance(to);
        match pieces.last_mut() {
            Some((was, piece)) if *was == bad => piece.push(to),
            _ => pieces.push((bad, vec![from, to])),
        }
    }
    let pieces = pieces.into_iter().map(|(bad, piece)| LinePlan {
        kind: Word::Known(if bad { LineKind::Trail } else { LineKind::Road }),
        points: piece.into_iter().map(Into::into).collect(),
        smooth: false,
        ..line.clone()
    });
    pieces.collect()
}
