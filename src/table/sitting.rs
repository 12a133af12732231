//! The battle that this world owns: its session, taken on frame by frame without ever waiting.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::Playback;
use crate::session::{Progress, Session};

/// The first frames have the machine for themselves.
const FIRST_FRAMES: u32 = 3;

/// So long a frame lets seats answer.
const SPAN: Duration = Duration::from_millis(6);

/// The session of the battle on the table.
#[derive(Resource)]
pub struct Sitting {
    /// Only ever reached by whoever has the resource to himself: it needs no lock.
    session: Mutex<Session>,
    frames: u32,
    progress: Option<Progress>,
}

impl Sitting {
    /// Sits down at a battle.
    pub fn new(session: Session) -> Self {
        Self {
            session: Mutex::new(session),
            frames: 0,
            progress: None,
        }
    }

    /// The session.
    pub fn session(&mut self) -> &mut Session {
        match self.session.get_mut() {
            Ok(session) => session,
            Err(poisoned) => poisoned.into_inner(),
        }
    }

    /// What the session was last doing.
    pub fn progress(&self) -> Option<Progress> {
        self.progress
    }
}

/// Puts decisions to their seats, takes the answers, and tells what happened.
fn play_on(mut sitting: ResMut<Sitting>, mut playback: ResMut<Playback>) {
    // Nothing that is drawn depends on this resource.
    let sitting = sitting.bypass_change_detection();
    sitting.frames += 1;
    if sitting.frames <= FIRST_FRAMES {
        return;
    }
    let until = Instant::now() + SPAN;
    let session = sitting.session();
    let progress = loop {
        match session.wait(Duration::from_millis(1)) {
            Progress::Went | Progress::Thinks(_) if Instant::now() < until => {}
            progress => break progress,
        }
    };
    let known = playback.chronicle().end();
    let facts = session.battle().facts();
    if facts.len() > known {
        let new = facts[known..].to_vec();
        playback.record(new);
    }
    if progress == Progress::Over && !playback.complete {
        playback.complete = true;
    }
    sitting.progress = Some(progress);
}

/// The loop of the battle.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        play_on
            .run_if(resource_exists::<Sitting>)
            .run_if(resource_exists::<Playback>),
    );
}
