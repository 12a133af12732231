//! The legend: every symbol that occurs on this map, drawn by the same hand.

use bevy::math::Vec2;

use super::ground::Patch;
use super::ink::{Ink, Trace, colour};
use super::lettering::{Anchor, Face, Lettering};
use super::panel::rule;
use super::relief::Relief;
use super::sheet::COLUMN;
use super::troops::{draw_entry, draw_flag, draw_stand};
use super::ways::{self, Way};
use super::zones;
use crate::field::geometry::Bounds;
use crate::field::plan::{AreaKind, LineKind};
use crate::rules::leader::Rank;
use crate::rules::{Named, Unit};
use crate::scenario::{Deployment, Scenario};

const HEAD: f32 = 11.0;
const STEP: f32 = COLUMN / 2.0;
const ROW: f32 = 9.0;
const SWATCH: Vec2 = Vec2::new(15.0, 6.2);

/// Whether a unit is of an arm.
type Arm = fn(&Unit) -> bool;

/// One symbol.
enum Item<'a> {
    Area(AreaKind),
    Line(LineKind),
    Building,
    Unit(&'a Unit, &'static str),
    Absent(&'a Unit),
    Leader(Rank),
    Entry,
    Zone(bool),
    Judged,
    Contours,
}

/// How wide and high the legend is in so many columns.
pub fn size(scenario: &Scenario, columns: usize) -> Vec2 {
    let rows = items(scenario).len().div_ceil(columns);
    Vec2::new(STEP * columns as f32, HEAD + rows as f32 * ROW)
}

fn items(scenario: &Scenario) -> Vec<Item<'_>> {
    let field = &scenario.field;
    let mut items = Vec::new();
    if field.heights.highest() > 0.1 * field.proportion() {
        items.push(Item::Contours);
    }
    let areas = AreaKind::ALL.iter().copied();
    let seen = |kind: &AreaKind| field.areas.iter().any(|area| area.kind == *kind);
    items.extend(areas.filter(seen).map(Item::Area));
    if field.areas.iter().any(|area| !area.buildings.is_empty()) {
        items.push(Item::Building);
    }
    let lines = LineKind::ALL.iter().copied();
    let seen = |kind: &LineKind| field.lines.iter().any(|line| line.kind == *kind);
    items.extend(lines.filter(seen).map(Item::Line));
    troops(scenario, &mut items);
    for deployment in [true, false] {
        let is = |zone| zones::side(scenario, zone).is_some() == deployment;
        if field.zones.iter().any(is) {
            items.push(Item::Zone(deployment));
        }
    }
    if !scenario.victory.lines.is_empty() {
        items.push(Item::Judged);
    }
    items
}

fn troops<'a>(scenario: &'a Scenario, items: &mut Vec<Item<'a>>) {
    let arms: [(Arm, &str); 3] = [
        (Unit::is_infantry, "Infantry"),
        (Unit::is_cavalry, "Cavalry"),
        (Unit::is_artillery, "Battery"),
    ];
    for (arm, name) in arms {
        let unit = scenario.units.iter().find(|unit| arm(&unit.unit));
        items.extend(unit.map(|unit| Item::Unit(&unit.unit, name)));
    }
    let absent = scenario
        .units
        .iter()
        .find(|unit| unit.present_up_to.is_some());
    items.extend(absent.map(|unit| Item::Absent(&unit.unit)));
    for &rank in Rank::ALL {
        if scenario.leaders.iter().any(|leader| leader.rank == rank) {
            items.push(Item::Leader(rank));
        }
    }
    let arrives = |deployment: &Deployment| matches!(deployment, Deployment::Arrives { .. });
    if scenario.units.iter().any(|unit| arrives(&unit.deployment)) {
        items.push(Item::Entry);
    }
}

