//! A person's seat: what his units begin with, what they do by themselves, and how he holds.

use std::path::Path;
use std::sync::Arc;

use deadly_field::army::{Asks, Fact, Instruction, ShotAsk, UnitId, Until};
use deadly_field::battle::{Answer, Decision, Reaction, Trigger};
use deadly_field::files::{Course, Entry, Kind, Opening, Replay, read_save};
use deadly_field::players::PersonSeat;
use deadly_field::print::words;
use deadly_field::rules::fire::Band;
use deadly_field::rules::{Rules, Scale, Side};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{ScenarioSource, find};
use deadly_field::session::{Hold, MatchUp, Noted, Progress, Session, Table, UndoBar};

use crate::fights::{both, rules};
use crate::prompts::{against_hard, play};

/// A battle that can be written down whole.
fn begun(match_up: MatchUp, seed: u64) -> Session {
    let path = find(Path::new("taint_no_militia"));
    let (scenario, source) =
        ScenarioSource::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    let opening = Opening {
        source,
        scale: Scale::Mm15,
        house_rules: HouseRules::new(),
        seed,
        seats: match_up.names(),
    };
    Table::new(match_up).begin(opening, Arc::new(scenario), rules())
}

fn own(session: &Session, side: Side) -> Vec<UnitId> {
    let army = session.battle().army();
    let own = army.units().filter(|&unit| army.side(unit) == side);
    own.collect()
}

/// Takes the battle on to a person's decision.
fn to_person(session: &mut Session) -> Side {
    loop {
        match session.poll() {
            Progress::Person(side) => return side,
            Progress::Over => panic!("nobody was asked"),
            Progress::Went | Progress::Thinks(_) => {}
        }
    }
}

fn instructs(session: &Session) -> usize {
    let entries = session.record().entries.iter();
    let instruct = |entry: &&Entry| {
        matches!(
            entry,
            Entry::Answer {
                answer: Answer::Instruct { .. },
                ..
            }
        )
    };
    entries.filter(instruct).count()
}

fn saved(session: &Session, match_up: MatchUp) -> Session {
    let bytes = session.record().bytes(Kind::Save, session.battle());
    let opened = read_save("a save", &bytes.expect("written")).expect("a good save");
    Table::new(match_up).resume(opened)
}

#[test]
fn a_persons_units_are_told_once_what_to_ask_about() {
    for side in [Side::Union, Side::Confederate] {
        let mut session = begun(against_hard(side), 4);
        assert_eq!(to_person(&mut session), side);
        assert_eq!(instructs(&session), 1);
        let army = session.battle().army();
        for unit in army.units() {
            let told = if army.side(unit) == side {
                Asks::USUAL
            } else {
                Asks::default()
            };
            assert_eq!(*army.standing(unit).asks(), told);
        }
        // He has done nothing yet that he could take back.
        let bar = session.can_undo().expect_err("nothing was done");
        if session.number() == 1 {
            assert_eq!(bar, UndoBar::Nothing);
        }
        // Whoever goes on with it is not told again, whatever he was told since.
        let mut again = saved(&session, against_hard(side));
        assert_eq!(to_person(&mut again), side);
        assert_eq!(again.battle().hash(), session.battle().hash());
        let usual = Asks::default();
        session
            .ask_about(side, &own(&session, side), usual)
            .expect("free");
        let mut again = saved(&session, against_hard(side));
        to_person(&mut again);
        assert_eq!(instructs(&again), 2);
        assert_eq!(again.asks(own(&again, side)[0]), usual);
    }
}

#[test]
fn two_persons_are_told_each_for_himself() {
    let mut session = begun(both("person"), 4);
    let first = to_person(&mut session);
    assert_eq!(instructs(&session), 1);
    while session.on_turn() == Some(first) {
        let answer = match session.battle().decision() {
            Some(Decision::SetUp { .. }) => Answer::READY,
            Some(Decision::Leader { .. }) => Answer::Stay,
            _ => Answer::EndTurn,
        };
        session.answer(answer).expect("allowed");
    }
    to_person(&mut session);
    assert_eq!(instructs(&session), 2);
    // A seat with instructions of its own.
    let mut session = begun(both("computer:medium"), 4);
    session.seat(Side::Union, Box::new(PersonSeat::new(Asks::CHARGES)));
    to_person(&mut session);
    let unit = own(&session, Side::Union)[0];
    assert_eq!(session.asks(unit), Asks::CHARGES);
}

