//! Fires: who may be aimed at, on what terms, and what it does.

use super::Battle;
use super::fact::{Cause, Fact};
use super::step::Step;
use crate::adjudicate::Request;
use crate::army::{Fate, Fighting, Identity, LeaderIdentity, LeaderState, Record, UnitId};
use crate::rules::fire::{Band, Fire, FireKind, FireTerms, Refusal};
use crate::rules::formation::Shape;
use crate::rules::morale::Morale;
use crate::rules::{Unit, Works, Zone};

/// Everything about a fire that has to live as long as the [`Fire`] made of it.
pub(super) struct Aim {
    firers: Vec<Unit>,
    target: Unit,
    range: f32,
    kind: FireKind,
    opening_volley: bool,
    from: Zone,
    cover: crate::rules::cover::CoverSet,
    firer_works: Option<Works>,
    from_village: bool,
    behind_skirmishers: bool,
    artillery_leader: i32,
    scenario_drm: i32,
}

impl Aim {
    fn fire(&self, scale: crate::rules::Scale) -> Fire<'_> {
        let mut fire = Fire::new(scale, &self.firers, &self.target, self.range);
        fire.kind = self.kind;
        fire.opening_volley = self.opening_volley;
        fire.from = self.from;
        fire.cover = self.cover;
        fire.firer_works = self.firer_works;
        fire.firing_from_village = self.from_village;
        fire.behind_skirmishers = self.behind_skirmishers;
        fire.artillery_leader = self.artillery_leader;
        fire.scenario_drm = self.scenario_drm;
        fire
    }
}

impl Battle {
    /// Enemies a unit may fire on: what is within an inch, else the closest straight ahead, else
    /// anybody it sees.
    ///
    /// Rules: `fire.primary_zone_first`, `fire.closest_then_largest`, `sight.needed`.
    pub(super) fn fire_targets(&self, id: UnitId) -> Vec<UnitId> {
        let seen: Vec<_> = self
            .army
            .present_of(self.army.side(id).other())
            .filter(|&target| self.fire_terms(&[id], target, FireKind::Normal).is_ok())
            .filter(|&target| self.sees(id, target))
            .collect();
        let here = self.army.footprint(id);
        let near = self.rules.near(self.field().scale);
        let depth = self.rules.scales.at(self.field().scale).primary_zone;
        let range = |target: UnitId| here.range_to(&self.army.footprint(target));
        let ahead: Vec<_> = seen
            .iter()
            .copied()
            .filter(|&target| here.has_in_primary_zone(&self.army.footprint(target), depth))
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
        let aim = self.aim(firers, target, kind);
        self.rules.fire(&aim.fire(self.field().scale))
    }

