//! What is clicked: panels over the table, and what they draw on the ground.

mod advice;
pub mod alerts;
pub mod app;
mod bar;
pub mod book;
mod brigade;
mod card;
mod cards;
mod chalk;
pub mod charging_card;
pub mod choices;
mod curtain;
mod dead_ground;
mod desk;
pub mod firing_card;
mod ground;
mod hand;
mod help;
mod hints;
pub mod instructions;
pub mod keys;
pub mod known;
pub mod lesson;
pub mod log;
pub mod marks;
pub mod meanwhile;
mod menu;
pub mod notices;
mod odds;
pub mod options;
mod orders;
mod outcome;
mod pickets;
mod plates;
mod prompt;
mod reasoning;
pub mod report;
mod result;
mod room;
mod roster;
pub mod saving;
mod strokes;
mod style;
mod tabs;
pub mod trace;
mod why;
mod wording;

use bevy::asset::AssetEventSystems;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass, egui};

pub use desk::{Desk, Panel};
pub use marks::Marks;
pub use menu::any_seed;
pub use wording::sentence;

use crate::battle::Situation;
use crate::rules::Side;
use crate::session::Session;
use crate::table::ranks::Ranks;
use crate::table::{Busy, Parade, Playback, Rig, Screen, Sitting, laid};
use trace::Trace;

/// The moment on the table, to be asked anything.
#[derive(Resource, Default)]
pub struct Standing(Option<((u32, usize), Situation)>);

impl Standing {
    /// What stands on the table before the fact under way.
    fn of(&mut self, playback: &Playback) -> &Situation {
        let now = (playback.jumps(), playback.moment());
        let known = self.0.take().filter(|(at, _)| *at == now);
        let (_, situation) = self.0.insert(known.unwrap_or_else(|| {
            let army = playback.view().clone();
            (now, playback.chronicle().standing(army))
        }));
        situation
    }
}

/// What the panels work with.
#[derive(SystemParam)]
struct Things<'w, 's> {
    desk: ResMut<'w, Desk>,
    hand: ResMut<'w, hand::Hand>,
    rig: ResMut<'w, Rig>,
    standing: ResMut<'w, Standing>,
    trace: ResMut<'w, Trace>,
    sitting: Option<ResMut<'w, Sitting>>,
    options: Option<ResMut<'w, options::Options>>,
    shown: ResMut<'w, Marks>,
    keys: Res<'w, keys::Keys>,
    parade: Parade<'w, 's>,
    ranks: Ranks<'w, 's>,
    objectives: Res<'w, marks::Objectives>,
    tutor: Option<ResMut<'w, lesson::Tutor>>,
    ghosts: Res<'w, crate::table::ghosts::Ghosts>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera3d>>,
}

