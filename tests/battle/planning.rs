//! The move planner: what it proposes is legal, says what it costs, and nothing of two legs is
//! better.

mod brute;

use std::time::{Duration, SystemTime};

use bevy::math::Vec2;
use deadly_field::army::{Deed, Formation, UnitId};
use deadly_field::battle::{Battle, Goal, Order, Plan, Ray};
use deadly_field::field::Facing;
use deadly_field::field::moves::Leg;
use deadly_field::rules::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fights;
use crate::stage::{Stage, foot, formed, guns, horse, level, of, origin, skirmishers};
use brute::Brute;

/// The time this thread has worked: other work on the machine does not count.
fn busy() -> Duration {
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = worked.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(
        || {
            SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default()
        },
        Duration::from_nanos,
    )
}

/// Goals of the comparison with brute force; more with `DEADLY_FIELD_GOALS`, others with
/// `DEADLY_FIELD_SEED`.
fn goals() -> u64 {
    let asked = std::env::var("DEADLY_FIELD_GOALS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(60)
}

struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound.max(1)
    }

    fn part(&mut self) -> f32 {
        self.below(10_000) as f32 / 10_000.0
    }

    fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.part()
    }
}

/// The first scenario somewhere in its first turns.
fn militia(scale: Scale, chance: &mut Chance) -> Battle {
    let seed = chance.below(1_000_000) as u64;
    let mut session = fights::session(fights::both("random"), &fights::scenario(scale), seed);
    for _ in 0..chance.below(150) {
        session.poll();
    }
    session.into_battle()
}

/// A table with a bit of everything on it, and units of every arm and formation.
fn medley(scale: Scale, chance: &mut Chance) -> Battle {
    let far = origin(scale);
    let (wide, high) = (far.x - 2.0, 2.0 * far.x - far.y - 2.0);
    let mut lines = Vec::new();
    for kind in ["road", "wood_fence", "creek", "trail", "stone_wall"] {
        let (one, other) = (chance.between(0.0, high), chance.between(0.0, high));
        lines.push((kind, [(-wide, one), (wide, other)]));
    }
    let mut areas = Vec::new();
    for kind in ["light_woods", "heavy_woods", "rough", "pond", "broken"] {
        let (x, y) = (
            chance.between(-wide, wide - 6.0),
            chance.between(0.0, high - 6.0),
        );
        let (by, up) = (chance.between(2.0, 6.0), chance.between(2.0, 6.0));
        areas.push((kind, [x, y, x + by, y + up]));
    }
    let mut stage = Stage::at(scale).ground(&lines, &areas);
    let kinds = [
        foot(12),
        skirmishers(12),
        formed(foot(16), InfantryFormation::AttackColumn),
        formed(foot(12), InfantryFormation::RoadColumn),
        formed(foot(10), InfantryFormation::ExtendedLine),
        guns(3, Gun::Napoleon),
        horse(8, CavalryWeapon::SharpsCarbine),
        level(Morale::Disorder, foot(12)),
        level(Morale::Shaken, foot(12)),
        of(Quality::Green, foot(12)),
    ];
    for number in 0..16 {
        let unit = kinds[number % kinds.len()];
        // One to each part of the table, so that nobody stands on anybody.
        let (column, row) = ((number % 4) as f32, (number / 4) as f32);
        let x = -wide + (column + 0.5) * wide / 2.0 + chance.between(-0.5, 0.5);
        let y = (row + 0.5) * high / 4.0 + chance.between(-0.5, 0.5);
        let facing = chance.below(24) as f32 * 15.0;
        if chance.below(3) == 0 {
            stage.rebel(unit, x, y, facing);
        } else {
            stage.union(unit, x, y, facing);
        }
    }
    stage.play().battle
}

fn any_formation(unit: &Unit, chance: &mut Chance) -> Formation {
    let foot = InfantryFormation::ALL;
    let horse = CavalryFormation::ALL;
    match unit.troops {
        Troops::Infantry { .. } => Formation::Infantry(foot[chance.below(foot.len())]),
        Troops::Cavalry { mounted, .. } => match chance.below(2) {
            0 => Formation::Mounted(!mounted),
            _ => Formation::Cavalry(horse[chance.below(horse.len())]),
        },
        Troops::Artillery { limbered, .. } => Formation::Limbered(!limbered),
    }
}

fn any_goal(battle: &Battle, unit: UnitId, chance: &mut Chance) -> Goal {
    let start = battle.army().placement(unit);
    let size = battle.scenario().field.size;
    let far = battle.scenario().field.proportion() * chance.between(0.0, 9.0);
    let way = Facing::degrees(chance.between(0.0, 360.0)).ahead() * far;
    let facing = match chance.below(4) {
        0 | 1 => None,
        2 => Some(start.facing.turned(chance.between(-40.0, 40.0))),
        _ => Some(Facing::degrees(chance.between(0.0, 360.0))),
    };
    let formation = (chance.below(3) == 0).then(|| any_formation(battle.army().unit(unit), chance));
    Goal {
        to: (start.at + way).clamp(Vec2::splat(0.5), size - 0.5),
        facing,
        formation,
        in_order: chance.below(4) == 0,
        form_last: None,
    }
}

