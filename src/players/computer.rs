//! A computer player that decides from the odds.
//!
//! It looks one step ahead: every order and reaction on offer gets a value in figures lost and won
//! by the exact odds, moves by where they lead, charges by every stage of the charge. It sees what
//! its side sees: the places and colours of the units on the table, and what the decision offers;
//! it does not look at the dice to come.

mod aims;
mod crossing;
mod grouping;
mod hiding;
mod labour;
mod moves;
mod reactions;
mod saddle;
mod worth;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Player, View};
use crate::army::{Formation, LeaderId, UnitId};
use crate::battle::{Answer, Decision, Order, Situation};
use crate::rules::fire::FireKind;
use crate::rules::formation::Shape;
use crate::rules::named::named;
use crate::rules::{InfantryFormation, Morale, Side};
use worth::{charge_worth, fire_worth, nearest};

named! {
    /// How well the computer plays.
    pub enum Level: "level" {
        /// Fires as soon as it can, charges on a whim, every regiment for itself.
        Easy = "easy",
        /// Weighs the odds, but every regiment still fights its own battle.
        Medium = "medium",
        /// Keeps brigades together, charges in groups, holds its fire for a better shot.
        Hard = "hard",
    }
}

/// Plays one side. What it does depends on what its side sees and on the number of the decision
/// alone, its whims too.
#[derive(Clone, Copy, Debug)]
pub struct ComputerPlayer {
    level: Level,
}

/// How much values are misjudged: not at all by the best player.
struct Whims {
    spread: f64,
    generator: Option<ChaCha8Rng>,
}

impl Whims {
    fn new(level: Level, view: &View) -> Self {
        let spread = match level {
            Level::Easy => 1.2,
            Level::Medium => 0.25,
            Level::Hard => 0.0,
        };
        Self {
            spread,
            generator: (spread > 0.0).then(|| view.chance()),
        }
    }

    fn next(&mut self) -> f64 {
        self.generator.as_mut().map_or(0.0, |generator| {
            (f64::from(generator.next_u32()) / f64::from(u32::MAX) - 0.5) * self.spread
        })
    }
}

impl ComputerPlayer {
    /// A player of a level.
    pub fn new(level: Level) -> Self {
        Self { level }
    }

    fn act(self, view: &View, units: &[UnitId], orders: &[Order], may_move: bool) -> Answer {
        let now = view.now();
        let mut whims = Whims::new(self.level, view);
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
        let mut best = (hold, Answer::Order(Order::Hold));
        for order in orders {
            let value = order_worth(now, self.level, units, order) + whims.next();
            if value > best.0 && *order != Order::Hold {
                best = (value, Answer::Order(order.clone()));
            }
        }
        if may_move
            && let Some((value, order)) = moves::best(now, self.level, units)
            && value + whims.next() > best.0
        {
            return Answer::Order(order);
        }
        best.1
    }
}

impl Player for ComputerPlayer {
    fn answer(&mut self, view: &View) -> Answer {
        let now = view.now();
        match view.decision() {
            Decision::SetUp { side, units, .. } if now.has_pickets(*side) => {
                hiding::set_up(view, units)
            }
            // Whoever made the scenario has thought about it.
            Decision::SetUp { .. } => Answer::READY,
            Decision::Leader { leader, units, .. } => {
                let command = now.army().leader_identity(*leader).command;
                match units.is_empty() {
                    true => ride(view, *leader),
                    false => lead(now, command, units),
                }
            }
            Decision::Activate { units, chains, .. } => {
                // Whoever runs is out of the way of the others then.
                let routed = |id: &&UnitId| now.army().unit(**id).morale == Morale::Routed;
                if let Some(&unit) = units.iter().find(routed) {
                    return Answer::Activate(unit);
                }
                if self.level != Level::Easy
                    && let Some(answer) = grouping::group(now, self.level, units, chains)
                {
                    return answer;
                }
                activate(now, units)
            }
            Decision::Act {
                units,
                orders,
                may_move,
                ..
            } => self.act(view, units, orders, *may_move),
            Decision::React {
                triggers,
                reactions,
                ..
            } => {
                let whim = Whims::new(self.level, view).next();
                reactions::react(now, self.level, triggers, reactions, whim)
            }
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
}

/// Whether half of the battle is over, and a side would lose it now and has lost more men: a draw
/// is more than it can hope for.
fn is_beaten(now: &Situation, side: Side) -> bool {
    let army = now.army();
    let late = army.clock().turn * 2 > now.scenario().turns;
    let loses = now.judge().winner == Some(side.other());
    late && loses && army.casualties(side) > army.casualties(side.other())
}

/// A leader joins the unit of his own command that needs him most: near the enemy, or shaken.
fn lead(now: &Situation, command: usize, units: &[UnitId]) -> Answer {
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
fn ride(view: &View, leader: LeaderId) -> Answer {
    let army = view.army();
    let command = army.leader_identity(leader).command;
    let Some(from) = army.leader(leader).at else {
        return Answer::Stay;
    };
    let men = army
        .present_of(view.side())
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
        .find(|answer| view.check(answer).is_ok())
        .unwrap_or(Answer::Stay)
}

/// Guns first, to soften the enemy up; then whoever is nearest to him.
fn activate(now: &Situation, units: &[UnitId]) -> Answer {
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
fn order_worth(now: &Situation, level: Level, units: &[UnitId], order: &Order) -> f64 {
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
        Order::Work(task) => labour::worth(now, level, unit, *task),
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
