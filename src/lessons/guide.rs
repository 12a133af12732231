//! The guide: leads a learner through a lesson, step by step, on a real battle.

use std::sync::Arc;

use super::chances::{self, Chances};
use super::file::{Deed, Step};
use super::load::Lesson;
use super::seat::Waits;
use super::wrong::Wrong;
use super::{fits, tell};
use crate::battle::{Answer, Battle, Decision};
use crate::files::{Opening, Record};
use crate::players::{Level, Patience, SeatKind, Thinking};
use crate::rules::Side;
use crate::rules::fire::Refusal;
use crate::scenario::FileFault;
use crate::scenario::rules_folder::HouseRules;
use crate::session::{MatchUp, Session};

/// The seed of the dice that no lesson gives: what a learner rolls who goes his own way.
const SEED: u64 = 1863;

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It is read; the next one comes when the learner wants.
    Reading,
    /// The learner is to do something.
    Waiting,
    /// The learner is to answer a question.
    Asking,
    /// What was to be done is done.
    Done,
}

/// What became of something that a learner did.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// It was what was meant, and is done.
    Done,
    /// It is not what was meant; nothing has happened yet.
    Otherwise,
    /// The learner goes his own way, and it is done.
    Went,
    /// It is not allowed.
    Refused(Refusal),
}

/// Leads a learner through a lesson.
pub struct Guide {
    lesson: Arc<Lesson>,
    step: usize,
    phase: Phase,
    /// Entries of the record before each step up to this one.
    marks: Vec<usize>,
    /// Facts that were known when this step began.
    facts: usize,
    /// The answer that was given to the question of this step.
    chosen: Option<usize>,
    /// What the learner would do instead.
    wrong: Option<Wrong>,
    /// Entries of the record before the learner went his own way.
    astray: Option<usize>,
    /// Odds of this step.
    odds: Vec<Chances>,
    /// Every step has been gone through.
    over: bool,
}

impl Guide {
    /// Lays a lesson out and begins with its first step.
    pub fn begin(lesson: Arc<Lesson>) -> Result<(Session, Self), FileFault> {
        let (mut session, mut guide) = Self::lay_out(lesson);
        guide.enter(&mut session, 0)?;
        Ok((session, guide))
    }

    /// Lays a lesson out, before its first step.
    pub(super) fn lay_out(lesson: Arc<Lesson>) -> (Session, Self) {
        let opening = Opening {
            source: lesson.source.clone().unwrap_or_default(),
            scale: lesson.scenario.field.scale,
            house_rules: HouseRules::default(),
            seed: SEED,
            seats: MatchUp::both(SeatKind::Person).names(),
        };
        let (scenario, rules) = (Arc::clone(&lesson.scenario), Arc::clone(&lesson.rules));
        let battle = Battle::new(scenario, rules, SEED);
        let seat = |side: Side| {
            Box::new(Waits {
                learner: side == lesson.learner(),
            })
        };
        let (union, confederate) = (seat(Side::Union), seat(Side::Confederate));
        let mut session = Session::new(Record::new(opening), battle, union, confederate);
        let guide = Self {
            lesson,
            step: 0,
            phase: Phase::Reading,
            marks: Vec::new(),
            facts: 0,
            chosen: None,
            wrong: None,
            astray: None,
            odds: Vec::new(),
            over: false,
        };
        // Everybody begins where the lesson has him.
        while matches!(session.battle().decision(), Some(Decision::SetUp { .. })) {
            if session.answer(Answer::READY).is_err() {
                break;
            }
        }
        (session, guide)
    }

    /// The lesson.
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// The number of the step, from 0.
    pub fn number(&self) -> usize {
        self.step
    }

    /// The step.
    pub fn step(&self) -> &Step {
        &self.lesson.file.steps[self.step]
    }

    /// Where the step stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What the learner would do instead, as long as he has not decided.
    pub fn wrong(&self) -> Option<&Wrong> {
        self.wrong.as_ref().filter(|_| self.astray.is_none())
    }

    /// Whether the learner goes his own way.
    pub fn is_astray(&self) -> bool {
        self.astray.is_some()
    }

    /// The answer that was given to the question.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// The odds of this step.
    pub fn odds(&self) -> &[Chances] {
        &self.odds
    }

