//! Falling back, running, disengaging, and leaving the table.

use bevy::math::Vec2;

use super::step::{Marcher, Step};
use super::{Battle, Situation};
use crate::army::{Cause, Fact, Fate, Formation, Hindered, Obstacle, UnitId};
use crate::field::moves::{Leg, Walker};
use crate::field::placement::Footprint;
use crate::field::{Facing, Placement};
use crate::rules::Morale;
use crate::rules::battery::GunRout;
use crate::rules::ground::Rate;
use crate::rules::movement::{Ledger, Mover};

/// How finely the way of somebody who gives ground is looked at, in inches.
const STEP: f32 = 0.125;

/// Where somebody stands, farther than he should, there may be room so many inches on.
const BEYOND: f32 = 3.0;

/// Room to limber up or to mount is looked for so many steps around.
const ROOM_STEPS: u32 = 96;

/// Whoever ends this close to the edge has come to it.
const AT_EDGE: f32 = 0.05;

/// Where a unit ends that goes straight away from somebody.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retreat {
    /// The place.
    pub to: Placement,
    /// How far that is, if it is not as far as it should be, and why.
    pub hindered: Option<Hindered>,
    /// It has come to the edge of the table, or would have gone over it.
    pub edge: bool,
}

impl Situation {
    /// Straight away from a place, as far as the ground is free, up to so many inches.
    pub(super) fn away(&self, unit: UnitId, from: Vec2, inches: f32, turn_back: bool) -> Placement {
        self.retreat(unit, from, inches, turn_back).to
    }

    /// Straight away from a place by so many inches, but not through enemies who stand. Where
    /// somebody stands there, it ends as near to it as there is room, before him or behind him.
    pub(super) fn retreat(
        &self,
        unit: UnitId,
        from: Vec2,
        inches: f32,
        turn_back: bool,
    ) -> Retreat {
        self.retreat_among(unit, from, inches, turn_back, (&[], &[]))
    }

    /// The same for one of several: those who go with it are not in its way, but where those end
    /// whose places are found already.
    fn retreat_among(
        &self,
        unit: UnitId,
        from: Vec2,
        inches: f32,
        turn_back: bool,
        (going, taken): (&[UnitId], &[Footprint]),
    ) -> Retreat {
        let start = self.army.placement(unit);
        let way = self.way_off(unit, from);
        let facing = if turn_back {
            Facing::towards(Vec2::ZERO, way)
        } else {
            start.facing
        };
        // Right at the edge there may be no room to turn about.
        let turned = Placement { facing, ..start };
        let facing = if self.footprint_at(unit, turned).on_table(self.field()) {
            facing
        } else {
            start.facing
        };
        let place = |far: f32| Placement {
            at: start.at + way * far,
            facing,
        };
        // Friends let him pass, enemies before him do not, unless they run themselves.
        let mut barring = self.enemies_near(unit, inches + 10.0);
        let leaving = self.footprint_at(unit, place(0.0));
        barring.retain(|&enemy| {
            let there = self.army.footprint(enemy);
            self.army.unit(enemy).morale != Morale::Routed
                && (there.centre() - start.at).dot(way) > 0.0
                && !leaving.overlaps(there)
        });
        let barred = |far: f32| {
            let here = self.footprint_at(unit, place(far));
            let mut enemies = barring.iter().copied();
            enemies.find(|&enemy| here.overlaps(self.army.footprint(enemy)))
        };
        let stopped = |far: f32| {
            if let Some(enemy) = barred(far) {
                Some(Obstacle::Unit(enemy))
            } else if !self.footprint_at(unit, place(far)).on_table(self.field()) {
                Some(Obstacle::Edge)
            } else if !self.terrain().is_passable(place(far).at) {
                Some(Obstacle::Ground)
            } else {
                None
            }
        };
        let (limit, ends_at) = open_way(inches, stopped);
        let in_the_way = |far: f32| {
            let here = self.footprint_at(unit, place(far));
            let mut others = self
                .army
                .present()
                .filter(|other| *other != unit && !going.contains(other));
            others
                .find(|&other| here.overlaps(self.army.footprint(other)))
                .or_else(|| {
                    let at = taken.iter().position(|other| here.overlaps(other));
                    at.and_then(|at| going.get(at).copied())
                })
        };
        let first = in_the_way(limit);
        let end = match first {
            // Turned about, it may have no room even where it stands.
            _ if stopped(limit).is_some() => None,
            None => Some(limit),
            Some(_) => {
                let most = if ends_at.is_some() { 0.0 } else { BEYOND };
                let steps = (limit.max(most) / STEP).ceil() as u32;
                (1..=steps)
                    .map(|step| step as f32 * STEP)
                    .flat_map(|off| [limit + off, limit - off])
                    .filter(|&far| far > 0.0 && far <= limit + most)
                    .filter(|&far| far <= limit || stopped(far).is_none())
                    .find(|&far| in_the_way(far).is_none())
            }
        };
        let gone = end.unwrap_or(0.0);
        let by = first.map(Obstacle::Unit).or(ends_at);
        Retreat {
            to: end.map_or(start, place),
            hindered: by
                .filter(|_| (gone - inches).abs() > AT_EDGE)
                .map(|by| Hindered { gone, by }),
            edge: ends_at == Some(Obstacle::Edge)
                || (ends_at.is_none() && stopped(inches + AT_EDGE) == Some(Obstacle::Edge)),
        }
    }

