//! Charges to the letter: rulings and lines of the book that were once played otherwise.

use deadly_field::army::{Cause, Deed, Fact, Fate, UnitId};
use deadly_field::battle::{Answer, Order, Reaction};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{CavalryWeapon, Disorder, Gun, Morale, Quality, Zone};

use crate::play::{Play, charge, fire};
use crate::stage::{Stage, depleted, foot, guns, horse, level, of, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const ROUTED: Morale = Morale::Routed;

/// Lets everything pass until the last answer that rolls dice, which are given.
fn decline_all(play: &mut Play) {
    while play.asks() == "react" {
        play.decline();
    }
}

/// The side from which the last impact came.
fn impact_on(play: &Play) -> Option<Zone> {
    let facts = play.facts();
    facts.iter().rev().find_map(|fact| match fact {
        Fact::Impact { encounter, .. } => Some(encounter.on),
        _ => None,
    })
}

fn caught(play: &Play, routed: UnitId, catcher: UnitId) -> bool {
    play.happened(
        |fact| matches!(fact, Fact::Caught { unit, by } if (*unit, *by) == (routed, catcher)),
    )
}

#[test]
fn s21_the_side_of_a_charge_is_where_it_began() {
    // Straight from before him, but only the end of his line is struck: from there the middle of
    // the chargers would be far out on his flank.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 1.9, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(cs), 5);
    play.roll(&[6, 6, 1, 1]).pass(1);
    assert_eq!(impact_on(&play), Some(Zone::Front));
    assert_eq!(play.impact_values(), (4, 3));
}

#[test]
fn s21_whoever_turns_to_the_charge_has_it_before_him() {
    let fear = |turns: bool| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 4.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 10.0, 90.0);
        let mut play = stage.play();
        play.activate(us).roll(&[3, 3]).charge(us, cs);
        if turns {
            play.roll(&[6, 6]).react(Reaction::Face(vec![cs]));
        } else {
            play.pass_until_gap(us, cs, 2.0).roll(&[6, 6]).pass(1);
        }
        play.mmp(cs)
    };
    // Four more for the full flank, which is as much as the two worst allow.
    assert_eq!((fear(false), fear(true)), (9, 5));
}

#[test]
fn s22_a_countercharge_out_of_its_arc_is_in_disorder() {
    // It stands with its flank to the charge, and charges back sideways.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 90.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.roll(&[2, 2, 6, 5, 6, 5, 3, 3, 2, 2])
        .react(Reaction::Countercharge(cs));
    assert!(play.happened(|fact| matches!(fact,
        Fact::Disordered { unit, by: Disorder::ChargingOutsideArc } if *unit == cs)));
    assert!(play.happened(|fact| matches!(fact,
        Fact::Countercharge { way, .. } if way.y < -0.99)));

    // Straight ahead it keeps its order.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.roll(&[2, 2, 6, 5, 6, 5, 3, 3, 2, 2])
        .react(Reaction::Countercharge(cs));
    assert!(!play.happened(|fact| matches!(
        fact,
        Fact::Disordered {
            by: Disorder::ChargingOutsideArc,
            ..
        }
    )));
}

#[test]
fn s18_third_parties_react_while_two_charges_run_at_each_other() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 4.0, 9.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // They charge back; four inches on the two will meet, an inch apart they check.
    play.roll(&[2, 2]).react(Reaction::Countercharge(cs));
    play.stands_at(us, 0.0, 2.0).stands_at(cs, 0.0, 8.0);
    assert!(play.offers(&fire(&[battery], us, FireKind::Normal)));
    // Whoever charges back has no fire and no second reaction.
    assert!(!play.reactions().iter().any(|one| one.units().contains(&cs)));
    play.pass(1).stands_at(us, 0.0, 3.0);
    assert!(play.offers(&fire(&[battery], us, FireKind::Normal)));
    // A hit and a natural 3: shaken, and the clash does not come about.
    play.roll(&[6, 6, 1, 2]).react_fire(&[battery], us);
    assert!(play.unit(us).morale > DISORDER);
    assert!(!play.happened(|fact| matches!(fact, Fact::Impact { .. })));
    assert_eq!(play.asks(), "follow");
    play.decline();
    assert_eq!(play.unit(cs).morale, DISORDER);
}

