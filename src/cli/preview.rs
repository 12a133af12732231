//! `preview`: a booklet for a real table; `balance`: what would make a scenario even.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use deadly_field::disk::{apart, write_whole};
use deadly_field::print::page::{Page, Paper, pdf};
use deadly_field::print::preview::balance::{self, Remedy, on_stands};
use deadly_field::print::preview::{Making, Part, Study, Subject, pages, study};
use deadly_field::rules::{Named, Scale, Side};
use deadly_field::scenario::{Scenario, ScenarioSource, find};
use deadly_field::session::Many;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::ByRules;
use super::forces::ForceArguments;
use super::hiding::HidingArguments;
use super::many::{STOPPED, stop_on_ctrl_c};
use super::say::{complain, out, plain_out};
use super::seats::SeatArguments;

/// `preview SCENARIO… --out FILE`
#[derive(Args)]
pub struct PreviewArguments {
    /// Scenario files, or names of ours; what to have is added up over all of them.
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Where to write it: a .pdf, or pages as .svg or .png, numbered where there are several.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    table: TableArguments,
    /// Battles that computers fight to see how it goes; 0 for none.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    games: u64,
    /// For whom: union, confederate or both.
    #[arg(long, default_value = "both", value_parser = sides)]
    side: Sides,
    /// Only these parts, such as rosters,plan.
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = part)]
    pages: Vec<Part>,
    /// The paper: a4 or letter.
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
    /// Width of a .png in pixels.
    #[arg(long, default_value_t = 1240, value_parser = clap::value_parser!(u32).range(200..=8_000))]
    width: u32,
    /// Put the plan on the cover even where a picture of the table can be drawn.
    #[arg(long)]
    plain: bool,
}

/// `balance SCENARIO`
#[derive(Args)]
pub struct BalanceArguments {
    /// A scenario file, or the name of one of ours.
    scenario: PathBuf,
    #[command(flatten)]
    table: TableArguments,
    /// Battles for each change.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(10..=100_000))]
    games: u64,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

/// The table, and who fights on it.
#[derive(Args)]
struct TableArguments {
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    /// Stands to a regiment, 2 or 3; as the scenario has them if left out.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=3))]
    stands: Option<u32>,
    /// How many battles at once; all cores if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// The seed of the first battle; the others follow.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    #[command(flatten)]
    seats: SeatArguments,
    #[command(flatten)]
    forces: ForceArguments,
    #[command(flatten)]
    hiding: HidingArguments,
}

#[derive(Clone)]
struct Sides(Vec<Side>);

fn sides(text: &str) -> Result<Sides, String> {
    match text {
        "both" => Ok(Sides(Side::ALL.to_vec())),
        text => super::hiding::side(text)
            .map(|side| Sides(vec![side]))
            .map_err(|allowed| format!("{allowed}, both")),
    }
}

fn part(text: &str) -> Result<Part, String> {
    Part::from_name(text).ok_or_else(|| format!("allowed: {}", Part::allowed()))
}

fn paper(text: &str) -> Result<Paper, String> {
    Paper::from_name(text).ok_or_else(|| format!("allowed: {}", Paper::allowed()))
}

impl TableArguments {
    /// What is to be fought and what it was read from; faults are told.
    fn prepare(&self, by: &ByRules, path: &Path, games: u64) -> Option<(Many, ScenarioSource)> {
        if let Some(option) = self.seats.person() {
            complain!("deadly-field: {option}: a person needs the window: `deadly-field play`");
            return None;
        }
        if super::ground::is_battle(path) {
            return None;
        }
        let (mut scenario, mut source) = self
            .forces
            .load(path, self.seed, self.scale, &by.rules)
            .map_err(|faults| super::ground::tell(&faults))
            .ok()?;
        source.hide(&mut scenario, self.hiding.hiding(), &by.rules);
        if let Some(stands) = self.stands {
            on_stands(&mut scenario, stands);
        }
        let many = Many {
            table: self.seats.table(None),
            scenario: Arc::new(scenario),
            rules: Arc::new(by.rules.clone()),
            first: self.seed,
            games,
            jobs: self.jobs,
        };
        Some((many, source))
    }
}

/// How pages may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Pdf,
    Svg,
    Png,
}

fn form(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()? {
        "pdf" => Some(Form::Pdf),
        "svg" => Some(Form::Svg),
        "png" => Some(Form::Png),
        _ => None,
    }
}

/// Pixels of the picture on the cover.
const PICTURE: (u32, u32) = (1200, 800);

