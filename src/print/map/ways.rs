//! Lines on the ground: roads, runs, fences, walls, cuts, works and obstacles.

use bevy::math::Vec2;

use super::along::{SLIGHT, beside, left, length, rounded_line, walk};
use super::ink::{Ink, Trace, colour};
use crate::field::geometry::Bounds;
use crate::field::plan::LineKind;

/// Over how much of its length a run grows to its width.
const SOURCE: f32 = 40.0;

/// A line on the paper.
pub struct Way<'a> {
    pub kind: LineKind,
    pub points: &'a [Vec2],
    pub half_width: f32,
}

/// Draws all lines in the order in which they cover each other.
pub fn draw(ink: &mut Ink, ways: &[Way], map: Bounds) {
    let of = |kind: LineKind| ways.iter().filter(move |way| way.kind == kind);
    for way in of(LineKind::Creek) {
        way.creek(ink, map);
    }
    for way in of(LineKind::FloodedDitch) {
        way.ditch(ink);
    }
    for way in of(LineKind::RailroadCut) {
        way.railroad(ink);
    }
    for way in of(LineKind::Trail) {
        way.trail(ink);
    }
    // All edges before all beds, so that roads run into each other.
    for way in of(LineKind::Road) {
        ink.line(&way.trace(), colour::ROAD_EDGE, way.half_width * 2.0, ROUND);
    }
    for way in of(LineKind::Road) {
        ink.line(
            &way.trace(),
            colour::ROAD,
            way.half_width * 2.0 - 0.9,
            ROUND,
        );
    }
    for way in ways {
        match way.kind {
            LineKind::WoodFence => way.worm_fence(ink),
            LineKind::StoneWall => way.stone_wall(ink),
            LineKind::HastyWorks => way.works(ink, 0.5, 1.2),
            LineKind::LightWorks => way.works(ink, 0.9, 1.6),
            LineKind::HeavyWorks => way.works(ink, 1.4, 2.1),
            LineKind::Abatis => way.abatis(ink),
            LineKind::Fraise => way.fraise(ink),
            LineKind::ChevauxDeFrise => way.chevaux(ink),
            LineKind::PontoonBridge => way.pontoons(ink),
            _ => {}
        }
    }
}

const ROUND: &str = "stroke-linejoin=\"round\"";
const ROUND_ENDS: &str = "stroke-linejoin=\"round\" stroke-linecap=\"round\"";

