//! What is special about T'ain't No Militia, played.

use std::path::Path;

use deadly_field::army::Fact;
use deadly_field::army::{Fate, UnitId};
use deadly_field::battle::{Answer, Battle, Decision, Order};
use deadly_field::field::moves::Leg;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Morale, Rules, Scale};
use deadly_field::scenario::{Scenario, find};

use crate::play::Play;

/// The scenario, with the dice for the 7th Indiana and the 11th Mississippi.
fn militia(dice: [u8; 2]) -> Play {
    let path = find(Path::new("taint_no_militia"));
    let scenario = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    Play::of(scenario, &dice)
}

fn named(play: &Play, name: &str) -> UnitId {
    let army = play.battle.army();
    let mut units = army.units();
    units.find(|&id| army.name(id).contains(name)).expect(name)
}

/// The MMP of a check of the 13th Alabama or 76th New York for an ordinary fire, after some
/// leaders have fallen.
fn mmp_without(leaders: &[&str], unit: &str) -> i32 {
    let mut play = militia([4, 4]);
    for name in leaders {
        let army = play.battle.army();
        let leader = army
            .leaders()
            .find(|&id| army.leader_identity(id).name == *name)
            .expect(name);
        play.falls(leader);
    }
    let unit = named(&play, unit);
    play.set_level(unit, Morale::Shaken);
    play.leaders_stay();
    if play.battle.army().side(unit) != play.battle.army().clock().active {
        play.end_turn().leaders_stay();
    }
    play.activate(unit).roll(&[4, 4]).order(Order::Rally);
    play.mmp(unit)
}

#[test]
fn r40_detached_regiments_come_on_a_three() {
    let play = militia([3, 4]);
    let (seventh, eleventh) = (
        named(&play, "7th Indiana"),
        named(&play, "11th Mississippi"),
    );
    assert_eq!(play.fate(seventh), None);
    assert_eq!(play.fate(eleventh), Some(Fate::Absent));
    assert!(play.happened(|fact| matches!(fact,
        Fact::Presence { unit, die: 3, present: true } if *unit == seventh)));
    // Who never came is not missed.
    let absent = militia([4, 3]);
    assert_eq!(absent.fate(seventh), Some(Fate::Absent));
    assert_eq!(absent.fate(eleventh), None);
}

#[test]
fn r40_the_run_is_broken_ground_that_disorders_nobody() {
    let mut play = militia([4, 4]);
    let alabama = named(&play, "13th Alabama");
    play.leaders_stay().end_turn().leaders_stay();
    // Willoughby Run winds past half a square from its ground.
    play.place(alabama, 0.75 * 18.0, 1.0 * 18.0, 90.0);
    play.activate(alabama);
    let legs = [Leg::Ahead {
        inches: 3.0,
        degrees: 0.0,
    }];
    let walks = play
        .battle
        .now()
        .check_move(&[alabama], None, false, &legs)
        .expect("over the run");
    assert_eq!(walks[0].1.disordered_by, None);
    // Farther than over open ground it does not get.
    let most = |battle: &Battle| {
        (1..=60)
            .map(|tenth| tenth as f32 * 0.1)
            .filter(|&inches| {
                let legs = [Leg::Ahead {
                    inches,
                    degrees: 0.0,
                }];
                battle
                    .now()
                    .check_move(&[alabama], None, false, &legs)
                    .is_ok()
            })
            .fold(0.0, f32::max)
    };
    let over_the_run = most(&play.battle);
    assert!((4.0..6.0).contains(&over_the_run), "{over_the_run}");
}

#[test]
fn the_iron_brigade_comes_in_on_the_first_turn() {
    let mut play = militia([4, 4]);
    // Meredith rides at the head of the 6th Wisconsin; the others stay.
    let army = play.battle.army();
    let meredith = army
        .leaders()
        .find(|&id| army.leader_identity(id).name == "Solomon Meredith")
        .expect("in the order of battle");
    let first = named(&play, "6th Wisconsin");
    while let Some(Decision::Leader { leader, .. }) = play.battle.decision() {
        let answer = match *leader == meredith {
            true => Answer::Attach(first),
            false => Answer::Stay,
        };
        play.answer(answer);
    }
    // One behind the other from the edge, in the order their player likes, each with its own move.
    let mut before = None;
    for name in [
        "6th Wisconsin",
        "2nd Wisconsin",
        "24th Michigan",
        "7th Wisconsin",
        "19th Indiana",
    ] {
        let unit = named(&play, name);
        assert!(!play.battle.army().on_table(unit), "{name}");
        assert!(play.record(unit).in_command, "{name}");
        play.activate(unit);
        assert!(
            play.happened(|fact| matches!(fact, Fact::Arrived { unit: who, .. } if *who == unit))
        );
        let entering = play.record(unit).entering;
        let leader = if before.is_none() { 2.0 } else { 0.0 };
        let ahead = |inches: f32| Order::Move {
            form: None,
            form_last: false,
            legs: vec![Leg::Ahead {
                inches,
                degrees: 0.0,
            }],
        };
        // Nine inches in the open from the edge, two more with their leader at the head.
        let whole = 9.0 + leader - entering;
        play.refuses(Answer::Order(ahead(whole + 0.3)));
        let at = |play: &Play| play.battle.army().placement(unit).at;
        let from = at(&play);
        let far = whole - if before.is_none() { 0.3 } else { 1.0 };
        play.order(ahead(far));
        assert!((at(&play).distance(from) - far).abs() < 0.05, "{name}");
        let at_head = play.battle.army().leader(meredith).at.expect("there");
        assert!(before.is_some() || at_head.distance(at(&play)) < 4.0);
        play.hold();
        before = Some(unit);
        // Out of the way of the next.
        let by = 8.0 - 1.6 * play.count(|fact| matches!(fact, Fact::Arrived { .. })) as f32;
        let here = at(&play);
        play.place(unit, here.x - 1.5 * by, here.y, 330.0);
    }
}

