//! "What would he have done in my place?": the computer is asked the player's own decision, aside,
//! and what it would do is laid into the player's hand, to be confirmed or let go.

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::hand::{Draft, Hand, Handle, MoveDraft, RideDraft};
use super::{Desk, Standing, choices, reasoning};
use crate::army::{Deed, UnitId};
use crate::battle::{Answer, Decision, Order, Situation};
use crate::players::{Considered, Leash, Level, Player, Thinking, View};
use crate::table::ranks::Hit;
use crate::table::sitting::Asked;
use crate::table::{Playback, Sitting, laid};

/// What the computer would do in the player's place.
struct Advised {
    answer: Considered,
    /// What those whom it would let act next would do then, and the situation that is in.
    order: Option<(Situation, Considered)>,
}

/// Thinks in the player's place.
fn think(view: &View, leash: &Leash) -> Advised {
    let mut player = Level::Hard.player(Thinking::waited_for());
    let answer = player.think(view, leash);
    let order = order_of(view, &answer.answer, player.as_mut(), leash);
    Advised { answer, order }
}

/// What those who would act next would do.
fn order_of(
    view: &View,
    answer: &Answer,
    player: &mut dyn Player,
    leash: &Leash,
) -> Option<(Situation, Considered)> {
    let (units, plan) = match answer {
        Answer::Activate(unit) => (vec![*unit], [Deed::Hold; 2]),
        Answer::ActivateGroup { units, plan } => (units.clone(), *plan),
        _ => return None,
    };
    let (now, decision) = view.now().if_active(view.side(), &units, plan).ok()?;
    let active = View::new(
        now.clone(),
        (view.side(), 0),
        (view.number(), decision),
        Vec::new(),
        Vec::new(),
    );
    Some((now, player.think(&active, leash)))
}

/// What is thought about in the player's place.
#[derive(Resource, Default)]
pub struct Advice {
    /// The decision it is about.
    about: Option<usize>,
    task: Option<Task<Advised>>,
    leash: Leash,
}

impl Advice {
    fn call_off(&mut self) {
        self.leash.call_off();
        self.task = None;
        self.about = None;
    }
}

/// Asks the computer when the player wants a hint, and shows what it says.
fn advise(
    mut advice: ResMut<Advice>,
    mut hand: ResMut<Hand>,
    mut desk: ResMut<Desk>,
    sitting: Option<ResMut<Sitting>>,
    playback: Res<Playback>,
    mut standing: ResMut<Standing>,
) {
    let Some(mut sitting) = sitting else {
        if advice.about.is_some() {
            advice.call_off();
        }
        return;
    };
    let asked = sitting.mine(&playback).cloned();
    let number = asked.as_ref().map(|asked| asked.number);
    if advice.about.is_some() && advice.about != number {
        advice.call_off();
    }
    if hand.wants_hint {
        hand.wants_hint = false;
        let view = sitting.bypass_change_detection().session().view();
        if let (Some(view), None) = (view.filter(|_| asked.is_some()), &advice.task) {
            let leash = Leash::default();
            let held = leash.clone();
            let think = async move { think(&view, &held) };
            advice.leash = leash;
            advice.about = number;
            advice.task = Some(AsyncComputeTaskPool::get().spawn(think));
            hand.hint = Some("The computer thinks about it…".to_owned());
        }
    }
    let Some(advised) = advice.task.as_mut().and_then(check_ready) else {
        return;
    };
    advice.task = None;
    if let Some(asked) = asked {
        let now = standing.of(&playback);
        lay_out((&mut hand, &mut desk), now, &asked, &advised);
    }
}

/// Puts what the computer would do into the player's hand, and says it.
fn lay_out(
    (hand, desk): (&mut Hand, &mut Desk),
    now: &Situation,
    asked: &Asked,
    advised: &Advised,
) {
    let answer = &advised.answer.answer;
    match (answer, &asked.decision) {
        (Answer::Activate(unit), _) => {
            hand.hold(desk, vec![*unit]);
            desk.look = Some((*unit, false));
        }
        (Answer::ActivateGroup { units, plan }, _) => {
            hand.hold(desk, units.clone());
            hand.plan = *plan;
            hand.plan_chosen = true;
            desk.look = units.first().map(|&unit| (unit, false));
        }
        (Answer::Attach(unit), Decision::Leader { leader, .. }) => {
            desk.selected = Some(Hit::Unit(*unit));
            let there = now.army().behind(*unit);
            hand.draft = Draft::Ride(RideDraft {
                leader: *leader,
                to: there,
                unit: Some(*unit),
                refusal: now.check(Some(&asked.decision), answer).err(),
                command: now.in_command_if(*leader, there),
            });
        }
        (Answer::Ride(to), Decision::Leader { leader, .. }) => {
            hand.draft = Draft::Ride(RideDraft {
                leader: *leader,
                to: *to,
                unit: None,
                refusal: now.check(Some(&asked.decision), answer).err(),
                command: now.in_command_if(*leader, *to),
            });
        }
        (Answer::Order(order), Decision::Act { units, .. }) => {
            draw(hand, desk, now, units, order);
        }
        _ => {}
    }
    if let Some((active, order)) = &advised.order
        && let Answer::Order(order) = &order.answer
    {
        let units = hand.units.clone();
        draw(hand, desk, active, &units, order);
    }
    let say = |considered: &Considered| {
        let thought = considered.thought.as_ref();
        reasoning::hint(now.scenario(), now.army(), &considered.answer, thought)
    };
    let said = match &advised.order {
        Some((_, order)) => {
            let who = reasoning::answer(now.army(), answer);
            format!("{who}. {}", say(order))
        }
        None => say(&advised.answer),
    };
    let choices = choices::choices(now, &asked.decision);
    let number = choices.iter().position(|choice| choice.answer == *answer);
    hand.hint = Some(
        match number.filter(|_| super::hand::is_prompt(&asked.decision)) {
            Some(number) => format!("Hint: {} ({said})", number + 1),
            None => format!("Hint: {said}"),
        },
    );
}

/// An order as the player would have drawn it.
fn draw(hand: &mut Hand, desk: &mut Desk, now: &Situation, units: &[UnitId], order: &Order) {
    match order {
        Order::Move {
            form,
            form_last,
            legs,
        } => {
            let Ok(walks) = now.check_move(units, *form, *form_last, legs) else {
                return;
            };
            let Some((_, walked)) = walks.first() else {
                return;
            };
            let mut draft = MoveDraft::to(walked.placement.at);
            draft.face(walked.placement.facing);
            if form.is_some() {
                draft.form(*form);
                draft.form_when(Some(*form_last));
            }
            hand.draft = Draft::Move(Box::new(draft));
        }
        Order::Hold => {}
        order => {
            let target = match order {
                Order::Fire { target, .. } | Order::Prolonge { target } => Some(*target),
                Order::Charge { assaults, .. } => assaults.first().map(|assault| assault.target),
                _ => None,
            };
            hand.target = target;
            desk.pointed = target;
            hand.draft = Draft::Order(order.clone());
        }
    }
}

/// Hints of the computer.
pub fn plugin(app: &mut App) {
    app.init_resource::<Advice>().add_systems(
        Update,
        advise
            .after(Handle)
            .run_if(laid)
            .run_if(super::curtain::is_open),
    );
}
