//! What Mine Run leaves to the players: roads, survivors, and the length of an edge.

use std::collections::BTreeMap;
use std::path::Path;

use deadly_field::army::{Fact, Presence, UnitId};
use deadly_field::battle::Decision;
use deadly_field::field::Placement;
use deadly_field::rules::{Rules, Scale, Side};
use deadly_field::scenario::force::{ForceChoices, Survivors, muster_by};
use deadly_field::scenario::{Deployment, FileFault, Scenario, ScenarioSource, find};

use crate::play::Play;

fn with(name: &str, choices: &ForceChoices) -> Result<(Scenario, ScenarioSource), Vec<FileFault>> {
    let path = find(Path::new(name));
    muster_by(&path, choices, 1, Scale::Mm15, Rules::book())
}

fn by_road(roads: &[(&str, &str)]) -> ForceChoices {
    let roads = roads.iter();
    ForceChoices {
        roads: roads
            .map(|(who, road)| (who.to_string(), road.to_string()))
            .collect(),
        ..ForceChoices::default()
    }
}

/// The entries at which the units of a command come in.
fn entries(scenario: &Scenario, command: &str) -> Vec<String> {
    let commands = scenario.commands_below(command);
    let own = scenario
        .units
        .iter()
        .filter(|unit| commands.contains(&unit.command));
    let mut entries: Vec<_> = own
        .filter_map(|unit| match &unit.deployment {
            Deployment::Arrives { entry, .. } => Some(entry.clone()),
            Deployment::At { .. } => None,
        })
        .collect();
    entries.dedup();
    entries
}

#[test]
fn each_brigade_and_the_guns_take_either_road_whole() {
    let usual = with("mine_run_2_union_won", &ForceChoices::default())
        .expect("a battle")
        .0;
    assert_eq!(entries(&usual, "Collis' Brigade"), ["road_south_at_7"]);
    assert_eq!(entries(&usual, "Birney's Guns"), ["ely_ford_road_at_7"]);
    let roads = by_road(&[("brigade 1", "Ely Ford Road"), ("guns", "road_south_at_7")]);
    let (chosen, source) = with("mine_run_2_union_won", &roads).expect("a battle");
    assert_eq!(entries(&chosen, "Collis' Brigade"), ["ely_ford_road_at_7"]);
    assert_eq!(entries(&chosen, "Birney's Guns"), ["road_south_at_7"]);
    assert_eq!(entries(&chosen, "Ward's Brigade"), ["ely_ford_road_at_7"]);
    // A save goes by the same roads.
    let kept = serde_json::to_string(&source).expect("written");
    let kept: ScenarioSource = serde_json::from_str(&kept).expect("read");
    let again = kept.scenario(Scale::Mm15, Rules::book()).expect("the same");
    assert_eq!(again.units, chosen.units);
    for (roads, says) in [
        (
            by_road(&[("brigade 4", "road_south_at_7")]),
            "`brigade 4` is nobody; allowed: brigade 1",
        ),
        (
            by_road(&[("guns", "road_north_at_5")]),
            "`road_north_at_5` is no road of guns",
        ),
    ] {
        let faults = with("mine_run_2_union_won", &roads).expect_err("no such road");
        assert!(faults[0].to_string().contains(says), "{}", faults[0]);
    }
    let roads = by_road(&[("guns", "road_south_at_7")]);
    let faults = with("mine_run_1", &roads).expect_err("one road");
    assert!(
        faults[0].to_string().contains("nobody's road is left"),
        "{}",
        faults[0]
    );
}

/// What is left after a battle of which somebody tells.
fn survivors(name: &str, losses: &[(&str, u32)], fallen: &[&str]) -> Survivors {
    let (scenario, source) = with(name, &ForceChoices::default()).expect("a battle");
    let losses: BTreeMap<_, _> = losses.iter().copied().collect();
    let mut commands = Vec::new();
    for side in [Side::Union, Side::Confederate] {
        let brought = source
            .brought(&scenario, side, Rules::book())
            .expect("forces");
        for (part, mut command) in brought {
            fn wear(
                command: &mut deadly_field::scenario::force::ForceCommand,
                losses: &BTreeMap<&str, u32>,
                fallen: &[&str],
            ) {
                for unit in &mut command.units {
                    unit.left = losses.get(unit.name.as_str()).copied();
                }
                if let Some(leader) = &mut command.leader {
                    leader.fallen = fallen.contains(&leader.name.as_str());
                }
                for below in &mut command.commands {
                    wear(below, losses, fallen);
                }
            }
            wear(&mut command, &losses, fallen);
            commands.push((side, part, command));
        }
    }
    Survivors {
        battle: scenario.name,
        commands,
    }
}

