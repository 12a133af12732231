//! The files that a scenario is made of, so that it can travel inside another file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::origin::{Draft, Origin};
use super::ours::{self, MOST_TEXT, SCENARIOS};
use super::setup::Mustered;
use super::{FileFault, Hiding, Scenario};
use crate::disk::without_mark;
use crate::rules::muster::Card;
use crate::rules::{Rules, Scale, Side};

/// What is said of a file that should be text.
const NOT_TEXT: &str = "cannot be read: it is not UTF-8 text";

/// A scenario's text with the board and the picture that it names.
///
/// Saves and replays carry one, so that they play on what they were fought on even when the
/// scenario has been changed, moved or thrown away since.
#[derive(Default, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioSource {
    /// The scenario's own file, as messages call it.
    pub file: String,
    /// The text of that file.
    text: String,
    /// Further files, as the scenario names them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    beside: BTreeMap<String, Contents>,
    /// The forces that the sides brought instead of the ready ones.
    #[serde(default, skip_serializing_if = "Forces::is_empty")]
    forces: Forces,
    /// Sides that the players hide beside those that the scenario hides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hiding: Option<Hiding>,
}

/// The text of a force, with the cards that said how strong it may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForceText {
    /// Its file, as messages call it.
    pub file: String,
    /// What is in it.
    pub text: String,
    /// The cards that were drawn for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Card>,
}

/// The forces that sides bring; without one a side that musters has the ready force of its
/// scenario.
#[derive(Default, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forces {
    /// Of the Union.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub union: Option<ForceText>,
    /// Of the Confederates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confederate: Option<ForceText>,
    /// The roads that were chosen where a scenario leaves it to the player: entries by whom they
    /// are for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub roads: BTreeMap<String, String>,
}

impl Forces {
    fn is_empty(&self) -> bool {
        self.union.is_none() && self.confederate.is_none() && self.roads.is_empty()
    }

    fn of(&self, side: Side) -> Option<&ForceText> {
        match side {
            Side::Union => self.union.as_ref(),
            Side::Confederate => self.confederate.as_ref(),
        }
    }
}

/// What a further file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Contents {
    /// Text.
    Text(String),
    /// Anything else, two hexadecimal digits to a byte.
    Hex(String),
}

impl Contents {
    fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Hex(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
        }
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        match self {
            Self::Text(text) => Ok(text.clone().into_bytes()),
            Self::Hex(digits) => digits
                .as_bytes()
                .chunks(2)
                .map(|pair| {
                    std::str::from_utf8(pair)
                        .ok()
                        .filter(|pair| pair.len() == 2)
                        .and_then(|pair| u8::from_str_radix(pair, 16).ok())
                })
                .collect::<Option<_>>()
                .ok_or_else(|| "is not in hexadecimal digits".to_owned()),
        }
    }
}

impl ScenarioSource {
    /// Reads a scenario and keeps all that it was read from.
    pub fn load(
        from: impl Into<Origin>,
        scale: Scale,
        rules: &Rules,
    ) -> Result<(Scenario, Self), Vec<FileFault>> {
        Self::load_with(from, scale, rules, Forces::default())
    }

    /// Reads a scenario with the forces that its sides bring, and keeps all that it was read from.
    pub fn load_with(
        from: impl Into<Origin>,
        scale: Scale,
        rules: &Rules,
        forces: Forces,
    ) -> Result<(Scenario, Self), Vec<FileFault>> {
        let Draft { path, text, made } = from.into().draft(rules)?;
        let shelf = Shelf {
            forces: forces.clone(),
            made,
            ..Shelf::disk(&path)
        };
        let scenario = Scenario::read(&path, &text, scale, rules, &shelf)?;
        // The name alone: nobody else need know where on this disk it lay.
        let file = path.file_name().unwrap_or(path.as_os_str());
        let source = Self {
            file: file.to_string_lossy().into_owned(),
            text,
            beside: shelf.taken(),
            hiding: None,
            forces,
        };
        Ok((scenario, source))
    }

    /// The scenario at a scale.
    pub fn scenario(&self, scale: Scale, rules: &Rules) -> Result<Scenario, Vec<FileFault>> {
        let path = Path::new(&self.file);
        if self.text.len() as u64 > MOST_TEXT {
            let what = format!("has {} bytes; allowed: up to {MOST_TEXT}", self.text.len());
            return Err(vec![FileFault {
                file: self.file.clone(),
                place: None,
                field: String::new(),
                what,
            }]);
        }
        let shelf = Shelf {
            forces: self.forces.clone(),
            ..Shelf::kept(path, &self.beside)
        };
        let mut scenario = Scenario::read(path, &self.text, scale, rules, &shelf)?;
        if let Some(hiding) = self.hiding {
            scenario.hide(hiding, rules);
        }
        Ok(scenario)
    }

    /// Hides sides by the players' choice, in a scenario that was read from here too.
    pub fn hide(&mut self, scenario: &mut Scenario, hiding: Hiding, rules: &Rules) {
        if hiding.is_any() {
            scenario.hide(hiding, rules);
            self.hiding = Some(hiding);
        }
    }

    /// Sides that the players hide beside those that the scenario hides.
    pub fn hiding(&self) -> Option<Hiding> {
        self.hiding
    }

