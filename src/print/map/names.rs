//! The names: of the ground, of units and leaders, of brigades, of zones and arrivals.

use bevy::math::Vec2;

use super::along::at_part;
use super::ink::{Ink, Trace, colour};
use super::lettering::{Anchor, Face, Lettering};
use super::plate::{Plate, Spot, around, framed};
use super::sheet::Sheet;
use super::troops::{draw_entry, leader_frame, livery};
use super::wording::{UNIT_NAME, arrival_lines, brigade_name, entries, unit_lines};
use super::zones;
use crate::field::geometry::Bounds;
use crate::field::plan::{AreaKind, LineKind};
use crate::field::stand::leader_size;
use crate::field::{Label, Zone};
use crate::scenario::file::Echelon;
use crate::scenario::{Scenario, UnitSetup};

/// The usual size of a name of the ground.
const GROUND_NAME: f32 = 4.7;
const LEADER_NAME: f32 = 3.5;
const BRIGADE_NAME: f32 = 5.2;
/// From line to line, in parts of the size.
const LEADING: f32 = 1.12;

/// Writes the names of the map, the most bound to their place first.
pub struct Names<'a> {
    pub sheet: &'a Sheet,
    pub scenario: &'a Scenario,
    pub plate: &'a mut Plate,
    pub ink: &'a mut Ink,
}

