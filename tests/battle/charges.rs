//! Charges on foot: fear, close fire, impact, melee, and what comes after.

use deadly_field::army::{Cause, Deed, Fact};
use deadly_field::army::{Fate, UnitId};
use deadly_field::battle::{After, Answer, Decision, Order};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Gun, InfantryFormation, Morale, Scale, Side};

use crate::play::{Play, charge, fire};
use crate::stage::{Stage, foot, formed, guns, level};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;

/// A Union regiment that charges a Confederate one over some inches, both veterans of eight.
fn duel(inches: f32) -> (Play, UnitId, UnitId) {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 10.0 - inches, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    (stage.play(), us, cs)
}

#[test]
fn fear_comes_at_one_inch_and_close_fire_after_it() {
    let (mut play, us, cs) = duel(3.6);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // Windows after whole inches: ordinary fire, no point blank.
    assert!((play.gap(us, cs) - 2.6).abs() < 0.01);
    assert!(play.offers(&fire(&[cs], us, FireKind::Normal)));
    play.pass(1);
    assert!((play.gap(us, cs) - 1.6).abs() < 0.01);
    play.roll(&[4, 4]).pass(1);
    // The charge stops exactly an inch off for the check.
    assert!((play.gap(us, cs) - 1.0).abs() < 0.01);
    assert_eq!(play.mmp(cs), 5);
    assert_eq!(play.reactions(), [fire(&[cs], us, FireKind::PointBlank)]);
}

#[test]
fn close_fire_at_a_charge_on_one_end_is_within_an_inch_too() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 2.0, 6.4, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    play.roll(&[1, 1, 1, 1, 4, 4, 4, 4, 2, 2])
        .react(fire(&[cs], us, FireKind::PointBlank));
    let close = |fact: &Fact| match fact {
        Fact::Fired { volley, .. } => {
            volley.aim.kind == FireKind::PointBlank && volley.aim.range <= 1.0
        }
        _ => false,
    };
    assert!(play.happened(close));
}

#[test]
fn fear_comes_at_two_inches_at_25mm() {
    let mut stage = Stage::at(Scale::Mm25);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert!((play.gap(us, cs) - 2.0).abs() < 0.01);
    assert_eq!(play.reactions(), [fire(&[cs], us, FireKind::PointBlank)]);
}

#[test]
fn who_has_fired_on_his_charger_fires_no_more() {
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // Fire in the first window, then fear, impact and advance without another word.
    play.roll(&[1, 1, 4, 4, 4, 4, 4, 4, 2, 2])
        .react_fire(&[cs], us);
    assert_eq!(play.asks(), "follow");
    assert_eq!(play.fires().len(), 1);
}

#[test]
fn a_spent_reaction_leaves_desperation_fire() {
    let (mut play, us, cs) = duel(4.0);
    play.has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    let desperate = fire(&[cs], us, FireKind::Desperation);
    play.offers_only(&desperate);
    // A six is rolled again, once: 8 + 6 + 6, and two for the first fire of the battle.
    play.roll(&[6, 6, 4, 4, 1, 1, 5, 5]).react(desperate);
    assert_eq!(play.last_fire(), (22, "2H"));
}

#[test]
fn a_neighbour_fires_in_desperation_at_a_charge_beside_it() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let beside = stage.rebel(foot(8), 2.05, 9.9, 180.0);
    let mut play = stage.play();
    play.has_reacted(beside).has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    play.pass(1);
    // Only after the charged unit has had its say.
    assert_eq!(
        play.reactions(),
        [fire(&[beside], us, FireKind::Desperation)]
    );
}

#[test]
fn r34d_a_defender_who_gives_way_is_caught_or_let_go() {
    // He fails by 1 with six inches of charge left: he can be caught.
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[1, 3]).pass(1);
    play.is(cs, 8, DISORDER).stands_at(cs, 0.0, 11.0);
    let Some(Decision::Follow {
        unit,
        enemy,
        inches,
        meets: Some((met, far)),
        after: After::GaveWay,
        ..
    }) = play.battle.decision()
    else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!((*unit, *enemy, *met), (us, cs, cs));
    assert!((inches - 6.0).abs() < 0.01 && (far - 2.0).abs() < 0.05);
    // No second check: he is met in the state he is in, 8 - (4 + 2 + 1 + 3).
    play.answer(Answer::Follow(6.0));
    play.roll(&[3, 3, 3, 3]).pass(1);
    assert_eq!(play.impact_values(), (4, 0));
    assert_eq!(play.impact_lead(), 4);

    // Let go, the charge stops where it would have met him.
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[1, 3]).pass(1);
    play.decline().pass(1);
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 10.0);
    assert!(!play.happened(|fact| matches!(fact, Fact::Impact { .. })));
    assert_eq!(play.unit(cs).strength, 8);
}

