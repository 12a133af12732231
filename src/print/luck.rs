//! How kind the dice were in a whole battle.

use super::Tale;
pub use crate::battle::Luck;

impl Luck {
    /// The luck of a whole battle.
    pub fn of<'a>(battle: impl Into<Tale<'a>>) -> Self {
        let tale = battle.into();
        let mut luck = Self::default();
        let ground = (tale.scenario(), tale.rules());
        tale.relive(|army, fact| luck.add(ground, army, fact));
        luck
    }
}
