//! The sheet that hangs before the table at the end.

use bevy_egui::egui::{self, Color32, RichText};

use super::{DIM, Outcome, luck_words};
use crate::overlay::menu::ornament;
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::print::losses::{CommandLosses, Losses};
use crate::print::luck::Luck;
use crate::print::turning::TurningPoint;
use crate::print::words;
use crate::rules::{Named, Side};

/// What was clicked.
pub enum Wish {
    Look,
    Story,
    SaveReplay,
    Again,
    Menu,
    Quit,
    Point(usize),
}

/// The button that brings the sheet back; answers whether it was clicked.
pub fn back(ctx: &egui::Context, trace: &mut Trace) -> bool {
    let mut clicked = false;
    egui::Area::new("outcome".into())
        .anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 46.0))
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                let label = style::engraved(ui.ctx(), "How it ended", 15.0);
                let button = (label, egui::vec2(120.0, 24.0));
                clicked = ornament::button(ui, trace, "outcome", button, None).clicked();
            });
        });
    clicked
}

/// Draws the sheet; `known` is whether there is a session to save, and whether it can be played
/// again.
pub fn show(
    ctx: &egui::Context,
    outcome: &mut Outcome,
    known: (bool, bool),
    trace: &mut Trace,
) -> Option<Wish> {
    let whole = ctx.viewport_rect();
    let painter = ctx.layer_painter(egui::LayerId::background());
    painter.rect_filled(whole, 0.0, DIM);
    let room = whole.shrink(if whole.height() < 400.0 { 6.0 } else { 24.0 });
    let size = egui::vec2(room.width().min(1080.0), room.height().min(760.0));
    let rect = egui::Rect::from_center_size(whole.center(), size);
    let mut wish = None;
    egui::Area::new("result".into())
        .fixed_pos(rect.min)
        .fade_in(false)
        .show(ctx, |ui| {
            let inner = rect.shrink(18.0);
            ui.painter().rect_filled(rect, 3.0, ui.visuals().panel_fill);
            ornament::border(ui.painter(), rect);
            let mut page = ui.new_child(egui::UiBuilder::new().max_rect(inner));
            page.set_clip_rect(rect);
            egui::Panel::bottom("result buttons")
                .resizable(false)
                .show_separator_line(false)
                .frame(egui::Frame::new())
                .show(&mut page, |ui| {
                    wish = buttons(ui, outcome, known, trace);
                });
            egui::CentralPanel::default()
                .frame(egui::Frame::new())
                .show(&mut page, |ui| {
                    let told = contents(ui, outcome, trace);
                    if told.is_some() {
                        wish = told;
                    }
                });
            // The table behind is not to be clicked through the sheet.
            ui.allocate_rect(rect, egui::Sense::hover());
        });
    wish
}

fn buttons(
    ui: &mut egui::Ui,
    outcome: &Outcome,
    (session, players): (bool, bool),
    trace: &mut Trace,
) -> Option<Wish> {
    let mut wish = None;
    if let Some(saved) = &outcome.saved {
        let said = format!("The replay is in {saved}");
        ui.add(egui::Label::new(RichText::new(said).color(style::FAINT)).truncate());
    }
    ui.horizontal_wrapped(|ui| {
        let is_replay = "this is a replay already";
        let no_players = "this is a replay; nobody sits at the table";
        let story = if outcome.reads {
            "Back to the numbers"
        } else {
            "Read the story"
        };
        let all = [
            ("look", "Look at the table", Wish::Look, None),
            ("story", story, Wish::Story, None),
            (
                "save replay",
                "Save the replay",
                Wish::SaveReplay,
                (!session).then_some(is_replay),
            ),
            (
                "play again",
                "Again, sides changed",
                Wish::Again,
                (!players).then_some(no_players),
            ),
            ("menu", "Menu", Wish::Menu, None),
            ("quit", "Quit", Wish::Quit, None),
        ];
        for (name, label, means, why_not) in all {
            let label = style::engraved(ui.ctx(), label, 14.0);
            let button = (label, egui::vec2(0.0, 28.0));
            if ornament::button(ui, trace, name, button, why_not).clicked() {
                wish = Some(means);
            }
        }
    });
    wish
}

