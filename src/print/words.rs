//! Names, numbers and turns of phrase, and the words for what facts only name: why a battle ended,
//! what threw a unit into disorder, why it checked its morale, how it left the field.

mod lines;

use std::collections::HashMap;

pub use lines::{unwrapped, wrapped};

use crate::army::{Army, Cause, Fate, LeaderId, PicketId, Reason, Sighting, UnitId, Verdict};
use crate::rules::{Disorder, Morale, Side};
use crate::scenario::file::VictoryLevel;
use crate::scenario::{MakeUp, Scenario};
use crate::session::{Note, Noted};

/// How a unit is called within a sentence: the 7th Tennessee, Hall's Battery.
pub fn the(army: &Army, id: UnitId) -> String {
    called(&spoken(army.name(id)))
}

/// A name as it is spoken: without what comes after a comma, but a battalion with its regiment.
fn spoken(name: &str) -> String {
    match name.split_once(" Battalion, ") {
        Some((own, regiment)) => format!("{own} Battalion of the {regiment}"),
        None => name.split(", ").next().unwrap_or(name).to_owned(),
    }
}

fn called(name: &str) -> String {
    if name.contains("'s ") || name.contains("' ") || name.starts_with("The ") {
        name.to_owned()
    } else {
        format!("the {name}")
    }
}

/// How a command is called within a sentence: Davis' Brigade, the Iron Brigade.
pub fn command(name: &str) -> String {
    match name.split_once(", ") {
        Some((_, own)) if own.starts_with("the ") => own.to_owned(),
        _ if name.contains("'s ") || name.contains("' ") => name.to_owned(),
        _ => format!("the {name}"),
    }
}

/// The name without what comes after a comma.
pub fn short(army: &Army, id: UnitId) -> &str {
    let name = army.name(id);
    name.split(", ").next().unwrap_or(name)
}

/// How a regiment is made up, if that is out of the usual.
pub fn made_up(make_up: &MakeUp) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(regiment) = &make_up.battalion_of {
        parts.push(format!("a battalion of the {regiment}"));
    }
    if !make_up.joined_from.is_empty() {
        parts.push(format!("joined from the {}", list(&make_up.joined_from)));
    }
    if !make_up.uneven.is_empty() {
        let stands: Vec<_> = make_up.uneven.iter().map(u32::to_string).collect();
        parts.push(format!("stands of {} figures", list(&stands)));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A leader's name.
pub fn leader(army: &Army, id: LeaderId) -> &str {
    &army.leader_identity(id).name
}

/// One, two and three; a, b and c.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Several units within a sentence: the 2nd and 7th Wisconsin and the 24th Michigan; Marye's and
/// Hall's batteries.
pub fn all(army: &Army, ids: &[UnitId]) -> String {
    let names: Vec<String> = ids.iter().map(|&id| spoken(army.name(id))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    listed(&names)
}

fn listed(names: &[&str]) -> String {
    // Those who share the rest of their name, in the order of the first of each.
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let (own, kind) = match name.split_once(' ') {
            Some((own, kind)) if own.starts_with(|first: char| first.is_ascii_digit()) => {
                (own, kind)
            }
            Some((own, "Battery")) if own.ends_with('\'') || own.ends_with("'s") => {
                (own, "Battery")
            }
            _ => ("", *name),
        };
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, owns)) => owns.push(own),
            None => kinds.push((kind, vec![own])),
        }
    }
    let parts: Vec<String> = kinds
        .iter_mut()
        .map(|(kind, owns)| match (&mut owns[..], *kind) {
            ([""], name) => called(name),
            ([own], kind) => called(&format!("{own} {kind}")),
            (owns, "Battery") => {
                let owns: Vec<_> = owns.iter().map(|own| (*own).to_owned()).collect();
                format!("{} batteries", list(&owns))
            }
            (owns, kind) => {
                let number = |own: &&str| {
                    let digits = own.find(|c: char| !c.is_ascii_digit());
                    own[..digits.unwrap_or(own.len())].parse::<u32>().ok()
                };
                owns.sort_by_key(number);
                let owns: Vec<_> = owns.iter().map(|own| (*own).to_owned()).collect();
                let kind = kind.replacen("Battalion of", "Battalions of", 1);
                format!("the {} {kind}", list(&owns))
            }
        })
        .collect();
    list(&parts)
}

