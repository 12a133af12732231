//! Forces: refused with a reason, or judged, written again and brought to a scenario.
#![no_main]

#[path = "../doors.rs"]
mod doors;
#[path = "../generators.rs"]
mod generators;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| doors::force(bytes));
