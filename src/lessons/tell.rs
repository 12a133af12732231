//! From deeds to answers, and how they are carried out.

use bevy::math::Vec2;

use super::deed::{Names, formation};
use super::file::{Declared, Deed, Labour};
use crate::army::{Assault, BridgeId, Task, UnitId};
use crate::battle::{Answer, Battle, ChargeDraft, Decision, Goal, Order, Reaction};
use crate::field::Facing;
use crate::field::moves::Leg;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::named::Word;
use crate::rules::{Named, Side, Works};
use crate::session::Session;

/// Decisions that may be passed over on the way to a deed: no lesson is longer.
const MOST_PASSED: usize = 2_000;

/// Something that answers can be given to: a session, or a copy of a battle.
pub(super) trait Told {
    /// The battle.
    fn battle(&self) -> &Battle;
    /// Gives an answer.
    fn say(&mut self, answer: Answer) -> Result<(), Refusal>;
}

impl Told for Session {
    fn battle(&self) -> &Battle {
        Session::battle(self)
    }

    fn say(&mut self, answer: Answer) -> Result<(), Refusal> {
        self.answer(answer)
    }
}

impl Told for Battle {
    fn battle(&self) -> &Battle {
        self
    }

    fn say(&mut self, answer: Answer) -> Result<(), Refusal> {
        self.answer(answer)
    }
}

/// What is answered for somebody who lets a question pass; orders are passed over by nobody.
fn passing(decision: &Decision) -> Option<Answer> {
    match decision {
        Decision::SetUp { .. } => Some(Answer::READY),
        Decision::Leader { .. } => Some(Answer::Stay),
        Decision::React { .. }
        | Decision::Follow { .. }
        | Decision::Join { .. }
        | Decision::StopBehind { .. }
        | Decision::Draw { .. } => Some(Answer::Decline),
        Decision::Activate { .. } | Decision::Act { .. } => None,
    }
}

/// Lets questions pass until a deed can be done; the answers that do it, or why it cannot be.
pub(super) fn get_to(deed: &Deed, table: &mut dyn Told) -> Result<Vec<Answer>, String> {
    for _ in 0..MOST_PASSED {
        let why = match ready(deed, table.battle()) {
            Ok(answers) => return Ok(answers),
            Err(why) => why,
        };
        let Some(decision) = table.battle().decision() else {
            return Err(format!("the battle is over; {why}"));
        };
        match passing(decision) {
            Some(answer) => table.say(answer).map_err(|refusal| refusal.to_string())?,
            None => {
                let side = decision.side();
                return Err(format!(
                    "{why}; the {side} side is asked to {}",
                    decision.kind()
                ));
            }
        }
    }
    Err("it never comes to that".to_owned())
}

/// The answers of a deed, if all of them are allowed now.
pub(super) fn ready(deed: &Deed, battle: &Battle) -> Result<Vec<Answer>, String> {
    if let Deed::HoldFire {
        until: (one, other, inches),
    } = deed
    {
        let names = Names(battle.scenario());
        let (one, other) = (names.unit(one)?, names.unit(other)?);
        let gap = gap(battle, one, other);
        if gap <= inches + 0.01 {
            return Ok(Vec::new());
        }
        return match battle.decision() {
            Some(Decision::React { .. }) => Ok(vec![Answer::Decline]),
            _ => Err(format!(
                "they are {gap:.1} inches apart and nobody is asked to react"
            )),
        };
    }
    let answers = answers(deed, battle)?;
    allowed(battle, &answers).map_err(|refusal| refusal.to_string())?;
    Ok(answers)
}

/// Whether answers are allowed one after the other.
pub(super) fn allowed(battle: &Battle, answers: &[Answer]) -> Result<(), Refusal> {
    match answers {
        [] => Ok(()),
        [one] => battle.check(one),
        many => {
            let mut trial = battle.fork();
            many.iter()
                .try_for_each(|answer| trial.answer(answer.clone()))
        }
    }
}

/// Inches between the edges of two units.
pub(super) fn gap(battle: &Battle, one: UnitId, other: UnitId) -> f32 {
    let army = battle.army();
    army.footprint(one).distance(army.footprint(other))
}

