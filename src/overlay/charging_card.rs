//! The card of a charge before the word of command: every stage with its chances, and what each
//! result means. Lead, targets and supports can be changed on it.

use bevy_egui::egui::{self, Color32, RichText};

use super::trace::Trace;
use super::{Desk, odds, result, style};
use crate::army::{Army, UnitId};
use crate::battle::{ChargeDraft, ChargeOption, ChargeView, Onslaught, Situation};
use crate::print::words;
use crate::rules::Morale;
use crate::rules::fire::{FireKind, FireResult};
use crate::rules::impact::{ImpactOutcome, ImpactWinner};

const GOOD: Color32 = Color32::from_rgb(0x4d, 0x7a, 0x3c);
const MIDDLING: Color32 = Color32::from_rgb(0xb0, 0x86, 0x1e);
const BAD: Color32 = style::RED;

/// What an end of an impact means, as the charging side says it.
pub fn meaning(winner: ImpactWinner, outcome: ImpactOutcome) -> &'static str {
    use ImpactOutcome as Outcome;
    match (winner, outcome) {
        (ImpactWinner::Tie, _) | (_, Outcome::Melee) => "Hand to hand",
        (_, Outcome::StoppedShort) => "We stop before him, and both fire",
        (ImpactWinner::Attacker, Outcome::Disorder) => "He falls back in disorder",
        (ImpactWinner::Attacker, Outcome::Shaken) => "He falls back shaken",
        (ImpactWinner::Attacker, Outcome::Routed) => "He breaks and runs",
        (ImpactWinner::Attacker, Outcome::Surrender) => "He lays down his arms",
        (ImpactWinner::Attacker, Outcome::GunsLost) => "The guns are ours",
        (ImpactWinner::Defender, Outcome::Disorder) => "We fall back in disorder",
        (ImpactWinner::Defender, Outcome::Shaken) => "We fall back shaken",
        (ImpactWinner::Defender, Outcome::Routed) => "We break and run",
        (ImpactWinner::Defender, Outcome::Surrender) => "We lay down our arms",
        (ImpactWinner::Defender, Outcome::GunsLost) => "We lose our guns",
    }
}

/// Draws the card. Answers with whether the draft was changed: its view has to be made anew then.
pub fn show(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    now: &Situation,
    view: &ChargeView,
    draft: &mut ChargeDraft,
    trace: &mut Trace,
) -> bool {
    let army = now.army();
    let Some(lead) = view.lead() else {
        ui.label("There is no such charge from here.");
        return false;
    };
    let side = army.side(lead.target);
    let title = format!("Charge {}", words::the(army, lead.target));
    ui.label(style::heading(ui, title).color(style::side(side)));
    summary(ui, view, lead);
    if let Some(why) = &view.why_not {
        odds::refusal(ui, desk, why);
        trace.deny("order charge", why.to_string());
    }
    let before = draft.clone();
    editor(ui, army, view, draft, trace);
    if let (Some(inches), Some(chance)) = (view.draft.halt, view.halts) {
        ui.label(format!(
            "Halts after {inches:.1}\" if its test succeeds ({}); else all go on in disorder.",
            odds::percent(chance)
        ));
    }
    for onslaught in &view.onslaughts {
        if view.onslaughts.len() > 1 {
            let pair = format!(
                "{} on {}: {}",
                words::short(army, onslaught.unit),
                words::the(army, onslaught.target),
                odds::percent(onslaught.success)
            );
            ui.separator();
            ui.label(RichText::new(pair).strong());
        }
        ui.push_id(onslaught.unit.0, |ui| stages(ui, desk, army, onslaught));
    }
    watchers(ui, army, view);
    *draft != before
}

/// All stages together.
fn summary(ui: &mut egui::Ui, view: &ChargeView, lead: &Onslaught) {
    ui.horizontal_wrapped(|ui| {
        let success = odds::percent(view.success());
        let colour = match view.success() {
            chance if chance >= 0.5 => GOOD,
            chance if chance >= 0.25 => MIDDLING,
            _ => BAD,
        };
        ui.label(style::engraved(ui.ctx(), success, 26.0).color(colour));
        ui.label("that he gives way or is beaten");
    });
    let rest = (1.0 - lead.success - lead.melee).max(0.0);
    odds::bar(ui, "success", lead.success, GOOD);
    if lead.melee > 0.0005 {
        odds::bar(ui, "hand to hand", lead.melee, MIDDLING);
    }
    odds::bar(ui, "failure", rest, BAD)
        .on_hover_text("It falls short, is stopped by his fire, or is beaten back");
}

