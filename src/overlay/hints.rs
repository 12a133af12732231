//! Hints for a first battle: one at a time, where it is needed, until it was read.

use std::collections::BTreeSet;

use bevy_egui::egui::{self, RichText};

use super::hand::{Draft, Hand};
use super::style;
use super::trace::Trace;
use crate::battle::Decision;
use crate::table::sitting::Asked;

/// How high a hint may become.
const HIGH: f32 = 74.0;

/// What is worth saying now.
fn hint(asked: Option<&Asked>, hand: &Hand, watches: bool) -> Option<(&'static str, &'static str)> {
    let Some(asked) = asked else {
        return watches.then_some((
            "watching",
            "The other side is on the move. Skip to your next decision with Enter, go faster and \
             slower with ] and [; whatever happens stays in the log.",
        ));
    };
    Some(match (&asked.decision, &hand.draft) {
        (Decision::SetUp { .. }, Draft::Post(_)) => (
            "post",
            "Drag the ghost, or turn it by its gold ring. Red means it may not stand there; the \
             button says why.",
        ),
        (Decision::SetUp { .. }, _) => (
            "set-up",
            "Before the battle your units may be placed inside the gold outline: click one, then \
             the ground. Ready begins as everybody stands.",
        ),
        (Decision::Leader { .. }, _) => (
            "leader",
            "Leaders ride first. Drag him to a place or onto one of his units, or let him stay. \
             Gold is how far his command reaches, blue how far his eyes react for others.",
        ),
        (_, Draft::Move(_)) => (
            "ghost",
            "The ghost shows where the unit ends and what of its action that takes. Along the way \
             each inch says how many enemies could fire there, and the best chance of a hit. The \
             gold ring turns it.",
        ),
        (Decision::Activate { .. }, _) if hand.units.len() > 1 => (
            "group",
            "A group declares both its actions before it acts, and moves as one body.",
        ),
        (Decision::Activate { .. } | Decision::Act { .. }, _) if hand.target.is_some() => (
            "aim",
            "The card shows your fire and his answer side by side. Fire or Charge, then confirm.",
        ),
        (Decision::Activate { .. }, _) if hand.units.is_empty() => (
            "activate",
            "Click a unit, then the ground to move or an enemy to fire on and charge. Each unit \
             has two actions. Double-click takes its whole group; Tab goes to the next.",
        ),
        (Decision::React { .. }, _) => (
            "react",
            "Your turn to react: each unit may once in an enemy turn. Hold waits for something \
             better. What units ask about, and fire at by themselves, is on their card.",
        ),
        (Decision::Act { .. }, Draft::Nothing) => (
            "act",
            "It is active now and has actions left: another order, or Hold to be done with it. \
             Undo goes back until dice are rolled.",
        ),
        _ => return None,
    })
}

/// Shows what is worth saying now, at the edge of the table where it hides fewer troops, unless it was
/// read before.
/// Answers with the name of the hint that has been read just now.
pub fn show(
    ctx: &egui::Context,
    rest: egui::Rect,
    (asked, hand, watches): (Option<&Asked>, &Hand, bool),
    (before, troops): (&BTreeSet<String>, &[egui::Pos2]),
    trace: &mut Trace,
) -> Option<&'static str> {
    let (name, text) = hint(asked, hand, watches).filter(|(name, _)| !before.contains(*name))?;
    // On a small screen the table itself matters more.
    let wide = (rest.width() - 40.0).min(430.0);
    // What is drawn lies under the upper edge or over the lower one: it needs more room beside a hint.
    let needs = match hand.draft {
        Draft::Nothing => 260.0,
        _ => 400.0,
    };
    if wide < 300.0 || rest.height() < needs {
        return None;
    }
    let mut read = None;
    // Beside the slip of turn and losses if there is room, else below it.
    let down = if rest.width() > wide + 620.0 {
        8.0
    } else {
        46.0
    };
    // A notice hangs in the same place, and what it says is said only once.
    let notices = ctx.memory(|memory| memory.area_rect("notices"));
    let notices = notices.filter(|notices| notices.height() > 12.0);
    let below = notices.map_or(0.0, |notices| notices.bottom() - rest.top() + 4.0);
    let down = f32::max(down, below);
    let top = egui::Rect::from_center_size(
        rest.center_top() + egui::vec2(0.0, down + HIGH / 2.0),
        egui::vec2(wide + 20.0, HIGH),
    );
    let bottom = egui::Rect::from_center_size(
        rest.center_bottom() - egui::vec2(0.0, 8.0 + HIGH / 2.0),
        top.size(),
    );
    // Where it covers fewer of those whom it is about; at the bottom lies the slip of a draft.
    let covers = |rect: egui::Rect| troops.iter().filter(|at| rect.contains(**at)).count();
    let place = egui::Id::new(("hint at the bottom", name));
    let known = ctx.data(|data| data.get_temp::<bool>(place));
    let low = known.unwrap_or_else(|| covers(bottom) < covers(top));
    let low = low && matches!(hand.draft, Draft::Nothing);
    ctx.data_mut(|data| data.insert_temp(place, low));
    let (pivot, at) = if low {
        (egui::Align2::CENTER_BOTTOM, bottom.center_bottom())
    } else {
        (egui::Align2::CENTER_TOP, top.center_top())
    };
    egui::Area::new("hint".into())
        .order(egui::Order::Middle)
        .pivot(pivot)
        .fixed_pos(at)
        .constrain_to(rest)
        .fade_in(false)
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                ui.set_max_width(wide);
                ui.horizontal_top(|ui| {
                    let close = ui.small_button("Got it");
                    trace.mark("hint read", &close);
                    if close.clicked() {
                        read = Some(name);
                    }
                    ui.add(egui::Label::new(RichText::new(text).size(12.5)).wrap());
                });
            });
        });
    read
}
