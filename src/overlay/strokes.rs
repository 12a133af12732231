//! Keys at the table: each does what the table of keys says, in the situation it is meant for.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::hand::{self, Draft, Hand, Until, Wish, give};
use super::keys::{Keys, Stroke, Where};
use super::{Desk, Panel, Standing, bar, choices, orders, prompt};
use crate::army::UnitId;
use crate::battle::{Answer, Decision};
use crate::table::ranks::Hit;
use crate::table::sitting::Asked;
use crate::table::{Busy, Playback, Rig, Sitting, laid};

/// What keys work on.
#[derive(SystemParam)]
struct Board<'w> {
    input: Res<'w, ButtonInput<KeyCode>>,
    keys: Res<'w, Keys>,
    desk: ResMut<'w, Desk>,
    hand: ResMut<'w, Hand>,
    rig: ResMut<'w, Rig>,
    playback: ResMut<'w, Playback>,
    sitting: Option<Res<'w, Sitting>>,
    standing: ResMut<'w, Standing>,
}

impl Board<'_> {
    fn pressed(&self, stroke: Stroke) -> bool {
        self.keys.pressed(&self.input, stroke)
    }

    fn asked(&self) -> Option<Asked> {
        let sitting = self.sitting.as_ref()?;
        sitting.mine(&self.playback).cloned()
    }
}

fn press(busy: Res<Busy>, mut board: Board) {
    if busy.keyboard {
        return;
    }
    always(&mut board);
    let asked = board.asked();
    let place = match &asked {
        None => Where::Watching,
        Some(asked) if hand::is_prompt(&asked.decision) => Where::Answering,
        Some(_) => Where::Ordering,
    };
    match (place, &asked) {
        (Where::Answering, Some(asked)) => answering(&mut board, &asked.decision),
        (Where::Ordering, Some(asked)) => ordering(&mut board, &asked.decision),
        _ => watching(&mut board),
    }
}

/// Wherever a battle lies on the table.
fn always(board: &mut Board) {
    let tabs = [
        (Stroke::Card, Panel::Card),
        (Stroke::Log, Panel::Log),
        (Stroke::Result, Panel::Result),
        (Stroke::Roster, Panel::Roster),
        (Stroke::Rules, Panel::Rules),
    ];
    for (stroke, panel) in tabs {
        if board.pressed(stroke) {
            board.desk.panel = (board.desk.panel != Some(panel)).then_some(panel);
        }
    }
    if board.pressed(Stroke::Names) {
        board.desk.plates = !board.desk.plates;
    }
    if board.pressed(Stroke::Ground) {
        board.desk.ground = !board.desk.ground;
    }
    if board.pressed(Stroke::Help) || board.input.just_pressed(KeyCode::F1) {
        board.desk.help = !board.desk.help;
    }
    if board.pressed(Stroke::Eyes)
        && let Some(Hit::Unit(unit)) = board.desk.selected
    {
        match board.rig.in_eyes() {
            Some(_) => board.rig.overview(),
            None => board.rig.eyes_of(unit),
        }
    }
    if board.pressed(Stroke::Cancel) {
        cancel(board);
    }
    if board.pressed(Stroke::Undo) && board.asked().is_some() {
        board.hand.wish(Wish::Undo);
    }
    if board.pressed(Stroke::Save) && board.sitting.is_some() {
        board.hand.wish(Wish::Save);
    }
    if board.pressed(Stroke::Hint) && board.asked().is_some() {
        board.hand.wants_hint = true;
    }
}

/// Lets go of the last thing that was taken up.
fn cancel(board: &mut Board) {
    if board.rig.in_eyes().is_some() {
        board.rig.overview();
    } else if board.desk.help {
        board.desk.help = false;
    } else if !matches!(board.hand.draft, Draft::Nothing) || board.hand.target.is_some() {
        board.hand.let_go();
        board.desk.pointed = None;
    } else {
        let Board { hand, desk, .. } = board;
        hand.drop_all(desk);
    }
}

/// While one watches.
fn watching(board: &mut Board) {
    if board.pressed(Stroke::Play) {
        board.playback.playing = !board.playback.playing;
        board.playback.one_step = false;
    }
    if board.pressed(Stroke::StepOn) {
        bar::step(&mut board.playback);
    }
    if board.pressed(Stroke::StepBack) {
        board.playback.back();
    }
    for (stroke, faster) in [(Stroke::Faster, true), (Stroke::Slower, false)] {
        if board.pressed(stroke) {
            board.playback.speed = bar::other_speed(board.playback.speed, faster);
        }
    }
    let played = board
        .sitting
        .as_ref()
        .is_some_and(|sitting| !sitting.persons().is_empty());
    if board.pressed(Stroke::Skip) && played {
        board.hand.skip = true;
    }
}

