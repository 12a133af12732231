//! Questions to a battle that change nothing: what is seen, what a unit's nerve is worth.

use std::sync::Arc;

use super::{Battle, Cause, Clock, Roller};
use crate::army::{Army, UnitId};
use crate::field::Sight;
use crate::rules::Rules;
use crate::rules::morale::MoralePoints;
use crate::scenario::Scenario;

impl Battle {
    /// A battle that stands still with these armies, only to be asked.
    pub fn standing(scenario: Arc<Scenario>, rules: Arc<Rules>, army: Army, clock: Clock) -> Self {
        Self {
            rules,
            scenario,
            army,
            clock,
            stack: Vec::new(),
            dice: Roller::seeded(0),
            facts: Vec::new(),
            decision: None,
            verdict: None,
        }
    }

    /// What a unit would check its morale against now, were it to rally.
    pub fn morale_now(&self, id: UnitId) -> MoralePoints {
        let unit = *self.army.unit(id);
        let situation = self.morale_situation(id, &unit, None, 0, Cause::Rally);
        self.rules.morale_points(&situation)
    }

    /// Whether one unit sees another, and if not, why.
    pub fn sight(&self, one: UnitId, other: UnitId) -> Sight {
        let (here, there) = (self.army.footprint(one), self.army.footprint(other));
        let blockers = self.blockers(&[one, other], here.placement.at, there.centre());
        let guns = |id: UnitId| self.army.unit(id).is_artillery();
        let (one, other) = ((here, guns(one)), (there, guns(other)));
        self.field().sight_of(&self.rules, one, other, &blockers)
    }
}