    pub(super) fn aim(&self, firers: &[UnitId], target: UnitId, kind: FireKind) -> Aim {
        let there = self.army.footprint(target);
        let mut units = Vec::with_capacity(firers.len());
        let mut middle = bevy::math::Vec2::ZERO;
        for &id in firers {
            let here = self.army.footprint(id);
            middle += here.placement.at / firers.len() as f32;
            let mut unit = *self.army.unit(id);
            unit.bearing = self.bearing(&unit, &here, &there, kind);
            if self.in_cut(id).is_some_and(|(disordered, _)| disordered)
                && unit.morale == Morale::GoodOrder
            {
                unit.morale = Morale::Disorder;
            }
            units.push(unit);
        }
        let lead = firers[0];
        let range = there
            .stands
            .iter()
            .map(|stand| crate::field::geometry::distance_to_point(&stand.outline(), middle))
            .fold(f32::INFINITY, f32::min);
        let (cover, _) = self.cover(target, middle);
        let (own_cover, works) = self.cover(lead, there.placement.at);
        Aim {
            range,
            kind,
            opening_volley: firers.iter().all(|&id| self.opening_volley(id)),
            from: self.zone_of(target, &self.army.footprint(lead)),
            cover,
            firer_works: works,
            from_village: own_cover.contains(crate::rules::Cover::Village),
            behind_skirmishers: self.behind_skirmishers(target, middle),
            artillery_leader: self.artillery_leader(lead),
            scenario_drm: self.in_cut(target).map_or(0, |(_, drm)| drm),
            target: *self.army.unit(target),
            firers: units,
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
                let crossed =
                    crate::field::geometry::crossing(here.centre(), from, left, right).is_some();
                crossed && screen.distance(&here) >= 2.0
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
                let identity = self.army.leader::<LeaderIdentity>(leader);
                identity.artillery && place.distance(at) <= 2.0 * self.field().proportion()
            })
            .map(|(leader, _)| self.army.leader::<LeaderIdentity>(leader).benefit as i32)
            .max()
            .unwrap_or(0)
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
            .filter(|&id| self.army.on_table(id))
            .collect();
        if firers.is_empty() || !self.army.on_table(target) {
            return;
        }
        let aim = self.aim(&firers, target, kind);
        let fire = aim.fire(self.field().scale);
        let Ok(terms) = self.rules.fire(&fire) else {
            return;
        };
        let mut dice = self.dice.roll(terms.dice);
        if kind == FireKind::Desperation && dice == [6] {
            dice.push(self.dice.die());
        }
        let result = self.rules.fire_result(terms.line, terms.total(&dice));
        let request = Box::new(Request::of_fire(&self.rules, &fire, &dice));
        for &id in &firers {
            let mut record = self.army.get_mut::<Record>(id);
            record.has_fired = true;
            record.fired_on.push(target);
        }
        self.tell(Fact::Fired {
            firers: firers.clone(),
            target,
            reaction,
            request,
            result,
        });
        if let Some(check) = self.rules.check_after(result) {
            let cause = Cause::Fire {
                by: firers[0],
                long_range: terms.band == Band::Long,
            };
            self.suffer(target, result.hits(), Some((check, cause)));
        }
    }

    /// Takes losses; the check they bring is taken at the strength before a stand was lost.
    ///
    /// Rules: `morale.depleting_hit`, `leader.casualty`.
    pub(super) fn suffer(&mut self, unit: UnitId, hits: u32, check: Option<(u32, Cause)>) {
        let before = *self.army.unit(unit);
        let horses = self.lose(unit, hits);
        let left = self.army.unit(unit).strength;
        if hits > 0 {
            let stands = self.stands_for(unit);
            self.tell(Fact::Lost {
                unit,
                figures: before.strength - left,
                horses,
                left,
                stands,
            });
        }
        let leader = self.attached_leader(unit);
        if left == 0 {
            let fate = if before.is_artillery() {
                Fate::GunsLost
            } else {
                Fate::Eliminated
            };
            self.remove(unit, fate);
        } else {
            self.push(Step::Settle { unit });
            if let Some((check, cause)) = check
                && before.morale != Morale::Routed
            {
                self.push(Step::Check { unit, check, cause });
            }
        }
        if let Some(leader) = leader
            && hits > 0
        {
            self.roll_for_leader(leader, unit, hits);
        }
    }

    fn roll_for_leader(&mut self, leader: crate::army::LeaderId, unit: UnitId, hits: u32) {
        let dice = self.dice.roll(hits);
        let killed = dice.iter().any(|&die| self.rules.kills_leader(die));
        self.tell(Fact::LeaderRolled {
            leader,
            dice,
            killed,
        });
        if killed {
            let mut state = self.army.leader_mut::<LeaderState>(leader);
            state.fallen = true;
            state.attached = None;
            if self.army.on_table(unit) {
                self.push(Step::Check {
                    unit,
                    check: 0,
                    cause: Cause::LeaderKilled,
                });
            }
        }
    }

    /// Takes figures, or sections and horses, off; answers with the horses.
    ///
    /// Rules: `artillery.horse_loss`.
    fn lose(&mut self, unit: UnitId, hits: u32) -> u32 {
        let values = *self.army.unit(unit);
        if !values.is_artillery() {
            self.army.get_mut::<Fighting>(unit).0.strength = values.strength.saturating_sub(hits);
            return 0;
        }
        let record = self.army.get::<Record>(unit).clone();
        let limbered = values.shape() == Shape::Limbered;
        let loss = self.rules.battery_loss(
            limbered ^ record.next_hit_on_horse,
            values.strength,
            record.horses,
            hits,
        );
        let mut record = self.army.get_mut::<Record>(unit);
        record.horses -= loss.horses.min(record.horses);
        if hits % 2 == 1 {
            record.next_hit_on_horse = !record.next_hit_on_horse;
        }
        let mut fighting = self.army.get_mut::<Fighting>(unit);
        fighting.0.strength -= loss.sections.min(fighting.0.strength);
        fighting.0.lost_sections += loss.sections;
        loss.horses
    }

    /// Stands that the figures left fill.
    fn stands_for(&self, unit: UnitId) -> u32 {
        let values = self.army.unit(unit);
        if values.is_artillery() {
            return 1;
        }
        let muster = self.army.get::<Identity>(unit).muster;
        let each = muster.strength.div_ceil(muster.stands.max(1)).max(1);
        values.strength.div_ceil(each).clamp(1, muster.stands)
    }

    /// Takes empty stands off the table.
    pub(super) fn settle(&mut self, unit: UnitId) {
        if !self.army.on_table(unit) {
            return;
        }
        let stands = self.stands_for(unit);
        self.army.get_mut::<Fighting>(unit).0.stands.now = stands;
        self.army.refresh_stands(unit);
    }
}
