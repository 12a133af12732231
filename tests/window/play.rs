//! A person plays: from the menu to a charge, through a kill and back to the same decision.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::driver::{Driver, PATIENCE, Running, display, missing};

/// A person at the table.
struct Player {
    driver: Driver,
}

fn number(state: &Value) -> Option<u64> {
    state["decision"]["number"].as_u64()
}

fn kind(state: &Value) -> &str {
    state["decision"]["kind"].as_str().unwrap_or("")
}

fn has(state: &Value, place: &str) -> bool {
    state["places"][place].is_array()
}

/// A person is asked for an order, and not in the prompt bar.
fn orders(state: &Value) -> bool {
    state["decision"]["seat"] == "person" && matches!(kind(state), "leader" | "activate" | "act")
}

fn prompted(state: &Value) -> bool {
    state["decision"]["seat"] == "person" && has(state, "prompt hold")
}

impl Player {
    fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        self.driver.until(what, |_, _| {}, wanted)
    }

    /// Clicks a place until something has come of it.
    fn press(&mut self, place: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        self.driver
            .until(place, |driver, state| driver.click(state, place), wanted)
    }

    /// Presses a button that answers the decision.
    fn answer(&mut self, place: &str) -> Value {
        let before = number(&self.driver.state());
        self.press(place, move |state| {
            let now = number(state);
            !has(state, place) || (now.is_some() && now != before)
        })
    }

    /// Clicks a unit until it is selected.
    fn select(&mut self, name: &str) -> Value {
        self.driver.until(
            name,
            |driver, state| at(driver, &state["units"][name]),
            |state| state["selected"] == name,
        )
    }

    /// Clicks the ground as near as may be to a place, until a ghost stands there.
    fn ghost(&mut self, x: f64, y: f64) -> Value {
        self.driver.until(
            "a ghost",
            |driver, state| {
                let far = |point: &Value| {
                    let (dx, dy) = (
                        point[0].as_f64().unwrap_or(1e6) - x,
                        point[1].as_f64().unwrap_or(1e6) - y,
                    );
                    dx * dx + dy * dy
                };
                let points = state["lattice"].as_array().cloned().unwrap_or_default();
                let nearest = points
                    .iter()
                    .min_by(|one, other| far(one).total_cmp(&far(other)));
                if let Some(point) = nearest {
                    let pixel = Value::from(vec![point[2].clone(), point[3].clone()]);
                    at(driver, &pixel);
                }
            },
            |state| state["ghost"]["legal"] == true && has(state, "confirm"),
        )
    }

    /// On until an order is asked for; whatever is asked in the prompt bar meanwhile is declined.
    fn until_orders(&mut self) -> Value {
        self.driver.until(
            "an order to be given",
            |driver, state| {
                if prompted(state) {
                    driver.click(state, "prompt hold");
                }
            },
            orders,
        )
    }

    /// On from unit to unit until one may be given that order. Whoever is at it and may not (a
    /// volley has disordered him, say) holds, so that the next can be chosen.
    fn until_offered(&mut self, order: &str) -> Value {
        self.driver.until(
            order,
            |driver, state| {
                if prompted(state) {
                    driver.click(state, "prompt hold");
                } else if kind(state) == "act" {
                    driver.click(state, "order hold");
                } else {
                    driver.click(state, "next unit");
                }
            },
            |state| orders(state) && has(state, order),
        )
    }

    /// Ends the program as a crash would.
    fn kill(&mut self) {
        let Running(program) = &mut self.driver.program;
        program.kill().expect("it can be killed");
        program.wait().expect("it ends");
    }
}

/// Clicks a pixel.
fn at(driver: &Driver, pixel: &Value) {
    if let (Some(x), Some(y)) = (pixel[0].as_f64(), pixel[1].as_f64()) {
        driver.move_to(x, y);
        sleep(Duration::from_millis(150));
        driver.xdo(&["click", "1"]);
    }
}

fn place(state: &Value, name: &str) -> (f64, f64) {
    let ghost = &state[name]["at"];
    (
        ghost[0].as_f64().expect("an x"),
        ghost[1].as_f64().expect("a y"),
    )
}

fn saves(folder: &Path) -> usize {
    let all = fs::read_dir(folder.join("saves")).into_iter().flatten();
    let files = all.flatten().map(|file| file.path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "save"))
        .count()
}

