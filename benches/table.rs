//! Frames of the table against bare Bevy scenes, and the start against an empty window.
//!
//! Everything is drawn by whatever driver there is, in this one run. The first comparison draws
//! next to no pixels, so that only the work per figure counts; the second draws many.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, egui};
use deadly_field::army::Fact;
use deadly_field::chronicle::Chronicle;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Deployment, Scenario, find};
use deadly_field::table::{self, Playback, Quality, Rig, bare_figure, camera, shot};

const FRAMES: u32 = 40;

fn main() {
    if std::env::args().any(|argument| argument == "--empty-window") {
        empty_window();
        return;
    }
    // `cargo test` builds and starts benchmarks too: there it is enough that they compile.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    if shot::driver().is_none() {
        println!("{}", shot::NO_DRIVER);
        return;
    }
    println!("A frame's own systems, without drawing, one unit marching");
    for figures in [60, 600, 5000] {
        let ours = systems(&mut ours(figures, Quality::Low, (64, 36)));
        let bare = systems(&mut bare(figures, (64, 36)));
        compare(&format!("{figures:>5} figures"), ours, bare);
    }
    println!("A whole frame of 640 by 360, 120 figures");
    let low = frames(&mut ours(120, Quality::Low, (640, 360)));
    let bare = frames(&mut bare(120, (640, 360)));
    compare("lowest quality with the whole table", low, bare);
    start();
}

fn compare(what: &str, ours: Duration, other: Duration) {
    let times = ours.as_secs_f64() / other.as_secs_f64();
    println!("  {what:<38} ours {ours:>9.2?}  bare {other:>9.2?}  {times:.2} times");
}

/// The middle time of a frame's systems, without what the renderer does afterwards.
fn systems(app: &mut App) -> Duration {
    for _ in 0..8 {
        app.update();
    }
    middle(|| {
        let main = app.main_mut();
        main.run_default_schedule();
        main.world_mut().clear_trackers();
    })
}

/// The middle time of a frame.
fn frames(app: &mut App) -> Duration {
    for _ in 0..8 {
        app.update();
    }
    middle(|| app.update())
}

