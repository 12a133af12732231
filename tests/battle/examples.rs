//! The tactical examples of the book, each a real battle on a bare table.

use deadly_field::army::{Deed, Fact};
use deadly_field::army::{Fate, UnitId};
use deadly_field::battle::{Answer, Decision, Order};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Gun, Morale};

use crate::play::{Play, charge, fire, walk};
use crate::stage::{Stage, foot, guns};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;

/// A battery softens up a position with both its actions, then a regiment moves and charges.
#[test]
fn sequencing_unit_actions() {
    let mut stage = Stage::new().ground(&[("wood_fence", [(-2.0, 13.8), (2.0, 13.8)])], &[]);
    let nc = stage.rebel(foot(6), 0.0, 14.0, 180.0);
    let battery = stage.union(guns(3, Gun::Napoleon), -7.0, 4.0, 0.0);
    let wi = stage.union(foot(8), 0.0, 5.5, 0.0);
    let mut play = stage.play();

    play.activate(battery)
        .roll(&[4, 3, 4, 4])
        .fire(&[battery], nc);
    assert_eq!(play.last_fire(), (15, "1MC"));
    // A fence is no cover against guns, in morale neither.
    assert_eq!(play.mmp(nc), 5);
    play.is(nc, 6, GOOD);
    // Whoever is fired on may do something about it at any distance; they stand.
    play.decline();

    // One unit finishes both its actions before another begins.
    assert_eq!(play.asks(), "act");
    play.refuses(Answer::Activate(wi));

    play.roll(&[6, 5, 3, 3]).fire(&[battery], nc);
    assert_eq!(play.last_fire(), (19, "1H"));
    assert_eq!(play.mmp(nc), 6);
    play.is(nc, 5, GOOD);
    play.decline();
    assert_eq!(play.ready(), [wi]);

    // The regiment comes on; the defenders hold their fire to normal range.
    play.activate(wi).walk(6.0);
    play.pass_until_gap(wi, nc, 2.5);
    play.roll(&[2, 2]).react_fire(&[nc], wi);
    assert_eq!(play.last_fire(), (11, "none"));
    assert!(play.record(nc).reacted);

    play.stands_at(wi, 0.0, 11.5);
    play.roll(&[3, 3, 2, 4, 4, 3, 3, 2]).charge(wi, nc);
    // Near enemy and cover: no second fire at the same enemy.
    assert_eq!(play.mmp(nc), 4);
    assert_eq!(play.impact_values(), (4, 1));
    assert_eq!(play.impact_lead(), 5);
    play.is(nc, 3, SHAKEN).stands_at(nc, 0.0, 19.0);
    play.is(wi, 8, DISORDER);
    assert!(play.unit(nc).is_depleted());
    play.answer(Answer::Follow(4.0));
    play.stands_at(wi, 0.0, 18.0);
    // The Union has nobody left to act.
    play.leaders_stay();
    assert!(play.ready().iter().all(|&unit| unit == nc));
}

/// A battery that answers the enemy's guns has little left when infantry charges it.
#[test]
fn timing_a_reaction() {
    let (mut play, [ours, theirs, wi]) = two_batteries();
    play.activate(ours)
        .roll(&[4, 3, 3, 3])
        .fire(&[ours], theirs);
    assert_eq!(play.last_fire(), (14, "1MC"));
    // Only a charge counts a battery's want of support.
    assert_eq!(play.mmp(theirs), 5);
    play.roll(&[4, 4]).react_fire(&[theirs], ours);
    assert_eq!(play.last_fire(), (9, "none"));
    // Its reaction is spent: the second fire opens no window.
    play.roll(&[1, 1]).fire(&[ours], theirs);
    assert_eq!(play.last_fire(), (9, "none"));

    play.activate(wi).walk(6.0).stands_at(wi, 0.0, 6.5);
    play.roll(&[2, 3, 4, 5]).charge(wi, theirs);
    // Without support the BMP is doubled.
    assert_eq!(play.mmp(theirs), 9);
    let desperate = fire(&[theirs], wi, FireKind::Desperation);
    play.offers_only(&desperate);

    play.roll(&[6, 5, 3, 4, 3, 3, 4, 3]).react(desperate);
    assert_eq!(play.last_fire(), (15, "1MC"));
    assert_eq!(play.mmp(wi), 4);
    // Nobody minds guns that stand alone: 8 figures less 4 - 1 for the charge.
    assert_eq!(play.impact_values(), (5, 0));
    assert_eq!(play.impact_lead(), 4);
    assert_eq!(play.fate(theirs), Some(Fate::GunsLost));
    play.is(wi, 8, DISORDER);
}

