//! A battle that had to be broken off: its state is saved, and its seed told.

use std::io;
use std::path::PathBuf;

use super::Session;
use super::keep::Keep;
use crate::battle::Battle;
use crate::files::{Folder, Kind};

impl Session {
    /// Says that the battle was broken off, where its state lies and from what seed it came.
    pub(super) fn tell_standstill(&mut self) {
        let Some(stuck) = self.battle.stuck() else {
            return;
        };
        let folder = self.faults.as_ref().filter(|_| self.keep == Keep::Undo);
        let saved = folder.map(|folder| self.save_stuck(stuck, folder));
        let lies = match saved {
            Some(Ok(path)) => format!("; its state is saved in {}", path.display()),
            Some(Err(error)) => format!("; its state could not be saved: {error}"),
            None => String::new(),
        };
        self.failures.push(format!(
            "a fault of the program: the battle of seed {} went round in circles in turn {} \
             ({} steps without a die, an inch or a loss) and was broken off{lies}",
            self.record.opening.seed,
            stuck.army().clock().turn,
            stuck.most_idle(),
        ));
    }

    fn save_stuck(&self, stuck: &Battle, folder: &Folder) -> io::Result<PathBuf> {
        let (name, turn) = (&stuck.scenario().name, stuck.army().clock().turn);
        let path = folder.free_path(&format!("{name} stuck"), turn, "save")?;
        self.record.write(Kind::Save, stuck, &path)?;
        Ok(path)
    }
}
