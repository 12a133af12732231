//! Fires: who may be aimed at, on what terms, and what it does.

use super::step::{PassThrough, Step};
use super::{Battle, Situation};
use crate::army::{Aim, Cause, Fact, UnitId, Volley};
use crate::field::sight::{Blocker, Eye};
use crate::rule;
use crate::rules::fire::{Band, FireKind, FireTerms, Refusal};

/// Two ranges that differ by less, in inches, are the same.
const EVEN: f32 = 0.05;

impl Situation {
    /// Enemies a unit may fire on, by its own guns or as mixed ones: what is within an inch, else
    /// the closest straight ahead, else anybody it sees.
    ///
    /// Rules: `fire.primary_zone_first`, `fire.closest_then_largest`, `sight.needed`.
    pub(super) fn fire_targets(&self, id: UnitId, kind: FireKind) -> Vec<UnitId> {
        let kind = if kind.is_mixed() {
            FireKind::Mixed
        } else {
            FireKind::Normal
        };
        let mut seen: Vec<_> = self
            .army
            .present_of(self.army.side(id).other())
            .filter(|&target| self.has_shot(id, target, kind))
            .collect();
        let first = self.first_ahead(id, &seen);
        if !first.is_empty() {
            seen.retain(|target| first.contains(target) || self.is_at_hand(id, *target));
        }
        seen
    }

    /// Whether a unit could fire at another in a way: range and state, sight, friends in the way.
    pub(super) fn has_shot(&self, id: UnitId, target: UnitId, kind: FireKind) -> bool {
        let terms = match kind {
            FireKind::Normal => self.single_fire(id, target).is_some(),
            kind => self.fire_terms(&[id], target, kind).is_ok(),
        };
        terms && self.has_clear_shot(id, target)
    }

    /// Who of some enemies must be engaged before others: the closest straight ahead, of those as
    /// close the largest; there is a choice where they are as large too.
    fn first_ahead(&self, id: UnitId, of: &[UnitId]) -> Vec<UnitId> {
        let here = self.army.footprint(id);
        let depth = self.rules.scales.at(self.field().scale).primary_zone;
        let size = |target: UnitId| self.army.unit(target).strength;
        let ahead: Vec<(f32, UnitId)> = of
            .iter()
            .map(|&target| (target, self.army.footprint(target)))
            .filter(|(_, there)| here.has_in_primary_zone(there, depth))
            .map(|(target, there)| (here.range_to(there), target))
            .collect();
        let nearest = ahead.iter().map(|one| one.0).fold(f32::INFINITY, f32::min);
        let mut first: Vec<UnitId> = ahead
            .into_iter()
            .filter(|one| one.0 < nearest + EVEN)
            .map(|one| one.1)
            .collect();
        let largest = first.iter().map(|&target| size(target)).max();
        first.retain(|&target| Some(size(target)) == largest);
        first
    }

    /// Whether one of those who give an occasion stands straight ahead and must be engaged before
    /// this one.
    ///
    /// Rules: `fire.primary_zone_first`, `fire.closest_then_largest`.
    pub(super) fn comes_after(&self, id: UnitId, target: UnitId, of: &[UnitId]) -> bool {
        if of.len() < 2 || self.is_at_hand(id, target) {
            return false;
        }
        let may_be_shot_at = |&other: &UnitId| self.has_shot(id, other, FireKind::Normal);
        let seen: Vec<_> = of.iter().copied().filter(may_be_shot_at).collect();
        let first = self.first_ahead(id, &seen);
        !first.is_empty() && !first.contains(&target)
    }

    /// Whether an enemy is so near that he may always be fired on.
    fn is_at_hand(&self, id: UnitId, target: UnitId) -> bool {
        let here = self.army.footprint(id);
        here.range_to(self.army.footprint(target)) < self.rules.near(self.field().scale)
    }

    /// The terms of a fire from where everybody stands.
    pub fn fire_terms(
        &self,
        firers: &[UnitId],
        target: UnitId,
        kind: FireKind,
    ) -> Result<FireTerms, Refusal> {
        match firers {
            [] => Err(Refusal::new("nobody fires", rule!("fire.minimum"))),
            &[one] if kind == FireKind::Normal => self
                .memory()
                .fire((one, target), || self.work_out_terms(firers, target, kind)),
            _ => self.work_out_terms(firers, target, kind),
        }
    }

    fn work_out_terms(
        &self,
        firers: &[UnitId],
        target: UnitId,
        kind: FireKind,
    ) -> Result<FireTerms, Refusal> {
        // Most enemies are too far away: that is seen at a glance. Mixed guns have a range of
        // their own.
        if !kind.is_at_arms_length() && !kind.is_mixed() {
            let range = self.fire_range(firers, target);
            for &id in firers {
                let scale = self.field().scale;
                self.rules.check_range(scale, self.army.unit(id), range)?;
            }
        }
        self.terms(&self.aim(firers, target, kind))
    }

