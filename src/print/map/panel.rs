//! Beside or below the map: the title, the forces, the legend, the scales and the compass.

use bevy::math::Vec2;

use super::ink::{Ink, Trace, colour};
use super::legend;
use super::lettering::{Anchor, Face, Lettering};
use super::relief::Relief;
use super::sheet::{COLUMN, Sheet};
use super::troops::livery;
use crate::rules::{Named, Rules, Side};
use crate::scenario::file::Echelon;
use crate::scenario::{Scenario, UnitSetup};

/// Between two blocks.
const SPACE: f32 = 7.0;
/// A line of the forces.
const LINE: f32 = 4.9;
/// More lines than these, and only commands are named.
const MOST_LINES: usize = 34;

/// Draws something at its north-west corner.
type Drawing<'a> = dyn Fn(&mut Ink, Vec2) + 'a;

/// A part of the panel.
struct Block<'a> {
    size: Vec2,
    draw: Box<Drawing<'a>>,
}

/// The room that the panel asks for.
pub fn room(scenario: &Scenario, below: bool) -> Vec2 {
    let sizes = [
        Vec2::new(COLUMN, TITLE),
        Vec2::new(COLUMN, forces_height(&rolls(scenario))),
        legend::size(scenario, columns(below)),
        Vec2::new(COLUMN, SCALES),
    ];
    let gaps = Vec2::splat(SPACE * (sizes.len() as f32 - 1.0));
    let sum: Vec2 = sizes.iter().sum();
    let most = sizes.iter().copied().fold(Vec2::ZERO, Vec2::max);
    if below {
        Vec2::new(sum.x + gaps.x, most.y)
    } else {
        Vec2::new(COLUMN, sum.y + gaps.y)
    }
}

/// Columns of the legend.
fn columns(below: bool) -> usize {
    if below { 3 } else { 2 }
}

/// Draws the panel.
pub fn draw(ink: &mut Ink, sheet: &Sheet, scenario: &Scenario, relief: &Relief) {
    let rolls = rolls(scenario);
    let columns = columns(sheet.below);
    let blocks = [
        Block {
            size: Vec2::new(COLUMN, TITLE),
            draw: Box::new(|ink, at| title(ink, scenario, at)),
        },
        Block {
            size: Vec2::new(COLUMN, forces_height(&rolls)),
            draw: Box::new(|ink, at| forces(ink, &rolls, at)),
        },
        Block {
            size: legend::size(scenario, columns),
            draw: Box::new(move |ink, at| legend::draw(ink, scenario, relief, at, columns)),
        },
        Block {
            size: Vec2::new(COLUMN, SCALES),
            draw: Box::new(|ink, at| scales(ink, sheet, scenario, at)),
        },
    ];
    let used: Vec2 = blocks.iter().map(|block| block.size).sum();
    let room = sheet.panel.high - sheet.panel.low;
    let gap = (room - used) / (blocks.len() as f32 - 1.0);
    let mut at = sheet.panel.low;
    for block in &blocks {
        if sheet.below {
            let middle = Vec2::new(0.0, (room.y - block.size.y) / 2.0);
            (block.draw)(ink, at + middle);
            at.x += block.size.x + gap.x;
        } else {
            (block.draw)(ink, at);
            at.y += block.size.y + gap.y;
        }
    }
}

const TITLE: f32 = 74.0;

