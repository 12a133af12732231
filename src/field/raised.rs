//! What men raise on the ground and tear down again: works, obstacles and bridges.

use bevy::math::Vec2;

use super::cells::Cells;
use super::plan::LineKind;
use super::{Field, LineFeature};
use crate::rules::Works;
use crate::rules::works::Obstacle;

/// Shorter pieces of a line are nothing any more.
const LEAST_PIECE: f32 = 0.05;

impl LineKind {
    /// Works of this kind, if it is one.
    pub fn works(self) -> Option<Works> {
        match self {
            Self::HastyWorks => Some(Works::Hasty),
            Self::LightWorks => Some(Works::Light),
            Self::HeavyWorks => Some(Works::Heavy),
            _ => None,
        }
    }

    /// The obstacle of this kind, if it is one.
    pub fn obstacle(self) -> Option<Obstacle> {
        match self {
            Self::Abatis => Some(Obstacle::Abatis),
            Self::FloodedDitch => Some(Obstacle::FloodedDitch),
            Self::Fraise => Some(Obstacle::Fraise),
            Self::ChevauxDeFrise => Some(Obstacle::ChevauxDeFrise),
            _ => None,
        }
    }

    /// Works and obstacles: what can be raised, changed and removed in a battle.
    pub fn is_raised(self) -> bool {
        self.works().is_some() || self.obstacle().is_some()
    }
}

impl From<Works> for LineKind {
    fn from(works: Works) -> Self {
        match works {
            Works::Hasty => Self::HastyWorks,
            Works::Light => Self::LightWorks,
            Works::Heavy => Self::HeavyWorks,
        }
    }
}

impl From<Obstacle> for LineKind {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Abatis => Self::Abatis,
            Obstacle::FloodedDitch => Self::FloodedDitch,
            Obstacle::Fraise => Self::Fraise,
            Obstacle::ChevauxDeFrise => Self::ChevauxDeFrise,
        }
    }
}

/// A line to be laid on a field: its kind, its name and its points.
pub type Laid<'a> = (LineKind, &'a str, &'a [Vec2]);

impl Field {
    /// The same ground with these works, obstacles and bridges instead of its own works and
    /// obstacles.
    pub fn with_raised<'a>(&self, raised: impl Iterator<Item = Laid<'a>>) -> Self {
        let mut field = self.clone();
        field.lines.retain(|line| !line.kind.is_raised());
        let proportion = self.proportion();
        field.lines.extend(raised.map(|(kind, name, points)| {
            let half_width = kind.half_width() * proportion;
            LineFeature::new(kind, name.to_owned(), points.to_vec(), half_width)
        }));
        // Where more lies than the cells can keep track of, every line is asked.
        field.cells = Cells::new(self.size, proportion, &field.areas, &field.lines)
            .unwrap_or_default()
            .with_memory_of(&self.cells);
        field
    }
}

/// How far along a line the place on it is that is nearest to a point.
pub fn along(points: &[Vec2], point: Vec2) -> f32 {
    let (mut best, mut found, mut gone) = (f32::INFINITY, 0.0, 0.0);
    for pair in points.windows(2) {
        let near = super::geometry::nearest_on_segment(pair[0], pair[1], point);
        if near.distance(point) < best {
            best = near.distance(point);
            found = gone + near.distance(pair[0]);
        }
        gone += pair[0].distance(pair[1]);
    }
    found
}

/// How long a line is.
pub fn length(points: &[Vec2]) -> f32 {
    let pairs = points.windows(2);
    pairs.map(|pair| pair[0].distance(pair[1])).sum()
}

/// The part of a line between two distances from its start; nothing if that is no line.
pub fn part(points: &[Vec2], from: f32, to: f32) -> Option<Vec<Vec2>> {
    let (from, to) = (from.max(0.0), to.min(length(points)));
    if to - from < LEAST_PIECE {
        return None;
    }
    let mut piece: Vec<Vec2> = Vec::new();
    let mut gone = 0.0;
    for pair in points.windows(2) {
        let long = pair[0].distance(pair[1]);
        let (start, end) = ((from - gone).max(0.0), (to - gone).min(long));
        if long > 0.0 && end > start {
            let at = |far: f32| pair[0].lerp(pair[1], far / long);
            if piece.is_empty() {
                piece.push(at(start));
            }
            piece.push(at(end));
        }
        gone += long;
    }
    (piece.len() > 1).then_some(piece)
}
