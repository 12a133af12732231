//! Who notices what the enemy does, and what of it he wants to be asked about.

use super::Situation;
use super::step::Trigger;
use crate::army::{Asks, Occasion, Shot, ShotAsk, UnitId};
use crate::field::sight::Blocker;
use crate::rules::fire::FireKind;
use crate::rules::{Morale, Side};

/// Whoever is this close may react to anything.
const CLOSE: f32 = 2.0;

/// What a unit wants to be asked about somebody who gave an occasion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Interest {
    /// Everything.
    pub whole: bool,
    /// A shot at him.
    pub shot: bool,
    /// To mend its own state.
    pub mending: bool,
}

impl Interest {
    fn is_any(self) -> bool {
        self.whole || self.shot || self.mending
    }
}

/// Somebody whom a unit has noticed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noticed {
    pub trigger: UnitId,
    pub interest: Interest,
}

/// A unit that has its reaction still, and whom it has noticed.
pub(super) struct Fresh {
    pub unit: UnitId,
    pub noticed: Vec<Noticed>,
}

impl Fresh {
    pub fn notices(&self, trigger: UnitId) -> bool {
        self.noticed.iter().any(|one| one.trigger == trigger)
    }
}

impl Situation {
    /// Those of a side who still have their reaction and want to be asked.
    pub(super) fn fresh(&self, side: Side, triggers: &[UnitId], kind: Trigger) -> Vec<Fresh> {
        let mut fresh = Vec::new();
        for unit in self.army.present_of(side).chain(self.lurking(side)) {
            if self.army.unit(unit).morale == Morale::Routed || self.army.record(unit).reacted {
                continue;
            }
            let noticed: Vec<_> = triggers
                .iter()
                .filter_map(|&trigger| self.notice(unit, trigger, kind))
                .collect();
            if !noticed.is_empty() {
                fresh.push(Fresh { unit, noticed });
            }
        }
        fresh
    }

    /// Hidden units of flesh and blood that could show themselves.
    ///
    /// Rules: `hidden.fire_reveals`.
    fn lurking(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let real = |id: &UnitId| !self.army.is_dummy(*id) && self.army.picket_of(*id).is_some();
        self.army.hidden_of(side).filter(real)
    }

    /// Whether anything of what a unit has noticed is worth a question.
    pub(super) fn has_news(&self, fresh: &Fresh, kind: Trigger) -> bool {
        let standing = self.army.standing(fresh.unit);
        !standing.asks().sparing
            || fresh.noticed.iter().any(|one| {
                let occasion = self.occasion(fresh.unit, one.trigger, kind);
                standing.is_news(&occasion)
            })
    }

    /// The same of a unit whose reaction is spent.
    pub(super) fn has_desperate_news(&self, id: UnitId, triggers: &[UnitId]) -> bool {
        let standing = self.army.standing(id);
        let mut occasions = triggers.iter().map(|&enemy| self.last_occasion(id, enemy));
        occasions.any(|occasion| standing.is_news(&occasion))
    }

    /// The occasion that a unit has whose reaction is spent.
    fn last_occasion(&self, id: UnitId, enemy: UnitId) -> Occasion {
        Occasion {
            desperate: true,
            charged: self.is_charged_by(id, enemy),
            ..Occasion::of(enemy)
        }
    }

    /// The occasion that a unit has to react to somebody whom it has noticed.
    fn occasion(&self, id: UnitId, enemy: UnitId, kind: Trigger) -> Occasion {
        let asks = self.army.standing(id).asks();
        let why = self.reasons(id, enemy, kind, asks);
        let shot = self.shot(&[id], enemy, FireKind::Normal);
        Occasion {
            shot: shot.filter(|&shot| {
                (asks.shots.takes(shot) || asks.fires.takes(shot)) && self.has_clear_shot(id, enemy)
            }),
            mending: self.mends(id, asks).then(|| self.army.unit(id).morale),
            ..why
        }
    }

    /// What those of a side who are sparing with questions let pass if nobody reacts.
    pub(super) fn passed(
        &self,
        side: Side,
        triggers: &[UnitId],
        kind: Trigger,
    ) -> Vec<(UnitId, Occasion)> {
        if kind == Trigger::Contact {
            return Vec::new();
        }
        let sparing = |id: UnitId| self.army.standing(id).asks().sparing;
        let mut passed = Vec::new();
        for one in self.fresh(side, triggers, kind) {
            if sparing(one.unit) {
                let occasions = one.noticed.iter();
                passed.extend(
                    occasions.map(|seen| (one.unit, self.occasion(one.unit, seen.trigger, kind))),
                );
            }
        }
        for id in self.army.present_of(side) {
            if sparing(id) && self.army.record(id).reacted {
                let occasions = triggers.iter();
                passed.extend(occasions.map(|&enemy| (id, self.last_occasion(id, enemy))));
            }
        }
        passed
    }

    /// Whether a unit may react to another and wants to be asked: near it, in sight of it, or
    /// through a leader's eyes.
    ///
    /// Rules: `react.needs_sight`, `react.leader_eyes`.
    fn notice(&self, id: UnitId, trigger: UnitId, kind: Trigger) -> Option<Noticed> {
        let concerned = match kind {
            Trigger::Near => self.is_close(id, trigger),
            Trigger::Part => self.is_close(id, trigger) || self.is_charged_by(id, trigger),
            Trigger::Inch | Trigger::Fire | Trigger::Contact => true,
        };
        if !concerned {
            return None;
        }
        // Only what is wanted is worth looking for: sight costs most.
        let interest = self.interest(id, trigger, kind);
        let seen = interest.is_any() && (self.sees(id, trigger) || self.is_told_of(id, trigger));
        seen.then_some(Noticed { trigger, interest })
    }

