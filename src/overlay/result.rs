//! One fire, check or impact with its dice and every modifier.

use bevy_egui::egui::{self, Color32, RichText, Stroke};

use super::trace::Trace;
use super::wording::sentence;
use super::{Desk, Panel, style};
use crate::adjudicate::{Answer, FireAnswer, Request};
use crate::battle::Fact;
use crate::rules::modifier::Cut;
use crate::rules::{Modifiers, Morale, Named};
use crate::table::Playback;
use crate::table::dice::rolled;

/// Whether a fact has dice or modifiers to show.
pub fn has_arithmetic(fact: &Fact) -> bool {
    request(fact).is_some() || {
        let (own, enemy) = rolled(fact);
        !own.is_empty() || !enemy.is_empty()
    }
}

fn request(fact: &Fact) -> Option<&Request> {
    match fact {
        Fact::Fired { request, .. }
        | Fact::Checked { request, .. }
        | Fact::Impact { request, .. } => Some(request),
        _ => None,
    }
}

/// The fact that is asked for, else the last one that has arithmetic.
fn chosen(desk: &Desk, playback: &Playback) -> Option<usize> {
    let facts = playback.chronicle().facts();
    desk.result
        .filter(|&number| number < facts.len())
        .or_else(|| {
            let now = (playback.moment() + 1).min(facts.len());
            (0..now)
                .rev()
                .find(|&number| has_arithmetic(&facts[number]))
        })
}

/// Draws the panel.
pub fn show(ui: &mut egui::Ui, desk: &mut Desk, playback: &Playback, trace: &mut Trace) {
    ui.horizontal(|ui| {
        ui.label(style::heading(ui, "How it came about"));
        if desk.result.is_some() && ui.small_button("latest").clicked() {
            desk.result = None;
        }
    });
    let Some(number) = chosen(desk, playback) else {
        ui.label("No dice have been rolled yet.");
        return;
    };
    trace.note("result", number);
    let fact = &playback.chronicle().facts()[number];
    ui.label(RichText::new(sentence(playback.scenario(), fact)).strong());
    let (own, enemy) = rolled(fact);
    ui.horizontal(|ui| {
        own.iter().for_each(|&die| face(ui, die, false));
        enemy.iter().for_each(|&die| face(ui, die, true));
    });
    let answer = request(fact).map(|request| Answer::to(playback.rules(), request));
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| match answer {
            Some(Ok(answer)) => arithmetic(ui, desk, &answer),
            Some(Err(fault)) => {
                ui.label(fault.to_string());
            }
            None => {
                ui.label("A plain roll without modifiers.");
            }
        });
}

/// The face of a die.
fn face(ui: &mut egui::Ui, die: u8, red: bool) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(30.0, 30.0), egui::Sense::hover());
    let (body, pips) = if red {
        (style::RED, Color32::WHITE)
    } else {
        (Color32::from_rgb(0xfd, 0xf8, 0xea), Color32::BLACK)
    };
    let painter = ui.painter();
    painter.rect(
        rect,
        4.0,
        body,
        Stroke::new(1.0, Color32::BLACK),
        egui::StrokeKind::Inside,
    );
    let dot = |x: f32, y: f32| {
        painter.circle_filled(rect.center() + egui::vec2(x, y) * 8.0, 2.7, pips);
    };
    if die % 2 == 1 {
        dot(0.0, 0.0);
    }
    if die >= 2 {
        dot(-1.0, -1.0);
        dot(1.0, 1.0);
    }
    if die >= 4 {
        dot(-1.0, 1.0);
        dot(1.0, -1.0);
    }
    if die == 6 {
        dot(-1.0, 0.0);
        dot(1.0, 0.0);
    }
}

