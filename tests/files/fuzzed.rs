//! A sample of what `cargo fuzz` does for hours: the same doors, the same generators, bytes of chance.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::damaged::tries;

#[path = "../../fuzz/doors.rs"]
mod doors;
#[path = "../../fuzz/generators.rs"]
mod generators;

/// Goes through a door with so many rows of bytes; the seed of one that goes wrong is told.
fn try_all(door: fn(&[u8]), count: u64) {
    for seed in 0..tries(count) {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = [0; 96];
        chance.fill_bytes(&mut bytes);
        let went = std::panic::catch_unwind(|| door(&bytes));
        assert!(went.is_ok(), "seed {seed}: {bytes:?}");
    }
}

#[test]
fn twisted_scenarios_are_refused_or_set_up() {
    try_all(doors::scenario, 60);
}

#[test]
fn twisted_forces_are_refused_or_judged_and_brought() {
    try_all(doors::force, 300);
}

#[test]
fn twisted_musters_are_refused_or_set_up() {
    try_all(doors::muster, 40);
}

#[test]
fn twisted_lessons_are_refused_or_played() {
    try_all(doors::lesson, 30);
}

#[test]
fn twisted_shards_are_refused_or_added_up() {
    try_all(doors::shard, 200);
}

#[test]
fn twisted_saves_are_refused_or_played_on() {
    try_all(doors::save, 60);
}

#[test]
fn twisted_replays_are_refused_or_played() {
    try_all(doors::replay, 60);
}

#[test]
fn twisted_journals_are_refused_or_played_on() {
    try_all(doors::journal, 60);
}

#[test]
fn twisted_requests_are_answered_or_told_what_is_wrong() {
    try_all(doors::adjudicate, 2000);
}

#[test]
fn twisted_lines_of_a_program_are_understood_or_told_what_is_wrong() {
    try_all(doors::program, 20);
}

/// What once went wrong, or nearly, is tried for ever.
#[test]
fn the_corpus_goes_through_every_door() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, door) in [
        ("scenario", doors::scenario as fn(&[u8])),
        ("force", doors::force),
        ("muster", doors::muster),
        ("lesson", doors::lesson),
        ("shard", doors::shard),
        ("save", doors::save),
        ("replay", doors::replay),
        ("journal", doors::journal),
        ("adjudicate", doors::adjudicate),
        ("program", doors::program),
    ] {
        let entries = std::fs::read_dir(folder.join(name)).expect("a folder of the corpus");
        for entry in entries {
            let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
            door(&bytes);
        }
    }
}
