//! Regiments that are lost with others, runs that are cut short, and what is told of spent actions.

use deadly_field::army::{Cause, Fact, Fate, Hindered, Obstacle, UnitId};
use deadly_field::battle::Order;
use deadly_field::rules::{Morale, Traits, Unit};

use crate::play::Play;
use crate::stage::{Stage, depleted, foot, level};

/// Who has checked for the loss of a neighbour, in this order.
fn saw_a_loss(play: &Play) -> Vec<UnitId> {
    let facts = play.facts();
    let checks = facts.iter().filter_map(|fact| match fact {
        Fact::Checked {
            unit,
            cause: Cause::LossNear,
            ..
        } => Some(*unit),
        _ => None,
    });
    checks.collect()
}

#[test]
fn l952_an_attached_regiment_shot_away_frightens_its_host_and_neighbours() {
    let mut stage = Stage::new();
    let small = stage.union(depleted(foot(2)), 2.0, 0.0, 0.0);
    let host = stage.union(foot(8), 0.0, 0.0, 0.0);
    let beside = stage.union(foot(8), -2.8, 0.0, 0.0);
    let far = stage.union(foot(8), -8.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(small).order(Order::AttachTo { host });
    play.hold().end_turn().leaders_stay();
    play.activate(cs);
    // Both guests fall; the host checks for the fire, and then for them, as its neighbour does.
    play.roll(&[6, 6, 5, 5, 5, 5, 5, 5]).fire(&[cs], host);
    assert_eq!(play.last_fire(), (20, "2H"));
    assert_eq!(play.fate(small), Some(Fate::Eliminated));
    play.is(host, 8, Morale::GoodOrder);
    let mut saw = saw_a_loss(&play);
    saw.sort();
    assert_eq!(saw, [host, beside]);
    assert!(play.mmps(far).is_empty());
    let first = play.facts().into_iter().find_map(|fact| match fact {
        Fact::Checked { unit, cause, .. } => Some((unit, cause)),
        _ => None,
    });
    assert!(matches!(first, Some((unit, Cause::Fire { .. })) if unit == host));
}

#[test]
fn r89_whoever_merged_or_stood_with_the_lost_is_lost_too() {
    let missed = |change: &dyn Fn(&mut Play, UnitId, UnitId)| {
        let mut stage = Stage::new();
        let merged = Unit {
            traits: Traits {
                merged: true,
                ..Traits::default()
            },
            ..foot(6)
        };
        let gone = stage.rebel(merged, 8.0, 10.0, 180.0);
        let other = stage.rebel(foot(8), -8.0, 10.0, 180.0);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
        let mut play = stage.play();
        change(&mut play, gone, other);
        play.activate(us).roll(&[2, 2, 6, 5]).fire(&[us], cs);
        let lost = play.facts().iter().rev().find_map(|fact| match fact {
            Fact::Checked { strain, .. } => Some(strain.regiments_lost),
            _ => None,
        });
        lost.expect("a check")
    };
    assert_eq!(missed(&|_, _, _| {}), 0);
    let surrenders = |play: &mut Play, gone: UnitId, _| {
        play.is_gone(gone, Fate::Surrendered);
    };
    assert_eq!(missed(&surrenders), 2);
    // The other has a stand of a third regiment with it.
    let with_a_guest = |play: &mut Play, gone: UnitId, other: UnitId| {
        play.is_gone(gone, Fate::Joined);
        let guest = serde_json::json!({"unit": gone, "figures": 3});
        play.note(other, "attached", guest);
        play.is_gone(other, Fate::Surrendered);
    };
    assert_eq!(missed(&with_a_guest), 2);
}

#[test]
fn l973_a_rout_says_what_was_in_its_way() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(level(Morale::Shaken, foot(8)), 0.0, 2.5, 180.0);
    // Right behind him, where he would run through.
    let behind = stage.union(foot(8), 0.0, 6.0, 180.0);
    let mut play = stage.play();
    play.has_fired(us);
    // A natural 2, and four inches to run.
    play.activate(us).roll(&[1, 1, 1, 1, 2, 2]).fire(&[us], cs);
    play.is(cs, 8, Morale::Routed);
    let ran = play.facts().iter().find_map(|fact| match fact {
        Fact::Ran { hindered, .. } => Some(*hindered),
        _ => None,
    });
    let Some(Some(Hindered { gone, by })) = ran else {
        panic!("{ran:?}");
    };
    assert_eq!(by, Obstacle::Unit(behind));
    assert!(gone < 4.0 && play.gap(cs, behind) < 0.2, "{gone}");
}

#[test]
fn whoever_holds_spends_what_he_has_left() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    while play.asks() == "react" {
        play.decline();
    }
    play.hold();
    let facts = play.facts();
    let spent = facts.iter().filter_map(|fact| match fact {
        Fact::Spent { actions } => Some(*actions),
        _ => None,
    });
    assert_eq!(spent.collect::<Vec<_>>(), [1, 1]);
}
