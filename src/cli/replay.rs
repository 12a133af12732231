//! `replay`: a battle played again from its file, every state held to its hash.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use deadly_field::files::{Course, Replay};
use deadly_field::print::{Seen, story};
use deadly_field::rules::Side;

use super::ByRules;
use super::say::{complain, out};

/// `replay FILE`
#[derive(Args)]
pub struct ReplayArguments {
    /// A replay, as `fight --replay` writes it.
    file: PathBuf,
    /// Only say whether it is true, without its story.
    #[arg(long)]
    check: bool,
    /// Tell the story as one side has seen the battle: union or confederate.
    #[arg(long = "for", value_name = "SIDE", value_parser = super::hiding::side)]
    eyes: Option<Side>,
}

/// Runs `replay`. True is 0, a departure 1, a file that is no replay 2.
pub fn run_replay(by: &ByRules, arguments: &ReplayArguments) -> io::Result<ExitCode> {
    if let Some(option) = by.option() {
        complain!("deadly-field: {option} cannot be given with a replay, which has its own");
        return Ok(ExitCode::from(2));
    }
    let replay = match Replay::open(&arguments.file) {
        Ok(replay) => replay,
        Err(fault) => {
            complain!("deadly-field: {fault}");
            return Ok(ExitCode::from(2));
        }
    };
    let count = replay.record().answers();
    let played = replay.play();
    let mut out = out();
    if !arguments.check {
        let told = match arguments.eyes {
            Some(side) => story::story(&Seen::of(&played.battle, side)),
            None => story::story(&played.battle),
        };
        writeln!(out, "{told}")?;
    }
    let file = arguments.file.display();
    let unfinished = if replay.verdict().is_none() {
        " It was broken off before the battle was over."
    } else {
        ""
    };
    Ok(match played.course {
        Course::True => {
            writeln!(
                out,
                "{file}: true: all {count} answers lead through the same states to the same end.{unfinished}"
            )?;
            ExitCode::SUCCESS
        }
        Course::Alike { why } => {
            writeln!(
                out,
                "{file}: {why}, so its states cannot be compared. All {count} answers are still allowed, and it ends alike.{unfinished}"
            )?;
            ExitCode::SUCCESS
        }
        Course::Departs(departure) => {
            if let Some(why) = &departure.why {
                writeln!(out, "{file}: {why}; it goes another way now.")?;
            }
            writeln!(out, "{file}: departs at {departure}")?;
            ExitCode::from(1)
        }
    })
}
