//! Whom a unit or group may charge, and the word of command.

use bevy::math::Vec2;

use super::TOUCH;
use crate::army::{Assault, Contact, Fact, Follower, UnitId};
use crate::battle::decision::Order;
use crate::battle::memory::{Charger, Ways};
use crate::battle::step::Step;
use crate::battle::{Battle, Situation};
use crate::field::moves::Walker;
use crate::field::plan::LineKind;
use crate::field::{Facing, Placement};
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::Shape;
use crate::rules::movement::within_frontal_arc;
use crate::rules::{Disorder, Ground, Morale, Unit};

/// A charge that may be ordered: its lead, and everybody of the group who could meet somebody.
#[derive(Clone, Debug)]
pub(in crate::battle) struct Chance {
    pub(super) lead: UnitId,
    pub(super) way: Vec2,
    /// The lead's assault comes last.
    pub(super) assaults: Vec<Assault>,
    /// Inches to the lead's target.
    pub(super) far: f32,
    /// Inches to walls and fences in the way: where one would halt.
    pub(super) halts: Vec<f32>,
}

impl Chance {
    /// Whether a charge may be told to halt so many inches on: anywhere before its target.
    ///
    /// Rules: `charge.halt`.
    fn may_halt(&self, inches: f32) -> bool {
        may_halt(self.far, inches)
    }
}

/// Whether a charge at somebody so far off may be told to halt after so many inches.
pub(super) fn may_halt(far: f32, inches: f32) -> bool {
    inches > 0.0 && inches < far - TOUCH
}

impl Situation {
    /// Enemies a unit may charge, each with the direction: the closest or the largest straight
    /// ahead, else in its arc, else (in disorder) anywhere.
    ///
    /// Rules: `charge.target_choice`, `charge.target_needed`, `charge.straight`,
    /// `charge.wheel_two_actions`, `charge.outside_arc`.
    fn charge_targets(&self, id: UnitId, group: &[UnitId]) -> Vec<(UnitId, Vec2)> {
        let units = self.army.units().len();
        let ways = self
            .memory()
            .charges(units, id, || self.find_charge_targets(id));
        let free = |(target, ways): &(UnitId, [Option<(Vec2, f32)>; 2])| {
            let mut ways = ways.iter().flatten();
            let (way, _) = ways.find(|(way, far)| self.has_room(id, *way, *far, group))?;
            Some((*target, *way))
        };
        ways.iter().filter_map(free).collect()
    }

    /// The same, each with every direction that would do if there were room at its end.
    fn find_charge_targets(&self, id: UnitId) -> Ways {
        let unit = self.army.unit(id);
        let here = self.army.footprint(id);
        let farthest = self.longest_charge(id, false);
        let sideways = self.longest_charge(id, true);
        let depth = self.rules.scales.at(self.field().scale).primary_zone;
        // Straight ahead, within the arc, outside it.
        let mut lists: [Vec<(f32, UnitId)>; 3] = Default::default();
        for target in self.enemies_near(id, farthest + 8.0) {
            if self.rules.may_charge(unit, self.army.unit(target)).is_err() {
                continue;
            }
            let there = self.army.footprint(target);
            let far = here.distance(there);
            if far > farthest {
                continue;
            }
            let bearing = here
                .placement
                .facing
                .off(Facing::towards(here.placement.at, there.centre()));
            let list = if here.has_in_primary_zone(there, depth) {
                0
            } else if within_frontal_arc(bearing) {
                1
            } else {
                2
            };
            if list < 2 || far <= sideways {
                lists[list].push((far, target));
            }
        }
        let straight_only = unit.shape() == Shape::Column;
        let open_to = if straight_only { 1 } else { 3 };
        // Sight is looked for last: it costs most.
        let known = lists[..open_to].iter_mut().find_map(|list| {
            list.retain(|(_, target)| self.knows_of(id, *target));
            (!list.is_empty()).then_some(&*list)
        });
        let Some(list) = known else {
            return Ways::default();
        };
        // Of several as close or as large as each other the player may choose.
        let value = |target: UnitId| self.rules.impact_value(self.army.unit(target));
        let closest = list.iter().map(|(far, _)| *far).fold(f32::MAX, f32::min);
        let largest = list.iter().map(|(_, target)| value(*target)).max();
        let targets = list
            .iter()
            .filter(|(far, target)| *far <= closest + TOUCH || Some(value(*target)) == largest)
            .map(|(_, target)| *target);
        let reaches =
            |(way, far): &(Vec2, f32)| !self.is_outside_arc(id, *way) || *far <= sideways + TOUCH;
        targets
            .map(|target| {
                let ways = self.charge_ways(id, target);
                (target, ways.map(|way| way.filter(reaches)))
            })
            .collect()
    }

