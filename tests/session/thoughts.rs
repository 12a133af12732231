//! What computers think: kept beside the battle, called off at once, the same on every machine.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deadly_field::battle::Decision;
use deadly_field::files::{Kind, Opening};
use deadly_field::players::{
    Aside, Leash, Level, Player, Reply, Seat, SeatKind, Thinking, View, safe_answer,
};
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{ScenarioSource, find};
use deadly_field::session::{MatchUp, Progress, Session, Table};

use crate::fights::{both, fight, rules, scenario, session};

/// Few playouts, and nothing else that holds the player back.
const FEW: Thinking = Thinking {
    playouts: 4,
    at_most: None,
    told: true,
};

/// Plays on until the number of decisions is reached.
fn up_to(session: &mut Session, number: usize) {
    while session.number() < number {
        assert_ne!(session.wait(Duration::from_millis(50)), Progress::Over);
    }
}

fn table(kind: SeatKind, thinking: Thinking) -> Table {
    Table {
        thinking,
        ..Table::new(MatchUp::both(kind))
    }
}

fn begun(table: &Table, seed: u64) -> Session {
    let path = find(Path::new("taint_no_militia"));
    let (scenario, source) =
        ScenarioSource::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    let opening = Opening {
        source,
        scale: Scale::Mm15,
        house_rules: HouseRules::new(),
        seed,
        seats: table.match_up.names(),
    };
    table.begin(opening, Arc::new(scenario), rules())
}

/// Views of a battle between computers, some of each kind of decision.
fn views(seed: u64, most: usize) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    fight(
        both("computer:medium"),
        &scenario(Scale::Mm15),
        seed,
        |session| {
            if let Some(view) = session.view() {
                let kind = view.decision().kind();
                let alike = views.iter().filter(|view| view.decision().kind() == kind);
                if alike.count() < most && session.number() % 7 == 3 {
                    views.push(view);
                }
            }
        },
    );
    views
}

/// Every level answers what is allowed, thinks of what it answers, and answers the same without
/// saying what it thought.
#[test]
fn every_level_thinks_of_what_it_answers() {
    let mut weighed = 0;
    for view in views(3, 4) {
        for &level in Level::ALL {
            let considered = level.player(FEW).think(&view, &Leash::default());
            assert_eq!(
                considered.answer,
                level.player(FEW).answer(&view),
                "{level}"
            );
            view.check(&considered.answer)
                .unwrap_or_else(|refusal| panic!("{level}: {refusal:?}"));
            let Some(thought) = considered.thought else {
                continue;
            };
            assert_eq!(thought.chosen.answer, considered.answer, "{level}");
            weighed += thought.others.len();
            for other in &thought.others {
                assert_ne!(other.answer, considered.answer, "{level}");
            }
        }
    }
    assert!(weighed > 60, "{weighed}");
}

/// Thoughts are kept for those who ask, in order, each with the facts that came of it; they are no
/// part of the battle, and what is taken back was not thought.
#[test]
fn thoughts_are_kept_beside_the_battle() {
    let medium = SeatKind::Computer(Level::Medium);
    let silent = Thinking { told: false, ..FEW };
    let mut plain = begun(&table(medium.clone(), silent), 4);
    plain.run(|_| {});
    assert!(plain.thoughts().is_empty());
    let mut told = begun(&table(medium, FEW), 4);
    told.run(|_| {});
    assert_eq!(plain.battle().hash(), told.battle().hash());
    let bytes = |session: &Session| session.record().bytes(Kind::Save, session.battle());
    assert_eq!(
        bytes(&plain).expect("written"),
        bytes(&told).expect("written")
    );
    assert_eq!(told.thoughts().len(), told.number());
    for pair in told.thoughts().windows(2) {
        assert!(pair[0].number < pair[1].number);
        assert_eq!(pair[0].facts.end, pair[1].facts.start);
    }
    let last = told.battle().facts().len() - 1;
    for fact in [0, last / 2, last] {
        if let Some(kept) = told.thought_of(fact) {
            assert!(kept.facts.contains(&fact));
        }
    }
    assert!(told.thought_of(last).is_some());
    assert!(told.thought_of(last + 1).is_none());
    let entries = told.record().entries.len();
    told.rewind(entries / 2);
    assert!(
        told.thoughts()
            .iter()
            .all(|kept| kept.number < told.number())
    );
    assert!(!told.thoughts().is_empty());
}

/// A seat that thinks for ever, until it is called off.
struct Brooder;

impl Player for Brooder {
    fn answer(&mut self, view: &View) -> deadly_field::battle::Answer {
        safe_answer(view)
    }

