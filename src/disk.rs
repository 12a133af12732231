//! The way to the disk and back: the one reader and the one writer of the program.
//!
//! What comes from outside is counted while it is read and only taken from regular files; what goes
//! out is whole or not there, and never takes the place of something that is no file of the
//! player's.

mod apart;
mod read;
mod shown;
mod write;

pub use apart::apart;
pub use read::{BoundedLines, LongLine, open, open_within, read, read_text, without_mark};
pub use shown::{Shown, brief, shown};
pub use write::{Draft, set_aside, write_new, write_whole};

use std::io;
use std::path::Path;

/// The same error with the path it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{}: {error}", shown(&path.display().to_string())),
    )
}