/// While a question is put in the prompt bar.
fn answering(board: &mut Board, decision: &Decision) {
    if matches!(board.hand.draft, Draft::Turn(_)) {
        turning(board, decision);
        return;
    }
    if board.pressed(Stroke::TurnTo) {
        let held = match board.desk.selected {
            Some(Hit::Unit(unit)) => Some(unit),
            _ => None,
        };
        let now = board.standing.of(&board.playback);
        board.hand.begin_turn(now, decision, held);
        return;
    }
    if board.pressed(Stroke::PromptHold) {
        board.hand.wish(Wish::Say(vec![Answer::Decline]));
        return;
    }
    if matches!(decision, Decision::React { .. }) {
        for (stroke, until) in [
            (Stroke::HoldMove, Until::Move),
            (Stroke::HoldTurn, Until::Turn),
        ] {
            if board.pressed(stroke) {
                board.hand.wish(Wish::Hold(until));
                return;
            }
        }
    }
    let number = prompt::KEYS.iter().position(|&key| board.pressed(key));
    if let Some(number) = number {
        let now = board.standing.of(&board.playback);
        let choices = choices::choices(now, decision);
        if let Some(choice) = choices.into_iter().nth(number) {
            board.hand.wish(Wish::Say(vec![choice.answer]));
        }
    }
}

/// While somebody is turned as a reaction: the keys that draw a ghost, and hold.
fn turning(board: &mut Board, decision: &Decision) {
    if board.pressed(Stroke::PromptHold) {
        board.hand.wish(Wish::Say(vec![Answer::Decline]));
    }
    if board.pressed(Stroke::Confirm)
        && let Some(answers) = give::confirmed(&board.hand, decision)
    {
        board.hand.wish(Wish::Say(answers));
    }
    for (stroke, degrees) in [(Stroke::TurnLeft, -15.0), (Stroke::TurnRight, 15.0)] {
        if board.pressed(stroke)
            && let Draft::Turn(draft) = &mut board.hand.draft
        {
            draft.turn(board.standing.of(&board.playback), decision, degrees);
        }
    }
}

/// While one gives orders.
fn ordering(board: &mut Board, decision: &Decision) {
    if board.pressed(Stroke::Confirm) {
        if let Some(answers) = give::confirmed(&board.hand, decision) {
            board.hand.wish(Wish::Say(answers));
        }
        return;
    }
    match decision {
        Decision::SetUp { .. } => {
            if board.pressed(Stroke::Ready) {
                board.hand.wish(Wish::Say(vec![Answer::READY]));
            }
            for (stroke, degrees) in [(Stroke::TurnLeft, -15.0), (Stroke::TurnRight, 15.0)] {
                if board.pressed(stroke) {
                    let Board {
                        hand,
                        standing,
                        playback,
                        ..
                    } = board;
                    hand.turn_post(standing.of(playback), degrees);
                }
            }
            return;
        }
        Decision::Leader { .. } => {
            if board.pressed(Stroke::Hold) {
                board.hand.wish(Wish::Say(vec![Answer::Stay]));
            }
            if board.pressed(Stroke::Attach)
                && let Some(Hit::Unit(unit)) = board.desk.selected
            {
                board.hand.wish(Wish::Say(vec![Answer::Attach(unit)]));
            }
            return;
        }
        Decision::Activate { units, .. } => {
            if board.pressed(Stroke::NextUnit) || board.input.just_pressed(KeyCode::Tab) {
                let Board { hand, desk, .. } = board;
                orders::next_unit(hand, desk, units);
                return;
            }
            if board.pressed(Stroke::EndTurn) {
                orders::end_turn(&mut board.hand, units.clone());
                return;
            }
            if board.pressed(Stroke::Group)
                && let Some(&unit) = board.hand.units.first()
            {
                let now = board.standing.of(&board.playback);
                let group = hand::chain_of(now, Some(decision), unit);
                let alone = hand::why_alone(now, &group);
                let Board { hand, desk, .. } = board;
                hand.hold(desk, group);
                hand.refusal = alone;
                return;
            }
        }
        Decision::Act { units, .. }
            if board.pressed(Stroke::NextUnit) || board.input.just_pressed(KeyCode::Tab) =>
        {
            let Board { hand, desk, .. } = board;
            orders::take_up(hand, desk, units);
            return;
        }
        _ => {}
    }
    drawing(board);
    giving(board, decision);
}

