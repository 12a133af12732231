//! `learn`: lessons in the window, listed, checked, or printed as handouts.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bevy::math::Vec2;
use clap::Args;
use deadly_field::battle::Battle;
use deadly_field::disk::{apart, write_whole};
use deadly_field::lessons::file::{Look, Point, Step};
use deadly_field::lessons::handout::{self, leaves, plan};
use deadly_field::lessons::{Lesson, Names, Progress, all, check_telling, course, find, name_of};
use deadly_field::overlay::app::{Opening, run};
use deadly_field::overlay::lesson::Tutor;
use deadly_field::overlay::lesson::marks::Pointed;
use deadly_field::overlay::{Desk, Marks, known};
use deadly_field::print::map;
use deadly_field::rules::Rules;
use deadly_field::scenario::Scenario;
use deadly_field::table::ranks::Hit;
use deadly_field::table::shot::{self, Shot, Viewpoint};
use deadly_field::table::{Playback, Quality};

use super::ByRules;
use super::say::{complain, out};

/// `learn [LESSON]`
#[derive(Args)]
pub struct LearnArguments {
    /// A lesson by its name, or its file; the page of lessons if left out.
    lesson: Option<PathBuf>,
    /// List the lessons: what each teaches, how long it takes, what is done.
    #[arg(long, conflicts_with_all = ["check", "print"])]
    list: bool,
    /// Play lessons without a window and say what is not as they say; all of them if none is named.
    #[arg(long, value_name = "FILE", num_args = 0.., conflicts_with_all = ["lesson", "print"])]
    check: Option<Vec<PathBuf>>,
    /// With --check: also tell all that is rolled, step by step.
    #[arg(long, requires = "check")]
    rolls: bool,
    /// Write the lesson as a handout with a picture for each step.
    #[arg(long, value_name = "FILE.html", requires = "lesson")]
    print: Option<PathBuf>,
    /// How well it is drawn: low, medium, high; as the options say if left out.
    #[arg(long, value_parser = super::picture::quality)]
    quality: Option<Quality>,
    /// The size of the window.
    #[arg(long, default_value = "1280x720", value_parser = super::picture::size)]
    size: (u32, u32),
}

/// Runs `learn`.
pub fn run_learn(by: &ByRules, arguments: &LearnArguments) -> io::Result<ExitCode> {
    if arguments.list {
        return list();
    }
    if let Some(files) = &arguments.check {
        return run_check(&by.rules, files, arguments.rolls);
    }
    match (&arguments.lesson, &arguments.print) {
        (Some(lesson), Some(to)) => print(&by.rules, lesson, to),
        (lesson, _) => open(by, arguments, lesson.as_deref()),
    }
}

fn list() -> io::Result<ExitCode> {
    let progress = Progress::load();
    let mut out = out();
    let mut good = true;
    for (path, card) in course() {
        let name = name_of(&path);
        let card = match card {
            Ok(card) => card,
            Err(fault) => {
                complain!("deadly-field: {fault}");
                good = false;
                continue;
            }
        };
        let place = card
            .course
            .map_or("  -".to_owned(), |place| format!("{place:>3}"));
        let standing = progress.standing(&name);
        let done = match (standing.done, standing.step) {
            (true, _) => ", done".to_owned(),
            (false, 0) => String::new(),
            (false, step) => format!(
                ", left at step {} of {}",
                step.saturating_add(1),
                card.steps
            ),
        };
        writeln!(
            out,
            "{place}  {name}: {} ({} steps, about {}{done})\n     {}",
            card.title,
            card.steps,
            minutes(card.seconds),
            card.about
        )?;
        if !card.examples.is_empty() {
            writeln!(out, "     plays {}", card.examples.join(", "))?;
        }
    }
    Ok(ExitCode::from(u8::from(!good)))
}

