//! A battle written down while it is fought.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::contents::{Contents, Kind, add, bytes_of, head, lines_of, read_header, whole_fault};
use super::hex::Hex;
use super::lines::{End, Header, Line, Sources, parse};
use super::made::Made;
use super::record::{Entry, Record};
use super::replay::play_entries;
use super::save::{Opened, from_state};
use crate::battle::{Battle, BattleSnapshot};
use crate::disk::{self, write_new};
use crate::scenario::FileFault;

/// The journal of one battle, open and locked.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins a journal. A file of that name is never overwritten.
    pub fn create(path: &Path, record: &Record, name: &str) -> io::Result<Self> {
        let mut bytes = head(Kind::Journal, &Made::here(), name, record)?;
        for entry in &record.entries {
            add(&mut bytes, &Line::of(entry))?;
        }
        write_new(path, &bytes)?;
        let file = OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(|error| named(path, &error))?;
        let journal = Self {
            file,
            path: path.to_owned(),
        };
        journal.lock()?;
        Ok(journal)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Nobody else may write it meanwhile.
    fn lock(&self) -> io::Result<()> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(io::Error::new(
                io::ErrorKind::WouldBlock,
                format!(
                    "{}: another window or program has this battle open; close it there first",
                    self.path.display()
                ),
            )),
            Err(TryLockError::Error(error)) => Err(named(&self.path, &error)),
        }
    }

    /// Writes a line at once.
    fn line(&mut self, line: &Line) -> io::Result<()> {
        let mut bytes = Vec::new();
        add(&mut bytes, line)?;
        self.file
            .write_all(&bytes)
            .map_err(|error| named(&self.path, &error))
    }

    /// Something was done.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.line(&Line::of(entry))
    }

    /// So much was taken back.
    pub fn undo(&mut self, entries: usize) -> io::Result<()> {
        self.line(&Line::Undo(entries))
    }

    /// How the battle stands, for a program that plays by other rules.
    pub fn state(&mut self, battle: &Battle) -> io::Result<()> {
        self.line(&Line::State(Box::new(battle.snapshot())))
    }

    /// The battle is over.
    pub fn end(&mut self, battle: &Battle) -> io::Result<()> {
        let end = End {
            hash: Hex(battle.hash()),
            verdict: battle.army().verdict().cloned(),
        };
        self.line(&Line::End(end))?;
        self.sync()
    }

    /// Makes sure that everything is on the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file
            .sync_data()
            .map_err(|error| named(&self.path, &error))
    }
}