    /// Whether a unit notices somebody whom it need not see itself: close to it, or through a
    /// leader's eyes.
    pub(super) fn is_told_of(&self, id: UnitId, trigger: UnitId) -> bool {
        self.is_close(id, trigger) || self.sees_through_leader(id, trigger)
    }

    /// Whether a unit is so close to another that it may react to anything.
    ///
    /// Rules: `react.two_inches`.
    pub(super) fn is_close(&self, id: UnitId, trigger: UnitId) -> bool {
        let (here, there) = (self.army.footprint(id), self.army.footprint(trigger));
        let apart = here.placement.at.distance(there.placement.at);
        apart < 12.0 && here.is_within(CLOSE, there)
    }

    /// Whether a leader in whose reaction radius a unit stands sees somebody for it.
    ///
    /// Rules: `react.leader_eyes`.
    fn sees_through_leader(&self, id: UnitId, trigger: UnitId) -> bool {
        let here = self.army.footprint(id);
        let there = self.army.footprint(trigger).centre();
        self.leaders_of(id).any(|(leader, at)| {
            let benefit = self.army.leader_identity(leader).benefit;
            let radius = self.rules.reaction_radius(self.field().scale, benefit);
            here.is_reached(radius, at) && {
                let eye = crate::field::sight::Eye::at(at);
                let mark = crate::field::sight::Eye::at(there);
                let sees = |blockers: &[Blocker]| {
                    let field = self.field();
                    field.visible(&self.rules, eye, mark, blockers)
                };
                // Where the ground is in the way, nobody else need be.
                let over = self
                    .memory()
                    .eyes((leader, trigger), (at, there), || sees(&[]));
                over && sees(&self.blockers(&[id, trigger], at, there))
            }
        })
    }

    /// What of a unit's standing instructions applies to somebody.
    fn interest(&self, id: UnitId, trigger: UnitId, kind: Trigger) -> Interest {
        let asks = self.army.standing(id).asks();
        let why = self.reasons(id, trigger, kind, asks);
        let whole = asks.everything || why.charged || why.fired_on || why.near;
        Interest {
            whole,
            shot: !whole && self.wants_shot(id, trigger, asks),
            mending: self.mends(id, asks),
        }
    }

    /// Why a unit wants to be asked about anything that it could do about somebody.
    fn reasons(&self, id: UnitId, trigger: UnitId, kind: Trigger, asks: &Asks) -> Occasion {
        let within = asks.within * self.field().proportion();
        let near = || {
            let (here, there) = (self.army.footprint(id), self.army.footprint(trigger));
            here.placement.at.distance(there.placement.at) < within + 12.0
                && here.is_within(within, there)
        };
        let fired_on = || {
            let fired_on = &self.army.record(trigger).fired_on;
            kind == Trigger::Fire && fired_on.contains(&id)
        };
        Occasion {
            charged: asks.charged && self.is_charged_by(id, trigger),
            fired_on: asks.fired_on && fired_on(),
            near: asks.within > 0.0 && near(),
            ..Occasion::of(trigger)
        }
    }

    fn mends(&self, id: UnitId, asks: &Asks) -> bool {
        asks.mending && self.army.unit(id).morale != Morale::GoodOrder
    }

    /// Whether a unit has a shot that it wants to be asked about, or to take by itself.
    fn wants_shot(&self, id: UnitId, target: UnitId, asks: &Asks) -> bool {
        if asks.shots.is_never() && asks.fires.is_never() {
            return false;
        }
        let is_any = |wanted: ShotAsk| wanted == ShotAsk::Any;
        if is_any(asks.shots) || is_any(asks.fires) {
            // Odds cost most.
            return self.single_fire(id, target).is_some() || self.could_mix(id, target);
        }
        let shot = self.shot(&[id], target, FireKind::Normal);
        shot.is_some_and(|shot| asks.shots.takes(shot) || asks.fires.takes(shot))
    }

    /// Whether a battery could fire at somebody as one of mixed guns, with a neighbour of another
    /// kind.
    ///
    /// Rules: `artillery.combine_range`.
    fn could_mix(&self, id: UnitId, target: UnitId) -> bool {
        let mixes = |other: UnitId| {
            let guns = other != id && self.army.unit(other).is_artillery();
            guns && self.differ(&[id, other]) && self.are_neighbours(id, other)
        };
        let side = self.army.side(id);
        self.army.unit(id).is_artillery()
            && self.army.present_of(side).any(mixes)
            && self.fire_terms(&[id], target, FireKind::Mixed).is_ok()
    }

    /// Whether a unit that does not see somebody wants to fire at where he must be.
    pub(super) fn wants_to_search(&self, id: UnitId, seen: &Noticed) -> bool {
        let asks = self.army.standing(id).asks();
        seen.interest.whole
            || self
                .shot(&[id], seen.trigger, FireKind::Area)
                .is_some_and(|shot| asks.shots.takes(shot) || asks.fires.takes(shot))
    }

    /// The shot that some have at somebody: at what range, and how likely it hits.
    pub fn shot(&self, units: &[UnitId], target: UnitId, kind: FireKind) -> Option<Shot> {
        let terms = self.fire_terms(units, target, kind).ok()?;
        let odds = self.rules.fire_odds(&terms);
        let hits = odds.iter().filter(|(result, _)| result.hits() > 0);
        let chance = hits.map(|(_, chance)| chance).sum::<f64>() * 100.0;
        Some(Shot {
            band: terms.band,
            chance: chance as u8,
        })
    }
}
