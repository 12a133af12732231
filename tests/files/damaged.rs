//! Damaged files are refused; none of them makes the program panic, hang or lose anything.

use deadly_field::files::{Kind, Replay, read_save};
use deadly_field::rules::Scale;
use deadly_field::session::Table;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::replays::{lines, sealed};
use crate::support::{bytes, computers, fight, random, save_after};

/// How often to try; more for those who have the time: `DEADLY_FIELD_TRIES=50`.
pub fn tries(usual: u64) -> u64 {
    let more = std::env::var("DEADLY_FIELD_TRIES").ok();
    usual * more.and_then(|more| more.parse().ok()).unwrap_or(1)
}

/// Numbers of a seed.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn of(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound.max(1)
    }
}

/// Does something to a file that a bad disk, a bad wire or a bad editor might do.
fn damage(good: &[u8], seed: u64) -> Vec<u8> {
    let mut chance = Chance::of(seed);
    let mut bytes = good.to_vec();
    let at = chance.below(bytes.len());
    let some = (at + 1 + chance.below(300)).min(bytes.len());
    match chance.below(7) {
        0 => bytes[at] ^= 1 << chance.below(8),
        1 => bytes.truncate(at),
        2 => drop(bytes.drain(at..some)),
        3 => {
            let twice = bytes[at..some].to_vec();
            bytes.splice(at..at, twice);
        }
        4 => bytes[at..some].fill(0),
        5 => bytes.insert(at, b"\n\"{}[]0,"[chance.below(8)]),
        _ => {
            let mut lines: Vec<_> = good.split_inclusive(|&byte| byte == b'\n').collect();
            let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
            lines.swap(one, other);
            bytes = lines.concat();
        }
    }
    bytes
}

#[test]
fn thousands_of_damaged_files_are_refused() {
    let save = save_after(computers(), Scale::Mm15, 8, 60);
    let replay = bytes(&fight(computers(), Scale::Mm15, 8), Kind::Replay);
    let mut refused = 0;
    for seed in 0..2000 {
        let bad = damage(&save, seed);
        if bad != save {
            let fault = read_save("bad.save", &bad).err().expect("a refusal");
            assert!(fault.to_string().starts_with("bad.save:"), "{fault}");
            assert!(fault.what.len() > 5, "{fault}");
            refused += 1;
        }
        let bad = damage(&replay, seed);
        if bad != replay {
            let fault = Replay::read("bad.replay", &bad).err().expect("a refusal");
            assert!(fault.to_string().starts_with("bad.replay:"), "{fault}");
            refused += 1;
        }
    }
    assert!(refused > 3900, "{refused}");
    assert!(read_save("good.save", &save).is_ok());
}

/// Every number, word and empty list of a JSON value.
fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    let empty = value.as_array().is_none_or(Vec::is_empty)
        && value.as_object().is_none_or(serde_json::Map::is_empty);
    if empty {
        return found.push(value);
    }
    match value {
        Value::Array(list) => list.iter_mut().for_each(|part| leaves(part, found)),
        Value::Object(map) => map.values_mut().for_each(|part| leaves(part, found)),
        _ => {}
    }
}

/// Changes one value of a line into something strange.
fn twist(line: &str, chance: &mut Chance) -> String {
    let mut value: Value = serde_json::from_str(line).expect("JSON");
    let mut found = Vec::new();
    leaves(&mut value, &mut found);
    let at = chance.below(found.len());
    let strange = [
        Value::from(-1),
        Value::from(0),
        Value::from(3),
        Value::from(24),
        Value::from(25),
        Value::from(99),
        Value::from(1_000_000_000),
        Value::from(u32::MAX),
        Value::from(u64::MAX),
        Value::from(0.5),
        Value::from(1e30),
        Value::from(1e300),
        Value::from(-9999.0),
        Value::from(9999.0),
        Value::Null,
        Value::Bool(true),
        Value::from("routed"),
        Value::Array(Vec::new()),
    ];
    *found[at] = strange[chance.below(strange.len())].clone();
    value.to_string()
}

