//! Losses: figures, sections, horses, leaders, and the stands that are left.

use super::step::Step;
use super::{Battle, Situation};
use crate::army::{Cause, Fact, Fate, LeaderId, UnitId};
use crate::field::Placement;
use crate::rules::Unit;
use crate::rules::formation::Shape;
use crate::rules::morale::Morale;

impl Situation {
    /// Whether a unit with so many stands has room where it is.
    fn has_room_for_stands(&self, id: UnitId, stands: u32, place: Placement) -> bool {
        let mut unit = *self.army.unit(id);
        unit.stands.now = stands;
        let ground = place.footprint(self.field().scale, &unit, self.army.muster_of(id));
        ground.on_table(self.field()) && self.army.is_free(&ground, id, &[])
    }

    /// Where a unit stands that has lost a stand: in the middle of where it stood, or, if others have
    /// come between its skirmishers, where one of its stands was.
    fn place_of_the_rest(&self, id: UnitId, stands: u32) -> Placement {
        let here = self.army.placement(id);
        let along = here.facing.turned(90.0).ahead();
        let aside = self.army.footprint(id).stands.iter().map(|stand| {
            let off = (stand.centre - here.at).dot(along);
            Placement {
                at: here.at + along * off,
                ..here
            }
        });
        let mut places = std::iter::once(here).chain(aside);
        let free = places.find(|&place| self.has_room_for_stands(id, stands, place));
        free.unwrap_or(here)
    }

    /// The unit of a leader and everybody else of his side who stands beside him.
    fn beside_leader(&self, leader: LeaderId, unit: UnitId) -> Vec<UnitId> {
        let Some(at) = self.army.leader(leader).at else {
            return Vec::new();
        };
        self.army
            .present_of(self.army.side(unit))
            .filter(|&id| id == unit || self.is_beside(at, id))
            .collect()
    }
}

/// A unit that has taken losses and has still to bear what comes of them.
struct Struck {
    unit: UnitId,
    /// As it was before.
    before: Unit,
    check: Option<(u32, Cause)>,
}

impl Battle {
    /// Takes losses; the check they bring is taken at the strength before a stand or section was
    /// lost. Losses without a check are no hits: they cost a battery no horse.
    ///
    /// Rules: `morale.depleting_hit`, `morale.bmp_battery`, `leader.casualty`.
    pub(super) fn suffer(&mut self, unit: UnitId, hits: u32, check: Option<(u32, Cause)>) {
        let struck = self.struck(unit, hits, check);
        self.bear(struck);
    }

    /// The same for several struck by one blow, the last first: they check for a leader who falls by
    /// it when each has checked for its own losses.
    pub(super) fn suffer_together(&mut self, blows: &[(UnitId, u32, (u32, Cause))]) {
        let struck: Vec<_> = blows
            .iter()
            .map(|&(unit, hits, check)| self.struck(unit, hits, Some(check)))
            .collect();
        for struck in struck {
            self.bear(struck);
        }
    }

    /// Losses are taken off, and dice are rolled for leaders.
    fn struck(&mut self, unit: UnitId, hits: u32, check: Option<(u32, Cause)>) -> Struck {
        let before = *self.now.army.unit(unit);
        if hits > 0 {
            self.lose(unit, hits, check.is_some());
        }
        // A leader is in danger from fire and blows, not from being thrown back. Those who see him
        // fall check after the unit has checked for its own losses.
        if hits > 0 && check.is_some() {
            let leaders: Vec<_> = self.now.army.attached_leaders(unit).collect();
            for leader in leaders {
                self.roll_for_leader(leader, unit, hits);
            }
        }
        Struck {
            unit,
            before,
            check,
        }
    }

    /// What comes of losses: the check, and the stands that are left.
    fn bear(&mut self, struck: Struck) {
        let Struck {
            unit,
            before,
            check,
        } = struck;
        let left = self.now.army.unit(unit).strength;
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
                let lost = before.strength - left;
                let cause = cause.having_cost(if before.is_artillery() { lost } else { 0 });
                self.push(Step::Check { unit, check, cause });
            }
        }
    }

    /// Rules: `leader.casualty`, `leader.casualty_checks`.
    fn roll_for_leader(&mut self, leader: LeaderId, unit: UnitId, hits: u32) {
        let dice = self.dice.roll(hits);
        let killed = dice.iter().any(|&die| self.now.rules.kills_leader(die));
        let witnesses = self.now.beside_leader(leader, unit);
        self.tell(Fact::LeaderRolled {
            leader,
            dice,
            killed,
        });
        if killed {
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

    /// Takes figures off, those of an attached stand first; or sections, and horses where they
    /// were hit. An attached regiment that is gone is one eliminated, and its host sees it as others
    /// do.
    ///
    /// Rules: `artillery.horse_loss`, `morale.attach_losses`, `morale.when_loss_near`.
    fn lose(&mut self, unit: UnitId, hits: u32, by_hits: bool) {
        let army = &self.now.army;
        let values = army.unit(unit);
        let attached = army.record(unit).attached;
        let (figures, horses) = if values.is_artillery() && by_hits {
            let limbered = values.shape() == Shape::Limbered;
            let horses = army.record(unit).horses;
            let rules = &self.now.rules;
            let loss = rules.battery_loss(limbered, values.strength, horses, hits);
            (loss.sections.min(values.strength), loss.horses)
        } else {
            (hits.min(values.strength), 0)
        };
        let left = values.strength - figures;
        let of_attached = attached.map_or(0, |with| with.figures.min(figures));
        self.tell(Fact::Lost {
            unit,
            figures,
            of_attached,
            horses,
            left,
        });
        if let Some(with) = attached.filter(|with| with.figures == of_attached) {
            self.tell(Fact::Removed {
                unit: with.unit,
                fate: Fate::Eliminated,
            });
            if left > 0 {
                let witnesses = self.now.within_an_inch(unit);
                self.see_a_loss(&witnesses);
            }
        }
    }

    /// Takes empty stands off the table, or puts one back where there is room for it.
    pub(super) fn settle(&mut self, unit: UnitId) {
        if !self.now.army.on_table(unit) {
            return;
        }
        let stands = self.now.army.stands_filled(unit);
        let before = self.now.army.unit(unit).stands.now;
        let here = self.now.army.placement(unit);
        let place = if stands < before {
            self.now.place_of_the_rest(unit, stands)
        } else if stands > before && self.now.has_room_for_stands(unit, stands, here) {
            here
        } else {
            return;
        };
        let to = (place != here).then_some(place);
        self.tell(Fact::Settled { unit, stands, to });
    }
}