    /// The direction straight away from a place.
    pub(super) fn way_off(&self, unit: UnitId, from: Vec2) -> Vec2 {
        let ground = self.army.footprint(unit);
        let back = -ground.placement.facing.ahead();
        (ground.centre() - from).normalize_or(back)
    }

    /// Whom a unit gets away from: whoever charges it, else the nearest.
    pub(super) fn to_get_away_from(&self, unit: UnitId) -> Option<UnitId> {
        let contacts = self.army.charges().flat_map(|charge| &charge.contacts);
        let mut chargers = contacts.filter(|contact| contact.target == unit && !contact.met);
        let charger = chargers.next().map(|contact| contact.unit);
        let charger = charger.filter(|&charger| self.army.on_table(charger));
        charger.or_else(|| self.nearest_enemy(unit))
    }

    /// How far a unit gets from an enemy with one action: twice as far as in disorder, by the ground
    /// it comes over.
    ///
    /// Rules: `move.disengage`.
    fn run_inches(&self, unit: UnitId, from: Vec2) -> f32 {
        let start = self.army.placement(unit);
        let way = self.way_off(unit, from);
        let mut values = *self.army.unit(unit);
        values.morale = Morale::Disorder;
        let mut mover = Mover::new(self.field().scale, &values);
        mover.horses = self.army.record(unit).horses;
        let walker = Walker {
            mover,
            muster: self.army.muster_of(unit),
        };
        let least = self.rules.movement.least_move;
        let leg = Leg::Ahead {
            inches: self.field().size.max_element(),
            degrees: start.facing.off(Facing::towards(Vec2::ZERO, way)),
        };
        let Ok(traced) = self.terrain().trace(&walker, start, &[leg]) else {
            return least;
        };
        let most = self.rules.movement.disengage_factor;
        let mut ledger = Ledger::default();
        let (mut paid, mut far, mut spent) = (0, 0.0, 0.0);
        for (place, &(_, upto)) in traced.path.iter().zip(&traced.marks) {
            let afford = traced.steps[paid..upto]
                .iter()
                .try_for_each(|step| self.rules.pay(&mut ledger, &mover, *step));
            paid = upto;
            if afford.is_err() {
                break;
            }
            let next = place.at.distance(start.at);
            if ledger.used() > most + 1e-3 {
                // A part of the last stretch is left.
                let part = (most - spent) / (ledger.used() - spent);
                far += (next - far) * part.clamp(0.0, 1.0);
                break;
            }
            (far, spent) = (next, ledger.used());
        }
        far.max(least)
    }

