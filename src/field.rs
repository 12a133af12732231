//! The ground: heights, areas and lines; what a move costs on it and what a stand sees over it.
//!
//! Inches from the south-west corner, x to the east and y to the north.

pub mod adjacency;
pub mod angle;
pub mod arc;
pub mod arrangement;
pub mod build;
mod cells;
mod faults;
mod few;
pub mod geometry;
pub mod going;
pub mod heights;
pub mod moves;
pub mod placement;
pub mod plan;
pub mod raised;
pub mod reach;
mod relief;
pub mod sight;
pub mod stand;
pub mod survey;
mod terrain;

use bevy::math::Vec2;

pub use angle::Facing;
pub use build::{BuildFault, Customs, SeeOver};
pub use placement::Placement;
pub use sight::{Blocked, Blocker, Sight};
pub use terrain::Terrain;

use cells::Cells;
use geometry::{Bounds, in_polygon};
use heights::HeightMap;
use placement::Footprint;
use plan::{AreaKind, LineKind, Slopes};

use crate::rules::{Feature, Scale, Season, Weather};

/// An area of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// What it is.
    pub kind: AreaKind,
    /// Its name, or nothing.
    pub name: String,
    /// Its outline.
    pub outline: Vec<Vec2>,
    /// Outlines of the buildings in it.
    pub buildings: Vec<Vec<Vec2>>,
    bounds: Bounds,
}

impl Area {
    /// Whether a point lies in it.
    pub fn contains(&self, point: Vec2) -> bool {
        self.bounds.contains(point) && in_polygon(&self.outline, point)
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Its line in the terrain chart.
    pub fn feature(&self) -> Feature {
        self.kind.feature()
    }
}

impl AreaKind {
    /// What grows or lies there and is not found in a clearing.
    pub fn is_growth(self) -> bool {
        matches!(
            self,
            Self::Broken
                | Self::Rough
                | Self::LightWoods
                | Self::HeavyWoods
                | Self::Orchard
                | Self::Brush
        )
    }

    /// Its line in the terrain chart.
    pub fn feature(self) -> Feature {
        match self {
            Self::Open => Feature::Open,
            Self::Broken => Feature::Broken,
            Self::Rough => Feature::Rough,
            Self::LightWoods => Feature::LightWoods,
            Self::HeavyWoods => Feature::HeavyWoods,
            Self::Orchard => Feature::Orchard,
            Self::Brush => Feature::Brush,
            Self::PlowedField => Feature::PlowedField,
            Self::Field => Feature::Open,
            Self::Pond => Feature::Pond,
            Self::Farm | Self::Village => Feature::Village,
            Self::River => Feature::River,
        }
    }
}

/// A line on the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct LineFeature {
    /// What it is.
    pub kind: LineKind,
    /// Its name, or nothing.
    pub name: String,
    /// Point after point.
    pub points: Vec<Vec2>,
    /// Half of its width.
    pub half_width: f32,
    bounds: Bounds,
    /// A box around every few of its segments, so that most of a long line is passed over.
    chunks: Vec<Bounds>,
}

/// Segments in a box.
const CHUNK: usize = 8;

impl LineFeature {
    fn new(kind: LineKind, name: String, points: Vec<Vec2>, half_width: f32) -> Self {
        let chunks = (0..points.len().saturating_sub(1))
            .step_by(CHUNK)
            .map(|from| {
                let to = (from + CHUNK).min(points.len() - 1);
                Bounds::around(&points[from..=to]).grown(half_width)
            })
            .collect();
        Self {
            kind,
            name,
            bounds: Bounds::around(&points).grown(half_width),
            points,
            half_width,
            chunks,
        }
    }

    /// The points of the boxes that pass a test, each with the point after it.
    fn chunks(&self, test: impl Fn(Bounds) -> bool) -> impl Iterator<Item = &[Vec2]> {
        self.chunks
            .iter()
            .enumerate()
            .filter(move |(_, bounds)| test(**bounds))
            .map(|(number, _)| {
                let from = number * CHUNK;
                &self.points[from..=(from + CHUNK).min(self.points.len() - 1)]
            })
    }

    /// Whether a point lies on it.
    pub fn covers(&self, point: Vec2) -> bool {
        self.bounds.contains(point)
            && self
                .chunks(|bounds| bounds.contains(point))
                .any(|points| geometry::distance_to_line(points, point) <= self.half_width)
    }

