//! Leaders: where they ride and whom they stand with.

use bevy::math::Vec2;

use super::decision::Decision;
use super::{Battle, Situation};
use crate::army::{Fact, LeaderId, LeaderState, UnitId};
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::ground::Rate;
use crate::rules::{CavalryFormation, Ground, Morale, Quality, Side, Stands, Traits, Troops, Unit};

/// How finely a ride is looked at, in inches.
const STRIDE: f32 = 0.5;

impl Situation {
    /// Whoever is on the table may ride, whether any of his men is within reach or not.
    ///
    /// Rules: `leader.move`, `leader.attach`.
    pub(super) fn ask_leader(&self, leader: LeaderId) -> Option<Decision> {
        let side = self.army.leader_identity(leader).side;
        let state = self.army.leader(leader);
        if state.fallen {
            return None;
        }
        let units: Vec<_> = self
            .army
            .units()
            .filter(|&id| self.army.side(id) == side && self.check_attach(leader, id).is_ok())
            .collect();
        (state.at.is_some() || !units.is_empty()).then_some(Decision::Leader {
            side,
            leader,
            units,
        })
    }

    /// Whether a leader may ride to a unit and attach himself.
    ///
    /// Rules: `leader.attach`.
    pub(super) fn check_attach(&self, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        let identity = self.army.leader_identity(leader);
        let refusal = |why| Err(Refusal::new(why, rule!("leader.attach")));
        // He who is not there yet comes with men who are not there yet.
        let here = |id: UnitId| {
            let comes = self.army.leader(leader).at.is_none() && self.is_due(id);
            self.army.on_table(id) || comes
        };
        if !self.army.knows(unit) || !here(unit) {
            return refusal("that unit is not on the table");
        }
        if !self.belongs(self.army.command(unit), identity.command) {
            return refusal("that unit is not of his command");
        }
        if self.army.unit(unit).morale == Morale::Routed {
            return refusal("nobody attaches himself to a unit that runs");
        }
        let place = self.army.behind(unit);
        if !self.can_ride(self.army.leader(leader), identity.side, place) {
            return refusal("that is too far for his one move");
        }
        Ok(())
    }

    /// Whether a leader gets to a place with his one move. Whoever comes in comes with his men.
    fn can_ride(&self, state: &LeaderState, side: Side, to: Vec2) -> bool {
        state
            .at
            .is_none_or(|from| self.ride(side, from, to) <= 1.0 + 1e-3)
    }

    /// What part of his move a ride straight to a place takes: he rides like cavalry in column.
    ///
    /// Rules: `leader.move`.
    fn ride(&self, side: Side, from: Vec2, to: Vec2) -> f32 {
        let rider = rider(side);
        let far = from.distance(to);
        let rate = |at: Vec2| {
            let way = self.terrain().way(at);
            let ground = way
                .or_else(|| self.terrain().ground(at))
                .unwrap_or(Ground::Rough);
            match self.rules.rate(self.field().scale, &rider, ground) {
                Rate::Inches(inches) if inches > 0 => inches as f32,
                _ => 1.0,
            }
        };
        // A ride that is too long even on the best road is not looked at closely.
        let best = match self.rules.rate(self.field().scale, &rider, Ground::Road) {
            Rate::Inches(inches) => inches as f32,
            _ => 1.0,
        };
        if far > best {
            return f32::INFINITY;
        }
        let strides = (far / STRIDE).ceil().max(1.0) as u32;
        (0..strides)
            .map(|stride| {
                let at = from.lerp(to, (stride as f32 + 0.5) / strides as f32);
                far / strides as f32 / rate(at)
            })
            .sum()
    }

    /// Whether a leader may ride to a place.
    ///
    /// Rules: `leader.move`.
    pub(super) fn check_ride(&self, leader: LeaderId, to: Vec2) -> Result<(), Refusal> {
        let state = self.army.leader(leader);
        let side = self.army.leader_identity(leader).side;
        if !to.is_finite() || !self.field().contains(to) {
            return Err(Refusal::new("that is off the table", rule!("leader.move")));
        }
        if state.at.is_none() {
            return Err(Refusal::new(
                "a leader comes in with his men: attach him to one of his units",
                rule!("leader.move"),
            ));
        }
        if !self.can_ride(state, side, to) {
            return Err(Refusal::new(
                "that is too far for his one move",
                rule!("leader.move"),
            ));
        }
        Ok(())
    }
}

impl Battle {
    /// A leader rides to a place and stands by himself. Who is beside him has his help in morale.
    ///
    /// Rules: `leader.adjacent_only`.
    pub(super) fn ride_to(&mut self, leader: LeaderId, at: Vec2) {
        self.tell(Fact::Rode { leader, at });
    }

    pub(super) fn attach(&mut self, leader: LeaderId, unit: UnitId) {
        let at = self.now.army.behind(unit);
        self.tell(Fact::Attached { leader, unit, at });
    }

    /// The checks for a leader's fall are over.
    ///
    /// Rules: `leader.casualty_checks`.
    pub(super) fn miss(&mut self, leader: LeaderId) {
        self.tell(Fact::Missed { leader });
    }
}

/// A leader as a mover: a horseman in column.
fn rider(side: Side) -> Unit {
    Unit {
        troops: Troops::Cavalry {
            weapon: None,
            formation: CavalryFormation::RoadColumn,
            mounted: true,
        },
        side,
        quality: Quality::Veteran,
        strength: 1,
        bearing: None,
        lost_sections: 0,
        stands: Stands { now: 1, full: 1 },
        morale: Morale::GoodOrder,
        charging: false,
        traits: Traits::default(),
    }
}