/// A line of the file twisted, with a right sum and, so that not even the hash of the state
/// protects us, the mark of other battle rules.
fn crafted(good: &[String], line: usize, chance: &mut Chance) -> Vec<u8> {
    let mut bad = good.to_vec();
    let revision = format!("\"revision\":{}", deadly_field::battle::REVISION);
    bad[0] = bad[0].replace(&revision, "\"revision\":999");
    bad[line] = twist(&bad[line], chance);
    sealed(&bad)
}

/// Files made up with care: a state of strange numbers, units that do not exist, moves to the moon.
/// They are refused, or they can be played on.
#[test]
fn crafted_saves_are_refused_or_playable() {
    let good = lines(&save_after(computers(), Scale::Mm15, 8, 75));
    let state = good
        .iter()
        .position(|line| line.starts_with("{\"state\""))
        .expect("a state");
    let (mut refused, mut played) = (0, 0);
    for seed in 0..tries(400) {
        let mut chance = Chance::of(seed);
        let bad = crafted(&good, state, &mut chance);
        let Ok(opened) = read_save("crafted.save", &bad) else {
            refused += 1;
            continue;
        };
        played += 1;
        let mut session = Table::new(random()).resume(opened);
        for _ in 0..40 {
            // A state that never was may offer what it then refuses.
            session.poll();
        }
    }
    assert!(refused > 100 && played > 20, "{refused} {played}");
}

#[test]
fn crafted_replays_are_refused_or_depart() {
    let recording = fight(computers(), Scale::Mm15, 8);
    let good = lines(&bytes(&recording, Kind::Replay));
    let (mut refused, mut read) = (0, 0);
    for seed in 0..tries(400) {
        let mut chance = Chance::of(seed);
        let line = 2 + chance.below(good.len() - 4);
        match Replay::read("crafted.replay", &crafted(&good, line, &mut chance)) {
            Err(_) => refused += 1,
            Ok(replay) => {
                read += 1;
                replay.play();
            }
        }
    }
    assert!(refused > 20 && read > 10, "{refused} {read}");
}

/// What is wrong is said with the place and what would be right.
#[test]
fn refusals_name_the_place() {
    let good = lines(&save_after(computers(), Scale::Mm15, 8, 75));
    let state = good
        .iter()
        .position(|line| line.starts_with("{\"state\""))
        .expect("a state");
    let told = |change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        let mut value: Value = serde_json::from_str(&bad[state]).expect("JSON");
        change(&mut value["state"]);
        bad[state] = value.to_string();
        let fault = read_save("bad.save", &sealed(&bad)).err().expect("a fault");
        // Columns and hashes change with every new field of the state.
        let line = fault
            .place
            .map_or("".to_owned(), |(line, _)| format!(":{line}"));
        let words = fault.what.split(' ').map(|word| match word.len() {
            16 if word.bytes().all(|byte| byte.is_ascii_hexdigit()) => "HASH",
            _ => word,
        });
        let what = words.collect::<Vec<_>>().join(" ");
        format!("{}{line}: {}: {what}", fault.file, fault.field)
    };
    let faults = [
        told(&|state| state["army"]["clock"]["turn"] = 77.into()),
        told(&|state| state["army"]["units"][3]["strength"] = 4_000_000_000_u32.into()),
        told(&|state| state["army"]["positions"][3]["at"][0] = 1e30.into()),
        told(&|state| state["stack"] = serde_json::json!([{"settle": {"unit": 25}}])),
        told(&|state| state["stack"] = serde_json::json!([{"settle": {}}])),
        told(&|state| drop(state["army"]["units"].as_array_mut().map(Vec::pop))),
        told(&|state| state["army"]["records"][2]["reacted"] = true.into()),
        told(&|state| state["army"]["units"][2]["morale"] = "brave".into()),
    ];
    insta::assert_snapshot!(faults.join("\n"));
}