/// Had it kept its reaction, it could have fired canister, before the check or after it.
#[test]
fn timing_a_reaction_better() {
    let (mut play, [ours, theirs, wi]) = two_batteries();
    play.activate(ours)
        .roll(&[4, 3, 3, 3])
        .fire(&[ours], theirs)
        .pass(1)
        .roll(&[1, 1])
        .fire(&[ours], theirs)
        .pass(1);
    play.activate(wi)
        .walk(6.0)
        .pass_until_gap(wi, theirs, 3.5)
        .decline();
    play.roll(&[2, 3]).charge(wi, theirs);
    let canister = fire(&[theirs], wi, FireKind::Normal);
    let desperate = fire(&[theirs], wi, FireKind::Desperation);
    // Two and a half inches off: canister without any check.
    assert!((play.gap(wi, theirs) - 2.5).abs() < 0.01);
    assert!(play.offers(&canister) && !play.offers(&desperate));
    play.pass(1).roll(&[4, 5]).pass(1);
    // Point blank, after the check.
    assert!((play.gap(wi, theirs) - 1.0).abs() < 0.01);
    assert_eq!(play.mmp(theirs), 9);
    let point_blank = fire(&[theirs], wi, FireKind::PointBlank);
    play.offers_only(&point_blank);
    // Five dice of a smoothbore.
    play.roll(&[1, 1, 1, 1, 1, 3, 3, 4, 3]).react(point_blank);
    assert_eq!(play.last_fire(), (9, "none"));
    assert_eq!(play.fate(theirs), Some(Fate::GunsLost));
}

fn two_batteries() -> (Play, [UnitId; 3]) {
    let mut stage = Stage::new();
    let ours = stage.union(guns(3, Gun::Ordnance3), -6.0, 2.0, 0.0);
    let theirs = stage.rebel(guns(2, Gun::Napoleon), 0.0, 10.0, 180.0);
    let wi = stage.union(foot(8), 0.0, 0.5, 0.0);
    (stage.play(), [ours, theirs, wi])
}

/// Three regiments advance and charge as a group; the middle one is shot out of it.
#[test]
fn the_group_charge() {
    let mut stage = Stage::new();
    let [a, b, c] = [-2.1, 0.0, 2.1].map(|x| stage.union(foot(8), x, 1.5, 0.0));
    let [r1, r2] = [-1.05, 1.05].map(|x| stage.rebel(foot(8), x, 10.0, 180.0));
    let mut play = stage.play();
    play.has_fired(r1).has_fired(r2);
    play.group(&[a, b, c], [Deed::Move, Deed::Charge]);
    play.walk(6.0).pass_until_gap(b, r1, 2.5);
    // Both fire at the middle regiment without having been declared a group.
    play.roll(&[2, 4, 1, 2]).react_fire(&[r1, r2], b);
    assert_eq!(play.last_fire(), (22, "2H"));
    assert_eq!(play.mmp(b), 4);
    play.is(b, 6, SHAKEN).stands_at(b, 0.0, 6.5);
    assert!(play.record(r1).reacted && play.record(r2).reacted);

    // The rest closes up and is still a group, with the charge before it that it declared.
    play.stands_at(a, -1.05, 7.5).stands_at(c, 1.05, 7.5);
    let Some(Decision::Act { units, .. }) = play.battle.decision() else {
        panic!("{}", play.asks());
    };
    assert_eq!(units, &[a, c]);
    play.refuses(Answer::Order(Order::Hold));
    play.refuses(Answer::Order(walk(1.0)));
    assert_eq!(play.record(b).actions, 0);

    // One roll of the bonus for both.
    play.roll(&[3, 4, 4, 4, 4, 4])
        .charge_all(a, &[(a, r1), (c, r2)]);
    assert!(play.happened(|fact| matches!(fact,
        Fact::Charge { inches: 9.5, disorder_point: 7.75, dice, .. } if dice == &[3, 4])));
    assert_eq!([play.mmp(r1), play.mmp(r2)], [5, 5]);
    // They fired on the middle regiment: these two may still be fired on in desperation.
    let desperate = fire(&[r1], a, FireKind::Desperation);
    play.roll(&[2]).react(desperate);
    assert_eq!(play.last_fire(), (10, "none"));
    let desperate = fire(&[r2], c, FireKind::Desperation);
    play.roll(&[3, 3, 3, 3, 2]).react(desperate);
    assert_eq!(play.last_fire(), (11, "none"));
    // The first impact is won by 2, the second lost by 2.
    assert_eq!(play.impact_values(), (4, 3));
    assert_eq!(play.impact_lead(), 2);
    play.is(r1, 7, DISORDER).stands_at(r1, -1.05, 12.0);
    play.answer(Answer::Follow(1.0));
    // The advance brings it within an inch of the other regiment.
    let desperate = fire(&[r2], a, FireKind::Desperation);
    play.offers_only(&desperate);
    play.roll(&[2, 2, 4, 3]).decline();
    assert_eq!(play.impact_lead(), -2);
    play.is(c, 7, DISORDER).stands_at(c, 1.05, 9.0);
    play.is(r2, 8, DISORDER);
    play.is(a, 8, DISORDER).stands_at(a, -1.05, 11.0);
}

