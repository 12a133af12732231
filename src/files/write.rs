//! Files that are either whole or not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside the one of that name, makes sure that it is on the disk, and only then puts
/// it in its place: whatever happens on the way, the old file or the new one is there. Errors name
/// the path.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    if path.is_dir() {
        let what = format!("{}: is a folder, not a file", path.display());
        return Err(io::Error::new(io::ErrorKind::IsADirectory, what));
    }
    let new = beside(path).map_err(named)?;
    let written = fill(&new, bytes).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // What is left of it serves nobody; the first error is the one to tell.
        let _ = fs::remove_file(&new);
    }
    written.map_err(named)
}

/// The same for a file that must not be there yet.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let there = || {
        let what = "is there already, and is not overwritten";
        named(io::Error::new(io::ErrorKind::AlreadyExists, what))
    };
    if path.exists() {
        return Err(there());
    }
    let new = beside(path).map_err(named)?;
    let written = fill(&new, bytes).and_then(|()| match fs::hard_link(&new, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(there()),
        // Where files have one name only, nobody has taken it since we looked.
        Err(_) => fs::rename(&new, path),
        Ok(()) => Ok(()),
    });
    // What is left of it serves nobody; the first error is the one to tell.
    let _ = fs::remove_file(&new);
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => error,
        _ => named(error),
    })
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "is not the name of a file"))?;
    let mut new = std::ffi::OsString::from(".");
    new.push(name);
    new.push(format!(".{}.new", std::process::id()));
    Ok(path.with_file_name(new))
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
