//! Moves over the ground: leg by leg, with what each costs, where it must stop and what it disorders.

mod journey;
mod passage;

use bevy::math::Vec2;

use super::Terrain;
use super::angle::turn;
use super::placement::Placement;
use super::plan::LineKind;
use super::stand::Muster;
use crate::rules::Disorder;
use crate::rules::fire::Refusal;
use crate::rules::movement::{Ledger, MoveUse, Mover, Step};

use journey::Journey;
pub(super) use passage::Passage;

/// How finely a path is looked at, in inches.
pub(crate) const SAMPLE: f32 = 0.25;

/// One leg of a move.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
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
    pub disordered_by: Option<Disorder>,
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
    pub disordered_by: Option<Disorder>,
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

impl Terrain<'_> {
    /// Moves a unit along some legs and says what it costs, or why it cannot be done at all. At
    /// the edge of the table or of ground that nobody can pass it stops. Whether it is too far for
    /// one action is for the caller to say: [`MoveUse::part`] may be more than 1.
    pub fn walk(&self, walker: &Walker, start: Placement, legs: &[Leg]) -> Result<Walked, Refusal> {
        let mut journey = Journey::new(Passage::new(*self, *walker), start);
        for leg in legs {
            journey.take(*leg)?;
        }
        journey.end()
    }

    /// Moves a unit along some legs without asking whether it can pay for them.
    pub fn trace(
        &self,
        walker: &Walker,
        start: Placement,
        legs: &[Leg],
    ) -> Result<Traced, Refusal> {
        let mut journey = Journey::new(Passage::new(*self, *walker), start);
        for (number, leg) in legs.iter().enumerate() {
            journey.mark_leg(number);
            journey.take(*leg)?;
        }
        Ok(journey.traced())
    }

    /// Inches of rough ground that it takes to get across a line.
    ///
    /// Rules: `obstacle.move`, `scenario.militia.railroad_cut`.
    pub fn rough_to_cross(&self, kind: LineKind) -> Option<f32> {
        if kind == LineKind::RailroadCut {
            return self.field.customs.railroad_cut.map(|(_, inches)| inches);
        }
        let obstacle = kind.obstacle()?;
        Some(self.rules.works.obstacles[obstacle].rough_inches as f32)
    }

    /// How far a unit gets straight on with one action at an angle off its front, at most so many
    /// inches; and what disorders it on the way.
    pub fn carry(
        &self,
        walker: &Walker,
        start: Placement,
        degrees: f32,
        most: f32,
    ) -> (f32, Option<Disorder>) {
        let passage = Passage::new(*self, *walker);
        let ahead = start.facing.ahead();
        let way = turn(ahead, degrees);
        let mut ledger = Ledger::default();
        let mut disorders = None;
        let mut gone = 0.0;
        while gone < most - 1e-3 {
            let step = SAMPLE.min(most - gone);
            let place = |far: f32| start.at + way * far;
            let met = passage.met(place(gone), place(gone + step), ahead);
            let Some(ground) = met.ground else { break };
            let paid = met
                .steps(ground, false)
                .try_for_each(|step| self.rules.pay(&mut ledger, &walker.mover, step));
            if paid.is_err() || ledger.used() > 1.0 + 1e-4 {
                break;
            }
            disorders = disorders.or(met.disorders);
            gone += step;
        }
        (gone, disorders)
    }
}
