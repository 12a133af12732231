//! What the commands say to people and to programs.

use std::fmt;
use std::io::{self, StdoutLock, Write};

use deadly_field::disk::Shown;

/// Standard output; its errors say so, and end the command.
pub struct Out(StdoutLock<'static>);

impl Out {
    fn named(error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("standard output: {error}"))
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| Self::named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| Self::named(&error))
    }
}

/// Standard output for programs, byte by byte.
pub fn plain_out() -> Out {
    Out(io::stdout().lock())
}

/// Standard output for people: control characters in names from outside are shown, not sent.
pub fn out() -> Shown<Out> {
    Shown(plain_out())
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
