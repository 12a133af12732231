//! Charges on horseback: clash, pursuit, horse on foot, squares.

use deadly_field::army::{Fact, Formation};
use deadly_field::army::{Fate, UnitId};
use deadly_field::battle::{After, Answer, Decision, Reaction};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{
    CavalryFormation, CavalryWeapon, InfantryFormation, Morale, Quality, Troops,
};

use crate::play::{Play, charge, fire};
use crate::stage::{Stage, foot, formed, horse, level, of};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;

/// Veteran Union horse charges trained Confederate horse over sixteen inches; one inch is gone.
fn clash() -> (Play, UnitId, UnitId) {
    let (mut play, us, cs) = horsemen();
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    (play, us, cs)
}

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
fn two_charges_clash_and_the_winner_pursues() {
    let (mut play, us, cs) = clash();
    play.stands_at(us, 0.0, -5.0);
    play.roll(&[3, 3, 2, 3, 3, 5, 4, 3, 3, 4, 3])
        .react(Reaction::Countercharge(cs));
    // They meet eight and a half inches from the start, seven and a half from where it is now.
    assert!(play.happened(|fact| matches!(fact,
        Fact::Countercharge { inches: 14.0, desperate: false, meet: Some(meet), .. }
            if (meet - 7.5).abs() < 0.05)));
    assert_eq!([play.mmp(us), play.mmp(cs)], [0, 9]);
    // The trained ones are past their disorder point.
    assert_eq!(play.impact_values(), (4, 0));
    assert_eq!(play.impact_lead(), 3);
    assert!(play.fires().is_empty());
    play.is(cs, 5, DISORDER).stands_at(cs, 0.0, 8.5);
    play.is(us, 6, DISORDER).stands_at(us, 0.0, 2.5);
    let Some(Decision::Follow { inches, after, .. }) = play.battle.decision() else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!(*after, After::Pursuit);
    assert!((inches - 6.5).abs() < 0.05, "{inches}");
    // Contact is a melee at once; who routs in it surrenders.
    play.roll(&[4, 4, 3, 3, 2, 3, 3, 2, 2, 1, 2, 3])
        .answer(Answer::Follow(6.5));
    assert!(play.happened(
        |fact| matches!(fact, Fact::Melee { by_attacker, by_defender, .. }
        if by_attacker.result.to_string() == "2MC" && by_defender.result.to_string() == "none")
    ));
    assert_eq!(play.mmp(cs), 10);
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
    assert_eq!(play.record(us).actions, 0);
}

#[test]
fn horsemen_who_lose_heart_before_the_clash_make_off() {
    let (mut play, us, cs) = clash();
    play.roll(&[3, 3, 2, 3, 3, 3, 3])
        .react(Reaction::Countercharge(cs));
    // He misses his 9 by 3: shaken, six inches back, and twelve more.
    play.is(cs, 6, SHAKEN).stands_at(cs, 0.0, 21.5);
    assert!(play.happened(|fact| matches!(fact, Fact::Disengaged { unit, .. } if *unit == cs)));
    let Some(Decision::Follow {
        inches,
        meets,
        after,
        ..
    }) = play.battle.decision()
    else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!((*after, *meets), (After::Turned, None));
    assert!((inches - 7.5).abs() < 0.05, "{inches}");
    play.decline().is(us, 6, DISORDER);
}

#[test]
fn a_desperate_countercharge_is_in_disorder() {
    let (mut play, us, cs) = horsemen();
    play.has_reacted(cs);
    play.activate(us).roll(&[4, 3, 3]).charge(us, cs);
    assert_eq!(
        play.reactions(),
        [Reaction::Countercharge(cs), Reaction::Disengage(vec![cs])]
    );
    play.roll(&[3, 3, 2, 3, 3, 6, 5, 3, 3, 4, 3])
        .react(Reaction::Countercharge(cs));
    assert_eq!([play.mmp(us), play.mmp(cs)], [0, 11]);
    assert_eq!(play.impact_values(), (4, 0));
}

