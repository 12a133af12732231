//! The pontoon train, its bridge, and who crosses.

use super::*;

/// A train at the bank of a river, so many inches wide.
fn train(side: Side, scale: Scale, wide: f32, load: u32) -> (Stage, UnitId) {
    let mut stage = river(Stage::at(scale), wide);
    let column = formed(foot(6), InfantryFormation::RoadColumn);
    let sappers = match side {
        Side::Union => stage.union(column, 0.0, 2.5, 0.0),
        Side::Confederate => stage.rebel(column, 0.0, 2.5, 0.0),
    };
    stage.engineers(sappers, load);
    (stage, sappers)
}

#[test]
fn engineer_unload_and_build_a_bridge_of_two_inches_in_four_turns() {
    let (mut stage, us) = train(Side::Union, Scale::Mm15, 2.0, 3);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    // As long as the pontoons are on their wagons it is a column.
    assert!(play.battle.now().change_cost(us, line()) == formation::ChangeCost::Never);
    toil(&mut play, us, Task::Unload, 1);
    assert_eq!((bridge(&play).length, bridge(&play).built), (2, 0));
    assert_eq!(play.record(us).train, 0);
    let task = Task::Bridge(BridgeId(0));
    toil(&mut play, us, task, 1);
    assert_eq!(bridge(&play).built, 0);
    toil(&mut play, us, task, 1);
    assert_eq!(bridge(&play).built, 1);
    toil(&mut play, us, task, 1);
    assert!(bridge(&play).is_whole());
    assert_eq!(play.battle.army().work(us), None);
    assert_eq!(
        play.battle
            .rules()
            .turns_to_bridge(Scale::Mm15, Side::Union, 2.0),
        4
    );
}

fn line() -> deadly_field::army::Formation {
    deadly_field::army::Formation::Infantry(InfantryFormation::BattleLine)
}

