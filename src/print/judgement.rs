//! Conditions of victory, how things stand by them, and what is special about a battle, in words.

use super::words::{self, count, list, men, number, sentence, side};
use crate::army::Army;
use crate::battle::Judging;
use crate::rules::{Named, Side};
use crate::scenario::Scenario;
use crate::scenario::file::{Condition, Signal, SpecialRule, VictoryLevel, When};

/// A victory of a level: a victory, a decisive victory.
pub fn level(level: VictoryLevel) -> &'static str {
    match level {
        VictoryLevel::Marginal => "a marginal victory",
        VictoryLevel::Plain => "a victory",
        VictoryLevel::Decisive => "a decisive victory",
    }
}

/// A line as people call it.
pub fn line<'a>(scenario: &'a Scenario, id: &'a str) -> &'a str {
    let found = scenario.victory.line(id);
    found.map_or(id, |line| line.name.as_str())
}

/// A condition as a rule: the Federals win if…
pub fn rule(scenario: &Scenario, condition: &Condition) -> String {
    let Some(winner) = condition.winner() else {
        return String::new();
    };
    let parts: Vec<_> = condition
        .parts()
        .iter()
        .map(|part| so(scenario, winner, part))
        .collect();
    let what = match condition.level() {
        VictoryLevel::Plain => "win".to_owned(),
        great => format!("win {}", level(great)),
    };
    let when = match condition.when() {
        When::End => "at the end ".to_owned(),
        When::AtOnce => "at any time ".to_owned(),
        When::EachTurn { from, to } => match (from, to) {
            (1, None) => "at the end of any turn ".to_owned(),
            (from, None) => format!("at the end of turn {from} or a later one "),
            (from, Some(to)) if from == to => format!("at the end of turn {from} "),
            (from, Some(to)) => format!("at the end of one of the turns {from} to {to} "),
        },
    };
    format!(
        "{} {what} if {when}{}.",
        sentence(men(winner)),
        list(&parts)
    )
}

/// What has to be so.
fn so(scenario: &Scenario, winner: Side, condition: &Condition) -> String {
    let zone = |id: &str| words::zone_said(scenario, id);
    let enemy = side(winner.other());
    match condition {
        Condition::Cleared { any_of, .. } => {
            let zones: Vec<_> = any_of.iter().map(|id| zone(id)).collect();
            format!("no {enemy} unit is left on {}", zones.join(", or none on "))
        }
        Condition::Holds {
            zone: id, units, ..
        } => {
            format!(
                "{} of theirs are on {}",
                count(*units, "unit", "units"),
                zone(id)
            )
        }
        Condition::AtMost {
            zone: id, units, ..
        } => format!(
            "{} {enemy} units or fewer are on {}",
            number(*units),
            zone(id)
        ),
        Condition::CasualtyRatio { ratio, .. } => {
            format!(
                "the enemy has lost {} as they or more",
                words::as_many(*ratio)
            )
        }
        Condition::Beyond {
            line: id, units, ..
        } => format!(
            "{} of theirs are beyond {}",
            count(*units, "regiment", "regiments"),
            line(scenario, id)
        ),
        Condition::StandsLost {
            stands, command, ..
        } => {
            let who = match command {
                Some(command) => words::command(command),
                None => "the enemy".to_owned(),
            };
            format!("{who} has lost {}", count(*stands, "stand", "stands"))
        }
        Condition::GotAway { units, .. } => format!(
            "{} of theirs have left the table as they were told to",
            count(*units, "unit", "units")
        ),
        Condition::Points { lead, .. } => {
            format!("they are ahead by {}", count(*lead, "point", "points"))
        }
        Condition::All { conditions } => {
            let parts: Vec<_> = conditions
                .iter()
                .map(|one| so(scenario, winner, one))
                .collect();
            list(&parts)
        }
        Condition::Judged { condition, .. } => so(scenario, winner, condition),
    }
}

