//! The tabs at the right: panels, help, and what is done with the battle as a whole.

use bevy_egui::egui;

use super::hand::{self, Draft, Hand, Why, Wish};
use super::trace::Trace;
use super::{Desk, Panel, style};
use crate::battle::Answer;
use crate::rule;
use crate::rules::Named;
use crate::table::{Playback, Sitting};

/// Draws the tabs.
pub fn show(
    screen: &mut egui::Ui,
    desk: &mut Desk,
    hand: &mut Hand,
    (sitting, playback): (Option<&Sitting>, &Playback),
    trace: &mut Trace,
) {
    egui::Panel::right("tabs")
        .resizable(false)
        .exact_size(style::TABS)
        .frame(style::dark())
        .show(screen, |ui| {
            egui::ScrollArea::vertical()
                .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
                .show(ui, |ui| {
                    ui.vertical_centered_justified(|ui| {
                        panels(ui, desk, trace);
                        ui.separator();
                        if let Some(sitting) = sitting {
                            battle(ui, hand, sitting, playback, trace);
                        }
                        leave(ui, desk, trace);
                    });
                });
        });
}

fn panels(ui: &mut egui::Ui, desk: &mut Desk, trace: &mut Trace) {
    for &panel in Panel::ALL {
        let open = desk.panel == Some(panel);
        let tab = ui
            .selectable_label(open, style::capital(panel.name()))
            .on_hover_text(match panel {
                Panel::Card => "Whoever is selected: strength, morale, odds, instructions",
                Panel::Log => "Everything that happened, line by line",
                Panel::Result => "The last dice with all their arithmetic",
                Panel::Roster => "Both orders of battle, turns and objectives",
                Panel::Rules => "The rulebook index",
            });
        trace.mark(panel.name(), &tab);
        if tab.clicked() {
            desk.panel = (!open).then_some(panel);
        }
    }
    let help = ui
        .selectable_label(desk.help, "Help")
        .on_hover_text("Keys and mouse, and what is marked on the ground");
    trace.mark("help", &help);
    if help.clicked() {
        desk.help = !desk.help;
    }
}

/// Saving, giving up, making peace.
fn battle(
    ui: &mut egui::Ui,
    hand: &mut Hand,
    sitting: &Sitting,
    playback: &Playback,
    trace: &mut Trace,
) {
    let save = ui
        .selectable_label(false, "Save")
        .on_hover_text("The battle into a file; it is kept in the journal anyway");
    trace.mark("save", &save);
    if save.clicked() {
        hand.wish(Wish::Save);
    }
    if sitting.persons().is_empty() {
        return;
    }
    let ordering = sitting
        .mine(playback)
        .filter(|asked| !hand::is_prompt(&asked.decision))
        .map(|asked| asked.decision.side());
    let offered = ordering.is_some_and(|side| playback.view().has_offered_draw(side));
    for (name, label, answer, hint) in [
        (
            "concede",
            "Concede",
            Answer::Concede,
            "The other side has won; to be confirmed",
        ),
        (
            "offer draw",
            "Draw…",
            Answer::OfferDraw,
            "Offers the other side a draw, once in a player turn; to be confirmed",
        ),
    ] {
        let why = match ordering {
            None if playback.complete => {
                Some(Why::by("the battle is over", rule!("scenario.judgement")))
            }
            None => Some(Why::by(
                "only when you are asked for an order",
                rule!("turn.two_halves"),
            )),
            Some(_) if offered && answer == Answer::OfferDraw => Some(Why::by(
                "a draw has been offered in this player turn already",
                rule!("turn.action_list"),
            )),
            Some(_) => None,
        };
        let button = ui.add_enabled(why.is_none(), egui::Button::selectable(false, label));
        if let Some(why) = why {
            trace.deny(name, why.to_string());
            button.on_disabled_hover_text(why.to_string());
            continue;
        }
        trace.mark(name, &button);
        if button.on_hover_text(hint).clicked() {
            hand.let_go();
            hand.draft = Draft::Solemn(answer);
        }
    }
}

fn leave(ui: &mut egui::Ui, desk: &mut Desk, trace: &mut Trace) {
    let menu = ui
        .selectable_label(false, "Menu")
        .on_hover_text("Leaves the table; the battle can be continued from there");
    trace.mark("menu", &menu);
    if menu.clicked() {
        desk.leave = true;
    }
    let quit = ui
        .selectable_label(false, "Quit")
        .on_hover_text("Ends the program; the battle can be continued at the next start");
    trace.mark("quit", &quit);
    if quit.clicked() {
        desk.quit = true;
    }
}
