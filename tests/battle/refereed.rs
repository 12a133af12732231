//! What referees with the book in their hands found otherwise: each played by its line or ruling.

use deadly_field::army::{Cause, Deed, Fact, Fate, Reason, UnitId};
use deadly_field::battle::{After, Answer, Decision, Order, Reaction};
use deadly_field::field::moves::Leg;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{
    CavalryWeapon, Gun, InfantryFormation, Morale, Quality, Side, Stands, Unit, Zone,
};

use crate::play::{Play, charge, fire};
use crate::stage::{Stage, foot, formed, guns, horse, level, of, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;
const ROUTED: Morale = Morale::Routed;

/// How far whoever may follow can go, and why he may.
fn follow(play: &Play) -> (f32, After) {
    match play.battle.decision() {
        Some(Decision::Follow { inches, after, .. }) => (*inches, *after),
        other => panic!("{other:?}"),
    }
}

fn charged_on(play: &Play) -> bool {
    play.happened(|fact| matches!(fact, Fact::ChargedOn { .. }))
}

fn caught(play: &Play, routed: UnitId) -> bool {
    play.happened(|fact| matches!(fact, Fact::Caught { unit, .. } if *unit == routed))
}

#[test]
fn l3161_a_shaken_unit_comes_nearer_to_no_enemy() {
    let goes = |behind: Morale, degrees: f32| {
        let mut stage = Stage::new();
        let us = stage.union(level(SHAKEN, foot(8)), 0.0, 2.0, 0.0);
        stage.rebel(foot(8), 0.0, 7.0, 180.0);
        stage.rebel(level(behind, foot(8)), 0.0, -7.0, 0.0);
        let mut play = stage.play();
        play.activate(us);
        let back = Order::Move {
            form: None,
            form_last: false,
            legs: vec![Leg::Ahead {
                inches: 2.0,
                degrees,
            }],
        };
        play.battle.check(&Answer::Order(back)).is_ok()
    };
    // From the one before it, but towards another behind it; from those who run nobody shrinks.
    assert!(!goes(GOOD, 180.0));
    assert!(goes(ROUTED, 180.0));
    // Sideways it gets away from both.
    assert!(goes(GOOD, 90.0) && !goes(GOOD, 0.0));
}

/// Veteran Union horse charges Confederate horse over sixteen inches, and they charge back.
fn clash(theirs: Unit) -> (Stage, UnitId, UnitId) {
    let mut stage = Stage::new();
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, 0.0, 0.0);
    let cs = stage.rebel(theirs, 0.0, 16.0, 180.0);
    (stage, us, cs)
}

#[test]
fn r62_the_active_side_does_not_answer_a_pursuit() {
    let trained = of(Quality::Trained, horse(6, CavalryWeapon::Pistol));
    let (mut stage, us, cs) = clash(trained);
    let watches = stage.union(foot(8), 5.0, 0.0, 0.0);
    let mut play = stage.play();
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    // 4 + 2 against 0 + 12: thrown back by six, twice as far.
    play.roll(&[3, 3, 2, 3, 3, 5, 4, 1, 1, 6, 6])
        .react(Reaction::Countercharge(cs));
    play.is(us, 4, SHAKEN);
    let (left, after) = follow(&play);
    assert!(left > 4.0 && after == After::Pursuit, "{left} {after:?}");
    let before = play.at(cs).1;
    play.answer(Answer::Follow(left));
    assert!(before - play.at(cs).1 > 4.0);
    // It rides past the muskets of those whose turn it is, and they have no reactions.
    assert!(play.gap(cs, watches) < 6.0);
    assert_ne!(play.asks(), "react");
}

