//! The move planner: from where a unit or group stands to a place, facing and formation, the legs
//! of one action's move that goes there, or as near as one action allows.
//!
//! It only asks. A way is thought of by geometry on the best of ground, which gives the least it can
//! cost; then the likeliest are walked as the rules walk them, until what is found costs no more
//! than what any other could. Where the ground is uneven or somebody stands in the way, a raster of
//! the ground around the unit finds the way round.

mod body;
mod brushing;
mod choice;
mod comb;
mod cutting;
mod feelers;
mod finishing;
mod nearing;
mod polishing;
mod raster;
mod room;
mod round;
mod search;
mod sense;
mod stance;
mod stretches;
mod ways;

use bevy::math::Vec2;

use super::Situation;
use super::decision::Order;
use super::moving::Walks;
use crate::army::{Formation, UnitId};
use crate::field::arrangement::Arrangement;
use crate::field::plan::LineKind;
use crate::field::reach::Reached;
use crate::field::{Facing, Placement};
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::ChangeCost;
use crate::rules::movement::Ledger;
use crate::rules::{Disorder, Morale, Unit};
use body::{Body, Frame, Member};
use search::{Manner, Planner};
use stance::Stance;
pub use stretches::Stretch;

/// What counts as being there, in inches and degrees.
const THERE: (f32, f32) = (0.1, 2.0);

/// Where somebody wants to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The middle of its front; of a group the mean of those of its units.
    pub to: Vec2,
    /// Where it should look, if that matters; of a group its first unit.
    pub facing: Option<Facing>,
    /// The formation it should have there, if another than now.
    pub formation: Option<Formation>,
    /// Whether the formation is taken up at the end of the way or before it; whichever costs less
    /// if left open.
    pub form_last: Option<bool>,
    /// Rather dearer, but in order and not through friends. Else the cheapest way is taken,
    /// whatever becomes of the order.
    pub in_order: bool,
}

impl Goal {
    /// A place, in any facing and in the formation it has.
    pub fn place(to: Vec2) -> Self {
        Self {
            to,
            facing: None,
            formation: None,
            form_last: None,
            in_order: false,
        }
    }
}

/// What of the way to a goal is left after a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// Inches to the place.
    pub inches: f32,
    /// Degrees off the facing wanted.
    pub degrees: f32,
    /// The formation is still to be taken up.
    pub formation: bool,
    /// About so many more actions.
    pub actions: u32,
}

/// A way to a goal with one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The order that does it: a move, a change of formation on the spot, or to hold.
    pub order: Order,
    /// Every unit's walk.
    pub walks: Walks,
    /// The part of the action it takes; of a group that of the slowest.
    pub cost: f32,
    /// The part of it for the change of formation.
    pub forming: f32,
    /// The way of the slowest unit, ground by ground.
    pub stretches: Vec<Stretch>,
    /// Where everybody ends.
    pub ends: Vec<(UnitId, Placement)>,
    /// The goal is reached: to a tenth of an inch and two degrees.
    pub reached: bool,
    /// What is left of the way, if it is not.
    pub left: Option<Left>,
    /// What keeps it from going farther by this way, if the goal is not reached.
    pub stopped: Option<Refusal>,
    /// Somebody ends in disorder, by what.
    pub disordered_by: Option<Disorder>,
    /// Friends whose ranks it goes through.
    pub through: Vec<UnitId>,
}

/// Where a unit could be after one action: once round the compass, to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// Direction after direction.
    pub rays: Vec<Ray>,
}

/// How far a unit gets in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray {
    /// The farthest place and how the unit gets there, if nobody stands in its way.
    pub farthest: Reached,
    /// The places on the way to it or to the first enemy, each with the part of the action that it
    /// takes to get there.
    pub places: Vec<(Placement, f32)>,
}

impl Situation {
    /// The best way for a unit or group to a goal with one action, as if it were active and had
    /// not done anything yet. Changes nothing; what it proposes is legal by
    /// [`check_move`](Self::check_move).
    ///
    /// Best is what reaches the goal, and then what costs least (of ways within a fiftieth of
    /// an action, the one that keeps order and goes through no friends, then the one with the
    /// fewest legs). If the goal is out of reach: what ends nearest to the place; where only the
    /// facing is wrong, what faces best.
    pub fn plan(&self, units: &[UnitId], goal: &Goal) -> Result<Plan, Refusal> {
        self.may_plan(units, goal)?;
        let manners = self.manners(units, goal)?;
        Ok(Planner::new(self, units, goal, manners).plan())
    }

    /// Everywhere a unit could be after one action of moving in the formation it has.
    pub fn reach(&self, id: UnitId) -> Result<Reach, Refusal> {
        self.may_plan(&[id], &Goal::place(Vec2::ZERO))?;
        let walker = self.walker(id);
        let start = self.army.placement(id);
        let outline = self.terrain().reach(&walker, start, self.entering(id));
        let rays = outline.into_iter().map(|farthest| Ray {
            places: self.places_to(id, &farthest),
            farthest,
        });
        Ok(Reach {
            rays: rays.collect(),
        })
    }

