//! What each side is told, how both set up, and what is special about the battle.

use super::terrain::{point, square};
use super::wording::{self, capital, clock, plain};
use crate::field::placement::Footprint;
use crate::print::judgement;
use crate::print::page::{Align, Flow, Table, bold, italic};
use crate::print::words::{self, count, list};
use crate::rules::{Named, Rules, Side};
use crate::scenario::file::{SpecialRule, WeatherPlan};
use crate::scenario::{Deployment, Hidden, NEVER, Scenario, UnitSetup};

fn hidden(scenario: &Scenario, side: Side) -> Option<Hidden> {
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
        "{}: {}, {} You lead the {} side.",
        bold(&scenario.name),
        wording::date(scenario),
        clock(scenario.time),
        wording::side(side)
    ));
    flow.heading("The situation");
    paragraphs(flow, &scenario.history);
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
        table.across(&format!("{}{led}", command.name));
        for unit in units {
            table.row([
                unit.name.clone(),
                format!(
                    "{}, {}, {}",
                    wording::arm(&unit.unit).to_lowercase(),
                    wording::quality(unit.unit.quality).to_lowercase(),
                    weapon(unit)
                ),
                strength(unit),
                when(scenario, unit),
            ]);
        }
    }
    flow.table(&table);
}

/// What it carries, inside a sentence.
fn weapon(unit: &UnitSetup) -> String {
    let weapon = wording::weapon(&unit.unit);
    // Makers keep their capitals.
    let made_by = ["Sharps ", "Spencers ", "Colt "];
    if unit.unit.is_artillery() || made_by.iter().any(|maker| weapon.starts_with(maker)) {
        weapon
    } else {
        weapon.replacen(
            |letter: char| letter.is_uppercase(),
            &weapon[..1].to_lowercase(),
            1,
        )
    }
}

/// Figures, or sections.
pub fn strength(unit: &UnitSetup) -> String {
    let what = if unit.unit.is_artillery() {
        "sections"
    } else {
        "figures"
    };
    format!("{} {what}", unit.muster.strength)
}

