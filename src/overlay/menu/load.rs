//! Loading: saves, battles that were broken off, and replays.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, Color32, RichText};

use super::chairs::Chairs;
use super::pictures::{Look, Pictures};
use super::shelf::{self, Entry, Shelf};
use super::{Wish, ornament};
use crate::overlay::app::Begin;
use crate::overlay::style;
use crate::overlay::trace::Trace;

/// What is chosen on the page.
#[derive(Default)]
pub struct LoadPage {
    chosen: Option<PathBuf>,
    /// Who goes on with the chosen battle.
    chairs: Option<Chairs>,
    /// A file somewhere else.
    named: String,
    /// That file, once it was looked at.
    elsewhere: Option<Entry>,
}

impl LoadPage {
    /// Chooses a file.
    pub fn choose(&mut self, path: &Path) {
        self.chosen = Some(path.to_owned());
        self.chairs = None;
    }

    fn entry<'a>(&'a self, shelf: &'a Shelf) -> Option<&'a Entry> {
        let chosen = self.chosen.as_ref()?;
        let mut all = self.elsewhere.iter().chain(shelf.entries());
        all.find(|entry| entry.path == *chosen)
    }

    /// What is to begin, or what stands in its way.
    fn begin(&self, shelf: &Shelf) -> Result<Begin, String> {
        let Some(entry) = self.entry(shelf) else {
            return Err("Choose a battle.".to_owned());
        };
        if entry.what.is_err() {
            return Err("This file is damaged.".to_owned());
        }
        if entry.in_use {
            return Err("Another window has this battle open.".to_owned());
        }
        let path = entry.path.clone();
        match &self.chairs {
            Some(chairs) if entry.goes_on() => Ok(Begin::GoOn {
                path,
                match_up: chairs.match_up()?,
            }),
            _ => Ok(Begin::Replay(path)),
        }
    }

    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        (shelf, pictures): (&Shelf, &mut Pictures),
        (fault, trace): (Option<&str>, &mut Trace),
    ) -> Option<Wish> {
        if self.chairs.is_none() {
            let seats = self.entry(shelf).filter(|entry| entry.goes_on());
            let seats = seats.and_then(|entry| Some(&entry.what.as_ref().ok()?.seats));
            self.chairs = seats.map(|seats| Chairs::named(&seats.union, &seats.confederate));
        }
        let goes_on = self.chairs.is_some();
        let ready = self.begin(shelf);
        let why_not = ready.as_ref().err().map(String::as_str);
        let label = if goes_on { "Go on" } else { "Watch it" };
        let (back, go) = ornament::bottom(screen, trace, Some((label, why_not)), fault);
        if let Some(chairs) = &mut self.chairs {
            egui::Panel::bottom("chairs")
                .resizable(false)
                .frame(style::dark().inner_margin(egui::Margin::symmetric(12, 4)))
                .show(screen, |ui| {
                    if !ornament::is_low(ui) {
                        ui.label(RichText::new("Who plays from now on").color(style::FAINT));
                    }
                    chairs.show(ui, trace, None);
                });
        }
        let margin = if ornament::is_low(screen) { 8 } else { 18 };
        egui::CentralPanel::default()
            .frame(style::paper().inner_margin(margin))
            .show(screen, |ui| {
                ornament::heading(ui, "Load a battle");
                self.named(ui, trace);
                if shelf.is_looking() {
                    ui.spinner();
                } else if shelf.entries().is_empty() && self.elsewhere.is_none() {
                    ui.label("No battle has been saved yet. What you play is kept by itself; the table saves under names of its own.");
                }
                egui::ScrollArea::vertical()
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        let mut clicked = None;
                        for entry in self.elsewhere.iter().chain(shelf.entries()) {
                            let chosen = self.chosen.as_ref() == Some(&entry.path);
                            if row(ui, trace, entry, chosen, pictures) {
                                clicked = Some(entry.path.clone());
                            }
                        }
                        if let Some(path) = clicked {
                            self.choose(&path);
                        }
                    });
            });
        match ready {
            Ok(begin) if go => Some(Wish::Begin(Box::new(begin))),
            _ => back,
        }
    }

    /// A file somewhere else.
    fn named(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.named)
                .hint_text("a file somewhere else")
                .desired_width((ui.available_width() - 80.0).min(420.0));
            let field = ui.add(field);
            trace.mark("path", &field);
            let entered =
                field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let empty = self.named.trim().is_empty();
            let why_not = empty.then_some("write the name of a file first");
            let label = (RichText::new("Open"), egui::Vec2::ZERO);
            let open = ornament::button(ui, trace, "open", label, why_not).clicked();
            if (open || entered) && !empty {
                let path = PathBuf::from(self.named.trim());
                self.elsewhere = Some(Entry::of(path.clone()));
                self.choose(&path);
            }
        });
    }
}

