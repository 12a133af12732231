use super::*;
use crate::battle::{Battle, Roller};
use crate::print::play;

fn header() -> Header {
    Header {
        seed: 7,
        players: Names {
            union: "random".to_owned(),
            confederate: "random".to_owned(),
        },
        house_rules: Vec::new(),
    }
}

/// The header, and the lines after it.
fn log_of(battle: &Battle) -> (Value, Vec<Value>) {
    let mut log = Vec::new();
    write_log(battle, &header(), &mut log).expect("a log");
    let log = String::from_utf8(log).expect("text");
    let mut lines = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    (lines.next().expect("a header"), lines.collect())
}

#[test]
fn the_header_says_who_everybody_is() {
    let battle = play::out(3);
    let (header, _) = log_of(&battle);
    for (field, value) in [
        ("fact", json!("header")),
        ("scenario", json!("T'ain't No Militia")),
        ("scale", json!("15mm")),
        ("seed", json!(7)),
        ("revision", json!(REVISION)),
        (
            "players",
            json!({"union": "random", "confederate": "random"}),
        ),
    ] {
        assert_eq!(header[field], value, "{field}");
    }
    let army = battle.first();
    let units = header["units"].as_array().expect("units");
    assert_eq!(units.len(), army.units().len());
    for (unit, id) in units.iter().zip(army.units()) {
        assert_eq!(unit["unit"], json!(id));
        assert_eq!(unit["name"], army.name(id));
        assert_eq!(unit["side"], json!(army.side(id)));
        let strength = if army.unit(id).is_artillery() {
            "sections"
        } else {
            "figures"
        };
        assert_eq!(unit[strength], army.identity(id).strength, "{unit}");
        let place = army.on_table(id).then(|| army.placement(id));
        assert_eq!(unit["at"], json!(place.map(|place| place.at)));
        assert_eq!(unit["facing"], json!(place.map(|place| place.facing)));
        // Whoever copies it into a request leaves out only what is the log's own.
        let mut asked = unit.clone();
        for own in ["unit", "name", "brigade", "strength", "at", "facing"] {
            asked.as_object_mut().expect("an object").remove(own);
        }
        let asked: UnitRequest = serde_json::from_value(asked).expect("a unit of a request");
        assert_eq!(asked, UnitRequest::from(army.unit(id)));
    }
    let hall = &units[10];
    assert_eq!(
        (&hall["name"], &hall["brigade"]),
        (
            &json!("Hall's Battery, 2nd Maine Light"),
            &json!("2nd Brigade")
        )
    );
    assert_eq!(hall["weapon"], "3in_ordnance");
    assert_eq!(header["leaders"][0]["name"], "John Reynolds");
}

