//! Replays give the same battle again, or say where they depart.

use deadly_field::files::{Course, Kind, Replay};
use deadly_field::players::{ComputerPlayer, Level, Player, ReplayPlayer};
use deadly_field::rules::Scale;
use xxhash_rust::xxh3::xxh3_64;

use crate::support::{COMPUTERS, RANDOM, fight};

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
        (COMPUTERS, Scale::Mm15),
        (RANDOM, Scale::Mm10),
        (RANDOM, Scale::Mm25),
    ] {
        let recording = fight(match_up, scale, 5);
        let bytes = recording.bytes(Kind::Replay).expect("written");
        let replay = Replay::read("a replay", &bytes).expect("a good replay");
        let played = replay.play(|_, _| {});
        assert_eq!(played.course, Course::True);
        assert_eq!(played.battle.facts(), recording.battle().facts());
        assert_eq!(played.battle.verdict(), replay.verdict());
        assert_eq!(replay.answers().len(), recording.answers());
    }
}

#[test]
fn a_replay_player_does_it_all_again() {
    let recording = fight(RANDOM, Scale::Mm15, 6);
    let bytes = recording.bytes(Kind::Replay).expect("written");
    let replay = Replay::read("a replay", &bytes).expect("a good replay");
    let mut player = ReplayPlayer::new(&replay, Box::new(ComputerPlayer::new(Level::Hard)));
    let mut battle = replay.first();
    while let Some(decision) = battle.decision().cloned() {
        let answer = player.answer(&battle, &decision);
        battle.answer(answer).expect("a legal answer");
    }
    assert_eq!(player.left(), 0);
    assert_eq!(battle.hash(), recording.battle().hash());
}

/// Where a hash was changed, there the replay departs, and nowhere else.
#[test]
fn a_departure_is_found_where_it_is() {
    let recording = fight(COMPUTERS, Scale::Mm15, 5);
    let good = lines(&recording.bytes(Kind::Replay).expect("written"));
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
        let Course::Departs(departure) = replay.play(|_, _| {}).course else {
            panic!("answer {answer} is taken for true");
        };
        assert_eq!(departure.answer, answer);
        assert!(departure.turn >= 1 && departure.side.is_some());
        assert!(departure.to_string().contains("the state is "));
    }
}

/// An answer that is left out makes the battle go another way.
#[test]
fn a_missing_answer_is_a_departure() {
    let recording = fight(COMPUTERS, Scale::Mm15, 5);
    let mut bad = lines(&recording.bytes(Kind::Replay).expect("written"));
    bad.remove(30);
    let answers = recording.answers();
    bad[0] = bad[0].replace(
        &format!("\"answers\":{answers}"),
        &format!("\"answers\":{}", answers - 1),
    );
    let replay = Replay::read("a replay", &sealed(&bad)).expect("a readable replay");
    assert!(matches!(
        replay.play(|_, _| {}).course,
        Course::Departs(departure) if departure.answer == 29
    ));
}

/// A replay of other battle rules is not held to its hashes, and says so.
#[test]
fn other_rules_are_told() {
    let recording = fight(COMPUTERS, Scale::Mm15, 5);
    let mut old = lines(&recording.bytes(Kind::Replay).expect("written"));
    let revision = format!("\"revision\":{}", deadly_field::battle::REVISION);
    assert!(old[0].contains(&revision));
    old[0] = old[0].replace(&revision, "\"revision\":0");
    let answer = &mut old[20];
    answer.replace_range(12..28, "0123456789abcdef");
    let replay = Replay::read("a replay", &sealed(&old)).expect("a readable replay");
    match replay.play(|_, _| {}).course {
        Course::Alike { why } => assert!(why.contains("revision 0"), "{why}"),
        other => panic!("{other:?}"),
    }
}