#[test]
fn l417_every_inch_of_an_advance_may_be_answered() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let far = stage.rebel(level(DISORDER, foot(8)), 8.0, 12.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    while play.gap(us, cs) > 2.01 {
        play.decline();
    }
    play.roll(&[4, 4]).decline();
    // His desperation fire, and then the impact: won by 6.
    while play.asks() == "react" {
        let last = play.gap(us, cs) < 1.01 && !play.offers(&fire(&[cs], us, FireKind::Desperation));
        if last {
            play.roll(&[4, 4, 1, 2]);
        }
        play.decline();
    }
    assert_eq!(follow(&play), (5.0, After::Won));
    let from = play.at(us).1;
    play.answer(Answer::Follow(5.0));
    let mut asked = Vec::new();
    while play.asks() == "react" {
        assert!(play.offers(&Reaction::Reform(vec![far])));
        asked.push(play.at(us).1 - from);
        play.decline();
    }
    assert_eq!(asked.len(), 5, "{asked:?}");
    let full = |(number, inches): (usize, &f32)| (inches - number as f32 - 1.0).abs() < 0.05;
    assert!(asked.iter().enumerate().all(full), "{asked:?}");
}

#[test]
fn l417_fire_stops_a_pursuit_before_it_comes_up() {
    let mut stage = Stage::new();
    let us = stage.union(horse(8, CavalryWeapon::SharpsCarbine), 0.0, 2.0, 0.0);
    let cs = stage.rebel(level(DISORDER, foot(8)), 0.0, 10.0, 90.0);
    let guns = stage.rebel(guns(3, Gun::Napoleon), 5.0, 13.0, 225.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 3]).charge(us, cs);
    while play.gap(us, cs) > 3.01 {
        play.decline();
    }
    play.roll(&[6, 6]).decline();
    let mut dice: &[u8] = &[];
    while play.asks() == "react" {
        if play.gap(us, cs) < 1.01 {
            // Won by eight: routed, and he runs two inches.
            dice = &[3, 3, 2, 2, 1, 1];
        }
        let desperate = play.offers(&fire(&[cs], us, FireKind::Desperation));
        if !desperate && !dice.is_empty() {
            play.roll(dice);
        }
        play.decline();
    }
    let (left, after) = follow(&play);
    assert_eq!(after, After::Pursuit);
    play.answer(Answer::Follow(left));
    // The guns see it ride on, inch by inch; a natural 2 ends it before it comes up with them.
    play.roll(&[6, 6, 6, 1, 1, 1, 1, 1]).react_fire(&[guns], us);
    assert_eq!(play.unit(us).morale, ROUTED);
    assert!(!caught(&play, cs));
    assert_eq!(play.fate(cs), None);
}

#[test]
fn l1701_a_desperate_countercharge_has_no_benefit_of_charging_in_its_pursuit() {
    let mut theirs = of(Quality::Elite, horse(12, CavalryWeapon::Pistol));
    theirs.stands = Stands { now: 2, full: 2 };
    let mut stage = Stage::new();
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, -5.5, 0.0);
    let cs = stage.rebel(theirs, 0.0, -0.5, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 3]).charge(us, cs);
    // The first to charge loses heart (a natural 3) and makes off, as far as the table goes.
    play.roll(&[3, 3, 3, 1, 2, 6, 5])
        .react(Reaction::Countercharge(cs));
    play.is(us, 6, SHAKEN);
    let (left, after) = follow(&play);
    assert_eq!(after, After::Turned);
    // Caught from behind he stands after all, on a natural 12, and is met.
    play.roll(&[6, 6, 6, 6, 1, 1]).answer(Answer::Follow(left));
    assert!(play.happened(|fact| matches!(fact, Fact::Impact { attacker, .. } if *attacker == cs)));
    // 12 figures, less 3, 2 for disorder, 2 for its charge morale and 1 close by.
    assert_eq!(play.impact_values().0, 4);
}

