//! The program without a window system and without a renderer.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bevy::app::PluginsState;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::WinitPlugin;
use deadly_field::overlay::app::{HouseRules, Opening, Setting, begun, program};
use deadly_field::overlay::options::Options;
use deadly_field::overlay::trace::Trace;
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::rules_folder::HouseRules as Charts;
use deadly_field::scenario::{Scenario, ScenarioSource, find};
use deadly_field::session::{MatchUp, Session};
use deadly_field::table::Quality;

/// The size of the window that is not there.
pub const SIZE: (u32, u32) = (1280, 720);

/// So much time passes with every frame.
pub const FRAME: Duration = Duration::from_millis(50);

/// By the book.
pub fn house() -> HouseRules {
    HouseRules {
        rules: Arc::new(Rules::book().clone()),
        charts: Charts::new(),
    }
}

/// The shipped scenario, fought by these.
pub fn setting(union: &str, confederate: &str, seed: u64) -> Setting {
    Setting {
        scale: Scale::Mm15,
        match_up: MatchUp {
            union: union.parse().expect("a player"),
            confederate: confederate.parse().expect("a player"),
        },
        seed,
        hiding: Default::default(),
    }
}

/// A battle of the shipped scenario about to begin, changed as one likes.
pub fn battle(setting: &Setting, change: impl FnOnce(&mut Scenario)) -> Session {
    let house = house();
    let path = find(Path::new("taint_no_militia"));
    let (mut scenario, source) =
        ScenarioSource::load(&path, setting.scale, &house.rules).expect("a good scenario");
    change(&mut scenario);
    begun(&house, scenario, source, setting)
}

/// Bevy with everything it has but a window and a renderer.
pub fn empty() -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(Window {
                    resolution: WindowResolution::new(SIZE.0, SIZE.1),
                    ..default()
                }),
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            .set(RenderPlugin {
                render_creation: RenderCreation::from(WgpuSettings {
                    backends: None,
                    ..default()
                }),
                ..default()
            })
            .disable::<LogPlugin>()
            .disable::<WinitPlugin>(),
    )
    .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app
}

/// The program when all its plugins are there.
pub fn finished(mut app: App) -> App {
    while app.plugins_state() == PluginsState::Adding {
        std::thread::sleep(Duration::from_millis(1));
    }
    app.finish();
    app.cleanup();
    app
}

/// A battle to be played at once.
pub fn at_once(session: Session, setting: &Setting) -> Opening {
    Opening::Battle {
        session: Box::new(session),
        match_up: setting.match_up.clone(),
        note: None,
    }
}

/// The program as it is, but for its window and its renderer.
pub fn open(opening: Opening) -> App {
    open_as(opening, Options::default())
}

/// The same for a player who likes it so.
pub fn open_as(opening: Opening, options: Options) -> App {
    finished(unfinished(opening, options))
}

/// The same before any frame of it.
pub fn unfinished(opening: Opening, options: Options) -> App {
    let mut app = empty();
    program(&mut app, house(), options, opening, Quality::Low);
    app.world_mut().resource_mut::<Trace>().keep(true);
    app
}
