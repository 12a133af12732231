//! `tournament`: everybody against everybody, on both sides, over many scenarios.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use deadly_field::players::{Patience, SeatKind};
use deadly_field::print::standings::{Pair, Standings};
use deadly_field::rules::{Rules, Scale, Side};
use deadly_field::scenario::force::{ForceChoices, muster_by};
use deadly_field::scenario::{Scenario, all, find};
use deadly_field::session::{MatchUp, Table};

use super::many::{STOPPED, do_all, end, stop_on_ctrl_c};
use super::say::{complain, out, plain_out};
use super::seats::ThinkingArguments;

/// `tournament --players A,B --scenarios all --games N`
#[derive(Args)]
pub struct TournamentArguments {
    /// Who plays, parted by commas: computer:easy, computer:medium, computer:hard,
    /// computer:expert, random, program:COMMAND. Give the option again for a command that has a
    /// comma in it.
    #[arg(long, value_name = "WHO,WHO", required = true, value_parser = players)]
    players: Vec<Players>,
    /// Which scenarios, parted by commas; all of them if left out.
    #[arg(
        long,
        value_name = "NAME,NAME",
        default_value = "all",
        value_delimiter = ','
    )]
    scenarios: Vec<PathBuf>,
    /// How many pairs of battles for each two players in each scenario: two battles with the same
    /// seed, in which they change sides.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// How many at once; all cores if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// Play only a part of it, such as 2/5: the second of five.
    #[arg(long, value_name = "PART/PARTS", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    /// The seed of the first pair; the others follow.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    /// How many seconds another program may think about one decision.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = super::seats::seconds)]
    patience: f64,
    #[command(flatten)]
    thinking: ThinkingArguments,
}

/// Players named in one argument.
#[derive(Clone, Debug)]
struct Players(Vec<SeatKind>);

/// Several parted by commas, or one whose name has commas in it.
fn players(text: &str) -> Result<Players, String> {
    let several: Result<Vec<SeatKind>, String> = text.split(',').map(str::parse).collect();
    let several = several.or_else(|fault| match text.parse() {
        Ok(one) => Ok(vec![one]),
        Err(_) => Err(fault),
    })?;
    match several.iter().any(SeatKind::is_person) {
        true => Err("a person needs the window: `deadly-field play`".to_owned()),
        false => Ok(Players(several)),
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let allowed = || format!("`{text}` is no part; allowed: 1/4 to 4/4 and the like");
    let (part, parts) = text.split_once('/').ok_or_else(allowed)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| allowed());
    let (part, parts) = (number(part)?, number(parts)?);
    if (1..=parts).contains(&part) {
        Ok((part, parts))
    } else {
        Err(allowed())
    }
}

/// A pair that is still to be fought.
struct Fixture {
    players: (usize, usize),
    scenario: usize,
    seed: u64,
}

/// Runs `tournament`.
pub fn run_tournament(rules: &Rules, arguments: &TournamentArguments) -> io::Result<ExitCode> {
    let named = arguments.players.iter();
    let players: Vec<SeatKind> = named.flat_map(|players| players.0.clone()).collect();
    if players.len() < 2 {
        complain!("deadly-field: --players: one alone meets nobody; allowed: two or more");
        return Ok(ExitCode::from(2));
    }
    let Some(scenarios) = scenarios(rules, arguments) else {
        return Ok(ExitCode::from(2));
    };
    let fixtures = Fixtures::new(players.len(), scenarios.len(), arguments);
    let start = Instant::now();
    let stopped = stop_on_ctrl_c();
    let rules = Arc::new(rules.clone());
    let fought = fight_all(
        (&players, &scenarios),
        &fixtures,
        &rules,
        arguments,
        &stopped,
    );
    let (pairs, failures) = match fought {
        Ok(fought) => fought,
        Err(what) => {
            complain!("deadly-field: {what}");
            return Ok(ExitCode::from(3));
        }
    };
    let stopped = stopped.load(Ordering::Relaxed);
    if stopped {
        let (done, all) = (pairs.len(), fixtures.len());
        complain!("deadly-field: stopped after {done} of {all} pairs");
    }
    if pairs.is_empty() {
        return Ok(ExitCode::from(if stopped { STOPPED } else { 0 }));
    }
    let names = names(&players);
    let fields: Vec<String> = scenarios.iter().map(|(name, _)| name.clone()).collect();
    let seconds = start.elapsed().as_secs_f64();
    let standings = Standings::of((&names, &fields), &pairs, seconds);
    if arguments.json {
        writeln!(plain_out(), "{}", standings.json())?;
    } else {
        write!(out(), "{}", standings.text())?;
    }
    Ok(end(stopped, &failures))
}

