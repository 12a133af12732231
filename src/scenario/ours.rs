//! The scenarios and boards that come with the program, inside it.
//!
//! To whoever reads them they lie in a folder `scenarios`. A file that a player keeps there under
//! the same name on his disk is read instead.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::force::FORCES;
use super::library::library;

library!(
    /// Every scenario and board that comes with the program.
    SCENARIOS in "scenarios":
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
);

/// The largest scenario or board: ours have some tens of thousands of bytes.
pub(super) const MOST_TEXT: u64 = 2 << 20;

/// The largest picture of heights.
pub(super) const MOST_PICTURE: u64 = 8 << 20;

/// Reads what a scenario names: beside it, else among ours, so that any scenario can be cut out
/// of our boards.
pub(super) fn read_beside(folder: &Path, named: &str, most: u64) -> Result<Vec<u8>, String> {
    inside(folder, named)?;
    let error = match SCENARIOS.read(&folder.join(named), most) {
        Ok(bytes) => return Ok(bytes),
        Err(error) => error,
    };
    if error.kind() != ErrorKind::NotFound {
        return Err(format!("cannot be read: {error}"));
    }
    let ours = SCENARIOS.at(&Path::new(SCENARIOS.folder).join(named));
    let ours = ours.or_else(|| FORCES.at(Path::new(named)));
    ours.map(<[u8]>::to_vec).ok_or_else(|| {
        // Nobody who looks for a force wants to read of boards.
        let forces = FORCES.files.iter();
        let forces = forces.map(|(name, _)| format!("{}/{name}", FORCES.folder));
        let ours = SCENARIOS.files.iter().map(|(name, _)| (*name).to_owned());
        let folder = named.split_once('/').map_or("", |(folder, _)| folder);
        let all = ours.chain(forces);
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

/// The scenario that a file in a folder names: one that lies there or below, one in the folder
/// `scenarios`, or one that comes with the program. Nowhere else on the player's disk.
pub(crate) fn named_in(folder: &Path, named: &str) -> Result<PathBuf, String> {
    for folder in [folder, Path::new(SCENARIOS.folder)] {
        for named in [named.to_owned(), format!("{named}.ron")] {
            inside(folder, &named)?;
            let path = folder.join(named);
            if path.is_file() || SCENARIOS.at(&path).is_some() {
                return Ok(path);
            }
        }
    }
    Err(SCENARIOS.nowhere(Path::new(named)))
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
    SCENARIOS.find(named, None)
}

/// Every scenario that can be chosen by name: the player's own in the folder `scenarios`, and
/// ours.
pub fn all() -> Vec<PathBuf> {
    SCENARIOS.all(None)
}
