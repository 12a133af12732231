//! Moves over the ground: leg by leg, with what each costs, where it must stop and what it disorders.

use bevy::math::Vec2;

use super::angle::turn;
use super::placement::Placement;
use super::plan::LineKind;
use super::stand::Muster;
use super::{Field, LineFeature};
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::Shape;
use crate::rules::ground::{Disorders, Rate};
use crate::rules::movement::{Ledger, MoveUse, Mover, Step, wheel_arc, within_frontal_arc};
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
    /// It goes round a place as part of a body that wheels on it.
    WheelAbout {
        /// The place that stands.
        pivot: Vec2,
        /// Degrees, clockwise positive.
        degrees: f32,
        /// From the place to the outer end of the whole body.
        radius: f32,
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
    /// Where the move had to stop, why.
    pub stopped: Option<Refusal>,
    /// Every place on the way, a quarter of an inch or so apart.
    pub path: Vec<Placement>,
}

/// A move followed place by place: what it costs up to each place on its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Traced {
    /// Every place on the way, the start first.
    pub path: Vec<Placement>,
    /// For every place the number of the leg that led there, and how many of the steps are paid
    /// for by then.
    pub marks: Vec<(usize, usize)>,
    /// The steps to pay for, in order.
    pub steps: Vec<Step>,
    /// It leaves its frontal arc.
    pub outside_arc: bool,
    /// The unit is in disorder afterwards, by what.
    pub disordered_by: Option<&'static str>,
    /// Where the move had to stop, why.
    pub stopped: Option<Refusal>,
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
    /// The ground to pay for; `None` where nobody can go.
    pub ground: Option<Ground>,
    /// Inches of it.
    pub inches: f32,
    /// Inches of rough ground that a cut or obstacle under the path counts as.
    pub rough_inches: f32,
    /// Fences and walls climbed.
    pub obstacles: u32,
    /// It disorders, and why.
    pub disorders: Option<&'static str>,
}

impl Field {
    /// Moves a unit along some legs and says what it costs, or why it cannot be done at all. At
    /// the edge of the table or of ground that nobody can pass it stops. Whether it is too far for
    /// one action is for the caller to say: [`MoveUse::part`] may be more than 1.
    pub fn walk(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        legs: &[Leg],
    ) -> Result<Walked, Refusal> {
        let traced = self.trace(rules, walker, start, legs)?;
        let mut mover = walker.mover;
        mover.outside_arc |= traced.outside_arc;
        let used = rules.move_use(&mover, &traced.steps)?;
        let left_arc = used.disorders.then_some("leaving its frontal arc");
        Ok(Walked {
            placement: traced.path.last().copied().unwrap_or(start),
            used,
            disordered_by: traced.disordered_by.or(left_arc),
            stopped: traced.stopped,
            path: traced.path,
        })
    }

    /// Moves a unit along some legs without asking whether it can pay for them.
    pub fn trace(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        legs: &[Leg],
    ) -> Result<Traced, Refusal> {
        let mut journey = Journey {
            field: self,
            rules,
            walker: *walker,
            placement: start,
            steps: Vec::new(),
            disordered_by: None,
            stopped: None,
            path: vec![start],
            marks: vec![(0, 0)],
            leg: 0,
        };
        for (number, leg) in legs.iter().enumerate() {
            if journey.stopped.is_none() {
                journey.leg = number;
                journey.take(*leg)?;
            }
        }
        Ok(Traced {
            path: journey.path,
            marks: journey.marks,
            steps: journey.steps,
            outside_arc: journey.walker.mover.outside_arc,
            disordered_by: journey.disordered_by,
            stopped: journey.stopped,
        })
    }

