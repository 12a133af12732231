//! The move planner: what it proposes is legal, says what it costs, and nothing of two legs is
//! better.

mod brute;
mod count;
mod goals;
mod puppet;

use bevy::math::Vec2;
use deadly_field::army::{Deed, Formation, UnitId};
use deadly_field::battle::{Goal, Order, Plan, Ray, Walks};
use deadly_field::field::Facing;
use deadly_field::field::moves::Leg;
use deadly_field::rules::*;

use crate::stage::{Stage, foot, formed, level, of, origin};
use count::{Count, check_plan};
use goals::Chance;

#[test]
fn no_move_of_two_legs_is_better() {
    let mut chance = Chance::of_seed();
    let mut count = Count::new(1);
    let mut number = 0;
    while count.is_open() {
        let scale = Scale::ALL[number % 3];
        let battle = match number % 2 {
            0 => goals::medley(scale, &mut chance),
            _ => goals::militia(scale, &mut chance),
        };
        number += 1;
        let units: Vec<UnitId> = battle.army().present().collect();
        for _ in 0..count.left().min(10) {
            let unit = units[chance.below(units.len())];
            let goal = goals::any_goal(&battle, &[unit], &mut chance);
            count.compare(&battle, &[unit], &goal);
        }
    }
    count.close();
}

/// The same of groups: two to four neighbours that move as one.
#[test]
fn no_group_move_of_two_legs_is_better() {
    let mut chance = Chance::of_seed();
    let mut count = Count::new(4);
    let mut number = 0;
    while count.is_open() {
        let scale = Scale::ALL[number % 3];
        let battle = match number % 2 {
            0 => goals::brigades(scale, &mut chance),
            _ => goals::militia(scale, &mut chance),
        };
        number += 1;
        for _ in 0..count.left().min(10) {
            let Some(group) = goals::any_group(&battle, &mut chance) else {
                break;
            };
            let goal = goals::any_goal(&battle, &group, &mut chance);
            count.compare(&battle, &group, &goal);
        }
    }
    count.close();
}

/// A move as its parts.
fn moved(plan: &Plan) -> (Option<Formation>, bool, Vec<Leg>) {
    match &plan.order {
        Order::Move {
            form,
            form_last,
            legs,
        } => (*form, *form_last, legs.clone()),
        order => panic!("{order:?} is no move"),
    }
}

fn inches_of(x: f32, y: f32) -> Vec2 {
    origin(Scale::Mm15) + Vec2::new(x, y)
}

#[test]
fn straight_ahead_on_open_ground_is_one_leg() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let goal = Goal::place(inches_of(0.0, 3.0));
    let plan = battle.now().plan(&[unit], &goal).expect("a plan");
    check_plan(&battle, &[unit], &goal, &plan, "ahead");
    assert!(plan.reached);
    assert_eq!(moved(&plan).2.len(), 1);
    assert!(
        (plan.cost - 0.5).abs() < 1e-3,
        "three of six inches: {}",
        plan.cost
    );
    assert_eq!(plan.stretches.len(), 1);
    assert_eq!(plan.stretches[0].ground, Ground::Open);
    assert!((plan.stretches[0].inches - 3.0).abs() < 1e-3);
}

#[test]
fn plans_to_all_sides_hold_what_they_say() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 6.0, 0.0);
    let battle = stage.play().battle;
    for step in 0..48 {
        let way = Facing::degrees(step as f32 * 7.5);
        let far = if step % 2 == 0 { 3.0 } else { 9.0 };
        let goal = Goal {
            facing: (step % 3 == 0).then_some(Facing::degrees(30.0)),
            ..Goal::place(inches_of(0.0, 6.0) + way.ahead() * far)
        };
        let plan = battle.now().plan(&[unit], &goal).expect("a plan");
        check_plan(&battle, &[unit], &goal, &plan, "open ground");
    }
}

#[test]
fn what_is_too_far_is_gone_as_far_as_one_action_goes() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let goal = Goal::place(inches_of(0.0, 15.0));
    let plan = battle.now().plan(&[unit], &goal).expect("a plan");
    check_plan(&battle, &[unit], &goal, &plan, "far");
    let left = plan.left.expect("something is left");
    assert!((left.inches - 9.0).abs() < 0.02, "{left:?}");
    assert_eq!(left.actions, 2, "nine inches at six an action");
    let stopped = plan.stopped.expect("a reason");
    assert_eq!(stopped.rule.to_string(), "move.by_formation_terrain");
}

