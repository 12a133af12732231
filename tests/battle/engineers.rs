//! Works, obstacles and pontoon bridges: who digs and builds what, how long, and what breaks it off.

mod obstacles;
mod pontoons;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::math::Vec2;
use deadly_field::army::{Barrier, Bridge, BridgeId, Change, Fact, Task, UnitId};
use deadly_field::battle::{Answer, Order};
use deadly_field::field::plan::LineKind;
use deadly_field::field::raised::length;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::works::Obstacle;
use deadly_field::rules::*;
use deadly_field::scenario::{Scenario, find};

use crate::fights::{both, count, fight, for_all};
use crate::play::{Play, fire, walk};
use crate::stage::{Stage, depleted, foot, formed, guns, horse, origin, skirmishers};

const HASTY: Task = Task::Dig(Works::Hasty);
const LIGHT: Task = Task::Dig(Works::Light);

/// Broken ground all around the point from which places are measured.
fn broken() -> Stage {
    Stage::new()
        .ground(&[], &[("broken", [-8.0, -6.0, 8.0, 8.0])])
        .lasting(20)
}

/// A river two inches wide from west to east, three inches north.
fn river(stage: Stage, wide: f32) -> Stage {
    stage
        .ground(&[], &[("river", [-17.0, 3.0, 17.0, 3.0 + wide])])
        .lasting(30)
}

fn work(task: Task) -> Answer {
    Answer::Order(Order::Work(task))
}

fn barriers(play: &Play) -> &[Barrier] {
    play.battle.army().earth().barriers()
}

fn bridge(play: &Play) -> &Bridge {
    play.battle
        .army()
        .earth()
        .bridge(BridgeId(0))
        .expect("a bridge")
}

fn why(play: &Play, task: Task) -> String {
    let refusal = play.battle.check(&work(task)).expect_err("it is refused");
    refusal.rule.to_string()
}

/// Gives so many whole turns to some work, the first of them begun already or not.
fn toil(play: &mut Play, unit: UnitId, task: Task, turns: u32) {
    for _ in 0..turns {
        play.activate(unit).answer(work(task));
        play.next_turn();
    }
}

/// Begins works with a test that is passed, and goes on for so many turns in all.
fn dig(play: &mut Play, unit: UnitId, task: Task, turns: u32) {
    play.activate(unit).roll(&[6]).answer(work(task));
    play.next_turn();
    toil(play, unit, task, turns - 1);
}

#[test]
fn works_front_protects_only_from_before_them() {
    // The line runs from east to west: its right-hand side is the north.
    let works = [("light_works", [(3.0, 0.2), (-3.0, 0.2)])];
    let mut stage = Stage::new().ground(&works, &[]);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let north = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let south = stage.rebel(foot(8), 0.0, -4.0, 0.0);
    let play = stage.play();
    let now = play.battle.now();
    let cover = |from: UnitId| now.cover(us, now.army().placement(from).at).1;
    assert_eq!(cover(north), Some(Works::Light));
    assert_eq!(cover(south), None);
    // The preview of a fire has it, for the target and for the firer.
    let labels = |from: UnitId, to: UnitId| -> Vec<String> {
        let terms = now.fire_terms(&[from], to, FireKind::Normal);
        let terms = terms.expect("in range");
        let all = terms.modifiers.iter();
        all.map(|modifier| modifier.rule.to_string()).collect()
    };
    assert!(labels(north, us).contains(&"target.works".to_owned()));
    assert!(!labels(south, us).contains(&"target.works".to_owned()));
    assert!(labels(us, north).contains(&"works.firer".to_owned()));
}

#[test]
fn works_start_tct_is_an_action_and_its_turn_the_first() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    // Veterans think of it on 4; a failed test costs one action, and they may try again.
    play.activate(us).roll(&[3]).answer(work(HASTY));
    assert_eq!(play.record(us).actions, 1);
    assert_eq!(play.battle.army().work(us), None);
    play.roll(&[4]).answer(work(HASTY));
    assert_eq!(play.record(us).actions, 0);
    play.next_turn();
    assert_eq!(play.battle.army().work(us).map(|work| work.turns), Some(1));
}