    /// How far a unit gets straight on with one action at an angle off its front, at most so many
    /// inches; and what disorders it on the way.
    pub fn carry(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        degrees: f32,
        most: f32,
    ) -> (f32, Option<&'static str>) {
        let way = turn(start.facing.ahead(), degrees);
        let mut ledger = Ledger::default();
        let mut disorders = None;
        let mut gone = 0.0;
        while gone < most - 1e-3 {
            let step = SAMPLE.min(most - gone);
            let place = |far: f32| Placement {
                at: start.at + way * far,
                facing: start.facing,
            };
            let met = self.met(rules, walker, place(gone), place(gone + step));
            let Some(ground) = met.ground else { break };
            let paid = met
                .steps(ground, false)
                .try_for_each(|step| rules.pay(&mut ledger, &walker.mover, step));
            if paid.is_err() || ledger.used() > 1.0 + 1e-4 {
                break;
            }
            disorders = disorders.or(met.disorders);
            gone += step;
        }
        (gone, disorders)
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
        let middle = Placement {
            at: (from.at + to.at) / 2.0,
            facing: to.facing,
        };
        let centre = self.footing(rules, middle.at, direction);
        let way = centre.way.filter(|&way| uses(rules, walker, way));
        let mut met = Met {
            ground: way.or_else(|| self.front_ground(rules, walker, middle, direction)),
            inches: direction.length(),
            ..Met::default()
        };
        // A road has gates, bridges and crossings.
        if way.is_some() {
            return met;
        }
        if centre.disorders {
            met.disorders = Some("a steep slope");
        }
        for line in self.lines_around(middle.at) {
            if let Some(rough) = self.rough_to_cross(rules, line.kind) {
                let covered = covered(line, from.at, to.at);
                met.rough_inches += met.inches * covered * rough / (2.0 * line.half_width);
                met.inches *= 1.0 - covered;
            }
            if crosses(line, from.at, to.at) {
                self.cross(rules, walker.mover.unit, line.kind, &mut met);
            }
        }
        met
    }

    /// Inches of rough ground that it takes to get across a line.
    ///
    /// Rules: `obstacle.move`, `scenario.militia.railroad_cut`.
    pub fn rough_to_cross(&self, rules: &Rules, kind: LineKind) -> Option<f32> {
        let obstacle = match kind {
            LineKind::RailroadCut => return self.customs.railroad_cut.map(|(_, inches)| inches),
            LineKind::Abatis => Obstacle::Abatis,
            LineKind::FloodedDitch => Obstacle::FloodedDitch,
            LineKind::Fraise => Obstacle::Fraise,
            LineKind::ChevauxDeFrise => Obstacle::ChevauxDeFrise,
            _ => return None,
        };
        Some(rules.works.obstacles[obstacle].rough_inches as f32)
    }

