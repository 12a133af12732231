//! What is known of the picket under the pointer.

use bevy::prelude::*;
use bevy_egui::egui;

use super::style;
use crate::army::{Army, Picket, PicketStatus};
use crate::print::words;
use crate::table::{Playback, place};

/// So near, in points, the pointer must be to the board of a picket.
const NEAR: f32 = 16.0;

/// What whoever looks knows of a picket, in words.
fn known(army: &Army, picket: &Picket) -> String {
    let name = style::capital(&words::picket(picket.id));
    let names = |units: &[_]| {
        let names: Vec<_> = units.iter().map(|&unit| army.name(unit)).collect();
        names.join(", ")
    };
    match (&picket.units[..], picket.status) {
        ([], PicketStatus::Real) => format!(
            "{name}: somebody stands behind it, but not who is known. It is declared when one of \
             your units sees it or comes close."
        ),
        ([], _) => format!(
            "{name}: a unit, a whole group or nobody. It is declared when one of your units sees it \
             or comes close."
        ),
        ([one], _) if army.is_dummy(*one) => {
            format!("{name}, one of yours: a dummy, nobody stands behind it.")
        }
        (units, PicketStatus::Real) => format!(
            "{name}, one of yours: {}. The enemy knows that it is real.",
            names(units)
        ),
        (units, _) => format!("{name}, one of yours: {}.", names(units)),
    }
}

/// Tells of the picket under the pointer.
pub fn tip(
    ctx: &egui::Context,
    rest: egui::Rect,
    playback: &Playback,
    (camera, eye): (&Camera, &GlobalTransform),
) {
    let army = playback.view();
    let Some(pointer) = ctx.pointer_hover_pos().filter(|at| rest.contains(*at)) else {
        return;
    };
    let covered = ctx
        .layer_id_at(pointer)
        .is_some_and(|layer| layer.order != egui::Order::Background);
    if covered || ctx.input(|input| input.pointer.any_down()) {
        return;
    }
    let field = &playback.scenario().field;
    let on_screen = |picket: &Picket| {
        let at = picket.at.at;
        let high = field.heights.height(at) + 0.6 * field.proportion();
        let point = camera.world_to_viewport(eye, place(at, high)).ok()?;
        Some(egui::pos2(point.x, point.y) / ctx.zoom_factor())
    };
    let nearest = army
        .standing_pickets()
        .filter_map(|picket| Some((on_screen(picket)?.distance(pointer), picket)))
        .filter(|(far, _)| *far < NEAR)
        .min_by(|one, other| one.0.total_cmp(&other.0));
    let Some((_, picket)) = nearest else { return };
    egui::Area::new("picket".into())
        .order(egui::Order::Tooltip)
        .interactable(false)
        .fade_in(false)
        .fixed_pos(pointer + egui::vec2(14.0, 14.0))
        .constrain_to(rest)
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                ui.set_max_width(260.0);
                ui.label(known(army, picket));
            });
        });
}
