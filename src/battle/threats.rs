//! Who could fire at somebody on the move, inch by inch, and what an order bar would offer a unit
//! that is not active yet. Rolls nothing and changes nothing.

use super::moving::Walks;
use super::step::Step;
use super::{Decision, Situation};
use crate::army::{Deed, Fact, Formation, UnitId};
use crate::field::Placement;
use crate::rules::fire::{Band, FireKind, FireOdds, Refusal};
use crate::rules::{Morale, Side};

/// An enemy who could fire in reaction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Who fires.
    pub by: UnitId,
    /// At whom.
    pub target: UnitId,
    /// At what range.
    pub band: Band,
    /// What his fire does.
    pub odds: FireOdds,
}

/// A place on the way where the enemy may react.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposure {
    /// Where the first of the movers is then.
    pub at: Placement,
    /// Inches it has come.
    pub inches: f32,
    /// Who could fire there.
    pub threats: Vec<Threat>,
}

impl Situation {
    /// Enemies who could fire at one of these in reaction, were they the occasion now. What the
    /// other player has told them to ask about is not known and not looked at.
    ///
    /// Rules: `react.trigger_inch`, `react.needs_sight`, `react.routed_none`.
    pub fn threats(&self, movers: &[UnitId]) -> Vec<Threat> {
        let Some(&first) = movers.first() else {
            return Vec::new();
        };
        let side: Side = self.army.side(first).other();
        let mut threats = Vec::new();
        for by in self.army.present_of(side) {
            if self.army.unit(by).morale == Morale::Routed || self.army.record(by).reacted {
                continue;
            }
            let best = movers
                .iter()
                .filter_map(|&target| {
                    let kind = self.threatens(by, target)?;
                    let terms = self.fire_terms(&[by], target, kind).ok()?;
                    Some(Threat {
                        by,
                        target,
                        band: terms.band,
                        odds: self.rules.fire_odds(&terms),
                    })
                })
                .max_by(|one, other| one.odds.mean_hits().total_cmp(&other.odds.mean_hits()));
            threats.extend(best);
        }
        threats
    }

    /// How somebody could fire at another in reaction: at whom he sees, or where he must be.
    fn threatens(&self, by: UnitId, target: UnitId) -> Option<FireKind> {
        if self.has_shot(by, target, FireKind::Normal) {
            return Some(FireKind::Normal);
        }
        let searches = self.may_search(by, target) && self.is_told_of(by, target);
        searches.then_some(FireKind::Area)
    }

    /// Who could fire after each inch of a move.
    pub fn threats_along(&self, walks: &Walks, form: Option<Formation>) -> Vec<Exposure> {
        let movers: Vec<UnitId> = walks.iter().map(|(unit, _)| *unit).collect();
        let Some((_, first)) = walks.first() else {
            return Vec::new();
        };
        let mut trial = self.clone();
        if let Some(formation) = form {
            for &unit in &movers {
                let to = self.army.placement(unit);
                trial.apply(&Fact::Formed {
                    unit,
                    formation,
                    to,
                });
            }
        }
        let mut exposures = Vec::new();
        let (mut inches, mut told) = (0.0f32, 0.0f32);
        for step in 1..first.path.len() {
            inches += first.path[step - 1].at.distance(first.path[step].at);
            let last = step + 1 == first.path.len();
            if inches - told < 1.0 - 1e-3 && !last {
                continue;
            }
            told = inches;
            let part = step as f32 / (first.path.len() - 1) as f32;
            for (unit, walked) in walks {
                let count = walked.path.len().saturating_sub(1) as f32;
                let Some(&to) = walked.path.get((part * count).round() as usize) else {
                    continue;
                };
                let from = trial.army.placement(*unit);
                trial.apply(&Fact::Moved {
                    unit: *unit,
                    from,
                    to,
                });
            }
            exposures.push(Exposure {
                at: first.path[step],
                inches,
                threats: trial.threats(&movers),
            });
        }
        exposures
    }

    /// What stands on the table were these active now, and what they would be asked. A group
    /// declares its plan.
    pub fn if_active(
        &self,
        side: Side,
        units: &[UnitId],
        plan: [Deed; 2],
    ) -> Result<(Situation, Decision), Refusal> {
        let decision = self.ask_activation(side);
        let answer = match units {
            [one] => super::Answer::Activate(*one),
            _ => super::Answer::ActivateGroup {
                units: units.to_vec(),
                plan,
            },
        };
        self.check(decision.as_ref(), &answer)?;
        let routed = |id: &UnitId| self.army.unit(*id).morale == Morale::Routed;
        if units.iter().any(routed) {
            return Err(super::reasons::ONLY_RUNS);
        }
        let mut active = self.clone();
        if units.len() > 1 {
            active.apply(&Fact::Grouped {
                units: units.to_vec(),
                plan: plan.to_vec(),
            });
        }
        for &unit in units {
            let in_command = self.army.record(unit).in_command;
            active.apply(&Fact::Activated { unit, in_command });
            if let Some((to, inches)) = self.way_in(unit) {
                active.apply(&Fact::Arrived { unit, to, inches });
            }
        }
        match active.question(&Step::Order) {
            Some(decision) => Ok((active, decision)),
            None => Err(super::reasons::NOTHING_TO_DO),
        }
    }

    /// The active group as if it had declared nothing yet, and what it would be asked then.
    pub fn undeclared(&self) -> Option<(Situation, Decision)> {
        let mut open = self.clone();
        let units = self.army.active()?.units.clone();
        open.apply(&Fact::Grouped {
            units,
            plan: Vec::new(),
        });
        let decision = open.question(&Step::Order)?;
        Some((open, decision))
    }
}
