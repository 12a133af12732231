//! Colours and sizes of the panels.

use bevy_egui::egui::{self, Color32, Frame, RichText, Stroke};

use crate::print::map::lettering;
use crate::rules::{Morale, Side};
use crate::table::Palette;

/// The width of the tabs at the right.
pub const TABS: f32 = 74.0;

/// Paper.
pub const PAPER: Color32 = Color32::from_rgb(0xf3, 0xea, 0xd6);
const INK: Color32 = Color32::from_rgb(0x2b, 0x24, 0x1c);
const DARK: Color32 = Color32::from_rgb(0x2f, 0x28, 0x22);

/// What is wrong.
pub const RED: Color32 = Color32::from_rgb(0xa8, 0x32, 0x2b);
/// What counts for little.
pub const FAINT: Color32 = Color32::from_rgb(0x7d, 0x70, 0x5e);

/// The lettering of the map, for headings.
const OLD_STANDARD: &str = "Old Standard";

/// Brings the lettering of the map into the panels, once.
fn letters(ctx: &egui::Context) {
    let known = egui::Id::new("letters");
    if ctx.data(|data| data.get_temp::<bool>(known)).is_some() {
        return;
    }
    ctx.data_mut(|data| data.insert_temp(known, true));
    let mut fonts = egui::FontDefinitions::default();
    // Its letters stand high in their line.
    let tweak = egui::FontTweak {
        y_offset_factor: 0.12,
        ..Default::default()
    };
    let bold = egui::FontData::from_static(lettering::FACES[2]).tweak(tweak);
    fonts.font_data.insert(OLD_STANDARD.to_owned(), bold.into());
    let family = egui::FontFamily::Name(OLD_STANDARD.into());
    // Signs that the usual letters lack, arrows and the like, are in those of even width.
    let mut usual = fonts.families.remove(&egui::FontFamily::Proportional);
    let even = fonts.families.get(&egui::FontFamily::Monospace);
    let names = usual.get_or_insert_default();
    for name in even.into_iter().flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let old = std::iter::once(OLD_STANDARD.to_owned());
    let old = old.chain(names.iter().cloned()).collect();
    fonts.families.insert(family, old);
    fonts
        .families
        .insert(egui::FontFamily::Proportional, std::mem::take(names));
    ctx.set_fonts(fonts);
}

/// Text in the lettering of the map; plain until it has been brought in.
pub fn engraved(ctx: &egui::Context, text: impl Into<String>, size: f32) -> RichText {
    let family = egui::FontFamily::Name(OLD_STANDARD.into());
    let there = ctx.fonts(|fonts| fonts.definitions().families.contains_key(&family));
    let text = RichText::new(text).size(size);
    if there {
        text.family(family)
    } else {
        text.strong()
    }
}

/// Sets colours and the size of text.
pub fn dress(ctx: &egui::Context, text: f32) {
    letters(ctx);
    if (ctx.zoom_factor() - text).abs() > 1e-3 {
        ctx.set_zoom_factor(text);
    }
    ctx.all_styles_mut(|style| {
        style.visuals = egui::Visuals::light();
        style.visuals.override_text_color = Some(INK);
        style.visuals.window_fill = PAPER;
        style.visuals.panel_fill = PAPER;
        style.visuals.extreme_bg_color = Color32::from_rgb(0xfb, 0xf6, 0xe9);
        style.visuals.widgets.open.weak_bg_fill = Color32::from_rgb(0xe4, 0xd6, 0xb8);
        style.visuals.selection.bg_fill = Color32::from_rgb(0xd8, 0xb8, 0x6a);
        style.visuals.selection.stroke = Stroke::new(1.0, INK);
        style.visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(0xe2, 0xd3, 0xb2);
        // A box that is not ticked must be seen on paper.
        style.visuals.widgets.inactive.bg_fill = Color32::from_rgb(0xcd, 0xbb, 0x92);
        style.visuals.widgets.hovered.weak_bg_fill = Color32::from_rgb(0xd9, 0xc3, 0x92);
        style.visuals.widgets.active.weak_bg_fill = Color32::from_rgb(0xcf, 0xb2, 0x74);
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
    });
}

/// A sheet of paper.
pub fn paper() -> Frame {
    Frame::new().fill(PAPER).inner_margin(8)
}

/// The dark wood of the bars.
pub fn dark() -> Frame {
    Frame::new()
        .fill(Color32::from_rgb(0xe4, 0xd6, 0xb8))
        .inner_margin(5)
}

