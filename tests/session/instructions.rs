//! Standing instructions: what units want to be asked about.

use deadly_field::army::{Asks, Instruction, ShotAsk, UnitId, Until};
use deadly_field::battle::{Answer, Decision, Reaction, Trigger};
use deadly_field::rules::fire::{Band, FireKind};
use deadly_field::rules::{Scale, Side};

use crate::endings::placed;
use crate::fights::{both, fight, scenario};

/// How often a side is asked to react in a battle of computers, its units told so at the start.
fn asked(asks: Asks) -> usize {
    let scenario = scenario(Scale::Mm15);
    let side = Side::Confederate;
    let units: Vec<UnitId> = (0..scenario.units.len() as u32)
        .map(UnitId)
        .filter(|unit| scenario.units[unit.0 as usize].unit.side == side)
        .collect();
    let mut asked = 0;
    let mut told = false;
    fight(both("computer:medium"), &scenario, 3, |session| {
        if !told {
            told = true;
            let instruction = Instruction {
                asks,
                until: Until::Changed,
            };
            session
                .instruct(side, units.clone(), instruction)
                .expect("at any time");
        }
        // Until its own first decision the side's wish waits.
        if session.battle().army().standing(units[0]).asks() != &asks {
            return;
        }
        let decision = session.battle().decision();
        // Desperation fire of those who have reacted is offered on top of all.
        let asked_more = |decision: &Decision| match decision {
            Decision::React {
                side: own,
                kind,
                reactions,
                ..
            } => {
                let desperate = |reaction: &Reaction| {
                    matches!(
                        reaction,
                        Reaction::Fire {
                            kind: FireKind::Desperation,
                            ..
                        }
                    )
                };
                *own == side && *kind != Trigger::Contact && !reactions.iter().all(desperate)
            }
            _ => false,
        };
        asked += usize::from(decision.is_some_and(asked_more));
    });
    asked
}

#[test]
fn units_are_asked_about_what_they_want_and_nothing_else() {
    let usual = asked(Asks::default());
    let nothing = asked(Asks::NOTHING);
    let close = asked(Asks {
        shots: ShotAsk::Within(Band::Short),
        ..Asks::NOTHING
    });
    let sure = asked(Asks {
        shots: ShotAsk::Chance(60),
        ..Asks::NOTHING
    });
    assert!(usual > 15, "{usual}");
    assert!(close < usual && sure < usual, "{close}, {sure} of {usual}");
    assert_eq!(nothing, 0);
}

#[test]
fn an_instruction_is_free_recorded_and_ends() {
    let scenario = scenario(Scale::Mm15);
    let mut session = placed(both("person"), &scenario, 3);
    let entries = session.record().entries.len();
    let side = session.on_turn().expect("a decision");
    let own = |side: Side| {
        let units = scenario.units.iter().enumerate();
        let mut own = units.filter(move |(_, unit)| unit.unit.side == side);
        UnitId(own.next().expect("a unit").0 as u32)
    };
    let (mine, his) = (own(side), own(side.other()));
    let decision = session.battle().decision().cloned();
    let instruct = |unit: UnitId, until: Until| Answer::Instruct {
        units: vec![unit],
        instruction: Instruction {
            asks: Asks::NOTHING,
            until,
        },
    };
    // Of the own side only, and the same question is put again.
    assert!(session.answer(instruct(his, Until::Changed)).is_err());
    session
        .answer(instruct(mine, Until::PlayerTurn))
        .expect("free at any own decision");
    assert_eq!(session.battle().decision(), decision.as_ref());
    assert_eq!(session.record().entries.len(), entries + 1);
    let standing = |session: &deadly_field::session::Session, unit| {
        *session.battle().army().standing(unit).asks()
    };
    assert_eq!(standing(&session, mine), Asks::NOTHING);
    // The other side does not see it.
    let seen = session.seen_by(side.other()).army();
    assert_eq!(*seen.standing(mine).asks(), Asks::default());
    // What the other side wishes for waits for its own decision.
    session
        .instruct(
            side.other(),
            vec![his],
            Instruction {
                asks: Asks::EVERYTHING,
                until: Until::Changed,
            },
        )
        .expect("at any time");
    assert_eq!(standing(&session, his), Asks::default());
    while session.on_turn() == Some(side) {
        let answer = match session.battle().decision() {
            Some(Decision::Leader { .. }) => Answer::Stay,
            _ => Answer::EndTurn,
        };
        session.answer(answer).expect("allowed");
        session.poll();
    }
    assert_eq!(standing(&session, mine), Asks::default());
    assert_eq!(standing(&session, his), Asks::EVERYTHING);
    // It can be taken back like any other answer.
    session.answer(instruct(his, Until::Changed)).expect("free");
    let before = session.battle().hash();
    session.undo().expect("nothing was rolled");
    assert_ne!(session.battle().hash(), before);
}