    /// Whether a unit knows where an enemy is: it sees him, or a friend close to him does.
    ///
    /// Rules: `charge.target_needed`.
    pub(in crate::battle) fn knows_of(&self, id: UnitId, target: UnitId) -> bool {
        let there = self.army.placement(target).at;
        let close = 12.0 * self.field().proportion();
        let mut friends = self
            .army
            .present_of(self.army.side(id))
            .filter(|&friend| self.army.placement(friend).at.distance(there) <= close);
        self.sees(id, target) || friends.any(|friend| self.sees(friend, target))
    }

    /// The directions of a charge, each with the inches to the target: straight ahead, and towards
    /// it, as far as nobody else would be met before.
    fn charge_ways(&self, id: UnitId, target: UnitId) -> [Option<(Vec2, f32)>; 2] {
        let here = self.army.footprint(id);
        let (from, to) = here.nearest(self.army.footprint(target));
        let ahead = here.placement.facing.ahead();
        let most = from.distance(to) * 1.5 + 2.0;
        let towards = (to - from).normalize_or(ahead);
        let straight_only = self.army.unit(id).shape() == Shape::Column;
        let ways = [Some(ahead), (!straight_only).then_some(towards)];
        ways.map(|way| {
            let way = way?;
            let far = self.sweep(id, way, target, most)?;
            // Of two met at once either may be meant.
            let (_, first) = self.first_met(id, way, most)?;
            let meets = far <= first + TOUCH && self.is_passable_to(id, way, far);
            meets.then_some((way, far))
        })
    }

    /// Whether a unit could get so far in a direction: nobody charges through water.
    ///
    /// Rules: `charge.target_needed`.
    pub(in crate::battle) fn is_passable_to(&self, id: UnitId, way: Vec2, far: f32) -> bool {
        let dry = self.dry_points(id, Vec2::ZERO);
        dry == [true; 3] && self.dry_inches(id, way, far) >= far
    }

    /// How far of some inches in a direction no part of a unit's front comes upon ground that nobody
    /// can get over; a column may use a road or bridge. What stands there already is not looked at.
    ///
    /// Rules: `charge.target_needed`.
    pub(in crate::battle) fn dry_inches(&self, id: UnitId, way: Vec2, most: f32) -> f32 {
        let steps = (most / 0.25).ceil().max(1.0) as u32;
        let far = |step: u32| most * step as f32 / steps as f32;
        let mut before = self.dry_points(id, Vec2::ZERO);
        for step in 1..=steps {
            let here = self.dry_points(id, way * far(step));
            let into = |(before, here): (&bool, &bool)| *before && !*here;
            if before.iter().zip(&here).any(into) {
                return far(step - 1);
            }
            before = here;
        }
        most
    }

    /// Whether the middle of a unit's front and both wings could stand so far off.
    fn dry_points(&self, id: UnitId, off: Vec2) -> [bool; 3] {
        let terrain = self.terrain();
        let unit = self.army.unit(id);
        let column = matches!(unit.shape(), Shape::Column | Shape::Limbered);
        let front = self.army.footprint(id).front_corners();
        let middle = self.army.placement(id).at;
        if column && terrain.way(middle + off).is_some() {
            return [true; 3];
        }
        let inner = |corner: Vec2| middle.lerp(corner, 0.8);
        [middle, inner(front.0), inner(front.1)].map(|at| terrain.ground(at + off).is_some())
    }

    /// Whether a charge could end there without standing on a friend.
    fn has_room(&self, id: UnitId, way: Vec2, far: f32, group: &[UnitId]) -> bool {
        let end = self.onward(id, way, far);
        let mut but_for = group.to_vec();
        but_for.extend(self.army.present_of(self.army.side(id).other()));
        self.army.fits_but_for(self.field(), id, end, &but_for)
    }

