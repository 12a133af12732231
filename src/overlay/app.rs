//! The program in its window.

mod loading;
mod rest;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, RenderResources};
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{PresentMode, PrimaryWindow, WindowMode, WindowResolution};
use bevy_egui::EguiPlugin;

pub use loading::{Begin, Loading, Resumed, begun, replayed, resumed};

use super::lesson::Tutor;
use super::menu::Menu;
use super::notices::{self, Notices};
use super::options::{self, Options};
use super::{Desk, curtain, hand, menu, outcome, report, saving};
use crate::files::{Folder, configuration};
use crate::players::{Level, Patience, PersonSeat, SeatKind, Thinking};
use crate::rules::{Rules, Scale, Side};
use crate::scenario::Hiding;
use crate::scenario::rules_folder::HouseRules as Charts;
use crate::session::{MatchUp, Session};
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
    /// Who is hidden beside those whom the scenario hides.
    pub hiding: Hiding,
}

/// What the window shows first.
pub enum Opening {
    /// The menu.
    Menu,
    /// A battle to be played, or watched while players of the program fight it.
    Battle {
        /// The battle.
        session: Box<Session>,
        /// Who plays.
        match_up: MatchUp,
        /// What is to be said about it.
        note: Option<String>,
    },
    /// A battle that is known to its end.
    Replay(Box<Playback>),
    /// The page of lessons in the menu.
    Lessons,
    /// A lesson, at the step where it was left.
    Lesson(Box<(Session, Tutor)>),
}

/// The rules that are played by, and the texts of the house rules among them.
#[derive(Resource, Clone)]
pub struct HouseRules {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Charts of the players' own; none for the book.
    pub charts: Charts,
}

/// Who plays the battle on the table. A program is known by its command only here: no file has it.
#[derive(Resource, Clone, Debug)]
pub struct Players(pub MatchUp);

impl Players {
    /// Whether somebody at this window plays.
    pub fn has_person(&self) -> bool {
        self.0.union.is_person() || self.0.confederate.is_person()
    }
}

/// How much computers try out, where whoever started the program said so.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Budget(pub Thinking);

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

/// Whether a window can be opened at all; asked before anything is begun that would be in vain.
pub fn has_display() -> Result<(), WindowError> {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !named("DISPLAY") && !named("WAYLAND_DISPLAY") {
        return Err(WindowError::NoDisplay);
    }
    Ok(())
}

/// Opens the window and stays until it is closed.
pub fn run(
    house: HouseRules,
    opening: Opening,
    (quality, budget): (Option<Quality>, Option<Budget>),
    size: (u32, u32),
) -> Result<AppExit, WindowError> {
    has_display()?;
    // Asked first, because Bevy can only panic without one.
    let driver = table::shot::driver().ok_or(WindowError::NoDriver)?;
    let software = table::shot::is_software(&driver);
    let (options, said) = match configuration() {
        Some(folder) => Options::load(&folder),
        None => (Options::default(), None),
    };
    let bears = if software {
        Quality::Low
    } else {
        Quality::Medium
    };
    let quality = quality.or(options.quality).unwrap_or(bears);
    // The ground is painted while the window opens.
    let ground = match &opening {
        Opening::Menu => None,
        Opening::Battle { session, .. } => Some(session.battle().now().ground().0),
        Opening::Replay(playback) => Some(playback.ground().0),
        Opening::Lessons => None,
        Opening::Lesson(lesson) => Some(lesson.0.battle().now().ground().0),
    };
    let painting = ground.map(|scenario| Painting::begin(scenario, quality));
    let mut app =
        quietly(|| window(size, software.then_some(driver))).ok_or(WindowError::NoDisplay)?;
    report::install();
    if let Some(painting) = painting {
        app.insert_resource(painting);
    }
    if let Some(budget) = budget {
        app.insert_resource(budget);
    }
    program(&mut app, house, options, opening, quality);
    if let Some(said) = said {
        app.world_mut().resource_mut::<Notices>().push(said);
    }
    Ok(app.run())
}