/// Lead, targets, supports and halts.
fn editor(
    ui: &mut egui::Ui,
    army: &Army,
    view: &ChargeView,
    draft: &mut ChargeDraft,
    trace: &mut Trace,
) {
    let options = &view.options;
    let name = |unit: UnitId| words::short(army, unit);
    let leads = draft.leads(options);
    if let (true, Some(target)) = (leads.len() > 1, draft.target()) {
        ui.horizontal_wrapped(|ui| {
            ui.label("Led by");
            for lead in leads {
                let button = ui.selectable_label(draft.lead == lead, name(lead));
                trace.mark(&format!("lead {}", army.name(lead)), &button);
                if button.clicked() {
                    draft.choose(options, lead, target);
                }
            }
        });
    }
    let targets = draft.targets(options);
    if targets.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            ui.label("Against");
            for target in targets {
                let button = ui.selectable_label(draft.target() == Some(target), name(target));
                trace.mark(&format!("charge at {}", army.name(target)), &button);
                if button.clicked() {
                    draft.choose(options, draft.lead, target);
                }
            }
        });
    }
    let option = draft.option(options).cloned();
    for assault in option.iter().flat_map(|option| &option.others) {
        let mut on = draft.assaults.contains(assault);
        let text = format!("{} charges {}", name(assault.unit), name(assault.target));
        let button = ui.checkbox(&mut on, text);
        trace.mark(&format!("assault {}", army.name(assault.unit)), &button);
        let hover = "Else it follows in support";
        if button.on_hover_text(hover).clicked() {
            draft.toggle(options, *assault);
        }
    }
    let supports = &view.supports;
    if !supports.is_empty() {
        let names: Vec<_> = supports.iter().map(|&unit| name(unit)).collect();
        ui.label(
            RichText::new(format!("In support: {}", names.join(", ")))
                .size(11.5)
                .color(style::FAINT),
        );
    }
    if let Some(option) = option {
        halting(ui, &option, options, draft, trace);
    }
}

/// Where it tries to halt: nowhere, at a wall or fence, or at any other place on its way.
fn halting(
    ui: &mut egui::Ui,
    option: &ChargeOption,
    options: &[ChargeOption],
    draft: &mut ChargeDraft,
    trace: &mut Trace,
) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Halt");
        let none = ui.selectable_label(draft.halt.is_none(), "nowhere");
        trace.mark("halt nowhere", &none);
        if none.clicked() {
            draft.halt_at(options, None);
        }
        for (number, &halt) in option.halts.iter().enumerate() {
            let text = format!("at the wall or fence {halt:.1}\" on");
            let button = ui.selectable_label(draft.halt == Some(halt), text);
            trace.mark(&format!("halt {}", number + 1), &button);
            if button.clicked() {
                draft.halt_at(options, Some(halt));
            }
        }
        // To a tenth of an inch, and short of the enemy.
        let most = ((option.far - 0.1) * 10.0).floor() / 10.0;
        if most < 0.5 {
            return;
        }
        let mut inches = draft.halt.unwrap_or(most);
        let place = egui::DragValue::new(&mut inches)
            .range(0.5..=most)
            .speed(0.1)
            .fixed_decimals(1)
            .suffix("\" on");
        let place = ui.add(place).on_hover_text(
            "Any other place on its way: the lead takes a test there, and all are in disorder",
        );
        trace.mark("halt anywhere", &place);
        if place.changed() {
            draft.halt_at(options, Some(inches));
        }
    });
}

/// The four stages of one unit's charge.
fn stages(ui: &mut egui::Ui, desk: &mut Desk, army: &Army, one: &Onslaught) {
    reach(ui, army, one);
    fear(ui, desk, army, one);
    if one.fear.stands < 0.0005 {
        return;
    }
    fire(ui, desk, one);
    impact(ui, desk, army, one);
}

fn reach(ui: &mut egui::Ui, army: &Army, one: &Onslaught) {
    style::section(ui, "1. Does it get there?");
    let dice = match one.dice {
        1 => "half a die".to_owned(),
        dice => format!("half of {dice} dice"),
    };
    ui.label(format!(
        "{:.1}\" to go; its move is {:.1}\" and {dice} more",
        one.inches, one.normal
    ));
    odds::bar(ui, "in order", one.reach.in_order, GOOD);
    odds::bar(ui, "in disorder", one.reach.in_disorder, MIDDLING);
    odds::bar(ui, "falls short", one.reach.short, BAD)
        .on_hover_text("It stops on the way, in disorder");
    if let Some(by) = one.disorder {
        let by = words::disorder(by);
        ui.label(RichText::new(format!("Disordered by {by}")).color(style::RED));
    } else if army.unit(one.unit).morale != Morale::GoodOrder {
        ui.label(RichText::new("It is in disorder already").color(style::RED));
    }
}

