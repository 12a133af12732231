//! Commands and their arguments.

mod fight;
mod forces;
mod ground;
mod hiding;
mod learn;
mod many;
mod muster;
mod picture;
mod play;
mod preview;
mod quick;
mod replay;
mod say;
mod seats;
mod simulate;
mod survey;
mod tally;
mod tournament;
mod window;

use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use deadly_field::adjudicate::{Style, adjudicate};
use deadly_field::disk::{self, Shown};
use deadly_field::rules::Rules;
use deadly_field::rules::index::RulebookIndex;
use deadly_field::scenario::rules_folder::{self, HouseRules};
use deadly_field::table::Quality;

use say::{complain, out, plain_out};

/// A miniatures tabletop for regimental battles of the American Civil War.
///
/// An unofficial companion for owners of Across a Deadly Field.
#[derive(Parser)]
#[command(name = "deadly-field", version)]
struct Arguments {
    /// Play by the charts in this folder instead of the book's.
    #[arg(long, value_name = "DIR", global = true)]
    rules: Option<PathBuf>,
    /// Play without leaders: regiments and batteries alone, all of them in command.
    #[arg(long, global = true)]
    without_leaders: bool,
    /// The size of the window.
    #[arg(long, default_value = "1280x720", value_parser = picture::size)]
    size: (u32, u32),
    /// How well it is drawn: low, medium, high; as the options say if left out.
    #[arg(long, value_parser = picture::quality)]
    quality: Option<Quality>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Judge fires, morale checks and impacts given as JSON Lines.
    Adjudicate {
        /// A file of requests, one JSON object a line; standard input if left out.
        file: Option<PathBuf>,
        /// Print the rulings for people instead of programs.
        #[arg(long)]
        pretty: bool,
    },
    /// Check scenario and board files; all faults of a file are told at once.
    Check(ground::CheckArguments),
    /// Draw a plan of the table to print and set up from.
    Map(ground::MapArguments),
    /// Say what can be seen between two points of a scenario's field, and what is in the way.
    Sight(ground::SightArguments),
    /// Study the ground: what is seen and fired on from a place, a unit or a zone.
    Ground(survey::GroundArguments),
    /// Fight a battle without a window, or go on from a save or journal, and tell how it ended.
    Fight(fight::FightArguments),
    /// Build, check and price forces by muster points, or let the computer muster one.
    Muster(muster::MusterArguments),
    /// Play a replay again, check every state of it and tell its story.
    Replay(replay::ReplayArguments),
    /// Fight many battles and add up who wins, what it costs and who breaks.
    Simulate(simulate::SimulateArguments),
    /// Let players meet each other on both sides of many scenarios and rate them.
    Tournament(tournament::TournamentArguments),
    /// Add up what `simulate --out` has written, here or on other machines.
    Tally(tally::TallyArguments),
    /// Make a booklet for a real table: plan, terrain, figures, rosters, briefings, charts, odds.
    Preview(preview::PreviewArguments),
    /// Look for what would make a scenario even: figures, turns, arrivals, each with its new odds.
    Balance(preview::BalanceArguments),
    /// Play a battle at the table: a scenario, or a save or journal to go on with.
    Play(play::PlayArguments),
    /// Learn the rules from lessons at the table: in the window, listed, checked or printed.
    Learn(learn::LearnArguments),
    /// Watch two players of the program fight a battle, in a window.
    Watch(window::WatchArguments),
    /// Draw one picture of the table, without a window.
    Shot(picture::ShotArguments),
    /// Look rules up by id or by words.
    Rule {
        /// An id such as fire.minimum, or words to search for.
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Write the book's charts into a folder, to make house rules of them.
    HouseRules {
        /// The folder; files already in it are kept.
        folder: PathBuf,
    },
}

/// Runs the command that was asked for.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let by = rules(arguments.rules).and_then(|by| match arguments.without_leaders {
        true => by.without_leaders(),
        false => Some(by),
    });
    let Some(by) = by else {
        return ExitCode::from(2);
    };
    let outcome = match arguments.command {
        None => window::run_menu(&by, arguments.quality, arguments.size),
        Some(command) => run_by(&by, command),
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads our output may stop when he has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain!("deadly-field: {error}");
            ExitCode::from(2)
        }
    }
}

/// The rules that were asked for.
struct ByRules {
    rules: Rules,
    /// The folder of house rules, if any, and the texts in it.
    folder: Option<PathBuf>,
    house: HouseRules,
    /// Asked for by an option of its own.
    leaderless: bool,
}

impl ByRules {
    /// The same rules for regiments and batteries alone; faults are told.
    ///
    /// Rules: `leader.optional`.
    fn without_leaders(self) -> Option<Self> {
        let mut switches = self.rules.switches.clone();
        switches.play_without_leaders = true;
        let house = rules_folder::with_switches(&self.house, &switches);
        match rules_folder::of_texts(&house) {
            Ok(rules) => Some(Self {
                rules,
                house,
                leaderless: true,
                ..self
            }),
            Err(faults) => {
                for fault in faults {
                    complain!("deadly-field: {fault}");
                }
                None
            }
        }
    }

