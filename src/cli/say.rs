//! What the commands say to people.

use std::fmt;
use std::io::{self, StdoutLock, Write};

use deadly_field::disk::Shown;

/// Standard output, for people: control characters in names from outside are shown, not sent.
/// What cannot be written comes back as an error and ends the command.
pub fn out() -> Shown<StdoutLock<'static>> {
    Shown(io::stdout().lock())
}

/// Writes a line to standard error. Where that cannot be written there is nobody left to tell.
pub fn to_stderr(what: fmt::Arguments) {
    let _ = writeln!(Shown(io::stderr().lock()), "{what}");
}

/// `eprintln!` that shows control characters and never panics.
macro_rules! complain {
    ($($what:tt)+) => {
        $crate::cli::say::to_stderr(format_args!($($what)+))
    };
}

pub(super) use complain;
