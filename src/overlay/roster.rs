//! Both orders of battle, the turn track and the objectives.

use bevy_egui::egui::{self, RichText};

use super::{Desk, Panel, style, wording};
use crate::army::Presence;
use crate::rules::{Morale, Named, Side};
use crate::scenario::file::Condition;
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
                    ui.label(format!("turn {} of {}", clock.turn, scenario.turns));
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
    if scenario.victory.conditions.is_empty() {
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
    let who = |winner: Option<Side>| winner.map_or("Somebody", wording::side);
    for condition in &scenario.victory.conditions {
        match condition {
            Condition::Cleared { winner, any_of } => {
                ui.label(format!("{}: no enemy left in one of", who(winner.known())));
                any_of.iter().for_each(|zone| held(ui, zone));
            }
            Condition::Holds {
                winner,
                zone,
                units,
            } => {
                ui.label(format!("{}: {units} units in", who(winner.known())));
                held(ui, zone);
            }
            Condition::AtMost {
                winner,
                zone,
                units,
            } => {
                ui.label(format!(
                    "{}: at most {units} enemies in",
                    who(winner.known())
                ));
                held(ui, zone);
            }
            Condition::CasualtyRatio { winner, ratio } => {
                let winner = winner.known();
                let (own, enemy) = winner.map_or((0, 0), |side| {
                    (view.casualties(side), view.casualties(side.other()))
                });
                ui.label(format!(
                    "{}: {ratio} enemies lost for each of its own ({enemy} to {own})",
                    who(winner)
                ));
            }
        }
    }
    if let Some(winner) = scenario.victory.otherwise.known() {
        ui.label(format!(
            "Otherwise the {} side wins.",
            wording::side(winner)
        ));
    }
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
            if unit.identity.command == number {
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
                Presence::Waiting { turn, .. } => {
                    ui.label(RichText::new(format!("turn {turn}")).color(style::FAINT));
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
