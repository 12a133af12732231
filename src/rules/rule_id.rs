//! How code, log, overlay and tests speak of a rule.

use std::fmt;

use serde::Serialize;

/// The id of a rule in the rulebook index, e.g. `fire.minimum`.
///
/// Made only by the [`rule!`](crate::rule) macro. Code whose answer carries no modifier cites its
/// rules in a line `Rules:` of its documentation. A test finds both kinds of citation and holds
/// them against the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RuleId(&'static str);

impl RuleId {
    #[doc(hidden)]
    pub const fn cited(id: &'static str) -> Self {
        Self(id)
    }

    /// The id as the index spells it.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Cites a rule of the book by its id in the rulebook index.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        $crate::rules::RuleId::cited($id)
    };
}
