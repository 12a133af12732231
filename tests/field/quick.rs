//! Quick battles and the three countries of the book's board.

use deadly_field::field::Field;
use deadly_field::field::plan::{AreaKind, LineKind};
use deadly_field::rules::muster::Period;
use deadly_field::rules::{Named, Scale, Season, Side, Weather};
use deadly_field::scenario::file::{Country, Edge};
use deadly_field::scenario::force::{ForceChoice, ForceChoices, Manner, muster_by};
use deadly_field::scenario::quick::{Aim, QuickBattle, Sky, Strength, battlespace_of};
use deadly_field::scenario::{Origin, Scenario, ScenarioSource};

use crate::support::*;

fn made(quick: &QuickBattle, scale: Scale) -> (Scenario, ScenarioSource) {
    ScenarioSource::load(Origin::from(quick.clone()), scale, rules()).unwrap_or_else(|faults| {
        let told: Vec<_> = faults.iter().map(ToString::to_string).collect();
        panic!("{quick:?}: {}", told.join("\n"))
    })
}

fn refused(quick: QuickBattle) -> String {
    let made = ScenarioSource::load(Origin::from(quick), Scale::Mm15, rules());
    made.expect_err("a fault")[0].to_string()
}

fn on(points: &str) -> QuickBattle {
    QuickBattle {
        battlespace: battlespace_of(points),
        ..QuickBattle::default()
    }
}

#[test]
fn a_battlespace_is_written_as_in_the_book() {
    assert_eq!(battlespace_of("06"), ["06"]);
    assert_eq!(battlespace_of("14-15"), ["14", "15"]);
    assert_eq!(battlespace_of("6, 7"), ["06", "07"]);
    for (points, squares) in [
        ("06", (2, 2)),
        ("14-15", (3, 2)),
        ("25-26-27-28", (5, 2)),
        ("06-10-14", (2, 4)),
    ] {
        let (scenario, _) = made(&on(points), Scale::Mm15);
        let size = scenario.field.size / 18.0;
        assert_eq!((size.x as u32, size.y as u32), squares, "{points}");
        // Forty points a square for each side.
        let granted = 40 * squares.0 * squares.1;
        for side in [Side::Union, Side::Confederate] {
            let part = &scenario.mustered_by(side).expect("mustered").parts[0];
            assert_eq!(part.muster.points, Some(granted), "{points}");
        }
        let (union, confederate) = scenario.muster;
        for points in [union, confederate] {
            assert!(
                points <= granted && points * 10 >= granted * 9,
                "{points} of {granted}"
            );
        }
    }
}

#[test]
fn what_cannot_be_says_why() {
    assert!(refused(on("06-12")).contains("make no rectangle"));
    assert!(refused(on("29")).contains("`29` is no point of the board; allowed: 01, 02"));
    assert!(refused(on("")).contains("no point is named"));
    let points = |points| QuickBattle {
        strength: Strength::Points(points),
        ..on("06")
    };
    assert!(refused(points(20)).contains("20 points; allowed: 40 to 2000"));
    let ace = QuickBattle {
        strength: Strength::Cards(1),
        ..QuickBattle::default()
    };
    assert!(refused(ace).contains("1 cards; allowed: 2 to 20"));
    let cards = QuickBattle {
        strength: Strength::Cards(4),
        handicap: (25, 0),
        ..on("06")
    };
    assert!(refused(cards).contains("where cards say how strong he is"));
    let turns = QuickBattle {
        turns: 30,
        ..on("06")
    };
    assert!(refused(turns).contains("30 turns; allowed: 1 to 20"));
}

