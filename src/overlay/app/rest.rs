//! The window at rest: where nobody moves nothing is drawn anew, so that a machine that waits for
//! its player need not work.

use std::time::{Duration, Instant};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::WindowEvent;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::input::EguiWantsInput;

use super::Loading;
use crate::battle::Decision;
use crate::overlay::alerts::Alerts;
use crate::overlay::hand::{Hand, Outline};
use crate::overlay::notices::Notices;
use crate::overlay::trace::Trace;
use crate::session::Progress;
use crate::table::effects::Passing;
use crate::table::{LayTable, Painting, Playback, Rig, Screen, Sitting};

/// The window stays awake so long after the last thing that happened: a tooltip opens, a shader gets
/// ready.
const AWAKE: Duration = Duration::from_secs(2);

/// And for so many frames, on a machine that draws slowly.
const FRAMES: u32 = 12;

/// Asleep it looks up after so long.
const SLEEPS: Duration = Duration::from_secs(5);

/// The same where something goes by itself in time, a slip that fades or a mark that beats.
const DOZES: Duration = Duration::from_millis(120);

/// When something last happened.
#[derive(Resource)]
struct Rest {
    since: Instant,
    frames: u32,
}

impl Default for Rest {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            frames: 0,
        }
    }
}

impl Rest {
    /// Another frame, in which something happened or nothing. Answers whether the window may sleep.
    fn frame(&mut self, happened: bool, now: Instant) -> bool {
        if happened {
            self.since = now;
            self.frames = 0;
        } else {
            self.frames = self.frames.saturating_add(1);
        }
        self.frames >= FRAMES && now.duration_since(self.since) >= AWAKE
    }
}

/// All that may keep the window awake.
#[derive(SystemParam)]
struct Stir<'w, 's> {
    events: MessageReader<'w, 's, WindowEvent>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    screen: Res<'w, State<Screen>>,
    loading: Option<Res<'w, Loading>>,
    painting: Option<Res<'w, Painting>>,
    laying: Option<Res<'w, LayTable>>,
    playback: Option<Res<'w, Playback>>,
    sitting: Option<Res<'w, Sitting>>,
    hand: Res<'w, Hand>,
    outline: Res<'w, Outline>,
    rig: Option<Res<'w, Rig>>,
    passing: Query<'w, 's, (), With<Passing>>,
    pictures: Query<'w, 's, (), With<Screenshot>>,
}

impl Stir<'_, '_> {
    /// The player does something.
    fn player(&mut self) -> bool {
        let frame = |event: &WindowEvent| matches!(event, WindowEvent::RequestRedraw(_));
        let any = self.events.read().any(|event| !frame(event));
        any || self.keys.get_pressed().next().is_some()
            || self.buttons.get_pressed().next().is_some()
    }

    /// Something on the table or behind it goes on by itself.
    fn table(&self) -> bool {
        let played = self
            .playback
            .as_ref()
            .is_some_and(|playback| playback.playing && !playback.at_end());
        let thought = self.sitting.as_ref().is_some_and(|sitting| {
            let waits = matches!(
                sitting.progress(),
                Some(Progress::Person(_) | Progress::Over)
            );
            !waits
        });
        let made = self.loading.is_some() || self.painting.is_some() || self.laying.is_some();
        let glides = self.rig.as_ref().is_some_and(|rig| rig.is_gliding());
        made || played
            || thought
            || glides
            || self.hand.is_thinking()
            || self.outline.is_thinking()
            || self.screen.is_changed()
            || !self.passing.is_empty()
            || !self.pictures.is_empty()
    }

    /// A mark on the table beats for whoever is asked.
    fn beats(&self) -> bool {
        let asked = self.sitting.as_ref().and_then(|sitting| sitting.asked());
        asked.is_some_and(|asked| matches!(asked.decision, Decision::React { .. }))
    }
}

/// Draws as fast as may be while something happens, and seldom while nothing does.
fn rest(
    mut settings: ResMut<WinitSettings>,
    mut rest: ResMut<Rest>,
    mut stir: Stir,
    (alerts, notices, trace): (Res<Alerts>, Res<Notices>, Res<Trace>),
    wants: Option<Res<EguiWantsInput>>,
) {
    let happened = stir.player() | stir.table();
    let mode = if rest.frame(happened, Instant::now()) {
        let types = wants.is_some_and(|wants| wants.wants_any_keyboard_input());
        // A test may count frames.
        let dozes = trace.is_on()
            || types
            || stir.beats()
            || !alerts.is_empty()
            || !notices.list().is_empty();
        UpdateMode::reactive_low_power(if dozes { DOZES } else { SLEEPS })
    } else {
        UpdateMode::Continuous
    };
    if settings.focused_mode != mode || settings.unfocused_mode != mode {
        settings.focused_mode = mode;
        settings.unfocused_mode = mode;
    }
}

/// Lets the window rest; one without a window system has no need of it.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rest>()
        .add_systems(Last, rest.run_if(resource_exists::<WinitSettings>));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sleeps_only_after_some_time_and_some_frames() {
        let start = Instant::now();
        let mut rest = Rest::default();
        assert!(!rest.frame(true, start));
        // A fast machine: many frames, little time.
        for _ in 0..100 {
            assert!(!rest.frame(false, start + AWAKE / 2));
        }
        assert!(rest.frame(false, start + AWAKE * 2));
        // A slow one: long frames.
        assert!(!rest.frame(true, start + AWAKE * 2));
        for number in 1..FRAMES {
            assert!(!rest.frame(false, start + AWAKE * (2 + 2 * number)));
        }
        assert!(rest.frame(false, start + AWAKE * 100));
        assert!(!rest.frame(true, start + AWAKE * 101), "somebody woke it");
    }
}
