//! On the way of a charge: skirmishers, friends, fences, and charges that come back.

use deadly_field::army::UnitId;
use deadly_field::army::{Deed, Fact};
use deadly_field::battle::{Answer, Decision, Order, Reaction};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Morale, Quality};

use crate::play::{Play, charge, fire};
use crate::stage::{Stage, depleted, foot, level, of, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;

/// A line charges skirmishers with a line of their own behind them.
fn screen() -> (Play, [UnitId; 3]) {
    let mut stage = Stage::new().rebels_first();
    let cs = stage.rebel(foot(8), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 4.0, 180.0);
    let line = stage.union(foot(8), 0.0, 9.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(screen);
    play.activate(cs).roll(&[5, 4]).charge(cs, screen);
    (play, [cs, screen, line])
}

#[test]
fn r34c_skirmishers_are_driven_in_and_stop_behind_a_friend() {
    let (mut play, [cs, screen, line]) = screen();
    // After the first inch, their reaction spent or not.
    assert_eq!(play.asks(), "stop behind");
    play.stands_at(cs, 0.0, 1.0);
    // Their test, and that of the line they go through.
    play.roll(&[4, 4]).answer(Answer::Agree);
    assert!(play.gap(screen, line) < 0.5);
    assert_eq!(play.unit(screen).morale, DISORDER);
    assert!(play.at(screen).1 > 9.5);
    // The charge goes on at the line, which has them as a support.
    while play.gap(cs, line) > 2.01 {
        play.pass(1);
    }
    play.roll(&[3, 3]).pass(1);
    assert_eq!(play.mmp(line), 4);
    let point_blank = fire(&[line], cs, FireKind::PointBlank);
    play.roll(&[1, 1, 1, 2, 3, 3, 1, 1, 3, 3])
        .react(point_blank);
    assert_eq!(play.last_fire(), (15, "2MC"));
    assert_eq!(play.mmp(cs), 6);
    // Past its disorder point at nine inches.
    assert_eq!(play.impact_values(), (0, 4));
    assert_eq!(play.impact_supports(), (vec![], vec![screen]));
}

#[test]
fn skirmishers_who_fail_to_stop_run_on() {
    let (mut play, [_, screen, _]) = screen();
    play.roll(&[3, 4]).answer(Answer::Agree);
    play.stands_at(screen, 0.0, 12.0);
    assert_eq!(play.unit(screen).morale, DISORDER);
}

#[test]
fn skirmishers_charge_only_skirmishers() {
    let mut stage = Stage::new();
    let us = stage.union(skirmishers(6), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(us)
        .refuses(Answer::Order(charge(us, &[(us, cs)])));

    let mut stage = Stage::new();
    let us = stage.union(skirmishers(6), 0.0, 0.0, 0.0);
    let cs = stage.rebel(skirmishers(6), 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    // Among skirmishers it is fought out, and nobody fears a close enemy: 4 + 6 - 6.
    assert_eq!(play.mmp(cs), 4);
}

#[test]
fn a_charge_goes_through_its_own_skirmishers_who_join_it() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 5.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    while play.asks() == "react" {
        play.decline();
    }
    let Some(Decision::Join { unit, charger, .. }) = play.battle.decision() else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!((*unit, *charger), (screen, us));
    play.answer(Answer::Agree);
    assert_eq!(play.unit(screen).morale, DISORDER);
    assert_eq!(play.unit(us).morale, GOOD);
    while play.gap(us, cs) > 2.01 {
        play.pass(1);
    }
    play.roll(&[4, 4]).pass(1);
    // They count as a support: 4 + 1 + 1.
    assert_eq!(play.mmp(cs), 6);
    assert!(!play.happened(|fact| matches!(fact, Fact::Tested { .. })));
    // It is their whole turn.
    assert!(play.record(screen).activated && play.record(screen).actions == 0);
}

#[test]
fn a_charge_through_formed_friends_tests_everybody() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 5.0, 0.0);
    let friend = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    // The charger passes its test, the friend fails: he may not join.
    play.activate(us).roll(&[3, 3, 4, 3]).charge(us, cs);
    while play.asks() == "react" && play.gap(us, cs) > 2.01 {
        play.decline();
    }
    assert_eq!(play.count(|fact| matches!(fact, Fact::Tested { .. })), 2);
    play.is(us, 8, GOOD).is(friend, 8, DISORDER);
    play.roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(cs), 5);
}

