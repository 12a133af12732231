//! Guns drawn back on the rope, firing as they go.

use super::retreating::straight;
use super::step::{Marcher, Step, Trigger};
use super::{Battle, Situation};
use crate::army::{Fact, UnitId};
use crate::field::Placement;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::formation::Shape;
use crate::rules::movement::Mover;
use crate::rules::{Morale, Troops};

/// How finely the way of a battery on the rope is looked at, in inches.
const STRIDE: f32 = 0.25;

impl Situation {
    /// Whether a battery may be drawn back on the rope, firing at a target.
    ///
    /// Rules: `artillery.prolonge`.
    pub(super) fn may_prolonge(&self, id: UnitId, target: UnitId) -> bool {
        self.army.unit(id).shape() == Shape::Unlimbered
            && self.army.record(id).horses > 0
            && self.has_shot(id, target, FireKind::Prolonge)
            && self.why_not_drawn_back(id, target).is_none()
    }

    /// Why a battery may not go where the rope would take it: out of the zone it is confined to.
    ///
    /// Rules: `scenario.militia.pegram`.
    pub(super) fn why_not_drawn_back(&self, id: UnitId, target: UnitId) -> Option<Refusal> {
        self.check_confined(id, self.drawn_back(id, target)).err()
    }

    /// Where a battery ends that is drawn back on the rope from an enemy.
    fn drawn_back(&self, id: UnitId, from: UnitId) -> Placement {
        let mut limbered = *self.army.unit(id);
        if let Troops::Artillery { limbered, .. } = &mut limbered.troops {
            *limbered = true;
        }
        let mut mover = Mover::new(self.field().scale, &limbered);
        mover.horses = self.army.record(id).horses;
        let inches = self
            .rules
            .allowance(&mover, self.ground_under(id))
            .unwrap_or(1.0);
        let from = self.army.footprint(from).centre();
        self.away(id, from, inches * self.rules.movement.prolonge, false)
    }
}

impl Battle {
    /// A battery fires and is drawn back from the enemy by half its limbered move, inch by inch in
    /// its own turn, at once in reaction.
    ///
    /// Rules: `artillery.prolonge`, `react.trigger_inch`, `react.resolved_whole`.
    pub(super) fn prolonge(&mut self, unit: UnitId, target: UnitId, reaction: bool) {
        let to = self.now.drawn_back(unit, target);
        if reaction {
            self.push(Step::DrawBack { unit, to });
            self.fire(&[unit], target, FireKind::Prolonge, true);
            return;
        }
        self.push(Step::Walk {
            marchers: vec![Marcher {
                unit,
                path: straight(self.now.army.placement(unit), to, STRIDE),
                disorders: None,
                shaken: self.now.army.unit(unit).morale == Morale::Shaken,
                disengages: None,
                follows: None,
            }],
            unseen: 0.0,
        });
        self.push(Step::Window {
            triggers: vec![unit],
            kind: Trigger::Fire,
        });
        self.fire(&[unit], target, FireKind::Prolonge, false);
    }

    /// What the fire has done is done: the battery goes, and friends whose ranks it comes through
    /// are tested with it.
    ///
    /// Rules: `artillery.prolonge`, `turn.results_immediate`, `move.interpenetrate`.
    pub(super) fn draw_back(&mut self, unit: UnitId, to: Placement) {
        let ground = self.now.footprint_at(unit, to);
        if !self.now.army.is_free(&ground, unit, &[]) {
            return;
        }
        let crossed = self.now.crossed_between(unit, to);
        let from = self.now.army.placement(unit);
        self.tell(Fact::Moved { unit, from, to });
        for friend in crossed {
            self.test_interpenetration(unit);
            self.test_interpenetration(friend);
        }
    }
}
