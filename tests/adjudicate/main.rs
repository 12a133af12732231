//! The `adjudicate` command as a person uses it.

mod by_the_book;
mod errors;
mod second_opinion;

use std::io::Write as _;

use assert_cmd::Command;
use serde_json::{Value, json};

fn deadly_field() -> Command {
    Command::cargo_bin("deadly-field").expect("the program")
}

/// Runs the adjudicator over some lines: exit code and answers.
fn adjudicate(lines: &str) -> (i32, Vec<Value>) {
    let output = deadly_field()
        .arg("adjudicate")
        .write_stdin(lines)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    (output.status.code().expect("an exit code"), answers)
}

fn answer(request: Value) -> Value {
    let (code, mut answers) = adjudicate(&format!("{request}\n"));
    assert_eq!((code, answers.len()), (0, 1), "{answers:?}");
    answers.remove(0)
}

fn error(line: &str) -> String {
    let (code, answers) = adjudicate(&format!("{line}\n"));
    assert_eq!(code, 1, "{answers:?}");
    answers[0]["error"]
        .as_str()
        .unwrap_or_else(|| panic!("{answers:?}"))
        .to_owned()
}

fn fire() -> Value {
    json!({"fire": {
        "firers": [{"arm": "infantry", "quality": "veteran", "weapon": "rifle_musket", "figures": 8}],
        "target": {"arm": "infantry", "quality": "veteran", "figures": 8},
        "range": 3,
    }})
}

fn impact() -> Value {
    json!({"impact": {
        "attacker": {"unit": {"arm": "infantry", "quality": "veteran", "figures": 8}},
        "defender": {"unit": {"arm": "infantry", "quality": "veteran", "figures": 6}, "supports": 1},
    }})
}

#[test]
fn a_fire_is_answered_in_the_form_of_the_contract() {
    let mut request = fire();
    request["fire"]["opening_volley"] = json!(true);
    request["fire"]["cover"] = json!(["stone_wall"]);
    request["fire"]["dice"] = json!([4, 5]);
    insta::assert_snapshot!(answer(request));
}

#[test]
fn a_check_is_answered_in_the_form_of_the_contract() {
    insta::assert_snapshot!(answer(json!({"morale": {
        "unit": {"arm": "infantry", "quality": "veteran", "figures": 8},
        "check": 2,
        "fire": {"by": "artillery", "from": "full_flank"},
        "supports": 2,
        "dice": [2, 3],
    }})));
}

#[test]
fn an_impact_is_answered_in_the_form_of_the_contract() {
    let mut request = impact();
    request["impact"]["attacker_dice"] = json!([5, 3]);
    request["impact"]["defender_dice"] = json!([2, 3]);
    insta::assert_snapshot!(answer(request));
}

/// What a fire comes to: FP, dice and DRM.
fn terms(request: Value) -> (Value, Value, Value) {
    let fire = &answer(request)["fire"];
    (
        fire["fp"].clone(),
        fire["dice"].clone(),
        fire["drm"].clone(),
    )
}

