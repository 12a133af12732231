//! Marching, drawing off, running, coming in, and who commands: rulings and rules to the letter.

use deadly_field::army::{Cause, Deed, Fact, Fate, Formation, Hindered, Obstacle};
use deadly_field::battle::{Answer, Decision, Order, Reaction};
use deadly_field::field::Facing;
use deadly_field::field::moves::Leg;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Gun, InfantryFormation, Morale, Quality, Side};
use deadly_field::scenario::CommandSetup;
use deadly_field::scenario::file::Echelon;

use crate::play::{Play, fire};
use crate::stage::{Stage, foot, formed, guns, level, of, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;
const ROUTED: Morale = Morale::Routed;

#[test]
fn s3_disengaging_is_seen_inch_by_inch_and_goes_through_friends() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 4.0, 0.0);
    let friend = stage.union(foot(8), 0.0, 1.5, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(us).order(Order::Disengage);
    // One inch, and whoever sees it may answer: one of two dice, and still in good order.
    play.is(us, 8, GOOD).stands_at(us, 0.0, 3.0);
    assert!(play.record(us).disengaging);
    assert!(play.offers(&fire(&[cs], us, FireKind::Normal)));
    play.decline().stands_at(us, 0.0, 2.0);
    // On through the friend: both are tested, and he fails.
    play.roll(&[6, 3]).decline();
    play.is(friend, 8, DISORDER);
    assert_eq!(play.count(|fact| matches!(fact, Fact::Tested { .. })), 2);
    while play.asks() == "react" {
        play.decline();
    }
    // Eight inches in all, and then one level worse.
    play.is(us, 8, DISORDER).stands_at(us, 0.0, -4.0);
    assert!(!play.record(us).disengaging);
    assert_eq!(play.asks(), "act");
    assert_eq!(play.record(us).actions, 1);
}

#[test]
fn s3_fire_on_the_way_may_stop_a_disengaging_unit() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(us).order(Order::Disengage);
    // 8 + 6 with one die fewer is a 1MC of 5; missed by one: it falls back, and that is all.
    play.roll(&[6, 2, 2]).react_fire(&[cs], us);
    assert_eq!(play.last_fire(), (14, "1MC"));
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 2.0);
    assert!(play.happened(|fact| matches!(
        fact,
        Fact::Disengaged {
            after: DISORDER,
            ..
        }
    )));
}

#[test]
fn s3_a_reaction_is_run_whole_and_friends_are_tested() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 4.5, 180.0);
    let friend = stage.rebel(foot(8), 0.0, 6.5, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(1.0);
    // One die: the friend's. Nobody is asked about the run.
    play.roll(&[3]).react(Reaction::Disengage(vec![cs]));
    play.is(cs, 8, DISORDER).stands_at(cs, 0.0, 12.5);
    play.is(friend, 8, DISORDER);
    assert_eq!(play.asks(), "act");
}

#[test]
fn s3_a_disengagement_goes_by_the_ground() {
    // Twice four inches in the open, twice two in light woods: three inches of it before them.
    let woods = [("light_woods", [-6.0, -8.0, 6.0, 1.0])];
    let mut stage = Stage::new().ground(&[], &woods);
    let us = stage.union(foot(8), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 6.5, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).order(Order::Disengage);
    // 3/8 of the action is gone at the edge of the woods; 5/8 of four inches are left.
    let (_, y) = play.at(us);
    assert!((y - (1.0 - 2.5)).abs() < 0.3, "{y}");
}

