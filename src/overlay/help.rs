//! The list of keys, and the size of text.

use bevy_egui::egui::{self, RichText};

use super::Desk;
use super::keys::{Keys, Stroke, Where};
use super::marks::{self, Marks};
use super::options::TEXTS;
use crate::rules::Named;

const MOUSE: [(&str, &str); 9] = [
    ("Click a unit", "take it into the hand"),
    ("Double click, or drag a box", "its group; several units"),
    ("Click the ground, or drag the unit", "a ghost of its move"),
    ("Click an enemy", "aim at him: odds both ways"),
    (
        "Shift + click",
        "one more or less of a group; where a ghost looks",
    ),
    ("Ctrl + click", "anybody's card"),
    ("Right mouse, drag", "turn about the table"),
    ("Middle mouse, or Shift + right", "move over the table"),
    ("Wheel", "nearer and farther"),
];

/// Keys that are always the same.
const FIXED: [(&str, &str); 8] = [
    ("W A S D or arrows", "move over the table"),
    ("Q E, + -", "turn; nearer and farther"),
    ("Home, T", "the whole table; straight down"),
    ("F", "follow the action"),
    ("Tab", "the next unit"),
    ("F11", "full screen"),
    ("F12", "a picture of the window"),
    ("Ctrl + Q", "quit"),
];

/// Draws the list when it is open.
pub fn show(ctx: &egui::Context, desk: &mut Desk, (keys, marks): (&Keys, &mut Marks)) {
    let mut open = desk.help;
    egui::Window::new("Keys and mouse")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::LEFT_TOP, egui::vec2(12.0, 64.0))
        .show(ctx, |ui| {
            let most = (ctx.viewport_rect().height() - 360.0).max(140.0);
            egui::ScrollArea::vertical()
                .max_height(most)
                .min_scrolled_height(most)
                .show(ui, |ui| {
                    egui::Grid::new("keys")
                        .num_columns(2)
                        .spacing(egui::vec2(16.0, 3.0))
                        .striped(true)
                        .show(ui, |ui| {
                            for (key, what) in MOUSE.into_iter().chain(FIXED) {
                                ui.label(RichText::new(key).strong());
                                ui.label(what);
                                ui.end_row();
                            }
                            for &stroke in Stroke::ALL {
                                ui.label(RichText::new(keys.label(stroke)).strong());
                                let place = stroke.place();
                                let what = match place {
                                    Where::Always => stroke.name().to_owned(),
                                    _ => format!("{} ({})", stroke.name(), place.name()),
                                };
                                ui.label(what);
                                ui.end_row();
                            }
                        });
                });
            ui.separator();
            ui.horizontal_wrapped(|ui| {
                ui.label("On the ground:");
                marks::toggles(ui, marks);
            });
            ui.horizontal(|ui| {
                ui.label("Text size");
                for size in TEXTS {
                    ui.selectable_value(&mut desk.text, size, format!("{size:?}"));
                }
            });
            ui.checkbox(&mut desk.plates, "Names over the units");
        });
    desk.help = open;
}
