//! What each side is told before the battle, and nothing that only the other knows.

use super::terrain::{point, square};
use super::wording::{self, clock};
use crate::field::placement::Footprint;
use crate::print::judgement;
use crate::print::page::{Align, Flow, Table, bold};
use crate::print::words::{self, count, list};
use crate::rules::{Named, Side};
use crate::scenario::{Deployment, Hidden, NEVER, Scenario, UnitSetup};

/// How a side begins, if hidden.
pub(super) fn hidden(scenario: &Scenario, side: Side) -> Option<Hidden> {
    match side {
        Side::Union => scenario.hiding.union,
        Side::Confederate => scenario.hiding.confederate,
    }
}

/// Letters of the list of one's own force: the largest with which the fewest pages are filled.
const SIZES: [f32; 5] = [8.2, 7.6, 7.0, 6.4, 5.8];

/// The page of one side: nothing that only the other knows.
pub fn draw(flow: &mut Flow, scenario: &Scenario, side: Side) {
    let counts = SIZES.map(|size| {
        let mut trial = flow.blank();
        sheet(&mut trial, scenario, side, size);
        trial.count()
    });
    let fewest = counts.iter().min().copied().unwrap_or(1);
    let best = counts.iter().position(|&count| count == fewest);
    sheet(flow, scenario, side, SIZES[best.unwrap_or(0)]);
}

fn sheet(flow: &mut Flow, scenario: &Scenario, side: Side, size: f32) {
    flow.part(&format!("Briefing: {}", wording::side(side)));
    flow.para(&format!(
        "{} {}, {} You lead the {} side.",
        bold(&format!("{}.", scenario.name)),
        wording::date(scenario),
        wording::stopped(&clock(scenario.time)),
        wording::side(side)
    ));
    flow.heading("The situation");
    paragraphs(flow, &scenario.history);
    paragraphs(flow, &scenario.about[side.index()]);
    flow.heading("How it is won");
    for condition in &scenario.victory.conditions {
        if condition.winner() == Some(side) {
            flow.item(&judgement::rule(scenario, condition));
        }
    }
    let theirs = scenario
        .victory
        .conditions
        .iter()
        .filter(|condition| condition.winner() == Some(side.other()));
    for condition in theirs {
        flow.item(&judgement::rule(scenario, condition));
    }
    for points in judgement::points(scenario) {
        flow.item(&points);
    }
    flow.item(&judgement::otherwise(scenario));
    flow.item(&format!(
        "There are {} turns of half an hour; {} in each of them.",
        scenario.turns,
        if scenario.initiative == side {
            "you act first"
        } else {
            "the enemy acts first"
        }
    ));
    own(flow, scenario, side, size);
    enemy(flow, scenario, side.other());
}

fn paragraphs(flow: &mut Flow, text: &str) {
    for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        flow.para(part);
    }
}

/// A side's own forces.
fn own(flow: &mut Flow, scenario: &Scenario, side: Side, size: f32) {
    flow.heading("Your force");
    let mut table = Table::new(&[
        ("Unit", Align::Left),
        ("What it is", Align::Wrap),
        ("Strength", Align::Right),
        ("When and where", Align::Wrap),
    ])
    .sized(size)
    .wide();
    for (number, command) in scenario.commands.iter().enumerate() {
        let units: Vec<_> = scenario
            .units_of(side)
            .filter(|unit| unit.command == number)
            .collect();
        if command.side != side || units.is_empty() {
            continue;
        }
        let leader = scenario.leaders.iter().find(|one| one.command == number);
        let led = leader.map_or_else(String::new, |one| {
            format!(" (led by {}, benefit {})", one.name, one.benefit)
        });
        // What is the same for all of them is told once.
        let place = common(units.iter().map(|unit| place(scenario, unit)));
        let all = place
            .as_deref()
            .map_or_else(String::new, |all| format!(", {all}"));
        table.across(&format!("{}{led}{all}", command.name));
        for unit in units {
            table.row([
                unit.name.clone(),
                described(unit),
                wording::strength(unit),
                if place.is_some() {
                    when(unit)
                } else {
                    when_and_where(scenario, unit)
                },
            ]);
        }
    }
    flow.table(&table);
    for road in roads(scenario, side) {
        flow.item(&road);
    }
}

/// What all of several have, if they are several and it is the same for all.
fn common(all: impl Iterator<Item = String>) -> Option<String> {
    let all: Vec<String> = all.collect();
    let first = all.first().filter(|first| !first.is_empty())?;
    (all.len() > 1 && all.iter().all(|one| one == first)).then(|| first.clone())
}

/// The roads that a side may choose from, those of the same choice together.
fn roads(scenario: &Scenario, side: Side) -> Vec<String> {
    let mut choices: Vec<(Vec<&String>, Vec<String>)> = Vec::new();
    let mustered = scenario.mustered[side.index()].iter();
    for (whom, entries) in mustered.flat_map(|one| one.parts.iter().flat_map(|part| &part.roads)) {
        let mut entries: Vec<&String> = entries.iter().collect();
        entries.sort();
        match choices.iter_mut().find(|(same, _)| *same == entries) {
            Some((_, all)) => all.push(wording::share(whom)),
            None => choices.push((entries, vec![wording::share(whom)])),
        }
    }
    let way = |id: &&String| {
        let entry = scenario.field.entry(id)?;
        let way = wording::way_in(scenario, entry);
        Some(format!("{way} ({})", square(entry.at)))
    };
    let told = choices.iter().map(|(entries, whom)| {
        let ways: Vec<String> = entries.iter().filter_map(way).collect();
        format!(
            "You choose the way of {}: {}.",
            list(whom),
            ways.join(" or ")
        )
    });
    told.collect()
}

