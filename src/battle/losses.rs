//! Losses: figures, sections, horses, leaders, and the stands that are left.

use super::Battle;
use super::fact::{Cause, Fact};
use super::step::Step;
use crate::army::{Fate, Fighting, Identity, LeaderState, Record, UnitId};
use crate::rules::formation::Shape;
use crate::rules::morale::Morale;

impl Battle {
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
        // A leader is in danger from fire and blows, not from being thrown back. Those who see him
        // fall check after the unit has checked for its own losses.
        if hits > 0 && check.is_some() {
            for leader in self.attached_leaders(unit) {
                self.roll_for_leader(leader, unit, hits);
            }
        }
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
    }

    /// Rules: `leader.casualty`, `leader.casualty_checks`.
    fn roll_for_leader(&mut self, leader: crate::army::LeaderId, unit: UnitId, hits: u32) {
        let dice = self.dice.roll(hits);
        let killed = dice.iter().any(|&die| self.rules.kills_leader(die));
        self.tell(Fact::LeaderRolled {
            leader,
            dice,
            killed,
        });
        if killed {
            let witnesses = self.beside_leader(leader, unit);
            let mut state = self.army.leader_mut::<LeaderState>(leader);
            state.fallen = true;
            state.attached = None;
            self.push(Step::Miss { leader });
            for unit in witnesses {
                self.push(Step::Check {
                    unit,
                    check: 0,
                    cause: Cause::LeaderKilled,
                });
            }
        }
    }

    /// The unit of a leader and everybody else of his command who stands beside him.
    fn beside_leader(&self, leader: crate::army::LeaderId, unit: UnitId) -> Vec<UnitId> {
        let Some(at) = self.army.leader::<LeaderState>(leader).at else {
            return Vec::new();
        };
        let ground = self.field().ground(&self.rules, at);
        let reach = self.rules.support_distance(
            self.field().scale,
            ground.unwrap_or(crate::rules::Ground::Open),
        ) + crate::field::stand::leader_size(self.field().scale) / 2.0;
        self.army
            .present_of(self.army.side(unit))
            .filter(|&id| {
                id == unit
                    || self.army.footprint(id).stands.iter().any(|stand| {
                        crate::field::geometry::distance_to_point(&stand.outline(), at) <= reach
                    })
            })
            .collect()
    }

    /// Takes figures, or sections and horses, off; answers with the horses.
    ///
    /// Rules: `artillery.horse_loss`.
    fn lose(&mut self, unit: UnitId, hits: u32) -> u32 {
        let values = *self.army.unit(unit);
        if !values.is_artillery() {
            let hits = self.lose_attached(unit, hits);
            let mut fighting = self.army.get_mut::<Fighting>(unit);
            fighting.0.strength = fighting.0.strength.saturating_sub(hits);
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
        let attached = self.army.get::<Record>(unit).attached;
        let own = values.strength - attached.map_or(0, |attached| attached.figures);
        let each = muster.strength.div_ceil(muster.stands.max(1)).max(1);
        own.div_ceil(each).clamp(1, muster.stands)
    }

    /// Takes empty stands off the table, or puts one back where there is room for it.
    pub(super) fn settle(&mut self, unit: UnitId) {
        if !self.army.on_table(unit) {
            return;
        }
        let stands = self.stands_for(unit);
        let before = self.army.unit(unit).stands.now;
        self.army.get_mut::<Fighting>(unit).0.stands.now = stands;
        let place = self.army.placement(unit);
        if stands > before && !self.army.fits(self.field(), unit, place) {
            self.army.get_mut::<Fighting>(unit).0.stands.now = before;
        } else if stands != before {
            self.tell(Fact::Settled { unit, stands });
        }
        self.army.refresh_stands(unit);
    }
}