#[test]
fn works_start_tct_is_helped_by_a_leader_beside_them() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    stage.leader(Side::Union, 2, 0.0, -0.7);
    let mut play = stage.play();
    play.activate(us).roll(&[2]).answer(work(HASTY));
    assert!(play.battle.army().work(us).is_some());
}

#[test]
fn works_build_hasty_takes_four_turns_and_has_the_length_of_an_extended_line() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    dig(&mut play, us, HASTY, 3);
    assert!(barriers(&play).is_empty());
    toil(&mut play, us, HASTY, 1);
    let [works] = barriers(&play) else {
        panic!("{:?}", barriers(&play));
    };
    assert_eq!(works.kind, LineKind::HastyWorks);
    assert!((length(&works.points) - 2.5).abs() < 1e-3);
    assert_eq!(play.battle.army().work(us), None);
    let middle = (works.points[0] + works.points[1]) / 2.0 - origin(Scale::Mm15);
    assert!(middle.distance(Vec2::new(0.0, 0.2)) < 1e-3, "{middle}");
    // They serve at once, against what comes from before them.
    let now = play.battle.now();
    let from = now.army().placement(cs).at;
    assert_eq!(now.cover(us, from).1, Some(Works::Hasty));
    let behind = now.army().placement(us).at - Vec2::Y * 9.0;
    assert_eq!(now.cover(us, behind).1, None);
    play.activate(us).refuses(work(HASTY));
    assert_eq!(why(&play, HASTY), "works.upgrade");
}

#[test]
fn works_build_light_takes_eight_turns() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    dig(&mut play, us, LIGHT, 7);
    assert!(barriers(&play).is_empty());
    toil(&mut play, us, LIGHT, 1);
    assert_eq!(barriers(&play)[0].kind, LineKind::LightWorks);
}

#[test]
fn works_where_not_depleted_and_heavy_ones_never() {
    let woods = [
        ("light_woods", [-9.0, -2.0, -7.0, 2.0]),
        ("heavy_woods", [-5.0, -2.0, -3.0, 2.0]),
        ("rough", [3.0, -2.0, 9.0, 2.0]),
    ];
    let mut stage = Stage::new().ground(&[], &woods);
    let places = [-8.0, -4.0, 0.0, 4.0].map(|x| stage.union(foot(4), x, 0.0, 0.0));
    let weak = stage.union(depleted(foot(4)), 7.0, 0.0, 0.0);
    let riders = horse(4, CavalryWeapon::BreechloadingCarbine);
    let riders = stage.union(riders, 7.0, -1.5, 0.0);
    let column = formed(foot(4), InfantryFormation::RoadColumn);
    let column = stage.union(column, 8.5, 1.5, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let play = stage.play();
    let now = play.battle.now();
    let asked = |unit: UnitId, task: Task| {
        let refusal = now.why_not_work(unit, task);
        refusal.map(|refusal| refusal.rule.to_string())
    };
    assert_eq!(asked(places[0], HASTY), None);
    assert_eq!(asked(places[1], LIGHT), None);
    assert_eq!(asked(places[2], HASTY).as_deref(), Some("works.where"));
    assert_eq!(asked(places[2], LIGHT).as_deref(), Some("works.where"));
    assert_eq!(asked(places[3], HASTY), None);
    assert_eq!(asked(weak, HASTY).as_deref(), Some("works.not_depleted"));
    assert_eq!(asked(riders, HASTY).as_deref(), Some("works.length"));
    assert_eq!(asked(column, HASTY).as_deref(), Some("works.length"));
    let heavy = asked(places[0], Task::Dig(Works::Heavy));
    assert_eq!(heavy.as_deref(), Some("works.build_heavy"));
}

#[test]
fn works_consecutive_or_all_is_lost() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 6.0, 180.0);
    let mut play = stage.play();
    play.has_fired(us).has_fired(cs);
    dig(&mut play, us, HASTY, 2);
    // A turn in which they do not dig.
    play.next_turn();
    assert!(play.happened(|fact| matches!(fact, Fact::WorkDropped { .. })));
    assert_eq!(play.battle.army().work(us), None);
    // A fire in reaction.
    dig(&mut play, us, HASTY, 1);
    let turn = play.battle.army().clock().turn;
    play.activate(us).answer(work(HASTY));
    play.turn_of(Side::Confederate, turn);
    play.activate(cs).walk(2.0);
    while !play.offers(&fire(&[us], cs, FireKind::Normal)) {
        play.decline();
    }
    play.roll(&[1]).react_fire(&[us], cs);
    assert_eq!(play.battle.army().work(us), None);
    // Whatever they do in their own turn.
    play.turn_of(Side::Union, turn + 1);
    dig(&mut play, us, HASTY, 1);
    play.activate(us).order(walk(1.0));
    assert_eq!(play.battle.army().work(us), None);
}