fn fear(ui: &mut egui::Ui, desk: &mut Desk, army: &Army, one: &Onslaught) {
    style::section(ui, "2. Does he stand?");
    if one.fear.runs_anyway {
        ui.label("He does not wait for a formed charge: he runs once it has come an inch.");
        return;
    }
    odds::bar(ui, "runs", one.fear.routs, GOOD);
    odds::bar(ui, "falls back", one.fear.falls_back, GOOD)
        .on_hover_text("He leaves his ground, and the charge may go on after him");
    odds::bar(ui, "stands", one.fear.stands, BAD);
    if one.against.first().is_some_and(|&met| met != one.target) {
        let met = words::the(army, one.against[0]);
        ui.label(format!("Beside him {met} would take the impact."));
    }
    let points = &one.fear.points;
    let title = format!("His nerve: two dice against {}", points.mmp);
    egui::CollapsingHeader::new(title)
        .id_salt("fear")
        .show(ui, |ui| {
            ui.label(format!("Basic morale point (BMP) {}", points.bmp));
            result::modifiers(ui, desk, &points.modifiers, "MMP", points.mmp);
        });
}

fn fire(ui: &mut egui::Ui, desk: &mut Desk, one: &Onslaught) {
    style::section(ui, "3. His fire, if he stands");
    let Some(fire) = &one.fire else {
        ui.label("He has none: he has fired on it already, or cannot.");
        return;
    };
    let kind = match fire.kind {
        FireKind::Desperation => "in desperation",
        _ => "at point blank",
    };
    let hit = odds::percent(fire.shot.odds.any_hit());
    ui.label(format!("{} {kind} to hit us", hit));
    odds::bar(ui, "stops us", fire.stopped, BAD)
        .on_hover_text("It falls back, is shaken or routed after its check, or is shot away");
    odds::bar(ui, "we go on", 1.0 - fire.stopped, GOOD);
    let title = format!("{}, then a check", odds::terms(&fire.shot));
    egui::CollapsingHeader::new(title)
        .id_salt("fire")
        .show(ui, |ui| {
            odds::fire_bars(ui, &fire.shot.odds, BAD);
            let terms = &fire.shot.terms;
            result::modifiers(ui, desk, &terms.modifiers, "DRM", terms.drm);
            ui.label(format!("We check against {} at least", fire.check.mmp));
            let check = &fire.check;
            result::modifiers(ui, desk, &check.modifiers, "MMP", check.mmp);
        });
}

fn impact(ui: &mut egui::Ui, desk: &mut Desk, army: &Army, one: &Onslaught) {
    style::section(ui, "4. The impact");
    for (winner, outcome, chance) in one.impact.lines() {
        if chance < 0.0005 {
            continue;
        }
        let colour = match (winner, outcome) {
            (ImpactWinner::Tie, _) | (_, ImpactOutcome::StoppedShort) => MIDDLING,
            (ImpactWinner::Attacker, _) => GOOD,
            (ImpactWinner::Defender, _) => BAD,
        };
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(70.0, 8.0), egui::Sense::hover());
            let painter = ui.painter();
            painter.rect_filled(rect, 1.0, Color32::from_rgb(0xdf, 0xd2, 0xb5));
            let mut part = rect;
            part.set_width(rect.width() * chance as f32);
            painter.rect_filled(part, 1.0, colour);
            let text = format!("{}  {}", odds::percent(chance), meaning(winner, outcome));
            ui.label(RichText::new(text).size(11.5));
        });
    }
    let terms = &one.terms;
    let title = format!(
        "Both add two dice: we {}, he {}",
        terms.attacker_value + terms.leaders.0,
        terms.defender_value + terms.leaders.1
    );
    let support = |units: &[UnitId]| {
        let names: Vec<_> = units.iter().map(|&unit| words::short(army, unit)).collect();
        match names.is_empty() {
            true => "nobody".to_owned(),
            false => names.join(", "),
        }
    };
    egui::CollapsingHeader::new(title)
        .id_salt("impact")
        .show(ui, |ui| {
            let (own, his) = (
                support(&one.supports),
                support(one.against.get(1..).unwrap_or(&[])),
            );
            ui.label(format!("Supports: {own} against {his}"));
            for (who, points, strength) in [
                ("We", &terms.attacker, terms.strengths.0),
                ("He", &terms.defender, terms.strengths.1),
            ] {
                ui.label(
                    RichText::new(format!("{who}: {strength} less MMP {}", points.mmp)).strong(),
                );
                result::modifiers(ui, desk, &points.modifiers, "MMP", points.mmp);
            }
        });
}

/// Others who could fire at the chargers on their way.
fn watchers(ui: &mut egui::Ui, army: &Army, view: &ChargeView) {
    if view.watchers.is_empty() {
        return;
    }
    style::section(ui, "Others who could fire at us on the way");
    for threat in &view.watchers {
        // Where nobody can hit, they may still shake us.
        let chance = match threat.odds.any_hit() {
            hit if hit >= 0.005 => format!("{} to hit", odds::percent(hit)),
            _ => {
                let any = 1.0 - threat.odds.of(FireResult::None);
                format!("{} for a check", odds::percent(any))
            }
        };
        ui.label(
            RichText::new(format!(
                "{} at {}: {chance}, from here",
                words::short(army, threat.by),
                words::short(army, threat.target),
            ))
            .size(11.5),
        );
    }
}
