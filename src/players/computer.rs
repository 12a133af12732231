//! A computer player that decides from the odds.
//!
//! It looks one step ahead: every order and reaction on offer gets a value in figures lost and won
//! by the exact odds, moves by where they lead, charges by every stage of the charge. It sees what
//! its side sees: the places and colours of the units on the table, and what the decision offers;
//! it does not look at the dice to come.

pub(super) mod aims;
pub(super) mod crossing;
pub(super) mod grouping;
pub(super) mod hiding;
pub(super) mod labour;
pub(super) mod moves;
pub(super) mod reactions;
pub(super) mod saddle;
pub(super) mod worth;

use super::{Considered, Leash, Player, Thought, View, Weighed};
use crate::army::{Formation, LeaderId, UnitId};
use crate::battle::{Answer, Decision, Order, Situation};
use crate::rules::fire::FireKind;
use crate::rules::formation::Shape;
use crate::rules::{InfantryFormation, Morale, Side};
use worth::{charge_worth, fire_worth, nearest};

/// Plays one side from the odds, one step ahead. What it does depends on what its side sees alone.
#[derive(Clone, Copy, Debug)]
pub struct ComputerPlayer;

/// Something that the active could do.
enum Choice<'a> {
    Listed(&'a Order),
    Move(Order),
}

impl Choice<'_> {
    fn answer(self) -> Answer {
        match self {
            Self::Listed(order) => Answer::Order(order.clone()),
            Self::Move(order) => Answer::Order(order),
        }
    }
}

/// Everything that the active could do with its worth, staying as it is first.
fn choices<'a>(
    now: &Situation,
    units: &[UnitId],
    orders: &'a [Order],
    may_move: bool,
) -> Vec<(f64, Choice<'a>)> {
    let hold = if orders.contains(&Order::Hold) {
        0.05
    } else {
        f64::NEG_INFINITY
    };
    // Nobody stays in the way of those who come in behind him.
    let comes_in = |id: &UnitId| now.army().record(*id).entering > 0.0;
    let hold = if units.iter().any(comes_in) {
        f64::NEG_INFINITY
    } else {
        hold
    };
    let mut choices = vec![(hold, Choice::Listed(&Order::Hold))];
    for order in orders.iter().filter(|order| **order != Order::Hold) {
        choices.push((order_worth(now, units, order), Choice::Listed(order)));
    }
    if may_move && let Some((value, order)) = moves::best(now, units) {
        choices.push((value, Choice::Move(order)));
    }
    choices
}

/// The best of what the active could do; of equals the first.
fn act(now: &Situation, units: &[UnitId], orders: &[Order], may_move: bool) -> Answer {
    let choices = choices(now, units, orders, may_move).into_iter();
    let best = choices.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map_or(Answer::Order(Order::Hold), |(_, choice)| choice.answer())
}

/// What was weighed at a decision, the best first; nothing where nothing was.
fn weighed(view: &View) -> Vec<Weighed> {
    let now = view.now();
    let mut weighed: Vec<(f64, Answer)> = match view.decision() {
        Decision::Act {
            units,
            orders,
            may_move,
            ..
        } => choices(now, units, orders, *may_move)
            .into_iter()
            .map(|(value, choice)| (value, choice.answer()))
            .collect(),
        Decision::React {
            triggers,
            reactions,
            ..
        } => reactions::weighed(now, triggers, reactions),
        _ => Vec::new(),
    };
    weighed.retain(|(value, _)| *value > f64::NEG_INFINITY);
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed
        .into_iter()
        .map(|(value, answer)| Weighed::new(answer, value))
        .collect()
}

impl Player for ComputerPlayer {
    fn answer(&mut self, view: &View) -> Answer {
        match view.decision() {
            Decision::SetUp { side, units, .. } if view.now().has_pickets(*side) => {
                hiding::set_up(view, units)
            }
            decision => quick(view.now(), decision),
        }
    }

