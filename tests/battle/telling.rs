//! What a person reads of a scripted battle.

use deadly_field::army::{Fact, UnitId};
use deadly_field::battle::{Answer, Reaction};
use deadly_field::chronicle::Chronicle;
use deadly_field::print::story::{ending, story};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{CavalryWeapon, Gun, Morale, Quality};

use crate::play::{Play, fire};
use crate::stage::{Stage, foot, guns, horse, level, of};

fn chronicle(play: &Play) -> Chronicle {
    let (scenario, rules) = play.battle.now().ground();
    Chronicle::of(scenario, rules, &play.facts())
}

/// The sentences of the first player turn.
fn told(play: &Play) -> String {
    let story = story(&chronicle(play));
    let turns = story.split("\nThe report\n").next().expect("the turns");
    let words: Vec<_> = turns.split_whitespace().collect();
    let text = words.join(" ");
    let (_, half) = text.split_once("Union: ").expect("the Union's turn");
    half.to_owned()
}

/// A Union regiment that charges a Confederate one over some inches, both veterans of eight.
fn duel(inches: f32) -> (Play, UnitId, UnitId) {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 10.0 - inches, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    (stage.play(), us, cs)
}

/// Whoever gives way is the reason that a charge meets nobody, not its breath.
#[test]
fn a_charge_ends_on_the_ground_that_the_enemy_has_left() {
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[1, 3]).pass(1);
    play.decline().pass(1);
    assert_eq!(
        told(&play),
        "The union 0 charges the confederate 1. The confederate 1 gives way before it in \
         disorder. The charge stops on the ground that the confederate 1 has left."
    );
}

#[test]
fn a_charge_that_does_not_carry_falls_short() {
    let (mut play, us, cs) = duel(9.0);
    play.activate(us).roll(&[1, 1]).charge(us, cs);
    while play.asks() == "react" {
        play.decline();
    }
    assert_eq!(
        told(&play),
        "The union 0 charges the confederate 1. The charge falls short."
    );
}

/// Fire on the way, then the sight of the charge, then the clash.
#[test]
fn a_charge_is_told_as_it_happens() {
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.roll(&[1, 1, 4, 4, 4, 4, 4, 4, 2, 2])
        .react_fire(&[cs], us);
    play.answer(Answer::Follow(0.0));
    assert_eq!(
        told(&play),
        "The union 0 charges the confederate 1. The confederate 1 fires on the union 0 as \
         it comes, and still it comes on. The union 0 hurls the confederate 1 back, \
         shaken. It costs the confederate 1 two figures."
    );
}

/// Who runs and is come upon lays down his arms after he has run, and no dice are told against it.
#[test]
fn whoever_runs_is_overtaken_after_he_has_run() {
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[1, 1, 1, 1]).pass(1);
    play.answer(Answer::Follow(6.0));
    assert_eq!(
        told(&play),
        "The union 0 charges the confederate 1. The confederate 1 does not stand to meet \
         it, but runs. The confederate 1, still running, is overtaken by the union 0 and \
         lays down its arms."
    );
    // Nobody has fallen; no dice are told that would contradict it.
    let end = ending(&chronicle(&play));
    assert!(
        end.contains("8 of  8  not on the field (all taken)"),
        "{end}"
    );
    assert!(!play.happened(|fact| matches!(fact, Fact::Impact { .. })));
}

/// What goes on through one regiment into the next is no answer to anything the next one did.
#[test]
fn fire_that_goes_on_is_no_return_fire() {
    let mut stage = Stage::new();
    let us = stage.union(foot(4), 0.0, 5.75, 0.0);
    let behind = stage.union(foot(8), 0.0, 5.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 8.25, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[1, 1]).fire(&[us], cs);
    play.roll(&[2, 2, 4, 4, 1, 2]).react_fire(&[cs], us);
    let text = told(&play);
    let second = format!("union {}", behind.0);
    let sentence = text.split(". ").find(|sentence| sentence.contains(&second));
    assert!(sentence.is_some_and(|sentence| sentence.contains("goes past it")));
    assert_eq!(
        text,
        "A volley of the confederate 2 at the union 0 goes past it into the union 1, and it \
         is shaken. Fire on the confederate 2 and the union 0, twice in all, does no harm."
    );
}

/// Nobody on a horse has a bayonet.
#[test]
fn horsemen_fight_as_horsemen() {
    let mut stage = Stage::new();
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, -6.0, 0.0);
    let theirs = horse(6, CavalryWeapon::MuzzleloadingCarbine);
    let cs = stage.rebel(of(Quality::Trained, theirs), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    play.roll(&[3, 3, 2, 3, 3, 5, 4, 3, 3, 4, 3])
        .react(Reaction::Countercharge(cs));
    play.roll(&[4, 4, 3, 3, 2, 3, 3, 2, 2, 1, 2, 3])
        .answer(Answer::Follow(6.5));
    assert_eq!(
        told(&play),
        "The union 0 charges the confederate 1. The confederate 1 charges back. The union \
         0 throws the confederate 1 back in disorder. It costs the confederate 1 one \
         figure. They close once more, and it comes to blades and pistols: the confederate \
         1 lays down its arms. Confederate: Nothing stirs."
    );
}

/// Guns at eleven inches fire into nobody's face; near by they fire canister.
#[test]
fn guns_fire_as_far_as_they_are() {
    for (apart, dice, words) in [
        (11.5, &[1, 1][..], "shells the union 0 on its way"),
        (3.5, &[1, 1, 1, 1, 4, 4], "canister"),
    ] {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 4.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
        let battery = stage.rebel(guns(3, Gun::Napoleon), 2.5, 4.0 + apart, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(&[6, 6]).charge(us, cs);
        play.roll(dice)
            .react(fire(&[battery], us, FireKind::Normal));
        let text = told(&play);
        assert!(text.contains(words), "{text}");
        assert!(!text.contains("face"), "{text}");
    }
}

/// A man who leaves the ranks has not fallen.
#[test]
fn those_who_run_off_are_not_counted_as_fallen() {
    let mut stage = Stage::new();
    let us = stage.union(level(Morale::Routed, foot(8)), 0.0, 8.0, 180.0);
    stage.union(foot(8), 12.0, 8.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    play.roll(&[1, 1, 1, 2]).activate(us);
    assert_eq!(
        told(&play),
        "The union 0 runs on, and one figure is seen no more."
    );
    let end = ending(&chronicle(&play));
    assert!(end.contains("1 of  8  routed (run off)"), "{end}");
    let report = story(&chronicle(&play));
    assert!(
        report.contains("16 figures, 1 lost (6 %; run off)"),
        "{report}"
    );
}
