//! Answers that are always legal, and samples of what else is.

use bevy::math::Vec2;

use crate::army::{Deed, Formation, LeaderId, LeaderPost, Post, UnitId};
use crate::battle::{Answer, Decision, Order};
use crate::field::Facing;
use crate::field::moves::Leg;
use crate::rules::Morale;

use super::View;

/// An answer that is always legal: stand as the scenario has it, hold, decline, stay, end the turn.
pub fn safe_answer(view: &View) -> Answer {
    safe_for(view.decision())
}

/// The answer to a decision that is always legal.
pub(super) fn safe_for(decision: &Decision) -> Answer {
    match decision {
        Decision::SetUp { .. } => Answer::READY,
        Decision::Leader { .. } => Answer::Stay,
        Decision::Activate { .. } => Answer::EndTurn,
        // A group that has declared a charge it can make has to make it.
        Decision::Act { orders, .. } => {
            let hold = orders.iter().find(|order| **order == Order::Hold);
            let order = hold.or(orders.first()).cloned();
            Answer::Order(order.unwrap_or(Order::Hold))
        }
        Decision::React { .. }
        | Decision::Follow { .. }
        | Decision::Join { .. }
        | Decision::StopBehind { .. }
        | Decision::Draw { .. } => Answer::Decline,
    }
}

/// Up to so many other legal answers, moves among them.
pub fn sample_answers(view: &View, most: usize) -> Vec<Answer> {
    let answers: Vec<Answer> = match view.decision() {
        Decision::SetUp { units, leaders, .. } => posts(view, units, leaders),
        Decision::Leader { leader, units, .. } => {
            let at = view.army().leader(*leader).at;
            let steps = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
            let rides = at.into_iter().flat_map(|at| {
                let places = steps.map(|step| at + step * 4.0);
                places.map(Answer::Ride)
            });
            let attached = units.iter().map(|&unit| Answer::Attach(unit));
            attached.chain(rides).collect()
        }
        Decision::Activate { units, chains, .. } => activations(units, chains),
        Decision::Act {
            units,
            orders,
            may_move,
            ..
        } => {
            let moves = if *may_move {
                moves(view, units)
            } else {
                Vec::new()
            };
            // Half of the room for moves, if there are so many orders.
            let room = most.saturating_sub(moves.len().min(most / 2));
            let orders = orders.iter().cloned().map(Answer::Order);
            orders.take(room).chain(moves).collect()
        }
        Decision::React { reactions, .. } => reactions.iter().cloned().map(Answer::React).collect(),
        Decision::Follow { inches, meets, .. } => {
            let to_meet = meets.map(|(_, far)| Answer::Follow(far.min(*inches)));
            [Answer::Follow(*inches)]
                .into_iter()
                .chain(to_meet)
                .collect()
        }
        Decision::Join { .. } | Decision::StopBehind { .. } | Decision::Draw { .. } => {
            vec![Answer::Agree]
        }
    };
    let safe = safe_answer(view);
    let mut samples = Vec::new();
    for answer in answers {
        if samples.len() == most {
            break;
        }
        // Straight at the enemy may be straight ahead.
        let new = answer != safe && !samples.contains(&answer);
        if new && view.check(&answer).is_ok() {
            samples.push(answer);
        }
    }
    samples
}

/// A few places for everybody who may be set up: another formation, or a step aside; beside another
/// unit.
fn posts(view: &View, units: &[UnitId], leaders: &[LeaderId]) -> Vec<Answer> {
    let (now, army) = (view.now(), view.army());
    let put = |post: Post| Answer::SetUp {
        units: vec![post],
        leaders: Vec::new(),
        ready: false,
    };
    let of_units = units.iter().flat_map(|&unit| {
        let here = army.placement(unit);
        let as_it_stands = Post {
            unit,
            at: here.at,
            facing: here.facing,
            formation: None,
        };
        let aside = [here.facing.right(), here.facing.ahead()].map(|step| Post {
            at: here.at - step,
            ..as_it_stands
        });
        let other = |formation: &Formation| formation.of(army.unit(unit)) != *army.unit(unit);
        let formed = now.set_up_formations(unit).into_iter().find(other);
        let formed = formed.map(|formation| Post {
            formation: Some(formation),
            ..as_it_stands
        });
        formed.into_iter().chain(aside).map(put)
    });
    let of_leaders = leaders.iter().flat_map(|&leader| {
        units.iter().map(move |&unit| Answer::SetUp {
            units: Vec::new(),
            leaders: vec![LeaderPost {
                leader,
                at: army.behind(unit),
            }],
            ready: false,
        })
    });
    of_units.chain(of_leaders).collect()
}

fn activations(units: &[UnitId], chains: &[Vec<UnitId>]) -> Vec<Answer> {
    let plans = [
        [Deed::Move, Deed::Move],
        [Deed::Move, Deed::Fire],
        [Deed::Fire, Deed::Fire],
        [Deed::Charge, Deed::Reform],
    ];
    let groups = chains.iter().flat_map(|chain| {
        plans.map(|plan| Answer::ActivateGroup {
            units: chain.clone(),
            plan,
        })
    });
    let single = units.iter().map(|&unit| Answer::Activate(unit));
    single.chain(groups).collect()
}

/// A few moves: ahead, towards the nearest enemy, wheels and back.
fn moves(view: &View, units: &[UnitId]) -> Vec<Answer> {
    let army = view.army();
    let Some(&lead) = units.first() else {
        return Vec::new();
    };
    let here = army.placement(lead);
    let nearest = army
        .present_of(army.side(lead).other())
        .filter(|&enemy| army.unit(enemy).morale != Morale::Routed)
        .map(|enemy| army.placement(enemy).at)
        .min_by(|one, other| {
            let far = |at: &bevy::math::Vec2| at.distance(here.at);
            far(one).total_cmp(&far(other))
        });
    let bearing = nearest.map_or(0.0, |at| here.facing.off(Facing::towards(here.at, at)));
    let mut ways = Vec::new();
    for inches in [6.0, 4.0, 2.0, 1.0] {
        ways.push(vec![Leg::Ahead {
            inches,
            degrees: 0.0,
        }]);
        ways.push(vec![Leg::Ahead {
            inches,
            degrees: bearing.clamp(-45.0, 45.0),
        }]);
        ways.push(vec![
            Leg::Turn { degrees: bearing },
            Leg::Ahead {
                inches,
                degrees: 0.0,
            },
        ]);
    }
    for degrees in [-30.0, 30.0, bearing.clamp(-90.0, 90.0)] {
        ways.push(vec![Leg::Wheel { degrees }]);
    }
    ways.push(vec![Leg::Back { inches: 1.0 }]);
    ways.into_iter()
        .map(|legs| {
            Answer::Order(Order::Move {
                form: None,
                form_last: false,
                legs,
            })
        })
        .collect()
}