#[test]
fn cavalry_rides_over_disordered_infantry() {
    let mut stage = Stage::new();
    let us = stage.union(horse(8, CavalryWeapon::SharpsCarbine), -0.25, 2.0, 0.0);
    let cs = stage.rebel(level(DISORDER, foot(8)), 0.0, 10.0, 90.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3, 3]).charge(us, cs);
    while play.gap(us, cs) > 3.01 {
        play.pass(1);
    }
    play.roll(&[6, 5]).pass(1);
    // No flank for men without ranks.
    assert_eq!(play.mmp(cs), 11);
    // An inch off they may fire, what few of them bear.
    let point_blank = fire(&[cs], us, FireKind::PointBlank);
    play.offers_only(&point_blank);
    assert!((play.gap(us, cs) - 1.0).abs() < 0.01);
    play.roll(&[4, 4, 3, 3, 2, 2]).pass(1);
    assert_eq!(play.impact_values(), (6, 0));
    assert_eq!(play.impact_lead(), 8);
    // Routed, three figures fewer; whoever is caught surrenders.
    play.is(cs, 5, Morale::Routed);
    let Some(Decision::Follow { inches, after, .. }) = play.battle.decision() else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!(*after, After::Pursuit);
    assert!((inches - 7.5).abs() < 0.05, "{inches}");
    play.answer(Answer::Follow(7.5));
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
}

#[test]
fn a_square_stands_against_cavalry() {
    let mut stage = Stage::new();
    let us = stage.union(horse(8, CavalryWeapon::SharpsCarbine), 0.0, -2.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3, 3]).charge(us, cs);
    let square = Reaction::Form(vec![cs], Formation::Infantry(InfantryFormation::Square));
    while !play.offers(&square) {
        play.pass(1);
    }
    play.roll(&[3, 3]).react(square);
    assert_eq!(play.mmp(cs), 1);
    // Its reaction went into the square.
    assert_eq!(play.reactions(), [fire(&[cs], us, FireKind::Desperation)]);
    play.roll(&[3, 3, 3, 3, 4]).decline();
    assert_eq!(play.impact_values(), (1, 5));
    assert_eq!(play.impact_lead(), -4);
    // Four inches and a die, nobody lost.
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 2.0);
}

#[test]
fn cavalry_against_a_line_with_neighbours_behind_a_fence() {
    let impact = |formation: CavalryFormation| {
        let mut stage = Stage::new().ground(&[("wood_fence", [(-5.0, 13.9), (5.0, 13.9)])], &[]);
        let mut us = horse(8, CavalryWeapon::SharpsCarbine);
        if let Troops::Cavalry { formation: to, .. } = &mut us.troops {
            *to = formation;
        }
        let us = stage.union(us, 0.0, 4.0, 0.0);
        let line = formed(foot(8), InfantryFormation::ExtendedLine);
        let [_, middle, _] = [-2.6, 0.0, 2.6].map(|x| stage.rebel(line, x, 14.0, 180.0));
        let mut play = stage.play();
        play.activate(us).roll(&[4, 4, 4]).charge(us, middle);
        while play.gap(us, middle) > 3.01 {
            play.pass(1);
        }
        play.roll(&[5, 5]).pass(1);
        while play.gap(us, middle) > 1.01 {
            play.pass(1);
        }
        assert!(play.offers(&fire(&[middle], us, FireKind::PointBlank)));
        play.pass(1).roll(&[3, 3, 3, 3]).pass(1);
        (play.mmp(middle), play.impact_values())
    };
    assert_eq!(impact(CavalryFormation::DoubleLine), (5, (7, 5)));
    assert_eq!(impact(CavalryFormation::Line), (4, (6, 5)));
}

#[test]
fn r64_horsemen_thrown_back_by_horsemen_go_twice_the_margin_whoever_charged() {
    let (mut play, us, cs) = clash();
    // 4 + 2 against 0 + 9: the charger is beaten by three.
    play.roll(&[3, 3, 2, 3, 3, 5, 4, 1, 1, 5, 4])
        .react(Reaction::Countercharge(cs));
    assert_eq!(play.impact_lead(), -3);
    play.is(us, 5, DISORDER).stands_at(us, 0.0, -3.5);
}

#[test]
fn mounted_infantry_does_not_wait_for_horsemen() {
    let mut stage = Stage::new();
    let us = stage.union(horse(8, CavalryWeapon::SharpsCarbine), 0.0, 0.0, 0.0);
    let mut riders = horse(6, CavalryWeapon::RifleMusket);
    riders.traits.mounted_infantry = true;
    let cs = stage.rebel(riders, 0.0, 10.0, 180.0);
    let mut play = stage.play();
    // Twelve inches, at twice the disorder rate, as soon as the charge has come an inch.
    play.activate(us).roll(&[3, 3, 3]).charge(us, cs);
    play.is(cs, 6, DISORDER).stands_at(cs, 0.0, 22.0);
    assert!(play.record(cs).reacted);
}

#[test]
fn nobody_on_foot_charges_horsemen() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(horse(6, CavalryWeapon::Pistol), 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(us)
        .refuses(Answer::Order(charge(us, &[(us, cs)])));
    play.is(cs, 6, GOOD);
}
