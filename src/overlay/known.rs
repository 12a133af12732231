//! Battles that were fought before: replays and saves.

use std::path::Path;
use std::sync::Arc;

use crate::chronicle::Chronicle;
use crate::files::{Course, Kind, Replay, kind_of, open_save};
use crate::scenario::FileFault;

/// A battle that was fought before, and what is to be said about it.
pub struct Known {
    /// All that happened in it.
    pub chronicle: Chronicle,
    /// It goes another way now than when it was fought.
    pub warning: Option<String>,
}

/// Opens a replay or a save; `None` if the file is neither.
pub fn open(path: &Path) -> Option<Result<Known, FileFault>> {
    Some(match kind_of(path)? {
        Kind::Replay => Replay::open(path).map(|replay| of_replay(&replay, path)),
        Kind::Save => open_save(path).map(|opened| of_battle(opened.recording.battle(), None)),
    })
}

fn of_replay(replay: &Replay, path: &Path) -> Known {
    let played = replay.play(|_, _| {});
    let warning = match played.course {
        Course::True => None,
        Course::Alike { why } => Some(format!("{}: {why}", path.display())),
        Course::Departs(departure) => Some(format!("{}: departs at {departure}", path.display())),
    };
    of_battle(&played.battle, warning)
}

fn of_battle(battle: &crate::battle::Battle, warning: Option<String>) -> Known {
    let scenario = Arc::new(battle.scenario().clone());
    let rules = Arc::new(battle.rules().clone());
    Known {
        chronicle: Chronicle::of(scenario, rules, battle.facts()),
        warning,
    }
}
