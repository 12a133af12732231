//! Saves and replays as a person uses them.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

fn command(folder: &TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .current_dir(folder.path())
        .args(arguments)
        .output()
        .expect("it runs");
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_battle_is_saved_gone_on_with_and_replayed() {
    let folder = TempDir::new().expect("a folder");
    let run = |arguments: &[&str]| command(&folder, arguments);
    let (code, told, errors) = run(&[
        "fight",
        "taint_no_militia",
        "--seed",
        "4",
        "--replay",
        "whole.replay",
        "--save",
        "third.save",
        "--at",
        "3",
    ]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        told.contains("`deadly-field replay whole.replay`"),
        "{told}"
    );
    assert!(told.contains("`deadly-field fight third.save`"), "{told}");
    // From the save it is the same battle, and the same replay to the last byte.
    let (code, _, errors) = run(&["fight", "third.save", "--replay", "on.replay"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let read = |name: &str| fs::read(folder.path().join(name)).expect("written");
    assert!(read("whole.replay") == read("on.replay"));
    // Nothing else is left in the folder.
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["on.replay", "third.save", "whole.replay"]);
    let (code, told, errors) = run(&["replay", "whole.replay"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        told.contains("Turn 1") && told.contains("whole.replay: true: all "),
        "{told}"
    );
}

#[test]
fn house_rules_travel_with_a_replay() {
    let folder = TempDir::new().expect("a folder");
    let run = |arguments: &[&str]| command(&folder, arguments);
    assert_eq!(run(&["house-rules", "mine"]).0, 0);
    let charge = folder.path().join("mine/morale.ron");
    let text = fs::read_to_string(&charge).expect("a chart");
    let changed = text.replacen("big_margin: 5", "big_margin: 3", 1);
    assert_ne!(text, changed);
    fs::write(&charge, changed).expect("written");
    let fight = ["fight", "taint_no_militia", "--seed", "4", "--replay"];
    let (code, _, errors) = run(&[&fight[..], &["mine.replay", "--rules", "mine"]].concat());
    assert_eq!(code, 0, "{errors}");
    assert_eq!(run(&[&fight[..], &["book.replay"]].concat()).0, 0);
    let hash = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).expect("written");
        text.lines().last().map(str::to_owned)
    };
    assert_ne!(hash("mine.replay"), hash("book.replay"));
    // The folder is gone, the rules are not.
    fs::remove_dir_all(folder.path().join("mine")).expect("removed");
    let (code, told, errors) = run(&["replay", "mine.replay", "--check"]);
    assert_eq!(code, 0, "{told}{errors}");
}

#[test]
fn a_scenario_may_change_after_the_battle() {
    let folder = TempDir::new().expect("a folder");
    let run = |arguments: &[&str]| command(&folder, arguments);
    let ours = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/scenarios/taint_no_militia.ron"
    );
    let own = folder.path().join("own.ron");
    fs::copy(ours, &own).expect("copied");
    assert_eq!(run(&["fight", "own.ron", "--replay", "own.replay"]).0, 0);
    fs::write(&own, "(nothing)").expect("written");
    let (code, told, errors) = run(&["replay", "own.replay", "--check"]);
    assert_eq!(code, 0, "{told}{errors}");
}