#[test]
fn a_routed_defender_who_is_caught_surrenders() {
    let (mut play, us, cs) = duel(4.0);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    // Natural 2: routed, and he runs only two inches.
    play.pass(1).roll(&[1, 1, 1, 1]).pass(1);
    assert_eq!(play.unit(cs).morale, Morale::Routed);
    play.stands_at(cs, 0.0, 12.0);
    // No dice are needed for that.
    play.answer(Answer::Follow(6.0));
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
    assert!(!play.happened(|fact| matches!(fact, Fact::FellShort { .. })));
}

#[test]
fn a_charge_that_falls_short_is_in_disorder() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
    let mut play = stage.play();
    // Six inches and half of two.
    play.activate(us).roll(&[1, 1]).charge(us, cs);
    while play.asks() == "react" {
        play.decline();
    }
    play.is(us, 8, DISORDER).stands_at(us, 0.0, 7.0);
    play.is(cs, 8, GOOD);
    assert!(play.happened(|fact| matches!(fact, Fact::FellShort { unit, .. } if *unit == us)));
    // The other action is left, to reform; no second charge.
    assert!(play.orders().contains(&Order::Reform));
    play.refuses(Answer::Order(charge(us, &[(us, cs)])));
    play.order(Order::Reform).is(us, 8, GOOD);
}

/// Two against one: a tie, and the melee goes to the stronger.
fn tie() -> (Play, [UnitId; 3]) {
    let mut stage = Stage::new();
    let [u1, u2] = [6.0, 5.25].map(|y| stage.union(foot(8), -2.1, y, 0.0));
    let r1 = stage.rebel(foot(8), -2.1, 10.0, 180.0);
    let mut play = stage.play();
    play.group(&[u1, u2], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(r1), 6);
    (play, [u1, u2, r1])
}

#[test]
fn a_tie_is_a_melee_and_ends_the_turn() {
    let (mut play, [u1, u2, r1]) = tie();
    play.roll(&[2, 3, 3, 4, 3, 3, 2, 1, 1, 2, 2, 2, 1, 1, 4, 4, 4, 4, 2, 2])
        .decline();
    assert_eq!(play.impact_values(), (4, 2));
    assert_eq!(play.impact_lead(), 0);
    // Lead with all figures, support with half of its: 12 + 10, and 8 + 8.
    assert!(play.happened(
        |fact| matches!(fact, Fact::Melee { by_attacker, by_defender, round: 1, .. }
        if by_attacker.result.hits() == 2 && by_defender.result.hits() == 0)
    ));
    // A 2MC, but the support has lost nobody.
    assert_eq!([play.mmp(u1), play.mmp(u2), play.mmp(r1)], [6, 4, 7]);
    // He fails and is out of it: one round was enough.
    play.is(r1, 6, DISORDER).stands_at(r1, -2.1, 13.0);
    assert_eq!(play.count(|fact| matches!(fact, Fact::Melee { .. })), 1);
    play.is(u1, 8, DISORDER).is(u2, 8, DISORDER);
    // The reform that was declared is lost.
    assert_ne!(play.asks(), "act");
    assert_eq!(play.record(u1).actions, 0);
}

#[test]
fn a_melee_has_two_rounds_and_then_they_part() {
    let (mut play, [u1, u2, r1]) = tie();
    // In the second round everybody strikes as disordered: 6 + 5 and 3 + 5 dice do nothing.
    play.roll(&[
        2, 3, 3, 4, 3, 3, 2, 1, 1, 2, 2, 2, 1, 1, 4, 4, 4, 4, 4, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ])
    .decline();
    assert_eq!(play.count(|fact| matches!(fact, Fact::Melee { .. })), 2);
    play.is(r1, 6, DISORDER).stands_at(r1, -2.1, 14.0);
    play.is(u1, 8, DISORDER).is(u2, 8, DISORDER);
    // Four inches back each, the support making room.
    play.stands_at(u1, -2.1, 6.0).stands_at(u2, -2.1, 5.25);
}

