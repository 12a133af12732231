//! Fortress and siege guns.

use deadly_field::army::UnitId;
use deadly_field::battle::{Answer, Order, Reaction};
use deadly_field::field::moves::Leg;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::*;

use crate::guns::order;
use crate::play::{Play, walk};
use crate::stage::{Stage, foot, guns};

/// Fortress guns behind works, an enemy eight inches before them.
fn fortress(works: &str) -> (Play, UnitId, UnitId) {
    // From east to west: it faces north.
    let works = [(works, [(2.0, 0.6), (-2.0, 0.6)])];
    let mut stage = Stage::new().ground(&works, &[]);
    let battery = stage.union(guns(3, Gun::Fortress32), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 8.0, 180.0);
    (stage.play(), battery, cs)
}

/// The total of a shot of theirs with two dice of 1, which the enemy stands.
fn shot(play: &mut Play, battery: UnitId, cs: UnitId) -> i32 {
    play.activate(battery);
    play.roll(&[1, 1, 6, 5]).fire(&[battery], cs);
    play.last_fire().0
}

/// The player turn of the other side passes without anything done.
fn next_turn(play: &mut Play) {
    while play.asks() == "react" {
        play.decline();
    }
    if play.asks() == "activate" && play.battle.army().clock().active == Side::Union {
        play.end_turn();
    }
    play.leaders_stay().end_turn().leaders_stay();
}

#[test]
fn s6_fortress_guns_find_the_range_of_whoever_does_not_move() {
    let (mut play, battery, cs) = fortress("heavy_works");
    // 9 + 2 and 2 for the works; one more for each shot before at the same place.
    assert_eq!(shot(&mut play, battery, cs), 13);
    next_turn(&mut play);
    assert_eq!(shot(&mut play, battery, cs), 14);
    while play.asks() == "react" {
        play.decline();
    }
    play.leaders_stay();
    // Once he has moved they begin anew.
    play.activate(cs).walk(1.0);
    play.decline().hold();
    play.leaders_stay();
    assert_eq!(shot(&mut play, battery, cs), 13);

    // In lesser works they never settle.
    let (mut play, battery, cs) = fortress("light_works");
    assert_eq!(shot(&mut play, battery, cs), 13);
    next_turn(&mut play);
    assert_eq!(shot(&mut play, battery, cs), 13);
}

#[test]
fn s6_fortress_guns_neither_move_nor_pivot() {
    let mut stage = Stage::new();
    let battery = stage.union(guns(3, Gun::Fortress32), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let aside = stage.rebel(foot(8), 8.0, 0.0, 270.0);
    let mut play = stage.play();
    play.activate(battery);
    for leg in [Leg::Turn { degrees: 90.0 }, Leg::AboutFace] {
        play.refuses(Answer::Order(Order::Move {
            form: None,
            form_last: false,
            legs: vec![leg],
        }));
    }
    play.refuses(Answer::Order(walk(1.0)));
    assert!(!play.orders().contains(&Order::Disengage));
    assert!(
        play.orders()
            .contains(&order(&[battery], cs, FireKind::Normal))
    );
    // Outside their arc they do not fire at all.
    play.refuses(Answer::Order(order(&[battery], aside, FireKind::Normal)));
    // Thrown back they stay where they are: 4 against 4 and 2 for the hits.
    play.hold().leaders_stay();
    play.has_fired(cs).activate(cs).walk(5.0);
    while play.asks() == "react" {
        let reactions = play.reactions();
        let stays = |one: &&Reaction| !matches!(one, Reaction::Disengage(_) | Reaction::Face(_));
        assert_eq!(reactions.iter().filter(stays).count(), reactions.len());
        play.decline();
    }
    play.roll(&[6, 6, 5, 2, 2]).fire(&[cs], battery);
    assert_eq!(play.last_fire(), (8 + 17 - 3, "2H"));
    play.stands_at(battery, 0.0, 4.0);
    assert_eq!(play.unit(battery).morale, Morale::Disorder);
}

#[test]
fn l1417_siege_guns_off_their_limber_do_not_disengage() {
    for limbered in [false, true] {
        let mut siege = guns(2, Gun::Siege24);
        siege.troops = Troops::Artillery {
            gun: Some(Gun::Siege24),
            limbered,
        };
        let mut stage = Stage::new();
        let battery = stage.union(siege, 0.0, 4.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
        let mut play = stage.play();
        play.activate(battery);
        assert_eq!(play.orders().contains(&Order::Disengage), limbered);
        if !limbered {
            play.refuses(Answer::Order(Order::Disengage));
        }
        // Nor in reaction.
        play.hold().leaders_stay();
        play.activate(cs).walk(3.0);
        let mut may = false;
        while play.asks() == "react" {
            let leaves = |one: &Reaction| matches!(one, Reaction::Disengage(_));
            may |= play.reactions().iter().any(leaves);
            play.decline();
        }
        assert_eq!(may, limbered);
    }
}