    /// The option that was given to play by other rules than the book's, if one was.
    fn option(&self) -> Option<&'static str> {
        match (&self.folder, self.leaderless) {
            (Some(_), _) => Some("--rules"),
            (None, true) => Some("--without-leaders"),
            (None, false) => None,
        }
    }

    /// The files they were read from.
    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let folder = self.folder.clone();
        let names = self.house.keys();
        names.filter_map(move |name| Some(folder.as_ref()?.join(name)))
    }
}

/// Runs a command that needs the rules.
fn run_by(by: &ByRules, command: Command) -> io::Result<ExitCode> {
    let rules = &by.rules;
    match command {
        Command::Adjudicate { file, pretty } => run_adjudicate(rules, file.as_deref(), pretty),
        Command::Check(arguments) => ground::run_check(rules, &arguments),
        Command::Fight(arguments) => fight::run_fight(by, &arguments),
        Command::Muster(arguments) => muster::run_muster(by, &arguments),
        Command::Replay(arguments) => replay::run_replay(by, &arguments),
        Command::Simulate(arguments) => simulate::run_simulate(by, &arguments),
        Command::Tournament(arguments) => tournament::run_tournament(rules, &arguments),
        Command::Preview(arguments) => preview::run_preview(by, &arguments),
        Command::Balance(arguments) => preview::run_balance(by, &arguments),
        Command::Tally(arguments) => tally::run_tally(&arguments),
        Command::Map(arguments) => ground::run_map(rules, &arguments),
        Command::Sight(arguments) => ground::run_sight(rules, &arguments),
        Command::Ground(arguments) => survey::run_ground(rules, &arguments),
        Command::Play(arguments) => play::run_play(by, &arguments),
        Command::Learn(arguments) => learn::run_learn(by, &arguments),
        Command::Watch(arguments) => window::run_watch(by, &arguments),
        Command::Shot(arguments) => picture::run_shot(rules, &arguments),
        Command::Rule { words } => run_rule(&words.join(" ")),
        Command::HouseRules { folder } => run_house_rules(&folder),
    }
}

/// The rules to play by; faults are told.
fn rules(folder: Option<PathBuf>) -> Option<ByRules> {
    let Some(folder) = folder else {
        return Some(ByRules {
            rules: Rules::book().clone(),
            folder: None,
            house: HouseRules::new(),
            leaderless: false,
        });
    };
    let faults: Vec<String> = match (rules_folder::read(&folder), rules_folder::texts(&folder)) {
        (Ok(rules), Ok(house)) => {
            return Some(ByRules {
                rules,
                folder: Some(folder),
                house,
                leaderless: false,
            });
        }
        (Err(faults), _) => faults.iter().map(ToString::to_string).collect(),
        (Ok(_), Err(error)) => vec![error.to_string()],
    };
    for fault in faults {
        complain!("deadly-field: {fault}");
    }
    None
}

fn run_adjudicate(rules: &Rules, file: Option<&Path>, pretty: bool) -> io::Result<ExitCode> {
    let output = BufWriter::new(plain_out());
    let wrong = if pretty {
        judge(rules, file, &mut Shown(output), Style::Pretty)?
    } else {
        judge(rules, file, &mut { output }, Style::Json)?
    };
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// The largest file of requests: half a million of them. Standard input has no end.
const MOST_REQUESTS: u64 = 256 << 20;

/// Judges a file or standard input; how many lines were wrong.
fn judge(
    rules: &Rules,
    file: Option<&Path>,
    output: &mut impl Write,
    style: Style,
) -> io::Result<usize> {
    let wrong = match file {
        Some(path) => {
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            };
            let input = disk::open_within(path, MOST_REQUESTS).map_err(named)?;
            adjudicate(rules, BufReader::new(input), output, style)?
        }
        None => {
            if io::stdin().is_terminal() {
                complain!(
                    "Reading requests from the keyboard, one JSON object a line; Ctrl-D ends."
                );
            }
            adjudicate(rules, io::stdin().lock(), output, style)?
        }
    };
    output.flush()?;
    Ok(wrong)
}

fn run_rule(words: &str) -> io::Result<ExitCode> {
    let index = RulebookIndex::book();
    let mut out = out();
    let found: Vec<_> = match index.get(words) {
        Some(entry) => vec![entry],
        None => index.search(words).collect(),
    };
    if found.is_empty() {
        complain!("deadly-field: no rule has the id or all the words `{words}`");
        return Ok(ExitCode::from(1));
    }
    for entry in found {
        let state = if entry.planned {
            ", not in the program yet"
        } else {
            ""
        };
        writeln!(
            out,
            "{} (about page {}{state})\n  {}\n  {}\n",
            entry.id, entry.page, entry.title, entry.text
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_house_rules(folder: &Path) -> io::Result<ExitCode> {
    let written = rules_folder::write_book(folder)?;
    let mut out = out();
    for file in &written {
        writeln!(out, "wrote {file}")?;
    }
    // Files that were there are kept; whether they are any good is said at once.
    if let Err(faults) = rules_folder::read(folder) {
        for fault in &faults {
            complain!("deadly-field: {fault}");
        }
        return Ok(ExitCode::from(1));
    }
    writeln!(
        out,
        "Change what you like and play with --rules {}; a file you remove is the book's again.",
        folder.display()
    )?;
    Ok(ExitCode::SUCCESS)
}
