//! Turning on the spot as a reaction: any way there is room for, not only those on the buttons.

use bevy::prelude::*;

use super::{Draft, Hand};
use crate::army::UnitId;
use crate::battle::{Answer, Decision, Reaction, Situation};
use crate::field::placement::Footprint;
use crate::field::{Facing, Placement};
use crate::rules::fire::Refusal;

/// Inches at 15 mm within which an enemy is worth turning to.
const NEAR: f32 = 18.0;

/// More enemies than these are not offered by name; the ring reaches all.
const MOST: usize = 6;

/// A unit turned on the spot.
pub struct TurnDraft {
    /// Who turns.
    pub unit: UnitId,
    /// Where it would stand.
    pub place: Placement,
    /// Enemies on whom it would bear then.
    pub bears: Vec<UnitId>,
    /// Why it cannot.
    pub refusal: Option<Refusal>,
}

/// Those who could answer a question by turning.
pub fn turners(decision: &Decision) -> Vec<UnitId> {
    let Decision::React { reactions, .. } = decision else {
        return Vec::new();
    };
    let mut units: Vec<UnitId> = Vec::new();
    for reaction in reactions {
        if let Reaction::Turn(who, _) | Reaction::Face(who) = reaction
            && let [unit] = who[..]
            && !units.contains(&unit)
        {
            units.push(unit);
        }
    }
    units
}

/// Enemies whom a unit might want to face: those who gave the occasion, then the nearest.
pub fn worth_facing(now: &Situation, decision: &Decision, unit: UnitId) -> Vec<UnitId> {
    let army = now.army();
    let here = army.footprint(unit);
    let near = NEAR * now.scenario().field.proportion();
    let triggers = match decision {
        Decision::React { triggers, .. } => &triggers[..],
        _ => &[],
    };
    let mut all: Vec<(bool, f32, UnitId)> = army
        .present_of(army.side(unit).other())
        .filter(|&enemy| triggers.contains(&enemy) || here.is_within(near, army.footprint(enemy)))
        .map(|enemy| {
            let gap = here.distance(army.footprint(enemy));
            (!triggers.contains(&enemy), gap, enemy)
        })
        .collect();
    all.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    all.truncate(MOST);
    all.into_iter().map(|(.., enemy)| enemy).collect()
}

impl TurnDraft {
    /// A unit that would look this way.
    pub fn new(now: &Situation, decision: &Decision, unit: UnitId, facing: Facing) -> Self {
        let place = now.on_the_spot(unit, facing);
        let answer = Answer::React(Reaction::Turn(vec![unit], facing));
        let army = now.army();
        let (values, muster) = (army.unit(unit), army.muster_of(unit));
        let scale = now.scenario().field.scale;
        let there: Footprint = place.footprint(scale, values, muster);
        let bears = worth_facing(now, decision, unit)
            .into_iter()
            .filter(|&enemy| there.stands_bearing(army.footprint(enemy)) > 0)
            .collect();
        Self {
            unit,
            place,
            bears,
            refusal: now.check(Some(decision), &answer).err(),
        }
    }

    /// As it stands.
    pub fn begin(now: &Situation, decision: &Decision, unit: UnitId) -> Self {
        // The likeliest wish is to look at whoever gave the occasion.
        let first = worth_facing(now, decision, unit).first().copied();
        match first {
            Some(enemy) => Self::towards(now, decision, unit, now.army().footprint(enemy).centre()),
            None => Self::new(now, decision, unit, now.army().placement(unit).facing),
        }
    }

    /// A unit that would look at a place.
    pub fn towards(now: &Situation, decision: &Decision, unit: UnitId, at: Vec2) -> Self {
        let from = now.army().footprint(unit).centre();
        Self::new(now, decision, unit, Facing::towards(from, at))
    }

    /// Turned on by so many degrees.
    pub fn turn(&mut self, now: &Situation, decision: &Decision, degrees: f32) {
        *self = Self::new(now, decision, self.unit, self.place.facing.turned(degrees));
    }

    /// What confirming says.
    pub fn answer(&self) -> Option<Answer> {
        let turn = Reaction::Turn(vec![self.unit], self.place.facing);
        self.refusal.is_none().then_some(Answer::React(turn))
    }
}

impl Hand {
    /// Begins to turn somebody as a reaction: whoever is held, else the first who may.
    pub fn begin_turn(&mut self, now: &Situation, decision: &Decision, held: Option<UnitId>) {
        let all = turners(decision);
        let held = held.filter(|unit| all.contains(unit));
        if let Some(unit) = held.or_else(|| all.first().copied()) {
            self.refusal = None;
            self.target = None;
            self.draft = Draft::Turn(TurnDraft::begin(now, decision, unit));
        }
    }
}