    fn think(&mut self, view: &View, _leash: &Leash) -> Considered {
        let answer = self.answer(view);
        let mut weighed = weighed(view);
        let chosen = weighed.iter().position(|other| other.answer == answer);
        let chosen = match chosen {
            Some(at) => weighed.remove(at),
            None => Weighed::plain(answer.clone()),
        };
        weighed.insert(0, chosen);
        Considered {
            answer,
            thought: Thought::of(view.now(), weighed),
        }
    }
}

/// What it answers, without more ado: for those who play a battle on in their heads.
pub(super) fn quick(now: &Situation, decision: &Decision) -> Answer {
    match decision {
        // Whoever made the scenario has thought about it.
        Decision::SetUp { .. } => Answer::READY,
        Decision::Leader { leader, units, .. } => {
            let command = now.army().leader_identity(*leader).command;
            match units.is_empty() {
                true => ride((now, decision), *leader),
                false => lead(now, command, units),
            }
        }
        Decision::Activate { units, chains, .. } => {
            // Whoever runs is out of the way of the others then.
            let routed = |id: &&UnitId| now.army().unit(**id).morale == Morale::Routed;
            if let Some(&unit) = units.iter().find(routed) {
                return Answer::Activate(unit);
            }
            grouping::group(now, units, chains).unwrap_or_else(|| activate(now, units))
        }
        Decision::Act {
            units,
            orders,
            may_move,
            ..
        } => act(now, units, orders, *may_move),
        Decision::React {
            triggers,
            reactions,
            ..
        } => reactions::react(now, triggers, reactions),
        Decision::Follow {
            unit,
            inches,
            meets,
            ..
        } => reactions::follow(now, *unit, *inches, *meets),
        // More supports never hurt whoever has them.
        Decision::Join { .. } | Decision::StopBehind { .. } => Answer::Agree,
        Decision::Draw { side } if is_beaten(now, *side) => Answer::Agree,
        Decision::Draw { .. } => Answer::Decline,
    }
}

/// Whether half of the battle is over, and a side would lose it now and has lost more men: a draw
/// is more than it can hope for.
pub(super) fn is_beaten(now: &Situation, side: Side) -> bool {
    let army = now.army();
    let late = army.clock().turn * 2 > now.scenario().turns;
    let loses = now.judge().winner == Some(side.other());
    late && loses && army.casualties(side) > army.casualties(side.other())
}

/// A leader joins the unit of his own command that needs him most: near the enemy, or shaken.
pub(super) fn lead(now: &Situation, command: usize, units: &[UnitId]) -> Answer {
    let army = now.army();
    let value = |id: &UnitId| {
        let own = f32::from(army.command(*id) == command);
        let shaken = f32::from(army.unit(*id).morale == Morale::Shaken);
        10.0 * own + 3.0 * shaken - nearest(now, *id).map_or(40.0, |(_, far)| far) * 0.1
    };
    let best = units
        .iter()
        .max_by(|one, other| value(one).total_cmp(&value(other)));
    best.map_or(Answer::Stay, |&unit| Answer::Attach(unit))
}

/// A leader none of whose men is within reach rides towards the nearest of them.
pub(super) fn ride((now, decision): (&Situation, &Decision), leader: LeaderId) -> Answer {
    let army = now.army();
    let command = army.leader_identity(leader).command;
    let Some(from) = army.leader(leader).at else {
        return Answer::Stay;
    };
    let men = army
        .present_of(decision.side())
        .filter(|&id| army.command(id) == command && army.unit(id).morale != Morale::Routed);
    let Some(to) = men
        .map(|id| army.behind(id))
        .min_by(|one, other| one.distance(from).total_cmp(&other.distance(from)))
    else {
        return Answer::Stay;
    };
    (1..=10)
        .rev()
        .map(|part| Answer::Ride(from.lerp(to, part as f32 / 10.0)))
        .find(|answer| now.check(Some(decision), answer).is_ok())
        .unwrap_or(Answer::Stay)
}

