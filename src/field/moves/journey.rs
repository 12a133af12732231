//! A move leg by leg.

use bevy::math::Vec2;

use super::{Leg, Passage, SAMPLE, Traced, Walked};
use crate::field::angle::{Turn, turn};
use crate::field::placement::Placement;
use crate::rule;
use crate::rules::Disorder;
use crate::rules::Ground;
use crate::rules::fire::Refusal;
use crate::rules::formation::Shape;
use crate::rules::movement::{Step, wheel_arc, within_frontal_arc};

/// A unit on its way, as far as it has come.
pub(super) struct Journey<'a> {
    passage: Passage<'a>,
    placement: Placement,
    /// A step of one inch ahead.
    ahead: Vec2,
    steps: Vec<Step>,
    disordered_by: Option<Disorder>,
    stopped: Option<Refusal>,
    path: Vec<Placement>,
    /// Leg and steps so far, for each place of the path.
    marks: Vec<(usize, usize)>,
    leg: usize,
}

impl<'a> Journey<'a> {
    pub fn new(passage: Passage<'a>, start: Placement) -> Self {
        Self {
            passage,
            placement: start,
            ahead: start.facing.ahead(),
            steps: Vec::new(),
            disordered_by: None,
            stopped: None,
            path: vec![start],
            marks: vec![(0, 0)],
            leg: 0,
        }
    }

    /// The next leg has this number.
    pub fn mark_leg(&mut self, number: usize) {
        self.leg = number;
    }

    /// The way it has come, with what is to be paid for it.
    pub fn traced(self) -> Traced {
        Traced {
            path: self.path,
            marks: self.marks,
            steps: self.steps,
            outside_arc: self.passage.walker.mover.outside_arc,
            disordered_by: self.disordered_by,
            stopped: self.stopped,
        }
    }

    /// What it has come to.
    pub fn end(mut self) -> Result<Walked, Refusal> {
        let rules = self.passage.terrain.rules;
        let used = rules.move_use(&self.passage.walker.mover, &self.steps)?;
        if used.disorders {
            self.disordered_by = self.disordered_by.or(Some(Disorder::LeavingArc));
        }
        Ok(Walked {
            placement: self.placement,
            used,
            disordered_by: self.disordered_by,
            stopped: self.stopped,
            path: self.path,
        })
    }

    /// Takes one leg more, unless the way has ended.
    pub fn take(&mut self, leg: Leg) -> Result<(), Refusal> {
        if self.stopped.is_some() {
            return Ok(());
        }
        match leg {
            Leg::Ahead { inches, degrees } => self.ahead(inches, degrees),
            Leg::Back { inches } => {
                let way = -self.ahead;
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
        let unit = self.passage.walker.mover.unit;
        if !within_frontal_arc(degrees) && !unit.is_out_of_order() {
            self.passage.walker.mover.outside_arc = true;
        }
        let column = matches!(unit.shape(), Shape::Column | Shape::Limbered);
        if column && degrees != 0.0 && !unit.is_out_of_order() {
            return Err(Refusal::new(
                "a column moves straight ahead: turn it first",
                rule!("move.attack_column_turn"),
            ));
        }
        let way = turn(self.ahead, degrees);
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
            let met = self.passage.met(self.placement.at, next.at, self.ahead);
            let Some(ground) = self.passable(next, self.ahead, met.ground) else {
                return Ok(());
            };
            self.steps.extend(met.steps(ground, back));
            self.disordered_by = self.disordered_by.or(met.disorders);
            self.go(next, self.ahead);
        }
        Ok(())
    }

    /// The ground of the next place; where there is none to stand on, the move ends.
    fn passable(&mut self, next: Placement, ahead: Vec2, ground: Option<Ground>) -> Option<Ground> {
        if !self.passage.on_table(next, ahead) {
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

    fn go(&mut self, next: Placement, ahead: Vec2) {
        self.placement = next;
        self.ahead = ahead;
        self.path.push(next);
        self.marks.push((self.leg, self.steps.len()));
    }

    /// One end stands, the other goes round: the cost is the way of the outer end.
    ///
    /// Rules: `move.wheel`.
    fn wheel(&mut self, degrees: f32) -> Result<(), Refusal> {
        let unit = self.passage.walker.mover.unit;
        if matches!(
            unit.shape(),
            Shape::Column | Shape::Limbered | Shape::Unlimbered | Shape::Square
        ) {
            return Err(Refusal::new(
                "only lines wheel; columns and guns turn",
                rule!("move.wheel"),
            ));
        }
        let (left, right) = self.front_corners();
        let pivot = if degrees >= 0.0 { right } else { left };
        self.wheel_about(pivot, degrees, left.distance(right))
    }

    fn front_corners(&self) -> (Vec2, Vec2) {
        let arrangement = &self.passage.arrangement;
        arrangement.front_corners(self.placement.at, self.ahead)
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
        let (left, right) = self.front_corners();
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
            let round = Turn::by(turned);
            let next = Placement {
                at: pivot + round.of(start.at - pivot),
                facing: start.facing.turned(turned),
            };
            let ahead = next.facing.ahead();
            let end = pivot + round.of(outer - pivot);
            // The whole front goes round; what is crossed is crossed by its outer end.
            let ground = self.passage.front_ground(next.at, ahead, end - last);
            let met = self.passage.crossed(last, end);
            let Some(ground) = self.passable(next, ahead, ground) else {
                return Ok(());
            };
            let climb = self.passage.terrain.climb(next.at, end - last);
            self.steps.push(Step::Wheel {
                ground,
                outer_arc: arc / samples as f32 * climb,
            });
            self.steps.extend(met.steps(ground, false).skip(1));
            self.disordered_by = self.disordered_by.or(met.disorders);
            self.go(next, ahead);
            last = end;
        }
        Ok(())
    }

    /// Rules: `move.attack_column_turn`, `move.road_column_turn`, `heavy.no_unlimbered_move`,
    /// `heavy.fortress`.
    fn turn(&mut self, degrees: f32) -> Result<(), Refusal> {
        let unit = self.passage.walker.mover.unit;
        let ground = self.here();
        match unit.shape() {
            Shape::Column => self.steps.push(Step::ColumnTurn { ground }),
            Shape::Limbered | Shape::Square => {}
            Shape::Unlimbered if unit.is_fortress_artillery() => {
                return Err(Refusal::new(
                    "fortress guns neither move nor pivot",
                    rule!("heavy.fortress"),
                ));
            }
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
        let ahead = next.facing.ahead();
        if self.passable(next, ahead, Some(ground)).is_some() {
            self.go(next, ahead);
        }
        Ok(())
    }

    /// Rules: `move.about_face`.
    fn about_face(&mut self) -> Result<(), Refusal> {
        let ground = self.here();
        self.steps.push(Step::AboutFace { ground });
        let footprint = self
            .passage
            .arrangement
            .footprint(self.placement, self.ahead);
        // The rear becomes the front: the unit stays on its ground.
        let next = Placement {
            at: footprint.right_behind(0.0),
            facing: self.placement.facing.turned(180.0),
        };
        self.go(next, next.facing.ahead());
        Ok(())
    }

    fn here(&self) -> Ground {
        let ground = self.passage.terrain.ground(self.placement.at);
        ground.unwrap_or(Ground::Open)
    }
}
