//! A player that makes the mistakes people make.
//!
//! It sees what its side sees and means well. It fires as soon as anybody comes into range and would
//! rather fire than come on, looks at the regiment in its hand and not at its neighbours, goes for
//! whoever is nearest and not for what is fought for, takes its guns too far forward, lets its flanks
//! look after themselves and the disordered and the shaken be, runs after whoever gives way, misses
//! chances in the enemy's turn, and once the shooting has begun forgets whoever is not in it.

mod eager;
mod heedless;

use super::computer::{self, crossing, hiding};
use super::{Considered, Leash, Player, Thought, View, Weighed};
use crate::army::UnitId;
use crate::battle::{Answer, Decision, Order, Situation};
use crate::rules::Morale;
use computer::worth::nearest;

/// Where the fight is: nobody thinks of those who are not in it, in inches at 15 mm.
const IN_THE_FIGHT: f32 = 10.0;

/// Plays one side as somebody would who has read the rules once.
#[derive(Clone, Copy, Debug)]
pub struct Beginner;

impl Player for Beginner {
    fn answer(&mut self, view: &View) -> Answer {
        let now = view.now();
        match view.decision() {
            Decision::SetUp { side, units, .. } if now.has_pickets(*side) => {
                hiding::set_up(view, units)
            }
            Decision::SetUp { .. } => Answer::READY,
            Decision::Leader { leader, units, .. } => {
                let command = now.army().leader_identity(*leader).command;
                match units.is_empty() {
                    true => computer::ride((now, view.decision()), *leader),
                    false => computer::lead(now, command, units),
                }
            }
            Decision::Activate { units, .. } => activate(now, units),
            Decision::Act { .. } | Decision::React { .. } => best(view),
            // Whoever runs is run after.
            Decision::Follow { inches, .. } => Answer::Follow(*inches),
            Decision::Join { .. } => Answer::Agree,
            Decision::StopBehind { .. } => Answer::Decline,
            Decision::Draw { side } if computer::is_beaten(now, *side) => Answer::Agree,
            Decision::Draw { .. } => Answer::Decline,
        }
    }

    fn think(&mut self, view: &View, _leash: &Leash) -> Considered {
        let answer = self.answer(view);
        let mut weighed = weighed(view);
        if weighed.is_empty() {
            weighed.push(Weighed::plain(answer.clone()));
        }
        Considered {
            answer,
            thought: Thought::of(view.now(), weighed),
        }
    }
}

/// What comes to its mind at a decision, what it likes best first.
fn weighed(view: &View) -> Vec<Weighed> {
    let now = view.now();
    let mut values = match view.decision() {
        Decision::Act {
            units,
            orders,
            may_move,
            ..
        } => eager::choices(now, units, orders, *may_move),
        Decision::React {
            triggers,
            reactions,
            ..
        } => heedless::choices(now, triggers, reactions),
        _ => return Vec::new(),
    };
    values.sort_by(|one, other| other.0.total_cmp(&one.0));
    let weighed = values.into_iter();
    weighed
        .map(|(value, answer)| Weighed::new(answer, value))
        .collect()
}

fn best(view: &View) -> Answer {
    let best = weighed(view).into_iter().next();
    best.map_or_else(|| super::safe_answer(view), |best| best.answer)
}

/// One regiment after the other, whoever is nearest to the enemy first, before the guns have spoken;
/// nobody thinks of those who are far from the fight.
fn activate(now: &Situation, units: &[UnitId]) -> Answer {
    let army = now.army();
    let routed = |id: &&UnitId| army.unit(**id).morale == Morale::Routed;
    if let Some(&unit) = units.iter().find(routed) {
        return Answer::Activate(unit);
    }
    let far = |id: UnitId| nearest(now, id).map_or(99.0, |(_, far)| far);
    let side = units.first().map(|&id| army.side(id));
    let fights = side.is_some_and(|side| {
        army.present_of(side)
            .any(|id| army.unit(id).morale < Morale::Shaken && far(id) < IN_THE_FIGHT)
    });
    let remembered = |id: UnitId| {
        let comes = army.record(id).entering > 0.0 || !army.has_place(id);
        !fights || comes || crossing::is_cut_off(now, id) || far(id) < IN_THE_FIGHT
    };
    let next = units
        .iter()
        .copied()
        .filter(|&id| remembered(id))
        .min_by(|&one, &other| far(one).total_cmp(&far(other)));
    next.map_or(Answer::EndTurn, Answer::Activate)
}

/// What stays as it is.
fn hold() -> Answer {
    Answer::Order(Order::Hold)
}
