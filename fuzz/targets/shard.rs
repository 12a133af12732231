//! Shards of many battles: refused with a reason, or added up.
#![no_main]

// Each target goes through one door of all.
#[allow(dead_code)]
#[path = "../doors.rs"]
mod doors;
#[allow(dead_code)]
#[path = "../generators.rs"]
mod generators;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| doors::shard(bytes));