impl Names<'_> {
    /// All of them.
    pub fn write(&mut self) {
        self.arrows();
        self.labels();
        self.units();
        self.leaders();
        self.brigades();
        self.arrivals();
        self.zones();
        self.areas();
        self.ways();
    }

    /// The names that the scenario puts on the map itself.
    fn labels(&mut self) {
        for label in &self.scenario.field.labels {
            let lettering = self.style(label);
            let text = &label.text;
            let at = self.sheet.at(label.at);
            let size = lettering.extent(text) + Vec2::splat(0.8);
            let spots = nudges(at, label.turn, size);
            if let Some(spot) = self.plate.place(spots, size, label.turn) {
                lettering.centred(self.ink, text, spot.at, label.turn);
            }
        }
    }

    fn style(&self, label: &Label) -> Lettering {
        let size = GROUND_NAME * label.size.clamp(0.3, 4.0);
        if self.is_water(&label.text) {
            return Lettering::rimmed(Face::Italic, size, colour::WATER_NAME).spaced(0.1);
        }
        if is_height(&label.text) {
            return Lettering::rimmed(Face::Roman, size, "#5f4527").spaced(0.28);
        }
        Lettering::rimmed(Face::Italic, size, colour::INK)
    }

    fn is_water(&self, name: &str) -> bool {
        let field = &self.scenario.field;
        let line = field.lines.iter().any(|line| {
            line.name == name && matches!(line.kind, LineKind::Creek | LineKind::FloodedDitch)
        });
        let area = field
            .areas
            .iter()
            .any(|area| area.name == name && matches!(area.kind, AreaKind::Pond | AreaKind::River));
        let last = name.rsplit(' ').next().unwrap_or_default();
        line || area || ["Run", "Creek", "River", "Branch", "Pond", "Brook"].contains(&last)
    }

    fn units(&mut self) {
        let all: Vec<(&UnitSetup, Bounds)> = self
            .scenario
            .units
            .iter()
            .filter_map(|unit| {
                let footprint = unit.footprint(&self.scenario.field)?;
                Some((unit, self.on_paper(footprint.bounds())))
            })
            .collect();
        for unit in &self.scenario.units {
            let Some(footprint) = unit.footprint(&self.scenario.field) else {
                continue;
            };
            let bounds = self.on_paper(footprint.bounds());
            let rear = -self.sheet.way(footprint.placement.facing.ahead());
            let lettering = Lettering::rimmed(Face::Roman, UNIT_NAME, livery(unit.unit.side).name);
            let others: Vec<_> = all
                .iter()
                .filter(|(other, _)| !std::ptr::eq(*other, unit))
                .map(|(_, bounds)| *bounds)
                .collect();
            let lines = unit_lines(unit);
            let size = block_size(&lines, lettering) + Vec2::splat(0.7);
            let spots = around(bounds, size, rear)
                .into_iter()
                .map(|spot| spot.owned(size, bounds, &others))
                .collect();
            self.lines_at(&lines, lettering, bounds, spots);
        }
    }

    fn leaders(&mut self) {
        let half = leader_size(self.scenario.field.scale) * self.sheet.inch / 2.0;
        for leader in &self.scenario.leaders {
            let Some(at) = leader.at else {
                continue;
            };
            let bounds = Bounds::around(&leader_frame(self.sheet.at(at), half));
            let lettering = Lettering::rimmed(Face::Italic, LEADER_NAME, livery(leader.side).name);
            self.beside(
                std::slice::from_ref(&leader.name),
                lettering,
                bounds,
                Vec2::X,
            );
        }
    }

    fn brigades(&mut self) {
        let scenario = self.scenario;
        for (number, command) in scenario.commands.iter().enumerate() {
            if !matches!(command.echelon, Echelon::Brigade | Echelon::GunBattalion) {
                continue;
            }
            let corners: Vec<_> = scenario
                .units
                .iter()
                .filter(|unit| unit.command == number)
                .filter_map(|unit| unit.footprint(&scenario.field))
                .flat_map(|footprint| {
                    let bounds = footprint.bounds();
                    [self.sheet.at(bounds.low), self.sheet.at(bounds.high)]
                })
                .collect();
            if corners.is_empty() {
                continue;
            }
            let lettering =
                Lettering::rimmed(Face::Bold, BRIGADE_NAME, livery(command.side).name).spaced(0.07);
            let name = brigade_name(scenario, number);
            self.beside(&[name], lettering, Bounds::around(&corners), Vec2::NEG_Y);
        }
    }

    /// A text of some lines beside a thing, with a line that leads to it where it stands far off.
    fn beside(&mut self, lines: &[String], lettering: Lettering, thing: Bounds, rear: Vec2) {
        let size = block_size(lines, lettering) + Vec2::splat(0.7);
        self.lines_at(lines, lettering, thing, around(thing, size, rear));
    }

    fn lines_at(
        &mut self,
        lines: &[String],
        lettering: Lettering,
        thing: Bounds,
        spots: Vec<Spot>,
    ) {
        let size = block_size(lines, lettering) + Vec2::splat(0.7);
        let Some(spot) = self.plate.place(spots, size, 0.0) else {
            return;
        };
        if spot.far {
            let from = nearest(Bounds::around(&framed(spot.at, size, 0.0)), thing);
            let to = nearest(thing, Bounds::around(&[from]));
            let mut lead = Trace::new();
            lead.stroke(from, to);
            self.ink.line(&lead, lettering.colour, 0.25, "");
        }
        let first = spot.at.y - (lines.len() as f32 - 1.0) * lettering.size * LEADING / 2.0;
        for (number, line) in lines.iter().enumerate() {
            let y = first + number as f32 * lettering.size * LEADING;
            lettering.centred(self.ink, line, Vec2::new(spot.at.x, y), 0.0);
        }
    }

    fn arrows(&mut self) {
        for (entry, side) in entries(self.scenario) {
            let ahead = self.sheet.way(entry.facing.ahead());
            let frame = draw_entry(self.ink, side, self.sheet.at(entry.at), ahead);
            self.plate.take(frame, super::plate::weight::NEVER);
        }
    }

    /// Beside each arrow, who comes in there and when.
    fn arrivals(&mut self) {
        for (entry, side) in entries(self.scenario) {
            let lines = arrival_lines(self.scenario, &entry.id);
            let styles: Vec<_> = lines.iter().map(|line| line.style(side)).collect();
            let wide = lines
                .iter()
                .zip(&styles)
                .map(|(line, style)| style.width(&line.text));
            let size = Vec2::new(
                wide.fold(0.0, f32::max) + 1.5,
                styles.iter().map(|style| style.size * LEADING).sum::<f32>() + 1.0,
            );
            let ahead = self.sheet.way(entry.facing.ahead());
            let from = self.sheet.at(entry.at) + ahead * 8.0;
            let Some(spot) = self.plate.place(nearby(from, size), size, 0.0) else {
                continue;
            };
            let mut base = spot.at - size / 2.0 + Vec2::new(0.75, 0.0);
            for (line, style) in lines.iter().zip(&styles) {
                base.y += style.size * LEADING;
                style.write(
                    self.ink,
                    &line.text,
                    base - Vec2::new(0.0, 0.6),
                    Anchor::Start,
                );
            }
        }
    }

    /// Inside each zone its name.
    fn zones(&mut self) {
        for zone in &self.scenario.field.zones {
            let pen = zones::pen(self.scenario, zone);
            let lettering = Lettering::rimmed(Face::Italic, 3.2, pen);
            let outline = self.sheet.all(&zone.outline);
            let name = self.zone_name(zone);
            let size = lettering.extent(&name) + Vec2::splat(0.6);
            for turned in [0.0, -90.0] {
                let spots = inside(&outline, size, turned);
                if spots.is_empty() {
                    continue;
                }
                if let Some(spot) = self.plate.place(spots, size, turned) {
                    lettering.centred(self.ink, &name, spot.at, turned);
                }
                break;
            }
        }
    }

    /// A zone that is called like the brigade that forms in it must not be taken for its name.
    fn zone_name(&self, zone: &Zone) -> String {
        let mut commands = self.scenario.commands.iter();
        if commands.any(|command| command.name == zone.name) {
            format!("{}: deployment", zone.name)
        } else {
            zone.name.clone()
        }
    }

    /// Names of areas that no label names already.
    fn areas(&mut self) {
        for area in &self.scenario.field.areas {
            if area.name.is_empty() || self.is_labelled(&area.name) {
                continue;
            }
            let label = Label {
                text: area.name.clone(),
                at: (area.bounds().low + area.bounds().high) / 2.0,
                turn: 0.0,
                size: 0.8,
            };
            let lettering = self.style(&label);
            let size = lettering.extent(&label.text) + Vec2::splat(0.8);
            let bounds = self.on_paper(area.bounds());
            let mut spots = nudges(self.sheet.at(label.at), 0.0, size);
            spots.extend(around(bounds, size, Vec2::Y));
            if let Some(spot) = self.plate.place(spots, size, 0.0) {
                lettering.centred(self.ink, &label.text, spot.at, 0.0);
            }
        }
    }

    /// Names of roads and runs that no label names already, written along them.
    fn ways(&mut self) {
        let mut done: Vec<&str> = Vec::new();
        for line in &self.scenario.field.lines {
            if line.name.is_empty() || done.contains(&&*line.name) || self.is_labelled(&line.name) {
                continue;
            }
            done.push(&line.name);
            let points = self.sheet.all(&line.points);
            let label = Label {
                text: line.name.clone(),
                at: Vec2::ZERO,
                turn: 0.0,
                size: 0.8,
            };
            let lettering = self.style(&label);
            let size = lettering.extent(&label.text) + Vec2::splat(0.6);
            let off = line.half_width * self.sheet.inch + size.y * 0.75;
            let best = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]
                .into_iter()
                .filter_map(|part| at_part(&points, part))
                .map(|(at, way)| {
                    let (turn, up) = upright(way);
                    let spot = at + up * off;
                    (self.plate.cost(&framed(spot, size, turn)), spot, turn)
                })
                .reduce(|best, next| if next.0 < best.0 { next } else { best });
            if let Some((_, at, turn)) = best {
                let spot = Spot {
                    at,
                    cost: 0.0,
                    far: false,
                };
                self.plate.place([spot], size, turn);
                lettering.centred(self.ink, &label.text, at, turn);
            }
        }
    }

    fn is_labelled(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.scenario.field.labels.iter().any(|label| {
            let text = label.text.to_lowercase();
            name.contains(&text) || text.contains(&name)
        })
    }

    fn on_paper(&self, bounds: Bounds) -> Bounds {
        Bounds::around(&[self.sheet.at(bounds.low), self.sheet.at(bounds.high)])
    }
}

