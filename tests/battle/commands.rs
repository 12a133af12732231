//! Leaders, command, mergers, routs and the edge of the table.

use bevy::math::Vec2;
use deadly_field::army::{Cause, Deed, Fact};
use deadly_field::army::{Fate, LeaderId, LeaderState, UnitId};
use deadly_field::battle::{Answer, Decision, Order};
use deadly_field::rules::{CavalryWeapon, Gun, Morale, Quality, Side, Troops};

use crate::play::{Play, charge, walk};
use crate::stage::{Stage, depleted, foot, guns, horse, level, of, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;
const ROUTED: Morale = Morale::Routed;

fn leader(play: &Play, id: LeaderId) -> &LeaderState {
    play.battle.army().leader(id)
}

#[test]
fn leaders_ride_first_and_attach_themselves() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let far = stage.union(foot(8), -14.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let hancock = stage.leader(Side::Union, 2, 4.0, 0.0);
    let mut play = stage.play_from_the_leaders();
    let Some(Decision::Leader { units, .. }) = play.battle.decision() else {
        panic!("{}", play.asks());
    };
    // Ten inches over open ground: the far regiment is out of reach.
    assert_eq!(units, &[us]);
    play.refuses(Answer::Attach(far));
    play.refuses(Answer::Ride(bevy::math::Vec2::new(-1.0, 5.0)));
    play.answer(Answer::Attach(us));
    assert_eq!(leader(&play, hancock).attached, Some(us));
    // Two inches more for his regiment, and he goes with it.
    play.activate(us).walk(8.0).stands_at(us, 0.0, 8.0);
    let at = leader(&play, hancock).at.expect("on the table");
    assert!(at.distance(play.battle.army().placement(us).at) < 1.0);
    // Out of his eight inches the other moves with both actions.
    play.hold();
    assert!(play.record(us).in_command && !play.record(far).in_command);
    play.activate(far).walk(6.0);
    assert_eq!(play.record(far).actions, 0);
}

#[test]
fn out_of_command_a_charge_takes_both_actions() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), -14.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), -14.0, 9.0, 180.0);
    stage.leader(Side::Union, 1, 10.0, 0.0);
    let mut play = stage.play();
    // After one action of anything else there is neither move nor charge.
    play.has_reacted(cs);
    play.activate(us);
    assert!(
        play.battle
            .check(&Answer::Order(charge(us, &[(us, cs)])))
            .is_ok()
    );
    play.order(Order::Form(deadly_field::army::Formation::Infantry(
        deadly_field::rules::InfantryFormation::ExtendedLine,
    )));
    assert_eq!(play.record(us).actions, 1);
    play.refuses(Answer::Order(charge(us, &[(us, cs)])));
    play.refuses(Answer::Order(walk(1.0)));
}

#[test]
fn a_chain_of_neighbours_is_in_command_through_one() {
    let mut stage = Stage::new();
    let [near, far] = [0.0, 2.1].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    let apart = stage.union(foot(8), 5.5, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    stage.leader(Side::Union, 1, -3.5, 0.0);
    let play = stage.play();
    assert!(play.record(near).in_command && play.record(far).in_command);
    assert!(!play.record(apart).in_command);
}

#[test]
fn a_leader_falls_and_all_around_him_check() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let [cs, beside] = [0.0, 2.1].map(|x| stage.rebel(foot(8), x, 2.5, 180.0));
    let apart = stage.rebel(foot(8), 10.0, 2.5, 180.0);
    let longstreet = stage.leader(Side::Confederate, 1, 0.0, 3.5);
    let mut play = stage.rebels_first().play_from_the_leaders();
    play.answer(Answer::Attach(cs)).end_turn().leaders_stay();
    // 8 + 7 + 2 is a hit; one die for the leader, then the check for the hit, then those for his
    // fall, and only then is he missed.
    play.activate(us);
    play.roll(&[4, 3, 6, 4, 4, 4, 4, 4, 4]).fire(&[us], cs);
    assert_eq!(play.last_fire(), (17, "1H"));
    assert!(leader(&play, longstreet).fallen);
    let causes: Vec<_> = play
        .facts()
        .iter()
        .filter_map(|fact| match fact {
            Fact::Checked { unit, cause, .. } => Some((*unit, *cause)),
            _ => None,
        })
        .collect();
    assert!(matches!(causes[0], (unit, Cause::Fire { .. }) if unit == cs));
    let mut checked: Vec<_> = causes[1..].to_vec();
    checked.sort_by_key(|(unit, _)| *unit);
    assert_eq!(
        checked,
        [(cs, Cause::LeaderKilled), (beside, Cause::LeaderKilled)]
    );
    assert!(play.mmps(apart).is_empty());
    assert_eq!(play.mmps(cs), [4 - 1 + 2, 4 - 1]);
    play.decline();
    play.roll(&[3, 3, 4, 4]).fire(&[us], cs);
    assert_eq!(play.mmp(cs), 4 - 1 + 1 + 1);
}

