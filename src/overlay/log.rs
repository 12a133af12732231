//! The story log: what happened, filtered, each line a jump to its place and moment.

use bevy_egui::egui::{self, RichText};

use super::trace::Trace;
use super::wording::{Matter, matter, sentence};
use super::{Desk, Panel, style};
use crate::army::Fact;
use crate::table::troops::Hit;
use crate::table::{Playback, actor};

/// What of the log is shown.
pub struct LogState {
    words: String,
    shown: [bool; 6],
    all: bool,
}

impl Default for LogState {
    fn default() -> Self {
        Self {
            words: String::new(),
            shown: [true, false, true, true, true, false],
            all: false,
        }
    }
}

const KINDS: [(Matter, &str); 6] = [
    (Matter::Turn, "Turns"),
    (Matter::Move, "Moves"),
    (Matter::Fire, "Fire"),
    (Matter::Morale, "Morale"),
    (Matter::Charge, "Charges"),
    (Matter::Command, "Command"),
];

/// Draws the log.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk, playback: &mut Playback, trace: &mut Trace) {
    ui.label(style::heading(ui, "What happened"));
    ui.horizontal_wrapped(|ui| {
        for ((_, name), on) in KINDS.iter().zip(&mut desk.log.shown) {
            ui.toggle_value(on, *name);
        }
    });
    ui.horizontal(|ui| {
        let hint = "unit or word";
        let wide = (ui.available_width() - 84.0).max(60.0);
        ui.add(
            egui::TextEdit::singleline(&mut desk.log.words)
                .hint_text(hint)
                .desired_width(wide),
        );
        ui.checkbox(&mut desk.log.all, "to come")
            .on_hover_text("Show also what has not been played yet");
    });
    ui.separator();
    let lines = lines(desk, playback);
    let row = ui.text_style_height(&egui::TextStyle::Body);
    let mut jump = None;
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_rows(ui, row, lines.len(), |ui, range| {
            for &fact in &lines[range] {
                let line = line(ui, playback, fact);
                let arithmetic = super::result::has_arithmetic(&playback.chronicle().facts()[fact]);
                if arithmetic && ui.clip_rect().contains_rect(line.rect) {
                    trace.mark("log line", &line);
                }
                if line.clicked() {
                    jump = Some(fact);
                }
            }
        });
    if let Some(fact) = jump {
        go(desk, playback, fact);
    }
}

/// To the place and moment of a fact.
pub fn go(desk: &mut Desk, playback: &mut Playback, number: usize) {
    playback.playing = false;
    playback.seek(number);
    let Some(fact) = playback.chronicle().facts().get(number) else {
        return;
    };
    if let Some(unit) = actor(fact) {
        desk.selected = Some(Hit::Unit(unit));
        desk.pointed = None;
    }
    if super::result::has_arithmetic(fact) {
        desk.result = Some(number);
        desk.panel = Some(Panel::Result);
    }
}

fn lines(desk: &Desk, playback: &Playback) -> Vec<usize> {
    let facts = playback.chronicle().facts();
    let end = if desk.log.all {
        facts.len()
    } else {
        (playback.moment() + 1).min(facts.len())
    };
    let words = desk.log.words.to_lowercase();
    let wanted = |fact: &Fact| {
        let kind = KINDS.iter().position(|(kind, _)| *kind == matter(fact));
        kind.is_some_and(|kind| desk.log.shown[kind])
            && (words.is_empty()
                || sentence(playback.scenario(), fact)
                    .to_lowercase()
                    .contains(&words))
    };
    (0..end).filter(|&number| wanted(&facts[number])).collect()
}

fn line(ui: &mut egui::Ui, playback: &Playback, number: usize) -> egui::Response {
    let fact = &playback.chronicle().facts()[number];
    let text = sentence(playback.scenario(), fact);
    let mut text = RichText::new(text);
    if matter(fact) == Matter::Turn {
        text = text.strong();
    } else if let Some(unit) = actor(fact) {
        let side = playback.scenario().units[unit.0 as usize].unit.side;
        text = text.color(style::side(side));
    }
    if number > playback.moment() {
        text = text.weak();
    }
    let label = egui::Label::new(text)
        .truncate()
        .selectable(false)
        .sense(egui::Sense::click());
    let response = ui.add(label);
    if response.hovered() {
        ui.painter().rect_filled(
            response.rect.expand(1.0),
            2.0,
            egui::Color32::from_black_alpha(18),
        );
    }
    response
}