/// What a plan says of itself must be so.
fn check_plan(battle: &Battle, units: &[UnitId], goal: &Goal, plan: &Plan, what: &str) {
    let (form, form_last, legs) = match &plan.order {
        Order::Move {
            form,
            form_last,
            legs,
        } => (*form, *form_last, legs.clone()),
        Order::Form(formation) => (Some(*formation), false, Vec::new()),
        order => {
            assert_eq!(*order, Order::Hold, "{what}");
            (None, false, Vec::new())
        }
    };
    let walks = battle
        .now()
        .check_move(units, form, form_last, &legs)
        .unwrap_or_else(|refusal| panic!("{what}: {refusal} {plan:?}"));
    let cost = walks
        .iter()
        .map(|walk| walk.1.used.part)
        .fold(0.0, f32::max);
    assert!(
        (cost - plan.cost).abs() < 1e-4 && cost <= 1.001,
        "{what}: {cost} {plan:?}"
    );
    let ends: Vec<_> = walks
        .iter()
        .map(|(id, walk)| (*id, walk.placement))
        .collect();
    assert_eq!(ends, plan.ends, "{what}");
    let parts: f32 = plan.stretches.iter().map(|stretch| stretch.part).sum();
    assert!(
        (parts + plan.forming - plan.cost).abs() < 2e-3,
        "{what}: {parts} and {} of {}: {plan:?}",
        plan.forming,
        plan.cost
    );
    let at = ends.iter().map(|end| end.1.at).sum::<Vec2>() / ends.len() as f32;
    let off = goal
        .facing
        .map_or(0.0, |facing| ends[0].1.facing.off(facing).abs());
    if plan.reached {
        assert!(
            at.distance(goal.to) <= 0.101 && off <= 2.01,
            "{what}: {plan:?}"
        );
        assert_eq!(plan.left, None, "{what}");
    } else {
        let left = plan.left.unwrap_or_else(|| panic!("{what}: {plan:?}"));
        assert!((left.inches - at.distance(goal.to)).abs() < 1e-3, "{what}");
        assert!(left.actions >= 1, "{what}");
    }
}

#[test]
fn no_move_of_two_legs_is_better() {
    let seed = std::env::var("DEADLY_FIELD_SEED").ok();
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(9);
    let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
    let mut times: Vec<Duration> = Vec::new();
    let mut faults = Vec::new();
    let (mut reached, mut asked) = (0, 0);
    let mut number = 0;
    while asked < goals() {
        let scale = Scale::ALL[number % 3];
        let battle = match number % 2 {
            0 => medley(scale, &mut chance),
            _ => militia(scale, &mut chance),
        };
        number += 1;
        let units: Vec<UnitId> = battle.army().present().collect();
        for _ in 0..10.min(goals() - asked) {
            let unit = units[chance.below(units.len())];
            let goal = any_goal(&battle, unit, &mut chance);
            let what = format!("goal {asked}: {} {goal:?}", battle.army().name(unit));
            asked += 1;
            let since = busy();
            let plan = battle.now().plan(&[unit], &goal);
            times.push(busy() - since);
            let Ok(plan) = plan else {
                let values = battle.army().unit(unit);
                let none = values.morale == Morale::Routed || goal.formation.is_some();
                assert!(none, "{what}: {plan:?}");
                continue;
            };
            check_plan(&battle, &[unit], &goal, &plan, &what);
            reached += u32::from(plan.reached);
            let start = battle.army().placement(unit);
            let front = battle.army().footprint(unit).frontage();
            let off = goal
                .facing
                .map_or(0.0, |facing| start.facing.off(facing).abs());
            let near = front.max(1.0);
            let facing_first = (off > 2.0 && start.at.distance(goal.to) <= near).then_some(near);
            let better = Brute::new(&battle, unit, &goal).better(&plan, facing_first);
            if let Some(better) = better {
                let end = plan.ends[0].1;
                let inches = end.at.distance(goal.to);
                let values = battle.army().unit(unit);
                faults.push(format!(
                    "{what}\n  {values:?}\n  stands {start:?}\n  better {better:?}\n  than {} {inches} {:?} {:?} {:?}",
                    plan.cost, plan.reached, plan.order, plan.stopped
                ));
            }
        }
    }
    let (longest, sum) = (times.iter().max(), times.iter().sum::<Duration>());
    let mean = sum / times.len().max(1) as u32;
    let long = times.iter().filter(|time| time.as_millis() >= 50).count();
    println!(
        "{asked} goals, {reached} reached; a plan takes {mean:?}, {longest:?} at most, {long} take \
         50 ms or more"
    );
    assert!(
        mean < Duration::from_millis(50),
        "plans take too long: {mean:?}"
    );
    let many = faults.len();
    println!("{many} of them could be bettered");
    assert_eq!(many, 0, "{many} of {asked}:\n{}", faults.join("\n"));
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
fn a_plan_on_open_ground_is_quick() {
    let mut stage = Stage::new();
    let unit = stage.union(foot(12), 0.0, 6.0, 0.0);
    let battle = stage.play().battle;
    let since = busy();
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
    let each = (busy() - since) / 48;
    println!("a plan on open ground takes {each:?}");
    assert!(each < Duration::from_millis(20), "{each:?}");
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
