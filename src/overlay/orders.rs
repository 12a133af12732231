//! The bar of orders: what the held units or the leader could be told, each with its key, and why
//! not where it cannot.

mod common;
mod drafted;
mod ghost;
mod group;
mod setting_up;
mod waiting;

use bevy_egui::egui::{self, RichText};

pub use common::{end_turn, next_unit, take_up};
pub use waiting::{is_past, meanwhile};

use common::{come_in, common, idle_hint};

use super::hand::{self, Draft, Hand, Why, Wish, give};
use super::keys::{Keys, Stroke};
use super::trace::Trace;
use super::{Desk, Panel, Standing, style, wording};
use crate::army::UnitId;
use crate::battle::{Answer, Decision, Order};
use crate::rule;
use crate::rules::Side;
use crate::table::ranks::Hit;
use crate::table::sitting::Asked;
use crate::table::{Playback, Sitting};

/// A little more than the height of a row of buttons.
pub const ROW: f32 = 30.0;

/// How high the bar is at least, so that the table does not move when a row of buttons is added: a row
/// more where a regiment's orders do not fit into one.
pub fn high(ctx: &egui::Context) -> f32 {
    if ctx.viewport_rect().width() < 1100.0 {
        101.0
    } else {
        79.0
    }
}

/// What the bar works with.
pub struct Bench<'a> {
    /// The hand.
    pub hand: &'a mut Hand,
    /// What is open beside the table.
    pub desk: &'a mut Desk,
    /// The battle on stage.
    pub playback: &'a mut Playback,
    /// The session.
    pub sitting: &'a Sitting,
    /// The moment on the table.
    pub standing: &'a mut Standing,
    /// For tests.
    pub trace: &'a mut Trace,
    /// Which key does what.
    pub keys: &'a Keys,
}

impl Bench<'_> {
    /// A button that can be pressed; answers whether it was, with the mouse or its key.
    pub fn button(
        &mut self,
        ui: &mut egui::Ui,
        (name, label): (&str, &str),
        key: Option<Stroke>,
        hint: &str,
        allowed: Result<(), Why>,
    ) -> bool {
        let text = match key {
            Some(key) => format!("{label} [{}]", self.keys.label(key)),
            None => label.to_owned(),
        };
        match allowed {
            Ok(()) => {
                let button = ui.button(text).on_hover_text(hint);
                self.trace.mark(name, &button);
                button.clicked()
            }
            // It can be pressed all the same, to read why it does nothing.
            Err(why) => {
                self.trace.deny(name, why.to_string());
                let text = RichText::new(text).color(style::FAINT).weak();
                let grey = egui::Button::new(text).fill(egui::Color32::from_black_alpha(10));
                if ui.add(grey).on_hover_text(why.to_string()).clicked() {
                    self.hand.refusal = Some(why);
                }
                false
            }
        }
    }
}

impl Bench<'_> {
    /// The button that takes the last answer back, or says why it cannot.
    pub fn undo(&mut self, ui: &mut egui::Ui, side: Side) {
        let bar = give::undo_bar(self.sitting.can_undo(), Some(side));
        let undo = self.button(
            ui,
            ("undo", "Undo"),
            Some(Stroke::Undo),
            "Takes the last answer back",
            bar.map_or(Ok(()), Err),
        );
        if undo {
            self.hand.wish(Wish::Undo);
        }
    }
}

impl Bench<'_> {
    /// The button that asks the computer.
    pub fn hint(&mut self, ui: &mut egui::Ui) {
        let hint = self.button(
            ui,
            ("hint", "Hint"),
            Some(Stroke::Hint),
            "What would the computer do in your place?",
            Ok(()),
        );
        if hint {
            self.hand.wants_hint = true;
        }
    }
}

/// What the computer would do in the player's place, if he has asked.
pub fn hinted(ui: &mut egui::Ui, bench: &mut Bench) {
    if let Some(hint) = bench.hand.hint.clone() {
        let text = RichText::new(hint.as_str()).italics();
        let shown = ui.add(egui::Label::new(text).truncate());
        bench.trace.note("hint", hint);
        shown.on_hover_text("Confirm what is drawn, or cancel it");
    }
}

