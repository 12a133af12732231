//! Who sits at the table in a lesson: the learner, and a script that says nothing by itself.

use crate::players::{Reply, Seat, View};

/// A seat for which the guide answers, or the learner through him.
pub(super) struct Waits {
    /// It is the learner's.
    pub learner: bool,
}

impl Seat for Waits {
    fn name(&self) -> &str {
        if self.learner { "person" } else { "script" }
    }

    fn is_person(&self) -> bool {
        self.learner
    }

    fn ask(&mut self, _view: &View) -> Reply {
        Reply::Thinking
    }

    fn poll(&mut self) -> Reply {
        Reply::Thinking
    }
}