/// Lets pass what is asked in answer to a deed, until nobody is asked to react, follow or join; but
/// for what the script answers itself with its next deed.
pub(super) fn settle(table: &mut dyn Told, next: Option<&Deed>) -> Result<(), String> {
    for _ in 0..MOST_PASSED {
        let Some(decision) = table.battle().decision() else {
            return Ok(());
        };
        let open = matches!(
            decision,
            Decision::React { .. }
                | Decision::Follow { .. }
                | Decision::Join { .. }
                | Decision::StopBehind { .. }
                | Decision::Draw { .. }
        );
        let names = Names(table.battle().scenario());
        if !open || next.is_some_and(|next| is_answer(next, decision, names)) {
            return Ok(());
        }
        table
            .say(Answer::Decline)
            .map_err(|refusal| refusal.to_string())?;
    }
    Err("it never comes to an end".to_owned())
}

/// Whether a deed is meant as an answer to the question that is open, by the side that is asked.
fn is_answer(deed: &Deed, decision: &Decision, names: Names) -> bool {
    let reacts = matches!(decision, Decision::React { .. });
    let by = match deed {
        Deed::Decline => return true,
        Deed::HoldFire { .. } => return reacts,
        Deed::Follow(_) => return matches!(decision, Decision::Follow { .. }),
        Deed::Agree => {
            return matches!(
                decision,
                Decision::Join { .. } | Decision::StopBehind { .. } | Decision::Draw { .. }
            );
        }
        Deed::Fire { by, .. }
        | Deed::Form { by, .. }
        | Deed::Turn { by, .. }
        | Deed::Reform(by)
        | Deed::Rally(by)
        | Deed::Disengage(by)
        | Deed::Face(by) => by.first(),
        Deed::Countercharge(unit) | Deed::Prolonge { unit, .. } | Deed::TakeHorse { unit, .. } => {
            Some(unit)
        }
        _ => None,
    };
    let side = by
        .and_then(|name| names.unit(name).ok())
        .map(|unit| names.0.units[unit.0 as usize].unit.side);
    reacts && side == Some(decision.side())
}

/// Does a deed, letting pass what else is asked before it.
pub(super) fn carry_out(deed: &Deed, table: &mut dyn Told) -> Result<(), String> {
    let told = |refusal: Refusal| refusal.to_string();
    match deed {
        Deed::HoldFire { .. } => {
            for _ in 0..MOST_PASSED {
                let answers = ready(deed, table.battle())?;
                if answers.is_empty() {
                    return Ok(());
                }
                for answer in answers {
                    table.say(answer).map_err(told)?;
                }
            }
            Err("it never comes to that".to_owned())
        }
        Deed::Until { turn, side } => {
            let side = side.known().unwrap_or(Side::Union);
            for _ in 0..MOST_PASSED {
                let clock = table.battle().army().clock();
                let answer = match table.battle().decision() {
                    None => return Err("the battle is over before that".to_owned()),
                    Some(Decision::Activate { .. })
                        if (clock.turn, clock.active) == (*turn, side) =>
                    {
                        return Ok(());
                    }
                    Some(Decision::Activate { .. }) => Answer::EndTurn,
                    Some(Decision::Act { .. }) => Answer::Order(Order::Hold),
                    Some(other) => passing(other).unwrap_or(Answer::Decline),
                };
                if clock.turn > *turn {
                    return Err(format!("turn {turn} is over already"));
                }
                table.say(answer).map_err(told)?;
            }
            Err("it never comes to that".to_owned())
        }
        deed => {
            let answers = get_to(deed, table)?;
            for answer in answers {
                table.say(answer).map_err(told)?;
            }
            Ok(())
        }
    }
}

