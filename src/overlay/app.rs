//! The program in its window.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, RenderResources};
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{PresentMode, PrimaryWindow, WindowMode, WindowResolution};
use bevy_egui::EguiPlugin;

use super::known::{self, Known};
use super::menu::Menu;
use super::{Desk, menu};
use crate::files::{Folder, Opening as Beginning};
use crate::rules::{Rules, Scale};
use crate::scenario::rules_folder::HouseRules as Charts;
use crate::scenario::{Scenario, ScenarioSource};
use crate::session::{MatchUp, Session, Table};
use crate::table::shot::{quiet_log, quietly};
use crate::table::{self, Painting, Playback, Quality, Rig, Screen, Sitting, camera, sitting};

/// How a battle is fought.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The scale of the table.
    pub scale: Scale,
    /// Who plays whom.
    pub match_up: MatchUp,
    /// The seed of all dice.
    pub seed: u64,
}

/// What the window shows first.
pub enum Opening {
    /// The menu.
    Menu(Setting),
    /// A battle about to begin, of players of the program, while one watches.
    Watch(Box<Session>),
    /// A battle that is known to its end.
    Replay(Box<Playback>),
}

/// The rules that are played by, and the texts of the house rules among them.
#[derive(Resource, Clone)]
pub struct HouseRules {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Charts of the players' own; none for the book.
    pub charts: Charts,
}

/// Chosen in the menu: begin.
#[derive(Resource)]
pub struct Begin {
    /// The scenario's file.
    pub path: PathBuf,
    /// How it is fought.
    pub setting: Setting,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// Nothing to draw with.
    #[error("{}", crate::table::shot::NO_DRIVER)]
    NoDriver,
    /// Nowhere to draw.
    #[error(
        "no display is to be found (DISPLAY and WAYLAND_DISPLAY name none that answers); start the program from a desktop, or under a virtual display: apt-get install xvfb libxkbcommon-x11-0, then xvfb-run deadly-field"
    )]
    NoDisplay,
}

/// Opens the window and stays until it is closed.
pub fn run(
    house: HouseRules,
    opening: Opening,
    quality: Option<Quality>,
    size: (u32, u32),
) -> Result<AppExit, WindowError> {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !named("DISPLAY") && !named("WAYLAND_DISPLAY") {
        return Err(WindowError::NoDisplay);
    }
    // Asked first, because Bevy can only panic without one.
    let driver = table::shot::driver().ok_or(WindowError::NoDriver)?;
    let software = table::shot::is_software(&driver);
    let quality = quality.unwrap_or(if software {
        Quality::Low
    } else {
        Quality::Medium
    });
    // The ground is painted while the window opens.
    let ground = match &opening {
        Opening::Menu(_) => None,
        Opening::Watch(session) => Some(session.battle().now().ground().0),
        Opening::Replay(playback) => Some(playback.ground().0),
    };
    let painting = ground.map(|scenario| Painting::begin(scenario, quality));
    let mut app =
        quietly(|| window(size, software.then_some(driver))).ok_or(WindowError::NoDisplay)?;
    if let Some(painting) = painting {
        app.insert_resource(painting);
    }
    program(&mut app, house, opening, quality);
    Ok(app.run())
}

/// All of the program but Bevy itself, with its window or without: what is shown, what is clicked,
/// who plays.
pub fn program(app: &mut App, house: HouseRules, opening: Opening, quality: Quality) {
    let rules = Arc::clone(&house.rules);
    app.insert_resource(house)
        .insert_resource(quality)
        .insert_resource(ClearColor(Color::srgb(0.89, 0.84, 0.72)))
        .add_plugins(EguiPlugin::default())
        .add_plugins((table::plugin, sitting::plugin, super::plugin, menu::plugin))
        .add_systems(Startup, first_camera)
        .add_systems(
            Update,
            (
                begin.run_if(resource_exists::<Begin>),
                leave.run_if(|desk: Res<Desk>| desk.leave),
                window_keys,
            ),
        );
    match opening {
        Opening::Menu(setting) => {
            app.insert_resource(Menu::new(&rules, setting));
        }
        Opening::Watch(session) => watch(app.world_mut(), *session),
        Opening::Replay(playback) => on_stage(app.world_mut(), *playback),
    }
}

/// Bevy with a window. It draws with the driver that was found, if it is given: only one that draws on the processor is
/// sure to reach every screen.
fn window((width, height): (u32, u32), driver: Option<RenderResources>) -> App {
    let mut app = App::new();
    let render = driver.map_or_else(RenderPlugin::default, |driver| RenderPlugin {
        render_creation: RenderCreation::Manual(driver),
        ..default()
    });
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(Window {
                    title: "Deadly Field".to_owned(),
                    name: Some("deadly-field".to_owned()),
                    resolution: WindowResolution::new(width, height),
                    present_mode: PresentMode::AutoVsync,
                    ..default()
                }),
                ..default()
            })
            .set(render)
            .set(quiet_log()),
    );
    app
}

