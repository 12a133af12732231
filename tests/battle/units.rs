//! Regiments out of the usual: uneven stands, battalions, regiments joined from the start.

use std::sync::Arc;

use deadly_field::army::{Fact, UnitId};
use deadly_field::battle::Battle;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Named, Quality, Rules, Scale, Side};
use deadly_field::scenario::{MakeUp, Scenario, ScenarioSource};

use crate::play::Play;
use crate::stage::{Stage, foot, of};

/// A regiment of five figures, three on one stand and two on the other, under the fire of twelve.
fn under_fire(quality: Quality, uneven: &[u32]) -> (Play, UnitId, UnitId) {
    let mut stage = Stage::new();
    let us = stage.union(foot(12), 0.0, 0.0, 0.0);
    let cs = stage.rebel(of(quality, foot(uneven.iter().sum())), 0.0, 2.5, 180.0);
    stage.made_up(
        cs,
        MakeUp {
            uneven: uneven.to_vec(),
            ..MakeUp::default()
        },
    );
    (stage.play(), us, cs)
}

#[test]
fn uneven_stands_let_the_steady_last_longer() {
    // Two figures are lost by each.
    for (quality, stands) in [
        (Quality::Elite, 2),
        (Quality::Veteran, 2),
        (Quality::Trained, 1),
        (Quality::Green, 1),
    ] {
        let (play, _, cs) = under_fire(quality, &[3, 2]);
        let mut army = play.battle.army().clone();
        army.apply(&Fact::Lost {
            unit: cs,
            figures: 2,
            of_attached: 0,
            horses: 0,
            left: 3,
        });
        assert_eq!(army.stands_filled(cs), stands, "{quality}");
        army.apply(&Fact::Lost {
            unit: cs,
            figures: 1,
            of_attached: 0,
            horses: 0,
            left: 2,
        });
        assert_eq!(army.stands_filled(cs), 1, "{quality}");
    }
}

#[test]
fn a_green_regiment_is_depleted_by_the_fire_that_an_elite_one_bears() {
    let depleted = |quality: Quality, dice: &[u8]| {
        let (mut play, us, cs) = under_fire(quality, &[3, 2]);
        play.activate(us);
        play.roll(dice).fire(&[us], cs);
        assert_eq!(play.unit(cs).strength, 3, "{quality}");
        (play.unit(cs).stands.now, play.unit(cs).is_depleted())
    };
    assert_eq!(depleted(Quality::Elite, &[6, 6, 6, 5]), (2, false));
    assert_eq!(depleted(Quality::Green, &[5, 4, 6, 5]), (1, true));
}

#[test]
fn three_uneven_stands_go_one_by_one() {
    let left = |quality: Quality, figures: u32| {
        let (play, _, cs) = under_fire(quality, &[4, 3, 2]);
        let mut army = play.battle.army().clone();
        army.apply(&Fact::Lost {
            unit: cs,
            figures: 9 - figures,
            of_attached: 0,
            horses: 0,
            left: figures,
        });
        army.stands_filled(cs)
    };
    // The stage gives two stands; no more are ever shown.
    assert_eq!(left(Quality::Elite, 5), 2);
    assert_eq!(left(Quality::Elite, 2), 1);
    assert_eq!(left(Quality::Green, 5), 2);
    assert_eq!(left(Quality::Green, 4), 1);
}

