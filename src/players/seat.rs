//! How a session asks somebody.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::{Considered, Leash, Player, Thought, View};
use crate::army::{Asks, Verdict};
use crate::battle::Answer;
use crate::rules::fire::Refusal;

/// What comes of asking a seat.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It has an answer.
    Answer(Answer),
    /// Not yet.
    Thinking,
    /// It cannot go on, and why; from now on the safe answer is given for its side.
    Failed(String),
}

/// Somebody who sits at the table.
pub trait Seat: Send {
    /// What a file calls who sits here.
    fn name(&self) -> &str;

    /// A person, whose answers are synced to the journal at once.
    fn is_person(&self) -> bool {
        false
    }

    /// Whether it wants to be told what has happened since it was last asked, fact by fact.
    fn wants_facts(&self) -> bool {
        false
    }

    /// What its units are told before its first decision, if anything.
    fn opening_asks(&self) -> Option<Asks> {
        None
    }

    /// Puts a decision to the seat. It may answer at once.
    fn ask(&mut self, view: &View) -> Reply;

    /// Asks again, without waiting.
    fn poll(&mut self) -> Reply;

    /// Waits a while for an answer.
    fn wait(&mut self, most: Duration) -> Reply {
        thread::sleep(most.min(Duration::from_millis(5)));
        self.poll()
    }

    /// The answer was not allowed, and the decision will be put again.
    fn refused(&mut self, _number: usize, _refusal: &Refusal) {}

    /// What was thought of the answer that was given last, if it was told; once.
    fn thought(&mut self) -> Option<Thought> {
        None
    }

    /// How far whoever thinks has come, from 0 to 1, if he says so.
    fn progress(&self) -> Option<f32> {
        None
    }

    /// The decision is off: it was taken back, or the battle left.
    fn call_off(&mut self) {}

    /// The battle is over.
    fn over(&mut self, _verdict: &Verdict) {}
}

/// A player who answers at once, on the caller's time.
pub struct AtOnce {
    name: String,
    player: Box<dyn Player>,
    /// Whether anybody wants to know what was thought.
    tells: bool,
    thought: Option<Thought>,
}

impl AtOnce {
    /// Seats a player under a name.
    pub fn new(name: impl Into<String>, player: Box<dyn Player>) -> Self {
        Self {
            name: name.into(),
            player,
            tells: false,
            thought: None,
        }
    }

    /// The same, who tells what was thought of each answer.
    #[must_use]
    pub fn telling(mut self, tells: bool) -> Self {
        self.tells = tells;
        self
    }
}

impl Seat for AtOnce {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask(&mut self, view: &View) -> Reply {
        if !self.tells {
            return Reply::Answer(self.player.answer(view));
        }
        let considered = self.player.think(view, &Leash::default());
        self.thought = considered.thought;
        Reply::Answer(considered.answer)
    }

    fn thought(&mut self) -> Option<Thought> {
        self.thought.take()
    }

    fn poll(&mut self) -> Reply {
        Reply::Thinking
    }
}

/// A player who thinks aside, on a thread of its own, and can be called off.
pub struct Aside {
    name: String,
    ask: Sender<(u64, View, Leash)>,
    answers: Receiver<(u64, Considered)>,
    /// Which of the questions is still wanted.
    wanted: u64,
    /// What whoever thinks about it is held by.
    leash: Leash,
    thought: Option<Thought>,
}

impl Aside {
    /// Seats a player under a name.
    pub fn new(name: impl Into<String>, mut player: Box<dyn Player>) -> Self {
        let (ask, questions) = channel::<(u64, View, Leash)>();
        let (tell, answers) = channel();
        thread::spawn(move || {
            // It ends when nobody asks any more.
            for (number, view, leash) in questions {
                // Nobody wants to know any more.
                if leash.is_off() {
                    continue;
                }
                if tell.send((number, player.think(&view, &leash))).is_err() {
                    return;
                }
            }
        });
        Self {
            name: name.into(),
            ask,
            answers,
            wanted: 0,
            leash: Leash::default(),
            thought: None,
        }
    }

    fn taken(&mut self, answer: Option<(u64, Considered)>) -> Option<Answer> {
        let (_, considered) = answer.filter(|(number, _)| *number == self.wanted)?;
        self.thought = considered.thought;
        Some(considered.answer)
    }
}

impl Drop for Aside {
    /// Whoever still thinks need not.
    fn drop(&mut self) {
        self.leash.call_off();
    }
}

const GONE: &str = "the computer player has stopped thinking";

impl Seat for Aside {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask(&mut self, view: &View) -> Reply {
        self.call_off();
        self.leash = Leash::default();
        match self
            .ask
            .send((self.wanted, view.clone(), self.leash.clone()))
        {
            Ok(()) => Reply::Thinking,
            Err(_) => Reply::Failed(GONE.to_owned()),
        }
    }

    fn poll(&mut self) -> Reply {
        loop {
            match self.answers.try_recv() {
                Ok(answer) => {
                    if let Some(answer) = self.taken(Some(answer)) {
                        return Reply::Answer(answer);
                    }
                }
                Err(TryRecvError::Empty) => return Reply::Thinking,
                Err(TryRecvError::Disconnected) => return Reply::Failed(GONE.to_owned()),
            }
        }
    }

    fn wait(&mut self, most: Duration) -> Reply {
        let answer = self.answers.recv_timeout(most).ok();
        match self.taken(answer) {
            Some(answer) => Reply::Answer(answer),
            None => self.poll(),
        }
    }

    fn thought(&mut self) -> Option<Thought> {
        self.thought.take()
    }

    fn progress(&self) -> Option<f32> {
        Some(self.leash.told())
    }

    fn call_off(&mut self) {
        self.wanted += 1;
        self.leash.call_off();
    }
}
