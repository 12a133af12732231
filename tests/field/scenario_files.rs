//! Scenario files: everything wrong is told at once, with its place.

use std::fs;
use std::path::Path;

use deadly_field::rules::{Morale, Scale, Side};
use deadly_field::scenario::{Deployment, Scenario, find};

use crate::support::*;

fn text() -> String {
    fs::read_to_string(find(Path::new("taint_no_militia"))).expect("the scenario")
}

/// The faults of the first scenario after some changes.
fn faults(changes: &[(&str, &str)]) -> Vec<String> {
    let mut text = text();
    for (from, to) in changes {
        assert!(text.contains(from), "the scenario has no {from}");
        text = text.replacen(from, to, 1);
    }
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("changed.ron");
    fs::write(&path, text).expect("written");
    match Scenario::load(&path, Scale::Mm15, rules()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults
            .iter()
            .map(|fault| {
                fault
                    .to_string()
                    .replace(&folder.path().display().to_string(), "DIR")
            })
            .collect(),
    }
}

/// Line and column of the first place where some text stands.
fn place(needle: &str) -> String {
    let text = text();
    let at = text.find(needle).unwrap_or_else(|| panic!("no {needle}"));
    let line = text[..at].matches('\n').count() + 1;
    let column = at - text[..at].rfind('\n').map_or(0, |line| line + 1) + 1;
    format!("DIR/changed.ron:{line}:{column}: ")
}

#[test]
fn r47_the_first_scenario() {
    let scenario = militia(Scale::Mm15);
    assert_eq!((scenario.turns, scenario.initiative), (4, Side::Union));
    assert_eq!(scenario.muster, (136, 135));
    assert_eq!((scenario.date, scenario.time), ((1863, 7, 1), (10, 0)));
    let unit = |name: &str| {
        scenario
            .units
            .iter()
            .find(|unit| unit.name.contains(name))
            .unwrap_or_else(|| panic!("no {name}"))
    };
    let sizes = [
        ("24th Michigan", 8),
        ("19th Indiana", 6),
        ("2nd Wisconsin", 4),
        ("6th Wisconsin", 6),
        ("7th Wisconsin", 6),
        ("7th Indiana", 8),
        ("76th New York", 6),
        ("84th New York", 6),
        ("95th New York", 4),
        ("147th New York", 6),
        ("Hall", 3),
        ("13th Alabama", 6),
        ("5th Alabama", 4),
        ("1st Tennessee", 4),
        ("7th Tennessee", 4),
        ("14th Tennessee", 4),
        ("2nd Mississippi", 8),
        ("11th Mississippi", 8),
        ("42nd Mississippi", 10),
        ("55th North Carolina", 10),
        ("Johnson", 2),
        ("Marye", 2),
        ("Brander", 2),
        ("Zimmerman", 2),
        ("McGraw", 2),
    ];
    assert_eq!(scenario.units.len(), sizes.len());
    for (name, strength) in sizes {
        assert_eq!(unit(name).unit.strength, strength, "{name}");
        assert_eq!(unit(name).unit.morale, Morale::GoodOrder);
    }
    assert_eq!(
        (
            unit("7th Indiana").present_up_to,
            unit("11th Mississippi").present_up_to
        ),
        (Some(3), Some(3))
    );
    assert!(matches!(
        unit("24th Michigan").deployment,
        Deployment::Arrives { turn: 1, .. }
    ));
    let benefit = |name: &str| {
        let leader = scenario
            .leaders
            .iter()
            .find(|leader| leader.name.contains(name));
        leader.unwrap_or_else(|| panic!("no {name}")).benefit
    };
    let benefits = [
        "Reynolds",
        "Wadsworth",
        "Meredith",
        "Cutler",
        "Heth",
        "Archer",
        "Davis",
        "Pegram",
    ]
    .map(benefit);
    assert_eq!(benefits, [2, 1, 2, 1, 1, 1, 1, 1]);
    let herr = scenario.field.zone("herr_ridge").expect("Herr Ridge");
    let guns = scenario
        .units_of(Side::Confederate)
        .filter(|unit| unit.unit.is_artillery());
    for gun in guns {
        let Deployment::At { placement, .. } = &gun.deployment else {
            panic!("{}", gun.name)
        };
        assert!(
            herr.contains(placement.at),
            "{} is not on Herr Ridge",
            gun.name
        );
    }
}

