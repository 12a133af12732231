//! The bar below: play, pause, one step, speed, and the timeline.

use bevy_egui::egui::{self, Color32, RichText, Sense, Stroke};

use super::trace::Trace;
use super::wording::{Matter, matter, sentence};
use super::{Desk, style};
use crate::army::Fact;
use crate::table::Playback;
use crate::table::playback::SPEEDS;

/// One fact more, then a halt.
pub fn step(playback: &mut Playback) {
    playback.playing = true;
    playback.one_step = true;
}

/// The next speed.
pub fn other_speed(speed: f32, faster: bool) -> f32 {
    let at = SPEEDS.iter().position(|&other| other >= speed).unwrap_or(2);
    let next = if faster {
        (at + 1).min(SPEEDS.len() - 1)
    } else {
        at.saturating_sub(1)
    };
    SPEEDS[next]
}

/// Draws the bar.
pub fn show(
    screen: &mut egui::Ui,
    desk: &mut Desk,
    playback: &mut Playback,
    trace: &mut Trace,
    played: bool,
) {
    egui::Panel::bottom("bar")
        .resizable(false)
        .frame(style::dark())
        .show(screen, |ui| {
            if !played || desk.history {
                timeline(ui, playback, trace);
            }
            ui.horizontal(|ui| {
                buttons(ui, playback, trace);
                if played {
                    let history = ui
                        .selectable_label(desk.history, "History")
                        .on_hover_text("The timeline of the battle");
                    trace.mark("history", &history);
                    if history.clicked() {
                        desk.history = !desk.history;
                    }
                    if !playback.at_end() && !playback.playing {
                        let now = ui.button("To now").on_hover_text("Back to the present");
                        trace.mark("now", &now);
                        if now.clicked() {
                            playback.seek(playback.chronicle().end());
                            playback.playing = true;
                        }
                    }
                }
                ui.separator();
                let (told, clear) = told(playback);
                let line = ui.add(
                    egui::Label::new(RichText::new(told).size(14.0))
                        .truncate()
                        .sense(Sense::click()),
                );
                if clear && line.clicked() {
                    desk.result = Some(playback.moment());
                    desk.panel = Some(super::Panel::Result);
                }
            });
        });
}

/// What is going on, and whether it has arithmetic to show.
fn told(playback: &Playback) -> (String, bool) {
    match playback.fact() {
        Some(fact) => (
            sentence(playback.scenario(), fact),
            super::result::has_arithmetic(fact),
        ),
        None if playback.complete => {
            let last = playback.chronicle().facts().last();
            (
                last.map(|fact| sentence(playback.scenario(), fact))
                    .unwrap_or_default(),
                false,
            )
        }
        None => (String::new(), false),
    }
}

fn buttons(ui: &mut egui::Ui, playback: &mut Playback, trace: &mut Trace) {
    let start = ui.button("|◀").on_hover_text("To the beginning");
    trace.mark("start", &start);
    if start.clicked() {
        playback.seek(0);
    }
    let back = ui.button("◀|").on_hover_text("One fact back (,)");
    trace.mark("step back", &back);
    if back.clicked() {
        playback.playing = false;
        playback.back();
    }
    let word = if playback.playing {
        "⏸ Pause"
    } else {
        "▶ Play"
    };
    let play = ui
        .add(egui::Button::new(RichText::new(word).strong()).min_size(egui::vec2(76.0, 0.0)))
        .on_hover_text("Space");
    trace.mark("play", &play);
    if play.clicked() {
        playback.playing = !playback.playing;
        playback.one_step = false;
    }
    let next = ui.button("|▶").on_hover_text("One fact (.)");
    trace.mark("step", &next);
    if next.clicked() {
        step(playback);
    }
    let speeds = egui::ComboBox::from_id_salt("speed")
        .width(58.0)
        .selected_text(format!("{}×", playback.speed))
        .show_ui(ui, |ui| {
            for speed in SPEEDS {
                let row = ui.selectable_value(&mut playback.speed, speed, format!("{speed}×"));
                trace.mark(&format!("speed {speed}"), &row);
            }
        });
    trace.mark("speed", &speeds.response);
    speeds
        .response
        .on_hover_text("How fast the battle is shown ([ and ])");
}

/// The whole battle as a line: turns as posts, charges and routs as marks, drag to go there.
fn timeline(ui: &mut egui::Ui, playback: &mut Playback, trace: &mut Trace) {
    let wide = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(egui::vec2(wide, 22.0), Sense::click_and_drag());
    trace.mark("timeline", &response);
    let end = playback.chronicle().end().max(1) as f32;
    let x = |moment: f32| rect.left() + 6.0 + (rect.width() - 12.0) * (moment / end).min(1.0);
    let painter = ui.painter();
    let line = rect.center().y + 3.0;
    painter.line_segment(
        [egui::pos2(x(0.0), line), egui::pos2(x(end), line)],
        Stroke::new(4.0, Color32::from_rgb(0xb9, 0xa4, 0x7c)),
    );
    let now = playback.moment() as f32 + playback.part();
    painter.line_segment(
        [egui::pos2(x(0.0), line), egui::pos2(x(now), line)],
        Stroke::new(4.0, Color32::from_rgb(0x6d, 0x4c, 0x2a)),
    );
    for (number, fact) in playback.chronicle().facts().iter().enumerate() {
        let at = x(number as f32);
        match fact {
            Fact::Turn { turn } => {
                let post = [egui::pos2(at, rect.top()), egui::pos2(at, rect.bottom())];
                painter.line_segment(post, Stroke::new(1.5, Color32::from_rgb(0x3a, 0x2c, 0x1c)));
                painter.text(
                    egui::pos2(at + 3.0, rect.top() - 1.0),
                    egui::Align2::LEFT_TOP,
                    format!("Turn {turn}"),
                    egui::FontId::proportional(10.0),
                    Color32::from_rgb(0x3a, 0x2c, 0x1c),
                );
            }
            Fact::PlayerTurn { side } => {
                let dot = egui::pos2(at, line);
                painter.circle_filled(dot, 3.0, style::side(*side));
            }
            fact if matter(fact) == Matter::Charge && matches!(fact, Fact::Charge { .. }) => {
                let post = [egui::pos2(at, line - 5.0), egui::pos2(at, line + 5.0)];
                painter.line_segment(post, Stroke::new(1.0, style::RED));
            }
            _ => {}
        }
    }
    painter.circle(
        egui::pos2(x(now), line),
        6.5,
        Color32::from_rgb(0xf3, 0xea, 0xd6),
        Stroke::new(2.0, Color32::from_rgb(0x3a, 0x2c, 0x1c)),
    );
    let held = response.dragged() || response.clicked();
    if let Some(at) = response.interact_pointer_pos().filter(|_| held) {
        let part = ((at.x - rect.left() - 6.0) / (rect.width() - 12.0)).clamp(0.0, 1.0);
        let moment = (part * end).round() as usize;
        if moment != playback.moment() {
            playback.seek(moment);
        }
    }
}
