//! The charts that a scenario needs, at its scale, on one sheet, and no others.

mod building;
mod charging;
mod moving;
mod present;

pub use present::Present;

use super::wording::{self, capital, inches};
use crate::print::page::{Align, Flow, Table, bold};
use crate::rules::fire::ByFire;
use crate::rules::weapon::Bore;
use crate::rules::{Gun, InfantryWeapon, Quality, Rules, Side};
use crate::scenario::Scenario;
use building::building;
use charging::{charges, morale};
use moving::{movement, terrain};

/// Letters of the charts: the largest with which all of them are on one sheet.
const SIZES: [f32; 10] = [8.4, 8.0, 7.6, 7.2, 6.8, 6.4, 6.0, 5.6, 5.2, 4.8];

fn table(columns: &[(&str, Align)]) -> Table {
    Table::new(columns).wide()
}

fn signed(value: i32) -> String {
    match value {
        0 => "\u{2013}".to_owned(),
        value => format!("{value:+}"),
    }
}

/// Draws the sheet for those sides: what only the other knows has no line on it.
pub fn draw(flow: &mut Flow, scenario: &Scenario, rules: &Rules, sides: &[Side]) {
    let there = Present::known_to(scenario, rules, sides);
    let fits = |size: &&f32| {
        let mut trial = flow.blank();
        sheet(&mut trial, scenario, rules, &there, **size);
        trial.count() == 1
    };
    let size = SIZES.iter().find(fits).copied().unwrap_or(SIZES[9]);
    sheet(flow, scenario, rules, &there, size);
}

fn sheet(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present, size: f32) {
    flow.part("Charts");
    flow.columns(3);
    flow.chart_size(size);
    firepower(flow, scenario, rules, there);
    dice(flow, rules, there);
    results(flow, rules, there);
    modifiers(flow, rules, there);
    morale(flow, rules, there);
    charges(flow, scenario, rules, there);
    movement(flow, scenario, rules, there);
    terrain(flow, scenario, rules, there);
    building(flow, scenario, rules, there);
}

fn firepower(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present) {
    let scale = scenario.field.scale;
    if there.foot() || there.horse() {
        flow.small_heading("Small arms: range, and firepower by figures");
        let mut columns = vec![("", Align::Wrap), ("NR", Align::Right)];
        columns.extend(["2", "3", "4", "5", "6", "7", "8"].map(|name| (name, Align::Right)));
        let mut chart = table(&columns);
        let muskets = there.muskets.iter().map(|&weapon| {
            (
                wording::small_arm(weapon),
                &rules.infantry.firepower[weapon],
            )
        });
        let carbines = there
            .carbines
            .iter()
            .map(|&weapon| (wording::carbine(weapon), &rules.cavalry.firepower[weapon]));
        for (name, row) in muskets.chain(carbines) {
            let mut cells = vec![name, inches(*row.range.at(scale))];
            cells.extend(row.figures.iter().map(ToString::to_string));
            chart.row(cells);
        }
        flow.chart(chart);
    }
    if !there.guns.is_empty() {
        flow.small_heading("Guns: ranges, and firepower by sections");
        let mut chart = table(&[
            ("", Align::Wrap),
            ("can.", Align::Right),
            ("short", Align::Right),
            ("NR", Align::Right),
            ("long", Align::Right),
            ("1", Align::Right),
            ("2", Align::Right),
            ("3", Align::Right),
        ]);
        for &(gun, side) in &there.guns {
            let range = rules.gun_range(gun, scale);
            let both = there.guns.contains(&(gun, side.other()));
            let whose = match (both, side) {
                (false, _) => "",
                (true, Side::Union) => ", U.S.",
                (true, Side::Confederate) => ", C.S.",
            };
            let mut cells = vec![format!("{}{whose}", wording::cannon(gun))];
            cells.extend([range.canister, range.short, range.normal, range.long].map(inches));
            cells
                .extend((1..=3).map(|count| rules.battery_firepower(gun, side, count).to_string()));
            chart.row(cells);
        }
        flow.chart(chart);
    }
}

