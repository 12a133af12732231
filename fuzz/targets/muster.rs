//! Scenarios that muster: refused with a reason, or set up.
#![no_main]

#[path = "../doors.rs"]
mod doors;
#[path = "../generators.rs"]
mod generators;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| doors::muster(bytes));
