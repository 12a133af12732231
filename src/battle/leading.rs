//! Leaders: where they ride and whom they stand with.

use bevy::math::Vec2;

use super::Battle;
use super::decision::Decision;
use super::fact::Fact;
use crate::army::{Identity, LeaderId, LeaderIdentity, LeaderState, UnitId};
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::ground::Rate;
use crate::rules::{CavalryFormation, Ground, Morale, Quality, Side, Stands, Traits, Troops, Unit};

/// How finely a ride is looked at, in inches.
const STRIDE: f32 = 0.5;

impl Battle {
    /// Rules: `leader.move`, `leader.attach`.
    pub(super) fn ask_leader(&mut self, leader: LeaderId) {
        let identity = self.army.leader::<LeaderIdentity>(leader).clone();
        let state = self.army.leader::<LeaderState>(leader).clone();
        if state.fallen {
            return;
        }
        let units: Vec<_> = self
            .army
            .present_of(identity.side)
            .filter(|&id| self.belongs(self.army.get::<Identity>(id).command, identity.command))
            .filter(|&id| self.army.unit(id).morale != Morale::Routed)
            .filter(|&id| self.can_ride(&state, identity.side, self.behind(id)))
            .collect();
        if !units.is_empty() {
            self.decision = Some(Decision::Leader {
                side: identity.side,
                leader,
                units,
            });
        }
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
            let way = self.field().way(&self.rules, at);
            let ground = way
                .or_else(|| self.field().ground(&self.rules, at))
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
        let state = self.army.leader::<LeaderState>(leader);
        let side = self.army.leader::<LeaderIdentity>(leader).side;
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

    /// A leader rides to a place and stands by himself. Who is beside him has his help in morale.
    ///
    /// Rules: `leader.adjacent_only`.
    pub(super) fn ride_to(&mut self, leader: LeaderId, at: Vec2) {
        let mut state = self.army.leader_mut::<LeaderState>(leader);
        state.at = Some(at);
        state.attached = None;
        self.tell(Fact::Rode { leader, at });
    }

    pub(super) fn attach(&mut self, leader: LeaderId, unit: UnitId) {
        let at = self.behind(unit);
        let mut state = self.army.leader_mut::<LeaderState>(leader);
        state.at = Some(at);
        state.attached = Some(unit);
        self.tell(Fact::Attached { leader, unit, at });
    }

    /// The checks for a leader's fall are over.
    ///
    /// Rules: `leader.casualty_checks`.
    pub(super) fn miss(&mut self, leader: LeaderId) {
        self.army.leader_mut::<LeaderState>(leader).missed = true;
    }

    /// The place of a leader right behind a unit.
    pub(super) fn behind(&self, unit: UnitId) -> Vec2 {
        let size = crate::field::stand::leader_size(self.field().scale);
        let at = self.army.footprint(unit).right_behind(size * 0.6);
        at.clamp(Vec2::ZERO, self.field().size)
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
