//! Following an enemy who gives way: on with the charge, advance after success, pursuit.

use bevy::math::Vec2;

use super::TOUCH;
use crate::army::{ChargeId, Contact, Fact, Follower, UnitId};
use crate::battle::decision::Decision;
use crate::battle::retreating::parts_of;
use crate::battle::step::{After, Follow, Marcher, Melee, Step};
use crate::battle::{Battle, Situation};
use crate::field::Placement;
use crate::field::placement::Footprint;
use crate::rules::{Disorder, Morale};

/// How finely the way of somebody who follows is looked at, in inches.
const STRIDE: f32 = 0.25;

/// Inches by which a fall-back may have come out shorter than it was rolled.
const SLACK: f32 = 0.01;

/// Whoever has come so near to somebody has come up with him.
const AT_HAND: f32 = 0.3;

impl Situation {
    /// Whether a unit is asked to follow, and how far it may.
    pub(in crate::battle) fn ask_follow(&self, follow: Follow) -> Option<Decision> {
        let Follow {
            unit,
            enemy,
            inches,
            after,
            stood,
        } = follow;
        let able = self.army.on_table(unit)
            && !matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        if !able {
            return None;
        }
        // Whoever ran or was stopped before his inches were gone is followed less far.
        let went = stood.filter(|_| self.army.on_table(enemy));
        let went = went.map(|stood| stood.distance(self.army.placement(enemy).at));
        let inches = went.map_or(inches, |went| {
            inches.min(went + SLACK - self.rules.charge.advance_less)
        });
        let way = self.way_after(unit, enemy);
        let inches = self.dry_inches(unit, way, inches);
        if inches < 0.1 {
            return None;
        }
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

    /// Where some end who go straight on by so many inches, the first before the others, as far as
    /// there is room.
    fn ends_after(&self, body: &[UnitId], way: Vec2, inches: f32) -> Vec<Placement> {
        let steps = (inches / STRIDE).ceil() as u32;
        let mut taken: Vec<Footprint> = Vec::new();
        let mut ends = Vec::new();
        for &unit in body {
            let far = |step: u32| inches * step as f32 / steps as f32;
            let dry = self.dry_inches(unit, way, inches);
            let mut places = (1..=steps)
                .rev()
                .filter(|&step| far(step) <= dry)
                .map(|step| self.onward(unit, way, far(step)));
            let end = places.find(|&place| {
                let ground = self.footprint_at(unit, place);
                ground.on_table(self.field())
                    && self.army.is_free(&ground, unit, body)
                    && !taken.iter().any(|other| ground.overlaps(other))
            });
            let end = end.unwrap_or_else(|| self.army.placement(unit));
            taken.push(self.footprint_at(unit, end));
            ends.push(end);
        }
        ends
    }

    /// The direction in which a unit follows another: a charge goes straight on.
    fn way_after(&self, unit: UnitId, enemy: UnitId) -> Vec2 {
        if let Some(charge) = self.army.charges().find(|charge| charge.has(unit))
            && self.is_charging(unit)
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
        // Whoever runs is taken on the way, but nobody charges him.
        let stands_there = |enemy: UnitId| self.now.army.unit(enemy).morale != Morale::Routed;
        if let Some((enemy, _)) = met.filter(|(enemy, _)| *enemy == fled || stands_there(*enemy)) {
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
            Some((enemy, _)) => {
                self.charge_again(unit, enemy, follow.inches, false);
            }
            None => {
                let way = self.now.way_after(unit, follow.enemy);
                let most = inches.min(follow.inches);
                let first = self.now.first_met(unit, way, most);
                let inches = first.map_or(most, |(_, far)| far);
                self.push(Step::Advance(Follow { inches, ..follow }));
            }
        }
    }

    /// Straight on with an advance, up to the first who runs: if nothing stops it on the way there,
    /// he gives himself up and it goes on.
    ///
    /// Rules: `charge.advance`, `morale.routed_impacted`, `react.trigger_inch`.
    pub(in crate::battle) fn advance_on(&mut self, follow: Follow) {
        let Follow { unit, inches, .. } = follow;
        let army = &self.now.army;
        let able = army.on_table(unit)
            && !matches!(army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        if !able || inches < 1e-3 {
            return;
        }
        let way = self.now.way_after(unit, follow.enemy);
        let with = self.now.charge_companions(unit);
        match self.now.first_caught(unit, way, inches) {
            Some((enemy, far)) if far <= AT_HAND => {
                self.push(Step::Advance(follow));
                self.catch(enemy, unit);
            }
            Some((_, far)) => {
                let part = far - TOUCH;
                self.push(Step::Advance(Follow {
                    inches: inches - part,
                    ..follow
                }));
                self.step_after(follow, part, &with);
            }
            None => self.step_after(follow, inches, &with),
        }
    }

    /// After an enemy who turned before the clash: horsemen are charged from behind, others are met as
    /// they are. Whoever runs already is only taken.
    ///
    /// Rules: `cavalry.pursue_fleeing`, `morale.routed_impacted`.
    fn ride_down(&mut self, follow: Follow, met: Option<(UnitId, f32)>, inches: f32) {
        self.disorder(follow.unit, Disorder::Pursuit);
        let army = &self.now.army;
        let mounted = |id: UnitId| army.unit(id).is_mounted();
        match met {
            Some((enemy, far)) if army.unit(enemy).morale == Morale::Routed => {
                self.ride_up(follow, enemy, far);
            }
            Some((enemy, _)) => {
                let turned = enemy == follow.enemy;
                let fleeing = turned && mounted(enemy);
                let checks = !turned || (mounted(follow.unit) && fleeing);
                let charge = self.charge_again(follow.unit, enemy, follow.inches, fleeing);
                // He has checked for this charge.
                if !checks {
                    let contact = Contact {
                        feared: true,
                        faced: true,
                        ..Contact::new(follow.unit, enemy, follow.inches)
                    };
                    self.tell(Fact::Closing { charge, contact });
                }
            }
            None => self.step_after(follow, inches, &[]),
        }
    }

    /// Up to an enemy who is come upon.
    fn ride_up(&mut self, follow: Follow, enemy: UnitId, far: f32) {
        self.push(Step::ComeUp {
            unit: follow.unit,
            enemy,
        });
        self.step_after(follow, (far - TOUCH).max(0.0), &[]);
    }

    /// A charge into a new enemy out of an advance.
    fn charge_again(
        &mut self,
        unit: UnitId,
        enemy: UnitId,
        inches: f32,
        fleeing: bool,
    ) -> ChargeId {
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
        charge
    }

    /// So many inches after the enemy, as far as there is room, and those who go along with it as far
    /// as they can. Every inch may be answered like any other.
    ///
    /// Rules: `react.trigger_inch`.
    fn step_after(&mut self, follow: Follow, inches: f32, with: &[UnitId]) {
        let unit = follow.unit;
        let way = self.now.way_after(unit, follow.enemy);
        let inches = inches.min(follow.inches);
        let body: Vec<UnitId> = [unit].into_iter().chain(with.iter().copied()).collect();
        let ends = self.now.ends_after(&body, way, inches);
        let from = self.now.army.placement(unit);
        let to = ends[0];
        if from.at.distance(to.at) < 1e-3 {
            return;
        }
        let parts = parts_of(from.at.distance(to.at), STRIDE);
        let marchers = body.iter().zip(ends).map(|(&unit, to)| {
            let from = self.now.army.placement(unit);
            let path = parts.iter().map(|&part| Placement {
                at: from.at.lerp(to.at, part),
                ..from
            });
            Marcher {
                unit,
                path: path.collect(),
                disorders: None,
                shaken: false,
                disengages: None,
                follows: Some(follow.enemy),
            }
        });
        let marchers = marchers.collect();
        self.push(Step::Walk {
            marchers,
            unseen: 0.0,
        });
    }

    /// Cavalry pursues in disorder: routed men give themselves up, others must fight again.
    ///
    /// Rules: `cavalry.pursuit_melee`, `cavalry.vs_infantry_pursuit`, `cavalry.pursue_fleeing`.
    fn pursue(&mut self, follow: Follow, met: Option<(UnitId, f32)>, inches: f32) {
        let unit = follow.unit;
        self.disorder(unit, Disorder::Pursuit);
        let routed = |id: UnitId| self.now.army.unit(id).morale == Morale::Routed;
        match met {
            Some((enemy, far)) if enemy == follow.enemy || routed(enemy) => {
                self.ride_up(follow, enemy, far);
            }
            Some((enemy, _)) => {
                self.charge_again(unit, enemy, follow.inches, false);
            }
            None => self.step_after(follow, inches, &[]),
        }
    }

    /// Cavalry that has ridden after somebody has come up with him, if nothing has stopped it and he
    /// has not got away.
    ///
    /// Rules: `cavalry.pursuit_melee`, `morale.routed_impacted`.
    pub(in crate::battle) fn come_up(&mut self, unit: UnitId, enemy: UnitId) {
        let army = &self.now.army;
        let able = army.on_table(unit)
            && army.on_table(enemy)
            && !matches!(army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        if !able || self.now.gap(unit, enemy) > AT_HAND {
            return;
        }
        if army.unit(enemy).morale == Morale::Routed {
            self.catch(enemy, unit);
            return;
        }
        self.push(Step::Melee(Melee {
            attackers: vec![unit],
            defenders: vec![enemy],
            // A second melee, with everybody in disorder.
            round: 2,
            fresh: true,
        }));
    }
}
