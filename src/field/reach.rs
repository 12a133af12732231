//! Everywhere a unit could be after one action, as an outline to draw.

use bevy::math::Vec2;

use super::Terrain;
use super::angle::turn;
use super::moves::{Leg, Passage, Walker};
use super::placement::Placement;
use crate::rules::formation::Shape;
use crate::rules::movement::{Ledger, within_frontal_arc};

/// Directions in which the reach is worked out.
const DIRECTIONS: u32 = 48;
/// How finely a direction is followed, in inches.
const SAMPLE: f32 = 0.25;

/// How a unit gets to a part of its reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// Ahead or obliquely within the arc; a unit in disorder in any direction.
    Ahead,
    /// A column turns into the direction first.
    Turn,
    /// A line wheels by so many degrees first and then goes obliquely.
    Wheel(f32),
    /// It turns about first.
    AboutFace,
    /// Stepping straight back.
    Backward,
    /// Leaving the frontal arc: at the disorder rate, and in disorder.
    OutsideArc,
}

/// The farthest place in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// Degrees clockwise off straight ahead.
    pub degrees: f32,
    /// The middle of the front there.
    pub at: Vec2,
    /// How the unit gets there.
    pub manner: Manner,
    /// It ends in disorder.
    pub disordered: bool,
    /// The legs that take it there.
    pub legs: Vec<Leg>,
}

impl Terrain<'_> {
    /// The reach of one action, once round the compass: in every direction the farthest place that
    /// the unit can get to in order, or in disorder where there is no other way. `spent` is the
    /// part of the action that is already used up.
    pub fn reach(&self, walker: &Walker, start: Placement, spent: f32) -> Vec<Reached> {
        (0..DIRECTIONS)
            .map(|number| {
                let degrees = number as f32 * 360.0 / DIRECTIONS as f32;
                let degrees = if degrees > 180.0 {
                    degrees - 360.0
                } else {
                    degrees
                };
                self.reach_towards(walker, start, spent, degrees)
            })
            .collect()
    }

    fn reach_towards(
        &self,
        walker: &Walker,
        start: Placement,
        spent: f32,
        degrees: f32,
    ) -> Reached {
        let mut best: Option<Reached> = None;
        for manner in manners(walker, degrees) {
            let Some(reached) = self.follow(walker, start, spent, degrees, manner) else {
                continue;
            };
            let far = |place: &Reached| place.at.distance(start.at);
            let better = match &best {
                None => true,
                Some(known) if known.disordered != reached.disordered => {
                    known.disordered && far(&reached) > SAMPLE
                }
                Some(known) => far(&reached) > far(known) + 1e-3,
            };
            if better {
                best = Some(reached);
            }
        }
        best.unwrap_or(Reached {
            degrees,
            at: start.at,
            manner: Manner::Ahead,
            disordered: false,
            legs: Vec::new(),
        })
    }

    /// How far a unit gets in one manner.
    fn follow(
        &self,
        walker: &Walker,
        start: Placement,
        spent: f32,
        degrees: f32,
        manner: Manner,
    ) -> Option<Reached> {
        let (first, last): (Vec<Leg>, fn(f32, f32) -> Leg) = match manner {
            Manner::Ahead | Manner::OutsideArc => {
                (Vec::new(), |inches, degrees| Leg::Ahead { inches, degrees })
            }
            Manner::Turn => (vec![Leg::Turn { degrees }], |inches, _| Leg::Ahead {
                inches,
                degrees: 0.0,
            }),
            Manner::Wheel(by) => (vec![Leg::Wheel { degrees: by }], |inches, degrees| {
                Leg::Ahead {
                    inches,
                    degrees: 45.0f32.copysign(degrees),
                }
            }),
            Manner::AboutFace => (vec![Leg::AboutFace], |inches, degrees| Leg::Ahead {
                inches,
                degrees: degrees - 180.0f32.copysign(degrees),
            }),
            Manner::Backward => (Vec::new(), |inches, _| Leg::Back { inches }),
        };
        let turned = self.walk(walker, start, &first).ok()?;
        if turned.stopped.is_some() || turned.used.part + spent > 1.0 {
            return None;
        }
        let mut walker = *walker;
        walker.mover.outside_arc = manner == Manner::OutsideArc;
        let mut ledger = Ledger::spent(spent + turned.used.part);
        let mut here = turned.placement;
        let mut disordered = walker.mover.outside_arc || turned.disordered_by.is_some();
        let way = match manner {
            Manner::Wheel(by) => turn(start.facing.ahead(), by + 45.0f32.copysign(degrees)),
            _ => turn(start.facing.ahead(), degrees),
        };
        let passage = Passage::new(*self, walker);
        let ahead = here.facing.ahead();
        let mut inches = 0.0;
        loop {
            let next = Placement {
                at: here.at + way * SAMPLE,
                facing: here.facing,
            };
            if !passage.on_table(next, ahead) {
                break;
            }
            let met = passage.met(here.at, next.at, ahead);
            let Some(ground) = met.ground else { break };
            let before = ledger;
            for step in met.steps(ground, manner == Manner::Backward) {
                self.rules.pay(&mut ledger, &walker.mover, step).ok()?;
            }
            if ledger.used() > 1.0 + 1e-4 {
                // The last bit of plain ground that the action still pays for.
                if met.obstacles == 0
                    && met.rough_inches == 0.0
                    && met.extra_inches == 0.0
                    && met.disorders.is_none()
                {
                    let part =
                        ((1.0 - before.used()) / (ledger.used() - before.used())).clamp(0.0, 1.0);
                    here.at += way * SAMPLE * part;
                    inches += SAMPLE * part;
                }
                break;
            }
            disordered |= met.disorders.is_some();
            inches += SAMPLE;
            here = next;
        }
        let mut legs = first;
        legs.push(last(inches, degrees));
        Some(Reached {
            degrees,
            at: here.at,
            manner,
            disordered,
            legs,
        })
    }
}

/// The manners in which a unit can go in a direction.
fn manners(walker: &Walker, degrees: f32) -> Vec<Manner> {
    let unit = walker.mover.unit;
    let aside = degrees.abs();
    if unit.is_out_of_order() {
        return vec![Manner::Ahead];
    }
    let mut manners = Vec::new();
    if matches!(unit.shape(), Shape::Column | Shape::Limbered) {
        manners.push(if degrees == 0.0 {
            Manner::Ahead
        } else {
            Manner::Turn
        });
    } else if within_frontal_arc(degrees) {
        manners.push(Manner::Ahead);
    } else {
        if aside >= 135.0 {
            manners.push(Manner::AboutFace);
        }
        if matches!(unit.shape(), Shape::Line | Shape::Skirmish) {
            manners.push(Manner::Wheel((aside - 45.0).copysign(degrees)));
        }
        manners.push(Manner::OutsideArc);
    }
    if aside == 180.0 && unit.shape() != Shape::Limbered {
        manners.push(Manner::Backward);
    }
    manners
}