/// A tie with a regiment whose leader falls by the first blow; small ones stand beside it.
fn tie_in_which_a_leader_falls(beside: &[f32], dice: &[u8]) -> (Play, Vec<UnitId>) {
    let mut stage = Stage::new();
    let u1 = stage.union(foot(8), 0.0, 0.0, 0.0);
    let r1 = stage.rebel(foot(8), 0.0, 4.0, 180.0);
    let mut units = vec![u1, r1];
    units.extend(beside.iter().map(|&x| stage.rebel(foot(2), x, 4.0, 180.0)));
    stage.leader(Side::Confederate, 1, 0.0, 5.0);
    let mut play = stage.rebels_first().play_from_the_leaders();
    play.answer(Answer::Attach(r1)).end_turn().leaders_stay();
    play.activate(u1).roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    // His neighbours are asked as well.
    play.pass(beside.len() as u32).roll(dice).pass(1);
    assert_eq!(play.impact_lead(), 0);
    assert!(play.happened(|fact| matches!(fact, Fact::LeaderRolled { killed: true, .. })));
    (play, units)
}

#[test]
fn r56_in_a_melee_all_check_for_their_losses_before_they_check_for_a_leader() {
    // 4 + 7 against 4 + 6 and one for the leader; 8 + 12 is two hits, and one on the support.
    let (play, units) = tie_in_which_a_leader_falls(
        &[1.6],
        &[
            4, 3, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 6, 1, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1,
        ],
    );
    let r2 = units[2];
    let checks: Vec<_> = play
        .facts()
        .into_iter()
        .filter_map(|fact| match fact {
            Fact::Checked {
                unit,
                cause,
                points,
                ..
            } if unit == r2 => Some((cause, points.bmp)),
            _ => None,
        })
        .collect();
    // For its own loss at what it had, and then, with one stand left, for his fall.
    assert!(
        matches!(
            checks[..],
            [(Cause::Melee { .. }, 4), (Cause::LeaderKilled, 8)]
        ),
        "{checks:?}"
    );
}

#[test]
fn l1134_whoever_fails_a_check_for_a_leader_in_a_melee_is_out_of_it() {
    let dice = |last: [u8; 2]| {
        let mut dice = vec![4, 3, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 6, 1, 4, 4, 6, 5];
        dice.extend(last);
        dice
    };
    let (play, units) = tie_in_which_a_leader_falls(&[], &dice([1, 2]));
    assert_eq!(play.count(|fact| matches!(fact, Fact::Melee { .. })), 1);
    assert!(play.happened(|fact| matches!(fact, Fact::LeftMelee { unit } if *unit == units[1])));
    // And whoever runs lays down his arms.
    let (play, units) = tie_in_which_a_leader_falls(&[], &dice([1, 1]));
    assert_eq!(play.fate(units[1]), Some(Fate::Surrendered));
}

