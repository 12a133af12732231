//! Lessons: refused with a reason, or played through.
#![no_main]

// Each target goes through one door of all.
#[allow(dead_code)]
#[path = "../doors.rs"]
mod doors;
#[allow(dead_code)]
#[path = "../generators.rs"]
mod generators;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| doors::lesson(bytes));
