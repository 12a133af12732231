//! Two whole lessons by mouse and keys, one of them with wrong turns.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::driver::{Driver, display, missing};

/// Step and phase of the lesson, as the trace tells them.
fn stands(state: &Value) -> (u64, String) {
    let notes = &state["notes"];
    let phase = notes["lesson phase"].as_str().unwrap_or_default();
    (notes["lesson step"].as_u64().unwrap_or(0), phase.to_owned())
}

/// Clicks a unit, once or twice.
fn pick(driver: &Driver, state: &Value, unit: &str, clicks: u32) {
    let at = &state["units"][unit];
    if let (Some(x), Some(y)) = (at[0].as_f64(), at[1].as_f64()) {
        driver.move_to(x, y);
        sleep(Duration::from_millis(120));
        for _ in 0..clicks {
            driver.xdo(&["click", "1"]);
        }
    }
}

/// Clicks the ground at a place in inches.
fn ground(driver: &Driver, state: &Value, x: f64, y: f64) {
    let lattice = state["lattice"].as_array().cloned().unwrap_or_default();
    let near = |point: &Value| {
        let far = |at: usize, to: f64| point[at].as_f64().map_or(9.0, |is| (is - to).abs());
        far(0, x) < 0.1 && far(1, y) < 0.1
    };
    if let Some(point) = lattice.into_iter().find(near) {
        driver.move_to(
            point[2].as_f64().unwrap_or(0.0),
            point[3].as_f64().unwrap_or(0.0),
        );
        sleep(Duration::from_millis(120));
        driver.xdo(&["click", "1"]);
    }
}

/// Goes on from a step that is read or done.
fn next(driver: &mut Driver, step: u64) {
    driver.until(
        &format!("the step after {step}"),
        |driver, state| {
            if stands(state).0 == step {
                driver.click(state, "lesson next");
            }
        },
        |state| stands(state).0 > step || state["screen"] == "menu",
    );
}

/// Does something until the step is over.
fn done(driver: &mut Driver, step: u64, again: impl FnMut(&Driver, &Value)) {
    driver.until(&format!("step {step} to be done"), again, |state| {
        let (now, phase) = stands(state);
        now > step || (now == step && phase == "done")
    });
    if stands(&driver.state()).0 == step {
        next(driver, step);
    }
}

/// Starts the program at a lesson from the page of lessons.
fn begin(driver: &mut Driver, lesson: &str) {
    driver.until(
        "the page of lessons",
        |driver, state| driver.click(state, "learn"),
        |state| state["notes"]["page"] == "learn",
    );
    let place = format!("lesson {lesson}");
    driver.until(
        "the lesson",
        |driver, state| driver.click(state, &place),
        |state| state["screen"] == "table" && state["notes"]["lesson"] == lesson,
    );
    driver.xdo(&["search", "--name", "Deadly Field", "windowfocus"]);
}