/// Units fire by themselves where they were told to, without a question; it is recorded, said, and
/// goes on after a save.
#[test]
fn units_fire_by_themselves() {
    let side = Side::Union;
    let mark = ShotAsk::Within(Band::Normal);
    let mut session = begun(against_hard(side), 2);
    to_person(&mut session);
    let units = own(&session, side);
    session.by_itself(side, &units, Some(mark)).expect("free");
    assert_eq!(
        session.asks(units[0]),
        Asks {
            fires: mark,
            ..Asks::USUAL
        }
    );
    let mut session = saved(&session, against_hard(side));
    play(&mut session, side, |session| {
        // Whatever is still asked holds no shot that they would have taken.
        let battle = session.battle();
        let Some(Decision::React { reactions, .. }) = battle.decision() else {
            panic!("a reaction");
        };
        for reaction in reactions {
            if let Reaction::Fire {
                units,
                target,
                kind,
            } = reaction
            {
                let shot = battle.now().shot(units, *target, *kind).expect("a shot");
                assert!(!mark.takes(shot), "{reaction:?} at {shot:?}");
            }
        }
        session.hold(side, Hold::Once).expect("a reaction");
    });
    let notes = session.notes();
    assert!(notes.len() > 3, "{} fires", notes.len());
    let facts = session.battle().facts();
    for note in notes {
        assert_eq!(note.side, side);
        let Noted::Fired { units, target } = &note.what;
        let fired = facts[note.facts..].iter().find_map(|fact| match fact {
            Fact::Fired {
                firers,
                target,
                volley,
                ..
            } => Some((firers, target, volley)),
            _ => None,
        });
        let (firers, at, volley) = fired.expect("a fire");
        assert_eq!((firers, at), (units, target));
        assert!(volley.terms.band >= Band::Normal);
        let said = words::note(session.battle().army(), note);
        assert!(said.contains("instructions"), "{said}");
    }
    let bytes = session.record().bytes(Kind::Replay, session.battle());
    let replay = Replay::read("a replay", &bytes.expect("written")).expect("a good replay");
    assert_eq!(replay.play().course, Course::True);
    // To none again.
    let mut session = begun(against_hard(side), 2);
    to_person(&mut session);
    session.by_itself(side, &units, Some(mark)).expect("free");
    session.by_itself(side, &units, None).expect("free");
    assert_eq!(session.asks(units[0]), Asks::USUAL);
}

/// What is wished for in the enemy's turn waits, and what is wished for after it goes from there.
#[test]
fn wishes_wait_in_their_order() {
    let side = Side::Union;
    let mut session = begun(against_hard(side), 2);
    to_person(&mut session);
    while session.on_turn() == Some(side) {
        let answer = match session.battle().decision() {
            Some(Decision::SetUp { .. }) => Answer::READY,
            Some(Decision::Leader { .. }) => Answer::Stay,
            Some(Decision::React { .. }) => Answer::Decline,
            _ => Answer::EndTurn,
        };
        session.answer(answer).expect("allowed");
    }
    let unit = own(&session, side)[0];
    let told = session.asks(unit);
    session
        .ask_about(side, &[unit], Asks::CHARGES)
        .expect("at any time");
    let mark = ShotAsk::Chance(45);
    session
        .by_itself(side, &[unit], Some(mark))
        .expect("at any time");
    let wished = Asks {
        fires: mark,
        ..Asks::CHARGES
    };
    assert_eq!(session.asks(unit), wished);
    assert_eq!(session.battle().army().standing(unit).always, told);
    to_person(&mut session);
    assert_eq!(session.battle().army().standing(unit).always, wished);
}

/// Holding for the rest of a move or of the turn: no question comes before, but for charges.
#[test]
fn to_hold_is_to_hear_no_more_of_it() {
    for (hold, ends) in [
        (
            Hold::Move,
            (|fact| matches!(fact, Fact::ActivationOver)) as fn(&Fact) -> bool,
        ),
        (Hold::Turn, |fact| matches!(fact, Fact::PlayerTurn { .. })),
    ] {
        let mut held = 0;
        for seed in 0..2 {
            let side = Side::Union;
            let mut session = begun(against_hard(side), seed);
            let mut last = None;
            play(&mut session, side, |session| {
                let battle = session.battle();
                let Some(Decision::React { kind, triggers, .. }) = battle.decision() else {
                    panic!("a reaction");
                };
                let charged = *kind == Trigger::Contact
                    || triggers
                        .iter()
                        .any(|&unit| battle.army().unit(unit).charging);
                let over = battle.facts().iter().filter(|fact| ends(fact)).count();
                assert!(last != Some(over) || charged, "{hold:?}: asked again");
                last = Some(over);
                let entries = session.record().entries.len();
                session.hold(side, hold).expect("a reaction");
                // Instructions, and a word to the question where it was put again.
                let new = &session.record().entries[entries..];
                assert!((1..=2).contains(&new.len()), "{new:?}");
                held += 1;
            });
            // Afterwards everything is as it was.
            let army = session.battle().army();
            for unit in own(&session, side) {
                assert_eq!(army.standing(unit).always, Asks::USUAL);
            }
        }
        assert!(held > 5, "{hold:?}: {held} times");
    }
    let mut session = begun(against_hard(Side::Confederate), 1);
    let side = to_person(&mut session);
    let hash = session.battle().hash();
    assert!(
        session.hold(side, Hold::Turn).is_err(),
        "nobody is asked to react"
    );
    assert_eq!(session.battle().hash(), hash);
}

/// A question is counted once, however often it is put.
#[test]
fn prompts_are_counted_once() {
    let side = Side::Confederate;
    let mut session = begun(against_hard(side), 3);
    let mut asked = 0;
    play(&mut session, side, |session| {
        asked += 1;
        assert_eq!(session.prompts(side), asked);
        assert_eq!(session.prompts(side.other()), 0);
        if asked == 2 {
            // Somebody is told what he knows: the same question is put again.
            let instruction = Instruction {
                asks: Asks::USUAL,
                until: Until::PlayerTurn,
            };
            let before = session.battle().decision().cloned();
            let unit = own(session, side)[0];
            session
                .instruct(side, vec![unit], instruction)
                .expect("free");
            assert_eq!(session.battle().decision(), before.as_ref());
            assert_eq!(session.poll(), Progress::Person(side));
            assert_eq!(session.prompts(side), asked);
        }
        session.hold(side, Hold::Once).expect("a reaction");
    });
    assert!(asked > 3);
}
