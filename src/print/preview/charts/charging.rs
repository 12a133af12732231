//! Charts of morale, of the charge and of the impact.

use super::super::wording::{self, capital, inches, plain};
use super::{Present, signed, table};
use crate::print::page::{Align, Flow};
use crate::rules::charge::ImpactChart;
use crate::rules::fire::ByFire;
use crate::rules::{Morale, Named, Quality, Rules};
use crate::scenario::Scenario;

/// What steadies and shakes.
pub fn morale(flow: &mut Flow, rules: &Rules, there: &Present) {
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
    let guns = if there.guns.is_empty() {
        String::new()
    } else {
        format!(
            "; unlimbered guns {}, {}, {}",
            pair(bad.unlimbered_partial_flank),
            pair(bad.unlimbered_full_flank),
            pair(bad.unlimbered_rear)
        )
    };
    flow.tiny(&format!(
        "Fired on (by guns/by others): line on a partial flank {}, full flank {}, rear {}{guns}; column in its side \
         {}, front {}, rear {}. No MMP is above {}. A leader attached or beside takes off his benefit.",
        pair(bad.line_partial_flank),
        pair(bad.line_full_flank),
        pair(bad.line_rear),
        pair(bad.column_side),
        pair(bad.column_front),
        pair(bad.column_rear),
        rules.morale.highest
    ));
    let results = &rules.morale.results;
    let elite = there.qualities.contains(&Quality::Elite);
    let natural = |others: Morale, best: Morale| match elite {
        true => format!("{others} (elite {best})"),
        false => others.to_string(),
    };
    flow.tiny(&format!(
        "One level better or worse, two from {} points on; an inch back for each point missed. A 2 is at least {}, a \
         3 {}; a 12 puts it in good order and brings {} back. A leader with a unit that is hit falls on {}, one die \
         for each hit.",
        results.big_margin,
        natural(results.natural_2.others, results.natural_2.elite),
        natural(results.natural_3.others, results.natural_3.elite),
        results.natural_12_recovers,
        rules.leaders.killed_on
    ));
}

/// How a charge goes in, and what comes of it.
pub fn charges(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present) {
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
            row(format!("{name} in disorder"), state.charge_morale.disorder);
            row(format!("{name}, shaken"), state.charge_morale.shaken);
        }
    }
    if there.guns.is_empty() {
        flow.chart(chart);
    } else {
        let cmm = &rules.charge.charge_morale;
        chart.row(["Guns, unlimbered".to_owned(), signed(cmm.unlimbered)]);
        chart.row(["Guns, limbered".to_owned(), signed(cmm.limbered)]);
        flow.chart(chart);
    }
    impact(flow, rules, there);
    let value = &rules.charge.impact_value;
    let mut notes = vec![
        "A charge goes the move and half the dice of a rout".to_owned(),
        "in disorder: green from the start, trained from half of it, others from half of the dice"
            .to_owned(),
        format!(
            "at impact both roll 2D6 and add figures or sections less the MMP (from {} to {}) and their leader",
            value.least, value.most
        ),
        format!("up to {} supports count", rules.charge.support_limit),
        format!(
            "who loses falls back an inch for each point, a beaten attacker on foot {}",
            inches(rules.charge.infantry.losing_attacker.fall_back)
        ),
    ];
    if there.horse() {
        let factor = rules.scales.at(scenario.field.scale).mounted_fall_back;
        notes.push(format!("horse beaten by horse {factor} times as far"));
    }
    flow.tiny(&format!("{}.", notes.join("; ")));
}

/// Impact tables: that of men on foot, and those of horse where there is any.
fn impact(flow: &mut Flow, rules: &Rules, there: &Present) {
    let mut columns = vec![
        ("Impact: loser, by difference", Align::Wrap),
        ("foot", Align::Right),
    ];
    let mut charts = vec![&rules.charge.infantry];
    if there.horse() {
        columns.extend([("horse on foot", Align::Right), ("horse", Align::Right)]);
        charts.extend([
            &rules.charge.cavalry_on_infantry,
            &rules.charge.cavalry_on_cavalry,
        ]);
    }
    let mut chart = table(&columns);
    type Cell = fn(&ImpactChart) -> String;
    let rows: [(&str, Cell); 8] = [
        ("Melee up to", |chart| chart.melee_up_to.to_string()),
        ("Attacker stops short at", |chart| {
            chart
                .stopped_short
                .map_or("\u{2013}".to_owned(), |at| at.to_string())
        }),
        ("Disorder from", |chart| chart.disorder.to_string()),
        ("Shaken from", |chart| chart.shaken.to_string()),
        ("Routed from", |chart| chart.routed.to_string()),
        ("Surrender from", |chart| chart.surrender.to_string()),
        ("Lead loses (in those three)", |chart| {
            lost(chart.lead_losses)
        }),
        ("Each support loses", |chart| lost(chart.support_losses)),
    ];
    for (name, cell) in rows {
        let mut cells = vec![name.to_owned()];
        cells.extend(charts.iter().map(|chart| cell(chart)));
        chart.row(cells);
    }
    flow.chart(chart);
}

/// Figures lost in disorder, shaken and routed.
fn lost(figures: [u32; 3]) -> String {
    figures.map(|lost| lost.to_string()).join("/")
}