    /// The farthest a unit could charge with the best of dice on good ground; out of its arc it does
    /// so in disorder.
    ///
    /// Rules: `charge.outside_arc`.
    pub(in crate::battle) fn longest_charge(&self, id: UnitId, outside_arc: bool) -> f32 {
        let unit = self.army.unit(id);
        let scale = self.field().scale;
        let mut walking = *unit;
        if outside_arc {
            walking.morale = walking.morale.max(Morale::Disorder);
        }
        let rate = match self.rules.rate(scale, &walking, Ground::Open) {
            crate::rules::ground::Rate::Inches(inches) => inches as f32,
            _ => return 0.0,
        };
        let dice = self.rules.charge_dice(scale, unit, Ground::Open);
        rate + self.attached_benefit(id) as f32 + self.rules.charge_bonus(unit, dice * 6)
    }

    /// Whether nobody of a group is kept from charging by what he is or how he stands.
    fn may_all_charge(&self, group: &[UnitId]) -> bool {
        group.iter().all(|&id| {
            let unit = self.army.unit(id);
            !unit.is_artillery() && !matches!(unit.morale, Morale::Shaken | Morale::Routed)
        })
    }

    /// The first of a group who could lead a charge against a target, and the direction.
    pub(super) fn lead_against(&self, group: &[UnitId], target: UnitId) -> Option<(UnitId, Vec2)> {
        if !self.may_all_charge(group) {
            return None;
        }
        group.iter().find_map(|&lead| {
            let mut targets = self.charge_targets(lead, group).into_iter();
            let (_, way) = targets.find(|(other, _)| *other == target)?;
            Some((lead, way))
        })
    }

    /// Every charge that a unit or group could be ordered to make.
    pub(in crate::battle) fn chances(&self, group: &[UnitId]) -> Vec<Chance> {
        if !self.may_all_charge(group) {
            return Vec::new();
        }
        let mut chances = Vec::new();
        for &lead in group {
            for (target, way) in self.charge_targets(lead, group) {
                let Some(far) = self.sweep(lead, way, target, 60.0) else {
                    continue;
                };
                let mut assaults = self.others_met(lead, target, way, group);
                assaults.push(Assault { unit: lead, target });
                chances.push(Chance {
                    lead,
                    way,
                    assaults,
                    far,
                    halts: self.halts(lead, way, far),
                });
            }
        }
        chances
    }

    /// Whom the others of a group would meet, each somebody else.
    fn others_met(
        &self,
        lead: UnitId,
        target: UnitId,
        way: Vec2,
        group: &[UnitId],
    ) -> Vec<Assault> {
        let most = self.longest_charge(lead, self.is_outside_arc(lead, way));
        let mut met: Vec<(f32, Assault)> = group
            .iter()
            .filter(|&&unit| unit != lead)
            .filter_map(|&unit| {
                let (target, far) = self.first_met(unit, way, most)?;
                let may = self
                    .rules
                    .may_charge(self.army.unit(unit), self.army.unit(target));
                let room = self.has_room(unit, way, far, group);
                (may.is_ok() && room && self.is_passable_to(unit, way, far))
                    .then_some((far, Assault { unit, target }))
            })
            .collect();
        met.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut taken = vec![target];
        met.into_iter()
            .map(|(_, assault)| assault)
            .filter(|assault| {
                let free = !taken.contains(&assault.target);
                taken.push(assault.target);
                free
            })
            .collect()
    }

    /// Walls, fences and works before the target, in inches: the usual places to halt at.
    fn halts(&self, lead: UnitId, way: Vec2, far: f32) -> Vec<f32> {
        let from = self.army.placement(lead).at;
        let to = from + way * far;
        let mut halts: Vec<f32> = self
            .field()
            .lines
            .iter()
            .filter(|line| {
                use LineKind::{HastyWorks, HeavyWorks, LightWorks, StoneWall, WoodFence};
                matches!(
                    line.kind,
                    WoodFence | StoneWall | HastyWorks | LightWorks | HeavyWorks
                )
            })
            .flat_map(|line| line.crossings(from, to))
            .map(|part| (part * far - 0.1).max(0.0))
            .filter(|inches| (1.0..far - 1.0).contains(inches))
            .collect();
        halts.sort_by(f32::total_cmp);
        halts.dedup_by(|one, other| (*one - *other).abs() < 0.5);
        halts
    }

