//! What the table tells before an answer is given: fires, charges, leaders' rides, prompts.

use bevy::math::Vec2;
use deadly_field::army::{Assault, Cause, Deed, Fact, UnitId};
use deadly_field::battle::{
    After, Answer, Battle, ChargeDraft, Decision, Order, Reaction, Roller, Trigger,
};
use deadly_field::overlay::choices::{Stakes, choices, reaction_label};
use deadly_field::rules::fire::{FireKind, FireResult};
use deadly_field::rules::impact::{ImpactOutcome, ImpactWinner};
use deadly_field::rules::{Gun, Morale, Quality, Side};

use crate::play::{Play, fire};
use crate::stage::{Stage, foot, guns, level, of, origin, skirmishers};

/// Two Union regiments side by side, a Confederate one before them.
fn volley() -> (Play, [UnitId; 3]) {
    let mut stage = Stage::new();
    let left = stage.union(foot(8), -1.05, 7.0, 0.0);
    let right = stage.union(foot(8), 1.05, 7.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    (stage.play(), [left, right, cs])
}

#[test]
fn a_neighbour_could_join_a_volley_before_anybody_acts() {
    let (play, [left, right, cs]) = volley();
    let now = play.battle.now();
    let preview = now.preview_fire(&[left], cs).expect("an enemy");
    let partners = &preview.partners;
    assert_eq!(partners.len(), 1, "{partners:?}");
    assert_eq!(partners[0].unit, right);
    assert!(partners[0].more > 0.0);
    let together = now.preview_fire(&[left, right], cs).expect("an enemy");
    let way = together.way(FireKind::Normal).expect("a volley");
    assert_eq!(way.why_not, None);
    let odds = way.shot.as_ref().expect("terms").odds;
    assert_eq!(odds, partners[0].odds);
    assert!(together.partners.is_empty());
    // He could answer, and at whom he likes best.
    let back = preview.back.as_ref().expect("he sees it");
    assert_eq!((back.at, back.kind), (left, FireKind::Normal));
}

#[test]
fn of_an_active_group_those_who_have_not_fired_may_join() {
    let (mut play, [left, right, cs]) = volley();
    play.activate(left);
    // Who acts alone fires alone.
    assert!(play.battle.now().volley_partners(&[left], cs).is_empty());
    let (mut play, _) = volley();
    play.group(&[left, right], [Deed::Fire, Deed::Fire]);
    let now = play.battle.now();
    assert_eq!(now.volley_partners(&[left], cs).len(), 1);
    let preview = now.preview_fire(&[left, right], cs).expect("an enemy");
    let order = preview.order(FireKind::Normal);
    assert_eq!(play.battle.check(&Answer::Order(order)), Ok(()));
}

#[test]
fn what_speaks_against_a_fire_is_told_with_its_rule() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let near = stage.rebel(foot(8), 0.0, 3.0, 180.0);
    // Somebody who has still to act, so that the turn goes on.
    stage.union(foot(8), 12.0, 0.0, 0.0);
    let mut play = stage.play();
    let why = |play: &Play, units: &[UnitId], target| {
        let preview = play.battle.now().preview_fire(units, target);
        let preview = preview.expect("an enemy");
        let why = preview.ways[0].why_not;
        why.map(|why| why.rule.as_str())
    };
    assert_eq!(why(&play, &[us], cs), Some("fire.range_bands"));
    assert_eq!(why(&play, &[us], near), None);
    assert_eq!(why(&play, &[near], us), Some("turn.two_halves"));
    play.activate(us).hold();
    assert_eq!(why(&play, &[us], near), Some("turn.finish_unit_first"));
    // Friends and nobody are no targets.
    assert!(play.battle.now().preview_fire(&[us], us).is_none());
    assert!(play.battle.now().preview_fire(&[], cs).is_none());
}

#[test]
fn a_battery_has_more_ways_to_fire() {
    let mut stage = Stage::new();
    let us = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 12.0, 180.0);
    let mut play = stage.play();
    play.activate(us);
    let preview = play.battle.now().preview_fire(&[us], cs).expect("an enemy");
    for way in &preview.ways {
        let allowed = play.battle.check(&Answer::Order(preview.order(way.kind)));
        assert_eq!(allowed.is_ok(), way.is_open(), "{way:?}");
    }
    let careful = preview.way(FireKind::Deliberate).expect("field guns");
    assert_eq!(careful.actions, 2);
    assert!(preview.way(FireKind::Prolonge).is_some());
}

/// A Union regiment that charges a Confederate one.
fn duel(own: u32, his: u32, quality: Quality) -> (Play, UnitId, UnitId) {
    let mut stage = Stage::new();
    let us = stage.union(of(quality, foot(own)), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(his), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us);
    (play, us, cs)
}

