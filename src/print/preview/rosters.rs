//! A sheet for each brigade: boxes to cross off, morale, weapons, firepower, the leader's reach.

use bevy::math::Vec2;

use super::wording::{self, inches};
use crate::print::map::ink::{Ink, Trace, colour};
use crate::print::map::lettering::Anchor;
use crate::print::map::troops::livery;
use crate::print::page::{Flow, Style, bold, italic, set_one, text_width};
use crate::rules::{Rules, Side, Troops, Unit};
use crate::scenario::file::SpecialRule;
use crate::scenario::{LeaderSetup, Scenario, UnitSetup};

/// The side of a box.
const BOX: f32 = 8.5;
/// From one box to the next.
const STEP: f32 = 10.2;
/// Between two stands.
const APART: f32 = 6.0;
/// How high a unit's part of the sheet is with one line of boxes and one of text.
const UNIT: f32 = 43.0;
/// A further line of text.
const LINE: f32 = 10.5;
/// How high a leader's part is.
const LEADER: f32 = 27.0;

/// What a roster says of a unit, in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Basic morale points with all stands, and with each that is lost; of a battery with each section.
    pub morale: Vec<i32>,
    /// Figures of each stand, or sections.
    pub boxes: Vec<u32>,
    /// Ranges in inches with their names.
    pub ranges: Vec<(&'static str, f32)>,
    /// Firepower with so many figures or sections left, from all down to one.
    pub firepower: Vec<(u32, u32)>,
}

impl Entry {
    /// What a roster says of a unit.
    pub fn of(scenario: &Scenario, rules: &Rules, setup: &UnitSetup) -> Self {
        let unit = &setup.unit;
        let scale = scenario.field.scale;
        let worn = worn(scenario, setup);
        let full = setup.muster.strength;
        let stands = setup.muster.stands.max(1);
        let (morale, boxes) = if unit.is_artillery() {
            let morale = (0..full.max(1)).map(|lost| {
                let lost_sections = lost;
                rules.basic_morale(&Unit {
                    lost_sections,
                    ..*unit
                })
            });
            (morale.collect(), vec![full])
        } else {
            let morale = (1..=stands).rev().map(|now| {
                let mut left = *unit;
                left.stands.now = now;
                left.stands.full = stands;
                rules.basic_morale(&left) + worn
            });
            (morale.collect(), figures_by_stand(setup))
        };
        let ranges = match unit.troops {
            Troops::Artillery { gun: Some(gun), .. } => {
                let range = rules.gun_range(gun, scale);
                vec![
                    ("canister", range.canister),
                    ("short", range.short),
                    ("normal", range.normal),
                    ("long", range.long),
                ]
            }
            _ => match (
                rules.normal_range(scale, unit),
                rules.longest_shot(scale, unit),
            ) {
                (Some(normal), Some(long)) => vec![
                    ("short", rules.near(scale)),
                    ("normal", normal),
                    ("long", long),
                ],
                _ => Vec::new(),
            },
        };
        let firepower = (1..=full)
            .rev()
            .filter_map(|left| Some((left, rules.firepower_of(unit, left)?)))
            .collect();
        Self {
            name: setup.name.clone(),
            morale,
            boxes,
            ranges,
            firepower,
        }
    }
}

/// How many figures stand on each stand, the largest first.
pub fn figures_by_stand(setup: &UnitSetup) -> Vec<u32> {
    if !setup.make_up.uneven.is_empty() {
        return setup.make_up.uneven.clone();
    }
    let (figures, stands) = (setup.muster.strength, setup.muster.stands.max(1));
    (0..stands)
        .map(|stand| figures / stands + u32::from(stand < figures % stands))
        .collect()
}

/// What a scenario adds to the basic morale of a command's infantry.
fn worn(scenario: &Scenario, setup: &UnitSetup) -> i32 {
    if !setup.unit.is_infantry() {
        return 0;
    }
    let rules = scenario.rules.iter().filter_map(|rule| match rule {
        SpecialRule::BasicMorale { command, bmp } => Some((command, *bmp)),
        _ => None,
    });
    rules
        .filter(|(command, _)| scenario.commands_below(command).contains(&setup.command))
        .map(|(_, bmp)| bmp)
        .sum()
}

