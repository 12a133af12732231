//! The card of a fire before it is given: our fire and his answer side by side, every modifier with
//! its rule, what speaks against it, and who else could join in.

use bevy_egui::egui::{self, RichText};
use serde_json::{Value, json};

use super::trace::Trace;
use super::{Desk, odds, result, style};
use crate::army::UnitId;
use crate::battle::{FirePreview, FireWay, ShotOdds, Situation};
use crate::print::words;
use crate::rules::fire::FireKind;

/// What a click on the card asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireWish {
    /// This one fires too.
    Join(UnitId),
    /// This one does not fire after all.
    Leave(UnitId),
    /// Fire in this way.
    Kind(FireKind),
}

/// A kind of fire in words.
pub fn kind_words(kind: FireKind) -> &'static str {
    match kind {
        FireKind::Normal => "Volley",
        FireKind::Area => "At a suspected place",
        FireKind::Deliberate => "Deliberate",
        FireKind::PointBlank => "Point blank",
        FireKind::Desperation => "In desperation",
        FireKind::Melee => "Hand to hand",
        FireKind::Prolonge => "On the prolonge",
        FireKind::Mixed => "As mixed guns",
        FireKind::DeliberateMixed => "Deliberate, as mixed guns",
    }
}

/// The odds as a test reads them: our fire and his answer, as the adjudicator writes them.
pub fn trace_odds(preview: &FirePreview, kind: FireKind) -> Value {
    let fire = preview.way(kind).and_then(|way| way.shot.as_ref());
    let back = preview.back.as_ref().ok();
    json!({
        "fire": fire.map(|shot| odds::as_json(&shot.odds)),
        "back": back.map(|reply| odds::as_json(&reply.shot.odds)),
    })
}

/// Draws the card; answers with what a click asked for. `kind` is the way that is chosen.
pub fn show(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    now: &Situation,
    preview: &FirePreview,
    kind: FireKind,
    trace: &mut Trace,
) -> Option<FireWish> {
    trace.odds(|| trace_odds(preview, kind));
    let army = now.army();
    let mut wish = None;
    let side = army.side(preview.target);
    let title = format!("Fire on {}", words::the(army, preview.target));
    ui.label(style::heading(ui, title).color(style::side(side)));
    sight(ui, preview);
    ways(ui, preview, kind, &mut wish, trace);
    let way = preview.way(kind).or(preview.ways.first())?;
    if let Some(why) = &way.why_not {
        odds::refusal(ui, desk, why);
    }
    let (own, his) = (side.other(), side);
    ui.columns(2, |columns| {
        let us = &mut columns[0];
        let who = firers(now, preview);
        us.label(RichText::new(who).strong().color(style::side(own)));
        match &way.shot {
            Some(shot) => column(us, shot, style::side(own), "to hit him"),
            None => {
                us.label(RichText::new("No fire").color(style::FAINT));
            }
        }
        let them = &mut columns[1];
        them.label(RichText::new("His answer").strong().color(style::side(his)));
        match &preview.back {
            Ok(reply) => {
                let at = match preview.units.len() {
                    1 => "to hit us".to_owned(),
                    _ => format!("to hit {}", words::the(army, reply.at)),
                };
                column(them, &reply.shot, style::side(his), &at);
            }
            Err(why) => {
                them.label(RichText::new("He cannot answer").color(style::FAINT));
                odds::refusal(them, desk, why);
            }
        }
    });
    watchers(ui, now, preview);
    partners(ui, now, preview, way, &mut wish, trace);
    if let Some(shot) = &way.shot {
        why(ui, desk, "Why our fire counts so", shot, true);
    }
    if let Ok(reply) = &preview.back {
        why(ui, desk, "Why his answer counts so", &reply.shot, false);
    }
    wish
}

/// Range and sight.
fn sight(ui: &mut egui::Ui, preview: &FirePreview) {
    let range = preview.range;
    match &preview.sight.blocked {
        None => ui.label(format!("{range:.1}\" away, in sight")),
        Some(blocked) => ui.label(
            RichText::new(format!(
                "{range:.1}\" away, not in sight: {} is in the way",
                blocked.by
            ))
            .color(style::RED),
        ),
    };
}

