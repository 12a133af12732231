//! Files that are either whole or not there.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::named;

/// How the name of a file that is being written ends.
const ENDING: &str = ".new";

/// So many letters of chance are between its prefix and its ending.
const CHANCE: usize = 6;

/// A file while it is written: it lies beside the one of its name and takes its place when it is
/// finished. Dropped before that, it leaves nothing behind.
///
/// Errors name the path.
#[derive(Debug)]
pub struct Draft {
    new: NamedTempFile,
    path: PathBuf,
    old: Option<Metadata>,
}

impl Draft {
    /// Begins to write a file. What is no regular file, or may not be written, is left as it is.
    pub fn begin(path: &Path) -> io::Result<Self> {
        Self::beside(path).map_err(|error| named(path, &error))
    }

    fn beside(path: &Path) -> io::Result<Self> {
        let old = replaceable(path)?;
        let name = path
            .file_name()
            .ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "is not the name of a file"))?;
        let mut prefix = OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        let folder = folder_of(path);
        sweep(folder, &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).rand_bytes(CHANCE).suffix(ENDING);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file; the system takes away what the player does not want others to do.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let new = builder.tempfile_in(folder)?;
        // Whoever sweeps the folder sees by this that somebody is still writing.
        new.as_file().lock()?;
        if let Some(old) = &old {
            new.as_file().set_permissions(old.permissions())?;
        }
        let path = path.to_owned();
        Ok(Self { new, path, old })
    }

    /// Makes sure that it is on the disk and puts it in its place.
    pub fn finish(self) -> io::Result<()> {
        self.put(|new, path| new.persist(path).map_err(|error| error.error))
    }

    /// The same for a file that must not be there yet.
    pub fn finish_new(self) -> io::Result<()> {
        self.put(|new, path| match new.persist_noclobber(path) {
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Err(taken()),
            put => put.map_err(|error| error.error),
        })
    }

    fn put(self, put: impl FnOnce(NamedTempFile, &Path) -> io::Result<fs::File>) -> io::Result<()> {
        let Self { new, path, old } = self;
        let placed = || {
            new.as_file().sync_all()?;
            // It may have become something else in the meantime.
            let now = replaceable(&path)?;
            if let (Some(old), Some(_)) = (&old, &now) {
                keep_owner(&new, old);
            }
            put(new, &path)?;
            sync_folder(folder_of(&path));
            Ok(())
        };
        placed().map_err(|error: io::Error| named(&path, &error))
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.new.write(bytes);
        written.map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.new.flush()
    }
}

/// Writes a file: whatever happens on the way, the old file or the new one is there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::begin(path)?;
    draft.write_all(bytes)?;
    draft.finish()
}

/// Writes a file that must not be there yet.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(named(path, &taken()));
    }
    let mut draft = Draft::begin(path)?;
    draft.write_all(bytes)?;
    draft.finish_new()
}

/// Renames a file that cannot be understood, so that nothing the player wrote is lost; its new name.
pub fn set_aside(path: &Path) -> Option<PathBuf> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let (stem, ending) = (path.file_stem()?, path.extension()?);
    let (stem, ending) = (stem.to_string_lossy(), ending.to_string_lossy());
    let mut names =
        (1..1000).map(|number| path.with_file_name(format!("{stem}.damaged-{number}.{ending}")));
    let free = names.find(|name| fs::symlink_metadata(name).is_err())?;
    fs::rename(path, &free).ok().map(|()| free)
}

fn taken() -> io::Error {
    let what = "is there already, and is not overwritten";
    io::Error::new(ErrorKind::AlreadyExists, what)
}

/// What lies at a path, if anything; an error if it may not be replaced.
fn replaceable(path: &Path) -> io::Result<Option<Metadata>> {
    let there = match fs::symlink_metadata(path) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let kind = there.file_type();
    let refused = |error, what: &str| Err(io::Error::new(error, what));
    if kind.is_dir() {
        return refused(ErrorKind::IsADirectory, "is a folder, not a file");
    }
    if kind.is_symlink() {
        let what = "is a link and is not replaced; name the file that it leads to";
        return refused(ErrorKind::InvalidInput, what);
    }
    if !kind.is_file() {
        let what = "is a device, pipe or socket and is not replaced; name a regular file";
        return refused(ErrorKind::InvalidInput, what);
    }
    if there.permissions().readonly() {
        let what = "may only be read, and is left as it is";
        return refused(ErrorKind::PermissionDenied, what);
    }
    Ok(Some(there))
}

/// An error if a file could not be written there.
pub(super) fn writable(path: &Path) -> io::Result<()> {
    replaceable(path)?;
    let folder = folder_of(path);
    if folder.is_dir() {
        return Ok(());
    }
    let what = format!("there is no folder {}", folder.display());
    Err(io::Error::new(ErrorKind::NotFound, what))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Throws away what killed programs have left of this file, and nothing that only sounds like it. One
/// that somebody still writes is locked.
fn sweep(folder: &Path, prefix: &OsString) {
    let begins = |name: &OsString| {
        let name = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes());
        let chance = name.and_then(|name| name.strip_suffix(ENDING.as_bytes()));
        chance.is_some_and(|chance| {
            chance.len() == CHANCE && chance.iter().all(u8::is_ascii_alphanumeric)
        })
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for left in entries.filter(|entry| begins(&entry.file_name())) {
        let file = super::open(&left.path());
        if file.is_ok_and(|file| file.try_lock().is_ok()) {
            // One that cannot be thrown away is only one too many.
            let _ = fs::remove_file(left.path());
        }
    }
}

/// Whoever owned the old file owns the new one, where that is ours to say.
fn keep_owner(new: &NamedTempFile, old: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the administrator can; for everybody else the owner is himself.
        let _ = fchown(new.as_file(), Some(old.uid()), Some(old.gid()));
    }
    #[cfg(not(unix))]
    let _ = (new, old);
}

/// The name of a file is part of its folder, which goes to the disk by itself.
fn sync_folder(folder: &Path) {
    // Where a folder cannot be synced, the system sees to it.
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}
