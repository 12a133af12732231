//! Pickets on the map: a disc with a number and a pointer where it looks, for units of which whoever
//! reads the map knows no more.

use super::ink::{Ink, Trace, colour};
use super::lettering::{Face, Lettering};
use super::plate::{Plate, framed, weight};
use super::sheet::Sheet;
use super::troops::livery;
use crate::field::Placement;
use crate::rules::Side;
use crate::scenario::{Deployment, Scenario, UnitSetup};

use bevy::math::Vec2;

/// Half as wide as a disc, in millimetres.
const HALF: f32 = 2.6;

/// A marker: whose, its number, and where it lies at the start.
pub struct Marker {
    side: Side,
    number: u32,
    at: Placement,
    dummy: bool,
}

/// The markers of a scenario as it begins, numbered from west to east.
pub fn markers(scenario: &Scenario) -> Vec<Marker> {
    let mut markers = Vec::new();
    for side in [Side::Union, Side::Confederate] {
        if !scenario.hiding.has_pickets(side) {
            continue;
        }
        let own = scenario.units.iter().filter(|unit| unit.unit.side == side);
        let mut places: Vec<_> = own
            .filter_map(|unit| match &unit.deployment {
                Deployment::At { placement, .. } => Some((*placement, unit.dummy)),
                Deployment::Arrives { .. } => None,
            })
            .collect();
        places.sort_by(|(one, _), (other, _)| {
            let across = one.at.x.total_cmp(&other.at.x);
            across.then(one.at.y.total_cmp(&other.at.y))
        });
        let numbered = (1..).zip(places);
        markers.extend(numbered.map(|(number, (at, dummy))| Marker {
            side,
            number,
            at,
            dummy,
        }));
    }
    markers
}

/// The scenario as one side may know its start, or as everybody may afterwards: units that are
/// nobody, and those whom the other hides, are not on it.
pub fn as_seen_by(scenario: &Scenario, eyes: Option<Side>) -> Scenario {
    let mut seen = scenario.clone();
    let enemy = |side: Side| eyes == Some(side.other());
    let hides = |side: Side| scenario.hiding.of(side).is_some() && enemy(side);
    // Whoever of the enemy is still on the road is not known either.
    let comes = |unit: &UnitSetup| {
        matches!(unit.deployment, Deployment::Arrives { .. }) && enemy(unit.unit.side)
    };
    seen.units
        .retain(|unit| !unit.dummy && !hides(unit.unit.side) && !comes(unit));
    for leader in &mut seen.leaders {
        if hides(leader.side) {
            leader.at = None;
        }
    }
    seen
}

/// Draws the markers that somebody sees, and takes their places: all of the enemy's, and of his own
/// the dummies.
pub fn draw(
    ink: &mut Ink,
    plate: &mut Plate,
    sheet: &Sheet,
    scenario: &Scenario,
    eyes: Option<Side>,
) {
    for marker in markers(scenario) {
        if eyes != Some(marker.side.other()) && !marker.dummy {
            continue;
        }
        let livery = livery(marker.side);
        let at = sheet.at(marker.at.at);
        let ahead = sheet.way(marker.at.facing.ahead());
        ink.named_group("class=\"picket\"", &format!("Picket {}", marker.number));
        let mut pointer = Trace::new();
        pointer.polygon(&[
            at + ahead * HALF * 1.7,
            at + (ahead * 0.7 + ahead.perp()) * HALF * 0.8,
            at + (ahead * 0.7 - ahead.perp()) * HALF * 0.8,
        ]);
        ink.fill(&pointer, livery.front, "");
        let mut disc = Trace::new();
        disc.circle(at, HALF);
        let rim = format!("stroke=\"{}\" stroke-width=\"0.6\"", livery.front);
        ink.fill(&disc, colour::PAPER, &rim);
        let letters = Lettering::plain(Face::Bold, 3.6, livery.name);
        letters.centred(ink, &marker.number.to_string(), at, 0.0);
        ink.end();
        let frame = framed(at, Vec2::splat(HALF * 2.2), 0.0);
        plate.take(frame.to_vec(), weight::NEVER);
    }
}
