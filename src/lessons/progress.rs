//! What of the course is done, remembered in the player's folder of options.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::{read_text, set_aside, write_whole};
use crate::files::configuration;

/// The file it is kept in.
const FILE: &str = "lessons.ron";
/// The largest such file that is read, and the most lessons that are remembered.
const MOST: u64 = 1 << 18;
const LESSONS: usize = 1_000;

/// How far somebody has come in a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// It was gone through to its end.
    pub done: bool,
    /// The step at which it was left, from 0.
    #[serde(default)]
    pub step: usize,
}

/// What of the course is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    lessons: BTreeMap<String, Standing>,
    file: Option<PathBuf>,
    /// What lies there cannot be understood.
    damaged: bool,
}

impl Progress {
    /// What is remembered on this machine. A file that cannot be understood counts as none, and is set
    /// aside with the next lesson.
    pub fn load() -> Self {
        configuration().map_or_else(Self::default, |folder| Self::of(&folder))
    }

    /// What is remembered in a folder.
    pub fn of(folder: &Path) -> Self {
        let file = folder.join(FILE);
        let lessons = match read_text(&file, MOST) {
            Ok(text) => ron::from_str(&text).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(BTreeMap::new()),
            Err(_) => None,
        };
        Self {
            damaged: lessons.is_none(),
            lessons: lessons.unwrap_or_default(),
            file: Some(file),
        }
    }

    /// How a lesson stands.
    pub fn standing(&self, lesson: &str) -> Standing {
        self.lessons.get(lesson).copied().unwrap_or_default()
    }

    /// How many of some lessons are done.
    pub fn done<'a>(&self, lessons: impl Iterator<Item = &'a str>) -> usize {
        lessons.filter(|lesson| self.standing(lesson).done).count()
    }

    /// A lesson is left at a step, or gone through to its end.
    pub fn note(&mut self, lesson: &str, step: usize, over: bool) -> io::Result<()> {
        let known = self.lessons.len() < LESSONS || self.lessons.contains_key(lesson);
        if !known {
            return Ok(());
        }
        let standing = self.lessons.entry(lesson.to_owned()).or_default();
        let new = Standing {
            done: standing.done || over,
            step: if over { 0 } else { step },
        };
        if *standing == new {
            return Ok(());
        }
        *standing = new;
        self.keep()
    }

    fn keep(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = ron::ser::to_string_pretty(&self.lessons, ron::ser::PrettyConfig::default())
            .map_err(io::Error::other)?;
        if std::mem::take(&mut self.damaged) {
            // Where it cannot be moved, it is no file of ours, and writing tells so.
            set_aside(file);
        }
        write_whole(file, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_stays_done_and_what_was_left_is_found_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut progress = Progress::of(folder.path());
        assert_eq!(progress.standing("fire"), Standing::default());
        progress.note("fire", 3, false).expect("written");
        let mut progress = Progress::of(folder.path());
        assert_eq!(progress.standing("fire").step, 3);
        progress.note("fire", 7, true).expect("written");
        progress.note("fire", 2, false).expect("written");
        let progress = Progress::of(folder.path());
        let standing = progress.standing("fire");
        assert!(standing.done && standing.step == 2, "{standing:?}");
        assert_eq!(progress.done(["fire", "charge"].into_iter()), 1);
    }

    #[test]
    fn a_file_that_makes_no_sense_counts_as_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let damaged = "{\"fire\": (done: maybe)}";
        std::fs::write(folder.path().join(FILE), damaged).expect("written");
        let mut progress = Progress::of(folder.path());
        assert_eq!(progress.standing("fire"), Standing::default());
        // Whatever was in it is not lost with the next lesson.
        progress.note("fire", 1, false).expect("written");
        let aside = std::fs::read_to_string(folder.path().join("lessons.damaged-1.ron"));
        assert_eq!(aside.expect("set aside"), damaged);
        assert_eq!(Progress::of(folder.path()).standing("fire").step, 1);
    }
}
