//! Names over the units, written on the screen so that they can be read from any height.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, Stroke};

use super::{Desk, style};
use crate::rules::Morale;
use crate::table::troops::{Hit, Ranks};
use crate::table::{Parade, Playback, actor};

struct Plate {
    at: egui::Pos2,
    far: f32,
    first: u8,
    text: String,
    ink: Color32,
    rim: Color32,
}

/// Draws the names that have room.
pub fn show(
    ctx: &egui::Context,
    rest: egui::Rect,
    desk: &Desk,
    playback: &Playback,
    (parade, ranks): (&Parade, &Ranks),
    (camera, place): (&Camera, &GlobalTransform),
) {
    let zoom = ctx.zoom_factor();
    let scale = playback.scenario().field.proportion();
    let on_screen = |at: Vec3| {
        let at = at + Vec3::Y * 1.05 * scale;
        let point = camera.world_to_viewport(place, at).ok()? / zoom;
        let far = place.translation().distance(at);
        let point = egui::pos2(point.x, point.y);
        rest.contains(point).then_some((point, far))
    };
    let acting = playback.fact().and_then(actor);
    let mut plates = Vec::new();
    for unit in parade.present() {
        let id = unit.key.0;
        let Some((at, far)) = ranks.middle(id).and_then(on_screen) else {
            continue;
        };
        let (name, values) = (&unit.identity.name, &unit.fighting.0);
        let chosen = desk.selected == Some(Hit::Unit(id)) || desk.pointed == Some(id);
        let letter = match values.morale {
            Morale::GoodOrder => "",
            Morale::Disorder => "  D",
            Morale::Shaken => "  S",
            Morale::Routed => "  R",
        };
        plates.push(Plate {
            at,
            far,
            first: if chosen {
                0
            } else {
                u8::from(acting != Some(id)) + 1
            },
            text: format!("{name}  {}{letter}", values.strength),
            ink: Color32::WHITE,
            rim: plate_colour(style::side(values.side), chosen),
        });
    }
    leaders(&mut plates, parade, ranks, desk, on_screen);
    plates.sort_by(|one, other| {
        one.first
            .cmp(&other.first)
            .then(one.far.total_cmp(&other.far))
    });
    paint(ctx, &plates);
}

fn leaders(
    plates: &mut Vec<Plate>,
    parade: &Parade,
    ranks: &Ranks,
    desk: &Desk,
    on_screen: impl Fn(Vec3) -> Option<(egui::Pos2, f32)>,
) {
    for (id, setup, _) in parade.leaders() {
        let Some((at, far)) = ranks.leader(id).and_then(|spot| on_screen(spot.middle)) else {
            continue;
        };
        let chosen = desk.selected == Some(Hit::Leader(id));
        let surname = setup.name.rsplit(' ').next().unwrap_or(&setup.name);
        plates.push(Plate {
            at,
            far,
            first: if chosen { 0 } else { 3 },
            text: format!("★ {surname}"),
            ink: Color32::from_rgb(0xff, 0xe9, 0xa8),
            rim: plate_colour(style::side(setup.side), chosen),
        });
    }
}

fn plate_colour(side: Color32, chosen: bool) -> Color32 {
    if chosen {
        side
    } else {
        side.gamma_multiply(0.78)
    }
}

/// The important ones first; whoever finds no room stays without.
fn paint(ctx: &egui::Context, plates: &[Plate]) {
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, "plates".into()));
    let mut taken: Vec<egui::Rect> = Vec::with_capacity(plates.len());
    for plate in plates {
        let font = FontId::proportional(if plate.first == 0 { 14.0 } else { 11.5 });
        let text = painter.layout_no_wrap(plate.text.clone(), font, plate.ink);
        let size = text.size() + egui::vec2(8.0, 3.0);
        let rect = [0.0, -16.0, 16.0]
            .map(|lift| Align2::CENTER_BOTTOM.anchor_size(plate.at + egui::vec2(0.0, lift), size))
            .into_iter()
            .find(|rect| !taken.iter().any(|other| other.intersects(*rect)));
        let Some(rect) = rect else {
            continue;
        };
        taken.push(rect);
        painter.rect(
            rect,
            3.0,
            plate.rim,
            Stroke::new(0.5, Color32::BLACK),
            egui::StrokeKind::Outside,
        );
        painter.galley(rect.min + egui::vec2(4.0, 1.5), text, plate.ink);
    }
}
