//! Should the program panic: what happened is written down, and the terminal says where that and
//! the battle lie.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::disk::write_whole;
use crate::files::data;
use crate::session::Session;

/// The battle that is on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Underway {
    /// What is fought.
    pub scenario: String,
    /// With which dice.
    pub seed: u64,
    /// At what scale.
    pub scale: String,
    /// Who plays.
    pub seats: (String, String),
    /// Where its journal lies, if one is kept.
    pub journal: Option<PathBuf>,
}

static UNDERWAY: Mutex<Option<Underway>> = Mutex::new(None);
/// One panic brings others with it; only the first is worth a report.
static REPORTED: AtomicBool = AtomicBool::new(false);

/// A battle is on the table from now on.
pub fn begin(session: &Session) {
    let opening = &session.record().opening;
    remember(Some(Underway {
        scenario: session.battle().scenario().name.clone(),
        seed: opening.seed,
        scale: opening.scale.to_string(),
        seats: (
            opening.seats.union.clone(),
            opening.seats.confederate.clone(),
        ),
        journal: session.journal().map(Path::to_owned),
    }));
}

/// No battle is on the table any more.
pub fn end() {
    remember(None);
}

fn remember(underway: Option<Underway>) {
    if let Ok(mut slot) = UNDERWAY.lock() {
        *slot = underway;
    }
}

/// From now on a panic is written down.
pub fn install() {
    install_in(data());
}

fn install_in(folder: Option<PathBuf>) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        before(panic);
        if REPORTED.swap(true, Ordering::SeqCst) {
            return;
        }
        let what = panic
            .payload_as_str()
            .unwrap_or("it did not say what")
            .to_owned();
        let place = panic
            .location()
            .map_or_else(|| "nobody knows where".to_owned(), ToString::to_string);
        let underway = match UNDERWAY.try_lock() {
            Ok(slot) => slot.clone(),
            Err(_) => None,
        };
        let trace = Backtrace::force_capture().to_string();
        let text = text(&what, &place, underway.as_ref(), &trace);
        let written = folder
            .as_ref()
            .and_then(|folder| write(&folder.join("reports"), &text));
        eprint!("{}", told(underway.as_ref(), written.as_deref()));
    }));
}

/// What the report says.
fn text(what: &str, place: &str, underway: Option<&Underway>, trace: &str) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "deadly-field {} panicked", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "what: {what}\nwhere: {place}");
    match underway {
        None => text.push_str("battle: none on the table\n"),
        Some(battle) => {
            let _ = writeln!(
                text,
                "scenario: {}\nscale: {}\nseed: {}\nunion: {}\nconfederate: {}",
                battle.scenario, battle.scale, battle.seed, battle.seats.0, battle.seats.1
            );
            let _ = match &battle.journal {
                Some(journal) => writeln!(text, "journal: {}", journal.display()),
                None => writeln!(text, "journal: none is kept"),
            };
        }
    }
    let _ = writeln!(text, "\n{trace}");
    text
}

/// Writes a report under a name of its own.
fn write(folder: &Path, text: &str) -> Option<PathBuf> {
    fs::create_dir_all(folder).ok()?;
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let path = folder.join(format!("panic-{seconds}-{}.txt", std::process::id()));
    write_whole(&path, text.as_bytes()).ok()?;
    Some(path)
}

/// What the terminal says.
fn told(underway: Option<&Underway>, report: Option<&Path>) -> String {
    let mut told = String::from("\ndeadly-field: this should not have happened.\n");
    let _ = match report {
        Some(path) => writeln!(told, "  A report is in {}", path.display()),
        None => writeln!(told, "  No report could be written."),
    };
    if let Some(journal) = underway.and_then(|battle| battle.journal.as_ref()) {
        let _ = writeln!(
            told,
            "  The battle is in {}: start the program again and choose continue, or: deadly-field \
             play {0}",
            journal.display()
        );
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_where_and_which_battle() {
        let underway = Underway {
            scenario: "A Ford".to_owned(),
            seed: 7,
            scale: "15mm".to_owned(),
            seats: ("person".to_owned(), "computer:hard".to_owned()),
            journal: Some(PathBuf::from("/somewhere/a.journal")),
        };
        let text = text("a die fell off", "src/dice.rs:1:2", Some(&underway), "");
        for part in [
            "a die fell off",
            "src/dice.rs:1:2",
            env!("CARGO_PKG_VERSION"),
            "A Ford",
            "seed: 7",
            "/somewhere/a.journal",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let told = told(Some(&underway), Some(Path::new("/reports/panic-1.txt")));
        assert!(told.contains("/reports/panic-1.txt"), "{told}");
        assert!(told.contains("/somewhere/a.journal"), "{told}");
    }

    #[test]
    fn a_panic_leaves_a_report() {
        let name = format!("deadly-field-report-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        install_in(Some(folder.clone()));
        let panicked = std::thread::spawn(|| panic!("the powder is wet")).join();
        let _ = std::panic::take_hook();
        assert!(panicked.is_err());
        let reports: Vec<_> = fs::read_dir(folder.join("reports"))
            .expect("a folder")
            .filter_map(Result::ok)
            .collect();
        assert_eq!(reports.len(), 1);
        let text = fs::read_to_string(reports[0].path()).expect("a report");
        assert!(text.contains("the powder is wet"), "{text}");
        assert!(text.contains("report.rs"), "{text}");
        let _ = fs::remove_dir_all(folder);
    }
}