#[test]
fn s21_pushing_him_back_does_not_change_the_side_of_a_charge() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 4.74, 6.16, 309.0);
    let cs = stage.rebel(of(Quality::Green, foot(8)), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    // He misses his check by three, is pushed aside and met again.
    play.activate(us).roll(&[6, 6, 2, 2]).charge(us, cs);
    play.is(cs, 8, DISORDER);
    let zones = |play: &Play| -> Vec<Zone> {
        let facts = play.facts();
        let zone = |fact: &Fact| match fact {
            Fact::Checked { strain, .. } => strain.charge.map(|charge| charge.on),
            Fact::Impact { encounter, .. } => Some(encounter.on),
            _ => None,
        };
        facts.iter().filter_map(zone).collect()
    };
    let (left, _) = follow(&play);
    play.roll(&[6, 6, 1, 1]).answer(Answer::Follow(left));
    // From where he was met, the place where they began would be on his flank.
    assert_eq!(zones(&play), [Zone::Front, Zone::Front]);
}

#[test]
fn r37_several_inches_through_friends_are_as_many_occasions() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    stage.union(column, 0.0, 4.2, 0.0);
    let far = stage.rebel(level(DISORDER, foot(8)), 9.0, 8.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(6.0);
    let mut asked = Vec::new();
    while play.asks() == "react" {
        assert!(play.offers(&Reaction::Reform(vec![far])));
        asked.push(play.at(us).1);
        if asked.len() == 2 {
            // On through the friend, who is tested with him.
            play.roll(&[6, 6]);
        }
        play.decline();
    }
    play.stands_at(us, 0.0, 6.0);
    // After each of two inches; then there is no place to stop, and a chance for each inch beyond;
    // what is over counts for the next.
    assert_eq!(asked.len(), 6, "{asked:?}");
    assert!(asked[2] > 4.0 && asked[2] == asked[3], "{asked:?}");
}

#[test]
fn r37_nobody_is_carried_past_his_check_by_friends_in_the_way_of_another() {
    let mut stage = Stage::new();
    let left = stage.union(foot(8), 0.0, 6.0, 0.0);
    let right = stage.union(foot(8), 2.1, 6.0, 0.0);
    let friend = stage.union(foot(8), 2.1, 7.3, 0.0);
    let near = stage.rebel(foot(8), -0.4, 8.5, 180.0);
    let far = stage.rebel(foot(8), 2.4, 12.5, 180.0);
    let mut play = stage.play();
    play.has_reacted(near).has_reacted(far);
    play.group(&[left, right], [Deed::Charge, Deed::Reform]);
    // The right one comes through its friend in one stride; both are tested.
    play.roll(&[6, 6, 6, 6])
        .charge_all(left, &[(right, far), (left, near)]);
    assert_eq!(play.asks(), "join");
    play.roll(&[6, 6]).decline();
    assert!(play.at(right).1 > play.at(friend).1);
    // The left one is checked for an inch off, not on top of him.
    assert_eq!(play.mmps(near).len(), 1);
    assert!(
        (play.gap(left, near) - 1.0).abs() < 0.02,
        "{}",
        play.gap(left, near)
    );
}

#[test]
fn l1047_a_charge_out_of_the_arc_is_offered_as_far_as_disorder_carries() {
    let charges = |inches: f32| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 90.0);
        let cs = stage.rebel(foot(8), 0.0, inches + 1.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        let far = play.gap(us, cs);
        (
            far,
            play.battle.check(&Answer::Order(charge(us, &[(us, cs)]))),
        )
    };
    // Four inches in disorder and half of two sixes, not six and half of them.
    let (far, offered) = charges(9.5);
    assert!(far < 10.0 && offered.is_ok(), "{far} {offered:?}");
    let (far, offered) = charges(11.0);
    assert!(far > 10.0 && far < 12.0, "{far}");
    let refusal = offered.expect_err("too far");
    assert_eq!(refusal.rule.as_str(), "charge.outside_arc");
}

#[test]
fn l981_whoever_routs_before_the_clash_is_taken_and_not_charged() {
    let (stage, us, cs) = clash(horse(6, CavalryWeapon::Pistol));
    let mut play = stage.play();
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    // The first to charge checks first, rolls a natural 2 and runs three inches; the other checks
    // for the charge as it was.
    play.roll(&[3, 3, 2, 1, 1, 1, 1, 1, 6, 6])
        .react(Reaction::Countercharge(cs));
    assert_eq!(play.unit(us).morale, ROUTED);
    // Veterans who charge, with the enemy close by: the same for both, though one runs already.
    assert_eq!((play.mmp(us), play.mmp(cs)), (3, 3));
    let (left, after) = follow(&play);
    assert_eq!(after, After::Turned);
    play.answer(Answer::Follow(left));
    assert!(caught(&play, us) && !charged_on(&play));
    assert_eq!(play.fate(us), Some(Fate::Surrendered));
}