fn title(ink: &mut Ink, scenario: &Scenario, at: Vec2) {
    let middle = at.x + COLUMN / 2.0;
    let mut frame = Trace::new();
    cartouche(&mut frame, at, Vec2::new(COLUMN, TITLE), 5.0);
    ink.fill(&frame, colour::GROUND, "");
    ink.line(&frame, colour::INK, 0.9, "");
    let mut inner = Trace::new();
    let inset = Vec2::splat(1.9);
    cartouche(
        &mut inner,
        at + inset,
        Vec2::new(COLUMN, TITLE) - inset * 2.0,
        5.0,
    );
    ink.line(&inner, colour::INK, 0.3, "");
    let mut line = |text: &str, y: f32, lettering: Lettering| {
        let lettering = lettering.fitted(text, COLUMN - 14.0);
        lettering.write(ink, text, Vec2::new(middle, at.y + y), Anchor::Middle);
    };
    line(
        "PLAN OF THE FIELD",
        13.0,
        Lettering::plain(Face::Roman, 4.4, colour::INK).spaced(0.3),
    );
    line("of", 19.0, Lettering::plain(Face::Italic, 4.4, colour::INK));
    line(
        &scenario.name,
        32.0,
        Lettering::plain(Face::Bold, 13.0, colour::INK),
    );
    line(
        &date(scenario),
        47.0,
        Lettering::plain(Face::Italic, 7.4, colour::INK),
    );
    line(
        &clock(scenario.time),
        54.5,
        Lettering::plain(Face::Roman, 4.8, colour::INK).spaced(0.08),
    );
    let table = table_line(scenario);
    line(
        &table,
        64.5,
        Lettering::plain(Face::Italic, 3.8, colour::INK),
    );
    rule(ink, Vec2::new(middle, at.y + 38.0), 36.0);
    rule(ink, Vec2::new(middle, at.y + 58.8), 18.0);
}

/// A frame with its corners cut in quarter circles.
fn cartouche(trace: &mut Trace, at: Vec2, size: Vec2, round: f32) {
    let (x, y) = (at.x, at.y);
    let (right, foot) = (x + size.x, y + size.y);
    let point = Vec2::new;
    trace.to(point(x + round, y)).line(point(right - round, y));
    trace.curve(point(right - round, y + round), point(right, y + round));
    trace.line(point(right, foot - round));
    trace.curve(
        point(right - round, foot - round),
        point(right - round, foot),
    );
    trace.line(point(x + round, foot));
    trace.curve(point(x + round, foot - round), point(x, foot - round));
    trace.line(point(x, y + round));
    trace
        .curve(point(x + round, y + round), point(x + round, y))
        .close();
}

/// A rule that swells in its middle.
pub fn rule(ink: &mut Ink, middle: Vec2, half: f32) {
    let mut swell = Trace::new();
    let (west, east) = (middle - Vec2::X * half, middle + Vec2::X * half);
    swell.to(west);
    swell.curve(middle - Vec2::Y * 1.3, east);
    swell.curve(middle + Vec2::Y * 1.3, west).close();
    ink.fill(&swell, colour::INK, "");
}

fn date(scenario: &Scenario) -> String {
    let (year, _, day) = scenario.date;
    match scenario.month() {
        "" => year.to_string(),
        month => format!("{month} {day}, {year}"),
    }
}

fn clock((hour, minute): (u32, u32)) -> String {
    let half = if hour % 24 < 12 { "A.M." } else { "P.M." };
    let shown = if hour % 12 == 0 { 12 } else { hour % 12 };
    if minute == 0 {
        format!("{shown} o'clock {half}")
    } else {
        format!("{shown}:{minute:02} {half}")
    }
}

fn table_line(scenario: &Scenario) -> String {
    let field = &scenario.field;
    format!(
        "A table of {:.0} by {:.0} inches for {} figures",
        field.size.x,
        field.size.y,
        field.scale.name().replace("mm", " mm")
    )
}

/// A line of the forces: how far it is set in, and what it says on the right.
struct Roll {
    depth: usize,
    text: String,
    strength: String,
}

/// Both sides, each with all its lines.
fn rolls(scenario: &Scenario) -> [(Side, String, Vec<Roll>); 2] {
    [Side::Union, Side::Confederate].map(|side| {
        let mut lines = side_rolls(scenario, side, true);
        if lines.len() > MOST_LINES {
            lines = side_rolls(scenario, side, false);
        }
        let told = match scenario.strength(side) {
            // All that the other side knows is that there are pickets.
            (0, 0) => "strength unknown".to_owned(),
            (figures, guns) => format!("{figures} figures, {guns} guns"),
        };
        (side, told, lines)
    })
}