fn arithmetic(ui: &mut egui::Ui, desk: &mut Desk, answer: &Answer) {
    match answer {
        Answer::Fire(FireAnswer::Refused { why, .. }) => {
            ui.label(why);
        }
        Answer::Fire(FireAnswer::Allowed(fire)) => {
            ui.label(format!(
                "{} range, {} firepower, {} dice",
                style::capital(fire.band.name()),
                fire.fp,
                fire.dice
            ));
            modifiers(ui, desk, &fire.modifiers, "DRM", fire.drm);
            if let Some(rolled) = &fire.rolled {
                ui.label(
                    RichText::new(format!("Total {}: {}", rolled.total, rolled.result)).strong(),
                );
            }
            style::section(ui, "The odds were");
            let result = fire.rolled.as_ref().map(|rolled| rolled.result);
            for (outcome, chance) in fire.odds.iter() {
                style::odds(ui, outcome.name(), chance, Some(outcome) == result);
            }
        }
        Answer::Morale(check) => {
            ui.label(format!("Two dice against an MMP of {}", check.mmp));
            ui.label(format!("Basic morale point (BMP) {}", check.bmp));
            modifiers(ui, desk, &check.modifiers, "MMP", check.mmp);
            let after = check.rolled.as_ref().map(|rolled| rolled.after);
            if let Some(rolled) = &check.rolled {
                ui.label(RichText::new(format!("Now {}", rolled.after.replace('_', " "))).strong());
                if rolled.falls_back > 0 {
                    ui.label(format!("Falls back {}\"", rolled.falls_back));
                }
            }
            style::section(ui, "The odds were");
            for &level in Morale::ALL {
                style::odds(
                    ui,
                    level.name(),
                    check.odds.of(level),
                    Some(level.name()) == after,
                );
            }
        }
        Answer::Impact(impact) => {
            ui.label(format!(
                "Attacker {} (MMP {}), defender {} (MMP {})",
                impact.attacker_value,
                impact.attacker_mmp,
                impact.defender_value,
                impact.defender_mmp
            ));
            for (who, side) in [
                ("Attacker", &impact.terms.attacker),
                ("Defender", &impact.terms.defender),
            ] {
                style::section(ui, who);
                modifiers(ui, desk, &side.modifiers, "MMP", side.mmp);
            }
            style::section(ui, "The odds were");
            style::odds(ui, "attacker", impact.odds.attacker_wins, false);
            style::odds(ui, "tie", impact.odds.tie, false);
            style::odds(ui, "defender", impact.odds.defender_wins, false);
        }
    }
}

/// Every modifier with its worth, why it did not count if it did not, and its rule.
pub fn modifiers(ui: &mut egui::Ui, desk: &mut Desk, modifiers: &Modifiers, sum: &str, total: i32) {
    egui::Grid::new(ui.next_auto_id())
        .num_columns(3)
        .striped(true)
        .show(ui, |ui| {
            for modifier in modifiers.iter() {
                let mut what = RichText::new(modifier.what);
                let mut value = RichText::new(format!("{:+}", modifier.value)).monospace();
                if !modifier.counted {
                    what = what.strikethrough().color(style::FAINT);
                    value = value.strikethrough().color(style::FAINT);
                }
                ui.label(what).on_hover_text(match modifier.cut {
                    Some(Cut::TwoAndTwo) => "Cut off by the two-and-two limit",
                    Some(Cut::VillageAlone) => "Does not go together with a farm or village",
                    None => "Counts",
                });
                ui.label(value);
                let rule = modifier.rule.to_string();
                let link = ui.link(RichText::new(&rule).size(10.5));
                if link.on_hover_text("Look the rule up").clicked() {
                    desk.book.open(&rule);
                    desk.panel = Some(Panel::Rules);
                }
                ui.end_row();
            }
            ui.label(RichText::new(sum).strong());
            ui.label(RichText::new(format!("{total:+}")).monospace().strong());
            ui.end_row();
        });
    let cut = modifiers
        .iter()
        .filter(|modifier| modifier.cut == Some(Cut::TwoAndTwo))
        .count();
    if cut > 0 {
        ui.label(
            RichText::new(format!("{cut} cut off by the two-and-two limit")).color(style::FAINT),
        );
    }
}