/// Without a group each regiment acts for itself, and charges alone.
#[test]
fn without_a_group_each_charges_alone() {
    let mut stage = Stage::new();
    let [a, b] = [-1.05, 1.05].map(|x| stage.union(foot(8), x, 6.0, 0.0));
    let r = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(a);
    play.refuses(Answer::Order(charge(a, &[(a, r), (b, r)])));
    play.refuses(Answer::Order(charge(b, &[(b, r)])));
    play.roll(&[3, 3]).charge(a, r);
    assert!(
        play.happened(
            |fact| matches!(fact, Fact::Charge { followers, .. } if followers.is_empty())
        )
    );
}

/// Three lines: R1, R2, R3 beside each other at ten inches.
fn three_rebels(stage: &mut Stage) -> [UnitId; 3] {
    [-2.1, 0.0, 2.1].map(|x| stage.rebel(foot(8), x, 10.0, 180.0))
}

fn behind_a_fence() -> Stage {
    Stage::new().ground(&[("wood_fence", [(-4.0, 9.9), (4.0, 9.9)])], &[])
}

/// Five regiments against three: the flanks are charged only to rob the centre of its supports.
#[test]
fn a_planned_charge_of_five_regiments() {
    let mut stage = behind_a_fence();
    let [r1, r2, r3] = three_rebels(&mut stage);
    let [l, c1, r] = [-2.1, 0.0, 2.1].map(|x| stage.union(foot(8), x, 5.0, 0.0));
    let [c2, c3] = [4.25, 3.5].map(|y| stage.union(foot(8), 0.0, y, 0.0));
    let mut play = stage.play();
    play.group(&[l, c1, r, c2, c3], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3])
        .charge_all(c1, &[(l, r1), (r, r3), (c1, r2)]);
    // The fence takes an inch.
    assert!(play.happened(|fact| matches!(fact,
        Fact::Charge { inches: 8.0, disorder_point: 6.5, followers, .. } if followers.iter().map(|one| one.unit).eq([c2, c3]))));
    play.pass(1).roll(&[1, 2, 3, 4]).react_fire(&[r1], l);
    assert_eq!(play.last_fire(), (13, "MC"));
    assert_eq!(play.mmp(l), 3);
    play.roll(&[2, 1, 2, 5, 4, 3, 5, 2, 4, 4])
        .react_fire(&[r3], r);
    assert_eq!(play.last_fire(), (13, "MC"));
    assert_eq!(play.mmp(r), 3);
    // All three check; only the centre has supports against it, and none of its own.
    assert_eq!([play.mmp(r1), play.mmp(r3), play.mmp(r2)], [4, 4, 6]);
    let point_blank = fire(&[r2], c1, FireKind::PointBlank);
    play.offers_only(&point_blank);
    play.roll(&[1, 2, 1, 2, 4, 4, 4, 4, 2, 3, 4, 4, 1, 3, 3, 4, 4, 3, 3, 3])
        .react(point_blank);
    // The volley goes through the first line into the second.
    assert_eq!(play.fires()[2..], [(16, "2MC"), (14, "1MC")]);
    assert_eq!([play.mmp(c1), play.mmp(c2)], [4, 2]);
    // The flank attacks fail, as expected.
    play.is(l, 7, DISORDER).stands_at(l, -2.1, 8.5);
    play.is(r, 7, DISORDER).stands_at(r, 2.1, 8.5);
    // The centre breaks through, two supports to none.
    assert_eq!(play.impact_supports(), (vec![c2, c3], vec![]));
    assert_eq!(play.impact_values(), (4, 2));
    assert_eq!(play.impact_lead(), 3);
    play.is(r2, 7, DISORDER).stands_at(r2, 0.0, 13.0);
    for unit in [c1, c2, c3] {
        play.is(unit, 8, DISORDER);
    }
    play.answer(Answer::Follow(2.0));
    // Past those on both sides, who may fire in desperation at each inch.
    while play.asks() == "react" {
        play.decline();
    }
    play.stands_at(c1, 0.0, 12.0).stands_at(c2, 0.0, 11.25);
    play.order(Order::Reform);
    for unit in [l, c1, r, c2, c3] {
        assert_eq!(play.unit(unit).morale, GOOD);
    }
}