/// The ghost under the keys.
fn drawing(board: &mut Board) {
    let (left, right) = (
        board.pressed(Stroke::TurnLeft),
        board.pressed(Stroke::TurnRight),
    );
    let (set, form) = (board.pressed(Stroke::AddLeg), board.pressed(Stroke::Form));
    let last = board.pressed(Stroke::FormLast);
    let held = board.hand.units.first().copied();
    let forms = match (&board.hand.offer, held) {
        (Some(offer), Some(unit)) if form => offer
            .now()
            .map(|now| hand::formations(now, unit))
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    if !matches!(board.hand.draft, Draft::Move(_))
        && (left || right)
        && let Some(unit) = held
    {
        // Turning where it stands is a move, too.
        let at = board.playback.view().placement(unit);
        let mut draft = hand::MoveDraft::to(at.at);
        draft.face(at.facing.turned(if left { -15.0 } else { 15.0 }));
        board.hand.plan_for(crate::army::Deed::Move);
        board.hand.draft = Draft::Move(Box::new(draft));
        return;
    }
    let Draft::Move(draft) = &mut board.hand.draft else {
        return;
    };
    if left {
        draft.turn(-15.0);
    }
    if right {
        draft.turn(15.0);
    }
    if set {
        draft.set_leg();
    }
    if last {
        let next = match draft.goal.form_last {
            None => Some(false),
            Some(false) => Some(true),
            Some(true) => None,
        };
        draft.form_when(next);
    }
    if form {
        let at = forms
            .iter()
            .position(|&form| draft.goal.formation == Some(form));
        let next = forms.get(at.map_or(0, |at| at + 1)).copied();
        draft.form(next);
    }
}

/// The buttons of the order bar under the keys.
fn giving(board: &mut Board, decision: &Decision) {
    if board.pressed(Stroke::NextTarget) {
        next_target(board);
        return;
    }
    let buttons = board.hand.buttons();
    let pressed = buttons
        .iter()
        .find(|button| button.key.is_some_and(|key| board.pressed(key)))
        .cloned();
    let form = (board.pressed(Stroke::Form) && !matches!(board.hand.draft, Draft::Move(_)))
        .then(|| next_form(&board.hand))
        .flatten();
    if let Some(button) = pressed {
        match &button.does {
            Ok(does) => {
                if let Some(order) = board.hand.press(does) {
                    let units = board.hand.units.clone();
                    let answers = give::answers(decision, &units, &board.hand, order);
                    board.hand.wish(Wish::Say(answers));
                }
            }
            Err(refusal) => board.hand.refuse(refusal),
        }
    } else if let Some(order) = form {
        board.hand.plan_for(order.deed());
        board.hand.draft = Draft::Order(order);
    }
}

/// The next formation that can be taken up on the spot, to be confirmed.
fn next_form(hand: &Hand) -> Option<crate::battle::Order> {
    let forms: Vec<_> = hand
        .buttons()
        .iter()
        .filter(|button| button.name.starts_with("order form "))
        .filter_map(|button| match &button.does {
            Ok(hand::Does::Order(order)) => Some(order),
            _ => None,
        })
        .collect();
    let at = match &hand.draft {
        Draft::Order(order) => forms.iter().position(|form| *form == order),
        _ => None,
    };
    let next = at.map_or(0, |at| at + 1);
    forms
        .get(next)
        .or_else(|| forms.first())
        .map(|order| (*order).clone())
}

/// Aims at the next enemy that could be fired on or charged.
fn next_target(board: &mut Board) {
    use crate::battle::Order;
    let Some(offer) = &board.hand.offer else {
        return;
    };
    let mut targets: Vec<UnitId> = Vec::new();
    for order in offer.orders().0 {
        let target = match order {
            Order::Fire { target, .. } | Order::Prolonge { target } => Some(*target),
            Order::Charge { lead, assaults, .. } => assaults
                .iter()
                .find(|assault| assault.unit == *lead)
                .map(|assault| assault.target),
            _ => None,
        };
        if let Some(target) = target.filter(|target| !targets.contains(target)) {
            targets.push(target);
        }
    }
    let at = board
        .hand
        .target
        .and_then(|target| targets.iter().position(|other| *other == target));
    let next = at.map_or(0, |at| (at + 1) % targets.len().max(1));
    if let Some(&target) = targets.get(next) {
        board.hand.draft = Draft::Nothing;
        board.hand.target = Some(target);
        board.desk.pointed = Some(target);
    }
}

/// On to the next decision of one's own.
fn hurry(mut hand: ResMut<Hand>, sitting: Option<Res<Sitting>>, mut playback: ResMut<Playback>) {
    if !hand.skip {
        return;
    }
    if sitting.is_none() || playback.complete {
        hand.skip = false;
    }
    if !playback.at_end() {
        let end = playback.chronicle().end();
        playback.seek(end);
        playback.playing = true;
    }
}

/// Keys at the table.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (press, hurry)
            .chain()
            .before(crate::table::Advance)
            .run_if(laid)
            .run_if(super::curtain::is_open),
    );
}
