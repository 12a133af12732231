//! Saved at any decision, a battle goes on as if nothing had happened.

use std::sync::Arc;

use deadly_field::battle::{Battle, Fact, StateHasher};
use deadly_field::files::{Kind, Recording, Replay, read_save};
use deadly_field::players::MatchUp;
use deadly_field::rules::Scale;

use crate::support::{COMPUTERS, RANDOM, begin, fight};

/// The hash of the state and the answer given in it, for every decision, and the hash of the end.
fn course(recording: &Recording) -> (Vec<(u64, deadly_field::battle::Answer)>, u64) {
    let bytes = recording.bytes(Kind::Replay).expect("written");
    let replay = Replay::read("course", &bytes).expect("a good replay");
    let mut hasher = StateHasher::default();
    let mut hashes = Vec::new();
    let played = replay.play(|_, battle| hashes.push(hasher.hash(battle)));
    let answers = replay.answers().cloned();
    (
        hashes.into_iter().zip(answers).collect(),
        played.battle.hash(),
    )
}

/// At every decision the state is written as a save has it and read again, and must be the same to
/// the last bit; then the *restored* battle takes the answer, so that every step of the battle is
/// made by a battle that was just saved and loaded. At every `whole`-th decision it is a whole save
/// that goes through its bytes.
fn saved_at_every_decision(match_up: MatchUp, scale: Scale, seed: u64, whole: usize) {
    let (course, end) = course(&fight(match_up, scale, seed));
    assert!(course.len() > 100, "{} answers", course.len());
    let fresh = begin(match_up, scale, seed);
    let scenario = Arc::new(fresh.battle().scenario().clone());
    let rules = Arc::new(fresh.battle().rules().clone());
    let mut recording = fresh;
    let mut battle = Battle::new(scenario.clone(), rules.clone(), seed);
    for (number, (hash, answer)) in course.into_iter().enumerate() {
        let written = serde_json::to_string(&battle.snapshot()).expect("written");
        let snapshot = serde_json::from_str(&written).expect("read");
        battle = Battle::restore_checked(scenario.clone(), rules.clone(), snapshot)
            .expect("a sound snapshot");
        assert_eq!(battle.hash(), hash, "before answer {number}");
        if number % whole == 0 {
            let bytes = recording.bytes(Kind::Save).expect("written");
            let opened = read_save("a save", &bytes).expect("a good save");
            assert_eq!(opened.note, None);
            assert_eq!(opened.recording.battle().hash(), hash);
            // What was loaded writes the same save again.
            let again = opened.recording.bytes(Kind::Save).expect("written");
            assert!(bytes == again, "before answer {number}");
            recording = opened.recording;
        }
        battle.answer(answer.clone()).expect("a legal answer");
        recording.answer(answer).expect("a legal answer");
    }
    assert_eq!(battle.hash(), end);
    assert_eq!(recording.battle().hash(), end);
}

#[test]
fn a_battle_goes_on_from_a_save_at_every_decision() {
    saved_at_every_decision(COMPUTERS, Scale::Mm15, 11, 5);
}

#[test]
fn random_battles_go_on_from_saves_at_the_other_scales() {
    saved_at_every_decision(RANDOM, Scale::Mm10, 12, 60);
    saved_at_every_decision(RANDOM, Scale::Mm25, 13, 60);
}

/// The computer decides from the battle alone: from any save it plays the same battle.
#[test]
fn the_computer_plays_on_to_the_same_end() {
    let mut saves = Vec::new();
    let mut whole = begin(COMPUTERS, Scale::Mm15, 11);
    COMPUTERS
        .play_on(&mut whole, |recording| {
            if recording.answers() % 60 == 0 {
                saves.push(recording.bytes(Kind::Save).expect("written"));
            }
        })
        .expect("legal answers");
    let end = whole.bytes(Kind::Replay).expect("written");
    assert!(saves.len() > 3);
    for save in saves {
        let mut recording = read_save("a save", &save).expect("a good save").recording;
        let answers = recording.answers();
        COMPUTERS
            .play_on(&mut recording, |_| {})
            .expect("legal answers");
        let replay = recording.bytes(Kind::Replay).expect("written");
        assert!(replay == end, "from answer {answers}");
    }
}

/// Whoever hashes at every decision gets what a fresh look at the whole state gives.
#[test]
fn the_running_hash_is_the_hash() {
    let mut hasher = StateHasher::default();
    let mut recording = begin(RANDOM, Scale::Mm15, 3);
    let mut seen = std::collections::HashSet::new();
    RANDOM
        .play_on(&mut recording, |recording| {
            let hash = hasher.hash(recording.battle());
            assert_eq!(hash, recording.battle().hash());
            assert!(seen.insert(hash), "two decisions with one hash");
        })
        .expect("legal answers");
    assert_eq!(hasher.hash(recording.battle()), recording.battle().hash());
}

/// What the battle makes of itself always passes the check that saves must pass, regiments that
/// have joined others included.
#[test]
fn every_state_is_sound() {
    let mut joined = 0;
    let random = (30..36).map(|seed| (RANDOM, seed));
    for (players, seed) in random.chain([(COMPUTERS, 28), (COMPUTERS, 29), (COMPUTERS, 36)]) {
        let mut recording = begin(players, Scale::Mm15, seed);
        players
            .play_on(&mut recording, |recording| {
                let battle = recording.battle();
                let sound = battle.snapshot().check(battle.scenario());
                assert_eq!(sound, Ok(()), "seed {seed}, answer {}", recording.answers());
            })
            .expect("legal answers");
        let facts = recording.battle().facts().iter();
        joined += facts
            .filter(|fact| matches!(fact, Fact::Merged { .. } | Fact::AttachedTo { .. }))
            .count();
    }
    assert!(joined > 0, "no regiment has joined another");
}
