//! Battles to save.

use std::path::Path;
use std::sync::Arc;

use deadly_field::files::{Kind, Opening};
use deadly_field::players::{Level, SeatKind};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{ScenarioSource, find};
use deadly_field::session::{MatchUp, Session, Table};

pub fn computers() -> MatchUp {
    MatchUp::both(SeatKind::Computer(Level::Medium))
}

pub fn random() -> MatchUp {
    MatchUp::both(SeatKind::Random)
}

pub fn persons() -> MatchUp {
    MatchUp::both(SeatKind::Person)
}

/// A battle of the first scenario before its first answer.
pub fn begin(match_up: MatchUp, scale: Scale, seed: u64) -> Session {
    let path = find(Path::new("taint_no_militia"));
    let (scenario, source) =
        ScenarioSource::load(&path, scale, Rules::book()).expect("a good scenario");
    let opening = Opening {
        source,
        scale,
        house_rules: HouseRules::new(),
        seed,
        seats: match_up.names(),
    };
    let rules = Arc::new(Rules::book().clone());
    Table::new(match_up).begin(opening, Arc::new(scenario), rules)
}

/// The whole battle.
pub fn fight(match_up: MatchUp, scale: Scale, seed: u64) -> Session {
    let mut session = begin(match_up, scale, seed);
    session.run(|_| {});
    assert!(session.failures().is_empty(), "{:?}", session.failures());
    session
}

/// The bytes of a save or replay of a battle as it stands.
pub fn bytes(session: &Session, kind: Kind) -> Vec<u8> {
    let record = session.record();
    record.bytes(kind, session.battle()).expect("written")
}

/// A save of a battle after so many answers.
pub fn save_after(match_up: MatchUp, scale: Scale, seed: u64, answers: usize) -> Vec<u8> {
    let mut saved = None;
    let mut session = begin(match_up, scale, seed);
    session.run(|session| {
        if session.number() == answers {
            saved = Some(bytes(session, Kind::Save));
        }
    });
    saved.expect("a battle of so many answers")
}