#[test]
fn works_consecutive_is_broken_by_panic_but_not_by_fire_alone() {
    for (check, stays) in [(&[6, 6][..], true), (&[1, 2], false)] {
        let mut stage = broken();
        let us = stage.union(foot(12), 0.0, 0.0, 0.0);
        let cs = stage.rebel(guns(3, Gun::Napoleon), 0.0, 7.5, 180.0);
        let mut play = stage.play();
        play.has_fired(cs);
        play.activate(us).roll(&[6]).answer(work(HASTY));
        play.turn_of(Side::Confederate, 1);
        shell(&mut play, cs, us, check);
        assert_eq!(play.battle.army().work(us).is_some(), stays);
        let dropped = play.happened(|fact| matches!(fact, Fact::WorkDropped { .. }));
        assert_eq!(dropped, !stays);
    }
}

/// A battery fires with nothing but sixes; then these dice are rolled.
fn shell(play: &mut Play, battery: UnitId, target: UnitId, then: &[u8]) {
    let now = play.battle.now();
    let terms = now.fire_terms(&[battery], target, FireKind::Normal);
    let mut dice = vec![6; terms.expect("in range").dice as usize];
    dice.extend(then);
    play.activate(battery).roll(&dice);
    play.answer(Answer::Order(Order::Fire {
        units: vec![battery],
        target,
        kind: FireKind::Normal,
    }));
    while play.asks() == "react" {
        play.decline();
    }
    if play.asks() == "act" {
        play.hold();
    }
}

#[test]
fn works_engineers_help_halves_the_time() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let sappers = stage.union(foot(6), 2.0, 0.0, 0.0);
    let far = stage.union(foot(8), -7.0, 0.0, 0.0);
    stage.engineers(sappers, 0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    for turn in 0..2 {
        play.activate(us);
        if turn == 0 {
            play.roll(&[6]);
        }
        play.answer(work(HASTY));
        play.activate(sappers);
        assert_eq!(why(&play, Task::Assist(far)), "obstacle.engineers");
        play.answer(work(Task::Assist(us)));
        play.next_turn();
    }
    assert_eq!(barriers(&play)[0].kind, LineKind::HastyWorks);
    assert_eq!(play.battle.army().work(sappers), None);
}

#[test]
fn works_engineers_who_leave_off_help_no_more() {
    let mut stage = broken();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let sappers = stage.union(foot(6), 2.0, 0.0, 0.0);
    stage.engineers(sappers, 0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[6]).answer(work(HASTY));
    play.activate(sappers).answer(work(Task::Assist(us)));
    play.next_turn();
    toil(&mut play, us, HASTY, 2);
    assert!(barriers(&play).is_empty());
    toil(&mut play, us, HASTY, 1);
    assert_eq!(barriers(&play).len(), 1);
}

