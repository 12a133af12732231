//! How often a person is asked in the enemy's turn.

use std::sync::{Arc, Mutex};

use deadly_field::army::{Asks, Fact, UnitId};
use deadly_field::battle::{Answer, Battle, Decision, Reaction, Trigger};
use deadly_field::players::{Level, PersonSeat, SeatKind, Thinking, View};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Scale, Side};
use deadly_field::scenario::Scenario;
use deadly_field::session::{Hold, MatchUp, Progress, Session};

use crate::fights::{count, for_all, scenario, session};

const SIDES: [Side; 2] = [Side::Union, Side::Confederate];

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
    level.player(Thinking::default()).answer(&view)
}

/// A person on one side against a computer on the other.
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
                    let answer = computed(session, side, Level::Hard);
                    session.answer(answer).expect("a computer answers well");
                }
            }
            Progress::Went | Progress::Thinks(_) => {}
        }
    }
}

/// What a person was asked in some battles.
#[derive(Default)]
struct Tally {
    prompts: u32,
    turns: u32,
    most: u32,
    /// By what matters in them: a charge, a shot, mending, an enemy close by.
    about: [u32; 4],
    offers: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.prompts += other.prompts;
        self.turns += other.turns;
        self.most = self.most.max(other.most);
        self.offers += other.offers;
        for (own, other) in self.about.iter_mut().zip(other.about) {
            *own += other;
        }
    }

    fn mean(&self) -> f64 {
        f64::from(self.prompts) / f64::from(self.turns)
    }
}

/// What matters in a prompt; nothing if it offers nothing sensible.
fn matters(battle: &Battle, asks: Asks) -> Option<usize> {
    let Some(Decision::React {
        triggers,
        reactions,
        kind,
        ..
    }) = battle.decision()
    else {
        return None;
    };
    let army = battle.army();
    let charging = |unit: &UnitId| army.unit(*unit).charging;
    if *kind == Trigger::Contact || triggers.iter().any(charging) {
        return Some(0);
    }
    let good = |reaction: &Reaction| match reaction {
        Reaction::Fire {
            units,
            target,
            kind,
        } => {
            let shot = battle.now().shot(units, *target, *kind);
            *kind == FireKind::Desperation || shot.is_some_and(|shot| asks.shots.takes(shot))
        }
        _ => false,
    };
    let mends = |reaction: &Reaction| matches!(reaction, Reaction::Reform(_) | Reaction::Rally(_));
    let close = |reaction: &Reaction| {
        let near = |&trigger: &UnitId| {
            let here = army.footprint(reaction.units()[0]);
            let within = asks.within * battle.scenario().field.proportion();
            here.is_within(within, army.footprint(trigger))
        };
        triggers.iter().any(near)
    };
    if reactions.iter().any(good) {
        Some(1)
    } else if reactions.iter().any(mends) {
        Some(2)
    } else {
        reactions.iter().any(close).then_some(3)
    }
}

/// Plays a battle as a person who always holds.
fn held(scenario: &Arc<Scenario>, side: Side, seed: u64, asks: Asks) -> Tally {
    let mut session = session(against_hard(side), scenario, seed);
    session.seat(side, Box::new(PersonSeat::new(asks)));
    let mut tally = Tally::default();
    let mut in_turn = (0, 0);
    play(&mut session, side, |session| {
        let battle = session.battle();
        let Some(Decision::React { reactions, .. }) = battle.decision() else {
            panic!("a reaction");
        };
        tally.offers += reactions.len();
        let about = matters(battle, asks);
        let about = about.unwrap_or_else(|| panic!("nothing sensible: {reactions:?}"));
        tally.about[about] += 1;
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
    tally
}

/// A person who always holds is asked at most eight times in an enemy player turn on average, and
/// never without anything sensible to do. A sample of battles; more by `DEADLY_FIELD_PROMPTS`.
fn asked_at(scale: Scale, sample: u64) {
    let scenario = scenario(scale);
    let asks = Asks::USUAL;
    let tallies = Mutex::new([Tally::default(), Tally::default()]);
    for_all(2 * count("DEADLY_FIELD_PROMPTS", sample), |number| {
        let at = (number % 2) as usize;
        let tally = held(&scenario, SIDES[at], 100 + number / 2, asks);
        tallies.lock().expect("counted")[at].add(&tally);
    });
    let tallies = tallies.into_inner().expect("counted");
    for (side, all) in SIDES.iter().zip(&tallies) {
        let [charge, shot, mending, close] = all.about;
        println!(
            "{scale}, {side}: {:.2} prompts in an enemy player turn ({} of them), {} at most; {charge} \
             about charges, {shot} about shots, {mending} about mending, {close} about an enemy \
             close by; {:.1} answers offered each",
            all.mean(),
            all.turns,
            all.most,
            all.offers as f64 / f64::from(all.prompts.max(1)),
        );
    }
    for (side, all) in SIDES.iter().zip(&tallies) {
        assert!(
            all.mean() <= 8.0,
            "{scale}, {side}: {:.2} prompts",
            all.mean()
        );
        assert!(all.prompts > 0, "{scale}, {side}");
    }
}

#[test]
fn a_person_is_asked_about_what_matters() {
    asked_at(Scale::Mm15, 20);
}

#[test]
fn a_person_is_asked_about_what_matters_with_the_smallest_figures() {
    asked_at(Scale::Mm10, 4);
}

#[test]
fn a_person_is_asked_about_what_matters_with_the_largest_figures() {
    asked_at(Scale::Mm25, 4);
}

/// Whoever is not sparing with questions hears the same at every inch.
#[test]
fn nobody_is_asked_the_same_at_every_inch() {
    let scenario = scenario(Scale::Mm15);
    let every = Asks {
        sparing: false,
        ..Asks::USUAL
    };
    let prompts = |asks| held(&scenario, Side::Union, 100, asks).prompts;
    let (once, always) = (prompts(Asks::USUAL), prompts(every));
    assert!(once * 3 < always * 2, "{once} of {always}");
}
