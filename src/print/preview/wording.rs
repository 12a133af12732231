//! What weapons, qualities, ground and uniforms are called on paper.

use bevy::math::Vec2;

use crate::field::plan::{LineKind, Slopes};
use crate::field::{Entry, Field};
use crate::print::share::Share;
use crate::print::words::{list, number, said};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Named, Quality, Side, Troops, Unit};
use crate::scenario::{Scenario, UnitSetup};

/// A name of the files as people write it: plowed_field, plowed field.
pub fn plain(name: &str) -> String {
    name.replace('_', " ")
}

/// With a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// One thing of the ground as people name it: a creek, an orchard, light woods.
pub fn one(name: &str) -> String {
    let name = plain(name);
    let many = name.ends_with("woods")
        || ["open", "brush", "broken", "rough", "marsh"].contains(&name.as_str());
    let article = match name.chars().next() {
        _ if many => "",
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an ",
        _ => "a ",
    };
    format!("{article}{name}")
}

/// Several of it: orchards, villages, light woods.
pub fn several(name: &str) -> String {
    let name = plain(name);
    if name.ends_with('s') || name == "brush" {
        name
    } else {
        format!("{name}s")
    }
}

/// Names in a row, kept apart where one of them has a comma in it.
pub fn apart(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() && names.iter().any(|name| name.contains(',')) => {
            format!("{}; and {last}", first.join("; "))
        }
        names => list(names),
    }
}

/// With a full stop, unless it has one.
pub fn stopped(text: &str) -> String {
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{text}{stop}")
}

/// A part of what is mustered within a sentence: brigade 2, the second brigade.
pub fn share(whom: &str) -> String {
    const PLACES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let number = whom
        .rsplit(' ')
        .next()
        .and_then(|last| last.parse::<usize>().ok());
    let place = number.and_then(|number| PLACES.get(number.checked_sub(1)?));
    match (place, whom.split(' ').next()) {
        (Some(place), Some(what)) => format!("the {place} {what}"),
        _ => format!("the {whom}"),
    }
}

/// A share with its interval, which no line breaks before the sign.
pub fn percent(share: Share) -> String {
    share.percent().replace(" %", "\u{a0}%")
}

/// A part of a move: half a move.
pub fn part_of_a_move(part: f32) -> String {
    if part == 0.5 {
        "half a move".to_owned()
    } else if part == 0.25 {
        "a quarter of a move".to_owned()
    } else {
        format!("{part} of a move")
    }
}

/// What a unit carries.
pub fn weapon(unit: &Unit) -> String {
    match unit.troops {
        Troops::Infantry { weapon, .. } => weapon.map_or_else(String::new, small_arm),
        Troops::Cavalry { weapon, .. } => weapon.map_or_else(String::new, carbine),
        Troops::Artillery { gun, .. } => gun.map_or_else(String::new, cannon),
    }
}

/// A weapon of infantry.
pub fn small_arm(weapon: InfantryWeapon) -> String {
    let name = match weapon {
        InfantryWeapon::RifleMusket => "Rifle-muskets",
        InfantryWeapon::SmoothboreMusket => "Smoothbore muskets",
        InfantryWeapon::MixedMuskets => "Mixed muskets",
        InfantryWeapon::SpencerHenry => "Spencers or Henrys",
        InfantryWeapon::ColtRevolving => "Colt revolving rifles",
        InfantryWeapon::SharpsRifle => "Sharps rifles",
        InfantryWeapon::SharpshooterRifle => "Sharpshooters' rifles",
        InfantryWeapon::OldFlintlock => "Old flintlocks",
    };
    name.to_owned()
}

/// A weapon of cavalry.
pub fn carbine(weapon: CavalryWeapon) -> String {
    let name = match weapon {
        CavalryWeapon::RifleMusket => "Rifle-muskets",
        CavalryWeapon::MixedWeapons => "Mixed weapons",
        CavalryWeapon::Shotgun => "Shotguns",
        CavalryWeapon::RepeatingCarbine => "Repeating carbines",
        CavalryWeapon::SharpsCarbine => "Sharps carbines",
        CavalryWeapon::BreechloadingCarbine => "Breechloading carbines",
        CavalryWeapon::MuzzleloadingCarbine => "Muzzleloading carbines",
        CavalryWeapon::Pistol => "Pistols",
    };
    name.to_owned()
}