    /// The places on the way to the end of a reach, with their costs.
    fn places_to(&self, id: UnitId, farthest: &Reached) -> Vec<(Placement, f32)> {
        let walker = self.walker(id);
        let start = self.army.placement(id);
        let legs = &farthest.legs;
        let Ok(traced) = self.terrain().trace(&walker, start, legs) else {
            return vec![(start, 0.0)];
        };
        let mut mover = walker.mover;
        mover.outside_arc |= traced.outside_arc;
        let enemies = self.enemies_near(id, start.at.distance(farthest.at) + 14.0);
        let mut ledger = Ledger::spent(self.entering(id));
        let mut paid = 0;
        let mut places = Vec::new();
        for (place, &(_, upto)) in traced.path.iter().zip(&traced.marks) {
            let afford = traced.steps[paid..upto]
                .iter()
                .try_for_each(|step| self.rules.pay(&mut ledger, &mover, *step));
            paid = upto;
            let ground = self.army.footprint_at(id, *place);
            let met = |enemy: &UnitId| self.army.footprint(*enemy).overlaps(&ground);
            let stops = !places.is_empty() && enemies.iter().any(met);
            if afford.is_err() || ledger.used() > 1.0 + 1e-3 || stops {
                break;
            }
            places.push((*place, ledger.used()));
        }
        places
    }

    /// Whether these can be asked where they could go.
    fn may_plan(&self, units: &[UnitId], goal: &Goal) -> Result<(), Refusal> {
        let known = self.army.units().count();
        let there = |id: &UnitId| (id.0 as usize) < known && self.army.has_place(*id);
        let unique = (1..units.len()).all(|at| !units[..at].contains(&units[at]));
        let one_side = units
            .windows(2)
            .all(|pair| there(&pair[0]) && self.army.side(pair[0]) == self.army.side(units[0]));
        if units.is_empty() || !unique || !units.iter().all(there) || !one_side {
            return Err(Refusal::new(
                "only units of one side that are on the table move",
                rule!("turn.group_designate"),
            ));
        }
        if !goal.to.is_finite() {
            return Err(Refusal::new(
                "that is no place on the table",
                rule!("move.by_formation_terrain"),
            ));
        }
        let routed = |id: &UnitId| self.army.unit(*id).morale == Morale::Routed;
        if units.iter().any(routed) {
            return Err(Refusal::new(
                "a routed unit only runs",
                rule!("turn.routed_sequence"),
            ));
        }
        Ok(())
    }

    /// The manners of moving: as it is, or with a change of formation before or after.
    fn manners(&self, units: &[UnitId], goal: &Goal) -> Result<Vec<Manner>, Refusal> {
        let wanted = goal.formation.filter(|&formation| {
            let has_it = |id: &UnitId| formation.of(self.army.unit(*id)) == *self.army.unit(*id);
            !units
                .iter()
                .all(|id| has_it(id) && self.suits(*id, formation))
        });
        // Whoever is coming in has used up a part of the move.
        let spent = units.iter().map(|&id| self.entering(id));
        let spent = spent.fold(0.0, f32::max);
        let mut manners = vec![Manner {
            form: None,
            form_last: false,
            formed: wanted.is_none(),
            body: self.body(units, None, false, spent),
        }];
        let Some(formation) = wanted else {
            return Ok(manners);
        };
        let mut part = 0.0f32;
        for &id in units {
            if !self.suits(id, formation) {
                return Err(Refusal::new(
                    "it does not know that formation",
                    rule!("formation.infantry_list"),
                ));
            }
            match self.change_cost(id, formation) {
                ChangeCost::PartOfMove(own) => part = part.max(own),
                // It takes an action of its own, at the end of the way.
                _ => return Ok(manners),
            }
        }
        let either = |last: &bool| goal.form_last.is_none_or(|wanted| wanted == *last);
        for form_last in [false, true].into_iter().filter(either) {
            manners.push(Manner {
                form: Some(formation),
                form_last,
                formed: true,
                body: self.body(units, Some(formation), form_last, part + spent),
            });
        }
        Ok(manners)
    }

    /// Whether a formation is one of a unit's arm and kind.
    fn suits(&self, id: UnitId, formation: Formation) -> bool {
        let unit = self.army.unit(id);
        match formation {
            Formation::Infantry(_) => unit.is_infantry(),
            Formation::Cavalry(to) => unit.is_cavalry() && self.rules.may_form(unit, to),
            Formation::Mounted(up) => {
                unit.is_cavalry() && !(up && !unit.is_mounted() && unit.traits.mounted_infantry)
            }
            Formation::Limbered(_) => unit.is_artillery(),
        }
    }

    /// A unit or group as one body that takes up a formation before the way or after it.
    fn body(
        &self,
        units: &[UnitId],
        form: Option<Formation>,
        form_last: bool,
        change: f32,
    ) -> Body {
        let field = self.field();
        let formed = |id: UnitId, form: Option<Formation>| -> Unit {
            let unit = self.army.unit(id);
            form.map_or(*unit, |formation| formation.of(unit))
        };
        let form_first = form.filter(|_| !form_last);
        let members = units.iter().map(|&id| {
            let (unit, muster) = (formed(id, form_first), self.army.muster_of(id));
            let walking = Arrangement::new(field.scale, &unit, muster);
            let footprint = walking.at(self.army.placement(id));
            Member {
                unit,
                muster,
                walking,
                ended: Arrangement::new(field.scale, &formed(id, form), muster),
                horses: self.army.record(id).horses,
                half: footprint.frontage() / 2.0,
                depth: footprint.right_behind(0.0).distance(footprint.placement.at),
            }
        });
        let places: Vec<_> = units.iter().map(|&id| self.army.placement(id)).collect();
        let leader = units.iter().map(|&id| self.attached_benefit(id)).max();
        let ways = field.lines.iter().any(|line| {
            matches!(
                line.kind,
                LineKind::Road | LineKind::Trail | LineKind::RailroadCut | LineKind::PontoonBridge
            )
        });
        let frame = Frame {
            members: members.collect(),
            leader: leader.unwrap_or(0) as f32,
            start: Stance::new(&places),
            change,
            ways,
        };
        Body::new(&self.rules, field.scale, frame)
    }
}