impl Way<'_> {
    fn trace(&self) -> Trace {
        let mut trace = Trace::new();
        rounded_line(&mut trace, self.points, SLIGHT);
        trace
    }

    /// A run rises inside the table with a point and leaves it in its full width.
    fn creek(&self, ink: &mut Ink, map: Bounds) {
        let whole = length(self.points);
        let inner = map.grown(-self.half_width);
        let rises = |end: Option<&Vec2>| end.is_some_and(|&end| inner.contains(end));
        let (first, last) = (rises(self.points.first()), rises(self.points.last()));
        let mut gone = 0.0;
        let wide: Vec<f32> = (0..self.points.len())
            .map(|at| {
                if at > 0 {
                    gone += self.points[at].distance(self.points[at - 1]);
                }
                let start = if first { (gone / SOURCE).min(1.0) } else { 1.0 };
                let end = if last {
                    ((whole - gone) / SOURCE).min(1.0)
                } else {
                    1.0
                };
                self.half_width * (0.12 + 0.88 * start.min(end))
            })
            .collect();
        let near = beside(self.points, |at| wide[at]);
        let far = beside(self.points, |at| -wide[at]);
        let mut water = Trace::new();
        let around: Vec<_> = near.iter().chain(far.iter().rev()).copied().collect();
        water.polygon(&around);
        let mut banks = Trace::new();
        rounded_line(&mut banks, &near, SLIGHT);
        rounded_line(&mut banks, &far, SLIGHT);
        ink.fill(&water, colour::WATER, "");
        ink.line(&banks, colour::SHORE, 0.42, ROUND_ENDS);
        let how = "stroke-opacity=\"0.6\" stroke-dasharray=\"6 2.5\"";
        ink.line(&self.trace(), colour::SHORE, 0.2, how);
    }

    fn ditch(&self, ink: &mut Ink) {
        ink.line(&self.trace(), colour::SHORE, self.half_width * 2.0, "");
        ink.line(
            &self.trace(),
            colour::WATER,
            self.half_width * 2.0 - 0.9,
            "",
        );
        let mut bars = Trace::new();
        for (at, way) in walk(self.points, 1.0, 2.0) {
            let out = left(way) * self.half_width * 0.55;
            bars.stroke(at - out, at + out);
        }
        ink.line(&bars, colour::SHORE, 0.3, "");
    }

    /// Brinks hatched down into the bed.
    fn railroad(&self, ink: &mut Ink) {
        ink.line(&self.trace(), "#e9dcc0", self.half_width * 2.0, ROUND);
        let mut brinks = Trace::new();
        let mut hatches = Trace::new();
        for side in [1.0, -1.0] {
            let brink = beside(self.points, |_| self.half_width * side);
            rounded_line(&mut brinks, &brink, SLIGHT);
            for (at, way) in walk(&brink, 0.5, 1.15) {
                hatches.stroke(at, at - left(way) * side * self.half_width * 0.62);
            }
        }
        ink.line(&brinks, colour::INK, 0.42, ROUND);
        ink.line(&hatches, colour::INK, 0.26, "");
    }

    fn trail(&self, ink: &mut Ink) {
        ink.line(&self.trace(), colour::ROAD, self.half_width * 1.1, ROUND);
        let how = "stroke-dasharray=\"2.6 1.3\" stroke-linejoin=\"round\"";
        ink.line(&self.trace(), colour::ROAD_EDGE, 0.6, how);
    }

    /// Rails laid in a zigzag.
    fn worm_fence(&self, ink: &mut Ink) {
        let mut rails = Trace::new();
        let turns = walk(self.points, 0.0, 1.5);
        let zigzag: Vec<_> = turns
            .iter()
            .enumerate()
            .map(|(at, &(place, way))| place + left(way) * if at % 2 == 0 { 0.5 } else { -0.5 })
            .chain(self.points.last().copied())
            .collect();
        rails.open(&zigzag);
        ink.line(&rails, colour::FENCE, 0.28, "stroke-linejoin=\"bevel\"");
    }

    fn stone_wall(&self, ink: &mut Ink) {
        let mut stones = Trace::new();
        for (at, _) in walk(self.points, 0.0, 1.45) {
            stones.circle(at, 0.62);
        }
        let mut bed = Trace::new();
        bed.open(self.points);
        ink.line(&bed, colour::STONE, 0.35, "");
        let how = format!("stroke=\"{}\" stroke-width=\"0.3\"", colour::INK);
        ink.fill(&stones, "#a9a498", &how);
    }

    /// Teeth towards the enemy: the right-hand side of the line.
    fn works(&self, ink: &mut Ink, heavy: f32, tooth: f32) {
        let mut teeth = Trace::new();
        for (at, way) in walk(self.points, tooth, tooth * 2.0) {
            let out = -left(way) * tooth;
            teeth.polygon(&[at - way * tooth * 0.6, at + out, at + way * tooth * 0.6]);
        }
        let mut bank = Trace::new();
        bank.open(self.points);
        ink.line(&bank, colour::INK, heavy, ROUND);
        ink.fill(&teeth, colour::INK, "");
    }

    /// Felled trees, their tops crossed.
    fn abatis(&self, ink: &mut Ink) {
        let mut tops = Trace::new();
        for (at, way) in walk(self.points, 1.0, 2.2) {
            let (a, b) = ((way + left(way)) * 0.9, (way - left(way)) * 0.9);
            tops.stroke(at - a, at + a).stroke(at - b, at + b);
        }
        ink.line(&tops, colour::FENCE, 0.4, "stroke-linecap=\"round\"");
    }

    /// Pointed stakes.
    fn fraise(&self, ink: &mut Ink) {
        let mut stakes = Trace::new();
        for (at, way) in walk(self.points, 0.5, 1.1) {
            stakes.stroke(at + left(way) * 1.1, at - left(way) * 1.1);
        }
        ink.line(&stakes, colour::FENCE, 0.45, "");
    }

    /// Boats across the stream, a deck of planks over them.
    fn pontoons(&self, ink: &mut Ink) {
        let half = self.half_width.max(1.2);
        let mut boats = Trace::new();
        for (at, way) in walk(self.points, half * 0.8, half * 1.6) {
            let (out, on) = (left(way) * half * 1.7, way * half * 0.42);
            boats.polygon(&[
                at - out,
                at - out * 0.7 + on,
                at + out * 0.7 + on,
                at + out,
                at + out * 0.7 - on,
                at - out * 0.7 - on,
            ]);
        }
        let how = format!("stroke=\"{}\" stroke-width=\"0.3\"", colour::INK);
        ink.fill(&boats, colour::FENCE, &how);
        let mut deck = Trace::new();
        deck.open(self.points);
        ink.line(&deck, colour::INK, half * 1.5, "");
        ink.line(&deck, colour::ROAD, half * 1.5 - 0.7, "");
    }

    /// Beams with spikes through them.
    fn chevaux(&self, ink: &mut Ink) {
        let mut beams = Trace::new();
        for (at, way) in walk(self.points, 2.0, 4.0) {
            beams.stroke(at - way * 1.7, at + way * 1.7);
            for shift in [-0.9, 0.9] {
                let foot = at + way * shift;
                let (a, b) = ((way * 0.5 + left(way)) * 1.0, (way * 0.5 - left(way)) * 1.0);
                beams.stroke(foot - a, foot + a).stroke(foot - b, foot + b);
            }
        }
        ink.line(&beams, colour::FENCE, 0.38, "");
    }
}
