//! What a unit meets on its way.

use bevy::math::Vec2;

use super::Walker;
use crate::field::arrangement::Arrangement;
use crate::field::cells::CLOSE;
use crate::field::going::slowness;
use crate::field::placement::Placement;
use crate::field::plan::LineKind;
use crate::field::{LineFeature, Terrain};
use crate::rules::formation::Shape;
use crate::rules::ground::{Disorders, Rate};
use crate::rules::movement::Step;
use crate::rules::{Disorder, Feature, Ground};

/// A unit on its way over the ground, with all that stays the same from step to step.
#[derive(Clone, Copy, Debug)]
pub(in crate::field) struct Passage<'a> {
    pub terrain: Terrain<'a>,
    pub walker: Walker<'a>,
    pub arrangement: Arrangement,
}

/// What is met between two close points of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::field) struct Met {
    /// The ground to pay for; `None` where nobody can go.
    pub ground: Option<Ground>,
    /// Inches of it.
    pub inches: f32,
    /// Inches of rough ground that a cut or obstacle under the path counts as.
    pub rough_inches: f32,
    /// Inches that a creek takes beside its own.
    pub extra_inches: f32,
    /// Fences and walls climbed.
    pub obstacles: u32,
    /// It disorders, and why.
    pub disorders: Option<Disorder>,
}

impl<'a> Passage<'a> {
    pub fn new(terrain: Terrain<'a>, walker: Walker<'a>) -> Self {
        let arrangement = Arrangement::new(terrain.field.scale, walker.mover.unit, walker.muster);
        Self {
            terrain,
            walker,
            arrangement,
        }
    }

    /// What the unit meets between two close places, while a step of one inch ahead is `ahead`.
    pub fn met(&self, from: Vec2, to: Vec2, ahead: Vec2) -> Met {
        let (middle, direction) = ((from + to) / 2.0, to - from);
        let mut met = Met {
            inches: direction.length(),
            ..Met::default()
        };
        // A road has gates, bridges and crossings.
        if let Some(way) = self.way(middle) {
            met.ground = Some(way);
            return met;
        }
        let (centre, disorders) = self.terrain.sloping(middle, direction);
        met.ground = self.ends_ground(middle, ahead, direction, centre);
        met.slope(disorders);
        self.cross_lines(from, to, &mut met);
        met.inches *= self.terrain.climb(middle, direction);
        met
    }

    /// What is in the way between two close places, whatever the ground there is.
    pub fn crossed(&self, from: Vec2, to: Vec2) -> Met {
        let (middle, direction) = ((from + to) / 2.0, to - from);
        let mut met = Met {
            inches: direction.length(),
            ..Met::default()
        };
        if self.way(middle).is_none() {
            met.slope(self.terrain.sloping(middle, direction).1);
            self.cross_lines(from, to, &mut met);
        }
        met
    }

    /// The slowest ground under the unit's front: a line in the woods with one end moves as in woods.
    pub fn front_ground(&self, at: Vec2, ahead: Vec2, direction: Vec2) -> Option<Ground> {
        let centre = self.terrain.sloping(at, direction).0;
        self.ends_ground(at, ahead, direction, centre)
    }

    /// The same where that of the middle is known.
    fn ends_ground(
        &self,
        at: Vec2,
        ahead: Vec2,
        direction: Vec2,
        centre: Option<Ground>,
    ) -> Option<Ground> {
        let slower = |one: Ground, other: Ground| {
            if slowness(other) > slowness(one) {
                other
            } else {
                one
            }
        };
        let mut slowest = slower(Ground::Open, centre?);
        let (left, right) = self.arrangement.front_corners(at, ahead);
        let inset = (right - left) * 0.1;
        for point in [left + inset, right - inset] {
            slowest = slower(slowest, self.terrain.sloping(point, direction).0?);
        }
        Some(slowest)
    }

