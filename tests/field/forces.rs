//! Forces: read, written, mustered by the computer, damaged, and brought to scenarios.

use std::fs;
use std::path::Path;

use deadly_field::rules::muster::{Demand, MusterPart, PartKind, Period};
use deadly_field::rules::{Named, Quality, Scale, Side};
use deadly_field::scenario::force::*;
use deadly_field::scenario::{Deployment, ForceText, Forces, Scenario, ScenarioSource, find};

use crate::damaged::damage;
use crate::support::*;

/// How many are tried; `DEADLY_FIELD_FORCES` says more.
fn count(usual: u64) -> u64 {
    let more = std::env::var("DEADLY_FIELD_FORCES").ok();
    more.and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn part(kind: PartKind, points: u32, demands: Vec<Demand>) -> MusterPart {
    MusterPart {
        kind,
        points: Some(points),
        demands,
    }
}

/// Something that a scenario might ask for.
fn some_want(seed: u64, dice: &mut Dice) -> Want {
    let mut pick = |count: usize| ((dice.unit() * count as f32) as usize).min(count - 1);
    let kind = PartKind::ALL[pick(PartKind::ALL.len())];
    let (least, most): (u32, u32) = match kind {
        PartKind::Corps => (300, 560),
        PartKind::Division => (110, 260),
        PartKind::Brigade => (36, 75),
        PartKind::CavalryBrigade => (50, 90),
        PartKind::Guns => (8, 90),
        PartKind::Any => (40, 420),
    };
    let points = least + pick((most - least) as usize) as u32;
    let demands = match pick(6) {
        0 => vec![Demand::No(vec![Quality::Elite])],
        1 => vec![Demand::AtMost {
            units: 1,
            of: vec![Quality::Elite],
        }],
        _ => Vec::new(),
    };
    Want {
        side: Side::ALL[pick(2)],
        period: Period::ALL[pick(Period::ALL.len())],
        parts: vec![part(kind, points, demands)],
        manner: Manner::ALL[pick(Manner::ALL.len())],
        seed,
        reserves: 30 * pick(3) as u32,
        taken: Vec::new(),
    }
}

/// A thousand of them by `DEADLY_FIELD_FORCES=1000`.
#[test]
fn forces_of_the_computer_are_legal_and_cost_what_they_say() {
    let mut dice = Dice::new(1863);
    let mut spent = 0.0;
    let all = count(60);
    for seed in 0..all {
        let want = some_want(seed, &mut dice);
        let force = raise(rules(), &want).unwrap_or_else(|what| panic!("{want:?}: {what}"));
        let faults = force.faults(rules(), Some(&want.parts));
        assert!(faults.is_empty(), "{want:?}: {faults:?}");
        let granted = want.parts[0].points.expect("points");
        let cost = force.cost(rules());
        assert!(cost <= granted, "{cost} of {granted}");
        spent += f64::from(cost) / f64::from(granted);
        // The file says the same, to the letter and to the point.
        let text = force.text(rules());
        assert!(text.contains(&format!("points: Some({cost}),")), "{text}");
        let again = Force::read("again.ron", &text, rules());
        assert_eq!(again.as_ref(), Ok(&force), "{text}");
        assert_eq!(force, raise(rules(), &want).expect("the same again"));
        let mut names = force.names();
        names.sort_unstable();
        let many = names.len();
        names.dedup();
        assert_eq!(names.len(), many, "each name once");
    }
    let part = spent / all as f64;
    assert!(part > 0.8, "they use {part} of their points");
}

#[test]
fn the_computer_musters_for_every_scenario_of_ours() {
    let mut mustered = 0;
    for path in deadly_field::scenario::all() {
        let scenario = Scenario::load(&path, Scale::Mm15, rules()).expect("one of ours");
        for &side in Side::ALL {
            let Some(musters) = scenario.mustered_by(side) else {
                continue;
            };
            for &manner in Manner::ALL {
                let want = Want {
                    side,
                    period: scenario.period,
                    parts: musters.parts.iter().map(|one| one.muster.clone()).collect(),
                    manner,
                    seed: 7,
                    reserves: 0,
                    taken: Vec::new(),
                };
                let force = raise(rules(), &want)
                    .unwrap_or_else(|what| panic!("{}, {side}: {what}", scenario.name));
                let faults = force.faults(rules(), Some(&want.parts));
                assert!(faults.is_empty(), "{}, {side}: {faults:?}", scenario.name);
                mustered += 1;
            }
        }
    }
    assert!(mustered >= 50, "{mustered}");
}

#[test]
fn what_is_mustered_to_attack_differs_from_what_defends() {
    let strength = |manner| {
        let (mut guns, mut seasoned) = (0, 0);
        for seed in 0..12 {
            let want = Want {
                side: Side::Union,
                period: Period::UpTo1863,
                parts: vec![part(PartKind::Division, 200, Vec::new())],
                manner,
                seed,
                reserves: 0,
                taken: Vec::new(),
            };
            let force = raise(rules(), &want).expect("a force");
            for command in &force.commands {
                command.each(&mut |one| {
                    let batteries = one.units.iter().filter(|unit| unit.muster.is_battery());
                    guns += batteries.count();
                    let others = one.units.iter().filter(|unit| !unit.muster.is_battery());
                    seasoned += others
                        .filter(|one| one.muster.quality.is_seasoned())
                        .count();
                });
            }
        }
        (guns, seasoned)
    };
    let (attack, defence) = (strength(Manner::Attack), strength(Manner::Defence));
    assert!(defence.0 > attack.0, "guns: {} and {}", attack.0, defence.0);
    assert!(
        attack.1 > defence.1,
        "seasoned: {} and {}",
        attack.1,
        defence.1
    );
}

#[test]
fn what_cannot_be_mustered_says_why() {
    let want = Want {
        side: Side::Union,
        period: Period::UpTo1863,
        parts: vec![part(PartKind::Division, 30, Vec::new())],
        manner: Manner::Random,
        seed: 1,
        reserves: 0,
        taken: Vec::new(),
    };
    let what = raise(rules(), &want).expect_err("thirty points are no division");
    assert!(what.contains("a division of 30 points"), "{what}");
}

fn ours(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("forces/{name}.ron"));
    let text = fs::read_to_string(path).expect("one of ours");
    // What it claims to cost would be the first fault of whatever is changed.
    let lines = text.lines().filter(|line| !line.contains("points: Some("));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn faults_of_a_force_name_line_and_field() {
    let text = ours("crossroads_union");
    let told = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let faults = Force::read("x.ron", &text.replacen(from, to, 1), rules());
        let faults = faults.expect_err("a fault");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let line = |part: &str| {
        text.lines()
            .position(|line| line.contains(part))
            .expect("a line")
            + 1
    };
    let cases = [
        (
            "\"veteran\"",
            "\"brave\"",
            "quality: `brave` is not a quality",
            "16th Maine",
        ),
        (
            "Infantry(8)",
            "Infantry(80)",
            "a strength of 80; allowed: 1 to 24",
            "16th Maine",
        ),
        (
            "\"rifle_musket\"",
            "\"bow\"",
            "`bow` is not a",
            "16th Maine",
        ),
        (
            "13th Massachusetts",
            "16th Maine",
            "two units named `16th Maine`",
            "13th Massachusetts",
        ),
        (
            "Henry Baxter",
            "Roy Stone",
            "two leaders named `Roy Stone`",
            "Roy Stone",
        ),
        (
            "benefit: 1",
            "benefit: 7",
            "7 is no leadership benefit",
            "John Robinson",
        ),
        (
            "\"1861_63\"",
            "\"1870\"",
            "`1870` is not a period",
            "1861_63",
        ),
    ];
    for (from, to, what, place) in cases {
        let told = told(from, to);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains(what), "{told:?}");
        assert!(
            told[0].starts_with(&format!("x.ron:{}:", line(place))),
            "{told:?}"
        );
    }
    let claimed = text.replacen(
        "period: \"1861_63\",",
        "period: \"1861_63\", points: Some(3),",
        1,
    );
    let faults = Force::read("x.ron", &claimed, rules()).expect_err("a false claim");
    assert!(
        faults[0]
            .to_string()
            .contains("add up to 156 muster points, not to 3")
    );
}

