//! Another program as a player, over a pipe: one JSON object to a line, both ways.
//!
//! The form is written down in `docs/program-player.md`.

mod farewell;
mod hello;
mod pipe;
mod question;
mod table;

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Reply, Seat, View, safe_answer, sample_answers};
use crate::army::Verdict;
use crate::battle::Answer;
use crate::disk::brief;
use crate::rule;
use crate::rules::fire::Refusal;
use pipe::{Heard, Pipe};
use question::Question;

/// How many refusals of one decision are borne.
const MOST_REFUSALS: u32 = 20;

/// How many other legal answers a program is shown.
const SAMPLES: usize = 40;

/// How long its questions are answered at a time, where the host has other things to do.
const AT_A_TIME: Duration = Duration::from_millis(5);

/// How long a program may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience(pub Duration);

impl Default for Patience {
    fn default() -> Self {
        Self(Duration::from_secs(60))
    }
}

/// What a program writes.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    Answer(Answer),
    Ask(Question),
}

/// A program that plays a side.
pub struct ProgramSeat {
    command: String,
    patience: Patience,
    pipe: Option<Pipe>,
    asked: Option<View>,
    since: Instant,
    refusals: (usize, u32),
    /// Decisions that were called off before they were answered: their answers may still come.
    called_off: u32,
    failed: Option<String>,
    /// Ids and names of the zones that the end may be about.
    zones: Vec<(String, String)>,
}

/// What a line of a program means.
#[derive(Clone, Debug, PartialEq)]
pub enum Meant {
    /// An answer to the decision. Whether it is allowed is for the battle to say.
    Answer(Answer),
    /// An answer that names what does not exist, and what.
    Nonsense(String),
    /// It was a question, and this is the reply.
    Reply(Value),
}

/// Understands a line that a program wrote when it was asked in such a situation. One that is no
/// line of the contract is an error.
pub fn hear(view: &View, line: &str) -> Result<Meant, String> {
    let said: Said =
        serde_json::from_str(line).map_err(|error| brief(&error.to_string()).into_owned())?;
    Ok(match said {
        Said::Answer(answer) => match answer.check(view.now().scenario()) {
            Ok(()) => Meant::Answer(answer),
            Err(fault) => Meant::Nonsense(format!("{}: {}", fault.field, fault.what)),
        },
        Said::Ask(question) => Meant::Reply(question.reply(view)),
    })
}

/// The line with which a program is greeted.
pub fn greeting(view: &View) -> Value {
    json!({ "hello": hello::hello(view) })
}

/// The line that puts a decision to a program.
pub fn decide(view: &View) -> Value {
    json!({ "decide": {
        "number": view.number(),
        "decision": view.decision(),
        "facts": view.new_facts(),
        "units": table::units(view.army(), view.side()),
        "leaders": table::leaders(view.army()),
        "pickets": table::pickets(view.army(), view.side()),
        "safe": safe_answer(view),
        "samples": sample_answers(view, SAMPLES),
    } })
}

impl ProgramSeat {
    /// A program that is started by this command when it is first asked.
    pub fn new(command: &str, patience: Patience) -> Self {
        Self {
            command: command.to_owned(),
            patience,
            pipe: None,
            asked: None,
            since: Instant::now(),
            refusals: (0, 0),
            called_off: 0,
            failed: None,
            zones: Vec::new(),
        }
    }

    fn write(&mut self, line: &Value) {
        if let Some(pipe) = &mut self.pipe {
            pipe.write(line.to_string());
        }
    }

    fn fail(&mut self, why: String) -> Reply {
        self.pipe = None;
        self.asked = None;
        let why = format!("the program `{}` {why}", self.command);
        self.failed = Some(why.clone());
        Reply::Failed(why)
    }

    /// Takes one line of the program.
    fn take(&mut self, line: &str) -> Option<Reply> {
        let Some(view) = self.asked.take() else {
            return Some(self.fail(format!("wrote without being asked: {}", brief(line))));
        };
        match hear(&view, line) {
            Err(what) => {
                let line = brief(line);
                Some(self.fail(format!("wrote what cannot be read ({what}): {line}")))
            }
            // It answers in order: this is still about a decision that nobody asks any more.
            Ok(Meant::Answer(_) | Meant::Nonsense(_)) if self.called_off > 0 => {
                self.called_off -= 1;
                self.asked = Some(view);
                None
            }
            Ok(Meant::Answer(answer)) => Some(Reply::Answer(answer)),
            Ok(Meant::Nonsense(why)) => {
                self.refuse(view.number(), &why, rule!("turn.action_list").as_str());
                self.put(view.without_news())
            }
            Ok(Meant::Reply(reply)) => {
                self.write(&json!({ "reply": reply }));
                self.asked = Some(view);
                None
            }
        }
    }

