//! The order of the rooms: a folder of `src` touches only those above it.

mod source;

use std::path::Path;

use source::{Token, tokens};

/// From the top down, as in the table of the README; `main.rs` belongs to the command line.
const ROOMS: [&str; 16] = [
    "disk",
    "rules",
    "adjudicate",
    "field",
    "scenario",
    "army",
    "battle",
    "files",
    "chronicle",
    "players",
    "session",
    "print",
    "lessons",
    "table",
    "overlay",
    "cli",
];

/// Rooms that still touch one below them, each with the reason. Empty is how it should be.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// The room that a file, by its path from `src`, belongs to.
fn room_of(file: &Path) -> Option<&'static str> {
    let first = file.iter().next()?.to_str()?;
    match first.trim_end_matches(".rs") {
        "main" => Some("cli"),
        name => ROOMS.into_iter().find(|room| *room == name),
    }
}

/// How many modules deep a file lies below the root of the crate.
fn depth_of(file: &Path) -> usize {
    let named_mod = file.file_name().is_some_and(|name| name == "mod.rs");
    file.iter().count() - usize::from(named_mod)
}

/// Every room that a text speaks of by a path from the root of the crate; `depth` is how many
/// modules it lies below that root.
fn touched(text: &str, depth: usize) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // The braces that are open, and whether each is that of a module.
    let mut open: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            Token::Mark('{') => {
                let module = at >= 2 && tokens[at - 2].is("mod");
                open.push(module);
            }
            Token::Mark('}') => {
                open.pop();
            }
            Token::Word(word) if word == "crate" || word == "deadly_field" => {
                below(&tokens[at + 1..], &mut found);
            }
            Token::Word(word) if word == "super" && !follows_path(&tokens, at) => {
                let mut up = 1;
                let mut end = at + 1;
                while path_mark(&tokens[end..])
                    && tokens.get(end + 2).is_some_and(|t| t.is("super"))
                {
                    up += 1;
                    end += 3;
                }
                let inner = open.iter().filter(|module| **module).count();
                if up >= depth + inner {
                    below(&tokens[end..], &mut found);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether `::` comes next.
fn path_mark(tokens: &[Token]) -> bool {
    matches!(tokens, [Token::Mark(':'), Token::Mark(':'), ..])
}

/// Whether the token at a place is itself the end of a path.
fn follows_path(tokens: &[Token], at: usize) -> bool {
    at >= 2 && path_mark(&tokens[at - 2..])
}

/// The first names after a root: one, or several in braces.
fn below(tokens: &[Token], found: &mut Vec<String>) {
    if !path_mark(tokens) {
        return;
    }
    match &tokens[2..] {
        [Token::Word(name), ..] => found.push(name.clone()),
        [Token::Mark('{'), inside @ ..] => {
            let mut depth = 0;
            let mut first = true;
            for token in inside {
                match token {
                    Token::Mark('{') => depth += 1,
                    Token::Mark('}') if depth == 0 => break,
                    Token::Mark('}') => depth -= 1,
                    Token::Mark(',') if depth == 0 => first = true,
                    Token::Word(name) if first && depth == 0 => {
                        found.push(name.clone());
                        first = false;
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Where a room stands, from the top.
fn place(room: &str) -> Option<usize> {
    ROOMS.iter().position(|other| *other == room)
}

/// Every room below its own that a file touches.
fn violations(file: &Path, text: &str) -> Vec<String> {
    let Some(room) = room_of(file) else {
        return Vec::new();
    };
    let mut found = touched(text, depth_of(file));
    found.retain(|other| place(other) > place(room));
    found.sort();
    found.dedup();
    found
}

#[test]
fn a_room_touches_only_those_above_it() {
    let mut wrong = Vec::new();
    let mut unused: Vec<_> = EXCEPTIONS.to_vec();
    for (file, text) in source::files() {
        for other in violations(&file, &text) {
            let name = file.to_string_lossy().replace('\\', "/");
            let exception = (name.as_str(), other.as_str());
            if EXCEPTIONS.contains(&exception) {
                unused.retain(|known| *known != exception);
            } else {
                wrong.push(format!("src/{name} touches {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "a room below its own: {wrong:#?}");
    assert!(unused.is_empty(), "no longer needed: {unused:?}");
}

#[test]
fn every_folder_and_module_is_a_room() {
    let lost: Vec<_> = source::files()
        .into_iter()
        .filter(|(file, _)| file != Path::new("lib.rs") && room_of(file).is_none())
        .map(|(file, _)| file)
        .collect();
    assert!(lost.is_empty(), "in no room: {lost:?}");
}

/// What the documentation says is what this test holds.
#[test]
fn the_order_is_the_documented_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = std::fs::read_to_string(root.join("src/lib.rs")).expect("lib.rs");
    let (_, rooms) = library
        .split_once("The rooms of the code")
        .expect("the rooms");
    let (rooms, _) = rooms.split_once("\n\n").expect("the end of the comment");
    let named: Vec<_> = rooms
        .split("[`")
        .skip(1)
        .filter_map(|part| part.split('`').next())
        .map(|name| name.trim_start_matches("mod@"))
        .collect();
    let mut expected = ROOMS.to_vec();
    expected.retain(|room| *room != "cli" && root.join(format!("src/{room}.rs")).exists());
    assert_eq!(named, expected, "src/lib.rs");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("README.md");
    let rows: Vec<_> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `src/")?.split_once("/` |"))
        .map(|(room, _)| room)
        .filter(|room| !room.starts_with("main.rs"))
        .collect();
    assert_eq!(rows, expected, "README.md");
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let wrong = |file: &str, text: &str| violations(Path::new(file), text);
    for text in [
        "use crate::battle::Battle;",
        "use crate::{rules::Rules, battle::{Battle, Fact}};",
        "pub(crate) use crate :: battle;",
        "fn f() { let x = crate::battle::Battle::new(); }",
        "fn f(b: &crate::battle::Battle) {}",
        "mod tests { use crate::battle::Battle; }",
        "#[doc = \"x\"] type T = Vec<crate::battle::Fact>;",
        "use super::super::battle::Battle;",
        "use super::{super::rules}; use super::super::{rules, battle};",
        "mod tests { use super::super::super::battle; }",
        "const A: char = '\"'; use crate::battle; const B: char = '\"';",
        "const A: char = '\\''; use crate::battle;",
        "fn f<'a>(x: &'a str) { crate::battle::g::<'a>() }",
        "const A: &str = r#\"a \" b\"#; use crate::battle;",
        "/* a /* b */ c */ use crate::battle;",
    ] {
        assert_eq!(wrong("field/moves.rs", text), ["battle"], "{text}");
    }
    for text in [
        "use crate::rules::Rules; use crate::field::Field; use crate::rule;",
        "// use crate::battle::Battle;",
        "/// See [`crate::battle`].\nfn f() {}",
        "/* use crate::battle; */",
        "const A: &str = \"crate::battle\"; const B: &str = r#\"crate::battle\"#;",
        "const A: &str = \"\\\" use crate::battle;\";",
        "use super::battle; fn f() { super::battle::g(); }",
        "mod tests { use super::super::battle; }",
        "use crate::rules::{battle, table};",
    ] {
        assert!(wrong("field/moves.rs", text).is_empty(), "{text}");
    }
    assert_eq!(
        wrong("army.rs", "use super::session::Session;"),
        ["session"]
    );
    assert_eq!(
        wrong("table.rs", "use crate::{cli, overlay, print};"),
        ["cli", "overlay"]
    );
    assert!(wrong("cli.rs", "use deadly_field::overlay::app;").is_empty());
    assert!(wrong("main.rs", "mod cli; fn main() { crate::cli::run() }").is_empty());
}