#[test]
fn l981_a_charge_may_be_let_go_when_its_enemy_runs_before_he_has_checked() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let beside = stage.rebel(level(SHAKEN, foot(8)), 2.2, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // The neighbour tries to rally, runs instead, and takes the charged unit with it.
    play.roll(&[1, 1, 1, 1, 1, 1, 1, 1])
        .react(Reaction::Rally(vec![beside]));
    assert_eq!(play.unit(cs).morale, ROUTED);
    assert_eq!(follow(&play).1, After::GaveWay);
    play.decline();
    while play.asks() == "react" {
        play.decline();
    }
    // It stops where it would have met him.
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 10.0);
    assert_eq!(play.fate(cs), None);
}

#[test]
fn r63_a_leaders_radius_reaches_a_unit_that_it_touches() {
    let led = |x: f32| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), x, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        stage.leader(Side::Union, 1, 0.0, -0.2);
        let play = stage.play();
        play.record(us).in_command
    };
    // Four inches to its near end, five to its middle.
    assert!(led(4.9));
    assert!(!led(5.3));
}

#[test]
fn r64_horsemen_thrown_back_by_men_on_foot_go_the_margin_and_a_die() {
    let mut stage = Stage::new();
    let us = stage.union(horse(8, CavalryWeapon::SharpsCarbine), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 3, 5, 5]).charge(us, cs);
    // His desperation fire passes; then lost by some points, and a 3 on the die.
    play.roll(&[1, 1, 6, 6, 3]).decline();
    let lost = -play.impact_lead();
    assert!(lost > 0, "{lost}");
    let told = play.facts().iter().find_map(|fact| match fact {
        Fact::FellBack { unit, inches, .. } if *unit == us => Some(*inches),
        _ => None,
    });
    assert_eq!(told, Some(lost as f32 + 3.0));
}

#[test]
fn r34a_guns_that_only_supported_fall_back_with_the_rest() {
    let mut stage = Stage::new();
    let ny = stage.union(foot(6), -0.75, 10.0, 180.0);
    let battery = stage.union(guns(3, Gun::Napoleon), 0.7, 10.0, 180.0);
    let cs = stage.rebel(foot(8), -0.5, 6.0, 0.0);
    let mut play = stage.rebels_first().play();
    play.has_reacted(ny).has_reacted(battery);
    play.activate(cs).roll(&[3, 3, 3, 3]).charge(cs, ny);
    play.decline();
    // 4 + 8 against 2 + 4: lost by six. Two figures and a section, six inches, shaken.
    play.roll(&[4, 4, 2, 2]).decline();
    assert_eq!(play.impact_lead(), 6);
    play.is(ny, 4, SHAKEN).stands_at(ny, -0.75, 16.0);
    play.is(battery, 2, SHAKEN).stands_at(battery, 0.7, 16.0);
}

#[test]
fn r34f_men_on_foot_who_shrink_from_a_clash_only_give_way() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // They charge back; the first passes, they miss their 4 by two of four dice.
    play.roll(&[2, 2, 4, 4, 2, 1])
        .react(Reaction::Countercharge(cs));
    let back = play.at(cs).1;
    assert!(play.unit(cs).morale == SHAKEN, "{:?}", play.unit(cs).morale);
    assert!(!play.happened(|fact| matches!(fact, Fact::Disengaged { .. })));
    assert!((5.5..7.6).contains(&back), "{back}");
    let (left, after) = follow(&play);
    assert_eq!(after, After::Turned);
    // He has checked for this charge and is met as he is.
    play.roll(&[4, 4, 1, 2]).answer(Answer::Follow(left));
    assert_eq!(play.mmps(cs).len(), 1);
    assert!(play.happened(|fact| matches!(fact, Fact::Impact { .. })));
}

