//! A battle that two players of the program fight in the background while one already watches.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use crate::battle::Fact;
use crate::players::MatchUp;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::table::Playback;

/// A battle that is being fought.
#[derive(Resource)]
pub struct Fighting {
    news: Mutex<Receiver<Vec<Fact>>>,
    /// What is still to be begun: the first frames have the machine for themselves.
    order: Option<Box<dyn FnOnce() + Send + Sync>>,
    frames: u32,
    task: Option<Task<()>>,
}

/// The fight begins with this frame.
const FIRST_FRAMES: u32 = 3;

impl Fighting {
    /// Lets two players of the program begin.
    pub fn begin(match_up: MatchUp, scenario: Arc<Scenario>, rules: Arc<Rules>, seed: u64) -> Self {
        let (send, news) = channel();
        let order = move || {
            let mut told = 0;
            let fought = match_up.fight_shown(scenario, rules, seed, |battle| {
                let facts = battle.facts()[told..].to_vec();
                told = battle.facts().len();
                // Nobody listens any more: the players do not know, and end soon.
                let _ = send.send(facts);
            });
            if let Err(refusal) = fought {
                error!("a player of the program gave an answer that is not allowed: {refusal}");
            }
        };
        Self {
            news: Mutex::new(news),
            order: Some(Box::new(order)),
            frames: 0,
            task: None,
        }
    }

    /// Counts the frames, and lets the players begin when the time has come.
    fn wake(&mut self) {
        self.frames += 1;
        if self.frames > FIRST_FRAMES
            && let Some(order) = self.order.take()
        {
            let task = AsyncComputeTaskPool::get().spawn(async move { order() });
            self.task = Some(task);
        }
    }

    /// What has happened since one last asked, and whether more may come.
    fn news(&self) -> (Vec<Fact>, bool) {
        let mut facts = Vec::new();
        let Ok(news) = self.news.lock() else {
            return (facts, false);
        };
        loop {
            match news.try_recv() {
                Ok(more) => facts.extend(more),
                Err(TryRecvError::Empty) => return (facts, true),
                Err(TryRecvError::Disconnected) => return (facts, false),
            }
        }
    }
}

fn listen(mut commands: Commands, mut fighting: ResMut<Fighting>, mut playback: ResMut<Playback>) {
    fighting.wake();
    let (facts, goes_on) = fighting.news();
    if !facts.is_empty() {
        playback.record(facts);
    }
    if !goes_on {
        playback.complete = true;
        commands.remove_resource::<Fighting>();
    }
}

/// News from the battle.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        listen
            .run_if(resource_exists::<Fighting>)
            .run_if(resource_exists::<Playback>),
    );
}
