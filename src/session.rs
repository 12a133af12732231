//! A battle with its seats: asked, answered, recorded, taken back.
//!
//! Every host owns one: the window, `fight`, `simulate`, a walkthrough, a test. A session never
//! waits by itself: a host that must not block polls it ([`Session::poll`]), a host with nothing
//! else to do lets it run ([`Session::run`]).
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use deadly_field::players::{Level, SeatKind};
//! use deadly_field::rules::{Rules, Scale};
//! use deadly_field::scenario::{Scenario, find};
//! use deadly_field::session::{MatchUp, Table};
//!
//! let path = find(Path::new("taint_no_militia"));
//! let scenario = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
//! let match_up = MatchUp {
//!     union: SeatKind::Computer(Level::Medium),
//!     confederate: "computer:easy".parse().expect("a player"),
//! };
//! let rules = Arc::new(Rules::book().clone());
//! let fought = Table::new(match_up).fight(Arc::new(scenario), rules, 1);
//! assert!(fought.battle().army().verdict().is_some());
//! ```

mod instruct;
mod keep;
mod many;
mod note;
mod place;
mod standstill;
mod table;
mod thoughts;
mod undo;

use std::path::Path;
use std::time::Duration;

pub use instruct::Hold;
pub use many::Many;
pub use note::{Note, Noted};
pub use table::{MatchUp, Table};
pub use thoughts::KeptThought;
pub use undo::UndoBar;

use crate::battle::{Answer, Battle, Decision, Situation};
use crate::files::{Folder, Journal, Record};
use crate::players::{Reply, Seat};
use crate::rules::Side;
use crate::rules::fire::Refusal;
use keep::Keep;
use place::Place;
use undo::Point;

/// Answers to one decision that are refused before a seat has failed.
const MOST_REFUSALS: u32 = 20;

/// What a session is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Something happened.
    Went,
    /// A person is to answer, by [`Session::answer`].
    Person(Side),
    /// Somebody else thinks.
    Thinks(Side),
    /// The battle is over.
    Over,
}

/// A battle with its seats and its recording.
pub struct Session {
    battle: Battle,
    record: Record,
    /// Decisions answered so far.
    number: usize,
    places: [Place; 2],
    /// The seat that was asked and has not answered.
    asked: Option<Side>,
    refusals: u32,
    keep: Keep,
    points: Vec<Point>,
    journal: Option<Journal>,
    warning: Option<String>,
    failures: Vec<String>,
    notes: Vec<Note>,
    thoughts: Vec<KeptThought>,
    /// The decision that was last counted as a prompt.
    prompted: Option<usize>,
    /// Everybody knows that it is over.
    closed: bool,
    /// Where the state of a battle is saved that had to be broken off.
    faults: Option<Folder>,
}

fn at(side: Side) -> usize {
    match side {
        Side::Union => 0,
        Side::Confederate => 1,
    }
}

/// The number of a decision as the side knows it that is asked. Where somebody is hidden it counts
/// its own decisions only: how often the other was asked could tell what he has.
fn number_for(battle: &Battle, side: Side, number: usize) -> usize {
    if battle.scenario().hiding.is_any() {
        battle.answered(side)
    } else {
        number
    }
}

impl Session {
    /// Sits two down at a battle: `record` says how it came about.
    pub fn new(
        mut record: Record,
        battle: Battle,
        union: Box<dyn Seat>,
        confederate: Box<dyn Seat>,
    ) -> Self {
        record.opening.seats.union = union.name().to_owned();
        record.opening.seats.confederate = confederate.name().to_owned();
        Self {
            number: record.answers(),
            places: [
                Place::new(union, Side::Union, &battle),
                Place::new(confederate, Side::Confederate, &battle),
            ],
            record,
            battle,
            asked: None,
            refusals: 0,
            keep: Keep::Undo,
            points: Vec::new(),
            journal: None,
            warning: None,
            failures: Vec::new(),
            notes: Vec::new(),
            thoughts: Vec::new(),
            prompted: None,
            closed: false,
            faults: None,
        }
    }

    /// Keeps neither a record nor anything to undo, for those who fight by the thousand.
    #[must_use]
    pub fn without_record(mut self) -> Self {
        self.keep = Keep::Nothing;
        self
    }

    /// Writes everything down from now on.
    #[must_use]
    pub fn with_journal(mut self, journal: Journal) -> Self {
        self.journal = Some(journal);
        self
    }