/// The same dice without the attacks on the flanks: the neighbours stand by the centre.
#[test]
fn a_charge_at_the_centre_alone() {
    let mut stage = behind_a_fence();
    let [r1, r2, r3] = three_rebels(&mut stage);
    let [c1, c2, c3] = [5.0, 4.25, 3.5].map(|y| stage.union(foot(8), 0.0, y, 0.0));
    let mut play = stage.play();
    play.group(&[c1, c2, c3], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(c1, r2);
    play.pass(2).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(r2), 4);
    // The centre holds its fire, then its neighbours do.
    assert_eq!(play.reactions(), [fire(&[r2], c1, FireKind::PointBlank)]);
    play.pass(1);
    assert!(play.offers(&fire(&[r1], c1, FireKind::Normal)));
    assert!(!play.offers(&fire(&[r2], c1, FireKind::Normal)));
    play.roll(&[4, 3, 3, 3, 4, 1, 1, 1, 1]).pass(1);
    assert_eq!(play.impact_supports(), (vec![c2, c3], vec![r1, r3]));
    assert_eq!(play.impact_values(), (4, 4));
    assert_eq!(play.impact_lead(), 1);
    // Stopped two inches short, supports and all.
    play.stands_at(c1, 0.0, 8.0).stands_at(c2, 0.0, 7.25);
    assert!(play.fires().iter().all(|fire| fire.1 == "none"));
    play.is(r2, 8, DISORDER);
}

/// One regiment at the end of a line: one support against none. It is stopped short, and both
/// fire a free volley.
#[test]
fn hit_them_on_the_end_alone() {
    let mut stage = Stage::new();
    let [r1, r2, _] = three_rebels(&mut stage);
    let u1 = stage.union(foot(8), -2.1, 6.0, 0.0);
    let mut play = stage.play();
    play.activate(u1).roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(r1), 4);
    play.pass(1)
        .roll(&[3, 4, 3, 3, 4, 3, 3, 1, 2, 3, 4])
        .pass(1);
    assert_eq!(play.impact_supports(), (vec![], vec![r2]));
    assert_eq!(play.impact_values(), (4, 4));
    assert_eq!(play.impact_lead(), 1);
    // Two inches short; both volleys are worked out before either's losses.
    play.stands_at(u1, -2.1, 8.0);
    assert_eq!(play.fires(), [(14, "1MC"), (11, "none")]);
    assert_eq!(play.mmp(u1), 7);
    play.is(u1, 8, DISORDER).is(r1, 8, DISORDER);
    // Neither the reaction nor the action was spent on the volleys.
    assert!(!play.record(r1).reacted);
    assert_eq!(play.record(u1).actions, 1);
}

/// Three at the end of the line: two supports against one.
#[test]
fn hit_them_on_the_end_with_supports() {
    let mut stage = Stage::new();
    let [r1, r2, r3] = three_rebels(&mut stage);
    let [u1, u2, u3] = [6.0, 5.25, 4.5].map(|y| stage.union(foot(8), -2.1, y, 0.0));
    let mut play = stage.play();
    play.group(&[u1, u2, u3], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(u1, r1);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(r1), 6);
    play.pass(1).roll(&[3, 4, 3, 3]).pass(1);
    assert_eq!(play.impact_supports(), (vec![u2, u3], vec![r2]));
    assert_eq!(play.impact_values(), (4, 2));
    assert_eq!(play.impact_lead(), 3);
    // The neighbour that supported is thrown back too; the third is not.
    play.is(r1, 7, DISORDER).stands_at(r1, -2.1, 13.0);
    play.is(r2, 8, DISORDER).stands_at(r2, 0.0, 13.0);
    play.is(r3, 8, GOOD).stands_at(r3, 2.1, 10.0);
    for unit in [u1, u2, u3] {
        play.is(unit, 8, DISORDER);
    }
    play.refuses(Answer::Follow(2.5));
    play.answer(Answer::Follow(2.0));
    while play.asks() == "react" {
        play.decline();
    }
    play.stands_at(u1, -2.1, 12.0);
}

/// Three at the centre: two supports against two.
#[test]
fn hit_them_in_the_middle() {
    let mut stage = Stage::new();
    let [r1, r2, r3] = three_rebels(&mut stage);
    let [u1, u2, u3] = [6.0, 5.25, 4.5].map(|y| stage.union(foot(8), 0.0, y, 0.0));
    let mut play = stage.play();
    play.group(&[u1, u2, u3], [Deed::Charge, Deed::Reform]);
    play.roll(&[3, 3]).charge(u1, r2);
    play.pass(1).roll(&[4, 4]).pass(1);
    assert_eq!(play.mmp(r2), 5);
    play.pass(1).roll(&[3, 4, 3, 3]).pass(1);
    assert_eq!(play.impact_values(), (4, 3));
    assert_eq!(play.impact_lead(), 2);
    play.is(r2, 7, DISORDER).stands_at(r2, 0.0, 12.0);
    for (unit, x) in [(r1, -2.1), (r3, 2.1)] {
        play.is(unit, 8, DISORDER).stands_at(unit, x, 12.0);
    }
}
