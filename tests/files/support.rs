//! Battles to save.

use std::path::Path;
use std::sync::Arc;

use deadly_field::files::{Kind, Opening, Recording};
use deadly_field::players::{MatchUp, PlayerKind};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{ScenarioSource, find};

pub const COMPUTERS: MatchUp = MatchUp {
    union: PlayerKind::Computer,
    confederate: PlayerKind::Computer,
};

pub const RANDOM: MatchUp = MatchUp {
    union: PlayerKind::Random,
    confederate: PlayerKind::Random,
};

/// A battle of the first scenario before its first answer.
pub fn begin(match_up: MatchUp, scale: Scale, seed: u64) -> Recording {
    let path = find(Path::new("taint_no_militia"));
    let (scenario, source) =
        ScenarioSource::load(&path, scale, Rules::book()).expect("a good scenario");
    let opening = Opening {
        source,
        scale,
        house_rules: HouseRules::new(),
        seed,
        seats: match_up.seats(),
    };
    let rules = Arc::new(Rules::book().clone());
    Recording::begin(opening, Arc::new(scenario), rules)
}

/// The whole battle.
pub fn fight(match_up: MatchUp, scale: Scale, seed: u64) -> Recording {
    let mut recording = begin(match_up, scale, seed);
    match_up
        .play_on(&mut recording, |_| {})
        .expect("legal answers");
    recording
}

/// A save of a battle after so many answers.
pub fn save_after(match_up: MatchUp, scale: Scale, seed: u64, answers: usize) -> Vec<u8> {
    let mut saved = None;
    let mut recording = begin(match_up, scale, seed);
    match_up
        .play_on(&mut recording, |recording| {
            if recording.answers() == answers {
                saved = Some(recording.bytes(Kind::Save).expect("written"));
            }
        })
        .expect("legal answers");
    saved.expect("a battle of so many answers")
}
