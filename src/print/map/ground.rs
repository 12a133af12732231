//! What covers the ground: fields, woods, orchards, water, farms.

use bevy::math::Vec2;

use super::along::{SLIGHT, rounded_ring, scatter};
use super::ink::{Ink, Trace, colour};
use crate::field::geometry::{Bounds, Stretches, in_polygon, nearest_on_segment, stretches_inside};
use crate::field::plan::AreaKind;

/// Tints of fields: wheat, clover, oats, grass.
const CROPS: [&str; 4] = ["#efdfae", "#e6e2b8", "#f1e6c2", "#e3ddb0"];

/// A tree: a crown of three lobes, its shadow at the foot.
const TREE: &str = "c-0.9 0.1 -1.3 -0.9 -0.7 -1.4c-0.3 -0.9 0.6 -1.5 1.2 -1.1c0.5 -0.7 1.6 -0.4 1.5 0.5c0.8 0.3 0.7 1.6 -0.3 1.7c-0.4 0.6 -1.3 0.7 -1.7 0.3Z";
const TREE_SHADE: &str = "m0.35 -0.15c0.5 0.2 0.9 0 1.1 -0.5m0.2 -0.6c0.2 -0.3 0.2 -0.6 0 -0.8";
const TREE_FOOT: &str = "m0.2 0.55l2.1 0";
const FRUIT_TREE: f32 = 0.85;
const TUFT: &str = "l-0.9 -1.1m0.9 1.1l0 -1.6m0 1.6l0.9 -1.1";
const ROCK: &str = "l0.7 -1.3l1 0.3l0.5 1Z";

/// An area on the paper.
pub struct Patch<'a> {
    pub kind: AreaKind,
    pub outline: &'a [Vec2],
    pub buildings: &'a [Vec<Vec2>],
    /// Tells neighbouring fields from each other.
    pub number: usize,
}

