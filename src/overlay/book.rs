//! The rulebook index: search, read.

use bevy_egui::egui::{self, RichText};

use super::trace::Trace;
use super::{Desk, style};
use crate::lessons::teaching;
use crate::rules::index::{IndexEntry, RulebookIndex};

/// What is looked up.
#[derive(Default)]
pub struct BookState {
    words: String,
}

impl BookState {
    /// Opens a rule by its id.
    pub fn open(&mut self, id: &str) {
        id.clone_into(&mut self.words);
    }
}

/// Draws the index.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk, trace: &mut Trace) {
    ui.label(style::heading(ui, "Rulebook index"));
    let state = &mut desk.book;
    ui.add(
        egui::TextEdit::singleline(&mut state.words)
            .hint_text("id or words")
            .desired_width(f32::INFINITY),
    );
    ui.label(
        RichText::new("In our own words; the page is about where the book has it.")
            .color(style::FAINT)
            .size(11.0),
    );
    ui.separator();
    let index = RulebookIndex::book();
    let words = state.words.trim().to_owned();
    let words = words.as_str();
    let found: Vec<&IndexEntry> = match index.get(words) {
        Some(entry) => vec![entry],
        None if words.is_empty() => index.iter().collect(),
        None => index.search(words).collect(),
    };
    if found.is_empty() {
        ui.label("No rule has that id or all of those words.");
    }
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            let (mut open, mut wanted) = (None, None);
            for entry in found.iter().take(60) {
                let title = ui.link(RichText::new(&entry.title).strong());
                if title.clicked() {
                    open = Some(entry.id.clone());
                }
                let planned = if entry.planned {
                    ", not in the program yet"
                } else {
                    ""
                };
                ui.label(
                    RichText::new(format!("{} (about page {}{planned})", entry.id, entry.page))
                        .color(style::FAINT)
                        .size(11.0),
                );
                ui.label(&entry.text);
                if let Some((name, title)) = teaching(&entry.id) {
                    let button = ui
                        .small_button("Show me")
                        .on_hover_text(format!("The lesson that teaches it: {title}"));
                    trace.mark(&format!("show me {}", entry.id), &button);
                    if button.clicked() {
                        wanted = Some(name);
                    }
                }
                ui.add_space(5.0);
            }
            if found.len() > 60 {
                ui.label(format!("… and {} more", found.len() - 60));
            }
            if let Some(id) = open {
                desk.book.words = id;
            }
            if wanted.is_some() {
                desk.lesson = wanted;
            }
        });
}
