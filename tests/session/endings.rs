//! Battles that the players end themselves: one gives up, or both agree on a draw.

use deadly_field::army::{Asks, Fact, Instruction, Reason, UnitId, Until, Verdict};
use deadly_field::battle::{Answer, Battle, Decision};
use deadly_field::files::{Entry, Folder, Names, Opening, Record, open_save, read_save};
use deadly_field::players::{AtOnce, PersonSeat, ScriptPlayer};
use deadly_field::rules::{Scale, Side};
use deadly_field::session::{Progress, Session, UndoBar};

use crate::fights::{both, fight, rules, scenario, session};

/// A battle in which everybody stands where the scenario has him.
pub fn placed(
    match_up: deadly_field::session::MatchUp,
    scenario: &std::sync::Arc<deadly_field::scenario::Scenario>,
    seed: u64,
) -> Session {
    let mut session = session(match_up, scenario, seed);
    while matches!(session.battle().decision(), Some(Decision::SetUp { .. })) {
        session.answer(Answer::READY).expect("always allowed");
    }
    session
}

fn verdict(session: &Session) -> Option<&Verdict> {
    session.battle().army().verdict()
}

/// The same battle by its answers.
fn again(of: &Session, seed: u64) -> Battle {
    let mut battle = Battle::new(scenario(Scale::Mm15), rules(), seed);
    for entry in &of.record().entries {
        let Entry::Answer { hash, answer } = entry else {
            panic!("nobody gives dice");
        };
        assert_eq!(battle.hash(), hash.0);
        battle.answer(answer.clone()).expect("allowed before");
    }
    battle
}

#[test]
fn whoever_concedes_has_lost() {
    // While he sets up, and at the first decision of the battle.
    for wait in [0, 2] {
        let mut session = session(both("person"), &scenario(Scale::Mm15), 5);
        for _ in 0..wait {
            session.answer(Answer::READY).expect("always allowed");
        }
        let side = session.on_turn().expect("a decision");
        session.answer(Answer::Concede).expect("at any decision");
        let over = Verdict {
            winner: Some(side.other()),
            why: Reason::Conceded,
            level: Default::default(),
        };
        assert_eq!(verdict(&session), Some(&over));
        assert_eq!(session.poll(), Progress::Over);
        assert_eq!(session.battle().decision(), None);
        assert_eq!(again(&session, 5).hash(), session.battle().hash());
        // It is a state like any other.
        let kept = serde_json::to_string(&session.battle().snapshot()).expect("written");
        let kept = serde_json::from_str(&kept).expect("read");
        let kept = Battle::restore_checked(scenario(Scale::Mm15), rules(), kept);
        let kept = kept.unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(kept.hash(), session.battle().hash());
        assert!(session.answer(Answer::Concede).is_err(), "it is over");
    }
}

#[test]
fn a_draw_needs_both() {
    let mut session = placed(both("person"), &scenario(Scale::Mm15), 5);
    let side = session.on_turn().expect("a decision");
    let decision = session.battle().decision().cloned();
    session.answer(Answer::OfferDraw).expect("once");
    assert_eq!(
        session.battle().decision(),
        Some(&Decision::Draw { side: side.other() })
    );
    assert_eq!(
        session.battle().decision().map(Decision::kind),
        Some("draw")
    );
    assert!(session.answer(Answer::OfferDraw).is_err(), "one at a time");
    session.answer(Answer::Decline).expect("no");
    assert_eq!(session.battle().decision(), decision.as_ref(), "on with it");
    let refusal = session.answer(Answer::OfferDraw).expect_err("once a turn");
    assert!(refusal.reason().contains("already"), "{refusal}");
    // The other side may in the same player turn, and both in the next.
    let mut ends = 0;
    while session.battle().army().clock().active == side {
        let answer = match session.battle().decision().expect("it goes on") {
            Decision::Leader { .. } => Answer::Stay,
            Decision::Activate { .. } => Answer::EndTurn,
            other => panic!("{other:?}"),
        };
        ends += u32::from(answer == Answer::EndTurn);
        session.answer(answer).expect("allowed");
    }
    assert_eq!(ends, 1);
    assert!(!session.battle().army().has_offered_draw(side));
    session.answer(Answer::OfferDraw).expect("a new turn");
    let offered = |fact: &&Fact| matches!(fact, Fact::DrawOffered { .. });
    assert_eq!(session.battle().facts().iter().filter(offered).count(), 2);
    session.answer(Answer::Agree).expect("yes");
    let draw = Verdict {
        winner: None,
        why: Reason::Agreed,
        level: Default::default(),
    };
    assert_eq!(verdict(&session), Some(&draw));
    assert_eq!(session.poll(), Progress::Over);
    assert_eq!(again(&session, 5).hash(), session.battle().hash());
}

