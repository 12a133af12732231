//! The rulebook index: every rule under its id, in our own words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// The id by which code, log and tests speak of it.
    pub id: String,
    /// A few words.
    pub title: String,
    /// About where it stands in the book.
    pub page: u32,
    /// What it says, in our words.
    pub text: String,
    /// Not in code yet.
    #[serde(default)]
    pub planned: bool,
}

/// All rules by id.
#[derive(Clone, Debug)]
pub struct RulebookIndex(BTreeMap<String, IndexEntry>);

macro_rules! index_files {
    ($($file:literal),+ $(,)?) => {
        const FILES: &[(&str, &str)] = &[
            $(($file, include_str!(concat!("../../assets/rules/index/", $file, ".ron"))),)+
        ];
    };
}

index_files![
    "artillery",
    "campaign",
    "cavalry",
    "charge",
    "enfilade",
    "engineer",
    "fire",
    "formation",
    "heavy",
    "hidden",
    "leader",
    "melee",
    "morale",
    "move",
    "muster",
    "obstacle",
    "optional",
    "react",
    "scale",
    "scenario",
    "sharpshooter",
    "sight",
    "special",
    "square",
    "support",
    "table",
    "target",
    "tct",
    "terrain",
    "turn",
    "unit",
    "works",
];

impl RulebookIndex {
    /// The index that comes with the program.
    pub fn book() -> &'static Self {
        static BOOK: LazyLock<RulebookIndex> = LazyLock::new(|| {
            let mut entries = BTreeMap::new();
            for (file, text) in FILES {
                let list: Vec<IndexEntry> = ron::from_str(text)
                    .unwrap_or_else(|fault| panic!("assets/rules/index/{file}.ron: {fault}"));
                for entry in list {
                    let id = entry.id.clone();
                    let twice = entries.insert(id, entry);
                    assert!(
                        twice.is_none(),
                        "assets/rules/index/{file}.ron: {twice:?} stands twice"
                    );
                }
            }
            RulebookIndex(entries)
        });
        &BOOK
    }

    /// The rule of that id.
    pub fn get(&self, id: &str) -> Option<&IndexEntry> {
        self.0.get(id)
    }

    /// All rules in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &IndexEntry> {
        self.0.values()
    }

    /// Rules whose id, title or text contains all the words.
    ///
    /// ```
    /// use deadly_field::rules::index::RulebookIndex;
    ///
    /// let mut found = RulebookIndex::book().search("buck ball");
    /// assert!(found.any(|entry| entry.id == "fire.buck_and_ball"));
    /// ```
    pub fn search<'a>(&'a self, words: &'a str) -> impl Iterator<Item = &'a IndexEntry> {
        self.iter().filter(move |entry| {
            let hay = format!("{} {} {}", entry.id, entry.title, entry.text).to_lowercase();
            words
                .to_lowercase()
                .split_whitespace()
                .all(|word| hay.contains(word))
        })
    }
}
