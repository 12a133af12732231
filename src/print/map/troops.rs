//! The troops: stands to scale, guns, leaders, and where the others come in.

use bevy::math::Vec2;

use super::ink::{Ink, Trace, colour};
use super::plate::{Plate, weight};
use super::sheet::Sheet;
use crate::field::placement::Footprint;
use crate::field::stand::{Stand, leader_size};
use crate::rules::leader::Rank;
use crate::rules::{Side, Troops, Unit};
use crate::scenario::{LeaderSetup, Scenario, UnitSetup};

/// The colours of a side.
#[derive(Clone, Copy, Debug)]
pub struct Livery {
    /// Its stands.
    pub cloth: &'static str,
    /// Their front edges.
    pub front: &'static str,
    /// Its names.
    pub name: &'static str,
    /// Its guns stand on this.
    pub pale: &'static str,
}

/// The colours of a side.
pub fn livery(side: Side) -> Livery {
    match side {
        Side::Union => Livery {
            cloth: "#3f66a3",
            front: "#14294f",
            name: "#16305f",
            pale: "#d3dbe4",
        },
        Side::Confederate => Livery {
            cloth: "#ab5a45",
            front: "#5c1712",
            name: "#741b15",
            pale: "#ead3c4",
        },
    }
}

/// Draws every unit and leader that begins on the table, and takes their places.
pub fn draw(ink: &mut Ink, plate: &mut Plate, sheet: &Sheet, scenario: &Scenario) {
    let field = &scenario.field;
    for unit in &scenario.units {
        if let Some(footprint) = unit.footprint(field) {
            ink.named_group("class=\"unit\"", &unit.name);
            draw_unit(ink, sheet, unit, &footprint);
            ink.end();
            for stand in &footprint.stands {
                plate.take(outline(sheet, stand), weight::NEVER);
            }
        }
    }
    let side = leader_size(field.scale) * sheet.inch;
    for leader in &scenario.leaders {
        if let Some(at) = leader.at {
            let at = sheet.at(at);
            ink.named_group("class=\"leader\"", &leader.name);
            draw_leader(ink, leader, at, side / 2.0);
            ink.end();
            plate.take(leader_frame(at, side / 2.0), weight::NEVER);
        }
    }
}

/// The outline of a stand on the paper, in the order that [`Plate`] asks for.
fn outline(sheet: &Sheet, stand: &Stand) -> Vec<Vec2> {
    let mut corners = sheet.all(&stand.outline());
    corners.reverse();
    corners
}

/// What a leader's mark covers.
pub fn leader_frame(at: Vec2, half: f32) -> Vec<Vec2> {
    let (low, high) = (Vec2::new(-half, -half * 2.4), Vec2::new(half * 1.6, half));
    vec![
        at + low,
        at + Vec2::new(high.x, low.y),
        at + high,
        at + Vec2::new(low.x, high.y),
    ]
}

fn draw_unit(ink: &mut Ink, sheet: &Sheet, setup: &UnitSetup, footprint: &Footprint) {
    let maybe = setup.present_up_to.is_some();
    for stand in &footprint.stands {
        let corners = stand.corners().map(|corner| sheet.at(corner));
        let ahead = sheet.way(stand.facing.ahead());
        draw_stand(ink, &setup.unit, corners, ahead, maybe, "stand");
    }
    let livery = livery(setup.unit.side);
    let front = sheet.at(footprint.placement.at);
    let ahead = sheet.way(footprint.placement.facing.ahead());
    if setup.engineer {
        for stand in &footprint.stands {
            castle(ink, sheet.at(stand.centre), livery.pale);
        }
    }
    if setup.train > 0 {
        wagons(ink, sheet, footprint, livery.front);
    }
    // Skirmishers stand apart: a thin line shows what belongs together.
    if setup.unit.is_skirmishing() {
        let (left, right) = footprint.front_corners();
        let mut chain = Trace::new();
        chain.stroke(sheet.at(left), sheet.at(right));
        ink.line(&chain, livery.front, 0.4, "");
    }
    let mut mark = Trace::new();
    mark.polygon(&[
        front + ahead.perp() * 0.9,
        front + ahead * 1.3,
        front - ahead.perp() * 0.9,
    ]);
    ink.fill(&mark, livery.front, "");
}

