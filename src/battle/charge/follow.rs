//! Following an enemy who gives way: on with the charge, advance after success, pursuit.

use bevy::math::Vec2;

use super::TOUCH;
use crate::army::{Fact, Follower, UnitId};
use crate::battle::decision::Decision;
use crate::battle::step::{After, Follow, Melee, Step, Trigger};
use crate::battle::{Battle, Situation};
use crate::rules::{Disorder, Morale};

impl Situation {
    /// Whether a unit is asked to follow, and how far it may.
    pub(in crate::battle) fn ask_follow(&self, follow: Follow) -> Option<Decision> {
        let Follow {
            unit,
            enemy,
            inches,
            after,
        } = follow;
        let able = self.army.on_table(unit)
            && !matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        if !able || inches < 0.1 {
            return None;
        }
        let way = self.way_after(unit, enemy);
        let mut enemies = self.enemies_near(unit, inches + 10.0);
        // A charge out of an advance is a new one: nobody means those who run.
        if after == After::Won {
            enemies.retain(|&enemy| self.army.unit(enemy).morale != Morale::Routed);
        }
        let meets = self
            .first_of(unit, way, inches, &enemies)
            .filter(|(met, _)| {
                self.army.unit(*met).morale == Morale::Routed
                    || self
                        .rules
                        .may_charge(self.army.unit(unit), self.army.unit(*met))
                        .is_ok()
            });
        // A charge goes on only after somebody whom it can catch.
        if after == After::GaveWay && meets.is_none() {
            return None;
        }
        Some(Decision::Follow {
            side: self.army.side(unit),
            unit,
            enemy,
            inches,
            meets,
            after,
        })
    }

    /// The direction in which a unit follows another: a charge goes straight on.
    fn way_after(&self, unit: UnitId, enemy: UnitId) -> Vec2 {
        if let Some(charge) = self.army.charges().find(|charge| charge.has(unit))
            && self.army.unit(unit).charging
        {
            return charge.way;
        }
        let here = self.army.footprint(unit);
        if !self.army.on_table(enemy) {
            return here.placement.facing.ahead();
        }
        let (from, to) = here.nearest(self.army.footprint(enemy));
        (to - from).normalize_or(here.placement.facing.ahead())
    }
}

impl Battle {
    /// Carries out the choice to follow.
    pub(in crate::battle) fn follow(
        &mut self,
        follow: Follow,
        meets: Option<(UnitId, f32)>,
        inches: f32,
    ) {
        let met = meets.filter(|(_, far)| *far <= inches + 1e-3);
        match follow.after {
            After::GaveWay => self.charge_after(follow, met, inches),
            After::Won => self.advance(follow, met, inches),
            After::Pursuit => self.pursue(follow, met, inches),
            After::Turned => self.ride_down(follow, met, inches),
        }
    }

    /// The charge goes on after an enemy who did not wait for it.
    fn charge_after(&mut self, follow: Follow, met: Option<(UnitId, f32)>, inches: f32) {
        let fled = follow.enemy;
        let mounted =
            self.now.army.unit(follow.unit).is_mounted() && self.now.army.unit(fled).is_mounted();
        let stands = self.now.army.unit(fled).morale != Morale::Routed;
        let Some((charge, mut contact)) = self.now.charge_with(follow.unit) else {
            return;
        };
        let id = charge.id;
        contact.limit = charge.gone + inches.min(follow.inches);
        if let Some((enemy, _)) = met {
            let same = enemy == fled;
            contact.target = enemy;
            // Horsemen ridden down from behind are asked once more, unless they run already; others
            // only meet the charge.
            contact.feared = same && !(mounted && stands);
            contact.faced = contact.feared;
            contact.fleeing = same && mounted && stands;
            contact.driven = false;
        }
        self.tell(Fact::Closing {
            charge: id,
            contact,
        });
    }

