//! A unit or body as the planner moves it in its head: over the best of ground, nobody in the way.

use bevy::math::Vec2;

use super::stance::Stance;
use crate::field::angle::turn;
use crate::field::arrangement::Arrangement;
use crate::field::moves::Leg;
use crate::field::stand::Muster;
use crate::field::{Facing, Placement};
use crate::rules::formation::Shape;
use crate::rules::movement::{Mover, wheel_arc, within_frontal_arc};
use crate::rules::{Ground, Rules, Troops, Unit};

/// One unit of a body, as it walks.
pub(super) struct Member {
    pub unit: Unit,
    /// Its stands at full strength.
    pub muster: Muster,
    /// Its horses, if it is a battery.
    pub horses: u32,
    /// Its stands as it walks, and as it ends.
    pub walking: Arrangement,
    pub ended: Arrangement,
    /// Half the width of its front.
    pub half: f32,
    /// Its depth, as an about face moves the front.
    pub depth: f32,
}

/// Who moves, as one body: its place is the middle of the fronts, its facing that of the first.
pub(super) struct Body {
    /// Everybody in it.
    pub members: Vec<Member>,
    /// Inches an attached leader adds.
    pub leader: f32,
    /// Where it begins.
    pub start: Stance,
    /// Half the width of its front.
    pub half: f32,
    /// Its depth.
    pub depth: f32,
    /// Inches an action of the slowest at its fastest within its arc; `None` where it cannot move
    /// so.
    pace: Option<f32>,
    /// The same out of its arc.
    outside: Option<f32>,
    /// What turns cost, in inches.
    about_face: f32,
    column_turn: f32,
    backward: f32,
    /// Part of the action for a change of formation.
    pub change: f32,
    /// It wheels: lines do, a group only when all of it face the same way.
    wheels: bool,
}

/// A leg as it is reckoned with over and over: from anywhere it leads as far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    pub leg: Leg,
    /// The least it counts for, in inches of good ground.
    pub inches: f32,
    /// It leaves the arc.
    pub outside: bool,
    /// Where it leads, in inches to the right and ahead of where it begins.
    by: Vec2,
    /// By how much it turns.
    turned: f32,
}

/// What a body is made from.
pub(super) struct Frame {
    pub members: Vec<Member>,
    pub leader: f32,
    pub start: Stance,
    pub change: f32,
    /// There are roads or trails on the field.
    pub ways: bool,
}

impl Body {
    pub fn new(rules: &Rules, scale: crate::rules::Scale, frame: Frame) -> Self {
        let fastest = |mover: &Mover| {
            let grounds = [Ground::Open, Ground::Road, Ground::Trail];
            grounds[..if frame.ways { 3 } else { 1 }]
                .iter()
                .filter_map(|&ground| rules.allowance(mover, ground).ok())
                .reduce(f32::max)
        };
        let movers = frame.members.iter().map(|member| {
            let mut mover = Mover::new(scale, &member.unit);
            mover.horses = member.horses;
            mover.leader_inches = frame.leader;
            let pace = fastest(&mover);
            mover.outside_arc = true;
            (pace, rules.allowance(&mover, Ground::Open).ok())
        });
        let slower = |one: Option<f32>, other: Option<f32>| Some(one?.min(other?));
        let (pace, outside) = movers
            .reduce(|one, other| (slower(one.0, other.0), slower(one.1, other.1)))
            .unwrap_or_default();
        let movement = &rules.movement;
        let many = frame.members.len() as f32;
        let depth = frame.members.iter().map(|member| member.depth).sum::<f32>();
        let mut body = Self {
            pace,
            outside,
            about_face: movement.about_face,
            column_turn: rules.column_turn(&frame.members[0].unit),
            backward: movement.backward,
            leader: frame.leader,
            half: frame.members[0].half,
            depth: depth / many,
            members: frame.members,
            start: frame.start,
            change: frame.change,
            wheels: true,
        };
        let lead = body.start.facing;
        body.wheels = body.members.iter().enumerate().all(|(number, member)| {
            let facing = body.start.place(number).facing;
            matches!(member.unit.shape(), Shape::Line | Shape::Skirmish)
                && facing.off(lead).abs() < 20.0
        });
        if body.is_group() {
            body.half = body.pivot(&body.start, 1.0).1 / 2.0;
        }
        body
    }

