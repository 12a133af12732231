//! The real program in a real window, driven by mouse and keyboard as a person would.
//!
//! The program tells where its buttons and units are through `DEADLY_FIELD_TRACE`; every step waits
//! for what it wants to see, so that a slow machine is only slow.

#![cfg(target_os = "linux")]

mod driver;
mod lessons;
mod play;

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use driver::{Driver, PATIENCE, display, in_reach, missing};

#[test]
fn menu_watch_pause_drag_click_point_look_up_and_quit() {
    if let Some(lacks) = missing() {
        eprintln!("SKIPPED: this machine lacks {lacks}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (_server, display) = display();
    let mut driver = Driver::start(&display, &folder, &["--size", "800x500"]);
    driver.until(
        "the menu",
        |_, _| {},
        |state| state["screen"] == "menu" && state["places"]["watch"].is_array(),
    );
    driver.until(
        "the options",
        |driver, state| driver.click(state, "options"),
        |state| state["places"]["quality medium"].is_array(),
    );
    driver.until(
        "another quality",
        |driver, state| driver.click(state, "quality medium"),
        |state| state["notes"]["quality"] == "medium",
    );
    driver.until(
        "low quality",
        |driver, state| driver.click(state, "quality low"),
        |state| state["notes"]["quality"] == "low",
    );
    driver.until(
        "the front page again",
        |driver, state| driver.click(state, "back"),
        |state| state["places"]["watch"].is_array(),
    );
    let options = fs::read_to_string(folder.path().join("options.ron")).expect("options are kept");
    assert!(options.contains("low"), "{options}");
    driver.until(
        "the page for watching",
        |driver, state| driver.click(state, "watch"),
        |state| state["places"]["begin"].is_array(),
    );
    driver.until(
        "the table",
        |driver, state| driver.click(state, "begin"),
        |state| state["screen"] == "table",
    );
    let playing = driver.until(
        "the battle to be fought and to go on by itself",
        |_, _| {},
        |state| {
            state["complete"] == true
                && state["moment"].as_u64() >= Some(2)
                && state["playing"] == true
        },
    );
    // Nobody manages windows here: the keyboard has to be given to ours.
    driver.xdo(&["search", "--name", "Deadly Field", "windowfocus"]);
    let end = playing["end"].as_f64().expect("an end");
    assert!(end > 100.0, "a battle has more than {end} facts");

    driver.until(
        "the pause",
        |driver, _| driver.xdo(&["key", "space"]),
        |state| state["playing"] == false,
    );
    let halted = driver.state()["moment"].clone();
    sleep(Duration::from_millis(700));
    assert_eq!(driver.state()["moment"], halted, "a pause is a pause");

    driver.until("the middle of the battle", drag_to_the_middle, |state| {
        let moment = state["moment"].as_f64().unwrap_or(0.0);
        (end * 0.4..end * 0.6).contains(&moment)
    });

    let mut tries = 0;
    let chosen = driver.until(
        "somebody to be selected",
        |driver, state| {
            let units = in_reach(state);
            if let Some((_, x, y)) = units.get(tries % units.len().max(1)) {
                driver.move_to(*x, *y);
                sleep(Duration::from_millis(150));
                driver.xdo(&["click", "1"]);
            }
            tries += 1;
        },
        |state| state["selected"].is_string() && state["panel"] == "card",
    );
    let name = chosen["selected"].as_str().expect("a name").to_owned();

    let mut tries = 0;
    let pointed = driver.until(
        "a sight line",
        |driver, state| {
            let units: Vec<_> = in_reach(state)
                .into_iter()
                .filter(|(other, ..)| *other != name)
                .collect();
            if let Some((_, x, y)) = units.get(tries % units.len().max(1)) {
                driver.move_to(*x, *y);
                driver.move_to(*x + 1.0, *y);
            }
            tries += 1;
        },
        |state| state["pointed"].is_string() && state["notes"]["sight"].is_boolean(),
    );
    assert_ne!(pointed["pointed"], pointed["selected"]);

    driver.until(
        "the log",
        |driver, state| driver.click(state, "log"),
        |state| state["panel"] == "log",
    );
    driver.until(
        "an arithmetic",
        |driver, state| driver.click(state, "log line"),
        |state| state["panel"] == "result" && state["notes"]["result"].is_u64(),
    );

    let start = Instant::now();
    loop {
        driver.xdo(&["key", "ctrl+q"]);
        sleep(Duration::from_millis(500));
        if let Ok(Some(status)) = driver.program.0.try_wait() {
            assert!(status.success(), "it ended with {status}");
            break;
        }
        assert!(start.elapsed() < PATIENCE, "it does not quit");
    }
}

fn drag_to_the_middle(driver: &Driver, state: &Value) {
    let rect = &state["places"]["timeline"];
    let at = |number: usize| rect[number].as_f64().unwrap_or(0.0);
    let y = (at(1) + at(3)) / 2.0;
    let wide = at(2) - at(0);
    driver.move_to(at(0) + wide * 0.1, y);
    sleep(Duration::from_millis(150));
    driver.xdo(&["mousedown", "1"]);
    for part in [0.2, 0.35, 0.5] {
        sleep(Duration::from_millis(150));
        driver.move_to(at(0) + wide * part, y);
    }
    sleep(Duration::from_millis(200));
    driver.xdo(&["mouseup", "1"]);
}

#[test]
fn without_a_display_the_battle_is_fought_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = Command::new(env!("CARGO_BIN_EXE_deadly-field"))
        .current_dir(folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program runs");
    assert!(told.status.success());
    let (out, err) = (
        String::from_utf8_lossy(&told.stdout),
        String::from_utf8_lossy(&told.stderr),
    );
    assert!(err.contains("no display"), "{err}");
    assert!(err.contains("xvfb"), "says what to install: {err}");
    assert!(out.contains("Turn 1") && out.contains("has won"), "{out}");
    assert!(folder.path().join("deadly-field-map.png").is_file());
}

#[test]
fn a_display_that_does_not_answer_is_no_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = Command::new(env!("CARGO_BIN_EXE_deadly-field"))
        .args(["watch", "taint_no_militia"])
        .current_dir(folder.path())
        .env("DISPLAY", ":9876")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program runs");
    assert_eq!(told.status.code(), Some(2));
    let err = String::from_utf8_lossy(&told.stderr);
    assert!(
        err.contains("no display") || err.contains("no graphics driver"),
        "{err}"
    );
    assert!(!err.contains("panicked"), "{err}");
}
