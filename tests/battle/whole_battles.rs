//! Players of the program fight the first scenario to its end.

use std::sync::Arc;

use deadly_field::army::Fact;
use deadly_field::battle::{Battle, request_of};
use deadly_field::files::Entry;
use deadly_field::players::{Level, SeatKind, Thinking};
use deadly_field::rules::{Scale, Side};
use deadly_field::scenario::Scenario;
use deadly_field::session::{MatchUp, Session, Table};

use crate::fights::{self, both, count, for_all, rules, scales, scenario};
use crate::invariants;

/// Fights a battle to its end, checking every state on the way, and once more by its answers.
fn fight(scenario: &Arc<Scenario>, seed: u64) -> Session {
    let session = fights::fight(both("random"), scenario, seed, |session| {
        let what = format!("seed {seed}, answer {}", session.number());
        invariants::check(session.battle(), &what);
        assert!(session.number() < 20_000, "seed {seed} does not end");
    });
    let battle = session.battle();
    assert!(
        battle.army().verdict().is_some(),
        "seed {seed} ends without a verdict"
    );
    let mut again = Battle::new(scenario.clone(), rules(), seed);
    for entry in &session.record().entries {
        let Entry::Answer { hash, answer } = entry else {
            panic!("nobody gives dice");
        };
        assert_eq!(again.hash(), hash.0, "seed {seed}");
        again.answer(answer.clone()).expect("allowed before");
    }
    assert_eq!(again.hash(), battle.hash(), "seed {seed} replayed");
    assert_eq!(again.facts(), battle.facts(), "seed {seed} replayed");
    session
}

/// Seeds of the random battles at each scale: a sample; 1,000 and more by `DEADLY_FIELD_BATTLES`.
#[test]
fn random_battles_end_at_every_scale() {
    let scales = scales();
    for_all(3 * count("DEADLY_FIELD_BATTLES", 60), |number| {
        let (scale, scenario) = &scales[(number % 3) as usize];
        let seed = number / 3;
        let session = fight(scenario, seed);
        let battle = session.battle();
        assert_eq!(battle.army().clock().turn, 4);
        let fires = battle
            .facts()
            .iter()
            .filter(|fact| matches!(fact, Fact::Fired { .. }))
            .count();
        // Random players may do anything, and often rather form or run than fire.
        assert!(fires > 1, "{fires} fires at {scale} with seed {seed}");
    });
}

#[test]
fn the_same_seed_is_the_same_battle() {
    let scenario = scenario(Scale::Mm15);
    let hash = |seed| fight(&scenario, seed).battle().hash();
    assert_eq!(hash(42), hash(42));
    assert_ne!(hash(42), hash(43));
}

#[test]
fn a_battle_goes_on_from_a_snapshot_as_if_nothing_had_happened() {
    let scenario = scenario(Scale::Mm15);
    let whole = fight(&scenario, 7);
    let mut battle = Battle::new(scenario.clone(), rules(), 7);
    for (number, entry) in whole.record().entries.iter().enumerate() {
        if number % 25 == 0 {
            let saved = serde_json::to_string(&battle.snapshot()).expect("written");
            let read = serde_json::from_str(&saved).expect("read");
            battle = Battle::restore(scenario.clone(), rules(), read);
        }
        let Entry::Answer { answer, .. } = entry else {
            panic!("nobody gives dice");
        };
        battle.answer(answer.clone()).expect("a legal answer");
    }
    assert_eq!(battle.hash(), whole.battle().hash());
}

