//! The guide's panel at the left of the table: what he says, what to do, back, next, show me.

use bevy_egui::egui::{self, RichText, Stroke};

use super::{Act, Tutor};
use crate::lessons::file::Point;
use crate::lessons::{Chances, Phase, Wrong};
use crate::overlay::trace::Trace;
use crate::overlay::{odds, style};
use crate::rules::Named;
use crate::rules::fire::FireResult;

/// The colour of what is lit up: the guide's chalk.
const LIGHT: egui::Color32 = egui::Color32::from_rgb(0xe8, 0x62, 0x0c);

/// Where the rules are kept whose modifiers are lit up.
fn lit_key() -> egui::Id {
    egui::Id::new("lit modifiers")
}

/// Whether a modifier is lit up by a lesson.
pub fn is_lit(ui: &egui::Ui, rule: &str) -> bool {
    let lit: Option<Vec<String>> = ui.data(|data| data.get_temp(lit_key()));
    lit.is_some_and(|lit| lit.iter().any(|one| one == rule))
}

/// A frame round what is lit up.
pub fn frame(painter: &egui::Painter, rect: egui::Rect) {
    let kind = egui::StrokeKind::Outside;
    painter.rect_stroke(rect.expand(2.0), 4.0, Stroke::new(3.0, LIGHT), kind);
}

/// Frames whatever of the panels is lit up.
pub fn lights(ctx: &egui::Context, trace: &mut Trace) {
    let painter = ctx.layer_painter(egui::LayerId::new(
        egui::Order::Foreground,
        egui::Id::new("lights"),
    ));
    for rect in trace.lights() {
        frame(&painter, rect);
    }
}

/// Draws the panel; answers with how wide it is.
pub fn show(screen: &mut egui::Ui, tutor: &mut Tutor, trace: &mut Trace) -> f32 {
    let guide = tutor.guide();
    let shown = guide.phase() != Phase::Done && !guide.is_astray();
    let lit = guide.step().point.iter().filter(|_| shown);
    let lit: Vec<String> = lit
        .filter_map(|point| match point {
            Point::Modifier(rule) => Some(rule.clone()),
            _ => None,
        })
        .collect();
    screen.data_mut(|data| data.insert_temp(lit_key(), lit));
    tell(tutor, trace);
    let wide = (screen.ctx().viewport_rect().width() * 0.27).clamp(190.0, 330.0);
    let mut act = None;
    let panel = egui::Panel::left("guide")
        .resizable(false)
        .exact_size(wide)
        .frame(style::paper().inner_margin(10))
        .show(screen, |ui| {
            head(ui, tutor, trace, &mut act);
            egui::Panel::bottom("guide buttons")
                .resizable(false)
                .show_separator_line(false)
                .frame(style::paper().inner_margin(egui::Margin::symmetric(0, 4)))
                .show(ui, |ui| buttons(ui, tutor, trace, &mut act));
            egui::ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| words(ui, tutor, trace, &mut act));
        });
    if let Some(act) = act {
        tutor.want(act);
    }
    panel.response.rect.width()
}

/// What a test wants to know of the lesson.
fn tell(tutor: &Tutor, trace: &mut Trace) {
    let guide = tutor.guide();
    let phase = match guide.phase() {
        _ if guide.is_astray() => "astray",
        _ if guide.wrong().is_some() => "wrong",
        Phase::Reading => "reading",
        Phase::Waiting => "waiting",
        Phase::Asking => "asking",
        Phase::Done => "done",
    };
    trace.note("lesson", guide.lesson().name.as_str());
    trace.note("lesson step", guide.number() + 1);
    trace.note("lesson phase", phase);
}

fn head(ui: &mut egui::Ui, tutor: &Tutor, trace: &mut Trace, act: &mut Option<Act>) {
    let guide = tutor.guide();
    let steps = guide.lesson().file.steps.len();
    let right = egui::Layout::right_to_left(egui::Align::Center);
    let room = egui::vec2(ui.available_width(), 24.0);
    ui.allocate_ui_with_layout(room, right, |ui| {
        for (name, label, hint, does) in [
            (
                "lesson leave",
                "Leave",
                "To the list of lessons; you go on here another time",
                Act::Leave,
            ),
            ("lesson again", "Again", "From the first step", Act::Again),
        ] {
            let button = ui.small_button(label).on_hover_text(hint);
            trace.mark(name, &button);
            if button.clicked() {
                *act = Some(does);
            }
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            let title = guide.lesson().file.title.as_str();
            ui.add(egui::Label::new(style::engraved(ui.ctx(), title, 18.0)).truncate());
        });
    });
    let part = (guide.number() + 1) as f32 / steps as f32;
    let (rect, _) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), 5.0), egui::Sense::hover());
    ui.painter()
        .rect_filled(rect, 2.0, egui::Color32::from_rgb(0xdf, 0xd2, 0xb5));
    let mut done = rect;
    done.set_width(rect.width() * part);
    ui.painter().rect_filled(done, 2.0, style::RED);
    ui.label(
        RichText::new(format!("Step {} of {steps}", guide.number() + 1))
            .color(style::FAINT)
            .size(11.0),
    );
}