/// All of the program but Bevy itself, with its window or without: what is shown, what is clicked,
/// who plays.
pub fn program(
    app: &mut App,
    house: HouseRules,
    options: Options,
    opening: Opening,
    quality: Quality,
) {
    let keys = options.keys.clone();
    app.insert_resource(house)
        .insert_resource(quality)
        .insert_resource(options)
        .insert_resource(keys)
        .insert_resource(ClearColor(Color::srgb(0.89, 0.84, 0.72)))
        .add_plugins(EguiPlugin::default())
        .add_plugins((table::plugin, sitting::plugin, super::plugin))
        .add_plugins((
            options::plugin,
            notices::plugin,
            loading::plugin,
            rest::plugin,
            menu::plugin,
            super::lesson::fetching,
            outcome::plugin,
            saving::plugin,
        ))
        .add_systems(Startup, first_camera)
        .add_systems(
            Update,
            (
                leave.run_if(|desk: Res<Desk>| desk.leave),
                play_on.run_if(|desk: Res<Desk>| desk.play_on),
                window_keys,
            ),
        );
    match opening {
        Opening::Menu => {
            app.insert_resource(Menu::new());
        }
        Opening::Battle {
            session,
            match_up,
            note,
        } => {
            sit_down(app.world_mut(), *session, match_up);
            if let Some(note) = note {
                app.world_mut().resource_mut::<Notices>().push(note);
            }
        }
        Opening::Replay(playback) => on_stage(app.world_mut(), *playback),
        Opening::Lessons => {
            app.insert_resource(Menu::new().learning());
        }
        Opening::Lesson(lesson) => {
            let (session, tutor) = *lesson;
            give_lesson(app.world_mut(), session, tutor);
        }
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

/// A desk as the player likes it.
fn desk(world: &World) -> Desk {
    let options = world.get_resource::<Options>().cloned().unwrap_or_default();
    Desk {
        text: options.text,
        plates: options.names,
        ..Desk::default()
    }
}

/// Puts a battle on the table.
fn on_stage(world: &mut World, mut playback: Playback) {
    if let Some(options) = world.get_resource::<Options>() {
        playback.speed = options.speed;
    }
    let desk = desk(world);
    table::raise(world, playback);
    world.insert_resource(desk);
    world.remove_resource::<Sitting>();
    world.remove_resource::<Players>();
    world.remove_resource::<Tutor>();
    world.remove_resource::<outcome::Outcome>();
    world.resource_mut::<Notices>().begin();
    curtain::begin(world, None);
    report::end();
}

/// A lesson goes on the table, and the learner sits down. Nothing of it is kept but how far he came.
fn give_lesson(world: &mut World, session: Session, tutor: Tutor) {
    let eyes = sitting::eyes(&session, None);
    let mut playback = Playback::new(sitting::chronicle(session.battle(), eyes));
    playback.seek(playback.chronicle().end());
    playback.playing = true;
    on_stage(world, playback);
    world.insert_resource(hand::Hand::default());
    world.insert_resource(Players(tutor.match_up()));
    world.insert_resource(Sitting::new(session));
    world.insert_resource(tutor);
}

/// A battle goes on the table, and whoever plays sits down. The window always keeps a journal.
fn sit_down(world: &mut World, mut session: Session, match_up: MatchUp) {
    let goes_on = !session.record().entries.is_empty() || session.record().start.is_some();
    let eyes = sitting::eyes(&session, None);
    let mut playback = Playback::new(sitting::chronicle(session.battle(), eyes));
    if goes_on {
        // What happened before was seen before.
        playback.seek(playback.chronicle().end());
    }
    playback.playing = true;
    on_stage(world, playback);
    if session.journal().is_none() {
        let name = session.battle().scenario().name.clone();
        let begun = Folder::players().map(|folder| folder.begin(session.record(), &name));
        let said = match begun {
            Some(Ok(journal)) => {
                session = session.with_journal(journal);
                None
            }
            Some(Err(error)) => Some(error.to_string()),
            None => Some("this system has no folder for the player's data".to_owned()),
        };
        if let Some(said) = said {
            world
                .resource_mut::<Notices>()
                .push(format!("No journal is kept of this battle: {said}"));
        }
    }
    if let Some(options) = world.get_resource::<Options>() {
        // A person's units ask about what he likes to be asked about.
        let asks = options.prompts.asks;
        for (side, kind) in [
            (Side::Union, &match_up.union),
            (Side::Confederate, &match_up.confederate),
        ] {
            if kind.is_person() {
                session.seat(side, Box::new(PersonSeat::new(asks)));
            }
        }
    }
    // Whoever tries things out takes the time that the player gives him.
    let liked = world.get_resource::<Options>().map(|options| options.think);
    let thinking = match (world.get_resource::<Budget>(), liked) {
        (Some(budget), _) => budget.0,
        (None, liked) => Thinking {
            at_most: liked.map(Duration::from_secs_f32),
            ..Thinking::waited_for()
        },
    };
    for (side, kind) in [
        (Side::Union, &match_up.union),
        (Side::Confederate, &match_up.confederate),
    ] {
        if *kind == SeatKind::Computer(Level::Expert) {
            session.seat(side, kind.sit_aside(Patience::default(), thinking));
        }
    }
    report::begin(&session);
    curtain::begin(world, Some(&session));
    world.insert_resource(hand::Hand::default());
    world.insert_resource(Players(match_up));
    world.insert_resource(Sitting::new(session));
}

/// A lesson is over, and its battle goes on as any other.
fn play_on(world: &mut World) {
    world.resource_mut::<Desk>().play_on = false;
    let tutor = world.remove_resource::<Tutor>();
    let sitting = world.remove_resource::<Sitting>();
    if let (Some(tutor), Some(sitting)) = (tutor, sitting) {
        sit_down(world, sitting.into_session(), tutor.match_up());
    }
}

/// There is a camera from the first frame on: panels need one too.
fn first_camera(mut commands: Commands, quality: Res<Quality>, rig: Option<Res<Rig>>) {
    let rig = rig.map(|rig| rig.clone()).unwrap_or_default();
    camera::spawn(&mut commands, &rig, *quality, None);
}

/// Leaves the battle and goes back to the menu: the table is cleared with its screen. The journal
/// is let go, so that the battle can be continued.
fn leave(world: &mut World) {
    if let Some(mut sitting) = world.remove_resource::<Sitting>() {
        sitting.session().call_off();
    }
    world.remove_resource::<Players>();
    let learnt = world.remove_resource::<Tutor>().is_some();
    world.remove_resource::<outcome::Outcome>();
    world.resource_mut::<Notices>().begin();
    report::end();
    let desk = desk(world);
    world.insert_resource(desk);
    world.resource_mut::<NextState<Screen>>().set(Screen::Menu);
    let menu = world.remove_resource::<Menu>();
    let menu = menu.map_or_else(Menu::new, Menu::again);
    world.insert_resource(if learnt { menu.learning() } else { menu });
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
    desk: Res<Desk>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut exit: MessageWriter<AppExit>,
) {
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if desk.quit || (control && keys.just_pressed(KeyCode::KeyQ)) {
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