#[test]
fn who_survived_fights_the_next_battle_as_he_is() {
    let losses = [
        ("13th Georgia", 5),
        ("31st Georgia", 3),
        ("61st Georgia", 0),
        ("Carrington's Battery", 1),
        ("17th Maine", 4),
    ];
    let after = survivors("mine_run_2_union_won", &losses, &["John Gordon"]);
    let choices = ForceChoices {
        after: Some(after.clone()),
        ..ForceChoices::default()
    };
    let (scenario, source) = with("mine_run_3_union_won", &choices).expect("the ridge");
    let unit = |name: &str| scenario.units.iter().find(|unit| unit.name == name);
    let strength = |name: &str| {
        let unit = unit(name).expect(name);
        (unit.unit.strength, unit.unit.stands.now)
    };
    assert_eq!(strength("13th Georgia"), (5, 2));
    assert_eq!(strength("31st Georgia"), (3, 1));
    assert!(unit("61st Georgia").is_none(), "nobody is left of it");
    assert_eq!(strength("Carrington's Battery").0, 1);
    assert_eq!(strength("17th Maine"), (4, 1));
    assert_eq!(strength("57th Pennsylvania"), (8, 2));
    assert!(
        scenario
            .leaders
            .iter()
            .all(|leader| leader.name != "John Gordon")
    );
    // Those who come fresh are fresh.
    assert!(unit("3rd Alabama").is_some());
    // It can be saved, and worn regiments can fight.
    let kept = serde_json::to_string(&source).expect("written");
    let kept: ScenarioSource = serde_json::from_str(&kept).expect("read");
    let again = kept.scenario(Scale::Mm15, Rules::book()).expect("the same");
    assert_eq!(again.units, scenario.units);
    // The hill's riders are nobody's concern on the ridge.
    let riders = ForceChoices {
        after: Some(survivors("mine_run_1", &[], &[])),
        ..ForceChoices::default()
    };
    let faults = with("mine_run_3_union_won", &riders).expect_err("all cavalry has gone");
    assert!(
        faults[0]
            .to_string()
            .contains("nobody who fought in Mine Run 1"),
        "{}",
        faults[0]
    );
}

fn units(play: &Play, side: Side) -> Vec<UnitId> {
    let army = play.battle.army();
    army.units().filter(|&id| army.side(id) == side).collect()
}

fn load(name: &str) -> Scenario {
    with(name, &ForceChoices::default()).expect("a battle").0
}

/// Nobody does anything until the next unit is asked for.
fn settle(play: &mut Play) {
    loop {
        match play.battle.decision() {
            Some(Decision::Act { .. }) => play.hold(),
            Some(Decision::React { .. }) => play.decline(),
            _ => return,
        };
    }
}

#[test]
fn a_brigade_comes_in_abreast_where_the_edge_is_long() {
    let mut play = Play::of(load("mine_run_2_confederates_won"), &[4]);
    play.turn_of(Side::Union, 1).leaders_stay();
    let army = play.battle.army();
    let brigade: Vec<_> = units(&play, Side::Union)
        .into_iter()
        .filter(|&id| matches!(army.presence(id), Presence::Waiting { turn: 1, .. }))
        .collect();
    assert_eq!(brigade.len(), 4);
    for &unit in &brigade {
        play.activate(unit);
        settle(&mut play);
    }
    let arrived: Vec<Placement> = play
        .battle
        .facts()
        .iter()
        .filter_map(|fact| match fact {
            Fact::Arrived { to, .. } => Some(*to),
            _ => None,
        })
        .collect();
    assert_eq!(
        arrived.len(),
        4,
        "nobody waits for another to clear the way"
    );
    let across: Vec<_> = arrived.iter().map(|place| place.at.x).collect();
    let (west, east) = (
        across.iter().copied().fold(f32::MAX, f32::min),
        across.iter().copied().fold(f32::MIN, f32::max),
    );
    // Between point 01, the western corner, and the pond.
    assert!(west > 0.0 && east < 1.3 * 18.0, "{across:?}");
}
