//! Replays give the same battle again, or say where they depart.

use deadly_field::files::{Course, Entry, Kind, Replay};
use deadly_field::players::{AtOnce, PersonSeat, ScriptPlayer};
use deadly_field::rules::Scale;
use xxhash_rust::xxh3::xxh3_64;

use crate::support::{begin, bytes, computers, fight, persons, random};

/// The lines of a file with a right sum below them, whatever was done to them.
pub fn sealed(lines: &[String]) -> Vec<u8> {
    let (_, above) = lines.split_last().expect("lines");
    let above: String = above.iter().map(|line| format!("{line}\n")).collect();
    let sum = xxh3_64(above.as_bytes());
    format!("{above}{{\"sum\":\"{sum:016x}\"}}\n").into_bytes()
}

pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(bytes).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_replay_gives_the_same_battle_again() {
    for (match_up, scale) in [
        (computers(), Scale::Mm15),
        (random(), Scale::Mm10),
        (random(), Scale::Mm25),
    ] {
        let recording = fight(match_up, scale, 5);
        let written = bytes(&recording, Kind::Replay);
        let replay = Replay::read("a replay", &written).expect("a good replay");
        let played = replay.play();
        assert_eq!(played.course, Course::True);
        assert_eq!(played.battle.facts(), recording.battle().facts());
        assert_eq!(played.battle.army().verdict(), replay.verdict());
        assert_eq!(replay.record().answers(), recording.number());
    }
}

#[test]
fn a_script_does_it_all_again() {
    let recording = fight(random(), Scale::Mm15, 6);
    let written = bytes(&recording, Kind::Replay);
    let replay = Replay::read("a replay", &written).expect("a good replay");
    // A script gives the answers for both sides, as if two had sat there.
    let answers = replay.record().entries.iter().map(|entry| match entry {
        Entry::Answer { answer, .. } => answer.clone(),
        Entry::Dice(_) => panic!("nobody gives dice"),
    });
    let mut again = begin(persons(), Scale::Mm15, 6);
    for answer in answers {
        let script = ScriptPlayer::new(vec![answer], None);
        let side = again.on_turn().expect("a decision");
        again.seat(side, Box::new(AtOnce::new("script", Box::new(script))));
        again.poll();
        again.seat(side, Box::new(PersonSeat::default()));
    }
    assert_eq!(again.battle().hash(), recording.battle().hash());
}

/// Where a hash was changed, there the replay departs, and nowhere else.
#[test]
fn a_departure_is_found_where_it_is() {
    let recording = fight(computers(), Scale::Mm15, 5);
    let good = lines(&bytes(&recording, Kind::Replay));
    let first = good
        .iter()
        .position(|line| line.starts_with("{\"answer\""))
        .expect("answers");
    for answer in [1, 50, 200] {
        let mut bad = good.clone();
        let line = &mut bad[first + answer - 1];
        let digit = if line.as_bytes()[12] == b'0' {
            "1"
        } else {
            "0"
        };
        line.replace_range(12..13, digit);
        let replay = Replay::read("a replay", &sealed(&bad)).expect("a readable replay");
        let Course::Departs(departure) = replay.play().course else {
            panic!("answer {answer} is taken for true");
        };
        assert_eq!(departure.answer, answer);
        // The first answers set up, before the first turn.
        assert!(departure.turn >= 1 || answer <= 2);
        assert!(departure.side.is_some());
        assert!(departure.to_string().contains("the state is "));
    }
}

/// An answer that is left out makes the battle go another way.
#[test]
fn a_missing_answer_is_a_departure() {
    let recording = fight(computers(), Scale::Mm15, 5);
    let mut bad = lines(&bytes(&recording, Kind::Replay));
    bad.remove(30);
    let replay = Replay::read("a replay", &sealed(&bad)).expect("a readable replay");
    assert!(matches!(
        replay.play().course,
        Course::Departs(departure) if departure.answer == 29
    ));
}

/// A replay of other battle rules is not held to its hashes, and says so.
#[test]
fn other_rules_are_told() {
    let recording = fight(computers(), Scale::Mm15, 5);
    let mut old = lines(&bytes(&recording, Kind::Replay));
    let revision = format!("\"revision\":{}", deadly_field::battle::REVISION);
    assert!(old[0].contains(&revision));
    old[0] = old[0].replace(&revision, "\"revision\":0");
    let answer = &mut old[20];
    answer.replace_range(12..28, "0123456789abcdef");
    let replay = Replay::read("a replay", &sealed(&old)).expect("a readable replay");
    match replay.play().course {
        Course::Alike { why } => assert!(why.contains("revision 0"), "{why}"),
        other => panic!("{other:?}"),
    }
}