fn side_rolls(scenario: &Scenario, side: Side, units: bool) -> Vec<Roll> {
    let mut lines = Vec::new();
    for (number, command) in scenario.commands.iter().enumerate() {
        if command.side != side {
            continue;
        }
        let depth = match command.echelon {
            Echelon::Corps | Echelon::Division => 0,
            Echelon::Brigade | Echelon::GunBattalion => 1,
        };
        lines.push(Roll {
            depth,
            text: command.name.clone(),
            strength: String::new(),
        });
        let own = scenario.units.iter().filter(|unit| unit.command == number);
        lines.extend(own.filter(|_| units).map(|unit| Roll {
            depth: 2,
            text: unit.name.clone(),
            strength: strength(unit),
        }));
    }
    lines
}

fn strength(unit: &UnitSetup) -> String {
    if unit.unit.is_artillery() {
        format!("{} guns", unit.unit.guns())
    } else {
        format!("{} fig.", unit.unit.strength)
    }
}

fn forces_height(rolls: &[(Side, String, Vec<Roll>); 2]) -> f32 {
    let longest = rolls.iter().map(|(_, _, lines)| lines.len()).max();
    14.0 + longest.unwrap_or(0) as f32 * LINE
}

fn forces(ink: &mut Ink, rolls: &[(Side, String, Vec<Roll>); 2], at: Vec2) {
    let column = COLUMN / 2.0 - 2.5;
    for ((side, total, lines), shift) in rolls.iter().zip([0.0, COLUMN / 2.0 + 2.5]) {
        let left = at + Vec2::new(shift, 0.0);
        let name = livery(*side).name;
        let head = match side {
            Side::Union => "UNION",
            Side::Confederate => "CONFEDERATE",
        };
        let middle = left + Vec2::new(column / 2.0, 0.0);
        let large = Lettering::plain(Face::Bold, 4.8, name).spaced(0.14);
        large.write(ink, head, middle + Vec2::Y * 4.0, Anchor::Middle);
        let small = Lettering::plain(Face::Italic, 3.5, name);
        small.write(ink, total, middle + Vec2::Y * 8.6, Anchor::Middle);
        let mut y = 13.8;
        for line in lines {
            roll(ink, line, left + Vec2::Y * y, column, name);
            y += LINE;
        }
    }
    let mut rule = Trace::new();
    let x = at.x + COLUMN / 2.0;
    let foot = at.y + forces_height(rolls) - 1.0;
    rule.stroke(Vec2::new(x, at.y + 1.0), Vec2::new(x, foot));
    ink.line(&rule, colour::FAINT_INK, 0.3, "");
}

fn roll(ink: &mut Ink, line: &Roll, at: Vec2, column: f32, name: &'static str) {
    let face = [Face::Bold, Face::Italic, Face::Roman][line.depth.min(2)];
    let indent = line.depth as f32 * 2.0;
    let small = Lettering::plain(Face::Roman, 3.5, name);
    let taken = if line.strength.is_empty() {
        0.0
    } else {
        small.write(ink, &line.strength, at + Vec2::X * column, Anchor::End);
        small.width(&line.strength) + 1.5
    };
    let lettering = Lettering::plain(face, 3.9, name).fitted(&line.text, column - indent - taken);
    lettering.write(ink, &line.text, at + Vec2::X * indent, Anchor::Start);
}

const SCALES: f32 = 46.0;

