//! Who has won.

use serde::{Deserialize, Serialize};

use super::Battle;
use crate::army::{Fate, Presence, Record, UnitId};
use crate::rules::Side;
use crate::scenario::file::Condition;

/// The end of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Who has won.
    pub winner: Side,
    /// Why, in words.
    pub why: String,
}

impl Battle {
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
            why: "the enemy has not met his conditions".to_owned(),
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
                    why: format!("no enemy is left on {}", self.zone_name(zone)),
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
                    why: format!("{units} units or more hold {}", self.zone_name(zone)),
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
                    why: format!(
                        "at most {units} enemy units are left in {}",
                        self.zone_name(zone)
                    ),
                })
            }
            Condition::CasualtyRatio { winner, ratio } => {
                let winner = winner.known()?;
                let (own, enemy) = (
                    self.casualties(winner) as f32,
                    self.casualties(winner.other()) as f32,
                );
                (enemy >= own * ratio && enemy > 0.0).then(|| Verdict {
                    winner,
                    why: format!("the enemy has lost {ratio} times as many or more"),
                })
            }
        }
    }

    /// What a zone is called.
    fn zone_name<'a>(&'a self, zone: &'a str) -> &'a str {
        let found = self.field().zone(zone);
        found.map_or(zone, |zone| zone.name.as_str())
    }

    /// Units of a side whose middle lies in a zone.
    pub fn in_zone(&self, side: Side, zone: &str) -> u32 {
        let Some(zone) = self.field().zone(zone) else {
            return 0;
        };
        self.army
            .present_of(side)
            .filter(|&id| zone.contains(self.army.footprint(id).centre()))
            .count() as u32
    }

    /// Figures and sections a side has lost, units that never came not counted.
    pub fn casualties(&self, side: Side) -> u32 {
        self.army
            .units()
            .filter(|&id| self.army.side(id) == side)
            .map(|id| self.lost(id))
            .sum()
    }

    /// Figures or sections a unit has lost.
    pub fn lost(&self, id: UnitId) -> u32 {
        let full = self.scenario.units[id.0 as usize].muster.strength;
        let with_others = full + self.army.get::<Record>(id).joined;
        let left = self.army.unit(id).strength;
        match self.army.get::<Presence>(id) {
            Presence::Gone(Fate::Absent) | Presence::Waiting { .. } => 0,
            // Those who fight on in another regiment are counted there.
            Presence::Gone(Fate::Joined) => full.saturating_sub(left),
            Presence::Gone(_) if self.was_attached(id) => full.saturating_sub(left),
            Presence::Gone(_) => with_others,
            Presence::OnTable => with_others.saturating_sub(left),
        }
    }

    /// Whether a regiment went over into another before it was gone.
    fn was_attached(&self, id: UnitId) -> bool {
        self.facts
            .iter()
            .any(|fact| matches!(fact, super::Fact::AttachedTo { unit, .. } if *unit == id))
    }
}
