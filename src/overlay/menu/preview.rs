//! The booklet of a scenario, page by page.

mod making;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use bevy_egui::egui::{self, RichText};

use super::catalogue::Catalogue;
use super::{Wish, ornament};
use crate::overlay::app::HouseRules;
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::rules::{Named, Scale};
use making::{Booklet, Making, Sheet, Writing};

/// Battles that are fought when the odds are asked for.
const GAMES: u64 = 100;

/// So many pages before and after the one that is looked at keep their pictures.
const NEAR: usize = 1;

/// The page of the menu on which a scenario is previewed.
pub struct PreviewPage {
    chosen: Option<PathBuf>,
    scale: Scale,
    /// The booklet, once it is drawn, and what it is of.
    booklet: Option<Arc<Booklet>>,
    making: Option<Making>,
    page: usize,
    /// As wide as there is room, to be read; else the whole page.
    large: bool,
    /// By their numbers, small and large.
    sheets: HashMap<(usize, bool), Sheet>,
    writing: Option<Writing>,
    /// What was written where, or why not.
    said: Option<Result<String, String>>,
}

impl Default for PreviewPage {
    fn default() -> Self {
        Self {
            chosen: None,
            scale: Scale::Mm15,
            booklet: None,
            making: None,
            page: 0,
            large: false,
            sheets: HashMap::new(),
            writing: None,
            said: None,
        }
    }
}

