//! Where plates find room on the screen, and how they look.

use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Stroke};

use super::{Before, Plate};
use crate::overlay::room::Room;
use crate::rules::Side;
use crate::table::Palette;

/// Ways from what is named to its plate, the best first: right, and down.
const WAYS: [(f32, f32); 8] = [
    (0.0, -1.0),
    (0.0, 1.0),
    (0.7, -1.0),
    (-0.7, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.7, 1.0),
    (-0.7, 1.0),
];
/// How far off, in points.
const OFF: [f32; 6] = [9.0, 17.0, 28.0, 44.0, 64.0, 90.0];

/// The places where a plate of that size may be, with what speaks against each.
fn places(at: egui::Pos2, size: egui::Vec2) -> impl Iterator<Item = (usize, egui::Rect, f32)> {
    let rings = OFF.iter().enumerate();
    rings.flat_map(move |(ring, &off)| {
        WAYS.iter().enumerate().map(move |(way, &(right, down))| {
            let shift = egui::vec2(right * (size.x / 2.0 + off), down * (size.y / 2.0 + off));
            let rect = egui::Rect::from_center_size(at + shift, size);
            (ring * WAYS.len() + way, rect, off * 0.35 + way as f32 * 0.8)
        })
    })
}

/// What a covered square of troops weighs.
const COVERS: f32 = 3.0;

/// The important ones first; whoever finds no room stays without, but for those who must be seen.
pub(super) fn paint(ctx: &egui::Context, plates: &[Plate], mut room: Room, before: &mut Before) {
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, "plates".into()));
    let old = std::mem::take(&mut before.places);
    let mut laid = Vec::with_capacity(plates.len());
    for plate in plates {
        let size = if plate.chosen { 14.0 } else { 12.0 };
        let font = FontId::proportional(size);
        // A letter for the side where colours are not to be trusted.
        let letter = plate.side.and_then(|side| Palette::worn().letter(side));
        let words = match letter {
            Some(letter) => format!("{letter} · {}", plate.text),
            None => plate.text.clone(),
        };
        let text = painter.layout_no_wrap(words, font, plate.ink);
        let letters: Vec<_> = plate
            .chips
            .iter()
            .map(|chip| {
                let font = FontId::proportional(size - 1.0);
                painter.layout_no_wrap(chip.text.clone(), font, chip.ink)
            })
            .collect();
        let more: f32 = letters.iter().map(|letter| letter.size().x + 8.0).sum();
        let size = text.size() + egui::vec2(10.0 + more, 3.0);
        let known = old.get(&plate.whom).copied();
        let best = places(plate.at, size)
            .filter_map(|(number, rect, off)| {
                let troops = room.covers(rect)? as f32 * COVERS;
                let stays = if known == Some(number) { 6.0 } else { 0.0 };
                Some((number, rect, off + troops - stays))
            })
            .min_by(|(.., one), (.., other)| one.total_cmp(other));
        let rect = match best {
            Some((number, rect, _)) => {
                before.places.insert(plate.whom, number);
                rect
            }
            None if plate.first < 2 => {
                let over = egui::Rect::from_center_size(plate.at - egui::vec2(0.0, 20.0), size);
                room.inside(over)
            }
            None => continue,
        };
        room.take(rect.expand(1.0));
        laid.push((plate, rect, text, letters));
    }
    for (plate, rect, ..) in &laid {
        lead(&painter, plate, *rect);
    }
    for (plate, rect, text, letters) in laid {
        write(&painter, plate, rect, text, letters);
    }
}

/// Thin lines to those that a plate names, where it had to step aside.
fn lead(painter: &egui::Painter, plate: &Plate, rect: egui::Rect) {
    let colour = if plate.side.is_some() {
        plate.ground
    } else {
        return;
    };
    let many = plate.members.len() > 1;
    let one = [plate.at];
    let ends = if many { &plate.members[..] } else { &one[..] };
    for &end in ends {
        let start = rect.clamp(end);
        if start.distance(end) < if many { 6.0 } else { 14.0 } {
            continue;
        }
        let line = [start, end];
        let halo = Color32::from_rgba_unmultiplied(0xf7, 0xf0, 0xde, 110);
        painter.line_segment(line, Stroke::new(2.2, halo));
        painter.line_segment(line, Stroke::new(1.0, colour));
    }
}

fn write(
    painter: &egui::Painter,
    plate: &Plate,
    rect: egui::Rect,
    text: std::sync::Arc<egui::Galley>,
    letters: Vec<std::sync::Arc<egui::Galley>>,
) {
    // Round for the Union, square for the Confederates: shape tells as much as colour.
    let corners = match plate.side {
        Some(Side::Union) => CornerRadius::same(7),
        Some(Side::Confederate) => CornerRadius::same(0),
        None => CornerRadius::same(2),
    };
    let rim = if plate.chosen {
        Stroke::new(2.0, Color32::from_rgb(0xff, 0xd9, 0x40))
    } else if plate.side.is_some() {
        Stroke::new(1.0, Color32::from_rgb(0xf7, 0xf0, 0xde))
    } else {
        Stroke::new(1.0, Color32::from_rgb(0x7d, 0x70, 0x5e))
    };
    painter.rect(rect, corners, plate.ground, rim, egui::StrokeKind::Outside);
    let mut left = rect.left() + 5.0;
    let top = |galley: &egui::Galley| rect.center().y - galley.size().y / 2.0;
    let width = text.size().x;
    painter.galley(egui::pos2(left, top(&text)), text, plate.ink);
    left += width + 3.0;
    for (chip, letter) in plate.chips.iter().zip(letters) {
        let wide = letter.size().x + 6.0;
        let ground = egui::Rect::from_min_size(
            egui::pos2(left + 1.0, rect.top() + 1.5),
            egui::vec2(wide, rect.height() - 3.0),
        );
        painter.rect_filled(ground, 2.0, chip.ground);
        painter.galley(egui::pos2(left + 4.0, top(&letter)), letter, chip.ink);
        left += wide + 2.0;
    }
}
