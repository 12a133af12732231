//! Fires: who may be aimed at, on what terms, and what it does.

use super::step::{PassThrough, Step};
use super::{Battle, Situation};
use crate::army::{Aim, Cause, Fact, Rank, UnitId, Volley};
use crate::field::geometry::crossing;
use crate::rule;
use crate::rules::Unit;
use crate::rules::fire::{Band, FireKind, FireTerms, Refusal};
use crate::rules::formation::Shape;
use crate::rules::morale::Morale;

impl Situation {
    /// Enemies a unit may fire on: what is within an inch, else the closest straight ahead, else
    /// anybody it sees.
    ///
    /// Rules: `fire.primary_zone_first`, `fire.closest_then_largest`, `sight.needed`.
    pub(super) fn fire_targets(&self, id: UnitId) -> Vec<UnitId> {
        let seen: Vec<_> = self
            .army
            .present_of(self.army.side(id).other())
            .filter(|&target| self.single_fire(id, target).is_some())
            .filter(|&target| self.has_clear_shot(id, target))
            .collect();
        let here = self.army.footprint(id);
        let near = self.rules.near(self.field().scale);
        let depth = self.rules.scales.at(self.field().scale).primary_zone;
        let range = |target: UnitId| here.range_to(self.army.footprint(target));
        let ahead: Vec<_> = seen
            .iter()
            .copied()
            .filter(|&target| here.has_in_primary_zone(self.army.footprint(target), depth))
            .collect();
        let closest = ahead.iter().copied().min_by(|&one, &other| {
            let size = |target: UnitId| self.army.unit(target).strength;
            range(one)
                .total_cmp(&range(other))
                .then(size(other).cmp(&size(one)))
        });
        match closest {
            Some(first) => seen
                .into_iter()
                .filter(|&target| target == first || range(target) < near)
                .collect(),
            None => seen,
        }
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
        // Most enemies are too far away: that is seen at a glance.
        if !kind.is_at_arms_length() {
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

    /// Inches from the middle of the firers' front to the nearest edge of a target.
    pub(super) fn fire_range(&self, firers: &[UnitId], target: UnitId) -> f32 {
        let middle = self.middle(firers);
        self.army.footprint(target).range_from(middle)
    }

    /// The terms of a fire that is aimed so.
    pub(super) fn terms(&self, aim: &Aim) -> Result<FireTerms, Refusal> {
        let firers = aim.firers(&self.army);
        let fire = aim.fire(self.field().scale, &firers, self.army.unit(aim.target));
        self.rules.fire(&fire)
    }

    pub(super) fn aim(&self, firers: &[UnitId], target: UnitId, kind: FireKind) -> Aim {
        let there = self.army.footprint(target);
        let disengaging = self.army.record(target).disengaging;
        let mut ranks = Vec::with_capacity(firers.len());
        let middle = self.middle(firers);
        for &id in firers {
            let here = self.army.footprint(id);
            let unit = self.army.unit(id);
            let ragged = self.in_cut(id).is_some_and(|(disordered, _)| disordered);
            ranks.push(Rank {
                unit: id,
                bearing: self.bearing(unit, here, there, kind),
                morale: if ragged {
                    unit.morale.max(Morale::Disorder)
                } else {
                    unit.morale
                },
            });
        }
        let lead = firers[0];
        let range = self.fire_range(firers, target);
        let (cover, _) = self.cover(target, middle);
        let (own_cover, works) = self.cover(lead, there.placement.at);
        Aim {
            ranks,
            target,
            range,
            kind,
            opening_volley: firers.iter().all(|&id| self.opening_volley(id)),
            from: self.zone_of(target, self.army.footprint(lead)),
            cover,
            firer_works: works,
            from_village: own_cover.contains(crate::rules::Cover::Village),
            behind_skirmishers: self.behind_skirmishers(target, middle),
            artillery_leader: self.artillery_leader(lead),
            scenario_drm: self.in_cut(target).map_or(0, |(_, drm)| drm),
            disengaging,
            passed: 0,
        }
    }

    /// Figures that bear: those of the stands that have the target in their arcs.
    ///
    /// Rules: `fire.outside_arc`.
    fn bearing(
        &self,
        unit: &Unit,
        here: &crate::field::placement::Footprint,
        there: &crate::field::placement::Footprint,
        kind: FireKind,
    ) -> Option<u32> {
        if kind == FireKind::Melee || unit.shape() == Shape::Square {
            return None;
        }
        let stands = here.stands.len() as u32;
        let bearing = here.stands_bearing(there);
        let column = unit.shape() == Shape::Column;
        let leading = unit.strength.div_ceil(stands.max(1));
        match bearing {
            0 => Some(self.rules.bearing_outside_arc(unit)),
            _ if column => Some(leading),
            all if all == stands => None,
            some => Some((unit.strength * some).div_ceil(stands)),
        }
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
                !self.army.footprint(friend).stands.iter().any(|stand| {
                    let [a, b, c, d] = stand.corners();
                    crossing(from, to, a, c).is_some() || crossing(from, to, b, d).is_some()
                })
            })
    }

