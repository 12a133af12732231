//! Forces: files of what a side has mustered by points, and what scenarios ask of them.

mod book;
mod bring;
mod check;
mod choice;
mod file;
mod names;
mod options;
pub mod plan;
mod posting;
mod raise;
mod survivors;
mod text;

pub(super) use book::FORCES;
pub use book::{all_forces, find_force};
pub(super) use bring::{Brought, bring, granted_works};
pub use choice::{ForceChoice, ForceChoices, RESERVES, muster_by};
pub use file::{Force, ForceCommand, ForceLeader, ForceUnit};
pub use names::{NamePool, Names as RegimentNames, Post};
pub use options::{Offer, offers};
pub(super) use posting::{Posting, unit_plan};
pub use raise::{Manner, Want, raise};
pub use survivors::Survivors;
