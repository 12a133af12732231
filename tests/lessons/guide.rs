//! The guide: forward, back, astray and home again.

use std::sync::Arc;

use deadly_field::battle::{Answer, Decision, Order};
use deadly_field::lessons::file::Deed;
use deadly_field::lessons::{Guide, Heard, Phase, all, find};
use deadly_field::session::{Progress, Session};

use crate::load;

fn hash(session: &Session) -> u64 {
    session.battle().hash()
}

/// Goes through a lesson by what it shows.
fn walk(guide: &mut Guide, session: &mut Session) {
    let before = (guide.number(), guide.phase());
    guide.show(session).expect("a good lesson");
    if before == (guide.number(), guide.phase()) || guide.number() == before.0 {
        guide.next(session).expect("a good lesson");
    }
}

#[test]
fn every_lesson_can_be_gone_through_back_and_forth() {
    for path in all() {
        let (mut session, mut guide) = Guide::begin(load(&path)).expect("a good lesson");
        let mut marks = vec![(guide.number(), hash(&session))];
        let mut steps = 0;
        while !guide.is_over() {
            walk(&mut guide, &mut session);
            if guide.number() != marks[marks.len() - 1].0 {
                marks.push((guide.number(), hash(&session)));
            }
            steps += 1;
            assert!(steps < 500, "{}: it never ends", path.display());
        }
        // One after the other back to the first, and each as it was.
        guide.back(&mut session).expect("back");
        while guide.number() > 0 {
            guide.back(&mut session).expect("back");
            let known = marks.iter().find(|(step, _)| *step == guide.number());
            assert_eq!(
                known.map(|(_, hash)| *hash),
                Some(hash(&session)),
                "{} step {}",
                path.display(),
                guide.number() + 1
            );
        }
        // Somebody who comes back is led to where he was.
        let last = marks[marks.len() - 1];
        let (mut session, mut guide) = Guide::begin(load(&path)).expect("a good lesson");
        guide.go_to(&mut session, last.0).expect("led there");
        assert_eq!((guide.number(), hash(&session)), last, "{}", path.display());
    }
}

/// At every order that a lesson waits for the learner holds instead: he is told, goes on, sees, and
/// takes it back.
#[test]
fn wrong_turns_are_told_and_taken_back() {
    let mut taken = 0;
    for path in all() {
        let (mut session, mut guide) = Guide::begin(load(&path)).expect("a good lesson");
        while !guide.is_over() {
            if let Some(answers) = wrong(&guide, &session) {
                let (before, step) = (hash(&session), guide.number());
                let heard = guide.hear(&mut session, answers).expect("heard");
                assert_eq!(heard, Heard::Otherwise, "{} step {step}", path.display());
                assert_eq!(hash(&session), before, "nothing has happened yet");
                let told = guide.wrong().expect("what it would bring");
                assert!(!told.brings.is_empty() || !told.odds.is_empty());
                guide.see(&mut session);
                assert!(guide.is_astray() && guide.wrong().is_none());
                assert_ne!(hash(&session), before, "it is done");
                // A while on his own, with the computer on the other side.
                for _ in 0..3 {
                    if session.wait(std::time::Duration::from_millis(50)) == Progress::Over {
                        break;
                    }
                }
                guide.take_back(&mut session);
                assert_eq!(hash(&session), before, "{} step {step}", path.display());
                assert_eq!((guide.number(), guide.phase()), (step, Phase::Waiting));
                taken += 1;
            }
            walk(&mut guide, &mut session);
        }
    }
    assert!(taken >= 8, "{taken} wrong turns were taken");
}

/// Something allowed that is not what the step waits for.
fn wrong(guide: &Guide, session: &Session) -> Option<Vec<Answer>> {
    let deed = guide.deed().filter(|deed| !deed.is_looking())?;
    let decline = matches!(deed, Deed::Decline | Deed::HoldFire { .. });
    match session.battle().decision()? {
        Decision::Activate { .. } if !matches!(deed, Deed::EndTurn) => Some(vec![Answer::EndTurn]),
        Decision::Act { orders, .. } if !matches!(deed, Deed::Hold(_)) => {
            let hold = Order::Hold;
            orders.contains(&hold).then(|| vec![Answer::Order(hold)])
        }
        Decision::React { .. } if !decline => Some(vec![Answer::Decline]),
        Decision::React { reactions, .. } => {
            let first = reactions.first()?.clone();
            Some(vec![Answer::React(first)])
        }
        _ => None,
    }
}

#[test]
fn what_the_learner_does_himself_is_what_was_meant() {
    let lesson = load(&find(std::path::Path::new("fire")));
    let (mut session, mut guide) = Guide::begin(Arc::clone(&lesson)).expect("a good lesson");
    while !matches!(guide.deed(), Some(Deed::Move { .. })) {
        walk(&mut guide, &mut session);
    }
    let Some(Decision::Activate { units, .. }) = session.battle().decision() else {
        panic!("no orders");
    };
    let unit = units[0];
    let ahead = |inches: f32| {
        let leg = deadly_field::field::moves::Leg::Ahead {
            inches,
            degrees: 0.0,
        };
        let order = Order::Move {
            form: None,
            form_last: false,
            legs: vec![leg],
        };
        vec![Answer::Activate(unit), Answer::Order(order)]
    };
    let step = guide.number();
    // Too far is another move; about right is right.
    let heard = guide.hear(&mut session, ahead(5.0)).expect("heard");
    assert_eq!(heard, Heard::Otherwise);
    guide.take_back(&mut session);
    let heard = guide.hear(&mut session, ahead(2.8)).expect("heard");
    assert_eq!(heard, Heard::Done);
    assert_eq!(guide.number(), step + 1);
}