#[test]
fn losers_share_the_result_and_a_losing_attacker_goes_half_as_far() {
    let mut stage = Stage::new();
    let [u1, u2] = [6.0, 5.25].map(|y| stage.union(foot(8), 0.0, y, 0.0));
    let r1 = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.group(&[u1, u2], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    // 4 + 2 against 2 + 10: lost by 6. Shaken, two figures and one, three inches.
    play.roll(&[1, 1, 5, 5]).decline();
    assert_eq!(play.impact_lead(), -6);
    play.is(u1, 6, SHAKEN).stands_at(u1, 0.0, 7.0);
    play.is(u2, 7, SHAKEN).stands_at(u2, 0.0, 6.25);
    play.is(r1, 8, DISORDER).stands_at(r1, 0.0, 10.0);
}

#[test]
fn a_breakthrough_meets_the_next_enemy() {
    let mut stage = Stage::new();
    let u1 = stage.union(foot(8), 1.0, 6.0, 0.0);
    let r1 = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let r4 = stage.rebel(foot(6), 2.0, 13.0, 180.0);
    let mut play = stage.play();
    play.activate(u1).roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(r1), 5);
    play.pass(1).roll(&[4, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_lead(), 5);
    // Along the line of the charge, not sideways.
    play.is(r1, 6, SHAKEN).stands_at(r1, 0.0, 15.0);
    let Some(Decision::Follow {
        inches,
        meets: Some((met, _)),
        after: After::Won,
        ..
    }) = play.battle.decision()
    else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!((*inches, *met), (4.0, r4));
    play.answer(Answer::Follow(4.0));
    // A window on the way, then fear at an inch: the charger is in disorder now.
    assert!((play.gap(u1, r4) - 2.0).abs() < 0.05);
    play.roll(&[3, 4]).decline();
    assert_eq!(play.mmp(r4), 2);
    let point_blank = fire(&[r4], u1, FireKind::PointBlank);
    play.offers_only(&point_blank);
    play.roll(&[1, 1, 2, 1, 4, 4]).react(point_blank);
    assert_eq!(play.last_fire(), (15, "2MC"));
    assert_eq!(play.mmp(u1), 8);
    // The beaten regiment sees it too, and lets it pass.
    play.roll(&[5, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_values(), (0, 1));
    assert_eq!(play.impact_lead(), 4);
    play.is(r4, 5, DISORDER).stands_at(r4, 2.0, 17.0);
    // And on, up to three inches more.
    assert!(matches!(
        play.battle.decision(),
        Some(Decision::Follow { inches: 3.0, .. })
    ));
}

#[test]
fn a_battery_beside_infantry_and_alone() {
    let mut stage = Stage::new();
    let ny = stage.union(foot(6), -0.75, 10.0, 180.0);
    let battery = stage.union(guns(3, Gun::Napoleon), 0.7, 10.0, 180.0);
    let cs = stage.rebel(foot(8), -0.5, 6.0, 0.0);
    let mut play = stage.rebels_first().play();
    play.activate(cs).roll(&[3, 3]).charge(cs, ny);
    play.pass(1).roll(&[3, 3]).pass(1);
    assert_eq!(play.mmp(ny), 4);
    play.pass(1).roll(&[4, 3, 3, 3]).pass(1);
    assert_eq!(play.impact_supports(), (vec![], vec![battery]));
    assert_eq!(play.impact_values(), (4, 2));
    assert_eq!(play.impact_lead(), 3);
    play.is(ny, 5, DISORDER).stands_at(ny, -0.75, 13.0);
    play.is(battery, 3, DISORDER).stands_at(battery, 0.7, 13.0);

    // Alone it doubles its BMP, and is lost with the first defeat.
    let mut stage = Stage::new();
    let battery = stage.union(guns(3, Gun::Napoleon), 0.7, 10.0, 180.0);
    let cs = stage.rebel(foot(8), 0.7, 6.0, 0.0);
    let mut play = stage.rebels_first().play();
    play.activate(cs).roll(&[3, 3]).charge(cs, battery);
    // Canister at three inches, before any check.
    play.roll(&[2, 2, 1, 1, 3, 4, 2, 3])
        .react_fire(&[battery], cs);
    assert_eq!(play.last_fire(), (14, "1MC"));
    assert_eq!(play.mmp(cs), 4);
    assert_eq!(play.mmp(battery), 9);
    play.is(battery, 3, DISORDER).stands_at(battery, 0.7, 14.0);
    // Caught beyond its disorder point the charger brings nothing either.
    play.roll(&[4, 4, 3, 3]).answer(Answer::Follow(6.0));
    assert_eq!(play.impact_values(), (0, 0));
    assert_eq!(play.fate(battery), Some(Fate::GunsLost));
}

#[test]
fn a_charger_that_touches_two_enemies_meets_the_larger() {
    let mut stage = Stage::new();
    let infantry = stage.union(foot(8), -1.0, 10.0, 180.0);
    let battery = stage.union(guns(3, Gun::Napoleon), 0.7, 10.0, 180.0);
    let cs = stage.rebel(foot(8), 0.0, 6.0, 0.0);
    let mut play = stage.rebels_first().play();
    play.activate(cs).roll(&[3, 3]).charge(cs, infantry);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(infantry), 4);
    play.pass(1).roll(&[3, 3, 1, 1]).pass(1);
    assert_eq!(play.impact_supports(), (vec![], vec![battery]));
    assert_eq!(play.impact_values(), (4, 4));
    assert!(play.mmps(battery).is_empty());
}

#[test]
fn fear_takes_the_difference_of_both_charge_morales() {
    let mut stage = Stage::new();
    let column = foot(8);
    let column = stage.union(
        formed(column, InfantryFormation::AttackColumn),
        0.0,
        0.0,
        0.0,
    );
    let line = formed(foot(8), InfantryFormation::ExtendedLine);
    let line = stage.rebel(line, 0.0, 4.0, 180.0);
    let mut play = stage.play();
    play.activate(column).roll(&[3, 3]).charge(column, line);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(line), 8);
    play.roll(&[3, 3, 3, 3]).pass(1);
    assert_eq!(play.impact_values(), (6, 2));
}

