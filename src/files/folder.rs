//! The folders in which the window keeps what is the player's own: journals, saves, options.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::contents::kind_of;
use super::journal::Journal;
use super::record::Record;
use super::stamp::stamp;
use crate::disk;

/// Journals of finished battles that are kept.
const KEPT: usize = 20;

/// A folder of journals or saves.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// The folder of the player's own data, if the system has a place for it. `DEADLY_FIELD_DATA`
/// names another.
pub fn data() -> Option<PathBuf> {
    named("DEADLY_FIELD_DATA").or_else(|| {
        let folders = directories::ProjectDirs::from("", "", "deadly-field")?;
        Some(folders.data_dir().to_owned())
    })
}

/// The folder of the player's own settings, if the system has a place for it.
/// `DEADLY_FIELD_CONFIG` names another; where only the data has a folder of its own, it is that.
pub fn configuration() -> Option<PathBuf> {
    named("DEADLY_FIELD_CONFIG")
        .or_else(|| named("DEADLY_FIELD_DATA"))
        .or_else(|| {
            let folders = directories::ProjectDirs::from("", "", "deadly-field")?;
            Some(folders.config_dir().to_owned())
        })
}

fn named(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).filter(|path| !path.is_empty());
    path.map(PathBuf::from)
}

/// A name as files are called: small letters, figures and dashes.
fn plain(name: &str) -> String {
    let letters = name.chars().filter_map(|letter| match letter {
        'A'..='Z' | 'a'..='z' | '0'..='9' => Some(letter.to_ascii_lowercase()),
        ' ' | '-' | '_' => Some('-'),
        _ => None,
    });
    letters.collect()
}

/// A journal in the folder.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where it lies.
    pub path: PathBuf,
    /// The battle is over.
    pub finished: bool,
    /// When it was last written.
    pub written: SystemTime,
}

impl Folder {
    /// A folder anywhere.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The journals in the player's own data, if the system has a place for it.
    pub fn players() -> Option<Self> {
        Some(Self(data()?.join("journals")))
    }

    /// The saves and replays in the player's own data, if the system has a place for it.
    pub fn saves() -> Option<Self> {
        Some(Self(data()?.join("saves")))
    }

    /// The forces in the player's own data, if the system has a place for it.
    pub fn forces() -> Option<Self> {
        Some(Self(data()?.join("forces")))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Begins the journal of a battle, and throws away the oldest of those that are over.
    pub fn begin(&self, record: &Record, name: &str) -> io::Result<Journal> {
        fs::create_dir_all(&self.0).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.0.display()))
        })?;
        self.prune();
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let word = plain(name);
        let mut tried = 0;
        loop {
            let file = match tried {
                0 => format!("{seconds}-{word}.journal"),
                _ => format!("{seconds}-{word}-{tried}.journal"),
            };
            match Journal::create(&self.0.join(file), record, name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tried < 100 => {
                    tried += 1;
                }
                made => return made,
            }
        }
    }

    /// All journals, the one written last first.
    pub fn journals(&self) -> Vec<Found> {
        let Ok(entries) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let mut found: Vec<Found> = entries
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|kind| kind == "journal"))
            .filter_map(|path| {
                let written = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
                let finished = is_finished(&path).unwrap_or(false);
                Some(Found {
                    path,
                    finished,
                    written,
                })
            })
            .collect();
        found.sort_by(|one, other| {
            let order = other.written.cmp(&one.written);
            order.then_with(|| other.path.cmp(&one.path))
        });
        found
    }

    /// The battle that was played last and is not over.
    pub fn unfinished(&self) -> Option<PathBuf> {
        let mut journals = self.journals().into_iter();
        journals
            .find(|found| !found.finished)
            .map(|found| found.path)
    }

    /// A name in the folder, which is made if need be, that no file has: for a save or replay of a
    /// scenario at a turn.
    pub fn free_path(&self, scenario: &str, turn: u32, ending: &str) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.0).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.0.display()))
        })?;
        let name = format!(
            "{}-turn-{turn}-{}",
            plain(scenario),
            stamp(SystemTime::now())
        );
        let paths = (1..).map(|number| match number {
            1 => self.0.join(format!("{name}.{ending}")),
            _ => self.0.join(format!("{name}-{number}.{ending}")),
        });
        let mut free = paths.filter(|path| !path.exists());
        free.next()
            .ok_or_else(|| io::Error::other("no name is free"))
    }

    /// Saves, replays and journals that lie in it.
    pub fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_file() && looks_ours(path))
            .collect();
        files.sort();
        files
    }

    fn prune(&self) {
        let finished = self.journals().into_iter().filter(|found| found.finished);
        for old in finished.skip(KEPT) {
            // One that cannot be thrown away is only one too many.
            let _ = fs::remove_file(old.path);
        }
    }
}

/// A file that is one of ours, or is called as ours are: a damaged one is listed too, and told.
fn looks_ours(path: &Path) -> bool {
    let named = path
        .extension()
        .is_some_and(|ending| ending == "save" || ending == "replay" || ending == "journal");
    named || kind_of(path).is_some()
}

/// Whether a journal's last line is its end.
fn is_finished(path: &Path) -> io::Result<bool> {
    let mut file = disk::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(4096)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let tail = String::from_utf8_lossy(&tail);
    let last = tail.trim_end().rsplit('\n').next().unwrap_or_default();
    Ok(tail.ends_with('\n') && last.starts_with("{\"end\":"))
}
