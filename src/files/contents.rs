//! A file's contents: written, read, and held to their sum.

use std::path::Path;

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use super::hex::Hex;
use super::lines::{End, Header, Line, Named, Sources, parse};
use super::made::Made;
use super::record::{Entry, Record};
use super::{OLDEST, VERSION};
use crate::army::Verdict;
use crate::battle::BattleSnapshot;
use crate::disk;
use crate::scenario::FileFault;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A battle to go on with.
    Save,
    /// A battle to look at again.
    Replay,
    /// A battle that is being fought, or was broken off.
    Journal,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Save, Self::Replay, Self::Journal];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Replay => "replay",
            Self::Journal => "journal",
        }
    }

    fn mark(self) -> String {
        format!("deadly-field {}", self.word())
    }
}

/// What is in a save or replay.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contents {
    pub made: Made,
    /// What the scenario is called.
    pub name: String,
    /// What was done.
    pub record: Record,
    /// The state it was saved in.
    pub state: Option<Box<BattleSnapshot>>,
    /// The hash of the last state.
    pub hash: Hex,
    pub verdict: Option<Verdict>,
}

/// The largest file we take: the journal of forty turns of five hundred units behind pickets, with a
/// state for each player turn, has two thirds of it.
const MOST_BYTES: u64 = 192 << 20;

/// The most that all answers together have.
const MOST_ANSWERS: usize = 32 << 20;

/// The longest first line; ours have a few hundred bytes.
const MOST_HEADER: usize = 64 << 10;

/// The longest second line: a scenario with its board and its picture.
const MOST_SOURCES: usize = 24 << 20;

/// The longest line of a whole state: that of the largest battle has a fifth of it.
const MOST_STATE: usize = 8 << 20;

/// The longest of the other lines, each of which is an answer.
const MOST_LINE: usize = 1 << 20;

/// The most lines, each of which is an answer to be played again.
const MOST_LINES: usize = 200_000;

/// Which kind of file that is, if it is one of ours. Scenarios and everything else are none.
pub fn kind_of(path: &Path) -> Option<Kind> {
    use std::io::Read;
    let mut start = Vec::new();
    let file = disk::open(path).ok()?;
    file.take(64).read_to_end(&mut start).ok()?;
    let start = String::from_utf8_lossy(&start);
    Kind::ALL
        .into_iter()
        .find(|kind| start.starts_with(&format!("{{\"file\":\"{}\"", kind.mark())))
}

/// The bytes of a file.
pub(super) fn bytes_of(path: &Path) -> Result<Vec<u8>, FileFault> {
    disk::read(path, MOST_BYTES).map_err(|error| {
        let what = format!("cannot be read: {error}");
        whole_fault(&path.display().to_string(), what)
    })
}

/// The lines of a file with their ends, if there are not too many and none is too long. Told before
/// any of them is looked into.
pub(super) fn lines_of<'a>(file: &str, bytes: &'a [u8]) -> Result<Vec<&'a [u8]>, FileFault> {
    let mut lines = Vec::new();
    let mut answers = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let number = lines.len() + 1;
        let whole = [&b"{\"state\":"[..], b"{\"start\":"];
        let most = match number {
            1 => MOST_HEADER,
            2 => MOST_SOURCES,
            _ if whole.iter().any(|state| line.starts_with(state)) => MOST_STATE,
            _ => MOST_LINE,
        };
        let fault = |what: String| FileFault {
            place: Some((number, 1)),
            ..whole_fault(file, what)
        };
        if most == MOST_LINE {
            answers += line.len();
        }
        if answers > MOST_ANSWERS {
            let most = MOST_ANSWERS >> 20;
            return Err(fault(format!("answers of more than {most} MB")));
        }
        if line.len() > most {
            let (size, most) = (line.len() >> 10, most >> 10);
            let what = format!("this line has {size} KB; allowed: up to {most}");
            return Err(fault(what));
        }
        if number > MOST_LINES {
            return Err(fault(format!("has more than {MOST_LINES} lines")));
        }
        lines.push(line);
    }
    Ok(lines)
}

pub(super) fn whole_fault(file: &str, what: String) -> FileFault {
    FileFault {
        file: file.to_owned(),
        place: None,
        field: String::new(),
        what,
    }
}

impl Contents {
    /// The file, byte by byte.
    pub fn write(&self, kind: Kind) -> serde_json::Result<Vec<u8>> {
        let mut bytes = head(kind, &self.made, &self.name, &self.record)?;
        for entry in &self.record.entries {
            add(&mut bytes, &Line::of(entry))?;
        }
        if let Some(state) = self.state.as_ref().filter(|_| kind == Kind::Save) {
            add(&mut bytes, &Line::State(state.clone()))?;
        }
        let end = End {
            hash: self.hash,
            verdict: self.verdict.clone(),
        };
        add(&mut bytes, &Line::End(end))?;
        let sum = sum_line(&bytes);
        bytes.extend(sum);
        Ok(bytes)
    }