    /// The terms of an ordinary fire of one unit at another, if it may: as
    /// [`fire_terms`](Self::fire_terms) has it, and faster for those who are too far away.
    pub fn single_fire(&self, id: UnitId, target: UnitId) -> Option<FireTerms> {
        let (unit, at) = (self.army.unit(id), self.army.placement(id).at);
        let most = self.rules.longest_shot(self.field().scale, unit)?;
        if self.army.footprint(target).is_beyond(most, at) {
            return None;
        }
        self.fire_terms(&[id], target, FireKind::Normal).ok()
    }

    /// Whether one unit sees another and may fire: not through its own skirmishers, and guns not
    /// with canister over the heads of friends.
    ///
    /// Rules: `sight.friendly_skirmishers`, `sight.canister_over_friends`.
    pub(super) fn has_clear_shot(&self, id: UnitId, target: UnitId) -> bool {
        if !self.sees(id, target) {
            return false;
        }
        let from = self.army.placement(id).at;
        let to = self.army.footprint(target).centre();
        let range = self
            .army
            .footprint(id)
            .range_to(self.army.footprint(target));
        let canister = self.army.unit(id).is_artillery()
            && range <= self.rules.scales.at(self.field().scale).canister;
        let near = crate::field::geometry::Bounds::around(&[from, to]).grown(2.0);
        self.army
            .present_of(self.army.side(id))
            .filter(|&friend| friend != id && near.contains(self.army.placement(friend).at))
            .filter(|&friend| canister || self.army.unit(friend).is_skirmishing())
            .all(|friend| {
                let footprint = self.army.footprint(friend);
                !footprint.is_across(from, to) && !footprint.screens(from, to)
                    || (!canister && self.fires_over(id, target, friend))
            })
    }

    /// Whether a unit sees another over the heads of somebody in between: from higher ground.
    ///
    /// Rules: `sight.over_heads`.
    fn fires_over(&self, id: UnitId, target: UnitId, over: UnitId) -> bool {
        let (here, there) = (self.army.footprint(id), self.army.footprint(target));
        let blocker = Blocker {
            name: self.army.name(over),
            outline: self.army.footprint(over).hull(),
        };
        let eye = |at, unit| Eye {
            at,
            guns: self.army.unit(unit).is_artillery(),
        };
        let (from, to) = (eye(here.placement.at, id), eye(there.placement.at, target));
        self.field().visible(&self.rules, from, to, &[blocker])
    }

    /// Enemies a unit does not see but may fire on where they must be: behind whatever hides them,
    /// if nobody whom it sees has to be engaged first.
    ///
    /// Rules: `fire.area`, `fire.primary_zone_first`.
    pub(super) fn suspected(&self, id: UnitId) -> Vec<UnitId> {
        let mut hidden: Vec<_> = self
            .army
            .present_of(self.army.side(id).other())
            .filter(|&target| self.may_search(id, target))
            .collect();
        if hidden.is_empty() {
            return hidden;
        }
        let seen = self.fire_targets(id, FireKind::Normal);
        if !self.first_ahead(id, &seen).is_empty() {
            hidden.retain(|&target| self.is_at_hand(id, target));
            return hidden;
        }
        let first = self.first_ahead(id, &hidden);
        if !first.is_empty() {
            hidden.retain(|target| first.contains(target) || self.is_at_hand(id, *target));
        }
        hidden
    }

    /// Whether a unit may fire at the place of an enemy whom it does not see: the ground hides him,
    /// and nobody stands in between.
    ///
    /// Rules: `fire.area`.
    pub(super) fn may_search(&self, id: UnitId, target: UnitId) -> bool {
        let most = self
            .rules
            .longest_shot(self.field().scale, self.army.unit(id));
        let at = self.army.placement(id).at;
        let near = |most: f32| !self.army.footprint(target).is_beyond(most, at);
        most.is_some_and(near)
            && !self.sees(id, target)
            && self.is_lane_free(id, target)
            && self.fire_terms(&[id], target, FireKind::Area).is_ok()
    }

    /// Whether nobody stands across the line of a fire: no friend, and no formed enemy.
    fn is_lane_free(&self, id: UnitId, target: UnitId) -> bool {
        let from = self.army.placement(id).at;
        let to = self.army.footprint(target).centre();
        let own = self.army.side(id);
        self.army
            .present()
            .filter(|&other| other != id && other != target)
            .filter(|&other| {
                self.army.side(other) == own || !self.army.unit(other).is_skirmishing()
            })
            .all(|other| !self.army.footprint(other).is_across(from, to))
    }

    /// Units right behind a target that a fire goes on to, the nearest first. Nobody aims at them, so
    /// the routed are no exception.
    ///
    /// Rules: `fire.pass_through_depth`, `morale.routed_not_target`.
    fn behind_target(&self, from: bevy::math::Vec2, target: UnitId, guns: bool) -> Vec<UnitId> {
        let (reach, most) = self.rules.pass_through_reach(self.field().scale, guns);
        let there = self.army.footprint(target);
        let centre = there.centre();
        let way = (centre - from).normalize_or_zero();
        let mut behind: Vec<(f32, UnitId)> = self
            .army
            .present_of(self.army.side(target))
            .filter(|&other| other != target)
            .filter_map(|other| {
                let here = self.army.footprint(other);
                let far = (here.centre() - centre).dot(way);
                let struck = here.is_across(centre, centre + way * (far + 1.0));
                let close = here.distance(there) <= reach + 1e-3;
                (far > 0.0 && struck && close).then_some((far, other))
            })
            .collect();
        behind.sort_by(|one, other| one.0.total_cmp(&other.0));
        behind
            .into_iter()
            .map(|(_, other)| other)
            .take(most as usize)
            .collect()
    }
}

