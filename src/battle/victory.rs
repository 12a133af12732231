//! Who has won.

use super::decision::Decision;
use super::step::Step;
use super::{Battle, Situation};
use crate::army::{Fact, Reason, Verdict};
use crate::rule;
use crate::rules::Side;
use crate::rules::fire::Refusal;
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
            winner: Some(
                self.scenario
                    .victory
                    .otherwise
                    .known()
                    .unwrap_or(self.scenario.initiative),
            ),
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
                    winner: Some(winner),
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
                    winner: Some(winner),
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
                    winner: Some(winner),
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
                    winner: Some(winner),
                    why: Reason::Casualties { ratio: *ratio },
                })
            }
        }
    }

    /// Units of a side whose middle lies in a zone.
    pub fn in_zone(&self, side: Side, zone: &str) -> u32 {
        self.army.in_zone(self.field(), side, zone)
    }
    /// Whether a draw may be offered: once in a player turn, and not instead of an answer to one.
    pub(super) fn check_draw(&self, decision: &Decision) -> Result<(), Refusal> {
        if matches!(decision, Decision::Draw { .. }) {
            return Err(Refusal::new(
                "a draw is on offer already: agree to it or decline it",
                rule!("turn.action_list"),
            ));
        }
        if self.army.has_offered_draw(decision.side()) {
            return Err(Refusal::measured(
                "a draw has been offered in this player turn already",
                rule!("turn.action_list"),
                2.0,
                1.0,
            ));
        }
        Ok(())
    }
}

impl Battle {
    /// A side gives the battle up.
    pub(super) fn concede(&mut self, side: Side) {
        self.end_by(Verdict {
            winner: Some(side.other()),
            why: Reason::Conceded,
        });
    }

    /// A side offers a draw; what was asked of it waits for the answer.
    pub(super) fn offer_draw(&mut self, side: Side) {
        self.tell(Fact::DrawOffered { side });
        self.push(Step::Draw { side: side.other() });
    }

    pub(super) fn answer_draw(&mut self, side: Side, agrees: bool) {
        if agrees {
            self.end_by(Verdict {
                winner: None,
                why: Reason::Agreed,
            });
        } else {
            self.tell(Fact::DrawDeclined { side });
        }
    }

    /// It is ended: nothing under way is gone on with.
    pub(super) fn end_by(&mut self, verdict: Verdict) {
        self.stack.clear();
        self.show_everything();
        self.tell(Fact::Over { verdict });
    }
}