#[test]
fn new_battle_set_up_move_undo_form_fire_charge_react_save_kill_continue_quit() {
    if let Some(lacks) = missing() {
        eprintln!("SKIPPED: this machine lacks {lacks}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (_server, display) = display();
    let mut player = Player {
        driver: Driver::start(&display, &folder, &["--size", "800x500"]),
    };

    // Options: a picture that a processor can draw, and to be asked everything.
    player.wait("the menu", |state| has(state, "new battle"));
    player
        .driver
        .xdo(&["search", "--name", "Deadly Field", "windowfocus"]);
    player.press("options", |state| has(state, "quality low"));
    player.press("quality low", |state| state["notes"]["quality"] == "low");
    player.press("back", |state| has(state, "new battle"));

    // A new battle, and the set-up.
    player.press("new battle", |state| has(state, "begin"));
    player.press("scenario T'ain't No Militia", |state| has(state, "begin"));
    player.press("union person", |_| true);
    player.press("confederate computer:easy", |_| true);
    player.press("begin", |state| state["screen"] == "setup");
    let asked = player.wait("the set-up", |state| kind(state) == "set_up");
    assert_eq!(asked["decision"]["seat"], "person");
    player.select("84th New York");
    let drawn = player.ghost(20.0, 16.0);
    let (x, y) = place(&drawn, "ghost");
    let before = number(&drawn);
    player.press("confirm", move |state| {
        number(state).is_some() && number(state) != before
    });
    player.answer("ready");

    // Leaders stay; then somebody moves, and the move is taken back.
    let mut asked = player.until_orders();
    while kind(&asked) == "leader" {
        player.answer("order stay");
        asked = player.until_orders();
    }
    assert_eq!(kind(&asked), "activate");
    let chosen = number(&asked);
    player.select("84th New York");
    let drawn = player.ghost(x - 1.0, y);
    assert!(drawn["ghost"]["cost"].as_f64() > Some(0.0), "{drawn}");
    player.press("confirm", move |state| {
        number(state).is_some() && number(state) != chosen
    });
    // As long as nobody reacted with dice, everything up to the choice of the unit comes back.
    player.driver.until(
        "the move to be taken back",
        |driver, state| {
            if prompted(state) {
                driver.click(state, "prompt hold");
            } else {
                driver.click(state, "undo");
            }
        },
        |state| number(state) == chosen || (orders(state) && !has(state, "undo")),
    );

    // Another formation, then nothing more.
    player.until_orders();
    player.until_offered("order form extended_line");
    let before = number(&player.driver.state());
    player.press("order form extended_line", move |state| {
        number(state) != before || state["decision"].is_null()
    });
    let asked = player.until_orders();
    if kind(&asked) == "act" {
        player.answer("order hold");
    }

    // The battery fires at whom it can.
    player.until_orders();
    player.select("Hall's Battery, 2nd Maine Light");
    player.press("order fire", |state| {
        has(state, "confirm") && state["odds"]["fire"].is_object()
    });
    let before = number(&player.driver.state());
    player.press("confirm", move |state| {
        number(state) != before || state["decision"].is_null()
    });
    let asked = player.until_orders();
    assert_eq!(asked["undo"], false, "dice cannot be taken back");
    if kind(&asked) == "act" {
        player.answer("order hold");
    }

    // A charge to its end, whatever it meets.
    player.until_orders();
    player.until_offered("order charge");
    player.press("order charge", |state| has(state, "confirm"));
    let before = number(&player.driver.state());
    player.press("confirm", move |state| {
        number(state) != before || state["decision"].is_null()
    });
    player.until_orders();

    // A save; then the other side's turn, until something may be answered.
    let folder_of_saves = folder.path().to_owned();
    player.press("save", move |_| saves(&folder_of_saves) > 0);
    player.until_orders();
    let reacted = player.driver.until(
        "a chance to react",
        |driver, state| {
            if has(state, "confirm") {
                driver.click(state, "confirm");
            } else if kind(state) == "leader" {
                driver.click(state, "order stay");
            } else if kind(state) == "act" {
                driver.click(state, "order hold");
            } else if orders(state) {
                driver.click(state, "end turn");
            } else if has(state, "skip") {
                driver.click(state, "skip");
            }
        },
        |state| kind(state) == "react" && prompted(state),
    );
    assert!(reacted["prompts"].as_u64() > Some(0));
    let answers = reacted["decision"]["answers"].as_array().map(Vec::len);
    assert!(answers > Some(0), "the bar offers something: {reacted}");

    // Killed in the middle of it, the battle goes on with the same question.
    let asked = number(&reacted).expect("a number");
    player.kill();
    player.driver = Driver::start(&display, &folder, &["--size", "800x500"]);
    player.wait("the menu", |state| has(state, "continue"));
    player
        .driver
        .xdo(&["search", "--name", "Deadly Field", "windowfocus"]);
    let again = player.press("continue", |state| number(state).is_some());
    assert_eq!(number(&again), Some(asked));
    assert_eq!(kind(&again), "react");
    player.answer("prompt 1");

    let start = Instant::now();
    loop {
        let state = player.driver.state();
        player.driver.click(&state, "quit");
        sleep(Duration::from_millis(500));
        if let Ok(Some(status)) = player.driver.program.0.try_wait() {
            assert!(status.success(), "it ended with {status}");
            break;
        }
        assert!(start.elapsed() < PATIENCE, "it does not quit");
    }
}