#[test]
fn handicaps_periods_and_large_battles() {
    let quick = QuickBattle {
        handicap: (25, 0),
        ..on("06")
    };
    let (scenario, _) = made(&quick, Scale::Mm15);
    let granted = |scenario: &Scenario, side| -> Vec<_> {
        let parts = &scenario.mustered_by(side).expect("mustered").parts;
        parts.iter().map(|part| part.muster.points).collect()
    };
    assert_eq!(granted(&scenario, Side::Union), [Some(200)]);
    assert_eq!(granted(&scenario, Side::Confederate), [Some(160)]);
    // No Union corps of 1864 costs more than 600 points: 900 are brought by two.
    let large = QuickBattle {
        strength: Strength::Points(900),
        period: Period::Early1864,
        ..on("13-14-15-17-18-19")
    };
    let (scenario, _) = made(&large, Scale::Mm10);
    assert_eq!(granted(&scenario, Side::Union), [Some(450), Some(450)]);
    assert_eq!(granted(&scenario, Side::Confederate), [Some(900)]);
    for &period in Period::ALL {
        for points in [40, 75, 120, 200, 330] {
            let quick = QuickBattle {
                strength: Strength::Points(points),
                period,
                ..on("06-07")
            };
            let (scenario, _) = made(&quick, Scale::Mm15);
            let (union, confederate) = scenario.muster;
            for has in [union, confederate] {
                assert!(
                    has <= points && has * 10 >= points * 7,
                    "{period}: {has} of {points}"
                );
            }
        }
    }
}

#[test]
fn each_side_has_its_edge_and_its_ground() {
    for &edge in Edge::ALL {
        for &aim in Aim::ALL {
            let quick = QuickBattle {
                union_from: edge,
                aim,
                reinforcements: true,
                ..on("14-15")
            };
            let (scenario, _) = made(&quick, Scale::Mm15);
            let field = &scenario.field;
            for unit in scenario.real_units() {
                let Some(ground) = unit.footprint(field) else {
                    continue;
                };
                let zone = field
                    .zone(&format!("{}_ground", unit.unit.side))
                    .expect("a zone");
                assert!(
                    zone.sticks_out(&ground) <= 0.01,
                    "{aim} {edge}: {}",
                    unit.name
                );
                // Everybody looks at the other edge.
                let far = match quick.edge(unit.unit.side) {
                    Edge::North => field.size.y - ground.placement.at.y,
                    Edge::South => ground.placement.at.y,
                    Edge::East => field.size.x - ground.placement.at.x,
                    Edge::West => ground.placement.at.x,
                };
                let half = quick_length(&quick, field) / 2.0;
                assert!(far <= half, "{aim} {edge}: {} is {far} in", unit.name);
            }
            // Help comes over the same edge.
            for side in [Side::Union, Side::Confederate] {
                let way = field.entry(&format!("{side}_road")).expect("a road");
                let far = match quick.edge(side) {
                    Edge::North => field.size.y - way.at.y,
                    Edge::South => way.at.y,
                    Edge::East => field.size.x - way.at.x,
                    Edge::West => way.at.x,
                };
                assert!(far < 0.3, "{aim} {edge} {side}: {far}");
                assert!(
                    !scenario
                        .mustered_by(side)
                        .expect("mustered")
                        .reserves
                        .is_empty()
                );
            }
        }
    }
}

fn quick_length(quick: &QuickBattle, field: &Field) -> f32 {
    match quick.union_from {
        Edge::North | Edge::South => field.size.y,
        Edge::East | Edge::West => field.size.x,
    }
}

fn areas(field: &Field, kind: AreaKind) -> usize {
    field.areas.iter().filter(|area| area.kind == kind).count()
}

fn lines(field: &Field, kind: LineKind) -> usize {
    field.lines.iter().filter(|line| line.kind == kind).count()
}

/// The highest ground, sampled.
fn highest(field: &Field) -> f32 {
    let mut highest = 0.0f32;
    for x in 0..=(field.size.x as u32) {
        for y in 0..=(field.size.y as u32) {
            highest = highest.max(
                field
                    .heights
                    .height(bevy::math::Vec2::new(x as f32, y as f32)),
            );
        }
    }
    highest
}

