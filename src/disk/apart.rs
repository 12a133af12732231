//! What a command writes must lie apart from what it reads.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::shown;
use super::write::writable;

/// Refuses a command that would write over a file it reads, two things into one file, or into what
/// is no file: before it has worked for anything. Outputs come with the option that names them.
pub fn apart(inputs: &[PathBuf], outputs: &[(&str, Option<&Path>)]) -> io::Result<()> {
    let outputs: Vec<(&str, &Path)> = outputs
        .iter()
        .filter_map(|(option, path)| Some((*option, (*path)?)))
        .collect();
    for (at, (option, path)) in outputs.iter().enumerate() {
        let refused = |what: String| {
            let path = path.display().to_string();
            let what = format!("{option} {}: {what}", shown(&path));
            Err(io::Error::new(ErrorKind::InvalidInput, what))
        };
        if let Err(error) = writable(path) {
            return refused(error.to_string());
        }
        if inputs.iter().any(|input| same(input, path)) {
            return refused("is read by this command, and would be overwritten".to_owned());
        }
        if let Some((other, _)) = outputs[..at].iter().find(|(_, other)| same(other, path)) {
            return refused(format!("is what {other} is written to; name another file"));
        }
    }
    Ok(())
}

/// Whether two paths lead to one file.
fn same(one: &Path, other: &Path) -> bool {
    one == other
        || place(one).is_some_and(|place_of| Some(place_of) == place(other))
        || linked(one, other)
}

/// Where a path leads, also when there is no file yet.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    })
}

/// Whether two names are those of one file.
#[cfg(unix)]
fn linked(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path: &Path| {
        std::fs::metadata(path)
            .ok()
            .map(|data| (data.dev(), data.ino()))
    };
    id(one).is_some_and(|one| Some(one) == id(other))
}

#[cfg(not(unix))]
fn linked(_: &Path, _: &Path) -> bool {
    false
}
