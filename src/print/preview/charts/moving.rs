//! Charts of movement and of the ground.

use std::collections::BTreeSet;

use super::super::wording::{self, capital, inches, plain};
use super::{Present, table};
use crate::print::page::{Align, Flow};
use crate::rules::charts::{FieldGun, FormedInfantry};
use crate::rules::ground::{Disorders, Going, Rate, Rates, SightDepth, Weather};
use crate::rules::{CavalryFormation, Ground, Gun, Named, Rules};
use crate::scenario::Scenario;
use crate::scenario::file::WeatherPlan;

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
    let cells = |name: String, rates: &Rates| {
        let mut cells = vec![capital(&name)];
        cells.extend(there.grounds.iter().map(|&ground| rate(rates.on(ground))));
        cells
    };
    if there.foot() {
        let foot = rules.infantry.movement.at(scale);
        chart.across("Foot");
        for (formation, rates) in foot.formations.iter() {
            chart.row(cells(plain(FormedInfantry::name(formation)), rates));
        }
        chart.row(cells("in disorder".to_owned(), &foot.disorder));
        chart.row(cells("shaken".to_owned(), &foot.shaken));
        chart.row(cells("routed".to_owned(), &foot.routed));
    }
    if there.horse() {
        for (name, state) in [
            ("Mounted", &rules.cavalry.mounted),
            ("Dismounted", &rules.cavalry.dismounted),
        ] {
            chart.across(name);
            let horse = state.movement.at(scale);
            for (formation, rates) in horse.formations.iter() {
                chart.row(cells(plain(CavalryFormation::name(formation)), rates));
            }
            chart.row(cells("in disorder".to_owned(), &horse.disorder));
            chart.row(cells("shaken".to_owned(), &horse.shaken));
            chart.row(cells("routed".to_owned(), &horse.routed));
        }
    }
    let guns: BTreeSet<Gun> = there.guns.iter().map(|(gun, _)| *gun).collect();
    for gun in guns {
        if let Some(field) = FieldGun::new(gun) {
            let rates = &rules.artillery.movement.at(scale).guns[field];
            chart.across(&wording::cannon(gun));
            chart.row(cells("limbered".to_owned(), &rates.limbered));
            chart.row(cells("by hand".to_owned(), &rates.unlimbered));
        }
    }
    if !there.guns.is_empty() {
        let routed = &rules.artillery.movement.at(scale).routed;
        chart.row(cells("routed guns".to_owned(), routed));
    }
    flow.chart(chart);
    let parts = &rules.movement;
    let part = wording::part_of_a_move;
    flow.tiny(&format!(
        "A formation change takes {}, to limber {}, to mount {}; backward one goes {}; about face {}; out of command a move takes {} actions.",
        part(parts.formation_change),
        part(parts.limber),
        part(parts.mount),
        part(parts.backward),
        inches(parts.about_face),
        parts.out_of_command_actions
    ));
}

/// What the ground does, by the charts or by what the scenario says instead.
pub fn terrain(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present) {
    flow.small_heading("Terrain");
    let field = &scenario.field;
    let weathers: &[Weather] = match &scenario.weather {
        WeatherPlan::Fixed(weather) if weather.known() == Some(Weather::Wet) => &[Weather::Wet],
        WeatherPlan::Fixed(_) => &[Weather::Dry],
        WeatherPlan::WetUpTo(_) => &[Weather::Dry, Weather::Wet],
    };
    let mut columns = vec![("", Align::Wrap)];
    columns.extend(weathers.iter().map(|&weather| match weather {
        Weather::Dry => ("moves as", Align::Left),
        Weather::Wet => ("in the wet", Align::Left),
    }));
    columns.extend([("disorders", Align::Left), ("one sees in", Align::Left)]);
    let mut chart = table(&columns);
    let going = |going: Going| match going {
        Going::As(ground) => plain(ground.name()),
        Going::Impassable => "no".to_owned(),
    };
    for &feature in &there.features {
        let mut cells = vec![capital(&plain(feature.name()))];
        let mut disorders = Disorders::No;
        for &weather in weathers {
            let (as_what, disorder) = field.terrain(rules, weather).feature_going(feature);
            cells.push(going(as_what));
            disorders = disorder;
        }
        cells.push(match disorders {
            Disorders::No => "\u{2013}".to_owned(),
            Disorders::AfterCrossing => "after it".to_owned(),
            Disorders::WhileMoving => "moving".to_owned(),
        });
        cells.push(match field.sight_depth(rules, feature) {
            SightDepth::Free => "freely".to_owned(),
            SightDepth::Inches(deep) => inches(deep),
            SightDepth::Edge => "its edge".to_owned(),
            SightDepth::Blocked => "not".to_owned(),
        });
        chart.row(cells);
    }
    flow.chart(chart);
    if let Some(slopes) = wording::slopes(scenario) {
        flow.tiny(slopes);
    }
}