/// Scale bars in inches and yards, and the compass beside them.
fn scales(ink: &mut Ink, sheet: &Sheet, scenario: &Scenario, at: Vec2) {
    let field = &scenario.field;
    let yards = Rules::book().yards_per_inch(field.scale);
    let room = COLUMN - 42.0;
    let left = at + Vec2::new(4.0, 0.0);
    let step = round_step(room / sheet.inch / 4.0);
    let inches = Bar {
        long: sheet.inch * step,
        step,
        room,
        what: "Inches on the table",
    };
    inches.draw(ink, left + Vec2::Y * 11.0);
    let step = round_step(room / sheet.inch * yards / 4.0);
    let ground = Bar {
        long: sheet.inch * step / yards,
        step,
        room,
        what: "Yards on the ground",
    };
    ground.draw(ink, left + Vec2::Y * 30.0);
    let note = format!("One inch is about {yards:.0} yards.");
    let small = Lettering::plain(Face::Italic, 3.4, colour::INK);
    small.write(ink, &note, left + Vec2::new(0.0, 43.0), Anchor::Start);
    compass(ink, at + Vec2::new(COLUMN - 17.0, SCALES / 2.0));
}

/// The largest round number up to a limit.
fn round_step(limit: f32) -> f32 {
    let mut best = 1.0;
    let mut decade = 1.0;
    while decade <= limit {
        for step in [1.0, 2.0, 5.0] {
            if step * decade <= limit {
                best = step * decade;
            }
        }
        decade *= 10.0;
    }
    best
}

/// A scale, its first step cut in halves.
struct Bar {
    long: f32,
    step: f32,
    room: f32,
    what: &'static str,
}

impl Bar {
    fn draw(&self, ink: &mut Ink, at: Vec2) {
        let head = Lettering::plain(Face::Italic, 4.0, colour::INK);
        head.write(ink, self.what, at - Vec2::Y * 6.6, Anchor::Start);
        let steps = (self.room / self.long).floor().clamp(1.0, 8.0) as u32;
        let mut black = Trace::new();
        let mut frame = Trace::new();
        frame.rectangle(at, Vec2::new(self.long * steps as f32, 2.0));
        let mut part = |from: f32, to: f32, lower: bool| {
            let shift = Vec2::new(from * self.long, if lower { 1.0 } else { 0.0 });
            black.rectangle(at + shift, Vec2::new((to - from) * self.long, 1.0));
        };
        part(0.0, 0.5, false);
        part(0.5, 1.0, true);
        for step in 1..steps {
            part(step as f32, step as f32 + 1.0, step % 2 == 0);
        }
        ink.fill(&frame, colour::GROUND, "");
        ink.fill(&black, colour::INK, "");
        ink.line(&frame, colour::INK, 0.35, "");
        let figures = Lettering::plain(Face::Roman, 3.4, colour::INK);
        for mark in 0..=steps {
            let place = at + Vec2::new(self.long * mark as f32, -1.2);
            let text = format!("{:.0}", self.step * mark as f32);
            figures.write(ink, &text, place, Anchor::Middle);
        }
    }
}

/// North is up.
fn compass(ink: &mut Ink, at: Vec2) {
    let mut ring = Trace::new();
    ring.circle(at + Vec2::Y * 3.0, 8.6);
    ink.line(&ring, colour::INK, 0.3, "");
    let mut ring = Trace::new();
    ring.circle(at + Vec2::Y * 3.0, 7.6);
    ink.line(&ring, colour::INK, 0.2, "");
    let middle = at + Vec2::Y * 3.0;
    let mut pale = Trace::new();
    let mut dark = Trace::new();
    for (way, long) in [
        (Vec2::NEG_Y, 17.0),
        (Vec2::X, 10.0),
        (Vec2::Y, 13.0),
        (Vec2::NEG_X, 10.0),
    ] {
        let side = way.perp();
        let tip = middle + way * long;
        pale.polygon(&[middle, tip, middle + (way + side) * 1.9]);
        dark.polygon(&[middle, tip, middle + (way - side) * 1.9]);
    }
    let rim = format!(
        "stroke=\"{}\" stroke-width=\"0.3\" stroke-linejoin=\"round\"",
        colour::INK
    );
    ink.fill(&pale, colour::GROUND, &rim);
    ink.fill(&dark, colour::INK, &rim);
    let letter = Lettering::plain(Face::Bold, 6.4, colour::INK);
    letter.write(ink, "N", at - Vec2::Y * 15.6, Anchor::Middle);
}
