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
        Reason::Otherwise => "the enemy has not met his conditions".to_owned(),
        Reason::Conceded => "the enemy has given the battle up".to_owned(),
        Reason::Agreed => "both sides have agreed on a draw".to_owned(),
        Reason::Standstill => "it went round in circles, and is broken off".to_owned(),
    }
}
