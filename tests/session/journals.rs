//! Battles written down while they are fought.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use deadly_field::files::{Folder, Journal, Kind, kind_of, open_journal, read_save};
use deadly_field::rules::{Named, Scale, Side};
use deadly_field::session::{Session, Table};

use crate::fights::{both, count, fight, scenario};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_deadly-field"))
}

/// A battle written to a journal by the program itself.
fn fought(path: &Path, seed: u64) {
    fought_as(path, seed, &MEDIUM);
}

/// Those who go on with the journals are of this level too.
const MEDIUM: [&str; 4] = [
    "--union",
    "computer:medium",
    "--confederate",
    "computer:medium",
];

/// The same, with more on the command line.
fn fought_as(path: &Path, seed: u64, more: &[&str]) {
    let status = program()
        .args(["fight", "taint_no_militia", "--journal"])
        .arg(path)
        .args(["--seed", &seed.to_string()])
        .args(more)
        .stdout(Stdio::null())
        .status()
        .expect("it runs");
    assert!(status.success());
}

fn resumed(path: &Path) -> Session {
    let (opened, journal) = open_journal(path).unwrap_or_else(|fault| panic!("{fault}"));
    Table::new(both("computer:medium"))
        .resume(opened)
        .with_journal(journal)
}

#[test]
fn a_journal_is_the_battle_and_goes_on_from_any_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whole.journal");
    fought(&path, 3);
    assert_eq!(kind_of(&path), Some(Kind::Journal));
    let straight = fight(both("computer:medium"), &scenario(Scale::Mm15), 3, |_| {});
    let whole = resumed(&path);
    assert_eq!(whole.battle().hash(), straight.battle().hash());
    assert_eq!(whole.battle().facts(), straight.battle().facts());
    drop(whole);
    let text = fs::read_to_string(&path).expect("text");
    let lines: Vec<_> = text.lines().collect();
    for part in [0.1, 0.35, 0.6, 0.97] {
        let kept = (lines.len() as f64 * part) as usize;
        let path = folder.path().join(format!("{kept}.journal"));
        fs::write(&path, lines[..kept].join("\n") + "\n").expect("written");
        let mut session = resumed(&path);
        session.run(|_| {});
        assert_eq!(session.battle().hash(), straight.battle().hash());
        // It was written on while it was fought on.
        drop(session);
        let again = resumed(&path);
        assert_eq!(again.battle().hash(), straight.battle().hash());
        assert_eq!(
            again.record().entries.len(),
            straight.record().entries.len()
        );
    }
}

#[test]
fn a_torn_last_line_is_cut_off_and_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("torn.journal");
    fought(&path, 5);
    let bytes = fs::read(&path).expect("bytes");
    let cut = bytes.len() * 2 / 3;
    assert_ne!(bytes[cut - 1], b'\n', "in the middle of a line");
    fs::write(&path, &bytes[..cut]).expect("written");
    let (opened, journal) = open_journal(&path).unwrap_or_else(|fault| panic!("{fault}"));
    let note = opened.note.expect("a note");
    assert!(note.contains("torn"), "{note}");
    assert!(opened.battle.decision().is_some());
    drop(journal);
    let left = fs::read(&path).expect("bytes");
    assert!(left.ends_with(b"\n") && left.len() < cut);
    let (opened, _) = open_journal(&path).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(opened.note, None);
}

#[test]
fn damage_in_the_middle_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.journal");
    fought(&path, 5);
    let text = fs::read_to_string(&path).expect("text");
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let middle = lines.len() / 2;
    lines[middle].truncate(5);
    fs::write(&path, lines.join("\n") + "\n").expect("written");
    let fault = open_journal(&path).err().expect("a fault").to_string();
    assert!(fault.contains(&format!(":{}:", middle + 1)), "{fault}");
}

#[test]
fn a_second_window_is_kept_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("locked.journal");
    fought(&path, 1);
    let (_, held) = open_journal(&path).unwrap_or_else(|fault| panic!("{fault}"));
    let fault = open_journal(&path).err().expect("it is locked").to_string();
    assert!(fault.contains("another window"), "{fault}");
    drop(held);
    open_journal(&path).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn undo_and_given_dice_are_lines_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("undone.journal");
    let scenario = scenario(Scale::Mm15);
    let source = deadly_field::scenario::ScenarioSource::load(
        &deadly_field::scenario::find(Path::new("taint_no_militia")),
        Scale::Mm15,
        deadly_field::rules::Rules::book(),
    );
    let (_, source) = source.expect("a good scenario");
    let mut session = crate::fights::session(both("person"), &scenario, 6);
    let mut record = session.record().clone();
    record.opening.source = source;
    let journal = Journal::create(&path, &record, "test").expect("a journal");
    session = session.with_journal(journal);
    session.give_dice(&[1, 2, 3]);
    for _ in 0..2 {
        let ready = deadly_field::battle::Answer::READY;
        session.answer(ready).expect("always allowed");
    }
    let stay = deadly_field::battle::Answer::Stay;
    session.answer(stay.clone()).expect("a leader may stay");
    session.answer(stay.clone()).expect("the next too");
    session.undo().expect("nothing was rolled");
    let hash = session.battle().hash();
    drop(session);
    let again = resumed(&path);
    assert_eq!(again.battle().hash(), hash);
    assert_eq!(again.record().entries.len(), 2 + 2);
}