    /// Saves the state of a battle that has to be broken off, by a fault of ours, in a folder.
    #[must_use]
    pub fn with_faults_in(mut self, folder: Option<Folder>) -> Self {
        self.faults = folder;
        self
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The battle at its end.
    pub fn into_battle(self) -> Battle {
        self.battle
    }

    /// How it came about.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Decisions answered so far.
    pub fn number(&self) -> usize {
        self.number
    }

    /// What a side sees of the battle.
    pub fn seen_by(&self, side: Side) -> &Situation {
        self.places[at(side)].seen()
    }

    /// Whether something that stands on the table is hidden from a side. What the other has told its
    /// own units does not count: it is seen nowhere.
    pub fn hides_from(&self, side: Side) -> bool {
        let seen = self.seen_by(side).army();
        !seen.looks_like(self.battle.army())
    }

    /// What the players should know as long as it holds: the journal cannot be written.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Seats that could not go on, and why.
    pub fn failures(&self) -> &[String] {
        &self.failures
    }

    /// Where the journal lies, if one is kept.
    pub fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Who is to answer now.
    pub fn on_turn(&self) -> Option<Side> {
        Some(self.battle.decision()?.side())
    }

    /// What whoever sits there is called.
    pub fn seat_name(&self, side: Side) -> &str {
        self.places[at(side)].seat.name()
    }

    /// Somebody else takes a seat.
    pub fn seat(&mut self, side: Side, seat: Box<dyn Seat>) {
        self.call_off();
        let name = seat.name().to_owned();
        match side {
            Side::Union => self.record.opening.seats.union = name,
            Side::Confederate => self.record.opening.seats.confederate = name,
        }
        self.places[at(side)].sit(seat);
    }

    /// Whoever thinks need not go on: he will be asked anew.
    pub fn call_off(&mut self) {
        if let Some(side) = self.asked.take() {
            self.places[at(side)].seat.call_off();
        }
    }

    /// Takes the battle on as far as it goes without waiting: asks whoever is to answer, and takes
    /// his answer if he has one.
    pub fn poll(&mut self) -> Progress {
        self.go(None)
    }

    /// The same, but waits a while for whoever thinks.
    pub fn wait(&mut self, most: Duration) -> Progress {
        self.go(Some(most))
    }

    /// Plays the battle to its end, or to the first decision of a person; `watch` is shown the
    /// session at every decision.
    pub fn run(&mut self, mut watch: impl FnMut(&mut Self)) {
        let mut shown = None;
        loop {
            if self.battle.decision().is_some() && shown != Some(self.number) {
                shown = Some(self.number);
                watch(self);
            }
            match self.wait(Duration::from_millis(50)) {
                Progress::Went | Progress::Thinks(_) => {}
                Progress::Person(_) | Progress::Over => return,
            }
        }
    }

    fn go(&mut self, wait: Option<Duration>) -> Progress {
        let Some(side) = self.on_turn() else {
            self.close();
            return Progress::Over;
        };
        self.brief(side);
        // Nobody may want to be asked any more.
        if self.on_turn() != Some(side) {
            return Progress::Went;
        }
        if let Some((units, instruction)) = self.places[at(side)].wish() {
            let answer = Answer::Instruct { units, instruction };
            // What was wished for while it was allowed may have become pointless.
            let _ = self.commit(answer, true);
            return Progress::Went;
        }
        let person = self.places[at(side)].is_person();
        match self.reply(side, wait) {
            Reply::Answer(answer) => self.take(side, answer),
            Reply::Thinking if person => {
                self.count(side);
                return Progress::Person(side);
            }
            Reply::Thinking => return Progress::Thinks(side),
            Reply::Failed(why) => self.fail(side, &why),
        }
        Progress::Went
    }

    /// What whoever is to answer says: he is asked first if he has not been.
    fn reply(&mut self, side: Side, wait: Option<Duration>) -> Reply {
        let place = &mut self.places[at(side)];
        if self.asked != Some(side) {
            self.asked = Some(side);
            let number = number_for(&self.battle, side, self.number);
            return place.ask(&self.battle, number, self.record.opening.seed);
        }
        match wait {
            Some(most) if !place.is_person() => place.seat.wait(most),
            _ => place.seat.poll(),
        }
    }

    /// Takes a seat's answer; one that is not allowed is told so, and he is asked again.
    fn take(&mut self, side: Side, answer: Answer) {
        self.asked = None;
        // What a person's seat says by itself is as safe as what he says.
        let person = self.places[at(side)].is_person();
        let note = self.note_of(side, &answer).filter(|_| person);
        let mut kept = self.thought(side);
        let result = self.commit(answer, person);
        if let Some(kept) = &mut kept {
            kept.facts.end = self.battle.facts().len();
        }
        self.thoughts.extend(kept.filter(|_| result.is_ok()));
        self.notes.extend(note.filter(|_| result.is_ok()));
        if let Err(refusal) = result {
            self.refusals += 1;
            let number = number_for(&self.battle, side, self.number);
            self.places[at(side)].seat.refused(number, &refusal);
            if self.refusals >= MOST_REFUSALS {
                let why = format!("{MOST_REFUSALS} answers were not allowed, the last: {refusal}");
                self.fail(side, &why);
            }
        }
    }

    /// What a seat thought of the answer that it gives now.
    fn thought(&mut self, side: Side) -> Option<KeptThought> {
        let thought = self.places[at(side)].seat.thought()?;
        let decision = self.battle.decision()?;
        let facts = self.battle.facts().len();
        Some(KeptThought {
            number: self.number,
            side,
            decision: decision.kind(),
            units: decision.units().to_vec(),
            facts: facts..facts,
            thought,
        })
    }

    /// Counts a reaction that is put to a person, once.
    fn count(&mut self, side: Side) {
        let react = matches!(self.battle.decision(), Some(Decision::React { .. }));
        if react && self.prompted != Some(self.number) {
            self.prompted = Some(self.number);
            self.places[at(side)].prompts += 1;
        }
    }

    /// How many reactions were put to a person on that side since he sat down at this battle.
    pub fn prompts(&self, side: Side) -> u32 {
        self.places[at(side)].prompts
    }

    /// A seat cannot go on: the safe answer is given for it from now on.
    fn fail(&mut self, side: Side, why: &str) {
        self.asked = None;
        self.refusals = 0;
        self.places[at(side)].fail();
        self.failures.push(format!(
            "{why}; from decision {} on the safe answer is given for the {side} side",
            self.number
        ));
    }

    /// A person's answer. A refused one names the rule and changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        self.battle.check(&answer)?;
        self.call_off();
        self.commit(answer, true)
    }
}
