//! The charts that a scenario needs, at its scale, on one sheet, and no others.

mod moving;
mod present;

pub use present::Present;

use super::wording::{self, capital, inches, plain};
use crate::print::page::{Align, Flow, Table, bold};
use crate::rules::fire::ByFire;
use crate::rules::{InfantryWeapon, Named, Quality, Rules, Side};
use crate::scenario::Scenario;
use moving::{movement, terrain};

/// Letters of the charts: the largest with which all of them are on one sheet.
const SIZES: [f32; 8] = [7.6, 7.2, 6.8, 6.4, 6.0, 5.6, 5.2, 4.8];

fn table(columns: &[(&str, Align)]) -> Table {
    Table::new(columns).wide()
}

fn signed(value: i32) -> String {
    match value {
        0 => "\u{2013}".to_owned(),
        value => format!("{value:+}"),
    }
}

/// Draws the sheet.
pub fn draw(flow: &mut Flow, scenario: &Scenario, rules: &Rules) {
    let there = Present::of(scenario, rules);
    let fits = |size: &&f32| {
        let mut trial = flow.blank();
        sheet(&mut trial, scenario, rules, &there, **size);
        trial.count() == 1
    };
    let size = SIZES.iter().find(fits).copied().unwrap_or(SIZES[7]);
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
    charges(flow, rules, there);
    movement(flow, scenario, rules, there);
    terrain(flow, scenario, rules, there);
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
        for (name, canister, close) in [
            (
                "Smoothbores",
                dice.canister.smoothbore,
                dice.point_blank.smoothbore,
            ),
            ("Rifles", dice.canister.rifled, dice.point_blank.rifled),
        ] {
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
    if !there.guns.is_empty() {
        row("Unlimbered guns", target.unlimbered_artillery);
        row("Guns, partial flank", target.unlimbered_partial_flank);
        row("Guns, full flank", target.unlimbered_full_flank);
        row("Limbered, side", target.limbered_side);
        row("Limbered, front or rear", target.limbered_front_or_rear);
        row("Guns, by rifled guns", target.artillery_by_rifled);
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

fn morale(flow: &mut Flow, rules: &Rules, there: &Present) {
    flow.small_heading("Morale: roll 2D6, at least the MMP");
    let three = there.stands.contains(&3);
    let mut columns = vec![("BMP", Align::Wrap)];
    let two = there.stands.contains(&2) || !three;
    if two {
        columns.extend([("2 stands", Align::Right), ("1", Align::Right)]);
    }
    if three {
        columns.extend([
            ("3 stands", Align::Right),
            ("2", Align::Right),
            ("1", Align::Right),
        ]);
    }
    let mut chart = table(&columns);
    for &quality in &there.qualities {
        let row = &rules.morale.basic[quality];
        let mut cells = vec![wording::quality(quality)];
        if two {
            cells.extend(row.two.map(|bmp| bmp.to_string()));
        }
        if three {
            cells.extend(row.three.map(|bmp| bmp.to_string()));
        }
        chart.row(cells);
    }
    flow.chart(chart);
    let (good, bad) = (&rules.morale.good, &rules.morale.bad);
    let mut chart = table(&[("On the MMP", Align::Wrap), ("", Align::Right)]);
    let mut row = |name: String, value: i32| chart.row([name, format!("{value:+}")]);
    for (level, &value) in rules.morale.level.iter() {
        if value != 0 {
            row(capital(&plain(level.name())), value);
        }
    }
    if !there.guns.is_empty() {
        row("Each section lost".to_owned(), rules.morale.section_lost);
    }
    row(
        format!("Each support, up to {}", good.supports_standing),
        good.support_each,
    );
    if !there.cover.is_empty() {
        row("In cover".to_owned(), good.cover);
    }
    for (name, value) in [
        ("hasty works", good.hasty_works),
        ("light works", good.light_works),
        ("heavy works", good.heavy_works),
    ] {
        if there.cover.contains(name) {
            row(format!("In {name}"), value);
        }
    }
    row("Behind friends".to_owned(), good.behind_friends);
    row("Charging, foot".to_owned(), good.charging_infantry);
    if there.horse() {
        row("Charging, horse".to_owned(), good.charging_cavalry);
    }
    row("Enemy near".to_owned(), bad.near_enemy);
    row(
        format!(
            "Each unit of the brigade lost, up to {}",
            bad.lost_elements_limit
        ),
        bad.lost_element,
    );
    row("Merged".to_owned(), bad.merged);
    row(
        "Charged on a partial flank by foot".to_owned(),
        bad.charged_by_infantry_partial,
    );
    row(
        "Charged on a full flank by foot".to_owned(),
        bad.charged_by_infantry_full,
    );
    if there.horse() {
        row(
            "Charged on a partial flank by horse".to_owned(),
            bad.charged_by_cavalry_partial,
        );
        row(
            "Charged on a full flank by horse".to_owned(),
            bad.charged_by_cavalry_full,
        );
    }
    flow.chart(chart);
    let pair = |value: ByFire| format!("{:+}/{:+}", value.artillery, value.other);
    flow.tiny(&format!(
        "Fired on (by guns/by others): line on a partial flank {}, full flank {}, rear {}; column in its side {}, \
         front {}, rear {}. Missed or beaten by {} or more: two levels. No MMP is above {}. An attached leader's \
         benefit is taken off.",
        pair(bad.line_partial_flank),
        pair(bad.line_full_flank),
        pair(bad.line_rear),
        pair(bad.column_side),
        pair(bad.column_front),
        pair(bad.column_rear),
        rules.morale.results.big_margin,
        rules.morale.highest
    ));
}

fn charges(flow: &mut Flow, rules: &Rules, there: &Present) {
    flow.small_heading("Charge morale and impact");
    let mut chart = table(&[("CMM", Align::Wrap), ("", Align::Right)]);
    let mut row = |name: String, value: i32| chart.row([name, signed(value)]);
    if there.foot() {
        let cmm = &rules.infantry.charge_morale;
        for (formation, &value) in cmm.formations.iter() {
            row(format!("Foot, {}", plain(formation.name())), value);
        }
        row("Foot in disorder".to_owned(), cmm.disorder);
        row("Foot shaken".to_owned(), cmm.shaken);
    }
    if there.horse() {
        for (name, state) in [
            ("Mounted", &rules.cavalry.mounted),
            ("Dismounted", &rules.cavalry.dismounted),
        ] {
            for (formation, &value) in state.charge_morale.formations.iter() {
                row(format!("{name}, {}", plain(formation.name())), value);
            }
        }
    }
    flow.chart(chart);
    let mut chart = table(&[
        ("Impact: loser, by difference", Align::Wrap),
        ("foot", Align::Right),
        ("horse on foot", Align::Right),
        ("horse", Align::Right),
    ]);
    let all = [
        &rules.charge.infantry,
        &rules.charge.cavalry_on_infantry,
        &rules.charge.cavalry_on_cavalry,
    ];
    type Part = fn(&crate::rules::charge::ImpactChart) -> u32;
    let parts: [(&str, Part); 5] = [
        ("melee up to", |chart| chart.melee_up_to),
        ("disorder from", |chart| chart.disorder),
        ("shaken from", |chart| chart.shaken),
        ("routed from", |chart| chart.routed),
        ("surrender from", |chart| chart.surrender),
    ];
    for (name, part) in parts {
        let mut cells = vec![capital(name)];
        cells.extend(all.map(|chart| part(chart).to_string()));
        if !there.horse() {
            cells[2] = "\u{2013}".to_owned();
            cells[3] = "\u{2013}".to_owned();
        }
        chart.row(cells);
    }
    flow.chart(chart);
}
