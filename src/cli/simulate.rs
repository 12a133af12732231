//! `simulate`: many battles over all cores, and what they add up to.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use deadly_field::army::UnitId;
use deadly_field::battle::Battle;
use deadly_field::players::{MatchUp, PlayerKind};
use deadly_field::rules::{Morale, Named, Rules, Scale, Side};
use deadly_field::scenario::Scenario;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

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
    /// Who plays the Union.
    #[arg(long, default_value = "computer", value_parser = player)]
    union: PlayerKind,
    /// Who plays the Confederates.
    #[arg(long, default_value = "computer", value_parser = player)]
    confederate: PlayerKind,
    /// The seed of the first battle; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
}

/// A player by name.
pub fn player(text: &str) -> Result<PlayerKind, String> {
    PlayerKind::from_name(text).ok_or_else(|| format!("allowed: {}", PlayerKind::allowed()))
}

/// What is kept of one battle.
struct Outcome {
    winner: Side,
    casualties: (u32, u32),
    lost: Vec<u32>,
    broken: Vec<bool>,
}

impl Outcome {
    fn of(battle: &Battle) -> Self {
        let army = battle.army();
        let broken = |id: UnitId| {
            battle.lost(id) > 0 && !army.on_table(id) || army.unit(id).morale == Morale::Routed
        };
        Self {
            winner: battle
                .verdict()
                .map_or(Side::Union, |verdict| verdict.winner),
            casualties: (
                battle.casualties(Side::Union),
                battle.casualties(Side::Confederate),
            ),
            lost: army.units().map(|id| battle.lost(id)).collect(),
            broken: army.units().map(broken).collect(),
        }
    }
}

/// Runs `simulate`.
pub fn run_simulate(rules: &Rules, arguments: &SimulateArguments) -> io::Result<ExitCode> {
    let Some(scenario) = super::ground::load(&arguments.scenario, arguments.scale, rules) else {
        return Ok(ExitCode::from(2));
    };
    let (scenario, rules) = (Arc::new(scenario), Arc::new(rules.clone()));
    let start = Instant::now();
    let results = match fight_all(&scenario, &rules, arguments) {
        Ok(results) => results,
        Err(what) => {
            eprintln!("deadly-field: {what}");
            return Ok(ExitCode::from(3));
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", as_json(&scenario, &results, seconds))?;
    } else {
        write_table(&mut out, &scenario, &results, seconds)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All battles, in the order of their seeds whatever the number of jobs.
fn fight_all(
    scenario: &Arc<Scenario>,
    rules: &Arc<Rules>,
    arguments: &SimulateArguments,
) -> Result<Vec<Outcome>, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.unwrap_or(cores).clamp(1, 64);
    let match_up = MatchUp {
        union: arguments.union,
        confederate: arguments.confederate,
    };
    let bar = ProgressBar::new(arguments.games);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos} of {len} battles, {eta} left")
            .unwrap_or(ProgressStyle::default_bar()),
    );
    let next = AtomicU64::new(0);
    let mut numbered = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= arguments.games {
                            return Ok::<_, String>(own);
                        }
                        let seed = arguments.seed.wrapping_add(number);
                        let battle = match_up
                            .fight(scenario.clone(), rules.clone(), seed)
                            .map_err(|refusal| {
                                format!("battle of seed {seed}: an answer was refused: {refusal}")
                            })?;
                        own.push((number, Outcome::of(&battle)));
                        bar.inc(1);
                    }
                })
            })
            .collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(
                worker
                    .join()
                    .map_err(|_| "a battle broke off".to_owned())??,
            );
        }
        Ok::<_, String>(all)
    })?;
    bar.finish_and_clear();
    numbered.sort_by_key(|(number, _)| *number);
    Ok(numbered.into_iter().map(|(_, result)| result).collect())
}

/// The 95 % interval of a share (Wilson).
fn interval(won: usize, games: usize) -> (f64, f64) {
    let (n, z) = (games as f64, 1.96);
    let share = won as f64 / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

fn wins(results: &[Outcome], side: Side) -> usize {
    results
        .iter()
        .filter(|result| result.winner == side)
        .count()
}

fn mean(results: &[Outcome], value: impl Fn(&Outcome) -> f64) -> f64 {
    results.iter().map(value).sum::<f64>() / results.len().max(1) as f64
}

fn as_json(scenario: &Scenario, results: &[Outcome], seconds: f64) -> serde_json::Value {
    let units: Vec<_> = scenario
        .units
        .iter()
        .enumerate()
        .map(|(number, unit)| {
            json!({
                "name": unit.name,
                "side": unit.unit.side,
                "mean_losses": mean(results, |result| f64::from(result.lost[number])),
                "broken": mean(results, |result| f64::from(u8::from(result.broken[number]))),
            })
        })
        .collect();
    json!({
        "games": results.len(),
        "wins": { "union": wins(results, Side::Union), "confederate": wins(results, Side::Confederate), "draw": 0 },
        "seconds": seconds,
        "casualties": {
            "union": mean(results, |result| f64::from(result.casualties.0)),
            "confederate": mean(results, |result| f64::from(result.casualties.1)),
        },
        "units": units,
    })
}

fn write_table(
    out: &mut impl Write,
    scenario: &Scenario,
    results: &[Outcome],
    seconds: f64,
) -> io::Result<()> {
    let games = results.len();
    writeln!(
        out,
        "{}: {games} battles in {seconds:.1} seconds",
        scenario.name
    )?;
    for (side, losses) in [
        (
            Side::Union,
            mean(results, |result| f64::from(result.casualties.0)),
        ),
        (
            Side::Confederate,
            mean(results, |result| f64::from(result.casualties.1)),
        ),
    ] {
        let won = wins(results, side);
        let (low, high) = interval(won, games);
        let share = 100.0 * won as f64 / games as f64;
        writeln!(
            out,
            "  {:<12} wins {share:>5.1} % ({:.0} to {:.0} %), loses {losses:.1} figures and sections",
            side.name(),
            100.0 * low,
            100.0 * high
        )?;
    }
    writeln!(out, "  {:<30} {:>6} {:>8}", "unit", "losses", "broken")?;
    for (number, unit) in scenario.units.iter().enumerate() {
        let losses = mean(results, |result| f64::from(result.lost[number]));
        let broken = 100.0 * mean(results, |result| f64::from(u8::from(result.broken[number])));
        writeln!(out, "  {:<30} {losses:>6.1} {broken:>6.0} %", unit.name)?;
    }
    Ok(())
}