/// Every line that asks the adjudicator gets the answer that the battle had.
#[test]
fn the_log_answers_as_the_battle_did() {
    let (mut fires, mut passed, mut ropes) = (0, 0, 0);
    let (mut checks, mut impacts, mut blows) = (0, 0, 0);
    for seed in 0..60 {
        let battle = play::out(seed);
        let (_, log) = log_of(&battle);
        assert_eq!(log.len(), battle.facts().len());
        for (line, fact) in log.iter().zip(battle.facts()) {
            let asked = matches!(
                fact,
                Fact::Fired { .. } | Fact::Checked { .. } | Fact::Impact { .. }
            );
            assert_eq!(line.get("request").is_some(), asked, "{line}");
            assert_eq!(line.get("answer").is_some(), asked, "{line}");
            match fact {
                Fact::Fired { volley, .. } => {
                    fires += 1;
                    let answer = &line["answer"]["fire"];
                    assert_eq!(answer["fp"], volley.terms.firepower, "{line}");
                    assert_eq!(answer["drm"], volley.terms.drm, "{line}");
                    assert_eq!(answer["total"], line["total"], "{line}");
                    assert_eq!(answer["result"], line["result"], "{line}");
                    assert_eq!(line["result"], line["volley"]["result"], "{line}");
                    let request = &line["request"]["fire"];
                    // What is lost to those it went through is no matter of the scenario's.
                    assert_eq!(request["passed"], volley.aim.passed, "{line}");
                    assert_eq!(request["scenario_drm"], volley.aim.scenario_drm, "{line}");
                    let close = volley.aim.kind.is_at_arms_length();
                    let range = (!close).then(|| f64::from(volley.aim.range));
                    assert_eq!(request["range"], json!(range), "{line}");
                    assert_eq!(request["kind"], json!(volley.aim.kind.unmixed()), "{line}");
                    passed += u32::from(volley.aim.passed > 0);
                    ropes += u32::from(request["kind"] == "prolonge");
                }
                Fact::Checked {
                    points, outcome, ..
                } => {
                    checks += 1;
                    let answer = &line["answer"]["morale"];
                    assert_eq!(answer["mmp"], points.mmp, "{line}");
                    assert_eq!(answer["falls_back"], outcome.falls_back, "{line}");
                    let after = if line["after"].is_null() {
                        json!("removed")
                    } else {
                        line["after"].clone()
                    };
                    assert_eq!(answer["after"], after, "{line}");
                }
                Fact::Impact {
                    encounter,
                    terms,
                    result,
                    ..
                } => {
                    impacts += 1;
                    let answer = &line["answer"]["impact"];
                    assert_eq!(answer["attacker_mmp"], terms.attacker.mmp, "{line}");
                    assert_eq!(answer["defender_mmp"], terms.defender.mmp, "{line}");
                    assert_eq!(answer["attacker_value"], terms.attacker_value, "{line}");
                    assert_eq!(answer["defender_value"], terms.defender_value, "{line}");
                    assert_eq!(answer["by"], result.by, "{line}");
                    assert_eq!(answer["winner"], line["result"]["winner"], "{line}");
                    assert_eq!(answer["outcome"], json!(result.outcome), "{line}");
                    let request = &line["request"]["impact"];
                    for (name, side) in [
                        ("attacker", encounter.attacker),
                        ("defender", encounter.defender),
                    ] {
                        let told = &request[name];
                        assert_eq!(told["regiments_lost"], side.regiments_lost, "{line}");
                        assert_eq!(told["leaders_lost"], side.leaders_lost, "{line}");
                        assert_eq!(told["scenario_mmp"], side.scenario_mmp, "{line}");
                    }
                }
                Fact::Melee {
                    by_attacker,
                    by_defender,
                    round,
                    ..
                } => {
                    for (name, blow) in [("by_attacker", by_attacker), ("by_defender", by_defender)]
                    {
                        let told = &line[name];
                        let Some(terms) = &blow.terms else {
                            assert!(told.get("request").is_none(), "{line}");
                            continue;
                        };
                        blows += 1;
                        let answer = &told["answer"]["fire"];
                        assert_eq!(answer["fp"], terms.firepower, "{line}");
                        assert_eq!(answer["fp"], told["fp"], "{line}");
                        assert_eq!(answer["drm"], terms.drm, "{line}");
                        assert_eq!(answer["total"], told["total"], "{line}");
                        assert_eq!(answer["result"], told["result"], "{line}");
                        let request = &told["request"]["fire"];
                        assert_eq!(request["kind"], "melee", "{line}");
                        assert_eq!(request["round"], *round, "{line}");
                        assert_eq!(request["melee_leader"], blow.leader, "{line}");
                    }
                }
                _ => {}
            }
        }
    }
    assert!(
        fires > 0 && checks > 0 && impacts > 0,
        "{fires} {checks} {impacts}"
    );
    assert!(
        passed > 0 && ropes > 0 && blows > 0,
        "{passed} {ropes} {blows}"
    );
}

/// All dice of a line, those of a fire that only goes on through somebody left out.
fn dice_of(line: &Value) -> Vec<u64> {
    let numbers = |value: &Value| -> Vec<u64> {
        let flat = value.as_array().into_iter().flatten();
        flat.flat_map(|die| match die {
            Value::Array(both) => both.iter().filter_map(Value::as_u64).collect(),
            die => die.as_u64().into_iter().collect::<Vec<_>>(),
        })
        .collect()
    };
    if line["passed"].as_u64().is_some_and(|passed| passed > 0) {
        return Vec::new();
    }
    let places = [
        "/dice",
        "/volley/dice",
        "/by_attacker/dice",
        "/by_defender/dice",
    ];
    let mut dice: Vec<u64> = places
        .iter()
        .filter_map(|place| line.pointer(place))
        .flat_map(numbers)
        .collect();
    dice.extend(line["die"].as_u64());
    dice
}

/// Whatever was rolled is in the log: as many of each number as the dice have shown.
#[test]
fn no_die_is_missing_from_the_facts() {
    for seed in 0..25 {
        let battle = play::out(seed);
        let end = serde_json::to_value(battle.snapshot()).expect("a snapshot")["dice"].take();
        let (_, log) = log_of(&battle);
        let mut told = [0; 7];
        for die in log.iter().flat_map(dice_of) {
            told[die as usize] += 1;
        }
        let mut roller = Roller::seeded(seed);
        let mut rolled = [0; 7];
        let all: u32 = told.iter().sum();
        for _ in 0..all + 500 {
            if serde_json::to_value(&roller).expect("dice") == end {
                break;
            }
            rolled[roller.die() as usize] += 1;
        }
        assert_eq!(told, rolled, "seed {seed}");
    }
}

/// `docs/log.md` has every kind of line and every field.
#[test]
fn the_form_of_the_log_is_written_down() {
    let form = include_str!("../../../docs/log.md");
    let told = |word: &str| form.contains(&format!("`{word}`"));
    let mut kinds = Vec::new();
    for seed in 0..12 {
        let (header, log) = log_of(&play::out(seed));
        for line in log.iter().chain([&header]) {
            let kind = line["fact"].as_str().expect("a kind").to_owned();
            assert!(told(&kind) || kind == "header", "{kind}");
            for field in line.as_object().expect("an object").keys() {
                assert!(told(field), "{field} of {kind}");
            }
            kinds.push(kind);
        }
    }
    kinds.sort();
    kinds.dedup();
    assert!(kinds.len() > 40, "{kinds:?}");
}