#[test]
fn a_journal_that_cannot_be_written_warns_and_the_battle_goes_on() {
    // The device on which every write fails.
    if !Path::new("/dev/full").exists() {
        return;
    }
    let out = program()
        .args(["fight", "taint_no_militia", "--journal", "/dev/full"])
        .output()
        .expect("it runs");
    // It is there already, and nothing that is there is overwritten.
    assert!(!out.status.success());
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(told.contains("/dev/full"), "{told}");
}

/// SIGKILL at some moments of a battle: whoever goes on with its journal fights the same battle.
#[cfg(unix)]
fn killed(kills: u64, more: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let level = "computer:medium";
    let players = ["--union", level, "--confederate", level];
    let args: Vec<&str> = players.iter().chain(more).copied().collect();
    let whole = folder.path().join("whole.journal");
    fought_as(&whole, 9, &args);
    let straight = resumed(&whole).battle().hash();
    let mut cut_short = 0;
    for kill in 0..kills {
        let path = folder.path().join(format!("{kill}.journal"));
        let mut child = program()
            .args(["fight", "taint_no_militia", "--seed", "9"])
            .args(&args)
            .arg("--journal")
            .arg(&path)
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        // Once it has begun: before that there is no journal.
        while !path.exists() {
            std::thread::sleep(Duration::from_micros(200));
            if child.try_wait().expect("a child").is_some() {
                break;
            }
        }
        std::thread::sleep(Duration::from_micros(kill * 7919 % 60_000));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let text = fs::read_to_string(&path).expect("text");
        let written = text
            .split_inclusive('\n')
            .filter(|line| line.starts_with("{\"answer\":") && line.ends_with('\n'))
            .count();
        let (opened, journal) = open_journal(&path).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(opened.record.answers(), written);
        cut_short += u32::from(opened.battle.decision().is_some());
        let mut session = Table::new(both(level)).resume(opened).with_journal(journal);
        session.run(|_| {});
        assert_eq!(session.battle().hash(), straight);
    }
    assert!(cut_short > 0, "every battle was over before it was killed");
}

/// A sample; 50 by `DEADLY_FIELD_KILLS`.
#[test]
#[cfg(unix)]
fn whatever_kills_the_program_the_journal_has_the_battle() {
    killed(count("DEADLY_FIELD_KILLS", 6), &[]);
}

/// A sample; 50 by `DEADLY_FIELD_KILLS`.
#[test]
#[cfg(unix)]
fn whatever_kills_a_battle_with_pickets_the_journal_has_it() {
    let hidden = ["--hidden", "both", "--dummies", "2"];
    killed(count("DEADLY_FIELD_KILLS", 4), &hidden);
}

/// Wherever a hidden battle is gone on with, each side knows what it had been shown, and no more.
#[test]
fn a_journal_keeps_the_secrets_of_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whole.journal");
    fought_as(&path, 4, &[&MEDIUM[..], &["--hidden", "both"]].concat());
    let straight = resumed(&path).battle().hash();
    let text = fs::read_to_string(&path).expect("text");
    let lines: Vec<_> = text.lines().collect();
    let mut hidden = 0;
    for part in [0.05, 0.15, 0.3, 0.6, 0.9] {
        let kept = (lines.len() as f64 * part) as usize;
        let path = folder.path().join(format!("{kept}.journal"));
        fs::write(&path, lines[..kept].join("\n") + "\n").expect("written");
        let mut session = resumed(&path);
        for &side in Side::ALL {
            let battle = session.battle();
            let mut seen = battle.first().as_seen_by(side);
            for fact in battle.facts().iter().filter(|fact| fact.seen_by(side)) {
                seen.apply(fact);
            }
            let plain = |army| serde_json::to_value(army).expect("written");
            let view = session.seen_by(side).army();
            assert_eq!(plain(view), plain(&seen), "{side:?} at {kept}");
            // Nobody knows who is behind the other's pickets.
            let theirs = view.standing_pickets();
            let theirs = theirs.filter(|picket| picket.id.side != side);
            hidden += theirs.inspect(|one| assert!(one.units.is_empty())).count();
        }
        session.run(|_| {});
        assert_eq!(session.battle().hash(), straight);
    }
    assert!(hidden > 0, "nobody was hidden");
}

#[test]
fn the_folder_finds_what_is_not_over_and_keeps_twenty() {
    let folder = tempfile::tempdir().expect("a folder");
    let journals = Folder::at(folder.path().join("journals"));
    assert!(journals.unfinished().is_none());
    let source = folder.path().join("over.journal");
    fought(&source, 1);
    let over = fs::read(&source).expect("bytes");
    fs::create_dir_all(journals.path()).expect("a folder");
    for number in 0..30 {
        let path = journals.path().join(format!("{number}-old.journal"));
        let mut file = fs::File::create(path).expect("a file");
        file.write_all(&over).expect("written");
    }
    assert!(journals.unfinished().is_none());
    let session = crate::fights::session(both("computer:medium"), &scenario(Scale::Mm15), 1);
    let journal = journals
        .begin(session.record(), "T'ain't No Militia")
        .expect("a journal");
    let name = journal.path().display().to_string();
    assert!(name.contains("taint-no-militia"), "{name}");
    let found = journals.journals();
    assert_eq!(found.iter().filter(|found| found.finished).count(), 20);
    assert_eq!(journals.unfinished().as_deref(), Some(journal.path()));
}

#[test]
fn a_save_whose_state_is_made_up_is_refused() {
    let session = fight(both("computer:medium"), &scenario(Scale::Mm15), 1, |_| {});
    let bytes = session
        .record()
        .bytes(Kind::Save, session.battle())
        .expect("bytes");
    // The scenario is not in it, so it cannot even begin.
    assert!(read_save("made up", &bytes).is_err());
}