/// The castle that engineers wear.
fn castle(ink: &mut Ink, at: Vec2, colour: &str) {
    let corners = [
        (-1.5, 0.9),
        (-1.5, -1.0),
        (-0.9, -1.0),
        (-0.9, -0.4),
        (-0.3, -0.4),
        (-0.3, -0.8),
        (0.3, -0.8),
        (0.3, -0.4),
        (0.9, -0.4),
        (0.9, -1.0),
        (1.5, -1.0),
        (1.5, 0.9),
    ];
    let mut wall = Trace::new();
    wall.polygon(&corners.map(|corner| at + Vec2::from(corner)));
    ink.fill(&wall, colour, "");
}

/// Pontoon wagons behind a train.
fn wagons(ink: &mut Ink, sheet: &Sheet, footprint: &Footprint, colour: &str) {
    let (ahead, right) = (footprint.ahead(), footprint.right());
    let mut wagons = Trace::new();
    for number in 0..3 {
        let back = footprint.right_behind(0.0) - ahead * (0.55 + 0.95 * number as f32);
        let corner = |along: f32, aside: f32| sheet.at(back + ahead * along + right * aside);
        wagons.polygon(&[
            corner(0.36, 0.0),
            corner(0.26, 0.13),
            corner(-0.34, 0.13),
            corner(-0.34, -0.13),
            corner(0.26, -0.13),
        ]);
    }
    ink.line(&wagons, colour, 0.4, "stroke-linejoin=\"round\"");
}

/// One stand, given by its corners: front left, front right, back right, back left.
pub fn draw_stand(
    ink: &mut Ink,
    unit: &Unit,
    corners: [Vec2; 4],
    ahead: Vec2,
    maybe: bool,
    class: &str,
) {
    let livery = livery(unit.side);
    let [front_left, front_right, back_right, back_left] = corners;
    let mut base = Trace::new();
    base.polygon(&corners);
    let cloth = if unit.is_artillery() {
        livery.pale
    } else {
        livery.cloth
    };
    // A unit that may be absent is drawn pale and with a broken rim.
    let how = if maybe { "fill-opacity=\"0.38\"" } else { "" };
    ink.fill(&base, cloth, &format!("class=\"{class}\" {how}"));
    let how = if maybe {
        "stroke-dasharray=\"1.1 0.7\""
    } else {
        "stroke-linejoin=\"miter\""
    };
    ink.line(&base, livery.front, 0.3, how);
    let deep = front_left.distance(back_left);
    let strip = ahead * (deep * 0.2).min(1.1);
    if !unit.is_artillery() {
        let mut edge = Trace::new();
        edge.polygon(&[
            front_left,
            front_right,
            front_right - strip,
            front_left - strip,
        ]);
        ink.fill(&edge, livery.front, "");
    }
    match unit.troops {
        Troops::Cavalry { .. } => {
            let mut slash = Trace::new();
            slash.stroke(back_left, front_right);
            ink.line(&slash, colour::GROUND, 0.6, "");
        }
        Troops::Artillery { limbered, .. } => {
            let middle = (front_left + back_right) / 2.0;
            let right = (front_right - front_left).normalize_or_zero();
            let wide = front_left.distance(front_right);
            let count = if limbered {
                1
            } else {
                unit.strength.clamp(1, 8)
            };
            for place in 0..count {
                let shift = (place as f32 + 0.5) / count as f32 - 0.5;
                gun(
                    ink,
                    middle + right * wide * shift,
                    ahead,
                    deep.min(wide * 1.5),
                    livery.front,
                );
            }
        }
        Troops::Infantry { .. } => {}
    }
}

