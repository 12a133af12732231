//! Chances as bars and words, and what the rules say against something.

use bevy_egui::egui::{self, Color32, RichText};
use serde_json::{Map, Value, json};

use super::{Desk, Panel, style};
use crate::battle::ShotOdds;
use crate::rules::fire::{FireOdds, FireResult, Refusal};
use crate::rules::{Named, RuleId};

/// The width of a bar and of the words before it, in points.
const BAR: f32 = 84.0;
/// Room for the per cent.
const NUMBER: f32 = 42.0;
const WORDS: f32 = 78.0;

/// A chance in whole per cent, as people say it.
pub fn percent(chance: f64) -> String {
    let whole = (chance * 100.0).round();
    match whole {
        _ if chance <= 0.0 => "0 %".to_owned(),
        0.0 => "< 1 %".to_owned(),
        100.0 if chance < 1.0 - 1e-9 => "> 99 %".to_owned(),
        whole => format!("{whole} %"),
    }
}

/// A result of a fire in words.
pub fn result(result: FireResult) -> &'static str {
    match result {
        FireResult::None => "no effect",
        FireResult::Mc => "check",
        FireResult::Mc1 => "check, +1",
        FireResult::Mc2 => "check, +2",
        FireResult::Hit1 => "one hit",
        FireResult::Hit2 => "two hits",
        FireResult::Hit3 => "three hits",
        FireResult::Hit4 => "four hits",
    }
}

/// A line of odds: words, bar, per cent.
pub fn bar(ui: &mut egui::Ui, what: &str, chance: f64, colour: Color32) -> egui::Response {
    let line = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let high = ui.text_style_height(&egui::TextStyle::Small);
        ui.allocate_ui_with_layout(
            egui::vec2(WORDS, high),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(WORDS);
                ui.label(RichText::new(what).size(11.5));
            },
        );
        // What is left beside the words and the number, so that two columns stand side by side.
        let wide = (ui.available_width() - NUMBER).clamp(16.0, BAR);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(wide, 8.0), egui::Sense::hover());
        let painter = ui.painter();
        painter.rect_filled(rect, 1.0, Color32::from_rgb(0xdf, 0xd2, 0xb5));
        let mut part = rect;
        part.set_width(rect.width() * chance.clamp(0.0, 1.0) as f32);
        painter.rect_filled(part, 1.0, colour);
        ui.label(RichText::new(percent(chance)).size(11.5));
    });
    line.response
}

/// The odds of a fire as bars; what never happens is left out.
pub fn fire_bars(ui: &mut egui::Ui, odds: &FireOdds, colour: Color32) {
    for (outcome, chance) in odds.iter().filter(|(_, chance)| *chance > 0.0005) {
        let ink = if outcome.hits() > 0 {
            colour
        } else {
            Color32::from_rgb(0xa8, 0x9a, 0x7c)
        };
        bar(ui, result(outcome), chance, ink)
            .on_hover_text(format!("{} on the results table", outcome.name()));
    }
}

/// The odds of a fire in one line.
pub fn fire_words(odds: &FireOdds) -> String {
    let likely = odds.iter().filter(|(_, chance)| *chance > 0.005);
    let words: Vec<_> = likely
        .map(|(outcome, chance)| format!("{} {}", result(outcome), percent(chance)))
        .collect();
    words.join(", ")
}

/// Range, dice and modifiers of a fire in one line.
pub fn terms(shot: &ShotOdds) -> String {
    let dice = match shot.terms.dice {
        1 => "1 die".to_owned(),
        dice => format!("{dice} dice"),
    };
    format!(
        "{} range: {} firepower, {dice}, {:+}",
        style::capital(shot.terms.band.name()),
        shot.terms.firepower,
        shot.terms.drm
    )
}

/// A rule that opens in the rulebook.
pub fn rule_link(ui: &mut egui::Ui, desk: &mut Desk, rule: RuleId) {
    let link = ui.link(RichText::new(rule.as_str()).size(10.5));
    if link.on_hover_text("Look the rule up").clicked() {
        desk.book.open(rule.as_str());
        desk.panel = Some(Panel::Rules);
    }
}

/// Why something may not be done, with its rule.
pub fn refusal(ui: &mut egui::Ui, desk: &mut Desk, refusal: &Refusal) {
    ui.horizontal_wrapped(|ui| {
        let why = style::capital(&refusal.reason());
        ui.label(RichText::new(why).color(style::RED));
        rule_link(ui, desk, refusal.rule);
    });
}

/// The odds of a fire as the adjudicator writes them.
pub fn as_json(odds: &FireOdds) -> Value {
    let each = odds
        .iter()
        .map(|(outcome, chance)| (outcome.name().to_owned(), json!(chance)));
    Value::Object(each.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_read_as_people_say_them() {
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.002), "< 1 %");
        assert_eq!(percent(0.617), "62 %");
        assert_eq!(percent(0.998), "> 99 %");
        assert_eq!(percent(1.0), "100 %");
    }
}
