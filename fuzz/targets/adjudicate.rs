//! Lines for the adjudicator: answered, or told what is wrong.
#![no_main]

#[path = "../doors.rs"]
mod doors;
#[path = "../generators.rs"]
mod generators;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| doors::adjudicate(bytes));