/// A slip that floats over the table.
pub fn slip() -> Frame {
    Frame::new()
        .fill(PAPER.gamma_multiply(0.97))
        .stroke(Stroke::new(1.0, DARK))
        .corner_radius(4)
        .inner_margin(6)
}

/// A colour written as on the web, `0xrrggbb`.
fn ink(rgb: u32) -> Color32 {
    let part = |shift: u32| ((rgb >> shift) & 0xff) as u8;
    Color32::from_rgb(part(16), part(8), part(0))
}

/// The colour of a side.
pub fn side(side: Side) -> Color32 {
    ink(Palette::worn().side(side))
}

/// The colour of a morale level.
pub fn morale(morale: Morale) -> Color32 {
    let safe = Palette::worn() == Palette::Safe;
    match morale {
        Morale::GoodOrder => Color32::from_rgb(0x4a, 0x44, 0x3a),
        Morale::Disorder if safe => Color32::from_rgb(0x0f, 0x6a, 0xa0),
        Morale::Disorder => Color32::from_rgb(0x1b, 0x82, 0x34),
        Morale::Shaken => Color32::from_rgb(0x9a, 0x74, 0x00),
        Morale::Routed if safe => Color32::BLACK,
        Morale::Routed => Color32::from_rgb(0xc4, 0x1e, 0x28),
    }
}

/// The face and the ink of a morale level's marker, and its letter.
pub fn marker(morale: Morale) -> Option<(Color32, Color32, &'static str)> {
    let look = Palette::worn().marker(morale)?;
    Some((ink(look.face), ink(look.ink), look.letter))
}

/// With a capital letter and without underscores.
pub fn capital(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A heading.
pub fn heading(ui: &egui::Ui, text: impl Into<String>) -> RichText {
    engraved(ui.ctx(), text, 21.0)
}

/// A small heading within a panel.
pub fn section(ui: &mut egui::Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).strong().color(FAINT));
}

/// A bar of odds.
pub fn odds(ui: &mut egui::Ui, what: &str, chance: f64, marked: bool) {
    ui.horizontal(|ui| {
        let text = RichText::new(format!("{what:<10}")).monospace().size(11.5);
        ui.label(if marked { text.strong() } else { text });
        let (rect, _) = ui.allocate_exact_size(egui::vec2(120.0, 9.0), egui::Sense::hover());
        let full = ui.painter();
        full.rect_filled(rect, 1.0, Color32::from_rgb(0xdf, 0xd2, 0xb5));
        let mut part = rect;
        part.set_width(rect.width() * chance as f32);
        let colour = if marked {
            RED
        } else {
            Color32::from_rgb(0x6d, 0x7c, 0x4e)
        };
        full.rect_filled(part, 1.0, colour);
        ui.label(
            RichText::new(format!("{:4.1} %", chance * 100.0))
                .monospace()
                .size(11.5),
        );
    });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Everything but plain letters that is written in a folder of the program, comments left out.
    fn signs(folder: &Path, found: &mut BTreeSet<char>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                signs(&path, found);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text");
            let lines = text.lines().filter(|line| !line.trim().starts_with("//"));
            found.extend(lines.flat_map(str::chars).filter(|sign| !sign.is_ascii()));
        }
    }

    #[test]
    fn every_sign_that_is_written_can_be_drawn() {
        let ctx = egui::Context::default();
        for _ in 0..2 {
            let mut drawn = ctx.run_ui(egui::RawInput::default(), |ui| dress(ui.ctx(), 1.0));
            drawn.textures_delta.clear();
        }
        let mut found = BTreeSet::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/overlay");
        signs(&source, &mut found);
        assert!(found.contains(&'▼') && found.contains(&'…'), "{found:?}");
        let families = [
            egui::FontFamily::Proportional,
            egui::FontFamily::Name(OLD_STANDARD.into()),
        ];
        for family in families {
            let font = egui::FontId::new(12.0, family);
            // What is missing all looks the same.
            let look = |sign: char| {
                let ink = Color32::BLACK;
                let text = sign.to_string();
                let galley = ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text, font.clone(), ink));
                format!("{:?}", galley.rows[0].glyphs[0].uv_rect)
            };
            for &sign in &found {
                assert_ne!(
                    look(sign),
                    look('\u{10fffd}'),
                    "{sign} is missing in {font:?}"
                );
            }
        }
    }
}
