//! Where a battle comes from: a file, or a few choices of which a scenario is made on the spot.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::FileFault;
use super::quick::QuickBattle;
use super::source::Shelf;
use crate::rules::Rules;

/// Where a battle comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A scenario's file.
    File(PathBuf),
    /// A quick battle.
    Quick(Box<QuickBattle>),
}

impl From<&Path> for Origin {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<&PathBuf> for Origin {
    fn from(path: &PathBuf) -> Self {
        Self::File(path.clone())
    }
}

impl From<QuickBattle> for Origin {
    fn from(quick: QuickBattle) -> Self {
        Self::Quick(Box::new(quick))
    }
}

impl From<&Origin> for Origin {
    fn from(origin: &Origin) -> Self {
        origin.clone()
    }
}

/// The text of a scenario, with what was written for it.
pub(super) struct Draft {
    /// How messages call it.
    pub path: PathBuf,
    pub text: String,
    /// Files that it names and that lie nowhere.
    pub made: BTreeMap<String, String>,
}

impl Origin {
    /// The file that messages speak of, and beside which its boards lie.
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Quick(_) => Path::new(super::quick::PATH),
        }
    }

    /// What it is called in a few words.
    pub fn named(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Quick(_) => super::quick::NAME.to_owned(),
        }
    }

    /// Reads it, or writes it.
    pub(super) fn draft(&self, rules: &Rules) -> Result<Draft, Vec<FileFault>> {
        match self {
            Self::File(path) => {
                let text = Shelf::disk(path).text(path).map_err(|fault| vec![fault])?;
                Ok(Draft {
                    path: path.clone(),
                    text,
                    made: BTreeMap::new(),
                })
            }
            Self::Quick(quick) => quick.draft(rules),
        }
    }
}
