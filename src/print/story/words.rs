//! Names, numbers and turns of phrase.

use std::collections::HashMap;

use crate::army::{Army, LeaderId, LeaderIdentity, UnitId};
use crate::rules::{Morale, Side};

/// How a unit is called within a sentence: the 7th Tennessee, Hall's Battery.
pub fn the(army: &Army, id: UnitId) -> String {
    let name = short(army, id);
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

/// A leader's name.
pub fn leader(army: &Army, id: LeaderId) -> &str {
    &army.leader::<LeaderIdentity>(id).name
}

/// One, two and three; a, b and c.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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

/// Breaks a paragraph into lines that a terminal can show.
pub fn wrapped(text: &str, indent: &str) -> String {
    const WIDTH: usize = 96;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let long = indent.chars().count() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && long > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    let lines: Vec<_> = lines.iter().map(|line| format!("{indent}{line}")).collect();
    lines.join("\n")
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
        assert_eq!(count(1, "figure", "figures"), "one figure");
        assert_eq!(count(13, "figure", "figures"), "13 figures");
        assert_eq!(times(2), "twice");
        assert_eq!(sentence("the end"), "The end");
        assert_eq!(command("Davis' Brigade"), "Davis' Brigade");
        assert_eq!(command("2nd Brigade"), "the 2nd Brigade");
        assert_eq!(command("1st Brigade, the Iron Brigade"), "the Iron Brigade");
        assert_eq!(wrapped("a b", "  "), "  a b");
        let long = "word ".repeat(60);
        assert!(wrapped(&long, "  ").lines().all(|line| line.len() <= 96));
    }
}
