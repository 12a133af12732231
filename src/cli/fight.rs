//! `fight`: one battle without a window, from its beginning, from a save or from a journal.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use deadly_field::battle::Battle;
use deadly_field::disk::{Draft, apart};
use deadly_field::files::{Journal, Kind, Opened, Opening, kind_of, open_journal, open_save};
use deadly_field::print::{Seen, log, story};
use deadly_field::rules::{Scale, Side};
use deadly_field::scenario::find;
use deadly_field::session::{Session, Table};

use super::ByRules;
use super::forces::ForceArguments;
use super::hiding::HidingArguments;
use super::say::{complain, out};
use super::seats::SeatArguments;

/// `fight SCENARIO`
#[derive(Args)]
pub struct FightArguments {
    /// A scenario file, the name of one of ours, `quick`, or a save or journal to go on from.
    scenario: PathBuf,
    #[command(flatten)]
    seats: SeatArguments,
    #[command(flatten)]
    forces: ForceArguments,
    /// The seed of all dice: the same seed is the same battle; 1 if left out.
    #[arg(long, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// The scale of the table; 15mm if left out.
    #[arg(long, value_parser = super::ground::scale)]
    scale: Option<Scale>,
    /// Write every fact as a line of JSON, with the adjudicator's request and answer.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write what the computers thought at every decision as lines of JSON.
    #[arg(long, value_name = "FILE")]
    thoughts: Option<PathBuf>,
    /// Write a replay of the battle.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Write a journal while the battle is fought: whatever happens, it can be gone on with.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Save the battle when the turn of --at begins.
    #[arg(long, value_name = "FILE", requires = "at")]
    save: Option<PathBuf>,
    /// The turn to save at.
    #[arg(long, value_name = "TURN", requires = "save", value_parser = clap::value_parser!(u32).range(1..=40))]
    at: Option<u32>,
    /// Tell the whole story and not only how it ended.
    #[arg(long)]
    story: bool,
    #[command(flatten)]
    hiding: HidingArguments,
    /// Write log and story as one side has seen the battle: union or confederate.
    #[arg(long = "for", value_name = "SIDE", value_parser = super::hiding::side)]
    eyes: Option<Side>,
}

/// Runs `fight`.
pub fn run_fight(by: &ByRules, arguments: &FightArguments) -> io::Result<ExitCode> {
    if let Some(option) = arguments.seats.person() {
        complain!("deadly-field: {option}: a person needs the window: `deadly-field play`");
        return Ok(ExitCode::from(2));
    }
    let begun = match kind_of(&arguments.scenario) {
        Some(Kind::Save) => go_on(by, arguments, |path| Ok((open_save(path)?, None))),
        Some(Kind::Journal) => go_on(by, arguments, |path| {
            open_journal(path).map(|(opened, journal)| (opened, Some(journal)))
        }),
        Some(Kind::Replay) => {
            let file = arguments.scenario.display();
            complain!("deadly-field: {file}: is a replay: `deadly-field replay {file}` plays it");
            None
        }
        None => begin(by, arguments),
    };
    let Some((mut session, mut inputs)) = begun else {
        return Ok(ExitCode::from(2));
    };
    inputs.extend(by.files());
    let outputs = [
        ("--log", arguments.log.as_deref()),
        ("--thoughts", arguments.thoughts.as_deref()),
        ("--replay", arguments.replay.as_deref()),
        ("--journal", arguments.journal.as_deref()),
        ("--save", arguments.save.as_deref()),
    ];
    apart(&inputs, &outputs)?;
    if let (Some(at), now) = (arguments.at, session.battle().army().clock().turn)
        && at <= now
    {
        complain!(
            "deadly-field: --at {at}: the battle is in turn {now} already; allowed: a later turn"
        );
        return Ok(ExitCode::from(2));
    }
    if let Some(path) = &arguments.journal {
        let name = session.battle().scenario().name.clone();
        let journal = Journal::create(path, session.record(), &name)?;
        session = session.with_journal(journal);
    }
    let mut saved = None;
    session.run(|session| {
        if let (Some(path), Some(turn)) = (&arguments.save, arguments.at)
            && saved.is_none()
            && session.battle().army().clock().turn >= turn
        {
            saved = Some(session.save(Kind::Save, path));
        }
    });
    // Files first: whoever reads our output may stop when he has seen enough.
    saved.unwrap_or(Ok(()))?;
    if let Some(path) = &arguments.log {
        write_log(&session, arguments.eyes, path)?;
    }
    if let Some(path) = &arguments.thoughts {
        write_thoughts(&session, arguments.eyes, path)?;
    }
    if let Some(path) = &arguments.replay {
        session.save(Kind::Replay, path)?;
    }
    let told = tell(arguments, session.battle(), &mut out())?;
    if let Some(warning) = session.warning() {
        complain!("deadly-field: {warning}");
    }
    for failure in session.failures() {
        complain!("deadly-field: {failure}");
    }
    if session.failures().is_empty() {
        Ok(told)
    } else {
        Ok(ExitCode::from(3))
    }
}