impl Patch<'_> {
    /// What lies flat under the relief: tints and furrows.
    pub fn floor(&self, ink: &mut Ink) {
        let mut whole = Trace::new();
        whole.polygon(self.outline);
        match self.kind {
            AreaKind::Field => {
                let crop = CROPS[(scatter(self.number as i32, 7, 1) * 4.0) as usize % 4];
                ink.fill(&whole, crop, "fill-opacity=\"0.75\"");
                let furrows = furrows(self.outline, 2.3, self.number);
                let how = "stroke-opacity=\"0.38\" stroke-dasharray=\"5 0.9 2.4 0.9\"";
                ink.line(&furrows, colour::FURROW, 0.22, how);
            }
            AreaKind::PlowedField => {
                ink.fill(&whole, colour::PLOWED, "fill-opacity=\"0.8\"");
                let furrows = furrows(self.outline, 1.3, self.number);
                ink.line(&furrows, colour::FURROW, 0.32, "stroke-opacity=\"0.75\"");
            }
            AreaKind::LightWoods => ink.fill(
                &rounded(self.outline),
                colour::WOODS,
                "fill-opacity=\"0.5\"",
            ),
            AreaKind::HeavyWoods => {
                ink.fill(&rounded(self.outline), "#a9bb84", "fill-opacity=\"0.7\"")
            }
            AreaKind::Orchard => ink.fill(&whole, "#d6dcae", "fill-opacity=\"0.6\""),
            AreaKind::Brush => ink.fill(&whole, "#d9dbb0", "fill-opacity=\"0.45\""),
            AreaKind::Broken | AreaKind::Rough => {
                ink.fill(&whole, "#ddcfae", "fill-opacity=\"0.5\"");
            }
            AreaKind::Farm | AreaKind::Village => {
                ink.fill(&whole, colour::YARD, "");
                ink.line(&whole, colour::FAINT_INK, 0.3, "stroke-dasharray=\"1 0.8\"");
            }
            AreaKind::Open | AreaKind::Pond | AreaKind::River => {}
        }
    }

    /// What stands on it.
    pub fn cover(&self, ink: &mut Ink) {
        match self.kind {
            // It lies over the trees that were drawn before it.
            AreaKind::Open => ink.fill(&rounded(self.outline), colour::GROUND, ""),
            AreaKind::LightWoods => self.trees(ink, 5.0),
            AreaKind::HeavyWoods => self.trees(ink, 3.7),
            AreaKind::Orchard => self.orchard(ink),
            AreaKind::Brush => self.scattered(ink, 4.0, TUFT, colour::TREE_LINE, false),
            AreaKind::Broken => self.scattered(
                ink,
                4.2,
                "l1.1 -0.5m-0.5 0.9l1.1 -0.5",
                colour::HACHURE,
                false,
            ),
            AreaKind::Rough => self.scattered(ink, 4.2, ROCK, colour::STONE, true),
            AreaKind::Pond | AreaKind::River => self.water(ink),
            AreaKind::Field | AreaKind::PlowedField | AreaKind::Farm | AreaKind::Village => {}
        }
    }

    /// Houses and barns.
    pub fn houses(&self, ink: &mut Ink) {
        let mut shadows = Trace::new();
        let mut houses = Trace::new();
        for building in self.buildings {
            let shadow: Vec<_> = building.iter().map(|&c| c + Vec2::splat(0.45)).collect();
            shadows.polygon(&shadow);
            houses.polygon(building);
        }
        ink.fill(&shadows, colour::FAINT_INK, "fill-opacity=\"0.55\"");
        ink.fill(&houses, colour::INK, "");
    }

    fn trees(&self, ink: &mut Ink, step: f32) {
        let (mut crowns, mut shades, mut feet) = (Trace::new(), Trace::new(), Trace::new());
        for place in scattered(self.outline, step, 1.5) {
            let at = place + Vec2::new(-0.3, 1.0);
            crowns.symbol(at, TREE);
            shades.symbol(at, TREE_SHADE);
            feet.symbol(at, TREE_FOOT);
        }
        ink.line(
            &rounded(self.outline),
            colour::TREE_LINE,
            0.22,
            "stroke-opacity=\"0.6\"",
        );
        ink.line(&feet, colour::TREE_LINE, 0.45, "stroke-opacity=\"0.35\"");
        let how = format!("stroke=\"{}\" stroke-width=\"0.24\"", colour::TREE_LINE);
        ink.fill(&crowns, colour::TREE, &how);
        ink.line(&shades, colour::TREE_LINE, 0.3, "stroke-linecap=\"round\"");
    }

    fn orchard(&self, ink: &mut Ink) {
        let (along, across) = axes(self.outline);
        let mut trees = Trace::new();
        let mut shades = Trace::new();
        for place in rows(self.outline, along, across, 3.1, 0.9) {
            shades.circle(place + Vec2::splat(0.3), FRUIT_TREE);
            trees.circle(place, FRUIT_TREE);
        }
        let mut rim = Trace::new();
        rim.polygon(self.outline);
        ink.line(
            &rim,
            colour::TREE_LINE,
            0.22,
            "stroke-opacity=\"0.5\" stroke-dasharray=\"0.8 0.8\"",
        );
        ink.fill(&shades, colour::TREE_LINE, "fill-opacity=\"0.4\"");
        let how = format!("stroke=\"{}\" stroke-width=\"0.24\"", colour::TREE_LINE);
        ink.fill(&trees, colour::TREE, &how);
    }

    fn scattered(&self, ink: &mut Ink, step: f32, symbol: &str, pen: &str, filled: bool) {
        let mut trace = Trace::new();
        for place in scattered(self.outline, step, 1.1) {
            trace.symbol(place + Vec2::new(0.0, 0.7), symbol);
        }
        if filled {
            ink.fill(
                &trace,
                "#cfc4ad",
                &format!("stroke=\"{pen}\" stroke-width=\"0.28\""),
            );
        } else {
            ink.line(&trace, pen, 0.32, "stroke-linecap=\"round\"");
        }
    }

    /// Still water: lines that follow the shore and grow fainter.
    fn water(&self, ink: &mut Ink) {
        let mut shore = Trace::new();
        shore.polygon(self.outline);
        ink.fill(&shore, colour::WATER, "");
        ink.clipped(&shore);
        // From the inside out: each wide stroke leaves only its inner rim to be seen.
        for (far, strength) in [(4.6f32, 0.35f32), (2.9, 0.5), (1.5, 0.7)] {
            let how = format!("stroke-opacity=\"{strength}\" stroke-linejoin=\"round\"");
            ink.line(&shore, colour::SHORE, far * 2.0 + 0.25, &how);
            ink.line(
                &shore,
                colour::WATER,
                far * 2.0 - 0.25,
                "stroke-linejoin=\"round\"",
            );
        }
        ink.end();
        ink.line(&shore, colour::SHORE, 0.5, "stroke-linejoin=\"round\"");
    }
}

