//! Whole battles of a scenario, by whoever is wanted.

use std::path::Path;
use std::sync::Arc;

use deadly_field::files::{Names, Opening};
use deadly_field::players::SeatKind;
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{Scenario, ScenarioSource, find};
use deadly_field::session::{MatchUp, Session, Table};

pub fn scenario(scale: Scale) -> Arc<Scenario> {
    let path = find(Path::new("taint_no_militia"));
    Arc::new(Scenario::load(&path, scale, Rules::book()).expect("a good scenario"))
}

pub fn rules() -> Arc<Rules> {
    Arc::new(Rules::book().clone())
}

/// Both sides by the same kind of player.
pub fn both(kind: &str) -> MatchUp {
    MatchUp::both(kind.parse::<SeatKind>().expect("a kind of player"))
}

/// A battle about to begin, with its record.
pub fn session(match_up: MatchUp, scenario: &Arc<Scenario>, seed: u64) -> Session {
    let opening = Opening {
        source: ScenarioSource::default(),
        scale: scenario.field.scale,
        house_rules: HouseRules::default(),
        seed,
        seats: Names {
            union: String::new(),
            confederate: String::new(),
        },
    };
    Table::new(match_up).begin(opening, scenario.clone(), rules())
}

/// Fights a battle to its end; `watch` is shown it at every decision.
pub fn fight(
    match_up: MatchUp,
    scenario: &Arc<Scenario>,
    seed: u64,
    watch: impl FnMut(&mut Session),
) -> Session {
    let mut session = session(match_up, scenario, seed);
    session.run(watch);
    assert!(session.failures().is_empty(), "{:?}", session.failures());
    session
}

/// How many of something a test does; another number by an environment variable.
pub fn count(variable: &str, usual: u64) -> u64 {
    let asked = std::env::var(variable).ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Does something for every number, on all cores.
pub fn for_all(count: u64, work: impl Fn(u64) + Sync) {
    let next = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(2, |count| count.get());
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}

/// The scales, and the scenario at each.
pub fn scales() -> [(Scale, Arc<Scenario>); 3] {
    [Scale::Mm10, Scale::Mm15, Scale::Mm25].map(|scale| (scale, scenario(scale)))
}
