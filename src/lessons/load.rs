//! Reading a lesson.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::extensions::Extensions;

use super::faults::Faults;
use super::file::{LessonFile, Step};
use super::{field, name_of, ours};
use crate::disk::shown;
use crate::rules::{Rules, Scale, Side};
use crate::scenario::places::Places;
use crate::scenario::{FileFault, Scenario, ScenarioSource, named_in};

/// A lesson ready to be given.
#[derive(Debug)]
pub struct Lesson {
    /// By what name it is asked for.
    pub name: String,
    /// What is in its file.
    pub file: LessonFile,
    /// What it is played on.
    pub scenario: Arc<Scenario>,
    /// By which rules: the book's.
    pub rules: Arc<Rules>,
    /// What a battle that is played on after it is a battle of; none if it has a field of its own.
    pub(super) source: Option<ScenarioSource>,
    path: PathBuf,
    places: Places,
}

/// What a list says of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// What it is called.
    pub title: String,
    /// What one can do after it.
    pub about: String,
    /// Its place in the course.
    pub course: Option<u32>,
    /// The rules it teaches.
    pub teaches: Vec<String>,
    /// The book's examples it plays.
    pub examples: Vec<String>,
    /// How many steps it has.
    pub steps: usize,
    /// About how many seconds it takes.
    pub seconds: u32,
}

fn parse(path: &Path, text: &str) -> Result<LessonFile, FileFault> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| FileFault {
        file: path.display().to_string(),
        place: Some((error.span.start.line, error.span.start.col)),
        field: String::new(),
        what: error.code.to_string(),
    })
}

/// What a list says of a lesson, without looking whether it is sound.
pub(super) fn card(path: &Path) -> Result<Card, FileFault> {
    let text = ours::read(path)?;
    let mut file = parse(path, &text)?;
    clean(&mut file);
    Ok(Card {
        seconds: seconds(&file),
        title: file.title,
        about: file.about,
        course: file.course,
        teaches: file.teaches,
        examples: file.examples,
        steps: file.steps.len(),
    })
}

/// About how long a lesson takes: reading at three words a second, and doing.
pub fn seconds(file: &LessonFile) -> u32 {
    let words = |text: &str| text.split_whitespace().count() as u32;
    let of_step = |step: &Step| {
        let asked = step.ask.as_ref().map_or(0, |ask| {
            let answers = ask
                .answers
                .iter()
                .map(|one| words(&one.text) + words(&one.why));
            words(&ask.question) + answers.sum::<u32>() + 9
        });
        let read = words(&step.say) + words(&step.task) + words(&step.then) + asked;
        let done = if step.act.is_some() { 8 } else { 0 };
        read / 3 + done + 3 * step.play.len() as u32
    };
    file.steps.iter().map(of_step).sum()
}

impl Lesson {
    /// Reads a lesson and checks all that can be checked without playing it; all faults at once.
    pub fn load(path: &Path, rules: &Rules) -> Result<Self, Vec<FileFault>> {
        let text = ours::read(path).map_err(|fault| vec![fault])?;
        Self::read(path, &text, rules)
    }

    /// The same from a text; `path` is how messages call it.
    pub fn read(path: &Path, text: &str, rules: &Rules) -> Result<Self, Vec<FileFault>> {
        let mut file = parse(path, text).map_err(|fault| vec![fault])?;
        let places = Places::of(text);
        let mut faults = Faults::new(path, &places);
        faults.of_file(&file);
        faults.done()?;
        clean(&mut file);
        let mut rules = rules.clone();
        rules.switches.play_without_leaders |= file.without_leaders;
        let scale = file.scale.known().unwrap_or(Scale::Mm15);
        let mut source = None;
        let mut scenario = match (&file.field, &file.scenario) {
            (Some(plan), _) => {
                let inline = field::scenario_file(&file, plan, scale);
                let mut scenario = Scenario::within(path, text, "field.", inline, (scale, &rules))?;
                field::exactly(&mut scenario, plan);
                scenario
            }
            (None, Some(named)) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                let of = named_in(folder, named)
                    .map_err(|what| vec![faults.fault("scenario", format!("{named}: {what}"))])?;
                let loaded = ScenarioSource::load(&of, scale, &rules).map_err(|wrong| {
                    let what: Vec<_> = wrong.iter().map(ToString::to_string).collect();
                    vec![faults.fault("scenario", what.join("; "))]
                })?;
                let same = file.as_if.is_empty() && !file.without_leaders;
                source = Some(loaded.1).filter(|_| same);
                loaded.0
            }
            // That was told above.
            (None, None) => return Err(Vec::new()),
        };
        for (at, plan) in file.as_if.iter().enumerate() {
            if let Err((field, what)) = field::as_if(&mut scenario, plan) {
                faults.push(format!("as_if[{at}].{field}"), what);
            }
        }
        faults.names(&file, &scenario);
        faults.done()?;
        Ok(Self {
            name: name_of(path),
            path: path.to_owned(),
            places,
            source,
            scenario: Arc::new(scenario),
            rules: Arc::new(rules),
            file,
        })
    }

    /// What is wrong at a place of its file.
    pub(super) fn fault(&self, field: impl Into<String>, what: impl Into<String>) -> FileFault {
        let field = field.into();
        FileFault {
            file: self.path.display().to_string(),
            place: self.places.get(&field),
            field,
            what: what.into(),
        }
    }

    /// The side that the learner plays.
    pub fn learner(&self) -> Side {
        self.file.learner.known().unwrap_or(Side::Union)
    }

    /// About how many seconds it takes.
    pub fn seconds(&self) -> u32 {
        seconds(&self.file)
    }
}

/// Makes every text fit to be shown.
fn clean(file: &mut LessonFile) {
    let one = |text: &mut String| {
        // Where its lines were broken is the writer's business.
        *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let std::borrow::Cow::Owned(shown) = shown(text) {
            *text = shown;
        }
    };
    [&mut file.title, &mut file.about].into_iter().for_each(one);
    for step in &mut file.steps {
        let texts = [&mut step.say, &mut step.task, &mut step.then];
        texts.into_iter().for_each(one);
        if let Some(ask) = &mut step.ask {
            one(&mut ask.question);
            for answer in &mut ask.answers {
                one(&mut answer.text);
                one(&mut answer.why);
            }
        }
        step.otherwise
            .iter_mut()
            .for_each(|other| one(&mut other.say));
        step.odds.iter_mut().for_each(|odds| one(&mut odds.label));
    }
}
