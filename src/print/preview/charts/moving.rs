//! Charts of movement and of the ground.

use std::collections::BTreeSet;

use super::super::wording::{self, capital, inches, plain};
use super::{Present, table};
use crate::print::page::{Align, Flow};
use crate::rules::charts::{FieldGun, FormedInfantry};
use crate::rules::ground::{Going, Rate, Rates, SightDepth};
use crate::rules::{CavalryFormation, Ground, Gun, Named, Rules};
use crate::scenario::Scenario;

fn rate(rate: Rate) -> String {
    match rate {
        Rate::Inches(inches) => inches.to_string(),
        other => other.to_string(),
    }
}

/// How far everybody moves.
pub fn movement(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present) {
    let scale = scenario.field.scale;
    flow.small_heading("Movement: inches for one action");
    let short = |ground: Ground| match ground {
        Ground::Road => "road",
        Ground::Trail => "trail",
        Ground::Open => "open",
        Ground::Broken => "brok.",
        Ground::Rough => "rough",
        Ground::LightWoods => "l.w.",
        Ground::HeavyWoods => "h.w.",
    };
    let mut columns = vec![("", Align::Wrap)];
    columns.extend(
        there
            .grounds
            .iter()
            .map(|&ground| (short(ground), Align::Right)),
    );
    let mut chart = table(&columns);
    let mut row = |name: String, rates: &Rates| {
        let mut cells = vec![name];
        cells.extend(there.grounds.iter().map(|&ground| rate(rates.on(ground))));
        chart.row(cells);
    };
    if there.foot() {
        let foot = rules.infantry.movement.at(scale);
        for (formation, rates) in foot.formations.iter() {
            row(
                format!("Foot, {}", plain(FormedInfantry::name(formation))),
                rates,
            );
        }
        row("Foot in disorder".to_owned(), &foot.disorder);
        row("Foot shaken".to_owned(), &foot.shaken);
        row("Foot routed".to_owned(), &foot.routed);
    }
    if there.horse() {
        for (name, state) in [
            ("Mounted", &rules.cavalry.mounted),
            ("Dismounted", &rules.cavalry.dismounted),
        ] {
            let horse = state.movement.at(scale);
            for (formation, rates) in horse.formations.iter() {
                row(
                    format!("{name}, {}", plain(CavalryFormation::name(formation))),
                    rates,
                );
            }
        }
    }
    let guns: BTreeSet<Gun> = there.guns.iter().map(|(gun, _)| *gun).collect();
    for gun in guns {
        if let Some(field) = FieldGun::new(gun) {
            let rates = &rules.artillery.movement.at(scale).guns[field];
            row(
                format!("{}, limbered", wording::cannon(gun)),
                &rates.limbered,
            );
            row(
                format!("{}, by hand", wording::cannon(gun)),
                &rates.unlimbered,
            );
        }
    }
    flow.chart(chart);
    let parts = &rules.movement;
    let part = |part: f32| format!("{part} of a move");
    flow.tiny(&format!(
        "Formation change {}, limber {}, mount {}; backward at {}; about face {}; out of command a move takes {} actions.",
        part(parts.formation_change),
        part(parts.limber),
        part(parts.mount),
        parts.backward,
        inches(parts.about_face),
        parts.out_of_command_actions
    ));
}

/// What the ground does.
pub fn terrain(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present) {
    flow.small_heading("Terrain");
    let mut chart = table(&[
        ("", Align::Wrap),
        ("moves as", Align::Left),
        ("wet", Align::Left),
        ("one sees in", Align::Left),
    ]);
    let going = |going: Going| match going {
        Going::As(ground) => plain(ground.name()),
        Going::Impassable => "no".to_owned(),
    };
    for &feature in &there.features {
        let row = &rules.terrain.features[feature];
        let sight = match rules.sight_depth(feature, scenario.field.season) {
            SightDepth::Free => "freely".to_owned(),
            SightDepth::Inches(deep) => inches(deep),
            SightDepth::Edge => "its edge".to_owned(),
            SightDepth::Blocked => "not".to_owned(),
        };
        chart.row([
            capital(&plain(feature.name())),
            going(row.dry),
            going(row.wet),
            sight,
        ]);
    }
    flow.chart(chart);
}