fn rounded(outline: &[Vec2]) -> Trace {
    let mut trace = Trace::new();
    rounded_ring(&mut trace, outline, SLIGHT);
    trace
}

/// Along the longest side of an outline, and across.
fn axes(outline: &[Vec2]) -> (Vec2, Vec2) {
    let longest = (0..outline.len())
        .map(|at| outline[(at + 1) % outline.len()] - outline[at])
        .fold(Vec2::X, |best, side| {
            if side.length_squared() > best.length_squared() + 0.01 {
                side
            } else {
                best
            }
        })
        .normalize_or(Vec2::X);
    (longest, longest.perp())
}

/// Parallel lines through an outline, along one of its sides.
fn furrows(outline: &[Vec2], step: f32, number: usize) -> Trace {
    let mut trace = Trace::new();
    let (mut along, mut across) = axes(outline);
    if scatter(number as i32, 3, 2) < 0.4 {
        std::mem::swap(&mut along, &mut across);
    }
    let reach = |axis: Vec2| {
        let far = outline.iter().map(|corner| corner.dot(axis));
        far.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), far| {
            (low.min(far), high.max(far))
        })
    };
    let ((left, right), (low, high)) = (reach(along), reach(across));
    let mut stretches = Stretches::default();
    let mut far = low + step * 0.6;
    while far < high {
        let (from, to) = (along * left + across * far, along * right + across * far);
        stretches.clear();
        stretches_inside(outline, from, to, &mut stretches);
        for &(a, b) in &stretches {
            let inset = (0.5 / from.distance(to).max(0.01)).min((b - a) / 2.0);
            trace.stroke(from.lerp(to, a + inset), from.lerp(to, b - inset));
        }
        far += step;
    }
    trace
}

/// Places in rows inside an outline.
fn rows(outline: &[Vec2], along: Vec2, across: Vec2, step: f32, rim: f32) -> Vec<Vec2> {
    let bounds = Bounds::around(outline);
    let middle = (bounds.low + bounds.high) / 2.0;
    let reach = ((bounds.high - bounds.low).length() / 2.0 / step).ceil() as i32;
    (-reach..=reach)
        .flat_map(|row| (-reach..=reach).map(move |place| (row, place)))
        .map(|(row, place)| middle + across * (row as f32 * step) + along * (place as f32 * step))
        .filter(|&place| lies_in(outline, place, rim))
        .collect()
}

/// Places strewn inside an outline, row by row from north to south.
fn scattered(outline: &[Vec2], step: f32, rim: f32) -> Vec<Vec2> {
    let bounds = Bounds::around(outline);
    let low = (bounds.low / step).floor().as_ivec2();
    let high = (bounds.high / step).ceil().as_ivec2();
    (low.y..=high.y)
        .flat_map(|y| (low.x..=high.x).map(move |x| (x, y)))
        .map(|(x, y)| {
            let stagger = if y % 2 == 0 { 0.25 } else { -0.25 };
            let shift = Vec2::new(scatter(x, y, 11) - 0.5, scatter(x, y, 12) - 0.5) * 0.62;
            (Vec2::new(x as f32 + stagger, y as f32) + shift) * step
        })
        .filter(|&place| lies_in(outline, place, rim))
        .collect()
}

/// Whether a place lies in an outline and not right at its rim.
fn lies_in(outline: &[Vec2], place: Vec2, rim: f32) -> bool {
    in_polygon(outline, place)
        && (0..outline.len()).all(|at| {
            let (a, b) = (outline[at], outline[(at + 1) % outline.len()]);
            nearest_on_segment(a, b, place).distance(place) >= rim
        })
}
