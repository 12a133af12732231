//! Enemies who have got away, ground that nobody can get over, and men who run: rulings 85 to 87.

use deadly_field::army::{Cause, Deed, Fact, UnitId};
use deadly_field::battle::{After, Answer, Decision, Order, Reaction};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{CavalryWeapon, Gun, Morale, Quality, Side, Troops};

use crate::play::{Play, charge, fire, walk};
use crate::stage::{Stage, foot, guns, horse, level, of, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;
const ROUTED: Morale = Morale::Routed;

/// Nobody answers anything any more.
fn decline_all(play: &mut Play) {
    while matches!(play.asks(), "react" | "follow") {
        play.decline();
    }
}

fn has_met(play: &Play, enemy: UnitId) -> bool {
    play.happened(|fact| matches!(fact, Fact::Impact { defender, .. } if *defender == enemy))
}

fn has_feared(play: &Play, of: UnitId) -> bool {
    play.happened(|fact| {
        matches!(fact, Fact::Checked { unit, cause: Cause::Charge { .. }, .. } if *unit == of)
    })
}

#[test]
fn s28_whoever_has_run_and_is_come_up_with_is_met_as_he_is() {
    let mut stage = Stage::new().rebels_first();
    let cs = stage.rebel(horse(8, CavalryWeapon::SharpsCarbine), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 6.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(screen);
    // Ten inches and half of seventeen; they run eight. The other dice are those of the impact, and
    // none of a check: 7 + 2 against 0 + 3.
    play.activate(cs)
        .roll(&[6, 6, 5, 1, 1, 2, 1])
        .charge(cs, screen);
    assert!(play.happened(|fact| matches!(fact, Fact::Disengaged { unit, .. } if *unit == screen)));
    play.is(screen, 4, SHAKEN);
    assert!(has_met(&play, screen) && !has_feared(&play, screen));
}

#[test]
fn r85_skirmishers_who_have_stopped_behind_a_friend_are_let_go() {
    let mut stage = Stage::new().rebels_first();
    let cs = stage.rebel(foot(8), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 5.0, 180.0);
    // Past the left end of the charge; those behind it reach before the charge all the same.
    let line = stage.union(foot(8), 2.15, 8.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(screen).has_reacted(line);
    play.activate(cs).roll(&[5, 5]).charge(cs, screen);
    assert_eq!(play.asks(), "stop behind");
    let stood = play.at(screen).1;
    play.roll(&[4, 4]).answer(Answer::Agree);
    assert!(play.gap(screen, line) < 0.5 && play.at(screen).1 > stood + 2.0);
    let army = play.battle.army();
    let (from, to) = (army.footprint(cs).bounds(), army.footprint(screen).bounds());
    assert!(from.high.x > to.low.x, "the charge would come upon them");
    decline_all(&mut play);
    // It ends where it would have met them.
    assert!(!has_met(&play, screen) && !has_feared(&play, screen));
    play.is(cs, 8, DISORDER).is(screen, 6, DISORDER);
    assert!((play.at(cs).1 - stood).abs() < 0.3, "{:?}", play.at(cs));
}

#[test]
fn r85_skirmishers_behind_a_friend_support_him_only_while_they_stand_there() {
    let nerve = |change: &dyn Fn(&mut Play, UnitId)| {
        let mut stage = Stage::new().rebels_first();
        let cs = stage.rebel(foot(8), 0.0, 0.0, 0.0);
        let screen = stage.union(skirmishers(6), 0.0, 4.0, 180.0);
        let line = stage.union(foot(8), 0.0, 9.0, 180.0);
        let mut play = stage.play();
        play.has_reacted(screen);
        play.activate(cs).roll(&[5, 4]).charge(cs, screen);
        play.roll(&[4, 4]).answer(Answer::Agree);
        change(&mut play, screen);
        play.pass_until_gap(cs, line, 2.0);
        play.roll(&[3, 3]).pass(1);
        let mmp = play.mmp(line);
        play.roll(&[1, 1, 1, 2, 3, 3, 1, 1, 3, 3])
            .react(fire(&[line], cs, FireKind::PointBlank));
        (mmp, play.impact_supports().1.len())
    };
    assert_eq!(nerve(&|_, _| {}), (4, 1));
    // Shaken, or gone.
    let shaken = |play: &mut Play, screen| {
        play.set_level(screen, SHAKEN);
    };
    assert_eq!(nerve(&shaken), (5, 0));
    let gone = |play: &mut Play, screen| {
        play.place(screen, 18.0, 30.0, 180.0);
    };
    assert_eq!(nerve(&gone), (5, 0));
}

#[test]
fn r30_routed_guns_limber_up_where_others_leave_them_no_room() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(2, Gun::Napoleon), 0.0, 2.5, 180.0);
    // Right behind them, where the limber would have to stand.
    let behind = stage.rebel(of(Quality::Elite, foot(8)), 0.0, 3.35, 180.0);
    let mut play = stage.play();
    play.has_fired(us);
    assert!(play.gap(battery, behind) < 0.3);
    // A natural 2 and three inches, which is odd; whom they pass stands, and stands the shots that go
    // on into him.
    play.activate(us)
        .roll(&[6, 5, 1, 1, 2, 1, 6, 5, 6, 5])
        .fire(&[us], battery);
    play.is(battery, 2, ROUTED);
    let limbered = |play: &Play| {
        matches!(
            play.unit(battery).troops,
            Troops::Artillery { limbered: true, .. }
        )
    };
    assert!(limbered(&play));
}

#[test]
fn l594_lines_have_no_road_and_the_disordered_have_that_of_their_row() {
    let goes = |morale: Morale, inches: f32| {
        let woods = [("light_woods", [-6.0, -2.0, 6.0, 12.0])];
        let road = [("road", [(0.0, -4.0), (0.0, 20.0)])];
        let mut stage = Stage::new().ground(&road, &woods);
        let us = stage.union(level(morale, foot(8)), 0.0, 2.0, 0.0);
        let mut play = stage.play();
        play.activate(us);
        play.battle.check(&Answer::Order(walk(inches))).is_ok()
    };
    // A battle line goes through the woods on both sides of it: four inches.
    assert!(goes(GOOD, 4.0) && !goes(GOOD, 4.5));
    // The row of those out of order has a rate for roads: six, and the shaken five.
    assert!(goes(DISORDER, 6.0) && !goes(DISORDER, 6.5));
    assert!(goes(SHAKEN, 5.0) && !goes(SHAKEN, 5.5));
}

#[test]
fn r87_nobody_of_a_group_is_sent_over_a_river() {
    let river = [("river", [1.15, 5.0, 17.0, 6.0])];
    let mut stage = Stage::new().ground(&[], &river);
    let us = stage.union(foot(8), 0.0, 3.0, 0.0);
    let beside = stage.union(foot(8), 2.1, 3.0, 0.0);
    let near = stage.rebel(foot(8), 0.0, 8.0, 180.0);
    let beyond = stage.rebel(foot(8), 2.6, 8.0, 180.0);
    let mut play = stage.play();
    play.group(&[us, beside], [Deed::Charge, Deed::Reform]);
    // The first has dry ground before it, the other water.
    play.refuses(Answer::Order(charge(us, &[(us, near), (beside, beyond)])));
    let offered: Vec<_> = play
        .orders()
        .iter()
        .filter_map(|order| match order {
            Order::Charge { assaults, .. } => Some(assaults.clone()),
            _ => None,
        })
        .collect();
    assert!(!offered.is_empty());
    assert!(offered.iter().flatten().all(|one| one.unit == us));
    // Who goes along stops at the bank.
    play.roll(&[3, 3]).charge(us, near);
    play.pass_until_gap(us, near, 2.0);
    play.roll(&[5, 5]).decline();
    assert!(play.at(us).1 > 6.0);
    assert!(play.at(beside).1 < 5.01, "{:?}", play.at(beside));
}

#[test]
fn r87_a_charge_whose_enemy_has_gone_looks_for_nobody_over_a_river() {
    let river = [("river", [-17.0, 9.0, 17.0, 10.0])];
    let mut stage = Stage::new().rebels_first().ground(&[], &river);
    let cs = stage.rebel(foot(8), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 4.0, 180.0);
    stage.union(foot(8), 5.0, 5.0, 180.0);
    let beyond = stage.union(foot(8), 0.0, 10.6, 180.0);
    let mut play = stage.play();
    play.has_reacted(screen).has_reacted(beyond);
    // Six inches and half of twelve.
    play.activate(cs).roll(&[6, 6]).charge(cs, screen);
    assert_eq!(play.asks(), "stop behind");
    play.roll(&[4, 4]).answer(Answer::Agree);
    decline_all(&mut play);
    assert!(!has_feared(&play, beyond) && !has_met(&play, beyond));
    assert!(play.at(cs).1 < 9.0, "{:?}", play.at(cs));
}

#[test]
fn r87_an_advance_stops_at_a_river() {
    let river = [("river", [-17.0, 12.0, 17.0, 13.0])];
    let mut stage = Stage::new().ground(&[], &river);
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    // He lets it come. Won by six.
    play.roll(&[4, 4, 1, 2]).decline();
    let Some(&Decision::Follow { inches, after, .. }) = play.battle.decision() else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!(after, After::Won);
    let room = 12.0 - play.at(us).1;
    assert!(room < 3.0 && inches <= room, "{inches} of {room}");
    play.answer(Answer::Follow(inches));
    decline_all(&mut play);
    assert!(play.at(us).1 <= 12.0);
}

#[test]
fn l1056_a_charge_after_whoever_gives_way_goes_no_farther_than_its_inches() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 7.5, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    // Six inches and half of two: half an inch short of him, but near enough to be feared.
    play.activate(us).roll(&[1, 1, 1, 2]).charge(us, cs);
    play.is(cs, 8, SHAKEN);
    decline_all(&mut play);
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 7.0);
}