#[test]
fn a_brigade_that_has_lost_regiments_is_more_afraid() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let gone = stage.rebel(foot(8), 10.0, 10.0, 180.0);
    let mut play = stage.play();
    play.is_gone(gone, Fate::Surrendered);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(cs), 6);
    // At impact too: 8 figures less 4 + 1 close + 1 lost.
    play.roll(&[4, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_values(), (4, 2));
}

#[test]
fn a_gun_battalion_stands_together() {
    let mut stage = Stage::new().rebels_first();
    let [left, middle, right] =
        [-0.9, 0.0, 0.9].map(|x| stage.union(guns(2, Gun::Napoleon), x, 10.0, 180.0));
    let cs = stage.rebel(foot(2), 0.0, 6.0, 0.0);
    let mut play = stage.play();
    for battery in [left, middle, right] {
        play.has_reacted(battery);
    }
    // Supported by the two others: 4 + 1 - 2. All six sections count.
    play.activate(cs).roll(&[3, 3, 4, 4]).charge(cs, middle);
    assert_eq!(play.mmp(middle), 3);
    play.pass(1).roll(&[6, 6, 1, 1]).pass(1);
    assert_eq!(play.impact_values(), (0, 3));
    assert_eq!(play.impact_supports(), (vec![], vec![left, right]));
    // They are lost together.
    for battery in [left, middle, right] {
        assert_eq!(play.fate(battery), Some(Fate::GunsLost));
    }
}

#[test]
fn the_worst_beaten_surrender_and_their_neighbours_see_it() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(4), 0.0, 10.0, 180.0);
    let beside = stage.rebel(level(SHAKEN, foot(8)), 2.2, 10.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(beside).has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    // A shaken neighbour is no support: 4 + 11 against 0 + 2, thirteen points.
    play.roll(&[6, 5, 1, 1, 5, 5]).pass(1);
    assert_eq!(play.impact_supports(), (vec![], vec![]));
    assert_eq!(play.impact_lead(), 13);
    assert_eq!(play.fate(cs), Some(Fate::Surrendered));
    assert!(play.happened(|fact| matches!(fact,
        Fact::Checked { unit, cause: Cause::LossNear, .. } if *unit == beside)));
}

#[test]
fn a_charge_outside_the_arc_is_in_disorder_from_the_start() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 5.0, 6.0, 270.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    assert_eq!(play.unit(us).morale, DISORDER);
}

/// The close volley is for those who stand: whoever shrinks from the charge has missed it.
#[test]
fn whoever_shrinks_from_a_charge_has_no_close_volley() {
    let (mut play, us, cs) = duel(3.6);
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1);
    // 4 against 5: it gives ground, and the charge may go on after it.
    play.roll(&[2, 2]).pass(1);
    assert!(!play.offers(&fire(&[cs], us, FireKind::PointBlank)));
    assert!(play.record(cs).feared.contains(&us));
}

#[test]
fn the_volley_of_a_charge_stopped_short_is_at_the_range_rolled_and_leaves_disorder() {
    let (mut play, us, cs) = duel(4.0);
    play.has_fired(us).has_fired(cs).has_reacted(cs);
    play.activate(us).roll(&[3, 3, 4, 4]).charge(us, cs);
    // Won by 1. A 4 is two inches: both fire, and the defender stands it better than well.
    play.roll(&[3, 3, 3, 3, 4, 1, 1, 5, 3, 6, 5]).pass(1);
    assert_eq!(play.impact_lead(), 1);
    let ranges: Vec<f32> = play
        .facts()
        .iter()
        .filter_map(|fact| match fact {
            Fact::Fired { volley, .. } => Some(volley.aim.range),
            _ => None,
        })
        .collect();
    assert_eq!(ranges, [2.0, 2.0]);
    assert!(play.happened(|fact| matches!(fact,
        Fact::Checked { unit, outcome, .. } if *unit == cs && outcome.after == Some(GOOD))));
    play.is(us, 8, DISORDER).is(cs, 8, DISORDER);
}
