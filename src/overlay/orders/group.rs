//! The plan of a group, and who is not of it.

use bevy_egui::egui::{self, RichText};

use super::Bench;
use crate::army::{Deed, UnitId};
use crate::overlay::hand::{self, Draft, LeftOut};
use crate::overlay::style;
use crate::print::words;
use crate::rules::Named;

/// A group declares both actions.
pub(super) fn plans(ui: &mut egui::Ui, bench: &mut Bench) {
    ui.horizontal_wrapped(|ui| {
        for number in 0..2 {
            plan(ui, bench, number);
            if number == 0 {
                ui.separator();
            }
        }
    });
    left_out(ui, bench);
}

fn plan(ui: &mut egui::Ui, bench: &mut Bench, number: usize) {
    let word = if number == 0 { "First" } else { "then" };
    ui.label(RichText::new(word).strong());
    for &deed in Deed::ALL {
        let chosen = bench.hand.plan[number] == deed;
        let button = ui
            .selectable_label(chosen, style::capital(deed.name()))
            .on_hover_text("A group declares both its actions before it acts");
        bench
            .trace
            .mark(&format!("plan {} {}", number + 1, deed.name()), &button);
        if button.clicked() {
            bench.hand.plan[number] = deed;
            bench.hand.plan_chosen |= number == 0;
            bench.hand.draft = Draft::Nothing;
        }
    }
}

/// Who of the brigade is not of the group, and why; who falls out of it; and what else keeps it from
/// being declared.
fn left_out(ui: &mut egui::Ui, bench: &mut Bench) {
    let Some(offer) = &bench.hand.offer else {
        return;
    };
    let (fall_out, stay): (Vec<LeftOut>, Vec<LeftOut>) =
        offer.left_out.iter().partition(|one| one.held);
    let refusal = match &offer.given {
        Err(refusal) if fall_out.is_empty() => Some(hand::told(refusal)),
        _ => None,
    };
    let army = bench.playback.view();
    let out_of_command: Vec<&str> = bench
        .hand
        .units
        .iter()
        .filter(|&&unit| !army.record(unit).in_command)
        .map(|&unit| words::short(army, unit))
        .collect();
    let falling =
        (!fall_out.is_empty()).then(|| format!("Falls out: {}", hand::reasons(army, &fall_out)));
    let staying =
        (!stay.is_empty()).then(|| format!("Not of the group: {}", hand::reasons(army, &stay)));
    let slow = (!out_of_command.is_empty()).then(|| {
        let names = out_of_command.join(", ");
        format!("Out of command, so that a move takes both actions of all: {names}")
    });
    let whole: Vec<&str> = [&falling, &staying, &slow]
        .into_iter()
        .filter_map(|text| text.as_deref())
        .collect();
    bench.trace.note("left out", whole.join("\n"));
    let mut mended = false;
    ui.horizontal_wrapped(|ui| {
        if let Some(text) = falling.or(refusal) {
            ui.label(RichText::new(text).color(style::RED).size(12.0));
        }
        if !fall_out.is_empty() {
            let button = ui.small_button("Without them");
            bench.trace.mark("group without", &button);
            mended = button.clicked();
        }
        for text in [staying, slow].into_iter().flatten() {
            ui.label(RichText::new(text).color(style::FAINT).size(12.0));
        }
    });
    if mended {
        let out: Vec<UnitId> = fall_out.iter().map(|one| one.unit).collect();
        let mut units = bench.hand.units.clone();
        units.retain(|unit| !out.contains(unit));
        bench.hand.hold(bench.desk, units);
    }
}
