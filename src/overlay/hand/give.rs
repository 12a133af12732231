//! The word of command: what the player decided goes to the session as ordinary answers.

use bevy::prelude::*;

use super::{Draft, Hand, Until, Why, Wish};
use crate::army::UnitId;
use crate::battle::{Answer, Decision, Order};
use crate::overlay::lesson::Tutor;
use crate::rule;
use crate::rules::Side;
use crate::session::UndoBar;
use crate::table::{Playback, Sitting};

/// Why nothing can be taken back, in words.
pub fn undo_bar(can: Result<Side, UndoBar>, own: Option<Side>) -> Option<Why> {
    let why = match can {
        Ok(side) if own.is_none_or(|own| own == side) => return None,
        Ok(_) => Why::by(
            "the other side has answered since",
            rule!("turn.two_halves"),
        ),
        Err(UndoBar::Nothing) => Why::by("nothing has been done yet", rule!("turn.action_list")),
        Err(UndoBar::Done) => Why::by(
            "dice have been rolled, or the other side has answered since",
            rule!("turn.results_immediate"),
        ),
    };
    Some(why)
}

/// The answers that carry an order out: whoever is not active yet is activated first.
pub fn answers(decision: &Decision, units: &[UnitId], hand: &Hand, order: Order) -> Vec<Answer> {
    let mut all = Vec::new();
    if matches!(decision, Decision::Activate { .. }) {
        all.push(match units {
            [one] => Answer::Activate(*one),
            many => Answer::ActivateGroup {
                units: many.to_vec(),
                plan: hand.plan,
            },
        });
    }
    all.push(Answer::Order(order));
    all
}

/// What confirming the draft would say; nothing if it cannot be confirmed.
pub fn confirmed(hand: &Hand, decision: &Decision) -> Option<Vec<Answer>> {
    match &hand.draft {
        Draft::Nothing => None,
        Draft::Move(draft) => {
            let order = draft.order()?.clone();
            Some(answers(decision, &hand.units, hand, order))
        }
        Draft::Order(order) => Some(answers(decision, &hand.units, hand, order.clone())),
        Draft::Ride(ride) => ride.answer().map(|answer| vec![answer]),
        Draft::Post(post) => post.answer().map(|answer| vec![answer]),
        Draft::Turn(turn) => turn.answer().map(|answer| vec![answer]),
        Draft::EndTurn(_) => Some(vec![Answer::EndTurn]),
        Draft::Solemn(answer) => Some(vec![answer.clone()]),
    }
}

/// Hands all wishes to the session. A refused answer changes nothing, and those given with it are
/// taken back.
pub fn carry_out(
    mut hand: ResMut<Hand>,
    sitting: Option<ResMut<Sitting>>,
    mut playback: ResMut<Playback>,
    mut saving: MessageWriter<SaveWanted>,
    mut tutor: Option<ResMut<Tutor>>,
) {
    if hand.wishes.is_empty() {
        return;
    }
    let Some(mut sitting) = sitting else {
        hand.wishes.clear();
        return;
    };
    for wish in std::mem::take(&mut hand.wishes) {
        // In a lesson the guide hears everything first.
        if let Some(tutor) = &mut tutor {
            if let Some(refusal) = tutor.hear(wish, &mut sitting, &mut playback) {
                hand.refuse(&refusal);
            }
            hand.draft = Draft::Nothing;
            go_on(&mut playback);
            continue;
        }
        match wish {
            Wish::Say(answers) => {
                let mut given = 0;
                for answer in answers {
                    match sitting.answer(answer) {
                        Ok(()) => given += 1,
                        Err(refusal) => {
                            hand.refuse(&refusal);
                            for _ in 0..given {
                                let _ = sitting.undo(&mut playback);
                            }
                            break;
                        }
                    }
                }
                go_on(&mut playback);
            }
            Wish::Undo => {
                if let Err(bar) = sitting.undo(&mut playback) {
                    hand.refusal = undo_bar(Err(bar), None);
                }
                go_on(&mut playback);
            }
            Wish::Hold(until) => {
                if let Err(refusal) = sitting.hold(until == Until::Turn) {
                    hand.refuse(&refusal);
                }
                go_on(&mut playback);
            }
            Wish::Save => {
                saving.write(SaveWanted);
            }
        }
    }
}

/// The table shows what comes of it.
fn go_on(playback: &mut Playback) {
    playback.playing = true;
    playback.one_step = false;
}

/// The player wants the battle in a file.
#[derive(Message)]
pub struct SaveWanted;
