//! Files that come with the program, inside it: scenarios and boards, and forces.
//!
//! To whoever reads them they lie in a folder, as seen from wherever the program is started. A
//! file that a player keeps there under the same name on his disk is read instead.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::disk;

/// All files of one folder.
pub(super) struct Library {
    /// The folder they seem to lie in.
    pub folder: &'static str,
    /// Each by its path from there.
    pub files: &'static [(&'static str, &'static [u8])],
}

/// Declares a [`Library`] with the files of a folder of the repository.
macro_rules! library {
    ($(#[$meta:meta])* $name:ident in $folder:literal: $($file:literal),+ $(,)?) => {
        $(#[$meta])*
        pub(in crate::scenario) const $name: $crate::scenario::library::Library =
            $crate::scenario::library::Library {
                folder: $folder,
                files: &[$((
                    $file,
                    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $file))
                        .as_slice(),
                ),)+],
            };
    };
}

pub(super) use library;

impl Library {
    /// One of them, by the path it seems to have.
    pub fn at(&self, path: &Path) -> Option<&'static [u8]> {
        let mut parts = Vec::new();
        for part in path.components() {
            match part {
                Component::CurDir => {}
                Component::Normal(part) => parts.push(part.to_str()?),
                _ => return None,
            }
        }
        let (folder, below) = parts.split_first()?;
        let below = below.join("/");
        let mut files = self.files.iter();
        let file = files.find(|(name, _)| *folder == self.folder && *name == below);
        file.map(|(_, bytes)| *bytes)
    }

    /// Reads a file from the disk, or the one of ours that stands in its place.
    pub fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        match disk::read(path, most) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.at(path).map(<[u8]>::to_vec).ok_or(error)
            }
            read => read,
        }
    }

    /// Where a name may be meant to lie, the nearest first; `own` is the player's own folder.
    fn candidates(&self, named: &Path, own: Option<&Path>) -> Vec<PathBuf> {
        let folders = [Some(Path::new("")), Some(Path::new(self.folder)), own];
        let paths = folders.into_iter().flatten().flat_map(|folder| {
            let path = folder.join(named);
            let with_ending = path.with_extension("ron");
            let without = path.extension().is_none();
            [Some(path), without.then_some(with_ending)]
        });
        paths.flatten().collect()
    }

    /// The file that a player means. What is nowhere is given back as it is; reading it tells where
    /// it was looked for.
    pub fn find(&self, named: &Path, own: Option<&Path>) -> PathBuf {
        let mut candidates = self.candidates(named, own).into_iter();
        let found = candidates.find(|path| path.is_file() || self.at(path).is_some());
        found.unwrap_or_else(|| named.to_owned())
    }

    /// Every file that can be chosen by name: in the folder, in the player's own, and ours.
    pub fn all(&self, own: Option<&Path>) -> Vec<PathBuf> {
        let folders = [Some(Path::new(self.folder)), own];
        let on_disk = folders
            .into_iter()
            .flatten()
            .flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
        let mut paths: BTreeSet<PathBuf> = on_disk
            .filter_map(|file| Some(file.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "ron") && path.is_file())
            .collect();
        let folder = Path::new(self.folder);
        paths.extend(self.top().map(|file| folder.join(file)));
        paths.into_iter().collect()
    }

    /// Those that lie in the folder itself: boards and pictures lie below it.
    fn top(&self) -> impl Iterator<Item = &'static str> {
        let names = self.files.iter().map(|(name, _)| *name);
        names.filter(|name| name.ends_with(".ron") && !name.contains('/'))
    }

    /// What to say of a file that is nowhere: where it was looked for, and what there is.
    pub fn nowhere(&self, named: &Path) -> String {
        let places: Vec<_> = self
            .candidates(named, None)
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let ours: Vec<_> = self
            .top()
            .map(|name| name.trim_end_matches(".ron"))
            .collect();
        format!(
            "cannot be read: there is none; looked for {}; with the program come: {}",
            places.join(", "),
            ours.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::force::FORCES;
    use crate::scenario::ours::SCENARIOS;

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
    fn all_that_lies_in_a_folder_is_embedded() {
        for library in [SCENARIOS, FORCES] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(library.folder);
            let mut on_disk = Vec::new();
            below(&folder, &folder, &mut on_disk);
            on_disk.sort();
            let embedded: Vec<_> = library.files.iter().map(|(name, _)| *name).collect();
            assert_eq!(embedded, on_disk, "{} in their order", library.folder);
        }
    }

    #[test]
    fn ours_are_known_by_the_path_they_seem_to_have() {
        for path in [
            "scenarios/taint_no_militia.ron",
            "./scenarios/./taint_no_militia.ron",
        ] {
            assert!(SCENARIOS.at(Path::new(path)).is_some(), "{path}");
        }
        for path in [
            "taint_no_militia.ron",
            "/scenarios/taint_no_militia.ron",
            "../scenarios/taint_no_militia.ron",
            "scenarios/crossroads.ron",
            "scenarios",
            "",
        ] {
            assert!(SCENARIOS.at(Path::new(path)).is_none(), "{path}");
        }
    }
}