#[test]
fn countries_differ_as_the_book_has_it() {
    // The whole upper half of the board.
    let whole = |country| {
        let quick = QuickBattle {
            country,
            strength: Strength::Points(160),
            ..on("01-02-03-04-05-06-07-08-09-10-11-12")
        };
        made(&quick, Scale::Mm15).0
    };
    let [poor, plain, rich] = [Country::Poor, Country::Ordinary, Country::Rich].map(whole);
    let (poor, plain, rich) = (&poor.field, &plain.field, &rich.field);
    // Poor: brush is woods, farms are small, roads are partly trails, hills are higher.
    assert_eq!(areas(poor, AreaKind::Brush), 0);
    let woods = areas(plain, AreaKind::LightWoods) + areas(plain, AreaKind::Brush);
    assert_eq!(areas(poor, AreaKind::LightWoods), woods);
    assert!(lines(poor, LineKind::Trail) > lines(plain, LineKind::Trail));
    let buildings = |field: &Field| -> Vec<usize> {
        let farms = field
            .areas
            .iter()
            .filter(|area| area.kind == AreaKind::Farm);
        farms.map(|farm| farm.buildings.len()).collect()
    };
    assert!(
        buildings(poor)
            .iter()
            .all(|&count| (1..=2).contains(&count))
    );
    assert!(highest(poor) > highest(plain) * 1.1);
    // Rich: hardly any brush, half of the woods, more farms of three or four buildings, walls.
    assert!(areas(rich, AreaKind::LightWoods) * 2 <= areas(plain, AreaKind::LightWoods) + 2);
    assert!(areas(rich, AreaKind::Orchard) > areas(plain, AreaKind::Orchard));
    assert!(areas(rich, AreaKind::Farm) > areas(plain, AreaKind::Farm));
    assert!(lines(rich, LineKind::StoneWall) >= 15);
    assert!(
        buildings(rich)
            .iter()
            .all(|&count| (1..=4).contains(&count))
    );
    let large = buildings(rich).iter().filter(|&&count| count >= 3).count();
    assert!(
        large * 5 >= buildings(rich).len() * 4,
        "{:?}",
        buildings(rich)
    );
    assert!(highest(rich) < highest(plain) * 0.9);
}

#[test]
fn every_point_of_the_board_can_be_fought_over_in_every_country() {
    for number in 1..=28 {
        let country = Country::ALL[number % 3];
        let quick = QuickBattle {
            country,
            season: Season::ALL[number % 4],
            aim: Aim::ALL[number % 4],
            sky: Sky::ALL[number % 4],
            ..on(&format!("{number:02}"))
        };
        let scale = Scale::ALL[number % 3];
        let (scenario, source) = made(&quick, scale);
        assert!(
            scenario.name.starts_with("Quick battle: "),
            "{}",
            scenario.name
        );
        // A save carries all that it was made of.
        let kept = serde_json::to_string(&source).expect("written");
        let kept: ScenarioSource = serde_json::from_str(&kept).expect("read");
        let again = kept.scenario(scale, rules()).expect("the same");
        assert_eq!(again.units, scenario.units);
        assert_eq!(again.field, scenario.field);
    }
}

#[test]
fn weather_is_dry_wet_very_dry_or_rolled() {
    let under = |sky| {
        let quick = QuickBattle { sky, ..on("06") };
        made(&quick, Scale::Mm15).0
    };
    assert_eq!(under(Sky::Dry).field.weather, Weather::Dry);
    assert_eq!(under(Sky::Wet).field.weather, Weather::Wet);
    let dry = under(Sky::VeryDry);
    let (going, _) = dry
        .field
        .feature_going(rules(), deadly_field::rules::Feature::Trail);
    assert_eq!(
        going,
        deadly_field::rules::ground::Going::As(deadly_field::rules::Ground::Road)
    );
    let rolled = format!("{:?}", under(Sky::Rolled).weather);
    assert!(rolled.contains("WetUpTo(3)"), "{rolled}");
}

#[test]
fn the_computer_or_a_file_can_bring_a_force_to_it() {
    let quick = QuickBattle {
        strength: Strength::Cards(3),
        ..on("06-07")
    };
    let choices = ForceChoices {
        union: ForceChoice::Computer(Manner::Attack),
        ..ForceChoices::default()
    };
    let loaded = muster_by(quick, &choices, 4, Scale::Mm15, rules());
    let (scenario, _) = loaded.unwrap_or_else(|faults| panic!("{}", faults[0]));
    let mustered = scenario.mustered_by(Side::Union).expect("mustered");
    assert!(mustered.secret && mustered.cards.len() == 3);
    let ours = ForceChoices {
        union: ForceChoice::File("forces/crossroads_union.ron".into()),
        ..ForceChoices::default()
    };
    let (scenario, _) = muster_by(on("06"), &ours, 4, Scale::Mm15, rules()).expect("it fits");
    assert!(scenario.real_units().any(|unit| unit.name == "16th Maine"));
}
