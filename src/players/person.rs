//! A person at the table, and what his units do by themselves.

use super::{Reply, Seat, View};
use crate::army::{Asks, UnitId};
use crate::battle::{Answer, Decision, Reaction};
use crate::rules::fire::FireKind;

/// A person: answers come from outside, by the session's own door. Shots that his units take by
/// themselves ([`Asks::fires`]) are answered for him.
#[derive(Clone, Copy, Debug)]
pub struct PersonSeat {
    asks: Asks,
}

impl PersonSeat {
    /// A person whose units begin with these instructions, unless they were told others before.
    pub fn new(asks: Asks) -> Self {
        Self { asks }
    }
}

impl Default for PersonSeat {
    fn default() -> Self {
        Self::new(Asks::USUAL)
    }
}

impl Seat for PersonSeat {
    fn name(&self) -> &str {
        "person"
    }

    fn is_person(&self) -> bool {
        true
    }

    fn opening_asks(&self) -> Option<Asks> {
        Some(self.asks)
    }

    fn ask(&mut self, view: &View) -> Reply {
        own_fire(view).map_or(Reply::Thinking, |fire| Reply::Answer(Answer::React(fire)))
    }

    fn poll(&mut self) -> Reply {
        Reply::Thinking
    }
}

/// The fire that units of the side were told to give by themselves, the best if there are several.
fn own_fire(view: &View) -> Option<Reaction> {
    let Decision::React { reactions, .. } = view.decision() else {
        return None;
    };
    let now = view.now();
    let mut best: Option<(f64, Reaction)> = None;
    for reaction in reactions {
        let Reaction::Fire {
            units,
            target,
            kind,
        } = reaction
        else {
            continue;
        };
        // Of a group those who were told so.
        let own: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|&unit| fires(view, unit, *target, *kind))
            .collect();
        let fire = Reaction::Fire {
            units: own,
            target: *target,
            kind: *kind,
        };
        let allowed = fire == *reaction || view.check(&Answer::React(fire.clone())).is_ok();
        let Ok(terms) = now.fire_terms(fire.units(), *target, *kind) else {
            continue;
        };
        let worth = now.rules().fire_odds(&terms).mean_hits();
        if allowed && best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, fire));
        }
    }
    best.map(|(_, fire)| fire)
}

/// Whether a unit takes a shot by itself.
fn fires(view: &View, unit: UnitId, target: UnitId, kind: FireKind) -> bool {
    let mark = view.army().standing(unit).asks().fires;
    !mark.is_never()
        && view
            .now()
            .shot(&[unit], target, kind)
            .is_some_and(|shot| mark.takes(shot))
}