/// Draws the legend.
pub fn draw(ink: &mut Ink, scenario: &Scenario, relief: &Relief, at: Vec2, columns: usize) {
    let middle = Vec2::new(at.x + STEP * columns as f32 / 2.0, at.y + 4.0);
    let head = Lettering::plain(Face::Roman, 4.8, colour::INK).spaced(0.3);
    head.write(ink, "LEGEND", middle, Anchor::Middle);
    rule(ink, middle + Vec2::Y * 3.0, 22.0);
    let items = items(scenario);
    let rows = items.len().div_ceil(columns);
    for (number, item) in items.iter().enumerate() {
        let column = (number / rows) as f32;
        let row = (number % rows) as f32;
        let corner = at + Vec2::new(column * (STEP + 1.0), HEAD + row * ROW);
        let text = item.text(relief);
        item.swatch(ink, corner);
        let room = STEP - SWATCH.x - 3.5;
        let lettering = Lettering::plain(Face::Roman, 4.0, colour::INK).fitted(&text, room);
        let base = corner + Vec2::new(SWATCH.x + 2.5, SWATCH.y / 2.0 + 1.3);
        lettering.write(ink, &text, base, Anchor::Start);
    }
}

impl Item<'_> {
    fn text(&self, relief: &Relief) -> String {
        match self {
            Self::Area(kind) => area_name(*kind).to_owned(),
            Self::Line(kind) => line_name(*kind).to_owned(),
            Self::Building => "Building".to_owned(),
            Self::Unit(_, name) => (*name).to_owned(),
            Self::Absent(_) => "Absent but on that roll".to_owned(),
            Self::Leader(Rank::Brigade) => "Brigade leader".to_owned(),
            Self::Leader(Rank::Division) => "Division leader".to_owned(),
            Self::Leader(Rank::Corps) => "Corps leader".to_owned(),
            Self::Entry => "Reinforcements".to_owned(),
            Self::Zone(true) => "Deployment zone".to_owned(),
            Self::Zone(false) => "Named ground".to_owned(),
            Self::Judged => "Line to be passed".to_owned(),
            Self::Contours => {
                let interval = super::ink::number(relief.interval);
                format!("Heights, every {interval}\u{2033}")
            }
        }
    }

    fn swatch(&self, ink: &mut Ink, corner: Vec2) {
        let middle = corner + SWATCH / 2.0;
        match self {
            Self::Area(kind) => area_swatch(ink, *kind, corner),
            Self::Line(kind) => line_swatch(ink, *kind, corner),
            Self::Building => {
                let house = framed_box(middle, Vec2::new(4.5, 3.0));
                let patch = Patch {
                    kind: AreaKind::Farm,
                    outline: &[],
                    buildings: &[house],
                    number: 0,
                };
                patch.houses(ink);
            }
            Self::Unit(unit, _) => stands(ink, unit, middle, false),
            Self::Absent(unit) => stands(ink, unit, middle, true),
            Self::Leader(rank) => {
                draw_flag(ink, NEUTRAL, *rank, middle + Vec2::Y * 1.6, 2.3);
            }
            Self::Entry => {
                let from = corner + Vec2::new(0.0, SWATCH.y / 2.0);
                let mut window = Trace::new();
                window.rectangle(corner, SWATCH + Vec2::X * 3.0);
                ink.clipped(&window);
                draw_entry(
                    ink,
                    crate::rules::Side::Union,
                    from - Vec2::X * 1.5,
                    Vec2::X,
                );
                ink.end();
            }
            Self::Zone(deployment) => {
                let mut trace = Trace::new();
                trace.rectangle(corner + Vec2::splat(0.6), SWATCH - Vec2::splat(1.2));
                zones::outline(ink, &trace, colour::INK, *deployment);
            }
            Self::Judged => {
                let mut trace = Trace::new();
                trace.stroke(middle - Vec2::X * 7.0, middle + Vec2::X * 7.0);
                zones::judged(ink, &trace);
            }
            Self::Contours => contours(ink, middle),
        }
    }
}

const NEUTRAL: super::troops::Livery = super::troops::Livery {
    cloth: "#a89a80",
    front: colour::INK,
    name: colour::INK,
    pale: colour::GROUND,
};

fn framed_box(middle: Vec2, size: Vec2) -> Vec<Vec2> {
    super::plate::framed(middle, size, 0.0).to_vec()
}

fn area_swatch(ink: &mut Ink, kind: AreaKind, corner: Vec2) {
    let outline = framed_box(corner + SWATCH / 2.0, SWATCH);
    let mut window = Trace::new();
    window.rectangle(corner, SWATCH);
    let patch = Patch {
        kind,
        outline: &outline,
        buildings: &[framed_box(corner + SWATCH / 2.0, Vec2::new(3.0, 2.0))],
        number: 1,
    };
    ink.fill(&window, colour::GROUND, "");
    patch.floor(ink);
    patch.cover(ink);
    if matches!(kind, AreaKind::Farm | AreaKind::Village) {
        patch.houses(ink);
    }
    ink.line(&window, colour::FAINT_INK, 0.25, "");
}