#[test]
fn thrown_back_by_a_charge_a_leader_is_in_no_danger() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 4.0, 180.0);
    stage.leader(Side::Confederate, 1, 0.0, 5.0);
    let mut play = stage.rebels_first().play_from_the_leaders();
    play.answer(Answer::Attach(cs)).end_turn().leaders_stay();
    play.activate(us).roll(&[3, 3]).charge(us, cs);
    play.pass(1).roll(&[4, 4]).pass(1);
    // His benefit helps the check and the dice of the impact: 4 + 9 against 3 + 1 + 4.
    assert_eq!(play.mmp(cs), 4);
    play.roll(&[5, 4, 2, 2]).pass(1);
    assert_eq!(play.impact_lead(), 5);
    play.is(cs, 6, SHAKEN);
    assert!(!play.happened(|fact| matches!(fact, Fact::LeaderRolled { .. })));
}

#[test]
fn depleted_regiments_merge() {
    let mut stage = Stage::new();
    let one = stage.union(depleted(foot(4)), 0.0, 0.0, 0.0);
    let other = stage.union(depleted(of(Quality::Elite, foot(3))), 1.5, 0.0, 0.0);
    let whole = stage.union(foot(8), -2.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.5, 180.0);
    let mut play = stage.play();
    play.activate(one);
    play.refuses(Answer::Order(Order::Merge { with: whole }));
    play.order(Order::Merge { with: other });
    // The better name stays, undepleted, with all figures of both.
    assert_eq!(play.fate(one), Some(Fate::Joined));
    play.is(other, 7, GOOD);
    assert!(!play.unit(other).is_depleted() && play.unit(other).traits.merged);
    assert_eq!(play.record(other).actions, 1);
    play.hold();
    assert!(!play.ready().contains(&one) && !play.ready().contains(&other));
    // Two on every check: elite 3, and the check of the fire.
    play.end_turn().leaders_stay();
    play.activate(cs).roll(&[5, 5, 5]).fire(&[cs], other);
    assert_eq!(play.last_fire(), (14, "1MC"));
    assert_eq!(play.mmp(other), 3 + 2 + 1);
}

