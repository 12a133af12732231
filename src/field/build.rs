//! From the plan in a file to ground one can measure on.

use bevy::math::{UVec2, Vec2};

use super::angle::turn;
use super::cells::{Cells, Crowded};
use super::geometry::Bounds;
use super::heights::HeightMap;
use super::plan::{AreaPlan, BuildingPlan, LineKind, LinePlan, Outline, Plan, Slopes, Square};
use super::relief::Relief;
use super::{Area, Entry, Facing, Field, Label, LineFeature, Zone};
use crate::rules::{Feature, Ground, Rules, Scale, Season, Weather};

/// Grid cells to a square: a quarter of an inch at 25 mm and finer below.
pub(super) const CELLS_PER_SQUARE: u32 = 96;

/// What a scenario changes about its ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Customs {
    /// How far one sees into a feature, in inches.
    pub sight_depths: Vec<(Feature, f32)>,
    /// As what a feature is crossed, and whether it disorders.
    pub crossings: Vec<(Feature, Ground, bool)>,
    /// What guns on certain heights see over.
    pub see_over: Vec<SeeOver>,
    /// A column moves along a railroad cut at this rate, and others cross it as so much rough.
    pub railroad_cut: Option<(Ground, f32)>,
    /// Inches that crossing a creek takes beside its own width.
    pub creek_inches: f32,
}

/// Guns in a zone that see over things on lower ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeeOver {
    /// The zones, by id.
    pub zones: Vec<String>,
    /// Every unit there does, not guns alone.
    pub all_arms: bool,
    /// Units.
    pub units: bool,
    /// Features.
    pub features: Vec<Feature>,
}

/// What is wrong with a plan, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFault {
    /// The path within the plan, e.g. `areas[2].kind`.
    pub path: String,
    /// What is wrong and what is allowed.
    pub what: String,
}

impl Plan {
    /// All that is wrong with a plan on a board of so many squares.
    pub fn faults(&self, squares: (u32, u32)) -> Vec<BuildFault> {
        super::faults::of(self, squares)
    }
}

/// Heights from a picture: rows from north to south, 0 black to 1 white.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels from west to east.
    pub width: usize,
    /// Brightness, row by row.
    pub pixels: Vec<f32>,
    /// Heights of black and white at 15 mm.
    pub range: (f32, f32),
}

impl Field {
    /// Builds the ground of a plan. All that is wrong with it is reported at once.
    ///
    /// Rules: `scale.board_square`.
    pub fn build(
        plan: &Plan,
        squares: (u32, u32),
        scale: Scale,
        rules: &Rules,
        picture: Option<&Picture>,
    ) -> Result<Self, Vec<BuildFault>> {
        let faults = plan.faults(squares);
        if !faults.is_empty() {
            return Err(faults);
        }
        let square = rules.scales.at(scale).square;
        let proportion = square / 18.0;
        let size = Vec2::new(squares.0 as f32, squares.1 as f32);
        let cells = UVec2::new(squares.0, squares.1) * CELLS_PER_SQUARE;
        let relief = Relief::of(&plan.heights, cells)
            .ok_or_else(|| vec![too_much("heights", "wide shapes with many points")])?;
        let cell = square / CELLS_PER_SQUARE as f32;
        let heights = HeightMap::new(cell, cells, |x, y| {
            let at = Vec2::new(x as f32, y as f32) / CELLS_PER_SQUARE as f32;
            let base = picture.map_or(0.0, |picture| picture.height(at / size));
            (relief.at(x, y) + base) * proportion
        });
        let place = |at: Square| Vec2::from(at) * square;
        let areas: Vec<_> = plan
            .areas
            .iter()
            .filter_map(|area| area.build(square))
            .collect();
        let lines: Vec<_> = plan
            .lines
            .iter()
            .filter_map(|line| line.build(square))
            .collect();
        let known = Cells::new(size * square, proportion, &areas, &lines);
        let known = known.map_err(|crowded| match crowded {
            Crowded::Areas => vec![too_much("areas", "areas over one another")],
            Crowded::Lines => vec![too_much("lines", "lines that wind over the whole table")],
        })?;
        Ok(Self {
            cells: known,
            scale,
            size: size * square,
            square,
            season: Season::Summer,
            weather: Weather::Dry,
            heights,
            areas,
            lines,
            zones: plan
                .zones
                .iter()
                .map(|zone| Zone {
                    id: zone.id.clone(),
                    name: zone.name.clone(),
                    outline: zone.shape.polygon(square),
                })
                .collect(),
            entries: plan
                .entries
                .iter()
                .map(|entry| Entry {
                    id: entry.id.clone(),
                    name: entry.name.clone(),
                    at: place(entry.at),
                    facing: Facing::degrees(entry.facing),
                    reach: entry.reach * square,
                })
                .collect(),
            labels: plan
                .labels
                .iter()
                .map(|label| Label {
                    text: label.text.clone(),
                    at: place(label.at),
                    turn: label.turn,
                    size: label.size,
                })
                .collect(),
            slopes: plan
                .slopes
                .as_ref()
                .and_then(|word| word.known())
                .unwrap_or(Slopes::Chart),
            customs: Customs::default(),
        })
    }
}

