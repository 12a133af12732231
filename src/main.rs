//! The command line: opens a door, nothing more.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
