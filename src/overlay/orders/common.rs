//! What can be done at any decision of one's own turn: taking back, a hint, the next unit, the end.

use bevy_egui::egui;

use super::Bench;
use crate::army::UnitId;
use crate::battle::{Answer, Decision};
use crate::overlay::Desk;
use crate::overlay::hand::{Draft, Hand, Why, Wish};
use crate::overlay::keys::Stroke;
use crate::rule;
use crate::table::Playback;

/// What can be done at any decision of one's own turn.
pub(super) fn common(ui: &mut egui::Ui, bench: &mut Bench, decision: &Decision) {
    bench.undo(ui, decision.side());
    bench.hint(ui);
    if let Decision::Act { units, .. } = decision {
        back_to(ui, bench, units);
    }
    let Decision::Activate { units, .. } = decision else {
        return;
    };
    let next = bench.button(
        ui,
        ("next unit", "Next unit"),
        Some(Stroke::NextUnit),
        "To the next unit that can still act (Tab too)",
        if units.is_empty() {
            Err(Why::by("everybody has acted", rule!("turn.two_actions")))
        } else {
            Ok(())
        },
    );
    if next {
        next_unit(bench.hand, bench.desk, units);
    }
    let idle = units.clone();
    let hint = idle_hint(bench.playback, &idle);
    let end = bench.button(
        ui,
        ("end turn", "End turn"),
        Some(Stroke::EndTurn),
        &hint,
        Ok(()),
    );
    if end {
        end_turn(bench.hand, idle);
    }
}

/// Back to those who are active, if somebody else or nobody is in the hand.
fn back_to(ui: &mut egui::Ui, bench: &mut Bench, active: &[UnitId]) {
    let Some(&first) = active.first() else { return };
    let held = &bench.hand.units;
    if held.len() == active.len() && held.iter().all(|unit| active.contains(unit)) {
        return;
    }
    let army = bench.playback.view();
    let label = match active.len() {
        1 => format!("Back to {}", army.name(first)),
        many => format!("Back to {} and {} more", army.name(first), many - 1),
    };
    let hint = "Who is active finishes its actions first";
    let back = bench.button(
        ui,
        ("next unit", &label),
        Some(Stroke::NextUnit),
        hint,
        Ok(()),
    );
    if back {
        take_up(bench.hand, bench.desk, active);
    }
}

/// Takes those who are active into the hand again.
pub fn take_up(hand: &mut Hand, desk: &mut Desk, active: &[UnitId]) {
    hand.hold(desk, active.to_vec());
    desk.look = active.first().map(|&unit| (unit, false));
}

/// Those off the table who can come in now, to be taken into the hand in any order.
pub(super) fn come_in(ui: &mut egui::Ui, bench: &mut Bench, units: &[UnitId]) {
    let army = bench.playback.view();
    let off: Vec<(UnitId, String)> = units
        .iter()
        .filter(|&&unit| !army.is_out(unit))
        .map(|&unit| (unit, army.name(unit).to_owned()))
        .collect();
    for (unit, name) in off {
        let wanted = bench.button(
            ui,
            (&format!("come in {name}"), &format!("Bring in {name}")),
            None,
            "It comes onto the table with its move, from where it enters",
            Ok(()),
        );
        if wanted {
            bench.hand.hold(bench.desk, vec![unit]);
            bench.desk.look = Some((unit, false));
        }
    }
}

/// Those who have not acted, in words.
pub(super) fn idle_hint(playback: &Playback, idle: &[UnitId]) -> String {
    if idle.is_empty() {
        return "Everybody has acted".to_owned();
    }
    let army = playback.view();
    let names: Vec<_> = idle.iter().map(|&unit| army.name(unit)).collect();
    format!("Not acted yet: {}", names.join(", "))
}

/// The turn is over; if somebody has not acted, only after another word.
pub fn end_turn(hand: &mut Hand, idle: Vec<UnitId>) {
    if idle.is_empty() || matches!(hand.draft, Draft::EndTurn(_)) {
        hand.wish(Wish::Say(vec![Answer::EndTurn]));
    } else {
        hand.draft = Draft::EndTurn(idle);
    }
}

/// Takes the next unit that can act into the hand.
pub fn next_unit(hand: &mut Hand, desk: &mut Desk, units: &[UnitId]) {
    let at = hand
        .units
        .first()
        .and_then(|held| units.iter().position(|unit| unit == held));
    let next = at.map_or(0, |at| at + 1);
    if let Some(&unit) = units.get(next).or_else(|| units.first()) {
        hand.hold(desk, vec![unit]);
        desk.look = Some((unit, false));
    }
}