    /// The charges of a group as orders: the lead alone with all others in support, or all that
    /// meet somebody; with and without a halt.
    ///
    /// Rules: `charge.order_of_charges`, `charge.halt`.
    pub fn charge_orders(&self, group: &[UnitId]) -> Vec<Order> {
        let mut orders = Vec::new();
        for chance in self.chances(group) {
            let Some(&own) = chance.assaults.last() else {
                continue;
            };
            let lead = chance.lead;
            let halts = chance.halts.iter().map(|&halt| Some(halt));
            for halt in [None].into_iter().chain(halts) {
                orders.push(Order::Charge {
                    lead,
                    assaults: vec![own],
                    halt,
                });
            }
            if chance.assaults.len() > 1 {
                orders.push(Order::Charge {
                    lead,
                    assaults: chance.assaults,
                    halt: None,
                });
            }
        }
        orders
    }

    /// Whether a group may charge so: any of those who could meet somebody may, in any order, and
    /// halt anywhere on the way.
    pub(in crate::battle) fn check_charge(
        &self,
        group: &[UnitId],
        lead: UnitId,
        assaults: &[Assault],
        halt: Option<f32>,
    ) -> Result<(), Refusal> {
        let fits = |chance: &Chance| {
            let unique = (1..assaults.len()).all(|at| {
                !assaults[..at]
                    .iter()
                    .any(|other| other.unit == assaults[at].unit)
            });
            chance.lead == lead
                && unique
                && assaults.iter().any(|assault| assault.unit == lead)
                && assaults
                    .iter()
                    .all(|assault| chance.assaults.contains(assault))
                && halt.is_none_or(|halt| chance.may_halt(halt))
        };
        if self.chances(group).iter().any(fits) {
            Ok(())
        } else {
            Err(Refusal::new(
                "nobody can be charged so from here",
                rule!("charge.target_choice"),
            ))
        }
    }

    /// Those of a group who charge nobody follow whoever is nearest of those before or beside them.
    /// Whoever stands in front of all stays where he is, and so does mounted infantry in the saddle:
    /// it is in no charge on horseback, as a support either.
    ///
    /// Rules: `charge.group`, `charge.joiners_no_bonus`, `special.mounted_infantry_formation`.
    pub(super) fn followers(
        &self,
        group: &[UnitId],
        assaults: &[Assault],
        way: Vec2,
    ) -> Vec<Follower> {
        let follower = |unit: UnitId| {
            let contacts: Vec<_> = assaults
                .iter()
                .filter(|assault| !self.is_in_front(unit, assault.unit, way))
                .map(|assault| Contact::new(assault.unit, assault.target, 0.0))
                .collect();
            let behind = self.nearest_leading(&contacts, unit)?;
            Some(Follower { unit, behind })
        };
        let assaults_nobody = |unit: &UnitId| assaults.iter().all(|one| one.unit != *unit);
        let charges = |unit: &UnitId| !self.army.unit(*unit).only_rides();
        let group = group.iter().copied().filter(assaults_nobody);
        group.filter(charges).filter_map(follower).collect()
    }

    /// Whether a unit stands before the front of another that charges, neither beside nor behind it.
    fn is_in_front(&self, unit: UnitId, lead: UnitId, way: Vec2) -> bool {
        let line = if self.is_outside_arc(lead, way) {
            way
        } else {
            self.army.placement(lead).facing.ahead()
        };
        let along = |id: UnitId| {
            let corners = self.army.footprint(id).hull();
            corners.map(|corner| corner.dot(line))
        };
        let rear = along(unit).into_iter().fold(f32::INFINITY, f32::min);
        let front = along(lead).into_iter().fold(f32::NEG_INFINITY, f32::max);
        rear > front - TOUCH
    }

    /// Dice of the bonus: the slowest ground within a move ahead decides.
    pub(super) fn bonus_dice(&self, unit: UnitId, way: Vec2, inches: f32) -> u32 {
        let start = self.army.placement(unit);
        let scale = self.field().scale;
        (0..=4)
            .filter_map(|step| {
                let at = start.at + way * (inches * step as f32 / 4.0);
                self.terrain().ground(at)
            })
            .map(|ground| self.rules.charge_dice(scale, self.army.unit(unit), ground))
            .min()
            .unwrap_or(1)
    }

