//! What bears on a unit's nerve: all that counts when its morale is checked.

use super::Situation;
use crate::army::{Cause, Dread, Fate, Presence, Strain, UnitId};
use crate::field::Placement;
use crate::rules::morale::FireCause;
use crate::rules::{Morale, Side, Zone};
use crate::scenario::file::SpecialRule;

/// Inches to somewhere before a unit, beyond any works it may stand behind.
const FAR: f32 = 10.0;

/// So many inches behind friends a unit is out of it.
const BEHIND: f32 = 6.0;

/// A charge that is stopped at an inch is at an inch, whatever the roundings say.
const EXACT: f32 = 0.01;

impl Situation {
    /// Whether cover lies between a unit and every enemy who sees it within normal range of his
    /// weapon, or the ground hides it from all of them.
    ///
    /// Rules: `morale.cover_between`, `morale.cover_hill`.
    fn is_covered_from_all(&self, id: UnitId) -> bool {
        let here = self.army.footprint(id);
        let scale = self.field().scale;
        let in_range = |enemy: &UnitId| {
            let range = self.rules.normal_range(scale, self.army.unit(*enemy));
            let at = self.army.placement(*enemy).at;
            range.is_some_and(|range| !here.is_beyond(range, at) && here.range_from(at) <= range)
        };
        let mut near = self
            .army
            .present_of(self.army.side(id).other())
            .filter(|&enemy| self.army.unit(enemy).morale != Morale::Routed)
            .filter(in_range)
            .filter(|&enemy| self.sees(enemy, id))
            .peekable();
        if near.peek().is_some() {
            return near.all(|enemy| {
                let at = self.army.placement(enemy).at;
                !self.cover(id, at).0.is_empty()
            });
        }
        let ahead = here.placement.at + here.placement.facing.ahead() * FAR;
        !self.cover(id, ahead).0.is_empty()
            || !self
                .army
                .present_of(self.army.side(id).other())
                .any(|enemy| self.sees(enemy, id))
    }

    /// Whether a steady enemy stands within an inch.
    pub(in crate::battle) fn enemy_close(&self, id: UnitId) -> bool {
        let near = self.rules.near(self.field().scale);
        let here = self.army.footprint(id);
        self.enemies_near(id, near + 8.0).into_iter().any(|enemy| {
            let unit = self.army.unit(enemy);
            let steady = !unit.is_skirmishing()
                && matches!(unit.morale, Morale::GoodOrder | Morale::Disorder);
            steady
                && here.is_within(near + EXACT, self.army.footprint(enemy))
                && !self.is_lone_battery(enemy)
        })
    }

    /// Whether steady friends stand across the way between a unit and the enemy, six inches or more
    /// away from it, edge to edge: the enemy who made it check, else the nearest who is not routed.
    ///
    /// Rules: `morale.good.behind_friends`.
    fn behind_friends(&self, id: UnitId, cause: Cause) -> bool {
        let there = match cause {
            Cause::Fire { from, .. } => Some(from),
            // He is at hand.
            Cause::Charge { .. } | Cause::Melee { .. } => None,
            Cause::LossNear | Cause::RoutPassed | Cause::LeaderKilled | Cause::Rally => self
                .nearest_enemy(id)
                .map(|enemy| self.army.placement(enemy).at),
        };
        let Some(there) = there else {
            return false;
        };
        let ground = self.army.footprint(id);
        let here = ground.placement.at;
        self.army.present_of(self.army.side(id)).any(|friend| {
            let unit = self.army.unit(friend);
            let steady = matches!(unit.morale, Morale::GoodOrder | Morale::Disorder);
            let between = self.army.footprint(friend);
            friend != id
                && steady
                && !ground.is_within(BEHIND - EXACT, between)
                && (between.is_across(here, there) || between.screens(here, there))
        })
    }

    /// Regiments and leaders that a unit's brigade has lost; whoever merged with one of them, or was
    /// attached to it, went with it.
    pub(in crate::battle) fn brigade_losses(&self, id: UnitId) -> (u32, u32) {
        let command = self.army.command(id);
        let regiments = self
            .army
            .units()
            .filter(|&other| self.army.command(other) == command)
            .filter(|&other| matches!(self.army.presence(other), Presence::Gone(fate) if !matches!(fate, Fate::Absent | Fate::Joined | Fate::RodeOff | Fate::Withdrew | Fate::Dummy)))
            .map(|other| {
                let merged = self.army.unit(other).traits.merged;
                let attached = self.army.record(other).attached.is_some();
                1 + u32::from(merged) + u32::from(attached)
            })
            .sum();
        let leaders = self
            .army
            .leaders()
            .filter(|&leader| {
                let identity = self.army.leader_identity(leader);
                let missed = !self.has_leader_rule(&identity.name);
                missed && self.army.leader(leader).missed && self.belongs(command, identity.command)
            })
            .count() as u32;
        (regiments, leaders)
    }

    fn has_leader_rule(&self, name: &str) -> bool {
        self.scenario
            .rules
            .iter()
            .any(|rule| matches!(rule, SpecialRule::LeaderKilled { leader, .. } if leader == name))
    }

    /// What fallen leaders of the scenario's rules add to everybody's MMP.
    ///
    /// Rules: `scenario.militia.reynolds`, `scenario.militia.wadsworth`, `scenario.militia.heth`.
    pub(in crate::battle) fn scenario_mmp(&self, side: Side) -> i32 {
        let fallen = |name: &str| {
            self.army.leaders().any(|leader| {
                let identity = self.army.leader_identity(leader);
                identity.name == name && identity.side == side && self.army.leader(leader).missed
            })
        };
        self.scenario
            .rules
            .iter()
            .map(|rule| match rule {
                SpecialRule::LeaderKilled {
                    leader,
                    mmp,
                    unless_alive,
                } => {
                    let kept = unless_alive.as_ref().is_some_and(|other| !fallen(other));
                    if fallen(leader) && !kept { *mmp } else { 0 }
                }
                _ => 0,
            })
            .sum()
    }

