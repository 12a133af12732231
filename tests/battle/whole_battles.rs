//! Random players fight the first scenario to its end.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deadly_field::battle::{Battle, Fact};
use deadly_field::players::{Player, RandomPlayer};
use deadly_field::rules::{Rules, Scale, Side};
use deadly_field::scenario::{Scenario, find};

use crate::invariants;

fn scenario(scale: Scale) -> Arc<Scenario> {
    let path = find(Path::new("taint_no_militia"));
    Arc::new(Scenario::load(&path, scale, Rules::book()).expect("a good scenario"))
}

fn rules() -> Arc<Rules> {
    Arc::new(Rules::book().clone())
}

/// Fights a battle to its end, checking every state on the way, and once more by its answers.
fn fight(scenario: &Arc<Scenario>, rules: &Arc<Rules>, seed: u64) -> Battle {
    let mut given = Vec::new();
    let mut battle = Battle::new(scenario.clone(), rules.clone(), seed);
    let mut player = RandomPlayer::new(seed ^ 0x5eed);
    let mut answers = 0;
    while let Some(decision) = battle.decision().cloned() {
        invariants::check(&battle, &format!("seed {seed}, answer {answers}"));
        let answer = player.answer(&battle, &decision);
        given.push(answer.clone());
        let taken = battle.answer(answer.clone());
        assert!(
            taken.is_ok(),
            "seed {seed}: {answer:?} to {decision:?}: {taken:?}"
        );
        answers += 1;
        assert!(answers < 20_000, "seed {seed} does not end");
    }
    assert!(
        battle.verdict().is_some(),
        "seed {seed} ends without a verdict"
    );
    let mut again = Battle::new(scenario.clone(), rules.clone(), seed);
    for answer in given {
        again.answer(answer).expect("allowed before");
    }
    assert_eq!(again.hash(), battle.hash(), "seed {seed} replayed");
    battle
}

/// Seeds of the random battles at each scale; more with `DEADLY_FIELD_BATTLES`.
fn seeds() -> u64 {
    let asked = std::env::var("DEADLY_FIELD_BATTLES").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(1000)
}

#[test]
fn random_battles_end_at_every_scale() {
    let rules = rules();
    let next = AtomicU64::new(0);
    let all = 3 * seeds();
    let scales = [Scale::Mm10, Scale::Mm15, Scale::Mm25].map(|scale| (scale, scenario(scale)));
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= all {
                return;
            }
            let (scale, scenario) = &scales[(number % 3) as usize];
            let seed = number / 3;
            let battle = fight(scenario, &rules, seed);
            assert_eq!(battle.clock().turn, 4);
            let fires = battle
                .facts()
                .iter()
                .filter(|fact| matches!(fact, Fact::Fired { .. }))
                .count();
            assert!(fires > 5, "{fires} fires at {scale} with seed {seed}");
        }
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(2, |count| count.get());
        for _ in 0..workers {
            scope.spawn(worker);
        }
    });
}

#[test]
fn the_same_seed_is_the_same_battle() {
    let (scenario, rules) = (scenario(Scale::Mm15), rules());
    let (one, other) = (fight(&scenario, &rules, 42), fight(&scenario, &rules, 42));
    assert_eq!(one.hash(), other.hash());
    assert_ne!(one.hash(), fight(&scenario, &rules, 43).hash());
}

#[test]
fn a_battle_goes_on_from_a_snapshot_as_if_nothing_had_happened() {
    let (scenario, rules) = (scenario(Scale::Mm15), rules());
    let whole = fight(&scenario, &rules, 7);
    let mut battle = Battle::new(scenario.clone(), rules.clone(), 7);
    let mut player = RandomPlayer::new(7 ^ 0x5eed);
    let mut answers = 0;
    while let Some(decision) = battle.decision().cloned() {
        if answers % 25 == 0 {
            let saved = serde_json::to_string(&battle.snapshot()).expect("written");
            let read = serde_json::from_str(&saved).expect("read");
            battle = Battle::restore(scenario.clone(), rules.clone(), read);
        }
        let answer = player.answer(&battle, &decision);
        battle.answer(answer).expect("a legal answer");
        answers += 1;
    }
    assert_eq!(battle.hash(), whole.hash());
}

