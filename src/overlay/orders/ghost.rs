//! The slip of a ghost: what the move costs, and how it can be changed.

use bevy_egui::egui::{self, RichText};

use super::Bench;
use crate::overlay::hand::{self, Draft, MoveDraft};
use crate::overlay::keys::Stroke;
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::rules::formation::ChangeCost;

/// What a ghost costs, and how it can be changed.
pub(super) fn ghost(ui: &mut egui::Ui, bench: &mut Bench) {
    let forms: Vec<_> = match (bench.hand.units.first(), &bench.hand.offer) {
        (Some(&unit), Some(offer)) => offer
            .now()
            .map(|now| {
                let forms = hand::formations(now, unit).into_iter();
                forms
                    .map(|form| (form, cost(now.change_cost(unit, form))))
                    .collect()
            })
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    let Bench {
        hand, trace, keys, ..
    } = bench;
    let Draft::Move(draft) = &mut hand.draft else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        match &draft.planned {
            _ if draft.thinking() => {
                ui.spinner();
            }
            Some(Ok(planned)) => {
                let cost = format!("{:.0} % of the action", planned.cost * 100.0);
                ui.label(RichText::new(cost).strong());
                if let Some(short) = &planned.short {
                    ui.label(RichText::new(short).color(style::RED));
                }
                for beside in &planned.beside {
                    ui.label(RichText::new(beside).color(style::RED));
                }
            }
            Some(Err(refusal)) => {
                ui.label(RichText::new(hand::told(refusal)).color(style::RED));
            }
            None => {}
        }
        ui.separator();
        for (name, label, key, degrees) in [
            ("turn left", "⟲", Stroke::TurnLeft, -15.0),
            ("turn right", "⟳", Stroke::TurnRight, 15.0),
        ] {
            let hint = format!(
                "Turns the ghost by 15° [{}]; drag its gold ring, or Shift + click where it should look",
                keys.label(key)
            );
            let button = ui.button(label).on_hover_text(hint);
            trace.mark(name, &button);
            if button.clicked() {
                draft.turn(degrees);
            }
        }
        let set = ui.button("Set leg").on_hover_text(format!(
            "This way is kept, and the next click goes on from its end [{}]",
            keys.label(Stroke::AddLeg)
        ));
        trace.mark("set leg", &set);
        if set.clicked() {
            draft.set_leg();
        }
        let mut order = draft.goal.in_order;
        let kept = ui
            .checkbox(&mut order, "in order")
            .on_hover_text("Rather a dearer way than disorder or friends passed through");
        trace.mark("in order", &kept);
        if order != draft.goal.in_order {
            draft.keep_order(order);
        }
        ui.separator();
        ui.label("Formation:");
        let mut wanted = draft.goal.formation;
        for form in std::iter::once(None).chain(forms.into_iter().map(Some)) {
            let (name, label, hint) = match &form {
                None => (
                    "ghost form same".to_owned(),
                    "as now".to_owned(),
                    "It keeps its formation".to_owned(),
                ),
                Some((form, cost)) => (
                    format!("ghost form {}", hand::formation_name(*form)),
                    hand::form_label(*form),
                    format!("Takes {cost}"),
                ),
            };
            let form = form.map(|(form, _)| form);
            let button = ui
                .selectable_label(wanted == form, label)
                .on_hover_text(hint);
            trace.mark(&name, &button);
            if button.clicked() {
                wanted = form;
            }
        }
        if wanted != draft.goal.formation {
            draft.form(wanted);
        }
        if wanted.is_some() {
            when(ui, draft, trace);
        }
    });
}

/// What a change of formation costs, in words.
fn cost(cost: ChangeCost) -> String {
    match cost {
        ChangeCost::PartOfMove(part) => format!("{:.0} % of the move", part * 100.0),
        ChangeCost::Action => "an action of its own, at the end of the way".to_owned(),
        ChangeCost::Actions(many) => format!("{many} actions of its own"),
        ChangeCost::Never => "more than it can do now".to_owned(),
    }
}

/// Before the way or after it.
fn when(ui: &mut egui::Ui, draft: &mut MoveDraft, trace: &mut Trace) {
    for (name, label, last) in [
        ("ghost form whenever", "whichever is cheaper", None),
        ("ghost form first", "before", Some(false)),
        ("ghost form last", "after the way", Some(true)),
    ] {
        let button = ui
            .selectable_label(draft.goal.form_last == last, label)
            .on_hover_text("When the formation is taken up");
        trace.mark(name, &button);
        if button.clicked() {
            draft.form_when(last);
        }
    }
}
