//! Deployment zones and named parts of the field.

use super::ink::{Ink, Trace};
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
