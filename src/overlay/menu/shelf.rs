//! Battles that were fought before: saves, replays and journals, looked through aside.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::files::{Folder, Glance, Kind, ago, glance, is_in_use};
use crate::players::SeatKind;

/// So often it is looked whether another window still has the last battle open.
const AGAIN: Duration = Duration::from_secs(1);

/// A file that was found.
pub struct Entry {
    /// Where it lies.
    pub path: PathBuf,
    /// What is in it, or what is wrong with it.
    pub what: Result<Glance, String>,
    /// Another window has it open.
    pub in_use: bool,
}

impl Entry {
    /// Reads off what a file holds.
    pub fn of(path: PathBuf) -> Self {
        let what = glance(&path).map_err(|fault| fault.to_string());
        Self {
            in_use: matches!(&what, Ok(glance) if glance.kind == Kind::Journal) && is_in_use(&path),
            path,
            what,
        }
    }

    /// The name of the file.
    pub fn name(&self) -> String {
        let file = self.path.file_name().unwrap_or_default();
        file.to_string_lossy().into_owned()
    }

    fn written(&self) -> SystemTime {
        self.what
            .as_ref()
            .map_or(UNIX_EPOCH, |glance| glance.written)
    }

    /// It can be gone on with.
    pub fn goes_on(&self) -> bool {
        matches!(&self.what, Ok(glance) if !glance.finished && glance.kind != Kind::Replay)
    }
}

/// What a file is, in words.
pub fn kind(glance: &Glance) -> &'static str {
    match (glance.kind, glance.finished) {
        (Kind::Save, false) => "save",
        (Kind::Save, true) => "save of a finished battle",
        (Kind::Replay, true) => "replay",
        (Kind::Replay, false) => "replay, broken off",
        (Kind::Journal, false) => "battle broken off",
        (Kind::Journal, true) => "finished battle",
    }
}

/// The turn a file has come to, in words.
pub fn turn(glance: &Glance) -> String {
    match glance.turn {
        Some(turn) if turn > 0 => format!("turn {turn}"),
        _ if glance.kind == Kind::Replay => format!("{} answers", glance.answers),
        _ => "at its beginning".to_owned(),
    }
}

/// When a file was written, in words.
pub fn age(glance: &Glance) -> String {
    ago(glance.written, SystemTime::now())
}

/// Each file once, by whatever path it was found first: folders may be the same.
fn each_once(files: impl Iterator<Item = PathBuf>) -> impl Iterator<Item = PathBuf> {
    let mut known = HashSet::new();
    files.filter(move |path| {
        let file = path.canonicalize().unwrap_or_else(|_| path.clone());
        known.insert(file)
    })
}

/// All files that were found, the one written last first.
pub struct Shelf {
    entries: Vec<Entry>,
    /// When it was last looked whether another window has let the last battle go.
    asked: Instant,
    news: Option<Mutex<Receiver<Vec<Entry>>>>,
}

impl Shelf {
    /// Begins to look: in the player's own folders and where the program was started.
    pub fn look() -> Self {
        let (send, news) = channel();
        std::thread::spawn(move || {
            let folders = [Folder::saves(), Folder::players(), Some(Folder::at("."))];
            let files = folders
                .into_iter()
                .flatten()
                .flat_map(|folder| folder.files());
            let mut entries: Vec<Entry> = each_once(files)
                .map(|path| path.strip_prefix(".").map_or(path.clone(), Path::to_owned))
                .map(Entry::of)
                .collect();
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.written()));
            let _ = send.send(entries);
        });
        Self {
            asked: Instant::now(),
            entries: Vec::new(),
            news: Some(Mutex::new(news)),
        }
    }

    /// Takes what has been found.
    pub fn take(&mut self) {
        let news = self.news.as_mut().and_then(|news| news.get_mut().ok());
        if let Some(entries) = news.and_then(|news| news.try_recv().ok()) {
            self.entries = entries;
            self.news = None;
        }
        if self.asked.elapsed() >= AGAIN {
            self.asked = Instant::now();
            // A program that was killed lets go of its battle a moment later.
            for entry in self.entries.iter_mut().filter(|entry| entry.in_use) {
                entry.in_use = is_in_use(&entry.path);
            }
        }
    }

    /// More is to come.
    pub fn is_looking(&self) -> bool {
        self.news.is_some()
    }

    /// All that were found.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The battle to continue: the last that was broken off, before all those that a person plays.
    pub fn last(&self) -> Option<&Entry> {
        let broken_off = |entry: &&Entry| matches!(&entry.what, Ok(glance) if glance.kind == Kind::Journal && !glance.finished);
        let person = SeatKind::Person.to_string();
        let played = |entry: &&Entry| {
            let seats = entry.what.as_ref().map(|glance| &glance.seats);
            seats.is_ok_and(|seats| seats.union == person || seats.confederate == person)
        };
        let found = || self.entries.iter().filter(broken_off);
        found().find(played).or_else(|| found().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_listed_once_by_whatever_path() {
        let folder =
            std::env::temp_dir().join(format!("deadly-field-shelf-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (one, two) = (folder.join("one.save"), folder.join("two.save"));
        for file in [&one, &two] {
            std::fs::write(file, "").expect("a file");
        }
        let again = folder.join(".").join("one.save");
        let listed = each_once([one.clone(), two.clone(), again, one.clone()].into_iter());
        assert_eq!(listed.collect::<Vec<_>>(), [one, two]);
        let _ = std::fs::remove_dir_all(folder);
    }
}
