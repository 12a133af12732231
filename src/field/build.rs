//! From the plan in a file to ground one can measure on.

use bevy::math::{UVec2, Vec2};

use super::angle::turn;
use super::cells::Cells;
use super::geometry::{Bounds, distance_to_line};
use super::heights::HeightMap;
use super::plan::{
    AreaPlan, BuildingPlan, HeightShape, LineKind, LinePlan, Outline, Plan, Slopes, Square,
};
use super::{Area, Entry, Facing, Field, Label, LineFeature, Zone};
use crate::rules::{Feature, Ground, Rules, Scale, Season, Weather};

/// Grid cells to a square: a quarter of an inch at 25 mm and finer below.
const CELLS_PER_SQUARE: u32 = 96;

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
}

/// Guns in a zone that see over things on lower ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeeOver {
    /// The zones, by id.
    pub zones: Vec<String>,
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
        let shapes: Vec<_> = plan.heights.iter().map(Raised::new).collect();
        let heights = HeightMap::new(square / CELLS_PER_SQUARE as f32, cells, |point| {
            let at = point / square;
            let base = picture.map_or(0.0, |picture| picture.height(at / size));
            (height_at(&shapes, at) + base) * proportion
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
        Ok(Self {
            cells: Cells::new(size * square, proportion, &areas, &lines),
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
                    at: place(entry.at),
                    facing: Facing::degrees(entry.facing),
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

/// A height shape ready to be asked: in squares, heights at 15 mm.
enum Raised {
    Line {
        line: Vec<Vec2>,
        height: f32,
        width: f32,
        top: f32,
        bounds: Bounds,
    },
    Oval {
        at: Vec2,
        radii: Vec2,
        turn: f32,
        height: f32,
        top: f32,
    },
}

impl Raised {
    fn new(shape: &HeightShape) -> Self {
        let line = |points: &[Square], height, width: f32, top| {
            let line = smooth(
                &points
                    .iter()
                    .map(|&point| Vec2::from(point))
                    .collect::<Vec<_>>(),
            );
            let bounds = Bounds::around(&line).grown(width);
            Self::Line {
                line,
                height,
                width,
                top,
                bounds,
            }
        };
        match shape {
            HeightShape::Ridge {
                line: points,
                height,
                width,
                top,
            } => line(points, *height, *width, *top),
            HeightShape::Cut {
                line: points,
                depth,
                width,
            } => line(points, -*depth, *width, 0.3),
            HeightShape::Hill {
                at,
                radii,
                turn,
                height,
                top,
            } => Self::Oval {
                at: Vec2::from(*at),
                radii: Vec2::from(*radii),
                turn: *turn,
                height: *height,
                top: *top,
            },
        }
    }

    fn height(&self, point: Vec2) -> f32 {
        let (far, height, top) = match self {
            Self::Line {
                line,
                height,
                width,
                top,
                bounds,
            } => {
                if !bounds.contains(point) {
                    return 0.0;
                }
                (distance_to_line(line, point) / width, *height, *top)
            }
            Self::Oval {
                at,
                radii,
                turn: degrees,
                height,
                top,
            } => {
                let way = turn(point - *at, -degrees) / *radii;
                (way.length(), *height, *top)
            }
        };
        height * falling(far, top)
    }
}

/// 1 on top, 0 from the foot on, smooth between.
fn falling(far: f32, top: f32) -> f32 {
    let t = ((far - top) / (1.0 - top)).clamp(0.0, 1.0);
    1.0 - t * t * (3.0 - 2.0 * t)
}

/// The highest of what rises, less the deepest of what is cut.
fn height_at(shapes: &[Raised], point: Vec2) -> f32 {
    let mut rise = 0.0f32;
    let mut cut = 0.0f32;
    for shape in shapes {
        let height = shape.height(point);
        rise = rise.max(height);
        cut = cut.min(height);
    }
    rise + cut
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
    fn half_width(self) -> f32 {
        match self {
            Self::Road | Self::RailroadCut => 0.25,
            Self::Trail => 0.15,
            Self::Creek | Self::FloodedDitch => 0.15,
            Self::HastyWorks | Self::LightWorks | Self::HeavyWorks => 0.15,
            Self::Abatis | Self::Fraise | Self::ChevauxDeFrise => 0.15,
            Self::WoodFence | Self::StoneWall => 0.05,
        }
    }
}

/// A line rounded between its points (Catmull–Rom).
fn smooth(points: &[Vec2]) -> Vec<Vec2> {
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