#[test]
fn all_faults_are_told_at_once_with_their_places() {
    let found = faults(&[
        ("\"rifle_musket\"", "\"rifle_muskett\""),
        ("season: \"summer\"", "season: \"monsoon\""),
        ("turns: 4", "turns: 0"),
        ("kind: \"creek\"", "kind: \"crick\""),
        ("entry: \"", "entry: \"nowhere_"),
        ("otherwise: \"union\"", "otherwise: \"onion\""),
    ]);
    assert!(found.len() >= 6, "{found:#?}");
    let has = |start: String, what: &str| {
        assert!(
            found
                .iter()
                .any(|fault| fault.starts_with(&start) && fault.contains(what)),
            "{start} {what}\n{found:#?}"
        );
    };
    has(
        place("\"rifle_musket\""),
        "`rifle_muskett` is not a weapon of infantry; allowed: rifle_musket, ",
    );
    has(
        place("\"summer\""),
        "season: `monsoon` is not a season; allowed: spring, summer, fall, winter",
    );
    has(
        place("4,").replace(|_: char| false, ""),
        "turns: 0 turns; allowed: 1 to 40",
    );
    has(
        place("\"creek\""),
        "`crick` is not a kind of line; allowed: road, ",
    );
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("is no entry of this scenario; allowed: ")),
        "{found:#?}"
    );
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("`onion` is not an outcome")),
        "{found:#?}"
    );
}

#[test]
fn muster_points_must_add_up() {
    let found = faults(&[("muster: Some((136, 135))", "muster: Some((138, 135))")]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains(
            "muster[0]: the union units and leaders add up to 136 muster points, not to 138"
        ),
        "{found:#?}"
    );
}

#[test]
fn broken_syntax_has_a_place_too() {
    let found = faults(&[("turns: 4,", "turns: 4")]);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("DIR/changed.ron:") && found[0].ends_with("Expected comma"),
        "{found:#?}"
    );
    let found = faults(&[("turns: 4,", "turns: 4, colour: \"blue\",")]);
    assert!(
        found[0].contains("Unexpected field named `colour`"),
        "{found:#?}"
    );
}

#[test]
fn units_stay_on_the_table_and_off_each_other() {
    let text = text();
    // Put one placed unit on another one's place, and a third off the table.
    let places: Vec<&str> = text
        .match_indices("At(")
        .filter_map(|(at, _)| {
            let rest = &text[at..];
            let from = rest.find("at: (")? + 4;
            let to = from + rest[from..].find(')')? + 1;
            Some(&rest[from..to])
        })
        .collect();
    let (first, second, third) = (places[0], places[1], places[2]);
    let found = faults(&[
        (&format!("at: {second}"), &format!("at: {first}")),
        (&format!("at: {third}"), "at: (1.999, 0.001)"),
    ]);
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("stands on the stands of")),
        "{found:#?}"
    );
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("stands off the table")),
        "{found:#?}"
    );
}

#[test]
fn a_brigade_needs_a_leader() {
    let text = text();
    let at = text.find("rank: \"brigade\"").expect("a brigade leader");
    let from = text[..at].rfind("leader: Some((").expect("a leader");
    let to = from + text[from..].find(")),").expect("its end") + 3;
    let found = faults(&[(&text[from..to], "")]);
    assert!(
        found.iter().any(|fault| fault.contains("has no leader")),
        "{found:#?}"
    );
}

#[test]
fn a_file_that_is_not_there() {
    let found =
        Scenario::load(Path::new("nowhere.ron"), Scale::Mm15, rules()).expect_err("no file");
    assert!(
        found[0]
            .to_string()
            .starts_with("nowhere.ron: cannot be read: ")
    );
}