fn contents(ui: &mut egui::Ui, outcome: &Outcome, trace: &mut Trace) -> Option<Wish> {
    let (verdict, winner) = &outcome.verdict;
    let (first, why) = verdict.split_once(": ").unwrap_or((verdict, ""));
    ui.vertical_centered(|ui| {
        let colour = winner.map_or(style::FAINT, style::side);
        let size = if ornament::is_low(ui) { 19.0 } else { 27.0 };
        ui.label(style::engraved(ui.ctx(), first, size).color(colour));
        if !why.is_empty() {
            ui.label(style::capital(why));
        }
        ornament::rule(ui, 420.0);
    });
    if outcome.reads {
        egui::ScrollArea::vertical()
            .id_salt("story")
            .auto_shrink(false)
            .show(ui, |ui| tell(ui, &outcome.story));
        return None;
    }
    let mut wish = None;
    // The losses with their regiments need half of it.
    let two = ui.available_width() > 860.0;
    egui::ScrollArea::vertical()
        .id_salt("numbers")
        .auto_shrink(false)
        .show(ui, |ui| {
            if two {
                ui.columns(2, |columns| {
                    losses(&mut columns[0], &outcome.losses, true);
                    wish = points(&mut columns[1], &outcome.points, trace);
                    luck(&mut columns[1], &outcome.luck);
                });
            } else {
                wish = points(ui, &outcome.points, trace);
                losses(ui, &outcome.losses, false);
                luck(ui, &outcome.luck);
            }
        });
    wish
}

/// The story, its headings set large.
fn tell(ui: &mut egui::Ui, story: &str) {
    ui.set_max_width(760.0);
    for paragraph in story.split("\n\n") {
        let mut lines = paragraph.lines();
        if let Some(first) = lines.next() {
            let heads = !first.starts_with(' ') && !first.ends_with('.') && first.len() < 60;
            if heads {
                ui.add_space(6.0);
                ui.label(style::engraved(ui.ctx(), first, 17.0));
            } else {
                // It may go on in the lines that follow.
                lines = paragraph.lines();
            }
        }
        for text in words::unwrapped(lines) {
            ui.label(text);
        }
    }
}

/// What it cost, brigade by brigade; its regiments show beneath it, or when it is pointed at.
fn losses(ui: &mut egui::Ui, commands: &[CommandLosses], regiments_too: bool) {
    style::section(ui, "Losses in figures and sections");
    egui::Grid::new("losses")
        .num_columns(6)
        .min_col_width(34.0)
        .spacing(egui::vec2(10.0, 2.0))
        .show(ui, |ui| {
            for head in ["", "came", "shot", "ran", "taken", ""] {
                ui.label(RichText::new(head).color(style::FAINT).size(12.0));
            }
            ui.end_row();
            for &side in Side::ALL {
                let own = || commands.iter().filter(move |command| command.side == side);
                let mut sum = Losses::default();
                for command in own() {
                    sum.add(command.losses);
                }
                let name = RichText::new(wording::side(side)).strong();
                ui.label(name.color(style::side(side)));
                numbers(ui, sum, 14.0);
                ui.end_row();
                for command in own() {
                    let name = command.name.rsplit(", ").next().unwrap_or(&command.name);
                    let name = format!("  {}", style::capital(name));
                    ui.label(name).on_hover_ui(|ui| regiments(ui, command));
                    numbers(ui, command.losses, 13.0);
                    ui.end_row();
                    if regiments_too {
                        rows(ui, command);
                    }
                }
            }
        });
}

fn numbers(ui: &mut egui::Ui, losses: Losses, size: f32) {
    for number in [losses.came, losses.hit, losses.ran, losses.taken] {
        let text = if number == 0 {
            RichText::new("–").color(style::FAINT)
        } else {
            RichText::new(number.to_string())
        };
        ui.label(text.size(size));
    }
}

