//! The program played by a scripted person: its own plugins in an app without a window system and
//! without a renderer, driven by nothing but the messages that a mouse and a keyboard make.

mod advice;
mod arriving;
mod battle;
mod booklet;
mod curtain;
mod deeds;
mod edges;
mod liking;
mod orders;
mod peace;
mod person;
mod quick;
mod room;
mod script;
mod speed;

use std::process::Command;

/// Runs a test again in a process of its own whose journals and options lie in a new folder: answers
/// whether this is that process.
fn in_a_room_of_its_own(test: &str) -> bool {
    const INSIDE: &str = "DEADLY_FIELD_IN_ITS_ROOM";
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let own = std::env::current_exe().expect("this test");
    let done = Command::new(own)
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .env("DEADLY_FIELD_DATA", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .env("HOME", folder.path())
        .env_remove("DEADLY_FIELD_TRACE")
        .output()
        .expect("the test starts");
    // Told again here, so that it is only shown where it is wanted.
    print!("{}", String::from_utf8_lossy(&done.stdout));
    eprint!("{}", String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{test}: {}", done.status);
    false
}