/// The kinds of fire that are open to it.
fn ways(
    ui: &mut egui::Ui,
    preview: &FirePreview,
    kind: FireKind,
    wish: &mut Option<FireWish>,
    trace: &mut Trace,
) {
    if preview.ways.len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for way in &preview.ways {
            let actions = if way.actions == 1 { "" } else { ", 2 actions" };
            let text = format!("{}{actions}", kind_words(way.kind));
            let mut text = RichText::new(text);
            if !way.is_open() {
                text = text.color(style::FAINT);
            }
            let name = format!("fire {}", way.kind);
            let mut button = ui.selectable_label(way.kind == kind, text);
            trace.mark(&name, &button);
            if let Some(why) = &way.why_not {
                button = button.on_hover_text(why.to_string());
                trace.deny(&name, why.to_string());
            }
            if button.clicked() {
                *wish = Some(FireWish::Kind(way.kind));
            }
        }
    });
}

fn firers(now: &Situation, preview: &FirePreview) -> String {
    let army = now.army();
    match preview.units[..] {
        [one] => words::short(army, one).to_owned(),
        [first, ref others @ ..] => {
            format!("{} and {} more", words::short(army, first), others.len())
        }
        [] => String::new(),
    }
}

/// One side of the exchange.
fn column(ui: &mut egui::Ui, shot: &ShotOdds, colour: egui::Color32, what: &str) {
    ui.horizontal_wrapped(|ui| {
        let chance = odds::percent(shot.odds.any_hit());
        ui.label(style::engraved(ui.ctx(), chance, 22.0).color(colour));
        ui.label(what);
    });
    odds::fire_bars(ui, &shot.odds, colour);
    ui.label(
        RichText::new(odds::terms(shot))
            .size(11.5)
            .color(style::FAINT),
    );
}

/// Others of his side who could answer.
fn watchers(ui: &mut egui::Ui, now: &Situation, preview: &FirePreview) {
    let hit = |threat: &crate::battle::Threat| threat.odds.any_hit();
    let best = preview
        .others
        .iter()
        .max_by(|one, other| hit(one).total_cmp(&hit(other)));
    let Some(best) = best else {
        return;
    };
    let army = now.army();
    let name = words::the(army, best.by);
    let chance = odds::percent(hit(best));
    let text = match preview.others.len() {
        1 => format!("{} could answer instead: {chance}", style::capital(&name)),
        many => {
            format!("{many} others could answer instead, best of them {name}: {chance}")
        }
    };
    let all: Vec<_> = preview
        .others
        .iter()
        .map(|threat| {
            let (name, at) = (words::short(army, threat.by), threat.target);
            let at = words::short(army, at);
            format!("{name} at {at}: {}", odds::percent(hit(threat)))
        })
        .collect();
    ui.label(RichText::new(text).size(11.5))
        .on_hover_text(all.join("\n"));
}

/// Who else could join in, and who could be left out.
fn partners(
    ui: &mut egui::Ui,
    now: &Situation,
    preview: &FirePreview,
    way: &FireWay,
    wish: &mut Option<FireWish>,
    trace: &mut Trace,
) {
    let army = now.army();
    let base = way.shot.as_ref().map_or(0.0, |shot| shot.odds.any_hit());
    if preview.partners.is_empty() && preview.units.len() < 2 {
        return;
    }
    style::section(ui, "Together");
    ui.horizontal_wrapped(|ui| {
        if preview.units.len() > 1 {
            for &unit in &preview.units {
                let name = words::short(army, unit);
                let button = ui.selectable_label(true, name);
                trace.mark(&format!("leave {}", army.name(unit)), &button);
                if button.on_hover_text("Leave it out").clicked() {
                    *wish = Some(FireWish::Leave(unit));
                }
            }
        }
        for partner in &preview.partners {
            let name = words::short(army, partner.unit);
            let text = format!(
                "+ {name}: {} → {}",
                odds::percent(base),
                odds::percent(partner.odds.any_hit())
            );
            let button = ui.button(text);
            trace.mark(&format!("join {}", army.name(partner.unit)), &button);
            let hover = format!("Fires too: {}", odds::fire_words(&partner.odds));
            if button.on_hover_text(hover).clicked() {
                *wish = Some(FireWish::Join(partner.unit));
            }
        }
    });
}

fn why(ui: &mut egui::Ui, desk: &mut Desk, title: &str, shot: &ShotOdds, open: bool) {
    egui::CollapsingHeader::new(title)
        .default_open(open)
        .show(ui, |ui| {
            result::modifiers(ui, desk, &shot.terms.modifiers, "DRM", shot.terms.drm);
        });
}