#[test]
fn a_force_that_holds_too_much_is_refused() {
    let text = ours("crossroads_union");
    let unit =
        "(name: \"16th Maine\", arm: Infantry(8), weapon: \"rifle_musket\", quality: \"veteran\"),";
    let many = text.replacen(unit, &unit.repeat(300), 1);
    let faults = Force::read("x.ron", &many, rules()).expect_err("too many");
    assert!(
        faults[0].to_string().contains("allowed: up to 250"),
        "{}",
        faults[0]
    );
    let huge = format!("{text}{}", " ".repeat(300_000));
    let faults = Force::read("x.ron", &huge, rules()).expect_err("too large");
    assert!(faults[0].to_string().contains("bytes"), "{}", faults[0]);
    let brackets = Force::read("x.ron", &"(".repeat(100_000), rules());
    assert!(brackets.is_err());
}

/// Ten thousand of them by `DEADLY_FIELD_FORCES=10000`.
#[test]
fn damaged_forces_without_a_panic() {
    let texts = ["crossroads_union", "crossroads_confederate"].map(ours);
    let mut dice = Dice::new(1865);
    let mut refused = 0;
    let all = count(1_000);
    for number in 0..all {
        let text = damage(&texts[number as usize % 2], &mut dice);
        match Force::read("damaged.ron", &text, rules()) {
            Err(faults) => {
                refused += 1;
                assert!(
                    faults
                        .iter()
                        .all(|fault| fault.to_string().contains("damaged.ron"))
                );
            }
            Ok(force) => {
                // Whatever was read can be judged, priced and written again.
                let _ = force.faults(rules(), None);
                let again = Force::read("again.ron", &force.text(rules()), rules());
                assert_eq!(again, Ok(force));
            }
        }
    }
    assert!(refused > all / 3, "only {refused} of {all} were refused");
}

