//! Everywhere a unit could be after one action, as an outline to draw.

use bevy::math::Vec2;

use super::Field;
use super::angle::turn;
use super::moves::Walker;
use super::placement::Placement;
use crate::rules::Rules;
use crate::rules::formation::Shape;
use crate::rules::ground::Rate;
use crate::rules::movement::{Mover, within_frontal_arc};
use crate::rules::{Ground, Named};

/// Directions in which the reach is worked out.
const DIRECTIONS: u32 = 72;
/// How finely a direction is followed, in inches.
const SAMPLE: f32 = 0.25;

/// How a unit gets to a part of its reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// In order, ahead or obliquely; columns after a turn.
    Ahead,
    /// Stepping back.
    Backward,
    /// Leaving the frontal arc: at the disorder rate, and in disorder.
    OutsideArc,
}

/// The farthest place in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// Degrees clockwise off straight ahead.
    pub degrees: f32,
    /// The middle of the front there.
    pub at: Vec2,
    /// How the unit gets there.
    pub manner: Manner,
    /// It ends in disorder.
    pub disordered: bool,
}

impl Field {
    /// The reach of one action, once round the compass. `spent` is the part of the action that is
    /// already used up.
    pub fn reach(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        spent: f32,
    ) -> Vec<Reached> {
        (0..DIRECTIONS)
            .map(|number| {
                let degrees = number as f32 * 360.0 / DIRECTIONS as f32;
                let degrees = if degrees > 180.0 {
                    degrees - 360.0
                } else {
                    degrees
                };
                self.reach_towards(rules, walker, start, spent, degrees)
            })
            .collect()
    }

    fn reach_towards(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        spent: f32,
        degrees: f32,
    ) -> Reached {
        let unit = walker.mover.unit;
        let column = matches!(unit.shape(), Shape::Column | Shape::Limbered);
        let free = unit.is_out_of_order() || column;
        let manner = if free || within_frontal_arc(degrees) {
            Manner::Ahead
        } else if degrees.abs() >= 135.0 {
            Manner::Backward
        } else {
            Manner::OutsideArc
        };
        let mut walker = *walker;
        walker.mover.outside_arc = manner == Manner::OutsideArc;
        // A column turns into the direction first; everybody else keeps facing ahead.
        let facing = if column {
            start.facing.turned(degrees)
        } else {
            start.facing
        };
        let mut purse = Purse::new(rules, &walker.mover, spent);
        if column && degrees != 0.0 {
            purse.column_turn(rules, &walker.mover);
        }
        let way = turn(start.facing.ahead(), degrees);
        let mut here = Placement {
            at: start.at,
            facing,
        };
        let mut disordered = manner == Manner::OutsideArc;
        let per_inch = if manner == Manner::Backward {
            1.0 / rules.movement.backward
        } else {
            1.0
        };
        loop {
            let next = Placement {
                at: here.at + way * SAMPLE,
                facing,
            };
            if !next
                .footprint(self.scale, unit, walker.muster)
                .on_table(self)
            {
                break;
            }
            let met = self.met(rules, &walker, here, next);
            let Some(ground) = met.ground else { break };
            let before = purse.clone();
            purse.pay(ground, SAMPLE * per_inch);
            purse.pay(Ground::Rough, met.rough_inches);
            purse.obstacles(met.obstacles, rules, ground);
            if purse.used() > 1.0 + 1e-4 {
                // The last bit of ground that the action still pays for.
                let price = purse.used() - before.used();
                let part = if price > 0.0 {
                    ((1.0 - before.used()) / price).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                if met.obstacles == 0 && met.rough_inches == 0.0 {
                    here.at += way * SAMPLE * part;
                }
                break;
            }
            disordered |= met.disorders.is_some();
            here = next;
        }
        Reached {
            degrees,
            at: here.at,
            manner,
            disordered,
        }
    }
}

/// What of an action is used up, with obstacles paid for or with all open ground taken as broken.
#[derive(Clone)]
struct Purse {
    allowance: [Option<f32>; 7],
    paying: f32,
    as_broken: f32,
    crossed: bool,
}

impl Purse {
    fn new(rules: &Rules, mover: &Mover, spent: f32) -> Self {
        let mut allowance = [None; 7];
        for &ground in Ground::ALL {
            let moves = matches!(rules.rate(mover.scale, mover.unit, ground), Rate::Inches(_));
            let inches = if moves || mover.outside_arc {
                rules.allowance(mover, ground).ok()
            } else {
                None
            };
            allowance[ground.index()] = inches;
        }
        Self {
            allowance,
            paying: spent,
            as_broken: spent,
            crossed: false,
        }
    }

    fn pay(&mut self, ground: Ground, inches: f32) {
        let price = |ground: Ground| match self.allowance[ground.index()] {
            Some(allowance) => inches / allowance,
            None if inches > 0.0 => f32::INFINITY,
            None => 0.0,
        };
        let open = matches!(ground, Ground::Road | Ground::Trail | Ground::Open);
        let broken = price(if open { Ground::Broken } else { ground });
        self.paying += price(ground);
        self.as_broken += broken;
    }

    fn obstacles(&mut self, count: u32, rules: &Rules, ground: Ground) {
        if count == 0 {
            return;
        }
        self.crossed = true;
        let open = matches!(ground, Ground::Road | Ground::Trail | Ground::Open);
        if let (true, Some(allowance)) = (open, self.allowance[ground.index()]) {
            self.paying += count as f32 * rules.movement.obstacle / allowance;
        }
    }

    fn column_turn(&mut self, rules: &Rules, mover: &Mover) {
        let inches = rules.column_turn(mover.unit);
        self.pay(Ground::Open, inches);
    }

    fn used(&self) -> f32 {
        if self.crossed {
            self.paying.min(self.as_broken)
        } else {
            self.paying
        }
    }
}