/// Draws all panels.
fn draw(
    mut contexts: EguiContexts,
    mut playback: ResMut<Playback>,
    mut things: Things,
    mut choices: Local<Option<(usize, Vec<choices::Choice>)>>,
    mut cards: Local<cards::Cards>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, things.desk.text);
    let mut screen = egui::Ui::new(
        ctx.clone(),
        "screen".into(),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(ctx.viewport_rect()),
    );
    // Reading through them changes nothing, so that nothing is drawn anew for it.
    let playing = playback.bypass_change_detection();
    let before = (playing.moment(), playing.jumps(), playing.playing);
    let Things {
        desk,
        hand,
        rig,
        standing,
        trace,
        sitting,
        options,
        shown,
        keys,
        parade,
        ranks,
        objectives,
        tutor,
        ghosts,
        camera,
    } = &mut things;
    let sitting_is_new = sitting.as_ref().is_some_and(|sitting| sitting.is_added());
    let sitting = sitting
        .as_mut()
        .map(|sitting| sitting.bypass_change_detection());
    // What was worked out for another battle is not for this one.
    if sitting_is_new {
        *choices = None;
        *cards = cards::Cards::default();
    }
    let played = sitting
        .as_ref()
        .is_some_and(|sitting| !sitting.persons().is_empty());
    if !desk.bare {
        bar::show(&mut screen, desk, playing, trace, played);
        tabs::show(
            &mut screen,
            desk,
            hand,
            (sitting.as_deref(), playing),
            trace,
        );
    }
    let mut sitting = sitting;
    let eyes = sitting.as_ref().and_then(|sitting| sitting.eyes());
    let mut left = 0.0;
    if let Some(tutor) = tutor.as_mut() {
        left = lesson::panel::show(&mut screen, tutor, trace);
    }
    let rest = side(
        &mut screen,
        (desk, rig),
        playing,
        (
            parade,
            eyes,
            sitting.as_mut().map(|sitting| sitting.session()),
        ),
        options.as_ref().is_some_and(|options| options.explains),
        (standing, trace),
    );
    let sitting = sitting.as_deref().filter(|_| played);
    let floor = screen.available_rect_before_wrap().bottom();
    if let Some(sitting) = sitting {
        let mut bench = orders::Bench {
            hand: &mut *hand,
            desk: &mut *desk,
            playback: &mut *playing,
            sitting,
            standing: &mut *standing,
            trace: &mut *trace,
            keys,
        };
        table_bar(&mut screen, &mut bench, &mut choices);
    }
    let rest = rest.intersect(screen.available_rect_before_wrap());
    desk.free = Some(rest);
    let whole = ctx.viewport_rect().size();
    // A bar that needs another row covers the table's edge; only one that has grown by more, between
    // panels in a small window, pushes the table.
    let usual = floor - orders::high(ctx);
    let high = if sitting.is_some() && usual - rest.bottom() < orders::ROW {
        usual - rest.top()
    } else {
        rest.height()
    };
    let covered = Vec2::new(1.0 - rest.width() / whole.x, 1.0 - high / whole.y);
    let left = left / whole.x;
    if rig.covered != covered || rig.left != left {
        rig.covered = covered;
        rig.left = left;
    }
    if let Some((unit, always)) = desk.look.take()
        && let Some(middle) = ranks.middle(unit)
        && (always || !in_sight(ctx, rest, middle, **camera))
    {
        rig.look_at(middle, f32::MAX);
    }
    let labels = hand::labels(ctx, rest, hand, playing, **camera);
    if desk.plates {
        let named = plates::Shown {
            marks: shown,
            objectives,
            ghosts,
            labels: &labels,
        };
        plates::show(
            ctx,
            rest,
            desk,
            (playing, rig),
            (&*parade, &*ranks, &named),
            **camera,
        );
    }
    roster::chip(ctx, rest, playing);
    pickets::tip(ctx, rest, playing, **camera);
    if let Some(sitting) = sitting {
        let asked = sitting.mine(playing).cloned();
        let mut ground = cards::Ground {
            hand: &mut *hand,
            desk: &mut *desk,
            playback: &mut *playing,
            standing: &mut *standing,
            trace: &mut *trace,
            eye: cards::Eye {
                ranks: &*ranks,
                camera: **camera,
            },
        };
        cards.show(ctx, rest, asked.as_ref(), &mut ground);
    }
    if let (Some(sitting), Some(options)) = (sitting, options.as_mut())
        && options.hints
        // A guide says all that is to be said.
        && tutor.is_none()
        // One thing at a time: first what happened.
        && !cards.tells()
    {
        let asked = sitting.mine(playing);
        let troops = on_screen(ctx, ranks, **camera);
        // The other side acts now, before his eyes.
        let active = playing.view().clock().active;
        let watches = !sitting.persons().contains(&active) && !orders::is_past(playing);
        let read = hints::show(
            ctx,
            cards.beside(rest),
            (asked, hand, watches),
            (&options.hints_read, &troops),
            trace,
        );
        if let Some(read) = read {
            options.hints_read.insert(read.to_owned());
        }
    }
    help::show(ctx, desk, (keys, shown));
    lesson::panel::lights(ctx, trace);
    // While the camera moves, nothing stays where it is long enough to be clicked.
    if rig.is_gliding() {
        trace.lose_sight();
    } else {
        trace.project(ctx, rest, playing, (&*parade, &*ranks, &*hand), **camera);
    }
    if before != (playing.moment(), playing.jumps(), playing.playing) {
        playback.set_changed();
    }
    Ok(())
}

/// Where all stands are on the screen.
fn on_screen(
    ctx: &egui::Context,
    ranks: &Ranks,
    (camera, eye): (&Camera, &GlobalTransform),
) -> Vec<egui::Pos2> {
    let points = ranks
        .stands()
        .filter_map(|spot| camera.world_to_viewport(eye, spot.middle).ok());
    points
        .map(|point| egui::pos2(point.x, point.y) / ctx.zoom_factor())
        .collect()
}

/// Whether a place is to be seen beside the panels.
fn in_sight(
    ctx: &egui::Context,
    rest: egui::Rect,
    at: Vec3,
    (camera, eye): (&Camera, &GlobalTransform),
) -> bool {
    camera.world_to_viewport(eye, at).is_ok_and(|point| {
        let point = egui::pos2(point.x, point.y) / ctx.zoom_factor();
        rest.shrink(20.0).contains(point)
    })
}