/// Why a fire is not allowed.
fn why_not(request: Value) -> String {
    let answer = answer(request);
    assert_eq!(answer["fire"]["allowed"], json!(false), "{answer}");
    let why = answer["fire"]["why"].as_str();
    why.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

fn with(mut request: Value, field: &str, value: Value) -> Value {
    let place = request.pointer_mut(field);
    *place.unwrap_or_else(|| panic!("no {field}")) = value;
    request
}

#[test]
fn the_second_round_of_a_melee_is_asked_for() {
    let blow = |morale: &str, round: Option<u32>| {
        let mut request = fire();
        request["fire"]["kind"] = json!("melee");
        request["fire"]["firers"][0]["morale"] = json!(morale);
        if let Some(round) = round {
            request["fire"]["round"] = json!(round);
        }
        terms(request)
    };
    let full = (json!(8), json!(5), json!(0));
    let half = (json!(4), json!(5), json!(0));
    assert_eq!(blow("good_order", None), full);
    assert_eq!(blow("disorder", Some(1)), full);
    assert_eq!(blow("shaken", Some(1)), (json!(4), json!(4), json!(0)));
    assert_eq!(blow("good_order", Some(2)), half);
    assert_eq!(blow("disorder", Some(2)), half);
}

#[test]
fn guns_fire_on_the_prolonge() {
    let mut request = fire();
    request["fire"]["firers"] = json!([
        {"arm": "artillery", "quality": "veteran", "weapon": "12pdr_napoleon", "sections": 3}
    ]);
    request["fire"]["kind"] = json!("prolonge");
    let answer_at = |range: u32| {
        let mut request = request.clone();
        request["fire"]["range"] = json!(range);
        answer(request)["fire"].clone()
    };
    let near = answer_at(2);
    assert_eq!(
        (&near["band"], &near["dice"]),
        (&json!("canister"), &json!(2))
    );
    assert_eq!(answer_at(6)["band"], json!("short"));
    assert_eq!(answer_at(9)["allowed"], json!(false));
    let mut foot = fire();
    foot["fire"]["kind"] = json!("prolonge");
    assert_eq!(answer(foot)["fire"]["allowed"], json!(false));
}

#[test]
fn fortress_guns_find_the_range_and_obstacles_hamper() {
    let mut fort = fire();
    fort["fire"]["firers"] = json!([
        {"arm": "artillery", "quality": "veteran", "weapon": "fortress_32pdr", "sections": 2}
    ]);
    fort["fire"]["range"] = json!(10);
    fort["fire"]["firer_works"] = json!("heavy");
    fort["fire"]["ranging"] = json!(3);
    fort["fire"]["obstacle"] = json!("flooded_ditch");
    let answer = answer(fort);
    assert_eq!(
        answer["fire"]["modifiers"],
        json!([
            {"what": "in a flooded ditch", "drm": -1, "counted": true},
            {"what": "firing from works", "drm": 2, "counted": true},
            {"what": "shot after shot", "drm": 3, "counted": true},
        ])
    );
    let behind = |obstacle: &str| {
        let mut request = fire();
        request["fire"]["obstacle"] = json!(obstacle);
        terms(request).2
    };
    assert_eq!(
        ["none", "fraise", "flooded_ditch"].map(behind),
        [0, -1, -1].map(|drm| json!(drm))
    );
}

#[test]
fn impact_counts_losses_and_scenario_of_both_sides() {
    let mut request = impact();
    let plain = answer(request.clone());
    let mmp = |answer: &Value| {
        ["attacker_mmp", "defender_mmp"].map(|side| answer["impact"][side].clone())
    };
    assert_eq!(mmp(&plain), [json!(4), json!(4)]);
    request["impact"]["attacker"]["regiments_lost"] = json!(1);
    request["impact"]["attacker"]["scenario_mmp"] = json!(2);
    request["impact"]["defender"]["leaders_lost"] = json!(1);
    request["impact"]["defender"]["scenario_mmp"] = json!(-3);
    assert_eq!(mmp(&answer(request)), [json!(7), json!(2)]);
}

#[test]
fn nobody_minds_a_shaken_enemy_or_guns_alone() {
    let mut shaken = impact();
    shaken["impact"]["defender"]["unit"]["morale"] = json!("shaken");
    assert_eq!(answer(shaken)["impact"]["attacker_mmp"], json!(3));
    let mut alone = impact();
    alone["impact"]["defender"] = json!({
        "unit": {"arm": "artillery", "quality": "veteran", "sections": 3},
        "unsupported_battery": true,
    });
    assert_eq!(answer(alone)["impact"]["attacker_mmp"], json!(3));
    let mut thin = impact();
    thin["impact"]["attacker"]["unit"]["formation"] = json!("skirmish");
    assert_eq!(answer(thin)["impact"]["defender_mmp"], json!(3));
}

#[test]
fn a_forbidden_fire_is_no_error() {
    let mut request = fire();
    request["fire"]["range"] = json!(7);
    let answer = answer(request);
    assert_eq!(answer["fire"]["allowed"], json!(false));
    assert!(
        answer["fire"]["why"]
            .as_str()
            .expect("a reason")
            .contains("long range")
    );
}

#[test]
fn dice_bring_total_and_result_and_nothing_else_does() {
    let plain = answer(fire());
    assert!(plain["fire"].get("total").is_none() && plain["fire"].get("result").is_none());
    let mut request = fire();
    request["fire"]["dice"] = json!([1, 1]);
    let rolled = answer(request);
    assert_eq!(
        (&rolled["fire"]["total"], &rolled["fire"]["result"]),
        (&json!(10), &json!("none"))
    );
}

#[test]
fn wrong_lines_are_told_and_the_others_answered() {
    let good = fire();
    let (code, answers) = adjudicate(&format!("{good}\nnonsense\n\n{good}\n{{\"fire\": 3}}\n"));
    assert_eq!(code, 1);
    let lines: Vec<_> = answers
        .iter()
        .map(|answer| answer.get("line").cloned())
        .collect();
    assert_eq!(lines, [None, Some(json!(2)), None, Some(json!(5))]);
}

#[test]
fn bad_input_names_field_and_what_is_allowed() {
    let unit = |change: &str| {
        format!(
            r#"{{"morale": {{"unit": {{"arm": "infantry", "quality": "veteran", {change}}}}}}}"#
        )
    };
    let mut weapon = fire();
    weapon["fire"]["firers"][0]["weapon"] = json!("blunderbuss");
    let mut no_weapon = fire();
    no_weapon["fire"]["firers"][0]["weapon"] = Value::Null;
    let mut die = fire();
    die["fire"]["dice"] = json!([3, 7]);
    let mut count = fire();
    count["fire"]["dice"] = json!([3, 4, 5]);
    let mut text_die = fire();
    text_die["fire"]["dice"] = json!([3, "four"]);
    let mut no_range = fire();
    no_range["fire"]
        .as_object_mut()
        .expect("an object")
        .remove("range");
    let mut zone = fire();
    zone["fire"]["from"] = json!("side");
    let mut nobody = fire();
    nobody["fire"]["firers"] = json!([]);
    let mut range = fire();
    range["fire"]["range"] = json!(-2);
    let of_fire = |field: &str, value: Value| {
        let mut request = fire();
        request["fire"][field] = value;
        request.to_string()
    };
    let of_impact = |side: &str, field: &str, value: Value| {
        let mut request = impact();
        request["impact"][side][field] = value;
        request.to_string()
    };
    let lines = [
        "{\"fire\": {".to_owned(),
        "{\"volley\": {}}".to_owned(),
        "[1, 2]".to_owned(),
        format!("{} x", fire()),
        unit("\"figures\": -3"),
        unit("\"figures\": 0"),
        unit("\"figures\": 2.5"),
        unit("\"figures\": 8, \"formation\": \"limbered\""),
        unit("\"figures\": 8, \"mounted\": true"),
        unit("\"figures\": 8, \"stands\": [3, 2]"),
        unit("\"figures\": 8, \"bearing\": 9"),
        unit("\"figures\": 8, \"moral\": \"shaken\""),
        unit("\"figures\": 8, \"morale\": \"wavering\""),
        unit("\"sections\": 3"),
        unit("\"figures\": 8, \"lost_sections\": 1"),
        weapon.to_string(),
        no_weapon.to_string(),
        die.to_string(),
        count.to_string(),
        text_die.to_string(),
        no_range.to_string(),
        zone.to_string(),
        nobody.to_string(),
        range.to_string(),
        r#"{"morale": {"unit": {"arm": "infantry", "quality": "green", "figures": 8}, "check": 5}}"#.to_owned(),
        r#"{"morale": {"unit": {"arm": "infantry", "quality": "green", "figures": 8}, "dice": [3]}}"#.to_owned(),
        r#"{"impact": {"attacker": {"unit": {"arm": "artillery", "quality": "green", "sections": 2}}, "defender": {"unit": {"arm": "infantry", "quality": "green", "figures": 8}}}}"#.to_owned(),
        of_fire("passed", json!(-1)),
        of_fire("round", json!(3)),
        of_fire("ranging", json!(4)),
        of_fire("obstacle", json!("abatis")),
        of_impact("attacker", "regiments_lost", json!(-1)),
        of_impact("defender", "leaders_lost", json!("two")),
        of_impact("defender", "scenario_mmp", json!(100)),
        of_impact("attacker", "works", json!("light")),
    ];
    let told: Vec<_> = lines.iter().map(|line| error(line)).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_is_missing_or_no_request_is_told_plainly() {
    let mut kind = fire();
    kind["fire"]["kind"] = json!("hailstorm");
    let lines = [
        r#"{"fire": null}"#,
        r#"{"fire": []}"#,
        r#""fire""#,
        r#""volley""#,
        "{}",
        r#"{"fire": {}}"#,
        r#"{"fire": {"firers": 3}}"#,
        r#"{"fire": {"firers": []}}"#,
        r#"{"fire": {"firers": [{"quality": "green"}]}}"#,
        r#"{"morale": {}}"#,
        r#"{"morale": {"unit": {"arm": "infantry"}}}"#,
        r#"{"morale": {"unit": {"arm": "infantry", "quality": "green", "figures": 8}, "fire": {}}}"#,
        r#"{"morale": {"unit": {"arm": "infantry", "quality": "green", "figures": 8}, "charge": {}}}"#,
        r#"{"impact": {}}"#,
        r#"{"impact": {"attacker": {}}}"#,
        r#"{"impact": {"attacker": {"unit": {"arm": "infantry", "quality": "green", "figures": 8, "morale": "routed"}}, "defender": {"unit": {"arm": "infantry", "quality": "green", "figures": 8}}}}"#,
        &kind.to_string(),
    ];
    let told: Vec<_> = lines.iter().map(|line| error(line)).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn people_are_told_why_something_does_not_count() {
    let mut village = fire();
    village["fire"]["cover"] = json!(["village", "wood_fence"]);
    village["fire"]["target"]["quality"] = json!("elite");
    let charge = json!({"morale": {
        "unit": {"arm": "artillery", "quality": "veteran", "sections": 3},
        "charge": {
            "by": {"arm": "infantry", "quality": "veteran", "figures": 8},
            "unsupported_battery": true,
        },
    }});
    let impact = json!({"impact": {
        "attacker": {"unit": {"arm": "infantry", "quality": "veteran", "figures": 8}},
        "defender": {
            "unit": {"arm": "artillery", "quality": "veteran", "sections": 3},
            "unsupported_battery": true,
        },
    }});
    let output = deadly_field()
        .args(["adjudicate", "--pretty"])
        .write_stdin(format!("{village}\n{charge}\n{impact}\n"))
        .output()
        .expect("it runs");
    insta::assert_snapshot!(String::from_utf8(output.stdout).expect("UTF-8"));
}

#[test]
fn bytes_that_are_no_text_are_told_too() {
    let mut lines = b"\xff\xfe\n".to_vec();
    writeln!(lines, "{}", fire()).expect("written");
    let output = deadly_field()
        .arg("adjudicate")
        .write_stdin(lines)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.starts_with(
            "{\"error\":\"the line is not text; allowed: UTF-8\",\"line\":1}\n{\"fire\""
        ),
        "{text}"
    );
}

#[test]
fn people_get_columns_and_bars() {
    let mut shot = fire();
    shot["fire"]["firers"][0]["quality"] = json!("elite");
    shot["fire"]["target"]["quality"] = json!("green");
    shot["fire"]["target"]["morale"] = json!("disorder");
    shot["fire"]["target"]["formation"] = json!("extended_line");
    shot["fire"]["cover"] = json!(["stone_wall", "wood_fence"]);
    shot["fire"]["dice"] = json!([6, 5]);
    let mut too_far = fire();
    too_far["fire"]["range"] = json!(9);
    let check = json!({"morale": {
        "unit": {"arm": "infantry", "quality": "trained", "figures": 3, "stands": [1, 2], "morale": "shaken"},
        "behind_friends": true,
        "leader": 1,
        "dice": [2, 2],
    }});
    let impact = json!({"impact": {
        "attacker": {"unit": {"arm": "cavalry", "quality": "elite", "figures": 8, "mounted": true}, "leader": 1},
        "defender": {"unit": {"arm": "infantry", "quality": "green", "figures": 6}},
        "attacker_dice": [6, 3],
        "defender_dice": [2, 1],
    }});
    let output = deadly_field()
        .args(["adjudicate", "--pretty"])
        .write_stdin(format!("{shot}\n{too_far}\n{check}\n{impact}\n{{}}\n"))
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8(output.stdout).expect("UTF-8"));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = deadly_field()
        .args(["adjudicate", "nowhere.jsonl"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.jsonl"));
}

#[test]
fn house_rules_change_the_ruling() {
    let folder = tempfile::TempDir::new().expect("a folder");
    deadly_field()
        .arg("house-rules")
        .arg(folder.path())
        .assert()
        .success();
    let path = folder.path().join("fire.ron");
    let text = std::fs::read_to_string(&path).expect("a chart");
    std::fs::write(
        &path,
        text.replacen("opening_volley: 2", "opening_volley: 5", 1),
    )
    .expect("written");
    let mut request = fire();
    request["fire"]["opening_volley"] = json!(true);
    let judge = || {
        let mut command = deadly_field();
        command.arg("--rules").arg(folder.path()).arg("adjudicate");
        command
            .write_stdin(request.to_string())
            .output()
            .expect("it runs")
    };
    let answer: Value = serde_json::from_slice(&judge().stdout).expect("JSON");
    assert_eq!(answer["fire"]["drm"], json!(5));
    std::fs::write(&path, "(").expect("written");
    let broken = judge();
    assert_eq!(broken.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("fire.ron:1:"));
}

#[test]
fn the_help_lists_every_command() {
    let output = deadly_field().arg("--help").output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success());
    for command in [
        "adjudicate",
        "check",
        "map",
        "sight",
        "fight",
        "replay",
        "simulate",
        "watch",
        "shot",
        "rule",
        "house-rules",
    ] {
        assert!(help.contains(command), "{help}");
    }
}

#[test]
fn rules_are_looked_up() {
    let rule = |words: &str| {
        deadly_field()
            .args(["rule", words])
            .output()
            .expect("it runs")
    };
    assert!(
        String::from_utf8_lossy(&rule("fire.minimum").stdout)
            .starts_with("fire.minimum (about page")
    );
    assert_eq!(rule("zeppelin").status.code(), Some(1));
}
