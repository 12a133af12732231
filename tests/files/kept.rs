//! Files from earlier days must always load.
//!
//! `tests/files/kept/v1` holds files of version 1, and so on. They are never changed: a new field
//! gets a default, so that a file without it is still read. Replays of the revision that plays now
//! must match to the last bit; when one does not, the battle's rules have changed. Then raise
//! `battle::REVISION` and keep new files beside the old ones:
//!
//! ```sh
//! DEADLY_FIELD_KEEP=1 cargo test --test files kept
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use deadly_field::battle::REVISION;
use deadly_field::files::{Course, Kind, Replay, VERSION, kind_of, open_save, write_whole};
use deadly_field::players::MatchUp;
use deadly_field::rules::Scale;

use crate::support::{COMPUTERS, RANDOM, fight, save_after};

const HOW: &str = "raise battle::REVISION if the battle's rules have changed, then \
                   DEADLY_FIELD_KEEP=1 cargo test --test files kept";

fn folder(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/files/kept/v{version}"))
}

fn files(version: u32, kind: Kind) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(version)).expect("a folder of kept files");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| kind_of(path) == Some(kind))
        .collect();
    files.sort();
    files
}

/// Keeps new files of today's version and revision, when asked to.
fn keep() {
    if std::env::var_os("DEADLY_FIELD_KEEP").is_none() {
        return;
    }
    let folder = folder(VERSION);
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: String, bytes: Vec<u8>| {
        write_whole(&folder.join(name), &bytes).expect("written");
    };
    let replay = |match_up: MatchUp, scale: Scale| {
        let recording = fight(match_up, scale, 1863);
        recording.bytes(Kind::Replay).expect("written")
    };
    write(
        format!("r{REVISION}-computer-15mm.replay"),
        replay(COMPUTERS, Scale::Mm15),
    );
    write(
        format!("r{REVISION}-random-25mm.replay"),
        replay(RANDOM, Scale::Mm25),
    );
    write(
        format!("r{REVISION}-computer-10mm.save"),
        save_after(COMPUTERS, Scale::Mm10, 1863, 60),
    );
    // A battle that is over, for whoever tells stories.
    write(
        format!("r{REVISION}-finished-15mm.save"),
        fight(COMPUTERS, Scale::Mm15, 3)
            .bytes(Kind::Save)
            .expect("written"),
    );
}

#[test]
fn kept_files_load() {
    keep();
    for version in 1..=VERSION {
        let (saves, replays) = (files(version, Kind::Save), files(version, Kind::Replay));
        assert!(
            !saves.is_empty() && !replays.is_empty(),
            "version {version}"
        );
        for path in saves {
            let opened = open_save(&path).unwrap_or_else(|fault| panic!("{fault}"));
            let mut recording = opened.recording;
            COMPUTERS
                .play_on(&mut recording, |_| {})
                .unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display()));
            assert!(recording.battle().verdict().is_some(), "{}", path.display());
        }
        for path in replays {
            let replay = Replay::open(&path).unwrap_or_else(|fault| panic!("{fault}"));
            assert!(replay.answers().len() > 100, "{}", path.display());
            let course = replay.play(|_, _| {}).course;
            if replay.made().plays_alike() {
                assert_eq!(course, Course::True, "{}: {HOW}", path.display());
            }
        }
    }
    let of_today = files(VERSION, Kind::Replay)
        .iter()
        .filter_map(|path| Replay::open(path).ok())
        .filter(|replay| replay.made().plays_alike())
        .count();
    assert!(of_today > 0, "no kept replay is of today's rules: {HOW}");
}