/// What is known of one scenario.
struct Known {
    scenario: Arc<Scenario>,
    study: Option<Study>,
    remedies: Option<Vec<Remedy>>,
    picture: Option<Arc<Vec<u8>>>,
}

/// Runs `preview`.
pub fn run_preview(by: &ByRules, arguments: &PreviewArguments) -> io::Result<ExitCode> {
    let Some(form) = form(&arguments.out) else {
        let file = arguments.out.display();
        complain!("deadly-field: --out {file}: allowed: a file that ends in .pdf, .svg or .png");
        return Ok(ExitCode::from(2));
    };
    let mut prepared = Vec::new();
    let mut inputs: Vec<PathBuf> = by.files().collect();
    inputs.extend(arguments.table.forces.files());
    for path in &arguments.scenarios {
        let Some((many, source)) = arguments.table.prepare(by, path, arguments.games) else {
            return Ok(ExitCode::from(2));
        };
        inputs.extend(source.paths(&find(path)));
        prepared.push((many, source));
    }
    apart(&inputs, &[("--out", Some(&arguments.out))])?;
    let making = Making {
        paper: arguments.paper,
        sides: arguments.side.0.clone(),
        parts: if arguments.pages.is_empty() {
            Part::ALL.to_vec()
        } else {
            arguments.pages.clone()
        },
    };
    let stopped = stop_on_ctrl_c();
    let mut known = Vec::new();
    for (many, source) in &prepared {
        match learn(by, arguments, &making, (many, source), &stopped) {
            Ok(one) => known.push(one),
            Err(what) => {
                complain!("deadly-field: {what}");
                return Ok(ExitCode::from(3));
            }
        }
    }
    if stopped.load(Ordering::Relaxed) {
        complain!("deadly-field: called off: the booklet holds what there is");
    }
    let subjects: Vec<Subject> = known
        .iter()
        .map(|one| Subject {
            scenario: &one.scenario,
            study: one.study.as_ref(),
            remedies: one.remedies.as_deref(),
            picture: one.picture.clone(),
        })
        .collect();
    complain!("Drawing the pages…");
    let pages = pages(&subjects, &by.rules, &making);
    let names: Vec<&str> = subjects
        .iter()
        .map(|one| one.scenario.name.as_str())
        .collect();
    write_pages(arguments, form, (&names.join(", "), &inputs), &pages)?;
    Ok(if stopped.load(Ordering::Relaxed) {
        ExitCode::from(STOPPED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Fights, looks for what would make it even, and takes a picture, as far as the parts need it.
fn learn(
    by: &ByRules,
    arguments: &PreviewArguments,
    making: &Making,
    (many, source): (&Many, &ScenarioSource),
    stopped: &AtomicBool,
) -> Result<Known, String> {
    let wants = |parts: &[Part]| parts.iter().any(|part| making.parts.contains(part));
    let fights = wants(&[Part::Cover, Part::Needs, Part::Labels, Part::Odds]) && many.games > 0;
    let found = if fights {
        let bar = bar(many.games, &many.scenario.name);
        let found = study(many, source, &by.house, stopped, |more| bar.inc(more))?;
        bar.finish_and_clear();
        found
    } else {
        None
    };
    let remedies = match &found {
        Some(_) if wants(&[Part::Odds]) && !stopped.load(Ordering::Relaxed) => {
            let found = sought(&balance::fewer(many), source, by, stopped)?.1;
            // Of what was called off before anything was tried there is nothing to say.
            (!found.is_empty() || !stopped.load(Ordering::Relaxed)).then_some(found)
        }
        _ => None,
    };
    let secret = many.scenario.hiding.is_any() || making.sides.len() < 2;
    let picture = if wants(&[Part::Cover]) && !secret && !arguments.plain {
        complain!("Drawing a picture of the table…");
        super::picture::of_table(&many.scenario, &many.rules, PICTURE)
    } else {
        None
    };
    Ok(Known {
        scenario: Arc::clone(&many.scenario),
        study: found,
        remedies,
        picture: picture.map(Arc::new),
    })
}

fn bar(games: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos} of {len} battles, {eta} left");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Remedies, with what is tried shown.
fn sought(
    many: &Many,
    source: &ScenarioSource,
    by: &ByRules,
    stopped: &AtomicBool,
) -> Result<(Remedy, Vec<Remedy>), String> {
    let spinner = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} trying {msg} ({elapsed})");
    spinner.set_style(style.unwrap_or(ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(250));
    let tried = |what: &str| spinner.set_message(what.to_owned());
    let found = balance::kept(many, source, &by.house, stopped, tried);
    spinner.finish_and_clear();
    found
}

/// Writes pages; what was written is told.
fn write_pages(
    arguments: &PreviewArguments,
    form: Form,
    (title, inputs): (&str, &[PathBuf]),
    pages: &[Page],
) -> io::Result<()> {
    let path = &arguments.out;
    if form == Form::Pdf {
        let bytes = pdf(title, pages).map_err(io::Error::other)?;
        write_whole(path, &bytes)?;
        return writeln!(out(), "wrote {}: {} pages", path.display(), pages.len());
    }
    let paths = (1..=pages.len()).map(|number| numbered(path, number, pages.len()));
    let paths: Vec<_> = paths.collect();
    for path in &paths {
        apart(inputs, &[("--out", Some(path))])?;
    }
    for (path, page) in paths.iter().zip(pages) {
        let bytes = match form {
            Form::Svg => page.svg().into_bytes(),
            _ => page.png(arguments.width).map_err(io::Error::other)?,
        };
        write_whole(path, &bytes)?;
        writeln!(out(), "wrote {}: {}", path.display(), page.part)?;
    }
    Ok(())
}

/// The path of a page: as given where there is only one.
fn numbered(path: &Path, number: usize, of: usize) -> PathBuf {
    if of == 1 {
        return path.to_owned();
    }
    let stem = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let ending = path
        .extension()
        .map_or_else(String::new, |end| end.to_string_lossy().into_owned());
    path.with_file_name(format!("{stem}-{number:02}.{ending}"))
}

/// Runs `balance`.
pub fn run_balance(by: &ByRules, arguments: &BalanceArguments) -> io::Result<ExitCode> {
    let prepared = arguments
        .table
        .prepare(by, &arguments.scenario, arguments.games);
    let Some((many, source)) = prepared else {
        return Ok(ExitCode::from(2));
    };
    let stopped = stop_on_ctrl_c();
    let (as_it_is, remedies) = match sought(&many, &source, by, &stopped) {
        Ok(found) => found,
        Err(what) => {
            complain!("deadly-field: {what}");
            return Ok(ExitCode::from(3));
        }
    };
    let stopped = stopped.load(Ordering::Relaxed);
    if stopped {
        complain!("deadly-field: called off: this is what there is");
    }
    if arguments.json {
        let told = |one: &Remedy| {
            json!({
                "change": one.what,
                "games": one.games(),
                "wins": { "union": one.wins[0], "confederate": one.wins[1], "draw": one.wins[2] },
                "union": one.won(Some(Side::Union)).json(),
                "confederate": one.won(Some(Side::Confederate)).json(),
                "even": one.is_even(),
            })
        };
        let remedies: Vec<_> = remedies.iter().map(told).collect();
        let answer = json!({
            "scenario": many.scenario.name,
            "scale": many.scenario.field.scale,
            "as_it_is": told(&as_it_is),
            "remedies": remedies,
        });
        writeln!(plain_out(), "{answer}")?;
    } else {
        write!(
            out(),
            "{}",
            text(&many.scenario, &as_it_is, &remedies, stopped)
        )?;
    }
    Ok(if stopped {
        ExitCode::from(STOPPED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Each remedy with its new odds, for people.
fn text(scenario: &Scenario, as_it_is: &Remedy, remedies: &[Remedy], stopped: bool) -> String {
    let line = |one: &Remedy| {
        let drawn = match one.wins[2] {
            0 => String::new(),
            drawn => format!(", {drawn} drawn"),
        };
        let even = if one.is_even() {
            "  as good as even"
        } else {
            ""
        };
        format!(
            "  {:<58} Union {}, Confederates {}{drawn}{even}\n",
            one.what,
            one.won(Some(Side::Union)).percent(),
            one.won(Some(Side::Confederate)).percent()
        )
    };
    let mut text = format!(
        "{} at {}, {} battles for each line\n",
        scenario.name,
        scenario.field.scale,
        as_it_is.games()
    );
    text.push_str(&line(as_it_is));
    if as_it_is.is_even() {
        text.push_str("It is as good as even.\n");
    } else if remedies.is_empty() && stopped {
        text.push_str("No change was tried to its end.\n");
    } else if remedies.is_empty() {
        text.push_str("Nothing that was tried brings it nearer to even.\n");
    } else {
        text.push_str("What would bring it nearer to even:\n");
        remedies.iter().for_each(|one| text.push_str(&line(one)));
    }
    text
}