/// Every fire, check and impact of a battle is what the adjudicator says of its request.
#[test]
fn the_adjudicator_audits_a_battle() {
    use deadly_field::adjudicate::Answer;
    let (scenario, rules) = (scenario(Scale::Mm15), rules());
    let mut audited = 0;
    for seed in 0..40 {
        let battle = fight(&scenario, &rules, seed);
        for fact in battle.facts() {
            let (request, expected) = match fact {
                Fact::Fired {
                    request, result, ..
                } => (request, format!("\"result\":\"{result}\"")),
                Fact::Checked { request, after, .. } => {
                    let after = after.map_or("removed".to_owned(), |after| after.to_string());
                    (request, format!("\"after\":\"{after}\""))
                }
                Fact::Impact {
                    request, outcome, ..
                } => (request, format!("\"outcome\":\"{outcome}\"")),
                _ => continue,
            };
            let line = serde_json::to_string(request).expect("a request");
            let answer = deadly_field::adjudicate::answer_line(&rules, &line).expect("an answer");
            assert!(matches!(
                answer,
                Answer::Fire(_) | Answer::Morale(_) | Answer::Impact(_)
            ));
            let points = match &answer {
                Answer::Morale(morale) => vec![morale.mmp],
                Answer::Impact(impact) => vec![impact.attacker_mmp, impact.defender_mmp],
                _ => Vec::new(),
            };
            assert!(points.iter().all(|mmp| (0..=12).contains(mmp)), "{line}");
            let answer = serde_json::to_string(&answer).expect("JSON");
            assert!(answer.contains(&expected), "{line}\n{answer}\n{expected}");
            audited += 1;
        }
    }
    assert!(audited > 100, "{audited}");
}

/// Computer against computer: every battle ends, and neither side wins always.
#[test]
fn computers_fight_to_the_end() {
    use deadly_field::players::{MatchUp, PlayerKind};
    let rules = rules();
    let match_up = MatchUp {
        union: PlayerKind::Computer,
        confederate: PlayerKind::Computer,
    };
    for &scale in [Scale::Mm10, Scale::Mm15, Scale::Mm25].iter() {
        let scenario = scenario(scale);
        let (mut union, mut lost) = (0, 0);
        for seed in 0..24 {
            let battle = match_up
                .fight(scenario.clone(), rules.clone(), seed)
                .expect("legal answers");
            invariants::check(&battle, &format!("seed {seed} at {scale}"));
            let verdict = battle.verdict().expect("a verdict");
            union += u32::from(verdict.winner == Side::Union);
            lost += battle.casualties(Side::Union) + battle.casualties(Side::Confederate);
        }
        assert!(
            (1..24).contains(&union),
            "{union} of 24 for the Union at {scale}"
        );
        // Some 1,500 to 2,500 men fell or were taken in the morning's fight: 25 to 42 figures.
        let each = lost / 24;
        assert!((20..60).contains(&each), "{each} figures lost at {scale}");
    }
}

/// The better player wins more often, whichever side he has.
#[test]
fn the_levels_of_the_computer_differ() {
    use deadly_field::players::{MatchUp, PlayerKind};
    let (scenario, rules) = (scenario(Scale::Mm15), rules());
    let union_wins = |union, confederate| {
        let match_up = MatchUp { union, confederate };
        (0..24)
            .filter(|&seed| {
                let battle = match_up.fight(scenario.clone(), rules.clone(), seed);
                let battle = battle.expect("legal answers");
                battle
                    .verdict()
                    .is_some_and(|verdict| verdict.winner == Side::Union)
            })
            .count()
    };
    let strong = union_wins(PlayerKind::Hard, PlayerKind::Easy);
    let weak = union_wins(PlayerKind::Easy, PlayerKind::Hard);
    assert!(strong >= weak + 6, "{strong} and {weak} of 24");
}