/// The answers that a deed is in the decision that is open. Whoever is not active yet is activated
/// first.
pub(super) fn answers(deed: &Deed, battle: &Battle) -> Result<Vec<Answer>, String> {
    let names = Names(battle.scenario());
    let decision = battle.decision().ok_or("the battle is over")?;
    let unit = |name: &String| names.unit(name);
    let order = |by: &[String], plan: &Plan, order: &Making<'_>| {
        let units = names.units(by)?;
        ordered(battle, decision, &units, plan, order)
    };
    let reacts = matches!(decision, Decision::React { .. });
    let react = |reaction: Reaction| Ok(vec![Answer::React(reaction)]);
    match deed {
        Deed::Select(_) | Deed::Aim(_) | Deed::Open(_) | Deed::Camera(_) | Deed::Draw { .. } => {
            Ok(Vec::new())
        }
        Deed::Ride { leader, to, .. } => riding(
            decision,
            names.leader(leader)?,
            Answer::Ride(Vec2::new(to.0, to.1)),
        ),
        Deed::Attach { leader, unit: to } => {
            riding(decision, names.leader(leader)?, Answer::Attach(unit(to)?))
        }
        Deed::Stay(leader) => riding(decision, names.leader(leader)?, Answer::Stay),
        Deed::Move {
            by,
            plan,
            ahead,
            legs,
            to,
            facing,
            form,
            ..
        } => order(by, plan, &|battle, units| {
            let form = form
                .as_ref()
                .map(|name| formation(battle.army().unit(units[0]), name))
                .transpose()?;
            if let Some((x, y)) = to {
                let goal = Goal {
                    facing: facing.map(Facing::degrees),
                    formation: form,
                    in_order: true,
                    ..Goal::place(Vec2::new(*x, *y))
                };
                let plan = battle.now().plan(units, &goal);
                return Ok(plan.map_err(|refusal| refusal.to_string())?.order);
            }
            let legs = match ahead {
                Some(inches) => vec![Leg::Ahead {
                    inches: *inches,
                    degrees: 0.0,
                }],
                None => legs.clone(),
            };
            Ok(Order::Move {
                form,
                form_last: false,
                legs,
            })
        }),
        Deed::Fire { by, at, kind, plan } => {
            let (target, kind) = (unit(at)?, kind.known().unwrap_or(FireKind::Normal));
            if reacts {
                return react(Reaction::Fire {
                    units: names.units(by)?,
                    target,
                    kind,
                });
            }
            order(by, plan, &|_, units| {
                Ok(Order::Fire {
                    units: units.to_vec(),
                    target,
                    kind,
                })
            })
        }
        Deed::Charge {
            by,
            lead,
            at,
            others,
            halt,
            plan,
        } => {
            let target = unit(at)?;
            let lead = lead.as_ref().map(unit).transpose()?;
            let mut assaults = Vec::new();
            for (who, whom) in others {
                assaults.push(Assault {
                    unit: unit(who)?,
                    target: unit(whom)?,
                });
            }
            order(by, plan, &|_, units| {
                let lead = lead.unwrap_or(units[0]);
                let mut assaults = assaults.clone();
                assaults.push(Assault { unit: lead, target });
                Ok(Order::Charge {
                    lead,
                    assaults,
                    halt: *halt,
                })
            })
        }
        Deed::Form { by, to, plan } => {
            let units = names.units(by)?;
            let to = formation(battle.army().unit(units[0]), to)?;
            if reacts {
                return react(Reaction::Form(units, to));
            }
            let whole = order(by, plan, &|_, _| Ok(Order::Form(to)))?;
            if allowed(battle, &whole).is_ok() {
                return Ok(whole);
            }
            // A part of a move does it, without going anywhere.
            let part = order(by, plan, &|_, _| {
                Ok(Order::Move {
                    form: Some(to),
                    form_last: false,
                    legs: Vec::new(),
                })
            })?;
            Ok(if allowed(battle, &part).is_ok() {
                part
            } else {
                whole
            })
        }
        Deed::Reform(by) if reacts => react(Reaction::Reform(names.units(by)?)),
        Deed::Reform(by) => order(by, &None, &|_, _| Ok(Order::Reform)),
        Deed::Rally(by) if reacts => react(Reaction::Rally(names.units(by)?)),
        Deed::Rally(by) => order(by, &None, &|_, _| Ok(Order::Rally)),
        Deed::Disengage(by) if reacts => react(Reaction::Disengage(names.units(by)?)),
        Deed::Disengage(by) => order(by, &None, &|_, _| Ok(Order::Disengage)),
        Deed::Hold(by) => order(by, &None, &|_, _| Ok(Order::Hold)),
        Deed::Run(name) => Ok(vec![Answer::Activate(unit(name)?)]),
        Deed::Prolonge { unit: who, at } => {
            let target = unit(at)?;
            if reacts {
                let unit = unit(who)?;
                return react(Reaction::Prolonge { unit, target });
            }
            order(std::slice::from_ref(who), &None, &|_, _| {
                Ok(Order::Prolonge { target })
            })
        }
        Deed::TakeHorse { unit: who, from } => {
            let from = unit(from)?;
            if reacts {
                let unit = unit(who)?;
                return react(Reaction::TakeHorse { unit, from });
            }
            order(std::slice::from_ref(who), &None, &|_, _| {
                Ok(Order::TakeHorse { from })
            })
        }
        Deed::Merge { unit: who, with } => {
            let with = unit(with)?;
            order(std::slice::from_ref(who), &None, &|_, _| {
                Ok(Order::Merge { with })
            })
        }
        Deed::AttachTo { unit: who, host } => {
            let host = unit(host)?;
            order(std::slice::from_ref(who), &None, &|_, _| {
                Ok(Order::AttachTo { host })
            })
        }
        Deed::Show(by) => order(by, &None, &|_, _| Ok(Order::Show)),
        Deed::Work { unit: who, task } => order(std::slice::from_ref(who), &None, &|battle, _| {
            Ok(Order::Work(labour(battle, &names, task)?))
        }),
        Deed::Pivot { unit: who, degrees } => order(std::slice::from_ref(who), &None, &|_, _| {
            Ok(Order::Pivot { degrees: *degrees })
        }),
        Deed::Withdraw(by) => order(by, &None, &|_, _| Ok(Order::Withdraw)),
        Deed::EndTurn => Ok(vec![Answer::EndTurn]),
        Deed::Face(by) => react(Reaction::Face(names.units(by)?)),
        Deed::Turn { by, facing } => {
            react(Reaction::Turn(names.units(by)?, Facing::degrees(*facing)))
        }
        Deed::Countercharge(name) => react(Reaction::Countercharge(unit(name)?)),
        Deed::Decline | Deed::HoldFire { .. } => Ok(vec![Answer::Decline]),
        Deed::Follow(inches) => Ok(vec![Answer::Follow(*inches)]),
        Deed::Agree => Ok(vec![Answer::Agree]),
        Deed::Until { .. } => Err("only `play` lets time pass".to_owned()),
    }
}