/// A number in words, as far as words go.
pub fn number(count: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(count as usize)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// So many of something.
pub fn count(count: u32, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// How often.
pub fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", number(more)),
    }
}

/// As many, twice as many, 1.5 times as many.
pub fn as_many(ratio: f32) -> String {
    if ratio == 1.0 {
        "as many".to_owned()
    } else if ratio == 2.0 {
        "twice as many".to_owned()
    } else {
        format!("{ratio} times as many")
    }
}

/// What a unit is counted in.
pub fn strength(army: &Army, id: UnitId, strength: u32) -> String {
    if army.unit(id).is_artillery() {
        count(strength, "section", "sections")
    } else {
        count(strength, "figure", "figures")
    }
}

/// The first letter made large.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A side.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Union => "Union",
        Side::Confederate => "Confederate",
    }
}

/// The men of a side.
pub fn men(side: Side) -> &'static str {
    match side {
        Side::Union => "the Federals",
        Side::Confederate => "the Confederates",
    }
}

/// A state of morale.
pub fn state(morale: Morale) -> &'static str {
    match morale {
        Morale::GoodOrder => "in good order",
        Morale::Disorder => "in disorder",
        Morale::Shaken => "shaken",
        Morale::Routed => "routed",
    }
}

/// A zone of the field as people call it.
pub fn zone<'a>(scenario: &'a Scenario, id: &'a str) -> &'a str {
    let found = scenario.field.zone(id);
    found.map_or(id, |zone| zone.name.as_str())
}

/// What a zone is called within a sentence: the long fence, within six inches of the southern edge.
pub fn zone_said(scenario: &Scenario, id: &str) -> String {
    said(zone(scenario, id))
}

/// A name that begins as a sentence does, within one.
pub fn said(name: &str) -> String {
    let opens = ["The ", "Where ", "Within "]
        .iter()
        .any(|word| name.starts_with(word));
    let (first, rest) = name.split_at(usize::from(opens));
    first.to_lowercase() + rest
}

/// Why a battle ended as it did: after a colon, or after *because*.
pub fn reason(scenario: &Scenario, why: &Reason) -> String {
    match why {
        Reason::Cleared { zone: id } => format!("no enemy is left on {}", zone_said(scenario, id)),
        Reason::Holds { zone: id, units } => {
            format!("{units} units or more hold {}", zone_said(scenario, id))
        }
        Reason::AtMost { zone: id, units } => format!(
            "at most {units} enemy units are left in {}",
            zone_said(scenario, id)
        ),
        Reason::Casualties { ratio } => {
            format!("the enemy has lost {} or more", as_many(*ratio))
        }
        Reason::Beyond { line, units } => format!(
            "{units} regiments or more are beyond {}",
            super::judgement::line(scenario, line)
        ),
        Reason::StandsLost {
            stands,
            command: None,
        } => format!("the enemy has lost {}", count(*stands, "stand", "stands")),
        Reason::StandsLost {
            stands,
            command: Some(name),
        } => format!(
            "{} has lost {}",
            command(name),
            count(*stands, "stand", "stands")
        ),
        Reason::GotAway { units } => {
            format!(
                "{} got away in order",
                count(*units, "unit has", "units have")
            )
        }
        Reason::Points { union, confederate } => {
            format!("the points are {union} for the Union and {confederate} for the Confederates")
        }
        Reason::All(reasons) => {
            let reasons: Vec<_> = reasons.iter().map(|why| reason(scenario, why)).collect();
            list(&reasons)
        }
        Reason::Alone => "the enemy has nobody left".to_owned(),
        Reason::Otherwise if scenario.victory.otherwise().is_none() => {
            "neither side has met its conditions".to_owned()
        }
        Reason::Otherwise => "the enemy has not met his conditions".to_owned(),
        Reason::Conceded => "the enemy has given the battle up".to_owned(),
        Reason::Agreed => "both sides have agreed on it".to_owned(),
        Reason::Standstill => {
            "it went round in circles, and the program has broken it off".to_owned()
        }
    }
}

