//! The scenarios and boards that come with the program, inside it.
//!
//! To whoever reads them they lie in a folder `scenarios`. A file that a player keeps there under
//! the same name on his disk is read instead.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::disk;

/// The folder they seem to lie in, as seen from wherever the program is started.
const FOLDER: &str = "scenarios";

macro_rules! our_files {
    ($($file:literal),+ $(,)?) => {
        /// Every file below `scenarios/`, by its path from there.
        const FILES: &[(&str, &[u8])] = &[
            $(($file, include_bytes!(concat!("../../scenarios/", $file)).as_slice()),)+
        ];
    };
}

our_files![
    "boards/crossroads.ron",
    "boards/mcphersons_ridge.ron",
    "farmington.ron",
    "franklins_crossing.ron",
    "meeting_1864.ron",
    "mine_run_1.ron",
    "mine_run_2_confederates_won.ron",
    "mine_run_2_union_won.ron",
    "mine_run_3_confederates_won.ron",
    "mine_run_3_union_won.ron",
    "richmond_1864.ron",
    "taint_no_militia.ron",
    "taint_no_militia_by_points.ron",
    "the_crossroads.ron",
];

/// One of our files, by its path below `scenarios/`.
fn ours(below: &str) -> Option<&'static [u8]> {
    let file = FILES.iter().find(|(name, _)| *name == below);
    file.map(|(_, bytes)| *bytes)
}

/// One of our files, by the path it seems to have.
fn at(path: &Path) -> Option<&'static [u8]> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(part) => parts.push(part.to_str()?),
            _ => return None,
        }
    }
    match parts.split_first() {
        Some((&FOLDER, below)) => ours(&below.join("/")),
        _ => None,
    }
}

/// The largest scenario or board: ours have some tens of thousands of bytes.
pub(super) const MOST_TEXT: u64 = 2 << 20;

/// The largest picture of heights.
pub(super) const MOST_PICTURE: u64 = 8 << 20;

/// Reads a file from the disk, or the one of ours that stands in its place.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    match disk::read(path, most) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            at(path).map(<[u8]>::to_vec).ok_or(error)
        }
        read => read,
    }
}

/// Reads what a scenario names: beside it, else among ours, so that any scenario can be cut out
/// of our boards.
pub(super) fn read_beside(folder: &Path, named: &str, most: u64) -> Result<Vec<u8>, String> {
    inside(folder, named)?;
    let error = match read(&folder.join(named), most) {
        Ok(bytes) => return Ok(bytes),
        Err(error) => error,
    };
    if error.kind() != ErrorKind::NotFound {
        return Err(format!("cannot be read: {error}"));
    }
    let ours =
        at(&Path::new(FOLDER).join(named)).or_else(|| super::force::ours_at(Path::new(named)));
    ours.map(<[u8]>::to_vec).ok_or_else(|| {
        // Nobody who looks for a force wants to read of boards.
        let ours = FILES.iter().map(|(name, _)| (*name).to_owned());
        let all = ours.chain(super::force::our_names());
        let folder = named.split_once('/').map_or("", |(folder, _)| folder);
        let names: Vec<_> = all.filter(|name| name.starts_with(folder)).collect();
        let names = names.join(", ");
        format!("cannot be read: {error}; with the program come: {names}")
    })
}

/// Holds what a scenario names to its own folder: a scenario from anybody must not look around on
/// the player's disk and carry what it finds away inside his saves.
fn inside(folder: &Path, named: &str) -> Result<(), String> {
    const ALLOWED: &str = "allowed: a file in the scenario's own folder or below it";
    let plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if named.is_empty() || !Path::new(named).components().all(plain) {
        return Err(format!("is not in the scenario's folder; {ALLOWED}"));
    }
    let here = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    // What is not there leads nowhere; reading it tells so.
    let (Ok(root), Ok(file)) = (here.canonicalize(), here.join(named).canonicalize()) else {
        return Ok(());
    };
    if file.starts_with(root) {
        Ok(())
    } else {
        Err(format!("is a link out of the scenario's folder; {ALLOWED}"))
    }
}

/// Where a name may be meant to lie, the nearest first.
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

/// The file that a player means: a path, or the name of a scenario or board in the folder
/// `scenarios` or of one that comes with the program.
///
/// What is nowhere is given back as it is; reading it tells where it was looked for.
///
/// ```
/// use std::path::Path;
/// use deadly_field::rules::{Rules, Scale};
/// use deadly_field::scenario::{Scenario, find};
///
/// assert_eq!(find(Path::new("taint_no_militia")), Path::new("scenarios/taint_no_militia.ron"));
/// assert_eq!(find(Path::new("boards/crossroads")), Path::new("scenarios/boards/crossroads.ron"));
///
/// let nowhere = find(Path::new("no_such_battle"));
/// let faults = Scenario::load(&nowhere, Scale::Mm15, Rules::book()).expect_err("no file");
/// assert!(faults[0].to_string().contains("taint_no_militia"), "it names those that there are");
/// ```
pub fn find(named: &Path) -> PathBuf {
    let mut candidates = candidates(named).into_iter();
    let found = candidates.find(|path| path.is_file() || at(path).is_some());
    found.unwrap_or_else(|| named.to_owned())
}

/// Every scenario that can be chosen by name: the player's own in the folder `scenarios`, and
/// ours.
pub fn all() -> Vec<PathBuf> {
    let folder = Path::new(FOLDER);
    let on_disk = fs::read_dir(folder).into_iter().flatten();
    let mut paths: BTreeSet<PathBuf> = on_disk
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron") && path.is_file())
        .collect();
    paths.extend(our_scenarios().map(|file| folder.join(file)));
    paths.into_iter().collect()
}

/// Our scenarios lie in the folder itself, boards and pictures below it.
fn our_scenarios() -> impl Iterator<Item = &'static str> {
    let names = FILES.iter().map(|(name, _)| *name);
    names.filter(|name| name.ends_with(".ron") && !name.contains('/'))
}

/// What to say of a scenario that is nowhere: where it was looked for, and what there is.
pub(super) fn nowhere(named: &Path) -> String {
    let places: Vec<_> = candidates(named)
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let ours: Vec<_> = our_scenarios()
        .map(|name| name.trim_end_matches(".ron"))
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

    fn below(folder: &Path, from: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                below(&path, from, found);
            } else {
                let name = path.strip_prefix(from).expect("a path below");
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                found.push(parts.join("/"));
            }
        }
    }

    #[test]
    fn all_that_lies_in_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
        let mut on_disk = Vec::new();
        below(&folder, &folder, &mut on_disk);
        on_disk.sort();
        let embedded: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            embedded, on_disk,
            "src/scenario/ours.rs lists the files in order"
        );
    }

    #[test]
    fn ours_are_known_by_the_path_they_seem_to_have() {
        for path in [
            "scenarios/taint_no_militia.ron",
            "./scenarios/./taint_no_militia.ron",
        ] {
            assert!(at(Path::new(path)).is_some(), "{path}");
        }
        for path in [
            "taint_no_militia.ron",
            "/scenarios/taint_no_militia.ron",
            "../scenarios/taint_no_militia.ron",
            "scenarios/crossroads.ron",
            "scenarios",
            "",
        ] {
            assert!(at(Path::new(path)).is_none(), "{path}");
        }
    }
}