/// Guns first, to soften the enemy up; then whoever is nearest to him.
pub(super) fn activate(now: &Situation, units: &[UnitId]) -> Answer {
    let army = now.army();
    let order = |id: &UnitId| {
        // Engineers help those who have begun to dig.
        let guns = if army.unit(*id).is_artillery() {
            0.0
        } else if army.identity(*id).engineer && army.record(*id).train == 0 {
            2000.0
        } else {
            1000.0
        };
        guns + nearest(now, *id).map_or(500.0, |(_, far)| far)
    };
    let first = units
        .iter()
        .min_by(|one, other| order(one).total_cmp(&order(other)));
    first.map_or(Answer::EndTurn, |&unit| Answer::Activate(unit))
}

/// Whether a unit should go over a bridge that is there: guns and engineers stay on their bank.
fn crosses(now: &Situation, unit: UnitId) -> bool {
    let army = now.army();
    let stays = army.unit(unit).is_artillery() || army.identity(unit).engineer;
    !stays && crossing::is_cut_off(now, unit) && crossing::span(now, unit).is_some()
}

/// What an order of the active unit or group is worth, per action.
pub(super) fn order_worth(now: &Situation, units: &[UnitId], order: &Order) -> f64 {
    let army = now.army();
    let unit = units[0];
    let values = army.unit(unit);
    let far = || nearest(now, unit).map_or(99.0, |(_, far)| far);
    match order {
        Order::Fire {
            units,
            target,
            kind,
        } => {
            let actions = if kind.is_deliberate() { 2.0 } else { 1.0 };
            fire_worth(now, units, *target, *kind) / actions
        }
        Order::Charge {
            lead,
            assaults,
            halt: None,
        } => charge_worth(now, units, *lead, assaults),
        // A halt is a way out nobody here needs: it would not have charged.
        Order::Charge { .. } => f64::NEG_INFINITY,
        Order::Work(task) => labour::worth(now, unit, *task),
        // Over a bridge one goes in column.
        Order::Form(
            Formation::Infantry(InfantryFormation::RoadColumn) | Formation::Limbered(true),
        ) if units.len() == 1 && crosses(now, unit) => 2.0,
        Order::Show => hiding::show_worth(now, unit),
        Order::Withdraw => 9.0,
        Order::Form(formation) if saddle::worth(now, unit, *formation).is_some() => {
            saddle::worth(now, unit, *formation).unwrap_or(0.0)
        }
        Order::Reform if values.morale == Morale::Disorder => 0.8,
        // Far from the enemy a rally mends; close to him it may break the unit for good.
        Order::Rally => {
            if far() > 8.0 {
                1.5
            } else {
                0.3
            }
        }
        Order::Form(Formation::Infantry(InfantryFormation::BattleLine))
            if values.shape() == Shape::Column && far() < 9.0 =>
        {
            1.2
        }
        // Guns that are withdrawn, or left behind by the fight, are hitched up again.
        Order::Form(Formation::Limbered(true)) if army.is_withdrawn(unit) => 1.2,
        Order::Form(Formation::Limbered(true)) if far() > 26.0 => 0.3,
        Order::Form(Formation::Limbered(false)) if army.is_withdrawn(unit) => 0.0,
        Order::Form(Formation::Limbered(false)) => {
            if far() < 16.0 {
                1.0
            } else {
                0.1
            }
        }
        Order::Disengage if values.morale == Morale::Shaken && far() < 6.0 => 0.9,
        // Two wrecks make a regiment; a wreck beside a sound one keeps its muskets in the line.
        Order::Merge { .. } => 1.1,
        Order::AttachTo { .. } => 0.9,
        Order::Prolonge { target } if far() < 4.0 => {
            0.3 + fire_worth(now, &[unit], *target, FireKind::Prolonge)
        }
        _ => 0.0,
    }
}
