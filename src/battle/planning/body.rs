//! A unit or body as the planner moves it in its head: over the best of ground, nobody in the way.

use bevy::math::Vec2;

use crate::field::Placement;
use crate::field::angle::turn;
use crate::field::moves::Leg;
use crate::field::stand::Muster;
use crate::rules::formation::Shape;
use crate::rules::movement::{Mover, wheel_arc, within_frontal_arc};
use crate::rules::{Ground, Rules, Troops, Unit};

/// Who moves, as one body: its place is the middle of the fronts, its facing that of the first.
pub(super) struct Body {
    /// The lead unit as it walks.
    pub unit: Unit,
    /// Its stands at full strength.
    pub muster: Muster,
    /// Horses of the lead unit, if it is a battery.
    pub horses: u32,
    /// Inches an attached leader adds.
    pub leader: f32,
    /// Where it begins.
    pub start: Placement,
    /// Half the width of its front.
    pub half: f32,
    /// Its depth, as an about face moves the front.
    pub depth: f32,
    /// Inches an action at its fastest within its arc; `None` where it cannot move so.
    pace: Option<f32>,
    /// The same out of its arc.
    outside: Option<f32>,
    /// What turns cost, in inches.
    about_face: f32,
    column_turn: f32,
    backward: f32,
    /// The ends on which a group wheels to the right and to the left, and how far its outer end is.
    pivots: Option<[(Vec2, f32); 2]>,
    /// Part of the action for a change of formation.
    pub change: f32,
}

/// What a body is made from.
pub(super) struct Frame {
    pub unit: Unit,
    pub muster: Muster,
    pub horses: u32,
    pub leader: f32,
    pub start: Placement,
    pub half: f32,
    pub depth: f32,
    pub pivots: Option<[(Vec2, f32); 2]>,
    pub change: f32,
    /// There are roads or trails on the field.
    pub ways: bool,
}

impl Body {
    pub fn new(rules: &Rules, scale: crate::rules::Scale, frame: Frame) -> Self {
        let mut mover = Mover::new(scale, &frame.unit);
        mover.horses = frame.horses;
        mover.leader_inches = frame.leader;
        let fastest = |mover: &Mover| {
            let grounds = [Ground::Open, Ground::Road, Ground::Trail];
            grounds[..if frame.ways { 3 } else { 1 }]
                .iter()
                .filter_map(|&ground| rules.allowance(mover, ground).ok())
                .reduce(f32::max)
        };
        let pace = fastest(&mover);
        mover.outside_arc = true;
        let outside = rules.allowance(&mover, Ground::Open).ok();
        let movement = &rules.movement;
        Self {
            pace,
            outside,
            about_face: movement.about_face,
            column_turn: rules.column_turn(&frame.unit),
            backward: movement.backward,
            unit: frame.unit,
            muster: frame.muster,
            horses: frame.horses,
            leader: frame.leader,
            start: frame.start,
            half: frame.half,
            depth: frame.depth,
            pivots: frame.pivots,
            change: frame.change,
        }
    }

