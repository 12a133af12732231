//! Moves over the ground: leg by leg, with what each costs, where it must stop and what it disorders.

use bevy::math::Vec2;

use super::Field;
use super::angle::{Facing, turn};
use super::geometry::crossing;
use super::placement::Placement;
use super::plan::LineKind;
use super::stand::Muster;
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::Shape;
use crate::rules::ground::{Disorders, Rate};
use crate::rules::movement::{MoveUse, Mover, Step, wheel_arc, within_frontal_arc};
use crate::rules::works::Obstacle;
use crate::rules::{Feature, Ground, Rules, Unit, Works};

/// How finely a path is looked at, in inches.
const SAMPLE: f32 = 0.25;

/// One leg of a move.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// So many inches, at an angle (clockwise) off straight ahead.
    Ahead {
        /// How far.
        inches: f32,
        /// Degrees off straight ahead.
        degrees: f32,
    },
    /// So many inches straight back, facing the enemy.
    Back {
        /// How far.
        inches: f32,
    },
    /// A line wheels clockwise on its right end, or the other way on its left.
    Wheel {
        /// Degrees, clockwise positive.
        degrees: f32,
    },
    /// A column or gun changes direction on the spot.
    Turn {
        /// Degrees, clockwise positive.
        degrees: f32,
    },
    /// It turns about.
    AboutFace,
    /// A part of the action for formation, limber or horses.
    Change {
        /// Which part.
        part: f32,
    },
}

/// A move that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// Where the unit ends.
    pub placement: Placement,
    /// What of the action it took.
    pub used: MoveUse,
    /// The unit is in disorder afterwards, by what.
    pub disordered_by: Option<&'static str>,
    /// Every place on the way, a quarter of an inch or so apart.
    pub path: Vec<Placement>,
}

/// Who moves, with all that decides how.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    /// The unit in the rules.
    pub mover: Mover<'a>,
    /// Its stands at full strength.
    pub muster: Muster,
}

/// What is met between two close points of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Met {
    /// The ground to pay for.
    pub ground: Option<Ground>,
    /// Fences and walls climbed.
    pub obstacles: u32,
    /// Inches of rough ground that something in the way counts as.
    pub rough_inches: f32,
    /// It disorders, and why.
    pub disorders: Option<&'static str>,
    /// It goes along a road, trail or railroad bed.
    pub on_way: bool,
}

impl Field {
    /// Moves a unit along some legs and says what it costs, or why it cannot be done. Whether it is
    /// too far for one action is for the caller to say: [`MoveUse::part`] may be more than 1.
    pub fn walk(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        legs: &[Leg],
    ) -> Result<Walked, Refusal> {
        let mut journey = Journey {
            field: self,
            rules,
            walker: *walker,
            placement: start,
            steps: Vec::new(),
            disordered_by: None,
            path: vec![start],
        };
        for leg in legs {
            journey.take(*leg)?;
        }
        let used = rules.move_use(&journey.walker.mover, &journey.steps)?;
        if used.disorders {
            journey.disordered_by = journey.disordered_by.or(Some("leaving its frontal arc"));
        }
        Ok(Walked {
            placement: journey.placement,
            used,
            disordered_by: journey.disordered_by,
            path: journey.path,
        })
    }

    /// What a unit meets between two close places.
    pub(super) fn met(
        &self,
        rules: &Rules,
        walker: &Walker,
        from: Placement,
        to: Placement,
    ) -> Met {
        let direction = to.at - from.at;
        let middle = (from.at + to.at) / 2.0;
        let mut met = Met::default();
        let unit = walker.mover.unit;
        let centre = self.footing(rules, middle, direction);
        met.on_way = centre.way.is_some_and(|way| uses(rules, walker, way));
        met.ground = if met.on_way {
            centre.way
        } else {
            let middle = Placement {
                at: middle,
                facing: to.facing,
            };
            self.front_ground(rules, walker, middle, direction)
        };
        if centre.disorders && !met.on_way {
            met.disorders = Some("a steep slope");
        }
        for line in &self.lines {
            let crossings = line
                .points
                .windows(2)
                .filter(|pair| crossing(from.at, to.at, pair[0], pair[1]).is_some())
                .count() as u32;
            if crossings > 0 {
                self.cross(rules, unit, line.kind, met.on_way, &mut met);
            }
        }
        met
    }