fn line_swatch(ink: &mut Ink, kind: LineKind, corner: Vec2) {
    let y = corner.y + SWATCH.y / 2.0;
    let points: Vec<_> = (0..=4)
        .map(|step| {
            let bend = [0.5, -0.4, 0.0, 0.4, -0.5][step];
            Vec2::new(corner.x + SWATCH.x * step as f32 / 4.0, y + bend)
        })
        .collect();
    let half_width: f32 = match kind {
        LineKind::Road | LineKind::RailroadCut => 2.5,
        LineKind::WoodFence | LineKind::StoneWall => 0.5,
        _ => 1.5,
    };
    let way = Way {
        kind,
        points: &points,
        half_width: half_width.min(SWATCH.y / 2.0),
    };
    let all = Bounds {
        low: corner,
        high: corner + SWATCH,
    };
    ways::draw(ink, &[way], all);
}

fn stands(ink: &mut Ink, unit: &Unit, middle: Vec2, maybe: bool) {
    let size = if unit.is_artillery() {
        Vec2::new(8.0, 6.2)
    } else {
        Vec2::new(6.8, 4.4)
    };
    let places: &[f32] = if unit.is_artillery() {
        &[0.0]
    } else {
        &[-3.4, 3.4]
    };
    for shift in places {
        let [a, b, c, d] = super::plate::framed(middle + Vec2::X * *shift, size, 0.0);
        let sample = Unit {
            strength: 2,
            ..*unit
        };
        // No part of the battle: it must not be counted as one of its stands.
        draw_stand(ink, &sample, [a, b, c, d], Vec2::NEG_Y, maybe, "sample");
    }
}

fn contours(ink: &mut Ink, middle: Vec2) {
    for (part, width) in [(1.0, 0.26), (0.72, 0.26), (0.42, 0.5)] {
        let mut ring = Trace::new();
        let half = SWATCH / 2.0 * part;
        ring.to(middle - Vec2::X * half.x);
        ring.curve(middle - half, middle - Vec2::Y * half.y);
        ring.curve(
            middle + half * Vec2::new(1.0, -1.0),
            middle + Vec2::X * half.x,
        );
        ring.curve(middle + half, middle + Vec2::Y * half.y);
        ring.curve(
            middle + half * Vec2::new(-1.0, 1.0),
            middle - Vec2::X * half.x,
        );
        ink.fill(&ring, "#b98546", "fill-opacity=\"0.085\"");
        ink.line(&ring, colour::RELIEF, width, "");
    }
}

/// What an area is called.
pub fn area_name(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Open => "Clearing",
        AreaKind::Broken => "Broken ground",
        AreaKind::Rough => "Rough ground",
        AreaKind::LightWoods => "Light woods",
        AreaKind::HeavyWoods => "Heavy woods",
        AreaKind::Orchard => "Orchard",
        AreaKind::Brush => "Brush",
        AreaKind::PlowedField => "Plowed field",
        AreaKind::Field => "Field",
        AreaKind::Pond => "Pond",
        AreaKind::Farm => "Farm",
        AreaKind::Village => "Village",
        AreaKind::River => "River",
    }
}

/// What a line is called.
pub fn line_name(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Road => "Road or pike",
        LineKind::Trail => "Trail",
        LineKind::Creek => "Creek or run",
        LineKind::WoodFence => "Wood fence",
        LineKind::StoneWall => "Stone wall",
        LineKind::RailroadCut => "Railroad cut",
        LineKind::HastyWorks => "Hasty works",
        LineKind::LightWorks => "Light works",
        LineKind::HeavyWorks => "Heavy works",
        LineKind::Abatis => "Abatis",
        LineKind::FloodedDitch => "Flooded ditch",
        LineKind::Fraise => "Fraise",
        LineKind::ChevauxDeFrise => "Chevaux-de-frise",
        LineKind::PontoonBridge => "Pontoon bridge",
    }
}
