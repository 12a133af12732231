//! What can be found wrong with a lesson before it is played.

use std::path::Path;

use super::file::{LessonFile, Look, OddsOf, Point, Step};
use super::{EXAMPLES, deed};
use crate::rules::index::RulebookIndex;
use crate::scenario::places::Places;
use crate::scenario::{FileFault, Scenario};

/// The most steps, and deeds or points of one.
const STEPS: usize = 80;
const PARTS: usize = 60;
/// The longest name and the longest text, in letters: nobody reads more beside a table.
const NAME: usize = 120;
const TEXT: usize = 700;
/// The most faults that are told.
const MOST_TOLD: usize = 100;
/// The panels beside the table.
pub(super) const PANELS: [&str; 5] = ["card", "log", "result", "roster", "rules"];

/// What is wrong with a file, as it is found.
pub(super) struct Faults<'a> {
    path: &'a Path,
    places: &'a Places,
    faults: Vec<FileFault>,
}

impl<'a> Faults<'a> {
    /// Nothing yet.
    pub fn new(path: &'a Path, places: &'a Places) -> Self {
        let faults = Vec::new();
        Self {
            path,
            places,
            faults,
        }
    }

    /// Something wrong at a field.
    pub fn fault(&self, field: &str, what: impl Into<String>) -> FileFault {
        FileFault {
            file: self.path.display().to_string(),
            place: self.places.get(field).or(Some((1, 1))),
            field: field.to_owned(),
            what: what.into(),
        }
    }

    /// Adds one; nobody reads more than the first of them.
    pub fn push(&mut self, field: impl AsRef<str>, what: impl Into<String>) {
        if self.faults.len() >= MOST_TOLD {
            return;
        }
        let fault = self.fault(field.as_ref(), what);
        self.faults.push(fault);
    }

    fn must(&mut self, good: bool, field: impl AsRef<str>, what: &str) {
        if !good {
            self.push(field, what);
        }
    }

    /// An error if anything was found.
    pub fn done(&mut self) -> Result<(), Vec<FileFault>> {
        if self.faults.is_empty() {
            Ok(())
        } else {
            Err(std::mem::take(&mut self.faults))
        }
    }

    fn text(&mut self, field: String, text: &str, most: usize) {
        let letters = text.chars().count();
        if letters > most {
            self.push(field, format!("{letters} letters; allowed: up to {most}"));
        }
    }

    /// Looks at all that is said, before the field is laid out.
    pub fn of_file(&mut self, file: &LessonFile) {
        self.must(
            !file.title.trim().is_empty(),
            "title",
            "a lesson has a title",
        );
        self.text("title".to_owned(), &file.title, NAME);
        self.must(
            !file.title.contains(['\n', '\r']),
            "title",
            "has a line end in it; allowed: one line",
        );
        self.must(
            !file.about.trim().is_empty(),
            "about",
            "say in a sentence what one can do after it",
        );
        self.text("about".to_owned(), &file.about, TEXT);
        self.must(
            file.course.is_none_or(|place| (1..=99).contains(&place)),
            "course",
            "allowed: 1 to 99, or left out",
        );
        self.must(
            (1..=PARTS).contains(&file.teaches.len()),
            "teaches",
            "name one to sixty rules by their ids in the rulebook index",
        );
        for (at, rule) in file.teaches.iter().enumerate().take(PARTS) {
            if let Some(what) = rule_fault(rule) {
                self.push(format!("teaches[{at}]"), what);
            }
        }
        for (at, example) in file.examples.iter().enumerate().take(PARTS) {
            if !EXAMPLES.iter().any(|(id, _)| id == example) {
                let all: Vec<_> = EXAMPLES.iter().map(|(id, _)| *id).collect();
                let what = format!(
                    "`{example}` is no worked example of the book; allowed: {}",
                    all.join(", ")
                );
                self.push(format!("examples[{at}]"), what);
            }
        }
        if let Some(what) = file.scale.fault() {
            self.push("scale", what);
        }
        if let Some(what) = file.learner.fault() {
            self.push("learner", what);
        }
        match (&file.field, &file.scenario) {
            (None, None) => self.push(
                "",
                "a lesson has either a `field` of its own or a `scenario`",
            ),
            (Some(_), Some(_)) => self.push(
                "scenario",
                "a lesson has either a `field` of its own or a `scenario`, not both",
            ),
            _ => {}
        }
        self.must(file.as_if.len() <= PARTS, "as_if", "allowed: up to 60");
        self.must(
            file.examples.len() <= PARTS,
            "examples",
            "allowed: up to 60",
        );
        self.must(
            (1..=STEPS).contains(&file.steps.len()),
            "steps",
            "allowed: 1 to 80 steps",
        );
        for (at, step) in file.steps.iter().enumerate().take(STEPS) {
            self.step(&format!("steps[{at}]"), step);
        }
    }

