//! The folder in which the window keeps its journals.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::journal::Journal;
use super::record::Record;

/// Journals of finished battles that are kept.
const KEPT: usize = 20;

/// A folder of journals.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

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

    /// The folder in the player's own data, if the system has a place for it.
    /// `DEADLY_FIELD_DATA` names another.
    pub fn players() -> Option<Self> {
        let own = std::env::var_os("DEADLY_FIELD_DATA").filter(|path| !path.is_empty());
        let data = match own {
            Some(path) => PathBuf::from(path),
            None => directories::ProjectDirs::from("", "", "deadly-field")?
                .data_dir()
                .to_owned(),
        };
        Some(Self(data.join("journals")))
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
        let word: String = name
            .chars()
            .filter_map(|letter| match letter {
                'A'..='Z' | 'a'..='z' | '0'..='9' => Some(letter.to_ascii_lowercase()),
                ' ' | '-' | '_' => Some('-'),
                _ => None,
            })
            .collect();
        let mut tried = 0;
        loop {
            let name = match tried {
                0 => format!("{seconds}-{word}.journal"),
                _ => format!("{seconds}-{word}-{tried}.journal"),
            };
            match Journal::create(&self.0.join(name), record, &word) {
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

    fn prune(&self) {
        let finished = self.journals().into_iter().filter(|found| found.finished);
        for old in finished.skip(KEPT) {
            // One that cannot be thrown away is only one too many.
            let _ = fs::remove_file(old.path);
        }
    }
}

/// Whether a journal's last line is its end.
fn is_finished(path: &Path) -> io::Result<bool> {
    let mut file = fs::File::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(4096)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let tail = String::from_utf8_lossy(&tail);
    let last = tail.trim_end().rsplit('\n').next().unwrap_or_default();
    Ok(tail.ends_with('\n') && last.starts_with("{\"end\":"))
}
