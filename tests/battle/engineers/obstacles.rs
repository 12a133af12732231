//! Obstacles: built, cleared, pivoted, crossed, charged across and fired through.

use super::*;

#[test]
fn obstacle_build_and_clear() {
    for (obstacle, turns) in [(Obstacle::Abatis, 2), (Obstacle::Fraise, 4)] {
        let mut stage = Stage::new().lasting(20);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        let mut play = stage.play();
        toil(&mut play, us, Task::Obstruct(obstacle), turns - 1);
        assert!(barriers(&play).is_empty());
        toil(&mut play, us, Task::Obstruct(obstacle), 1);
        assert_eq!(barriers(&play)[0].kind, LineKind::from(obstacle));
        // As long as an extended line, an inch before the front.
        assert!((length(&barriers(&play)[0].points) - 2.5).abs() < 1e-3);
        assert!((barriers(&play)[0].points[0].y - origin(Scale::Mm15).y - 1.0).abs() < 1e-3);
        toil(&mut play, us, Task::Clear, turns - 1);
        assert_eq!(barriers(&play).len(), 1);
        toil(&mut play, us, Task::Clear, 1);
        assert!(barriers(&play).is_empty());
    }
}

#[test]
fn obstacle_engineers_halve_the_time_and_double_the_length() {
    let mut stage = Stage::new().lasting(20);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let sappers = stage.union(foot(6), 2.0, 0.0, 0.0);
    stage.engineers(sappers, 0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    play.activate(us)
        .answer(work(Task::Obstruct(Obstacle::Abatis)));
    play.activate(sappers).answer(work(Task::Assist(us)));
    play.next_turn();
    assert!((length(&barriers(&play)[0].points) - 5.0).abs() < 1e-3);
}

#[test]
fn obstacle_pivot_is_for_chevaux_de_frise() {
    let ground = |kind| [(kind, [(1.25, 1.0), (-1.25, 1.0)])];
    let play = |kind: &'static str| {
        let mut stage = Stage::new().ground(&ground(kind), &[]);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        (play, us)
    };
    let pivot = |degrees| Answer::Order(Order::Pivot { degrees });
    play("abatis").0.refuses(pivot(90.0));
    let (mut play, us) = play("chevaux_de_frise");
    play.refuses(pivot(900.0));
    play.answer(pivot(90.0));
    assert_eq!(play.record(us).actions, 0);
    let points = &barriers(&play)[0].points;
    assert!((points[0].x - points[1].x).abs() < 1e-3, "{points:?}");
}

#[test]
fn obstacle_move_costs_inches_of_rough_ground() {
    let reach = |kind: Option<&str>| {
        let lines: Vec<_> = kind
            .iter()
            .map(|kind| (*kind, [(5.0, 1.0), (-5.0, 1.0)]))
            .collect();
        let mut stage = Stage::new().ground(&lines, &[]);
        let us = stage.union(skirmishers(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        let most = |inches: &f32| play.battle.check(&Answer::Order(walk(*inches))).is_ok();
        let tries: Vec<f32> = (1..40).map(|step| step as f32 * 0.25).collect();
        tries.into_iter().filter(most).fold(0.0, f32::max)
    };
    // Nine inches as skirmishers; an inch of rough is a third of the move, three are all of it.
    assert_eq!(reach(None), 9.0);
    let abatis = reach(Some("abatis"));
    assert!((6.0..=6.5).contains(&abatis), "{abatis}");
    let fraise = reach(Some("fraise"));
    assert!(fraise < 1.5, "{fraise}");
}

#[test]
fn obstacle_charge_across_disorders() {
    for (lines, disordered) in [
        (vec![("abatis", [(5.0, 1.0), (-5.0, 1.0)])], true),
        (Vec::new(), false),
    ] {
        let mut stage = Stage::new().ground(&lines, &[]);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 3.0, 180.0);
        let mut play = stage.play();
        play.has_reacted(cs);
        let preview = play.battle.now().preview_charge(&[us], cs);
        let reach = preview.expect("a charge").reach;
        assert_eq!(reach.in_disorder > 0.0, disordered, "{reach:?}");
    }
}

#[test]
fn obstacle_fire_into_a_ditch_and_through_a_fraise() {
    let rules_of = |kind: &str, y: f32| -> Vec<String> {
        let lines = [(kind, [(5.0, y), (-5.0, y)])];
        let mut stage = Stage::new().ground(&lines, &[]);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
        let play = stage.play();
        let terms = play.battle.now().fire_terms(&[cs], us, FireKind::Normal);
        let terms = terms.expect("in range");
        let all = terms.modifiers.iter();
        all.map(|modifier| modifier.rule.to_string()).collect()
    };
    let counts = |kind: &str, y: f32| rules_of(kind, y).contains(&"obstacle.fire".to_owned());
    assert!(counts("flooded_ditch", -0.25));
    assert!(!counts("flooded_ditch", 1.0));
    assert!(counts("fraise", 1.0));
    assert!(!counts("abatis", 1.0));
    assert!(!counts("chevaux_de_frise", 1.0));
}