impl PreviewPage {
    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        catalogue: &Catalogue,
        house: &HouseRules,
        trace: &mut Trace,
    ) -> Option<Wish> {
        self.take(screen.ctx());
        let (wish, write) = self.bottom(screen, trace);
        if write {
            self.write();
        }
        egui::Panel::left("preview choices")
            .resizable(false)
            .exact_size(if ornament::is_narrow(screen) {
                200.0
            } else {
                290.0
            })
            .frame(style::paper().inner_margin(12))
            .show(screen, |ui| self.choices(ui, catalogue, house, trace));
        egui::CentralPanel::default()
            .frame(style::dark().inner_margin(10))
            .show(screen, |ui| self.sheet(ui, trace));
        if wish.is_some() {
            self.call_off();
        }
        wish
    }

    fn bottom(&self, screen: &mut egui::Ui, trace: &mut Trace) -> (Option<Wish>, bool) {
        let why_not = match (&self.booklet, &self.making) {
            _ if self.writing.is_some() => Some("the booklet is being written"),
            (_, Some(_)) => Some("the pages are being drawn"),
            (None, None) => Some("choose a scenario first"),
            (Some(_), None) => None,
        };
        let said = match &self.said {
            Some(Ok(said) | Err(said)) => Some(said.as_str()),
            None => None,
        };
        ornament::bottom(screen, trace, Some(("Write PDF", why_not)), said)
    }

    /// What was drawn aside.
    fn take(&mut self, ctx: &egui::Context) {
        if let Some(making) = &mut self.making {
            ctx.request_repaint();
            match making.take() {
                None => {}
                Some(Ok(booklet)) => {
                    self.page = self.page.min(booklet.pages.len().saturating_sub(1));
                    self.booklet = Some(Arc::new(booklet));
                    self.sheets.clear();
                    self.making = None;
                }
                Some(Err(what)) => {
                    self.said = Some(Err(what));
                    self.making = None;
                    // What lies there is of another scenario or scale.
                    self.booklet = None;
                    self.sheets.clear();
                }
            }
        }
        if let Some(writing) = &mut self.writing {
            ctx.request_repaint();
            if let Some(said) = writing.take() {
                self.said = Some(said);
                self.writing = None;
            }
        }
        for sheet in self.sheets.values_mut() {
            if sheet.take(ctx) {
                ctx.request_repaint();
            }
        }
    }

    fn call_off(&mut self) {
        if let Some(making) = self.making.take() {
            making.call_off();
        }
    }

    fn begin(&mut self, house: &HouseRules, games: u64) {
        let Some(path) = self.chosen.clone() else {
            return;
        };
        self.call_off();
        self.said = None;
        self.making = Some(Making::begin(path, self.scale, house.clone(), games));
    }

    fn choices(
        &mut self,
        ui: &mut egui::Ui,
        catalogue: &Catalogue,
        house: &HouseRules,
        trace: &mut Trace,
    ) {
        ornament::heading(ui, "Preview");
        ui.horizontal_wrapped(|ui| {
            for &scale in Scale::ALL {
                let name = format!("preview scale {scale}");
                let label = (scale.name().replace("mm", " mm"), self.scale == scale);
                if ornament::choice(ui, trace, &name, label, None).clicked() && self.scale != scale
                {
                    self.scale = scale;
                    self.begin(house, 0);
                }
            }
        });
        let why_not = match (&self.chosen, &self.making) {
            (None, _) => Some("choose a scenario first"),
            (_, Some(_)) => Some("the pages are being drawn"),
            _ => None,
        };
        let label = RichText::new(format!("Fight {GAMES} battles for the odds"));
        if ornament::button(
            ui,
            trace,
            "preview odds",
            (label, egui::Vec2::ZERO),
            why_not,
        )
        .clicked()
        {
            self.begin(house, GAMES);
        }
        if let Some(making) = &self.making {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(RichText::new(making.words()).color(style::FAINT));
            });
            let label = (RichText::new("Call off"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "preview stop", label, None).clicked() {
                making.call_off();
            }
        }
        ui.add_space(4.0);
        let mut clicked = None;
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                for entry in &catalogue.entries {
                    let chosen = self.chosen.as_ref() == Some(&entry.path);
                    let why_not = entry.scenario.is_err().then_some("the file has faults");
                    let name = format!("preview scenario {}", entry.name());
                    let label = (entry.name(), chosen);
                    if ornament::choice(ui, trace, &name, label, why_not).clicked() {
                        clicked = Some(entry.path.clone());
                    }
                }
            });
        if let Some(path) = clicked
            && self.chosen.as_ref() != Some(&path)
        {
            self.chosen = Some(path);
            self.page = 0;
            self.begin(house, 0);
        }
    }

    /// The sheet that is looked at.
    fn sheet(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        let Some(booklet) = self.booklet.clone() else {
            ui.centered_and_justified(|ui| {
                let text = "Choose a scenario: its plan, terrain, figures, rosters, briefings and charts, page by page";
                ui.label(style::engraved(ui.ctx(), text, 17.0).color(style::FAINT));
            });
            return;
        };
        let last = booklet.pages.len().saturating_sub(1);
        ui.horizontal(|ui| {
            let first = (self.page == 0).then_some("this is the first page");
            let label = (RichText::new("Back a page"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "page back", label, first).clicked() {
                self.page = self.page.saturating_sub(1);
            }
            let end = (self.page >= last).then_some("this is the last page");
            let label = (RichText::new("Next page"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "page next", label, end).clicked() {
                self.page = (self.page + 1).min(last);
            }
            let words = if self.large { "Whole page" } else { "Larger" };
            let label = (RichText::new(words), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "page larger", label, None).clicked() {
                self.large = !self.large;
            }
            let part = booklet.pages.get(self.page).map_or("", |page| &page.part);
            ui.label(format!("{} of {}: {part}", self.page + 1, last + 1));
        });
        trace.note("preview page", (self.page + 1).to_string());
        trace.note("preview pages", (last + 1).to_string());
        let (page, large) = (self.page, self.large);
        // Pictures of pages are large: those far from the one that is looked at are let go.
        self.sheets
            .retain(|(other, _), _| other.abs_diff(page) <= NEAR);
        trace.note("preview sheets", self.sheets.len());
        let wide = if large {
            ui.available_width()
        } else {
            ui.available_height() * 0.75
        };
        let wide = (wide * ui.ctx().pixels_per_point()).clamp(300.0, 2000.0);
        let sheet = self
            .sheets
            .entry((page, large))
            .or_insert_with(|| Sheet::draw(Arc::clone(&booklet), page, wide as u32));
        trace.note("preview drawn", sheet.texture().is_some());
        match sheet.texture() {
            Some(texture) if large => {
                let area = egui::ScrollArea::vertical().id_salt(page);
                area.auto_shrink(false).show(ui, |ui| {
                    let room = ui.available_width();
                    ui.add(egui::Image::new(texture).max_width(room));
                });
            }
            Some(texture) => {
                ui.centered_and_justified(|ui| {
                    let room = ui.available_size();
                    ui.add(egui::Image::new(texture).max_size(room));
                });
            }
            None => {
                ui.centered_and_justified(|ui| ui.spinner());
            }
        }
    }

    fn write(&mut self) {
        if let Some(booklet) = &self.booklet {
            self.said = None;
            self.writing = Some(Writing::begin(Arc::clone(booklet)));
        }
    }
}