#[test]
fn l1047_whoever_is_thrown_out_of_his_charge_is_in_disorder_however_well_he_checks() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 6.0, 180.0);
    let hancock = stage.leader(Side::Union, 1, 0.0, -1.0);
    let mut play = stage.play_from_the_leaders();
    play.answer(Answer::Attach(us)).leaders_stay();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass_until_gap(us, cs, 3.0);
    // 8 + 11 + 2: two hits, and a 6 for the leader. It misses its check by one; for his fall it
    // rolls two more than it needs, and would be in good order.
    play.roll(&[6, 5, 6, 1, 3, 1, 4, 4]).react_fire(&[cs], us);
    assert!(play.battle.army().leader(hancock).fallen);
    let checked = play.facts().iter().rev().find_map(|fact| match fact {
        Fact::Checked { cause, outcome, .. } => Some((*cause, outcome.after)),
        _ => None,
    });
    assert_eq!(checked, Some((Cause::LeaderKilled, Some(GOOD))));
    play.is(us, 6, DISORDER);
    assert_eq!(play.asks(), "act");
}

#[test]
fn l441_of_neighbours_who_turn_whoever_finds_no_room_has_not_reacted() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    // One behind the other: each could turn to the enemy, but not both.
    let [left, right] = [-1.45, 0.0].map(|x| stage.rebel(foot(8), x, 5.0, 90.0));
    let mut play = stage.play();
    play.activate(us).walk(1.0);
    let both = Reaction::Face(vec![left, right]);
    assert!(play.battle.check(&Answer::React(both.clone())).is_ok());
    play.react(both);
    for unit in [left, right] {
        let turned = |fact: &Fact| matches!(fact, Fact::Faced { unit: one, .. } if *one == unit);
        assert_eq!(play.happened(turned), play.record(unit).reacted);
    }
    assert!(play.record(left).reacted != play.record(right).reacted);
}
