//! Saves and replays of the battle on the table, with a small picture beside each.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use resvg::tiny_skia::Pixmap;

use super::hand::give::SaveWanted;
use super::notices::Notices;
use crate::disk::write_whole;
use crate::files::{Folder, Kind};
use crate::table::Sitting;

/// How wide the small picture of a save is.
const WIDE: u32 = 240;

/// Saves the battle in the player's folder of saves, under a name that says scenario, turn and
/// time, and has a small picture of the window laid beside it. If it cannot be written the message
/// says why, and the battle is as it was.
pub fn save_now(sitting: &mut Sitting, commands: &mut Commands) -> Result<PathBuf, String> {
    let path = write(sitting, Kind::Save)?;
    photograph(commands, &path);
    Ok(path)
}

/// Writes a replay of the battle into the same folder.
pub fn save_replay(sitting: &mut Sitting) -> Result<PathBuf, String> {
    write(sitting, Kind::Replay)
}

fn write(sitting: &mut Sitting, kind: Kind) -> Result<PathBuf, String> {
    let what = match kind {
        Kind::Replay => "replay",
        Kind::Save | Kind::Journal => "battle",
    };
    let failed = |error: std::io::Error| format!("The {what} could not be saved: {error}");
    let folder = Folder::saves().ok_or_else(|| {
        format!(
            "The {what} could not be saved: this system has no folder for the player's data; name \
             one in DEADLY_FIELD_DATA"
        )
    })?;
    let session = sitting.session();
    let battle = session.battle();
    let ending = match kind {
        Kind::Replay => "replay",
        Kind::Save | Kind::Journal => "save",
    };
    let path = folder
        .free_path(&battle.scenario().name, battle.army().clock().turn, ending)
        .map_err(failed)?;
    session.save(kind, &path).map_err(failed)?;
    Ok(path)
}

/// Where the small picture of a save lies.
pub fn picture_of(save: &Path) -> PathBuf {
    save.with_extension("png")
}

/// Lays a small picture of the window beside a save, as soon as one has been drawn. Without it a
/// save is as good, so nothing is said if that fails.
pub fn photograph(commands: &mut Commands, save: &Path) {
    let path = picture_of(save);
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>| {
            if let Some(png) = small(captured.image.clone()) {
                let _ = write_whole(&path, &png);
            }
        },
    );
}

/// A picture made small, as a PNG.
fn small(image: Image) -> Option<Vec<u8>> {
    let image = image.try_into_dynamic().ok()?;
    let image = image.thumbnail(WIDE, WIDE).into_rgba8();
    let mut pixmap = Pixmap::new(image.width(), image.height())?;
    for (to, from) in pixmap
        .data_mut()
        .chunks_exact_mut(4)
        .zip(image.as_raw().chunks_exact(4))
    {
        // The window has nothing behind it.
        to.copy_from_slice(&[from[0], from[1], from[2], 255]);
    }
    pixmap.encode_png().ok()
}

/// Saves when it is asked for at the table. One that cannot be written is said, and the battle goes
/// on.
fn save(
    mut commands: Commands,
    mut wanted: MessageReader<SaveWanted>,
    mut sitting: ResMut<Sitting>,
    mut notices: ResMut<Notices>,
) {
    if wanted.read().count() == 0 {
        return;
    }
    match save_now(sitting.bypass_change_detection(), &mut commands) {
        Ok(path) => notices.tell(format!("The battle is saved in {}", path.display())),
        Err(why) => notices.push(why),
    }
}

/// Saves at the table.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, save.run_if(resource_exists::<Sitting>));
}