/// Every fire, check and impact of a battle is what the adjudicator says of its request.
#[test]
fn the_adjudicator_audits_a_battle() {
    use deadly_field::adjudicate::Answer;
    let scenario = scenario(Scale::Mm15);
    let rules = rules();
    let mut audited = 0;
    for seed in 0..40 {
        let session = fight(&scenario, seed);
        let mut army = deadly_field::army::Army::muster(&scenario);
        for fact in session.battle().facts() {
            let expected = match fact {
                Fact::Fired { volley, .. } => Some(format!("\"result\":\"{}\"", volley.result)),
                Fact::Checked { outcome, .. } => {
                    let after = outcome.after;
                    let after = after.map_or("removed".to_owned(), |after| after.to_string());
                    Some(format!("\"after\":\"{after}\""))
                }
                Fact::Impact { result, .. } => Some(format!("\"outcome\":\"{}\"", result.outcome)),
                _ => None,
            };
            let request = request_of(scenario.field.scale, &army, fact);
            assert_eq!(request.is_some(), expected.is_some());
            army.apply(fact);
            let (Some(request), Some(expected)) = (request, expected) else {
                continue;
            };
            let line = serde_json::to_string(&request).expect("a request");
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

fn fought(match_up: &MatchUp, scenario: &Arc<Scenario>, seed: u64) -> Battle {
    let session = Table::new(match_up.clone()).fight(scenario.clone(), rules(), seed);
    assert!(session.failures().is_empty(), "{:?}", session.failures());
    session.into_battle()
}

/// Computer against computer: every battle ends, and neither side wins always.
#[test]
fn computers_fight_to_the_end() {
    for (scale, scenario) in scales() {
        let (mut union, mut lost) = (0, 0);
        for seed in 0..24 {
            let battle = fought(&both("computer:medium"), &scenario, seed);
            invariants::check(&battle, &format!("seed {seed} at {scale}"));
            let army = battle.army();
            let verdict = army.verdict().expect("a verdict");
            union += u32::from(verdict.winner == Some(Side::Union));
            lost += army.casualties(Side::Union) + army.casualties(Side::Confederate);
        }
        assert!(
            (1..24).contains(&union),
            "{union} of 24 for the Union at {scale}"
        );
        // Some 1,500 to 2,500 men fell or were taken in the morning's fight: 25 to 42 figures. Those
        // who ran off, as many again, are among these.
        let each = lost / 24;
        assert!((20..80).contains(&each), "{each} figures lost at {scale}");
    }
}

/// The better player wins more often, whichever side he has.
#[test]
fn the_levels_of_the_computer_differ() {
    let scenario = scenario(Scale::Mm15);
    let union_wins = |union: &str, confederate: &str| {
        let seat = |name: &str| name.parse::<SeatKind>().expect("a kind of player");
        let match_up = MatchUp {
            union: seat(union),
            confederate: seat(confederate),
        };
        (0..24)
            .filter(|&seed| {
                let battle = fought(&match_up, &scenario, seed);
                let verdict = battle.army().verdict();
                verdict.is_some_and(|verdict| verdict.winner == Some(Side::Union))
            })
            .count()
    };
    let strong = union_wins("computer:medium", "computer:easy");
    let weak = union_wins("computer:easy", "computer:medium");
    assert!(strong >= weak + 6, "{strong} and {weak} of 24");
}

/// What is remembered is no part of the state: battles with every cache off are the same.
#[test]
fn caches_change_nothing() {
    use deadly_field::battle::remember;
    let rounds = count("DEADLY_FIELD_CACHES", 3);
    for (scale, with) in scales() {
        let mut plain = (*with).clone();
        plain.field = plain.field.without_caches();
        let without = Arc::new(plain);
        for seed in 0..rounds {
            for players in ["computer:medium", "random"] {
                let remembered = fought(&both(players), &with, seed);
                remember(false);
                let worked_out = fought(&both(players), &without, seed);
                remember(true);
                assert_eq!(
                    remembered.facts(),
                    worked_out.facts(),
                    "{players} of seed {seed} at {scale}"
                );
                assert_eq!(remembered.hash(), worked_out.hash());
            }
        }
    }
}

/// Nor do they change what is thought: whoever plays battles on in his head takes along what he knows
/// of the table.
#[test]
fn caches_change_no_thought() {
    use deadly_field::battle::remember;
    let mut short = (*scenario(Scale::Mm15)).clone();
    short.turns = 2;
    let scenario = Arc::new(short);
    let table = Table {
        thinking: Thinking {
            playouts: 8,
            ..Thinking::default()
        },
        ..Table::new(MatchUp {
            union: SeatKind::Computer(Level::Medium),
            confederate: SeatKind::Computer(Level::Expert),
        })
    };
    let fight = || table.fight(scenario.clone(), rules(), 5);
    let remembered = fight();
    remember(false);
    let worked_out = fight();
    remember(true);
    assert_eq!(remembered.battle().facts(), worked_out.battle().facts());
}