/// How long something takes, in words.
fn minutes(seconds: u32) -> String {
    match seconds.div_ceil(60) {
        0 | 1 => "a minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

fn run_check(rules: &Rules, files: &[PathBuf], rolls: bool) -> io::Result<ExitCode> {
    let files = match files {
        [] => all(),
        some => some.iter().map(|file| find(file)).collect(),
    };
    let mut wrong = false;
    for path in files {
        let lesson = match Lesson::load(&path, rules) {
            Ok(lesson) => Arc::new(lesson),
            Err(faults) => {
                wrong = true;
                super::ground::tell(&faults);
                continue;
            }
        };
        let mut told = Vec::new();
        let faults = check_telling(&lesson, |step, rolled| {
            let rolled = rolled
                .iter()
                .map(|line| format!("  step {}: {line}", step + 1));
            told.extend(rolled.filter(|_| rolls));
        });
        for line in told {
            writeln!(out(), "{line}")?;
        }
        wrong |= !faults.is_empty();
        super::ground::tell(&faults);
        if faults.is_empty() {
            writeln!(
                out(),
                "{}: {}: good, {} steps, {} rules, about {} seconds",
                path.display(),
                lesson.file.title,
                lesson.file.steps.len(),
                lesson.file.teaches.len(),
                lesson.seconds()
            )?;
        }
    }
    Ok(ExitCode::from(u8::from(wrong)))
}

/// The size of the pictures of a handout.
const PICTURE: (u32, u32) = (880, 495);

/// Opens the window at a lesson, or at the page of lessons.
fn open(by: &ByRules, arguments: &LearnArguments, lesson: Option<&Path>) -> io::Result<ExitCode> {
    let opening = match lesson {
        None => Opening::Lessons,
        Some(named) => match Tutor::open(&find(named)) {
            Ok(lesson) => Opening::Lesson(Box::new(lesson)),
            Err(faults) => {
                super::ground::tell(&faults);
                return Ok(ExitCode::from(2));
            }
        },
    };
    match run(
        super::window::house(by),
        opening,
        (arguments.quality, None),
        arguments.size,
    ) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            complain!("deadly-field: {error}");
            complain!(
                "Without a window a lesson can be read: deadly-field learn LESSON --print FILE.html"
            );
            Ok(ExitCode::from(2))
        }
    }
}

/// Writes a lesson as a handout.
fn print(rules: &Rules, named: &Path, to: &Path) -> io::Result<ExitCode> {
    let html = to
        .extension()
        .is_some_and(|ending| ending == "html" || ending == "htm");
    if !html {
        complain!(
            "deadly-field: --print {}: allowed: a file that ends in .html",
            to.display()
        );
        return Ok(ExitCode::from(2));
    }
    let path = find(named);
    apart(std::slice::from_ref(&path), &[("--print", Some(to))])?;
    let lesson = match Lesson::load(&path, rules) {
        Ok(lesson) => Arc::new(lesson),
        Err(faults) => {
            super::ground::tell(&faults);
            return Ok(ExitCode::from(2));
        }
    };
    let steps = lesson.file.steps.len();
    let space = shot::driver().is_some();
    if !space {
        complain!(
            "deadly-field: {}; the steps are shown as plans",
            shot::NO_DRIVER
        );
    }
    let mut look = Viewpoint::Overview;
    let pages = leaves(&lesson, |battle, number| {
        complain!("Drawing step {} of {steps} …", number + 1);
        let step = &lesson.file.steps[number];
        if let Some(wanted) = &step.look {
            look = viewpoint(&lesson.scenario, wanted);
        }
        if space {
            picture(battle, step, look.clone())
        } else {
            map::png(&plan(battle), PICTURE.0).ok()
        }
    });
    match pages {
        Ok(pages) => {
            write_whole(to, handout::html(&lesson, &pages).as_bytes())?;
            writeln!(out(), "wrote {}", to.display())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            complain!("deadly-field: {fault}");
            Ok(ExitCode::from(2))
        }
    }
}

fn viewpoint(scenario: &Scenario, look: &Look) -> Viewpoint {
    let unit = |name: &str| Names(scenario).unit(name).ok();
    let found = match look {
        Look::Overview => None,
        Look::Top => Some(Viewpoint::Top),
        Look::Unit(name) => unit(name).map(Viewpoint::Unit),
        Look::Eyes(name) => unit(name).map(Viewpoint::Eyes),
        Look::Place { at, from } => Some(Viewpoint::Place(Vec2::new(at.0, at.1), *from)),
    };
    found.unwrap_or(Viewpoint::Overview)
}

/// The table as a step has it before it is done, with what the guide points at.
fn picture(battle: &Battle, step: &Step, from: Viewpoint) -> Option<Vec<u8>> {
    let mut playback = Playback::new(known::chronicle(battle));
    playback.seek(playback.chronicle().end());
    let names = Names(battle.scenario());
    let mut desk = Desk {
        bare: true,
        ..Desk::default()
    };
    for point in &step.point {
        match point {
            Point::Select(name) => desk.selected = names.unit(name).ok().map(Hit::Unit),
            Point::Aim(name) => desk.pointed = names.unit(name).ok(),
            _ => {}
        }
    }
    let shot = Shot {
        playback,
        from,
        quality: Quality::Low,
        size: PICTURE,
    };
    let points = step.point.clone();
    let image = shot::take(shot, |app| {
        super::picture::overlay(app, Some(desk), Marks::default());
        app.insert_resource(Pointed(points));
    });
    super::picture::png(image.ok()?).ok()
}