/// Conditions, points, lines and special rules, put in place of the first scenario's.
#[test]
fn what_is_wrong_with_a_judgement_is_told_with_its_place() {
    const CONDITION: &str = "Cleared(winner: \"confederate\", any_of: [\"mcphersons_ridge_north\", \"mcphersons_ridge_south\"]),";
    let zone = "mcphersons_ridge_north";
    let cases = [
        (
            "Beyond(winner: \"union\", line: \"crest\", units: 3)",
            "line",
            "`crest` is no line",
        ),
        (
            "Judged(when: EachTurn(from: 3, to: Some(2)), condition: StandsLost(winner: \"union\", stands: 4))",
            "when",
            "turns 3 to 2",
        ),
        (
            "Judged(when: EachTurn(to: Some(9)), condition: StandsLost(winner: \"union\", stands: 4))",
            "when",
            "turns 1 to 9",
        ),
        (
            "Judged(level: Some(\"glorious\"), condition: StandsLost(winner: \"union\", stands: 4))",
            "level",
            "allowed: marginal, plain, decisive",
        ),
        (
            "Judged(condition: Judged(condition: StandsLost(winner: \"union\", stands: 4)))",
            "condition",
            "one time and one level",
        ),
        (
            "StandsLost(winner: \"union\", stands: 0)",
            "stands",
            "allowed: 1 to 500",
        ),
        (
            "StandsLost(winner: \"union\", stands: 4, command: Some(\"I Corps\"))",
            "command",
            "the winner's own",
        ),
        (
            "StandsLost(winner: \"union\", stands: 4, command: Some(\"Nobody's\"))",
            "command",
            "no command",
        ),
        (
            "Points(winner: \"union\", lead: 2)",
            "",
            "nothing gives points",
        ),
        (
            "GotAway(winner: \"union\", units: 2)",
            "",
            "no command of that side is withdrawn",
        ),
        (
            "All(conditions: [Points(winner: \"union\", lead: 2)])",
            "conditions",
            "two conditions or more",
        ),
        (
            "All(conditions: [CasualtyRatio(winner: \"union\", ratio: 1.5), CasualtyRatio(winner: \"confederate\", ratio: 1.5)])",
            "conditions[1].winner",
            "the same winner",
        ),
    ];
    for (condition, field, what) in cases {
        let told = faults(&[(CONDITION, &format!("{condition},"))]);
        let path = format!(
            "victory.conditions[0]{}{field}",
            if field.is_empty() { "" } else { "." }
        );
        let found = told.iter().find(|fault| fault.contains(what));
        let found = found.unwrap_or_else(|| panic!("{condition}: {told:#?}"));
        assert!(found.contains(&path), "{found}");
        // The line of the condition itself.
        let line = place(CONDITION);
        let line = line.split(':').nth(1).expect("a line");
        assert!(found.contains(&format!("changed.ron:{line}:")), "{found}");
    }
    let otherwise = "otherwise: \"union\",";
    for (more, field, what) in [
        (format!("points: Some((zones: [(zone: \"{zone}\")])),"), "points.zones[0]", "gives no points"),
        ("points: Some((zones: [(zone: \"nowhere\", points: 1)])),".to_owned(), "points.zones[0].zone", "no zone"),
        ("lines: [(id: \"a\", name: \"A\", points: [(0.0, 1.0)], beyond: (1.0, 1.0))],".to_owned(), "lines[0].points", "two points or more"),
        ("lines: [(id: \"a\", name: \"A\", points: [(0.0, 1.0), (9.0, 1.0)], beyond: (1.0, 1.5))],".to_owned(), "lines[0].points[1]", "off the table"),
    ] {
        let told = faults(&[(otherwise, &format!("{otherwise} {more}"))]);
        let good = told.iter().any(|fault| fault.contains(field) && fault.contains(what));
        assert!(good, "{more}: {told:#?}");
    }
    let told = faults(&[(otherwise, "otherwise: \"nobody\",")]);
    assert!(
        told[0].contains("allowed: union, confederate, draw"),
        "{told:?}"
    );
    let rules = "RailroadCut(along";
    for (rule, field, what) in [
        (
            "Withdraws(command: \"I Corps\", by: \"up\", when: Turn(2))",
            "by",
            "allowed: north, east, south, west",
        ),
        (
            "Withdraws(command: \"I Corps\", by: \"east\", when: Turn(9))",
            "when",
            "allowed: 1 to 4",
        ),
        (
            "Withdraws(command: \"I Corps\", by: \"east\", when: Arrived(command: \"Davis' Brigade\"))",
            "when.command",
            "of the other side",
        ),
        (
            "Mounting(command: \"Nobody's\", times: 1)",
            "command",
            "no command",
        ),
        (
            "Tested(zone: \"herr_ridge\", why: \" \")",
            "why",
            "what is hard there",
        ),
        ("WetFlintlocks(drm: 3)", "drm", "allowed: -12 to -1"),
        (
            "FirstCheck(command: \"I Corps\", mmp: 40)",
            "mmp",
            "no morale modifier",
        ),
    ] {
        let told = faults(&[(rules, &format!("{rule}, {rules}"))]);
        let good = told
            .iter()
            .any(|fault| fault.contains(field) && fault.contains(what));
        assert!(good, "{rule}: {told:#?}");
    }
}

#[test]
fn what_is_wrong_with_a_pontoon_train_is_told_with_its_place() {
    let unit = "name: \"76th New York\", arm: Infantry(6)";
    let told = |more: &str| faults(&[(unit, &format!("{unit}, {more}"))]);
    for (more, field, what) in [
        (
            "train: Some(2)",
            "train",
            "only engineers have a pontoon train",
        ),
        (
            "traits: [\"engineer\"], train: Some(13)",
            "train",
            "13 hundred yards of bridge; allowed: 1 to 12",
        ),
        (
            "traits: [\"engineer\"], train: Some(2)",
            "deploy",
            "a loaded pontoon train in battle_line; allowed: road_column",
        ),
    ] {
        let found = told(more);
        let good = found.iter().any(|fault| {
            let placed = fault
                .split(':')
                .nth(1)
                .is_some_and(|line| line.parse::<u32>().is_ok());
            placed && fault.contains(field) && fault.contains(what)
        });
        assert!(good, "{more}: {found:#?}");
    }
    let more = format!("{unit}, traits: [\"engineer\"], train: Some(2)");
    let at = "at: (1.198, 1.304), facing: 270, formation: Some(\"battle_line\")";
    let good = at.replace("battle_line", "road_column");
    let found = faults(&[(unit, &more), (at, &good)]);
    assert!(
        !found.iter().any(|fault| fault.contains("train")),
        "{found:#?}"
    );
}
