//! How both sides set up, who comes when, what is special about the battle and how it is won.

use super::briefing::hidden;
use super::terrain::square;
use super::wording::{self, capital, clock, plain};
use crate::print::judgement;
use crate::print::page::{Align, Flow, Table, italic};
use crate::print::words::{self, count};
use crate::rules::{Named, Rules, Side};
use crate::scenario::file::{SpecialRule, WeatherPlan};
use crate::scenario::{Deployment, Hidden, NEVER, Scenario, UnitSetup};

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
        wording::stopped(&clock(scenario.time_of(scenario.turns + 1)))
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
    let known: Vec<&SpecialRule> = scenario
        .rules
        .iter()
        .filter(|rule| is_known(scenario, rule, sides))
        .collect();
    let mut special: Vec<String> = known
        .iter()
        .filter_map(|rule| told(scenario, rule))
        .collect();
    special.extend(wording::slopes(scenario).map(str::to_owned));
    special.extend(
        known
            .iter()
            .filter_map(|rule| judgement::said(scenario, rule)),
    );
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

/// Whether a rule is told to those sides: what concerns one side's own men alone is not told to the
/// other.
fn is_known(scenario: &Scenario, rule: &SpecialRule, sides: &[Side]) -> bool {
    let of = |name: &str| {
        let command = scenario.commands.iter().find(|one| one.name == name);
        command.map(|command| command.side)
    };
    let whose = match rule {
        SpecialRule::Mounting { command, .. }
        | SpecialRule::FirstCheck { command, .. }
        | SpecialRule::BasicMorale { command, .. }
        | SpecialRule::Withdraws { command, .. }
        | SpecialRule::Confined { command, .. } => of(command),
        SpecialRule::LeaderKilled { leader, .. } => {
            let leader = scenario.leaders.iter().find(|one| one.name == *leader);
            leader.map(|leader| leader.side)
        }
        _ => None,
    };
    whose.is_none_or(|side| sides.contains(&side))
}

/// Rules about the ground and about leaders, which the table itself shows elsewhere.
fn told(scenario: &Scenario, rule: &SpecialRule) -> Option<String> {
    let zone = |id: &str| words::zone_said(scenario, id);
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
                .filter_map(|word| Some(wording::several(word.known()?.name())))
                .collect();
            let who = if *all_arms { "Units" } else { "Guns" };
            format!(
                "{who} on {} see and fire over {} on lower ground.",
                wording::apart(&zones),
                words::list(&over)
            )
        }
        SpecialRule::SightDepth {
            feature: word,
            inches,
        } => format!(
            "One sees {} into or out of {}.",
            wording::inches(*inches),
            wording::one(word.known().map_or("", Named::name))
        ),
        SpecialRule::CrossAs {
            feature: word,
            ground,
            disorders,
            extra_inches,
        } => {
            let more = if *extra_inches > 0 {
                format!(
                    ", and takes {} more to get across",
                    wording::inches(*extra_inches as f32)
                )
            } else {
                String::new()
            };
            format!(
                "{} is crossed as {} ground{more}; it {}.",
                capital(&wording::one(word.known().map_or("", Named::name))),
                plain(ground.known().map_or("", Named::name)),
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
            wording::one(along.known().map_or("", Named::name)),
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