/// What a unit is, in words.
fn described(unit: &UnitSetup) -> String {
    let mut parts = vec![
        wording::kind(unit),
        wording::quality(unit.unit.quality).to_lowercase(),
        weapon(unit),
    ];
    parts.extend(wording::bridge(unit));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// What it carries, inside a sentence.
fn weapon(unit: &UnitSetup) -> String {
    let weapon = wording::weapon(&unit.unit);
    // Makers keep their capitals.
    let made_by = ["Sharps ", "Spencers ", "Colt "];
    let guns = unit.unit.is_artillery() && !weapon.starts_with("Mixed");
    if guns || made_by.iter().any(|maker| weapon.starts_with(maker)) {
        weapon
    } else {
        weapon.replacen(
            |letter: char| letter.is_uppercase(),
            &weapon[..1].to_lowercase(),
            1,
        )
    }
}

/// Within which ground a unit may be placed, or by which way it comes in; empty where it may only
/// stand on its own place.
fn place(scenario: &Scenario, unit: &UnitSetup) -> String {
    match &unit.deployment {
        Deployment::At { within, .. } => within.as_ref().map_or_else(String::new, |zone| {
            let zone = words::zone_said(scenario, zone);
            if zone.starts_with("within ") {
                format!("anywhere {zone}")
            } else if let Some(where_) = zone.strip_prefix("where ") {
                format!("anywhere {where_}")
            } else {
                format!("anywhere in the zone \u{201c}{zone}\u{201d}")
            }
        }),
        Deployment::Arrives { entry, .. } => {
            let at = scenario.field.entries.iter().find(|one| one.id == *entry);
            at.map_or_else(String::new, |one| {
                format!("by {} ({})", wording::way_in(scenario, one), square(one.at))
            })
        }
    }
}

/// When a unit comes, or the place on which it is set up if its player does not care.
fn when(unit: &UnitSetup) -> String {
    let doubt = unit.present_up_to.map_or_else(String::new, |up_to| {
        format!("; there on a die of {up_to} or less")
    });
    let when = match &unit.deployment {
        Deployment::At { placement, .. } => {
            format!(
                "set up in {} ({})",
                square(placement.at),
                point(placement.at)
            )
        }
        Deployment::Arrives { turn: NEVER.., .. } => "only if cards bring it".to_owned(),
        Deployment::Arrives {
            turn,
            by_die: Some(_),
            ..
        } => format!("on the turn a die shows, not before turn {turn}"),
        Deployment::Arrives { turn, .. } => format!("turn {turn}"),
    };
    format!("{when}{doubt}")
}

/// Both together.
fn when_and_where(scenario: &Scenario, unit: &UnitSetup) -> String {
    let (when, place) = (when(unit), place(scenario, unit));
    match &unit.deployment {
        _ if place.is_empty() => when,
        Deployment::At { .. } => format!("{when}, {place}"),
        Deployment::Arrives { .. } => format!("{when} {place}"),
    }
}

/// What a side sees of the other across the table.
fn enemy(flow: &mut Flow, scenario: &Scenario, side: Side) {
    flow.heading("The enemy");
    match hidden(scenario, side) {
        Some(Hidden::Pickets { dummies, .. }) => {
            let pickets = scenario.units_of(side).count() as u32;
            let all = pickets * (1 + dummies);
            flow.para(&format!(
                "He begins behind pickets. Up to {all} of them may lie on the table, and {} stand for nobody. \
                 What is behind one you learn when you see it.",
                if dummies == 0 { "none".to_owned() } else { "some".to_owned() }
            ));
            return;
        }
        Some(Hidden::SetUp) => {
            flow.para("He sets up out of your sight. What he has you see when both sides stand.");
            return;
        }
        None => {}
    }
    let footprint = |unit: &&UnitSetup| -> Option<Footprint> { unit.footprint(&scenario.field) };
    let seen: Vec<_> = scenario
        .units_of(side)
        .filter(|unit| footprint(unit).is_some())
        .collect();
    if seen.is_empty() {
        flow.para("Nobody is to be seen yet.");
    } else {
        let mut parts = Vec::new();
        for (number, command) in scenario.commands.iter().enumerate() {
            let of: Vec<_> = seen.iter().filter(|unit| unit.command == number).collect();
            let mut made = Vec::new();
            for (guns, one, many) in [
                (false, "regiment", "regiments"),
                (true, "battery", "batteries"),
            ] {
                let seen = of.iter().filter(|unit| unit.unit.is_artillery() == guns);
                let most = seen.clone().count() as u32;
                // Some may turn out not to be there.
                let sure = seen.filter(|unit| unit.present_up_to.is_none()).count() as u32;
                made.extend(match most {
                    0 => None,
                    most if sure < most => Some(format!(
                        "{} or {}",
                        words::number(sure),
                        count(most, one, many)
                    )),
                    most => Some(count(most, one, many)),
                });
            }
            if !made.is_empty() {
                parts.push(format!(
                    "{} of {}",
                    list(&made),
                    words::command(&command.name)
                ));
            }
        }
        flow.para(&format!("You see {}.", list(&parts)));
    }
    flow.para("Of whoever else he has, and of when and where they come, you know what is said above and no more.");
}