#[test]
fn engineer_unload_only_at_the_bank_and_as_far_as_the_pontoons_reach() {
    let (mut stage, us) = train(Side::Union, Scale::Mm15, 2.0, 1);
    let away = formed(foot(6), InfantryFormation::RoadColumn);
    let away = stage.union(away, 5.0, 0.0, 0.0);
    stage.engineers(away, 3);
    let others = stage.union(foot(8), -5.0, 2.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let play = stage.play();
    let now = play.battle.now();
    let asked = |unit: UnitId| {
        let refusal = now.why_not_work(unit, Task::Unload);
        refusal.map(|refusal| refusal.rule.to_string())
    };
    assert_eq!(asked(us).as_deref(), Some("engineer.train"));
    assert_eq!(asked(away).as_deref(), Some("engineer.unload"));
    assert_eq!(asked(others).as_deref(), Some("engineer.train"));
}

#[test]
fn engineer_confederate_double_the_time_but_for_unloading() {
    let (mut stage, cs) = train(Side::Confederate, Scale::Mm15, 1.0, 3);
    stage.union(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.rebels_first().play();
    let task = Task::Bridge(BridgeId(0));
    play.activate(cs).answer(work(Task::Unload));
    for turn in 2..=5 {
        play.turn_of(Side::Confederate, turn);
        assert!(!bridge(&play).is_whole());
        play.activate(cs).answer(work(task));
    }
    play.turn_of(Side::Confederate, 6);
    assert!(bridge(&play).is_whole());
    assert_eq!(
        play.battle
            .rules()
            .turns_to_bridge(Scale::Mm15, Side::Confederate, 1.0),
        5
    );
}

#[test]
fn engineer_build_at_25_mm_two_inches_are_a_stretch() {
    let (mut stage, us) = train(Side::Union, Scale::Mm25, 2.0, 3);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    toil(&mut play, us, Task::Unload, 1);
    assert_eq!(bridge(&play).length, 1);
}

/// A bridge of two inches, with its engineers out of the way.
fn bridged() -> (Play, UnitId, UnitId) {
    let (mut stage, us) = train(Side::Union, Scale::Mm15, 2.0, 3);
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    let column = stage.union(column, 0.0, -4.0, 0.0);
    let line = stage.union(foot(8), 6.0, -4.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    toil(&mut play, us, Task::Unload, 1);
    toil(&mut play, us, Task::Bridge(BridgeId(0)), 3);
    play.place(us, 12.0, 4.0, 0.0);
    (play, column, line)
}

#[test]
fn engineer_cross_at_the_rate_of_a_trail_in_column() {
    let (mut play, column, line) = bridged();
    play.activate(column).order(walk(6.5)).order(walk(5.0));
    play.stands_at(column, 0.0, 7.5);
    play.next_turn();
    play.place(line, 18.0, 9.0, 0.0).activate(line);
    play.refuses(Answer::Order(walk(4.0)));
    // In disorder a line has a rate on roads, but a bridge is too narrow for it.
    play.hold().next_turn();
    play.set_level(line, Morale::Disorder).activate(line);
    play.refuses(Answer::Order(walk(4.0)));
}

#[test]
fn engineer_cross_nobody_where_there_is_no_bridge_yet() {
    let (mut stage, us) = train(Side::Union, Scale::Mm15, 2.0, 3);
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    let column = stage.union(column, 4.0, 1.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    toil(&mut play, us, Task::Unload, 1);
    play.place(column, 18.0, 10.0, 0.0);
    play.place(us, 12.0, 4.0, 0.0).activate(column);
    play.refuses(Answer::Order(walk(4.0)));
}

#[test]
fn engineer_under_fire_they_count_as_disordered_and_work_on() {
    let (mut stage, us) = train(Side::Union, Scale::Mm15, 2.0, 3);
    let cs = stage.rebel(foot(8), 0.0, 7.0, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(us).answer(work(Task::Unload));
    assert_eq!(play.unit(us).morale, Morale::Disorder);
    let terms = play.battle.now().fire_terms(&[cs], us, FireKind::Normal);
    let terms = terms.expect("in range");
    let rules: Vec<_> = terms
        .modifiers
        .iter()
        .map(|one| one.rule.to_string())
        .collect();
    assert!(rules.contains(&"target.disorder".to_owned()), "{rules:?}");
    play.next_turn();
    assert_eq!(bridge(&play).built, 0);
    // Shaken, they lay their tools down.
    play.activate(us).answer(work(Task::Bridge(BridgeId(0))));
    play.next_turn();
    play.set_level(us, Morale::Shaken).activate(us);
    assert_eq!(why(&play, Task::Bridge(BridgeId(0))), "engineer.under_fire");
    // What they have done is not lost.
    assert_eq!(bridge(&play).turns, 1);
}

#[test]
fn engineer_bridge_hits_take_a_stretch_each_and_three_take_all() {
    for batteries in [1, 2] {
        let (mut stage, us) = train(Side::Union, Scale::Mm15, 3.0, 3);
        let guns: Vec<_> = (0..batteries)
            .map(|number| {
                let x = -1.5 + 3.0 * number as f32;
                stage.rebel(guns(4, Gun::Napoleon), x, 9.5, 180.0)
            })
            .collect();
        let mut play = stage.play();
        toil(&mut play, us, Task::Unload, 1);
        toil(&mut play, us, Task::Bridge(BridgeId(0)), 2);
        let turn = play.battle.army().clock().turn;
        play.activate(us).answer(work(Task::Bridge(BridgeId(0))));
        play.turn_of(Side::Confederate, turn);
        assert_eq!((bridge(&play).built, bridge(&play).length), (2, 3));
        for battery in guns {
            play.has_fired(battery);
            shell(&mut play, battery, us, &[6, 5]);
        }
        let hits: Vec<u32> = play
            .facts()
            .iter()
            .filter_map(|fact| match fact {
                Fact::BridgeStruck { hits, .. } => Some(*hits),
                _ => None,
            })
            .collect();
        assert_eq!(hits.len(), batteries);
        let all: u32 = hits.iter().sum();
        let left = if all >= 3 {
            0
        } else {
            2u32.saturating_sub(all)
        };
        assert_eq!(bridge(&play).built, left, "{hits:?}");
        // With a new turn the count begins anew.
        play.turn_of(Side::Union, turn + 1);
        assert_eq!(bridge(&play).hits, 0);
    }
}

#[test]
fn engineer_build_is_for_one_body_of_engineers_at_a_time() {
    let (mut stage, us) = train(Side::Union, Scale::Mm15, 2.0, 3);
    let others = stage.union(foot(6), 1.6, 2.5, 0.0);
    stage.engineers(others, 0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    toil(&mut play, us, Task::Unload, 1);
    let task = Task::Bridge(BridgeId(0));
    play.activate(others).answer(work(task));
    play.activate(us);
    assert_eq!(why(&play, task), "engineer.build");
    play.hold().next_turn();
    assert_eq!(bridge(&play).turns, 1);
    // The next turn may be another's.
    toil(&mut play, us, task, 1);
    assert_eq!(bridge(&play).built, 1);
}

#[test]
fn nobody_charges_through_a_river() {
    for (wet, charges) in [(true, false), (false, true)] {
        let stage = Stage::new();
        let mut stage = if wet { river(stage, 1.0) } else { stage };
        let us = stage.union(foot(8), 0.0, 2.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 5.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        let order = Answer::Order(crate::play::charge(us, &[(us, cs)]));
        assert_eq!(play.battle.check(&order).is_ok(), charges);
    }
}
