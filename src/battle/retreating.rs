//! Falling back, running, disengaging, and leaving the table.

use bevy::math::Vec2;

use super::Battle;
use super::decision::Formation;
use super::fact::{Cause, Fact};
use super::offers::formed;
use super::step::Step;
use crate::army::{Fate, Fighting, LeaderState, Presence, Record, UnitId};
use crate::field::{Facing, Placement};
use crate::rules::Morale;
use crate::rules::battery::GunRout;
use crate::rules::ground::Rate;

/// Closer to the edge nobody stops who runs over it.
const EDGE: f32 = 0.3;

impl Battle {
    /// Sets a unit's morale level. Whoever is shaken or runs charges no more.
    pub(super) fn set_morale(&mut self, unit: UnitId, level: Morale) {
        let mut fighting = self.army.get_mut::<Fighting>(unit);
        fighting.0.morale = level;
        if matches!(level, Morale::Shaken | Morale::Routed) {
            fighting.0.charging = false;
        }
    }

    /// Straight away from a place, as far as the ground is free, up to so many inches.
    pub(super) fn away(&self, unit: UnitId, from: Vec2, inches: f32, turn_back: bool) -> Placement {
        let start = self.army.placement(unit);
        let way = (start.at - from).normalize_or(-start.facing.ahead());
        let facing = if turn_back {
            Facing::towards(Vec2::ZERO, way)
        } else {
            start.facing
        };
        let mut best = start;
        let steps = (inches / 0.25).ceil() as u32;
        for step in 1..=steps {
            let far = inches * step as f32 / steps as f32;
            let place = Placement {
                at: start.at + way * far,
                facing,
            };
            if !self.footprint_at(unit, place).on_table(self.field())
                || self.field().ground(&self.rules, place.at).is_none()
            {
                break;
            }
            if self.army.fits(self.field(), unit, place) {
                best = place;
            }
        }
        // Somebody stands where it would end: a little farther there may be room.
        if best.at.distance(start.at) < inches - 0.5 {
            for step in 1..=12 {
                let place = Placement {
                    at: start.at + way * (inches + 0.25 * step as f32),
                    facing,
                };
                if self.army.fits(self.field(), unit, place) {
                    return place;
                }
            }
        }
        best
    }

    /// Rules: `move.fall_back`.
    pub(super) fn fall_back(&mut self, unit: UnitId, inches: f32, from: Vec2) {
        if !self.army.on_table(unit) {
            return;
        }
        let to = self.away(unit, from, inches, false);
        let crossed = self.crossed_between(unit, to);
        self.army.get_mut::<Fighting>(unit).0.charging = false;
        self.put(unit, to);
        self.tell(Fact::FellBack { unit, inches, to });
        for friend in crossed {
            self.test_interpenetration(friend);
        }
    }

    fn crossed_between(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let from = self.army.placement(unit);
        let path: Vec<_> = (1..4)
            .map(|step| Placement {
                at: from.at.lerp(to.at, step as f32 / 4.0),
                facing: to.facing,
            })
            .collect();
        self.friends_on(unit, &path)
    }

