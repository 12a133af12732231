//! What a battle is fought with, and by which program.

use serde::{Deserialize, Serialize};

use super::hex::Hex;
use crate::battle::REVISION;
use crate::rules::Scale;
use crate::scenario::ScenarioSource;
use crate::scenario::rules_folder::{HouseRules, book_fingerprint};

/// All that a battle begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// What is fought.
    pub source: ScenarioSource,
    /// At what scale.
    pub scale: Scale,
    /// Charts of the players' own; none for the book.
    pub house_rules: HouseRules,
    /// The seed of all dice.
    pub seed: u64,
    /// Who plays.
    pub seats: Names,
}

/// Who plays which side, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The Union.
    pub union: String,
    /// The Confederates.
    pub confederate: String,
}

/// The program that made a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Its version.
    pub program: String,
    /// The revision of its battle rules.
    pub revision: u32,
    /// A sum over the book's charts in it.
    charts: Hex,
}

impl Made {
    /// This program.
    pub fn here() -> Self {
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            revision: REVISION,
            charts: Hex(book_fingerprint()),
        }
    }

    /// Whether battles go the same way there and here.
    pub fn plays_alike(&self) -> bool {
        let here = Self::here();
        (self.revision, self.charts) == (here.revision, here.charts)
    }

    /// What is different there, in words.
    pub(super) fn difference(&self) -> String {
        let here = Self::here();
        let mut parts = Vec::new();
        if self.revision != here.revision {
            parts.push(format!(
                "revision {} of the battle's rules, and this program plays by revision {}",
                self.revision, here.revision
            ));
        }
        if self.charts != here.charts {
            parts.push("other charts than this program has".to_owned());
        }
        format!(
            "it was made by deadly-field {} with {}",
            self.program,
            parts.join(", and ")
        )
    }
}