    fn step(&mut self, path: &str, step: &Step) {
        let field = |name: &str| format!("{path}.{name}");
        self.must(
            !step.say.trim().is_empty(),
            field("say"),
            "the guide says something in every step",
        );
        for (name, text) in [
            ("say", &step.say),
            ("task", &step.task),
            ("then", &step.then),
        ] {
            self.text(field(name), text, TEXT);
        }
        let parts = usize::from(step.act.is_some())
            + usize::from(!step.play.is_empty())
            + usize::from(step.ask.is_some());
        self.must(
            parts <= 1,
            path,
            "a step has one of `do`, `play` and `ask`; make two steps of it",
        );
        if step.act.is_some() {
            self.must(
                !step.task.trim().is_empty(),
                path,
                "a step with `do` tells the learner what to do in its `task`",
            );
        } else {
            self.must(
                step.task.is_empty(),
                field("task"),
                "only a step with `do` has a task",
            );
            self.must(
                step.otherwise.is_empty(),
                field("otherwise"),
                "only a step with `do` can be done otherwise",
            );
        }
        for (name, count) in [
            ("play", step.play.len()),
            ("point", step.point.len()),
            ("dice", step.dice.len()),
            ("gives", step.gives.len()),
            ("odds", step.odds.len()),
            ("otherwise", step.otherwise.len()),
        ] {
            self.must(count <= PARTS, field(name), "allowed: up to 60");
        }
        for (at, odds) in step.odds.iter().enumerate() {
            let lists = [("after", odds.after.len()), ("says", odds.says.len())];
            for (name, count) in lists {
                let field = format!("{path}.odds[{at}].{name}");
                self.must(count <= PARTS, field, "allowed: up to 60");
            }
            let more = match odds.of {
                OddsOf::Morale { more, .. } => more,
                _ => 0,
            };
            let field = format!("{path}.odds[{at}].of");
            self.must((-12..=12).contains(&more), field, "allowed: -12 to 12");
        }
        deed::each_deed(step, &mut |name, deed| {
            let field = format!("{path}.{name}");
            self.must(deed.parts() <= PARTS, field, "a list; allowed: up to 60");
        });
        let rolls = step.act.is_some() || !step.play.is_empty();
        self.must(
            step.dice.is_empty() || rolls,
            field("dice"),
            "only a step with `do` or `play` rolls dice",
        );
        self.must(
            step.dice.iter().all(|die| (1..=6).contains(die)),
            field("dice"),
            "a die shows 1 to 6",
        );
        self.must(
            step.dice.is_empty() || !step.gives.is_empty(),
            path,
            "a step with dice says in `gives` what comes of them",
        );
        if let Some(ask) = &step.ask {
            self.text(field("ask.question"), &ask.question, TEXT);
            self.must(
                (2..=6).contains(&ask.answers.len()),
                field("ask.answers"),
                "allowed: 2 to 6 answers",
            );
            let right = ask.answers.iter().filter(|answer| answer.right).count();
            self.must(
                right == 1,
                field("ask.answers"),
                "exactly one answer is right",
            );
            for (at, answer) in ask.answers.iter().enumerate() {
                self.text(format!("{path}.ask.answers[{at}].text"), &answer.text, TEXT);
                self.text(format!("{path}.ask.answers[{at}].why"), &answer.why, TEXT);
                self.must(
                    !answer.text.trim().is_empty() && !answer.why.trim().is_empty(),
                    format!("{path}.ask.answers[{at}]"),
                    "an answer has a text, and a reason why it is right or wrong",
                );
            }
        }
        for (at, other) in step.otherwise.iter().enumerate() {
            self.text(format!("{path}.otherwise[{at}].say"), &other.say, TEXT);
        }
        for (at, odds) in step.odds.iter().enumerate() {
            self.text(format!("{path}.odds[{at}].label"), &odds.label, NAME);
        }
    }

    /// Everybody who is spoken of by name is there, and every place on the table.
    pub fn names(&mut self, file: &LessonFile, scenario: &Scenario) {
        for (at, step) in file.steps.iter().enumerate() {
            let path = format!("steps[{at}]");
            if let Some(look) = &step.look {
                let what = match look {
                    Look::Overview | Look::Top => None,
                    Look::Unit(name) | Look::Eyes(name) => deed::unknown_unit(scenario, name),
                    Look::Place { at, from } => deed::no_place(scenario, *at).or_else(|| {
                        let far = (2.0..=200.0).contains(from);
                        (!far).then(|| format!("from {from} inches; allowed: 2 to 200"))
                    }),
                };
                if let Some(what) = what {
                    self.push(format!("{path}.look"), what);
                }
            }
            for (number, point) in step.point.iter().enumerate() {
                if let Some(what) = point_fault(scenario, point) {
                    self.push(format!("{path}.point[{number}]"), what);
                }
            }
            deed::each_deed(step, &mut |field, deed| {
                for what in deed::faults(scenario, deed) {
                    self.push(format!("{path}.{field}"), what);
                }
            });
        }
    }
}

fn rule_fault(rule: &str) -> Option<String> {
    RulebookIndex::book().get(rule).is_none().then(|| {
        format!("`{rule}` is no rule of the index; `deadly-field rule WORDS` finds the right id")
    })
}

fn point_fault(scenario: &Scenario, point: &Point) -> Option<String> {
    let unit = |name: &String| deed::unknown_unit(scenario, name);
    match point {
        Point::Ring(name) => deed::unknown_anybody(scenario, name),
        Point::Spot { at, radius } => deed::no_place(scenario, *at).or_else(|| {
            (!(0.1..=40.0).contains(radius))
                .then(|| format!("a radius of {radius}; allowed: 0.1 to 40"))
        }),
        Point::Arrow { from, to } => {
            deed::no_place(scenario, *from).or_else(|| deed::no_place(scenario, *to))
        }
        Point::Sight(one, other) => unit(one).or_else(|| unit(other)),
        Point::Select(name) => deed::unknown_anybody(scenario, name),
        Point::Aim(name) => unit(name),
        Point::Panel(panel) => (!PANELS.contains(&panel.as_str()))
            .then(|| format!("`{panel}` is no panel; allowed: {}", PANELS.join(", "))),
        Point::Lit(name) => (name.trim().is_empty() || name.len() > NAME)
            .then(|| "name what is lit up as the trace does: `order fire`, `undo`".to_owned()),
        Point::Modifier(rule) => rule_fault(rule),
    }
}