    /// The text of the force that a side has brought to a scenario that was read from here.
    pub(super) fn force_of(&self, side: Side, mustered: &Mustered) -> Option<String> {
        if let Some(own) = self.forces.of(side) {
            return Some(own.text.clone());
        }
        match self.beside.get(&mustered.force)? {
            Contents::Text(text) => Some(text.clone()),
            Contents::Hex(_) => None,
        }
    }

    /// The files that it was read from, when the scenario's own lies there.
    pub fn paths(&self, scenario: &Path) -> Vec<PathBuf> {
        let folder = folder_of(scenario);
        let beside = self.beside.keys().map(|named| folder.join(named));
        std::iter::once(scenario.to_owned()).chain(beside).collect()
    }

    /// The same number for the same contents, whatever the files are called.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        hash.update(self.text.as_bytes());
        for (name, contents) in &self.beside {
            let (Contents::Text(text) | Contents::Hex(text)) = contents;
            for part in [name, text] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
        for (whom, road) in &self.forces.roads {
            hash.update(format!("{whom}={road};").as_bytes());
        }
        for force in [&self.forces.union, &self.forces.confederate] {
            let Some(force) = force else { continue };
            hash.update(&(force.text.len() as u64).to_le_bytes());
            hash.update(force.text.as_bytes());
            let cards: Vec<_> = force.cards.iter().map(ToString::to_string).collect();
            hash.update(cards.join(" ").as_bytes());
        }
        hash.digest()
    }
}

/// Where a scenario's files are taken from: the disk and the program, or another file that
/// carries them.
pub(super) struct Shelf<'a> {
    folder: PathBuf,
    carried: Option<&'a BTreeMap<String, Contents>>,
    forces: Forces,
    /// Files that were written for it and lie nowhere.
    made: BTreeMap<String, String>,
    taken: RefCell<BTreeMap<String, Contents>>,
}

impl<'a> Shelf<'a> {
    /// Files on the disk, and ours where it has none.
    pub fn disk(scenario: &Path) -> Self {
        Self {
            folder: folder_of(scenario),
            carried: None,
            forces: Forces::default(),
            made: BTreeMap::new(),
            taken: RefCell::default(),
        }
    }

    fn kept(scenario: &Path, carried: &'a BTreeMap<String, Contents>) -> Self {
        Self {
            folder: folder_of(scenario),
            carried: Some(carried),
            forces: Forces::default(),
            made: BTreeMap::new(),
            taken: RefCell::default(),
        }
    }

    /// Where a file that the scenario names lies.
    pub fn beside(&self, named: &str) -> PathBuf {
        self.folder.join(named)
    }

    /// The contents of a file that the scenario names.
    pub fn bytes_beside(&self, named: &str, most: u64) -> Result<Vec<u8>, String> {
        if let Some(carried) = self.carried {
            let contents = carried
                .get(named)
                .ok_or_else(|| "is not among the files that were kept".to_owned())?;
            let bytes = contents.bytes()?;
            return match bytes.len() as u64 {
                size if size > most => Err(format!("has {size} bytes; allowed: up to {most}")),
                _ => Ok(bytes),
            };
        }
        let bytes = match self.made.get(named) {
            Some(text) => text.clone().into_bytes(),
            None => ours::read_beside(&self.folder, named, most)?,
        };
        self.taken
            .borrow_mut()
            .insert(named.to_owned(), Contents::of(&bytes));
        Ok(bytes)
    }

    /// The text of a file that the scenario names.
    pub fn text_beside(&self, named: &str) -> Result<String, FileFault> {
        self.bytes_beside(named, MOST_TEXT)
            .and_then(|bytes| text_of(bytes).ok_or_else(|| NOT_TEXT.to_owned()))
            .map_err(|what| FileFault {
                file: self.beside(named).display().to_string(),
                place: None,
                field: String::new(),
                what,
            })
    }

    /// The roads that were chosen.
    pub fn roads(&self) -> &BTreeMap<String, String> {
        &self.forces.roads
    }

    /// The force that a side brings: its own, or the ready one of the scenario.
    pub fn force(&self, side: Side, named: &str) -> Result<ForceText, FileFault> {
        if let Some(own) = self.forces.of(side) {
            return Ok(own.clone());
        }
        let text = self.text_beside(named)?;
        Ok(ForceText {
            file: named.to_owned(),
            text,
            cards: Vec::new(),
        })
    }

    /// The text of the scenario itself.
    pub fn text(&self, path: &Path) -> Result<String, FileFault> {
        let fault = |what| FileFault {
            file: path.display().to_string(),
            place: None,
            field: String::new(),
            what,
        };
        let bytes = SCENARIOS
            .read(path, MOST_TEXT)
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => fault(SCENARIOS.nowhere(path)),
                _ => fault(format!("cannot be read: {error}")),
            })?;
        text_of(bytes).ok_or_else(|| fault(NOT_TEXT.to_owned()))
    }

    fn taken(self) -> BTreeMap<String, Contents> {
        self.taken.into_inner()
    }
}

/// The text of a file, without a byte order mark.
fn text_of(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    Some(without_mark(&text).to_owned())
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new(".")).to_owned()
}