/// Draws the bar for a decision that orders answer.
pub fn show(screen: &mut egui::Ui, bench: &mut Bench, asked: &Asked) {
    egui::Panel::bottom("orders")
        .resizable(false)
        .min_size(high(screen.ctx()))
        .frame(style::paper())
        .show(screen, |ui| {
            heading(ui, bench, asked);
            ui.horizontal_wrapped(|ui| match &asked.decision {
                Decision::Leader { .. } => leader(ui, bench, &asked.decision),
                Decision::SetUp { .. } => setting_up::set_up(ui, bench),
                _ if !bench.hand.units.is_empty() => units(ui, bench, &asked.decision),
                Decision::Activate { units, .. } => come_in(ui, bench, units),
                _ => {}
            });
            if bench.hand.units.len() > 1 && matches!(asked.decision, Decision::Activate { .. }) {
                group::plans(ui, bench);
            }
            // A row of their own, the last: whoever presses one of them again finds it where it was, and
            // a draft adds no row that would push the table.
            ui.horizontal_wrapped(|ui| {
                common(ui, bench, &asked.decision);
                drafted::show(ui, bench, &asked.decision);
            });
        });
    match &bench.hand.draft {
        Draft::Move(_) => slip(screen, |ui| ghost::ghost(ui, bench)),
        draft => {
            if let Some(text) = about(bench.playback, draft) {
                bench.trace.note("draft", text.text());
                slip(screen, |ui| {
                    ui.label(text);
                });
            }
        }
    }
}

/// What is to be said of a draft that is no march: why it cannot be, or what it means.
fn about(playback: &Playback, draft: &Draft) -> Option<RichText> {
    let refused = |refusal| RichText::new(hand::told(refusal)).color(style::RED);
    let said = |text: String| RichText::new(text).strong();
    Some(match draft {
        Draft::Ride(ride) => match &ride.refusal {
            Some(refusal) => refused(refusal),
            None => said(command_words(playback, &ride.command)),
        },
        Draft::Post(post) => refused(post.refusal.as_ref()?),
        Draft::Solemn(answer) => said(drafted::solemn(answer).1.to_owned()),
        Draft::EndTurn(idle) => said(idle_hint(playback, idle)),
        _ => return None,
    })
}

/// A slip over the lower edge of the table: what comes and goes must not move it.
pub fn slip(screen: &egui::Ui, content: impl FnOnce(&mut egui::Ui)) {
    let room = screen.available_rect_before_wrap();
    egui::Area::new("ghost".into())
        .order(egui::Order::Middle)
        .pivot(egui::Align2::CENTER_BOTTOM)
        .fixed_pos(room.center_bottom() - egui::vec2(0.0, 6.0))
        .constrain_to(room)
        .fade_in(false)
        .show(screen.ctx(), |ui| {
            style::slip().show(ui, |ui| {
                ui.set_max_width(room.width() - 24.0);
                content(ui);
            });
        });
}

/// Who is asked for what, and what stood in the way last.
fn heading(ui: &mut egui::Ui, bench: &mut Bench, asked: &Asked) {
    let side = asked.decision.side();
    let army = bench.playback.view();
    let names = |units: &[UnitId]| -> String {
        match units {
            [] => String::new(),
            [one] => army.name(*one).to_owned(),
            [one, rest @ ..] => format!("{} and {} more", army.name(*one), rest.len()),
        }
    };
    let title = match &asked.decision {
        Decision::Leader { leader, .. } => {
            format!(
                "{}: where does he ride?",
                army.leader_identity(*leader).name
            )
        }
        Decision::Act { units, actions, .. } => match actions {
            1 => format!("{}: one action left", names(units)),
            many => format!("{}: {many} actions", names(units)),
        },
        Decision::SetUp { .. } => match bench.desk.selected {
            Some(Hit::Unit(unit)) if army.side(unit) == side => {
                format!("Set-up: {}", army.name(unit))
            }
            Some(Hit::Leader(leader)) if army.leader_identity(leader).side == side => {
                format!("Set-up: {}", army.leader_identity(leader).name)
            }
            _ => "Set-up: click a unit or leader, then where it should stand, or begin as the \
                  scenario has it"
                .to_owned(),
        },
        _ if bench.hand.units.is_empty() => {
            "Choose a unit: click it, or press N for the next that can act".to_owned()
        }
        _ => {
            let state = match bench.hand.units.first() {
                Some(&unit) if !army.is_out(unit) => {
                    "comes onto the table with its first move: click where to"
                }
                Some(&unit) if !army.record(unit).in_command => {
                    "two actions, out of command: a move takes both"
                }
                _ => "two actions",
            };
            format!("{}: {state}", names(&bench.hand.units))
        }
    };
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(wording::side(side))
                .color(style::side(side))
                .strong(),
        );
        ui.add(egui::Label::new(RichText::new(title).strong()).truncate());
        why(ui, bench);
        hinted(ui, bench);
    });
}

