//! What a battlespace offers to who sets a battle up on it: its edges, the roads that lead in, and
//! what its middle is called.

use bevy::math::Vec2;

use crate::field::plan::{EntryPlan, LabelPlan, LineKind, Plan};
use crate::scenario::file::Edge;

/// How near to an edge a road must end to lead over it, in squares.
const AT_EDGE: f32 = 0.01;

/// How far from the middle a name still speaks of it, in squares.
const NEAR: f32 = 0.9;

/// Roads and waters are named along their length and are no place.
const NO_PLACE: [&str; 7] = ["Road", "Lane", "Creek", "Branch", "Run", "trail", "Pond"];

/// A battlespace.
pub struct Ground {
    /// Squares from west to east and from south to north.
    pub squares: (u32, u32),
    roads: Vec<(bool, Vec<Vec2>)>,
    labels: Vec<LabelPlan>,
}

impl Ground {
    /// What was cut out of a board.
    pub fn of(squares: (u32, u32), plan: &Plan) -> Self {
        let roads = plan.lines.iter().filter_map(|line| {
            let road = match line.kind.known()? {
                LineKind::Road => true,
                LineKind::Trail => false,
                _ => return None,
            };
            Some((road, line.points.iter().map(|&at| at.into()).collect()))
        });
        Self {
            squares,
            roads: roads.collect(),
            labels: plan.labels.clone(),
        }
    }

    fn size(&self) -> Vec2 {
        Vec2::new(self.squares.0 as f32, self.squares.1 as f32)
    }

    /// How many squares lie between an edge and the one across.
    pub fn length(&self, edge: Edge) -> f32 {
        match edge {
            Edge::North | Edge::South => self.size().y,
            Edge::East | Edge::West => self.size().x,
        }
    }

    /// The ground along an edge, so many squares deep: its south-west and north-east corners.
    pub fn along(&self, edge: Edge, deep: f32) -> (Vec2, Vec2) {
        const SIDE: f32 = 0.04;
        const BACK: f32 = 0.01;
        let size = self.size();
        match edge {
            Edge::North => (
                Vec2::new(SIDE, size.y - deep),
                Vec2::new(size.x - SIDE, size.y - BACK),
            ),
            Edge::South => (Vec2::new(SIDE, BACK), Vec2::new(size.x - SIDE, deep)),
            Edge::East => (
                Vec2::new(size.x - deep, SIDE),
                Vec2::new(size.x - BACK, size.y - SIDE),
            ),
            Edge::West => (Vec2::new(BACK, SIDE), Vec2::new(deep, size.y - SIDE)),
        }
    }

    /// The way by which somebody comes in over an edge: the road nearest to its middle, a trail if
    /// there is no road, or else the middle itself.
    ///
    /// Rules: `scenario.random_reinforcements`.
    pub fn way_in(&self, edge: Edge, id: &str) -> EntryPlan {
        let (middle, inward) = self.gate(edge);
        let mut ways: Vec<_> = self
            .roads
            .iter()
            .flat_map(|(road, line)| {
                let there = line.first().copied().zip(line.get(1).copied());
                let back = line.last().copied().zip(line.iter().rev().nth(1).copied());
                [there, back]
                    .into_iter()
                    .flatten()
                    .map(|ends| (*road, ends))
            })
            .filter(|(_, (end, next))| {
                let over = (*end - middle).dot(inward).abs() < AT_EDGE;
                over && (*next - *end).dot(inward) > 0.0
            })
            .collect();
        ways.sort_by(|(road, (end, _)), (other, (far, _))| {
            let nearer = end.distance(middle).total_cmp(&far.distance(middle));
            other.cmp(road).then(nearer)
        });
        let (at, ahead) = match ways.first() {
            Some((_, (end, next))) => (*end, (*next - *end).normalize_or(inward)),
            None => (middle, inward),
        };
        let degrees = libm::atan2f(ahead.x, ahead.y)
            .to_degrees()
            .rem_euclid(360.0);
        EntryPlan {
            id: id.to_owned(),
            at: at.into(),
            facing: degrees.round(),
            ..EntryPlan::default()
        }
    }

    /// The middle of an edge, and the way from there into the field.
    fn gate(&self, edge: Edge) -> (Vec2, Vec2) {
        let size = self.size();
        match edge {
            Edge::North => (Vec2::new(size.x / 2.0, size.y), -Vec2::Y),
            Edge::South => (Vec2::new(size.x / 2.0, 0.0), Vec2::Y),
            Edge::East => (Vec2::new(size.x, size.y / 2.0), -Vec2::X),
            Edge::West => (Vec2::new(0.0, size.y / 2.0), Vec2::X),
        }
    }

    /// The middle of the field.
    pub fn middle(&self) -> Vec2 {
        self.size() / 2.0
    }

    /// What the middle of the field is called, if anything is near it.
    pub fn place(&self) -> Option<&str> {
        let middle = self.middle();
        let places = self.labels.iter().filter(|label| {
            let words = NO_PLACE.iter();
            !words.into_iter().any(|word| label.text.ends_with(word))
        });
        let near = places.map(|label| (Vec2::from(label.at).distance(middle), label));
        let near = near.filter(|(far, _)| *far < NEAR);
        let nearest = near.min_by(|(one, _), (other, _)| one.total_cmp(other));
        nearest.map(|(_, label)| label.text.as_str())
    }
}

/// The edge across.
pub fn across(edge: Edge) -> Edge {
    match edge {
        Edge::North => Edge::South,
        Edge::South => Edge::North,
        Edge::East => Edge::West,
        Edge::West => Edge::East,
    }
}

/// Where somebody looks who has an edge behind him, in degrees clockwise from north.
pub fn facing(edge: Edge) -> u32 {
    match edge {
        Edge::North => 180,
        Edge::South => 0,
        Edge::East => 270,
        Edge::West => 90,
    }
}
