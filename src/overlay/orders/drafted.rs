//! What is about to be ordered: confirmed or dropped.

use bevy_egui::egui;

use super::Bench;
use crate::army::Deed;
use crate::battle::{Answer, Decision};
use crate::overlay::hand::{Draft, Why, Wish, give};
use crate::overlay::keys::Stroke;
use crate::rule;

/// What is about to be ordered is confirmed or dropped.
pub(super) fn show(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    if matches!(bench.hand.draft, Draft::Nothing) {
        return;
    }
    ui.separator();
    let answers = give::confirmed(bench.hand, decision);
    let allowed = match (&answers, &bench.hand.draft) {
        (Some(_), _) => Ok(()),
        (None, Draft::Move(draft)) => match &draft.planned {
            Some(Err(refusal)) if !draft.thinking() => Err(refusal.into()),
            _ => Err(Why::by(
                "the way is being found",
                rule!("move.by_formation_terrain"),
            )),
        },
        (None, Draft::Post(post)) => Err(post.refusal.as_ref().map_or_else(
            || Why::by("nobody can stand there", rule!("move.na")),
            Why::from,
        )),
        (None, Draft::Ride(ride)) => Err(ride.refusal.as_ref().map_or_else(
            || Why::by("he cannot ride there", rule!("leader.move")),
            Why::from,
        )),
        _ => Err(Why::by("it cannot be done", rule!("turn.action_list"))),
    };
    let label = match &bench.hand.draft {
        Draft::Move(_) => "March",
        Draft::Order(order) => match order.deed() {
            Deed::Fire => "Fire!",
            Deed::Charge => "Charge!",
            _ => "Do it",
        },
        Draft::Ride(_) => "Ride",
        Draft::Post(_) => "Put it there",
        Draft::EndTurn(_) => "End the turn all the same",
        Draft::Solemn(answer) => solemn(answer).0,
        _ => "Yes",
    };
    let yes = bench.button(
        ui,
        ("confirm", label),
        Some(Stroke::Confirm),
        "It is ordered",
        allowed,
    );
    if let (true, Some(answers)) = (yes, answers) {
        bench.hand.wish(Wish::Say(answers));
    }
    let no = bench.button(
        ui,
        ("cancel", "Cancel"),
        Some(Stroke::Cancel),
        "Nothing is ordered",
        Ok(()),
    );
    if no {
        bench.hand.let_go();
        bench.desk.pointed = None;
    }
}

/// What is written on the button that says something for good, and what is asked before.
pub(super) fn solemn(answer: &Answer) -> (&'static str, &'static str) {
    match answer {
        Answer::Concede => (
            "Concede",
            "Concede the battle? The other side wins, and that cannot be taken back.",
        ),
        Answer::OfferDraw => (
            "Offer a draw",
            "Offer a draw? If the other side agrees, the battle ends undecided.",
        ),
        _ => ("Yes", "Is that your last word?"),
    }
}