/// How a charge ended: his giving way or being beaten, and hand to hand.
fn fought_out(mut battle: Battle, us: UnitId, cs: UnitId) -> (bool, bool) {
    loop {
        let facts = battle.facts();
        let impact = facts.iter().find_map(|fact| match fact {
            Fact::Impact { result, .. } => Some(*result),
            _ => None,
        });
        if let Some(result) = impact {
            let won = result.winner == ImpactWinner::Attacker
                && result.outcome != ImpactOutcome::StoppedShort;
            return (won, result.winner == ImpactWinner::Tie);
        }
        let feared = facts.iter().any(|fact| {
            matches!(fact, Fact::Checked { unit, cause: Cause::Charge { .. }, outcome, .. }
                if *unit == cs && (outcome.falls_back > 0 || outcome.after == Some(Morale::Routed)))
        });
        if feared {
            return (true, false);
        }
        let answer = match battle.decision() {
            Some(Decision::React {
                kind: Trigger::Contact,
                reactions,
                ..
            }) => Answer::React(reactions[0].clone()),
            Some(Decision::React { .. }) => Answer::Decline,
            _ => return (false, false),
        };
        if battle.answer(answer).is_err() || !battle.army().on_table(us) {
            return (false, false);
        }
    }
}

#[test]
fn the_chances_of_a_charge_are_what_comes_of_many() {
    for (own, his, quality) in [
        (10, 6, Quality::Veteran),
        (8, 8, Quality::Trained),
        (6, 10, Quality::Elite),
    ] {
        let (play, us, cs) = duel(own, his, quality);
        let now = play.battle.now();
        let draft = ChargeDraft::on(now, &[us], cs).expect("a charge");
        let view = now.charge_view(&draft).expect("its chances");
        let order = Answer::Order(draft.order());
        assert_eq!(play.battle.check(&order), Ok(()));
        assert_eq!(now.why_no_draft(&draft), None);
        let lead = view.lead().expect("the lead");
        let (mut won, mut melee) = (0, 0);
        const TIMES: u32 = 1500;
        for seed in 0..TIMES {
            let mut battle = play.battle.fork();
            let mut dice = Roller::seeded(u64::from(seed) * 7919 + 5);
            battle.give_dice(&dice.roll(60));
            battle.answer(order.clone()).expect("a legal charge");
            let (beaten, tied) = fought_out(battle, us, cs);
            won += u32::from(beaten);
            melee += u32::from(tied);
        }
        let part = |count: u32| f64::from(count) / f64::from(TIMES);
        let near = |told: f64, seen: f64| (told - seen).abs() < 0.045;
        assert!(
            near(lead.success, part(won)),
            "{own} on {his}: {} told, {} seen",
            lead.success,
            part(won)
        );
        assert!(
            near(lead.melee, part(melee)),
            "{} {}",
            lead.melee,
            part(melee)
        );
    }
}

#[test]
fn the_stages_of_a_charge_add_up() {
    let (play, us, cs) = duel(8, 8, Quality::Veteran);
    let now = play.battle.now();
    let draft = ChargeDraft::on(now, &[us], cs).expect("a charge");
    let view = now.charge_view(&draft).expect("its chances");
    let lead = view.lead().expect("the lead");
    let one = |sum: f64| assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    one(lead.reach.in_order + lead.reach.in_disorder + lead.reach.short);
    one(lead.fear.stands + lead.fear.gives_way());
    one(lead.impact.lines().iter().map(|(.., chance)| chance).sum());
    let fire = lead.fire.as_ref().expect("he has his fire");
    assert_eq!(fire.kind, FireKind::PointBlank);
    assert!(fire.stopped > 0.0 && fire.stopped < 1.0);
    assert!(fire.shot.odds.of(FireResult::None) < 1.0);
}

#[test]
fn skirmishers_do_not_wait_for_a_charge() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(skirmishers(4), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us);
    let now = play.battle.now();
    let draft = ChargeDraft::on(now, &[us], cs).expect("a charge");
    let view = now.charge_view(&draft).expect("its chances");
    let lead = view.lead().expect("the lead");
    assert!(lead.fear.runs_anyway);
    assert!((lead.fear.gives_way() - 1.0).abs() < 1e-9);
}