    /// The first unit as it walks.
    pub fn unit(&self) -> &Unit {
        &self.members[0].unit
    }

    /// One of them as it moves.
    pub fn mover(&self, number: usize, scale: crate::rules::Scale) -> Mover<'_> {
        let member = &self.members[number];
        let mut mover = Mover::new(scale, &member.unit);
        mover.horses = member.horses;
        mover.leader_inches = self.leader;
        mover
    }

    pub fn is_group(&self) -> bool {
        self.members.len() > 1
    }

    /// It moves in any direction, being out of order.
    pub fn is_loose(&self) -> bool {
        let loose = |member: &Member| member.unit.is_out_of_order();
        self.members.iter().all(loose)
    }

    /// It moves straight ahead only.
    pub fn is_column(&self) -> bool {
        self.members.iter().any(|Member { unit, .. }| {
            !unit.is_out_of_order() && matches!(unit.shape(), Shape::Column | Shape::Limbered)
        })
    }

    /// Rules: `move.wheel`, `turn.group_moves_as_one`.
    pub fn may_wheel(&self) -> bool {
        self.wheels
    }

    pub fn may_turn(&self) -> bool {
        let turns = |unit: &Unit| unit.shape() != Shape::Line || unit.is_out_of_order();
        self.members.iter().all(|member| turns(&member.unit))
    }

    pub fn may_back(&self) -> bool {
        let limbered = |member: &Member| {
            matches!(member.unit.troops, Troops::Artillery { limbered: true, .. })
        };
        !self.members.iter().any(limbered)
    }

    /// Inches it could make in one action at the very best.
    pub fn most(&self) -> f32 {
        self.pace.or(self.outside).unwrap_or(0.0)
    }

    /// The end on which it wheels, and how far its outer end is.
    fn pivot(&self, from: &Stance, degrees: f32) -> (Vec2, f32) {
        if !self.is_group() {
            let pivot = from.at + from.facing.right() * self.half.copysign(degrees);
            return (pivot, 2.0 * self.half);
        }
        let ends = || {
            self.members
                .iter()
                .enumerate()
                .flat_map(|(number, member)| {
                    let place = from.place(number);
                    let aside = place.facing.right() * member.half;
                    [place.at - aside, place.at + aside]
                })
        };
        let right = from.facing.right() * 1.0f32.copysign(degrees);
        let pivot = ends()
            .max_by(|one, other| one.dot(right).total_cmp(&other.dot(right)))
            .unwrap_or(from.at);
        let far = ends().map(|end| end.distance(pivot));
        (pivot, far.fold(0.0, f32::max))
    }

    /// Where a leg takes it.
    pub fn after(&self, from: &Stance, leg: Leg) -> Stance {
        match leg {
            Leg::Ahead { inches, degrees } => from.each(|_, place| Placement {
                at: place.at + turn(place.facing.ahead(), degrees) * inches,
                ..place
            }),
            Leg::Back { inches } => from.each(|_, place| Placement {
                at: place.at - place.facing.ahead() * inches,
                ..place
            }),
            Leg::Wheel { degrees } => about(from, self.pivot(from, degrees).0, degrees),
            Leg::WheelAbout { pivot, degrees, .. } => about(from, pivot, degrees),
            Leg::Turn { degrees } => from.each(|_, place| Placement {
                facing: place.facing.turned(degrees),
                ..place
            }),
            Leg::AboutFace => from.each(|number, place| Placement {
                at: place.at - place.facing.ahead() * self.members[number].depth,
                facing: place.facing.turned(180.0),
            }),
            Leg::Change { .. } => from.clone(),
        }
    }

    /// Where some legs take it.
    pub fn end(&self, from: &Stance, legs: &[Leg]) -> Stance {
        let mut at = from.clone();
        for &leg in legs {
            at = self.after(&at, leg);
        }
        at
    }

    /// From where some legs of turning lead to a place, if it faces as it does here.
    pub fn start_for(&self, from: &Stance, to: Vec2, legs: &[Leg]) -> Vec2 {
        to - (self.end(from, legs).at - from.at)
    }

    /// Inches of good ground that a leg counts as.
    pub fn inches(&self, leg: Leg) -> f32 {
        match leg {
            Leg::Ahead { inches, .. } => inches,
            Leg::Back { inches } => inches / self.backward,
            Leg::Wheel { degrees } => wheel_arc(2.0 * self.half, degrees),
            Leg::WheelAbout {
                degrees, radius, ..
            } => wheel_arc(radius, degrees),
            Leg::AboutFace => self.about_face,
            Leg::Turn { .. } => match self.unit().shape() {
                Shape::Column => self.column_turn,
                Shape::Limbered | Shape::Square => 0.0,
                Shape::Unlimbered if self.unit().is_heavy_artillery() => 0.0,
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
        self.least_of([legs])
    }

    /// The same of legs that follow each other.
    pub fn least_of<const N: usize>(&self, parts: [&[Leg]; N]) -> f32 {
        let mut inches = 0.0;
        for leg in parts.iter().copied().flatten() {
            inches += self.inches(*leg);
        }
        let outside = parts.iter().any(|legs| self.leaves_arc(legs));
        match if outside { self.outside } else { self.pace } {
            _ if inches == 0.0 => self.change,
            None => f32::INFINITY,
            Some(pace) => self.change + inches / pace,
        }
    }

    /// A leg to be reckoned with. That of a group which turns or wheels depends on how it stands.
    pub fn stride(&self, leg: Leg) -> Stride {
        let origin = Stance::new(&[Placement {
            at: Vec2::ZERO,
            facing: Facing::NORTH,
        }]);
        let by = match leg {
            Leg::Ahead { .. } | Leg::Back { .. } => self.after(&origin, leg).at,
            _ if self.is_group() => Vec2::ZERO,
            _ => self.after(&origin, leg).at,
        };
        let turned = match leg {
            Leg::Wheel { degrees } | Leg::Turn { degrees } => degrees,
            Leg::AboutFace => 180.0,
            _ => 0.0,
        };
        let (inches, outside) = self.weight(leg);
        Stride {
            leg,
            inches,
            outside,
            by,
            turned,
        }
    }

    /// The least inches of good ground that a leg counts for, and whether it leaves the arc. Turning
    /// may cost nothing, as for guns.
    pub fn weight(&self, leg: Leg) -> (f32, bool) {
        let free = matches!(leg, Leg::Turn { .. } | Leg::AboutFace);
        let inches = if free { 0.0 } else { self.inches(leg) };
        (inches, self.leaves_arc(&[leg]))
    }

    /// Where a stride takes it, middle and facing, if an inch ahead of it is `inch`.
    #[inline]
    pub fn taken(&self, from: &Stance, inch: Vec2, stride: &Stride) -> (Vec2, Facing) {
        let straight = matches!(stride.leg, Leg::Ahead { .. } | Leg::Back { .. });
        if straight || !self.is_group() {
            let right = Vec2::new(inch.y, -inch.x);
            let at = from.at + right * stride.by.x + inch * stride.by.y;
            let facing = if straight {
                from.facing
            } else {
                from.facing.turned(stride.turned)
            };
            return (at, facing);
        }
        let end = self.after(from, stride.leg);
        (end.at, end.facing)
    }

    /// Less than so many inches can ever cost: out of the arc on the best of ways.
    #[inline]
    pub fn at_least(&self, inches: f32, outside: bool) -> f32 {
        let most = self.most();
        let pace = if outside {
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

/// A body goes round a place.
fn about(from: &Stance, pivot: Vec2, degrees: f32) -> Stance {
    from.each(|_, place| Placement {
        at: pivot + turn(place.at - pivot, degrees),
        facing: place.facing.turned(degrees),
    })
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