/// A scenario with a large regiment in two battalions, one of horse in three, one joined from two,
/// and one with uneven stands.
fn text() -> String {
    let at = |x: f32, y: f32, facing: u32| format!("deploy: At(at: ({x}, {y}), facing: {facing})");
    format!(
        "(name: \"Made up\", date: (1864, 5, 5), time: (14, 15), history: \"\", turns: 3,
        initiative: \"union\", season: \"spring\", weather: Fixed(\"dry\"), period: \"1861_63\",
        board: Squares(2, 2),
        union: (commands: [(name: \"Ours\", echelon: \"brigade\",
            leader: Some((name: \"One\", rank: \"brigade\", benefit: 1)), units: [
            (name: \"1st Battalion\", battalion_of: Some(\"7th Horse\"), arm: Cavalry(8), weapon: \"sharps_carbine\", quality: \"veteran\", {}),
            (name: \"2nd Battalion\", battalion_of: Some(\"7th Horse\"), arm: Cavalry(8), weapon: \"sharps_carbine\", quality: \"veteran\", {}),
            (name: \"3rd Battalion\", battalion_of: Some(\"7th Horse\"), arm: Cavalry(8), weapon: \"sharps_carbine\", quality: \"veteran\", {}),
        ])]),
        confederate: (commands: [(name: \"Theirs\", echelon: \"brigade\",
            leader: Some((name: \"Two\", rank: \"brigade\", benefit: 1)), units: [
            (name: \"1st/26th North Carolina\", battalion_of: Some(\"26th North Carolina\"), arm: Infantry(8), weapon: \"rifle_musket\", quality: \"trained\", {}),
            (name: \"2nd/26th North Carolina\", battalion_of: Some(\"26th North Carolina\"), arm: Infantry(6), weapon: \"rifle_musket\", quality: \"trained\", {}),
            (name: \"4th and 5th Tennessee\", joined_from: [\"4th Tennessee\", \"5th Tennessee\"], arm: Infantry(6), weapon: \"rifle_musket\", quality: \"veteran\", {}),
            (name: \"38th North Carolina\", uneven: [2, 3], arm: Infantry(5), weapon: \"rifle_musket\", quality: \"elite\", {}),
        ])]),
        victory: (conditions: [], otherwise: \"draw\"))",
        at(0.3, 0.4, 0),
        at(0.8, 0.4, 0),
        at(1.3, 0.4, 0),
        at(0.3, 0.7, 180),
        at(0.7, 0.7, 180),
        at(1.1, 0.7, 180),
        at(1.5, 0.7, 180),
    )
}

fn load(text: &str) -> Result<Scenario, Vec<String>> {
    let source = serde_json::json!({ "file": "made_up.ron", "text": text });
    let source: ScenarioSource = serde_json::from_value(source).expect("a source");
    source
        .scenario(Scale::Mm15, Rules::book())
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

#[test]
fn a_large_regiment_is_two_battalions_that_act_and_break_alone() {
    let scenario = load(&text()).expect("a good scenario");
    let rules = Arc::new(Rules::book().clone());
    let battle = Battle::new(Arc::new(scenario), rules, 1);
    let army = battle.army();
    let of = |regiment: &str| {
        army.units()
            .filter(|&id| army.identity(id).make_up.battalion_of.as_deref() == Some(regiment))
            .collect::<Vec<_>>()
    };
    let (foot, horse) = (of("26th North Carolina"), of("7th Horse"));
    assert_eq!((foot.len(), horse.len()), (2, 3));
    let figures: Vec<_> = foot.iter().map(|&id| army.unit(id).strength).collect();
    assert_eq!(figures, [8, 6]);
    // Each checks, fires and is lost by itself: to its brigade it is a regiment lost.
    for pair in foot.windows(2).chain(horse.windows(2)) {
        assert_ne!(army.placement(pair[0]), army.placement(pair[1]));
        assert_eq!(army.command(pair[0]), army.command(pair[1]));
        assert_eq!(army.unit(pair[0]).stands.now, 2);
    }
    let now = battle.now();
    let enemy = horse[0];
    assert!(now.fire_terms(&foot[..1], enemy, FireKind::Normal).is_ok());
    let fires = |unit: UnitId| {
        now.fire_terms(&[unit], enemy, FireKind::Normal)
            .map(|terms| terms.firepower)
    };
    assert_ne!(fires(foot[0]).ok(), fires(foot[1]).ok());
}

#[test]
fn a_regiment_joined_from_two_is_one_and_has_nothing_against_it() {
    let scenario = load(&text()).expect("a good scenario");
    let joined = scenario
        .units
        .iter()
        .find(|unit| !unit.make_up.joined_from.is_empty())
        .expect("there is one");
    assert_eq!(
        joined.make_up.joined_from,
        ["4th Tennessee", "5th Tennessee"]
    );
    // Not as those who merge in the battle.
    assert!(!joined.unit.traits.merged);
    assert_eq!((joined.unit.strength, joined.unit.stands.full), (6, 2));
    let uneven = scenario
        .units
        .iter()
        .find(|unit| !unit.make_up.uneven.is_empty());
    assert_eq!(
        uneven.expect("there is one").make_up.uneven,
        [3, 2],
        "the largest first"
    );
}

#[test]
fn what_is_wrong_with_a_make_up_is_told_with_its_place() {
    let good = text();
    let told = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        load(&good.replacen(from, to, 1))
            .expect_err("a fault")
            .join("\n")
    };
    for (from, to, field, what) in [
        (
            "uneven: [2, 3]",
            "uneven: [2, 2]",
            "units[3].uneven",
            "4 figures together",
        ),
        (
            "uneven: [2, 3]",
            "uneven: [5]",
            "units[3].uneven",
            "it has 2",
        ),
        (
            "uneven: [2, 3]",
            "uneven: [4, 1]",
            "units[3].uneven",
            "close to equal",
        ),
        (
            "Infantry(8)",
            "Infantry(4)",
            "units[0].battalion_of",
            "has 10 figures",
        ),
        (
            "Infantry(8), weapon: \"rifle_musket\", quality: \"trained\"",
            "Infantry(8), weapon: \"rifle_musket\", quality: \"elite\"",
            "units[1].battalion_of",
            "differ in arm, weapon or quality",
        ),
        (
            "[\"4th Tennessee\", \"5th Tennessee\"]",
            "[\"4th Tennessee\", \"4th Tennessee\"]",
            "units[2].joined_from",
            "named twice",
        ),
        (
            "(1864, 5, 5)",
            "(1862, 5, 5)",
            "units[2].joined_from",
            "late in the war",
        ),
        (
            "name: \"38th North Carolina\"",
            "name: \"26th North Carolina\"",
            "units[0].battalion_of",
            "as one unit already",
        ),
    ] {
        let faults = told(from, to);
        assert!(
            faults.contains(field) && faults.contains(what),
            "{to}: {faults}"
        );
        let line = faults
            .split(':')
            .nth(1)
            .and_then(|line| line.parse::<u32>().ok());
        assert!(line.is_some_and(|line| line > 1), "{faults}");
    }
}

#[test]
fn a_turn_is_half_an_hour() {
    let scenario = load(&text()).expect("a good scenario");
    let times = [1, 2, 3, 21].map(|turn| scenario.time_of(turn));
    assert_eq!(times, [(14, 15), (14, 45), (15, 15), (0, 15)]);
}

#[test]
fn without_leaders_nobody_leads_and_everybody_is_in_command() {
    let mut rules = Rules::book().clone();
    rules.switches.play_without_leaders = true;
    for &scale in Scale::ALL {
        let path = deadly_field::scenario::find(std::path::Path::new("taint_no_militia"));
        let scenario = Scenario::load(&path, scale, &rules).expect("a good scenario");
        assert!(scenario.leaders.is_empty());
        let battle = Battle::new(Arc::new(scenario), Arc::new(rules.clone()), 1);
        assert_eq!(battle.army().leaders().len(), 0);
        for &side in Side::ALL {
            assert!(battle.now().out_of_command(side).is_empty());
        }
    }
}