#[test]
fn wrong_files_are_refused_with_a_reason() {
    let folder = TempDir::new().expect("a folder");
    let run = |arguments: &[&str]| command(&folder, arguments);
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("foreign.json", "{\"a\": 1}\n");
    write("empty", "");
    let save = ["fight", "taint_no_militia", "--save", "a.save", "--at", "1"];
    assert_eq!(run(&save).0, 0);
    let good = fs::read_to_string(folder.path().join("a.save")).expect("a save");
    write("cut.save", &good[..good.len() - 40]);
    write(
        "new.save",
        &good.replacen("\"version\":2", "\"version\":9", 1),
    );
    write(
        "old.save",
        &good.replacen("\"version\":2", "\"version\":1", 1),
    );
    for (arguments, reason) in [
        (
            &["fight", "old.save"][..],
            "old.save:1:1: is of version 1, from before the first release",
        ),
        (
            &["replay", "foreign.json"],
            "foreign.json:1:1: is no replay of Deadly Field",
        ),
        (&["replay", "empty"], "empty: is empty"),
        (
            &["replay", "a.save"],
            "a.save:1:1: is a save; a replay is needed",
        ),
        (&["replay", "nowhere"], "nowhere: cannot be read"),
        (&["fight", "cut.save"], "is cut off in this line"),
        (
            &["fight", "new.save"],
            "new.save:1:1: is of version 9; this program reads versions up to 2",
        ),
        (
            &["fight", "a.save", "--seed", "2"],
            "--seed cannot be given with a save",
        ),
        (
            &["fight", "taint_no_militia", "--replay", "no/such/folder"],
            "no/such/folder: ",
        ),
    ] {
        let (code, told, errors) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}: {told}{errors}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
    // A battle that ends before the turn it should be saved at says so.
    let (code, _, errors) = run(&["fight", "taint_no_militia", "--save", "b.save", "--at", "9"]);
    assert_eq!(code, 1);
    assert!(
        errors.contains("b.save: not saved: the battle ended before turn 9"),
        "{errors}"
    );
}

/// A replay that cannot be written leaves the old file as it was.
#[test]
fn what_was_there_stays_until_the_new_file_is_whole() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("taken")).expect("a folder");
    let (code, _, errors) = command(&folder, &["fight", "taint_no_militia", "--replay", "taken"]);
    assert_eq!(code, 2);
    assert!(errors.contains("taken: is a folder"), "{errors}");
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1);
}

/// `play` without a display: whatever is wrong with what was asked is told first.
#[test]
fn play_says_what_is_wrong() {
    let folder = TempDir::new().expect("a folder");
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/kept/v2/");
    let play = |arguments: &[&str]| {
        let output = Command::cargo_bin("deadly-field")
            .expect("the program")
            .current_dir(folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env("DEADLY_FIELD_DATA", folder.path().join("data"))
            .arg("play")
            .args(arguments)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!errors.contains("panicked"), "{errors}");
        errors
    };
    let told = play(&["taint_no_militia"]);
    assert!(told.contains("no display"), "{told}");
    assert!(told.contains("fight taint_no_militia --story"), "{told}");
    let told = play(&["no_such_battle"]);
    assert!(
        told.contains("taint_no_militia"),
        "names what there is: {told}"
    );
    let told = play(&["taint_no_militia", "--union", "grandmother"]);
    assert!(told.contains("computer:medium"), "{told}");
    let told = play(&[&format!("{kept}r2-computer-15mm.replay")]);
    assert!(told.contains("deadly-field watch"), "{told}");
    let save = format!("{kept}r2-computer-10mm.save");
    let told = play(&[&save, "--seed", "3"]);
    assert!(told.contains("--seed cannot be given"), "{told}");
    let told = play(&[&save]);
    assert!(told.contains("no display"), "{told}");
    // A program is only ever started by whoever asks for it.
    let journal = fs::read_to_string(format!("{kept}r2-computer-15mm.journal")).expect("text");
    let (header, rest) = journal.split_once('\n').expect("lines");
    let seat = header.find("\"union\":\"").expect("a seat") + 9;
    let end = seat + header[seat..].find('"').expect("its end");
    let header = format!("{}program{}", &header[..seat], &header[end..]);
    let rest = rest.rsplit_once("{\"end\":").expect("an end").0;
    let path = folder.path().join("program.journal");
    fs::write(&path, format!("{header}\n{rest}")).expect("written");
    let told = play(&["program.journal"]);
    assert!(told.contains("--union person"), "{told}");
    let whole = fs::read(&save).expect("bytes");
    fs::write(folder.path().join("half.save"), &whole[..2000]).expect("written");
    let told = play(&["half.save"]);
    assert!(told.contains("half.save"), "{told}");
    // Nothing was begun in vain.
    assert!(!folder.path().join("data").exists());
}