#[test]
fn a_draft_changes_only_into_charges_that_may_be_ordered() {
    let mut stage = Stage::new();
    let left = stage.union(foot(8), -1.05, 6.0, 0.0);
    let right = stage.union(foot(8), 1.05, 6.0, 0.0);
    let his_left = stage.rebel(foot(8), 1.1, 10.0, 180.0);
    let his_right = stage.rebel(foot(8), -1.1, 10.0, 180.0);
    let mut play = stage.play();
    let group = [left, right];
    play.group(&group, [Deed::Charge, Deed::Reform]);
    let now = play.battle.now();
    let options = now.charge_options(&group);
    assert!(!options.is_empty());
    let mut draft = ChargeDraft::on(now, &group, his_right).expect("a charge");
    let legal = |draft: &ChargeDraft| {
        let order = Answer::Order(draft.order());
        assert_eq!(play.battle.check(&order), Ok(()), "{draft:?}");
        now.charge_view(draft).expect("its chances")
    };
    let alone = legal(&draft);
    assert_eq!(alone.onslaughts.len(), 1);
    assert_eq!(alone.onslaughts[0].supports.len(), 1);
    for option in &options {
        draft.choose(&options, option.lead, option.target);
        assert_eq!(
            (draft.lead, draft.target()),
            (option.lead, Some(option.target))
        );
        legal(&draft);
        for &assault in &option.others {
            draft.toggle(&options, assault);
            assert_eq!(legal(&draft).onslaughts.len(), 2);
            draft.toggle(&options, assault);
            assert_eq!(draft.assaults.len(), 1);
        }
    }
    // What cannot be is not taken up.
    let before = draft.clone();
    draft.choose(&options, his_left, left);
    draft.toggle(
        &options,
        Assault {
            unit: his_left,
            target: left,
        },
    );
    draft.halt_at(&options, Some(40.0));
    assert_eq!(draft, before);
}

#[test]
fn a_leader_takes_his_command_with_him() {
    let mut stage = Stage::new();
    let near = stage.union(foot(8), 0.0, 0.0, 0.0);
    let far = stage.union(foot(8), 12.0, 0.0, 0.0);
    let _enemy = stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let leader = stage.leader(Side::Union, 1, 0.0, -1.5);
    let play = stage.play();
    let now = play.battle.now();
    let home = origin(deadly_field::rules::Scale::Mm15);
    let at = |x: f32, y: f32| now.in_command_if(leader, home + Vec2::new(x, y));
    assert_eq!(at(0.0, -1.5), (vec![near], vec![far]));
    assert_eq!(at(12.0, -1.5), (vec![far], vec![near]));
    // Where he is now, it is what the book-keeping says.
    assert_eq!(at(0.0, -1.5).1, now.out_of_command(Side::Union));
}

#[test]
fn reactions_are_offered_in_words_with_the_best_first() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let left = stage.rebel(foot(8), 1.05, 10.0, 180.0);
    let right = stage.rebel(foot(8), -1.05, 10.0, 180.0);
    let shaken = stage.rebel(level(Morale::Shaken, foot(8)), 8.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    let Some(decision @ Decision::React { triggers, .. }) = play.battle.decision() else {
        panic!("{:?}", play.battle.decision());
    };
    let now = play.battle.now();
    let offered = choices(now, decision);
    assert!((1..=9).contains(&offered.len()), "{offered:?}");
    for choice in &offered {
        assert_eq!(play.battle.check(&choice.answer), Ok(()), "{choice:?}");
        assert!(!choice.label.is_empty());
    }
    let Answer::React(Reaction::Fire { units, .. }) = &offered[0].answer else {
        panic!("{offered:?}");
    };
    assert_eq!(units.len(), 2);
    assert!(offered[0].label.contains("and 1 more: volley at"));
    assert!(offered[0].label.ends_with("% hit"), "{}", offered[0].label);
    assert!(matches!(offered[0].stakes, Stakes::Fire(_)));
    // One of each kind before all of one.
    let rallies = |choice: &&deadly_field::overlay::choices::Choice| matches!(&choice.answer, Answer::React(Reaction::Rally(units)) if units == &[shaken]);
    assert!(offered.iter().any(|choice| rallies(&choice)));
    let single = reaction_label(now, &fire(&[left], us, FireKind::Normal), triggers);
    let rally = reaction_label(now, &Reaction::Rally(vec![shaken]), triggers);
    // One regiment alone cannot hurt him at this range; two together can.
    let Stakes::Fire(volley) = &offered[0].stakes else {
        panic!("{offered:?}");
    };
    let together = volley.odds.any_hit();
    assert!(
        single.chance.is_some_and(|chance| chance < together),
        "{single:?}"
    );
    assert!(rally.chance.is_some_and(|chance| chance < 1.0));
    let other = reaction_label(now, &Reaction::Disengage(vec![right]), triggers);
    assert_eq!((other.chance, other.stakes), (None, Stakes::Certain));
}

#[test]
fn whoever_may_follow_is_told_whom_he_meets() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 6.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[3, 3]).order(Order::Charge {
        lead: us,
        assaults: vec![Assault {
            unit: us,
            target: cs,
        }],
        halt: None,
    });
    play.pass(1).roll(&[1, 3]).pass(1);
    let Some(decision @ Decision::Follow { after, .. }) = play.battle.decision() else {
        panic!("{:?}", play.battle.decision());
    };
    assert_eq!(*after, After::GaveWay);
    let offered = choices(play.battle.now(), decision);
    assert_eq!(offered.len(), 1);
    assert!(offered[0].label.starts_with("On into"), "{offered:?}");
    assert_eq!(play.battle.check(&offered[0].answer), Ok(()));
}
