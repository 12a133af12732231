//! The forces that come with the program, inside it, and those that the player keeps.

use std::path::{Path, PathBuf};

use crate::scenario::library::library;

library!(
    /// Every force that comes with the program.
    FORCES in "forces":
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
);

/// The file that a player means: a path, or the name of a force in the folder `forces`, in his own
/// folder of forces, or of one that comes with the program.
///
/// What is nowhere is given back as it is; reading it tells where it was looked for.
pub fn find_force(named: &Path, own: Option<&Path>) -> PathBuf {
    FORCES.find(named, own)
}

/// Every force that can be chosen by name: in the folder `forces`, in the player's own, and ours.
pub fn all_forces(own: Option<&Path>) -> Vec<PathBuf> {
    FORCES.all(own)
}