fn words(ui: &mut egui::Ui, tutor: &Tutor, trace: &mut Trace, act: &mut Option<Act>) {
    let guide = tutor.guide();
    let step = guide.step();
    ui.spacing_mut().item_spacing.y = 7.0;
    if let Some(said) = &tutor.said {
        ui.label(RichText::new(said).color(style::RED));
    }
    if guide.is_astray() {
        ui.label(RichText::new("You go your own way now.").strong());
        ui.label("The dice fall as they fall, and the computer plays the other side. Look at what comes of it; the lesson waits where you left it.");
        return;
    }
    if let Some(wrong) = guide.wrong() {
        otherwise(ui, wrong);
        return;
    }
    let done = guide.phase() == Phase::Done;
    let text = RichText::new(&step.say).size(14.5);
    ui.label(if done && step.ask.is_none() {
        text.color(style::FAINT)
    } else {
        text
    });
    match guide.phase() {
        Phase::Waiting => {
            task(ui, &step.task);
        }
        Phase::Done if step.ask.is_none() => {
            ui.label(RichText::new(&step.then).size(14.5));
        }
        _ => {}
    }
    if let Some(ask) = &step.ask {
        ui.label(RichText::new(&ask.question).strong().size(14.5));
        for (number, answer) in ask.answers.iter().enumerate() {
            let chosen = guide.chosen() == Some(number);
            let button = egui::Button::selectable(chosen, &answer.text)
                .frame_when_inactive(true)
                .wrap();
            let button = ui.add_sized([ui.available_width(), 24.0], button);
            trace.mark(&format!("lesson answer {}", number + 1), &button);
            if button.clicked() {
                *act = Some(Act::Choose(number));
            }
            if chosen {
                let word = if answer.right { "Right. " } else { "No. " };
                ui.label(RichText::new(format!("{word}{}", answer.why)).size(14.0));
            }
        }
        if done && !step.then.is_empty() {
            ui.label(RichText::new(&step.then).size(14.5));
        }
    }
    // The odds are the reason: they come after the guess.
    if step.ask.is_none() || guide.chosen().is_some() {
        guide.odds().iter().for_each(|odds| chances(ui, odds));
    }
}

/// What to do now, framed so that nobody overlooks it.
fn task(ui: &mut egui::Ui, task: &str) {
    egui::Frame::new()
        .fill(egui::Color32::from_rgb(0xfb, 0xf0, 0xd6))
        .stroke(Stroke::new(1.5, LIGHT))
        .corner_radius(4)
        .inner_margin(7)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(task).strong().size(14.5));
        });
}

/// What something else would bring.
fn otherwise(ui: &mut egui::Ui, wrong: &Wrong) {
    ui.label(RichText::new("That is something else than the step asks for.").strong());
    if !wrong.say.is_empty() {
        ui.label(&wrong.say);
    }
    if !wrong.brings.is_empty() {
        ui.label(&wrong.brings);
    }
    wrong.odds.iter().for_each(|odds| chances(ui, odds));
    ui.label("Nothing has happened yet. Take it back and go on with the lesson, or do it and see.");
}

/// Odds as bars.
fn chances(ui: &mut egui::Ui, chances: &Chances) {
    ui.label(RichText::new(&chances.label).strong().size(12.5));
    if !chances.note.is_empty() {
        ui.label(RichText::new(&chances.note).color(style::FAINT).size(11.5));
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    for bar in &chances.bars {
        let words = match FireResult::from_name(&bar.what) {
            Some(result) => odds::result(result).to_owned(),
            None if bar.what == "hit" => "any hit".to_owned(),
            None => bar.what.replace('_', " "),
        };
        odds::bar(ui, &words, bar.chance, style::RED);
    }
    ui.spacing_mut().item_spacing.y = 7.0;
}

fn buttons(ui: &mut egui::Ui, tutor: &Tutor, trace: &mut Trace, act: &mut Option<Act>) {
    let guide = tutor.guide();
    let mut button = |ui: &mut egui::Ui,
                      name: &str,
                      label: &str,
                      why_not: Option<&str>,
                      hint: &str,
                      does: Act| {
        let button = ui.add_enabled(why_not.is_none(), egui::Button::new(label));
        let button = button.on_hover_text(hint);
        match why_not {
            None => trace.mark(name, &button),
            Some(why) => {
                trace.deny(name, why);
                button.clone().on_disabled_hover_text(why);
            }
        }
        if button.clicked() {
            *act = Some(does);
        }
    };
    if guide.is_astray() || guide.wrong().is_some() {
        // Away from where Back is: whoever clicks twice goes back no step.
        let room = egui::vec2(ui.available_width(), 24.0);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(room, right, |ui| {
            let hint = if guide.is_astray() {
                "Back to the moment before you went your own way"
            } else {
                "As if you had not thought of it"
            };
            button(
                ui,
                "lesson take back",
                "Take it back",
                None,
                hint,
                Act::TakeBack,
            );
            if !guide.is_astray() {
                let hint = "It is done; you can still take it back";
                button(ui, "lesson see", "Go on and see", None, hint, Act::See);
            }
        });
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let first = (guide.number() == 0 && guide.phase() != Phase::Done)
            .then_some("this is the first step");
        button(
            ui,
            "lesson back",
            "Back",
            first,
            "The step before (Backspace)",
            Act::Back,
        );
        let waits = match guide.phase() {
            Phase::Waiting => Some("first do what is framed, or have it shown"),
            Phase::Asking => Some("first find the right answer, or have it shown"),
            Phase::Reading | Phase::Done => None,
        };
        let nothing = waits
            .is_none()
            .then_some("there is nothing to do in this step");
        button(
            ui,
            "lesson show",
            "Show me",
            nothing,
            "Does it for you",
            Act::Show,
        );
        if guide.is_last() && guide.can_play_on() {
            let hint = "The rest of the battle, against the computer";
            button(ui, "lesson play on", "Play on", waits, hint, Act::PlayOn);
        }
        let next = if guide.is_last() { "Done" } else { "Next" };
        button(ui, "lesson next", next, waits, "On (Enter)", Act::Next);
    });
}
