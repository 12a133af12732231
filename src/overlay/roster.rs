//! Both orders of battle, the turn track and the objectives.

use bevy_egui::egui::{self, RichText};

use super::{Desk, Panel, style, wording};
use crate::army::Presence;
use crate::battle::Judging;
use crate::print::{judgement, words};
use crate::rules::{Morale, Named, Side};
use crate::scenario::NEVER;
use crate::table::ranks::Hit;
use crate::table::stage::UnitPartsItem;
use crate::table::{Parade, Playback, Rig, place};

/// A slip at the top: turn, side, losses.
pub fn chip(ctx: &egui::Context, rest: egui::Rect, playback: &Playback) {
    let view = playback.view();
    let scenario = playback.scenario();
    egui::Area::new("chip".into())
        .fixed_pos(rest.left_top() + egui::vec2(10.0, 10.0))
        .interactable(false)
        .fade_in(false)
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(&scenario.name).strong());
                    let clock = view.clock();
                    if clock.turn == 0 {
                        ui.label("before the battle");
                        return;
                    }
                    let (hour, minute) = scenario.time_of(clock.turn);
                    ui.label(format!("turn {} of {}", clock.turn, scenario.turns));
                    ui.label(format!("{hour}:{minute:02}"));
                    let active = RichText::new(wording::side(clock.active)).strong();
                    ui.label(active.color(style::side(clock.active)));
                    for &side in Side::ALL {
                        let lost = RichText::new(format!("−{}", view.casualties(side)));
                        ui.label(lost.color(style::side(side)));
                    }
                });
                if let Some(verdict) = view.verdict() {
                    let won = crate::print::words::verdict(scenario, verdict);
                    let mut won = RichText::new(won).strong();
                    if let Some(winner) = verdict.winner {
                        won = won.color(style::side(winner));
                    }
                    ui.label(won);
                }
            });
        });
}

/// Draws the roster.
pub fn show(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    playback: &mut Playback,
    rig: &mut Rig,
    parade: &Parade,
) {
    ui.label(style::heading(ui, "Orders of battle"));
    turns(ui, playback);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            objectives(ui, playback);
            for &side in Side::ALL {
                style::section(ui, wording::side(side));
                ui.label(format!("Lost so far: {}", playback.view().casualties(side)));
                army(ui, desk, playback, rig, parade, side);
            }
        });
}

/// The turn track; a click goes there.
fn turns(ui: &mut egui::Ui, playback: &mut Playback) {
    let (turns, now) = (playback.scenario().turns, playback.view().clock().turn);
    ui.horizontal_wrapped(|ui| {
        ui.label("Turn");
        for turn in 1..=turns {
            let known = playback.chronicle().turn(turn) < playback.chronicle().end() || turn <= now;
            let box_ = egui::Button::selectable(turn == now, turn.to_string());
            if ui.add_enabled(known, box_).clicked() {
                let moment = playback.chronicle().turn(turn);
                playback.seek(moment);
            }
        }
    });
}

fn objectives(ui: &mut egui::Ui, playback: &Playback) {
    let (scenario, view) = (playback.scenario(), playback.view());
    let plan = &scenario.victory;
    if plan.conditions.is_empty() && plan.points.is_none() && scenario.rules.is_empty() {
        return;
    }
    style::section(ui, "Objectives");
    let zone_name = |id: &str| {
        let zone = scenario.field.zone(id);
        zone.map_or(id.to_owned(), |zone| zone.name.clone())
    };
    let held = |ui: &mut egui::Ui, id: &str| {
        let count = |side| view.in_zone(&scenario.field, side, id);
        ui.horizontal(|ui| {
            ui.label(format!("   {}:", zone_name(id)));
            for &side in Side::ALL {
                ui.label(
                    RichText::new(count(side).to_string())
                        .strong()
                        .color(style::side(side)),
                );
            }
        });
    };
    let judging = Judging::new(scenario, view);
    for condition in &scenario.victory.conditions {
        let holds = judging.holds(condition);
        let mut rule = RichText::new(judgement::rule(scenario, condition));
        if holds {
            rule = rule.strong();
        }
        ui.label(rule);
        let stands = judgement::standing(scenario, view, condition);
        let so = if holds { "It is so: " } else { "Not yet: " };
        ui.label(RichText::new(format!("   {so}{stands}")).color(style::FAINT));
    }
    for zone in scenario.victory.zones() {
        held(ui, zone);
    }
    for text in judgement::points(scenario) {
        ui.label(text);
    }
    ui.label(judgement::otherwise(scenario));
    if view.verdict().is_none() && view.clock().turn > 0 {
        let now = words::verdict(scenario, &judging.verdict());
        ui.label(RichText::new(format!("Were it over now: {now}.")).strong());
    }
    for text in judgement::special(scenario) {
        ui.label(text);
    }
}

