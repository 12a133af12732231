//! `simulate`: many battles over all cores, and what they add up to.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use deadly_field::disk::apart;
use deadly_field::print::share::Share;
use deadly_field::print::tally::{Battles, Fought, Outcome, Roll, Shard, Tally, place_of};
use deadly_field::rules::Scale;
use deadly_field::scenario::{ScenarioSource, find};
use deadly_field::session::Many;
use indicatif::{ProgressBar, ProgressStyle};

use super::ByRules;
use super::forces::ForceArguments;
use super::hiding::HidingArguments;
use super::many::{STOPPED, end, stop_on_ctrl_c};
use super::say::{complain, out, plain_out};
use super::seats::SeatArguments;

/// `simulate SCENARIO --games N`
#[derive(Args)]
pub struct SimulateArguments {
    /// A scenario file, the name of one of ours, or `quick`.
    scenario: PathBuf,
    /// How many battles; 100 if nothing else is said, the most with --until.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// The battles of these seeds: 1..101 are a hundred, as are 1..=100.
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with = "games")]
    seeds: Option<Seeds>,
    /// Stop as soon as the 95 % interval of who wins is no wider than this, 0.05 for instance.
    #[arg(long, value_name = "WIDTH", value_parser = width)]
    until: Option<f64>,
    /// Also write every battle's outcome into a file that `tally` adds up with others.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many at once; all cores if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    seats: SeatArguments,
    #[command(flatten)]
    forces: ForceArguments,
    /// The seed of the first battle; the others follow. With --seeds, only the seed that the
    /// computer musters forces by.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    #[command(flatten)]
    hiding: HidingArguments,
}

/// The most battles of one command.
const MOST_GAMES: u64 = 1_000_000;
/// How many are fought where nobody says.
const USUAL_GAMES: u64 = 100;
/// With fewer than these no interval is believed.
const FEWEST: usize = 20;

/// Seeds from the first, so many.
#[derive(Clone, Copy)]
struct Seeds {
    first: u64,
    games: u64,
}

/// Seeds as a range is written: `A..B` without its end, `A..=B` with it.
fn seeds(text: &str) -> Result<Seeds, String> {
    let allowed = || {
        format!(
            "allowed: two whole numbers A..B, 1 to {MOST_GAMES} battles, such as 1..101; 1..=100 is the same"
        )
    };
    let (first, end) = text.split_once("..").ok_or_else(allowed)?;
    let (end, more) = match end.strip_prefix('=') {
        Some(end) => (end, 1),
        None => (end, 0),
    };
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| allowed());
    let (first, end) = (number(first)?, number(end)?);
    let games = end
        .checked_sub(first)
        .and_then(|games| games.checked_add(more));
    match games {
        Some(games) if (1..=MOST_GAMES).contains(&games) => Ok(Seeds { first, games }),
        _ => Err(allowed()),
    }
}

fn width(text: &str) -> Result<f64, String> {
    let allowed = "allowed: a width from 0.002 to 1, such as 0.05";
    match text.parse::<f64>() {
        Ok(width) if (0.002..=1.0).contains(&width) => Ok(width),
        _ => Err(allowed.to_owned()),
    }
}

impl SimulateArguments {
    /// Which battles are fought.
    fn seeds(&self) -> Seeds {
        let usual = if self.until.is_some() {
            MOST_GAMES
        } else {
            USUAL_GAMES
        };
        let games = self.games.unwrap_or(usual);
        let first = self.seed;
        self.seeds.unwrap_or(Seeds { first, games })
    }
}

