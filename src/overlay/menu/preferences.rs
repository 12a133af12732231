//! The page of options.

use bevy::prelude::{ButtonInput, KeyCode};
use bevy_egui::egui::{self, RichText};

use super::{Wish, ornament};
use crate::overlay::keys::{Stroke, Where, label};
use crate::overlay::options::{CurtainWhen, Options, Prompts, TEXTS, THINKS};
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::rules::Named;
use crate::table::Quality;
use crate::table::playback::SPEEDS;

/// What is going on there.
#[derive(Default)]
pub struct Preferences {
    /// The next key pressed is for this.
    waits: Option<Stroke>,
    /// Why the last key was not taken.
    refused: Option<String>,
}

impl Preferences {
    /// The next key is meant for the table of keys.
    pub fn waits(&self) -> bool {
        self.waits.is_some()
    }

    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        options: &mut Options,
        (quality, keys): (Quality, &ButtonInput<KeyCode>),
        trace: &mut Trace,
    ) -> Option<Wish> {
        let mut now = options.clone();
        self.listen(&mut now, keys);
        let (wish, _) = ornament::bottom(screen, trace, None, None);
        if wish.is_some() {
            self.waits = None;
            self.refused = None;
        }
        if ornament::is_narrow(screen) {
            egui::CentralPanel::default()
                .frame(style::paper().inner_margin(12))
                .show(screen, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            settings(ui, &mut now, quality, trace);
                            self.keys(ui, &mut now, trace);
                        });
                });
        } else {
            egui::Panel::left("settings")
                .resizable(false)
                .show_separator_line(false)
                .exact_size(ornament::column(screen))
                .frame(style::paper().inner_margin(18))
                .show(screen, |ui| {
                    ornament::heading(ui, "Options");
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| settings(ui, &mut now, quality, trace));
                });
            egui::CentralPanel::default()
                .frame(style::dark().inner_margin(18))
                .show(screen, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| self.keys(ui, &mut now, trace));
                });
        }
        // Only a change is kept.
        if now != *options {
            *options = now;
        }
        wish
    }

    /// Takes the key that is waited for.
    fn listen(&mut self, options: &mut Options, keys: &ButtonInput<KeyCode>) {
        let Some(stroke) = self.waits else {
            return;
        };
        let Some(&key) = keys.get_just_pressed().next() else {
            return;
        };
        self.waits = None;
        self.refused = None;
        if key != KeyCode::Escape || stroke == Stroke::Cancel {
            self.refused = options.keys.choose(stroke, key).err();
        }
    }

    /// The table of keys.
    fn keys(&mut self, ui: &mut egui::Ui, options: &mut Options, trace: &mut Trace) {
        ui.horizontal(|ui| {
            ui.label(style::heading(ui, "Keys"));
            let usual = options.keys.chosen().is_empty();
            let why_not = usual.then_some("all keys are the usual ones");
            let reset = (RichText::new("All as usual"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "reset keys", reset, why_not).clicked() {
                options.keys.reset();
                self.refused = None;
            }
        });
        match (&self.refused, self.waits) {
            (_, Some(stroke)) => {
                let text = format!("Press the new key for: {} (Esc: leave it)", stroke.name());
                ui.label(RichText::new(text).strong());
            }
            (Some(refused), None) => ornament::fault(ui, Some(refused)),
            (None, None) => {
                let text = "Click one and press its new key.";
                ui.label(RichText::new(text).color(style::FAINT));
            }
        }
        let columns = ((ui.available_width() / 300.0) as usize).clamp(1, 2);
        for &place in Where::ALL {
            style::section(ui, &style::capital(place.name()));
            let of: Vec<Stroke> = Stroke::ALL
                .iter()
                .copied()
                .filter(|stroke| stroke.place() == place)
                .collect();
            egui::Grid::new(place.name())
                .num_columns(columns)
                .spacing(egui::vec2(14.0, 3.0))
                .show(ui, |ui| {
                    for (number, stroke) in of.into_iter().enumerate() {
                        self.key(ui, options, stroke, trace);
                        if number % columns == columns - 1 {
                            ui.end_row();
                        }
                    }
                });
        }
    }

    fn key(&mut self, ui: &mut egui::Ui, options: &Options, stroke: Stroke, trace: &mut Trace) {
        ui.horizontal(|ui| {
            let waits = self.waits == Some(stroke);
            let text = if waits {
                "…".to_owned()
            } else {
                label(options.keys.key(stroke))
            };
            let own = options.keys.chosen().contains_key(&stroke);
            let text = RichText::new(text).monospace();
            let text = if own {
                text.color(style::side(crate::rules::Side::Union))
            } else {
                text
            };
            let chosen = ui.visuals().selection.bg_fill;
            let button = egui::Button::selectable(waits, text)
                .frame_when_inactive(true)
                .fill(if waits { chosen } else { style::PAPER })
                .min_size(egui::vec2(76.0, 18.0));
            let button = ui.add(button);
            trace.mark(&format!("key {}", stroke.name()), &button);
            if button.clicked() {
                self.waits = Some(stroke);
                self.refused = None;
                // Else the key that is pressed next would press this button.
                button.surrender_focus();
            }
            ui.label(style::capital(stroke.name()));
        });
    }
}

