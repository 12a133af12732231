//! The pages of what to have, for one scenario and for several.

use super::needs::{Needs, SideNeeds, Troop, templates};
use super::wording;
use crate::print::page::{Align, Flow, Table, bold};
use crate::print::words::count;
use crate::rules::{Named, Rules, Side};
use crate::scenario::Scenario;

/// Draws what one scenario needs.
pub fn needs(flow: &mut Flow, scenario: &Scenario, rules: &Rules, needs: &Needs, sides: &[Side]) {
    flow.part("What to have");
    for &side in sides {
        let of = &needs.sides[side.index()];
        flow.heading(wording::side(side));
        let mut list = troop_table("Command");
        for (command, uniform, troop) in &of.troops {
            list.row(troop_cells(command, uniform, *troop));
        }
        list.row(troop_cells(&bold("In all"), "", of.all));
        flow.table(&list);
        flow.para(&more(of));
    }
    common(flow, needs);
    for stick in templates(scenario, rules) {
        flow.item(&stick);
    }
}

fn troop_table(first: &str) -> Table {
    Table::new(&[
        (first, Align::Wrap),
        ("Uniform", Align::Wrap),
        ("foot", Align::Right),
        ("mounted", Align::Right),
        ("stands", Align::Right),
        ("guns", Align::Right),
        ("limbers", Align::Right),
        ("crew", Align::Right),
        ("flags", Align::Right),
        ("points", Align::Right),
    ])
    .wide()
}

fn troop_cells(name: &str, uniform: &str, troop: Troop) -> Vec<String> {
    let shown = |count: u32| match count {
        0 => "\u{2013}".to_owned(),
        count => count.to_string(),
    };
    let mut cells = vec![name.to_owned(), uniform.to_owned()];
    cells.extend(
        [
            troop.foot,
            troop.mounted,
            troop.stands,
            troop.guns,
            troop.limbers,
            troop.crew,
            troop.flags,
            troop.points,
        ]
        .map(shown),
    );
    cells
}

fn more(of: &SideNeeds) -> String {
    let foot = match of.leaders.brigade {
        0 => String::new(),
        1 => " (that of the brigade may as well stand on foot)".to_owned(),
        many => format!(" (those of the {many} brigades may as well stand on foot)"),
    };
    let mut parts = vec![format!(
        "{} of leaders with {}{foot}, {} points",
        count(of.leaders.stands, "stand", "stands"),
        count(of.leaders.mounted, "mounted figure", "mounted figures"),
        of.leaders.points
    )];
    if !of.guns.is_empty() {
        let guns: Vec<String> = of
            .guns
            .iter()
            .map(|(gun, count)| format!("{count} \u{d7} {}", gun.replace("Mixed", "mixed")))
            .collect();
        parts.push(format!("batteries: {}", guns.join(", ")));
    }
    if of.pickets > 0 {
        parts.push(format!("{} pickets, dummies among them", of.pickets));
    }
    if of.trains > 0 {
        parts.push(count(of.trains, "pontoon train", "pontoon trains"));
    }
    if of.unpriced > 0 {
        parts.push(format!(
            "not counted in the points: {}, for which the lists have no price",
            count(of.unpriced, "unit", "units")
        ));
    }
    format!("{}.", wording::capital(&parts.join("; ")))
}

fn common(flow: &mut Flow, needs: &Needs) {
    flow.heading("For both");
    let markers: Vec<String> = needs
        .markers
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    flow.item(&format!("Markers: {}.", markers.join(", ")));
    flow.item(&format!(
        "{} six-sided dice in each of two colours; {} for reactions that are spent.",
        needs.dice,
        count(needs.pennies, "penny", "pennies")
    ));
    if needs.cards > 0 {
        flow.item("A pack of playing cards.");
    }
}

/// Draws what serves for several scenarios, for those sides.
pub fn needs_of_all(flow: &mut Flow, names: &[&str], needs: &Needs, sides: &[Side]) {
    flow.run_under("All of them");
    flow.part("What to have for all");
    flow.para(&format!(
        "The most of everything that any of these battles takes: {}.",
        names.join("; ")
    ));
    for &side in sides {
        let of = &needs.sides[side.index()];
        flow.heading(wording::side(side));
        let mut list = troop_table("");
        for (uniform, troop) in &of.uniforms {
            list.row(troop_cells("", uniform, *troop));
        }
        list.row(troop_cells(&bold("At most at once"), "", of.all));
        flow.table(&list);
        flow.para(&more(of));
    }
    common(flow, needs);
}
