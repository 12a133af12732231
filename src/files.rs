//! Saves and replays.
//!
//! Both are text, JSON Lines, in this order:
//!
//! 1. the header: which kind of file, its version, who made it, what is fought, at what scale, by
//!    which seed and players;
//! 2. `sources`: the scenario's own text with the board and picture it names, and the text of the
//!    house rules if any. A file plays on what it was fought on, even if the scenario has been
//!    changed, moved or thrown away since;
//! 3. `start`, only where a battle does not begin at the beginning: the state it goes on from;
//! 4. `state`, only in a save: the whole battle as it stood;
//! 5. one line for each `answer`, with the hash of the whole state that it was given in;
//! 6. `end`: the hash of the last state and the verdict;
//! 7. `sum`: a sum over everything above.
//!
//! **Damage.** A file that is cut off, changed by a byte, of another kind or from another program
//! is refused with the file, the line and column where known, and what would be right. A state
//! that was made up must still be one of its scenario: nobody in it who does not exist, no number
//! that cannot be. Reading makes a new battle; whatever is open stays open.
//!
//! **Age.** The version says how a file is written. This program reads every version from 1 on:
//! new fields have defaults, and `tests/files/kept` holds files that must always load. What a
//! battle's rules make of the same answers is another matter, and changes more often: it has a
//! number of its own, [`REVISION`](crate::battle::REVISION), which goes with a sum over the book's
//! charts.
//! - A *save* from another revision is opened as it stands and goes on by the rules of today. Its
//!   earlier answers would not lead to it any more, so a replay made of it begins with that state.
//! - A *replay* of the same revision must match at every decision, to the last bit. One of another
//!   revision cannot: it is played as long as its answers are allowed, and we say so, and where it
//!   parts.

mod contents;
mod hex;
mod lines;
mod made;
mod recording;
mod replay;
mod write;

pub use contents::{Kind, kind_of};
pub use made::{Made, Opening, Seats};
pub use recording::{Opened, Recording, open_save, read_save};
pub use replay::{Course, Departure, Played, Replay};
pub use write::write_whole;

/// How files are written today.
pub const VERSION: u32 = 1;
