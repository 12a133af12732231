//! Ten thousand damaged scenario files, and none of them makes the loader panic.

use std::fs;
use std::path::Path;

use deadly_field::scenario::{check, find};

use crate::support::*;

/// Pieces that a damaged file may get.
const SCRAPS: [&str; 14] = [
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "-1",
    "4000000000",
    "1e38",
    "NaN",
    "inf",
    "Some(",
    "// ",
];

/// Damages a text in one of several ways.
pub fn damage(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let wounds = 1 + (dice.unit() * 3.0) as usize;
    for _ in 0..wounds {
        let at = (dice.unit() * bytes.len() as f32) as usize;
        let length = (dice.unit() * 40.0) as usize;
        let end = (at + length).min(bytes.len());
        match (dice.unit() * 6.0) as u32 {
            0 => bytes[at.min(text.len() - 1)] ^= 1 << (dice.unit() * 8.0) as u32,
            1 => {
                bytes.drain(at..end);
            }
            2 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            3 => {
                let scrap = SCRAPS[(dice.unit() * SCRAPS.len() as f32) as usize];
                bytes.splice(at..at, scrap.bytes());
            }
            4 => change_number(&mut bytes, at, dice),
            _ => bytes.truncate(at.max(1)),
        }
        if bytes.is_empty() {
            bytes.push(b'(');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Puts something extreme in place of the next number.
fn change_number(bytes: &mut Vec<u8>, from: usize, dice: &mut Dice) {
    let Some(start) = (from..bytes.len()).find(|&at| bytes[at].is_ascii_digit()) else {
        return;
    };
    let end = (start..bytes.len())
        .find(|&at| !bytes[at].is_ascii_digit() && bytes[at] != b'.')
        .unwrap_or(bytes.len());
    let extremes = [
        "0",
        "-3",
        "99999",
        "4294967295",
        "1e30",
        "-0.0",
        "0.00001",
        "NaN",
        "inf",
        "7",
    ];
    let extreme = extremes[(dice.unit() * extremes.len() as f32) as usize];
    bytes.splice(start..end, extreme.bytes());
}

#[test]
fn ten_thousand_damaged_files_without_a_panic() {
    let scenario = fs::read_to_string(find(Path::new("taint_no_militia"))).expect("the scenario");
    let board = fs::read_to_string(find(Path::new("boards/crossroads"))).expect("the board");
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("damaged.ron");
    let mut dice = Dice::new(1861);
    let mut refused = 0;
    for number in 0..10_000 {
        let whole = if number % 20 == 0 { &board } else { &scenario };
        fs::write(&path, damage(whole, &mut dice)).expect("written");
        if let Err(faults) = check(&path, rules()) {
            refused += 1;
            assert!(!faults.is_empty());
            for fault in faults {
                assert!(fault.to_string().contains("damaged.ron"), "{fault}");
            }
        }
    }
    assert!(refused > 5_000, "only {refused} were refused");
}

#[test]
fn files_that_are_nothing_but_brackets() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("brackets.ron");
    for bracket in ["(", "[", "{", "Some(", "(a:"] {
        fs::write(&path, bracket.repeat(100_000)).expect("written");
        assert!(check(&path, rules()).is_err(), "{bracket}");
    }
}