fn dice(flow: &mut Flow, rules: &Rules, there: &Present) {
    flow.small_heading("Dice by range");
    let mut chart = table(&[
        ("", Align::Wrap),
        ("long", Align::Right),
        ("norm.", Align::Right),
        ("short", Align::Right),
        ("can.", Align::Right),
        ("p.b.", Align::Right),
        ("melee", Align::Right),
        ("desp.", Align::Right),
    ]);
    let small = [
        ("Foot", there.foot(), &rules.fire.infantry.dice),
        ("Horse", there.horse(), &rules.fire.cavalry.dice),
    ];
    for (name, is_there, dice) in small {
        if is_there {
            let numbers = [dice.long, dice.normal, dice.short];
            let mut cells = vec![name.to_owned()];
            cells.extend(numbers.map(|dice| dice.to_string()));
            cells.push("\u{2013}".to_owned());
            cells.extend(
                [dice.point_blank, dice.melee, dice.desperation].map(|dice| dice.to_string()),
            );
            chart.row(cells);
        }
    }
    let heavy = |heavy: bool| there.guns.iter().any(|(gun, _)| gun.is_heavy() == heavy);
    if heavy(false) {
        let dice = &rules.fire.field_guns.dice;
        let bores = |smooth: bool| {
            let mut field = there.guns.iter().filter(|(gun, _)| !gun.is_heavy());
            field.any(|(gun, _)| (rules.bore(*gun) == Bore::Smoothbore) == smooth)
        };
        for (name, is_there, canister, close) in [
            (
                "Smoothbores",
                bores(true),
                dice.canister.smoothbore,
                dice.point_blank.smoothbore,
            ),
            (
                "Rifles",
                bores(false),
                dice.canister.rifled,
                dice.point_blank.rifled,
            ),
        ] {
            if !is_there {
                continue;
            }
            let numbers = [dice.long, dice.normal, dice.short, canister, close];
            let mut cells = vec![name.to_owned()];
            cells.extend(numbers.map(|dice| dice.to_string()));
            cells.extend(["\u{2013}".to_owned(), dice.desperation.to_string()]);
            chart.row(cells);
        }
    }
    if heavy(true) {
        let dice = &rules.fire.heavy_guns.dice;
        let numbers = [
            dice.long,
            dice.normal,
            dice.short,
            dice.canister,
            dice.point_blank,
        ];
        let mut cells = vec!["Heavy guns".to_owned()];
        cells.extend(numbers.map(|dice| dice.to_string()));
        cells.extend(["\u{2013}".to_owned(), "\u{2013}".to_owned()]);
        chart.row(cells);
    }
    flow.chart(chart);
}

