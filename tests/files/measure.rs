//! What has no measure, and what claims to be what it is not: refused, and nothing is started, eaten or
//! lost by it.

use std::fs;

use crate::hostile::{Den, SCENARIO};
use crate::replays::{lines, sealed};

/// Whatever a file says of who played, opening it starts nothing.
#[test]
fn no_file_starts_a_program() {
    let den = Den::new();
    assert_eq!(den.run("fight s.ron --at 2 --save t.save").0, 0);
    let mut save = lines(&fs::read(den.path("t.save")).expect("a save"));
    let seat = "\"union\":\"computer:hard\"";
    assert!(save[0].contains(seat));
    save[0] = save[0].replace(seat, "\"union\":\"program:touch started\"");
    den.write("forged.save", sealed(&save));
    let last = save.iter().position(|line| line.starts_with("{\"state\""));
    let mut journal = save[..last.expect("a state")].join("\n") + "\n";
    journal = journal.replacen("deadly-field save", "deadly-field journal", 1);
    den.write("forged.journal", &journal);
    for file in ["forged.save", "forged.journal"] {
        den.refuses(&format!("play {file}"), "which no file starts");
        let (code, said) = den.run(&format!("fight {file}"));
        assert_eq!(code, 0, "{file}: {said}");
        assert!(!den.path("started").exists(), "{file} starts a program");
    }
}

/// The place of every value is remembered, but not by a name as long as the file.
#[test]
#[cfg(target_os = "linux")]
fn a_name_as_long_as_the_file_does_not_eat_the_memory() {
    let den = Den::new();
    let (name, list) = ("a".repeat(500_000), "1,".repeat(500_000));
    den.write("name.ron", format!("({name}: [{list}])"));
    den.write(
        "nest.ron",
        format!("{}{list}", format!("({}:", &name[..20_000]).repeat(60)),
    );
    for line in [
        "check name.ron",
        "check nest.ron",
        "fight name.ron",
        "muster check name.ron",
        "learn --check name.ron",
    ] {
        den.refuses_within(line, "name.ron:1:|nest.ron:1:|has ");
    }
}

/// Lists of a lesson are counted before anybody looks for whom they name.
#[test]
#[cfg(target_os = "linux")]
fn a_lesson_without_measure_is_refused() {
    let den = Den::new();
    let lesson = |what: &str, of: &str| {
        format!(
            "(title: \"x\", about: \"x\", teaches: [\"fire.minimum\"], {of} \
             steps: [(say: \"x\", {what})])"
        )
    };
    let of = "scenario: \"taint_no_militia\",";
    let names: String = (0..120_000)
        .map(|number| format!("\"{number}\","))
        .collect();
    den.write("who.ron", lesson(&format!("play: [Hold([{names}])]"), of));
    den.refuses_within("learn --check who.ron", "a list; allowed: up to 60");
    let after = "Run(\"x\"),".repeat(100_000);
    let odds = format!("odds: [(label: \"x\", of: Test(\"84th New York\"), after: [{after}])]");
    den.write("after.ron", lesson(&odds, of));
    den.refuses_within("learn --check after.ron", "allowed: up to 60");
    for (what, why) in [
        (
            "odds: [(label: \"x\", of: Morale(unit: \"84th New York\", more: 2147483647))]",
            "-12 to 12",
        ),
        (
            "play: [Move(by: [\"84th New York\"], legs: [wheel(degrees: 1e30)])]",
            "beyond all measure",
        ),
        (
            "play: [Move(by: [\"84th New York\"], legs: [ahead(inches: NaN, degrees: inf)])]",
            "beyond all measure",
        ),
    ] {
        den.write("odd.ron", lesson(what, of));
        den.refuses_within("learn --check odd.ron", why);
    }
    let as_if = "as_if: [(unit: \"84th New York\", facing: NaN)],";
    den.write("nan.ron", lesson("", &format!("{of} {as_if}")));
    den.refuses("learn --check nan.ron", "must be numbers");
}

/// A lesson looks for its scenario where it lies itself, and among ours.
#[test]
#[cfg(unix)]
fn a_lesson_names_only_what_lies_in_its_folder() {
    let den = Den::new();
    fs::create_dir(den.path("sub")).expect("a folder");
    let names = |file: &str| {
        let text = format!(
            "(title: \"x\", about: \"x\", teaches: [\"fire.minimum\"], scenario: \"{file}\", \
             steps: [(say: \"x\")])"
        );
        den.write("sub/lesson.ron", text);
    };
    let outside = den.path("s.ron").display().to_string();
    for file in [outside.as_str(), "../s.ron", "x/../../s", ""] {
        names(file);
        den.refuses(
            "learn --check sub/lesson.ron",
            "allowed: a file in the scenario's own folder",
        );
    }
    std::os::unix::fs::symlink(den.path("s.ron"), den.path("sub/link.ron")).expect("a link");
    names("link");
    den.refuses("learn --check sub/lesson.ron", "is a link out of");
    den.write("sub/own.ron", SCENARIO);
    for file in ["own", "own.ron", "taint_no_militia"] {
        names(file);
        assert_eq!(den.run("learn --check sub/lesson.ron").0, 0, "{file}");
    }
}

/// A shard's numbers have bounds, and it is not read into memory as a whole.
#[test]
fn a_shard_without_measure_is_refused() {
    let den = Den::new();
    assert_eq!(
        den.run("simulate s.ron --games 3 --out a.json --union random --confederate random")
            .0,
        0
    );
    let shard = fs::read_to_string(den.path("a.json")).expect("a shard");
    let first = shard.find("\"casualties\":[[").expect("losses") + "\"casualties\":[[".len();
    let end = first + shard[first..].find(',').expect("a number");
    let mut forged = shard.clone();
    forged.replace_range(first..end, "4294967295");
    den.write("b.json", forged);
    den.refuses("tally b.json", "beyond all measure");
    let luck = shard.find("\"fire\":").expect("luck") + "\"fire\":".len();
    let end = luck + shard[luck..].find(',').expect("a number");
    let mut forged = shard.clone();
    forged.replace_range(luck..end, "1e308");
    den.write("b.json", forged);
    den.refuses("tally b.json", "beyond all measure");
    let large = fs::File::create(den.path("large.json")).expect("a file");
    large.set_len(600 << 20).expect("a large file");
    den.refuses("tally large.json", "allowed: up to 128");
}

/// Whoever musters for a scenario does not write over it.
#[test]
fn a_force_takes_no_place_of_what_it_is_for() {
    let den = Den::new();
    let musters = include_str!("../../scenarios/the_crossroads.ron");
    den.write("m.ron", musters);
    den.refuses(
        "muster random --scenario m.ron --out m.ron",
        "is read by this command",
    );
    assert_eq!(
        fs::read_to_string(den.path("m.ron")).expect("there"),
        musters
    );
}

/// What is no battle stays as it is, though it calls itself a journal whose last line is torn.
#[test]
fn a_journal_that_is_refused_stays_as_it_is() {
    let den = Den::new();
    assert_eq!(den.run("fight s.ron --journal t.journal").0, 0);
    let journal = fs::read_to_string(den.path("t.journal")).expect("a journal");
    let forged = journal
        .replacen("taint", "taunt", 1)
        .replacen("turns: 4", "turns: 400", 1)
        + "{\"torn";
    den.write("forged.journal", &forged);
    den.refuses("fight forged.journal", "forged.journal");
    assert_eq!(
        fs::read_to_string(den.path("forged.journal")).expect("there"),
        forged
    );
}