#[test]
fn s3_a_group_draws_off_as_one() {
    let mut stage = Stage::new();
    let [a, b] = [-1.05, 1.05].map(|x| stage.union(foot(8), x, 4.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 5.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.group(&[a, b], [Deed::Disengage, Deed::Hold]);
    play.order(Order::Disengage);
    // Both have come an inch before anybody may answer, and then one of them is the target.
    let gone = |play: &Play, unit| 4.0 - play.at(unit).1;
    for unit in [a, b] {
        let inch = gone(&play, unit);
        assert!((0.8..1.3).contains(&inch), "{inch}");
    }
    assert!(play.offers(&fire(&[cs], a, FireKind::Normal)));
    assert!(play.offers(&fire(&[cs], b, FireKind::Normal)));
    while play.asks() == "react" {
        play.decline();
    }
    play.is(a, 8, DISORDER).is(b, 8, DISORDER);
    // Eight inches, each straight from him.
    assert!(gone(&play, a) > 6.0 && gone(&play, b) > 6.0);
}

#[test]
fn s4_a_unit_may_turn_any_way_in_reaction() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let [a, b] = [-1.05, 1.05].map(|x| stage.rebel(foot(8), x, 5.0, 180.0));
    let apart = stage.rebel(foot(8), 4.5, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    // To the sides and about are offered, alone and together; any other way is allowed.
    let turn = |units: &[_], degrees| Reaction::Turn(units.to_vec(), Facing::degrees(degrees));
    for degrees in [90.0, 270.0, 0.0] {
        assert!(play.offers(&turn(&[a], degrees)), "{degrees}");
        assert!(play.offers(&turn(&[a, b], degrees)), "{degrees}");
    }
    play.refuses(Answer::React(turn(&[a, apart], 0.0)));
    play.refuses(Answer::React(turn(&[us], 0.0)));
    play.react(turn(&[apart], 217.0));
    assert_eq!(
        play.battle.army().placement(apart).facing,
        Facing::degrees(217.0)
    );
    assert!(play.record(apart).reacted);
    play.react(turn(&[a, b], 0.0));
    for unit in [a, b] {
        assert_eq!(play.battle.army().placement(unit).facing, Facing::NORTH);
        assert!(play.record(unit).reacted);
    }
}

#[test]
fn s4_everything_the_book_lists_may_be_a_reaction() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let line = stage.rebel(foot(8), 0.0, 6.0, 180.0);
    let battery = stage.rebel(of(Quality::Green, guns(2, Gun::Napoleon)), 3.5, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    for &to in [
        InfantryFormation::ExtendedLine,
        InfantryFormation::Skirmish,
        InfantryFormation::AttackColumn,
        InfantryFormation::RoadColumn,
        InfantryFormation::Square,
    ]
    .iter()
    {
        let form = Reaction::Form(vec![line], Formation::Infantry(to));
        assert!(play.offers(&form), "{to:?}");
    }
    assert!(play.offers(&Reaction::Disengage(vec![line])));
    assert!(play.offers(&Reaction::Form(vec![battery], Formation::Limbered(true))));
    play.react(Reaction::Form(vec![battery], Formation::Limbered(true)));
    assert!(play.record(battery).reacted);
}

#[test]
fn s4_a_leader_does_not_see_through_units() {
    let seen = |between: bool| {
        let woods = [("heavy_woods", [-3.0, 4.5, 1.6, 8.0])];
        let mut stage = Stage::new().ground(&[], &woods);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(level(DISORDER, foot(8)), 0.0, 9.0, 180.0);
        if between {
            stage.rebel(foot(8), 3.0, 6.9, 180.0);
        }
        stage.leader(Side::Confederate, 2, 3.9, 8.6);
        let mut play = stage.play();
        play.activate(us).walk(2.0);
        play.offers(&Reaction::Reform(vec![cs]))
    };
    assert!(seen(false));
    assert!(!seen(true));
}

#[test]
fn l413_a_group_has_done_something_when_all_of_it_have() {
    let mut stage = Stage::new();
    let [a, b] = [-1.05, 1.05].map(|x| stage.union(level(DISORDER, foot(8)), x, 0.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 1.8, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.group(&[a, b], [Deed::Reform, Deed::Hold]);
    play.order(Order::Reform);
    // One chance for the whole of it.
    play.is(a, 8, GOOD).is(b, 8, GOOD);
    assert!(play.offers(&fire(&[cs], a, FireKind::Normal)));
    assert!(play.offers(&fire(&[cs], b, FireKind::Normal)));
    play.decline();
    assert_ne!(play.asks(), "react");
}

#[test]
fn s9_command_is_not_handed_on_through_another_brigade() {
    let stage = |foreign: bool| {
        let mut stage = Stage::new();
        let near = stage.union(foot(8), 0.0, 0.0, 0.0);
        let middle = stage.union(foot(8), 2.1, 0.0, 0.0);
        let far = stage.union(foot(8), 4.2, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 25.0, 180.0);
        stage.leader(Side::Union, 1, -3.5, 0.0);
        let mut scenario = stage.scenario();
        if foreign {
            scenario.commands.push(CommandSetup {
                name: "Another brigade".to_owned(),
                side: Side::Union,
                echelon: Echelon::Brigade,
                parent: None,
            });
            scenario.units[middle.0 as usize].command = 2;
        }
        let mut play = Play::of(scenario, &[]);
        play.leaders_stay();
        [near, middle, far].map(|unit| play.record(unit).in_command)
    };
    assert_eq!(stage(false), [true, true, true]);
    assert_eq!(stage(true), [true, false, false]);
}

#[test]
fn s9_without_leaders_everybody_is_in_command() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut scenario = stage.scenario();
    scenario.leaders.clear();
    let mut play = Play::of(scenario, &[]);
    play.activate(us).walk(6.0);
    assert!(play.record(us).in_command);
    assert_eq!(play.record(us).actions, 1);
}

#[test]
fn s16_a_leader_of_no_benefit_commands_whom_he_stands_beside() {
    let in_command = |y: f32| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 25.0, 180.0);
        stage.leader(Side::Union, 0, 4.0, y);
        // Three inches beside the middle of its front is an inch and a half from its end.
        let play = stage.play();
        play.record(us).in_command
    };
    // He stands three inches from its nearer end.
    assert!(!in_command(0.0));
    let beside = |x: f32| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 25.0, 180.0);
        stage.leader(Side::Union, 0, x, -0.25);
        stage.play().record(us).in_command
    };
    // An inch and his own stand from the end of its line, though two and more from the middle.
    assert!(beside(2.3));
    assert!(!beside(2.9));
}

