//! The rulebook index against the code that cites it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use deadly_field::rules::index::RulebookIndex;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every id cited in `src`: by the macro, or in a `Rules:` paragraph of the documentation.
///
/// A function that cites a rule carries it out. Data alone does not: on a struct only the tables
/// themselves may be cited.
fn citations() -> BTreeMap<String, PathBuf> {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let mut cited = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        for part in text.split("rule!(").skip(1) {
            let id = part
                .trim_start()
                .strip_prefix('"')
                .and_then(|id| id.split('"').next());
            if let Some(id) = id.filter(|id| id.contains('.')) {
                cited.insert(id.to_owned(), file.clone());
            }
        }
        let mut pending = Vec::new();
        let mut in_rules = false;
        for line in text.lines().map(str::trim_start) {
            if let Some(doc) = line.strip_prefix("///") {
                in_rules =
                    doc.trim_start().starts_with("Rules:") || (in_rules && !doc.trim().is_empty());
                if in_rules {
                    pending.extend(doc.split('`').skip(1).step_by(2).map(str::to_owned));
                }
            } else if !line.starts_with("#[") {
                let data = line.contains("struct ");
                let counts = |id: &String| !data || id.starts_with("table.");
                cited.extend(
                    pending
                        .drain(..)
                        .filter(counts)
                        .map(|id| (id, file.clone())),
                );
                in_rules = false;
            }
        }
    }
    cited
}

#[test]
fn every_citation_is_in_the_index() {
    let index = RulebookIndex::book();
    let unknown: Vec<_> = citations()
        .into_iter()
        .filter(|(id, _)| index.get(id).is_none())
        .collect();
    assert!(
        unknown.is_empty(),
        "cited but not in the index: {unknown:#?}"
    );
}

#[test]
fn every_rule_is_cited_or_planned() {
    let cited = citations();
    let uncited: Vec<_> = RulebookIndex::book()
        .iter()
        .filter(|entry| !entry.planned && !cited.contains_key(&entry.id))
        .map(|entry| entry.id.as_str())
        .collect();
    assert!(
        uncited.is_empty(),
        "in the index as built but cited by no code: {uncited:#?}"
    );
    let built: Vec<_> = RulebookIndex::book()
        .iter()
        .filter(|entry| entry.planned && cited.contains_key(&entry.id))
        .map(|entry| entry.id.as_str())
        .collect();
    assert!(
        built.is_empty(),
        "in the index as planned but cited by code: {built:#?}"
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
    sources(&root.join("tests"), &mut files);
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