#[test]
fn horsemen_do_not_merge_with_those_on_foot() {
    let merges = |on_foot: bool| {
        let mut stage = Stage::new();
        let mut second = depleted(horse(3, CavalryWeapon::SharpsCarbine));
        if let Troops::Cavalry { mounted, .. } = &mut second.troops {
            *mounted = !on_foot;
        }
        let one = stage.union(
            depleted(horse(3, CavalryWeapon::SharpsCarbine)),
            0.0,
            0.0,
            0.0,
        );
        let other = stage.union(second, 1.2, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        let mut play = stage.play();
        assert!(play.gap(one, other) < 0.9);
        play.activate(one);
        let merge = Answer::Order(Order::Merge { with: other });
        play.battle.check(&merge).is_ok()
    };
    assert!(merges(false));
    assert!(!merges(true));
}

#[test]
fn a_depleted_regiment_attaches_itself() {
    let mut stage = Stage::new();
    let small = stage.union(depleted(foot(3)), 2.0, 0.0, 0.0);
    let host = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(small).order(Order::AttachTo { host });
    // Eleven figures in the ranks; losses come off the guests first.
    play.is(host, 11, GOOD);
    assert_eq!(play.fate(small), Some(Fate::Joined));
    play.hold();
    play.leaders_stay();
    play.activate(cs);
    play.roll(&[6, 6, 5, 5]).fire(&[cs], host);
    assert_eq!(play.last_fire(), (20, "2H"));
    play.is(host, 9, GOOD);
    assert_eq!(
        play.record(host).attached.map(|guests| guests.figures),
        Some(1)
    );
    assert_eq!(play.unit(host).stands.now, 2);
    while play.asks() == "react" {
        play.decline();
    }
    // The last guest is gone, and the brigade has lost a regiment: the host checks for it as well.
    play.roll(&[4, 5, 5, 5, 5, 5]).fire(&[cs], host);
    assert_eq!(play.last_fire(), (17, "1H"));
    assert_eq!(play.fate(small), Some(Fate::Eliminated));
    assert_eq!(play.record(host).attached, None);
    play.is(host, 8, GOOD);
}

#[test]
fn r95_a_host_acts_on_with_what_the_joiner_has_left() {
    let acts_on = |first: bool| {
        let mut stage = Stage::new();
        let small = stage.union(level(DISORDER, depleted(foot(3))), 2.0, 0.0, 0.0);
        let host = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.union(foot(8), -12.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        let mut play = stage.play();
        play.activate(small);
        if !first {
            play.order(Order::Reform);
        }
        play.order(Order::AttachTo { host });
        assert_eq!(play.fate(small), Some(Fate::Joined));
        let acts = play.asks() == "act";
        assert!(acts || !play.ready().contains(&host));
        acts
    };
    assert!(acts_on(true));
    assert!(!acts_on(false));
}

#[test]
fn a_routed_unit_runs_and_then_tries_to_rally() {
    let mut stage = Stage::new();
    let us = stage.union(level(ROUTED, foot(8)), 0.0, 10.0, 180.0);
    let steady = stage.union(foot(8), 10.0, 10.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    // It has no choice: two dice of running, then 4 + 6 to rally.
    let mut play = stage.play();
    play.roll(&[3, 4, 6, 5]).activate(us);
    play.stands_at(us, 0.0, 3.0);
    assert_eq!(play.mmp(us), 10);
    play.is(us, 8, SHAKEN);
    assert_eq!(play.ready(), [steady]);

    // Below it, one figure is lost and the rout goes on; another figure when it is depleted.
    let rally = |unit, dice: &[u8]| {
        let mut stage = Stage::new();
        let us = stage.union(unit, 0.0, 10.0, 180.0);
        stage.union(foot(8), 10.0, 10.0, 0.0);
        stage.rebel(foot(8), 0.0, 20.0, 180.0);
        let mut play = stage.play();
        play.roll(dice).activate(us);
        (play.unit(us).strength, play.unit(us).morale, play.fate(us))
    };
    let routed = level(ROUTED, foot(8));
    assert_eq!(rally(routed, &[3, 4, 3, 3]), (7, ROUTED, None));
    assert_eq!(rally(routed, &[3, 4, 5, 5]), (8, ROUTED, None));
    assert_eq!(rally(routed, &[3, 4, 1, 1]).2, Some(Fate::Disintegrated));
    let few = level(ROUTED, depleted(foot(4)));
    assert_eq!(rally(few, &[3, 4, 3, 3]).2, Some(Fate::Disintegrated));
}

#[test]
fn r29_routs_frighten_friends_and_falling_back_jostles_them() {
    // Natural 2: the regiment routs and runs past a friend.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
    let friend = stage.rebel(foot(8), 2.5, 5.0, 180.0);
    let apart = stage.rebel(foot(8), 6.0, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us);
    play.roll(&[1, 3, 1, 1, 4, 3, 4, 4]).fire(&[us], cs);
    assert_eq!(play.last_fire(), (14, "1MC"));
    // Straight away, back turned.
    play.is(cs, 8, ROUTED).stands_at(cs, 0.0, 9.5);
    let facing = play.battle.army().placement(cs).facing;
    assert_eq!(facing, deadly_field::field::Facing::degrees(0.0));
    assert!(play.happened(|fact| matches!(fact,
        Fact::Checked { unit, cause: Cause::RoutPassed, .. } if *unit == friend)));
    assert!(play.mmps(apart).is_empty());

    // A plain failure: three inches back through a friend, facing the enemy; both are tested.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(level(DISORDER, foot(8)), 0.0, 2.5, 180.0);
    let friend = stage.rebel(foot(8), 0.0, 4.5, 180.0);
    let mut play = stage.play();
    play.activate(us);
    play.roll(&[1, 1, 2, 2, 3]).fire(&[us], cs);
    assert_eq!(play.last_fire(), (14, "1MC"));
    assert_eq!(play.mmp(cs), 7);
    play.is(cs, 8, SHAKEN).stands_at(cs, 0.0, 5.5);
    play.is(friend, 8, DISORDER);
}

#[test]
fn r29_the_edge_of_the_table_stops_a_fall_back_and_ends_a_rout() {
    let at_the_edge = |dice: &[u8]| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 23.5, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 26.0, 180.0);
        stage.rebel(foot(8), 10.0, 10.0, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(dice).fire(&[us], cs);
        (play, cs)
    };
    // 8 + 8 + 2 is a hit; he misses his 6 by 2, and has an inch and a half behind him.
    let (play, cs) = at_the_edge(&[4, 4, 2, 2]);
    play.is(cs, 7, DISORDER).stands_at(cs, 0.0, 27.5);
    // Routed, he comes to the edge and must rally at once: stopped there he is shaken.
    let (play, cs) = at_the_edge(&[1, 3, 1, 1, 4, 3, 6, 5]);
    assert!(play.at(cs).1 > 27.0);
    play.is(cs, 8, SHAKEN);
    // Else he is gone, and for his number too.
    let (play, cs) = at_the_edge(&[1, 3, 1, 1, 4, 3, 5, 5]);
    assert_eq!(play.fate(cs), Some(Fate::Disintegrated));
}

#[test]
fn guns_that_rout_are_left_or_limber_up() {
    let rout = |dice: &[u8]| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(guns(2, Gun::Napoleon), 0.0, 2.5, 180.0);
        stage.rebel(foot(8), 10.0, 10.0, 180.0);
        let mut play = stage.play();
        play.has_fired(us);
        play.activate(us).roll(dice).fire(&[us], cs);
        (play, cs)
    };
    // Even: abandoned. Odd: they get away so far.
    let (play, cs) = rout(&[6, 5, 1, 1, 3, 3]);
    assert_eq!(play.last_fire().1, "2MC");
    assert_eq!(play.fate(cs), Some(Fate::GunsLost));
    let (play, cs) = rout(&[6, 5, 1, 1, 3, 2]);
    play.is(cs, 2, ROUTED).stands_at(cs, 0.0, 7.5);
}

#[test]
fn whoever_is_not_of_a_group_is_told_why() {
    let mut stage = Stage::new();
    let [a, b] = [-2.1, 0.0].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    let acted = stage.union(foot(8), 2.1, 0.0, 0.0);
    let far = stage.union(foot(8), 9.0, 0.0, 0.0);
    let loose = stage.union(skirmishers(8), -7.0, 0.0, 0.0);
    let battery = stage.union(guns(2, Gun::Napoleon), 5.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    play.activate(acted).order(Order::Hold);
    let now = play.battle.now();
    let why = |group: &[UnitId], unit| now.why_not_in_group(group, unit).map(|no| no.why);
    let group = [a, b];
    assert_eq!(why(&[a], b), None);
    assert_eq!(why(&group, acted), Some("acted already"));
    assert_eq!(why(&group, far), Some("next to nobody of the group"));
    assert_eq!(why(&group, loose), Some("in another formation"));
    assert_eq!(why(&group, battery), Some("of another arm"));
    // Whoever has no reason makes a group that may be declared; whoever has one does not.
    let free = [a, b, far, loose, battery];
    let plan = [Deed::Move, Deed::Hold];
    assert_eq!(now.check_group(&free, &group, plan), Ok(()));
    for other in [acted, far, loose, battery] {
        assert!(now.check_group(&free, &[a, b, other], plan).is_err());
    }
    assert_eq!(now.linked(&[a, far, b]), [a, b]);
}

#[test]
fn a_declared_group_charge_that_cannot_be_made_is_lost() {
    let mut stage = Stage::new();
    let [a, b] = [-1.05, 1.05].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    play.refuses(Answer::ActivateGroup {
        units: vec![a, b],
        plan: [Deed::Charge, Deed::Charge],
    });
    play.group(&[a, b], [Deed::Move, Deed::Charge]).walk(2.0);
    // Nobody is in reach of the charge: both have acted.
    assert_ne!(play.asks(), "act");
    assert_eq!(play.record(a).actions, 0);
}

#[test]
fn r68_whoever_came_without_a_leader_is_commanded_by_any() {
    let in_command = |own: bool, x: f32| {
        let mut stage = Stage::new();
        let battery = stage.union(guns(2, Gun::Napoleon), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 25.0, 180.0);
        // His voice carries four inches.
        stage.leader(Side::Union, 1, x, 0.0);
        let mut scenario = stage.scenario();
        let mut reserve = scenario.commands[0].clone();
        "Reserve artillery".clone_into(&mut reserve.name);
        scenario.commands.push(reserve);
        if own {
            let mut chief = scenario.leaders[0].clone();
            chief.command = 2;
            chief.at = chief.at.map(|at| at + Vec2::new(12.0, 0.0));
            scenario.leaders.push(chief);
        }
        scenario.units[battery.0 as usize].command = 2;
        let mut play = Play::of(scenario, &[]);
        play.leaders_stay();
        play.record(battery).in_command
    };
    assert!(in_command(false, 4.0) && !in_command(false, 6.0));
    // With a chief of their own they look to nobody else.
    assert!(!in_command(true, 4.0));
}