/// An offer can be taken back until it is answered; conceding, as any answer without dice.
#[test]
fn an_offer_is_undone_like_any_answer() {
    let mut session = placed(both("person"), &scenario(Scale::Mm15), 5);
    let hash = session.battle().hash();
    session.answer(Answer::OfferDraw).expect("once");
    session.undo().expect("nobody has answered");
    assert_eq!(session.battle().hash(), hash);
    session.answer(Answer::OfferDraw).expect("once");
    session.answer(Answer::Decline).expect("no");
    session.undo().expect("the answer to it");
    assert_eq!(session.can_undo(), Err(UndoBar::Done), "not the offer");
    session.answer(Answer::Decline).expect("no");
    let hash = session.battle().hash();
    session.answer(Answer::Concede).expect("at any decision");
    session.undo().expect("nothing was rolled");
    assert_eq!(session.battle().hash(), hash);
    assert_eq!(verdict(&session), None);
}

/// A computer fights on unless it is late, it would lose and has lost more.
#[test]
fn the_computer_agrees_only_when_it_is_beaten() {
    let scenario = scenario(Scale::Mm15);
    let (mut agreed, mut declined) = (0, 0);
    for seed in 0..6 {
        let mut last = 0;
        fight(both("computer:medium"), &scenario, seed, |session| {
            let battle = session.battle();
            let turn = battle.army().clock().turn;
            let Some(decision @ Decision::Activate { side, .. }) = battle.decision() else {
                return;
            };
            // Once in every player turn, on a copy.
            let moment = turn * 2 + u32::from(*side == Side::Union);
            if turn == 0 || moment == last {
                return;
            }
            last = moment;
            let mut fork = battle.fork();
            fork.answer(Answer::OfferDraw).expect("once");
            let other = side.other();
            let army = battle.army();
            let beaten = turn > 2
                && battle.now().judge().winner == Some(*side)
                && army.casualties(other) > army.casualties(*side);
            let asked = fork.decision().cloned().expect("the offer");
            let view = deadly_field::players::View::new(
                fork.now().clone(),
                (other, 1),
                (0, asked),
                fork.steps().to_vec(),
                Vec::new(),
            );
            use deadly_field::players::Player;
            let answer = deadly_field::players::ComputerPlayer.answer(&view);
            assert_eq!(answer == Answer::Agree, beaten);
            assert_eq!(deadly_field::players::safe_answer(&view), Answer::Decline);
            if beaten {
                agreed += 1;
            } else {
                declined += 1;
                fork.answer(answer).expect("allowed");
                assert_eq!(fork.decision(), Some(decision));
            }
        });
    }
    assert!(agreed > 0 && declined > agreed, "{agreed} and {declined}");
}

/// Saved in the middle of the set-up or of an offer, a battle goes on the same.
#[test]
fn a_save_in_the_middle_goes_on_the_same() {
    use deadly_field::files::Kind;
    let path = deadly_field::scenario::find(std::path::Path::new("taint_no_militia"));
    let book = deadly_field::rules::Rules::book();
    let source = deadly_field::scenario::ScenarioSource::load(&path, Scale::Mm15, book);
    let (_, source) = source.expect("a good scenario");
    let scenario = scenario(Scale::Mm15);
    let mut record = session(both("person"), &scenario, 5).record().clone();
    record.opening.source = source;
    let battle = Battle::new(scenario, rules(), 5);
    let mut session = Session::new(
        record,
        battle,
        Box::new(PersonSeat::new(Asks::default())),
        Box::new(PersonSeat::new(Asks::default())),
    );
    let answers = [
        Answer::SetUp {
            units: Vec::new(),
            leaders: Vec::new(),
            ready: false,
        },
        Answer::OfferDraw,
        Answer::Decline,
        Answer::READY,
        Answer::READY,
        Answer::OfferDraw,
        Answer::Agree,
    ];
    for answer in answers {
        let saved = session.record().bytes(Kind::Save, session.battle());
        let opened = read_save("a save", &saved.expect("bytes")).expect("a good save");
        assert_eq!(opened.battle.hash(), session.battle().hash());
        assert_eq!(opened.battle.decision(), session.battle().decision());
        session.answer(answer).expect("allowed");
    }
    assert_eq!(verdict(&session).map(|verdict| verdict.winner), Some(None));
    let saved = session.record().bytes(Kind::Save, session.battle());
    let opened = read_save("a save", &saved.expect("bytes")).expect("a good save");
    assert_eq!(opened.battle.army().verdict(), verdict(&session));
}

