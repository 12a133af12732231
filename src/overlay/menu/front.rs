//! The front page.

use bevy_egui::egui::{self, RichText};

use super::catalogue::Catalogue;
use super::chairs::Chairs;
use super::pictures::{Look, Pictures};
use super::shelf::{self, Entry, Shelf};
use super::{Page, Wish, ornament};
use crate::overlay::app::Begin;
use crate::overlay::style;
use crate::overlay::trace::Trace;

/// Draws the front page.
pub fn show(
    screen: &mut egui::Ui,
    (catalogue, shelf): (&Catalogue, &Shelf),
    pictures: &mut Pictures,
    (fault, trace): (Option<&str>, &mut Trace),
) -> Option<Wish> {
    let mut wish = None;
    let whole = screen.ctx().viewport_rect();
    if ornament::is_narrow(screen) {
        egui::CentralPanel::default()
            .frame(style::paper().inner_margin(14))
            .show(screen, |ui| {
                wish = choices(ui, shelf, (fault, trace));
            });
        return wish;
    }
    let wide = (whole.width() * 0.36).clamp(330.0, 470.0);
    egui::Panel::left("choices")
        .resizable(false)
        .show_separator_line(false)
        .exact_size(wide)
        .frame(style::paper().inner_margin(26))
        .show(screen, |ui| {
            ornament::border(ui.painter(), ui.max_rect().expand(26.0));
            wish = choices(ui, shelf, (fault, trace));
        });
    egui::CentralPanel::default()
        .frame(style::dark().inner_margin(24))
        .show(screen, |ui| poster(ui, catalogue, shelf, pictures));
    wish
}

/// The plan of the first scenario, as a print on the wall.
fn poster(ui: &mut egui::Ui, catalogue: &Catalogue, shelf: &Shelf, pictures: &mut Pictures) {
    let battle = shelf.last().and_then(|entry| entry.what.as_ref().ok());
    let scenarios = || {
        let entries = catalogue.entries.iter();
        entries.filter_map(|entry| Some((entry, entry.scenario.as_ref().ok()?)))
    };
    let same = scenarios()
        .find(|(_, scenario)| battle.is_some_and(|glance| glance.scenario == scenario.name));
    let Some((entry, scenario)) = same.or_else(|| scenarios().next()) else {
        return;
    };
    match pictures.plan(&entry.path, scenario) {
        Look::Picture(plan) => {
            ui.centered_and_justified(|ui| {
                let room = ui.available_size();
                ui.add(egui::Image::new(plan).max_size(room));
            });
        }
        Look::Drawing => {
            ui.centered_and_justified(|ui| {
                let text = "The engineers are drawing the plan of the table…";
                ui.label(style::engraved(ui.ctx(), text, 17.0).color(style::FAINT));
            });
        }
        Look::Nothing => {}
    }
}

/// Why there is nothing to continue.
fn why_not(shelf: &Shelf) -> Option<&'static str> {
    match shelf.last() {
        _ if shelf.is_looking() => Some("looking for the last battle"),
        None => Some("no battle was broken off"),
        Some(entry) if entry.in_use => Some("another window has that battle open"),
        Some(_) => None,
    }
}

/// The battle that would be continued, in words.
fn last_words(shelf: &Shelf) -> Option<String> {
    let glance = shelf.last()?.what.as_ref().ok()?;
    Some(format!(
        "{}, {}, {}",
        glance.scenario,
        shelf::turn(glance),
        shelf::age(glance)
    ))
}

/// Going on with the last battle: at once, unless somebody has to be found for a seat.
fn go_on(entry: &Entry) -> Option<Wish> {
    let seats = &entry.what.as_ref().ok()?.seats;
    let path = entry.path.clone();
    Some(
        match Chairs::named(&seats.union, &seats.confederate).match_up() {
            Ok(match_up) => Wish::Begin(Box::new(Begin::GoOn { path, match_up })),
            Err(_) => Wish::Seats(path),
        },
    )
}

fn choices(
    ui: &mut egui::Ui,
    shelf: &Shelf,
    (fault, trace): (Option<&str>, &mut Trace),
) -> Option<Wish> {
    let high = ui.available_height();
    let narrow = ornament::is_narrow(ui);
    let title = (high * 0.105).clamp(24.0, 60.0);
    ui.vertical_centered(|ui| {
        ui.add_space((high - 420.0).max(0.0) * 0.12);
        ui.label(style::engraved(ui.ctx(), "Deadly Field", title));
        if high > 240.0 {
            let under = "Regimental battles of the American Civil War";
            ui.label(RichText::new(under).color(style::FAINT));
        }
        ornament::rule(ui, 340.0);
    });
    let last = last_words(shelf);
    let why = why_not(shelf);
    let buttons: [(&str, &str, Option<&str>); 10] = [
        ("continue", "Continue", why),
        ("new battle", "New battle", None),
        ("quick battle", "Quick battle", None),
        ("load", "Load", None),
        ("watch", "Watch", None),
        ("muster", "Muster", None),
        ("preview", "Preview", None),
        ("learn", "Learn", None),
        ("options", "Options", None),
        ("quit", "Quit", None),
    ];
    let columns = if narrow && high < 420.0 { 2 } else { 1 };
    let rows = buttons.len().div_ceil(columns);
    let room = ui.available_height() - 44.0;
    let tall = (room / rows as f32 - 7.0).clamp(20.0, 52.0);
    let wide = if columns == 2 {
        (ui.available_width() - 12.0) / 2.0
    } else {
        ui.available_width().min(360.0)
    };
    let between = if columns == 2 { 12.0 } else { 0.0 };
    let margin = (ui.available_width() - wide * columns as f32 - between).max(0.0) / 2.0;
    ui.add_space((room - rows as f32 * (tall + 7.0)).max(0.0) * 0.3);
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 7.0;
    for row in 0..rows {
        ui.horizontal(|ui| {
            ui.add_space(margin);
            for (name, label, why_not) in buttons.iter().skip(row * columns).take(columns) {
                let label = style::engraved(ui.ctx(), *label, (tall * 0.5).clamp(13.0, 22.0));
                let size = egui::vec2(wide, tall);
                if ornament::button(ui, trace, name, (label, size), *why_not).clicked() {
                    clicked = Some(*name);
                }
            }
        });
    }
    ui.vertical_centered(|ui| {
        let said = match (why, last) {
            (None, Some(last)) => format!("Continue: {last}"),
            (Some(why), _) => format!("Continue: {why}"),
            (None, None) => String::new(),
        };
        ui.label(RichText::new(said).color(style::FAINT).size(12.5));
        ornament::fault(ui, fault);
    });
    match clicked? {
        "continue" => go_on(shelf.last()?),
        "new battle" => Some(Wish::Page(Page::NewBattle)),
        "quick battle" => Some(Wish::Page(Page::Quick)),
        "load" => Some(Wish::Page(Page::Load)),
        "watch" => Some(Wish::Page(Page::Watch)),
        "learn" => Some(Wish::Page(Page::Learn)),
        "muster" => Some(Wish::Page(Page::Muster)),
        "preview" => Some(Wish::Page(Page::Preview)),
        "options" => Some(Wish::Page(Page::Options)),
        _ => Some(Wish::Quit),
    }
}