    /// Something crossed on the way.
    ///
    /// Rules: `works.cross`, `terrain.creeks`, `obstacle.move`.
    fn cross(&self, rules: &Rules, unit: &Unit, kind: LineKind, on_way: bool, met: &mut Met) {
        let obstacle = |obstacle: Obstacle| rules.works.obstacles[obstacle].rough_inches as f32;
        match kind {
            // A road has gates and bridges.
            _ if on_way && kind != LineKind::RailroadCut => {}
            LineKind::WoodFence | LineKind::StoneWall => met.obstacles += 1,
            LineKind::Creek => {
                let (_, disorders) = self.feature_going(rules, Feature::Creek);
                if disorders != Disorders::No && !unit.is_out_of_order() {
                    met.disorders = Some("crossing a creek");
                }
            }
            LineKind::RailroadCut => {
                if let (Some((_, inches)), false) = (self.customs.railroad_cut, met.on_way) {
                    met.rough_inches += inches;
                }
            }
            LineKind::HastyWorks | LineKind::LightWorks | LineKind::HeavyWorks => {
                let works = match kind {
                    LineKind::HastyWorks => Works::Hasty,
                    LineKind::LightWorks => Works::Light,
                    _ => Works::Heavy,
                };
                met.disorders = Some("crossing works");
                met.ground = rules.works.works[works].cross.or(Some(Ground::Rough));
            }
            LineKind::Abatis => met.rough_inches += obstacle(Obstacle::Abatis),
            LineKind::FloodedDitch => met.rough_inches += obstacle(Obstacle::FloodedDitch),
            LineKind::Fraise => met.rough_inches += obstacle(Obstacle::Fraise),
            LineKind::ChevauxDeFrise => met.rough_inches += obstacle(Obstacle::ChevauxDeFrise),
            LineKind::Road | LineKind::Trail => {}
        }
    }

    /// The slowest ground under a unit's front: a line in the woods with one end moves as in woods.
    fn front_ground(
        &self,
        rules: &Rules,
        walker: &Walker,
        at: Placement,
        direction: Vec2,
    ) -> Option<Ground> {
        let footprint = at.footprint(self.scale, walker.mover.unit, walker.muster);
        let (left, right) = footprint.front_corners();
        let inset = (right - left) * 0.1;
        let mut slowest = Ground::Open;
        for point in [at.at, left + inset, right - inset] {
            let ground = self.footing(rules, point, direction).ground?;
            if super::going::slowness(ground) > super::going::slowness(slowest) {
                slowest = ground;
            }
        }
        Some(slowest)
    }
}

/// Whether a formation can use a road, trail or bed.
///
/// Rules: `move.na`.
fn uses(rules: &Rules, walker: &Walker, way: Ground) -> bool {
    let mover = &walker.mover;
    let column = matches!(mover.unit.shape(), Shape::Column | Shape::Limbered);
    let rate = rules.rate(mover.scale, mover.unit, way);
    column && !mover.outside_arc && matches!(rate, Rate::Inches(_))
}

struct Journey<'a> {
    field: &'a Field,
    rules: &'a Rules,
    walker: Walker<'a>,
    placement: Placement,
    steps: Vec<Step>,
    disordered_by: Option<&'static str>,
    path: Vec<Placement>,
}

