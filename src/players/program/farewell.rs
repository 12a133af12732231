//! How it ended, as a program is told: the contract wants a sentence.

use crate::army::Reason;

/// Why a side has won; zones by their names where they are known.
pub fn why(reason: &Reason, zones: &[(String, String)]) -> String {
    let name = |id: &str| {
        let known = zones.iter().find(|(zone, _)| zone == id);
        known.map_or(id.to_owned(), |(_, name)| name.clone())
    };
    match reason {
        Reason::Cleared { zone } => format!("no enemy is left on {}", name(zone)),
        Reason::Holds { zone, units } => format!("{units} units or more hold {}", name(zone)),
        Reason::AtMost { zone, units } => {
            format!("at most {units} enemy units are left in {}", name(zone))
        }
        Reason::Casualties { ratio } => format!("the enemy has lost {ratio} times as many or more"),
        Reason::Beyond { line, units } => format!("{units} regiments or more are beyond {line}"),
        Reason::StandsLost {
            stands,
            command: None,
        } => format!("the enemy has lost {stands} stands"),
        Reason::StandsLost {
            stands,
            command: Some(command),
        } => format!("{command} has lost {stands} stands"),
        Reason::GotAway { units } => format!("{units} units have got away in order"),
        Reason::Points { union, confederate } => {
            format!("the points are {union} for the Union and {confederate} for the Confederates")
        }
        Reason::All(reasons) => {
            let reasons: Vec<_> = reasons.iter().map(|reason| why(reason, zones)).collect();
            reasons.join(" and ")
        }
        Reason::Alone => "the enemy has nobody left".to_owned(),
        Reason::Otherwise => "the enemy has not met his conditions".to_owned(),
        Reason::Conceded => "the enemy has given the battle up".to_owned(),
        Reason::Agreed => "both sides have agreed on a draw".to_owned(),
        Reason::Standstill => "it went round in circles, and is broken off".to_owned(),
    }
}