/// Everything but the keys.
fn settings(ui: &mut egui::Ui, options: &mut Options, quality: Quality, trace: &mut Trace) {
    style::section(ui, "Picture quality");
    ui.horizontal_wrapped(|ui| {
        for &level in Quality::ALL {
            let chosen = (level.name(), quality == level);
            if ornament::choice(ui, trace, &format!("quality {level}"), chosen, None).clicked() {
                options.quality = Some(level);
            }
        }
    });
    style::section(ui, "Text size");
    ui.horizontal_wrapped(|ui| {
        for size in TEXTS {
            let chosen = (format!("{size:?}"), (options.text - size).abs() < 1e-3);
            if ornament::choice(ui, trace, &format!("text {size:?}"), chosen, None).clicked() {
                options.text = size;
            }
        }
    });
    style::section(ui, "Speed at which battles are shown at first");
    ui.horizontal_wrapped(|ui| {
        for speed in SPEEDS {
            let chosen = (format!("{speed}×"), options.speed == speed);
            if ornament::choice(ui, trace, &format!("speed {speed}"), chosen, None).clicked() {
                options.speed = speed;
            }
        }
    });
    style::section(ui, "On the table");
    let ticks: [(&str, &str, &mut bool); 4] = [
        (
            "safe colours",
            "Colours that need no red told from green",
            &mut options.safe_colours,
        ),
        ("hints", "Hints where they are needed", &mut options.hints),
        ("names", "Names over the units", &mut options.names),
        (
            "explains",
            "The computer says why, during the battle too",
            &mut options.explains,
        ),
    ];
    for (name, label, on) in ticks {
        ornament::tick(ui, trace, name, label, on);
    }
    let unread = options.hints_read.is_empty();
    let why_not = unread.then_some("none has been read yet");
    let label = (RichText::new("Show the hints again"), egui::Vec2::ZERO);
    if ornament::button(ui, trace, "hints again", label, why_not).clicked() {
        options.hints_read.clear();
        options.hints = true;
    }
    style::section(
        ui,
        "Seconds that computer:expert may think about an activation",
    );
    ui.horizontal_wrapped(|ui| {
        for seconds in THINKS {
            let chosen = (format!("{seconds}"), (options.think - seconds).abs() < 1e-3);
            if ornament::choice(ui, trace, &format!("think {seconds}"), chosen, None).clicked() {
                options.think = seconds;
            }
        }
    });
    style::section(ui, "A curtain between two players at one screen");
    ui.horizontal_wrapped(|ui| {
        for (&when, name) in CurtainWhen::ALL.iter().zip(["hidden", "always", "never"]) {
            let chosen = (when.name(), options.curtain == when);
            if ornament::choice(ui, trace, &format!("curtain {name}"), chosen, None).clicked() {
                options.curtain = when;
            }
        }
    });
    style::section(ui, "In the enemy's turn my units ask me at first");
    ui.horizontal_wrapped(|ui| {
        for (name, prompts, meaning) in Prompts::PRESETS {
            let chosen = (name, options.prompts == prompts);
            let choice = ornament::choice(ui, trace, &format!("prompts {name}"), chosen, None);
            if choice.on_hover_text(meaning).clicked() {
                options.prompts = prompts;
            }
        }
    });
    let preset = Prompts::PRESETS
        .iter()
        .find(|(_, prompts, _)| *prompts == options.prompts);
    let meaning = preset.map_or("As your options file says.", |(_, _, meaning)| meaning);
    ui.label(RichText::new(meaning).color(style::FAINT));
    let about = "Each unit's card has instructions of its own.";
    ui.label(RichText::new(about).color(style::FAINT));
    if let Some(folder) = crate::files::configuration() {
        ui.add_space(6.0);
        let kept = format!("Kept in {}", folder.display());
        ui.add(egui::Label::new(RichText::new(kept).color(style::FAINT).size(11.5)).wrap());
    }
}