/// Guns: 12pdr_napoleon, 12-pdr Napoleon.
pub fn cannon(gun: Gun) -> String {
    let mut words: Vec<String> = Vec::new();
    for part in gun.name().split('_') {
        let number = part.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit = &part[number.len()..];
        match (number, unit) {
            // Makers and inventors have capitals.
            ("", word) if ["gun", "guns", "howitzer", "mixed"].contains(&word) => {
                words.push(word.to_owned());
            }
            ("", word) => words.push(capital(word)),
            (number, "pdr") => words.push(format!("{number}-pdr")),
            (number, "in") => words.push(format!("{number}-inch")),
            (number, word) => words.push(format!("{number}{word}")),
        }
    }
    capital(&words.join(" ").replace("4 5-inch", "4.5-inch"))
}

/// How good a unit is.
pub fn quality(quality: Quality) -> String {
    capital(quality.name())
}

/// What it is: infantry, cavalry, a battery.
pub fn arm(unit: &Unit) -> &'static str {
    match unit.troops {
        Troops::Infantry { .. } if unit.traits.sharpshooter => "Sharpshooters",
        Troops::Infantry { .. } => "Infantry",
        Troops::Cavalry { .. } if unit.traits.mounted_infantry => "Mounted infantry",
        Troops::Cavalry { .. } => "Cavalry",
        Troops::Artillery { .. } => "Battery",
    }
}

/// What it is within a sentence.
pub fn kind(setup: &UnitSetup) -> String {
    if setup.engineer {
        "engineers".to_owned()
    } else {
        arm(&setup.unit).to_lowercase()
    }
}

/// Its figures, or sections.
pub fn strength(unit: &UnitSetup) -> String {
    let (one, many) = if unit.unit.is_artillery() {
        ("section", "sections")
    } else {
        ("figure", "figures")
    };
    let strength = unit.muster.strength;
    format!("{strength} {}", if strength == 1 { one } else { many })
}

/// The bridge that a unit brings along: with pontoons for three hundred yards.
pub fn bridge(setup: &UnitSetup) -> Option<String> {
    (setup.train > 0).then(|| format!("with pontoons for {} hundred yards", number(setup.train)))
}

/// How its figures are dressed, as far as its name, its command and its arm tell.
pub fn uniform(setup: &UnitSetup, command: &str) -> &'static str {
    let unit = &setup.unit;
    let named = |what: &str| setup.name.to_lowercase().contains(what);
    if named("zouave") {
        return "Zouave dress";
    }
    if command.contains("Iron Brigade") && unit.is_infantry() {
        return "dark blue frock coat, black hat";
    }
    match (unit.side, unit.troops) {
        (Side::Union, Troops::Infantry { .. }) if unit.traits.sharpshooter => "green, or blue",
        (Side::Union, Troops::Infantry { .. }) => "dark blue blouse, kepi",
        (Side::Union, Troops::Cavalry { .. }) => "blue with yellow trim",
        (Side::Union, Troops::Artillery { .. }) => "blue with red trim",
        (Side::Confederate, Troops::Infantry { .. }) => "gray or butternut, slouch hat",
        (Side::Confederate, Troops::Cavalry { .. }) => "gray with yellow trim",
        (Side::Confederate, Troops::Artillery { .. }) => "gray with red trim",
    }
}

/// Inches as one writes them: 7½″, 12″.
pub fn inches(value: f32) -> String {
    let quarters = (value * 4.0).round() as i32;
    let sign = if quarters < 0 { "-" } else { "" };
    let (whole, rest) = (quarters.abs() / 4, quarters.abs() % 4);
    let part = ["", "\u{bc}", "\u{bd}", "\u{be}"][rest as usize];
    let whole = match (whole, rest) {
        (0, 1..) => String::new(),
        (whole, _) => whole.to_string(),
    };
    format!("{sign}{whole}{part}\u{2033}")
}

/// The day of the battle.
pub fn date(scenario: &Scenario) -> String {
    let (year, _, day) = scenario.date;
    match scenario.month() {
        "" => year.to_string(),
        month => format!("{month} {day}, {year}"),
    }
}