#[test]
fn r56_a_leader_is_taken_with_those_who_surrender() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(4), 0.0, 10.0, 180.0);
    let beside = stage.rebel(level(SHAKEN, foot(8)), 2.2, 10.0, 180.0);
    let longstreet = stage.leader(Side::Confederate, 0, 0.0, 10.8);
    let mut play = stage.rebels_first().play_from_the_leaders();
    play.answer(Answer::Attach(cs)).end_turn().leaders_stay();
    play.has_reacted(beside).has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    // 4 + 11 against 0 + 2.
    play.roll(&[6, 5, 1, 1, 5, 5, 1, 1]).pass(1);
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
    assert!(play.happened(|fact| matches!(fact,
        Fact::LeaderTaken { leader, unit } if (*leader, *unit) == (longstreet, cs))));
    let leader = play.battle.army().leader(longstreet);
    assert!(leader.fallen && leader.missed);
    // The neighbour misses the regiment and him.
    let lost = play.facts().iter().rev().find_map(|fact| match fact {
        Fact::Checked {
            cause: Cause::LossNear,
            strain,
            ..
        } => Some((strain.regiments_lost, strain.leaders_lost)),
        _ => None,
    });
    assert_eq!(lost, Some((1, 1)));
}

#[test]
fn l2168_a_charge_stops_at_a_river() {
    let river = [("river", [-17.0, 5.0, 17.0, 6.0])];
    let mut stage = Stage::new().ground(&[], &river);
    let us = stage.union(foot(8), 0.0, 3.0, 0.0);
    let beside = stage.union(foot(8), 2.1, 3.0, 0.0);
    let near = stage.rebel(foot(8), 0.0, 8.0, 180.0);
    stage.rebel(foot(8), 2.4, 8.0, 180.0);
    let mut play = stage.play();
    play.group(&[us, beside], [Deed::Charge, Deed::Reform]);
    play.refuses(Answer::Order(charge(us, &[(us, near)])));
}

#[test]
fn r86_a_side_with_nobody_left_has_lost() {
    let mut stage = Stage::new().victory("(conditions: [], otherwise: \"confederate\")");
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    let verdict = play.battle.now().judge();
    assert_eq!(
        (verdict.winner, verdict.why),
        (Some(Side::Confederate), Reason::Otherwise)
    );
    play.is_gone(cs, Fate::Eliminated);
    let verdict = play.battle.now().judge();
    assert_eq!(
        (verdict.winner, verdict.why),
        (Some(Side::Union), Reason::Alone)
    );
    // Whoever got away as he was told to is not lost.
    play.is_gone(cs, Fate::Withdrew);
    assert_eq!(play.battle.now().judge().why, Reason::Otherwise);
    assert!(play.battle.army().on_table(us));
}

#[test]
fn r85_the_regiment_beside_the_guns_checks_before_it_meets_the_charge() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), -1.0, 6.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), -1.0, 10.0, 180.0);
    let beside = stage.rebel(foot(8), 1.6, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(battery).has_reacted(beside);
    // Both stand; whoever meets the charge has checked for it.
    play.activate(us)
        .roll(&[3, 3, 6, 5, 6, 5])
        .charge(us, battery);
    assert_eq!(play.mmps(battery).len(), 1);
    assert_eq!(play.mmps(beside).len(), 1);
}

#[test]
fn l1163_nobody_evades_towards_the_charge() {
    let mut stage = Stage::new().rebels_first();
    let cs = stage.rebel(foot(8), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 5.0, 180.0);
    // Nearer to the charge than they are: no place to get away to.
    stage.union(foot(8), 4.5, 2.5, 180.0);
    let mut play = stage.play();
    play.has_reacted(screen);
    play.activate(cs).roll(&[5, 4]).charge(cs, screen);
    assert_ne!(play.asks(), "stop behind");
    assert!(play.at(screen).1 > 9.0, "{:?}", play.at(screen));
}
