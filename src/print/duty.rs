//! Words for what a command is there for.

use crate::players::Duty;

/// A duty about some ground or somebody, if it is about any: to hold Seminary Ridge.
pub fn words(duty: Duty, what: Option<&str>) -> String {
    let about = |verb: &str, otherwise: &str| match what {
        Some(what) => format!("{verb} {what}"),
        None => otherwise.to_owned(),
    };
    match duty {
        Duty::Hold => about("to hold", "to hold the ground"),
        Duty::Take => about("to take", "to attack"),
        Duty::Screen => about("to screen", "to screen the others"),
        Duty::Support => about("to support by fire against", "to support by fire"),
        Duty::Reserve => "in reserve".to_owned(),
        Duty::Withdraw => "to withdraw".to_owned(),
        Duty::Mend => "to come to order behind the line".to_owned(),
        Duty::March => about("to march to", "to come up"),
    }
}
