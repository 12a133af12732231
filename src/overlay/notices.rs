//! What the player should know, whatever he is doing: said on the screen until he has read it.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::RichText;

use super::trace::Trace;
use super::{options::Options, style};
use crate::table::{Screen, Sitting};

/// Good news need no answer: so long they are shown.
const LASTS: Duration = Duration::from_secs(8);

/// One thing to know.
#[derive(Clone, Debug)]
pub struct Notice {
    /// What it is.
    pub text: String,
    /// It is good news, and no alarm.
    pub good: bool,
    /// Since when it is said.
    since: Instant,
}

/// Everything that was said and not yet put away, the oldest first.
#[derive(Resource, Default)]
pub struct Notices {
    list: Vec<Notice>,
    /// What of the session has been told: its warning, and how many failures.
    told: (bool, usize),
}

impl Notices {
    /// Something went wrong.
    pub fn push(&mut self, text: impl Into<String>) {
        self.add(text.into(), false);
    }

    /// Something went well.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.add(text.into(), true);
    }

    fn add(&mut self, text: String, good: bool) {
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice {
            text,
            good,
            since: Instant::now(),
        });
    }

    /// All of them.
    pub fn list(&self) -> &[Notice] {
        &self.list
    }

    /// A new battle lies on the table.
    pub fn begin(&mut self) {
        self.told = (false, 0);
        self.list.retain(|notice| !notice.good);
    }
}

/// What the session has to say.
fn listen(mut sitting: ResMut<Sitting>, mut notices: ResMut<Notices>) {
    // Nothing that is drawn depends on this resource.
    let session = sitting.bypass_change_detection().session();
    let (warned, failures) = notices.told;
    if let Some(warning) = session.warning().filter(|_| !warned) {
        notices.told.0 = true;
        notices.push(style::capital(warning));
    }
    for failure in &session.failures()[failures.min(session.failures().len())..] {
        notices.told.1 += 1;
        notices.push(style::capital(failure));
    }
}

/// Slips at the top of the screen; beside the verdict they lie below.
fn draw(
    mut contexts: EguiContexts,
    mut notices: ResMut<Notices>,
    mut trace: ResMut<Trace>,
    (options, screen): (Res<Options>, Res<State<Screen>>),
) -> Result {
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, options.text);
    let wide = (ctx.viewport_rect().width() - 40.0).min(560.0);
    notices
        .list
        .retain(|notice| !notice.good || notice.since.elapsed() < LASTS);
    let mut read = None;
    let (side, off) = match screen.get() {
        Screen::Result => (egui::Align2::RIGHT_BOTTOM, egui::vec2(-40.0, -76.0)),
        _ => (egui::Align2::CENTER_TOP, egui::vec2(0.0, 8.0)),
    };
    egui::Area::new("notices".into())
        .anchor(side, off)
        .order(egui::Order::Tooltip)
        .show(ctx, |ui| {
            ui.set_max_width(wide);
            for (number, notice) in notices.list.iter().enumerate().take(3) {
                style::slip().show(ui, |ui| {
                    ui.horizontal(|ui| {
                        let put_away = ui.button("OK");
                        trace.mark("notice", &put_away);
                        if put_away.clicked() {
                            read = Some(number);
                        }
                        let text = RichText::new(&notice.text);
                        let text = if notice.good {
                            text
                        } else {
                            text.color(style::RED)
                        };
                        ui.add(egui::Label::new(text).wrap());
                    });
                });
            }
        });
    if let Some(number) = read {
        notices.list.remove(number);
    }
    Ok(())
}

/// Says what is to be known.
pub fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_systems(Update, listen.run_if(resource_exists::<Sitting>))
        .add_systems(
            EguiPrimaryContextPass,
            draw.run_if(|notices: Res<Notices>| !notices.list.is_empty()),
        );
}
