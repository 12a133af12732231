//! The battle that this world owns: its session, taken on frame by frame without ever waiting.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::Playback;
use crate::army::Fact;
use crate::battle::{Answer, Battle, Decision, Situation};
use crate::chronicle::Chronicle;
use crate::rules::fire::Refusal;
use crate::rules::{Named, Side};
use crate::session::{Hold, Progress, Session, UndoBar};

/// The first frames have the machine for themselves.
const FIRST_FRAMES: u32 = 3;

/// So long a frame lets seats answer.
const SPAN: Duration = Duration::from_millis(6);

/// The session of the battle on the table.
#[derive(Resource)]
pub struct Sitting {
    /// Only ever reached by whoever has the resource to himself: it needs no lock.
    session: Mutex<Session>,
    frames: u32,
    progress: Option<Progress>,
    asked: Option<Asked>,
    /// Facts of the battle when it was last looked at.
    facts: usize,
    /// Whose eyes the table is looked at with, if anything is hidden.
    eyes: Option<Side>,
    /// Facts of the battle that were told at the table, or left out for these eyes.
    taken: usize,
    undo: Result<Side, UndoBar>,
    persons: Vec<Side>,
    /// Sides from which something on the table is hidden; looked at while two people share a screen.
    hidden_from: Vec<Side>,
    warning: Option<String>,
    /// How much of the decision whoever is asked has thought through.
    thought_through: Option<f32>,
}

/// What is asked now, and whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The number of the decision in the battle.
    pub number: usize,
    /// What is asked.
    pub decision: Decision,
    /// Who sits there: `person`, `computer:hard` and so on.
    pub seat: String,
    /// He sits at this window.
    pub person: bool,
}

impl Sitting {
    /// Sits down at a battle.
    pub fn new(session: Session) -> Self {
        Self {
            eyes: eyes(&session, None),
            taken: session.battle().facts().len(),
            session: Mutex::new(session),
            frames: 0,
            progress: None,
            asked: None,
            facts: 0,
            undo: Err(UndoBar::Nothing),
            persons: Vec::new(),
            hidden_from: Vec::new(),
            warning: None,
            thought_through: None,
        }
    }

    /// What is asked now, and whom. The table may still have to catch up with it: see
    /// [`Sitting::put`].
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// What is asked now, once the table has caught up with the battle.
    pub fn put(&self, playback: &Playback) -> Option<&Asked> {
        let caught_up = playback.at_end() && self.facts <= self.known(playback);
        self.asked.as_ref().filter(|_| caught_up)
    }

    /// What is put to a person at this window now.
    pub fn mine(&self, playback: &Playback) -> Option<&Asked> {
        self.put(playback).filter(|asked| asked.person)
    }

    /// The sides that people at this window play.
    pub fn persons(&self) -> &[Side] {
        &self.persons
    }

    /// Whether two people at this window must not see the table with the same eyes.
    pub fn hides(&self) -> bool {
        !self.hidden_from.is_empty()
    }

    /// Nobody of the side that is asked reacts any more: as long as the unit that is active now, or
    /// for the whole player turn.
    pub fn hold(&mut self, whole_turn: bool) -> Result<(), Refusal> {
        let Some(side) = self.asked.as_ref().map(|asked| asked.decision.side()) else {
            return Ok(());
        };
        let hold = if whole_turn { Hold::Turn } else { Hold::Move };
        let held = self.session().hold(side, hold);
        self.look();
        held
    }

    /// Whose last answer can be taken back, or why none can.
    pub fn can_undo(&self) -> Result<Side, UndoBar> {
        self.undo
    }

    /// How much of the decision whoever thinks has thought through, from 0 to 1, if he says so.
    pub fn thought_through(&self) -> Option<f32> {
        self.thought_through
    }

