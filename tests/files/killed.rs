//! Whatever kills the program while it writes: the old file or the new one is there, whole.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

/// The commands that write a file, and what they are told to write.
const WRITERS: [(&str, &str); 5] = [
    ("fight taint_no_militia --seed 3 --log", "log.jsonl"),
    ("fight taint_no_militia --seed 3 --replay", "battle.replay"),
    ("fight taint_no_militia --seed 3 --at 2 --save", "turn.save"),
    ("map taint_no_militia --out", "plan.svg"),
    ("house-rules", "house"),
];

fn command(folder: &Path, line: &str, file: &str) -> Command {
    let mut command = Command::new(cargo_bin!("deadly-field"));
    command.current_dir(folder).args(line.split(' ')).arg(file);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// All that lies at a path: the bytes of a file, or of every file of a folder by its name.
fn all_of(path: &Path) -> Vec<(String, Vec<u8>)> {
    if path.is_file() {
        return vec![(String::new(), fs::read(path).expect("bytes"))];
    }
    let mut all = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let entry = entry.expect("an entry").path();
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let name = entry.strip_prefix(path).expect("inside").display();
                all.push((name.to_string(), fs::read(&entry).expect("bytes")));
            }
        }
    }
    all.sort();
    all
}

/// SIGKILL at a moment of each writer's life: a sample; 200 by `DEADLY_FIELD_KILLS`.
#[test]
#[cfg(unix)]
fn a_kill_while_writing_leaves_the_old_file_or_the_new_one() {
    let more = std::env::var("DEADLY_FIELD_KILLS").ok();
    let kills: u32 = more.and_then(|more| more.parse().ok()).unwrap_or(10);
    let folder = tempfile::tempdir().expect("a folder");
    let mut whole = Vec::new();
    for (line, file) in WRITERS {
        let begun = Instant::now();
        let status = command(folder.path(), line, file)
            .status()
            .expect("it runs");
        assert!(status.success(), "{line}");
        whole.push((all_of(&folder.path().join(file)), begun.elapsed()));
    }
    let (mut old, mut new) = (0, 0);
    for kill in 0..kills {
        let index = kill as usize % WRITERS.len();
        let (line, file) = WRITERS[index];
        let (good, took) = &whole[index];
        let path = folder.path().join(file);
        let before = if path.is_dir() {
            // A folder of house rules is written once and then held to account.
            fs::remove_dir_all(&path).expect("removed");
            Vec::new()
        } else {
            fs::write(&path, "old").expect("written");
            vec![(String::new(), b"old".to_vec())]
        };
        let mut child = command(folder.path(), line, file).spawn().expect("it runs");
        // Most of what can go wrong goes wrong at the end, where it writes.
        let share = 0.5 + 0.55 * f64::from(kill * 37 % 101) / 101.0;
        std::thread::sleep(Duration::from_secs_f64(took.as_secs_f64() * share));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let mut left = all_of(&path);
        // Of a folder each file is whole or not there; one that is not there is the book's.
        left.retain(|(name, _)| !name.ends_with(".new"));
        let part = file == "house" && left.iter().all(|one| good.contains(one));
        old += u32::from(left == before);
        new += u32::from(&left == good);
        assert!(
            part || left == before || &left == good,
            "kill {kill} of {line} {file}"
        );
        // The next one to write there sweeps up what a killed one left.
        let again = command(folder.path(), line, file)
            .status()
            .expect("it runs");
        assert!(again.success(), "{line} {file} after a kill");
        assert_eq!(&all_of(&path), good, "{line} {file} after a kill");
    }
    assert!(
        old > 0,
        "{new} of {kills} were over before they were killed"
    );
    let litter = fs::read_dir(folder.path()).expect("a folder");
    let litter: Vec<_> = litter
        .map(|entry| entry.expect("an entry").file_name())
        .filter(|name| !WRITERS.iter().any(|(_, file)| name == file))
        .collect();
    assert!(litter.is_empty(), "{litter:?}");
}
