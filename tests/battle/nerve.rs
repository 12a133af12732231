//! What steadies a unit and what does not: friends beside it, friends before it.

use deadly_field::army::{Deed, Fact, UnitId};
use deadly_field::battle::{Order, Reaction};
use deadly_field::rules::{Gun, Morale};

use crate::play::Play;
use crate::stage::{Stage, foot, guns, level};

/// Whether the last check of a unit counted friends six inches before it.
fn behind_friends(play: &Play, of: UnitId) -> Option<bool> {
    let facts = play.facts();
    facts.iter().rev().find_map(|fact| match fact {
        Fact::Checked { unit, strain, .. } if *unit == of => Some(strain.behind_friends),
        _ => None,
    })
}

#[test]
fn r25_whoever_the_same_blow_brings_down_to_one_stand_supports_nobody() {
    let mut stage = Stage::new();
    let lead = stage.union(foot(8), -2.1, 6.0, 0.0);
    let small = stage.union(foot(4), -2.1, 5.25, 0.0);
    let cs = stage.rebel(foot(8), -2.1, 10.0, 180.0);
    let mut play = stage.play();
    play.group(&[lead, small], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(lead, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    // A tie. Eight figures and two bring a 2MC; three hits take three of the lead and two of four.
    play.roll(&[2, 3, 3, 4, 1, 1, 1, 1, 1, 4, 4, 4, 3, 3, 6, 5, 6, 5, 2, 3])
        .decline();
    assert_eq!(
        [play.unit(lead).strength, play.unit(small).strength],
        [5, 2]
    );
    // 4 + 1 for the enemy + 3 for the blow, and nobody beside it to count on; the small one has the
    // larger beside it.
    assert_eq!([play.mmps(lead)[0], play.mmps(small)[0]], [8, 6]);
}

#[test]
fn r26b_friends_count_who_stand_between_a_unit_and_whoever_fires_at_it() {
    let mut stage = Stage::new();
    let near = stage.union(foot(8), 0.0, -3.0, 0.0);
    let aside = stage.union(guns(3, Gun::Napoleon), 15.0, 10.0, 270.0);
    let us = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    stage.rebel(foot(8), 0.0, 2.0, 180.0);
    let mut play = stage.play();
    assert!(play.gap(us, near) < play.gap(us, aside));
    // 8 + 6 at long range: a 1MC of men who see the guns and nobody before them.
    play.activate(aside).roll(&[6, 4, 4]).fire(&[aside], us);
    assert_eq!(behind_friends(&play, us), Some(false));
    assert_eq!(play.mmp(us), 5);
}

#[test]
fn r26b_six_inches_behind_friends_are_from_edge_to_edge() {
    let hidden = |y: f32| {
        let mut stage = Stage::new();
        let us = stage.union(level(Morale::Shaken, foot(8)), 0.0, 0.0, 0.0);
        stage.union(foot(8), 0.0, y, 0.0);
        stage.rebel(foot(8), 0.0, 14.0, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(&[4, 4]).order(Order::Rally);
        behind_friends(&play, us)
    };
    // Half an inch is the depth of their ranks.
    assert_eq!(hidden(6.6), Some(true));
    assert_eq!(hidden(6.3), Some(false));
}

#[test]
fn l1126_whoever_is_beaten_goes_straight_along_the_line_of_the_charge() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    // He has his flank to the charge.
    let cs = stage.rebel(level(Morale::Disorder, foot(2)), 0.0, 10.0, 90.0);
    let mut play = stage.play();
    // He stands with exactly his 10; 4 + 2 against 0 + 4 throw him back by two.
    play.has_reacted(cs).activate(us);
    play.roll(&[3, 3, 5, 5, 1, 1, 2, 2]).charge(us, cs);
    assert_eq!(play.impact_lead(), 2);
    play.is(cs, 1, Morale::Disorder).stands_at(cs, 0.0, 12.0);
}

#[test]
fn r31_the_slowest_ground_within_a_move_decides_the_dice_of_the_bonus() {
    let thrown = |ground: &[(&str, [f32; 4])], dice: &[u8]| {
        let mut stage = Stage::new().ground(&[], ground);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 5.6, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(dice).charge(us, cs);
        play.happened(|fact| matches!(fact, Fact::Charge { dice: rolled, .. } if rolled == dice))
    };
    assert!(thrown(&[], &[3, 3]));
    assert!(thrown(&[("rough", [-4.0, 3.0, 4.0, 4.5])], &[6]));
}

#[test]
fn r28_the_ground_where_it_starts_decides_the_dice_of_a_rout() {
    let thrown = |ground: [f32; 4], dice: &[u8]| {
        let mut stage = Stage::new().ground(&[], &[("rough", ground)]);
        let us = stage.union(level(Morale::Routed, foot(8)), 0.0, 0.0, 180.0);
        stage.union(foot(8), -12.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 12.0, 180.0);
        let mut play = stage.play();
        play.roll(dice).activate(us);
        let run = dice.len() - 2;
        play.happened(
            |fact| matches!(fact, Fact::Ran { dice: rolled, .. } if *rolled == dice[..run]),
        )
    };
    // The last two are for its rally.
    assert!(thrown([-4.0, -1.0, 4.0, 1.0], &[3, 4, 4]));
    assert!(thrown([-4.0, -3.0, 4.0, -2.0], &[3, 3, 4, 4]));
}

#[test]
fn l949_whoever_is_fired_on_from_the_rope_checks_before_the_guns_have_gone() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 6.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    // 7 + 12: a hit.
    play.roll(&[6, 6, 4, 4]).react(Reaction::Prolonge {
        unit: battery,
        target: us,
    });
    let facts = play.facts();
    let at = |is: &dyn Fn(&Fact) -> bool| facts.iter().position(is).expect("told");
    let checked = at(&|fact| matches!(fact, Fact::Checked { unit, .. } if *unit == us));
    let gone = at(&|fact| matches!(fact, Fact::Moved { unit, .. } if *unit == battery));
    assert!(checked < gone, "{facts:?}");
    play.is(us, 7, Morale::GoodOrder)
        .stands_at(battery, 0.0, 10.5);
}
