//! Files seen at a glance, and the folders they lie in.

use std::fs;
use std::path::{Path, PathBuf};

use deadly_field::files::{Folder, Kind, glance, is_in_use, open_journal, source_of};
use deadly_field::rules::{Rules, Scale};

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/kept/v2");
    folder.join(name)
}

#[test]
fn a_glance_tells_what_a_list_wants() {
    let journal = glance(&kept("r2-computer-15mm.journal")).expect("a journal");
    assert_eq!(journal.kind, Kind::Journal);
    assert!(journal.finished);
    assert_eq!(journal.scale, Scale::Mm15);
    assert!(journal.turn >= Some(2), "{:?}", journal.turn);
    assert!(journal.answers > 100);
    let save = glance(&kept("r2-computer-10mm.save")).expect("a save");
    assert_eq!((save.kind, save.finished), (Kind::Save, false));
    assert_eq!(save.scenario, "T'ain't No Militia");
    assert!(save.turn >= Some(1), "{:?}", save.turn);
    assert!(glance(&kept("r2-finished-15mm.save")).is_ok_and(|save| save.finished));
    let replay = glance(&kept("r2-computer-15mm.replay")).expect("a replay");
    assert_eq!((replay.kind, replay.finished), (Kind::Replay, true));
    assert_eq!(replay.turn, None);
    let (source, scale) = source_of(&save.path).expect("its sources");
    assert_eq!(scale, Scale::Mm10);
    assert!(source.scenario(scale, Rules::book()).is_ok());
}

#[test]
fn a_damaged_file_is_listed_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Folder::at(folder.path().join("saves"));
    assert!(shelf.files().is_empty(), "a folder that is not there");
    let free = shelf
        .free_path("T'ain't No Militia", 3, "save")
        .expect("a name");
    let name = free.file_name().expect("a name").to_string_lossy();
    assert!(name.starts_with("taint-no-militia-turn-3-2"), "{name}");
    let whole = fs::read(kept("r2-computer-10mm.save")).expect("bytes");
    fs::write(&free, &whole).expect("written");
    let other = shelf
        .free_path("T'ain't No Militia", 3, "save")
        .expect("another name");
    assert_ne!(free, other);
    fs::write(&other, &whole[..whole.len() / 2]).expect("written");
    fs::write(shelf.path().join("third.save"), "not ours").expect("written");
    fs::write(shelf.path().join("notes.txt"), "not ours").expect("written");
    let files = shelf.files();
    assert_eq!(files.len(), 3, "{files:?}");
    let good: Vec<_> = files.iter().filter(|path| glance(path).is_ok()).collect();
    assert_eq!(good, [&free]);
    let fault = glance(&other).expect_err("half a save").to_string();
    assert!(fault.contains("cut off"), "{fault}");
    let fault = glance(&shelf.path().join("third.save")).expect_err("no save");
    assert!(fault.to_string().contains("third.save"), "{fault}");
}

#[test]
fn a_journal_that_is_open_is_in_use() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.journal");
    fs::copy(kept("r2-computer-15mm.journal"), &path).expect("copied");
    assert!(!is_in_use(&path));
    let opened = open_journal(&path).expect("a journal");
    assert!(is_in_use(&path));
    drop(opened);
    assert!(!is_in_use(&path));
}
