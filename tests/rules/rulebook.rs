//! The rulebook index against the code that cites it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use deadly_field::rules::index::RulebookIndex;

use crate::reach::{self, Source};
use crate::source;

#[test]
fn every_citation_is_in_the_index() {
    let index = RulebookIndex::book();
    let source = Source::ours();
    let unknown: Vec<_> = reach::cites(source.items.iter())
        .into_iter()
        .filter(|(id, _)| index.get(id).is_none())
        .collect();
    assert!(
        unknown.is_empty(),
        "cited but not in the index: {unknown:#?}"
    );
}

/// A function that cites a rule carries it out, but only where a command or a battle calls it.
#[test]
fn every_rule_is_played_or_planned() {
    let source = Source::ours();
    let reached = source.reached();
    let played = source.items.iter().zip(&reached);
    let played = reach::cites(
        played
            .filter(|(_, reached)| **reached)
            .map(|(item, _)| item),
    );
    let cited = reach::cites(source.items.iter().filter(|item| !item.test));
    let nobody = Vec::new();
    let unplayed: Vec<_> = RulebookIndex::book()
        .iter()
        .filter(|entry| !entry.planned && !played.contains_key(entry.id.as_str()))
        .map(|entry| (&entry.id, cited.get(entry.id.as_str()).unwrap_or(&nobody)))
        .collect();
    assert!(
        unplayed.is_empty(),
        "in the index as built, but cited by no code that a command or a battle reaches, only by: {unplayed:#?}"
    );
    let built: Vec<_> = RulebookIndex::book()
        .iter()
        .filter(|entry| entry.planned)
        .filter_map(|entry| Some((&entry.id, played.get(entry.id.as_str())?)))
        .collect();
    assert!(
        built.is_empty(),
        "in the index as planned, but cited by code that is reached: {built:#?}"
    );
}

/// The ledger lies beside the project where we work; elsewhere the index speaks for itself.
#[test]
fn every_rule_of_the_ledger_has_an_entry() {
    let ledger = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/LEDGER.tsv");
    let index = RulebookIndex::book();
    let ids: BTreeSet<_> = index.iter().map(|entry| entry.id.clone()).collect();
    assert!(ids.len() >= 551, "{} entries", ids.len());
    let Ok(text) = fs::read_to_string(ledger) else {
        return;
    };
    let missing: Vec<_> = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .filter(|id| !id.starts_with("example.") && !ids.contains(*id))
        .collect();
    assert!(
        missing.is_empty(),
        "in the ledger but not in the index: {missing:#?}"
    );
}

#[test]
fn entries_are_readable() {
    for entry in RulebookIndex::book().iter() {
        let id = &entry.id;
        assert!((5..=145).contains(&entry.page), "{id}: page {}", entry.page);
        assert!(
            (3..=70).contains(&entry.title.len()),
            "{id}: {}",
            entry.title
        );
        assert!(
            (20..=700).contains(&entry.text.len()),
            "{id}: {}",
            entry.text
        );
        assert!(entry.text.ends_with(['.', ')']), "{id}: {}", entry.text);
    }
}

#[test]
fn rules_are_found_by_words() {
    let found: Vec<_> = RulebookIndex::book()
        .search("buck ball")
        .map(|entry| entry.id.as_str())
        .collect();
    assert!(found.contains(&"fire.buck_and_ball"), "{found:?}");
}

/// Every ruling we give players names tests that exist.
#[test]
fn every_ruling_is_pinned_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rulings = fs::read_to_string(root.join("RULINGS.md")).expect("RULINGS.md");
    let mut files = Vec::new();
    source::collect(&root.join("tests"), &mut files);
    let tests: String = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a test"))
        .collect();
    let mut named = BTreeSet::new();
    for line in rulings.lines() {
        let Some(pins) = line.strip_prefix("Pinned by ") else {
            continue;
        };
        for test in pins.split('`').skip(1).step_by(2) {
            assert!(
                tests.contains(&format!("fn {test}()")),
                "RULINGS.md names {test}"
            );
            named.insert(test.to_owned());
        }
    }
    let ours = tests
        .split("\nfn r")
        .skip(1)
        .filter_map(|part| part.split_once("()"));
    for (name, _) in ours.filter(|(name, _)| name.starts_with(|first: char| first.is_ascii_digit()))
    {
        assert!(
            named.contains(&format!("r{name}")),
            "RULINGS.md does not name r{name}"
        );
    }
    // What is not pinned says that it is not in the program yet.
    for section in rulings.split("\n### ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let told = section.contains("Pinned by ") || section.contains("Not in the program yet.");
        assert!(told, "RULINGS.md: {title}");
    }
}
