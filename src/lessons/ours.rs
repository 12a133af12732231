//! The lessons that come with the program, inside it. A file that a player keeps in a folder
//! `walkthroughs` under the same name is read instead.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::disk::{self, without_mark};
use crate::scenario::FileFault;

/// The folder they seem to lie in, as seen from wherever the program is started.
const FOLDER: &str = "walkthroughs";

macro_rules! our_lessons {
    ($($name:literal),+ $(,)?) => {
        /// Every lesson of ours, by its name.
        const LESSONS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../walkthroughs/", $name, ".ron"))),)+
        ];
    };
}

// In the order of their names; a test compares them with the folder.
our_lessons! {
    "battlespace",
    "big_guns",
    "breaking_off",
    "brigade_attack",
    "brigade_in_line",
    "cavalry",
    "charge",
    "column_and_skirmishers",
    "cover",
    "enfilade",
    "enfilade_columns",
    "fire",
    "flank_charge",
    "ground",
    "group_charge",
    "gunners",
    "guns",
    "hard_shots",
    "hidden",
    "horse_and_foot",
    "how_it_ends",
    "leaders",
    "melee",
    "militia",
    "militia_2",
    "mine_run",
    "morale",
    "moving",
    "mustering",
    "obstacles",
    "on_the_end",
    "own_battles",
    "panic",
    "pontoons",
    "rally",
    "reacting",
    "sabres",
    "seeing",
    "sequencing",
    "skirmishers",
    "stands",
    "the_table",
    "unusual_troops",
    "wilkesons_battery",
    "works",
    "worn_regiments",
}

/// The largest lesson: ours have some tens of thousands of bytes.
const MOST: u64 = 1 << 20;

/// The name of a lesson: that of its file without the ending.
pub fn name_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

fn ours(path: &Path) -> Option<&'static str> {
    let below = path.strip_prefix(".").unwrap_or(path);
    let name = below.strip_prefix(FOLDER).ok()?.to_str()?;
    let lesson = LESSONS
        .iter()
        .find(|(known, _)| name.strip_suffix(".ron") == Some(known));
    lesson.map(|(_, text)| *text)
}

fn candidates(named: &Path) -> Vec<PathBuf> {
    let folders = [Path::new(""), Path::new(FOLDER)];
    let paths = folders.iter().flat_map(|folder| {
        let path = folder.join(named);
        let with_ending = path.with_extension("ron");
        let without = path.extension().is_none();
        [Some(path), without.then_some(with_ending)]
    });
    paths.flatten().collect()
}

/// The file that a player means: a path, or the name of a lesson in the folder `walkthroughs` or of
/// one that comes with the program. What is nowhere is given back as it is; reading it tells so.
pub fn find(named: &Path) -> PathBuf {
    let mut candidates = candidates(named).into_iter();
    let found = candidates.find(|path| path.is_file() || ours(path).is_some());
    found.unwrap_or_else(|| named.to_owned())
}

/// Every lesson there is: the player's own in the folder `walkthroughs`, and ours.
pub fn all() -> Vec<PathBuf> {
    let folder = Path::new(FOLDER);
    let on_disk = fs::read_dir(folder).into_iter().flatten();
    let mut paths: BTreeSet<PathBuf> = on_disk
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron") && path.is_file())
        .collect();
    paths.extend(
        LESSONS
            .iter()
            .map(|(name, _)| folder.join(format!("{name}.ron"))),
    );
    paths.into_iter().collect()
}

/// The text of a lesson.
pub(super) fn read(path: &Path) -> Result<String, FileFault> {
    let fault = |what: String| FileFault {
        file: path.display().to_string(),
        place: None,
        field: String::new(),
        what,
    };
    let bytes = match disk::read(path, MOST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => match ours(path) {
            Some(text) => return Ok(text.to_owned()),
            None => {
                let places: Vec<_> = candidates(path)
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect();
                let names: Vec<_> = LESSONS.iter().map(|(name, _)| *name).collect();
                return Err(fault(format!(
                    "cannot be read: there is none; looked for {}; with the program come: {}",
                    places.join(", "),
                    names.join(", ")
                )));
            }
        },
        Err(error) => return Err(fault(format!("cannot be read: {error}"))),
    };
    let text = String::from_utf8(bytes)
        .map_err(|_| fault("cannot be read: it is not UTF-8 text".to_owned()))?;
    Ok(without_mark(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_lies_in_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
        let mut on_disk: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .map(|path| name_of(&path))
            .collect();
        on_disk.sort();
        let embedded: Vec<_> = LESSONS.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            embedded, on_disk,
            "src/lessons/ours.rs lists the lessons in order"
        );
    }
}