impl Battle {
    /// A fire goes on through its target to those behind: the same roll, less for each unit passed.
    ///
    /// Rules: `fire.pass_through`.
    pub(super) fn pass_through(&mut self, mut fire: PassThrough) {
        fire.aim
            .ranks
            .retain(|rank| self.now.army.on_table(rank.unit));
        if fire.aim.ranks.is_empty() || fire.behind.is_empty() {
            return;
        }
        let target = fire.behind.remove(0);
        let aimed = (!fire.aims.is_empty()).then(|| fire.aims.remove(0));
        let mut next = fire.clone();
        next.passed += 1;
        self.push(Step::PassThrough(next));
        if self.now.army.on_table(target) {
            let firers: Vec<_> = fire.aim.ranks.iter().map(|rank| rank.unit).collect();
            // From where they stood when they fired: they may have gone since.
            let mut aim = aimed.unwrap_or_else(|| self.now.aim(&firers, target, fire.aim.kind));
            aim.ranks = fire.aim.ranks.clone();
            aim.range = fire.aim.range;
            aim.opening_volley = fire.aim.opening_volley;
            aim.passed = fire.passed;
            self.resolve_fire(aim, Some(&fire), fire.reaction);
        }
    }

    /// Units fire, with all that follows.
    ///
    /// Rules: `turn.results_immediate`, `react.fire_at_trigger`, `fire.cost`.
    pub(super) fn fire(
        &mut self,
        firers: &[UnitId],
        target: UnitId,
        kind: FireKind,
        reaction: bool,
    ) {
        let firers: Vec<_> = firers
            .iter()
            .copied()
            .filter(|&id| self.now.army.on_table(id))
            .collect();
        if firers.is_empty() || !self.now.army.on_table(target) {
            return;
        }
        let aim = self.now.aim(&firers, target, kind);
        self.resolve_fire(aim, None, reaction);
    }

    /// Rolls a fire, or takes the dice of the one that goes on, and brings its results.
    pub(super) fn resolve_fire(&mut self, aim: Aim, goes_on: Option<&PassThrough>, reaction: bool) {
        let Ok(terms) = self.now.terms(&aim) else {
            return;
        };
        let dice = match goes_on.map(|fire| &fire.dice) {
            Some(dice) if dice.len() >= terms.dice as usize => dice[..terms.dice as usize].to_vec(),
            Some(_) => return,
            None => {
                let mut dice = self.dice.roll(terms.dice);
                if aim.kind == FireKind::Desperation && dice == [6] {
                    dice.push(self.dice.die());
                }
                dice
            }
        };
        let result = self.now.rules.fire_result(terms.line, terms.total(&dice));
        let firers: Vec<_> = aim.ranks.iter().map(|rank| rank.unit).collect();
        let (lead, target) = (firers[0], aim.target);
        let from = goes_on.and_then(|fire| fire.from);
        let from = from.unwrap_or_else(|| self.now.middle(&firers));
        let guns = self.now.army.unit(lead).is_artillery();
        let strikes = guns && goes_on.is_none() && result.hits() > 0;
        // What the fire shoots away still stood when it was fired.
        let works = strikes.then(|| self.now.cover(target, from).1).flatten();
        let cause = Cause::Fire {
            by: lead,
            from,
            long_range: terms.band == Band::Long,
            sections: 0,
            zone: Some(aim.from),
            works,
        };
        let passes = goes_on.is_none() && aim.kind != FireKind::Desperation;
        let through = PassThrough {
            aim: aim.clone(),
            dice: dice.clone(),
            behind: Vec::new(),
            passed: 1,
            reaction,
            aims: Vec::new(),
            from: Some(from),
        };
        self.tell(Fact::Fired {
            firers: firers.clone(),
            target,
            reaction,
            volley: Box::new(Volley {
                aim,
                terms,
                dice,
                result,
            }),
        });
        if strikes {
            self.strike_ground(target, from, result.hits());
        }
        if passes {
            let at = self.now.army.placement(lead).at;
            let behind = self.now.behind_target(at, target, guns);
            if !behind.is_empty() {
                let aims = behind.iter();
                let aims = aims.map(|&next| self.now.aim(&firers, next, through.aim.kind));
                self.push(Step::PassThrough(PassThrough {
                    aims: aims.collect(),
                    behind,
                    ..through
                }));
            }
        }
        if let Some(check) = self.now.rules.check_after(result) {
            self.suffer(target, result.hits(), Some((check, cause)));
        }
    }
}
