//! Saves, replays and journals.
//!
//! All are text, JSON Lines, in this order:
//!
//! 1. the header: which kind of file, its version, who made it, what is fought, at what scale, by
//!    which seed and players;
//! 2. `sources`: the scenario's own text with the board and picture it names, and the text of the
//!    house rules if any. A file plays on what it was fought on, even if the scenario has been
//!    changed, moved or thrown away since;
//! 3. `start`, only where a battle does not begin at the beginning: the state it goes on from;
//! 4. what was done, in order: an `answer` with the hash of the whole state that it was given in, or
//!    `dice` that were given by hand;
//! 5. of a save, `state`: the whole battle as it stands;
//! 6. of saves and replays, `end`: the hash of the last state and the verdict;
//! 7. of saves and replays, `sum`: a sum over everything above.
//!
//! A *journal* is written while the battle goes on, a line for each answer at once: whatever kills
//! the program, the battle is there up to the last answer. Lines `undo` take answers back, a `state`
//! at every player turn lets a newer program go on, and `end` closes it. A last line that is torn is
//! cut off, and said.
//!
//! What happened is not in any of them: it follows from the answers, and is played again when a file
//! is opened, each state held to its hash. So nothing that was made up gets in by this door.
//!
//! **Damage.** A file that is cut off, changed by a byte, of another kind or from another program
//! is refused with the file, the line and column where known, and what would be right. Reading makes
//! a new battle; whatever is open stays open.
//!
//! **Age.** The version says how a file is written. This program reads every version from 2 on:
//! new fields have defaults, and `tests/files/kept` holds files that must always load. What a
//! battle's rules make of the same answers is another matter, and changes more often: it has a
//! number of its own, [`REVISION`](crate::battle::REVISION), which goes with a sum over the book's
//! charts.
//! - A *save* or *journal* from another revision is opened at its last state, and goes on by the
//!   rules of today. Its earlier answers would not lead to it any more, so it begins there.
//! - A *replay* of the same revision must match at every decision, to the last bit. One of another
//!   revision cannot: it is played as long as its answers are allowed, and we say so, and where it
//!   parts.

mod aftermath;
mod contents;
mod folder;
mod glance;
mod hex;
mod journal;
mod lines;
mod made;
mod record;
mod replay;
mod save;
mod stamp;

pub use aftermath::survivors;
pub use contents::{Kind, kind_of};
pub use folder::{Folder, Found, configuration, data};
pub use glance::{Glance, glance, source_of};
pub use hex::Hex;
pub use journal::{Journal, is_in_use, open_journal, read_journal};
pub use made::{Made, Names, Opening};
pub use record::{Entry, Record};
pub use replay::{Course, Departure, Played, Replay};
pub use save::{Opened, open_save, read_save};
pub use stamp::{ago, day};

/// How files are written today.
pub const VERSION: u32 = 2;

/// The first version that is still read.
pub const OLDEST: u32 = 2;
