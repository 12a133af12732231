//! Saved at any decision, a battle goes on as if nothing had happened.

use std::sync::Arc;

use deadly_field::army::Fact;
use deadly_field::battle::{Answer, Battle};
use deadly_field::files::{Entry, Kind, read_save};
use deadly_field::rules::Scale;
use deadly_field::session::{MatchUp, Session, Table};

use crate::support::{begin, bytes, computers, fight, persons, random};

/// The hash of the state and the answer given in it, for every decision, and the hash of the end.
fn course(session: &Session) -> (Vec<(u64, Answer)>, u64) {
    let entries = session.record().entries.iter();
    let answers = entries.map(|entry| match entry {
        Entry::Answer { hash, answer } => (hash.0, answer.clone()),
        Entry::Dice(_) => panic!("nobody gives dice"),
    });
    (answers.collect(), session.battle().hash())
}

/// At every decision the state is written as a save has it and read again, and must be the same to
/// the last bit; then the *restored* battle takes the answer, so that every step of the battle is
/// made by a battle that was just saved and loaded. At every `whole`-th decision it is a whole save
/// that goes through its bytes.
fn saved_at_every_decision(match_up: MatchUp, scale: Scale, seed: u64, whole: usize) {
    let (course, end) = course(&fight(match_up, scale, seed));
    assert!(course.len() > 100, "{} answers", course.len());
    let mut session = begin(persons(), scale, seed);
    let (scenario, rules) = session.battle().now().ground();
    let mut battle = Battle::new(Arc::clone(&scenario), Arc::clone(&rules), seed);
    for (number, (hash, answer)) in course.into_iter().enumerate() {
        let written = serde_json::to_string(&battle.snapshot()).expect("written");
        let snapshot = serde_json::from_str(&written).expect("read");
        battle = Battle::restore_checked(scenario.clone(), rules.clone(), snapshot)
            .expect("a sound snapshot");
        assert_eq!(battle.hash(), hash, "before answer {number}");
        if number % whole == 0 {
            let saved = bytes(&session, Kind::Save);
            let opened = read_save("a save", &saved).expect("a good save");
            assert_eq!(opened.note, None);
            assert_eq!(opened.battle.hash(), hash);
            assert_eq!(opened.battle.facts(), session.battle().facts());
            session = Table::new(persons()).resume(opened);
            // What was loaded writes the same save again.
            assert!(
                saved == bytes(&session, Kind::Save),
                "before answer {number}"
            );
        }
        battle.answer(answer.clone()).expect("a legal answer");
        session.answer(answer).expect("a legal answer");
    }
    assert_eq!(battle.hash(), end);
    assert_eq!(session.battle().hash(), end);
}

#[test]
fn a_battle_goes_on_from_a_save_at_every_decision() {
    saved_at_every_decision(computers(), Scale::Mm15, 11, 20);
}

#[test]
fn random_battles_go_on_from_saves_at_the_other_scales() {
    saved_at_every_decision(random(), Scale::Mm10, 12, 60);
    saved_at_every_decision(random(), Scale::Mm25, 13, 60);
}

/// Every player of the program decides from what its side sees and the number of the decision: from
/// any save it plays the same battle.
#[test]
fn the_players_play_on_to_the_same_end() {
    for match_up in [computers(), random()] {
        let mut saves = Vec::new();
        let mut whole = begin(match_up.clone(), Scale::Mm15, 11);
        whole.run(|session| {
            if session.number() % 60 == 0 {
                saves.push(bytes(session, Kind::Save));
            }
        });
        let end = bytes(&whole, Kind::Replay);
        assert!(saves.len() > 3);
        for save in saves {
            let opened = read_save("a save", &save).expect("a good save");
            let mut session = Table::new(match_up.clone()).resume(opened);
            let answers = session.number();
            session.run(|_| {});
            assert!(
                bytes(&session, Kind::Replay) == end,
                "from answer {answers}"
            );
        }
    }
}

#[test]
fn no_two_decisions_have_one_hash() {
    let mut seen = std::collections::HashSet::new();
    begin(random(), Scale::Mm15, 3).run(|session| {
        let hash = session.battle().hash();
        assert_eq!(hash, session.battle().fork().hash());
        assert!(seen.insert(hash), "two decisions with one hash");
    });
}

/// What the battle makes of itself always passes the check that saves must pass, regiments that
/// have joined others included.
#[test]
fn every_state_is_sound() {
    let mut joined = 0;
    let some = (30..36).map(|seed| (random(), seed));
    let more = [3, 28, 29].map(|seed| (computers(), seed));
    for (players, seed) in some.chain(more) {
        let mut session = begin(players, Scale::Mm15, seed);
        session.run(|session| {
            let battle = session.battle();
            let sound = battle.snapshot().check(battle.scenario());
            assert_eq!(sound, Ok(()), "seed {seed}, answer {}", session.number());
        });
        let facts = session.battle().facts().iter();
        joined += facts
            .filter(|fact| matches!(fact, Fact::Merged { .. } | Fact::AttachedTo { .. }))
            .count();
    }
    assert!(joined > 0, "no regiment has joined another");
}