    /// Says no; too often for one decision is once too often.
    fn refuse(&mut self, number: usize, why: &str, rule: &str) {
        let (of, times) = self.refusals;
        self.refusals = (number, if of == number { times + 1 } else { 1 });
        self.write(&json!({ "refused": { "number": number, "why": why, "rule": rule } }));
    }

    /// Writes the decision.
    fn put(&mut self, view: View) -> Option<Reply> {
        let (number, times) = self.refusals;
        if number == view.number() && times >= MOST_REFUSALS {
            let what = format!("gave {times} answers to decision {number} that are not allowed");
            return Some(self.fail(what));
        }
        self.write(&decide(&view));
        self.asked = Some(view);
        None
    }

    /// It is waited for, as long as there is patience.
    fn patient(&mut self) -> Reply {
        if self.since.elapsed() <= self.patience.0 {
            return Reply::Thinking;
        }
        let seconds = self.patience.0.as_secs_f32();
        self.fail(format!("gave no answer within {seconds} seconds"))
    }

    /// Starts the program and greets it.
    fn start(&mut self, view: &View) -> Result<(), String> {
        if self.pipe.is_none() {
            let pipe = Pipe::start(&self.command)
                .map_err(|error| format!("cannot be started: {error}"))?;
            self.pipe = Some(pipe);
            let zones = view.now().scenario().field.zones.iter();
            self.zones = zones
                .map(|zone| (zone.id.clone(), zone.name.clone()))
                .collect();
            self.write(&greeting(view));
        }
        Ok(())
    }
}

impl Seat for ProgramSeat {
    fn name(&self) -> &str {
        "program"
    }

    fn wants_facts(&self) -> bool {
        true
    }

    fn ask(&mut self, view: &View) -> Reply {
        if let Some(why) = &self.failed {
            return Reply::Failed(why.clone());
        }
        if let Err(why) = self.start(view) {
            return self.fail(why);
        }
        self.since = Instant::now();
        self.put(view.clone()).unwrap_or(Reply::Thinking)
    }

    fn poll(&mut self) -> Reply {
        self.wait(Duration::ZERO)
    }

    fn wait(&mut self, most: Duration) -> Reply {
        let begun = Instant::now();
        let until = begun + most;
        loop {
            if let Some(why) = &self.failed {
                return Reply::Failed(why.clone());
            }
            if self.asked.is_none() {
                return Reply::Thinking;
            }
            let left = until.saturating_duration_since(Instant::now());
            let heard = match &self.pipe {
                Some(pipe) => pipe.hear(left),
                None => Heard::End,
            };
            match heard {
                Heard::Line(line) => {
                    if let Some(reply) = self.take(&line) {
                        return reply;
                    }
                }
                Heard::TooLong => {
                    return self.fail("wrote a line that is too long".to_owned());
                }
                Heard::Deaf => return self.fail("does not read what it is told".to_owned()),
                Heard::End => return self.fail("has ended".to_owned()),
                Heard::Nothing if left.is_zero() => return self.patient(),
                Heard::Nothing => {}
            }
            // Who asks and asks has not answered either, and keeps no host from its work.
            if begun.elapsed() >= most.max(AT_A_TIME) || self.since.elapsed() > self.patience.0 {
                return self.patient();
            }
        }
    }

    fn refused(&mut self, number: usize, refusal: &Refusal) {
        self.refuse(number, &refusal.reason(), refusal.rule.as_str());
    }

    fn call_off(&mut self) {
        self.called_off += u32::from(self.asked.take().is_some());
    }

    fn over(&mut self, verdict: &Verdict) {
        let why = farewell::why(&verdict.why, &self.zones);
        self.write(&json!({ "over": { "winner": verdict.winner, "why": why } }));
        if let Some(pipe) = self.pipe.take() {
            pipe.end();
        }
    }
}
