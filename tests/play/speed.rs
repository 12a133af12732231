//! How fast the program answers: everything but drawing, measured in the build that plays.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use deadly_field::field::{Facing, Placement};
use deadly_field::overlay::app::{Setting, begun};
use deadly_field::overlay::trace::Trace;
use deadly_field::rules::Side;
use deadly_field::scenario::{Deployment, Scenario, ScenarioSource};
use deadly_field::session::Session;
use deadly_field::table::Playback;
use serde_json::Value;

use crate::person::Person;
use crate::room;

/// Units a side.
const UNITS: usize = 200;

/// The shipped battle on a field four times as wide, with copies of its regiments in ranks behind
/// each other.
fn host(setting: &Setting) -> Session {
    let house = room::house();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/taint_no_militia.ron");
    let text = std::fs::read_to_string(own).expect("the scenario");
    let wide = text.replace("board: Squares(2, 2)", "board: Squares(8, 8)");
    assert_ne!(wide, text);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wide.ron");
    std::fs::write(&path, wide).expect("a file");
    let (mut scenario, source) = ScenarioSource::load(&path, setting.scale, &house.rules)
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    for side in [Side::Union, Side::Confederate] {
        enlarge(&mut scenario, side);
    }
    begun(&house, scenario, source, setting)
}

fn enlarge(scenario: &mut Scenario, side: Side) {
    let own = |scenario: &Scenario| {
        let units = scenario.units.iter();
        units.filter(|unit| unit.unit.side == side).count()
    };
    let models: Vec<_> = scenario
        .units
        .iter()
        .filter(|unit| unit.unit.side == side && unit.unit.is_infantry())
        .filter(|unit| matches!(unit.deployment, Deployment::At { .. }))
        .cloned()
        .collect();
    let size = scenario.field.size;
    let row = (size.x / 6.0) as usize;
    for number in 0..UNITS - own(scenario) {
        let mut unit = models[number % models.len()].clone();
        unit.name = format!("{} ({number})", unit.name);
        let (column, rank) = ((number % row) as f32, (number / row) as f32);
        // North of the old field, the Union above, 12 inches between the fronts.
        let (y, facing) = match side {
            Side::Union => (size.y / 2.0 + 24.0 + 3.0 * rank, 180.0),
            Side::Confederate => (size.y / 2.0 + 12.0 - 3.0 * rank, 0.0),
        };
        unit.deployment = Deployment::At {
            placement: Placement {
                at: Vec2::new(3.0 + 6.0 * column, y),
                facing: Facing::degrees(facing),
            },
            within: None,
        };
        unit.present_up_to = None;
        scenario.units.push(unit);
    }
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn frames(app: &mut App, many: u32) -> Duration {
    let times = (0..many).map(|_| {
        let start = Instant::now();
        app.update();
        start.elapsed()
    });
    middle(times.collect())
}

/// Frames and time until somebody sees something.
fn until(person: &mut Person, what: &str, seen: impl Fn(&Person) -> bool) -> (u32, Duration) {
    let (from, start) = (person.frames, Instant::now());
    person.wait(what, seen);
    (person.frames - from, start.elapsed())
}

/// A click is answered within two frames, however many stand on the table.
#[test]
fn a_click_is_answered_at_once() {
    if !crate::in_a_room_of_its_own("speed::a_click_is_answered_at_once") {
        return;
    }
    let setting = room::setting("person", "computer:medium", 1);
    let session = host(&setting);
    let mut person = Person::new(room::open(room::at_once(session, &setting)));
    let playback = person.app.world().resource::<Playback>();
    for side in [Side::Union, Side::Confederate] {
        let count = playback.scenario().units.iter();
        assert_eq!(count.filter(|unit| unit.unit.side == side).count(), UNITS);
    }
    person.come_to_orders();
    person.settle();
    let pixels = person.pixels("units");
    let mine = person.who();
    let copies = mine.iter().filter(|name| name.contains('('));
    let mut seen = copies.filter(|name| pixels.contains_key(*name));
    let mut slowest = Duration::ZERO;
    for number in 0..3 {
        let name = seen.next().expect("somebody who can be clicked").clone();
        let start = Instant::now();
        person.click(pixels[&name]);
        slowest = slowest.max(start.elapsed() / 3);
        let (late, _) = until(&mut person, "selected", |person| {
            person.read("selected") == name && person.can("order hold")
        });
        assert!(late <= 1, "selecting took {late} frames more");
        let at = person.inches(pixels[&name]).expect("a place");
        person.settle();
        let (_, ground) = person
            .ground(at - Vec2::Y * (4.0 + number as f32))
            .expect("bare ground");
        person.click(ground);
        let (late, _) = until(&mut person, "a draft", |person| person.can("cancel"));
        assert!(late <= 1, "the draft took {late} frames more");
        let (frames, time) = until(&mut person, "the ghost", |person| {
            !person.see("ghost").is_null()
        });
        println!(
            "{name}: selected and drawn at once; the way was found after {frames} frames, {time:.2?}: {}",
            person.see("ghost")
        );
        assert_ne!(person.see("ghost"), &Value::Null);
        person.settle();
        person.push("cancel");
        person.settle();
    }
    person.app.world_mut().resource_mut::<Trace>().keep(false);
    println!(
        "a frame with {UNITS} units a side: {:.2?}; a frame of a click, with the trace: {slowest:.2?}",
        frames(&mut person.app, 30)
    );
}