    /// A routed unit runs: by dice, turned away, past friends who must check.
    ///
    /// Rules: `move.rout_distance`, `turn.rout_ends_turn`, `morale.when_rout_passes`,
    /// `morale.routed_edge`, `artillery.rout_parity`.
    pub(super) fn run_away(&mut self, unit: UnitId, from: Vec2, first: bool) {
        if !self.army.on_table(unit) {
            return;
        }
        self.army.get_mut::<Record>(unit).actions = 0;
        self.army.get_mut::<Fighting>(unit).0.charging = false;
        let scale = self.field().scale;
        let ground = self.ground_under(unit);
        let rate = self
            .rules
            .rout_rates(scale, self.army.unit(unit))
            .on(ground);
        let count = if let Rate::Dice(count) = rate {
            count
        } else {
            1
        };
        let dice = self.dice.roll(count);
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let inches = if self.army.unit(unit).is_artillery() && first {
            match self
                .rules
                .guns_rout(scale, self.army.unit(unit), ground, &dice)
            {
                GunRout::Abandoned => {
                    let to = self.army.placement(unit);
                    self.tell(Fact::Ran { unit, dice, to });
                    self.remove(unit, Fate::GunsLost);
                    return;
                }
                GunRout::Runs(inches) => {
                    self.army.get_mut::<Fighting>(unit).0 =
                        formed(self.army.unit(unit), Formation::Limbered(true));
                    inches
                }
            }
        } else if let Rate::Inches(inches) = rate {
            inches
        } else {
            rolled
        };
        if self.army.unit(unit).is_cavalry() {
            self.army.get_mut::<Fighting>(unit).0 =
                formed(self.army.unit(unit), Formation::Mounted(true));
        }
        let to = self.away(unit, from, inches as f32, true);
        let passed = self.passed_within_an_inch(unit, to);
        let short = to.at.distance(self.army.placement(unit).at) < inches as f32 - 0.3;
        self.put(unit, to);
        self.tell(Fact::Ran { unit, dice, to });
        // In its own turn it tries to rally next anyway.
        if first && short && self.at_edge(unit) {
            self.push(Step::Check {
                unit,
                check: 0,
                cause: Cause::Rally,
            });
        }
        for friend in passed {
            self.push(Step::Check {
                unit: friend,
                check: 0,
                cause: Cause::RoutPassed,
            });
        }
    }

    /// Whether a unit has run as far as the table goes.
    pub(super) fn at_edge(&self, unit: UnitId) -> bool {
        let inner = self.field().size - EDGE;
        let stands = &self.army.footprint(unit).stands;
        let mut corners = stands.iter().flat_map(|stand| stand.corners());
        corners.any(|at| at.min_element() < EDGE || at.cmpgt(inner).any())
    }

    fn passed_within_an_inch(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let near = self.rules.near(self.field().scale);
        let from = self.army.placement(unit);
        let side = self.army.side(unit);
        self.army
            .present_of(side)
            .filter(|&other| other != unit && self.army.unit(other).morale != Morale::Routed)
            .filter(|&other| {
                let there = self.army.footprint(other);
                (0..=6).any(|step| {
                    let place = Placement {
                        at: from.at.lerp(to.at, step as f32 / 6.0),
                        facing: to.facing,
                    };
                    self.footprint_at(unit, place).distance(there) <= near
                })
            })
            .collect()
    }

    /// Rules: `move.disengage`, `move.disengage_level`.
    pub(super) fn disengage(&mut self, unit: UnitId) {
        let Some(enemy) = self.nearest_enemy(unit) else {
            return;
        };
        let from = self.army.placement(enemy).at;
        let ground = self.ground_under(unit);
        let inches = self
            .rules
            .disengage_inches(self.field().scale, self.army.unit(unit), ground);
        let to = self.away(unit, from, inches, false);
        self.put(unit, to);
        let after = self.army.unit(unit).morale.after_disengaging();
        self.set_morale(unit, after);
        self.tell(Fact::Disengaged { unit, to, after });
    }

    /// Takes a unit out of the battle; its neighbours see it.
    ///
    /// Rules: `morale.when_loss_near`.
    pub(super) fn remove(&mut self, unit: UnitId, fate: Fate) {
        let near = self.rules.near(self.field().scale);
        let here = self.army.footprint(unit);
        let side = self.army.side(unit);
        let witnesses: Vec<_> = self
            .army
            .present_of(side)
            .filter(|&other| other != unit && self.army.unit(other).morale != Morale::Routed)
            .filter(|&other| here.distance(self.army.footprint(other)) <= near)
            .collect();
        *self.army.get_mut::<Presence>(unit) = Presence::Gone(fate);
        self.army.refresh_stands(unit);
        self.tell(Fact::Removed { unit, fate });
        for leader in self.attached_leaders(unit) {
            // He is taken with those who lay down their arms.
            let taken = fate == Fate::Surrendered;
            let mut state = self.army.leader_mut::<LeaderState>(leader);
            state.attached = None;
            state.fallen |= taken;
            state.missed = state.fallen;
            if taken {
                self.tell(Fact::LeaderTaken { leader, unit });
            }
        }
        if matches!(fate, Fate::Eliminated | Fate::Surrendered) {
            for witness in witnesses {
                self.push(Step::Check {
                    unit: witness,
                    check: 0,
                    cause: Cause::LossNear,
                });
            }
        }
    }
}