#[test]
fn works_engineer_battalion_digs_twice_its_line_in_half_the_time() {
    let mut stage = broken();
    let sappers = stage.union(foot(6), 0.0, 0.0, 0.0);
    stage.engineers(sappers, 0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    dig(&mut play, sappers, HASTY, 2);
    // Two stands of three figures: an inch and a half of line.
    assert!((length(&barriers(&play)[0].points) - 3.0).abs() < 1e-3);
}

#[test]
fn works_upgrade_makes_light_works_of_a_stretch_of_hasty_ones() {
    let works = [("hasty_works", [(5.0, 0.2), (-5.0, 0.2)])];
    let mut stage = Stage::new().ground(&works, &[]).lasting(20);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let wrong = stage.union(foot(8), 0.0, 1.0, 180.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    let now = play.battle.now();
    assert!(now.why_not_work(wrong, Task::Improve).is_some());
    toil(&mut play, us, Task::Improve, 3);
    assert_eq!(barriers(&play).len(), 1);
    toil(&mut play, us, Task::Improve, 1);
    let mut kinds: Vec<_> = barriers(&play)
        .iter()
        .map(|works| (works.kind, (length(&works.points) * 100.0).round()))
        .collect();
    kinds.sort_by_key(|one| one.0);
    assert_eq!(
        kinds,
        [
            (LineKind::HastyWorks, 375.0),
            (LineKind::HastyWorks, 375.0),
            (LineKind::LightWorks, 250.0)
        ]
    );
    let now = play.battle.now();
    let from = now.army().placement(us).at + Vec2::Y * 9.0;
    assert_eq!(now.cover(us, from).1, Some(Works::Light));
}

#[test]
fn works_turn_faces_captured_works_the_other_way() {
    for (kind, turns) in [("hasty_works", 2), ("light_works", 4)] {
        let works = [(kind, [(1.25, 0.2), (-1.25, 0.2)])];
        let mut stage = Stage::new().ground(&works, &[]).lasting(20);
        // It stands before them, looking at where their defenders stood.
        let us = stage.union(foot(8), 0.0, 0.7, 180.0);
        let cs = stage.rebel(foot(8), 0.0, -7.0, 0.0);
        let mut play = stage.play();
        let protects = |play: &Play| {
            let now = play.battle.now();
            now.cover(us, now.army().placement(cs).at).1
        };
        assert_eq!(protects(&play), None);
        toil(&mut play, us, Task::Turn, turns - 1);
        assert_eq!(protects(&play), None);
        toil(&mut play, us, Task::Turn, 1);
        assert!(protects(&play).is_some());
        assert!(play.happened(|fact| matches!(
            fact,
            Fact::GroundChanged {
                how: Change::Turned,
                ..
            }
        )));
        play.activate(us);
        assert_eq!(why(&play, Task::Turn), "works.turn");
    }
}

#[test]
fn works_turn_heavy_ones_only_overnight() {
    let works = [("heavy_works", [(3.0, 0.2), (-3.0, 0.2)])];
    let mut stage = Stage::new().ground(&works, &[]);
    let us = stage.union(foot(8), 0.0, 0.7, 180.0);
    stage.engineers(us, 0);
    stage.rebel(foot(8), 0.0, -7.0, 0.0);
    let mut play = stage.play();
    play.activate(us);
    assert_eq!(why(&play, Task::Turn), "works.turn_heavy");
}

/// So many batteries that fire at a regiment in works; how much of the works is left.
fn bombard(kind: &str, scale: Scale, batteries: u32) -> (f32, Play) {
    let works = [(kind, [(4.0, 0.2), (-4.0, 0.2)])];
    let mut stage = Stage::at(scale).ground(&works, &[]).rebels_first();
    let us = stage.union(foot(20), 0.0, 0.0, 0.0);
    let batteries: Vec<_> = (0..batteries)
        .map(|number| {
            let x = -1.0 + 2.5 * number as f32;
            stage.rebel(guns(4, Gun::Napoleon), x, 5.0, 180.0)
        })
        .collect();
    let mut play = stage.play();
    for battery in batteries {
        play.has_fired(battery);
        // The check of morale is passed.
        shell(&mut play, battery, us, &[6, 5]);
    }
    let left = barriers(&play).iter().map(|one| length(&one.points)).sum();
    (left, play)
}

#[test]
fn works_destroy_one_roll_hits_men_and_works() {
    let (left, play) = bombard("hasty_works", Scale::Mm15, 1);
    let hits = play.count(|fact| matches!(fact, Fact::WorksStruck { .. }));
    assert_eq!(hits, 1);
    let struck = play.facts().into_iter().find_map(|fact| match fact {
        Fact::WorksStruck { hits, .. } => Some(hits),
        _ => None,
    });
    let lost = play.facts().into_iter().find_map(|fact| match fact {
        Fact::Lost { figures, .. } => Some(figures),
        _ => None,
    });
    assert_eq!(struck, lost);
    // An inch for each hit.
    let hits = struck.expect("hits") as f32;
    assert!((left - (8.0 - hits)).abs() < 0.01, "{left}");
}

#[test]
fn works_destroy_light_ones_take_two_hits_of_one_turn() {
    let (_, play) = bombard("light_works", Scale::Mm15, 2);
    let hits: u32 = play
        .facts()
        .iter()
        .map(|fact| match fact {
            Fact::WorksStruck { hits, .. } => *hits,
            _ => 0,
        })
        .sum();
    let left: f32 = barriers(&play).iter().map(|one| length(&one.points)).sum();
    assert!(hits > 0);
    assert!(
        (left - (8.0 - (hits / 2) as f32)).abs() < 0.01,
        "{hits} hits, {left} left"
    );
}

#[test]
fn works_destroy_by_muskets_never() {
    let works = [("hasty_works", [(4.0, 0.2), (-4.0, 0.2)])];
    let mut stage = Stage::new().ground(&works, &[]).rebels_first();
    let us = stage.union(foot(20), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(16), 0.0, 2.0, 180.0);
    let mut play = stage.play();
    let terms = play.battle.now().fire_terms(&[cs], us, FireKind::Normal);
    let mut dice = vec![6; terms.expect("in range").dice as usize];
    dice.extend([6, 6]);
    play.activate(cs).roll(&dice).fire(&[cs], us);
    assert!(!play.happened(|fact| matches!(fact, Fact::WorksStruck { .. })));
    assert_eq!(barriers(&play).len(), 1);
}

/// How many there are: a sample; 50 by `DEADLY_FIELD_CROSSINGS`.
#[test]
fn the_computer_bridges_and_digs_at_franklins_crossing() {
    let all = count("DEADLY_FIELD_CROSSINGS", 6);
    let [bridged, dug] = [0, 0].map(AtomicU64::new);
    for_all(all, |seed| {
        let scale = Scale::ALL[(seed % 3) as usize];
        let path = find(Path::new("franklins_crossing"));
        let scenario = Scenario::load(&path, scale, Rules::book()).expect("a good scenario");
        let session = fight(both("computer:hard"), &Arc::new(scenario), seed + 1, |_| {});
        let facts = session.battle().facts();
        let whole = |fact: &Fact| matches!(fact, Fact::Bridged { bridge, .. } if bridge.is_whole());
        let works = |fact: &Fact| {
            let how = Change::Dug;
            matches!(fact, Fact::GroundChanged { how: done, .. } if *done == how)
        };
        bridged.fetch_add(u64::from(facts.iter().any(whole)), Ordering::Relaxed);
        dug.fetch_add(u64::from(facts.iter().any(works)), Ordering::Relaxed);
    });
    let (bridged, dug) = (bridged.into_inner(), dug.into_inner());
    println!("{bridged} bridges and {dug} new works in {all} battles");
    assert!(
        bridged * 2 >= all && dug * 2 >= all,
        "{bridged} and {dug} of {all}"
    );
}
