//! How a group wheels: as one line, on the end of all its front.

use bevy::math::Vec2;

use super::Situation;
use crate::army::{Formation, UnitId};
use crate::field::Placement;
use crate::field::angle::turn;
use crate::field::moves::Leg;
use crate::field::placement::Footprint;
use crate::rule;
use crate::rules::Unit;
use crate::rules::fire::Refusal;
use crate::rules::formation::Shape;

impl Situation {
    /// The legs as each unit of a body takes them, once it is in a formation: it wheels on the outer
    /// end of its front, as that is when it has come so far.
    ///
    /// Rules: `move.wheel`, `turn.group_moves_as_one`.
    pub(super) fn legs_of_body(
        &self,
        group: &[UnitId],
        form: Option<Formation>,
        legs: &[Leg],
    ) -> Result<Vec<Leg>, Refusal> {
        let own = |leg: &Leg| matches!(leg, Leg::WheelAbout { .. } | Leg::Change { .. });
        if legs.iter().any(own) {
            return Err(Refusal::new(
                "a part of a wheel or of a change of formation is no way to go",
                rule!("move.by_formation_terrain"),
            ));
        }
        let wheels = |leg: &Leg| matches!(leg, Leg::Wheel { .. });
        let first = legs.iter().position(wheels);
        let (Some(first), true) = (first, group.len() > 1) else {
            return Ok(legs.to_vec());
        };
        let walking = |id: UnitId| -> Unit {
            let unit = self.army.unit(id);
            form.map_or(*unit, |formation| formation.of(unit))
        };
        let lead = self.army.placement(group[0]).facing;
        let mut units = group.iter().map(|&id| (id, walking(id)));
        let able = units.all(|(id, unit)| {
            let line = matches!(unit.shape(), Shape::Line | Shape::Skirmish);
            line && self.army.placement(id).facing.off(lead).abs() < 20.0
        });
        if !able || legs[first + 1..].iter().any(wheels) {
            return Err(Refusal::new(
                "a group wheels once, in line and only when all face the same way",
                rule!("turn.group_moves_as_one"),
            ));
        }
        let grounds: Vec<Footprint> = group
            .iter()
            .map(|&id| {
                let footprint = |place: Placement| {
                    place.footprint(self.field().scale, &walking(id), self.army.muster_of(id))
                };
                let start = footprint(self.army.placement(id));
                legs[..first]
                    .iter()
                    .fold(start, |ground, leg| footprint(after(&ground, *leg)))
            })
            .collect();
        let corners = || {
            grounds.iter().flat_map(|ground| {
                let (left, right) = ground.front_corners();
                [left, right]
            })
        };
        let mut legs = legs.to_vec();
        if let Leg::Wheel { degrees } = legs[first] {
            let right = grounds[0].right() * degrees.signum();
            let pivot = corners()
                .max_by(|one, other| one.dot(right).total_cmp(&other.dot(right)))
                .unwrap_or(grounds[0].placement.at);
            let far = corners().map(|corner| corner.distance(pivot));
            legs[first] = Leg::WheelAbout {
                pivot,
                degrees,
                radius: far.fold(0.0, f32::max),
            };
        }
        Ok(legs)
    }
}

/// Where a unit is after a leg that is no wheel.
fn after(ground: &Footprint, leg: Leg) -> Placement {
    let from = ground.placement;
    let moved = |by: Vec2| Placement {
        at: from.at + by,
        ..from
    };
    match leg {
        Leg::Ahead { inches, degrees } => moved(turn(ground.ahead(), degrees) * inches),
        Leg::Back { inches } => moved(ground.ahead() * -inches),
        Leg::Turn { degrees } => Placement {
            facing: from.facing.turned(degrees),
            ..from
        },
        Leg::AboutFace => Placement {
            at: ground.right_behind(0.0),
            facing: from.facing.turned(180.0),
        },
        Leg::Wheel { .. } | Leg::WheelAbout { .. } | Leg::Change { .. } => from,
    }
}