fn crossroads(scale: Scale, forces: Forces) -> Result<(Scenario, ScenarioSource), Vec<String>> {
    let path = find(Path::new("the_crossroads"));
    ScenarioSource::load_with(&path, scale, rules(), forces)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn union(text: &str) -> Forces {
    Forces {
        union: Some(ForceText {
            file: "mine.ron".to_owned(),
            text: text.to_owned(),
            cards: Vec::new(),
        }),
        ..Forces::default()
    }
}

#[test]
fn mustered_units_form_in_their_zone_at_every_scale() {
    for &scale in Scale::ALL {
        for seed in 0..count(4).min(40) {
            let choice = ForceChoice::Computer(Manner::ALL[seed as usize % 3]);
            let choices = ForceChoices {
                union: choice.clone(),
                confederate: choice,
                ..ForceChoices::default()
            };
            let path = find(Path::new("the_crossroads"));
            let (scenario, source) = muster_by(&path, &choices, seed, scale, rules())
                .unwrap_or_else(|faults| panic!("{scale} {seed}: {}", faults[0]));
            for unit in &scenario.units {
                let Deployment::At { within, .. } = &unit.deployment else {
                    panic!("{} comes later", unit.name);
                };
                let zone = scenario.field.zone(within.as_ref().expect("a zone"));
                let footprint = unit.footprint(&scenario.field).expect("on the table");
                let out = zone.expect("a zone").sticks_out(&footprint);
                assert!(out <= 0.01, "{} sticks out {out}", unit.name);
            }
            // What was brought travels with the scenario.
            let kept = serde_json::to_string(&source).expect("written");
            let kept: ScenarioSource = serde_json::from_str(&kept).expect("read");
            assert_eq!(kept.fingerprint(), source.fingerprint());
            let again = kept.scenario(scale, rules()).expect("the same");
            assert_eq!(again.units, scenario.units);
            assert!(scenario.muster.0 <= 160 && scenario.muster.1 <= 160);
        }
    }
}

#[test]
fn a_force_that_breaks_the_limits_is_refused_with_its_line_and_rule() {
    let text = ours("crossroads_union");
    let greedy = text.replace("benefit: 1", "benefit: 2");
    let faults = crossroads(Scale::Mm15, union(&greedy)).expect_err("too dear");
    assert!(faults[0].starts_with("mine.ron:"), "{faults:?}");
    assert!(
        faults[0].contains("granted: 160 (scenario.force_size)"),
        "{faults:?}"
    );
    let other = text.replace("\"union\"", "\"confederate\"");
    let faults = crossroads(Scale::Mm15, union(&other)).expect_err("of the other side");
    assert!(faults[0].contains("a confederate force"), "{faults:?}");
    let late = text.replace("1861_63", "1865");
    let faults = crossroads(Scale::Mm15, union(&late)).expect_err("of another time");
    assert!(
        faults[0].contains("the scenario is of 1861_63"),
        "{faults:?}"
    );
}

#[test]
fn namesakes_are_set_apart() {
    let text = ours("crossroads_union").replace("John Robinson", "Henry Heth");
    let (scenario, _) = crossroads(Scale::Mm15, union(&text)).expect("two of a name");
    let names: Vec<_> = scenario
        .leaders
        .iter()
        .map(|leader| leader.name.as_str())
        .collect();
    assert!(
        names.contains(&"Henry Heth") && names.contains(&"Henry Heth (C.S.)"),
        "{names:?}"
    );
}

#[test]
fn who_has_an_order_of_battle_musters_nothing() {
    let choices = ForceChoices {
        union: ForceChoice::Computer(Manner::Random),
        confederate: ForceChoice::Ready,
        ..ForceChoices::default()
    };
    let path = find(Path::new("taint_no_militia"));
    let faults =
        muster_by(&path, &choices, 1, Scale::Mm15, rules()).expect_err("nothing to muster");
    assert!(
        faults[0].to_string().contains("musters no force"),
        "{}",
        faults[0]
    );
}

/// A scenario of the crossroads with other words in it.
fn changed(
    change: &[(&str, &str)],
    choices: &ForceChoices,
    seed: u64,
) -> Result<Scenario, Vec<String>> {
    let text = fs::read_to_string(find(Path::new("the_crossroads"))).expect("the scenario");
    let text = change.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("changed.ron");
    fs::write(&path, text).expect("written");
    muster_by(&path, choices, seed, Scale::Mm15, rules())
        .map(|(scenario, _)| scenario)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

#[test]
fn cards_say_how_strong_a_force_may_be() {
    let cards = [("points: Squares(handicap: 0)", "points: Cards(4)")];
    let mut strengths = Vec::new();
    for seed in 0..8 {
        let Ok(scenario) = changed(&cards, &ForceChoices::default(), seed) else {
            // Four low cards buy no division.
            continue;
        };
        let mustered = scenario.mustered_by(Side::Union).expect("mustered");
        assert_eq!(mustered.cards.len(), 4);
        assert!(mustered.secret);
        let drawn = rules().drawn_points(&mustered.cards);
        assert_eq!(mustered.parts[0].muster.points, Some(drawn));
        assert!(
            scenario.muster.0 <= drawn,
            "{} of {drawn}",
            scenario.muster.0
        );
        strengths.push(drawn);
        // The same seed draws the same cards; the other side draws none.
        let again = changed(&cards, &ForceChoices::default(), seed).expect("the same");
        assert_eq!(again.mustered, scenario.mustered);
        let other = scenario.mustered_by(Side::Confederate).expect("mustered");
        assert!(other.cards.is_empty() && !other.secret);
    }
    strengths.sort_unstable();
    strengths.dedup();
    assert!(strengths.len() >= 3, "{strengths:?}");
}

#[test]
fn a_handicap_buys_more() {
    let text = ours("crossroads_union").replace("benefit: 1", "benefit: 2");
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("mine.ron");
    fs::write(&file, text).expect("written");
    let choices = ForceChoices {
        union: ForceChoice::File(file),
        confederate: ForceChoice::Ready,
        ..ForceChoices::default()
    };
    let none = [];
    assert!(changed(&none, &choices, 1).is_err());
    let more = [(
        "points: Squares(handicap: 0)",
        "points: Squares(handicap: 25)",
    )];
    let scenario = changed(&more, &choices, 1).unwrap_or_else(|faults| panic!("{faults:?}"));
    let part = &scenario.mustered_by(Side::Union).expect("mustered").parts[0];
    assert_eq!(part.muster.points, Some(200));
}

#[test]
fn works_are_given_and_shares_of_a_command_begin_apart() {
    let change = [
        (
            "deploy: [(place: Zone(zone: \"north\", facing: 180))],",
            "deploy: [
                (of: First(1), place: Zone(zone: \"crossroads\", facing: 180)),
                (of: Guns, place: Zone(zone: \"north\", facing: 180)),
                (of: Brigade(3), place: Arrives(turn: 2, entry: \"road_south_at_7\")),
                (place: Arrives(turn: 1, entry: \"road_south_at_7\")),
            ],",
        ),
        (
            "force: \"forces/crossroads_union.ron\",",
            "force: \"forces/crossroads_union.ron\",
            works: [(kind: \"light_works\", along: [(0.2, 1.45), (1.8, 1.45)]), (kind: \"abatis\", along: [(0.2, 1.4), (1.8, 1.4)])],",
        ),
    ];
    let scenario =
        changed(&change, &ForceChoices::default(), 1).unwrap_or_else(|faults| panic!("{faults:?}"));
    let plain = changed(&[], &ForceChoices::default(), 1).expect("as it is");
    assert_eq!(scenario.field.lines.len(), plain.field.lines.len() + 2);
    let turn = |name: &str| {
        let unit = scenario
            .units
            .iter()
            .find(|unit| unit.name == name)
            .expect(name);
        match &unit.deployment {
            Deployment::At { within, .. } => (0, within.clone().expect("a zone")),
            Deployment::Arrives { turn, entry, .. } => (*turn, entry.clone()),
        }
    };
    assert_eq!(turn("16th Maine"), (0, "crossroads".to_owned()));
    assert_eq!(turn("5th Maine Battery"), (0, "north".to_owned()));
    assert_eq!(
        turn("13th Massachusetts"),
        (1, "road_south_at_7".to_owned())
    );
    assert_eq!(
        turn("150th Pennsylvania"),
        (2, "road_south_at_7".to_owned())
    );
}

#[test]
fn what_a_scenario_musters_is_checked() {
    let cases = [
        (
            "kind: \"division\"",
            "kind: \"horde\"",
            "`horde` is not a kind of command",
        ),
        (
            "zone: \"north\", facing",
            "zone: \"nowhere\", facing",
            "`nowhere` is no zone",
        ),
        (
            "Squares(handicap: 0)",
            "Squares(handicap: 4000)",
            "4000 percent more",
        ),
        ("Squares(handicap: 0)", "Points(0)", "nothing is granted"),
        (
            "forces/crossroads_union.ron",
            "../secret.ron",
            "is not in the scenario's folder",
        ),
        (
            "forces/crossroads_union.ron",
            "forces/none.ron",
            "forces/crossroads_union.ron",
        ),
        (
            "deploy: [(place: Zone(zone: \"north\", facing: 180))]",
            "deploy: [(of: Guns, place: Zone(zone: \"north\", facing: 180))]",
            "no line says where 12 of the units begin",
        ),
    ];
    for (from, to, what) in cases {
        let faults = changed(&[(from, to)], &ForceChoices::default(), 1).expect_err(to);
        assert!(
            faults.iter().any(|fault| fault.contains(what)),
            "{to}: {faults:#?}"
        );
    }
    let crowded = [
        ("radii: (0.3, 0.3)", "radii: (0.1, 0.1)"),
        (
            "deploy: [(place: Zone(zone: \"north\", facing: 180))]",
            "deploy: [(place: Zone(zone: \"crossroads\", facing: 180))]",
        ),
    ];
    let Err(faults) = changed(&crowded, &ForceChoices::default(), 1) else {
        panic!("a division in a small zone");
    };
    let what = "find no room in the zone `crossroads`";
    assert!(
        faults.iter().any(|fault| fault.contains(what)),
        "{faults:#?}"
    );
}
