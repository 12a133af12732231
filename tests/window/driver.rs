//! The program and the hand that drives it: real mouse, real keys, and the trace to wait by.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a step may take on a busy machine that draws in software.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// A program that ends with the test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What this machine lacks to open a window, if anything.
pub fn missing() -> Option<&'static str> {
    let there = |program: &str| {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {program}")])
            .stdout(Stdio::null())
            .status();
        found.is_ok_and(|status| status.success())
    };
    if !there("Xvfb") {
        return Some("Xvfb (apt-get install xvfb)");
    }
    if !there("xdotool") {
        return Some("xdotool (apt-get install xdotool)");
    }
    deadly_field::table::shot::driver()
        .is_none()
        .then_some("a Vulkan driver (apt-get install mesa-vulkan-drivers)")
}

/// A display of its own.
pub fn display() -> (Running, String) {
    let mut server = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "800x500x24",
            "-nolisten",
            "tcp",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let mut number = String::new();
    let out = server.stdout.take().expect("its output");
    BufReader::new(out)
        .read_line(&mut number)
        .expect("a display number");
    (Running(server), format!(":{}", number.trim()))
}

/// The program under test.
pub struct Driver {
    display: String,
    trace: PathBuf,
    pub program: Running,
}

impl Driver {
    /// Starts it.
    pub fn start(display: &str, folder: &tempfile::TempDir, arguments: &[&str]) -> Self {
        let trace = folder.path().join("trace.json");
        let program = Command::new(env!("CARGO_BIN_EXE_deadly-field"))
            .args(arguments)
            .current_dir(folder.path())
            .env("DISPLAY", display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("DEADLY_FIELD_TRACE", &trace)
            .env("DEADLY_FIELD_DATA", folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        Self {
            display: display.to_owned(),
            trace,
            program: Running(program),
        }
    }

    /// What it tells now.
    pub fn state(&mut self) -> Value {
        if let Ok(Some(status)) = self.program.0.try_wait() {
            panic!("the program ended by itself: {status}");
        }
        let text = fs::read_to_string(&self.trace).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    /// Has xdotool do something.
    pub fn xdo(&self, arguments: &[&str]) {
        let done = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .status();
        assert!(
            done.is_ok_and(|status| status.success()),
            "xdotool {arguments:?}"
        );
    }

    /// The pointer somewhere.
    pub fn move_to(&self, x: f64, y: f64) {
        let at = |value: f64| (value.round() as i64).to_string();
        self.xdo(&["mousemove", &at(x), &at(y)]);
    }

    /// Waits for a state, doing something again and again until it comes.
    pub fn until(
        &mut self,
        what: &str,
        mut again: impl FnMut(&Self, &Value),
        wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let start = Instant::now();
        loop {
            let state = self.state();
            if wanted(&state) {
                return state;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {what}; last seen: {state}"
            );
            again(self, &state);
            // Long enough for a frame or two to show what was done.
            for _ in 0..12 {
                sleep(Duration::from_millis(60));
                if wanted(&self.state()) {
                    break;
                }
            }
        }
    }

    /// Clicks a place by its name, if it is there.
    pub fn click(&self, state: &Value, place: &str) {
        if let Some((x, y)) = middle(state, place) {
            self.move_to(x, y);
            sleep(Duration::from_millis(120));
            self.xdo(&["click", "1"]);
        }
    }
}

/// The middle of a place.
pub fn middle(state: &Value, place: &str) -> Option<(f64, f64)> {
    let rect = &state["places"][place];
    let at = |number: usize| rect[number].as_f64();
    Some(((at(0)? + at(2)?) / 2.0, (at(1)? + at(3)?) / 2.0))
}

/// Units that can be clicked: on the screen and not under a panel.
pub fn in_reach(state: &Value) -> Vec<(String, f64, f64)> {
    let units = state["units"].as_object().cloned().unwrap_or_default();
    units
        .into_iter()
        .filter_map(|(name, at)| Some((name, at[0].as_f64()?, at[1].as_f64()?)))
        .filter(|(_, x, y)| (20.0..380.0).contains(x) && (70.0..420.0).contains(y))
        .collect()
}