/// When and where a unit comes to the table.
pub fn when(scenario: &Scenario, unit: &UnitSetup) -> String {
    let doubt = unit.present_up_to.map_or_else(String::new, |up_to| {
        format!("; there on a die of {up_to} or less")
    });
    let place = match &unit.deployment {
        Deployment::At { placement, within } => {
            let zone = within.as_ref().map_or_else(String::new, |zone| {
                let zone = words::zone_said(scenario, zone);
                let within = zone.starts_with("within ") || zone.starts_with("where ");
                format!(", anywhere {}{zone}", if within { "" } else { "in " })
            });
            format!(
                "set up in {} ({}){zone}",
                square(placement.at),
                point(placement.at)
            )
        }
        Deployment::Arrives {
            turn,
            by_die,
            entry,
        } => {
            let at = scenario.field.entries.iter().find(|one| one.id == *entry);
            let at = at.map_or_else(String::new, |one| {
                format!(
                    " by {} ({})",
                    wording::way_in(scenario, one),
                    square(one.at)
                )
            });
            match (*turn, by_die) {
                (NEVER.., _) => format!("only if cards bring it{at}"),
                (turn, Some(_)) => format!("on the turn a die shows, not before turn {turn}{at}"),
                (turn, None) => format!("turn {turn}{at}"),
            }
        }
    };
    format!("{place}{doubt}")
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
            let guns = of.iter().filter(|unit| unit.unit.is_artillery()).count() as u32;
            let regiments = of.len() as u32 - guns;
            let mut made = Vec::new();
            if regiments > 0 {
                made.push(count(regiments, "regiment", "regiments"));
            }
            if guns > 0 {
                made.push(count(guns, "battery", "batteries"));
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
    flow.para("Who else he has, when and where, you do not know.");
}

/// Set-up, arrivals, special rules and victory, for those sides: of another one nobody learns who
/// comes when.
pub fn rules(flow: &mut Flow, scenario: &Scenario, rules: &Rules, sides: &[Side]) {
    flow.part("Set-up and rules");
    flow.balanced(2, |flow| all_rules(flow, scenario, rules, sides));
}

fn all_rules(flow: &mut Flow, scenario: &Scenario, rules: &Rules, sides: &[Side]) {
    flow.heading("The day");
    let weather = match &scenario.weather {
        WeatherPlan::Fixed(weather) => {
            format!(
                "The weather is {}.",
                weather.known().map_or("dry", Named::name)
            )
        }
        WeatherPlan::WetUpTo(up_to) => {
            format!("Roll a die before the first turn: it is wet on {up_to} or less, else dry.")
        }
    };
    flow.para(&format!(
        "{}, {}. {} turns, from {} to {} {weather}",
        wording::date(scenario),
        scenario.field.season.name(),
        scenario.turns,
        clock(scenario.time),
        clock(scenario.time_of(scenario.turns + 1))
    ));
    flow.heading("Set-up");
    let [first, second] = scenario.set_up;
    flow.para(&format!(
        "The {} side sets up first, then the {} side; leaders stand beside their commands. The {} side acts \
         first in every turn.",
        wording::side(first),
        wording::side(second),
        wording::side(scenario.initiative)
    ));
    for side in [first, second] {
        if let Some(how) = hidden(scenario, side) {
            flow.para(&match how {
                Hidden::Pickets { dummies, still } => format!(
                    "The {} side begins behind pickets, with {} for each unit.{}",
                    wording::side(side),
                    count(dummies, "dummy", "dummies"),
                    if still {
                        " Whoever fires or moves is placed on the table."
                    } else {
                        ""
                    }
                ),
                Hidden::SetUp => format!(
                    "The {} side sets up out of the other's sight.",
                    wording::side(side)
                ),
            });
        }
    }
    arrivals(flow, scenario, sides);
    flow.heading("Victory");
    for condition in &scenario.victory.conditions {
        flow.item(&judgement::rule(scenario, condition));
    }
    for points in judgement::points(scenario) {
        flow.item(&points);
    }
    flow.item(&judgement::otherwise(scenario));
    let mut special: Vec<String> = scenario
        .rules
        .iter()
        .filter_map(|rule| told(scenario, rule))
        .collect();
    special.extend(wording::slopes(scenario).map(str::to_owned));
    special.extend(judgement::special(scenario));
    if !special.is_empty() {
        flow.heading("Special rules");
        for rule in special {
            flow.item(&rule);
        }
    }
    flow.heading("At this scale");
    let scale = scenario.field.scale;
    let chart = rules.scales.at(scale);
    flow.item(&format!(
        "An inch is about {:.0} yards; what the book calls one inch is {}.",
        rules.yards_per_inch(scale),
        wording::inches(rules.near(scale))
    ));
    flow.item(&format!(
        "Supports stand within {} in the open, {} in broken ground or light woods, {} elsewhere.",
        wording::inches(chart.support.open),
        wording::inches(chart.support.broken),
        if chart.support.close > 0.0 {
            wording::inches(chart.support.close)
        } else {
            "in contact".to_owned()
        }
    ));
}

fn arrivals(flow: &mut Flow, scenario: &Scenario, sides: &[Side]) {
    let mut coming: Vec<(u32, &UnitSetup)> = scenario
        .real_units()
        .filter(|unit| sides.contains(&unit.unit.side))
        .filter_map(|unit| match &unit.deployment {
            Deployment::Arrives { turn, .. } => Some((*turn, unit)),
            Deployment::At { .. } => None,
        })
        .collect();
    if coming.is_empty() {
        return;
    }
    coming.sort_by_key(|(turn, unit)| (*turn, unit.unit.side.index(), unit.command));
    flow.heading("Arrivals");
    let mut table = Table::new(&[
        ("Turn", Align::Middle),
        ("Who", Align::Wrap),
        ("Where", Align::Wrap),
    ])
    .wide();
    let mut at = 0;
    while at < coming.len() {
        let (turn, first) = coming[at];
        let place = entry(scenario, first);
        let same = coming[at..]
            .iter()
            .take_while(|(other, unit)| {
                *other == turn && unit.command == first.command && entry(scenario, unit) == place
            })
            .count();
        let names: Vec<&str> = coming[at..at + same]
            .iter()
            .map(|(_, unit)| unit.name.as_str())
            .collect();
        let turn = if turn >= NEVER {
            "cards".to_owned()
        } else {
            turn.to_string()
        };
        let who = format!(
            "{}: {}",
            italic(&scenario.commands[first.command].name),
            names.join(", ")
        );
        table.row([turn, who, place]);
        at += same;
    }
    flow.table(&table);
}

fn entry(scenario: &Scenario, unit: &UnitSetup) -> String {
    match &unit.deployment {
        Deployment::Arrives { entry, by_die, .. } => {
            let at = scenario.field.entries.iter().find(|one| one.id == *entry);
            let name = at.map_or_else(String::new, |one| {
                format!("{}, {}", wording::way_in(scenario, one), square(one.at))
            });
            match by_die {
                Some(_) => format!("{name}; by die"),
                None => name,
            }
        }
        Deployment::At { .. } => String::new(),
    }
}

/// Rules about the ground and about leaders, which the table itself shows elsewhere.
fn told(scenario: &Scenario, rule: &SpecialRule) -> Option<String> {
    let zone = |id: &str| words::zone_said(scenario, id);
    let feature = |name: &str| plain(name);
    Some(match rule {
        SpecialRule::LeaderKilled {
            leader,
            mmp,
            unless_alive,
        } => {
            let unless = unless_alive
                .as_ref()
                .map_or_else(String::new, |other| format!(" unless {other} is alive"));
            let effect = if *mmp == 0 {
                "nobody misses him".to_owned()
            } else {
                format!("all units of his side have {mmp:+} on their morale from then on{unless}")
            };
            format!("If {leader} is killed, {effect}.")
        }
        SpecialRule::Confined { command, zone: id } => {
            format!("Units of {} stay on {}.", words::command(command), zone(id))
        }
        SpecialRule::GunsSeeOver {
            zones,
            over,
            all_arms,
        } => {
            let zones: Vec<String> = zones.iter().map(|id| zone(id)).collect();
            let over: Vec<String> = over
                .iter()
                .filter_map(|word| Some(feature(word.known()?.name())))
                .collect();
            let who = if *all_arms { "Units" } else { "Guns" };
            format!(
                "{who} on {} see and fire over {} on lower ground.",
                list(&zones),
                list(&over)
            )
        }
        SpecialRule::SightDepth {
            feature: word,
            inches,
        } => format!(
            "One sees {} into or out of {}.",
            wording::inches(*inches),
            feature(word.known().map_or("", Named::name))
        ),
        SpecialRule::CrossAs {
            feature: word,
            ground,
            disorders,
            extra_inches,
        } => {
            let more = if *extra_inches > 0 {
                format!(", {extra_inches} inches more to get across")
            } else {
                String::new()
            };
            format!(
                "{} is crossed as {} ground{more}; it {}.",
                capital(&feature(word.known().map_or("", Named::name))),
                feature(ground.known().map_or("", Named::name)),
                if *disorders {
                    "disorders"
                } else {
                    "does not disorder"
                }
            )
        }
        SpecialRule::RailroadCut {
            along,
            rough_inches,
            fires_disordered,
            target_drm,
        } => format!(
            "The railroad cut: a column moves along it as on {}; to cross it is {} of rough ground;{} fire at \
             whoever is in it has {target_drm:+}.",
            feature(along.known().map_or("", Named::name)),
            wording::inches(*rough_inches),
            if *fires_disordered {
                " who fires out of it fires as if in disorder;"
            } else {
                ""
            }
        ),
        _ => return None,
    })
}