/// Who has won and why, in a sentence without its full stop.
pub fn verdict(scenario: &Scenario, verdict: &Verdict) -> String {
    let why = reason(scenario, &verdict.why);
    match verdict.winner {
        Some(winner) if verdict.level == VictoryLevel::Plain => {
            format!("The {} side has won: {why}", side(winner))
        }
        Some(winner) => format!(
            "The {} side has won {}: {why}",
            side(winner),
            super::judgement::level(verdict.level)
        ),
        None => format!("The battle is a draw: {why}"),
    }
}

/// What threw a unit into disorder: it is disordered by this.
pub fn disorder(by: Disorder) -> &'static str {
    match by {
        Disorder::SteepSlope => "a steep slope",
        Disorder::Creek => "crossing a creek",
        Disorder::Works => "crossing works",
        Disorder::Obstacle => "charging across an obstacle",
        Disorder::Bridging => "its work on the bridge",
        Disorder::LeavingArc => "leaving its frontal arc",
        Disorder::ChargingOutsideArc => "charging outside its frontal arc",
        Disorder::Interpenetration => "passing through friends",
        Disorder::ChargeLength => "the length of its charge",
        Disorder::Misheard => "orders misheard",
        Disorder::FallingIn => "falling in behind the charge",
        Disorder::Charge => "its charge",
        Disorder::DesperateCharge => "its desperate charge",
        Disorder::Advance => "its advance",
        Disorder::Pursuit => "its pursuit",
        Disorder::Clash => "the clash",
        Disorder::Melee => "the melee",
        Disorder::Task => "a hard piece of work",
    }
}

/// Why a unit checks its morale: it checks so.
pub fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Fire { .. } => "under fire",
        Cause::Charge { .. } => "as the charge comes on",
        Cause::Melee { .. } => "in the melee",
        Cause::LossNear => "at the loss of a neighbour",
        Cause::RoutPassed => "as fugitives run past",
        Cause::LeaderKilled => "as its leader falls",
        Cause::Rally => "to rally",
    }
}

/// What was decided by instructions, in a sentence without its full stop.
pub fn note(army: &Army, note: &Note) -> String {
    match &note.what {
        Noted::Fired { units, target } => {
            let who: Vec<String> = units.iter().map(|&unit| the(army, unit)).collect();
            let (verb, whose) = if who.len() == 1 {
                ("fires", "its")
            } else {
                ("fire", "their")
            };
            let text = format!(
                "{} {verb} on {} by {whose} instructions",
                list(&who),
                the(army, *target)
            );
            sentence(&text)
        }
    }
}

/// A picket by its side and number.
pub fn picket(id: PicketId) -> String {
    format!("{} picket {}", side(id.side), id.number)
}

/// Why a picket was declared, as the end of a sentence about it.
pub fn sighting(why: Sighting, name: impl Fn(UnitId) -> String) -> String {
    match why {
        Sighting::Seen(by) => format!(": {} sees it", name(by)),
        Sighting::Near(by) => format!(": {} is close", name(by)),
        Sighting::RunInto(by) => format!(": {} has run into it", name(by)),
        Sighting::Picket(other) => format!(": it meets {}", picket(other)),
        Sighting::Itself => ": it shows itself".to_owned(),
        Sighting::Ready => ", as both sides are ready".to_owned(),
        Sighting::End => " at the end".to_owned(),
    }
}

/// How a unit ended, as a verb.
pub fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Absent => "never came",
        Fate::Eliminated => "is shot to pieces",
        Fate::Surrendered => "surrenders",
        Fate::Disintegrated => "is gone from the field",
        Fate::GunsLost => "loses its guns",
        Fate::RodeOff => "mounts and rides off the field",
        Fate::Joined => "goes over into another regiment",
        Fate::Dummy => "was nobody",
        Fate::Withdrew => "leaves the field as it was told to",
    }
}

