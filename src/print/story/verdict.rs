//! Who won, by what conditions, and how close it was.

use super::words::{count, list, men, number, sentence, side, the, wrapped};
use crate::army::UnitId;
use crate::battle::Battle;
use crate::rules::Side;
use crate::scenario::file::Condition;

/// The result in one line.
pub fn line(battle: &Battle) -> String {
    match battle.verdict() {
        Some(verdict) => format!(
            "The {} side has won: {}.",
            side(verdict.winner),
            verdict.why
        ),
        None => "The battle is not over.".to_owned(),
    }
}

/// The result, the conditions, and how close it was.
pub fn told(battle: &Battle) -> String {
    let mut parts = vec!["The result".to_owned(), wrapped(&line(battle), "")];
    let plan = &battle.scenario().victory;
    parts.extend(
        plan.conditions
            .iter()
            .filter_map(|condition| close(battle, condition))
            .map(|text| wrapped(&text, "  ")),
    );
    if let Some(otherwise) = plan.otherwise.known() {
        let text = format!("If none of that is so, {} have won.", men(otherwise));
        parts.push(wrapped(&text, "  "));
    }
    let losses = |side: Side| battle.casualties(side);
    let (union, confederate) = (losses(Side::Union), losses(Side::Confederate));
    parts.push(wrapped(
        &format!(
            "In figures and sections {} lost {union} and {} {confederate}.",
            men(Side::Union),
            men(Side::Confederate)
        ),
        "  ",
    ));
    parts.join("\n")
}

/// Units of a side in a zone.
fn inside(battle: &Battle, of: Side, id: &str) -> Vec<UnitId> {
    let army = battle.army();
    let Some(zone) = battle.scenario().field.zone(id) else {
        return Vec::new();
    };
    army.present_of(of)
        .filter(|&unit| zone.contains(army.footprint(unit).centre()))
        .collect()
}

fn zone_name(battle: &Battle, id: &str) -> String {
    let zone = battle.scenario().field.zone(id);
    zone.map_or(id, |zone| zone.name.as_str()).to_owned()
}

/// A condition and how things stand.
fn close(battle: &Battle, condition: &Condition) -> Option<String> {
    let army = battle.army();
    let names = |units: &[UnitId]| {
        let names: Vec<_> = units.iter().map(|&unit| the(army, unit)).collect();
        list(&names)
    };
    Some(match condition {
        Condition::Cleared { winner, any_of } => {
            let winner = winner.known()?;
            let enemy = side(winner.other());
            let zones: Vec<_> = any_of.iter().map(|id| zone_name(battle, id)).collect();
            let stand: Vec<_> = any_of
                .iter()
                .map(|id| {
                    let units = inside(battle, winner.other(), id);
                    let zone = zone_name(battle, id);
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
                zones.join(" or none on "),
                stand.join("; ")
            )
        }
        Condition::Holds {
            winner,
            zone,
            units,
        } => {
            let winner = winner.known()?;
            let there = inside(battle, winner, zone);
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
                zone_name(battle, zone)
            )
        }
        Condition::AtMost {
            winner,
            zone,
            units,
        } => {
            let winner = winner.known()?;
            let there = inside(battle, winner.other(), zone);
            let names = match there.len() {
                0 => String::new(),
                1..=4 => format!(" ({})", names(&there)),
                _ => String::new(),
            };
            format!(
                "{} win with at most {} of the enemy on {}: there are {}{names}.",
                sentence(men(winner)),
                count(*units, "unit", "units"),
                zone_name(battle, zone),
                number(there.len() as u32)
            )
        }
        Condition::CasualtyRatio { winner, ratio } => {
            let winner = winner.known()?;
            let (own, enemy) = (battle.casualties(winner), battle.casualties(winner.other()));
            format!(
                "{} win if the enemy loses {ratio} times as many: he has lost {enemy} to their {own}.",
                sentence(men(winner))
            )
        }
    })
}
