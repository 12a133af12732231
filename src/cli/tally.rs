//! `tally`: adds up what was fought in parts.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use deadly_field::disk::apart;
use deadly_field::print::tally::{Outcome, Tally, add};

use super::say::{complain, out, plain_out};

/// `tally SHARD…`
#[derive(Args)]
pub struct TallyArguments {
    /// Files that `simulate --out` has written, in any order.
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    /// Also write all of them into one file, to be added up further.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `tally`.
pub fn run_tally(arguments: &TallyArguments) -> io::Result<ExitCode> {
    apart(&arguments.shards, &[("--out", arguments.out.as_deref())])?;
    let sum = match add(&arguments.shards) {
        Ok(sum) => sum,
        Err(fault) => {
            complain!("{fault}");
            return Ok(ExitCode::from(2));
        }
    };
    if sum.fought.is_empty() {
        complain!("deadly-field: no battle was fought in any of these");
        return Ok(ExitCode::from(1));
    }
    if let Some(path) = &arguments.out {
        sum.write(path)?;
    }
    let outcomes: Vec<Outcome> = sum.fought.into_iter().map(|one| one.outcome).collect();
    let tally = Tally::of(&sum.battles.roll, &outcomes);
    if arguments.json {
        writeln!(plain_out(), "{}", tally.json())?;
    } else {
        write!(out(), "{}", tally.text())?;
    }
    Ok(ExitCode::SUCCESS)
}
