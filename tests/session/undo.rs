//! Answers taken back.

use deadly_field::army::Fact;
use deadly_field::battle::Answer;
use deadly_field::files::Entry;
use deadly_field::players::{PersonSeat, SeatKind};
use deadly_field::rules::Scale;
use deadly_field::session::{MatchUp, Progress, Session, UndoBar};

use crate::fights::{both, count, fight, for_all, rules, scales, scenario, session};

/// The answers of a battle of random players.
fn answers(session: &Session) -> Vec<Answer> {
    let entries = session.record().entries.iter();
    entries
        .map(|entry| match entry {
            Entry::Answer { answer, .. } => answer.clone(),
            Entry::Dice(_) => panic!("nobody gives dice"),
        })
        .collect()
}

fn persons() -> MatchUp {
    MatchUp::both(SeatKind::Person)
}

/// Undo at every decision and on again: a sample of battles; 200 by `DEADLY_FIELD_UNDOS`.
#[test]
fn undo_at_every_decision_and_on_again_is_the_same_battle() {
    let scales = scales();
    for_all(count("DEADLY_FIELD_UNDOS", 9), |number| {
        let (scale, scenario) = &scales[(number % 3) as usize];
        let seed = number / 3;
        let what = format!("{scale}, seed {seed}");
        let fought = fight(both("random"), scenario, seed, |_| {});
        let mut again = session(persons(), scenario, seed);
        let (mut back, mut barred) = (0, 0);
        for answer in answers(&fought) {
            let (hash, facts) = (again.battle().hash(), again.battle().facts().len());
            let decision = again.battle().decision().cloned();
            let entries = again.record().entries.len();
            again.answer(answer.clone()).expect("allowed before");
            let new = &again.battle().facts()[facts..];
            let rolled = new.iter().any(Fact::rolled);
            match again.undo() {
                Ok(()) => {
                    assert!(!rolled, "{what}: dice were taken back");
                    assert_eq!(again.battle().hash(), hash, "{what}");
                    assert_eq!(again.battle().decision(), decision.as_ref(), "{what}");
                    assert_eq!(again.battle().facts().len(), facts, "{what}");
                    assert_eq!(again.record().entries.len(), entries, "{what}");
                    back += 1;
                    again.answer(answer).expect("allowed before");
                }
                Err(bar) => {
                    assert!(rolled, "{what}: nothing stands in the way");
                    assert_eq!(bar, UndoBar::Done);
                    barred += 1;
                }
            }
        }
        assert_eq!(again.battle().hash(), fought.battle().hash(), "{what}");
        assert_eq!(again.battle().facts(), fought.battle().facts(), "{what}");
        assert!(back > 20 && barred > 5, "{what}: {back} and {barred}");
    });
}

#[test]
fn several_answers_go_back_up_to_the_last_die_or_the_other_side() {
    let scenario = scenario(Scale::Mm15);
    let fought = fight(both("random"), &scenario, 4, |_| {});
    let mut again = session(persons(), &scenario, 4);
    assert_eq!(again.can_undo(), Err(UndoBar::Nothing));
    let mut longest = 0;
    for answer in answers(&fought) {
        again.answer(answer).expect("allowed before");
        // Back as far as it goes, then the same answers again.
        let (hash, mut taken) = (again.battle().hash(), Vec::new());
        let mut side = None;
        while let Ok(whose) = again.can_undo() {
            assert!(side.is_none_or(|side| side == whose), "one side's only");
            side = Some(whose);
            let last = again.record().entries.last().cloned();
            again.undo().expect("it can be undone");
            taken.extend(last);
        }
        longest = longest.max(taken.len());
        for entry in taken.into_iter().rev() {
            let Entry::Answer { answer, .. } = entry else {
                panic!("nobody gives dice");
            };
            again.answer(answer).expect("allowed before");
        }
        assert_eq!(again.battle().hash(), hash);
    }
    assert!(longest > 3, "{longest} answers at most");
}

#[test]
fn a_lesson_goes_back_anywhere_and_gives_the_dice() {
    let scenario = scenario(Scale::Mm15);
    let mut session = fight(both("computer:medium"), &scenario, 2, |_| {});
    let whole = answers(&session);
    let middle = whole.len() / 2;
    session.rewind(middle);
    assert_eq!(session.number(), middle);
    let first: Vec<_> = answers(&session);
    assert_eq!(first, whole[..middle]);
    let person = || Box::new(PersonSeat::default());
    session.seat(deadly_field::rules::Side::Union, person());
    session.seat(deadly_field::rules::Side::Confederate, person());
    for answer in &whole[middle..] {
        session.answer(answer.clone()).expect("allowed before");
    }
    let straight = fight(both("computer:medium"), &scenario, 2, |_| {});
    assert_eq!(session.battle().hash(), straight.battle().hash());
    session.rewind(0);
    session.give_dice(&[6, 6, 6, 6]);
    assert!(matches!(
        session.record().entries.first(),
        Some(Entry::Dice(dice)) if dice == &[6, 6, 6, 6]
    ));
    assert_eq!(session.poll(), Progress::Person(scenario.set_up[0]));
}

/// Nobody waits for a computer that thinks aside, and what it is asked can be called off.
#[test]
fn a_thinking_computer_blocks_nobody_and_can_be_called_off() {
    use deadly_field::session::Table;
    let scenario = scenario(Scale::Mm15);
    let straight = fight(both("computer:medium"), &scenario, 8, |_| {});
    let opening = straight.record().opening.clone();
    let table = Table {
        aside: true,
        ..Table::new(both("computer:medium"))
    };
    let mut session = table.begin(opening, scenario.clone(), rules());
    let (mut thought, mut polls) = (0, 0);
    loop {
        match session.poll() {
            Progress::Over => break,
            Progress::Thinks(_) => {
                thought += 1;
                // Every now and then it has to begin anew.
                if thought % 50 == 0 {
                    session.call_off();
                }
                std::thread::sleep(std::time::Duration::from_micros(200));
            }
            Progress::Went => {}
            Progress::Person(side) => panic!("{side} is no person"),
        }
        polls += 1;
        assert!(polls < 10_000_000, "it does not end");
    }
    assert!(thought > 0);
    assert_eq!(session.battle().hash(), straight.battle().hash());
}