/// Whether another window or program has a journal open.
pub fn is_in_use(path: &Path) -> bool {
    let file = disk::open(path);
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// How the line of a state begins.
const STATE: &[u8] = b"{\"state\":";

/// What is in a journal.
struct Found {
    contents: Contents,
    /// The last state, and how much had been done then.
    state: Option<(usize, Box<BattleSnapshot>)>,
    /// Bytes that are whole.
    whole: usize,
}

/// Opens a journal to go on with it, locked against everybody else.
pub fn open_journal(path: &Path) -> Result<(Opened, Journal), FileFault> {
    let name = path.display().to_string();
    let fault = |error: &io::Error| whole_fault(&name, format!("cannot be opened: {error}"));
    let file = OpenOptions::new()
        .append(true)
        .read(true)
        .open(path)
        .map_err(|error| fault(&error))?;
    let journal = Journal {
        file,
        path: path.to_owned(),
    };
    journal
        .lock()
        .map_err(|error| whole_fault(&name, error.to_string()))?;
    let bytes = bytes_of(path)?;
    let found = read(&name, &bytes)?;
    let whole = found.whole;
    let torn = bytes.len() - whole;
    let mut opened = open(&name, found)?;
    if torn > 0 {
        // Only of a battle that is one: whatever else it may be stays as it is.
        let cut_off = journal.file.set_len(whole as u64);
        cut_off.map_err(|error| fault(&error))?;
        let cut = format!("{name}: its last line was torn and is cut off ({torn} bytes)");
        opened.note = Some(match opened.note {
            Some(note) => format!("{cut}; {note}"),
            None => cut,
        });
    }
    Ok((opened, journal))
}

/// Reads a journal to look at it, and leaves it as it is.
pub fn read_journal(path: &Path) -> Result<Opened, FileFault> {
    let name = path.display().to_string();
    open(&name, read(&name, &bytes_of(path)?)?)
}

fn open(name: &str, found: Found) -> Result<Opened, FileFault> {
    let Found {
        contents, state, ..
    } = found;
    let (scenario, rules) = contents.ground(name)?;
    if contents.made.plays_alike() {
        let first = contents.first(name, &scenario, &rules)?;
        let battle = play_entries(first, &contents.record.entries, true)
            .map_err(|departure| whole_fault(name, format!("is made up: {departure}")))?;
        return Ok(Opened {
            record: contents.record,
            battle,
            note: None,
        });
    }
    let Some((done, state)) = state else {
        let what = format!(
            "{}, and it holds no state to go on from",
            contents.made.difference()
        );
        return Err(whole_fault(name, what));
    };
    let lost = contents.record.entries.len() - done;
    let note = format!(
        "{name}: {}; it goes on by the rules of this one from its last player turn, {lost} answers \
         earlier",
        contents.made.difference(),
    );
    from_state(name, contents.record, (scenario, rules), state, note)
}

/// Reads a journal as far as it is whole.
fn read(name: &str, bytes: &[u8]) -> Result<Found, FileFault> {
    let lines = lines_of(name, bytes)?;
    let Some(first) = lines.first() else {
        return Err(whole_fault(name, "is empty".to_owned()));
    };
    let header: Header = read_header(name, first, Kind::Journal)?;
    let mut whole = first.len();
    let mut sources: Option<Box<Sources>> = None;
    let mut start = None;
    let mut entries: Vec<Entry> = Vec::new();
    let mut states: Vec<(usize, usize, &[u8])> = Vec::new();
    let mut end = None;
    for (at, line) in lines.iter().enumerate().skip(1) {
        let number = at + 1;
        let last = number == lines.len();
        let wrong = |what: &str| FileFault {
            place: Some((number, 1)),
            ..whole_fault(name, what.to_owned())
        };
        // Only the last state is ever gone on from: the others are not looked into.
        if line.ends_with(b"\n") && line.starts_with(STATE) {
            states.push((entries.len(), number, line));
            whole += line.len();
            continue;
        }
        let parsed = match parse::<Line>(name, number, line) {
            Ok(parsed) if line.ends_with(b"\n") => parsed,
            // What was being written when the program died.
            _ if last => break,
            Ok(_) => return Err(wrong("is damaged")),
            Err(fault) => return Err(fault),
        };
        match parsed {
            Line::Sources(given) if sources.is_none() => sources = Some(given),
            Line::Start(given) if start.is_none() && entries.is_empty() => start = Some(given),
            Line::Answer(hash, answer) => entries.push(Entry::Answer { hash, answer }),
            Line::Dice(dice) => entries.push(Entry::Dice(dice)),
            Line::Undo(count) if count <= entries.len() => {
                entries.truncate(entries.len() - count);
                states.retain(|(done, ..)| *done <= entries.len());
            }
            Line::End(given) => end = Some(given),
            _ => return Err(wrong("is damaged: this line does not belong here")),
        }
        whole += line.len();
    }
    let sources = sources.ok_or_else(|| whole_fault(name, "has no line `sources`".to_owned()))?;
    Ok(Found {
        contents: Contents {
            name: header.scenario.name.clone(),
            record: Record {
                opening: header.opening(*sources),
                start,
                entries,
            },
            made: header.made,
            state: None,
            hash: Hex(0),
            verdict: end.and_then(|end| end.verdict),
        },
        state: match states.pop() {
            Some((done, number, line)) => match parse(name, number, line)? {
                Line::State(state) => Some((done, state)),
                _ => return Err(whole_fault(name, "is damaged".to_owned())),
            },
            None => None,
        },
        whole,
    })
}