#[test]
fn reynolds_is_missed_by_all_and_heth_by_nobody() {
    let (ours, theirs) = ("76th New York", "13th Alabama");
    let before = (mmp_without(&[], ours), mmp_without(&[], theirs));
    let without = |leaders: &[&str]| {
        (
            mmp_without(leaders, ours) - before.0,
            mmp_without(leaders, theirs) - before.1,
        )
    };
    assert_eq!(without(&["John Reynolds"]), (1, 0));
    // Wadsworth matters only when Reynolds is gone.
    assert_eq!(without(&["James Wadsworth"]), (0, 0));
    assert_eq!(without(&["John Reynolds", "James Wadsworth"]), (2, 0));
    assert_eq!(without(&["Henry Heth"]), (0, 0));
    // A brigadier's own brigade misses him as anywhere, and those beside him his help.
    assert_eq!(without(&["Lysander Cutler"]), (2, 0));
}

#[test]
fn pegrams_guns_stay_on_herr_ridge() {
    let mut play = militia([4, 4]);
    let guns = named(&play, "McGraw");
    play.leaders_stay().end_turn().leaders_stay();
    play.activate(guns);
    let refusal = play
        .battle
        .check(&Answer::Order(Order::Move {
            form: Some(deadly_field::army::Formation::Limbered(true)),
            form_last: false,
            legs: vec![Leg::Ahead {
                inches: 4.0,
                degrees: 0.0,
            }],
        }))
        .expect_err("off the ridge");
    assert_eq!(refusal.rule.to_string(), "scenario.militia.pegram");
}

#[test]
fn men_in_the_cut_are_hit_harder_and_fire_worse() {
    let mut play = militia([4, 4]);
    let (ours, theirs) = (
        named(&play, "76th New York"),
        named(&play, "2nd Mississippi"),
    );
    // In the cut through McPherson's Ridge, and north of it at two inches and a half.
    let cut = (1.164 * 18.0, 1.117 * 18.0);
    play.place(ours, cut.0, cut.1 + 3.2, 187.0);
    play.place(theirs, cut.0, cut.1 + 0.25, 7.0);
    let fire = |play: &Play, by: UnitId, at: UnitId| {
        play.battle
            .now()
            .fire_terms(&[by], at, FireKind::Normal)
            .expect("in range")
    };
    let (into, out) = (fire(&play, ours, theirs), fire(&play, theirs, ours));
    // The same beside the cut.
    play.place(ours, cut.0, cut.1 + 6.2, 187.0);
    play.place(theirs, cut.0, cut.1 + 3.25, 7.0);
    let (beside, back) = (fire(&play, ours, theirs), fire(&play, theirs, ours));
    assert_eq!(into.drm - beside.drm, 4);
    assert_eq!((out.firepower, back.firepower), (4, 8));
}

#[test]
fn pegrams_guns_are_not_drawn_back_off_their_ridge() {
    // The ridge runs from south to north, hardly four inches wide.
    let drawn_back = |(x, y): (f32, f32), facing: f32| {
        let mut play = militia([4, 4]);
        let battery = named(&play, "Marye");
        let enemy = named(&play, "84th New York");
        play.leaders_stay().end_turn().leaders_stay();
        play.place(battery, 8.2, 7.0, facing);
        play.place(enemy, x, y, facing + 180.0);
        play.activate(battery);
        let order = Order::Prolonge { target: enemy };
        let offered = play.orders().contains(&order);
        if !offered {
            play.refuses(Answer::Order(order));
        }
        let preview = play.battle.now().preview_fire(&[battery], enemy);
        let preview = preview.expect("an enemy");
        let way = preview.way(FireKind::Prolonge);
        assert_eq!(way.is_some_and(|way| way.is_open()), offered);
        offered
    };
    assert!(drawn_back((8.2, 10.0), 0.0));
    assert!(!drawn_back((11.2, 7.0), 90.0));
}

#[test]
fn a_battery_does_not_fire_past_an_enemy_at_its_muzzles() {
    let mut play = militia([4, 4]);
    let hall = named(&play, "Hall");
    let (near, far) = (named(&play, "14th Tennessee"), named(&play, "Brander"));
    for name in ["95th New York", "84th New York"] {
        let other = named(&play, name);
        play.is_gone(other, Fate::Disintegrated);
    }
    play.place(hall, 22.392_885, 16.904_08, 270.0);
    play.place(near, 21.46, 16.72, 90.0);
    play.place(far, 8.48, 24.01, 90.0);
    play.leaders_stay().activate(hall);
    // A building of the farm stands between.
    let aims = |order: &Order, at| matches!(order, Order::Fire { target, .. } if *target == at);
    assert!(!play.orders().iter().any(|order| aims(order, far)));
    assert!(play.orders().iter().any(|order| aims(order, near)));
}
