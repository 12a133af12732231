//! Files from earlier days must always load.
//!
//! `tests/files/kept/v2` holds files of version 2, and so on. They are never changed: a new field
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
use deadly_field::disk::write_whole;
use deadly_field::files::{
    Course, Journal, Kind, OLDEST, Replay, VERSION, kind_of, open_journal, open_save,
};
use deadly_field::rules::Scale;
use deadly_field::session::{MatchUp, Table};

use crate::support::{begin, bytes, computers, fight, random, save_after};

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

/// Keeps new files of today's version and revision, when asked to. One that is there is never
/// written again.
fn keep() {
    if std::env::var_os("DEADLY_FIELD_KEEP").is_none() {
        return;
    }
    let folder = folder(VERSION);
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, bytes: Vec<u8>| {
        let path = folder.join(format!("r{REVISION}-{name}"));
        if !path.exists() {
            write_whole(&path, &bytes).expect("written");
        }
    };
    let replay =
        |match_up: MatchUp, scale: Scale| bytes(&fight(match_up, scale, 1863), Kind::Replay);
    write("computer-15mm.replay", replay(computers(), Scale::Mm15));
    write("random-25mm.replay", replay(random(), Scale::Mm25));
    write(
        "computer-10mm.save",
        save_after(computers(), Scale::Mm10, 1863, 60),
    );
    write(
        "finished-15mm.save",
        bytes(&fight(computers(), Scale::Mm15, 3), Kind::Save),
    );
    let path = folder.join(format!("r{REVISION}-computer-15mm.journal"));
    if !path.exists() {
        let session = begin(computers(), Scale::Mm15, 1863);
        let journal = Journal::create(&path, session.record(), "kept").expect("a journal");
        session.with_journal(journal).run(|_| {});
    }
}

#[test]
fn kept_files_load() {
    keep();
    for version in OLDEST..=VERSION {
        let of = |kind| files(version, kind);
        let (saves, replays, journals) = (of(Kind::Save), of(Kind::Replay), of(Kind::Journal));
        assert!(
            !saves.is_empty() && !replays.is_empty() && !journals.is_empty(),
            "version {version}"
        );
        for path in saves {
            let opened = open_save(&path).unwrap_or_else(|fault| panic!("{fault}"));
            let mut session = Table::new(computers()).resume(opened);
            session.run(|_| {});
            let army = session.battle().army();
            assert!(army.verdict().is_some(), "{}", path.display());
        }
        for path in journals {
            // A copy: opening one locks it and may cut a torn line.
            let copy = tempfile::tempdir().expect("a folder");
            let to = copy.path().join("kept.journal");
            fs::copy(&path, &to).expect("copied");
            let (opened, _) = open_journal(&to).unwrap_or_else(|fault| panic!("{fault}"));
            assert!(opened.battle.army().clock().turn > 0, "{}", path.display());
        }
        for path in replays {
            let replay = Replay::open(&path).unwrap_or_else(|fault| panic!("{fault}"));
            assert!(replay.record().answers() > 100, "{}", path.display());
            let course = replay.play().course;
            // Before revision 3 nobody was asked where his units begin. Before revision 4 the Iron
            // Brigade stood on the table at once, so that such battles go on with the leaders' rides
            // and no farther.
            if let Course::Departs(departure) = &course {
                assert!(departure.answer > 5, "{}: {departure}", path.display());
            }
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