#[test]
fn s17_a_charge_halts_at_any_place_on_its_way() {
    let halted = |die: u8| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 3.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
        let mut play = stage.play();
        play.activate(us);
        let at = |inches: f32| match charge(us, &[(us, cs)]) {
            Order::Charge { lead, assaults, .. } => Order::Charge {
                lead,
                assaults,
                halt: Some(inches),
            },
            other => other,
        };
        // Not behind him, and not where it stands.
        play.refuses(Answer::Order(at(7.0)));
        play.refuses(Answer::Order(at(0.0)));
        play.roll(&[3, 3]).order(at(2.3));
        play.pass(1).roll(&[die]).pass(1);
        (play, us)
    };
    let (play, us) = halted(4);
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 5.3);
    let (play, us) = halted(3);
    assert_eq!(play.unit(us).morale, DISORDER);
    assert!(play.at(us).1 > 5.9);
}

#[test]
fn s5_a_charge_goes_past_routed_enemies_and_takes_them() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 3.0, 0.0);
    let runs = stage.rebel(level(ROUTED, foot(8)), 1.5, 7.0, 0.0);
    let cs = stage.rebel(foot(8), -0.5, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us);
    // Nobody may mean the routed ones.
    play.refuses(Answer::Order(charge(us, &[(us, runs)])));
    play.roll(&[6, 4]).charge(us, cs);
    while play.fate(runs).is_none() {
        play.pass(1);
    }
    assert!(caught(&play, runs, us));
    assert_eq!(play.fate(runs), Some(Fate::Surrendered));
    // And on, without a die, to the one who was meant.
    assert!(play.at(us).1 < 7.1);
    while play.gap(us, cs) > 2.01 {
        play.pass(1);
    }
    play.roll(&[6, 6]).pass(1);
    assert_eq!(play.mmps(cs).len(), 1);
    play.roll(&[6, 6, 1, 1]).pass(1);
    assert!(play.happened(|fact| matches!(fact,
        Fact::Impact { defender, .. } if *defender == cs)));
}

#[test]
fn s25_a_routed_unit_that_is_caught_surrenders_alone() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let beside = stage.rebel(foot(8), 2.4, 12.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(beside).has_reacted(cs);
    // Natural 2: he runs two inches, and whoever sees it checks.
    play.activate(us)
        .roll(&[3, 3, 1, 1, 1, 1, 6, 5])
        .charge(us, cs);
    assert_eq!(play.unit(cs).morale, ROUTED);
    assert!(play.gap(cs, beside) < 1.0);
    // He is caught: those beside him check again, and that is all they do.
    play.roll(&[6, 5]).answer(Answer::Follow(6.0));
    decline_all(&mut play);
    assert!(caught(&play, cs, us));
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
    assert_eq!(play.fate(beside), None);
    assert!(play.happened(|fact| matches!(fact,
        Fact::Checked { unit, cause: Cause::LossNear, .. } if *unit == beside)));
    assert!(!play.happened(|fact| matches!(fact, Fact::Impact { .. })));
}

#[test]
fn s28_skirmishers_go_before_they_have_to_check() {
    // The charge begins so near that it would be feared before it has come an inch.
    let mut stage = Stage::new().rebels_first();
    let cs = stage.rebel(foot(8), 0.0, 0.0, 0.0);
    let screen = stage.union(skirmishers(6), 0.0, 1.6, 180.0);
    let mut play = stage.play();
    play.activate(cs).roll(&[3, 3]).charge(cs, screen);
    assert!(play.happened(|fact| matches!(fact, Fact::Disengaged { unit, .. } if *unit == screen)));
    decline_all(&mut play);
    assert!(play.mmps(screen).is_empty());
    assert_eq!(play.unit(screen).morale, DISORDER);
}

