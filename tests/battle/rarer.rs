//! What a referee of the rarer arms found otherwise: each played by its line or ruling.

use deadly_field::army::{Deed, Fact, Fate, UnitId};
use deadly_field::battle::{After, Answer, Decision, Reaction};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{CavalryWeapon, Disorder, Gun, Morale, Quality, Scale, Troops, Works};

use crate::play::{Play, fire};
use crate::stage::{Stage, foot, guns, horse, level, of};

const ROUTED: Morale = Morale::Routed;

/// How far whoever may follow can go, and why he may.
fn follow(play: &Play) -> (f32, After) {
    match play.battle.decision() {
        Some(Decision::Follow { inches, after, .. }) => (*inches, *after),
        other => panic!("{other:?}"),
    }
}

fn disordered(play: &Play, who: UnitId, why: Disorder) -> usize {
    play.count(|fact| matches!(fact, Fact::Disordered { unit, by } if *unit == who && *by == why))
}

/// Veteran horse charges trained horse over sixteen inches.
fn horsemen() -> (Play, UnitId, UnitId) {
    let mut stage = Stage::new();
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, -6.0, 0.0);
    let theirs = of(
        Quality::Trained,
        horse(6, CavalryWeapon::MuzzleloadingCarbine),
    );
    let cs = stage.rebel(theirs, 0.0, 10.0, 180.0);
    (stage.play(), us, cs)
}

#[test]
fn l1704_no_check_brings_back_the_order_lost_where_two_charges_meet() {
    let (mut play, us, cs) = horsemen();
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    // The trained ones are past their disorder point where they meet; they roll one over their 9.
    play.roll(&[3, 3, 2, 3, 3, 6, 4, 3, 3, 4, 3])
        .react(Reaction::Countercharge(cs));
    assert_eq!(play.mmp(cs), 9);
    assert_eq!(disordered(&play, cs, Disorder::ChargeLength), 2);
    // Six figures, less 5, 2 for disorder and 2 for its charge morale, 1 close by, and 2 back.
    assert_eq!(play.impact_values(), (4, 0));
}

#[test]
fn l1701_no_check_brings_order_into_a_desperate_countercharge() {
    let (mut play, us, cs) = horsemen();
    play.has_reacted(cs);
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    play.roll(&[3, 3, 2, 3, 3, 6, 6, 3, 3, 4, 3])
        .react(Reaction::Countercharge(cs));
    assert_eq!(play.mmp(cs), 11);
    assert_eq!(disordered(&play, cs, Disorder::DesperateCharge), 2);
    assert_eq!(play.impact_values(), (4, 0));
}

#[test]
fn s22_no_check_brings_order_into_a_countercharge_out_of_its_arc() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 90.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.roll(&[2, 2, 6, 5, 6, 5, 3, 3, 2, 2])
        .react(Reaction::Countercharge(cs));
    assert_eq!(disordered(&play, cs, Disorder::ChargingOutsideArc), 2);
}

#[test]
fn l1056_nobody_follows_farther_than_his_enemy_went() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    // Won by eight: routed, and he runs three inches.
    play.roll(&[5, 4, 1, 1, 2, 1]).pass(1);
    assert_eq!(play.impact_lead(), 8);
    assert_eq!(play.unit(cs).morale, ROUTED);
    let (inches, after) = follow(&play);
    assert_eq!(after, After::Won);
    assert!((inches - 2.0).abs() < 0.05, "{inches}");
}

#[test]
fn l417_fire_stops_an_advance_before_it_comes_up_with_whoever_runs() {
    let stopped = |fires: bool| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 6.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
        let runs = stage.rebel(level(ROUTED, foot(6)), 0.5, 13.0, 180.0);
        let battery = stage.rebel(guns(3, Gun::Napoleon), 12.0, 14.0, 235.0);
        let mut play = stage.play();
        play.has_reacted(cs);
        play.activate(us).roll(&[3, 3]).charge(us, cs);
        while play.gap(us, cs) > 2.01 {
            play.decline();
        }
        play.roll(&[4, 4]).decline();
        while play.asks() == "react" {
            let desperate = play.offers(&fire(&[cs], us, FireKind::Desperation));
            if play.gap(us, cs) < 1.01 && !desperate {
                play.roll(&[4, 4, 1, 2]);
            }
            play.decline();
        }
        assert_eq!(follow(&play), (5.0, After::Won));
        play.answer(Answer::Follow(5.0));
        assert!(play.at(us).1 < 11.1, "{:?}", play.at(us));
        if fires {
            play.roll(&[6, 6, 1, 1, 1, 1]).react_fire(&[battery], us);
        }
        while play.asks() == "react" {
            play.decline();
        }
        let caught = play.happened(|fact| matches!(fact, Fact::Caught { .. }));
        (caught, play.fate(runs).is_some())
    };
    assert_eq!(stopped(false), (true, true));
    assert_eq!(stopped(true), (false, false));
}

#[test]
fn l1838_works_that_a_fire_shoots_away_still_stand_for_its_check() {
    let works = [("hasty_works", [(4.0, 0.2), (-4.0, 0.2)])];
    let mut stage = Stage::new().ground(&works, &[]).rebels_first();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 5.0, 180.0);
    let mut play = stage.play();
    play.has_fired(battery);
    play.activate(battery)
        .roll(&[5, 5, 5, 6, 5])
        .fire(&[battery], us);
    assert!(play.happened(|fact| matches!(fact, Fact::WorksStruck { hits: 1, .. })));
    assert!(play.happened(|fact| matches!(fact,
        Fact::Checked { unit, strain, .. } if *unit == us && strain.works == Some(Works::Hasty))));
    // Two for the check, and one back for the works that were there.
    assert_eq!(play.mmp(us), 5);
    let now = play.battle.now();
    assert_eq!(now.cover(us, now.army().placement(battery).at).1, None);
}

