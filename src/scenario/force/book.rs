//! The forces that come with the program, inside it, and those that the player keeps.
//!
//! To whoever reads them they lie in a folder `forces`. A file that a player keeps there under the
//! same name on his disk is read instead.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::disk;

/// The folder they seem to lie in, as seen from wherever the program is started.
const FOLDER: &str = "forces";

macro_rules! our_files {
    ($($file:literal),+ $(,)?) => {
        /// Every file in `forces/`.
        const FILES: &[(&str, &[u8])] = &[
            $(($file, include_bytes!(concat!("../../../forces/", $file)).as_slice()),)+
        ];
    };
}

our_files![
    "crossroads_confederate.ron",
    "crossroads_union.ron",
    "meeting_1864_confederate.ron",
    "meeting_1864_union.ron",
    "militia_confederate.ron",
    "militia_union.ron",
    "mine_run_1_confederate.ron",
    "mine_run_1_union.ron",
    "mine_run_2_after_union_win_union.ron",
    "mine_run_2_confederate.ron",
    "mine_run_2_union.ron",
    "mine_run_3_after_union_win_union.ron",
    "mine_run_3_confederate.ron",
    "mine_run_3_union.ron",
    "richmond_1864_confederate.ron",
    "richmond_1864_union.ron",
];

/// One of our files, by the path it seems to have.
pub(in crate::scenario) fn at(path: &Path) -> Option<&'static [u8]> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(part) => parts.push(part.to_str()?),
            _ => return None,
        }
    }
    match parts[..] {
        [FOLDER, name] => {
            let file = FILES.iter().find(|(file, _)| *file == name);
            file.map(|(_, bytes)| *bytes)
        }
        _ => None,
    }
}

/// What ours are called.
pub(in crate::scenario) fn names() -> impl Iterator<Item = String> {
    FILES.iter().map(|(name, _)| format!("{FOLDER}/{name}"))
}

/// Reads a file from the disk, or the one of ours that stands in its place.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    match disk::read(path, most) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            at(path).map(<[u8]>::to_vec).ok_or(error)
        }
        read => read,
    }
}

/// Where a name may be meant to lie, the nearest first; `own` is the player's folder of forces.
fn candidates(named: &Path, own: Option<&Path>) -> Vec<PathBuf> {
    let folders = [Some(Path::new("")), Some(Path::new(FOLDER)), own];
    let paths = folders.into_iter().flatten().flat_map(|folder| {
        let path = folder.join(named);
        let with_ending = path.with_extension("ron");
        let without = path.extension().is_none();
        [Some(path), without.then_some(with_ending)]
    });
    paths.flatten().collect()
}

/// The file that a player means: a path, or the name of a force in the folder `forces`, in his own
/// folder of forces, or of one that comes with the program.
///
/// What is nowhere is given back as it is; reading it tells where it was looked for.
pub fn find_force(named: &Path, own: Option<&Path>) -> PathBuf {
    let mut candidates = candidates(named, own).into_iter();
    let found = candidates.find(|path| path.is_file() || at(path).is_some());
    found.unwrap_or_else(|| named.to_owned())
}

/// Every force that can be chosen by name: in the folder `forces`, in the player's own, and ours.
pub fn all_forces(own: Option<&Path>) -> Vec<PathBuf> {
    let folders = [Some(Path::new(FOLDER)), own];
    let on_disk = folders
        .into_iter()
        .flatten()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
    let mut paths: BTreeSet<PathBuf> = on_disk
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron") && path.is_file())
        .collect();
    paths.extend(names().map(PathBuf::from));
    paths.into_iter().collect()
}

/// What to say of a force that is nowhere: where it was looked for, and what there is.
pub(super) fn nowhere(named: &Path) -> String {
    let places: Vec<_> = candidates(named, None)
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let ours: Vec<_> = FILES
        .iter()
        .map(|(name, _)| name.trim_end_matches(".ron"))
        .collect();
    format!(
        "cannot be read: there is none; looked for {}; with the program come: {}",
        places.join(", "),
        ours.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_lies_in_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
        let files = fs::read_dir(folder).expect("a folder");
        let mut on_disk: Vec<_> = files
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        on_disk.sort();
        let embedded: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            embedded, on_disk,
            "src/scenario/force/book.rs lists the files in order"
        );
    }
}