/// How strong a side is that mustered by cards nobody is told before the end.
///
/// Rules: `scenario.random_strength`.
fn kept_secret(playback: &Playback, side: Side) -> bool {
    let mustered = playback.scenario().mustered_by(side);
    mustered.is_some_and(|one| one.secret) && playback.view().verdict().is_none()
}

fn army(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    playback: &Playback,
    rig: &mut Rig,
    parade: &Parade,
    side: Side,
) {
    let scenario = playback.scenario();
    for (number, command) in scenario.commands.iter().enumerate() {
        if command.side != side {
            continue;
        }
        ui.label(RichText::new(&command.name).italics().color(style::FAINT));
        for (id, setup, shown) in parade.leaders() {
            if setup.command != number {
                continue;
            }
            let mut text = RichText::new(format!("   {} ({})", setup.name, setup.rank.name()))
                .color(style::side(side));
            if shown.fallen {
                text = text.strikethrough();
            }
            if ui
                .selectable_label(desk.selected == Some(Hit::Leader(id)), text)
                .clicked()
            {
                desk.selected = Some(Hit::Leader(id));
                if let Some(at) = shown.at {
                    rig.look_at(place(at, scenario.field.heights.height(at)), 18.0);
                }
            }
        }
        for unit in parade.units() {
            let waits = matches!(unit.presence, Presence::Waiting { .. });
            if unit.identity.command == number && !(waits && kept_secret(playback, side)) {
                line(ui, desk, playback, rig, &unit);
            }
        }
    }
}

fn line(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    playback: &Playback,
    rig: &mut Rig,
    shown: &UnitPartsItem,
) {
    let (id, values) = (shown.key.0, &shown.fighting.0);
    ui.horizontal(|ui| {
        let mut name = RichText::new(format!("   {}", shown.identity.name));
        if matches!(shown.presence, Presence::Gone(_)) {
            name = name.strikethrough().color(style::FAINT);
        }
        let chosen = desk.selected == Some(Hit::Unit(id));
        if ui.selectable_label(chosen, name).clicked() {
            desk.selected = Some(Hit::Unit(id));
            desk.pointed = None;
            if shown.on_table() {
                let at = shown.position.0.at;
                let heights = &playback.scenario().field.heights;
                rig.look_at(place(at, heights.height(at)), 18.0);
            }
        }
        ui.with_layout(
            egui::Layout::right_to_left(egui::Align::Center),
            |ui| match shown.presence {
                Presence::OnTable => {
                    ui.label(format!("{}/{}", values.strength, shown.mustered.0.strength));
                    if values.morale != Morale::GoodOrder {
                        let text =
                            RichText::new(values.morale.name()).color(style::morale(values.morale));
                        ui.label(text.strong());
                    }
                }
                Presence::Hidden => {
                    ui.label(RichText::new("hidden").color(style::FAINT));
                }
                Presence::Waiting { turn: NEVER, .. } => {
                    ui.label(RichText::new("if cards bring it").color(style::FAINT));
                }
                Presence::Waiting { turn, .. } if *turn <= playback.view().clock().turn => {
                    ui.label(RichText::new("may come in").color(style::FAINT));
                }
                Presence::Waiting { turn, .. } => {
                    let unit = &playback.scenario().units[id.0 as usize];
                    ui.label(RichText::new(unit.comes(*turn)).color(style::FAINT));
                }
                Presence::Gone(fate) => {
                    ui.label(RichText::new(wording::gone(*fate)).color(style::FAINT));
                }
            },
        );
    });
    if desk.selected == Some(Hit::Unit(id)) && desk.panel.is_none() {
        desk.panel = Some(Panel::Card);
    }
}