    fn think(&mut self, view: &View, leash: &Leash) -> deadly_field::players::Considered {
        let start = Instant::now();
        while !leash.is_off() && start.elapsed() < Duration::from_secs(20) {
            leash.tell(0.5);
            std::thread::sleep(Duration::from_millis(1));
        }
        deadly_field::players::Considered::plain(self.answer(view))
    }
}

/// Whoever thinks is called off at once, and answers the next question.
#[test]
fn whoever_thinks_is_called_off_at_once() {
    let view = views(2, 1).into_iter().next().expect("a view");
    let mut seat = Aside::new("a brooder", Box::new(Brooder));
    assert_eq!(seat.ask(&view), Reply::Thinking);
    let start = Instant::now();
    while seat.progress() != Some(0.5) {
        assert!(start.elapsed() < Duration::from_secs(10), "it never thinks");
        assert_eq!(seat.poll(), Reply::Thinking);
    }
    seat.call_off();
    let start = Instant::now();
    assert_eq!(
        seat.poll(),
        Reply::Thinking,
        "what was called off is not said"
    );
    assert_eq!(seat.ask(&view), Reply::Thinking);
    // The old question is let go of, and the new one taken up.
    while seat.progress() != Some(0.5) {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "it was not let go"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The search stops where it is when it is called off, and in time when it has only so much.
#[test]
fn the_search_stops_at_once() {
    let act = |view: &View| {
        matches!(view.decision(), Decision::Act { .. }) && {
            let thought = Level::Hard
                .player(FEW)
                .think(view, &Leash::default())
                .thought;
            thought.is_some_and(|thought| thought.others.len() > 1)
        }
    };
    let view = views(5, 20).into_iter().find(act).expect("an order");
    let endless = Thinking {
        playouts: 1_000_000,
        ..FEW
    };
    let leash = Leash::default();
    let off = leash.clone();
    let start = Instant::now();
    let thread = std::thread::spawn(move || {
        let considered = Level::Expert.player(endless).think(&view, &leash);
        view.check(&considered.answer).expect("allowed");
        start.elapsed()
    });
    std::thread::sleep(Duration::from_millis(300));
    off.call_off();
    let called = start.elapsed();
    let took = thread.join().expect("it answers");
    let late = took.saturating_sub(called);
    assert!(
        late < Duration::from_secs(5),
        "{late:?} after it was called off"
    );
    // So much time and no more.
    let view = views(5, 20).into_iter().find(act).expect("an order");
    let short = Thinking {
        at_most: Some(Duration::from_millis(200)),
        ..endless
    };
    let start = Instant::now();
    let considered = Level::Expert.player(short).think(&view, &Leash::default());
    view.check(&considered.answer).expect("allowed");
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}

/// The expert goes on after a save as it would have: what it tries out hangs on what its side sees
/// and on the number of the decision alone.
#[test]
fn the_expert_goes_on_after_a_save() {
    let expert = table(SeatKind::Computer(Level::Expert), FEW);
    let mut straight = begun(&expert, 8);
    up_to(&mut straight, 90);
    let bytes = straight.record().bytes(Kind::Save, straight.battle());
    up_to(&mut straight, 130);
    let opened = deadly_field::files::read_save("a save", &bytes.expect("written"));
    let mut again = expert.resume(opened.unwrap_or_else(|fault| panic!("{fault}")));
    up_to(&mut again, 130);
    assert_eq!(again.battle().hash(), straight.battle().hash());
    let tried = straight.thoughts().iter().filter(|kept| {
        let expected = kept.thought.expected;
        expected.is_some_and(|expected| expected.playouts > 0)
    });
    assert!(tried.count() > 5, "nothing was tried out");
}

/// Somebody who is asked for a hint sees what the player sees.
#[test]
fn a_hint_is_made_of_what_the_player_sees() {
    let kind = |name: &str| name.parse::<SeatKind>().expect("a player");
    let match_up = MatchUp {
        union: kind("person"),
        confederate: kind("computer:medium"),
    };
    let mut session = session(match_up, &scenario(Scale::Mm15), 1);
    let mut hints = 0;
    while hints < 60 {
        match session.poll() {
            Progress::Over => break,
            Progress::Person(side) => {
                assert_eq!(side, Side::Union);
                let view = session.view().expect("a decision");
                assert_eq!(view.side(), side);
                let hint = Level::Hard.player(FEW).think(&view, &Leash::default());
                session.answer(hint.answer).expect("a hint is allowed");
                hints += 1;
            }
            Progress::Went | Progress::Thinks(_) => {}
        }
    }
    assert!(hints > 30, "{hints}");
}