/// What a group declares for its two actions.
type Plan = Option<(Word<Declared>, Word<Declared>)>;

/// A leader's ride, if it is he who is asked.
fn riding(
    decision: &Decision,
    who: crate::army::LeaderId,
    answer: Answer,
) -> Result<Vec<Answer>, String> {
    match decision {
        Decision::Leader { leader, .. } if *leader == who => Ok(vec![answer]),
        Decision::Leader { .. } => Err("another leader is asked first".to_owned()),
        _ => Err("leaders ride at the start of their player turn".to_owned()),
    }
}

/// What makes an order for some units of a battle.
type Making<'a> = dyn Fn(&Battle, &[UnitId]) -> Result<Order, String> + 'a;

/// An order to some units, with their activation if they are not active.
fn ordered(
    battle: &Battle,
    decision: &Decision,
    units: &[UnitId],
    plan: &Plan,
    order: &Making<'_>,
) -> Result<Vec<Answer>, String> {
    match decision {
        Decision::Act { units: active, .. } => {
            let part = units.iter().all(|unit| active.contains(unit));
            if !part {
                return Err("somebody else is active".to_owned());
            }
            Ok(vec![Answer::Order(order(battle, units)?)])
        }
        Decision::Activate { .. } => {
            let activate = match (units, plan) {
                (&[one], None) => Answer::Activate(one),
                (_, Some((first, second))) => Answer::ActivateGroup {
                    units: units.to_vec(),
                    plan: [first, second].map(|deed| deed.known().unwrap_or(Declared::Hold)),
                },
                (_, None) => {
                    return Err(format!(
                        "a group declares both its actions: say `plan: (\"move\", \"fire\")` with \
                         any of {}",
                        Declared::allowed()
                    ));
                }
            };
            let mut trial = battle.fork();
            trial
                .answer(activate.clone())
                .map_err(|refusal| refusal.to_string())?;
            Ok(vec![activate, Answer::Order(order(&trial, units)?)])
        }
        other => Err(format!(
            "nobody is asked for an order, but the {} side to {}",
            other.side(),
            other.kind()
        )),
    }
}

fn labour(battle: &Battle, names: &Names, task: &Labour) -> Result<Task, String> {
    Ok(match task {
        Labour::Dig(works) => Task::Dig(works.known().unwrap_or(Works::Hasty)),
        Labour::Improve => Task::Improve,
        Labour::Turn => Task::Turn,
        Labour::Obstruct(obstacle) => Task::Obstruct(
            obstacle
                .known()
                .ok_or_else(|| obstacle.fault().unwrap_or_default())?,
        ),
        Labour::Clear => Task::Clear,
        Labour::Unload => Task::Unload,
        Labour::Bridge => {
            let offered = match battle.decision() {
                Some(Decision::Act { orders, .. }) => orders.iter().find_map(|order| match order {
                    Order::Work(Task::Bridge(bridge)) => Some(*bridge),
                    _ => None,
                }),
                _ => None,
            };
            Task::Bridge(offered.unwrap_or(BridgeId(0)))
        }
        Labour::Assist(name) => Task::Assist(names.unit(name)?),
    })
}

/// The charge that a group would make on a target, drawn up as the table draws it.
pub(super) fn draft(battle: &Battle, units: &[UnitId], target: UnitId) -> Option<ChargeDraft> {
    ChargeDraft::on(battle.now(), units, target)
}
