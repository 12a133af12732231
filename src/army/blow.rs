//! One side's blow in a melee.

use serde::Serialize;

use super::UnitId;
use crate::rules::fire::{FireResult, FireTerms};

/// One side's blow in a round of melee.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blow {
    /// Those who strike, the lead first: of the supports only those of its arm.
    pub by: Vec<UnitId>,
    /// Benefit of a leader attached to the lead.
    pub leader: i32,
    /// On what terms; `None` if they have nothing to strike with.
    pub terms: Option<FireTerms>,
    /// What was rolled.
    pub dice: Vec<u8>,
    /// Firepower, dice and modifiers together; `None` if they have nothing to strike with.
    pub total: Option<i32>,
    /// What it did.
    pub result: FireResult,
}
