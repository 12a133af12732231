//! A frame of the program with each of its panels open against the table alone, without drawing.
//!
//! `cargo measure --bench overlay` prints all of them in one run.

// What the tests' person can do beyond this is not used here.
#[allow(dead_code)]
#[path = "../tests/play/person.rs"]
mod person;
#[allow(dead_code)]
#[path = "../tests/play/room.rs"]
mod room;

use std::process::Command;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use deadly_field::overlay::known::chronicle;
use deadly_field::overlay::trace::Trace;
use deadly_field::session::Session;
use deadly_field::table::{self, Playback, Quality, Rig, Sitting, camera, sitting};
use person::Person;

/// Frames that are measured, after some that are not.
const FRAMES: u32 = 60;

fn main() {
    // `cargo test --all-targets` starts benchmarks too: there it is enough that they compile.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // Journals and options lie in a folder of this run's own.
    const INSIDE: &str = "DEADLY_FIELD_IN_ITS_ROOM";
    if std::env::var_os(INSIDE).is_some() {
        panels();
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let own = std::env::current_exe().expect("this benchmark");
    let done = Command::new(own)
        .arg("--bench")
        .env(INSIDE, "1")
        .env("DEADLY_FIELD_DATA", folder.path())
        .env("DEADLY_FIELD_CONFIG", folder.path())
        .env_remove("DEADLY_FIELD_TRACE")
        .status()
        .expect("the benchmark starts");
    assert!(done.success(), "{done}");
}

fn panels() {
    let setting = room::setting("person", "computer:medium", 1);
    let alone = frames(&mut bare(room::battle(&setting, |_| {})));
    println!("a frame of the table alone: {alone:.2?}");
    let session = room::battle(&setting, |_| {});
    let mut person = Person::new(room::open(room::at_once(session, &setting)));
    person.come_to_orders();
    // Those who are still to come in have no place on the table.
    let there = person.pixels("units");
    let mut who = person.who().into_iter();
    let name = who.find(|name| there.contains_key(name)).expect("a unit");
    for panel in ["", "card", "log", "result", "roster", "rules"] {
        if !panel.is_empty() {
            person.settle();
            person.push(panel);
        }
        if panel == "card" {
            person.settle();
            let at = person.pixels("units")[&name];
            person.click(at);
            assert_eq!(person.read("selected"), name);
        }
        person.settle();
        person.app.world_mut().resource_mut::<Trace>().keep(false);
        let time = frames(&mut person.app);
        let what = if panel.is_empty() { "no panel" } else { panel };
        let times = time.as_secs_f64() / alone.as_secs_f64();
        println!("  with the overlay, {what} open: {time:.2?}, {times:.1} times");
        person.app.world_mut().resource_mut::<Trace>().keep(true);
        person.frame();
        person.frame();
    }
}

/// The table alone, with nothing over it.
fn bare(session: Session) -> App {
    let mut app = room::empty();
    let playback = Playback::new(chronicle(session.battle()));
    let rig = Rig::over(&playback.scenario().field);
    app.insert_resource(Quality::Low)
        .add_plugins((table::plugin, sitting::plugin));
    camera::spawn(&mut app.world_mut().commands(), &rig, Quality::Low, None);
    table::raise(app.world_mut(), playback);
    app.insert_resource(Sitting::new(session));
    room::finished(app)
}

/// The middle time of a frame.
fn frames(app: &mut App) -> Duration {
    for _ in 0..20 {
        app.update();
    }
    let mut times: Vec<Duration> = (0..FRAMES)
        .map(|_| {
            let start = Instant::now();
            app.update();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}