/// Whether a name is that of high ground.
fn is_height(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    [
        "Ridge", "Hill", "Heights", "Mountain", "Knoll", "Top", "Knob",
    ]
    .contains(&last)
}

/// The place itself, and others near it: along the text rather than across it.
fn nudges(at: Vec2, turned: f32, size: Vec2) -> Vec<Spot> {
    let along = crate::field::angle::turn(Vec2::X, -turned);
    let mut spots = Vec::new();
    for across in -3i32..=3 {
        for step in -8i32..=8 {
            let shift =
                along * (step as f32 * size.x * 0.12) + along.perp() * (across as f32 * 2.4);
            spots.push(Spot {
                at: at + shift,
                cost: shift.length() * 1.2,
                far: false,
            });
        }
    }
    spots
}

/// Places near a point for a box of some lines.
fn nearby(from: Vec2, size: Vec2) -> Vec<Spot> {
    let mut spots = Vec::new();
    for y in -24i32..=24 {
        for x in -24i32..=24 {
            let shift = Vec2::new(x as f32, y as f32) * 4.0;
            let gap = (shift.abs() - size / 2.0).max(Vec2::ZERO).length();
            spots.push(Spot {
                at: from + shift,
                cost: gap * 2.5 + shift.length() * 0.1,
                far: false,
            });
        }
    }
    spots
}

/// Places where a box lies wholly in an outline, the most northern ones first.
fn inside(outline: &[Vec2], size: Vec2, turned: f32) -> Vec<Spot> {
    let bounds = Bounds::around(outline);
    let (wide, high) = ((bounds.high - bounds.low).x, (bounds.high - bounds.low).y);
    let mut spots = Vec::new();
    for row in 0..60 {
        for place in 0..24 {
            let part = Vec2::new((place as f32 + 0.5) / 24.0, (row as f32 + 0.5) / 60.0);
            let at = bounds.low + Vec2::new(wide, high) * part;
            let frame = framed(at, size + Vec2::splat(0.8), turned);
            if frame
                .iter()
                .all(|&corner| crate::field::geometry::in_polygon(outline, corner))
            {
                spots.push(Spot {
                    at,
                    cost: part.y * 6.0 + (part.x - 0.5).abs() * 2.0,
                    far: false,
                });
            }
        }
    }
    spots
}

/// How a text along a way is turned so that it is not upside down, and which side is above it.
fn upright(way: Vec2) -> (f32, Vec2) {
    let way = if way.x < 0.0 { -way } else { way };
    let turn = libm::atan2f(way.y, way.x).to_degrees();
    (turn, super::along::left(way))
}

fn nearest(bounds: Bounds, to: Bounds) -> Vec2 {
    ((to.low + to.high) / 2.0).clamp(bounds.low, bounds.high)
}

fn block_size(lines: &[String], lettering: Lettering) -> Vec2 {
    let wide = lines.iter().map(|line| lettering.width(line));
    let high = lettering.size * (LEADING * (lines.len() as f32 - 1.0) + 0.71);
    Vec2::new(wide.fold(0.0, f32::max), high)
}
