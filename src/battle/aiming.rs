//! A fire as the table has it: who bears, at what range, what covers the target, who helps.

use bevy::math::Vec2;

use super::Situation;
use crate::army::{Aim, Rank, UnitId};
use crate::field::placement::Footprint;
use crate::rules::fire::{FireKind, FireTerms, Refusal};
use crate::rules::formation::Shape;
use crate::rules::{Cover, InfantryWeapon, Morale, Troops, Unit, Weather, Works};
use crate::scenario::file::SpecialRule;

impl Situation {
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
        let range = if kind.is_at_arms_length() {
            self.close_range(firers, target)
        } else {
            self.fire_range(firers, target)
        };
        let firing = self.cut_off(&mut ranks, kind);
        let (cover, _) = self.cover(target, middle);
        let (own_cover, works) = self.cover(lead, there.placement.at);
        Aim {
            ranks,
            target,
            range,
            kind,
            opening_volley: firing.iter().all(|&id| self.opening_volley(id)),
            from: self.zone_of(target, self.army.footprint(lead)),
            cover,
            firer_works: works,
            from_village: own_cover.contains(Cover::Village),
            behind_skirmishers: self.behind_skirmishers(target, middle),
            artillery_leader: self.artillery_leader(firers),
            attached_leader: self.leading_fire(firers),
            scenario_drm: self.in_cut(target).map_or(0, |(_, drm)| drm)
                + self.wet_flintlocks(firers, kind),
            disengaging,
            passed: 0,
            ranging: self.found_range(&firing, target, works),
            obstacle: self.obstacle(target, middle),
        }
    }

    /// What rain costs a fire in which old flintlocks take part, where the host lets it.
    ///
    /// Rules: `scenario.flintlock_rain`.
    fn wet_flintlocks(&self, firers: &[UnitId], kind: FireKind) -> i32 {
        let flint = |id: &UnitId| {
            matches!(
                self.army.unit(*id).troops,
                Troops::Infantry {
                    weapon: Some(InfantryWeapon::OldFlintlock),
                    ..
                }
            )
        };
        let wet = self.army.weather() == Weather::Wet;
        if !wet || kind == FireKind::Melee || !firers.iter().any(flint) {
            return 0;
        }
        let rules = self.scenario.rules.iter();
        rules
            .map(|rule| match rule {
                SpecialRule::WetFlintlocks { drm } => *drm,
                _ => 0,
            })
            .sum()
    }

    /// Inches from edge to edge. Of a charge that has yet to come, how far off it will be: close fire
    /// waits until it is at hand.
    fn close_range(&self, firers: &[UnitId], target: UnitId) -> f32 {
        let there = self.army.footprint(target);
        let gaps = firers
            .iter()
            .map(|&id| self.army.footprint(id).distance(there));
        gaps.fold(self.rules.near(self.field().scale), f32::min)
    }

    /// Those of some units who have a part in the fire. The limit of figures may leave others out:
    /// none of theirs bear.
    fn cut_off(&self, ranks: &mut [Rank], kind: FireKind) -> Vec<UnitId> {
        if let [only] = ranks {
            return vec![only.unit];
        }
        let bearing = |rank: &Rank| Unit {
            bearing: rank.bearing,
            ..*self.army.unit(rank.unit)
        };
        let units: Vec<_> = ranks.iter().map(bearing).collect();
        let figures = self.rules.figures_firing(kind, &units);
        let mut firing = Vec::with_capacity(ranks.len());
        for (rank, figures) in ranks.iter_mut().zip(figures) {
            if figures == 0 {
                rank.bearing = Some(0);
            } else {
                firing.push(rank.unit);
            }
        }
        firing
    }

    /// Figures that bear: those of the stands that have the target in their arcs. Of a column only
    /// the leading stand fires, so that its arc decides.
    ///
    /// Rules: `fire.outside_arc`.
    fn bearing(
        &self,
        unit: &Unit,
        here: &Footprint,
        there: &Footprint,
        kind: FireKind,
    ) -> Option<u32> {
        if kind == FireKind::Melee || unit.shape() == Shape::Square {
            return None;
        }
        let stands = here.stands.len() as u32;
        if unit.shape() == Shape::Column {
            return Some(if here.leading_stand_bears(there) {
                unit.strength.div_ceil(stands.max(1))
            } else {
                self.rules.bearing_outside_arc(unit)
            });
        }
        match here.stands_bearing(there) {
            0 => Some(self.rules.bearing_outside_arc(unit)),
            all if all == stands => None,
            some => Some((unit.strength * some).div_ceil(stands)),
        }
    }

    /// The middle of the front of some units.
    pub(super) fn middle(&self, units: &[UnitId]) -> Vec2 {
        let places = units.iter().map(|&unit| self.army.placement(unit).at);
        places.sum::<Vec2>() / units.len().max(1) as f32
    }

    /// Whether a unit's own skirmishers stand two inches or more before it.
    ///
    /// Rules: `target.behind_skirmishers`, `sight.enemy_skirmishers`.
    fn behind_skirmishers(&self, target: UnitId, from: Vec2) -> bool {
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
                screen.screens(here.centre(), from) && screen.distance(here) >= 2.0
            })
    }

    /// Shots that fortress guns in heavy works have fired one after the other at a target that has
    /// not moved since.
    ///
    /// Rules: `heavy.fortress_ranging`.
    fn found_range(&self, firers: &[UnitId], target: UnitId, works: Option<Works>) -> u32 {
        if works != Some(Works::Heavy) {
            return 0;
        }
        let shots = |id: &UnitId| {
            let ranging = self.army.record(*id).ranging;
            ranging
                .filter(|ranging| ranging.target == target)
                .map_or(0, |ranging| ranging.shots)
        };
        firers.iter().map(shots).min().unwrap_or(0)
    }

    /// The benefit of a leader attached to one of the firing regiments, where the players let him
    /// help their fire.
    ///
    /// Rules: `leader.fire_none`.
    fn leading_fire(&self, firers: &[UnitId]) -> i32 {
        if !self.rules.switches.leaders_help_fire || self.army.unit(firers[0]).is_artillery() {
            return 0;
        }
        let benefits = firers.iter().map(|&id| self.attached_benefit(id));
        benefits.max().unwrap_or(0)
    }

    /// The benefit of an artillery leader beside any of the batteries that fire.
    ///
    /// Rules: `muster.artillery_leader`.
    fn artillery_leader(&self, firers: &[UnitId]) -> i32 {
        if !self.army.unit(firers[0]).is_artillery() {
            return 0;
        }
        let side = self.army.side(firers[0]);
        self.army
            .leaders()
            .filter_map(|leader| {
                let (identity, state) =
                    (self.army.leader_identity(leader), self.army.leader(leader));
                let directs = identity.artillery && identity.side == side && !state.fallen;
                let at = state.at.filter(|_| directs)?;
                let beside = firers.iter().any(|&id| self.is_beside(at, id));
                beside.then_some(identity.benefit as i32)
            })
            .max()
            .unwrap_or(0)
    }
}