#[test]
fn s8_a_gun_battalion_has_the_nerve_of_its_best_battery() {
    let mut stage = Stage::new().rebels_first();
    let green = of(Quality::Green, guns(2, Gun::Napoleon));
    let left = stage.union(guns(2, Gun::Napoleon), -0.9, 10.0, 180.0);
    let middle = stage.union(green, 0.0, 10.0, 180.0);
    let right = stage.union(green, 0.9, 10.0, 180.0);
    let cs = stage.rebel(foot(2), 0.0, 6.0, 0.0);
    let mut play = stage.play();
    for battery in [left, middle, right] {
        play.has_reacted(battery);
    }
    // The one that is charged checks for itself, with two more than veterans have.
    play.activate(cs).roll(&[3, 3, 6, 5]).charge(cs, middle);
    assert_eq!(play.mmp(middle), 5);
    play.pass(1).roll(&[6, 6, 1, 1]).pass(1);
    // All six sections less the veterans' 4 + 1 - 2.
    assert_eq!(play.impact_values(), (0, 3));
    for battery in [left, middle, right] {
        assert_eq!(play.fate(battery), Some(Fate::GunsLost));
    }
}

#[test]
fn s23_supports_check_at_the_weight_of_their_own_losses() {
    let mut stage = Stage::new();
    let [u1, u2] = [6.0, 5.25].map(|y| stage.union(foot(8), -2.1, y, 0.0));
    let r1 = stage.rebel(foot(8), -2.1, 10.0, 180.0);
    let mut play = stage.play();
    play.group(&[u1, u2], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    // A tie; 12 + 10 against 8 + 11: two hits and one.
    play.roll(&[2, 3, 3, 4, 3, 3, 2, 1, 1, 3, 2, 2, 2, 2, 6, 5, 6, 5, 2, 2])
        .decline();
    let weights: Vec<_> = play
        .facts()
        .iter()
        .filter_map(|fact| match fact {
            Fact::Checked {
                unit,
                cause: Cause::Melee { .. },
                strain,
                ..
            } => Some((*unit, strain.check)),
            _ => None,
        })
        .collect();
    // The lead has lost a figure, which is a 2MC, the support nobody.
    assert_eq!(weights, [(u1, 2), (u2, 0), (r1, 2)]);
    play.is(u1, 7, DISORDER).is(u2, 8, DISORDER);
    assert!(play.happened(
        |fact| matches!(fact, Fact::Melee { by_attacker, by_defender, .. }
        if by_attacker.total == Some(22) && by_defender.total == Some(19)
            && by_attacker.terms.as_ref().is_some_and(|terms| terms.firepower == 12))
    ));
}

#[test]
fn a_friend_in_the_way_of_one_does_not_stop_the_others() {
    // The right one has a friend before it, the left one its enemy before that friend is passed.
    let mut stage = Stage::new();
    let left = stage.union(foot(8), 0.0, 6.0, 0.0);
    let right = stage.union(foot(8), 2.1, 6.0, 0.0);
    let friend = stage.union(foot(8), 2.1, 7.3, 0.0);
    let near = stage.rebel(foot(8), -0.4, 7.7, 180.0);
    let far = stage.rebel(foot(8), 2.4, 11.5, 180.0);
    let mut play = stage.play();
    play.has_reacted(near).has_reacted(far);
    play.group(&[left, right], [Deed::Charge, Deed::Reform]);
    play.roll(&[6, 6, 6, 6])
        .charge_all(left, &[(right, far), (left, near)]);
    assert_eq!(play.mmps(near).len(), 1);
    // The left one waits at an enemy who has stood; the right one comes through its friend, both
    // testing, and is on the other side.
    let mut dice = vec![6, 6];
    while play.at(right).1 < 7.9 && play.asks() != "act" {
        play.roll(&dice).decline();
        dice.clear();
    }
    assert!(play.at(right).1 > 7.9, "{:?}", play.at(right));
    assert_eq!(play.count(|fact| matches!(fact, Fact::Tested { .. })), 2);
    assert!(!play.happened(|fact| matches!(fact, Fact::FellShort { .. })));
    assert_eq!(play.unit(friend).morale, GOOD);
}

#[test]
fn only_those_who_come_through_a_friend_are_tested() {
    let mut stage = Stage::new();
    let left = stage.union(foot(8), -2.1, 5.0, 0.0);
    let right = stage.union(foot(8), 0.0, 5.0, 0.0);
    let friend = stage.union(foot(8), 0.5, 6.4, 0.0);
    let cs = stage.rebel(foot(8), -0.8, 11.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.group(&[left, right], [Deed::Charge, Deed::Reform]);
    play.roll(&[6, 6, 6, 6]).charge(right, cs);
    let tested = |unit: UnitId| {
        play.count(|fact| matches!(fact, Fact::Tested { unit: who, .. } if *who == unit))
    };
    assert_eq!([left, right, friend].map(tested), [0, 1, 1]);
}

#[test]
fn whatever_is_rolled_in_a_charge_is_told() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.has_fired(us).has_fired(cs);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    // 4 + 6 against 3 + 6: won by 1. A 4 is two inches, and both fire.
    play.roll(&[3, 3, 3, 3, 4, 1, 1, 1, 1]).pass(1);
    assert_eq!(play.impact_lead(), 1);
    assert!(
        play.happened(|fact| matches!(fact,
        Fact::StoppedShort { unit, die: 4, inches } if *unit == us && (inches - 2.0).abs() < 0.01))
    );
    assert_eq!(play.fires().len(), 2);

    // Horsemen who are beaten back go a die farther.
    let mut stage = Stage::new();
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, 2.0, 0.0);
    let cs = stage.rebel(foot(12), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 3, 6, 6]).charge(us, cs);
    play.roll(&[3, 3, 4, 4, 5]).pass(1);
    assert!(play.impact_lead() < 0);
    assert!(play.happened(|fact| matches!(fact,
        Fact::Repulsed { unit, dice } if *unit == us && *dice == [5])));
}