    /// The lead unit as it moves.
    pub fn mover(&self, scale: crate::rules::Scale) -> Mover<'_> {
        let mut mover = Mover::new(scale, &self.unit);
        mover.horses = self.horses;
        mover.leader_inches = self.leader;
        mover
    }

    pub fn is_group(&self) -> bool {
        self.pivots.is_some()
    }

    /// It moves in any direction, being out of order.
    pub fn is_loose(&self) -> bool {
        self.unit.is_out_of_order()
    }

    /// It moves straight ahead only.
    pub fn is_column(&self) -> bool {
        !self.is_loose() && matches!(self.unit.shape(), Shape::Column | Shape::Limbered)
    }

    pub fn may_wheel(&self) -> bool {
        matches!(self.unit.shape(), Shape::Line | Shape::Skirmish)
    }

    pub fn may_turn(&self) -> bool {
        self.unit.shape() != Shape::Line || self.is_loose()
    }

    pub fn may_back(&self) -> bool {
        !matches!(self.unit.troops, Troops::Artillery { limbered: true, .. })
    }

    /// Inches it could make in one action at the very best.
    pub fn most(&self) -> f32 {
        self.pace.or(self.outside).unwrap_or(0.0)
    }

    fn pivot(&self, at: Placement, degrees: f32) -> Vec2 {
        match self.pivots {
            Some(pivots) => pivots[usize::from(degrees < 0.0)].0,
            None => at.at + at.facing.right() * self.half.copysign(degrees),
        }
    }

    fn radius(&self, degrees: f32) -> f32 {
        match self.pivots {
            Some(pivots) => pivots[usize::from(degrees < 0.0)].1,
            None => 2.0 * self.half,
        }
    }

    /// Where a leg takes it.
    pub fn after(&self, from: Placement, leg: Leg) -> Placement {
        match leg {
            Leg::Ahead { inches, degrees } => Placement {
                at: from.at + turn(from.facing.ahead(), degrees) * inches,
                ..from
            },
            Leg::Back { inches } => Placement {
                at: from.at - from.facing.ahead() * inches,
                ..from
            },
            Leg::Wheel { degrees } => self.about(from, self.pivot(from, degrees), degrees),
            Leg::WheelAbout { pivot, degrees, .. } => self.about(from, pivot, degrees),
            Leg::Turn { degrees } => Placement {
                facing: from.facing.turned(degrees),
                ..from
            },
            Leg::AboutFace => Placement {
                at: from.at - from.facing.ahead() * self.depth,
                facing: from.facing.turned(180.0),
            },
            Leg::Change { .. } => from,
        }
    }

    fn about(&self, from: Placement, pivot: Vec2, degrees: f32) -> Placement {
        Placement {
            at: pivot + turn(from.at - pivot, degrees),
            facing: from.facing.turned(degrees),
        }
    }

    /// Where some legs take it.
    pub fn end(&self, from: Placement, legs: &[Leg]) -> Placement {
        legs.iter().fold(from, |at, leg| self.after(at, *leg))
    }

    /// From where a leg of turning leads to a place.
    fn before(&self, to: Placement, leg: Leg) -> Placement {
        match leg {
            Leg::Wheel { degrees } => {
                let facing = to.facing.turned(-degrees);
                let at = match self.pivots {
                    Some(_) => {
                        let pivot = self.pivot(to, degrees);
                        pivot + turn(to.at - pivot, -degrees)
                    }
                    None => {
                        let side = self.half.copysign(degrees);
                        to.at + to.facing.right() * side - facing.right() * side
                    }
                };
                Placement { at, facing }
            }
            Leg::Turn { degrees } => Placement {
                facing: to.facing.turned(-degrees),
                ..to
            },
            Leg::AboutFace => Placement {
                at: to.at - to.facing.ahead() * self.depth,
                facing: to.facing.turned(180.0),
            },
            _ => to,
        }
    }

    /// From where some legs of turning lead to a place.
    pub fn start_for(&self, to: Placement, legs: &[Leg]) -> Placement {
        legs.iter().rev().fold(to, |at, leg| self.before(at, *leg))
    }

    /// Inches of good ground that a leg counts as.
    pub fn inches(&self, leg: Leg) -> f32 {
        match leg {
            Leg::Ahead { inches, .. } => inches,
            Leg::Back { inches } => inches / self.backward,
            Leg::Wheel { degrees } => wheel_arc(self.radius(degrees), degrees),
            Leg::WheelAbout {
                degrees, radius, ..
            } => wheel_arc(radius, degrees),
            Leg::AboutFace => self.about_face,
            Leg::Turn { .. } => match self.unit.shape() {
                Shape::Column => self.column_turn,
                Shape::Limbered | Shape::Square => 0.0,
                Shape::Unlimbered if self.unit.is_heavy_artillery() => 0.0,
                _ => self.about_face,
            },
            Leg::Change { .. } => 0.0,
        }
    }

    /// Whether some legs leave the frontal arc, so that all of the move is made in disorder.
    pub fn leaves_arc(&self, legs: &[Leg]) -> bool {
        !self.is_loose()
            && legs.iter().any(|leg| {
                matches!(leg, Leg::Ahead { inches, degrees }
                    if *inches > 0.0 && !within_frontal_arc(*degrees))
            })
    }

    /// The least part of an action that some legs can cost, on the best of ground.
    pub fn least(&self, legs: &[Leg]) -> f32 {
        let inches: f32 = legs.iter().map(|leg| self.inches(*leg)).sum();
        match self.pace_for(legs) {
            _ if inches == 0.0 => self.change,
            None => f32::INFINITY,
            Some(pace) => self.change + inches / pace,
        }
    }

    /// Less than some legs can ever cost: turning for nothing, and out of the arc on the best of
    /// ways.
    pub fn at_least(&self, legs: &[Leg]) -> f32 {
        let walked = legs
            .iter()
            .filter(|leg| !matches!(leg, Leg::Turn { .. } | Leg::AboutFace));
        let inches: f32 = walked.map(|leg| self.inches(*leg)).sum();
        let most = self.most();
        let pace = if self.leaves_arc(legs) {
            self.outside.unwrap_or(0.0).max(0.7 * most)
        } else {
            most
        };
        self.change + inches / pace.max(0.1)
    }

    fn pace_for(&self, legs: &[Leg]) -> Option<f32> {
        if self.leaves_arc(legs) {
            self.outside
        } else {
            self.pace
        }
    }

    /// As many of some legs as one action could pay for, on the best of ground.
    pub fn affordable(&self, legs: &[Leg]) -> Vec<Leg> {
        let Some(pace) = self.pace_for(legs) else {
            return Vec::new();
        };
        let mut left = (1.0 - self.change).max(0.0) * pace;
        let mut taken = Vec::with_capacity(legs.len());
        for &leg in legs {
            let inches = self.inches(leg);
            if inches <= left {
                taken.push(leg);
                left -= inches;
                continue;
            }
            taken.extend(part_of(leg, left / inches));
            break;
        }
        taken
    }
}

/// A part of a leg, if it can be cut.
pub(super) fn part_of(leg: Leg, part: f32) -> Option<Leg> {
    match leg {
        Leg::Ahead { inches, degrees } => Some(Leg::Ahead {
            inches: inches * part,
            degrees,
        }),
        Leg::Back { inches } => Some(Leg::Back {
            inches: inches * part,
        }),
        Leg::Wheel { degrees } => Some(Leg::Wheel {
            degrees: degrees * part,
        }),
        _ => None,
    }
}