/// Puts a battle on the table.
fn on_stage(world: &mut World, playback: Playback) {
    table::raise(world, playback);
    world.insert_resource(Desk::default());
}

/// Players of the program begin to fight, and one watches. The window always keeps a journal.
fn watch(world: &mut World, mut session: Session) {
    let mut playback = Playback::new(known::chronicle(session.battle()));
    playback.playing = true;
    on_stage(world, playback);
    if let Some(folder) = Folder::players() {
        let name = session.battle().scenario().name.clone();
        match folder.begin(session.record(), &name) {
            Ok(journal) => session = session.with_journal(journal),
            Err(error) => warn!("no journal is kept: {error}"),
        }
    }
    world.insert_resource(Sitting::new(session));
}

/// A battle of a scenario about to begin, for a host that must not wait.
pub fn begun(
    house: &HouseRules,
    scenario: Scenario,
    source: ScenarioSource,
    setting: &Setting,
) -> Session {
    let table = Table {
        aside: true,
        ..Table::new(setting.match_up.clone())
    };
    let opening = Beginning {
        source,
        scale: setting.scale,
        house_rules: house.charts.clone(),
        seed: setting.seed,
        seats: setting.match_up.names(),
    };
    table.begin(opening, Arc::new(scenario), Arc::clone(&house.rules))
}

/// There is a camera from the first frame on: panels need one too.
fn first_camera(mut commands: Commands, quality: Res<Quality>, rig: Option<Res<Rig>>) {
    let rig = rig.map(|rig| rig.clone()).unwrap_or_default();
    camera::spawn(&mut commands, &rig, *quality, None);
}

/// The battle that was chosen in the menu.
fn begin(world: &mut World) {
    let Some(begin) = world.remove_resource::<Begin>() else {
        return;
    };
    let house = world.resource::<HouseRules>().clone();
    match known::open(&begin.path) {
        None => {}
        Some(Ok(known)) => {
            on_stage(world, replayed(known));
            settle_msaa(world);
            return;
        }
        Some(Err(fault)) => {
            if let Some(mut menu) = world.get_resource_mut::<Menu>() {
                menu.complain(fault.to_string());
            }
            return;
        }
    }
    match ScenarioSource::load(&begin.path, begin.setting.scale, &house.rules) {
        Ok((scenario, source)) => {
            let session = begun(&house, scenario, source, &begin.setting);
            watch(world, session);
        }
        Err(faults) => {
            if let Some(mut menu) = world.get_resource_mut::<Menu>() {
                let all: Vec<_> = faults.iter().map(ToString::to_string).collect();
                menu.complain(all.join("\n"));
            }
        }
    }
    settle_msaa(world);
}

/// Leaves the battle and goes back to the menu: the table is cleared with its screen.
fn leave(world: &mut World) {
    let rules = Arc::clone(&world.resource::<HouseRules>().rules);
    if let Some(mut sitting) = world.remove_resource::<Sitting>() {
        sitting.session().call_off();
    }
    world.insert_resource(Desk::default());
    world.resource_mut::<NextState<Screen>>().set(Screen::Menu);
    if !world.contains_resource::<Menu>() {
        let computer = crate::players::SeatKind::Computer(crate::players::Level::Hard);
        let setting = Setting {
            scale: Scale::Mm15,
            match_up: MatchUp::both(computer),
            seed: 1,
        };
        world.insert_resource(Menu::new(&rules, setting));
    }
}

/// A battle that was fought before, ready to be watched.
pub fn replayed(known: Known) -> Playback {
    let mut playback = Playback::new(known.chronicle);
    playback.complete = true;
    playback.playing = true;
    playback
}

fn settle_msaa(world: &mut World) {
    let quality = *world.resource::<Quality>();
    let mut cameras = world.query::<&mut Msaa>();
    for mut msaa in cameras.iter_mut(world) {
        *msaa = camera::msaa(quality);
    }
}

fn window_keys(
    mut commands: Commands,
    keys: Res<ButtonInput<KeyCode>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut exit: MessageWriter<AppExit>,
) {
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if control && keys.just_pressed(KeyCode::KeyQ) {
        exit.write(AppExit::Success);
    }
    if keys.just_pressed(KeyCode::F12) {
        let path = (1..)
            .map(|number| PathBuf::from(format!("deadly-field-{number}.png")))
            .find(|path| !path.exists());
        if let Some(path) = path {
            commands
                .spawn(Screenshot::primary_window())
                .observe(save_to_disk(path));
        }
    }
    if keys.just_pressed(KeyCode::F11) {
        for mut window in &mut windows {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
}
