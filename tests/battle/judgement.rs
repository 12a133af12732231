//! Who has won, when that is looked at, and who is sent home before.

use deadly_field::army::{Fact, Fate, Formation, Reason, Verdict};
use deadly_field::battle::{Answer, Decision, Judging, Order};
use deadly_field::field::moves::Leg;
use deadly_field::rules::{CavalryWeapon, Gun, Morale, Quality, Side};
use deadly_field::scenario::file::VictoryLevel;

use crate::play::{Play, walk};
use crate::stage::{Stage, foot, guns, horse, level, of};

const GOOD: Morale = Morale::GoodOrder;

/// A zone `hill` and a zone `farm`, in squares: four to eight inches before the middle of the south
/// part, to the left and to the right of it.
const ZONES: &str = "(zones: [
    (id: \"hill\", name: \"the hill\", shape: Box((0.6, 0.66), (0.95, 0.9))),
    (id: \"farm\", name: \"the farm\", shape: Box((1.05, 0.66), (1.4, 0.9))),
])";

/// A line eight inches before the same place, from one edge to the other.
const CREST: &str = "lines: [(id: \"crest\", name: \"the crest\", points: [(0.0, 0.9), (2.0, 0.9)], beyond: (1.0, 1.9))]";

fn verdict(play: &Play) -> Option<Verdict> {
    play.battle.army().verdict().cloned()
}

fn turn(play: &Play) -> u32 {
    play.battle.army().clock().turn
}

/// Both sides end their player turns, and the leaders of the next stay where they are.
#[track_caller]
fn whole_turn(play: &mut Play) {
    let before = turn(play);
    while verdict(play).is_none() && turn(play) == before {
        play.leaders_stay();
        // Whoever has acted with everybody has ended his player turn already.
        if matches!(play.battle.decision(), Some(Decision::Activate { .. })) {
            play.end_turn();
        }
    }
    play.leaders_stay();
}

#[test]
fn the_heights_are_taken_at_the_end_of_any_turn() {
    let victory = format!(
        "(conditions: [Judged(when: EachTurn(), condition: Beyond(winner: \"union\", line: \"crest\", units: 1))], \
         otherwise: \"confederate\", {CREST})"
    );
    let mut stage = Stage::new().victory(&victory);
    let us = stage.union(foot(8), 0.0, 5.5, 0.0);
    // Guns and those who run take no heights.
    stage.union(guns(3, Gun::Napoleon), -6.0, 10.0, 0.0);
    let runs = stage.union(level(Morale::Shaken, foot(6)), 8.0, 12.0, 0.0);
    stage.rebel(foot(8), -12.0, 26.0, 180.0);
    let mut play = stage.play();
    play.set_level(runs, Morale::Routed);
    let judging = |play: &Play| {
        Judging::new(play.battle.scenario(), play.battle.army())
            .beyond(Side::Union, "crest")
            .len()
    };
    assert_eq!(judging(&play), 0);
    play.set_level(runs, Morale::Shaken);
    assert_eq!(judging(&play), 1, "the shaken count");
    play.set_level(runs, Morale::Routed);
    // It is beyond in the middle of the turn, and the battle goes on.
    play.activate(us).order(walk(5.0));
    play.hold();
    assert_eq!((judging(&play), verdict(&play)), (1, None));
    play.roll(&[2, 3, 6, 6]).end_turn();
    assert_eq!(verdict(&play), None);
    play.leaders_stay();
    play.end_turn();
    let over = verdict(&play).expect("it is over");
    assert_eq!((over.winner, turn(&play)), (Some(Side::Union), 1));
    let why = Reason::Beyond {
        line: "crest".to_owned(),
        units: 1,
    };
    assert_eq!((over.why, over.level), (why, VictoryLevel::Plain));
}

