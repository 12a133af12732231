//! Deployment zones and named parts of the field.

use bevy::math::Vec2;

use super::ink::{Ink, Trace};
use super::lettering::{Face, Lettering};
use super::sheet::Sheet;
use super::troops::livery;
use crate::field::Zone;
use crate::rules::Side;
use crate::scenario::{Deployment, Scenario};

/// Parts of the field that no side deploys in.
const NEUTRAL: &str = "#6b5330";

/// The side whose units may be moved in a zone before the battle.
pub fn side(scenario: &Scenario, zone: &Zone) -> Option<Side> {
    scenario
        .units
        .iter()
        .find_map(|unit| match &unit.deployment {
            Deployment::At {
                within: Some(within),
                ..
            } if *within == zone.id => Some(unit.unit.side),
            _ => None,
        })
}

/// The colour of a zone.
pub fn pen(scenario: &Scenario, zone: &Zone) -> &'static str {
    side(scenario, zone).map_or(NEUTRAL, |side| livery(side).name)
}

/// Draws the outlines of all zones.
pub fn draw(ink: &mut Ink, sheet: &Sheet, scenario: &Scenario) {
    for zone in &scenario.field.zones {
        let mut trace = Trace::new();
        trace.polygon(&sheet.all(&zone.outline));
        outline(
            ink,
            &trace,
            pen(scenario, zone),
            side(scenario, zone).is_some(),
        );
    }
}

/// Draws the lines that somebody wins beyond, with their names.
pub fn lines(ink: &mut Ink, sheet: &Sheet, scenario: &Scenario) {
    let square = scenario.field.square;
    for line in &scenario.victory.lines {
        let points: Vec<_> = line
            .points
            .iter()
            .map(|&at| Vec2::from(at) * square)
            .collect();
        let points = sheet.all(&points);
        let mut trace = Trace::new();
        trace.open(&points);
        judged(ink, &trace);
        if let Some((at, way)) = super::along::at_part(&points, 0.85) {
            let turn = libm::atan2f(way.y, way.x).to_degrees();
            let turn = if turn.abs() > 90.0 {
                turn + 180.0
            } else {
                turn
            };
            let name = Lettering::rimmed(Face::Italic, 4.2, NEUTRAL);
            let beside = super::along::left(way) * 2.4;
            name.centred(ink, &line.name, at + beside, turn);
        }
    }
}

/// The stroke of such a line.
pub fn judged(ink: &mut Ink, trace: &Trace) {
    let how = "stroke-dasharray=\"4.2 1.4 0.9 1.4\" stroke-opacity=\"0.9\"";
    ink.line(trace, NEUTRAL, 0.8, how);
}

/// One outline: dashes for deployment, dots for other zones.
pub fn outline(ink: &mut Ink, trace: &Trace, pen: &str, deployment: bool) {
    if deployment {
        let how = "stroke-dasharray=\"3.4 1.8\" stroke-opacity=\"0.75\"";
        ink.line(trace, pen, 0.5, how);
    } else {
        let how = "stroke-dasharray=\"0.8 1.6\" stroke-opacity=\"0.85\"";
        ink.line(trace, pen, 0.55, how);
    }
}
