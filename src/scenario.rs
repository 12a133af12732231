//! Files: scenarios and house rules; loading, checking, and errors that say where.

mod battlespace;
mod check;
mod country;
mod customs;
pub mod file;
pub mod force;
mod hiding;
mod library;
mod limits;
mod load;
mod muster;
mod mustering;
mod origin;
mod ours;
mod parts;
pub mod places;
pub mod quick;
mod reference;
pub mod rules_folder;
mod setup;
mod source;
mod special;
mod spelling;
mod victory;

use std::fmt;

use crate::disk::brief;

pub use hiding::{Hidden, Hiding, MOST_DUMMIES, USUAL_DUMMIES};
pub(crate) use load::picture_fault;
pub use load::{Checked, check};
pub use origin::Origin;
pub(crate) use ours::named_in;
pub use ours::{all, find};
pub use setup::{
    CommandSetup, Deployment, LeaderSetup, MakeUp, Mustered, NEVER, Part, Scenario, UnitSetup,
};
pub use source::{ForceText, Forces, ScenarioSource};

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The file.
    pub file: String,
    /// Line and column, where known.
    pub place: Option<(usize, usize)>,
    /// The field, as a path from the start of the file.
    pub field: String,
    /// What is wrong and what is allowed.
    pub what: String,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        if !self.field.is_empty() {
            write!(f, ": {}", brief(&self.field))?;
        }
        write!(f, ": {}", brief(&self.what))
    }
}