/// A script may set up and concede, as it may do anything.
#[test]
fn a_script_sets_up_and_concedes() {
    let mut session = session(both("computer:medium"), &scenario(Scale::Mm15), 5);
    let script = ScriptPlayer::new(vec![Answer::READY, Answer::Concede], None);
    session.seat(
        Side::Union,
        Box::new(AtOnce::new("script", Box::new(script))),
    );
    session.run(|_| {});
    assert_eq!(
        verdict(&session).map(|verdict| (verdict.winner, &verdict.why)),
        Some((Some(Side::Confederate), &Reason::Conceded))
    );
}

/// Nobody need ever wait for a battle in which nothing happens any more. Here one side instructs its
/// men for ever; whatever rule went round in circles would be found in the same way.
#[test]
fn a_battle_that_goes_round_in_circles_is_broken_off() {
    let path = deadly_field::scenario::find(std::path::Path::new("taint_no_militia"));
    let book = deadly_field::rules::Rules::book();
    let loaded = deadly_field::scenario::ScenarioSource::load(&path, Scale::Mm15, book);
    let (scenario, source) = loaded.expect("a good scenario");
    let mut battle = Battle::new(std::sync::Arc::new(scenario), rules(), 6);
    while matches!(battle.decision(), Some(Decision::SetUp { .. })) {
        battle.answer(Answer::READY).expect("always allowed");
    }
    let side = battle.decision().expect("a decision").side();
    let own = |id: &UnitId| battle.army().side(*id) == side && battle.army().on_table(*id);
    let unit = battle.army().units().find(own).expect("a unit");
    let instruct = || Answer::Instruct {
        units: vec![unit],
        instruction: Instruction {
            asks: Asks::USUAL,
            until: Until::Changed,
        },
    };
    let most = battle.most_idle();
    for _ in 0..most - 20 {
        battle.answer(instruct()).expect("free");
    }
    let before = battle.decision().cloned();
    let (turn, hash) = (battle.army().clock().turn, battle.hash());
    let record = Record {
        opening: Opening {
            source,
            scale: Scale::Mm15,
            house_rules: Default::default(),
            seed: 6,
            seats: Names {
                union: String::new(),
                confederate: String::new(),
            },
        },
        start: Some(Box::new(battle.snapshot())),
        entries: Vec::new(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let person = || Box::new(PersonSeat::new(Asks::USUAL));
    let mut session = Session::new(record, battle, person(), person())
        .with_faults_in(Some(Folder::at(folder.path())));
    let mut more = 0;
    while verdict(&session).is_none() {
        more += 1;
        assert!(more <= 20, "it goes on for ever");
        session.answer(instruct()).expect("free");
    }
    let broken_off = Verdict {
        winner: None,
        why: Reason::Standstill,
        level: Default::default(),
    };
    assert_eq!(verdict(&session), Some(&broken_off));
    assert_eq!(session.poll(), Progress::Over);
    // The message has the seed, and the state lies where it says.
    let [failure] = session.failures() else {
        panic!("{:?}", session.failures());
    };
    assert!(failure.contains("seed 6") && failure.contains(&most.to_string()));
    let files = Folder::at(folder.path()).files();
    let [file] = &files[..] else {
        panic!("{files:?}");
    };
    assert!(failure.contains(&file.display().to_string()), "{failure}");
    let opened = open_save(file).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(opened.battle.decision(), before.as_ref());
    assert_eq!(opened.battle.army().clock().turn, turn);
    assert_eq!(opened.battle.hash(), hash);
}

/// Dice, inches and losses begin the count anew: whole battles never come near its end.
#[test]
fn what_happens_is_not_a_standstill() {
    let mut session = session(both("random"), &scenario(Scale::Mm10), 7);
    session.run(|_| {});
    assert_ne!(
        verdict(&session).map(|verdict| &verdict.why),
        Some(&Reason::Standstill)
    );
}
