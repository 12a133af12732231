//! A window for tests: where things are on the screen and what is going on, written to a file.
//!
//! Only with `DEADLY_FIELD_TRACE=FILE` in the environment. The file is replaced whenever something
//! has changed, so that whoever drives the program waits for what he wants to see.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui;
use serde_json::{Value, json};

use super::Desk;
use crate::table::troops::{Hit, Ranks};
use crate::table::{Parade, Playback, Screen};

/// What a test wants to know.
#[derive(Resource, Default)]
pub struct Trace {
    file: Option<PathBuf>,
    places: BTreeMap<String, [f32; 4]>,
    disabled: BTreeMap<String, String>,
    notes: BTreeMap<String, Value>,
    units: BTreeMap<String, [f32; 2]>,
    written: String,
    frames: u32,
}

#[cfg(test)]
impl Trace {
    /// One that listens, for tests of a panel alone.
    pub fn listening() -> Self {
        Self {
            file: Some(PathBuf::new()),
            ..Self::default()
        }
    }

    /// The middle of something that was marked.
    pub fn middle(&self, name: &str) -> Option<egui::Pos2> {
        let [left, top, right, bottom] = *self.places.get(name)?;
        Some(egui::pos2((left + right) / 2.0, (top + bottom) / 2.0))
    }
}

impl Trace {
    fn is_on(&self) -> bool {
        self.file.is_some()
    }

    /// Where a button or panel is.
    pub fn mark(&mut self, name: &str, response: &egui::Response) {
        if self.is_on() {
            let zoom = response.ctx.zoom_factor();
            let rect = response.rect;
            let corners = [rect.left(), rect.top(), rect.right(), rect.bottom()];
            self.places
                .insert(name.to_owned(), corners.map(|at| at * zoom));
        }
    }

    /// A button that is there but cannot be clicked now, and why.
    pub fn deny(&mut self, name: &str, why: impl Into<String>) {
        if self.is_on() {
            self.disabled.insert(name.to_owned(), why.into());
        }
    }

    /// Something worth knowing.
    pub fn note(&mut self, name: &str, value: impl Into<Value>) {
        if self.is_on() {
            self.notes.insert(name.to_owned(), value.into());
        }
    }

    /// Where the units are on the screen.
    pub fn project(
        &mut self,
        parade: &Parade,
        ranks: &Ranks,
        (camera, place): (&Camera, &GlobalTransform),
    ) {
        if !self.is_on() {
            return;
        }
        self.units.clear();
        for unit in parade.present() {
            let spots = ranks.unit(unit.key.0);
            let Some(spot) = spots.get(spots.len() / 2) else {
                continue;
            };
            if let Ok(at) = camera.world_to_viewport(place, spot.middle) {
                let name = unit.identity.name.clone();
                self.units.insert(name, [at.x.round(), at.y.round()]);
            }
        }
    }
}

fn open(mut trace: ResMut<Trace>) {
    trace.file = std::env::var_os("DEADLY_FIELD_TRACE").map(PathBuf::from);
}

fn write(
    mut trace: ResMut<Trace>,
    desk: Res<Desk>,
    playback: Option<Res<Playback>>,
    screen: Res<State<Screen>>,
    mut exit: MessageWriter<AppExit>,
) {
    let Some(file) = trace.file.clone() else {
        return;
    };
    trace.frames += 1;
    // For measuring the start: one sign of life when the first picture is on the screen.
    if std::env::var_os("DEADLY_FIELD_TRACE_ONCE").is_some() {
        if trace.frames < 3 {
            return;
        }
        exit.write(AppExit::Success);
    }
    let name = |hit: Hit| -> Value {
        let scenario = playback.as_ref().map(|playback| playback.scenario());
        match (hit, scenario) {
            (Hit::Unit(id), Some(scenario)) => json!(scenario.units[id.0 as usize].name),
            (Hit::Leader(id), Some(scenario)) => json!(scenario.leaders[id.0 as usize].name),
            _ => Value::Null,
        }
    };
    let state = json!({
        "screen": match screen.get() {
            Screen::Menu => "menu",
            Screen::SetUp => "setup",
            Screen::Table => "table",
            Screen::Curtain => "curtain",
            Screen::Result => "result",
        },
        "moment": playback.as_ref().map(|playback| playback.moment()),
        "end": playback.as_ref().map(|playback| playback.chronicle().end()),
        "complete": playback.as_ref().map(|playback| playback.complete),
        "playing": playback.as_ref().map(|playback| playback.playing),
        "panel": desk.panel.map(|panel| panel.to_string()),
        "selected": desk.selected.map(name),
        "pointed": desk.pointed.map(|id| name(Hit::Unit(id))),
        "help": desk.help,
        "places": trace.places,
        "disabled": trace.disabled,
        "notes": trace.notes,
        "units": trace.units,
    });
    let text = state.to_string();
    if text == trace.written {
        return;
    }
    // A reader never sees half a file.
    let new = file.with_extension("new");
    let written = std::fs::write(&new, &text).and_then(|()| std::fs::rename(&new, &file));
    if written.is_ok() {
        trace.written = text;
    }
    trace.places.clear();
    trace.disabled.clear();
    trace.notes.clear();
}

/// The window for tests.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, open).add_systems(Last, write);
}
