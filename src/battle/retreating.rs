//! Falling back, running, disengaging, and leaving the table.

use bevy::math::Vec2;

use super::step::Step;
use super::{Battle, Situation};
use crate::army::{Cause, Fact, Fate, Formation, UnitId};
use crate::field::{Facing, Placement};
use crate::rules::Morale;
use crate::rules::battery::GunRout;
use crate::rules::ground::Rate;

/// Closer to the edge nobody stops who runs over it.
const EDGE: f32 = 0.3;

impl Situation {
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
                || self.terrain().ground(place.at).is_none()
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

    pub(super) fn crossed_between(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let from = self.army.placement(unit);
        let path: Vec<_> = (1..4)
            .map(|step| Placement {
                at: from.at.lerp(to.at, step as f32 / 4.0),
                facing: to.facing,
            })
            .collect();
        self.friends_on(unit, &path)
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
                    self.footprint_at(unit, place).is_within(near, there)
                })
            })
            .collect()
    }
}

impl Battle {
    /// Fortress guns cannot be taken anywhere.
    ///
    /// Rules: `move.fall_back`, `heavy.fortress`.
    pub(super) fn fall_back(&mut self, unit: UnitId, inches: f32, from: Vec2) {
        let army = &self.now.army;
        if !army.on_table(unit) || army.unit(unit).is_fortress_artillery() {
            return;
        }
        let to = self.now.away(unit, from, inches, false);
        let crossed = self.now.crossed_between(unit, to);
        self.tell(Fact::FellBack { unit, inches, to });
        for friend in crossed {
            self.test_interpenetration(friend);
        }
    }

    /// A routed unit runs: by dice, turned away, past friends who must check.
    ///
    /// Rules: `move.rout_distance`, `turn.rout_ends_turn`, `morale.when_rout_passes`,
    /// `morale.routed_edge`, `artillery.rout_parity`.
    pub(super) fn run_away(&mut self, unit: UnitId, from: Vec2, first: bool) {
        if !self.now.army.on_table(unit) {
            return;
        }
        let scale = self.now.field().scale;
        let ground = self.now.ground_under(unit);
        let rate = self
            .now
            .rules
            .rout_rates(scale, self.now.army.unit(unit))
            .on(ground);
        let count = if let Rate::Dice(count) = rate {
            count
        } else {
            1
        };
        let dice = self.dice.roll(count);
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let inches = if self.now.army.unit(unit).is_artillery() && first {
            match self
                .now
                .rules
                .guns_rout(scale, self.now.army.unit(unit), ground, &dice)
            {
                GunRout::Abandoned => {
                    let to = self.now.army.placement(unit);
                    self.tell(Fact::Ran { unit, dice, to });
                    self.remove(unit, Fate::GunsLost);
                    return;
                }
                GunRout::Runs(inches) => {
                    self.form_to_run(unit, Formation::Limbered(true));
                    inches
                }
            }
        } else if let Rate::Inches(inches) = rate {
            inches
        } else {
            rolled
        };
        if self.now.army.unit(unit).runs_mounted() {
            self.form_to_run(unit, Formation::Mounted(true));
        }
        let to = self.now.away(unit, from, inches as f32, true);
        let passed = self.now.passed_within_an_inch(unit, to);
        let short = to.at.distance(self.now.army.placement(unit).at) < inches as f32 - 0.3;
        self.tell(Fact::Ran { unit, dice, to });
        // In its own turn it tries to rally next anyway.
        if first && short && self.now.at_edge(unit) {
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

    /// Rules: `move.disengage`, `move.disengage_level`.
    pub(super) fn disengage(&mut self, unit: UnitId, ordered: bool) {
        let Some(enemy) = self.now.nearest_enemy(unit) else {
            return;
        };
        let from = self.now.army.placement(enemy).at;
        let ground = self.now.ground_under(unit);
        let inches = self.now.rules.disengage_inches(
            self.now.field().scale,
            self.now.army.unit(unit),
            ground,
        );
        let to = self.now.away(unit, from, inches, false);
        self.disengage_to(unit, to, ordered);
    }

    /// A unit gets away to a place, in worse order than before.
    pub(super) fn disengage_to(&mut self, unit: UnitId, to: Placement, ordered: bool) {
        let after = self.now.army.unit(unit).morale.after_disengaging();
        self.tell(Fact::Disengaged {
            unit,
            to,
            after,
            ordered,
        });
    }

    /// Guns are limbered up and troopers mount before they run.
    fn form_to_run(&mut self, unit: UnitId, formation: Formation) {
        let now = self.now.army.unit(unit);
        if formation.of(now) != *now {
            self.form(unit, formation);
        }
    }

    /// Takes a unit out of the battle; its neighbours see it.
    ///
    /// Rules: `morale.when_loss_near`.
    pub(super) fn remove(&mut self, unit: UnitId, fate: Fate) {
        let near = self.now.rules.near(self.now.field().scale);
        let here = self.now.army.footprint(unit);
        let side = self.now.army.side(unit);
        let witnesses: Vec<_> = self
            .now
            .army
            .present_of(side)
            .filter(|&other| other != unit && self.now.army.unit(other).morale != Morale::Routed)
            .filter(|&other| here.is_within(near, self.now.army.footprint(other)))
            .collect();
        let leaders: Vec<_> = self.now.army.attached_leaders(unit).collect();
        self.tell(Fact::Removed { unit, fate });
        // A leader is taken with those who lay down their arms.
        if fate == Fate::Surrendered {
            for leader in leaders {
                self.tell(Fact::LeaderTaken { leader, unit });
            }
        }
        if matches!(fate, Fate::Eliminated | Fate::Surrendered | Fate::GunsLost) {
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