/// What is wrong where each thing is allowed and all together are not.
fn too_much(path: &str, of: &str) -> BuildFault {
    BuildFault {
        path: path.to_owned(),
        what: format!("there are too many {of}; allowed: fewer, or smaller ones"),
    }
}

impl Picture {
    /// The height at a place given in parts of the board.
    fn height(&self, at: Vec2) -> f32 {
        let rows = self.pixels.len() / self.width.max(1);
        if rows == 0 {
            return 0.0;
        }
        let last = Vec2::new(self.width as f32 - 1.0, rows as f32 - 1.0);
        let pixel = Vec2::new(at.x, 1.0 - at.y).clamp(Vec2::ZERO, Vec2::ONE) * last;
        let corner = pixel.floor();
        let inside = pixel - corner;
        let bright = |x: f32, y: f32| {
            let (x, y) = (x.min(last.x) as usize, y.min(last.y) as usize);
            self.pixels[y * self.width + x]
        };
        let north = bright(corner.x, corner.y) * (1.0 - inside.x)
            + bright(corner.x + 1.0, corner.y) * inside.x;
        let south = bright(corner.x, corner.y + 1.0) * (1.0 - inside.x)
            + bright(corner.x + 1.0, corner.y + 1.0) * inside.x;
        let brightness = north * (1.0 - inside.y) + south * inside.y;
        self.range.0 + (self.range.1 - self.range.0) * brightness
    }
}

impl Outline {
    /// The outline as a polygon, `square` inches to a square.
    pub fn polygon(&self, square: f32) -> Vec<Vec2> {
        let corners = match self {
            Self::Polygon(points) => points.iter().map(|&point| Vec2::from(point)).collect(),
            Self::Box((west, south), (east, north)) => vec![
                Vec2::new(*west, *south),
                Vec2::new(*east, *south),
                Vec2::new(*east, *north),
                Vec2::new(*west, *north),
            ],
            Self::Oval {
                at,
                radii,
                turn: degrees,
            } => (0..32)
                .map(|step| {
                    let round = Facing::degrees(step as f32 * 11.25).ahead() * Vec2::from(*radii);
                    Vec2::from(*at) + turn(round, *degrees)
                })
                .collect::<Vec<_>>(),
        };
        corners.into_iter().map(|corner| corner * square).collect()
    }
}

impl AreaPlan {
    fn build(&self, square: f32) -> Option<Area> {
        let outline = self.shape.polygon(square);
        Some(Area {
            kind: self.kind.known()?,
            name: self.name.clone(),
            bounds: Bounds::around(&outline),
            outline,
            buildings: self
                .buildings
                .iter()
                .map(|building| building.polygon(square))
                .collect(),
        })
    }
}

impl BuildingPlan {
    fn polygon(&self, square: f32) -> Vec<Vec2> {
        let half = Vec2::from(self.size) / 2.0;
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .into_iter()
            .map(|corner| {
                (Vec2::from(self.at) + turn(Vec2::from(corner) * half, self.turn)) * square
            })
            .collect()
    }
}

impl LinePlan {
    /// Its points in squares, rounded between them if it is to be smooth.
    pub fn rounded(&self) -> Vec<Vec2> {
        let points: Vec<_> = self.points.iter().map(|&point| Vec2::from(point)).collect();
        if self.smooth { smooth(&points) } else { points }
    }

    fn build(&self, square: f32) -> Option<LineFeature> {
        let kind = self.kind.known()?;
        let points: Vec<_> = self
            .rounded()
            .into_iter()
            .map(|point| point * square)
            .collect();
        let half_width = kind.half_width() * square / 18.0;
        Some(LineFeature::new(
            kind,
            self.name.clone(),
            points,
            half_width,
        ))
    }
}

impl LineKind {
    /// Half of its width in inches at 15 mm.
    pub(super) fn half_width(self) -> f32 {
        match self {
            Self::Road | Self::RailroadCut | Self::PontoonBridge => 0.25,
            Self::Trail => 0.15,
            Self::Creek | Self::FloodedDitch => 0.15,
            Self::HastyWorks | Self::LightWorks | Self::HeavyWorks => 0.15,
            Self::Abatis | Self::Fraise | Self::ChevauxDeFrise => 0.15,
            Self::WoodFence | Self::StoneWall => 0.05,
        }
    }
}

/// A line rounded between its points (Catmull–Rom).
pub(super) fn smooth(points: &[Vec2]) -> Vec<Vec2> {
    const STEPS: usize = 6;
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut line = vec![points[0]];
    for at in 0..points.len() - 1 {
        let before = points[at.saturating_sub(1)];
        let (from, to) = (points[at], points[at + 1]);
        let after = points[(at + 2).min(points.len() - 1)];
        for step in 1..=STEPS {
            let t = step as f32 / STEPS as f32;
            let (t2, t3) = (t * t, t * t * t);
            let point = (from * 2.0
                + (to - before) * t
                + (before * 2.0 - from * 5.0 + to * 4.0 - after) * t2
                + (from * 3.0 - before - to * 3.0 + after) * t3)
                * 0.5;
            line.push(point);
        }
    }
    line
}
