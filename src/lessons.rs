//! Lessons: walkthroughs that teach the rules on the table itself, from files people can write.
//!
//! A lesson is a real battle: a session with a script in one seat and the learner in the other, led
//! by a [`Guide`] who says what to look at, waits for a deed, gives the dice and plays the enemy.
//! The same file is its own test: [`check`] plays it without a window and holds it to what it says.
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use deadly_field::lessons::{Lesson, check, find};
//! use deadly_field::rules::Rules;
//!
//! let path = find(Path::new("the_table"));
//! let lesson = Arc::new(Lesson::load(&path, Rules::book()).expect("a good lesson"));
//! assert!(!lesson.file.steps.is_empty());
//! assert!(check(&lesson).is_empty());
//! ```

mod chances;
mod check;
mod course;
mod deed;
mod expect;
mod faults;
mod field;
pub mod file;
mod guide;
pub mod handout;
mod load;
mod ours;
mod progress;
mod seat;
mod tell;
mod wrong;

pub use chances::{Bar, Chances};
pub use check::{check, check_telling};
pub use course::{EXAMPLES, course, teaching};
pub use deed::{Names, fits};
pub use guide::{Guide, Heard, Phase};
pub use load::{Card, Lesson};
pub use ours::{all, find, name_of};
pub use progress::{Progress, Standing};
pub use wrong::Wrong;
