//! What is clicked: panels over the table, and what they draw on the ground.

pub mod app;
mod bar;
pub mod book;
mod brigade;
mod card;
mod chalk;
mod ground;
mod help;
pub mod keys;
pub mod known;
pub mod log;
pub mod marks;
mod menu;
mod pick;
mod plates;
mod result;
mod room;
mod roster;
mod style;
mod trace;
mod wording;

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub use marks::Marks;
pub use wording::sentence;

use crate::army::UnitId;
use crate::battle::Situation;
use crate::rules::named::named;
use crate::table::troops::{Hit, Ranks};
use crate::table::{Busy, Parade, Playback, Rig, Screen, laid};
use trace::Trace;

named! {
    /// The panels beside the table.
    pub enum Panel: "panel" {
        /// Who was clicked.
        Card = "card",
        /// What happened.
        Log = "log",
        /// One fire, check or charge with its whole arithmetic.
        Result = "result",
        /// Both orders of battle, turns and objectives.
        Roster = "roster",
        /// The rulebook index.
        Rules = "rules",
    }
}

/// What is open on the desk beside the table.
#[derive(Resource)]
pub struct Desk {
    /// The panel that is open, if any.
    pub panel: Option<Panel>,
    /// Who was clicked.
    pub selected: Option<Hit>,
    /// Whom the selected unit points at.
    pub pointed: Option<UnitId>,
    /// The fact whose arithmetic is shown.
    pub result: Option<usize>,
    /// The list of keys is open.
    pub help: bool,
    /// Names are written over the units.
    pub plates: bool,
    /// The size of all text.
    pub text: f32,
    /// The table is to be cleared and the menu opened.
    pub leave: bool,
    /// What of the log is shown.
    pub log: log::LogState,
    /// What is looked up.
    pub book: book::BookState,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            panel: None,
            selected: None,
            pointed: None,
            result: None,
            help: false,
            plates: true,
            text: 1.0,
            leave: false,
            log: log::LogState::default(),
            book: book::BookState::default(),
        }
    }
}

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

/// Draws all panels.
#[allow(clippy::too_many_arguments)]
fn draw(
    mut contexts: EguiContexts,
    mut desk: ResMut<Desk>,
    mut playback: ResMut<Playback>,
    mut rig: ResMut<Rig>,
    mut standing: ResMut<Standing>,
    mut trace: ResMut<Trace>,
    (parade, ranks, marks): (Parade, Ranks, plates::Shown),
    camera: Single<(&Camera, &GlobalTransform), With<Camera3d>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, desk.text);
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
    bar::show(&mut screen, &mut desk, playing, &mut trace);
    let rest = side(
        &mut screen,
        &mut desk,
        playing,
        &mut rig,
        &parade,
        (&mut standing, &mut trace),
    );
    let whole = ctx.viewport_rect().size();
    let covered = Vec2::new(1.0 - rest.width() / whole.x, 1.0 - rest.height() / whole.y);
    if rig.covered != covered {
        rig.covered = covered;
    }
    if desk.plates {
        plates::show(
            ctx,
            rest,
            &desk,
            (playing, &rig),
            (&parade, &ranks, &marks),
            *camera,
        );
    }
    roster::chip(ctx, rest, playing);
    help::show(ctx, &mut desk);
    trace.project(&parade, &ranks, *camera);
    if before != (playing.moment(), playing.jumps(), playing.playing) {
        playback.set_changed();
    }
    Ok(())
}