    /// Where some units end that disengage together, each from the enemy nearest to it.
    pub(super) fn ways_off(&self, units: &[UnitId]) -> Vec<(UnitId, Placement)> {
        let mut ends: Vec<(UnitId, Placement)> = Vec::new();
        let mut taken: Vec<Footprint> = Vec::new();
        for &unit in units {
            let to = match self.to_get_away_from(unit) {
                None => self.army.placement(unit),
                Some(enemy) => {
                    let from = self.nearest_part(enemy, unit);
                    let inches = self.run_inches(unit, from);
                    self.retreat_among(unit, from, inches, false, (units, &taken))
                        .to
                }
            };
            taken.push(self.footprint_at(unit, to));
            ends.push((unit, to));
        }
        ends
    }

    pub(super) fn crossed_between(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let path = straight(self.army.placement(unit), to, 0.25);
        let between = path.len().saturating_sub(1);
        let facing = to.facing;
        let path: Vec<_> = path[1.min(between)..between]
            .iter()
            .map(|place| Placement { facing, ..*place })
            .collect();
        self.friends_on(unit, &path)
    }

    /// Whether a unit has run as far as the table goes.
    ///
    /// Rules: `morale.routed_edge`.
    pub(super) fn at_edge(&self, unit: UnitId) -> bool {
        self.army.record(unit).at_edge
    }

    /// Who of its side stands within an inch of a unit and has not routed, itself among them.
    pub(super) fn within_an_inch(&self, unit: UnitId) -> Vec<UnitId> {
        let near = self.rules.near(self.field().scale);
        let here = self.army.footprint(unit);
        self.army
            .present_of(self.army.side(unit))
            .filter(|&other| self.army.unit(other).morale != Morale::Routed)
            .filter(|&other| here.is_within(near, self.army.footprint(other)))
            .collect()
    }

    fn passed_within_an_inch(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let near = self.rules.near(self.field().scale);
        let path = straight(self.army.placement(unit), to, 0.5);
        let path: Vec<_> = path
            .into_iter()
            .map(|place| {
                let facing = to.facing;
                self.footprint_at(unit, Placement { facing, ..place })
            })
            .collect();
        let side = self.army.side(unit);
        self.army
            .present_of(side)
            .filter(|&other| other != unit && self.army.unit(other).morale != Morale::Routed)
            .filter(|&other| {
                let there = self.army.footprint(other);
                path.iter().any(|here| here.is_within(near, there))
            })
            .collect()
    }
}

/// How far of some inches nothing is in the way but units, and what ends the way before them.
fn open_way(inches: f32, stopped: impl Fn(f32) -> Option<Obstacle>) -> (f32, Option<Obstacle>) {
    let steps = (inches / STEP).ceil() as u32;
    let mut open = 0.0;
    for step in 1..=steps {
        let far = inches * step as f32 / steps as f32;
        let Some(by) = stopped(far) else {
            open = far;
            continue;
        };
        let mut shut = far;
        for _ in 0..8 {
            let middle = (open + shut) / 2.0;
            if stopped(middle).is_none() {
                open = middle;
            } else {
                shut = middle;
            }
        }
        return (open, Some(by));
    }
    (open, None)
}

/// The places on a straight way, both ends among them, so far apart; the last may be nearer.
pub(super) fn straight(from: Placement, to: Placement, apart: f32) -> Vec<Placement> {
    let parts = parts_of(from.at.distance(to.at), apart);
    let last = parts.len() - 1;
    parts
        .into_iter()
        .enumerate()
        .map(|(number, part)| match number {
            0 => from,
            number if number == last => to,
            _ => Placement {
                at: from.at.lerp(to.at, part),
                ..from
            },
        })
        .collect()
}

/// A way in parts of so many inches from its start, from 0 to 1: whole inches are among them.
pub(super) fn parts_of(far: f32, apart: f32) -> Vec<f32> {
    let steps = ((far - 1e-3) / apart).ceil().max(0.0) as u32;
    let part = |step: u32| (step as f32 * apart / far).min(1.0);
    let between = (1..steps).map(part);
    let end = (steps > 0).then_some(1.0);
    [0.0].into_iter().chain(between).chain(end).collect()
}