    /// Whether all of the unit is on the table.
    pub fn on_table(&self, place: Placement, ahead: Vec2) -> bool {
        let field = self.terrain.field;
        let far = Vec2::splat(self.arrangement.reach());
        let inside = place.at.cmpge(far).all() && place.at.cmple(field.size - far).all();
        inside || self.arrangement.footprint(place, ahead).on_table(field)
    }

    /// The road, trail or bed at a place, if the chart has a rate for the unit on it.
    ///
    /// Over water it must be a column, in whatever order: bridges are narrow.
    ///
    /// Rules: `move.na`, `engineer.cross`.
    fn way(&self, at: Vec2) -> Option<Ground> {
        let mover = &self.walker.mover;
        let way = self.terrain.way(at)?;
        let column = matches!(mover.unit.shape(), Shape::Column | Shape::Limbered);
        if !column && self.terrain.ground(at).is_none() {
            return None;
        }
        let rate = self.terrain.rules.rate(mover.scale, mover.unit, way);
        (!mover.outside_arc && matches!(rate, Rate::Inches(_))).then_some(way)
    }

    fn cross_lines(&self, from: Vec2, to: Vec2, met: &mut Met) {
        let field = self.terrain.field;
        // What is longer than the step of a move may reach beyond the lines that are close.
        if met.inches / 2.0 < CLOSE {
            let _: Option<()> = field.find_line_close((from + to) / 2.0, |line| {
                self.cross_line(line, from, to, met);
                None
            });
        } else {
            for line in &field.lines {
                self.cross_line(line, from, to, met);
            }
        }
    }

    fn cross_line(&self, line: &LineFeature, from: Vec2, to: Vec2, met: &mut Met) {
        if let Some(rough) = self.terrain.rough_to_cross(line.kind) {
            let covered = covered(line, from, to);
            met.rough_inches += met.inches * covered * rough / (2.0 * line.half_width);
            met.inches *= 1.0 - covered;
        }
        // A step that begins on a line has crossed it already.
        if line.is_crossed(from, to) {
            self.cross(line.kind, met);
        }
    }

    /// Something crossed on the way.
    ///
    /// Rules: `works.cross`, `terrain.creeks`, `obstacle.charge`, `scenario.militia.movement`,
    /// `scenario.richmond_1864.board`.
    fn cross(&self, kind: LineKind, met: &mut Met) {
        match kind {
            LineKind::WoodFence | LineKind::StoneWall => {
                // The scenario may say as what fences are crossed; else they cost an inch.
                let crossings = &self.terrain.field.customs.crossings;
                match crossings
                    .iter()
                    .find(|(kind, ..)| *kind == Feature::FenceOrWall)
                {
                    Some((_, ground, _)) => met.slow_to(*ground),
                    None => met.obstacles += 1,
                }
            }
            LineKind::Creek => {
                let (_, disorders) = self.terrain.feature_going(Feature::Creek);
                if disorders != Disorders::No && !self.walker.mover.unit.is_out_of_order() {
                    met.disorders = Some(Disorder::Creek);
                }
                met.extra_inches += self.terrain.field.customs.creek_inches;
            }
            _ => {}
        }
        if let Some(works) = kind.works() {
            met.disorders = Some(Disorder::Works);
            let chart = &self.terrain.rules.works.works;
            met.slow_to(chart[works].cross.unwrap_or(Ground::Rough));
        }
        if kind.obstacle().is_some() && self.walker.mover.unit.charging {
            met.disorders = Some(Disorder::Obstacle);
        }
    }
}

impl Met {
    fn slope(&mut self, disorders: bool) {
        if disorders {
            self.disorders = Some(Disorder::SteepSlope);
        }
    }

    fn slow_to(&mut self, ground: Ground) {
        let slower = |here: Ground| slowness(ground) > slowness(here);
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
        let creek = (self.extra_inches > 0.0).then(|| walk(ground, self.extra_inches));
        let rough = (self.rough_inches > 0.0).then(|| walk(Ground::Rough, self.rough_inches));
        let fences = (0..self.obstacles).map(move |_| Step::Obstacle { ground });
        [own].into_iter().chain(creek).chain(rough).chain(fences)
    }
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
