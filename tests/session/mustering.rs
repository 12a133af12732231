//! `muster` and quick battles from the command line.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadly-field"))
        .args(arguments)
        .current_dir(folder)
        .env("DEADLY_FIELD_DATA", folder.join("data"))
        .output()
        .expect("it runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(out(output).trim())
        .unwrap_or_else(|error| panic!("{error}: {}", out(output)))
}

fn folder() -> tempfile::TempDir {
    tempfile::TempDir::new().expect("a folder")
}

#[test]
fn a_new_force_is_legal_and_keeps_what_is_there() {
    let folder = folder();
    let at = folder.path();
    let made = run(
        at,
        &[
            "muster",
            "new",
            "mine.ron",
            "--side",
            "confederate",
            "--points",
            "120",
        ],
    );
    assert!(made.status.success(), "{}", told(&made));
    assert!(
        out(&made).contains("muster check mine.ron"),
        "{}",
        out(&made)
    );
    let checked = run(at, &["muster", "check", "mine.ron"]);
    assert!(checked.status.success(), "{}", out(&checked));
    assert!(
        out(&checked).starts_with("mine.ron: good: "),
        "{}",
        out(&checked)
    );
    let kept = std::fs::read_to_string(at.join("mine.ron")).expect("the force");
    let again = run(at, &["muster", "new", "mine.ron"]);
    assert!(!again.status.success());
    assert_eq!(
        std::fs::read_to_string(at.join("mine.ron")).expect("the force"),
        kept
    );
}

#[test]
fn what_a_force_costs_adds_up_as_a_table_and_as_json() {
    let folder = folder();
    let table = run(folder.path(), &["muster", "cost", "crossroads_union"]);
    assert!(table.status.success(), "{}", told(&table));
    let text = out(&table);
    assert!(
        text.lines()
            .next()
            .expect("a head")
            .ends_with(": 156 points"),
        "{text}"
    );
    assert!(text.contains("16th Maine"), "{text}");
    let told = json(&run(
        folder.path(),
        &["muster", "cost", "crossroads_union", "--json"],
    ));
    assert_eq!(told["points"], 156);
    fn sum(command: &Value) -> u64 {
        let units = command["units"].as_array().expect("units");
        let own: u64 = units
            .iter()
            .map(|unit| unit["points"].as_u64().expect("a price"))
            .sum();
        let leader = command["leader"]["points"].as_u64().unwrap_or(0);
        let below = command["commands"].as_array().expect("commands");
        let all = own + leader + below.iter().map(sum).sum::<u64>();
        assert_eq!(command["points"].as_u64(), Some(all), "{}", command["name"]);
        all
    }
    let commands = told["commands"].as_array().expect("commands");
    assert_eq!(commands.iter().map(sum).sum::<u64>(), 156);
}

#[test]
fn the_same_seed_is_the_same_random_force() {
    let folder = folder();
    let at = folder.path();
    let arguments = |seed: &'static str| {
        [
            "muster", "random", "--period", "1864", "--points", "200", "--seed", seed, "--json",
        ]
    };
    let first = json(&run(at, &arguments("7")));
    assert_eq!(first, json(&run(at, &arguments("7"))));
    assert_ne!(first, json(&run(at, &arguments("8"))));
    assert_eq!(first["period"], "early_1864");
    assert!(first["points"].as_u64().expect("points") <= 200);
    let out_file = run(
        at,
        &["muster", "random", "--manner", "attack", "--out", "a.ron"],
    );
    assert!(out_file.status.success(), "{}", told(&out_file));
    let checked = json(&run(at, &["muster", "check", "a.ron", "--json"]));
    assert_eq!(
        checked["faults"].as_array().map(Vec::len),
        Some(0),
        "{checked}"
    );
    let little = run(at, &["muster", "random", "--points", "10"]);
    assert_eq!(little.status.code(), Some(1));
    assert!(
        told(&little).contains("cannot be mustered"),
        "{}",
        told(&little)
    );
}

