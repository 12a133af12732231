//! A player's own folder of rules is checked as strictly as the book's.

use std::fs;
use std::path::Path;

use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::rules_folder;
use tempfile::TempDir;

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let written = rules_folder::write_book(folder.path()).expect("written");
    assert_eq!(written.len(), 14);
    folder
}

fn change(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a chart");
    assert!(text.contains(from), "{file} has no {from}");
    fs::write(path, text.replacen(from, to, 1)).expect("written");
}

/// The one fault that a change makes.
fn fault(file: &str, from: &str, to: &str) -> String {
    let folder = folder();
    change(folder.path(), file, from, to);
    let faults = rules_folder::read(folder.path()).expect_err("the change is a fault");
    let [fault] = &faults[..] else {
        panic!("{faults:?}");
    };
    assert!(fault.file.ends_with(file), "{fault}");
    fault
        .to_string()
        .replace(&folder.path().display().to_string(), "DIR")
}

#[test]
fn the_written_folder_is_the_book() {
    let folder = folder();
    assert_eq!(
        rules_folder::read(folder.path()).as_ref(),
        Ok(Rules::book())
    );
}

#[test]
fn a_changed_number_is_played() {
    let folder = folder();
    change(
        folder.path(),
        "switches.ron",
        "two_inches_at_25mm: true",
        "two_inches_at_25mm: false",
    );
    let house = rules_folder::read(folder.path()).expect("good rules");
    assert_eq!(house.near(Scale::Mm25), 1.0);
}

#[test]
fn a_missing_file_is_the_books() {
    let folder = folder();
    fs::remove_file(folder.path().join("muster.ron")).expect("removed");
    assert_eq!(
        rules_folder::read(folder.path()).as_ref(),
        Ok(Rules::book())
    );
}

#[test]
fn faults_name_file_place_and_what_is_allowed() {
    insta::assert_snapshot!(
        "missing_cell",
        fault(
            "infantry.ron",
            "(\"NA\", \"NA\", 5, 4, 1, 3, 2)",
            "(\"NA\", \"NA\", 5, 4, 1, 3)"
        )
    );
    insta::assert_snapshot!(
        "missing_row",
        fault(
            "infantry.ron",
            "\"old_flintlock\": (range: (mm10: 1, mm15: 2, mm25: 3), figures: (1, 2, 3, 3, 4, 4, 5)),",
            ""
        )
    );
    insta::assert_snapshot!(
        "unknown_row",
        fault("cavalry.ron", "\"shotgun\"", "\"blunderbuss\"")
    );
    insta::assert_snapshot!(
        "unknown_field",
        fault("fire.ron", "least_firepower", "smallest_firepower")
    );
    insta::assert_snapshot!("bad_rate", fault("infantry.ron", "\"2D6\"", "\"2D8\""));
    insta::assert_snapshot!(
        "negative",
        fault("infantry.ron", "figures: (2, 3", "figures: (-2, 3")
    );
    insta::assert_snapshot!(
        "falling",
        fault("artillery.ron", "union: (2, 3, 5)", "union: (2, 3, 1)")
    );
    insta::assert_snapshot!(
        "disordered_results",
        fault("fire.ron", "mc1: 14", "mc1: 11")
    );
    insta::assert_snapshot!(
        "broken_syntax",
        fault("morale.ron", "section_lost: 3,", "section_lost: 3")
    );
    insta::assert_snapshot!(
        "bad_switch",
        fault(
            "switches.ron",
            "infantry_charge_bonus: \"half\"",
            "infantry_charge_bonus: \"double\""
        )
    );
}

#[test]
fn a_misspelt_file_is_not_passed_over() {
    let folder = folder();
    fs::rename(
        folder.path().join("fire.ron"),
        folder.path().join("fires.ron"),
    )
    .expect("renamed");
    let faults = rules_folder::read(folder.path()).expect_err("a fault");
    assert!(
        faults[0]
            .to_string()
            .contains("fires.ron: is no rules file; allowed: "),
        "{faults:?}"
    );
}

#[test]
fn a_folder_that_is_none() {
    let folder = TempDir::new().expect("a folder");
    assert!(rules_folder::read(&folder.path().join("nowhere")).is_err());
    let faults = rules_folder::read(folder.path()).expect_err("empty");
    assert!(
        faults[0].to_string().contains("holds no rules file"),
        "{faults:?}"
    );
}

#[test]
fn existing_files_are_kept() {
    let folder = folder();
    change(
        folder.path(),
        "switches.ron",
        "any_works_line: false",
        "any_works_line: true",
    );
    assert!(
        rules_folder::write_book(folder.path())
            .expect("kept")
            .is_empty()
    );
    let house = rules_folder::read(folder.path()).expect("good rules");
    assert!(house.switches.any_works_line);
}
