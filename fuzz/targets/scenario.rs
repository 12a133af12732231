//! Scenarios: refused with a reason, or set up at every scale.
#![no_main]

#[path = "../doors.rs"]
mod doors;
#[path = "../generators.rs"]
mod generators;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| doors::scenario(bytes));