#[test]
fn a_check_names_the_place_and_the_rule() {
    let folder = folder();
    let at = folder.path();
    let force = concat!(env!("CARGO_MANIFEST_DIR"), "/forces/crossroads_union.ron");
    let text = std::fs::read_to_string(force).expect("ours");
    let greedy = text
        .replace("quality: \"veteran\"", "quality: \"elite\"")
        .replace("points: Some(156)", "points: None");
    std::fs::write(at.join("greedy.ron"), greedy).expect("written");
    let checked = run(at, &["muster", "check", "greedy.ron"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(
        out(&checked).contains("(muster.brigade_quality)"),
        "{}",
        out(&checked)
    );
    let told = json(&run(
        at,
        &[
            "muster",
            "check",
            "greedy.ron",
            "--json",
            "--scenario",
            "the_crossroads",
        ],
    ));
    let faults = told["faults"].as_array().expect("faults");
    let rules: Vec<_> = faults
        .iter()
        .filter_map(|fault| fault["rule"].as_str())
        .collect();
    assert!(rules.contains(&"muster.read_entry"), "{rules:?}");
    assert!(
        faults
            .iter()
            .all(|fault| fault["place"].as_str().is_some_and(|place| place.len() > 3))
    );
}

#[test]
fn the_list_names_ours_and_the_players_own() {
    let folder = folder();
    let at = folder.path();
    std::fs::create_dir(at.join("forces")).expect("a folder");
    let made = run(at, &["muster", "random", "--out", "forces/mine.ron"]);
    assert!(made.status.success(), "{}", told(&made));
    let list = run(at, &["muster", "list", "--json"]);
    assert!(list.status.success(), "{}", told(&list));
    let files: Vec<String> = out(&list)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|one| one["file"].as_str().expect("a file").to_owned())
        .collect();
    assert!(files.contains(&"forces/mine.ron".to_owned()), "{files:?}");
    assert!(
        files.contains(&"forces/richmond_1864_union.ron".to_owned()),
        "{files:?}"
    );
    let table = out(&run(at, &["muster", "list"]));
    assert_eq!(table.lines().count(), files.len());
}

#[test]
fn a_quick_battle_is_fought_drawn_and_saved_from_the_command_line() {
    let folder = folder();
    let at = folder.path();
    let quick = [
        "quick",
        "--points",
        "100",
        "--battlespace",
        "06",
        "--period",
        "1863",
        "--country",
        "rich",
    ];
    let with = |first: &[&str], last: &[&str]| {
        let all: Vec<&str> = first.iter().chain(&quick).chain(last).copied().collect();
        run(at, &all)
    };
    let fought = with(&["fight"], &["--turns", "3", "--replay", "q.replay"]);
    assert!(fought.status.success(), "{}", told(&fought));
    let replayed = run(at, &["replay", "q.replay"]);
    assert!(replayed.status.success(), "{}", told(&replayed));
    let map = with(&["map"], &["--out", "q.svg", "--scale", "10mm"]);
    assert!(map.status.success(), "{}", told(&map));
    assert!(
        std::fs::read_to_string(at.join("q.svg"))
            .expect("a plan")
            .contains("Quick battle")
    );
    let counted = with(
        &["simulate"],
        &["--games", "2", "--turns", "2", "--jobs", "1", "--json"],
    );
    assert!(counted.status.success(), "{}", told(&counted));
    // Who means something else is told so.
    let other = run(at, &["fight", "the_crossroads", "--points", "100"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        told(&other).contains("--points: is for quick battles"),
        "{}",
        told(&other)
    );
    let nowhere = run(at, &["fight", "quick", "--battlespace", "06-28"]);
    assert!(
        told(&nowhere).contains("make no rectangle"),
        "{}",
        told(&nowhere)
    );
    for (option, value, allowed) in [
        ("--points", "x", "from 40 to 2000"),
        ("--points", "39", "from 40 to 2000"),
        ("--cards", "21", "from 2 to 20"),
        ("--turns", "-1", "from 1 to 20"),
    ] {
        let refused = run(at, &["fight", "quick", &format!("{option}={value}")]);
        assert_eq!(refused.status.code(), Some(2), "{option} {value}");
        assert!(told(&refused).contains(allowed), "{}", told(&refused));
    }
    let save = run(at, &["fight", "q.replay", "--points", "100"]);
    assert!(!save.status.success());
    // And what is left of one battle fights the next.
    let first = run(
        at,
        &[
            "fight",
            "mine_run_2_union_won",
            "--seed",
            "2",
            "--replay",
            "two.replay",
        ],
    );
    assert!(first.status.success(), "{}", told(&first));
    let next = run(
        at,
        &[
            "fight",
            "mine_run_3_union_won",
            "--after",
            "two.replay",
            "--replay",
            "three.replay",
        ],
    );
    assert!(next.status.success(), "{}", told(&next));
    let again = run(at, &["replay", "three.replay"]);
    assert!(again.status.success(), "{}", told(&again));
}
