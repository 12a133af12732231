//! The curtain between two people at one screen: it covers the table while one gives his chair to
//! the other, so that nobody sees what is hidden from him.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Color32, RichText};

use super::alerts::Alerts;
use super::hand::{self, Hand, Handle};
use super::options::{CurtainWhen, Options};
use super::trace::Trace;
use super::{Desk, style, wording};
use crate::rules::{Named, Side};
use crate::session::Session;
use crate::table::{Advance, Playback, Screen, Sitting, laid};

/// The curtain, and who sat before the screen when it last fell.
#[derive(Resource, Default)]
pub struct Curtain {
    seated: Option<Side>,
    /// For whom it hangs before the table.
    waits_for: Option<Side>,
}

impl Curtain {
    /// Somebody is to decide. Answers whether the curtain falls before him: only between two people,
    /// and only if one took the chair from the other, or what is hidden must stay so.
    fn call(&mut self, side: Side, when: CurtainWhen, hides: bool) -> bool {
        let before = self.seated.replace(side);
        let falls = match when {
            CurtainWhen::Never => false,
            CurtainWhen::Hidden => hides && before != Some(side),
            CurtainWhen::Always => {
                before.is_some_and(|before| before != side) || (hides && before.is_none())
            }
        };
        if falls {
            self.waits_for = Some(side);
        }
        falls
    }
}

impl Curtain {
    /// It hangs before the table.
    pub fn hangs(&self) -> bool {
        self.waits_for.is_some()
    }
}

/// Nothing hangs before the table.
pub fn is_open(curtain: Res<Curtain>) -> bool {
    curtain.waits_for.is_none()
}

/// Lets it fall when the other is to decide.
fn fall(
    mut curtain: ResMut<Curtain>,
    (mut hand, mut desk, mut alerts): (ResMut<Hand>, ResMut<Desk>, ResMut<Alerts>),
    (sitting, playback): (Res<Sitting>, Res<Playback>),
    options: Option<Res<Options>>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(asked) = sitting.mine(&playback) else {
        return;
    };
    let side = asked.decision.side();
    if sitting.persons().len() < 2 || curtain.seated == Some(side) {
        return;
    }
    let when = options.map_or(CurtainWhen::Hidden, |options| options.curtain);
    if curtain.call(side, when, sitting.hides()) {
        // What one had in his hand is not the other's to see.
        hand.drop_all(&mut desk);
        (desk.panel, desk.result) = (None, None);
        alerts.put_away();
        next.set(Screen::Curtain);
    }
}

/// The curtain itself; a click, Enter or Space lifts it.
fn draw(
    mut contexts: EguiContexts,
    mut curtain: ResMut<Curtain>,
    keys: Res<ButtonInput<KeyCode>>,
    (sitting, playback): (Res<Sitting>, Res<Playback>),
    (desk, mut trace): (Res<Desk>, ResMut<Trace>),
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let Some(side) = curtain.waits_for else {
        return Ok(());
    };
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, desk.text);
    let whole = ctx.viewport_rect();
    let cloth = egui::Area::new("curtain".into())
        .order(egui::Order::Foreground)
        .fixed_pos(whole.min)
        .constrain(false)
        .fade_in(false)
        .sense(egui::Sense::click())
        .show(ctx, |ui| {
            ui.set_min_size(whole.size());
            // The whole cloth is one button.
            ui.style_mut().interaction.selectable_labels = false;
            folds(ui.painter(), whole);
            let sheet = egui::Rect::from_center_size(
                whole.center(),
                egui::vec2((whole.width() - 40.0).min(460.0), 150.0),
            );
            ui.scope_builder(egui::UiBuilder::new().max_rect(sheet), |ui| {
                let about = (side, sitting.asked().map(|asked| asked.decision.kind()));
                words(ui, about, &playback);
            });
        });
    // By whatever name it is looked for.
    for name in ["lift", "confirm"] {
        trace.mark(name, &cloth.response);
    }
    let keyed = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space]);
    if cloth.response.clicked() || keyed {
        curtain.waits_for = None;
        next.set(hand::screen_of(Some(&sitting)));
    }
    Ok(())
}

