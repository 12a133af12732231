//! Who won, by what conditions, and how close it was.

use crate::army::UnitId;
use crate::print::Tale;
use crate::print::judgement;
use crate::print::losses::{Lost, of_side, tolls};
use crate::print::words::{self, count, list, men, number, sentence, side, wrapped};
use crate::rules::Side;
use crate::scenario::file::{Condition, VictoryLevel, When};

/// The result in one line.
pub fn line(tale: &Tale) -> String {
    match tale.army().verdict() {
        Some(verdict) => format!("{}.", words::verdict(tale.scenario(), verdict)),
        None => "The tale is not over.".to_owned(),
    }
}

/// The result, the conditions, and how close it was.
pub fn told(tale: &Tale) -> String {
    let mut parts = vec!["The result".to_owned(), wrapped(&line(tale), "")];
    let plan = &tale.scenario().victory;
    parts.extend(
        plan.conditions
            .iter()
            .filter_map(|condition| close(tale, condition))
            .map(|text| wrapped(&text, "  ")),
    );
    parts.push(wrapped(&judgement::otherwise(tale.scenario()), "  "));
    let scored = judgement::points(tale.scenario());
    parts.extend(scored.iter().map(|text| wrapped(text, "  ")));
    let army = tale.army();
    let tolls = tolls(tale);
    let what = Lost::of(army, army.units());
    let cost = [Side::Union, Side::Confederate].map(|side| {
        let losses = of_side(tale, &tolls, side);
        let own = army.units().filter(|&id| army.side(id) == side);
        match losses.all() {
            0 => format!("{} lost nothing", men(side)),
            all => format!(
                "{} lost {all} ({})",
                men(side),
                losses.how(Lost::of(army, own))
            ),
        }
    });
    let text = format!("In {} {}.", what.noun(), cost.join(" and "));
    parts.push(wrapped(&text, "  "));
    parts.extend(strengths(tale).map(|text| wrapped(&text, "  ")));
    parts.join("\n")
}

/// How strong cards let the sides be, which is told only now.
///
/// Rules: `scenario.random_strength`.
pub fn strengths<'a>(tale: &'a Tale) -> impl Iterator<Item = String> + 'a {
    let scenario = tale.scenario();
    let over = tale.army().verdict().is_some();
    let sides = [Side::Union, Side::Confederate].into_iter();
    sides.filter_map(move |of| {
        let mustered = scenario.mustered_by(of).filter(|one| over && one.secret)?;
        let points = match of {
            Side::Union => scenario.muster.0,
            Side::Confederate => scenario.muster.1,
        };
        let granted: u32 = mustered
            .parts
            .iter()
            .filter_map(|part| part.muster.points)
            .sum();
        let cards: Vec<_> = mustered.cards.iter().map(|card| card.words()).collect();
        let drew = if cards.is_empty() {
            String::new()
        } else {
            format!(
                " had drawn {}, which granted them {granted} points; they",
                list(&cards)
            )
        };
        Some(format!(
            "{}{drew} brought {points} points.",
            sentence(men(of))
        ))
    })
}

/// Units of a side in a zone.
fn inside(tale: &Tale, of: Side, id: &str) -> Vec<UnitId> {
    let army = tale.army();
    let Some(zone) = tale.scenario().field.zone(id) else {
        return Vec::new();
    };
    army.present_of(of)
        .filter(|&unit| zone.contains(army.footprint(unit).centre()))
        .collect()
}

/// A condition and how things stand.
fn close(tale: &Tale, condition: &Condition) -> Option<String> {
    let army = tale.army();
    let names = |units: &[UnitId]| words::all(army, units);
    // What is more than a plain condition of the end is told as a rule.
    if !matches!(condition.when(), When::End) || condition.level() != VictoryLevel::Plain {
        return Some(rule_and_standing(tale, condition));
    }
    Some(match condition.plain() {
        Condition::Cleared { winner, any_of } => {
            let winner = winner.known()?;
            let enemy = side(winner.other());
            let zones: Vec<_> = any_of
                .iter()
                .map(|id| words::zone(tale.scenario(), id))
                .collect();
            let stand: Vec<_> = any_of
                .iter()
                .map(|id| {
                    let units = inside(tale, winner.other(), id);
                    let zone = words::zone(tale.scenario(), id);
                    match units.len() {
                        0 => format!("none is left on {zone}"),
                        1 => format!("on {zone} only {} holds out", names(&units)),
                        many if many > 4 => {
                            format!("on {zone} {} units hold out", number(many as u32))
                        }
                        _ => format!("on {zone} {} hold out", names(&units)),
                    }
                })
                .collect();
            format!(
                "{} win if no {enemy} unit is left on {}: {}.",
                sentence(men(winner)),
                zones.join(", or none on "),
                stand.join("; ")
            )
        }
        Condition::Holds {
            winner,
            zone,
            units,
        } => {
            let winner = winner.known()?;
            let there = inside(tale, winner, zone);
            let stand = match there.len() as u32 {
                0 => "there is none".to_owned(),
                has if has >= *units => format!("there are {}", number(has)),
                has => format!(
                    "there are {}, {} too few",
                    number(has),
                    number(*units - has)
                ),
            };
            format!(
                "{} win with {} on {}: {stand}.",
                sentence(men(winner)),
                count(*units, "unit", "units"),
                words::zone(tale.scenario(), zone)
            )
        }
        Condition::AtMost {
            winner,
            zone,
            units,
        } => {
            let winner = winner.known()?;
            let there = inside(tale, winner.other(), zone);
            let names = match there.len() {
                0 => String::new(),
                1..=4 => format!(" ({})", names(&there)),
                _ => String::new(),
            };
            format!(
                "{} win with at most {} of the enemy on {}: there are {}{names}.",
                sentence(men(winner)),
                count(*units, "unit", "units"),
                words::zone(tale.scenario(), zone),
                number(there.len() as u32)
            )
        }
        Condition::CasualtyRatio { winner, ratio } => {
            let winner = winner.known()?;
            let (own, enemy) = (
                tale.army().casualties(winner),
                tale.army().casualties(winner.other()),
            );
            format!(
                "{} win if the enemy loses {ratio} times as many: he has lost {enemy} to their {own}.",
                sentence(men(winner))
            )
        }
        _ => rule_and_standing(tale, condition),
    })
}

/// A condition as a rule, and how things stand by it.
fn rule_and_standing(tale: &Tale, condition: &Condition) -> String {
    let rule = judgement::rule(tale.scenario(), condition);
    let stands = judgement::standing(tale.scenario(), tale.army(), condition);
    format!("{}: {stands}.", rule.trim_end_matches('.'))
}