    /// Enemies a unit does not see but knows to be in the woods before it.
    ///
    /// Rules: `fire.area`.
    pub(super) fn suspected(&self, id: UnitId) -> Vec<UnitId> {
        let hidden = |target: UnitId| {
            let centre = self.army.footprint(target).centre();
            let in_growth = self
                .field()
                .areas_at(centre)
                .any(|area| area.kind.is_growth());
            in_growth
                && self.fire_terms(&[id], target, FireKind::Area).is_ok()
                && !self.sees(id, target)
                && self
                    .sight_of_fronts(id, target)
                    .blocked
                    .is_some_and(|blocked| blocked.only_within.is_some())
        };
        self.army
            .present_of(self.army.side(id).other())
            .filter(|&target| hidden(target))
            .collect()
    }

    /// Units right behind a target that a fire goes on to, the nearest first.
    ///
    /// Rules: `fire.pass_through_depth`.
    fn behind_target(&self, from: bevy::math::Vec2, target: UnitId, guns: bool) -> Vec<UnitId> {
        let (reach, most) = self.rules.pass_through_reach(self.field().scale, guns);
        let there = self.army.footprint(target);
        let centre = there.centre();
        let way = (centre - from).normalize_or_zero();
        let mut behind: Vec<(f32, UnitId)> = self
            .army
            .present_of(self.army.side(target))
            .filter(|&other| other != target && self.army.unit(other).morale != Morale::Routed)
            .filter_map(|other| {
                let here = self.army.footprint(other);
                let far = (here.centre() - centre).dot(way);
                let line = [centre, centre + way * (far + 1.0)];
                let struck = here.stands.iter().any(|stand| {
                    let [a, b, c, d] = stand.corners();
                    crossing(line[0], line[1], a, c).is_some()
                        || crossing(line[0], line[1], b, d).is_some()
                });
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

    /// Whether a battery may be drawn back on the rope, firing at a target.
    ///
    /// Rules: `artillery.prolonge`.
    pub(super) fn may_prolonge(&self, id: UnitId, target: UnitId) -> bool {
        self.army.unit(id).shape() == Shape::Unlimbered
            && self.army.record(id).horses > 0
            && self.fire_terms(&[id], target, FireKind::Prolonge).is_ok()
    }

    /// The middle of the front of some units.
    fn middle(&self, units: &[UnitId]) -> bevy::math::Vec2 {
        let places = units.iter().map(|&unit| self.army.placement(unit).at);
        places.sum::<bevy::math::Vec2>() / units.len().max(1) as f32
    }

    /// Whether a unit's own skirmishers stand two inches or more before it.
    ///
    /// Rules: `target.behind_skirmishers`.
    fn behind_skirmishers(&self, target: UnitId, from: bevy::math::Vec2) -> bool {
        let here = self.army.footprint(target);
        let side = self.army.side(target);
        self.army
            .present_of(side)
            .filter(|&friend| {
                friend != target
                    && self.army.unit(friend).is_skirmishing()
                    && self.army.unit(friend).is_infantry()
            })
            .any(|friend| {
                let screen = self.army.footprint(friend);
                let (left, right) = screen.front_corners();
                let crossed = crossing(here.centre(), from, left, right).is_some();
                crossed && screen.distance(here) >= 2.0
            })
    }

    /// The benefit of an artillery leader beside the guns.
    ///
    /// Rules: `muster.artillery_leader`.
    fn artillery_leader(&self, id: UnitId) -> i32 {
        if !self.army.unit(id).is_artillery() {
            return 0;
        }
        let at = self.army.placement(id).at;
        self.leaders_of(id)
            .filter(|&(leader, place)| {
                let identity = self.army.leader_identity(leader);
                identity.artillery && place.distance(at) <= 2.0 * self.field().proportion()
            })
            .map(|(leader, _)| self.army.leader_identity(leader).benefit as i32)
            .max()
            .unwrap_or(0)
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
        let mut next = fire.clone();
        next.passed += 1;
        self.push(Step::PassThrough(next));
        if self.now.army.on_table(target) {
            let firers: Vec<_> = fire.aim.ranks.iter().map(|rank| rank.unit).collect();
            let mut aim = self.now.aim(&firers, target, fire.aim.kind);
            aim.ranks = fire.aim.ranks;
            aim.range = fire.aim.range;
            aim.opening_volley = fire.aim.opening_volley;
            aim.passed = fire.passed;
            self.resolve_fire(aim, Some(&fire.dice), fire.reaction);
        }
    }

    /// A battery fires and is drawn back from the enemy by half its limbered move.
    pub(super) fn prolonge(&mut self, unit: UnitId, target: UnitId) {
        let from = self.now.army.footprint(target).centre();
        let mut limbered = *self.now.army.unit(unit);
        if let crate::rules::Troops::Artillery { limbered, .. } = &mut limbered.troops {
            *limbered = true;
        }
        let ground = self.now.ground_under(unit);
        let mut mover = crate::rules::movement::Mover::new(self.now.field().scale, &limbered);
        mover.horses = self.now.army.record(unit).horses;
        let inches = self.now.rules.allowance(&mover, ground).unwrap_or(1.0);
        let to = self
            .now
            .away(unit, from, inches * self.now.rules.movement.prolonge, false);
        self.fire(&[unit], target, FireKind::Prolonge, false);
        let from = self.now.army.placement(unit);
        self.tell(Fact::Moved { unit, from, to });
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

    /// Rolls a fire, or takes the dice it was rolled with, and brings its results.
    pub(super) fn resolve_fire(&mut self, aim: Aim, rolled: Option<&[u8]>, reaction: bool) {
        let Ok(terms) = self.now.terms(&aim) else {
            return;
        };
        let dice = match rolled {
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
        let cause = Cause::Fire {
            by: lead,
            from: self.now.middle(&firers),
            long_range: terms.band == Band::Long,
        };
        let goes_on = rolled.is_none() && aim.kind != FireKind::Desperation;
        let through = PassThrough {
            aim: aim.clone(),
            dice: dice.clone(),
            behind: Vec::new(),
            passed: 1,
            reaction,
        };
        self.tell(Fact::Fired {
            firers,
            target,
            reaction,
            volley: Box::new(Volley {
                aim,
                terms,
                dice,
                result,
            }),
        });
        if goes_on {
            let guns = self.now.army.unit(lead).is_artillery();
            let from = self.now.army.placement(lead).at;
            let behind = self.now.behind_target(from, target, guns);
            if !behind.is_empty() {
                self.push(Step::PassThrough(PassThrough { behind, ..through }));
            }
        }
        if let Some(check) = self.now.rules.check_after(result) {
            self.suffer(target, result.hits(), Some((check, cause)));
        }
    }
}