fn middle(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<_> = (0..FRAMES)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn app(size: (u32, u32)) -> (App, RenderTarget) {
    let driver = shot::driver().expect("a driver, asked for before");
    let mut app = App::new();
    app.add_plugins(shot::headless(driver));
    let image = Image::new_target_texture(size.0, size.1, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    (app, RenderTarget::Image(target.into()))
}

/// The first scenario with as many of its regiments as it takes, all over the table.
fn crowd(figures: u32) -> Scenario {
    let rules = Rules::book();
    let path = find(Path::new("taint_no_militia"));
    let mut scenario = Scenario::load(&path, Scale::Mm15, rules).expect("a good scenario");
    let models: Vec<_> = scenario
        .units
        .iter()
        .filter(|unit| unit.unit.is_infantry())
        .cloned()
        .collect();
    scenario.units.clear();
    let mut count = 0;
    let mut number = 0usize;
    while count < figures {
        let mut unit = models[number % models.len()].clone();
        count += unit.unit.strength;
        let at = Vec2::new(
            1.5 + (number * 7 % 33) as f32,
            1.5 + (number * 13 / 33 % 33) as f32,
        );
        unit.deployment = Deployment::At {
            placement: Placement {
                at,
                facing: Facing::degrees(90.0),
            },
            within: None,
        };
        unit.present_up_to = None;
        scenario.units.push(unit);
        number += 1;
    }
    scenario
}

fn ours(figures: u32, quality: Quality, size: (u32, u32)) -> App {
    let scenario = Arc::new(crowd(figures));
    let from = Placement {
        at: Vec2::new(4.0, 4.0),
        facing: Facing::degrees(90.0),
    };
    let march = (0..400).map(|step| {
        let at = |step: u32| Placement {
            at: from.at + Vec2::X * step as f32 * 0.05,
            ..from
        };
        Fact::Moved {
            unit: deadly_field::army::UnitId(0),
            from: at(step),
            to: at(step + 1),
        }
    });
    let march: Vec<_> = march.collect();
    let chronicle = Chronicle::of(scenario.clone(), Arc::new(Rules::book().clone()), &march);
    let mut playback = Playback::new(chronicle);
    playback.playing = true;
    let (mut app, target) = app(size);
    app.insert_resource(quality).add_plugins(table::plugin);
    let rig = Rig::over(&scenario.field);
    camera::spawn(&mut app.world_mut().commands(), &rig, quality, Some(target));
    table::raise(app.world_mut(), playback);
    app.finish();
    app.cleanup();
    app
}

/// The same figures as entities of their own in a scene that has nothing else but a sun.
fn bare(figures: u32, size: (u32, u32)) -> App {
    let (mut app, target) = app(size);
    let world = app.world_mut();
    let mesh = world.resource_mut::<Assets<Mesh>>().add(bare_figure());
    let material = world
        .resource_mut::<Assets<StandardMaterial>>()
        .add(Color::WHITE);
    for number in 0..figures {
        let at = Vec3::new(
            (number * 7 % 71) as f32 * 0.5,
            0.0,
            -((number * 13 / 71 % 71) as f32) * 0.5,
        );
        world.spawn((
            Mesh3d(mesh.clone()),
            MeshMaterial3d(material.clone()),
            Transform::from_translation(at),
        ));
    }
    let sun = Transform::from_xyz(-0.5, 1.0, 0.5).looking_at(Vec3::ZERO, Vec3::Y);
    world.spawn((DirectionalLight::default(), sun));
    let rig = Rig::default();
    world.spawn((Camera3d::default(), target, rig.transform()));
    app.add_systems(
        Update,
        |mut figures: Query<&mut Transform, With<Mesh3d>>| {
            // As many move as a regiment of ours has figures.
            for mut figure in figures.iter_mut().take(6) {
                figure.translation.x += 0.01;
            }
        },
    );
    app.finish();
    app.cleanup();
    app
}

/// From the start of the process to the first frame with everything on it.
fn start() {
    let display = Command::new("xvfb-run")
        .args(["-a", "true"])
        .stderr(Stdio::null())
        .status();
    if !display.is_ok_and(|status| status.success()) {
        println!("No Xvfb: the start is not measured (apt-get install xvfb)");
        return;
    }
    println!("From the start to the first usable frame in a window of 640 by 360");
    let folder = std::env::temp_dir().join(format!("deadly-field-start-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let own = std::env::current_exe().expect("this benchmark");
    let program = own
        .parent()
        .and_then(Path::parent)
        .map(|folder| folder.join("deadly-field"))
        .expect("a folder of programs");
    let watch = [
        "watch",
        "taint_no_militia",
        "--quality",
        "low",
        "--size",
        "640x360",
    ];
    let middle = |program: &Path, arguments: &[&str]| {
        let mut times: Vec<_> = (0..5)
            .map(|_| first_frame(program, arguments, &folder))
            .collect();
        times.sort_unstable();
        times[2]
    };
    let ours = middle(&program, &watch);
    let empty = middle(&own, &["--empty-window"]);
    compare("watch, against an empty window with egui", ours, empty);
    let _ = std::fs::remove_dir_all(&folder);
}

fn first_frame(program: &Path, arguments: &[&str], folder: &Path) -> Duration {
    let sign = folder.join("sign.json");
    let _ = std::fs::remove_file(&sign);
    let start = Instant::now();
    let mut run = Command::new("xvfb-run")
        .args(["-a", "-s", "-screen 0 640x360x24"])
        .arg(program)
        .args(arguments)
        .env("DEADLY_FIELD_TRACE", &sign)
        .env("DEADLY_FIELD_TRACE_ONCE", "1")
        .env("XDG_RUNTIME_DIR", folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    while !sign.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(3));
    }
    let took = start.elapsed();
    let _ = run.wait();
    took
}

/// What the start is measured against.
fn empty_window() {
    let sign: PathBuf = std::env::var_os("DEADLY_FIELD_TRACE")
        .map(PathBuf::from)
        .expect("a file to write");
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin {
            primary_window: Some(Window {
                resolution: (640, 360).into(),
                ..default()
            }),
            ..default()
        }))
        .add_plugins(EguiPlugin::default())
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera3d::default());
        })
        .add_systems(
            EguiPrimaryContextPass,
            |mut contexts: EguiContexts| -> Result {
                egui::Window::new("Empty").show(contexts.ctx_mut()?, |ui| ui.label("nothing"));
                Ok(())
            },
        )
        .add_systems(
            Last,
            move |mut frames: Local<u32>, mut exit: MessageWriter<AppExit>| {
                *frames += 1;
                // The first picture is on the screen when the next frame is worked out.
                if *frames == 3 {
                    let _ = std::fs::write(&sign, "drawn");
                    exit.write(AppExit::Success);
                }
            },
        )
        .run();
}