#[test]
fn the_stretches_say_what_each_ground_costs() {
    let woods = [("light_woods", [-9.0, 2.0, 9.0, 9.0])];
    let mut stage = Stage::new().ground(&[], &woods);
    let unit = stage.union(foot(12), 0.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let goal = Goal::place(inches_of(0.0, 4.0));
    let plan = battle.now().plan(&[unit], &goal).expect("a plan");
    check_plan(&battle, &[unit], &goal, &plan, "into the woods");
    let grounds: Vec<_> = plan
        .stretches
        .iter()
        .map(|stretch| stretch.ground)
        .collect();
    assert_eq!(grounds, [Ground::Open, Ground::LightWoods]);
    assert!(
        (plan.stretches[0].part - 2.0 / 6.0).abs() < 0.05,
        "{plan:?}"
    );
    assert!(
        (plan.stretches[1].part - 2.0 / 4.0).abs() < 0.07,
        "{plan:?}"
    );
}

#[test]
fn it_goes_round_a_pond() {
    let pond = [("pond", [-1.0, 1.0, 1.0, 3.0])];
    let mut stage = Stage::new().ground(&[], &pond);
    let column = formed(foot(12), InfantryFormation::RoadColumn);
    let unit = stage.union(column, 0.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let goal = Goal::place(inches_of(0.0, 4.5));
    let plan = battle.now().plan(&[unit], &goal).expect("a plan");
    check_plan(&battle, &[unit], &goal, &plan, "pond");
    assert!(plan.reached, "{plan:?}");
}

#[test]
fn it_does_not_run_into_the_enemy() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(6), 0.0, 0.0, 0.0);
    stage.rebel(foot(16), 0.0, 2.5, 180.0);
    let battle = stage.play().battle;
    let goal = Goal::place(inches_of(0.0, 3.0));
    let plan = battle.now().plan(&[unit], &goal).expect("a plan");
    check_plan(&battle, &[unit], &goal, &plan, "enemy");
    assert!(!plan.reached && plan.stopped.is_some(), "{plan:?}");
    assert!(plan.left.is_some_and(|left| left.inches < 1.5), "{plan:?}");
}

#[test]
fn a_formation_is_taken_up_before_or_after_the_way() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 0.0, 0.0);
    let green = stage.union(of(Quality::Green, foot(12)), 9.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let column = Formation::Infantry(InfantryFormation::RoadColumn);
    let goal = Goal {
        formation: Some(column),
        ..Goal::place(inches_of(0.0, 4.0))
    };
    let plan = battle.now().plan(&[unit], &goal).expect("a plan");
    check_plan(&battle, &[unit], &goal, &plan, "column");
    // Nine inches an action as a column, six as a line.
    assert!(plan.reached);
    let (form, last, _) = moved(&plan);
    assert_eq!((form, last), (Some(column), false));
    assert!((plan.forming - 0.5).abs() < 1e-6);
    let here = Goal {
        to: inches_of(0.0, 0.0),
        ..goal
    };
    let plan = battle.now().plan(&[unit], &here).expect("a plan");
    assert_eq!(plan.order, Order::Form(column));
    // Green regiments need an action for it: first the way, then the column.
    let goal = Goal {
        to: inches_of(9.0, 3.0),
        ..goal
    };
    let plan = battle.now().plan(&[green], &goal).expect("a plan");
    check_plan(&battle, &[green], &goal, &plan, "green");
    let left = plan.left.expect("the formation is left");
    assert!(
        left.formation && left.inches < 0.1 && left.actions == 1,
        "{left:?}"
    );
}

#[test]
fn in_order_a_line_rather_wheels() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(6), 0.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let cheap = Goal::place(inches_of(3.0, 0.5));
    let plan = battle.now().plan(&[unit], &cheap).expect("a plan");
    check_plan(&battle, &[unit], &cheap, &plan, "cheap");
    let steady = Goal {
        in_order: true,
        ..cheap
    };
    let other = battle.now().plan(&[unit], &steady).expect("a plan");
    check_plan(&battle, &[unit], &steady, &other, "steady");
    assert!(plan.reached && other.reached);
    assert_eq!(other.disordered_by, None);
    assert!(other.cost >= plan.cost - 1e-4);
}