/// Draws the sheets of a side.
pub fn draw(flow: &mut Flow, scenario: &Scenario, rules: &Rules, side: Side) {
    flow.part(&format!("Rosters: {}", wording::side(side)));
    flow.note(
        "One sheet for each command, to cut apart. Cross off a box for each figure or section that is lost, \
         from the right; a stand is gone with its last box. BMP is the basic morale point with all stands and \
         with each stand that is lost; FP is firepower by what is left, before anything is halved.",
    );
    for (number, command) in scenario.commands.iter().enumerate() {
        if command.side != side {
            continue;
        }
        let leaders: Vec<_> = scenario
            .leaders
            .iter()
            .filter(|leader| leader.command == number)
            .collect();
        let units: Vec<_> = scenario
            .units_of(side)
            .filter(|unit| unit.command == number)
            .collect();
        if units.is_empty() && leaders.is_empty() {
            continue;
        }
        sheet(flow, (scenario, rules), &command.name, &leaders, &units);
    }
}

fn sheet(
    flow: &mut Flow,
    (scenario, rules): (&Scenario, &Rules),
    name: &str,
    leaders: &[&LeaderSetup],
    units: &[&UnitSetup],
) {
    let width = flow.width();
    let entries: Vec<_> = units
        .iter()
        .map(|unit| (*unit, Entry::of(scenario, rules, unit)))
        .collect();
    let high: f32 = 26.0
        + leaders.len() as f32 * LEADER
        + entries
            .iter()
            .map(|(unit, entry)| unit_height(unit, entry, width))
            .sum::<f32>();
    // A sheet stays in one piece where a page holds it.
    let whole = flow.size().y - 150.0;
    flow.skip(8.0);
    flow.room(high.min(whole));
    flow.heading(name);
    for leader in leaders {
        flow.block(LEADER, |ink, at, width| {
            draw_leader(ink, scenario, rules, leader, at, width);
        });
    }
    for (unit, entry) in &entries {
        flow.block(unit_height(unit, entry, width), |ink, at, width| {
            draw_unit(ink, unit, entry, at, width);
        });
    }
}

fn draw_leader(
    ink: &mut Ink,
    scenario: &Scenario,
    rules: &Rules,
    leader: &LeaderSetup,
    at: Vec2,
    width: f32,
) {
    let scale = scenario.field.scale;
    square(ink, at + Vec2::new(0.0, 4.0), livery(leader.side).name);
    let name = format!(
        "{} {}",
        bold(&leader.name),
        italic(&if leader.artillery {
            "directs the guns".to_owned()
        } else {
            format!("leads the {}", leader.rank)
        })
    );
    set_one(
        ink,
        &name,
        Style::BODY,
        at + Vec2::new(14.0, 11.5),
        Anchor::Start,
    );
    let reach = format!(
        "benefit {}   ·   commands within {}   ·   reacts within {}   ·   adds {} to a move",
        bold(&leader.benefit.to_string()),
        bold(&inches(rules.command_radius(scale, leader.benefit))),
        bold(&inches(rules.reaction_radius(scale, leader.benefit))),
        bold(&inches(rules.leader_extra_move(leader.benefit))),
    );
    set_one(
        ink,
        &reach,
        Style::SMALL,
        at + Vec2::new(14.0, 22.0),
        Anchor::Start,
    );
    under(ink, at, LEADER, width);
}

fn under(ink: &mut Ink, at: Vec2, high: f32, width: f32) {
    let mut rule = Trace::new();
    let foot = at + Vec2::new(0.0, high - 1.0);
    rule.stroke(foot, foot + Vec2::new(width, 0.0));
    ink.line(&rule, colour::FAINT_INK, 0.3, "");
}

fn square(ink: &mut Ink, at: Vec2, pen: &'static str) {
    let mut frame = Trace::new();
    frame.rectangle(at, Vec2::splat(BOX));
    ink.line(&frame, pen, 0.8, "");
}

