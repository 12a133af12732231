//! What a way costs, ground by ground.

use super::super::Situation;
use crate::army::Formation;
use crate::army::UnitId;
use crate::field::Placement;
use crate::field::moves::{Leg, Walker};
use crate::rules::Ground;
use crate::rules::movement::{Mover, Step};

/// A part of a way over one kind of ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Where it begins.
    pub from: Placement,
    /// Where it ends.
    pub to: Placement,
    /// As what it is paid for.
    pub ground: Ground,
    /// Inches to pay for: wheels by the way of the outer end, steps back and turns included.
    pub inches: f32,
    /// The part of the action they take.
    pub part: f32,
}

impl Situation {
    /// The stretches of a unit's way. Open ground may be paid for as broken where fences are
    /// climbed, if that serves the unit better.
    pub(super) fn stretches(
        &self,
        id: UnitId,
        form: Option<Formation>,
        legs: &[Leg],
        leader: f32,
        as_broken: bool,
    ) -> Vec<Stretch> {
        let unit = self.army.unit(id);
        let unit = form.map_or(*unit, |formation| formation.of(unit));
        let mut mover = Mover::new(self.field().scale, &unit);
        mover.horses = self.army.record(id).horses;
        mover.leader_inches = leader;
        let muster = self.army.muster_of(id);
        let walker = Walker { mover, muster };
        let start = self.army.placement(id);
        let Ok(traced) = self.terrain().trace(&walker, start, legs) else {
            return Vec::new();
        };
        mover.outside_arc |= traced.outside_arc;
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut paid = 0;
        let places = traced.path.windows(2).zip(&traced.marks[1..]);
        for (pair, &(_, upto)) in places {
            for &step in &traced.steps[paid..upto] {
                let Some((ground, inches)) = self.priced(&mover, step, as_broken) else {
                    continue;
                };
                let rate = self.rules.allowance(&mover, ground).unwrap_or(1.0);
                let part = inches / rate;
                match stretches.last_mut() {
                    Some(last) if last.ground == ground => {
                        last.to = pair[1];
                        last.inches += inches;
                        last.part += part;
                    }
                    _ => stretches.push(Stretch {
                        from: pair[0],
                        to: pair[1],
                        ground,
                        inches,
                        part,
                    }),
                }
            }
            paid = upto;
        }
        stretches
    }

    /// As what ground a step is paid for, and how many inches of it.
    fn priced(&self, mover: &Mover, step: Step, as_broken: bool) -> Option<(Ground, f32)> {
        let movement = &self.rules.movement;
        let (ground, inches) = match step {
            Step::Forward { ground, inches } => (ground, inches),
            Step::Backward { ground, inches } => (ground, inches / movement.backward),
            Step::Wheel { ground, outer_arc } => (ground, outer_arc),
            Step::AboutFace { ground } => (ground, movement.about_face),
            Step::ColumnTurn { ground } => (ground, self.rules.column_turn(mover.unit)),
            Step::Obstacle { ground } if ground.is_open() && !as_broken => {
                (ground, movement.obstacle)
            }
            Step::Obstacle { .. } | Step::Change { .. } => return None,
        };
        let ground = if as_broken && ground.is_open() {
            Ground::Broken
        } else {
            ground
        };
        (inches > 0.0).then_some((ground, inches))
    }
}
