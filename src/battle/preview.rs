//! Questions that change nothing: what is seen, what a unit's nerve is worth.

use super::Situation;
use crate::adjudicate::Request;
use crate::army::{Cause, UnitId};
use crate::field::Sight;
use crate::rules::fire::FireKind;
use crate::rules::morale::MoralePoints;

impl Situation {
    /// What a unit would check its morale against now, were it to rally.
    pub fn morale_now(&self, id: UnitId) -> MoralePoints {
        let strain = self.strain(id, 0, Cause::Rally);
        let situation = strain.situation(self.field().scale, self.army.unit(id), None);
        self.rules.morale_points(&situation)
    }

    /// Whether one unit sees another, and if not, why.
    pub fn sight(&self, one: UnitId, other: UnitId) -> Sight {
        let (here, there) = (self.army.footprint(one), self.army.footprint(other));
        let blockers = self.blockers(&[one, other], here.placement.at, there.centre());
        let guns = |id: UnitId| self.army.unit(id).is_artillery();
        let (one, other) = ((here, guns(one)), (there, guns(other)));
        let mut sight = self.field().sight_of(&self.rules, one, other, &blockers);
        if self.cannot_hide(here, there, &blockers) {
            sight.blocked = None;
        }
        sight
    }

    /// What the adjudicator would be asked about a fire from where everybody stands, without dice.
    pub fn fire_request(&self, firers: &[UnitId], target: UnitId, kind: FireKind) -> Request {
        let aim = self.aim(firers, target, kind);
        let units = aim.firers(&self.army);
        let fire = aim.fire(self.field().scale, &units, self.army.unit(target));
        Request::of_fire(&fire, &[])
    }
}
