//! The forces that there are: the player's own and ours.

use std::path::PathBuf;

use crate::files::Folder;
use crate::rules::muster::Period;
use crate::rules::{Rules, Side};
use crate::scenario::force::{Force, all_forces};

/// The most files that are looked into.
const MOST: usize = 200;

/// The forces that can be chosen.
pub struct Stock {
    entries: Vec<(PathBuf, Force)>,
}

/// The player's own folder of forces.
pub fn own() -> Option<PathBuf> {
    Folder::forces().map(|folder| folder.path().to_owned())
}

impl Stock {
    /// Reads them all; damaged ones are left out.
    pub fn read(rules: &Rules) -> Self {
        let paths = all_forces(own().as_deref()).into_iter().take(MOST);
        let entries = paths.filter_map(|path| {
            let force = Force::load(&path, rules).ok()?;
            Some((path, force))
        });
        Self {
            entries: entries.collect(),
        }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &(PathBuf, Force)> {
        self.entries.iter()
    }

    /// Those of a side and period.
    pub fn of(&self, side: Side, period: Period) -> impl Iterator<Item = &(PathBuf, Force)> {
        let fit = move |entry: &&(PathBuf, Force)| entry.1.side == side && entry.1.period == period;
        self.entries.iter().filter(fit)
    }
}