#[test]
fn the_first_lesson_by_mouse_and_keys() {
    if let Some(lacks) = missing() {
        eprintln!("SKIPPED: this machine lacks {lacks}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (_server, display) = display();
    let mut driver = Driver::start(&display, &folder, &["--size", "800x500"]);
    begin(&mut driver, "the_table");
    next(&mut driver, 1);
    done(&mut driver, 2, |driver, _| {
        driver.xdo(&["keydown", "q"]);
        sleep(Duration::from_millis(400));
        driver.xdo(&["keyup", "q"]);
    });
    done(&mut driver, 3, |driver, _| {
        driver.move_to(480.0, 260.0);
        driver.xdo(&["click", "4"]);
    });
    next(&mut driver, 4);
    done(&mut driver, 5, |driver, state| {
        pick(driver, state, "19th Indiana", 1);
    });
    done(&mut driver, 6, |driver, state| {
        if state["panel"] != "card" {
            driver.click(state, "card");
        }
    });
    next(&mut driver, 7);
    done(&mut driver, 8, |driver, state| {
        if state["selected"] != "19th Indiana" {
            pick(driver, state, "19th Indiana", 1);
        } else {
            pick(driver, state, "13th Alabama", 1);
        }
    });
    next(&mut driver, 9);
    done(&mut driver, 10, |driver, _| driver.xdo(&["key", "t"]));
    driver.until(
        "a wrong answer to be told so",
        |driver, state| driver.click(state, "lesson answer 2"),
        |state| state["disabled"]["lesson next"].is_string() && stands(state).1 == "asking",
    );
    done(&mut driver, 11, |driver, state| {
        driver.click(state, "lesson answer 1");
    });
    // Left and taken up again: it goes on where it was.
    driver.until(
        "the page of lessons again",
        |driver, state| driver.click(state, "lesson leave"),
        |state| state["screen"] == "menu" && state["notes"]["page"] == "learn",
    );
    begin(&mut driver, "the_table");
    assert_eq!(stands(&driver.state()).0, 12);
    next(&mut driver, 12);
    let kept = fs::read_to_string(folder.path().join("lessons.ron")).expect("it is remembered");
    assert!(kept.contains("done: true"), "{kept}");
}

#[test]
fn the_lesson_of_fire_with_wrong_turns() {
    if let Some(lacks) = missing() {
        eprintln!("SKIPPED: this machine lacks {lacks}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (_server, display) = display();
    let arguments = ["learn", "fire", "--size", "800x500", "--quality", "low"];
    let mut driver = Driver::start(&display, &folder, &arguments);
    driver.until("the lesson", |_, _| {}, |state| stands(state).0 == 1);
    driver.xdo(&["search", "--name", "Deadly Field", "windowfocus"]);
    next(&mut driver, 1);
    done(&mut driver, 2, |driver, state| {
        if state["selected"] != "19th Indiana" {
            pick(driver, state, "19th Indiana", 1);
        } else {
            pick(driver, state, "13th Alabama", 1);
        }
    });
    done(&mut driver, 3, |driver, state| {
        driver.click(state, "lesson answer 2");
    });
    // A wrong turn: the regiment holds instead. He is told what that brings, sees it, takes it back.
    driver.until(
        "the guide to say what that brings",
        |driver, state| {
            if state["selected"] != "19th Indiana" {
                pick(driver, state, "19th Indiana", 1);
            } else {
                driver.click(state, "order hold");
            }
        },
        |state| stands(state) == (4, "wrong".to_owned()),
    );
    driver.until(
        "the learner to go his own way",
        |driver, state| driver.click(state, "lesson see"),
        |state| stands(state) == (4, "astray".to_owned()),
    );
    driver.until(
        "it to be taken back",
        |driver, state| driver.click(state, "lesson take back"),
        |state| stands(state) == (4, "waiting".to_owned()),
    );
    let march = |driver: &Driver, state: &Value| {
        if state["selected"] != "19th Indiana" {
            pick(driver, state, "19th Indiana", 1);
        } else if state["ghost"]["legal"] == true {
            driver.xdo(&["key", "Return"]);
        } else {
            ground(driver, state, 12.0, 10.0);
        }
    };
    done(&mut driver, 4, march);
    done(&mut driver, 5, |driver, state| {
        if state["places"]["confirm"].is_array() {
            driver.click(state, "confirm");
        } else if state["pointed"] != "13th Alabama" {
            pick(driver, state, "13th Alabama", 1);
        } else {
            driver.click(state, "order fire");
        }
    });
    done(&mut driver, 6, |driver, state| {
        driver.click(state, "lesson answer 2");
    });
    // What one does not want to do oneself is shown.
    done(&mut driver, 7, |driver, state| {
        driver.click(state, "lesson show");
    });
    done(&mut driver, 8, |driver, state| {
        if state["selected"] != "24th Michigan" {
            pick(driver, state, "24th Michigan", 1);
        } else {
            pick(driver, state, "14th Tennessee", 1);
        }
    });
    next(&mut driver, 9);
    driver.until(
        "the menu",
        |_, _| {},
        |state| state["notes"]["page"] == "learn",
    );
    let kept = fs::read_to_string(folder.path().join("lessons.ron")).expect("it is remembered");
    assert!(kept.contains("done: true"), "{kept}");
}