/// How things stand by a condition: there are two; three stands are lost.
pub fn standing(scenario: &Scenario, army: &Army, condition: &Condition) -> String {
    let judging = Judging::new(scenario, army);
    let Some(winner) = condition.winner() else {
        return String::new();
    };
    let enemy = winner.other();
    let parts = condition.parts().iter().map(|part| match part {
        Condition::Cleared { any_of, .. } => {
            let zones: Vec<_> = any_of
                .iter()
                .map(|id| {
                    let there = judging.in_zone(enemy, id);
                    format!("{} on {}", number(there), words::zone_said(scenario, id))
                })
                .collect();
            format!("there are {}", list(&zones))
        }
        Condition::Holds { zone, .. } => {
            format!("there are {}", number(judging.in_zone(winner, zone)))
        }
        Condition::AtMost { zone, .. } => {
            format!("there are {}", number(judging.in_zone(enemy, zone)))
        }
        Condition::CasualtyRatio { .. } => format!(
            "he has lost {} to their {}",
            army.casualties(enemy),
            army.casualties(winner)
        ),
        Condition::Beyond { line, .. } => {
            format!(
                "{} are there",
                number(judging.beyond(winner, line).len() as u32)
            )
        }
        Condition::StandsLost { command, .. } => {
            let lost = judging.stands_lost(enemy, command.as_deref());
            format!("{} lost so far", count(lost, "stand", "stands"))
        }
        Condition::GotAway { .. } => format!("{} are away", number(judging.got_away(winner))),
        Condition::Points { .. } => format!(
            "they have {} to the enemy's {}",
            judging.points(winner),
            judging.points(enemy)
        ),
        Condition::All { .. } | Condition::Judged { .. } => String::new(),
    });
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// The last word, where no condition holds.
pub fn otherwise(scenario: &Scenario) -> String {
    let plan = &scenario.victory;
    match plan.otherwise() {
        Some(winner) => {
            let great = match plan.otherwise_level() {
                VictoryLevel::Plain => "have won".to_owned(),
                great => format!("have won {}", level(great)),
            };
            format!("If none of that is so, {} {great}.", men(winner))
        }
        None => "If none of that is so, the battle is a draw.".to_owned(),
    }
}

/// What gives points, one thing after the other.
pub fn points(scenario: &Scenario) -> Vec<String> {
    let Some(plan) = &scenario.victory.points else {
        return Vec::new();
    };
    let mut said = Vec::new();
    let of = |points: u32| count(points, "point", "points");
    for scored in &plan.zones {
        let zone = words::zone_said(scenario, &scored.zone);
        let parts: Vec<_> = [
            (scored.points, "at the end"),
            (scored.each_turn, "each turn"),
        ]
        .into_iter()
        .filter(|(points, _)| *points > 0)
        .map(|(points, when)| format!("{} {when}", of(points)))
        .collect();
        said.push(format!(
            "Whoever was last alone on {zone}: {}.",
            list(&parts)
        ));
    }
    if plan.stand > 0 {
        said.push(format!(
            "Each stand the enemy has lost: {}.",
            of(plan.stand)
        ));
    }
    if plan.leader > 0 {
        said.push(format!(
            "Each leader the enemy has lost: {}.",
            of(plan.leader)
        ));
    }
    said
}

/// What is special about the units of a battle.
pub fn special(scenario: &Scenario) -> Vec<String> {
    let rules = scenario.rules.iter();
    rules.filter_map(|rule| said(scenario, rule)).collect()
}

/// What a rule says about the units of a battle, if it is about them.
pub fn said(scenario: &Scenario, rule: &SpecialRule) -> Option<String> {
    match rule {
        SpecialRule::Mounting { command, times: 0 } => Some(format!(
            "Units of {} neither mount nor dismount any more.",
            words::command(command)
        )),
        SpecialRule::Mounting { command, times } => Some(format!(
            "Units of {} mount or dismount only {}.",
            words::command(command),
            words::times(*times)
        )),
        SpecialRule::FirstCheck { command, mmp } => Some(format!(
            "The first morale check of each unit of {} has {mmp:+} on the MMP.",
            words::command(command)
        )),
        SpecialRule::Withdraws { command, by, when } => {
            let edge = by.known().map_or("", Named::name);
            let when = match when {
                Signal::Turn(turn) => format!("From turn {turn} on,"),
                Signal::Reached { command, zone } => format!(
                    "As soon as {} has reached {},",
                    words::command(command),
                    words::zone_said(scenario, zone)
                ),
                Signal::Arrived { command } => {
                    format!("When all of {} is there,", words::command(command))
                }
                Signal::StandsLost(stands) => {
                    format!("When it has lost {},", count(*stands, "stand", "stands"))
                }
            };
            let command = words::command(command);
            Some(format!(
                "{when} {command} leaves the table over the {edge}ern edge."
            ))
        }
        SpecialRule::Tested { zone, why } => Some(format!(
            "Whoever comes onto {} is tested for competence: {why}.",
            words::zone_said(scenario, zone)
        )),
        SpecialRule::WetFlintlocks { drm } => {
            Some(format!("In the wet old flintlocks fire at {drm:+}."))
        }
        SpecialRule::InitiativeByBenefit { level } => Some(format!(
            "The side whose leaders have more benefit in all moves first; if both have as much, the {} side does.",
            level.known().map_or("", words::side)
        )),
        SpecialRule::BasicMorale { command, bmp } => Some(format!(
            "The infantry of {} is worn: its basic morale point has {bmp:+}.",
            words::command(command)
        )),
        _ => None,
    }
}
