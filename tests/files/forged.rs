//! Files made up by somebody who knows how they are written: parts of a true state put elsewhere in
//! it, left out or doubled, under a right sum and the mark of other battle rules, so that no hash
//! protects us. They are refused, or they can be played on by everybody to the end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use deadly_field::files::{Kind, Replay, open_journal, read_save};
use deadly_field::players::{Level, SeatKind};
use deadly_field::rules::Scale;
use deadly_field::session::{MatchUp, Table};
use serde_json::Value;

use crate::damaged::{Chance, tries};
use crate::replays::{lines, sealed};
use crate::support::{begin, bytes, computers, random};

/// The paths to every value below one, as JSON pointers.
fn paths(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (at, part) in list.iter().enumerate() {
                let path = format!("{here}/{at}");
                paths(part, &path, found);
                found.push(path);
            }
        }
        Value::Object(map) => {
            for (key, part) in map {
                let path = format!("{here}/{key}");
                paths(part, &path, found);
                found.push(path);
            }
        }
        _ => {}
    }
}

/// Where two values stand in the same way: the same path but for the numbers in it.
fn alike(path: &str) -> String {
    let parts = path.split('/').map(|part| match part.parse::<usize>() {
        Ok(_) => "#",
        Err(_) => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Puts a part of the state where another of its kind stood, leaves one out, or doubles it.
fn graft(state: &mut Value, others: &[Value], chance: &mut Chance) {
    let mut found = Vec::new();
    paths(state, "", &mut found);
    // Steps under way are few among thousands of numbers, and the most of them can go wrong.
    let steps: Vec<_> = found
        .iter()
        .filter(|path| path.starts_with("/stack"))
        .cloned()
        .collect();
    if chance.below(2) == 0 && !steps.is_empty() {
        found = steps;
    }
    if found.is_empty() {
        return;
    }
    let at = found[chance.below(found.len())].clone();
    match chance.below(4) {
        0 => {
            let (above, part) = at.rsplit_once('/').expect("a path");
            match (state.pointer_mut(above), part.parse::<usize>()) {
                (Some(Value::Array(list)), Ok(part)) => drop(list.remove(part)),
                (Some(Value::Object(map)), _) => drop(map.remove(part)),
                _ => {}
            }
        }
        1 => {
            let (above, part) = at.rsplit_once('/').expect("a path");
            if let (Some(Value::Array(list)), Ok(part)) =
                (state.pointer_mut(above), part.parse::<usize>())
            {
                let twice = list[part].clone();
                list.insert(chance.below(list.len() + 1), twice);
            }
        }
        _ => {
            let other = &others[chance.below(others.len())];
            let mut there = Vec::new();
            paths(other, "", &mut there);
            there.retain(|path| alike(path) == alike(&at));
            if there.is_empty() {
                return;
            }
            let from = other.pointer(&there[chance.below(there.len())]);
            if let (Some(to), Some(from)) = (state.pointer_mut(&at), from) {
                *to = from.clone();
            }
        }
    }
}

/// Saves of several battles at several moments.
fn saves() -> Vec<Vec<String>> {
    let mut saves = Vec::new();
    for (match_up, scale, seed) in [
        (computers(), Scale::Mm15, 8),
        (random(), Scale::Mm15, 3),
        (random(), Scale::Mm25, 4),
        (random(), Scale::Mm10, 5),
    ] {
        let mut session = begin(match_up, scale, seed);
        session.run(|session| {
            if session.number() % 37 == 5 {
                saves.push(lines(&bytes(session, Kind::Save)));
            }
        });
    }
    saves
}

fn state_of(save: &[String]) -> (usize, Value) {
    let at = save.iter().position(|line| line.starts_with("{\"state\""));
    let at = at.expect("a state");
    let line: Value = serde_json::from_str(&save[at]).expect("JSON");
    (at, line["state"].clone())
}

fn other_revision(header: &str) -> String {
    let revision = format!("\"revision\":{}", deadly_field::battle::REVISION);
    header.replace(&revision, "\"revision\":999")
}

#[test]
fn forged_saves_are_refused_or_played_on() {
    let saves = saves();
    let states: Vec<Value> = saves.iter().map(|save| state_of(save).1).collect();
    let (mut refused, mut played) = (0, 0);
    for seed in 0..tries(300) {
        let mut chance = Chance::of(seed);
        let mut save = saves[chance.below(saves.len())].clone();
        let (at, mut state) = state_of(&save);
        for _ in 0..=chance.below(3) {
            graft(&mut state, &states, &mut chance);
        }
        save[at] = serde_json::json!({ "state": state }).to_string();
        save[0] = other_revision(&save[0]);
        let forged = sealed(&save);
        let seats = match chance.below(3) {
            0 => MatchUp::both(SeatKind::Computer(Level::Medium)),
            1 => MatchUp::both(SeatKind::Computer(Level::Easy)),
            _ => random(),
        };
        // A panic is told with its seed, so that it can be looked at.
        let went = catch_unwind(AssertUnwindSafe(|| {
            let Ok(opened) = read_save("forged.save", &forged) else {
                return false;
            };
            let mut session = Table::new(seats).resume(opened);
            for _ in 0..150 {
                session.poll();
            }
            true
        }));
        match went {
            Ok(true) => played += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("the forged save of seed {seed} makes the program panic"),
        }
    }
    println!("forged saves: {refused} refused, {played} played on");
    assert!(refused > 20 && played > 20, "{refused} {played}");
}

#[test]
fn forged_journals_are_refused_or_played_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = saves();
    let states: Vec<Value> = saves.iter().map(|save| state_of(save).1).collect();
    let (mut refused, mut played) = (0, 0);
    for seed in 0..tries(60) {
        let mut chance = Chance::of(seed);
        let save = &saves[chance.below(saves.len())];
        let (at, mut state) = state_of(save);
        graft(&mut state, &states, &mut chance);
        let mut journal = save[..at].to_vec();
        journal[0] =
            other_revision(&journal[0]).replace("deadly-field save", "deadly-field journal");
        journal.push(serde_json::json!({ "state": state }).to_string());
        let path = folder.path().join(format!("{seed}.journal"));
        std::fs::write(&path, journal.join("\n") + "\n").expect("written");
        let went = catch_unwind(AssertUnwindSafe(|| {
            let Ok((opened, _)) = open_journal(&path) else {
                return false;
            };
            let mut session = Table::new(random()).resume(opened);
            for _ in 0..60 {
                session.poll();
            }
            true
        }));
        match went {
            Ok(true) => played += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("the forged journal of seed {seed} makes the program panic"),
        }
        std::fs::remove_file(&path).expect("removed");
    }
    println!("forged journals: {refused} refused, {played} played on");
    assert!(refused > 5 && played > 5, "{refused} {played}");
}

#[test]
fn forged_replays_are_refused_or_depart() {
    let mut session = begin(random(), Scale::Mm15, 3);
    session.run(|_| {});
    let good = lines(&bytes(&session, Kind::Replay));
    let answers: Vec<Value> = good[2..good.len() - 2]
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (mut refused, mut read) = (0, 0);
    for seed in 0..tries(60) {
        let mut chance = Chance::of(seed);
        let mut forged = good.clone();
        forged[0] = other_revision(&forged[0]);
        for _ in 0..=chance.below(3) {
            let at = 2 + chance.below(answers.len());
            let mut answer: Value = serde_json::from_str(&forged[at]).expect("JSON");
            graft(&mut answer, &answers, &mut chance);
            forged[at] = answer.to_string();
        }
        let forged = sealed(&forged);
        let went = catch_unwind(AssertUnwindSafe(|| {
            let Ok(replay) = Replay::read("forged.replay", &forged) else {
                return false;
            };
            replay.play();
            true
        }));
        match went {
            Ok(true) => read += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("the forged replay of seed {seed} makes the program panic"),
        }
    }
    println!("forged replays: {refused} refused, {read} played");
    assert!(refused > 5 && read > 5, "{refused} {read}");
}