impl Battle {
    /// Fortress guns cannot be taken anywhere; whoever has broken since has run already.
    ///
    /// Rules: `move.fall_back`, `heavy.fortress`.
    pub(super) fn fall_back(&mut self, unit: UnitId, inches: f32, from: Vec2) {
        let army = &self.now.army;
        let stays = !army.on_table(unit) || army.unit(unit).is_fortress_artillery();
        if stays || army.unit(unit).morale == Morale::Routed {
            return;
        }
        let retreat = self.now.retreat(unit, from, inches, false);
        let crossed = self.now.crossed_between(unit, retreat.to);
        self.go_back(unit, inches, retreat);
        for friend in crossed {
            self.test_interpenetration(friend);
        }
    }

    /// A unit is thrown back by so many inches to the place found for it.
    pub(super) fn go_back(&mut self, unit: UnitId, inches: f32, retreat: Retreat) {
        self.tell(Fact::FellBack {
            unit,
            inches,
            to: retreat.to,
            hindered: retreat.hindered,
        });
    }

    /// A routed unit runs: by dice, turned away, past friends who must check.
    ///
    /// Rules: `move.rout_distance`, `turn.rout_ends_turn`, `morale.when_rout_passes`,
    /// `morale.routed_edge`, `artillery.rout_parity`, `scenario.mounting`.
    pub(super) fn run_away(&mut self, unit: UnitId, from: Vec2, first: bool) {
        if !self.now.army.on_table(unit) {
            return;
        }
        let scale = self.now.field().scale;
        let ground = self.now.ground_under(unit);
        let mut runner = *self.now.army.unit(unit);
        // Whoever may not mount any more runs on foot, as mounted infantry does.
        runner.traits.mounted_infantry |= !self.now.may_mount_again(unit);
        let rate = self.now.rules.rout_rates(scale, &runner).on(ground);
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
                    self.tell(Fact::Ran {
                        unit,
                        dice,
                        to,
                        edge: false,
                        hindered: None,
                    });
                    self.remove(unit, Fate::GunsLost);
                    return;
                }
                GunRout::Runs(inches) => {
                    self.form_to_run(unit, Formation::Limbered(true), from);
                    inches
                }
            }
        } else if let Rate::Inches(inches) = rate {
            inches
        } else {
            rolled
        };
        if runner.runs_mounted() {
            self.form_to_run(unit, Formation::Mounted(true), from);
        }
        let Retreat { to, edge, hindered } = self.now.retreat(unit, from, inches as f32, true);
        let passed = self.now.passed_within_an_inch(unit, to);
        self.tell(Fact::Ran {
            unit,
            dice,
            to,
            edge,
            hindered,
        });
        // In its own turn it tries to rally next anyway.
        if first && edge {
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

    /// Some units run from the enemy with their action, inch by inch, as one body.
    ///
    /// Rules: `move.disengage`, `move.disengage_level`, `react.trigger_inch`.
    pub(super) fn order_disengage(&mut self, units: &[UnitId]) {
        let ends = self.now.ways_off(units);
        let far = ends
            .iter()
            .map(|(unit, to)| self.now.army.placement(*unit).at.distance(to.at))
            .fold(0.0, f32::max);
        // All have as many places to pass, so that they go together.
        let parts = parts_of(far, 0.25);
        let marchers = ends
            .into_iter()
            .map(|(unit, to)| {
                let from = self.now.army.placement(unit);
                let path = parts.iter().map(|&part| Placement {
                    at: from.at.lerp(to.at, part),
                    ..from
                });
                Marcher {
                    unit,
                    path: path.collect(),
                    disorders: None,
                    shaken: true,
                    disengages: Some(self.now.army.unit(unit).morale),
                    follows: None,
                }
            })
            .collect();
        for &unit in units {
            self.tell(Fact::Disengaging { unit });
        }
        self.push(Step::Walk {
            marchers,
            unseen: 0.0,
        });
    }

    /// A unit that ran by order stops: one level worse than it began, or worse if it has come to
    /// that on the way.
    ///
    /// Rules: `move.disengage_level`.
    pub(super) fn end_disengaging(&mut self, unit: UnitId, began: Morale) {
        let army = &self.now.army;
        let now = army.unit(unit).morale;
        if army.on_table(unit) && now != Morale::Routed {
            let to = army.placement(unit);
            self.tell(Fact::Disengaged {
                unit,
                to,
                after: now.max(began.after_disengaging()),
                ordered: true,
            });
        }
    }

    /// A unit runs from the nearest enemy in reaction, the whole way at once.
    ///
    /// Rules: `move.disengage`, `move.disengage_level`, `react.resolved_whole`.
    pub(super) fn disengage(&mut self, unit: UnitId) {
        let ends = self.now.ways_off(&[unit]);
        if let (Some(&(_, to)), Some(_)) = (ends.first(), self.now.nearest_enemy(unit)) {
            self.disengage_to(unit, to);
        }
    }

    /// A unit gets away to a place, in worse order than before; friends whose ranks it goes through
    /// are tested. It is out of order itself in any case.
    ///
    /// Rules: `move.interpenetrate`.
    pub(super) fn disengage_to(&mut self, unit: UnitId, to: Placement) {
        let after = self.now.army.unit(unit).morale.after_disengaging();
        let crossed = self.now.crossed_between(unit, to);
        self.tell(Fact::Disengaged {
            unit,
            to,
            after,
            ordered: false,
        });
        for friend in crossed {
            self.test_interpenetration(friend);
        }
    }

    /// Guns are limbered up and troopers mount before they run.
    ///
    /// Rules: `artillery.rout_parity`, `cavalry.two_rates`.
    fn form_to_run(&mut self, unit: UnitId, formation: Formation, from: Vec2) {
        let army = &self.now.army;
        let values = formation.of(army.unit(unit));
        if values == *army.unit(unit) {
            return;
        }
        // At the edge a step inwards makes the room; where others leave none, the nearest place.
        let field = self.now.field();
        let place = |at: Vec2| Placement {
            at,
            ..army.placement(unit)
        };
        let ground = |at| place(at).footprint(field.scale, &values, army.muster_of(unit));
        let here = army.placement(unit).at;
        let bounds = ground(here).bounds();
        let inwards = (-bounds.low).max(Vec2::ZERO) - (bounds.high - field.size).max(Vec2::ZERO);
        let fits = |at: &Vec2| {
            let ground = ground(*at);
            ground.on_table(field)
                && army.is_free(&ground, unit, &[])
                && (*at == here + inwards || self.now.terrain().is_passable(*at))
        };
        let way = self.now.way_off(unit, from);
        let around = (1..=ROOM_STEPS).flat_map(|step| {
            // Rather away from the enemy than towards him.
            [0.0_f32, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0].map(|degrees| {
                let off = Vec2::from_angle(degrees.to_radians()).rotate(way);
                here + inwards + off * (STEP * step as f32)
            })
        });
        let at = std::iter::once(here + inwards).chain(around).find(fits);
        if let Some(at) = at {
            let to = place(at);
            self.tell(Fact::Formed {
                unit,
                formation,
                to,
            });
        }
    }

    /// Takes a unit out of the battle; its neighbours see it.
    ///
    /// Rules: `morale.when_loss_near`.
    pub(super) fn remove(&mut self, unit: UnitId, fate: Fate) {
        let mut witnesses = self.now.within_an_inch(unit);
        witnesses.retain(|&other| other != unit);
        let leaders: Vec<_> = self.now.army.attached_leaders(unit).collect();
        self.tell(Fact::Removed { unit, fate });
        // A leader is taken with those who lay down their arms.
        if fate == Fate::Surrendered {
            for leader in leaders {
                self.tell(Fact::LeaderTaken { leader, unit });
            }
        }
        if matches!(fate, Fate::Eliminated | Fate::Surrendered | Fate::GunsLost) {
            self.see_a_loss(&witnesses);
        }
    }

    /// Some units check because a friend beside them is lost.
    ///
    /// Rules: `morale.when_loss_near`.
    pub(super) fn see_a_loss(&mut self, witnesses: &[UnitId]) {
        for &unit in witnesses {
            self.push(Step::Check {
                unit,
                check: 0,
                cause: Cause::LossNear,
            });
        }
    }
}
