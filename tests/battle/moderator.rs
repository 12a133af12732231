//! Tests of competence: fired on in the middle of it, and called for by the moderator; and what a
//! host may make of rain.

use deadly_field::army::Fact;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Disorder, InfantryWeapon, Morale, Troops, Unit};

use crate::play::walk;
use crate::stage::{Stage, foot};

const DISORDER: Morale = Morale::Disorder;
const GOOD: Morale = Morale::GoodOrder;

#[test]
fn whoever_fails_a_test_is_fired_on_as_disordered_while_he_goes_on() {
    let modifiers = |die: u8, shot: &[u8]| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let friend = stage.union(foot(4), 0.0, 2.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 7.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        // Through the friend, who passes his own test.
        play.order(walk(4.0));
        play.roll(&[die, 6]).pass(1);
        assert_eq!(play.unit(us).morale, if die < 4 { DISORDER } else { GOOD });
        assert_eq!(play.unit(friend).morale, GOOD);
        play.roll(shot).react_fire(&[cs], us);
        let facts = play.facts();
        let volley = facts.iter().find_map(|fact| match fact {
            Fact::Fired { volley, .. } => Some(volley.clone()),
            _ => None,
        });
        format!("{:?}", volley.expect("a fire").terms.modifiers)
    };
    let (failed, passed) = (modifiers(1, &[1, 6, 5]), modifiers(6, &[1]));
    assert!(failed.contains("disorder"), "{failed}");
    assert!(!passed.contains("disorder"), "{passed}");
}

/// A ford, five to seven inches ahead.
const FORD: &str =
    "(zones: [(id: \"ford\", name: \"the ford\", shape: Box((0.6, 0.7), (1.4, 0.85)))])";

#[test]
fn the_moderator_calls_for_a_test_where_the_scenario_says() {
    let cross = |die: Option<u8>, level: Morale| {
        let mut stage = Stage::new()
            .plan(FORD)
            .special("[Tested(zone: \"ford\", why: \"the water is high\")]");
        let us = stage.union(foot(8), 0.0, 2.0, 0.0);
        stage.rebel(foot(8), 0.0, 26.0, 180.0);
        let mut play = stage.play();
        play.set_level(us, level);
        let dice: Vec<u8> = die.into_iter().collect();
        play.activate(us);
        // Into the water; what is rolled is rolled once.
        play.roll(&dice).order(walk(4.0));
        let by_task = |fact: &Fact| matches!(fact, Fact::Disordered { unit, by: Disorder::Task } if *unit == us);
        (play.unit(us).morale, play.count(by_task))
    };
    assert_eq!(cross(Some(3), GOOD), (DISORDER, 1));
    assert_eq!(cross(Some(4), GOOD), (GOOD, 0));
    // Whoever is in disorder has nothing to lose.
    assert_eq!(cross(None, DISORDER), (DISORDER, 0));
}

#[test]
fn flintlocks_suffer_in_the_rain_where_the_host_lets_them() {
    let armed = |weapon: InfantryWeapon| Unit {
        troops: match foot(8).troops {
            Troops::Infantry { formation, .. } => Troops::Infantry {
                weapon: Some(weapon),
                formation,
            },
            other => other,
        },
        ..foot(8)
    };
    let drm = |weapon, weather: &str, rules: &str| {
        let mut stage = Stage::new()
            .weather(&format!("Fixed(\"{weather}\")"))
            .special(rules);
        let us = stage.union(armed(weapon), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 1.5, 180.0);
        let mut scenario = stage.scenario();
        scenario.field.weather = match weather {
            "wet" => deadly_field::rules::Weather::Wet,
            _ => deadly_field::rules::Weather::Dry,
        };
        let play = crate::play::Play::of(scenario, &[]);
        let terms = play.battle.now().fire_terms(&[us], cs, FireKind::Normal);
        terms.expect("a fire").drm
    };
    let (flint, rifle) = (InfantryWeapon::OldFlintlock, InfantryWeapon::RifleMusket);
    let host = "[WetFlintlocks(drm: -5)]";
    let dry = drm(flint, "dry", host);
    assert_eq!(drm(flint, "wet", host), dry - 5);
    assert_eq!(drm(flint, "wet", "[]"), dry);
    assert_eq!(drm(rifle, "wet", host), drm(rifle, "dry", host));
}