/// How a unit of armies that stand so is about to end, as a verb.
pub fn gone(army: &Army, id: UnitId, how: Fate) -> &'static str {
    let unit = army.unit(id);
    match how {
        Fate::GunsLost if unit.strength == 0 => "is shot to pieces",
        Fate::GunsLost if unit.morale == Morale::Routed => "abandons its guns",
        how => fate(how),
    }
}

/// Ways to say the same, each list taken in turn.
#[derive(Default)]
pub struct Turns(HashMap<&'static str, usize>);

impl Turns {
    /// The next way of saying it.
    pub fn pick(&mut self, ways: &[&'static str]) -> &'static str {
        let Some(first) = ways.first() else {
            return "";
        };
        let next = self.0.entry(first).or_default();
        *next += 1;
        ways[(*next - 1) % ways.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_numbers_read_well() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&names), "a, b and c");
        assert_eq!(list(&names[..2]), "a and b");
        assert_eq!(list(&names[..1]), "a");
        assert_eq!(
            listed(&["7th Wisconsin", "24th Michigan", "2nd Wisconsin"]),
            "the 2nd and 7th Wisconsin and the 24th Michigan"
        );
        assert_eq!(
            listed(&["Marye's Battery", "Brander's Battery", "McGraw's Battery"]),
            "Marye's, Brander's and McGraw's batteries"
        );
        let battalions = ["1st", "2nd"].map(|own| spoken(&format!("{own} Battalion, 3rd Ohio")));
        assert_eq!(called(&battalions[0]), "the 1st Battalion of the 3rd Ohio");
        assert_eq!(
            listed(&battalions.each_ref().map(String::as_str)),
            "the 1st and 2nd Battalions of the 3rd Ohio"
        );
        assert_eq!(spoken("Hall's Battery, 2nd Maine Light"), "Hall's Battery");
        assert_eq!(
            listed(&["Hall's Battery", "1st", "2nd"]),
            "Hall's Battery, the 1st and the 2nd"
        );
        assert_eq!(count(1, "figure", "figures"), "one figure");
        assert_eq!(count(13, "figure", "figures"), "13 figures");
        assert_eq!(times(2), "twice");
        assert_eq!(sentence("the end"), "The end");
        assert_eq!(command("Davis' Brigade"), "Davis' Brigade");
        assert_eq!(command("2nd Brigade"), "the 2nd Brigade");
        assert_eq!(command("1st Brigade, the Iron Brigade"), "the Iron Brigade");
        assert_eq!(as_many(1.0), "as many");
        assert_eq!(as_many(1.5), "1.5 times as many");
    }

    #[test]
    fn a_verdict_names_the_ground_as_people_do() {
        let scenario = crate::print::play::scenario();
        let won = |why: Reason| {
            let winner = Some(Side::Confederate);
            verdict(scenario, &Verdict::plain(winner, why))
        };
        let zone = "mcphersons_ridge_north".to_owned();
        assert_eq!(
            won(Reason::Cleared { zone: zone.clone() }),
            "The Confederate side has won: no enemy is left on McPherson's Ridge, north wing"
        );
        assert_eq!(
            won(Reason::Holds { zone, units: 3 }),
            "The Confederate side has won: 3 units or more hold McPherson's Ridge, north wing"
        );
        assert_eq!(
            won(Reason::Casualties { ratio: 1.5 }),
            "The Confederate side has won: the enemy has lost 1.5 times as many or more"
        );
        assert_eq!(
            won(Reason::Otherwise),
            "The Confederate side has won: the enemy has not met his conditions"
        );
        assert_eq!(
            won(Reason::Conceded),
            "The Confederate side has won: the enemy has given the battle up"
        );
        let draw = Verdict::plain(None, Reason::Agreed);
        assert_eq!(
            verdict(scenario, &draw),
            "The battle is a draw: both sides have agreed on it"
        );
    }
}