/// Red cloth that nothing is seen through.
fn folds(painter: &egui::Painter, whole: egui::Rect) {
    painter.rect_filled(whole, 0.0, Color32::from_rgb(0x5c, 0x1d, 0x1a));
    let wide = 46.0;
    let many = (whole.width() / wide).ceil() as usize;
    for number in 0..many {
        let left = whole.left() + number as f32 * wide;
        for (from, to, shade) in [(0.0, 0.35, 34), (0.35, 0.5, 18), (0.8, 1.0, 22)] {
            let fold =
                egui::Rect::from_x_y_ranges(left + wide * from..=left + wide * to, whole.y_range());
            painter.rect_filled(fold, 0.0, Color32::from_black_alpha(shade));
        }
    }
}

/// Whose turn it is, and how to go on.
fn words(ui: &mut egui::Ui, (side, asked): (Side, Option<&str>), playback: &Playback) {
    style::slip().inner_margin(16).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.vertical_centered(|ui| {
            let name = wording::side(side);
            let turn = playback.view().clock();
            let title = style::engraved(ui.ctx(), format!("The {name} player"), 30.0);
            ui.label(title.color(style::side(side)));
            let what = match asked {
                Some("set_up") => "sets up".to_owned(),
                _ if turn.active == side => format!("is on turn, turn {}", turn.turn),
                _ => format!("may react, turn {}", turn.turn),
            };
            ui.label(RichText::new(what).size(16.0));
            ui.add_space(6.0);
            let how = "Take your seat alone; then click, or press Enter or Space.";
            ui.label(RichText::new(how).color(style::FAINT));
        });
    });
}

/// Nobody sits before another battle yet. Where two people must not see the table with the same eyes
/// it hangs before the first picture of it, for whoever is on turn.
pub fn begin(world: &mut World, session: Option<&Session>) {
    let shared = session.filter(|session| {
        let sides = Side::ALL.iter();
        let people = sides.filter(|&&side| session.seat_name(side) == "person");
        people.count() > 1 && Side::ALL.iter().any(|&side| session.hides_from(side))
    });
    let when = world
        .get_resource::<Options>()
        .map_or(CurtainWhen::Hidden, |options| options.curtain);
    let mut curtain = Curtain::default();
    if let Some(side) = shared.and_then(Session::on_turn) {
        curtain.call(side, when, true);
    }
    let hangs = curtain.hangs();
    world.insert_resource(curtain);
    if hangs {
        world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Curtain);
    }
}

/// Nobody sits at the table.
fn forget(mut curtain: ResMut<Curtain>) {
    *curtain = Curtain::default();
}

/// The curtain.
pub fn plugin(app: &mut App) {
    app.init_resource::<Curtain>()
        .add_systems(
            Update,
            fall.after(Advance)
                .before(Handle)
                .run_if(laid)
                .run_if(resource_exists::<Sitting>)
                .run_if(is_open)
                .run_if(in_state(Screen::Table).or_else(in_state(Screen::SetUp))),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.run_if(laid)
                .run_if(resource_exists::<Sitting>)
                .run_if(not(is_open)),
        )
        .add_systems(OnEnter(Screen::Menu), forget);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLUE: Side = Side::Union;
    const GREY: Side = Side::Confederate;

    #[test]
    fn it_falls_between_players_and_not_before_one() {
        let mut curtain = Curtain::default();
        assert!(
            !curtain.call(BLUE, CurtainWhen::Always, false),
            "nobody sat there"
        );
        assert!(
            !curtain.call(BLUE, CurtainWhen::Always, false),
            "he sits there"
        );
        assert!(curtain.call(GREY, CurtainWhen::Always, false));
        assert_eq!(curtain.waits_for, Some(GREY));
    }

    #[test]
    fn where_nothing_is_hidden_reactions_need_no_curtain() {
        let mut curtain = Curtain::default();
        for side in [BLUE, GREY, BLUE, GREY] {
            assert!(!curtain.call(side, CurtainWhen::Hidden, false));
        }
        assert!(curtain.call(BLUE, CurtainWhen::Hidden, true));
        assert!(
            !curtain.call(BLUE, CurtainWhen::Hidden, true),
            "he sits there"
        );
        assert!(!curtain.call(GREY, CurtainWhen::Never, true));
    }

    #[test]
    fn a_battle_with_secrets_begins_behind_it() {
        for when in [CurtainWhen::Hidden, CurtainWhen::Always] {
            assert!(Curtain::default().call(GREY, when, true));
        }
    }
}
