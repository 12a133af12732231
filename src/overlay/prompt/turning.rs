//! Turning as a reaction: who, and which way, by name, by the ring on the ground or by keys.

use bevy_egui::egui::{self, RichText};

use crate::army::UnitId;
use crate::battle::Decision;
use crate::overlay::hand::{self, Draft, TurnDraft, Why, Wish, give};
use crate::overlay::keys::Stroke;
use crate::overlay::orders::{self, Bench};
use crate::overlay::style;
use crate::print::words;
use crate::rule;
use crate::table::ranks::Hit;

/// The button that begins it, where somebody could.
pub(super) fn button(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    if hand::turners(decision).is_empty() {
        return;
    }
    let hint = "Turns a unit on the spot to any side: at an enemy, at a place, by its gold ring";
    let key = Some(Stroke::TurnTo);
    if bench.button(ui, ("prompt turn", "Turn…"), key, hint, Ok(())) {
        begin(bench, decision);
    }
}

fn begin(bench: &mut Bench, decision: &Decision) {
    let held = match bench.desk.selected {
        Some(Hit::Unit(unit)) => Some(unit),
        _ => None,
    };
    let now = bench.standing.of(bench.playback);
    bench.hand.begin_turn(now, decision, held);
}

/// The slip while somebody turns.
pub(super) fn show(screen: &egui::Ui, bench: &mut Bench, decision: &Decision) {
    if !matches!(bench.hand.draft, Draft::Turn(_)) {
        return;
    }
    orders::slip(screen, |ui| {
        ui.horizontal_wrapped(|ui| who(ui, bench, decision));
        ui.horizontal_wrapped(|ui| way(ui, bench, decision));
        ui.horizontal_wrapped(|ui| word(ui, bench, decision));
    });
}

/// Who turns, and whom that brings before its front.
fn who(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    let now = bench.standing.of(bench.playback);
    let army = now.army();
    let Draft::Turn(draft) = &mut bench.hand.draft else {
        return;
    };
    let all = hand::turners(decision);
    let mut other = None;
    if let [one] = all[..] {
        ui.label(RichText::new(army.name(one)).strong());
    } else {
        for unit in all {
            let chosen = unit == draft.unit;
            let button = ui
                .selectable_label(chosen, words::short(army, unit))
                .on_hover_text("This one turns; it can be clicked on the table, too");
            let name = format!("turn unit {}", army.name(unit));
            bench.trace.mark(&name, &button);
            if button.clicked() && !chosen {
                other = Some(unit);
            }
        }
    }
    let degrees = army.placement(draft.unit).facing.off(draft.place.facing);
    let side = if degrees < 0.0 { "left" } else { "right" };
    let far = match degrees.abs() {
        off if off < 1.0 => "as it stands".to_owned(),
        off => format!("{off:.0}° to the {side}"),
    };
    ui.label(far);
    let (text, ink) = match &draft.refusal {
        Some(refusal) => (hand::told(refusal), style::RED),
        None => (before_it(army, &draft.bears), style::FAINT),
    };
    ui.label(RichText::new(text).color(ink));
    if let Some(unit) = other {
        *draft = TurnDraft::begin(now, decision, unit);
    }
}

fn before_it(army: &crate::army::Army, bears: &[UnitId]) -> String {
    if bears.is_empty() {
        return "nobody near would be before its front".to_owned();
    }
    let names: Vec<_> = bears
        .iter()
        .map(|&enemy| words::short(army, enemy))
        .collect();
    format!("before its front: {}", names.join(", "))
}

/// Which way: at somebody, or a little on.
fn way(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    let now = bench.standing.of(bench.playback);
    let army = now.army();
    let Draft::Turn(draft) = &mut bench.hand.draft else {
        return;
    };
    ui.label("To face");
    for enemy in hand::worth_facing(now, decision, draft.unit) {
        let button = ui.button(words::short(army, enemy));
        let name = format!("turn to {}", army.name(enemy));
        bench.trace.mark(&name, &button);
        if button.clicked() {
            let at = army.footprint(enemy).centre();
            *draft = TurnDraft::towards(now, decision, draft.unit, at);
        }
    }
    for (name, label, key, degrees) in [
        ("turn left", "⟲", Stroke::TurnLeft, -15.0),
        ("turn right", "⟳", Stroke::TurnRight, 15.0),
    ] {
        let hint = format!(
            "15° on [{}]; or drag the gold ring, or click an enemy or the ground",
            bench.keys.label(key)
        );
        let button = ui.button(label).on_hover_text(hint);
        bench.trace.mark(name, &button);
        if button.clicked() {
            draft.turn(now, decision, degrees);
        }
    }
}

/// Yes or no.
fn word(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    let answers = give::confirmed(bench.hand, decision);
    let allowed = match (&answers, &bench.hand.draft) {
        (Some(_), _) => Ok(()),
        (None, Draft::Turn(draft)) => Err(draft.refusal.as_ref().map_or_else(
            || Why::by("there is no room to turn", rule!("react.no_other_move")),
            Why::from,
        )),
        _ => Err(Why::by("it cannot be done", rule!("react.allowed"))),
    };
    let (yes, hint) = (("confirm", "Turn"), "Its reaction is spent by it");
    if bench.button(ui, yes, Some(Stroke::Confirm), hint, allowed)
        && let Some(answers) = answers
    {
        bench.hand.wish(Wish::Say(answers));
    }
    let (no, hint) = (("cancel", "Cancel"), "Back to the other answers");
    if bench.button(ui, no, Some(Stroke::Cancel), hint, Ok(())) {
        bench.hand.let_go();
    }
}