    /// Whether a way from one point to another crosses it, behind its first point.
    pub(crate) fn is_crossed(&self, from: Vec2, to: Vec2) -> bool {
        if !self.bounds.meets_segment(from, to) {
            return false;
        }
        for (number, bounds) in self.chunks.iter().enumerate() {
            if !bounds.meets_segment(from, to) {
                continue;
            }
            let first = number * CHUNK;
            let last = (first + CHUNK).min(self.points.len() - 1);
            for at in first..last {
                let part = geometry::crossing(from, to, self.points[at], self.points[at + 1]);
                if part.is_some_and(|part| part > 0.0) {
                    return true;
                }
            }
        }
        false
    }

    /// Where a way from one point to another crosses it, in parts of the way.
    pub fn crossings(&self, from: Vec2, to: Vec2) -> impl Iterator<Item = f32> {
        let near = self.bounds.meets_segment(from, to);
        self.chunks(move |bounds| near && bounds.meets_segment(from, to))
            .flat_map(move |points| {
                points
                    .windows(2)
                    .filter_map(move |pair| geometry::crossing(from, to, pair[0], pair[1]))
            })
    }

    /// Whether a way from one point to another crosses it towards its front: to the right-hand side
    /// of somebody who walks along it.
    pub fn is_fronted(&self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        self.bounds.meets_segment(from, to)
            && self
                .chunks(|bounds| bounds.meets_segment(from, to))
                .any(|points| {
                    points.windows(2).any(|pair| {
                        let along = pair[1] - pair[0];
                        let front = Vec2::new(along.y, -along.x);
                        way.dot(front) > 0.0
                            && geometry::crossing(from, to, pair[0], pair[1]).is_some()
                    })
                })
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }
}

/// A named part of the field.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// By which rules speak of it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// Its outline.
    pub outline: Vec<Vec2>,
}

/// Where reinforcements come in.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// By which arrivals speak of it.
    pub id: String,
    /// What players call it, if it has a name.
    pub name: String,
    /// The place on the edge.
    pub at: Vec2,
    /// The direction in which units come in.
    pub facing: Facing,
    /// How far to both sides of the place they may come in too, in inches.
    pub reach: f32,
}

/// A name on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Vec2,
    /// Turned clockwise by so many degrees.
    pub turn: f32,
    /// Relative size.
    pub size: f32,
}

/// The ground of one battle at one scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The scale of the table.
    pub scale: Scale,
    /// Inches from west to east and from south to north.
    pub size: Vec2,
    /// The side of a square in inches.
    pub square: f32,
    /// The season.
    pub season: Season,
    /// The weather the scenario begins with; that of the day is given to [`Field::terrain`].
    pub weather: Weather,
    /// Its surface.
    pub heights: HeightMap,
    /// Woods, fields, farms and so on.
    pub areas: Vec<Area>,
    /// Roads, creeks, fences and so on.
    pub lines: Vec<LineFeature>,
    /// Named parts.
    pub zones: Vec<Zone>,
    /// Where reinforcements come in.
    pub entries: Vec<Entry>,
    /// Names on the map.
    pub labels: Vec<Label>,
    /// What slopes do to movement.
    pub slopes: Slopes,
    /// What the scenario changes.
    pub customs: Customs,
    cells: Cells,
}

impl Field {
    /// How much larger than at 15 mm everything is that grows with the squares.
    pub fn proportion(&self) -> f32 {
        self.square / 18.0
    }

    /// Whether a point lies on the table.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(Vec2::ZERO).all() && point.cmple(self.size).all()
    }

    /// Whether a point lies in a clearing.
    pub fn is_cleared(&self, point: Vec2) -> bool {
        self.areas_around(point)
            .any(|(area, whole)| area.kind == AreaKind::Open && (whole || area.contains(point)))
    }

    /// Every area at a place. In a clearing nothing grows.
    pub fn areas_at(&self, point: Vec2) -> impl Iterator<Item = &Area> {
        let cleared = self.is_cleared(point);
        self.areas_around(point)
            .filter(move |(area, _)| !cleared || !area.kind.is_growth())
            .filter(move |(area, whole)| *whole || area.contains(point))
            .map(|(area, _)| area)
    }

    /// Every line that a place lies on.
    pub fn lines_at(&self, point: Vec2) -> impl Iterator<Item = &LineFeature> {
        self.lines_close(point)
            .filter(move |line| line.covers(point))
    }

    /// The zone of that id.
    pub fn zone(&self, id: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.id == id)
    }

    /// The entry of that id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

impl Zone {
    /// Whether a point lies in it.
    pub fn contains(&self, point: Vec2) -> bool {
        in_polygon(&self.outline, point)
    }

    /// Inches by which a unit sticks out of it, 0 if all of it lies inside.
    pub fn sticks_out(&self, unit: &Footprint) -> f32 {
        let stands = unit.stands.iter().map(|stand| stand.outline());
        stands
            .map(|stand| geometry::sticks_out(&self.outline, &stand))
            .fold(0.0, f32::max)
    }
}