/// An hour of the day.
pub fn clock((hour, minute): (u32, u32)) -> String {
    match (hour % 24, minute) {
        (0, 0) => return "midnight".to_owned(),
        (12, 0) => return "noon".to_owned(),
        _ => {}
    }
    let half = if hour % 24 < 12 { "a.m." } else { "p.m." };
    let shown = if hour % 12 == 0 { 12 } else { hour % 12 };
    format!("{shown}:{minute:02} {half}")
}

/// A side as people call it.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Union => "Union",
        Side::Confederate => "Confederate",
    }
}

/// By what way somebody comes in: a road, else an edge.
pub fn way_in(scenario: &Scenario, entry: &Entry) -> String {
    let field = &scenario.field;
    let edge = edge(field, entry);
    let name = said(&entry.name);
    if let Some(between) = name.strip_prefix("Between ") {
        return format!("the {edge} edge between {between}");
    }
    if ["Road", "Pike", "Trail", "Lane"]
        .iter()
        .any(|way| name.ends_with(way))
    {
        return format!(
            "the {} over the {edge} edge",
            name.trim_start_matches("the ")
        );
    }
    if !name.is_empty() {
        return name;
    }
    match road(field, entry) {
        Some(road) => format!(
            "the {} over the {edge} edge",
            road.trim_start_matches("The ")
        ),
        None => format!("the {edge} edge"),
    }
}

/// The road or trail that an entry lies on, if it has a name.
fn road<'a>(field: &'a Field, entry: &Entry) -> Option<&'a str> {
    let far = |from: Vec2, to: Vec2| {
        let way = to - from;
        let along = (entry.at - from).dot(way) / way.length_squared().max(1e-6);
        (from + way * along.clamp(0.0, 1.0)).distance(entry.at)
    };
    let ways = field.lines.iter().filter(|line| {
        matches!(line.kind, LineKind::Road | LineKind::Trail) && !line.name.is_empty()
    });
    ways.filter(|line| {
        let mut pairs = line.points.windows(2);
        pairs.any(|pair| far(pair[0], pair[1]) < field.proportion())
    })
    .map(|line| line.name.as_str())
    .next()
}

/// The edge of the table that an entry lies on.
fn edge(field: &Field, entry: &Entry) -> &'static str {
    let (at, size) = (entry.at, field.size);
    let mut edges = [
        (size.y - at.y, "northern"),
        (size.x - at.x, "eastern"),
        (at.y, "southern"),
        (at.x, "western"),
    ];
    edges.sort_by(|one, other| one.0.total_cmp(&other.0));
    edges[0].1
}

/// What slopes do, where it is not what the chart says.
pub fn slopes(scenario: &Scenario) -> Option<&'static str> {
    match scenario.field.slopes {
        Slopes::Chart => None,
        Slopes::Free => Some("Slopes are so gradual that they cost nothing."),
        Slopes::Half => Some("Up any slope one moves at half speed; roads are graded."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guns_and_inches_read_well() {
        assert_eq!(cannon(Gun::Napoleon), "12-pdr Napoleon");
        assert_eq!(cannon(Gun::Ordnance3), "3-inch Ordnance");
        assert_eq!(cannon(Gun::SiegeOrdnance), "Siege 4.5-inch Ordnance");
        assert_eq!(cannon(Gun::Mixed), "Mixed guns");
        assert_eq!(cannon(Gun::Howitzer12), "12-pdr howitzer");
        assert_eq!(inches(7.5), "7½″");
        assert_eq!(inches(0.5), "½″");
        assert_eq!(inches(12.0), "12″");
        assert_eq!(inches(0.0), "0″");
    }

    #[test]
    fn hours_and_ground_read_well() {
        assert_eq!(clock((0, 0)), "midnight");
        assert_eq!(clock((12, 0)), "noon");
        assert_eq!(clock((12, 30)), "12:30 p.m.");
        assert_eq!(stopped("noon"), "noon.");
        assert_eq!(stopped("3 p.m."), "3 p.m.");
        assert_eq!(one("orchard"), "an orchard");
        assert_eq!(one("light_woods"), "light woods");
        assert_eq!(one("fence_or_wall"), "a fence or wall");
        assert_eq!(several("village"), "villages");
        let names = ["The Ridge, north wing", "Herr Ridge"].map(str::to_owned);
        assert_eq!(apart(&names), "The Ridge, north wing; and Herr Ridge");
    }
}