/// The regiments of a brigade, in small print.
fn rows(ui: &mut egui::Ui, command: &CommandLosses) {
    for unit in &command.units {
        let name = unit.name.split(", ").next().unwrap_or(&unit.name);
        ui.label(RichText::new(format!("      {name}")).size(11.5));
        numbers(ui, unit.losses, 11.5);
        let state = RichText::new(unit.state).size(11.5).color(style::FAINT);
        ui.label(state);
        ui.end_row();
    }
}

fn regiments(ui: &mut egui::Ui, command: &CommandLosses) {
    ui.label(RichText::new(&command.name).strong());
    egui::Grid::new("regiments").num_columns(3).show(ui, |ui| {
        for unit in &command.units {
            ui.label(&unit.name);
            ui.label(format!("{} of {}", unit.losses.all(), unit.losses.came));
            ui.label(unit.state);
            ui.end_row();
        }
    });
}

/// Where it swung; a click goes there.
fn points(ui: &mut egui::Ui, points: &[TurningPoint], trace: &mut Trace) -> Option<Wish> {
    style::section(ui, "Turning points");
    let mut wish = None;
    if points.is_empty() {
        ui.label("There was none.");
    }
    for (number, point) in points.iter().enumerate() {
        let text = format!("Turn {}: {}", point.turn, point.text);
        // The mark has the colour of those for whom it went well.
        let mark = RichText::new("■ ").color(style::side(point.against.other()));
        let mut words = egui::text::LayoutJob::default();
        let body = egui::FontSelection::Default;
        mark.append_to(&mut words, ui.style(), body.clone(), egui::Align::Center);
        RichText::new(text).append_to(&mut words, ui.style(), body, egui::Align::Center);
        let button = egui::Button::new(words)
            .wrap()
            .min_size(egui::vec2(ui.available_width() - 4.0, 22.0));
        let response = ui.add(button);
        trace.mark(&format!("turning point {}", number + 1), &response);
        if response.on_hover_text("Go there on the table").clicked() {
            wish = Some(Wish::Point(number));
        }
    }
    wish
}

/// How much was luck, kind by kind: to the left what the dice gave the Confederates, to the right
/// what they gave the Union.
fn luck(ui: &mut egui::Ui, luck: &Luck) {
    style::section(ui, "How much was luck");
    ui.label(luck_words(luck));
    let means = "Figures won or lost against the odds: the Union's luck to the right, the Confederates' to the left";
    ui.label(RichText::new(means).color(style::FAINT).size(12.0));
    let kinds = [
        ("all", luck.total()),
        ("fire", luck.fire),
        ("morale", luck.morale),
        ("impact", luck.impact),
        ("melee", luck.melee),
        ("fate", luck.fate),
    ];
    let most = kinds
        .iter()
        .map(|(_, worth)| worth.abs())
        .fold(2.0, f64::max);
    for (what, worth) in kinds {
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("{what:<7}")).monospace().size(11.5));
            let wide = (ui.available_width() - 60.0).clamp(80.0, 260.0);
            let (rect, _) = ui.allocate_exact_size(egui::vec2(wide, 10.0), egui::Sense::hover());
            let painter = ui.painter();
            painter.rect_filled(rect, 1.0, Color32::from_rgb(0xdf, 0xd2, 0xb5));
            let middle = rect.center().x;
            let end = middle + (worth / most) as f32 * rect.width() / 2.0;
            let bar = egui::Rect::from_x_y_ranges(
                middle.min(end)..=middle.max(end),
                rect.top()..=rect.bottom(),
            );
            let side = if worth >= 0.0 {
                Side::Union
            } else {
                Side::Confederate
            };
            painter.rect_filled(bar, 0.0, style::side(side));
            painter.vline(
                middle,
                rect.y_range(),
                egui::Stroke::new(1.0, ornament::INK),
            );
            ui.label(
                RichText::new(format!("{:.1}", worth.abs()))
                    .monospace()
                    .size(11.5),
            );
        });
    }
}