    /// Something crossed on the way.
    ///
    /// Rules: `works.cross`, `terrain.creeks`, `scenario.militia.movement`.
    fn cross(&self, rules: &Rules, unit: &Unit, kind: LineKind, met: &mut Met) {
        match kind {
            LineKind::WoodFence | LineKind::StoneWall => {
                // The scenario may say as what fences are crossed; else they cost an inch.
                match self
                    .customs
                    .crossings
                    .iter()
                    .find(|(kind, ..)| *kind == Feature::FenceOrWall)
                {
                    Some((_, ground, _)) => met.slow_to(*ground),
                    None => met.obstacles += 1,
                }
            }
            LineKind::Creek => {
                let (_, disorders) = self.feature_going(rules, Feature::Creek);
                if disorders != Disorders::No && !unit.is_out_of_order() {
                    met.disorders = Some("crossing a creek");
                }
            }
            LineKind::HastyWorks | LineKind::LightWorks | LineKind::HeavyWorks => {
                let works = match kind {
                    LineKind::HastyWorks => Works::Hasty,
                    LineKind::LightWorks => Works::Light,
                    _ => Works::Heavy,
                };
                met.disorders = Some("crossing works");
                met.slow_to(rules.works.works[works].cross.unwrap_or(Ground::Rough));
            }
            _ => {}
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

impl Met {
    fn slow_to(&mut self, ground: Ground) {
        let slower = |here: Ground| super::going::slowness(ground) > super::going::slowness(here);
        if self.ground.is_some_and(slower) {
            self.ground = Some(ground);
        }
    }

    /// The steps to pay for.
    pub fn steps(&self, ground: Ground, back: bool) -> impl Iterator<Item = Step> + use<> {
        let walk = move |ground, inches| {
            if back {
                Step::Backward { ground, inches }
            } else {
                Step::Forward { ground, inches }
            }
        };
        let own = walk(ground, self.inches);
        let rough = (self.rough_inches > 0.0).then(|| walk(Ground::Rough, self.rough_inches));
        let fences = (0..self.obstacles).map(move |_| Step::Obstacle { ground });
        [own].into_iter().chain(rough).chain(fences)
    }
}

/// Whether a step crosses a line. A step that begins on it has crossed it already.
fn crosses(line: &LineFeature, from: Vec2, to: Vec2) -> bool {
    line.crossings(from, to).any(|part| part > 0.0)
}

/// What part of a step runs over a line of some width.
fn covered(line: &LineFeature, from: Vec2, to: Vec2) -> f32 {
    const SAMPLES: u32 = 5;
    if !line.bounds().meets_segment(from, to) {
        return 0.0;
    }
    let over = (0..SAMPLES)
        .filter(|&sample| line.covers(from.lerp(to, (sample as f32 + 0.5) / SAMPLES as f32)));
    over.count() as f32 / SAMPLES as f32
}

/// Whether a unit can use a road, trail or bed: the chart has a rate for it.
///
/// Rules: `move.na`.
fn uses(rules: &Rules, walker: &Walker, way: Ground) -> bool {
    let mover = &walker.mover;
    let rate = rules.rate(mover.scale, mover.unit, way);
    !mover.outside_arc && matches!(rate, Rate::Inches(_))
}

struct Journey<'a> {
    field: &'a Field,
    rules: &'a Rules,
    walker: Walker<'a>,
    placement: Placement,
    steps: Vec<Step>,
    disordered_by: Option<&'static str>,
    stopped: Option<Refusal>,
    path: Vec<Placement>,
    /// Leg and steps so far, for each place of the path.
    marks: Vec<(usize, usize)>,
    leg: usize,
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
            Leg::WheelAbout {
                pivot,
                degrees,
                radius,
            } => self.wheel_about(pivot, degrees, radius),
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
        let mut left = inches;
        while left > 1e-4 {
            let step = left.min(SAMPLE);
            left -= step;
            let next = Placement {
                at: self.placement.at + way * step,
                facing: self.placement.facing,
            };
            let met = self
                .field
                .met(self.rules, &self.walker, self.placement, next);
            let Some(ground) = self.passable(next, met.ground) else {
                return Ok(());
            };
            self.steps.extend(met.steps(ground, back));
            self.disordered_by = self.disordered_by.or(met.disorders);
            self.go(next);
        }
        Ok(())
    }

    /// The ground of the next place; where there is none to stand on, the move ends.
    fn passable(&mut self, next: Placement, ground: Option<Ground>) -> Option<Ground> {
        let footprint =
            next.footprint(self.field.scale, self.walker.mover.unit, self.walker.muster);
        if !footprint.on_table(self.field) {
            self.stopped = Some(Refusal::new(
                "that is off the table",
                rule!("move.by_formation_terrain"),
            ));
        } else if ground.is_none() {
            self.stopped = Some(Refusal::new(
                "nobody can pass there",
                rule!("move.minimum_inch"),
            ));
        }
        if self.stopped.is_some() { None } else { ground }
    }

    fn go(&mut self, next: Placement) {
        self.placement = next;
        self.path.push(next);
        self.marks.push((self.leg, self.steps.len()));
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
        let pivot = if degrees >= 0.0 { right } else { left };
        self.wheel_about(pivot, degrees, footprint.frontage())
    }

    /// Rules: `move.wheel`, `turn.group_moves_as_one`.
    fn wheel_about(&mut self, pivot: Vec2, degrees: f32, radius: f32) -> Result<(), Refusal> {
        let sane = degrees.is_finite() && radius.is_finite() && pivot.is_finite();
        if !sane || degrees.abs() > 360.0 || !(0.0..=1000.0).contains(&radius) {
            return Err(Refusal::new(
                "a wheel is of at most a full circle",
                rule!("move.wheel"),
            ));
        }
        let unit = self.walker.mover.unit;
        let (left, right) = self
            .placement
            .footprint(self.field.scale, unit, self.walker.muster)
            .front_corners();
        let outer = if left.distance(pivot) >= right.distance(pivot) {
            left
        } else {
            right
        };
        let arc = wheel_arc(outer.distance(pivot), degrees);
        // As many samples for everybody in the body, so that they keep step.
        let samples = (wheel_arc(radius, degrees) / SAMPLE).ceil().max(1.0) as u32;
        let step = degrees / samples as f32;
        let start = self.placement;
        let mut last = outer;
        for sample in 1..=samples {
            let turned = step * sample as f32;
            let next = Placement {
                at: pivot + turn(start.at - pivot, turned),
                facing: start.facing.turned(turned),
            };
            let end = pivot + turn(outer - pivot, turned);
            // The whole front goes round; what is crossed is crossed by its outer end.
            let ground = self
                .field
                .front_ground(self.rules, &self.walker, next, end - last);
            let ends = [last, end].map(|at| Placement {
                at,
                facing: next.facing,
            });
            let met = self.field.met(self.rules, &self.walker, ends[0], ends[1]);
            let Some(ground) = self.passable(next, ground) else {
                return Ok(());
            };
            self.steps.push(Step::Wheel {
                ground,
                outer_arc: arc / samples as f32,
            });
            self.steps.extend(met.steps(ground, false).skip(1));
            self.disordered_by = self.disordered_by.or(met.disorders);
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
        if self.passable(next, Some(ground)).is_some() {
            self.go(next);
        }
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
