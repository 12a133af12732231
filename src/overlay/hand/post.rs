//! Setting up: where a unit or leader would stand, and why it may not.

use bevy::prelude::*;

use super::{Draft, Hand};
use crate::army::{Formation, LeaderId, LeaderPost, Post, UnitId};
use crate::battle::{Answer, Situation};
use crate::field::Facing;
use crate::rules::Side;
use crate::rules::fire::Refusal;

/// Who is put where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whom {
    /// A unit.
    Unit(Post),
    /// A leader.
    Leader(LeaderPost),
}

/// A place in the set-up that is being drawn.
pub struct PostDraft {
    side: Side,
    /// Who, and where.
    pub whom: Whom,
    /// Why he cannot stand there.
    pub refusal: Option<Refusal>,
}

impl PostDraft {
    /// A unit somewhere else, facing as it does.
    pub fn unit(now: &Situation, unit: UnitId, at: Vec2) -> Self {
        let army = now.army();
        let post = Post {
            unit,
            at,
            facing: army.placement(unit).facing,
            formation: None,
        };
        Self::checked(now, army.side(unit), Whom::Unit(post))
    }

    /// A leader somewhere else.
    pub fn leader(now: &Situation, leader: LeaderId, at: Vec2) -> Self {
        let side = now.army().leader_identity(leader).side;
        Self::checked(now, side, Whom::Leader(LeaderPost { leader, at }))
    }

    fn checked(now: &Situation, side: Side, whom: Whom) -> Self {
        let refusal = match &whom {
            Whom::Unit(post) => now.check_post(side, post),
            Whom::Leader(post) => now.check_leader_post(side, post),
        };
        Self {
            side,
            whom,
            refusal: refusal.err(),
        }
    }

    /// The same changed in something.
    pub fn change(&mut self, now: &Situation, change: impl FnOnce(&mut Whom)) {
        let mut whom = self.whom;
        change(&mut whom);
        *self = Self::checked(now, self.side, whom);
    }

    /// Elsewhere.
    pub fn drag(&mut self, now: &Situation, to: Vec2) {
        self.change(now, |whom| match whom {
            Whom::Unit(post) => post.at = to,
            Whom::Leader(post) => post.at = to,
        });
    }

    /// Looking elsewhere; a leader looks with his men.
    pub fn face(&mut self, now: &Situation, facing: Facing) {
        self.change(now, |whom| {
            if let Whom::Unit(post) = whom {
                post.facing = facing;
            }
        });
    }

    /// Turned by so many degrees.
    pub fn turn(&mut self, now: &Situation, degrees: f32) {
        if let Whom::Unit(post) = self.whom {
            self.face(now, post.facing.turned(degrees));
        }
    }

    /// Where it is.
    pub fn at(&self) -> Vec2 {
        match self.whom {
            Whom::Unit(post) => post.at,
            Whom::Leader(post) => post.at,
        }
    }

    /// Where it looks.
    pub fn facing(&self) -> Option<Facing> {
        match self.whom {
            Whom::Unit(post) => Some(post.facing),
            Whom::Leader(_) => None,
        }
    }

    /// What confirming says.
    pub fn answer(&self) -> Option<Answer> {
        if self.refusal.is_some() {
            return None;
        }
        let (units, leaders) = match self.whom {
            Whom::Unit(post) => (vec![post], Vec::new()),
            Whom::Leader(post) => (Vec::new(), vec![post]),
        };
        Some(Answer::SetUp {
            units,
            leaders,
            ready: false,
        })
    }
}

/// The held unit where it stands, in another formation or turned.
pub fn restyled(
    now: &Situation,
    unit: UnitId,
    formation: Option<Formation>,
    degrees: f32,
) -> PostDraft {
    let place = now.army().placement(unit);
    let post = Post {
        unit,
        at: place.at,
        facing: place.facing.turned(degrees),
        formation,
    };
    PostDraft::checked(now, now.army().side(unit), Whom::Unit(post))
}

impl Hand {
    /// Turns whatever is drawn for the set-up, or the held unit on its spot.
    pub fn turn_post(&mut self, now: &Situation, degrees: f32) {
        match (&mut self.draft, self.units.first()) {
            (Draft::Post(draft), _) => draft.turn(now, degrees),
            (_, Some(&unit)) => self.draft = Draft::Post(restyled(now, unit, None, degrees)),
            _ => {}
        }
    }
}