/// What everybody is called here: programs by their commands.
fn names(players: &[SeatKind]) -> Vec<String> {
    let name = |kind: &SeatKind| match kind {
        SeatKind::Program(command) => format!("program:{command}"),
        kind => kind.to_string(),
    };
    players.iter().map(name).collect()
}

/// The scenarios that are fought, each by its name; faults are told.
fn scenarios(
    rules: &Rules,
    arguments: &TournamentArguments,
) -> Option<Vec<(String, Arc<Scenario>)>> {
    let asked = &arguments.scenarios;
    let everything = asked.iter().any(|name| name.as_os_str() == "all");
    let paths: Vec<PathBuf> = if everything {
        all()
    } else {
        asked.iter().map(|name| find(name)).collect()
    };
    let mut scenarios = Vec::new();
    for path in paths {
        if super::ground::is_battle(&path) {
            return None;
        }
        let choices = ForceChoices::default();
        match muster_by(&path, &choices, arguments.seed, arguments.scale, rules) {
            Ok((scenario, _)) => {
                let name = path.file_stem().unwrap_or(path.as_os_str());
                scenarios.push((name.to_string_lossy().into_owned(), Arc::new(scenario)));
            }
            Err(faults) => {
                super::ground::tell(&faults);
                return None;
            }
        }
    }
    Some(scenarios)
}

/// Every pair, seed by seed, so that whatever is stopped has a little of everything. They are counted,
/// not listed: there may be millions.
struct Fixtures {
    pairs: Vec<(usize, usize)>,
    scenarios: usize,
    first: u64,
    /// The part of so many that is played.
    shard: (usize, usize),
    games: usize,
}

impl Fixtures {
    fn new(players: usize, scenarios: usize, arguments: &TournamentArguments) -> Self {
        let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        Self {
            pairs: pairs.collect(),
            scenarios,
            first: arguments.seed,
            shard: arguments.shard.unwrap_or((1, 1)),
            games: arguments.games as usize,
        }
    }

    fn len(&self) -> usize {
        let all = self.games * self.scenarios * self.pairs.len();
        let (part, parts) = self.shard;
        all.saturating_sub(part - 1).div_ceil(parts)
    }

    fn get(&self, number: usize) -> Fixture {
        let (part, parts) = self.shard;
        let number = part - 1 + number * parts;
        let (game, pair) = (number / self.pairs.len(), number % self.pairs.len());
        Fixture {
            players: self.pairs[pair],
            scenario: game % self.scenarios,
            seed: self.first.wrapping_add((game / self.scenarios) as u64),
        }
    }
}

/// Fights both battles of a pair.
fn fight(
    (players, scenario): (&[SeatKind], &Arc<Scenario>),
    fixture: &Fixture,
    rules: &Arc<Rules>,
    table: &Table,
) -> (Pair, Vec<String>) {
    let (one, other) = fixture.players;
    let mut failures = Vec::new();
    let mut winner = |union: usize, confederate: usize| -> Option<Side> {
        let match_up = MatchUp {
            union: players[union].clone(),
            confederate: players[confederate].clone(),
        };
        let table = Table {
            match_up,
            ..table.clone()
        };
        let session = table.fight(Arc::clone(scenario), Arc::clone(rules), fixture.seed);
        let of = |what: &String| format!("{} of seed {}: {what}", scenario.name, fixture.seed);
        failures.extend(session.failures().iter().map(of));
        let verdict = session.battle().army().verdict();
        verdict.and_then(|verdict| verdict.winner)
    };
    let pair = Pair {
        players: fixture.players,
        scenario: fixture.scenario,
        seed: fixture.seed,
        first_as_union: winner(one, other),
        first_as_confederate: winner(other, one),
    };
    (pair, failures)
}

/// All pairs, in their order whatever the number of jobs, and seats that could not go on.
fn fight_all(
    (players, scenarios): (&[SeatKind], &[(String, Arc<Scenario>)]),
    fixtures: &Fixtures,
    rules: &Arc<Rules>,
    arguments: &TournamentArguments,
    stopped: &AtomicBool,
) -> Result<(Vec<Pair>, Vec<String>), String> {
    let table = Table {
        patience: Patience(Duration::from_secs_f64(arguments.patience)),
        thinking: arguments.thinking.thinking(),
        ..Table::new(MatchUp::both(SeatKind::Random))
    };
    let fought = do_all(
        (fixtures.len(), "pairs"),
        arguments.jobs,
        stopped,
        |number| {
            let fixture = &fixtures.get(number);
            let scenario = &scenarios[fixture.scenario].1;
            fight((players, scenario), fixture, rules, &table)
        },
    )?;
    let (pairs, failures): (Vec<_>, Vec<_>) = fought.into_iter().unzip();
    Ok((pairs, failures.into_iter().flatten().collect()))
}
