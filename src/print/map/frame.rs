//! The grid of squares, the band of inches around the map, and the frame of the sheet.

use bevy::math::Vec2;

use super::ink::{Ink, Trace, colour};
use super::lettering::{Anchor, Face, Lettering};
use super::sheet::{MARGIN, Sheet};
use crate::field::Field;

/// Numbers stand at every so many inches.
const NUMBERED: u32 = 6;

/// The squares, and small crosses at every sixth inch.
pub fn grid(ink: &mut Ink, sheet: &Sheet, field: &Field) {
    let mut squares = Trace::new();
    let mut crosses = Trace::new();
    let (wide, high) = (field.size.x, field.size.y);
    let corner = |x: f32, y: f32| sheet.at(Vec2::new(x, y));
    for x in steps(field.square, wide) {
        squares.stroke(corner(x, 0.0), corner(x, high));
    }
    for y in steps(field.square, high) {
        squares.stroke(corner(0.0, y), corner(wide, y));
    }
    for x in steps(NUMBERED as f32, wide) {
        for y in steps(NUMBERED as f32, high) {
            let at = corner(x, y);
            crosses.stroke(at - Vec2::X * 1.6, at + Vec2::X * 1.6);
            crosses.stroke(at - Vec2::Y * 1.6, at + Vec2::Y * 1.6);
        }
    }
    ink.line(&squares, colour::FAINT_INK, 0.3, "stroke-opacity=\"0.6\"");
    ink.line(&crosses, colour::FAINT_INK, 0.3, "stroke-opacity=\"0.75\"");
}

/// Multiples of a step between 0 and an end.
fn steps(step: f32, end: f32) -> impl Iterator<Item = f32> {
    let count = (end / step - 0.01).floor().max(0.0) as u32;
    (1..=count).map(move |number| number as f32 * step)
}

/// Everything around the map: neat lines, inches, and the frame of the sheet.
pub fn border(ink: &mut Ink, sheet: &Sheet, field: &Field) {
    let map = sheet.map();
    for (grow, width) in [(0.0, 0.35), (1.6, 0.35), (7.6, 0.35)] {
        let mut line = Trace::new();
        let around = map.grown(grow);
        line.rectangle(around.low, around.high - around.low);
        ink.line(&line, colour::INK, width, "");
    }
    inches(ink, sheet, field);
    for (inset, width) in [(MARGIN - 2.2, 1.2), (MARGIN, 0.4)] {
        let mut line = Trace::new();
        line.rectangle(Vec2::splat(inset), sheet.page - Vec2::splat(inset * 2.0));
        ink.line(&line, colour::INK, width, "");
    }
}

/// A band of black and white inches, numbered from the south-west corner.
fn inches(ink: &mut Ink, sheet: &Sheet, field: &Field) {
    let map = sheet.map();
    let mut band = Trace::new();
    let lettering = Lettering::plain(Face::Roman, 3.8, colour::INK);
    for inch in 0..field.size.x.round() as u32 {
        let at = map.low.x + inch as f32 * sheet.inch;
        if inch % 2 == 0 {
            let size = Vec2::new(sheet.inch, 1.6);
            band.rectangle(Vec2::new(at, map.low.y - 1.6), size);
            band.rectangle(Vec2::new(at, map.high.y), size);
        }
    }
    for inch in 0..field.size.y.round() as u32 {
        let at = map.high.y - (inch + 1) as f32 * sheet.inch;
        if inch % 2 == 0 {
            let size = Vec2::new(1.6, sheet.inch);
            band.rectangle(Vec2::new(map.low.x - 1.6, at), size);
            band.rectangle(Vec2::new(map.high.x, at), size);
        }
    }
    ink.fill(&band, colour::INK, "");
    let numbered = |end: f32| (0..=end.round() as u32).step_by(NUMBERED as usize);
    for inch in numbered(field.size.x) {
        let x = map.low.x + inch as f32 * sheet.inch;
        let text = numeral(inch);
        lettering.write(ink, &text, Vec2::new(x, map.low.y - 3.1), Anchor::Middle);
        lettering.write(ink, &text, Vec2::new(x, map.high.y + 5.9), Anchor::Middle);
    }
    for inch in numbered(field.size.y) {
        let y = map.high.y - inch as f32 * sheet.inch;
        let text = numeral(inch);
        lettering.centred(ink, &text, Vec2::new(map.low.x - 4.6, y), -90.0);
        lettering.centred(ink, &text, Vec2::new(map.high.x + 4.6, y), 90.0);
    }
}

fn numeral(inch: u32) -> String {
    format!("{inch}\u{2033}")
}