#[test]
fn a_condition_waits_for_its_first_turn_and_ends_with_its_last() {
    let play = |when: &str, turns: u32| {
        let victory = format!(
            "(conditions: [Judged(when: {when}, condition: Holds(winner: \"union\", zone: \"hill\", units: 1))], \
             otherwise: \"confederate\")"
        );
        let mut stage = Stage::new().plan(ZONES).victory(&victory).turns(4);
        stage.union(foot(8), -4.0, 6.0, 0.0);
        stage.rebel(foot(8), 0.0, 26.0, 180.0);
        let mut play = stage.play();
        for _ in 0..turns {
            whole_turn(&mut play);
        }
        verdict(&play).map(|verdict| (verdict.winner, turn(&play)))
    };
    assert_eq!(play("EachTurn(from: 2)", 1), None);
    assert_eq!(play("EachTurn(from: 2)", 2), Some((Some(Side::Union), 2)));
    assert_eq!(
        play("EachTurn(from: 1, to: Some(1))", 1),
        Some((Some(Side::Union), 1))
    );
    // What is looked at only at the end is not looked at before.
    assert_eq!(play("End", 3), None);
    assert_eq!(play("End", 4), Some((Some(Side::Union), 4)));
}

#[test]
fn a_turn_that_is_past_counts_no_more() {
    let victory = "(conditions: [Judged(when: EachTurn(from: 1, to: Some(1)), condition: \
        Holds(winner: \"union\", zone: \"hill\", units: 1))], otherwise: \"confederate\")";
    let mut stage = Stage::new().plan(ZONES).victory(victory).turns(2);
    let us = stage.union(foot(8), -4.0, 1.0, 0.0);
    stage.rebel(foot(8), 0.0, 26.0, 180.0);
    let mut play = stage.play();
    whole_turn(&mut play);
    play.activate(us).order(walk(6.0));
    play.hold();
    assert_eq!(play.battle.now().in_zone(Side::Union, "hill"), 1);
    whole_turn(&mut play);
    let over = verdict(&play).expect("it is over");
    assert_eq!(
        (over.winner, over.why),
        (Some(Side::Confederate), Reason::Otherwise)
    );
}

