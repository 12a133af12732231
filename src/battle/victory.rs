//! Who has won.

use super::Situation;
use crate::army::{Reason, Verdict};
use crate::rules::Side;
use crate::scenario::file::Condition;

impl Situation {
    /// Judges the scenario's conditions as things stand.
    ///
    /// Rules: `scenario.militia.victory`.
    pub fn judge(&self) -> Verdict {
        for condition in &self.scenario.victory.conditions {
            if let Some(verdict) = self.meets(condition) {
                return verdict;
            }
        }
        Verdict {
            winner: self
                .scenario
                .victory
                .otherwise
                .known()
                .unwrap_or(self.scenario.initiative),
            why: Reason::Otherwise,
        }
    }

    fn meets(&self, condition: &Condition) -> Option<Verdict> {
        match condition {
            Condition::Cleared { winner, any_of } => {
                let winner = winner.known()?;
                let zone = any_of
                    .iter()
                    .find(|zone| self.in_zone(winner.other(), zone) == 0)?;
                Some(Verdict {
                    winner,
                    why: Reason::Cleared { zone: zone.clone() },
                })
            }
            Condition::Holds {
                winner,
                zone,
                units,
            } => {
                let winner = winner.known()?;
                (self.in_zone(winner, zone) >= *units).then(|| Verdict {
                    winner,
                    why: Reason::Holds {
                        zone: zone.clone(),
                        units: *units,
                    },
                })
            }
            Condition::AtMost {
                winner,
                zone,
                units,
            } => {
                let winner = winner.known()?;
                (self.in_zone(winner.other(), zone) <= *units).then(|| Verdict {
                    winner,
                    why: Reason::AtMost {
                        zone: zone.clone(),
                        units: *units,
                    },
                })
            }
            Condition::CasualtyRatio { winner, ratio } => {
                let winner = winner.known()?;
                let (own, enemy) = (
                    self.army.casualties(winner) as f32,
                    self.army.casualties(winner.other()) as f32,
                );
                (enemy >= own * ratio && enemy > 0.0).then_some(Verdict {
                    winner,
                    why: Reason::Casualties { ratio: *ratio },
                })
            }
        }
    }

    /// Units of a side whose middle lies in a zone.
    pub fn in_zone(&self, side: Side, zone: &str) -> u32 {
        self.army.in_zone(self.field(), side, zone)
    }
}
