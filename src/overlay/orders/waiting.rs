//! The bar while others act, or while somebody looks back.

use bevy_egui::egui::{self, RichText};

use super::{Bench, high};
use crate::overlay::keys::Stroke;
use crate::overlay::{style, wording};
use crate::rules::Side;
use crate::table::Playback;

/// A bar for the time when others act: who, and how to hurry them; or for a look back.
pub fn meanwhile(screen: &mut egui::Ui, bench: &mut Bench) {
    egui::Panel::bottom("meanwhile bar")
        .resizable(false)
        .min_size(high(screen.ctx()))
        .frame(style::paper())
        .show(screen, |ui| {
            ui.horizontal(|ui| {
                let clock = bench.playback.view().clock();
                let side: Side = clock.active;
                let back = is_past(bench.playback);
                let who = match bench.sitting.asked() {
                    _ if back => format!("You look back at turn {}", clock.turn),
                    Some(asked) if bench.playback.at_end() => {
                        let part = bench.sitting.thought_through();
                        let part = part.filter(|part| *part > 0.0);
                        let part = part.map(|part| format!(" {:.0} %", part * 100.0));
                        format!(
                            "{} ({}) thinks…{}",
                            wording::side(asked.decision.side()),
                            asked.seat,
                            part.unwrap_or_default()
                        )
                    }
                    _ if !bench.playback.playing => {
                        format!("Halted in the {} player turn", wording::side(side))
                    }
                    _ => format!("The {} player turn is shown", wording::side(side)),
                };
                bench.trace.note("meanwhile bar", who.as_str());
                ui.label(RichText::new(who).color(style::side(side)).strong());
                let (label, hint) = if back {
                    ("Back to now", "To what is on the table now")
                } else {
                    (
                        "Skip to my next decision",
                        "What happens meanwhile is in the log",
                    )
                };
                if bench.button(ui, ("skip", label), Some(Stroke::Skip), hint, Ok(())) {
                    bench.hand.skip = true;
                }
            });
        });
}

/// Whether somebody looks at what is past, and not at what goes on.
pub fn is_past(playback: &Playback) -> bool {
    let halted = playback.complete || !playback.playing;
    !playback.at_end() && halted && playback.looks_back()
}