#[test]
fn whoever_has_lost_too_many_stands_retires_at_once() {
    let victory = "(conditions: [
            Judged(when: AtOnce, level: Some(\"decisive\"), condition: StandsLost(winner: \"union\", stands: 1)),
            Judged(when: AtOnce, condition: StandsLost(winner: \"confederate\", stands: 2)),
        ], otherwise: \"confederate\")";
    let mut stage = Stage::new().victory(victory);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let other = stage.union(foot(8), 10.0, 0.0, 0.0);
    let cs = stage.rebel(foot(4), 0.0, 2.5, 180.0);
    let mut play = stage.play();
    play.activate(us);
    // Two figures of four are a stand; it holds at the check.
    play.roll(&[6, 6, 5, 5]).fire(&[us], cs);
    play.pass(1);
    assert_eq!(play.unit(cs).stands.now, 1);
    assert_eq!(verdict(&play), None, "whoever acts is let finish");
    play.hold();
    let over = verdict(&play).expect("it is over");
    assert_eq!(
        (over.winner, over.level),
        (Some(Side::Union), VictoryLevel::Decisive)
    );
    assert!(!play.record(other).activated && turn(&play) == 1);
    assert_eq!(
        over.why,
        Reason::StandsLost {
            stands: 1,
            command: None
        }
    );
}

#[test]
fn stands_are_counted_however_they_are_lost() {
    let mut stage = Stage::new();
    let one = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.union(guns(3, Gun::Napoleon), 6.0, 0.0, 0.0);
    let away = stage.union(foot(8), -6.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 26.0, 180.0);
    let mut play = stage.play();
    let lost = |play: &Play| play.battle.army().stands_lost(Side::Union, None);
    assert_eq!(lost(&play), 0);
    play.is_gone(one, Fate::Surrendered);
    assert_eq!(lost(&play), 2);
    play.is_gone(battery, Fate::GunsLost);
    assert_eq!(lost(&play), 3);
    // Those who were sent home are not lost.
    play.is_gone(away, Fate::Withdrew);
    assert_eq!(lost(&play), 3);
    assert_eq!(play.battle.army().stands_lost(Side::Union, Some(&[1])), 0);
}

#[test]
fn ground_is_held_by_its_last_occupant_and_gives_points() {
    let victory = "(conditions: [
            Judged(level: Some(\"decisive\"), condition: Points(winner: \"union\", lead: 4)),
            Judged(level: Some(\"marginal\"), condition: Points(winner: \"union\", lead: 1)),
            Points(winner: \"confederate\", lead: 1),
        ],
        otherwise: \"draw\",
        points: Some((zones: [
            (zone: \"hill\", points: 3, held_by: Some(\"confederate\")),
            (zone: \"farm\", each_turn: 1),
        ])))";
    let mut stage = Stage::new().plan(ZONES).victory(victory).turns(2);
    let us = stage.union(foot(8), -4.0, 3.0, 0.0);
    stage.union(foot(8), 4.0, 6.0, 0.0);
    stage.rebel(foot(8), 0.0, 26.0, 180.0);
    let mut play = stage.play();
    let holder = |play: &Play, zone: &str| play.battle.army().holder(zone);
    // Whoever stands there when it begins holds it; the other was held before.
    assert_eq!(holder(&play, "hill"), Some(Side::Confederate));
    assert_eq!(holder(&play, "farm"), Some(Side::Union));
    play.activate(us).order(walk(5.0));
    play.hold();
    assert_eq!(
        holder(&play, "hill"),
        Some(Side::Confederate),
        "not before the player turn ends"
    );
    play.end_turn();
    assert_eq!(holder(&play, "hill"), Some(Side::Union));
    play.leaders_stay().end_turn();
    assert_eq!(play.battle.army().score(Side::Union), 1);
    // It goes on and leaves nobody behind, and the hill is still its own.
    play.leaders_stay();
    play.activate(us).order(walk(6.0));
    play.hold();
    assert_eq!(play.battle.now().in_zone(Side::Union, "hill"), 0);
    play.end_turn().leaders_stay().end_turn();
    let over = verdict(&play).expect("it is over");
    assert_eq!(
        (over.winner, over.level),
        (Some(Side::Union), VictoryLevel::Decisive)
    );
    assert_eq!(
        over.why,
        Reason::Points {
            union: 5,
            confederate: 0
        }
    );
}

#[test]
fn levels_and_draws_follow_the_lead() {
    let play = |union: &str, confederate: &str| {
        let victory = format!(
            "(conditions: [
                Judged(level: Some(\"decisive\"), condition: Points(winner: \"union\", lead: 4)),
                Judged(level: Some(\"marginal\"), condition: Points(winner: \"union\", lead: 1)),
                Points(winner: \"confederate\", lead: 1),
            ],
            otherwise: \"draw\",
            points: Some((stand: 2, zones: [
                (zone: \"hill\", points: 2, held_by: Some(\"{union}\")),
                (zone: \"farm\", points: 2, held_by: Some(\"{confederate}\")),
            ])))"
        );
        let mut stage = Stage::new().plan(ZONES).victory(&victory).turns(1);
        stage.union(foot(8), 0.0, -4.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 26.0, 180.0);
        (stage.play(), cs)
    };
    let judged = |play: &Play| {
        let verdict = play.battle.now().judge();
        (verdict.winner, verdict.level)
    };
    let (both, _) = play("union", "union");
    assert_eq!(judged(&both), (Some(Side::Union), VictoryLevel::Decisive));
    let (mut even, cs) = play("union", "confederate");
    assert_eq!(judged(&even), (None, VictoryLevel::Plain));
    // A stand that the enemy loses tips it.
    even.note(cs, "joined", 0.into());
    even.is_gone(cs, Fate::Withdrew);
    assert_eq!(judged(&even), (None, VictoryLevel::Plain));
    let (theirs, _) = play("confederate", "confederate");
    assert_eq!(
        judged(&theirs),
        (Some(Side::Confederate), VictoryLevel::Plain)
    );
    let (mut drawn, _) = play("union", "confederate");
    whole_turn(&mut drawn);
    let over = verdict(&drawn).expect("it is over");
    assert_eq!((over.winner, over.why), (None, Reason::Otherwise));
}

#[test]
fn all_of_several_conditions_must_hold() {
    let victory = "(conditions: [All(conditions: [
            Cleared(winner: \"union\", any_of: [\"hill\"]),
            Cleared(winner: \"union\", any_of: [\"farm\"]),
        ])], otherwise: \"confederate\")";
    let mut stage = Stage::new().plan(ZONES).victory(victory);
    stage.union(foot(8), 0.0, -4.0, 0.0);
    let cs = stage.rebel(foot(8), -4.0, 6.0, 180.0);
    stage.rebel(foot(8), 0.0, 26.0, 180.0);
    let mut play = stage.play();
    assert_eq!(play.battle.now().judge().winner, Some(Side::Confederate));
    play.is_gone(cs, Fate::Disintegrated);
    let verdict = play.battle.now().judge();
    assert_eq!(verdict.winner, Some(Side::Union));
    let cleared = |zone: &str| Reason::Cleared {
        zone: zone.to_owned(),
    };
    assert_eq!(
        verdict.why,
        Reason::All(vec![cleared("hill"), cleared("farm")])
    );
}

#[test]
fn a_command_is_withdrawn_on_its_turn_and_leaves_over_its_edge() {
    let mut stage = Stage::new()
        .special("[Withdraws(command: \"Union brigade\", by: \"south\", when: Turn(2))]")
        .victory(
            "(conditions: [GotAway(winner: \"union\", units: 2)], otherwise: \"confederate\")",
        );
    let one = stage.union(foot(8), 0.0, -5.0, 180.0);
    let two = stage.union(foot(8), 6.0, 2.0, 0.0);
    let cs = stage.rebel(foot(8), 6.0, 4.5, 180.0);
    let mut play = stage.play();
    play.activate(one);
    play.refuses(Answer::Order(Order::Withdraw));
    play.hold();
    whole_turn(&mut play);
    assert!(play.happened(|fact| matches!(
        fact,
        Fact::Withdrawing {
            side: Side::Union,
            ..
        }
    )));
    // It neither fires nor charges any more, and goes one way only.
    play.activate(two);
    assert!(!play.orders().iter().any(|order| matches!(
        order,
        Order::Fire { .. } | Order::Charge { .. } | Order::Withdraw
    )));
    play.refuses(Answer::Order(walk(1.0)));
    let back = Order::Move {
        form: None,
        form_last: false,
        legs: vec![Leg::Back { inches: 1.0 }],
    };
    play.order(back);
    play.pass(1);
    play.hold();
    // Two inches from the edge it has still to walk.
    play.activate(one);
    play.refuses(Answer::Order(Order::Withdraw));
    play.order(walk(2.0));
    assert!(play.orders().contains(&Order::Withdraw));
    play.order(Order::Withdraw);
    // It spends what it has left, and no more.
    let spent = play.facts().into_iter().rev().find_map(|fact| match fact {
        Fact::Spent { actions } => Some(actions),
        _ => None,
    });
    assert_eq!(spent, Some(1));
    assert_eq!(play.fate(one), Some(Fate::Withdrew));
    assert_eq!(play.battle.army().casualties(Side::Union), 0);
    assert_eq!(play.battle.army().stands_lost(Side::Union, None), 0);
    assert_eq!(play.battle.now().judge().winner, Some(Side::Confederate));
    // Nobody checks for friends who march off, and nobody mourns them.
    assert_eq!(play.battle.army().unit(two).morale, GOOD);
    play.is_gone(two, Fate::Withdrew);
    assert_eq!(play.battle.now().judge().why, Reason::GotAway { units: 2 });
    let _ = cs;
}

#[test]
fn a_leader_leaves_with_the_last_of_his_men() {
    let mut stage = Stage::new()
        .special("[Withdraws(command: \"Union brigade\", by: \"south\", when: Turn(1))]");
    let us = stage.union(foot(8), 0.0, -7.0, 180.0);
    stage.rebel(foot(8), 0.0, 26.0, 180.0);
    let mut play = stage.play();
    play.activate(us).order(Order::Withdraw);
    assert!(play.happened(|fact| matches!(fact, Fact::LeaderLeft { .. })));
    // With one side gone the battle is judged at the end of the turn.
    play.leaders_stay();
    while verdict(&play).is_none() {
        play.end_turn();
        play.leaders_stay();
    }
    assert_eq!(turn(&play), 1);
}

#[test]
fn losses_send_a_command_home() {
    let mut stage = Stage::new().special(
        "[Withdraws(command: \"Confederate brigade\", by: \"north\", when: StandsLost(2))]",
    );
    stage.union(foot(8), 0.0, -4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let other = stage.rebel(foot(8), 8.0, 20.0, 180.0);
    let mut play = stage.play();
    play.end_turn().leaders_stay();
    assert!(!play.battle.army().is_withdrawn(cs));
    play.is_gone(other, Fate::Surrendered);
    play.end_turn().leaders_stay();
    assert!(
        !play.battle.army().is_withdrawn(cs),
        "in its own player turn"
    );
    play.end_turn().leaders_stay();
    assert!(play.battle.army().is_withdrawn(cs));
}

#[test]
fn friends_who_have_come_up_relieve_a_command() {
    for (signal, at) in [
        ("Reached(command: \"Union brigade\", zone: \"hill\")", 3.0),
        ("Arrived(command: \"Union brigade\")", -4.0),
    ] {
        let rules =
            format!("[Withdraws(command: \"Union brigade\", by: \"south\", when: {signal})]");
        let mut stage = Stage::new().plan(ZONES).special(&rules);
        let us = stage.union(foot(8), -4.0, at, 0.0);
        stage.rebel(foot(8), 0.0, 26.0, 180.0);
        let mut play = stage.play();
        let reached = at > 0.0;
        assert_eq!(play.battle.army().is_withdrawn(us), !reached, "{signal}");
        if reached {
            play.activate(us).order(walk(4.0));
            play.hold();
            whole_turn(&mut play);
            assert!(play.battle.army().is_withdrawn(us));
        }
    }
}

#[test]
fn cavalry_mounts_or_dismounts_only_once() {
    let mut stage = Stage::new().special(
        "[Mounting(command: \"Union brigade\", times: 1), \
          Withdraws(command: \"Union brigade\", by: \"south\", when: Turn(3))]",
    );
    let us = stage.union(horse(6, CavalryWeapon::SharpsCarbine), 0.0, -4.0, 0.0);
    stage.rebel(foot(8), 0.0, 26.0, 180.0);
    let mut play = stage.play();
    let (down, up) = (
        Order::Form(Formation::Mounted(false)),
        Order::Form(Formation::Mounted(true)),
    );
    play.activate(us).order(down);
    assert_eq!(play.record(us).mounting, 1);
    assert!(!play.orders().contains(&up));
    play.refuses(Answer::Order(up.clone()));
    play.hold();
    whole_turn(&mut play);
    play.activate(us).refuses(Answer::Order(up.clone()));
    play.hold();
    whole_turn(&mut play);
    // Whoever is sent home takes his horse.
    play.activate(us).order(up);
}

#[test]
fn the_first_check_has_a_modifier_and_the_second_has_none() {
    let mmps = |rules: &str| {
        let mut stage = Stage::new().special(rules);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(of(Quality::Elite, foot(8)), 0.0, 2.5, 180.0);
        let mut play = stage.play();
        play.activate(us);
        play.roll(&[6, 3, 6, 6]).fire(&[us], cs).pass(1);
        play.roll(&[6, 3, 6, 6]).fire(&[us], cs).pass(1);
        play.mmps(cs)
    };
    let usual = mmps("[]");
    let lifted = mmps("[FirstCheck(command: \"Confederate brigade\", mmp: 2)]");
    assert_eq!(usual.len(), 2);
    assert_eq!((lifted[0], lifted[1]), (usual[0] + 2, usual[1]));
}