/// The bar over the table's lower edge: orders, a prompt, or what the others do.
fn table_bar(
    screen: &mut egui::Ui,
    bench: &mut orders::Bench,
    choices: &mut Option<(usize, Vec<choices::Choice>)>,
) {
    let Some(asked) = bench.sitting.mine(bench.playback).cloned() else {
        *choices = None;
        if bench.playback.complete && bench.playback.at_end() {
            return;
        }
        orders::meanwhile(screen, bench);
        return;
    };
    if !hand::is_prompt(&asked.decision) {
        // What is taken back may be asked anew by another who has the same number.
        *choices = None;
        orders::show(screen, bench, &asked);
        return;
    }
    let known = choices.take().filter(|(number, _)| *number == asked.number);
    let (_, all) = choices.insert(known.unwrap_or_else(|| {
        let now = bench.standing.of(bench.playback);
        (asked.number, choices::choices(now, &asked.decision))
    }));
    bench.trace.answers(all.iter().map(|choice| &choice.answer));
    prompt::show(screen, bench, &asked, all);
}

/// The panel that is open; answers with what is left of the screen.
fn side(
    screen: &mut egui::Ui,
    (desk, rig): (&mut Desk, &mut Rig),
    playback: &mut Playback,
    (parade, eyes, session): (&Parade, Option<Side>, Option<&mut Session>),
    explains: bool,
    (standing, trace): (&mut Standing, &mut Trace),
) -> egui::Rect {
    if let Some(panel) = desk.panel {
        // In a small window more is left of the table.
        let wide = (0.3 * screen.available_width()).clamp(220.0, 330.0);
        egui::Panel::right("panel")
            .resizable(true)
            .default_size(wide)
            .size_range(220.0..=640.0)
            .frame(style::paper())
            .show(screen, |ui| {
                // A panel keeps its width, however short its lines are.
                ui.set_min_width(ui.available_width());
                match panel {
                    Panel::Card => {
                        card::show(
                            ui,
                            (desk, session),
                            playback,
                            rig,
                            parade,
                            (standing, trace),
                        );
                    }
                    Panel::Log => {
                        let session = session.as_deref();
                        let instructed =
                            session.map_or_else(Vec::new, |session| log::instructed(session, eyes));
                        let why =
                            |ui: &mut egui::Ui, playback: &Playback, fact, trace: &mut Trace| {
                                why::show(ui, playback, (session, explains), fact, trace);
                            };
                        log::show(ui, desk, playback, (&instructed, &why), trace);
                    }
                    Panel::Result => {
                        let session = session.as_deref();
                        let why = |ui: &mut egui::Ui, fact, trace: &mut Trace| {
                            why::show(ui, playback, (session, explains), fact, trace);
                        };
                        result::show(ui, desk, playback, &why, trace);
                    }
                    Panel::Roster => roster::show(ui, desk, playback, rig, parade),
                    Panel::Rules => book::show(ui, desk, trace),
                }
            });
    }
    screen.available_rect_before_wrap()
}

/// Whether a pixel of the window is under a panel, or under something that floats over the table.
fn is_covered(ctx: &egui::Context, desk: &Desk, at: Vec2) -> bool {
    let point = egui::pos2(at.x, at.y) / ctx.zoom_factor();
    let floats = ctx
        .layer_id_at(point)
        .is_some_and(|layer| layer.order != egui::Order::Background);
    floats || desk.free.is_some_and(|free| !free.contains(point))
}

/// Whoever types or clicks in a panel does not steer the table.
fn heed(
    wants: Option<Res<EguiWantsInput>>,
    mut contexts: EguiContexts,
    desk: Res<Desk>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut busy: ResMut<Busy>,
) {
    let Some(wants) = wants else { return };
    let cursor = window.iter().next().and_then(Window::cursor_position);
    let covered = contexts
        .ctx_mut()
        .ok()
        .zip(cursor)
        .is_some_and(|(ctx, at)| is_covered(ctx, &desk, at));
    busy.pointer = covered || wants.is_using_pointer();
    busy.keyboard = wants.wants_any_keyboard_input();
}

/// Panels and all that belongs to them. Needs [`bevy_egui::EguiPlugin`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Desk>()
        .init_resource::<Standing>()
        .init_resource::<Trace>()
        .init_resource::<keys::Keys>()
        .add_plugins((
            advice::plugin,
            alerts::plugin,
            curtain::plugin,
            dead_ground::plugin,
            hand::plugin,
            lesson::plugin,
            ground::plugin,
            marks::plugin,
            strokes::plugin,
            trace::plugin,
        ))
        // New letters are seen in the frame that first writes them, not in the next.
        .configure_sets(
            PostUpdate,
            EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems),
        )
        .add_systems(PreUpdate, heed)
        .add_systems(
            EguiPrimaryContextPass,
            draw.run_if(laid)
                .run_if(in_state(Screen::Table).or_else(in_state(Screen::SetUp)))
                .run_if(curtain::is_open),
        );
}
