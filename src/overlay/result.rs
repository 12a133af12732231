//! One fire, check or impact with its dice and every modifier.

use bevy_egui::egui::{self, Color32, RichText, Stroke};

use super::trace::Trace;
use super::wording::sentence;
use super::{Desk, Panel, lesson, style};
use crate::army::{Blow, Cause, Fact};
use crate::lessons::teaching;
use crate::rules::fire::{FireResult, FireTerms, ResultLine};
use crate::rules::impact::ImpactWinner;
use crate::rules::modifier::Cut;
use crate::rules::{Modifiers, Morale, Named, Rules};
use crate::table::Playback;
use crate::table::dice::rolled;

/// Whether a fact has dice or modifiers to show.
pub fn has_arithmetic(fact: &Fact) -> bool {
    let (own, enemy) = rolled(fact);
    !own.is_empty() || !enemy.is_empty()
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
pub fn show(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    playback: &Playback,
    why: &dyn Fn(&mut egui::Ui, Option<usize>, &mut Trace),
    trace: &mut Trace,
) {
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
    if let Some((name, title)) = rule_of(fact).and_then(teaching) {
        let button = ui
            .small_button("Show me")
            .on_hover_text(format!("The lesson that teaches it: {title}"));
        trace.mark("show me", &button);
        if button.clicked() {
            desk.lesson = Some(name);
        }
    }
    let (own, enemy) = rolled(fact);
    ui.horizontal(|ui| {
        own.iter().for_each(|&die| face(ui, die, false));
        enemy.iter().for_each(|&die| face(ui, die, true));
    });
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            why(ui, Some(number), trace);
            arithmetic(ui, desk, playback, number);
        });
}

/// The rule that somebody wants to learn who looks at a fact.
fn rule_of(fact: &Fact) -> Option<&'static str> {
    Some(match fact {
        Fact::Secret { what, .. } => return rule_of(what),
        Fact::Fired { volley, .. } => match volley.terms.line {
            ResultLine::Infantry => "fire.basic",
            ResultLine::Artillery => "artillery.dice",
            ResultLine::Cavalry => "cavalry.fire_procedure",
        },
        Fact::Checked {
            cause: Cause::Rally,
            ..
        } => "morale.rally_needed",
        Fact::Checked {
            cause: Cause::Charge { .. },
            ..
        } => "charge.fear_check",
        Fact::Checked { .. } => "morale.roll",
        Fact::Charge { .. } | Fact::Impact { .. } => "charge.uiv",
        Fact::Countercharge { .. } => "react.countercharge_quality",
        Fact::StoppedShort { .. } => "charge.result_1",
        Fact::Repulsed { .. } => "cavalry.vs_infantry_repulsed",
        Fact::Weather { .. } => "scenario.weather",
        Fact::Presence { .. } | Fact::Due { .. } => "scenario.militia.detached",
        Fact::Melee { .. } => "melee.when",
        Fact::Tested { .. } => "tct.roll",
        Fact::LeaderRolled { .. } => "leader.casualty",
        Fact::Ran { .. } => "move.rout_distance",
        _ => return None,
    })
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

/// The arithmetic as the fact has it.
fn arithmetic(ui: &mut egui::Ui, desk: &mut Desk, playback: &Playback, number: usize) {
    let rules = playback.rules();
    match &playback.chronicle().facts()[number] {
        Fact::Fired { volley, .. } => {
            fire(
                ui,
                desk,
                rules,
                (&volley.terms, &volley.dice, volley.result),
            );
        }
        Fact::Checked {
            unit,
            points,
            outcome,
            ..
        } => {
            ui.label(format!("Two dice against an MMP of {}", points.mmp));
            ui.label(format!("Basic morale point (BMP) {}", points.bmp));
            modifiers(ui, desk, &points.modifiers, "MMP", points.mmp);
            let after = outcome.after.map_or("removed", Named::name);
            ui.label(RichText::new(format!("Now {}", after.replace('_', " "))).strong());
            if outcome.falls_back > 0 {
                ui.label(format!("Falls back {}\"", outcome.falls_back));
            }
            style::section(ui, "The odds were");
            let scale = playback.scenario().field.scale;
            let before = playback.chronicle().at(number);
            let odds = rules.check_odds(scale, before.unit(*unit), points.mmp);
            for &level in Morale::ALL {
                style::odds(
                    ui,
                    level.name(),
                    odds.of(level),
                    Some(level) == outcome.after,
                );
            }
        }
        Fact::Impact { terms, result, .. } => {
            ui.label(format!(
                "Attacker {} (MMP {}), defender {} (MMP {})",
                terms.attacker_value, terms.attacker.mmp, terms.defender_value, terms.defender.mmp
            ));
            for (who, points) in [("Attacker", &terms.attacker), ("Defender", &terms.defender)] {
                style::section(ui, who);
                modifiers(ui, desk, &points.modifiers, "MMP", points.mmp);
            }
            style::section(ui, "The odds were");
            let odds = rules.impact_odds(terms);
            for (winner, chance) in [
                (ImpactWinner::Attacker, odds.attacker_wins),
                (ImpactWinner::Tie, odds.tie),
                (ImpactWinner::Defender, odds.defender_wins),
            ] {
                style::odds(ui, winner.name(), chance, winner == result.winner);
            }
        }
        Fact::Melee {
            by_attacker,
            by_defender,
            ..
        } => {
            for (who, blow) in [("Attacker", by_attacker), ("Defender", by_defender)] {
                style::section(ui, who);
                let Blow {
                    terms,
                    dice,
                    result,
                    ..
                } = blow;
                match terms {
                    Some(terms) => fire(ui, desk, rules, (terms, dice, *result)),
                    None => {
                        ui.label("Has nothing to strike with.");
                    }
                }
            }
        }
        _ => {
            ui.label("A plain roll without modifiers.");
        }
    }
}

/// A fire or a blow: its terms, its dice and what they did.
fn fire(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    rules: &Rules,
    (terms, dice, result): (&FireTerms, &[u8], FireResult),
) {
    ui.label(format!(
        "{} range, {} firepower, {} dice",
        style::capital(terms.band.name()),
        terms.firepower,
        terms.dice
    ));
    modifiers(ui, desk, &terms.modifiers, "DRM", terms.drm);
    ui.label(RichText::new(format!("Total {}: {result}", terms.total(dice))).strong());
    style::section(ui, "The odds were");
    for (outcome, chance) in rules.fire_odds(terms).iter() {
        style::odds(ui, outcome.name(), chance, outcome == result);
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
                let what = ui.label(what);
                if lesson::panel::is_lit(ui, modifier.rule.as_str()) {
                    lesson::panel::frame(ui.painter(), what.rect);
                }
                what.on_hover_text(match modifier.cut {
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