/// How it went, and what was written where.
fn tell(arguments: &FightArguments, battle: &Battle, out: &mut impl Write) -> io::Result<ExitCode> {
    let told = if let Some(side) = arguments.eyes.filter(|_| arguments.story) {
        story::story(&Seen::of(battle, side))
    } else if arguments.story {
        story::story(battle)
    } else {
        story::ending(battle)
    };
    write!(out, "{told}")?;
    if let Some(path) = &arguments.replay {
        writeln!(
            out,
            "The replay is in {0}: `deadly-field replay {0}` plays it again.",
            path.display()
        )?;
    }
    let (Some(path), Some(turn)) = (&arguments.save, arguments.at) else {
        return Ok(ExitCode::SUCCESS);
    };
    let path = path.display();
    if battle.army().clock().turn < turn {
        complain!("deadly-field: {path}: not saved: the battle ended before turn {turn}");
        return Ok(ExitCode::from(1));
    }
    writeln!(
        out,
        "Turn {turn} is saved in {path}: `deadly-field fight {path}` goes on from it."
    )?;
    if battle.scenario().hiding.is_any() {
        writeln!(out, "It holds what is hidden, of both sides.")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A battle from its beginning; faults are told.
fn begin(by: &ByRules, arguments: &FightArguments) -> Option<(Session, Vec<PathBuf>)> {
    let scale = arguments.scale.unwrap_or(Scale::Mm15);
    let seed = arguments.seed.unwrap_or(1);
    let (mut scenario, mut source) = arguments
        .forces
        .load(&arguments.scenario, seed, scale, &by.rules)
        .map_err(|faults| super::ground::tell(&faults))
        .ok()?;
    source.hide(&mut scenario, arguments.hiding.hiding(), &by.rules);
    let mut inputs = source.paths(&find(&arguments.scenario));
    inputs.extend(arguments.forces.files());
    let table = table(arguments, None);
    let opening = Opening {
        source,
        scale,
        house_rules: by.house.clone(),
        seed,
        seats: table.match_up.names(),
    };
    let rules = Arc::new(by.rules.clone());
    Some((table.begin(opening, Arc::new(scenario), rules), inputs))
}

/// A battle from a save or journal; faults are told.
fn go_on(
    by: &ByRules,
    arguments: &FightArguments,
    open: impl FnOnce(&Path) -> Result<(Opened, Option<Journal>), deadly_field::scenario::FileFault>,
) -> Option<(Session, Vec<PathBuf>)> {
    let given = [
        ("--seed", arguments.seed.is_some()),
        ("--scale", arguments.scale.is_some()),
        ("--hidden", arguments.hiding.is_given()),
        (by.option().unwrap_or_default(), by.option().is_some()),
        (
            arguments.forces.given().unwrap_or_default(),
            arguments.forces.given().is_some(),
        ),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        complain!("deadly-field: {option} cannot be given with a save, which has its own");
        return None;
    }
    match open(&arguments.scenario) {
        Ok((opened, journal)) => {
            if let Some(note) = &opened.note {
                complain!("deadly-field: {note}");
            }
            let seats = opened.record.opening.seats.clone();
            let table = table(arguments, Some((&seats.union, &seats.confederate)));
            let session = table.resume(opened);
            let session = match journal {
                Some(journal) => session.with_journal(journal),
                None => session,
            };
            Some((session, vec![arguments.scenario.clone()]))
        }
        Err(fault) => {
            complain!("deadly-field: {fault}");
            None
        }
    }
}

/// Who sits down; they tell what they think if anybody wants to know.
fn table(arguments: &FightArguments, sat: Option<(&str, &str)>) -> Table {
    let mut table = arguments.seats.table(sat);
    table.thinking.told = arguments.thoughts.is_some();
    table
}

/// What was thought at one decision to a line; only one side's if only its eyes are asked for.
fn write_thoughts(session: &Session, eyes: Option<Side>, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(Draft::begin(path)?);
    for kept in session.thoughts() {
        if eyes.is_none_or(|side| side == kept.side) {
            serde_json::to_writer(&mut out, kept)?;
            writeln!(out)?;
        }
    }
    out.into_inner()
        .map_err(|error| error.into_error())?
        .finish()
}

/// A header, then one fact to a line; what the rules were asked comes with what they answer.
fn write_log(session: &Session, eyes: Option<Side>, path: &Path) -> io::Result<()> {
    let opening = &session.record().opening;
    let header = log::Header {
        seed: opening.seed,
        players: opening.seats.clone(),
        house_rules: opening.house_rules.keys().cloned().collect(),
    };
    let mut out = BufWriter::new(Draft::begin(path)?);
    match eyes {
        Some(side) => log::write_log(&Seen::of(session.battle(), side), &header, &mut out)?,
        None => log::write_log(session.battle(), &header, &mut out)?,
    }
    out.into_inner()
        .map_err(|error| error.into_error())?
        .finish()
}