/// Lines of boxes: stands stay together as long as there is room.
fn box_lines(boxes: &[u32], width: f32) -> Vec<Vec<u32>> {
    let mut lines: Vec<Vec<u32>> = vec![Vec::new()];
    let mut used = 0.0;
    for &stand in boxes {
        let own = stand as f32 * STEP + APART;
        if used + own > width && used > 0.0 {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += own;
        if let Some(line) = lines.last_mut() {
            line.push(stand);
        }
    }
    lines
}

fn unit_height(setup: &UnitSetup, entry: &Entry, width: f32) -> f32 {
    let lines = box_lines(&entry.boxes, width - 20.0).len();
    let more = if beside(setup, entry, width) {
        0.0
    } else {
        LINE
    };
    UNIT + more + (lines as f32 - 1.0) * (BOX + 3.0)
}

/// Letters of firepower.
const FIREPOWER: Style = Style {
    size: 7.6,
    ..Style::SMALL
};

/// Whether firepower has room beside the ranges.
fn beside(setup: &UnitSetup, entry: &Entry, width: f32) -> bool {
    let arms = text_width(&arms(setup, entry), Style::SMALL);
    arms + 12.0 + text_width(&firepower(entry), FIREPOWER) <= width
}

/// What it carries, with the ranges.
fn arms(setup: &UnitSetup, entry: &Entry) -> String {
    let ranges: Vec<String> = entry
        .ranges
        .iter()
        .map(|(band, range)| format!("{band} {}", bold(&inches(*range))))
        .collect();
    format!("{}: {}", wording::weapon(&setup.unit), ranges.join("   "))
}

fn draw_unit(ink: &mut Ink, setup: &UnitSetup, entry: &Entry, at: Vec2, width: f32) {
    let unit = &setup.unit;
    let pen = livery(unit.side).name;
    let small = Style::SMALL;
    let mut name = bold(&entry.name);
    if let Some(up_to) = setup.present_up_to {
        name.push_str(&italic(&format!(" (there on a die of {up_to} or less)")));
    }
    if let Some(bridge) = wording::bridge(setup) {
        name.push_str(&italic(&format!(" ({bridge})")));
    }
    set_one(
        ink,
        &name,
        Style::BODY,
        at + Vec2::new(0.0, 11.0),
        Anchor::Start,
    );
    let morale: Vec<String> = entry
        .morale
        .iter()
        .map(|bmp| bold(&bmp.to_string()))
        .collect();
    let lost = if unit.is_artillery() {
        "by sections lost"
    } else {
        "full and depleted"
    };
    let right = format!(
        "{}, {}   ·   BMP {} {}",
        wording::quality(unit.quality),
        wording::kind(setup),
        morale.join(" / "),
        italic(lost)
    );
    let end = Vec2::new(at.x + width, at.y + 11.0);
    set_one(ink, &right, small, end, Anchor::End);
    let mut y = at.y + 16.0;
    for line in box_lines(&entry.boxes, width - 20.0) {
        let mut x = at.x;
        for stand in line {
            for _ in 0..stand {
                square(ink, Vec2::new(x, y), pen);
                x += STEP;
            }
            x += APART;
        }
        let room = at.x + width - x;
        let note = italic(&wording::strength(setup));
        if room > text_width(&note, small) && (y - at.y - 16.0).abs() < 0.1 {
            set_one(
                ink,
                &note,
                small,
                Vec2::new(x + 2.0, y + 7.0),
                Anchor::Start,
            );
        }
        y += BOX + 3.0;
    }
    let base = y + 8.0;
    let arms = arms(setup, entry);
    set_one(ink, &arms, small, Vec2::new(at.x, base), Anchor::Start);
    let mut text = (firepower(entry), FIREPOWER);
    if beside(setup, entry, width) {
        let end = Vec2::new(at.x + width, base);
        set_one(ink, &text.0, text.1, end, Anchor::End);
    } else {
        let wide = text_width(&text.0, text.1);
        text.1.size *= (width / wide).min(1.0);
        let start = Vec2::new(at.x, base + LINE);
        set_one(ink, &text.0, text.1, start, Anchor::Start);
    }
    under(ink, at, unit_height(setup, entry, width), width);
}

/// Firepower by what is left.
fn firepower(entry: &Entry) -> String {
    let mut text = String::from("FP");
    let mut parts: Vec<(u32, u32, u32)> = Vec::new();
    // Figures that fire alike stand together: 8–7: 6.
    for &(left, points) in &entry.firepower {
        match parts.last_mut() {
            Some((_, to, same)) if *same == points => *to = left,
            _ => parts.push((left, left, points)),
        }
    }
    for (from, to, points) in parts {
        let count = if from == to {
            from.to_string()
        } else {
            format!("{from}\u{2013}{to}")
        };
        text.push_str(&format!(
            " \u{b7} {}\u{a0}{}",
            italic(&format!("{count}:")),
            bold(&points.to_string())
        ));
    }
    text
}