/// A gun as maps have it: barrel, trail and wheels.
fn gun(ink: &mut Ink, at: Vec2, ahead: Vec2, deep: f32, pen: &str) {
    let scale = deep / 7.5;
    let side = ahead.perp();
    let mut barrel = Trace::new();
    barrel.polygon(&[
        at + ahead * 3.0 * scale - side * 0.34 * scale,
        at + ahead * 3.0 * scale + side * 0.34 * scale,
        at - ahead * 0.9 * scale + side * 0.55 * scale,
        at - ahead * 0.9 * scale - side * 0.55 * scale,
    ]);
    let mut trail = Trace::new();
    trail.stroke(at - ahead * 0.6 * scale, at - ahead * 3.1 * scale);
    trail.stroke(at - side * 1.35 * scale, at + side * 1.35 * scale);
    let mut wheels = Trace::new();
    for wheel in [-1.35, 1.35] {
        let hub = at + side * wheel * scale;
        wheels.stroke(hub - ahead * 1.25 * scale, hub + ahead * 1.25 * scale);
    }
    ink.line(&trail, pen, 0.42 * scale, "");
    ink.line(&wheels, pen, 0.6 * scale, "stroke-linecap=\"round\"");
    ink.fill(&barrel, pen, "");
}

/// A leader: his stand to scale, and the flag of his rank above it.
pub fn draw_leader(ink: &mut Ink, leader: &LeaderSetup, at: Vec2, half: f32) {
    draw_flag(ink, livery(leader.side), leader.rank, at, half);
}

/// A disc of that half width with a flag: a pennant for a brigade, a square for a division, a
/// swallowtail for a corps.
pub fn draw_flag(ink: &mut Ink, livery: Livery, rank: Rank, at: Vec2, half: f32) {
    let mut disc = Trace::new();
    disc.circle(at, half - 0.25);
    ink.fill(
        &disc,
        colour::GROUND,
        &format!("stroke=\"{}\" stroke-width=\"0.5\"", livery.front),
    );
    let top = at - Vec2::new(0.0, half * 2.3);
    let mut pole = Trace::new();
    pole.stroke(at + Vec2::new(0.0, half * 0.35), top);
    ink.line(&pole, colour::INK, 0.42, "stroke-linecap=\"round\"");
    let (wide, high) = (half * 1.5, half * 1.15);
    let point = |x: f32, y: f32| top + Vec2::new(x * wide, y * high);
    let mut flag = Trace::new();
    match rank {
        Rank::Brigade => flag.polygon(&[top, point(1.0, 0.5), point(0.0, 1.0)]),
        Rank::Division => flag.polygon(&[top, point(1.0, 0.0), point(1.0, 1.0), point(0.0, 1.0)]),
        Rank::Corps => flag.polygon(&[
            top,
            point(1.05, 0.0),
            point(0.7, 0.5),
            point(1.05, 1.0),
            point(0.0, 1.0),
        ]),
    };
    let how = format!("stroke=\"{}\" stroke-width=\"0.25\"", livery.front);
    ink.fill(&flag, livery.cloth, &how);
    let mut foot = Trace::new();
    foot.circle(at, 0.5);
    ink.fill(&foot, livery.front, "");
}

/// An arrow from the edge inward.
pub fn draw_entry(ink: &mut Ink, side: Side, at: Vec2, ahead: Vec2) -> Vec<Vec2> {
    let livery = livery(side);
    let across = ahead.perp();
    let (neck, tip) = (at + ahead * 10.0, at + ahead * 16.5);
    let mut arrow = Trace::new();
    arrow.polygon(&[
        at - ahead * 4.0 + across * 1.5,
        neck + across * 1.5,
        neck + across * 3.6,
        tip,
        neck - across * 3.6,
        neck - across * 1.5,
        at - ahead * 4.0 - across * 1.5,
    ]);
    let how = format!(
        "fill-opacity=\"0.85\" stroke=\"{}\" stroke-width=\"0.4\" stroke-linejoin=\"round\"",
        livery.front
    );
    ink.fill(&arrow, livery.cloth, &how);
    vec![
        at - across * 3.6,
        at - across * 3.6 + ahead * 16.5,
        at + across * 3.6 + ahead * 16.5,
        at + across * 3.6,
    ]
}