    /// How far a unit gets with a normal move in the direction of its charge; out of its arc all of
    /// it at the rate of disorder.
    ///
    /// Rules: `charge.outside_arc`, `move.outside_arc`.
    pub(in crate::battle) fn charge_move(&self, unit: UnitId, way: Vec2) -> f32 {
        let start = self.army.placement(unit);
        let charger = Charger {
            at: start,
            unit: *self.army.unit(unit),
            muster: self.army.muster_of(unit),
            horses: self.army.record(unit).horses,
            leader: self.attached_benefit(unit),
            way,
            weather: self.army.weather(),
        };
        let units = self.army.units().len();
        self.memory().carried(units, unit, charger, || {
            let degrees = start.facing.off(Facing::towards(Vec2::ZERO, way));
            let mut walker = self.walker(unit);
            walker.mover.outside_arc = !within_frontal_arc(degrees);
            let most = self.longest_charge(unit, walker.mover.outside_arc);
            let (inches, _) = self.terrain().carry(&walker, start, degrees, most);
            inches.max(self.rules.movement.least_move)
        })
    }

    /// Whether something on the next stretch of a charge disorders a unit.
    pub(super) fn charge_disordered_by(
        &self,
        unit: UnitId,
        from: Placement,
        way: Vec2,
        inches: f32,
    ) -> Option<Disorder> {
        // As it will be, though it may not have set out yet.
        let charging = Unit {
            charging: true,
            ..*self.army.unit(unit)
        };
        let walker: Walker = self.walker_as(unit, &charging, self.attached_benefit(unit) as f32);
        let degrees = from.facing.off(Facing::towards(Vec2::ZERO, way));
        self.terrain().carry(&walker, from, degrees, inches).1
    }
}

impl Battle {
    /// The charge begins: the bonus is rolled once for all.
    ///
    /// Rules: `charge.cost`, `turn.one_charge`, `charge.bonus`, `charge.group`,
    /// `charge.joiners_no_bonus`.
    pub(in crate::battle) fn order_charge(
        &mut self,
        group: &[UnitId],
        lead: UnitId,
        assaults: &[Assault],
        halt: Option<f32>,
    ) {
        let Some(chance) = self.now.chances(group).into_iter().find(|chance| {
            chance.lead == lead && assaults.iter().all(|one| chance.assaults.contains(one))
        }) else {
            return;
        };
        let way = chance.way;
        let values = *self.now.army.unit(lead);
        let (normal, dice) = self.charge_reach(lead, way);
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let bonus = self.now.rules.charge_bonus(&values, rolled);
        let reach = self.now.rules.charge_reach(&values, normal, bonus);
        let followers = self.now.followers(group, assaults, way);
        let charge = self.now.army.next_charge();
        self.tell(Fact::Charge {
            charge,
            lead,
            assaults: assaults.to_vec(),
            followers,
            way,
            dice,
            inches: reach.end,
            disorder_point: reach.disorder_point,
            halt,
        });
        self.push(Step::Charge {
            charge,
            unseen: 0.0,
            noticed: false,
            through: Vec::new(),
        });
        if self.now.is_outside_arc(lead, way) {
            group
                .iter()
                .for_each(|&unit| self.disorder(unit, Disorder::ChargingOutsideArc));
        }
        let charging = assaults.iter().map(|assault| assault.unit);
        self.disorder_outside_arc(charging, way);
    }

    /// Whoever charges an enemy out of his own arc is in disorder, wherever the lead of his group
    /// faces.
    ///
    /// Rules: `charge.outside_arc`.
    pub(super) fn disorder_outside_arc(&mut self, units: impl Iterator<Item = UnitId>, way: Vec2) {
        let outside: Vec<_> = units
            .filter(|&unit| self.now.is_outside_arc(unit, way))
            .collect();
        for unit in outside {
            self.disorder(unit, Disorder::ChargingOutsideArc);
        }
    }

    /// The normal move of a charge over the ground before it, and the dice of its bonus, rolled.
    pub(in crate::battle) fn charge_reach(&mut self, unit: UnitId, way: Vec2) -> (f32, Vec<u8>) {
        let inches = self.now.charge_move(unit, way);
        let dice = self.now.bonus_dice(unit, way, inches);
        (inches, self.dice.roll(dice))
    }
}
