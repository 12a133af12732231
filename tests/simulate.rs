//! `simulate` as a person uses it.

use assert_cmd::Command;
use serde_json::Value;

fn simulate(arguments: &[&str]) -> Value {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(["simulate", "taint_no_militia", "--json"])
        .args(arguments)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn without_seconds(mut tally: Value) -> Value {
    let seconds = tally["seconds"].take();
    assert!(seconds.as_f64().is_some_and(|seconds| seconds > 0.0));
    tally
}

/// The same seed is the same tally, however many battles are fought at once.
#[test]
fn jobs_change_nothing() {
    let tally = |jobs: &str, seed: &str| {
        let games = ["--games", "9", "--jobs", jobs, "--seed", seed];
        without_seconds(simulate(&games))
    };
    let one = tally("1", "7");
    assert_eq!(one, tally("2", "7"));
    assert_eq!(one, tally("5", "7"));
    assert_ne!(one, tally("2", "8"));
}

#[test]
fn the_tally_adds_up() {
    let games = ["--games", "8", "--union", "random", "--scale", "10mm"];
    let tally = simulate(&games);
    let number = |pointer: &str| {
        let value = tally.pointer(pointer).and_then(Value::as_f64);
        value.unwrap_or_else(|| panic!("no number {pointer} in {tally}"))
    };
    assert_eq!(number("/games"), 8.0);
    let wins: f64 = ["union", "confederate", "draw"]
        .iter()
        .map(|side| number(&format!("/wins/{side}")))
        .sum();
    assert_eq!(wins, 8.0);
    for side in ["union", "confederate"] {
        let share = number(&format!("/intervals/{side}/share"));
        assert_eq!(share, number(&format!("/wins/{side}")) / 8.0);
        assert!(number(&format!("/intervals/{side}/low")) <= share);
        assert!(number(&format!("/intervals/{side}/high")) >= share);
        let units = tally["units"].as_array().expect("units");
        let lost: f64 = units
            .iter()
            .filter(|unit| unit["side"] == side)
            .map(|unit| unit["mean_losses"].as_f64().expect("losses"))
            .sum();
        let mean = number(&format!("/casualties/{side}/mean"));
        assert!((lost - mean).abs() < 1e-9, "{lost} {mean}");
    }
    assert_eq!(number("/turns"), 4.0);
    let units = tally["units"].as_array().expect("units");
    assert_eq!(units.len(), 25);
    for unit in units {
        let share = |name: &str| unit[name].as_f64().expect("a share");
        assert!((share("routed") + share("removed") - share("broken")).abs() < 1e-9);
        assert!((0.0..=1.0).contains(&share("broken")), "{unit}");
        assert!(share("mean_losses") <= share("strength"), "{unit}");
    }
    assert!(number("/luck/spread") > 0.5);
    assert!((0.0..=1.0).contains(&number("/luck/better_dice_won/share")));
    assert!((-1.0..=1.0).contains(&number("/luck/correlation_with_losses")));
    assert_eq!(number("/luck/union_with_even_dice/games"), 3.0);
    for kind in ["fire", "morale", "impact", "fate"] {
        assert!(number(&format!("/luck/kinds/{kind}/spread")) >= 0.0);
    }
}

/// For people: a table, and how much was luck.
#[test]
fn people_get_a_table() {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(["simulate", "taint_no_militia", "--games", "2"])
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    for part in [
        "T'ain't No Militia at 15mm: 2 battles in ",
        "The side with the better dice won ",
        "Archer's Brigade",
        "  42nd Mississippi ",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Dummies stand for nobody, and nobody counts them.
#[test]
fn hidden_battles_are_counted_like_others() {
    let run = |extra: &[&str]| {
        let output = Command::cargo_bin("deadly-field")
            .expect("the program")
            .args(["simulate", "taint_no_militia", "--games", "2"])
            .args(["--hidden", "both", "--dummies", "2"])
            .args(extra)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let lines = |text: &str| text.lines().filter(|line| line.starts_with("  ")).count();
    let text = run(&[]);
    assert!(text.contains("  42nd Mississippi "), "{text}");
    let json: Value = serde_json::from_str(&run(&["--json"])).expect("an object");
    let units = json["units"].as_array().expect("units").len();
    assert_eq!(units, 25);
    assert!(lines(&text) >= units, "{text}");
}