/// Runs `simulate`.
pub fn run_simulate(by: &ByRules, arguments: &SimulateArguments) -> io::Result<ExitCode> {
    if let Some(option) = arguments.seats.person() {
        complain!("deadly-field: {option}: a person needs the window: `deadly-field play`");
        return Ok(ExitCode::from(2));
    }
    let Some((many, source)) = prepare(by, arguments) else {
        return Ok(ExitCode::from(2));
    };
    let mut inputs = source.paths(&find(&arguments.scenario));
    inputs.extend(arguments.forces.files());
    inputs.extend(by.files());
    apart(&inputs, &[("--out", arguments.out.as_deref())])?;
    let start = Instant::now();
    let stopped = stop_on_ctrl_c();
    let (fought, failures) = match fight_all(&many, arguments.until, &stopped) {
        Ok(fought) => fought,
        Err(what) => {
            complain!("deadly-field: {what}");
            return Ok(ExitCode::from(3));
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let stopped = stopped.load(Ordering::Relaxed);
    if stopped {
        let (done, all) = (fought.len(), many.games);
        complain!("deadly-field: stopped after {done} of {all} battles");
    }
    let roll = Roll::of(&many.scenario);
    let outcomes: Vec<Outcome> = fought.iter().map(|one| one.outcome.clone()).collect();
    // What was fought is told even where it cannot be written.
    let written = match &arguments.out {
        Some(path) => {
            let battles = Battles::new(&source, &by.house, &many.table, roll.clone());
            Shard::new(battles, fought).write(path)
        }
        None => Ok(()),
    };
    if outcomes.is_empty() {
        written?;
        return Ok(ExitCode::from(STOPPED));
    }
    let mut tally = Tally::of(&roll, &outcomes);
    // A part of many says what `tally` says of all, byte for byte: how long it took is no part of it.
    if arguments.seeds.is_none() && arguments.out.is_none() {
        tally = tally.in_seconds(seconds);
    }
    if arguments.json {
        writeln!(plain_out(), "{}", tally.json())?;
    } else {
        write!(out(), "{}", tally.text())?;
    }
    written?;
    Ok(end(stopped, &failures))
}

/// What is to be fought; faults are told.
fn prepare(by: &ByRules, arguments: &SimulateArguments) -> Option<(Many, ScenarioSource)> {
    if super::ground::is_battle(&arguments.scenario) {
        return None;
    }
    let (seed, scale) = (arguments.seed, arguments.scale);
    let (mut scenario, mut source) = arguments
        .forces
        .load(&arguments.scenario, seed, scale, &by.rules)
        .map_err(|faults| super::ground::tell(&faults))
        .ok()?;
    source.hide(&mut scenario, arguments.hiding.hiding(), &by.rules);
    let Seeds { first, games } = arguments.seeds();
    let many = Many {
        table: arguments.seats.table(None),
        scenario: Arc::new(scenario),
        rules: Arc::new(by.rules.clone()),
        first,
        games,
        jobs: arguments.jobs,
    };
    Some((many, source))
}

/// All battles, in the order of their seeds whatever the number of jobs, and seats that could not
/// go on.
fn fight_all(
    many: &Many,
    until: Option<f64>,
    stopped: &AtomicBool,
) -> Result<(Vec<Fought>, Vec<String>), String> {
    let bar = ProgressBar::new(many.games);
    let template = match until {
        None => "{bar:40} {pos} of {len} battles, {eta} left",
        Some(_) => "{pos} battles so far, {msg}",
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    let keep = |seed: u64, session: &deadly_field::session::Session| {
        let failed = |what: &_| format!("battle of seed {seed}: {what}");
        let failures: Vec<String> = session.failures().iter().map(failed).collect();
        let outcome = Outcome::of(session.battle());
        bar.inc(1);
        (Fought { seed, outcome }, failures)
    };
    let mut wins = [0.0; 3];
    let mut of = 0;
    let enough = |(fought, _): &(Fought, Vec<String>)| {
        of += 1;
        wins[place_of(fought.outcome.winner)] += 1.0;
        let widths = wins.map(|won| Share { won, of }.width());
        let widest = widths.into_iter().fold(0.0, f64::max);
        bar.set_message(format!("interval {widest:.3} wide"));
        until.is_some_and(|until| of >= FEWEST && widest <= until)
    };
    let kept = many.fight(stopped, keep, enough)?;
    bar.finish_and_clear();
    let (fought, failures): (Vec<_>, Vec<_>) = kept.into_iter().unzip();
    Ok((fought, failures.into_iter().flatten().collect()))
}