#[test]
fn a_group_moves_as_one() {
    let mut stage = Stage::new();
    let one = stage.union(foot(12), -1.6, 0.0, 0.0);
    let two = stage.union(foot(12), 1.6, 0.0, 0.0);
    let mut play = stage.play();
    let units = [one, two];
    let goals = [
        (0.0, 4.0, None),
        (3.0, 4.0, None),
        (0.0, 20.0, None),
        (2.0, 3.0, Some(Facing::degrees(25.0))),
    ];
    for (x, y, facing) in goals {
        let goal = Goal {
            facing,
            ..Goal::place(inches_of(x, y))
        };
        let plan = play.battle.now().plan(&units, &goal).expect("a plan");
        check_plan(&play.battle, &units, &goal, &plan, "group");
        assert_eq!(plan.ends.len(), 2);
        assert_eq!(plan.reached, y < 10.0, "{goal:?}: {plan:?}");
    }
    // What is planned is allowed when the time comes, and leads where it was said.
    let goal = Goal::place(inches_of(2.0, 4.0));
    let plan = play.battle.now().plan(&units, &goal).expect("a plan");
    play.group(&units, [Deed::Move, Deed::Hold])
        .order(plan.order);
    for (unit, end) in plan.ends {
        let at = play.battle.army().placement(unit).at;
        assert!(at.distance(end.at) < 1e-3);
    }
}

#[test]
fn a_group_wheels_on_the_end_it_has_come_to() {
    let mut stage = Stage::new();
    let one = stage.union(foot(12), -1.6, 0.0, 0.0);
    let two = stage.union(foot(12), 1.6, 0.0, 0.0);
    let columns = [-1.0, 1.0].map(|x| {
        let column = formed(foot(12), InfantryFormation::AttackColumn);
        stage.union(column, 10.0 + x, 6.0, 0.0)
    });
    let battle = stage.play().battle;
    let units = [one, two];
    let ahead = Leg::Ahead {
        inches: 1.0,
        degrees: 0.0,
    };
    let wheel = Leg::Wheel { degrees: 20.0 };
    let right = |walks: &Walks| {
        let (id, walked) = &walks[1];
        let ground = battle.army().footprint_at(*id, walked.placement);
        ground.front_corners().1
    };
    let walk = |legs: &[Leg]| battle.now().check_move(&units, None, false, legs);
    let gone = walk(&[ahead]).expect("a move");
    let wheeled = walk(&[ahead, wheel]).expect("a wheel");
    assert!(
        right(&gone).distance(right(&wheeled)) < 1e-3,
        "that end stands"
    );
    // Columns do not wheel, beside each other either.
    let refused = battle.now().check_move(&columns, None, false, &[wheel]);
    assert!(refused.is_err(), "{refused:?}");
}

#[test]
fn nobody_is_ordered_to_go_round_any_place_or_to_win_time() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 0.0, 0.0);
    let battle = stage.play().battle;
    let far = Leg::Ahead {
        inches: 9.0,
        degrees: 0.0,
    };
    let round = Leg::WheelAbout {
        pivot: inches_of(4.0, 4.0),
        degrees: 5.0,
        radius: 1.0,
    };
    for leg in [Leg::Change { part: -1.0 }, round] {
        let refused = battle.now().check_move(&[unit], None, false, &[leg, far]);
        assert!(refused.is_err(), "{leg:?}");
        let refused = battle.now().check_move(&[unit], None, false, &[leg]);
        assert!(refused.is_err(), "{leg:?}");
    }
}

#[test]
fn nobody_plans_for_the_routed_or_the_absent() {
    let mut stage = Stage::new();
    let routed = stage.union(level(Morale::Routed, foot(12)), 0.0, 0.0, 0.0);
    stage.rebel(foot(6), 0.0, 20.0, 180.0);
    let play = stage.play_from_the_leaders();
    let goal = Goal::place(inches_of(0.0, 4.0));
    if play.battle.army().unit(routed).morale == Morale::Routed {
        assert!(play.battle.now().plan(&[routed], &goal).is_err());
    }
    assert!(play.battle.now().plan(&[], &goal).is_err());
    assert!(play.battle.now().plan(&[UnitId(99)], &goal).is_err());
    assert!(play.battle.now().plan(&[routed, routed], &goal).is_err());
    let nowhere = Goal::place(Vec2::NAN);
    assert!(play.battle.now().plan(&[UnitId(1)], &nowhere).is_err());
}

#[test]
fn the_reach_ends_where_the_action_does() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 4.0, 0.0);
    let enemy = stage.rebel(foot(12), 0.0, 7.0, 180.0);
    let battle = stage.play().battle;
    let reach = battle.now().reach(unit).expect("a reach");
    assert!(reach.rays.len() > 12);
    for ray in &reach.rays {
        assert!(ray.places.iter().all(|(_, cost)| *cost <= 1.001));
        assert!(ray.places.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        for (place, _) in &ray.places {
            let ground = battle.army().footprint_at(unit, *place);
            assert!(!ground.overlaps(battle.army().footprint(enemy)));
        }
    }
    let far = |ray: &Ray| ray.places.last().map_or(0.0, |(place, _)| place.at.y);
    let ahead = far(&reach.rays[0]);
    assert!(
        ahead < inches_of(0.0, 7.0).y + 0.01,
        "the enemy stops it at {ahead}"
    );
}
