//! Cutting a battlespace out of a board.

use std::fs;
use std::path::Path;

use deadly_field::rules::Scale;
use deadly_field::scenario::{Checked, Scenario, check};

use crate::support::*;

fn board() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/boards/crossroads.ron")
}

#[test]
fn the_book_s_board_has_28_points_on_5_by_8_squares() {
    match check(&board(), rules()) {
        Ok(Checked::Board {
            squares, points, ..
        }) => assert_eq!((squares, points), ((5, 8), 28)),
        other => panic!("{other:?}"),
    }
}

/// A scenario on a part of the board, with the first scenario's forces moved out of the way.
fn scenario_on(points: &str) -> Result<Scenario, Vec<String>> {
    scenario_with(points, "")
}

/// The same with more ground of its own.
fn scenario_with(points: &str, ground: &str) -> Result<Scenario, Vec<String>> {
    let text = fs::read_to_string(deadly_field::scenario::find(Path::new("taint_no_militia")))
        .expect("the scenario");
    let from = text.find("board:").expect("a board");
    let mut cut = text[..from].to_owned();
    cut.push_str(&format!(
        "board: Cut(board: \"boards/crossroads.ron\", points: [{points}]),\n",
    ));
    cut.push_str(&format!("ground: ({ground}"));
    cut.push_str(
        "zones: [(id: \"z\", name: \"z\", shape: Box((0, 0), (1, 1)))], entries: [(id: \"e\", at: (0, 0.5), facing: 90)]),\n",
    );
    cut.push_str(
        r#"union: (commands: [(name: "A", echelon: "brigade", leader: Some((name: "X", rank: "brigade", benefit: 1)), units: [
            (name: "1st", arm: Infantry(8), weapon: "rifle_musket", quality: "veteran", deploy: Arrives(turn: 1, entry: "e"))])]),
        confederate: (commands: [(name: "B", echelon: "brigade", leader: Some((name: "Y", rank: "brigade", benefit: 1)), units: [
            (name: "2nd", arm: Infantry(8), weapon: "rifle_musket", quality: "veteran", deploy: Arrives(turn: 1, entry: "e"))])]),
        victory: (conditions: [], otherwise: "union"),
    )"#,
    );
    let cut = cut
        .lines()
        .filter(|line| !line.trim_start().starts_with("muster:"))
        .collect::<Vec<_>>()
        .join("\n");
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("cut.ron");
    fs::write(&path, cut).expect("written");
    Scenario::load(&path, Scale::Mm15, rules())
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

#[test]
fn r46_battlespaces_by_their_points() {
    let size = |points: &str| {
        let scenario = scenario_on(points).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let size = scenario.field.size / scenario.field.square;
        (size.x, size.y)
    };
    // The book's own examples.
    assert_eq!(size("\"06\""), (2.0, 2.0));
    assert_eq!(size("\"14\", \"15\""), (3.0, 2.0));
    assert_eq!(size("\"25\", \"26\", \"27\", \"28\""), (5.0, 2.0));
    assert_eq!(size("\"04\", \"08\""), (2.0, 3.0));
}

#[test]
fn lines_end_at_the_edge_of_the_battlespace() {
    let scenario = scenario_on("\"06\"").unwrap_or_else(|faults| panic!("{faults:#?}"));
    let field = &scenario.field;
    assert!(!field.lines.is_empty() && !field.areas.is_empty());
    for line in &field.lines {
        assert!(
            line.points
                .iter()
                .all(|point| point.cmpge(bevy::math::Vec2::splat(-1e-3)).all()
                    && point.cmple(field.size + 1e-3).all()),
            "{}",
            line.name
        );
    }
    for area in &field.areas {
        assert!(
            area.outline.iter().all(|corner| field.contains(*corner)),
            "{:?}",
            area.name
        );
    }
}

/// What is wrong with the scenario's own ground is told as its own, not as the board's.
#[test]
fn faults_on_a_cut_board_name_the_right_place() {
    let faults = scenario_with(
        "\"06\"",
        "areas: [(kind: \"jungle\", shape: Box((0, 0), (1, 1)))], ",
    );
    let faults = faults.expect_err("a jungle");
    assert!(
        faults[0].contains("cut.ron:") && faults[0].contains("ground.areas[0].kind: `jungle`"),
        "{faults:?}"
    );
}

#[test]
fn points_that_do_not_fit() {
    let faults = scenario_on("\"99\"").expect_err("no such point");
    assert!(
        faults[0].contains("`99` is no point of the board; allowed: "),
        "{faults:?}"
    );
    let faults = scenario_on("\"01\", \"28\"").expect_err("no rectangle");
    assert!(faults[0].contains("make no rectangle"), "{faults:?}");
}