#[test]
fn horsemen_who_have_routed_are_caught_and_that_is_the_end_of_it() {
    let mut stage = Stage::new();
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, 4.0, 0.0);
    let theirs = of(Quality::Green, horse(4, CavalryWeapon::Pistol));
    let cs = stage.rebel(theirs, 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3, 3]).charge(us, cs);
    while play.gap(us, cs) > 3.01 {
        play.pass(1);
    }
    // Natural 2: three inches, and the charge has more.
    play.roll(&[1, 1, 1, 1, 1]).pass(1);
    assert_eq!(play.unit(cs).morale, ROUTED);
    play.answer(Answer::Follow(20.0_f32.min(left(&play))));
    decline_all(&mut play);
    assert!(caught(&play, cs, us));
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
}

/// How far whoever may follow can go.
fn left(play: &Play) -> f32 {
    match play.battle.decision() {
        Some(deadly_field::battle::Decision::Follow { inches, .. }) => *inches,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_regiment_with_one_stand_left_supports_no_charge() {
    let fear = |second: deadly_field::rules::Unit| {
        let mut stage = Stage::new();
        let lead = stage.union(foot(8), 0.0, 6.0, 0.0);
        let with = stage.union(second, 0.0, 5.25, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
        let mut play = stage.play();
        play.has_reacted(cs);
        play.group(&[lead, with], [Deed::Charge, Deed::Reform]);
        play.roll(&[3, 3, 6, 6]).charge(lead, cs);
        play.mmp(cs)
    };
    assert_eq!((fear(foot(8)), fear(depleted(foot(4)))), (6, 5));
}

#[test]
fn a_battery_is_supported_by_any_steady_friend_beside_it() {
    // One that supports nobody, with a stand left, still keeps the guns from being alone.
    let fear = |beside: Option<deadly_field::rules::Unit>| {
        let mut stage = Stage::new();
        let battery = stage.union(guns(3, Gun::Napoleon), 0.7, 10.0, 180.0);
        let friend = beside.map(|unit| stage.union(unit, 2.2, 10.0, 180.0));
        let cs = stage.rebel(foot(8), 0.3, 6.0, 0.0);
        let mut play = stage.rebels_first().play();
        for unit in [battery].into_iter().chain(friend) {
            play.has_reacted(unit);
        }
        play.activate(cs).roll(&[3, 3, 6, 6]).charge(cs, battery);
        play.mmp(battery)
    };
    assert_eq!(fear(None), 9);
    assert_eq!(fear(Some(depleted(foot(4)))), 5);
}

#[test]
fn an_advance_takes_those_who_run_but_charges_none_of_them() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 1.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let runs = stage.rebel(level(ROUTED, foot(6)), 2.0, 13.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    play.roll(&[4, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_lead(), 5);
    // Straight on nobody stands within four inches; the routed one is not to be meant.
    assert!(matches!(
        play.battle.decision(),
        Some(deadly_field::battle::Decision::Follow {
            inches: 4.0,
            meets: None,
            ..
        })
    ));
    play.answer(Answer::Follow(4.0));
    assert!(!play.happened(|fact| matches!(fact, Fact::ChargedOn { .. })));
    assert!(caught(&play, runs, us));
    assert!((play.at(us).1 - 13.97).abs() < 0.05, "{:?}", play.at(us));
}

#[test]
fn whoever_stands_before_the_lead_does_not_follow_it() {
    let mut stage = Stage::new();
    let lead = stage.union(foot(8), 0.0, 3.0, 0.0);
    let ahead = stage.union(foot(8), 2.1, 3.8, 0.0);
    let beside = stage.union(foot(8), -2.1, 3.2, 0.0);
    let cs = stage.rebel(foot(8), -1.0, 8.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs);
    play.group(&[lead, ahead, beside], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3, 6, 6]).charge(lead, cs);
    let follows = |who: UnitId| {
        play.happened(|fact| {
            matches!(fact, Fact::Charge { followers, .. }
                if followers.iter().any(|one| one.unit == who))
        })
    };
    assert_eq!((follows(ahead), follows(beside)), (false, true));
    play.stands_at(ahead, 2.1, 3.8).stands_at(beside, -2.1, 7.2);
}

#[test]
fn a_follower_goes_through_no_enemy() {
    let mut stage = Stage::new();
    let lead = stage.union(foot(8), 0.0, 3.0, 0.0);
    let with = stage.union(foot(8), 2.1, 3.0, 0.0);
    let cs = stage.rebel(foot(8), -1.0, 10.0, 180.0);
    let other = stage.rebel(foot(8), 3.0, 6.0, 180.0);
    let mut play = stage.play();
    play.group(&[lead, with], [Deed::Charge, Deed::Reform]);
    play.roll(&[6, 6]).charge(lead, cs);
    while play.gap(lead, cs) > 2.01 {
        play.pass(1);
    }
    play.roll(&[6, 6]).pass(1);
    assert!((play.gap(lead, cs) - 1.0).abs() < 0.01);
    assert!(play.at(with).1 < 6.01, "{:?}", play.at(with));
    assert!(play.gap(with, other) < 0.1);
}

#[test]
fn a_charge_out_of_the_arc_is_slow_and_stays_in_disorder() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 4.0, 90.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // Four inches in disorder instead of six, and half of the dice.
    assert!(play.happened(
        |fact| matches!(fact, Fact::Charge { inches, .. } if (inches - 7.0).abs() < 0.1)
    ));
    play.is(us, 8, DISORDER);
    // A check well passed under fire brings no order back: they meet him without any weight.
    play.roll(&[1, 6, 5, 4, 4, 3, 3, 3, 3])
        .react_fire(&[cs], us);
    assert!(play.happened(|fact| matches!(fact,
        Fact::Checked { unit, outcome, .. } if *unit == us && outcome.after == Some(GOOD))));
    assert_eq!(play.impact_values().0, 0);
    assert_eq!(play.unit(us).morale, DISORDER);
    // Nobody wheels in a charge.
    let facing = play.battle.now().army().placement(us).facing;
    assert!((facing.to_degrees() - 90.0).abs() < 1e-3, "{facing:?}");
}

#[test]
fn nobody_gives_way_through_an_enemy_who_stands() {
    let scene = || {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 6.0, 0.0);
        let behind = stage.union(foot(8), 0.0, 13.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
        let mut play = stage.play();
        play.has_reacted(cs);
        (play, us, behind, cs)
    };
    // Beaten by five he has two inches.
    let (mut play, us, behind, cs) = scene();
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    play.roll(&[4, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_lead(), 5);
    assert!(play.gap(cs, behind) < 0.1);
    assert!(play.at(cs).1 < 12.01, "{:?}", play.at(cs));

    // And if he runs.
    let (mut play, us, behind, cs) = scene();
    play.activate(us).roll(&[3, 3, 1, 1, 6, 6]).charge(us, cs);
    assert_eq!(play.unit(cs).morale, ROUTED);
    assert!(play.gap(cs, behind) < 0.1);
    assert!(play.at(cs).1 < 12.51, "{:?}", play.at(cs));
}
