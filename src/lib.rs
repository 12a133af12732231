//! Deadly Field: a miniatures tabletop on which *Across a Deadly Field* is played by the book.
//!
//! The rooms of the code, each of which may touch only those before it: [`disk`], [`rules`],
//! [`adjudicate`], [`field`], [`scenario`], [`army`], [`battle`], [`files`], [`chronicle`], [`players`],
//! [`session`], [`mod@print`], [`lessons`], [`table`], [`overlay`].

pub mod adjudicate;
pub mod army;
pub mod battle;
pub mod chronicle;
pub mod disk;
pub mod field;
pub mod files;
pub mod lessons;
pub mod overlay;
pub mod players;
pub mod print;
pub mod rules;
pub mod scenario;
pub mod session;
pub mod table;