/// Why the last thing could not be done, with its rule to be looked up.
pub fn why(ui: &mut egui::Ui, bench: &mut Bench) {
    let Some(why) = bench.hand.refusal.clone() else {
        return;
    };
    if let Some(rule) = why.rule {
        let link = ui
            .link(RichText::new(rule.to_string()).size(11.0))
            .on_hover_text("Look the rule up");
        bench.trace.mark("rule", &link);
        if link.clicked() {
            bench.desk.book.open(&rule.to_string());
            bench.desk.panel = Some(Panel::Rules);
        }
    }
    let text = RichText::new(why.text).color(style::RED);
    ui.add(egui::Label::new(text).truncate());
}

/// A leader stays, or attaches himself to the unit that is selected.
fn leader(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    let stay = bench.button(
        ui,
        ("order stay", "Stay"),
        Some(Stroke::Hold),
        "He stays where he is, and with whom he is",
        Ok(()),
    );
    if stay {
        bench.hand.wish(Wish::Say(vec![Answer::Stay]));
    }
    let unit = match bench.desk.selected {
        Some(Hit::Unit(unit)) => Some(unit),
        _ => None,
    };
    let allowed = match unit {
        None => Err(Why::by(
            "click one of his units first, or drag him to it",
            rule!("leader.attach"),
        )),
        Some(unit) => {
            let now = bench.standing.of(bench.playback);
            now.check(Some(decision), &Answer::Attach(unit))
                .map_err(|refusal| Why::from(&refusal))
        }
    };
    let label = match unit {
        Some(unit) => format!("Attach to {}", bench.playback.view().name(unit)),
        None => "Attach".to_owned(),
    };
    let attach = bench.button(
        ui,
        ("order attach", &label),
        Some(Stroke::Attach),
        "He rides to the selected unit and leads it in person",
        allowed,
    );
    if let (true, Some(unit)) = (attach, unit) {
        bench.hand.wish(Wish::Say(vec![Answer::Attach(unit)]));
    }
}

/// The orders for the held units.
fn units(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    let buttons = bench.hand.buttons().to_vec();
    for button in buttons.iter().filter(|button| button.shown) {
        let allowed = match &button.does {
            Ok(_) => Ok(()),
            Err(refusal) => Err(refusal.into()),
        };
        let clicked = bench.button(
            ui,
            (&button.name, &button.label),
            button.key,
            &button.hint,
            allowed,
        );
        if clicked {
            press(bench, decision, button);
        }
    }
}

/// Presses a button of the bar.
pub fn press(bench: &mut Bench, decision: &Decision, button: &hand::Button) {
    match &button.does {
        Ok(does) => {
            if let Some(order) = bench.hand.press(does) {
                order_now(bench, decision, order);
            }
        }
        Err(refusal) => bench.hand.refuse(refusal),
    }
}

fn order_now(bench: &mut Bench, decision: &Decision, order: Order) {
    let units = bench.hand.units.clone();
    let answers = give::answers(decision, &units, bench.hand, order);
    bench.hand.wish(Wish::Say(answers));
}

/// Who would be in command after a ride, in words.
fn command_words(playback: &Playback, (within, out): &(Vec<UnitId>, Vec<UnitId>)) -> String {
    let army = playback.view();
    if out.is_empty() {
        return format!("All {} units would be in command", within.len());
    }
    let names: Vec<_> = out.iter().map(|&unit| army.name(unit)).collect();
    format!("Out of command then: {}", names.join(", "))
}