fn results(flow: &mut Flow, rules: &Rules, there: &Present) {
    flow.small_heading("Fire: lowest total for each result");
    let names = ["MC", "1MC", "2MC", "1H", "2H", "3H", "4H"];
    let mut columns = vec![("", Align::Wrap)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut chart = table(&columns);
    let rows = [
        ("Foot", there.foot(), &rules.fire.results.infantry),
        (
            "Guns",
            !there.guns.is_empty(),
            &rules.fire.results.artillery,
        ),
        ("Horse", there.horse(), &rules.fire.results.cavalry),
    ];
    for (name, is_there, row) in rows {
        if is_there {
            let mut cells = vec![name.to_owned()];
            cells.extend(row.thresholds().map(|total| total.to_string()));
            chart.row(cells);
        }
    }
    flow.chart(chart);
    let checks = rules.fire.hit_checks.map(|n| n.to_string()).join(", ");
    flow.tiny(&format!(
        "nMC is a morale check with n on the MMP; with 1, 2, 3 and 4 hits goes one with {checks}."
    ));
}

fn modifiers(flow: &mut Flow, rules: &Rules, there: &Present) {
    flow.small_heading("Fire modifiers");
    let mut chart = table(&[
        ("", Align::Wrap),
        ("by guns", Align::Right),
        ("others", Align::Right),
    ]);
    let mut row = |name: &str, value: ByFire| {
        chart.row([
            name.to_owned(),
            signed(value.artillery),
            signed(value.other),
        ]);
    };
    let target = &rules.fire.target;
    let covers = [
        ("light woods or orchard", target.light_woods_or_orchard),
        ("heavy woods", target.heavy_woods),
        ("wooden fence", target.wood_fence),
        ("stone wall", target.stone_wall),
        ("village or farm", target.village),
        ("hasty works", target.hasty_works),
        ("light works", target.light_works),
        ("heavy works", target.heavy_works),
    ];
    for (name, value) in covers {
        if there.cover.contains(name) {
            row(&capital(name), value);
        }
    }
    if there.foot() {
        row("Extended line", target.extended_line);
        row("Skirmishers on foot", target.infantry_skirmishers);
        row("Behind skirmishers", target.behind_skirmishers);
        row("Column, from its side", target.column_side);
        row("Column, front or rear", target.column_front_or_rear);
        row("Line, partial flank", target.line_partial_flank);
        row("Line, full flank", target.line_full_flank);
    }
    if there.artillery() {
        row("Unlimbered guns", target.unlimbered_artillery);
        row("Guns, partial flank", target.unlimbered_partial_flank);
        row("Guns, full flank", target.unlimbered_full_flank);
        row("Limbered, side", target.limbered_side);
        row("Limbered, front or rear", target.limbered_front_or_rear);
        let rifled = |(gun, _): &(Gun, Side)| rules.bore(*gun) == Bore::Rifled;
        if there.guns.iter().any(rifled) {
            row("Guns, by rifled guns", target.artillery_by_rifled);
        }
    }
    if there.horse() {
        row("Mounted", target.mounted);
        row("Mounted and charging", target.mounted_charging);
        row("Dismounted line", target.dismounted_line);
        row("Dismounted skirmishers", target.dismounted_skirmishers);
    }
    row("Target in disorder", target.disorder);
    for (quality, name, value) in [
        (Quality::Elite, "Elite target", target.elite),
        (Quality::Trained, "Trained target", target.trained),
        (Quality::Green, "Green target", target.green),
    ] {
        if there.qualities.contains(&quality) {
            row(name, value);
        }
    }
    flow.chart(chart);
    let arms = [
        ("foot", there.foot(), &rules.fire.infantry),
        ("horse", there.horse(), &rules.fire.cavalry),
    ];
    let mut notes = Vec::new();
    for (name, is_there, chart) in arms {
        if !is_there {
            continue;
        }
        let mut own = vec![format!("opening volley {:+}", chart.opening_volley)];
        if there.qualities.contains(&Quality::Elite) {
            own.push(format!("elite {:+}", chart.elite));
        }
        if there.qualities.contains(&Quality::Green) {
            own.push(format!("green {:+}", chart.green));
        }
        notes.push(format!(
            "{name} {}; at most {} figures and {} firepower",
            own.join(", "),
            chart.cap.strength,
            chart.cap.firepower
        ));
    }
    if !there.guns.is_empty() {
        let cap = rules.fire.field_guns.cap;
        notes.push(format!(
            "guns at most {} sections and {} firepower",
            cap.strength, cap.firepower
        ));
    }
    for &works in &there.works {
        let from = rules.fire.firing_from.of(works);
        notes.push(format!("from {works} works {from:+}"));
    }
    notes.push(format!("deliberate fire {:+}", rules.fire.deliberate));
    if there.muskets.contains(&InfantryWeapon::SmoothboreMusket) {
        notes.push(format!("buck and ball {:+}", rules.fire.buck_and_ball));
    }
    flow.tiny(&format!(
        "{} {}. The two best and the two worst for the target count.",
        bold("Firers:"),
        notes.join("; ")
    ));
}