#[test]
fn s10_skirmishers_are_tested_like_anybody() {
    // A line walks through its skirmishers: both.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(4), 0.0, 1.5, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[4, 3]).walk(3.0);
    play.is(us, 8, GOOD).is(screen, 4, DISORDER);

    // Skirmishers walk through a line: both.
    let mut stage = Stage::new();
    let screen = stage.union(skirmishers(4), 0.0, 0.0, 0.0);
    let line = stage.union(foot(8), 0.0, 1.5, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    play.activate(screen).roll(&[3, 4]).walk(4.0);
    play.is(screen, 4, DISORDER).is(line, 8, GOOD);
}

#[test]
fn s12_the_routed_act_when_their_player_likes() {
    let stage = || {
        let mut stage = Stage::new();
        let routed = stage.union(level(ROUTED, foot(8)), 0.0, 10.0, 180.0);
        let other = stage.union(level(ROUTED, foot(8)), 6.0, 10.0, 180.0);
        let steady = stage.union(foot(8), 12.0, 10.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        (stage.play(), [routed, other, steady])
    };
    let (mut play, [routed, other, steady]) = stage();
    assert_eq!(play.ready(), [routed, other, steady]);
    // A routed unit is in no group and has no choice, but it waits its turn.
    play.refuses(Answer::ActivateGroup {
        units: vec![routed, steady],
        plan: [Deed::Move, Deed::Hold],
    });
    play.activate(steady).hold();
    play.stands_at(routed, 0.0, 10.0);
    // Of the last two the other runs next, and then the last by itself.
    play.roll(&[3, 4, 6, 5, 2, 2, 6, 5]).activate(other);
    play.stands_at(routed, 0.0, 6.0);
    play.is(routed, 8, SHAKEN).is(other, 8, SHAKEN);

    // Whoever has not run when the turn is ended runs then.
    let (mut play, [routed, other, steady]) = stage();
    play.roll(&[3, 4, 6, 5, 2, 2, 3, 3]).end_turn();
    play.stands_at(routed, 0.0, 3.0)
        .stands_at(steady, 12.0, 10.0);
    play.is(routed, 8, SHAKEN).is(other, 7, ROUTED);
    assert_eq!(play.battle.army().clock().active, Side::Confederate);
}

#[test]
fn s26_who_routs_in_his_own_turn_has_had_it() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let friend = stage.union(foot(8), 2.5, 3.0, 0.0);
    let third = stage.union(foot(8), -12.0, 3.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(us).walk(1.0);
    // Fired on, it routs past a friend who has not acted; he routs too, and runs once.
    play.roll(&[6, 1, 1, 1, 3, 3, 1, 1, 2, 2])
        .react_fire(&[cs], us);
    assert_eq!(play.last_fire().1, "2MC");
    play.is(us, 8, ROUTED).is(friend, 8, ROUTED);
    assert_eq!(play.ready(), [third]);
    assert_eq!(play.count(|fact| matches!(fact, Fact::Ran { .. })), 2);
    // Neither runs again when the turn ends, nor rallies.
    play.end_turn();
    assert_eq!(play.count(|fact| matches!(fact, Fact::Ran { .. })), 2);
    play.is(friend, 8, ROUTED);
}

#[test]
fn s27_a_leader_far_from_his_men_may_ride() {
    let mut stage = Stage::new();
    stage.union(foot(8), -14.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let hancock = stage.leader(Side::Union, 2, 14.0, 0.0);
    let mut play = stage.play_from_the_leaders();
    let Some(Decision::Leader { units, .. }) = play.battle.decision() else {
        panic!("{}", play.asks());
    };
    assert!(units.is_empty());
    let here = play.battle.army().leader(hancock).at.expect("on the table");
    // Ten inches over open ground, and no farther.
    let west = |inches: f32| Answer::Ride(here - bevy::math::Vec2::X * inches);
    play.refuses(west(10.5));
    play.answer(west(9.9));
    let there = play.battle.army().leader(hancock).at.expect("on the table");
    assert!((here.distance(there) - 9.9).abs() < 1e-3);
}

#[test]
fn l981_whoever_would_run_over_the_edge_has_come_to_it() {
    let run = |dice: &[u8]| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 23.4, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 25.9, 180.0);
        // Somebody stands at the edge: the run ends before him, half an inch from it.
        stage.rebel(foot(8), 0.0, 27.5, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(dice).fire(&[us], cs);
        (play, cs)
    };
    let (play, cs) = run(&[1, 3, 1, 1, 4, 3, 5, 5, 6, 5]);
    assert!(play.at(cs).1 < 27.55);
    assert!(play.happened(|fact| matches!(
        fact,
        Fact::Checked { unit, cause: Cause::Rally, .. } if *unit == cs
    )));
    play.is(cs, 8, SHAKEN);
    let (play, cs) = run(&[1, 3, 1, 1, 4, 3, 5, 5, 2, 3]);
    assert_eq!(play.fate(cs), Some(Fate::Disintegrated));
}

#[test]
fn l973_a_fall_back_says_what_was_in_its_way() {
    let fallen_back = |friend: Option<f32>| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(level(DISORDER, foot(8)), 0.0, 2.5, 180.0);
        let friend = friend.map(|y| stage.rebel(level(DISORDER, foot(8)), 0.0, y, 180.0));
        let mut play = stage.play();
        play.activate(us);
        play.roll(&[1, 1, 2, 2]).fire(&[us], cs);
        let facts = play.facts();
        let back = facts.iter().find_map(|fact| match fact {
            Fact::FellBack {
                inches, hindered, ..
            } => Some((*inches, *hindered)),
            _ => None,
        });
        (back.expect("it fell back"), play.at(cs).1, friend)
    };
    // Three inches, with nobody there.
    assert_eq!(fallen_back(None), ((3.0, None), 5.5, None));
    // Somebody stands half an inch short of that: behind him is nearer than before him.
    let ((inches, hindered), y, friend) = fallen_back(Some(5.4));
    let by = Obstacle::Unit(friend.expect("there"));
    assert_eq!((inches, hindered), (3.0, Some(Hindered { gone: 3.5, by })));
    assert_eq!(y, 6.0);
    // A little farther off, and before him is nearer.
    let ((_, hindered), y, _) = fallen_back(Some(5.9));
    assert!(hindered.is_some_and(|hindered| (hindered.gone - 2.875).abs() < 1e-3));
    assert!((y - 5.375).abs() < 1e-3);
}

#[test]
fn whoever_holds_leaves_a_fact_that_his_side_sees() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(1.0);
    play.decline();
    let held = |fact: &Fact| matches!(fact, Fact::Held { .. });
    let facts = play.facts();
    let first = facts.iter().find(|fact| held(fact)).expect("he held");
    let is = Fact::Held {
        side: Side::Confederate,
        units: vec![cs],
        triggers: vec![us],
    };
    assert_eq!(*first, is);
    assert!(first.seen_by(Side::Confederate) && !first.seen_by(Side::Union));
    // What the active unit does not do everybody sees.
    play.hold();
    let facts = play.facts();
    let last = facts.iter().rfind(|fact| held(fact)).expect("it held");
    assert!(last.seen_by(Side::Confederate) && last.seen_by(Side::Union));
}

