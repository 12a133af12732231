//! The plan of a group.

use bevy_egui::egui::{self, RichText};

use super::Bench;
use crate::army::Deed;
use crate::overlay::hand::{self, Draft};
use crate::overlay::style;
use crate::rules::Named;

/// A group declares both actions.
pub(super) fn plans(ui: &mut egui::Ui, bench: &mut Bench) {
    for number in 0..2 {
        ui.horizontal_wrapped(|ui| {
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
            if number == 0 {
                out_of_group(ui, bench);
            }
        });
    }
}

/// Who cannot be of the group, and why.
fn out_of_group(ui: &mut egui::Ui, bench: &Bench) {
    let Some(Err(refusal)) = bench.hand.offer.as_ref().map(|offer| &offer.given) else {
        return;
    };
    ui.label(RichText::new(hand::told(refusal)).color(style::RED));
}