    /// Reads a file of that kind; `file` is how messages call it.
    pub fn read(file: &str, bytes: &[u8], kind: Kind) -> Result<Self, FileFault> {
        let fault = |what: String| whole_fault(file, what);
        let mut lines = lines_of(file, bytes)?
            .into_iter()
            .enumerate()
            .map(|(at, line)| (at + 1, line));
        let (_, first) = lines.next().ok_or_else(|| fault("is empty".to_owned()))?;
        let header = read_header(file, first, kind)?;
        let mut sources = None;
        let (mut start, mut state) = (None, None);
        let mut entries: Vec<Entry> = Vec::new();
        let mut end = None;
        let mut summed = false;
        let mut before = first.len();
        for (number, line) in lines {
            let wrong = |what: &str| FileFault {
                place: Some((number, 1)),
                ..fault(what.to_owned())
            };
            if !line.ends_with(b"\n") {
                return Err(wrong("is cut off in this line"));
            }
            if summed {
                return Err(wrong("is damaged: something stands after the end"));
            }
            if end.is_some() {
                let right = sum_line(&bytes[..before]);
                if line != right {
                    return Err(wrong("is damaged: the lines above do not add up to this"));
                }
                summed = true;
                continue;
            }
            match parse(file, number, line)? {
                Line::Sources(given) if sources.is_none() => sources = Some(given),
                Line::Start(given) if start.is_none() && entries.is_empty() => start = Some(given),
                Line::State(given) if state.is_none() => state = Some(given),
                Line::Answer(hash, answer) if state.is_none() => {
                    entries.push(Entry::Answer { hash, answer });
                }
                Line::Dice(dice) if state.is_none() => entries.push(Entry::Dice(dice)),
                Line::End(given) => end = Some(given),
                _ => return Err(wrong("is damaged: this line does not belong here")),
            }
            before += line.len();
        }
        let end = end
            .filter(|_| summed)
            .ok_or_else(|| fault("is cut off: its last lines are missing".to_owned()))?;
        let sources = sources.ok_or_else(|| fault("has no line `sources`".to_owned()))?;
        if kind == Kind::Save && state.is_none() {
            return Err(fault("has no line `state`, which a save has".to_owned()));
        }
        Ok(Self {
            name: header.scenario.name.clone(),
            record: Record {
                opening: header.opening(*sources),
                start,
                entries,
            },
            made: header.made,
            state,
            hash: end.hash,
            verdict: end.verdict,
        })
    }
}

/// What every file begins with.
pub(super) fn head(
    kind: Kind,
    made: &Made,
    name: &str,
    record: &Record,
) -> serde_json::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let opening = &record.opening;
    let header = Header {
        file: kind.mark(),
        version: VERSION,
        made: made.clone(),
        scenario: Named {
            name: name.to_owned(),
            fingerprint: Hex(opening.source.fingerprint()),
        },
        scale: opening.scale,
        seed: opening.seed,
        players: opening.seats.clone(),
    };
    add(&mut bytes, &header)?;
    let sources = Sources {
        scenario: opening.source.clone(),
        house_rules: opening.house_rules.clone(),
    };
    add(&mut bytes, &Line::Sources(Box::new(sources)))?;
    if let Some(start) = &record.start {
        add(&mut bytes, &Line::Start(start.clone()))?;
    }
    Ok(bytes)
}

/// The last line: a sum over everything above. There is only one way to write it.
pub(super) fn sum_line(above: &[u8]) -> Vec<u8> {
    format!("{{\"sum\":\"{}\"}}\n", Hex(xxh3_64(above))).into_bytes()
}

pub(super) fn add<T: Serialize>(bytes: &mut Vec<u8>, line: &T) -> serde_json::Result<()> {
    serde_json::to_writer(&mut *bytes, line)?;
    bytes.push(b'\n');
    Ok(())
}

/// The first line, once kind and version are known to be ours.
pub(super) fn read_header(file: &str, line: &[u8], kind: Kind) -> Result<Header, FileFault> {
    let fault = |what: String| FileFault {
        place: Some((1, 1)),
        ..whole_fault(file, what)
    };
    let foreign = || fault(format!("is no {} of Deadly Field", kind.word()));
    let value: serde_json::Value = serde_json::from_slice(line).map_err(|_| foreign())?;
    let mark = value.get("file").and_then(|mark| mark.as_str());
    let found = Kind::ALL
        .into_iter()
        .find(|kind| mark == Some(kind.mark().as_str()));
    match found {
        None => return Err(foreign()),
        Some(found) if found != kind => {
            let what = format!("is a {}; a {} is needed", found.word(), kind.word());
            return Err(fault(what));
        }
        Some(_) => {}
    }
    let version = value.get("version").and_then(|version| version.as_u64());
    match version {
        Some(version) if (u64::from(OLDEST)..=u64::from(VERSION)).contains(&version) => {
            parse(file, 1, line)
        }
        Some(1) => Err(fault(format!(
            "is of version 1, from before the first release; this program reads versions from {OLDEST} on"
        ))),
        Some(version) if version > u64::from(VERSION) => Err(fault(format!(
            "is of version {version}; this program reads versions up to {VERSION}: a newer one is needed"
        ))),
        _ => Err(fault(format!(
            "has no version; allowed: {OLDEST} to {VERSION}"
        ))),
    }
}