    /// Whether every step has been gone through.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether this is the last step.
    pub fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.file.steps.len()
    }

    /// Facts that were known when this step began.
    pub(super) fn facts(&self) -> usize {
        self.facts
    }

    /// The deed that is waited for.
    pub fn deed(&self) -> Option<&Deed> {
        let waits = self.phase == Phase::Waiting && self.astray.is_none();
        self.step().act.as_ref().filter(|_| waits)
    }

    fn fault(&self, field: &str, what: String) -> FileFault {
        let field = format!("steps[{}].{field}", self.step);
        self.lesson.fault(field, what)
    }

    /// The next deed of the script after this step.
    fn deed_after(&self) -> Option<&Deed> {
        let later = self.lesson.file.steps.get(self.step + 1..)?;
        later.iter().find_map(|step| {
            let own = step.act.as_ref().filter(|deed| !deed.is_looking());
            own.or(step.play.first())
        })
    }

    /// Goes to a step, from the one before it.
    pub(super) fn enter(&mut self, session: &mut Session, step: usize) -> Result<(), FileFault> {
        self.step = step;
        self.marks.truncate(step);
        self.marks.push(session.record().entries.len());
        self.facts = session.battle().facts().len();
        self.chosen = None;
        self.wrong = None;
        self.astray = None;
        let lesson = Arc::clone(&self.lesson);
        let step = &lesson.file.steps[step];
        if !step.play.is_empty() && !step.dice.is_empty() {
            session.give_dice(&step.dice);
        }
        for (at, deed) in step.play.iter().enumerate() {
            let next = step.play.get(at + 1).or_else(|| self.deed_after());
            tell::carry_out(deed, session)
                .and_then(|()| tell::settle(session, next))
                .map_err(|what| self.fault(&format!("play[{at}]"), what))?;
        }
        self.phase = match (&step.act, &step.ask) {
            (Some(deed), _) => {
                if deed.is_looking() {
                    self.let_leaders_stay(session);
                } else {
                    self.get_to(session, deed)?;
                }
                Phase::Waiting
            }
            (None, Some(_)) => Phase::Asking,
            (None, None) => Phase::Reading,
        };
        let odds = step.odds.iter().enumerate().map(|(at, plan)| {
            chances::of_plan(plan, session.battle())
                .map_err(|what| self.fault(&format!("odds[{at}]"), what))
        });
        self.odds = odds.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Leaders whom no step speaks of next stay, so that units can be taken into the hand.
    fn let_leaders_stay(&self, session: &mut Session) {
        let spoken_of = matches!(
            self.deed_after(),
            Some(Deed::Ride { .. } | Deed::Attach { .. } | Deed::Stay(_))
        );
        while !spoken_of
            && matches!(session.battle().decision(), Some(Decision::Leader { .. }))
            && session.answer(Answer::Stay).is_ok()
        {}
    }

    /// Lets pass what is asked before a deed of the learner.
    fn get_to(&self, session: &mut Session, deed: &Deed) -> Result<(), FileFault> {
        tell::get_to(deed, session).map_err(|what| self.fault("do", what))?;
        let asked = session.battle().decision().map(Decision::side);
        let learner = self.lesson.learner();
        if asked.is_some_and(|side| side != learner) {
            let what = format!(
                "that is asked of the {} side, and the learner plays the {learner} one: use `play`",
                learner.other()
            );
            return Err(self.fault("do", what));
        }
        Ok(())
    }

    /// What is to be done is done.
    fn done(&mut self, session: &mut Session) -> Result<(), FileFault> {
        self.wrong = None;
        self.phase = Phase::Done;
        if self.step().then.is_empty() {
            self.next(session)?;
        }
        Ok(())
    }

    /// On to the next step, if this one waits for nothing.
    pub fn next(&mut self, session: &mut Session) -> Result<(), FileFault> {
        if !matches!(self.phase, Phase::Reading | Phase::Done) || self.astray.is_some() {
            return Ok(());
        }
        if self.is_last() {
            self.over = true;
            return Ok(());
        }
        self.enter(session, self.step + 1)
    }

    /// Back to the beginning of this step if something was done in it, else to the one before.
    pub fn back(&mut self, session: &mut Session) -> Result<(), FileFault> {
        if self.astray.is_some() {
            self.take_back(session);
            return Ok(());
        }
        let here = self.phase == Phase::Done || self.wrong.is_some();
        let to = if here {
            self.step
        } else {
            self.step.saturating_sub(1)
        };
        self.over = false;
        session.rewind(self.marks[to]);
        self.enter(session, to)
    }

    /// From the beginning.
    pub fn again(&mut self, session: &mut Session) -> Result<(), FileFault> {
        if self.astray.is_some() {
            self.take_back(session);
        }
        self.over = false;
        session.rewind(self.marks[0]);
        self.enter(session, 0)
    }

    /// Does for the learner what this step waits for; answers its question rightly.
    pub fn show(&mut self, session: &mut Session) -> Result<(), FileFault> {
        let waited = self.phase == Phase::Waiting || self.astray.is_some();
        self.act(session)?;
        if waited { self.done(session) } else { Ok(()) }
    }

    /// The same, and stays in the step.
    pub(super) fn act(&mut self, session: &mut Session) -> Result<(), FileFault> {
        self.take_back(session);
        match self.phase {
            Phase::Reading | Phase::Done => {}
            Phase::Asking => {
                let answers = self.step().ask.iter().flat_map(|ask| &ask.answers);
                let right = answers.into_iter().position(|answer| answer.right);
                self.choose(right.unwrap_or(0));
            }
            Phase::Waiting => {
                let lesson = Arc::clone(&self.lesson);
                let step = &lesson.file.steps[self.step];
                if let Some(deed) = step.act.as_ref().filter(|deed| !deed.is_looking()) {
                    if !step.dice.is_empty() {
                        session.give_dice(&step.dice);
                    }
                    tell::carry_out(deed, session)
                        .and_then(|()| tell::settle(session, self.deed_after()))
                        .map_err(|what| self.fault("do", what))?;
                }
                self.phase = Phase::Done;
            }
        }
        Ok(())
    }

    /// Goes on by itself to a step, as one who was there before.
    pub fn go_to(&mut self, session: &mut Session, step: usize) -> Result<(), FileFault> {
        let last = self.lesson.file.steps.len() - 1;
        while self.step < step.min(last) {
            let before = (self.step, self.phase);
            self.show(session)?;
            if before.0 == self.step {
                self.next(session)?;
            }
            if before == (self.step, self.phase) {
                break;
            }
        }
        Ok(())
    }

    /// The learner answers the question of this step. A wrong answer may be bettered.
    pub fn choose(&mut self, answer: usize) {
        let Some(ask) = &self.step().ask else { return };
        let Some(choice) = ask.answers.get(answer) else {
            return;
        };
        self.phase = if choice.right {
            Phase::Done
        } else {
            Phase::Asking
        };
        self.chosen = Some(answer);
    }

    /// The learner has looked at what he was to look at.
    pub fn looked(&mut self, session: &mut Session) -> Result<(), FileFault> {
        let looking = self.deed().is_some_and(Deed::is_looking);
        if looking {
            self.done(session)?;
        }
        Ok(())
    }

    /// The learner wants to answer something.
    pub fn hear(
        &mut self,
        session: &mut Session,
        answers: Vec<Answer>,
    ) -> Result<Heard, FileFault> {
        if let Err(refusal) = tell::allowed(session.battle(), &answers) {
            return Ok(Heard::Refused(refusal));
        }
        if self.astray.is_some() {
            for answer in answers {
                if let Err(refusal) = session.answer(answer) {
                    return Ok(Heard::Refused(refusal));
                }
            }
            return Ok(Heard::Went);
        }
        let lesson = Arc::clone(&self.lesson);
        let step = &lesson.file.steps[self.step];
        let meant = self
            .deed()
            .is_some_and(|deed| fits(deed, session.battle(), &answers));
        if !meant {
            self.wrong = Some(Wrong::of(step, session.battle(), answers));
            return Ok(Heard::Otherwise);
        }
        if !step.dice.is_empty() {
            session.give_dice(&step.dice);
        }
        for answer in answers {
            if let Err(refusal) = session.answer(answer) {
                return Ok(Heard::Refused(refusal));
            }
        }
        self.wrong = None;
        // Fire is held until the mark is reached, window after window.
        if let Some(deed @ Deed::HoldFire { .. }) = &step.act
            && tell::ready(deed, session.battle()).is_ok_and(|answers| !answers.is_empty())
        {
            return Ok(Heard::Done);
        }
        tell::settle(session, self.deed_after()).map_err(|what| self.fault("do", what))?;
        self.done(session)?;
        Ok(Heard::Done)
    }

    /// The learner wants to see what would come of it: the battle goes on from here with the dice as
    /// they fall and the computer on the other side.
    pub fn see(&mut self, session: &mut Session) {
        let Some(wrong) = &self.wrong else { return };
        self.astray = Some(session.record().entries.len());
        for answer in wrong.answers.clone() {
            if session.answer(answer).is_err() {
                break;
            }
        }
        let other = self.lesson.learner().other();
        let computer = SeatKind::Computer(Level::Medium);
        session.seat(
            other,
            computer.sit_aside(Patience::default(), Thinking::default()),
        );
    }

    /// Whether the battle can be played on when the lesson is over: it is one of a whole scenario.
    pub fn can_play_on(&self) -> bool {
        self.lesson.source.is_some()
    }

    /// The computer takes the other side for good, and the learner plays on alone.
    pub fn play_on(&self, session: &mut Session) {
        let other = self.lesson.learner().other();
        let computer = SeatKind::Computer(Level::Medium);
        session.seat(
            other,
            computer.sit_aside(Patience::default(), Thinking::default()),
        );
    }

    /// Back to where the learner went his own way; what he only thought of is dropped.
    pub fn take_back(&mut self, session: &mut Session) {
        self.wrong = None;
        let Some(entries) = self.astray.take() else {
            return;
        };
        let other = self.lesson.learner().other();
        session.seat(other, Box::new(Waits { learner: false }));
        session.rewind(entries);
    }
}
