//! The course: which lessons there are, and which of them teaches a rule.

use std::path::PathBuf;

use super::load::{Card, card};
use super::{all, name_of};

/// The worked examples of the book, by the ids of the ledger, and what they are called.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("example.sequencing", "Sequencing unit actions"),
    ("example.timing", "Timing a reaction"),
    ("example.brigade_line", "A brigade in line with its leader"),
    (
        "example.slide_behind",
        "A line that slides behind its neighbour",
    ),
    ("example.mixed_terrain", "A move over two kinds of ground"),
    ("example.disengage", "Disengaging"),
    ("example.crest", "Sight over a crest"),
    ("example.over_unit", "Sight over a unit"),
    ("example.fire", "The opening volley"),
    ("example.rally", "The depleted regiment that rallies"),
    ("example.group_charge", "The group that charges"),
    ("example.fear_cmm", "What the charged unit fears"),
    ("example.support_one", "One support"),
    ("example.support_net", "Supports against a support"),
    ("example.support_even", "Supports that cancel"),
    ("example.two_enemies", "A charge that meets two"),
    ("example.planned_charge", "Planning a simple charge"),
    ("example.command", "Command radius"),
    ("example.napoleon_fp", "The firepower of Napoleons"),
    ("example.combined_guns", "Guns of two kinds"),
    ("example.unsupported_battery", "The charged battery alone"),
    (
        "example.battery_and_regiment",
        "The battery with a regiment beside it",
    ),
    ("example.enfilade_line", "Enfilade"),
    ("example.cavalry_fear", "Cavalry against infantry"),
    ("example.pontoon", "A pontoon bridge"),
    ("example.battlespace", "Cutting a battlespace"),
];

/// The lessons in the order of the course, those beside it last; what cannot be read comes with its
/// fault in place of its card.
pub fn course() -> Vec<(PathBuf, Result<Card, String>)> {
    let mut lessons: Vec<_> = all()
        .into_iter()
        .map(|path| {
            let read = card(&path).map_err(|fault| fault.to_string());
            (path, read)
        })
        .collect();
    lessons.sort_by_key(|(path, card)| {
        let place = card.as_ref().ok().and_then(|card| card.course);
        (place.unwrap_or(u32::MAX), name_of(path))
    });
    lessons
}

/// The lesson that teaches a rule: the first of the course, by its name and title.
pub fn teaching(rule: &str) -> Option<(String, String)> {
    use std::collections::BTreeMap;
    use std::sync::OnceLock;
    // A player's own lessons are found in the menu; this looks at what was there at the start.
    static TEACHING: OnceLock<BTreeMap<String, (String, String)>> = OnceLock::new();
    let known = TEACHING.get_or_init(|| {
        let mut known = BTreeMap::new();
        for (path, card) in course() {
            let Ok(card) = card else { continue };
            for rule in &card.teaches {
                known
                    .entry(rule.clone())
                    .or_insert_with(|| (name_of(&path), card.title.clone()));
            }
        }
        known
    });
    known.get(rule).cloned()
}
