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

/// File, what is changed, into what, and what the fault must say.
const OUT_OF_BOUNDS: &[(&str, &str, &str, &str)] = &[
    (
        "morale.ron",
        "section_lost: 3",
        "section_lost: 2000000000",
        ":9:19: 2000000000 is out of bounds; allowed: numbers from -999 to 999",
    ),
    (
        "morale.ron",
        "section_lost: 3",
        "section_lost: -3",
        "section_lost: -3 is out of bounds; allowed: 0 or more",
    ),
    (
        "morale.ron",
        "highest: 12",
        "highest: -5",
        "highest: -5 is out of bounds; allowed: 1 to 20",
    ),
    (
        "morale.ron",
        "\"shaken\": 4",
        "\"shaken\": 1",
        "level: falls although the level gets worse",
    ),
    (
        "morale.ron",
        "\"routed\": 6",
        "\"routed\": 13",
        "level.routed: 13 is out of bounds; allowed: 0 to 12",
    ),
    (
        "morale.ron",
        "two: (3, 6)",
        "two: (0, 6)",
        "basic.elite.two[0]: 0 is out of bounds; allowed: 1 to 30",
    ),
    (
        "morale.ron",
        "three: (3, 4, 6)",
        "three: (5, 4, 6)",
        "basic.elite.three: falls although stands are lost",
    ),
    (
        "morale.ron",
        "big_margin: 5",
        "big_margin: 0",
        "results.big_margin: 0 is out of bounds; allowed: 1 or more",
    ),
    (
        "morale.ron",
        "unsupported_battery_factor: 2",
        "unsupported_battery_factor: 0",
        "unsupported_battery_factor: 0",
    ),
    (
        "fire.ron",
        "elite: (-1, -1)",
        "elite: (2147483647, -1)",
        "2147483647 is out of bounds",
    ),
    (
        "fire.ron",
        "normal: 2",
        "normal: 9",
        "infantry.dice.normal: 9 is out of bounds; allowed: 1 to 8",
    ),
    (
        "fire.ron",
        "desperation: 1",
        "desperation: 0",
        "infantry.dice.desperation: 0 is out of bounds",
    ),
    (
        "fire.ron",
        "canister: (smoothbore: 4, rifled: 3)",
        "canister: (smoothbore: 4, rifled: 9)",
        "field_guns.dice.canister.rifled: 9",
    ),
    (
        "fire.ron",
        "prolonge: 2",
        "prolonge: 0",
        "field_guns.dice.prolonge: 0",
    ),
    (
        "fire.ron",
        "canister: 5",
        "canister: 10",
        "heavy_guns.dice.canister: 10",
    ),
    (
        "fire.ron",
        "sharpshooter_long_dice: 2",
        "sharpshooter_long_dice: 9",
        "sharpshooter_long_dice: 9",
    ),
    (
        "fire.ron",
        "firepower: 18",
        "firepower: -5",
        "infantry.cap.firepower: -5 is out of bounds; allowed: 1 or more",
    ),
    (
        "fire.ron",
        "units: Some(3)",
        "units: Some(0)",
        "cavalry.cap.units: 0",
    ),
    (
        "fire.ron",
        "long_range: 2",
        "long_range: 0.5",
        "long_range: 0.5 is out of bounds; allowed: 1 or more",
    ),
    (
        "fire.ron",
        "gun_short_range: 0.5",
        "gun_short_range: 1.5",
        "gun_short_range: 1.5 is out of bounds; allowed: more than 0, up to 1",
    ),
    (
        "fire.ron",
        "hit_checks: (2, 2, 3, 4)",
        "hit_checks: (2, 2, 3, 10)",
        "hit_checks[3]: 10 is out of bounds; allowed: 0 to 9",
    ),
    (
        "fire.ron",
        "least_firepower: 2",
        "least_firepower: 0",
        "least_firepower: 0 is out of bounds; allowed: 1 or more",
    ),
    (
        "charge.ron",
        "melee_up_to: 0",
        "melee_up_to: 4294967295",
        "4294967295 is out of bounds",
    ),
    (
        "charge.ron",
        "melee_up_to: 0",
        "melee_up_to: 1",
        "infantry: each line must begin right where the one before ends",
    ),
    (
        "charge.ron",
        "least: 0",
        "least: 13",
        "impact_value: least is above most",
    ),
    (
        "charge.ron",
        "field_section: 1",
        "field_section: 0",
        "impact_value.field_section: 0",
    ),
    (
        "charge.ron",
        "extra_fall_back_dice: 0",
        "extra_fall_back_dice: 9",
        "infantry.losing_attacker.extra_fall_back_dice: 9",
    ),
    (
        "charge.ron",
        "melee_rounds: 2",
        "melee_rounds: 0",
        "melee_rounds: 0",
    ),
    (
        "muster.ron",
        "brigade: (6, 12)",
        "brigade: (6, 4294967295)",
        "4294967295 is out of bounds",
    ),
    (
        "muster.ron",
        "regiments: (3, 6)",
        "regiments: (7, 6)",
        "brigade.regiments: the fewest are above the most",
    ),
    (
        "infantry.ron",
        "mm10: 2",
        "mm10: -2",
        "firepower.rifle_musket.range.mm10: -2 is out of bounds; allowed: more than 0",
    ),
    (
        "cavalry.ron",
        "mm25: ",
        "mm25: -",
        "firepower.rifle_musket.range.mm25: -",
    ),
    (
        "artillery.ron",
        "mm15: 10",
        "mm15: 0",
        "guns.6pdr_gun.range.mm15: 0",
    ),
    (
        "heavy.ron",
        "point_blank: 1",
        "point_blank: 0",
        "guns.siege_30pdr_parrott.range.mm10.point_blank: 0",
    ),
    (
        "heavy.ron",
        "canister: 2",
        "canister: 20",
        "guns.siege_30pdr_parrott.range.mm10: must rise from point_blank over canister to normal",
    ),
    (
        "scale.ron",
        "square: 12",
        "square: 0",
        "mm10.square: 0 is out of bounds; allowed: more than 0",
    ),
    (
        "scale.ron",
        "square: 12",
        "square: NaN",
        ":5:17: NaN is out of bounds",
    ),
    (
        "scale.ron",
        "primary_zone: 6",
        "primary_zone: inf",
        "inf is out of bounds",
    ),
    ("scale.ron", "near: 1", "near: 0", "mm10.near: 0"),
    (
        "scale.ron",
        "open: 1",
        "open: -1",
        "mm10.support.open: -1 is out of bounds; allowed: 0 or more",
    ),
    (
        "movement.ron",
        "backward: 0.5",
        "backward: 0",
        "backward: 0 is out of bounds; allowed: more than 0, up to 1",
    ),
    ("movement.ron", "limber: 0.5", "limber: 2", "limber: 2"),
    (
        "movement.ron",
        "least_move: 1",
        "least_move: NaN",
        "NaN is out of bounds",
    ),
    (
        "movement.ron",
        "least_move: 1",
        "least_move: 0",
        "least_move: 0",
    ),
    (
        "movement.ron",
        "disengage_factor: 2",
        "disengage_factor: 0.5",
        "disengage_factor: 0.5",
    ),
    (
        "leaders.ron",
        "killed_on: 6",
        "killed_on: 0",
        "killed_on: 0 is out of bounds; allowed: 1 to 6",
    ),
    (
        "leaders.ron",
        "corps: 2",
        "corps: 3",
        "generic.corps: 3 is out of bounds; allowed: 0 to 2",
    ),
    (
        "works.ron",
        "hits: 2",
        "hits: 0",
        "works.light.hits: 0 is out of bounds; allowed: 1 or more",
    ),
    (
        "works.ron",
        "confederate_factor: 2",
        "confederate_factor: 0",
        "pontoon.confederate_factor: 0",
    ),
    (
        "works.ron",
        "stretch: (mm10: 1",
        "stretch: (mm10: 0",
        "stretch.mm10: 0",
    ),
];

#[test]
fn numbers_out_of_bounds_are_faults() {
    for (file, from, to, expected) in OUT_OF_BOUNDS {
        let told = fault(file, from, to);
        assert!(told.contains(expected), "{file}, {to}: {told}");
    }
}

#[test]
fn every_wild_number_of_a_file_is_told() {
    let folder = folder();
    change(folder.path(), "scale.ron", "square: 12", "square: NaN");
    change(folder.path(), "scale.ron", "square: 18", "square: 1e9");
    let faults = rules_folder::read(folder.path()).expect_err("two faults");
    let places: Vec<_> = faults.iter().filter_map(|fault| fault.place).collect();
    assert_eq!(places, [(5, 17), (18, 17)]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("taken");
    fs::write(&file, "").expect("written");
    let error = rules_folder::write_book(&file).expect_err("a file is in the way");
    assert!(error.to_string().contains("taken"), "{error}");
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
