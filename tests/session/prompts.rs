//! How often a person is asked in the enemy's turn.

use std::sync::Mutex;

use deadly_field::army::Fact;
use deadly_field::battle::{Answer, Decision, Reaction, Trigger};
use deadly_field::players::{ComputerPlayer, Level, Player, SeatKind, View};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Scale, Side};
use deadly_field::session::{Hold, MatchUp, Progress, Session};

use crate::fights::{count, for_all, scenario, session};

/// What a computer would answer on a person's behalf.
pub fn computed(session: &Session, side: Side, level: Level) -> Answer {
    let decision = session.battle().decision().cloned().expect("a decision");
    let view = View::new(
        session.seen_by(side).clone(),
        (side, session.record().opening.seed),
        (session.number(), decision),
        session.battle().steps().to_vec(),
        Vec::new(),
    );
    ComputerPlayer::new(level).answer(&view)
}

/// A person on one side against computer:hard on the other.
pub fn against_hard(side: Side) -> MatchUp {
    let hard = SeatKind::Computer(Level::Hard);
    match side {
        Side::Union => MatchUp {
            union: SeatKind::Person,
            confederate: hard,
        },
        Side::Confederate => MatchUp {
            union: hard,
            confederate: SeatKind::Person,
        },
    }
}

/// A person's battle to its end: `react` answers for him in the enemy's turn, a computer in his own.
pub fn play(session: &mut Session, side: Side, mut react: impl FnMut(&mut Session)) {
    loop {
        match session.poll() {
            Progress::Over => return,
            Progress::Person(_) => {
                if matches!(session.battle().decision(), Some(Decision::React { .. })) {
                    react(session);
                } else {
                    let answer = computed(session, side, Level::Medium);
                    session.answer(answer).expect("a computer answers well");
                }
            }
            Progress::Went | Progress::Thinks(_) => {}
        }
    }
}

#[derive(Default)]
struct Tally {
    prompts: u32,
    turns: u32,
    most: u32,
    inch: u32,
    fire: u32,
    near: u32,
    contact: u32,
    charged: u32,
    shots: u32,
    mending: u32,
    other: u32,
    offers: u32,
}

/// A person who always holds is asked at most eight times in an enemy player turn on average, and
/// never without anything sensible to do. A sample of battles; more by `DEADLY_FIELD_PROMPTS`.
#[test]
fn a_person_is_asked_about_what_matters() {
    let scenario = scenario(Scale::Mm15);
    let tallies = Mutex::new([Tally::default(), Tally::default()]);
    for_all(2 * count("DEADLY_FIELD_PROMPTS", 3), |number| {
        let side = [Side::Union, Side::Confederate][(number % 2) as usize];
        let mut session = session(against_hard(side), &scenario, 100 + number / 2);
        let mut tally = Tally::default();
        let mut in_turn = (0, 0);
        play(&mut session, side, |session| {
            let battle = session.battle();
            let Some(Decision::React {
                kind,
                reactions,
                triggers,
                ..
            }) = battle.decision()
            else {
                panic!("a reaction");
            };
            tally.offers += reactions.len() as u32;
            match kind {
                Trigger::Inch => tally.inch += 1,
                Trigger::Fire => tally.fire += 1,
                Trigger::Near => tally.near += 1,
                Trigger::Contact => tally.contact += 1,
            }
            let charging = triggers
                .iter()
                .any(|&unit| battle.army().unit(unit).charging);
            let any = |of: &dyn Fn(&Reaction) -> bool| reactions.iter().any(of);
            if charging {
                tally.charged += 1;
            } else if any(&|one| matches!(one, Reaction::Fire { .. })) {
                tally.shots += 1;
            } else if any(&|one| matches!(one, Reaction::Reform(_) | Reaction::Rally(_))) {
                tally.mending += 1;
            } else {
                tally.other += 1;
            }
            let turn = battle.army().clock().turn;
            if in_turn.0 != turn {
                in_turn = (turn, 0);
            }
            in_turn.1 += 1;
            tally.most = tally.most.max(in_turn.1);
            session.hold(side, Hold::Once).expect("a reaction");
        });
        let enemy =
            |fact: &&Fact| matches!(fact, Fact::PlayerTurn { side: active, .. } if *active != side);
        tally.turns = session.battle().facts().iter().filter(enemy).count() as u32;
        tally.prompts = session.prompts(side);
        let all = &mut tallies.lock().expect("counted")[(number % 2) as usize];
        all.prompts += tally.prompts;
        all.turns += tally.turns;
        all.most = all.most.max(tally.most);
        all.inch += tally.inch;
        all.fire += tally.fire;
        all.near += tally.near;
        all.contact += tally.contact;
        all.charged += tally.charged;
        all.shots += tally.shots;
        all.mending += tally.mending;
        all.other += tally.other;
        all.offers += tally.offers;
    });
    for (side, all) in [Side::Union, Side::Confederate]
        .iter()
        .zip(tallies.into_inner().expect("counted"))
    {
        let mean = f64::from(all.prompts) / f64::from(all.turns);
        println!(
            "{side}: {mean:.2} prompts in an enemy player turn of {} turns, at most {}; inch {} fire {} near {} contact {}; charged {} shots {} mending {} other {}; {:.1} offers each",
            all.turns,
            all.most,
            all.inch,
            all.fire,
            all.near,
            all.contact,
            all.charged,
            all.shots,
            all.mending,
            all.other,
            f64::from(all.offers) / f64::from(all.prompts.max(1))
        );
        assert!(mean <= 8.0, "{side}: {mean:.2} prompts");
    }
}
