//! The program alone in an empty folder: all it needs is in it, and a player's own files go first.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// Nobody starts a program while another copy is still being written: the child would hold it open.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy of the program with nothing beside it.
struct Moved {
    folder: TempDir,
    program: PathBuf,
}

impl Moved {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let built = assert_cmd::cargo::cargo_bin("deadly-field");
        let program = folder.path().join(built.file_name().expect("a name"));
        let _alone = alone();
        fs::copy(built, &program).expect("a copy");
        Self { folder, program }
    }

    fn run(&self, arguments: &[&str]) -> Assert {
        let _alone = alone();
        Command::new(&self.program)
            .current_dir(self.folder.path())
            // Cargo tells tests where the source lies; a player's machine does not.
            .env_remove("CARGO_MANIFEST_DIR")
            .args(arguments)
            .assert()
    }

    /// What it says to the world when all is well.
    fn says(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).success().get_output().stdout.clone();
        String::from_utf8(output).expect("text")
    }

    /// What it complains of.
    fn complains(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).failure().get_output().stderr.clone();
        String::from_utf8(output).expect("text")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
}

fn text_of(file: &str) -> String {
    fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).expect(file)
}

#[test]
fn everything_is_in_the_program() {
    let moved = Moved::new();
    for name in [
        "taint_no_militia",
        "taint_no_militia.ron",
        "scenarios/taint_no_militia.ron",
    ] {
        let said = moved.says(&["check", name]);
        assert!(
            said.contains("good: T'ain't No Militia (2 by 2 squares)"),
            "{said}"
        );
    }
    let said = moved.says(&["check", "boards/crossroads"]);
    assert!(said.contains("board of 5 by 8 squares"), "{said}");
    moved.says(&["map", "taint_no_militia", "--out", "plan.svg"]);
    assert!(moved.read("plan.svg").contains("<svg"));
    let said = moved.says(&["sight", "taint_no_militia", "8.5,14", "21,12.5"]);
    assert!(said.contains("inches away"), "{said}");
    let fight = [
        "fight",
        "taint_no_militia",
        "--seed",
        "3",
        "--replay",
        "b.replay",
    ];
    let told = moved.says(&fight);
    assert!(!told.is_empty());
    moved.says(&["replay", "b.replay", "--check"]);
    let said = moved.says(&["simulate", "taint_no_militia", "--games", "1", "--json"]);
    assert!(said.contains("\"games\":1"), "{said}");
    let said = moved.says(&["rule", "fire.minimum"]);
    assert!(said.starts_with("fire.minimum (about page"), "{said}");
}

/// A file in the player's folder `scenarios` stands before the one of that name in the program;
/// a path as given stands before both.
#[test]
fn the_players_own_files_go_first() {
    let moved = Moved::new();
    let text = text_of("scenarios/taint_no_militia.ron");
    let named = |name: &str| text.replacen("T'ain't No Militia", name, 1);
    moved.write("scenarios/taint_no_militia.ron", &named("Mine"));
    let said = moved.says(&["check", "taint_no_militia"]);
    assert!(said.contains("good: Mine ("), "{said}");
    moved.write("taint_no_militia", &named("Nearer"));
    let said = moved.says(&["check", "taint_no_militia"]);
    assert!(said.contains("good: Nearer ("), "{said}");
    let said = moved.says(&["check", "scenarios/taint_no_militia.ron"]);
    assert!(said.contains("good: Mine ("), "{said}");
}

/// A scenario of the player's own, wherever it lies, may be cut out of our board.
#[test]
fn our_boards_serve_the_players_scenarios() {
    let moved = Moved::new();
    let board = |file: &str| {
        let text = text_of("scenarios/taint_no_militia.ron");
        let from = text.find("    board:").expect("a board");
        let to = from + text[from..].find('\n').expect("its line");
        format!(
            "{}    board: Cut(board: {file:?}, points: []),{}",
            &text[..from],
            &text[to..]
        )
    };
    moved.write("mine/battle.ron", &board("boards/crossroads.ron"));
    let told = moved.complains(&["check", "mine/battle.ron"]);
    // The board was found and read; what is wrong is that nothing of it was chosen.
    assert!(told.contains("board.points"), "{told}");
    moved.write("mine/battle.ron", &board("boards/nowhere.ron"));
    let told = moved.complains(&["check", "mine/battle.ron"]);
    assert!(
        told.contains("boards/nowhere.ron: cannot be read"),
        "{told}"
    );
    assert!(told.contains("boards/crossroads.ron"), "{told}");
}

#[test]
fn what_is_nowhere_is_told_with_every_place() {
    let moved = Moved::new();
    for command in [
        &["check", "gettysburg"][..],
        &["map", "gettysburg", "--out", "plan.svg"],
        &["fight", "gettysburg"],
        &["simulate", "gettysburg", "--games", "1"],
    ] {
        let told = moved.complains(command);
        assert!(told.starts_with("gettysburg: cannot be read: "), "{told}");
        for place in [
            "gettysburg.ron",
            "scenarios/gettysburg.ron",
            "taint_no_militia",
        ] {
            assert!(told.contains(place), "{command:?}: {place}: {told}");
        }
    }
}
