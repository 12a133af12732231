//! `fight`: one battle between two players of the program, from its beginning or from a save.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use deadly_field::adjudicate::answer_line;
use deadly_field::battle::{Battle, Fact};
use deadly_field::files::{Kind, Opening, Recording, kind_of, open_save};
use deadly_field::players::{MatchUp, PlayerKind};
use deadly_field::print::story;
use deadly_field::rules::{Named, Rules, Scale};
use deadly_field::scenario::{ScenarioSource, find};

use super::ByRules;

/// `fight SCENARIO`
#[derive(Args)]
pub struct FightArguments {
    /// A scenario file, the name of one of ours, or a save to go on from.
    scenario: PathBuf,
    /// Who plays the Union; the computer if left out.
    #[arg(long, value_parser = super::simulate::player)]
    union: Option<PlayerKind>,
    /// Who plays the Confederates; the computer if left out.
    #[arg(long, value_parser = super::simulate::player)]
    confederate: Option<PlayerKind>,
    /// The seed of all dice: the same seed is the same battle; 1 if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The scale of the table; 15mm if left out.
    #[arg(long, value_parser = super::ground::scale)]
    scale: Option<Scale>,
    /// Write every fact as a line of JSON, with the adjudicator's request and answer.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write a replay of the battle.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Save the battle when the turn of --at begins.
    #[arg(long, value_name = "FILE", requires = "at")]
    save: Option<PathBuf>,
    /// The turn to save at.
    #[arg(long, value_name = "TURN", requires = "save")]
    at: Option<u32>,
    /// Tell the whole story and not only how it ended.
    #[arg(long)]
    story: bool,
}

/// Runs `fight`.
pub fn run_fight(by: &ByRules, arguments: &FightArguments) -> io::Result<ExitCode> {
    let begun = match kind_of(&arguments.scenario) {
        Some(Kind::Save) => go_on(by, arguments),
        Some(Kind::Replay) => {
            let file = arguments.scenario.display();
            eprintln!("deadly-field: {file}: is a replay: `deadly-field replay {file}` plays it");
            None
        }
        None => begin(by, arguments),
    };
    let Some(mut recording) = begun else {
        return Ok(ExitCode::from(2));
    };
    let match_up = MatchUp {
        union: seat(arguments.union, &recording.opening().seats.union),
        confederate: seat(
            arguments.confederate,
            &recording.opening().seats.confederate,
        ),
    };
    recording.seat(match_up.seats());
    let mut saved = None;
    let fought = match_up.play_on(&mut recording, |recording| {
        if let (Some(path), Some(turn)) = (&arguments.save, arguments.at)
            && saved.is_none()
            && recording.battle().clock().turn >= turn
        {
            saved = Some(recording.write(Kind::Save, path));
        }
    });
    if let Err(refusal) = fought {
        eprintln!(
            "deadly-field: a player of the program gave an answer that is not allowed: {refusal}"
        );
        return Ok(ExitCode::from(3));
    }
    // Files first: whoever reads our output may stop when he has seen enough.
    saved.unwrap_or(Ok(()))?;
    let battle = recording.battle();
    if let Some(path) = &arguments.log {
        write_log(battle.rules(), battle, path)?;
    }
    if let Some(path) = &arguments.replay {
        recording.write(Kind::Replay, path)?;
    }
    tell(arguments, battle, &mut io::stdout().lock())
}

/// How it went, and what was written where.
fn tell(arguments: &FightArguments, battle: &Battle, out: &mut impl Write) -> io::Result<ExitCode> {
    let told = if arguments.story {
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
    if battle.clock().turn < turn {
        eprintln!("deadly-field: {path}: not saved: the battle ended before turn {turn}");
        return Ok(ExitCode::from(1));
    }
    writeln!(
        out,
        "Turn {turn} is saved in {path}: `deadly-field fight {path}` goes on from it."
    )?;
    Ok(ExitCode::SUCCESS)
}

/// A battle from its beginning; faults are told.
fn begin(by: &ByRules, arguments: &FightArguments) -> Option<Recording> {
    let path = find(&arguments.scenario);
    let scale = arguments.scale.unwrap_or(Scale::Mm15);
    let (scenario, source) = ScenarioSource::load(&path, scale, &by.rules)
        .map_err(|faults| super::ground::tell(&faults))
        .ok()?;
    let match_up = MatchUp {
        union: arguments.union.unwrap_or(PlayerKind::Computer),
        confederate: arguments.confederate.unwrap_or(PlayerKind::Computer),
    };
    let opening = Opening {
        source,
        scale,
        house_rules: by.house.clone(),
        seed: arguments.seed.unwrap_or(1),
        seats: match_up.seats(),
    };
    let rules = Arc::new(by.rules.clone());
    Some(Recording::begin(opening, Arc::new(scenario), rules))
}

/// A battle from a save; faults are told.
fn go_on(by: &ByRules, arguments: &FightArguments) -> Option<Recording> {
    let given = [
        ("--seed", arguments.seed.is_some()),
        ("--scale", arguments.scale.is_some()),
        ("--rules", by.folder.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        eprintln!("deadly-field: {option} cannot be given with a save, which has its own");
        return None;
    }
    match open_save(&arguments.scenario) {
        Ok(opened) => {
            if let Some(note) = opened.note {
                eprintln!("deadly-field: {note}");
            }
            Some(opened.recording)
        }
        Err(fault) => {
            eprintln!("deadly-field: {fault}");
            None
        }
    }
}

/// Whoever was asked for, else whoever sat there; the computer takes an empty seat.
fn seat(asked: Option<PlayerKind>, sat: &str) -> PlayerKind {
    asked
        .or_else(|| PlayerKind::from_name(sat))
        .unwrap_or(PlayerKind::Computer)
}

/// One fact to a line; what the rules were asked comes with what they answer.
fn write_log(rules: &Rules, battle: &Battle, path: &Path) -> io::Result<()> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut out = BufWriter::new(fs::File::create(path).map_err(named)?);
    for fact in battle.facts() {
        let mut line = serde_json::to_value(fact)?;
        if let Fact::Fired { request, .. }
        | Fact::Checked { request, .. }
        | Fact::Impact { request, .. } = fact
        {
            let request = serde_json::to_string(request)?;
            let answer = answer_line(rules, &request).map_err(io::Error::other)?;
            line["answer"] = serde_json::to_value(answer)?;
        }
        writeln!(out, "{line}").map_err(named)?;
    }
    out.flush().map_err(named)
}
