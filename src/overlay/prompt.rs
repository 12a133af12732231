//! The prompt bar: a question that is not an order, who asked it by doing what, and every answer with
//! its odds. The table stays in sight.

mod turning;

use bevy_egui::egui::{self, RichText};

use super::choices::{self, Choice};
use super::hand::{Until, Wish};
use super::keys::Stroke;
use super::orders::{self, Bench};
use super::{style, wording};
use crate::army::UnitId;
use crate::battle::{Answer, Decision, Situation, Trigger};
use crate::table::sitting::Asked;

/// The keys of the answers, in order.
pub const KEYS: [Stroke; 9] = [
    Stroke::Answer1,
    Stroke::Answer2,
    Stroke::Answer3,
    Stroke::Answer4,
    Stroke::Answer5,
    Stroke::Answer6,
    Stroke::Answer7,
    Stroke::Answer8,
    Stroke::Answer9,
];

/// Draws the bar.
pub fn show(screen: &mut egui::Ui, bench: &mut Bench, asked: &Asked, choices: &[Choice]) {
    egui::Panel::bottom("prompt")
        .resizable(false)
        .min_size(orders::high(screen.ctx()))
        .frame(style::paper())
        .show(screen, |ui| {
            ui.horizontal(|ui| {
                let side = asked.decision.side();
                ui.label(
                    RichText::new(wording::side(side))
                        .color(style::side(side))
                        .strong(),
                );
                let now = bench.standing.of(bench.playback);
                let text = RichText::new(question(now, &asked.decision)).strong();
                ui.add(egui::Label::new(text).truncate());
                orders::why(ui, bench);
                orders::hinted(ui, bench);
            });
            ui.horizontal_wrapped(|ui| answers(ui, bench, asked, choices));
        });
    turning::show(screen, bench, &asked.decision);
}

fn answers(ui: &mut egui::Ui, bench: &mut Bench, asked: &Asked, choices: &[Choice]) {
    let reacting = matches!(asked.decision, Decision::React { .. });
    let no = if reacting { "Hold" } else { "No" };
    let hold = bench.button(
        ui,
        ("prompt hold", no),
        Some(Stroke::PromptHold),
        "Nobody does anything about it",
        Ok(()),
    );
    if hold {
        bench.hand.wish(Wish::Say(vec![Answer::Decline]));
    }
    for (number, choice) in choices.iter().enumerate().take(KEYS.len()) {
        let name = format!("prompt {}", number + 1);
        let label = format!("{} [{}]", choice.label, bench.keys.label(KEYS[number]));
        let desk = &mut *bench.desk;
        let button = ui
            .button(label)
            .on_hover_ui(|ui| choices::hover(ui, desk, choice));
        bench.trace.mark(&name, &button);
        if button.clicked() {
            bench.hand.wish(Wish::Say(vec![choice.answer.clone()]));
        }
    }
    turning::button(ui, bench, &asked.decision);
    ui.separator();
    if reacting {
        for (name, label, key, until, hint) in [
            (
                "hold move",
                "Hold this move",
                Stroke::HoldMove,
                Until::Move,
                "Nobody is asked again while this unit or group is active, unless he is charged",
            ),
            (
                "hold turn",
                "Hold this turn",
                Stroke::HoldTurn,
                Until::Turn,
                "Nobody is asked again in this player turn, unless he is charged",
            ),
        ] {
            if bench.button(ui, (name, label), Some(key), hint, Ok(())) {
                bench.hand.wish(Wish::Hold(until));
            }
        }
    }
    bench.undo(ui, asked.decision.side());
    bench.hint(ui);
}

fn names(now: &Situation, units: &[UnitId]) -> String {
    let army = now.army();
    match units {
        [] => "nobody".to_owned(),
        [one] => army.name(*one).to_owned(),
        [one, two] => format!("{} and {}", army.name(*one), army.name(*two)),
        [one, rest @ ..] => format!("{} and {} more", army.name(*one), rest.len()),
    }
}

/// Whom those who gave the occasion are charging, if they do.
fn charged_by(now: &Situation, triggers: &[UnitId]) -> Option<UnitId> {
    let mut contacts = now.army().charges().flat_map(|charge| &charge.contacts);
    let contact = contacts.find(|contact| !contact.resolved && triggers.contains(&contact.unit));
    contact.map(|contact| contact.target)
}

/// What is asked, in a sentence.
fn question(now: &Situation, decision: &Decision) -> String {
    let name = |unit: &UnitId| now.army().name(*unit).to_owned();
    match decision {
        Decision::React { triggers, kind, .. } => {
            let who = names(now, triggers);
            let does = |one: &str, many: &str| match triggers.len() {
                0 | 1 => format!("{who} {one}. React?"),
                _ => format!("{who} {many}. React?"),
            };
            // A charge is what matters to whoever may react to it, and whom it is after.
            if let Some(target) = charged_by(now, triggers).filter(|_| kind.is_move()) {
                let target = now.army().name(target);
                return does(&format!("charges {target}"), &format!("charge {target}"));
            }
            match kind {
                Trigger::Inch | Trigger::Part => does("moves", "move"),
                Trigger::Fire => does("has fired", "have fired"),
                Trigger::Near => does("acts close by", "act close by"),
                _ => does("comes on", "come on"),
            }
        }
        Decision::Follow {
            unit,
            enemy,
            inches,
            ..
        } => format!(
            "{} gives way. Does {} follow, up to {inches:.1}\"?",
            name(enemy),
            name(unit)
        ),
        Decision::Join { unit, charger, .. } => format!(
            "{} charges through {}. Does it fall in behind?",
            name(charger),
            name(unit)
        ),
        Decision::StopBehind { unit, friend, .. } => format!(
            "{} is driven in. Does it try to stop behind {}?",
            name(unit),
            name(friend)
        ),
        Decision::Draw { .. } => "The other side offers a draw. Agree?".to_owned(),
        other => style::capital(other.kind()),
    }
}