#[test]
fn s11_a_column_comes_in_from_the_edge() {
    // A lone column with nine inches in the open: what it takes to be wholly on the table counts.
    let mut stage = Stage::new();
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    let us = stage.union(column, 0.0, 0.0, 0.0);
    let next = stage.union(column, 10.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut scenario = stage.scenario();
    scenario.field.entries.push(deadly_field::field::Entry {
        id: "south".to_owned(),
        at: bevy::math::Vec2::new(18.0, 0.0),
        facing: Facing::NORTH,
        name: String::new(),
        reach: 0.0,
    });
    for unit in [us, next] {
        scenario.units[unit.0 as usize].deployment = deadly_field::scenario::Deployment::Arrives {
            turn: 1,
            by_die: None,
            entry: "south".to_owned(),
        };
    }
    let mut play = Play::of(scenario, &[]);
    play.leaders_stay();
    assert_eq!(play.ready(), [us, next]);
    assert!(!play.battle.army().on_table(us));
    // In any order.
    play.activate(next);
    let depth = play.record(next).entering;
    assert!(depth > 1.0, "{depth}");
    play.stands_at(next, 0.0, depth - 8.0);
    // It comes in with a move, or stands there; nothing else.
    assert_eq!(play.orders(), [Order::Hold]);
    let ahead = |inches: f32| Order::Move {
        form: None,
        form_last: false,
        legs: vec![Leg::Ahead {
            inches,
            degrees: 0.0,
        }],
    };
    play.refuses(Answer::Order(ahead(9.1 - depth)));
    play.order(ahead(9.0 - depth)).stands_at(next, 0.0, 1.0);
    assert_eq!(play.record(next).actions, 1);
    play.order(ahead(0.5)).stands_at(next, 0.0, 1.5);
    // The other comes after it; where nobody stands any more.
    assert_eq!(play.ready(), [us]);
    play.activate(us).hold();
    assert!(play.battle.army().on_table(us));
}

#[test]
fn s11_who_finds_no_room_waits() {
    let mut stage = Stage::new();
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    let us = stage.union(column, 0.0, 0.0, 0.0);
    let there = stage.union(foot(8), 0.0, -7.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut scenario = stage.scenario();
    scenario.field.entries.push(deadly_field::field::Entry {
        id: "south".to_owned(),
        at: bevy::math::Vec2::new(18.0, 0.0),
        facing: Facing::NORTH,
        name: String::new(),
        reach: 0.0,
    });
    scenario.units[us.0 as usize].deployment = deadly_field::scenario::Deployment::Arrives {
        turn: 1,
        by_die: None,
        entry: "south".to_owned(),
    };
    let mut play = Play::of(scenario, &[]);
    play.leaders_stay();
    assert_eq!(play.ready(), [there]);
    play.refuses(Answer::Activate(us));
    // Once the way is free it comes, in the same player turn.
    play.activate(there).walk(6.0);
    play.hold();
    assert_eq!(play.ready(), [us]);
    play.end_turn();
    assert!(play.happened(|fact| matches!(fact, Fact::Delayed { unit } if *unit == us)));
}

#[test]
fn r37_less_than_an_inch_is_an_occasion_only_close_by() {
    let asked = |gap: f32, inches: f32| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, gap, 180.0);
        let mut play = stage.play();
        play.activate(us).walk(inches);
        let mut times = 0;
        while play.asks() == "react" {
            play.decline();
            times += 1;
        }
        times
    };
    assert_eq!(asked(5.0, 0.75), 0);
    assert_eq!(asked(5.0, 1.5), 1);
    assert_eq!(asked(5.0, 2.0), 2);
    // Within two inches anything counts.
    assert_eq!(asked(2.5, 0.75), 1);
}

#[test]
fn l1194_a_leader_hastens_his_own_brigade() {
    let farthest = |foreign: bool| {
        let mut stage = Stage::new();
        let [us, other] = [-1.05, 1.05].map(|x| stage.union(foot(8), x, 0.0, 0.0));
        stage.rebel(foot(8), 0.0, 25.0, 180.0);
        stage.leader(Side::Union, 2, -1.05, -1.0);
        let mut scenario = stage.scenario();
        if foreign {
            scenario.commands.push(CommandSetup {
                name: "Another brigade".to_owned(),
                side: Side::Union,
                echelon: Echelon::Brigade,
                parent: None,
            });
            scenario.units[other.0 as usize].command = 2;
        }
        let mut play = Play::of(scenario, &[]);
        play.answer(Answer::Attach(us)).leaders_stay();
        let legs = |inches: f32| {
            [Leg::Ahead {
                inches,
                degrees: 0.0,
            }]
        };
        let now = play.battle.now();
        [6.0, 8.0].map(|inches| {
            now.check_move(&[us, other], None, false, &legs(inches))
                .is_ok()
        })
    };
    assert_eq!(farthest(false), [true, true]);
    // The other brigade goes its own six inches, and the group with it.
    assert_eq!(farthest(true), [true, false]);
}
