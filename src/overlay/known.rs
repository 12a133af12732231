//! Battles that were fought before: replays, saves and journals.

use std::path::Path;

use crate::battle::{Battle, Situation};
use crate::chronicle::Chronicle;
use crate::files::{Course, Kind, Replay, kind_of, open_save, read_journal};
use crate::scenario::FileFault;

/// A battle that was fought before, and what is to be said about it.
pub struct Known {
    /// All that happened in it.
    pub chronicle: Chronicle,
    /// It goes another way now than when it was fought.
    pub warning: Option<String>,
}

/// Opens a replay, a save or a journal; `None` if the file is none of them.
pub fn open(path: &Path) -> Option<Result<Known, FileFault>> {
    let opened = |opened: crate::files::Opened| of_battle(&opened.battle, opened.note);
    Some(match kind_of(path)? {
        Kind::Replay => Replay::open(path).map(|replay| of_replay(&replay, path)),
        Kind::Save => open_save(path).map(opened),
        Kind::Journal => read_journal(path).map(opened),
    })
}

fn of_replay(replay: &Replay, path: &Path) -> Known {
    let played = replay.play();
    let warning = match played.course {
        Course::True => None,
        Course::Alike { why } => Some(format!("{}: {why}", path.display())),
        Course::Departs(departure) => Some(format!("{}: departs at {departure}", path.display())),
    };
    of_battle(&played.battle, warning)
}

fn of_battle(battle: &Battle, warning: Option<String>) -> Known {
    Known {
        chronicle: chronicle(battle),
        warning,
    }
}

/// All that a battle knows to have happened.
pub fn chronicle(battle: &Battle) -> Chronicle {
    let (scenario, rules) = battle.now().ground();
    let start = Situation::new(scenario, rules, battle.first().clone());
    let mut chronicle = Chronicle::from(start);
    for fact in battle.facts() {
        chronicle.record(fact.clone());
    }
    chronicle
}