    /// What the players should know as long as it holds.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// A person's answer. A refused one names the rule and changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        self.session().answer(answer)?;
        self.look();
        Ok(())
    }

    /// Takes the last answer back, on the table too.
    pub fn undo(&mut self, playback: &mut Playback) -> Result<(), UndoBar> {
        self.session().undo()?;
        let eyes = self.eyes;
        let facts = self.session().battle().facts();
        let known = facts.iter().filter(|fact| is_seen(eyes, fact)).count();
        self.taken = self.session().battle().facts().len();
        playback.cut(known);
        self.look();
        Ok(())
    }

    /// Lets somebody lead the session, as the guide of a lesson does: he may answer for both sides, go
    /// back behind dice and on again. The table follows.
    pub fn lead<T>(&mut self, playback: &mut Playback, lead: impl FnOnce(&mut Session) -> T) -> T {
        let led = lead(self.session());
        let eyes = self.eyes;
        let facts = self.session().battle().facts();
        let seen = facts
            .iter()
            .enumerate()
            .filter(|(_, fact)| is_seen(eyes, fact));
        let told = playback.chronicle().facts();
        let same = seen
            .clone()
            .zip(told)
            .take_while(|((_, one), other)| one == other);
        let same = same.count();
        if same < told.len() {
            // What is seen after that is told anew.
            let taken = seen
                .clone()
                .nth(same)
                .map_or(facts.len(), |(number, _)| number);
            self.taken = taken;
            playback.cut(same);
        }
        self.look();
        led
    }

    /// Looks at what the session is asking now.
    fn look(&mut self) {
        let known = self.asked.take();
        let session = self.session();
        let number = session.number();
        let undo = session.can_undo();
        let persons = persons(session);
        let shared = if persons.len() > 1 { &persons[..] } else { &[] };
        let hidden_from = shared
            .iter()
            .copied()
            .filter(|&side| session.hides_from(side))
            .collect();
        let warning = session.warning().map(str::to_owned);
        let facts = session.battle().facts().len();
        let thought_through = session.thinks().and_then(|(_, part)| part);
        let asked = session.battle().decision().map(|decision| {
            let seat = session.seat_name(decision.side()).to_owned();
            let person = seat == "person";
            // A decision can be long: it is copied only when it is a new one.
            let decision = known
                .filter(|known| known.number == number && known.decision == *decision)
                .map_or_else(|| decision.clone(), |known| known.decision);
            Asked {
                number,
                decision,
                seat,
                person,
            }
        });
        self.facts = facts;
        self.asked = asked;
        self.undo = undo;
        self.persons = persons;
        self.hidden_from = hidden_from;
        self.warning = warning;
        self.thought_through = thought_through;
    }

    /// Whose eyes the table is looked at with, if not everybody's.
    pub fn eyes(&self) -> Option<Side> {
        self.eyes
    }

    /// Facts of the battle that the table has been told of, or that are not for these eyes.
    fn known(&self, playback: &Playback) -> usize {
        match self.eyes {
            None => playback.chronicle().end(),
            Some(_) => self.taken,
        }
    }

    /// Lays the table for whoever looks at it now, once the last has seen all.
    fn change_eyes(&mut self, playback: &mut Playback) {
        let before = self.eyes;
        let looker = eyes(self.session(), before);
        let caught_up = playback.at_end() && self.facts <= self.known(playback);
        if looker == self.eyes || !caught_up {
            return;
        }
        self.eyes = looker;
        let chronicle = chronicle(self.session().battle(), looker);
        self.taken = self.session().battle().facts().len();
        playback.look_with(chronicle);
    }

    /// The session.
    pub fn session(&mut self) -> &mut Session {
        match self.session.get_mut() {
            Ok(session) => session,
            Err(poisoned) => poisoned.into_inner(),
        }
    }

    /// Leaves the table with the session.
    pub fn into_session(self) -> Session {
        match self.session.into_inner() {
            Ok(session) => session,
            Err(poisoned) => poisoned.into_inner(),
        }
    }

    /// What the session was last doing.
    pub fn progress(&self) -> Option<Progress> {
        self.progress
    }
}

/// Whose eyes should look at the table now: those of whoever plays alone at this window, or of two
/// who do the one who is asked. Where nothing is hidden, and when it is over, everybody sees all.
pub fn eyes(session: &Session, before: Option<Side>) -> Option<Side> {
    let battle = session.battle();
    if !battle.scenario().hiding.is_any() || battle.army().verdict().is_some() {
        return None;
    }
    match persons(session)[..] {
        [] => None,
        [one] => Some(one),
        _ => session.on_turn().or(before),
    }
}

/// The sides that people at this window play.
fn persons(session: &Session) -> Vec<Side> {
    let sides = Side::ALL.iter().copied();
    sides
        .filter(|&side| session.seat_name(side) == "person")
        .collect()
}

fn is_seen(eyes: Option<Side>, fact: &Fact) -> bool {
    eyes.is_none_or(|side| fact.seen_by(side))
}

/// All that happened in a battle, as one side has seen it.
pub fn chronicle(battle: &Battle, eyes: Option<Side>) -> Chronicle {
    let (scenario, rules) = battle.now().ground();
    let first = match eyes {
        Some(side) => battle.first().as_seen_by(side),
        None => battle.first().clone(),
    };
    let mut chronicle = Chronicle::from(Situation::new(scenario, rules, first));
    let seen = battle.facts().iter().filter(|fact| is_seen(eyes, fact));
    seen.for_each(|fact| chronicle.record(fact.clone()));
    chronicle
}

/// Puts decisions to their seats, takes the answers, and tells what happened.
fn play_on(mut sitting: ResMut<Sitting>, mut playback: ResMut<Playback>) {
    // Nothing that is drawn depends on this resource.
    let sitting = sitting.bypass_change_detection();
    sitting.frames += 1;
    if sitting.frames <= FIRST_FRAMES {
        return;
    }
    let until = Instant::now() + SPAN;
    let session = sitting.session();
    let progress = loop {
        match session.wait(Duration::from_millis(1)) {
            Progress::Went | Progress::Thinks(_) if Instant::now() < until => {}
            progress => break progress,
        }
    };
    sitting.look();
    sitting.change_eyes(&mut playback);
    let (eyes, taken) = (sitting.eyes, sitting.known(&playback));
    let facts = sitting.session().battle().facts();
    if facts.len() > taken {
        let new = facts[taken..].iter().filter(|fact| is_seen(eyes, fact));
        let new: Vec<Fact> = new.cloned().collect();
        sitting.taken = facts.len();
        playback.record(new);
    }
    if progress == Progress::Over && !playback.complete {
        playback.complete = true;
    }
    sitting.progress = Some(progress);
    sitting.look();
}

/// The loop of the battle.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        play_on
            .run_if(resource_exists::<Sitting>)
            .run_if(resource_exists::<Playback>),
    );
}
