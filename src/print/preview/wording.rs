//! What weapons, qualities, ground and uniforms are called on paper.

use bevy::math::Vec2;

use crate::field::plan::{LineKind, Slopes};
use crate::field::{Entry, Field};
use crate::print::words::said;
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
            ("", word) => words.push(capital(word)),
            (number, "pdr") => words.push(format!("{number}-pdr")),
            (number, "in") => words.push(format!("{number}-inch")),
            (number, word) => words.push(format!("{number}{word}")),
        }
    }
    words.join(" ").replace("4 5-inch", "4.5-inch")
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
    if !entry.name.is_empty() {
        return said(&entry.name);
    }
    let field = &scenario.field;
    let edge = edge(field, entry);
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
        assert_eq!(inches(7.5), "7½″");
        assert_eq!(inches(0.5), "½″");
        assert_eq!(inches(12.0), "12″");
        assert_eq!(inches(0.0), "0″");
    }
}
