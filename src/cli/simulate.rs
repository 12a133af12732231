//! `simulate`: many battles over all cores, and what they add up to.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use deadly_field::print::tally::{Outcome, Tally};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Scenario, find};
use indicatif::{ProgressBar, ProgressStyle};

use super::forces::ForceArguments;
use super::hiding::HidingArguments;
use super::say::{complain, out, plain_out};
use super::seats::SeatArguments;

/// `simulate SCENARIO --games N`
#[derive(Args)]
pub struct SimulateArguments {
    /// A scenario file, or the name of one of ours.
    scenario: PathBuf,
    /// How many battles.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
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
    /// The seed of the first battle; the others follow.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    #[command(flatten)]
    hiding: HidingArguments,
}

/// Runs `simulate`.
pub fn run_simulate(rules: &Rules, arguments: &SimulateArguments) -> io::Result<ExitCode> {
    if let Some(option) = arguments.seats.person() {
        complain!("deadly-field: {option}: a person needs the window: `deadly-field play`");
        return Ok(ExitCode::from(2));
    }
    if super::ground::is_battle(&arguments.scenario) {
        return Ok(ExitCode::from(2));
    }
    let path = find(&arguments.scenario);
    let loaded = arguments
        .forces
        .load(&path, arguments.seed, arguments.scale, rules);
    let mut scenario = match loaded {
        Ok((scenario, _)) => scenario,
        Err(faults) => {
            super::ground::tell(&faults);
            return Ok(ExitCode::from(2));
        }
    };
    scenario.hide(arguments.hiding.hiding(), rules);
    let (scenario, rules) = (Arc::new(scenario), Arc::new(rules.clone()));
    let start = Instant::now();
    let stopped = stop_on_ctrl_c();
    let (results, failures) = match fight_all(&scenario, &rules, arguments, &stopped) {
        Ok(fought) => fought,
        Err(what) => {
            complain!("deadly-field: {what}");
            return Ok(ExitCode::from(3));
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let stopped = stopped.load(Ordering::Relaxed);
    if stopped {
        let (done, all) = (results.len(), arguments.games);
        complain!("deadly-field: stopped after {done} of {all} battles");
    }
    if results.is_empty() {
        return Ok(ExitCode::from(STOPPED));
    }
    let tally = Tally::of(&scenario, &results, seconds);
    if arguments.json {
        writeln!(plain_out(), "{}", tally.json())?;
    } else {
        write!(out(), "{}", tally.text())?;
    }
    for failure in &failures {
        complain!("deadly-field: {failure}");
    }
    Ok(match (stopped, failures.is_empty()) {
        (true, _) => ExitCode::from(STOPPED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(3),
    })
}

/// What a command that was stopped by Ctrl-C ends with, as everywhere.
const STOPPED: u8 = 130;

/// Becomes true when the player wants no more. What has been fought is told all the same; a second
/// Ctrl-C ends the program at once.
fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without it, Ctrl-C ends the program as it does any other.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(STOPPED));
        }
    });
    stopped
}

/// All battles, in the order of their seeds whatever the number of jobs, and seats that could not
/// go on.
fn fight_all(
    scenario: &Arc<Scenario>,
    rules: &Arc<Rules>,
    arguments: &SimulateArguments,
    stopped: &AtomicBool,
) -> Result<(Vec<Outcome>, Vec<String>), String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.unwrap_or(cores).clamp(1, 64);
    let table = arguments.seats.table(None);
    let bar = ProgressBar::new(arguments.games);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos} of {len} battles, {eta} left")
            .unwrap_or(ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_millis(250));
    let next = AtomicU64::new(0);
    let mut numbered = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= arguments.games || stopped.load(Ordering::Relaxed) {
                            return own;
                        }
                        let seed = arguments.seed.wrapping_add(number);
                        let session = table.fight(scenario.clone(), rules.clone(), seed);
                        let failures: Vec<String> = session
                            .failures()
                            .iter()
                            .map(|what| format!("battle of seed {seed}: {what}"))
                            .collect();
                        own.push((number, Outcome::of(session.battle()), failures));
                        bar.inc(1);
                    }
                })
            })
            .collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().map_err(|_| "a battle broke off".to_owned())?);
        }
        Ok::<_, String>(all)
    })?;
    bar.finish_and_clear();
    numbered.sort_by_key(|(number, ..)| *number);
    let mut failures = Vec::new();
    let mut results = Vec::new();
    for (_, outcome, failed) in numbered {
        results.push(outcome);
        failures.extend(failed);
    }
    Ok((results, failures))
}