/// The tabs at the right, and the panel they open; answers with what is left of the screen.
fn side(
    screen: &mut egui::Ui,
    desk: &mut Desk,
    playback: &mut Playback,
    rig: &mut Rig,
    parade: &Parade,
    (standing, trace): (&mut Standing, &mut Trace),
) -> egui::Rect {
    use crate::rules::Named;
    egui::Panel::right("tabs")
        .resizable(false)
        .exact_size(style::TABS * desk.text)
        .frame(style::dark())
        .show(screen, |ui| {
            ui.vertical_centered_justified(|ui| {
                for &panel in Panel::ALL {
                    let open = desk.panel == Some(panel);
                    let tab = ui.selectable_label(open, style::capital(panel.name()));
                    trace.mark(panel.name(), &tab);
                    if tab.clicked() {
                        desk.panel = (!open).then_some(panel);
                    }
                }
                ui.add_space(8.0);
                let help = ui.selectable_label(desk.help, "Help");
                trace.mark("help", &help);
                if help.clicked() {
                    desk.help = !desk.help;
                }
                let menu = ui.selectable_label(false, "Menu");
                trace.mark("menu", &menu);
                if menu.clicked() {
                    desk.leave = true;
                }
            });
        });
    if let Some(panel) = desk.panel {
        egui::Panel::right("panel")
            .resizable(true)
            .default_size(330.0)
            .size_range(220.0..=640.0)
            .frame(style::paper())
            .show(screen, |ui| match panel {
                Panel::Card => card::show(ui, desk, playback, rig, parade, (standing, trace)),
                Panel::Log => log::show(ui, desk, playback, trace),
                Panel::Result => result::show(ui, desk, playback, trace),
                Panel::Roster => roster::show(ui, desk, playback, rig, parade),
                Panel::Rules => book::show(ui, desk),
            });
    }
    screen.available_rect_before_wrap()
}

/// Whoever types or clicks in a panel does not steer the table.
fn heed(wants: Option<Res<EguiWantsInput>>, mut busy: ResMut<Busy>) {
    if let Some(wants) = wants {
        busy.pointer = wants.wants_pointer_input() || wants.is_pointer_over_area();
        busy.keyboard = wants.wants_any_keyboard_input();
    }
}

/// Keys of the playback and of the panels.
fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    busy: Res<Busy>,
    mut desk: ResMut<Desk>,
    mut rig: ResMut<Rig>,
    mut playback: ResMut<Playback>,
) {
    if busy.keyboard {
        return;
    }
    let pressed = |key| keys.just_pressed(key);
    if pressed(KeyCode::Space) {
        playback.playing = !playback.playing;
        playback.one_step = false;
    }
    if pressed(KeyCode::Period) {
        bar::step(&mut playback);
    }
    if pressed(KeyCode::Comma) {
        playback.back();
    }
    for (key, faster) in [(KeyCode::BracketRight, true), (KeyCode::BracketLeft, false)] {
        if pressed(key) {
            playback.speed = bar::other_speed(playback.speed, faster);
        }
    }
    let tabs = [
        (KeyCode::KeyC, Panel::Card),
        (KeyCode::KeyL, Panel::Log),
        (KeyCode::KeyR, Panel::Result),
        (KeyCode::KeyO, Panel::Roster),
        (KeyCode::KeyK, Panel::Rules),
    ];
    for (key, panel) in tabs {
        if pressed(key) {
            desk.panel = (desk.panel != Some(panel)).then_some(panel);
        }
    }
    if pressed(KeyCode::KeyN) {
        desk.plates = !desk.plates;
    }
    if pressed(KeyCode::KeyH) || pressed(KeyCode::F1) {
        desk.help = !desk.help;
    }
    if pressed(KeyCode::KeyV)
        && let Some(Hit::Unit(unit)) = desk.selected
    {
        match rig.in_eyes() {
            Some(_) => rig.overview(),
            None => rig.eyes_of(unit),
        }
    }
    if pressed(KeyCode::Escape) {
        if rig.in_eyes().is_some() {
            rig.overview();
        } else {
            desk.selected = None;
            desk.pointed = None;
            desk.help = false;
        }
    }
}

/// Panels and all that belongs to them. Needs [`bevy_egui::EguiPlugin`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Desk>()
        .init_resource::<Standing>()
        .init_resource::<Trace>()
        .add_plugins((pick::plugin, ground::plugin, marks::plugin, trace::plugin))
        .add_systems(PreUpdate, heed)
        .add_systems(Update, keys.before(crate::table::Advance).run_if(laid))
        .add_systems(
            EguiPrimaryContextPass,
            draw.run_if(laid).run_if(not(in_state(Screen::Curtain))),
        );
}
