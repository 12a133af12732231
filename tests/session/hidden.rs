//! Hidden pieces in a session: taken back, saved, written down and gone on with.

use std::sync::Arc;

use deadly_field::army::Fact;
use deadly_field::files::{Entry, Kind, Opening, Replay, read_save};
use deadly_field::players::SeatKind;
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{Hiding, ScenarioSource, find};
use deadly_field::session::{MatchUp, Session, Table, UndoBar};

use crate::fights::both;

/// A battle of the first scenario with both sides behind pickets.
fn begin(match_up: MatchUp, seed: u64) -> Session {
    let path = find(std::path::Path::new("taint_no_militia"));
    let rules = Rules::book();
    let (mut scenario, mut source) =
        ScenarioSource::load(&path, Scale::Mm15, rules).expect("a good scenario");
    source.hide(&mut scenario, Hiding::pickets(Side::ALL, 1), rules);
    let opening = Opening {
        source,
        scale: Scale::Mm15,
        house_rules: HouseRules::new(),
        seed,
        seats: match_up.names(),
    };
    Table::new(match_up).begin(opening, Arc::new(scenario), Arc::new(rules.clone()))
}

fn fought(kind: &str, seed: u64) -> Session {
    let mut session = begin(both(kind), seed);
    session.run(|session| {
        for &side in Side::ALL {
            let told = session.seen_by(side).army().as_seen_by(side);
            let truth = session.battle().army().as_seen_by(side);
            assert!(told == truth, "{side} has been told otherwise");
        }
    });
    assert!(session.failures().is_empty(), "{:?}", session.failures());
    session
}

/// Nothing is taken back once it has shown something hidden.
#[test]
fn undo_stops_at_what_showed_something_hidden() {
    let fought = fought("random", 3);
    let mut again = begin(MatchUp::both(SeatKind::Person), 3);
    let (mut barred, mut back) = (0, 0);
    for entry in &fought.record().entries {
        let Entry::Answer { answer, .. } = entry else {
            continue;
        };
        let (hash, facts) = (again.battle().hash(), again.battle().facts().len());
        again.answer(answer.clone()).expect("allowed before");
        let new = again.battle().facts()[facts..].to_vec();
        let shows = new.iter().any(Fact::reveals);
        let rolled = new.iter().any(Fact::rolled);
        match again.undo() {
            Ok(()) => {
                assert!(!shows && !rolled, "it was shown: {new:?}");
                assert_eq!(again.battle().hash(), hash);
                again.answer(answer.clone()).expect("allowed before");
                back += 1;
            }
            Err(bar) => {
                assert_eq!(bar, UndoBar::Done);
                barred += usize::from(shows && !rolled);
            }
        }
    }
    assert!(barred > 0 && back > 0, "{barred} barred, {back} taken back");
    assert_eq!(again.battle().hash(), fought.battle().hash());
}

/// A save holds everything, and a battle goes on from it as it would have.
#[test]
fn a_battle_with_hidden_pieces_is_saved_and_gone_on_with() {
    for kind in ["random", "computer:medium"] {
        let whole = fought(kind, 5);
        let many = whole.number();
        let mut saves = Vec::new();
        let mut session = begin(both(kind), 5);
        session.run(|session| {
            if session.number() % (many / 4).max(1) == 1 {
                let bytes = session.record().bytes(Kind::Save, session.battle());
                saves.push(bytes.expect("written"));
            }
        });
        assert!(saves.len() > 1);
        for bytes in &saves {
            let opened = read_save("a save", bytes).unwrap_or_else(|fault| panic!("{fault}"));
            assert!(opened.battle.scenario().hiding.is_any());
            let mut session = Table::new(both(kind)).resume(opened);
            session.run(|_| {});
            assert_eq!(session.battle().hash(), whole.battle().hash(), "{kind}");
        }
        let bytes = whole.record().bytes(Kind::Replay, whole.battle());
        let replay = Replay::read("a replay", &bytes.expect("written"));
        let played = replay.unwrap_or_else(|fault| panic!("{fault}")).play();
        assert_eq!(played.battle.hash(), whole.battle().hash());
    }
}

/// Three regiments a side deep in the woods, all behind pickets, and a clearing to fight for.
fn in_the_woods(match_up: MatchUp, seed: u64) -> Session {
    let force = |name: &str, y: f32, facing: f32| {
        let unit = |number: usize| {
            format!(
                "(name: \"{name} {number}\", arm: Infantry(8), weapon: \"rifle_musket\", \
                 quality: \"veteran\", deploy: At(at: ({:.2}, {y}), facing: {facing}))",
                0.6 + 0.4 * number as f32
            )
        };
        let units: Vec<_> = (0..3).map(unit).collect();
        format!(
            "(commands: [(name: \"{name} brigade\", echelon: \"brigade\", leader: Some((name: \
             \"General {name}\", rank: \"brigade\", benefit: 1)), units: [{}])])",
            units.join(", ")
        )
    };
    let text = format!(
        "(name: \"Woods\", date: (1864, 5, 5), time: (10, 0), history: \"\", turns: 5, \
         initiative: \"union\", hidden: [(side: \"union\", how: Pickets()), \
         (side: \"confederate\", how: Pickets())], season: \"summer\", weather: Fixed(\"dry\"), \
         period: \"1861_63\", board: Squares(2, 2), ground: (areas: [(kind: \"heavy_woods\", \
         shape: Box((0.0, 0.0), (2.0, 2.0)))], zones: [(id: \"middle\", name: \"The middle\", \
         shape: Box((0.6, 0.8), (1.4, 1.2)))]), union: {}, confederate: {}, victory: (conditions: \
         [Holds(winner: \"union\", zone: \"middle\", units: 2)], otherwise: \"confederate\"))",
        force("Blue", 0.55, 0.0),
        force("Grey", 1.45, 180.0)
    );
    let source = serde_json::json!({ "file": "woods.ron", "text": text });
    let source: ScenarioSource = serde_json::from_value(source).expect("a source");
    let rules = Rules::book();
    let scenario = source.scenario(Scale::Mm15, rules);
    let scenario = scenario.unwrap_or_else(|faults| panic!("{faults:?}"));
    let opening = Opening {
        source,
        scale: Scale::Mm15,
        house_rules: HouseRules::new(),
        seed,
        seats: match_up.names(),
    };
    Table::new(match_up).begin(opening, Arc::new(scenario), Arc::new(rules.clone()))
}

/// Computers use what they are given: pickets move, dummies too, and somebody is shown.
#[test]
fn computers_move_their_pickets() {
    let mut moved = [0, 0];
    let mut shown = 0;
    for seed in 0..3 {
        let mut session = in_the_woods(both("computer:medium"), seed);
        session.run(|_| {});
        assert!(session.failures().is_empty(), "{:?}", session.failures());
        let army = session.battle().army();
        for fact in session.battle().facts() {
            match fact {
                Fact::Secret { what, .. } => {
                    if let Fact::Moved { unit, .. } = &**what {
                        moved[usize::from(army.is_dummy(*unit))] += 1;
                    }
                }
                Fact::Shown { .. } | Fact::DummyGone { .. } => shown += 1,
                _ => {}
            }
        }
    }
    assert!(moved[0] > 0, "no hidden unit moves");
    assert!(moved[1] > 0, "no dummy moves");
    assert!(shown > 0, "nobody is found");
}