/// A file in the list. Answers whether it was clicked.
fn row(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    entry: &Entry,
    chosen: bool,
    pictures: &mut Pictures,
) -> bool {
    let high = if ornament::is_low(ui) { 44.0 } else { 60.0 };
    let wide = ui.available_width() - 4.0;
    let (rect, response) = ui.allocate_exact_size(egui::vec2(wide, high), egui::Sense::click());
    trace.mark(&format!("file {}", entry.name()), &response);
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let fill = match (chosen, response.hovered()) {
        (true, _) => ui.visuals().selection.bg_fill,
        (false, true) => Color32::from_rgb(0xf0, 0xe2, 0xc2),
        (false, false) => Color32::from_rgb(0xfb, 0xf6, 0xe9),
    };
    let stroke = egui::Stroke::new(1.0, ornament::INK.gamma_multiply(0.4));
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
    painter.rect(
        rect.shrink(1.0),
        2.0,
        fill,
        stroke,
        egui::StrokeKind::Inside,
    );
    let frame = egui::Rect::from_min_size(
        rect.min + egui::vec2(5.0, 4.0),
        egui::vec2((high - 8.0) * 1.6, high - 8.0),
    );
    if entry.what.is_ok()
        && let Look::Picture(picture) = pictures.of_file(&entry.path)
    {
        let size = picture.size_vec2();
        let scale = (frame.width() / size.x).min(frame.height() / size.y);
        let place = egui::Rect::from_center_size(frame.center(), size * scale);
        let all = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        painter.image(picture.id(), place, all, Color32::WHITE);
    }
    let left = frame.right() + 10.0;
    let (title, lines, colour) = match &entry.what {
        Ok(glance) => {
            let seats = format!(
                "{} against {}",
                glance.seats.union, glance.seats.confederate
            );
            let open = if entry.in_use {
                ", open in another window"
            } else {
                ""
            };
            let first = format!("{}, {}{open}", shelf::turn(glance), shelf::kind(glance));
            let second = format!("{}  ·  {seats}  ·  {}", shelf::age(glance), glance.scale);
            (glance.scenario.clone(), [first, second], style::FAINT)
        }
        Err(fault) => (entry.name(), [fault.clone(), String::new()], style::RED),
    };
    let ink = ui.visuals().text_color();
    let text = |at: f32, text: String, size: f32, colour: Color32| {
        let place = egui::pos2(left, rect.top() + high * at);
        let font = egui::FontId::proportional(size);
        painter.text(place, egui::Align2::LEFT_CENTER, text, font, colour);
    };
    let small = if high < 50.0 { 11.0 } else { 12.5 };
    text(0.24, title, small + 2.0, ink);
    let [first, second] = lines;
    text(0.53, first, small, colour);
    text(0.8, second, small, colour);
    let clicked = response.clicked();
    let hover = match &entry.what {
        Ok(_) => entry.path.display().to_string(),
        Err(fault) => fault.clone(),
    };
    response.on_hover_text(hover);
    clicked
}