impl Journey<'_> {
    fn take(&mut self, leg: Leg) -> Result<(), Refusal> {
        match leg {
            Leg::Ahead { inches, degrees } => self.ahead(inches, degrees),
            Leg::Back { inches } => {
                let way = -self.placement.facing.ahead();
                self.straight(inches, way, true)
            }
            Leg::Wheel { degrees } => self.wheel(degrees),
            Leg::Turn { degrees } => self.turn(degrees),
            Leg::AboutFace => self.about_face(),
            Leg::Change { part } => {
                self.steps.push(Step::Change { part });
                Ok(())
            }
        }
    }

    /// Rules: `move.oblique`, `move.outside_arc`, `move.disorder_any_way`.
    fn ahead(&mut self, inches: f32, degrees: f32) -> Result<(), Refusal> {
        let unit = self.walker.mover.unit;
        if !within_frontal_arc(degrees) && !unit.is_out_of_order() {
            self.walker.mover.outside_arc = true;
        }
        let column = matches!(unit.shape(), Shape::Column | Shape::Limbered);
        if column && degrees != 0.0 && !unit.is_out_of_order() {
            return Err(Refusal::new(
                "a column moves straight ahead: turn it first",
                rule!("move.attack_column_turn"),
            ));
        }
        let way = turn(self.placement.facing.ahead(), degrees);
        self.straight(inches, way, false)
    }

    fn straight(&mut self, inches: f32, way: Vec2, back: bool) -> Result<(), Refusal> {
        if !(inches.is_finite() && inches >= 0.0) {
            return Err(Refusal::new(
                "a distance is 0 or more inches",
                rule!("move.by_formation_terrain"),
            ));
        }
        let samples = (inches / SAMPLE).ceil().max(1.0) as u32;
        let step = inches / samples as f32;
        for _ in 0..samples {
            let next = Placement {
                at: self.placement.at + way * step,
                facing: self.placement.facing,
            };
            self.on_table(next)?;
            let met = self
                .field
                .met(self.rules, &self.walker, self.placement, next);
            let Some(ground) = met.ground else {
                return Err(Refusal::new(
                    "nobody can pass there",
                    rule!("move.minimum_inch"),
                ));
            };
            if back {
                self.steps.push(Step::Backward {
                    ground,
                    inches: step,
                });
            } else {
                self.steps.push(Step::Forward {
                    ground,
                    inches: step,
                });
            }
            self.pay(&met, ground);
            self.go(next);
        }
        Ok(())
    }

    fn pay(&mut self, met: &Met, ground: Ground) {
        for _ in 0..met.obstacles {
            self.steps.push(Step::Obstacle { ground });
        }
        if met.rough_inches > 0.0 {
            self.steps.push(Step::Forward {
                ground: Ground::Rough,
                inches: met.rough_inches,
            });
        }
        self.disordered_by = self.disordered_by.or(met.disorders);
    }

    fn go(&mut self, next: Placement) {
        self.placement = next;
        self.path.push(next);
    }

    fn on_table(&self, next: Placement) -> Result<(), Refusal> {
        let footprint =
            next.footprint(self.field.scale, self.walker.mover.unit, self.walker.muster);
        if footprint.on_table(self.field) {
            Ok(())
        } else {
            Err(Refusal::new(
                "that is off the table",
                rule!("move.by_formation_terrain"),
            ))
        }
    }

    /// One end stands, the other goes round: the cost is the way of the outer end.
    ///
    /// Rules: `move.wheel`.
    fn wheel(&mut self, degrees: f32) -> Result<(), Refusal> {
        let unit = self.walker.mover.unit;
        if matches!(
            unit.shape(),
            Shape::Column | Shape::Limbered | Shape::Unlimbered | Shape::Square
        ) {
            return Err(Refusal::new(
                "only lines wheel; columns and guns turn",
                rule!("move.wheel"),
            ));
        }
        let footprint = self
            .placement
            .footprint(self.field.scale, unit, self.walker.muster);
        let (left, right) = footprint.front_corners();
        let (pivot, outer) = if degrees >= 0.0 {
            (right, left)
        } else {
            (left, right)
        };
        let arc = wheel_arc(footprint.frontage(), degrees);
        let samples = (arc / SAMPLE).ceil().max(1.0) as u32;
        let step = degrees / samples as f32;
        let start = self.placement;
        let mut last = outer;
        for sample in 1..=samples {
            let turned = step * sample as f32;
            let next = Placement {
                at: pivot + turn(start.at - pivot, turned),
                facing: start.facing.turned(turned),
            };
            self.on_table(next)?;
            let end = pivot + turn(outer - pivot, turned);
            let footing = self
                .field
                .footing(self.rules, (last + end) / 2.0, end - last);
            let Some(ground) = footing.ground else {
                return Err(Refusal::new(
                    "nobody can pass there",
                    rule!("move.minimum_inch"),
                ));
            };
            let met = self.field.met(self.rules, &self.walker, at(last), at(end));
            self.steps.push(Step::Wheel {
                ground,
                outer_arc: arc / samples as f32,
            });
            self.pay(&met, ground);
            self.go(next);
            last = end;
        }
        Ok(())
    }

    /// Rules: `move.attack_column_turn`, `move.road_column_turn`, `heavy.no_unlimbered_move`.
    fn turn(&mut self, degrees: f32) -> Result<(), Refusal> {
        let unit = self.walker.mover.unit;
        let ground = self.here();
        match unit.shape() {
            Shape::Column => self.steps.push(Step::ColumnTurn { ground }),
            Shape::Limbered | Shape::Square => {}
            // Guns are swung round by hand; heavy ones may pivot though they do not move.
            Shape::Unlimbered if unit.is_heavy_artillery() => {}
            Shape::Unlimbered | Shape::Skirmish => self.steps.push(Step::AboutFace { ground }),
            Shape::Line if unit.is_out_of_order() => self.steps.push(Step::AboutFace { ground }),
            Shape::Line => {
                return Err(Refusal::new(
                    "a line wheels or turns about",
                    rule!("move.wheel"),
                ));
            }
        }
        let next = Placement {
            at: self.placement.at,
            facing: self.placement.facing.turned(degrees),
        };
        self.on_table(next)?;
        self.go(next);
        Ok(())
    }

    /// Rules: `move.about_face`.
    fn about_face(&mut self) -> Result<(), Refusal> {
        let ground = self.here();
        self.steps.push(Step::AboutFace { ground });
        let footprint =
            self.placement
                .footprint(self.field.scale, self.walker.mover.unit, self.walker.muster);
        // The rear becomes the front: the unit stays on its ground.
        let depth = footprint
            .stands
            .iter()
            .map(|stand| {
                (self.placement.at - stand.centre).dot(self.placement.facing.ahead()) + stand.half.y
            })
            .fold(0.0, f32::max);
        let next = Placement {
            at: self.placement.at - self.placement.facing.ahead() * depth,
            facing: self.placement.facing.turned(180.0),
        };
        self.go(next);
        Ok(())
    }

    fn here(&self) -> Ground {
        self.field
            .ground(self.rules, self.placement.at)
            .unwrap_or(Ground::Open)
    }
}

fn at(point: Vec2) -> Placement {
    Placement {
        at: point,
        facing: Facing::NORTH,
    }
}