    /// What the scenario adds to the first check of a unit in this battle.
    ///
    /// Rules: `scenario.first_check`, `scenario.mine_run_2.if_union_won`,
    /// `scenario.mine_run_2.if_confederates_won`.
    fn first_check(&self, id: UnitId, cause: Cause) -> i32 {
        if cause == Cause::Rally || self.army.record(id).has_checked {
            return 0;
        }
        let command = self.army.command(id);
        let rules = self.scenario.rules.iter();
        rules
            .map(|rule| match rule {
                SpecialRule::FirstCheck { command: name, mmp }
                    if self.scenario.commands_below(name).contains(&command) =>
                {
                    *mmp
                }
                _ => 0,
            })
            .sum()
    }

    /// What the scenario adds to the basic morale point of worn infantry.
    ///
    /// Rules: `scenario.mine_run_3.after_union_win`.
    pub(in crate::battle) fn worn(&self, id: UnitId) -> i32 {
        if !self.army.unit(id).is_infantry() {
            return 0;
        }
        let command = self.army.command(id);
        let rules = self.scenario.rules.iter();
        rules
            .map(|rule| match rule {
                SpecialRule::BasicMorale { command: name, bmp }
                    if self.scenario.commands_below(name).contains(&command) =>
                {
                    *bmp
                }
                _ => 0,
            })
            .sum()
    }

    /// Whether a unit is a battery with no steady friend of any arm beside it.
    ///
    /// Rules: `artillery.unsupported`.
    pub(in crate::battle) fn is_lone_battery(&self, id: UnitId) -> bool {
        let steady = |friend: UnitId| {
            let unit = self.army.unit(friend);
            !unit.is_skirmishing() && matches!(unit.morale, Morale::GoodOrder | Morale::Disorder)
        };
        self.army.unit(id).is_artillery()
            && !self.neighbours(id).any(steady)
            && self.backing(id).is_empty()
    }

    /// The side of a unit that a charge comes from: where both stood at the word of command, as the
    /// unit faces now. A column's side is its flank, and the hind part of a flank counts with it.
    pub(in crate::battle) fn charge_side(&self, id: UnitId, by: UnitId) -> Zone {
        let now = self.army.placement(id);
        let mut charges = self.army.charges();
        let charge = charges.find(|charge| charge.has(by) || charge.counter == Some(by));
        let stood = charge.and_then(|charge| charge.stood(id)).unwrap_or(now);
        let ground = self.footprint_at(
            id,
            Placement {
                at: stood.at,
                ..now
            },
        );
        match ground.zone_of(self.army.unit(id).shape(), &self.charge_origin(by)) {
            Zone::Side => Zone::FullFlank,
            Zone::RearPartialFlank => Zone::PartialFlank,
            zone => zone,
        }
    }

    /// Everything that bears on a check of a unit.
    pub(in crate::battle) fn strain(&self, id: UnitId, check: u32, cause: Cause) -> Strain {
        let unit = self.army.unit(id);
        let (regiments_lost, leaders_lost) = self.brigade_losses(id);
        let mut strain = Strain {
            check,
            supports: self.supporters(id).len() as u32,
            leader: self.leader_benefit(id),
            behind_friends: self.behind_friends(id, cause),
            enemy_close: self.enemy_close(id),
            regiments_lost,
            leaders_lost,
            scenario_mmp: self.scenario_mmp(unit.side)
                + self.first_check(id, cause)
                + self.worn(id),
            ..Strain::default()
        };
        match cause {
            Cause::Fire {
                by,
                from,
                long_range,
                sections,
                zone,
                works: struck,
            } => {
                strain.fresh_sections = sections;
                let firer = self.army.unit(by);
                // Whoever has fired may be elsewhere by now: the fire came from where he stood.
                let zone = zone.unwrap_or_else(|| self.zone_of(id, self.army.footprint(by)));
                strain.fire = Some(FireCause {
                    artillery: firer.is_artillery(),
                    from: zone,
                    long_range,
                    skirmishers: firer.is_skirmishing(),
                });
                let (cover, works) = self.cover(id, from);
                strain.works = works.max(struck);
                strain.cover = self.rules.cover_steadies(cover, firer.is_artillery())
                    && self.is_covered_from_all(id);
            }
            Cause::Charge { by } => {
                let (cover, works) = self.cover_from_charge(id, by);
                strain.works = works;
                strain.cover = !cover.is_empty();
                if self.flees_from(id, by) {
                    strain.scenario_mmp += self.rules.morale.bad.charged_by_cavalry_full;
                }
                strain.charge = Some(Dread {
                    by,
                    on: self.charge_side(id, by),
                    supports: self.charge_supports(by).len() as u32,
                    unsupported_battery: self.is_lone_battery(id),
                    as_was: None,
                });
            }
            Cause::Melee { .. } => {}
            Cause::LossNear | Cause::RoutPassed | Cause::LeaderKilled | Cause::Rally => {
                let here = self.army.placement(id);
                let (_, works) = self.cover(id, here.at + here.facing.ahead() * FAR);
                strain.cover = self.is_covered_from_all(id);
                strain.works = works.filter(|_| strain.cover);
            }
        }
        strain
    }
}
