//! The list of keys, and the size of text.

use bevy_egui::egui::{self, RichText};

use super::Desk;
use super::keys::Keys;

const KEYS: [(&str, &str); 21] = [
    ("Right mouse, drag", "turn about the table"),
    ("Middle mouse, or Shift + right", "move over the table"),
    ("Wheel, + and -", "nearer and farther"),
    ("W A S D or arrows", "move over the table"),
    ("Q E", "turn"),
    ("Home", "the whole table"),
    ("T", "straight down"),
    ("F", "follow the action"),
    ("Left click", "select a unit or leader"),
    ("Point with one selected", "sight line and odds"),
    ("V", "through the selected unit's eyes"),
    ("Space", "play, pause"),
    (". and ,", "one fact on, one fact back"),
    ("[ and ]", "slower, faster"),
    ("C L R O K", "card, log, result, roster, rules"),
    ("N", "names over the units"),
    ("H or F1", "this list"),
    ("Esc", "let go; out of somebody's eyes"),
    ("F11", "full screen"),
    ("F12", "a picture of the window into the current folder"),
    ("Ctrl + Q", "quit"),
];

/// Draws the list when it is open.
pub fn show(ctx: &egui::Context, desk: &mut Desk, _keys: &Keys) {
    let mut open = desk.help;
    egui::Window::new("Keys and mouse")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::LEFT_TOP, egui::vec2(12.0, 64.0))
        .show(ctx, |ui| {
            egui::Grid::new("keys")
                .num_columns(2)
                .striped(true)
                .show(ui, |ui| {
                    for (key, what) in KEYS {
                        ui.label(RichText::new(key).strong());
                        ui.label(what);
                        ui.end_row();
                    }
                });
            ui.separator();
            ui.horizontal(|ui| {
                ui.label("Text size");
                for (name, size) in [
                    ("small", 0.85),
                    ("usual", 1.0),
                    ("large", 1.25),
                    ("largest", 1.6),
                ] {
                    ui.selectable_value(&mut desk.text, size, name);
                }
            });
            ui.checkbox(&mut desk.plates, "Names over the units");
        });
    desk.help = open;
}
