//! One picture without a window on screen.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::app::PluginGroupBuilder;
use bevy::camera::RenderTarget;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::renderer::initialize_renderer;
use bevy::render::settings::{RenderCreation, RenderResources, WgpuSettings};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use super::tokens::Embroidery;
use super::{Playback, Quality, Rig, camera};
use crate::army::UnitId;

/// Where a picture is taken from.
#[derive(Clone, Debug, PartialEq)]
pub enum Viewpoint {
    /// The whole table from its southern edge.
    Overview,
    /// Straight down, north up.
    Top,
    /// Close to a unit.
    Unit(UnitId),
    /// Out of a unit's own eyes.
    Eyes(UnitId),
    /// A place of the map, from so many inches away.
    Place(Vec2, f32),
}

/// What is to be drawn.
pub struct Shot {
    /// The battle at its moment.
    pub playback: Playback,
    /// From where.
    pub from: Viewpoint,
    /// How well.
    pub quality: Quality,
    /// Pixels from left to right and from top to bottom.
    pub size: (u32, u32),
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ShotError {
    /// Nothing to draw with.
    #[error("{NO_DRIVER}")]
    NoDriver,
    /// The driver never delivered.
    #[error("the graphics driver did not deliver a picture")]
    NoPicture,
}

/// What to do where nothing can be drawn.
pub const NO_DRIVER: &str = "no graphics driver is to be found; install a Vulkan driver (on Debian or Ubuntu the software one: apt-get install mesa-vulkan-drivers)";

/// The graphics driver, if there is one.
pub fn driver() -> Option<RenderResources> {
    let settings = WgpuSettings::default();
    let backends = settings.backends?;
    quietly(|| bevy::tasks::block_on(initialize_renderer(backends, None, &settings)))
}

/// Whether a driver draws on the processor, for want of a graphics card.
pub fn is_software(driver: &RenderResources) -> bool {
    // The type itself belongs to a crate that is not ours to name.
    format!("{:?}", driver.2.device_type) == "Cpu"
}

/// Runs something that may panic for want of a display or driver; nothing is printed then.
pub fn quietly<T>(run: impl FnOnce() -> T) -> Option<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(AssertUnwindSafe(run));
    std::panic::set_hook(hook);
    outcome.ok()
}

/// Bevy's plugins without a window, drawing with a driver that was found before.
pub fn headless(driver: RenderResources) -> PluginGroupBuilder {
    DefaultPlugins
        .set(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            ..default()
        })
        .set(RenderPlugin {
            render_creation: RenderCreation::Manual(driver),
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .disable::<LogPlugin>()
        .disable::<WinitPlugin>()
        .disable::<PipelinedRenderingPlugin>()
}

/// Only what goes wrong is worth a line.
pub fn quiet_log() -> LogPlugin {
    LogPlugin {
        level: Level::ERROR,
        filter: "error,wgpu_hal=off,bevy_render::renderer=off".to_owned(),
        ..default()
    }
}

/// Draws a picture; `more` adds what is drawn over the table.
pub fn take(shot: Shot, more: impl FnOnce(&mut App)) -> Result<Image, ShotError> {
    let driver = driver().ok_or(ShotError::NoDriver)?;
    let mut app = App::new();
    app.add_plugins(headless(driver))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
            20,
        )))
        .insert_resource(shot.quality)
        .add_plugins(super::plugin);
    let (width, height) = shot.size;
    let format = TextureFormat::Rgba8UnormSrgb;
    let target = Image::new_target_texture(width, height, format, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(target);
    let mut rig = Rig::over(&shot.playback.scenario().field);
    aim(&mut rig, &shot);
    camera::spawn(
        &mut app.world_mut().commands(),
        &rig,
        shot.quality,
        Some(RenderTarget::Image(target.clone().into())),
    );
    super::raise(app.world_mut(), shot.playback);
    app.insert_resource(rig);
    more(&mut app);
    app.finish();
    app.cleanup();
    // Two frames for what comes a frame late, two for panels to find their size.
    for _ in 0..4 {
        app.update();
    }
    // Flags are lettered in the background; a picture waits for them.
    let busy = |app: &App| {
        let flags = app.world().get_resource::<Embroidery>();
        flags.is_some_and(|flags| !flags.is_done())
    };
    while busy(&app) {
        std::thread::sleep(Duration::from_millis(3));
    }
    app.update();
    capture(&mut app, &target).ok_or(ShotError::NoPicture)
}

/// Reads the picture back.
pub fn capture(app: &mut App, target: &Handle<Image>) -> Option<Image> {
    let caught: Arc<Mutex<Option<Image>>> = Arc::default();
    let keep = Arc::clone(&caught);
    app.world_mut()
        .spawn(Screenshot::image(target.clone()))
        .observe(move |captured: On<ScreenshotCaptured>| {
            if let Ok(mut slot) = keep.lock() {
                *slot = Some(captured.image.clone());
            }
        });
    for _ in 0..50 {
        app.update();
        if let Ok(mut slot) = caught.lock()
            && let Some(image) = slot.take()
        {
            return Some(image);
        }
    }
    None
}

fn aim(rig: &mut Rig, shot: &Shot) {
    match &shot.from {
        Viewpoint::Overview => rig.overview(),
        Viewpoint::Top => rig.top(),
        Viewpoint::Unit(unit) => {
            let scenario = shot.playback.scenario();
            let at = shot.playback.view().footprint(*unit).centre();
            let high = scenario.field.heights.height(at);
            rig.look_at(
                super::place(at, high + 0.3),
                11.0 * scenario.field.proportion(),
            );
        }
        Viewpoint::Eyes(unit) => rig.eyes_of(*unit),
        Viewpoint::Place(at, far) => {
            let high = shot.playback.scenario().field.heights.height(*at);
            rig.go_to(super::place(*at, high), *far);
        }
    }
    rig.arrive();
}

/// Pixels to an inch in the view from above, by the height of what one looks at.
pub fn top_focal(field: &crate::field::Field, pixels_high: u32) -> impl Fn(f32) -> f32 + use<> {
    let mut rig = Rig::over(field);
    rig.top();
    rig.arrive();
    let far = rig.distance();
    let focal = pixels_high as f32 / 2.0 / camera::LENS.tan();
    move |height| focal / (far - height)
}