#[test]
fn l2205_whoever_must_stay_on_foot_runs_on_foot() {
    let runs = |scale: Scale, times: u32| {
        let special = format!("[Mounting(command: \"Union brigade\", times: {times})]");
        let mut stage = Stage::at(scale).special(&special);
        let mut troopers = level(ROUTED, horse(6, CavalryWeapon::SharpsCarbine));
        if let Troops::Cavalry { mounted, .. } = &mut troopers.troops {
            *mounted = false;
        }
        let us = stage.union(troopers, 0.0, 2.0, 0.0);
        stage.union(foot(8), 9.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 9.0, 180.0);
        let mut play = stage.play();
        let dice: &[u8] = if times > 0 || scale == Scale::Mm25 {
            &[1, 1, 1, 6, 6]
        } else {
            &[1, 1, 6, 6]
        };
        play.roll(dice).activate(us);
        let dice = play.facts().into_iter().find_map(|fact| match fact {
            Fact::Ran { dice, .. } => Some(dice.len()),
            _ => None,
        });
        (dice, play.unit(us).is_mounted())
    };
    assert_eq!(runs(Scale::Mm15, 1), (Some(3), true));
    assert_eq!(runs(Scale::Mm15, 0), (Some(2), false));
    // The chart of 25 mm gives them three dice on foot too.
    assert_eq!(runs(Scale::Mm25, 1), (Some(3), true));
    assert_eq!(runs(Scale::Mm25, 0), (Some(3), false));
}

#[test]
fn l1757_mounted_infantry_is_in_no_charge_on_horseback() {
    let followers = |rides: bool| {
        let mut stage = Stage::new();
        let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, 0.0, 0.0);
        let mut riders = horse(6, CavalryWeapon::RifleMusket);
        riders.traits.mounted_infantry = rides;
        let near = (0..30).map(|step| 6.0 - 0.2 * step as f32).find(|&x| {
            let mut stage = Stage::new();
            let one = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, 0.0, 0.0);
            let other = stage.union(riders, x, 0.0, 0.0);
            let play = stage.play();
            play.gap(one, other) < 0.9
        });
        let riders = stage.union(riders, near.expect("a place beside them"), 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 8.0, 180.0);
        let mut play = stage.play();
        play.group(&[us, riders], [Deed::Charge, Deed::Reform]);
        play.roll(&[1, 1, 1]).charge(us, cs);
        let facts = play.facts();
        let followers = facts.into_iter().find_map(|fact| match fact {
            Fact::Charge { followers, .. } => Some(followers.len()),
            _ => None,
        });
        (followers, play.at(riders).1)
    };
    assert_eq!(followers(false).0, Some(1));
    // Not as a support either: it stays where it is.
    assert_eq!(followers(true), (Some(0), 0.0));
}

#[test]
fn l1047_each_of_a_group_charges_out_of_his_own_arc_in_disorder() {
    let mut stage = Stage::new();
    let lead = stage.union(foot(8), 0.0, 3.0, 0.0);
    let askew = stage.union(foot(8), 2.1, 3.0, 60.0);
    let first = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let second = stage.rebel(foot(8), 2.6, 9.0, 180.0);
    let mut play = stage.play();
    play.group(&[lead, askew], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3])
        .charge_all(lead, &[(lead, first), (askew, second)]);
    assert_eq!(disordered(&play, askew, Disorder::ChargingOutsideArc), 1);
    assert_eq!(disordered(&play, lead, Disorder::ChargingOutsideArc), 0);
}

#[test]
fn r34a_whoever_stood_by_guns_that_are_taken_is_beaten_by_the_points() {
    let set_up = |x: f32| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 6.0, 0.0);
        let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 10.0, 180.0);
        let beside = horse(6, CavalryWeapon::SharpsCarbine);
        let beside = stage.rebel(beside, x, 10.0, 180.0);
        (stage.play(), us, battery, beside)
    };
    // Close enough to support the guns.
    let near = (0..20).map(|step| 4.0 - 0.2 * step as f32).find(|&x| {
        let (play, _, battery, beside) = set_up(x);
        play.gap(battery, beside) < 0.8
    });
    let beaten = |dice: &[u8]| {
        let (mut play, us, battery, beside) = set_up(near.expect("a place"));
        play.has_reacted(battery).has_reacted(beside);
        // What is left of the dice: the loss of the guns is seen, or the horsemen run.
        play.activate(us).roll(&[3, 3, 6, 6]).charge(us, battery);
        play.roll(dice);
        while play.asks() == "react" {
            play.decline();
        }
        assert_eq!(play.impact_supports().1, [beside]);
        assert_eq!(play.fate(battery), Some(Fate::GunsLost));
        let level = play.facts().into_iter().find_map(|fact| match fact {
            Fact::Beaten { unit, after } if unit == beside => Some(after),
            _ => None,
        });
        (play.impact_lead(), level, play.fate(beside))
    };
    assert_eq!(beaten(&[4, 3, 3, 3, 5, 4]), (5, Some(Morale::Shaken), None));
    assert_eq!(
        beaten(&[5, 5, 3, 3, 1, 1, 1]),
        (8, Some(Morale::Routed), None)
    );
    assert_eq!(beaten(&[6, 5, 2, 2]), (11, None, Some(Fate::Surrendered)));
}