#[test]
fn r34e_a_charge_halts_at_a_fence() {
    let fence = [("wood_fence", [(-4.0, 6.0), (4.0, 6.0)])];
    let halted = |die: u8| {
        let mut stage = Stage::new().ground(&fence, &[]);
        let us = stage.union(foot(8), 0.0, 3.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        let order = play
            .orders()
            .iter()
            .find(|order| matches!(order, Order::Charge { halt: Some(_), .. }))
            .cloned()
            .expect("a halt at the fence");
        play.roll(&[3, 3]).order(order);
        while play.asks() == "react" && play.at(us).1 < 4.9 {
            play.decline();
        }
        play.roll(&[die]).decline();
        (play, us, cs)
    };
    // Passed: it stops before the fence in disorder.
    let (play, us, _) = halted(4);
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 5.9);
    assert!(play.happened(|fact| matches!(fact, Fact::Halted { .. })));
    // Failed: on, in disorder from here.
    let (play, us, _) = halted(3);
    assert_eq!(play.unit(us).morale, DISORDER);
    assert!(play.at(us).1 > 5.99);
    assert_eq!(play.asks(), "react");
}

#[test]
fn an_infantry_countercharge_meets_in_the_middle() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let green = of(Quality::Trained, foot(8));
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    assert!(play.offers(&Reaction::Countercharge(cs)));
    play.roll(&[2, 2, 4, 4, 4, 4, 3, 3, 2, 2])
        .react(Reaction::Countercharge(cs));
    // Four inches on from where the charge is now, five from its start.
    assert!(play.happened(|fact| matches!(fact,
        Fact::Countercharge { inches: 8.0, meet: Some(meet), .. } if (meet - 4.0).abs() < 0.05)));
    assert_eq!([play.mmp(us), play.mmp(cs)], [4, 4]);
    assert_eq!(play.impact_values(), (4, 4));
    assert!(play.fires().is_empty());

    // Only veterans and elite do that.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(green, 0.0, 7.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    assert!(!play.offers(&Reaction::Countercharge(cs)));
}

#[test]
fn supports_come_along_when_two_charges_meet() {
    let mut stage = Stage::new();
    let [u1, u2] = [0.0, -0.75].map(|y| stage.union(foot(8), 0.0, y, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let mut play = stage.play();
    play.group(&[u1, u2], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(u1, cs);
    play.roll(&[2, 2, 4, 4, 4, 4, 3, 3, 2, 2])
        .react(Reaction::Countercharge(cs));
    // One support against none: 4 + 1 - 1 + 1.
    assert_eq!(play.mmp(cs), 5);
    assert_eq!(play.impact_supports(), (vec![u2], vec![]));
    assert_eq!(play.impact_values(), (4, 3));
    play.stands_at(u1, 0.0, 5.0).stands_at(u2, 0.0, 4.25);
}

#[test]
fn nobody_charges_shaken_or_at_the_routed() {
    let mut stage = Stage::new();
    let us = stage.union(level(SHAKEN, foot(8)), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(us)
        .refuses(Answer::Order(charge(us, &[(us, cs)])));

    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(level(Morale::Routed, foot(8)), 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(us)
        .refuses(Answer::Order(charge(us, &[(us, cs)])));
    // A depleted regiment may.
    let mut stage = Stage::new();
    let us = stage.union(depleted(foot(4)), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
}

#[test]
fn a_charging_group_closes_up_and_goes_on() {
    let mut stage = Stage::new();
    let trained = of(Quality::Trained, foot(8));
    let [a, b, c] = [-2.1, 0.0, 2.1].map(|x| stage.union(trained, x, 6.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.group(&[a, b, c], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(b, cs);
    // Two hits, and a natural 3 below 5 - 1 - 2 + 2: shaken and an inch back.
    play.roll(&[6, 4, 1, 2, 4, 4]).react_fire(&[cs], b);
    assert_eq!(play.mmps(b), [4]);
    play.is(b, 6, SHAKEN).stands_at(b, 0.0, 6.0);
    // Another leads now, and the third supports it.
    let lead = if play.offers(&fire(&[cs], a, FireKind::Desperation)) {
        a
    } else {
        c
    };
    play.offers_only(&fire(&[cs], lead, FireKind::Desperation));
    assert!((play.gap(a, c) - 0.1).abs() < 0.01);
    assert_eq!(play.mmp(cs), 6);
    let supports = if lead == a { c } else { a };
    // At the support, which is as near, it may fire as well.
    play.pass(1)
        .offers_only(&fire(&[cs], supports, FireKind::Desperation));
    play.roll(&[4, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_supports(), (vec![supports], vec![]));
    play.answer(Answer::Follow(0.0));
    // What was declared is done; who was thrown out does nothing more.
    play.order(Order::Reform);
    play.is(a, 8, GOOD).is(c, 8, GOOD).is(b, 6, SHAKEN);
    assert_eq!(play.record(b).actions, 0);
}
