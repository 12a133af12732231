//! The `muster` command as a person uses it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// Runs `muster`: exit code, output, complaints.
fn muster(words: &[&str], file: &Path) -> (i32, String, String) {
    let mut command = Command::cargo_bin("deadly-field").expect("the program");
    let output = command
        .arg("muster")
        .arg(words[0])
        .arg(file)
        .args(&words[1..])
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    (code, text(output.stdout), text(output.stderr))
}

/// Whoever changes a regiment of a new force need not count anew to have it checked.
#[test]
fn a_new_force_is_changed_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.ron");
    let (code, told, _) = muster(&["new", "--points", "100"], &file);
    assert_eq!(code, 0, "{told}");
    let text = fs::read_to_string(&file).expect("written");
    assert!(!text.contains("points:"), "{text}");
    assert!(text.contains("'s Brigade"), "{text}");
    assert!(
        !text.contains('\\'),
        "names are written as people do: {text}"
    );
    let changed = text.replacen("\"trained\"", "\"veteran\"", 1);
    assert_ne!(text, changed);
    fs::write(&file, changed).expect("written");
    let (code, told, _) = muster(&["check"], &file);
    assert_eq!(code, 0, "{told}");
    assert!(
        told.contains("good:") && told.contains("101 points"),
        "{told}"
    );
}

#[test]
fn cavalry_with_guns_is_told_that_a_scenario_must_grant_them() {
    let force = Path::new("mine_run_1_union");
    let (code, told, why) = muster(&["check"], force);
    assert_eq!(code, 1);
    let what =
        "1 battery with cavalry, which has none unless a scenario grants it (muster.batteries)";
    assert!(told.contains(what), "{told}");
    assert!(why.contains("--scenario NAME"), "{why}");
    let (code, told, why) = muster(&["check", "--scenario", "mine_run_1"], force);
    assert_eq!((code, why.as_str()), (0, ""), "{told}");
    // What the scenario wants is said as people say it.
    let (_, told, _) = muster(
        &["check", "--scenario", "mine_run_1"],
        Path::new("militia_union"),
    );
    let wants = "not of 3in ordnance; the scenario wants up to 1 battery of 3in ordnance";
    assert!(told.contains(wants), "{told}");
}

#[test]
fn a_force_that_cannot_be_read_is_told_of_in_json_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("false.ron");
    let ours = fs::read_to_string("forces/mine_run_1_union.ron").expect("ours");
    fs::write(&file, ours.replace("Some(84)", "Some(80)")).expect("written");
    let (code, told, _) = muster(&["check", "--json"], &file);
    assert_eq!(code, 1);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let fault = &told["faults"][0];
    assert_eq!(
        (&fault["at"], &fault["line"]),
        (&"points".into(), &6.into())
    );
    let what = fault["what"].as_str().expect("words");
    assert!(
        what.ends_with("allowed: 84, or no `points` at all"),
        "{what}"
    );
}