    /// Advance after success, in disorder, perhaps into somebody else. Whoever runs and is come
    /// upon gives himself up.
    ///
    /// Rules: `charge.advance`, `charge.breakthrough`, `morale.routed_impacted`,
    /// `morale.routed_not_target`.
    fn advance(&mut self, follow: Follow, met: Option<(UnitId, f32)>, inches: f32) {
        let unit = follow.unit;
        self.disorder(unit, Disorder::Advance);
        match met {
            Some((enemy, _)) => self.charge_again(unit, enemy, follow.inches, false),
            None => {
                let way = self.now.way_after(unit, follow.enemy);
                let with = self.now.charge_companions(unit);
                let most = inches.min(follow.inches);
                let first = self.now.first_met(unit, way, most);
                let inches = first.map_or(most, |(_, far)| far);
                while let Some((enemy, _)) = self.now.first_caught(unit, way, inches) {
                    self.catch(enemy, unit);
                }
                self.step_after(follow, inches);
                for other in with {
                    self.rush(other, way, inches.min(follow.inches));
                }
            }
        }
    }

    /// After an enemy who turned before the clash: he is charged from behind.
    ///
    /// Rules: `cavalry.pursue_fleeing`.
    fn ride_down(&mut self, follow: Follow, met: Option<(UnitId, f32)>, inches: f32) {
        self.disorder(follow.unit, Disorder::Pursuit);
        match met {
            Some((enemy, _)) => {
                let fleeing = enemy == follow.enemy && self.now.army.unit(enemy).is_mounted();
                self.charge_again(follow.unit, enemy, follow.inches, fleeing);
            }
            None => self.step_after(follow, inches),
        }
    }

    /// A charge into a new enemy out of an advance.
    fn charge_again(&mut self, unit: UnitId, enemy: UnitId, inches: f32, fleeing: bool) {
        let way = self.now.way_after(unit, enemy);
        let followers = self
            .now
            .charge_companions(unit)
            .into_iter()
            .map(|other| Follower {
                unit: other,
                behind: unit,
            })
            .collect();
        let charge = self.now.army.next_charge();
        self.tell(Fact::ChargedOn {
            charge,
            unit,
            enemy,
            followers,
            way,
            inches,
            fleeing,
        });
        self.push(Step::Charge {
            charge,
            unseen: 0.0,
            noticed: false,
            through: Vec::new(),
        });
    }

    /// So many inches after the enemy, as far as there is room.
    fn step_after(&mut self, follow: Follow, inches: f32) {
        let unit = follow.unit;
        let way = self.now.way_after(unit, follow.enemy);
        let inches = inches.min(follow.inches);
        let steps = (inches / 0.25).ceil() as u32;
        let from = self.now.army.placement(unit);
        let to = (1..=steps)
            .rev()
            .map(|step| {
                self.now
                    .onward(unit, way, inches * step as f32 / steps as f32)
            })
            .find(|&place| self.now.army.fits(self.now.field(), unit, place));
        let Some(to) = to else { return };
        self.tell(Fact::Followed {
            unit,
            enemy: follow.enemy,
            to,
        });
        if from.at.distance(to.at) >= 1.0 {
            self.push(Step::Window {
                triggers: vec![unit],
                kind: Trigger::Inch,
            });
        }
    }

    /// Cavalry pursues in disorder: routed men give themselves up, others must fight again.
    ///
    /// Rules: `cavalry.pursuit_melee`, `cavalry.vs_infantry_pursuit`, `cavalry.pursue_fleeing`.
    fn pursue(&mut self, follow: Follow, met: Option<(UnitId, f32)>, inches: f32) {
        let unit = follow.unit;
        self.disorder(unit, Disorder::Pursuit);
        match met {
            Some((enemy, far)) if enemy == follow.enemy => {
                self.step_after(follow, (far - TOUCH).max(0.0));
                if self.now.army.unit(enemy).morale == Morale::Routed {
                    self.catch(enemy, unit);
                } else {
                    self.push(Step::Melee(Melee {
                        attackers: vec![unit],
                        defenders: vec![enemy],
                        // A second melee, with everybody in disorder.
                        round: 2,
                        fresh: true,
                    }));
                }
            }
            Some((enemy, _)) => self.charge_again(unit, enemy, follow.inches, false),
            None => self.step_after(follow, inches),
        }
    }
}
