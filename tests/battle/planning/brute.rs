//! Brute force over moves of two legs: all pairs over a fine grid of angles and inches, the pairs
//! that lead to the goal exactly, and as many again drawn by lot, so that nothing hides between the
//! lines of a grid that the planner knows too. Geometry sorts out what could be better than a plan;
//! what is left is put to the rules.

use bevy::math::Vec2;
use deadly_field::army::{Formation, UnitId};
use deadly_field::battle::{Battle, Goal, Plan, Walks};
use deadly_field::field::angle::turn;
use deadly_field::field::moves::Leg;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::formation::Shape;
use deadly_field::rules::movement::Mover;
use deadly_field::rules::{Ground, Troops, Unit};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Checks at most so many moves of a kind.
const CHECKS: usize = 3000;
/// First legs, and pairs of legs, that are drawn by lot.
const LOTS: usize = 2000;
/// What counts as there.
const THERE: (f32, f32) = (0.1, 2.0);

/// A unit in another formation.
pub fn formed(unit: &Unit, to: Formation) -> Unit {
    let mut unit = *unit;
    match (&mut unit.troops, to) {
        (Troops::Infantry { formation, .. }, Formation::Infantry(to)) => *formation = to,
        (Troops::Cavalry { formation, .. }, Formation::Cavalry(to)) => *formation = to,
        (Troops::Cavalry { mounted, .. }, Formation::Mounted(to)) => *mounted = to,
        (Troops::Artillery { limbered, .. }, Formation::Limbered(to)) => *limbered = to,
        _ => {}
    }
    unit
}

/// A unit moved by geometry.
struct Puppet {
    start: Placement,
    unit: Unit,
    half: f32,
    depth: f32,
    /// Inches an action at best, in its arc and out of it.
    pace: (f32, f32),
    change: f32,
    form: Option<Formation>,
    last: bool,
}

pub struct Brute<'a> {
    battle: &'a Battle,
    id: UnitId,
    goal: &'a Goal,
    puppets: Vec<Puppet>,
}

/// What brute force found that is better than a plan.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Better {
    pub legs: Vec<Leg>,
    pub form: Option<Formation>,
    pub form_last: bool,
    pub cost: f32,
    pub inches: f32,
    pub degrees: f32,
}

impl Puppet {
    fn loose(&self) -> bool {
        self.unit.is_out_of_order()
    }

    fn column(&self) -> bool {
        !self.loose() && matches!(self.unit.shape(), Shape::Column | Shape::Limbered)
    }

    fn after(&self, from: Placement, leg: Leg) -> Placement {
        match leg {
            Leg::Ahead { inches, degrees } => Placement {
                at: from.at + turn(from.facing.ahead(), degrees) * inches,
                ..from
            },
            Leg::Back { inches } => Placement {
                at: from.at - from.facing.ahead() * inches,
                ..from
            },
            Leg::Wheel { degrees } => {
                let pivot = from.at + from.facing.right() * self.half.copysign(degrees);
                Placement {
                    at: pivot + turn(from.at - pivot, degrees),
                    facing: from.facing.turned(degrees),
                }
            }
            Leg::Turn { degrees } => Placement {
                facing: from.facing.turned(degrees),
                ..from
            },
            Leg::AboutFace => Placement {
                at: from.at - from.facing.ahead() * self.depth,
                facing: from.facing.turned(180.0),
            },
            _ => from,
        }
    }

    /// The least a leg can cost in inches; and whether it leaves the arc.
    fn inches(&self, leg: Leg) -> (f32, bool) {
        match leg {
            Leg::Ahead { inches, degrees } => (inches, degrees.abs() > 45.0 && !self.loose()),
            Leg::Back { inches } => (inches * 2.0, false),
            Leg::Wheel { degrees } => (2.0 * self.half * degrees.abs().to_radians(), false),
            _ => (0.0, false),
        }
    }

    fn least(&self, one: Leg, two: Option<Leg>) -> f32 {
        let (first, out) = self.inches(one);
        let (second, too) = two.map_or((0.0, false), |leg| self.inches(leg));
        let pace = if out || too { self.pace.1 } else { self.pace.0 };
        self.change + (first + second) / pace
    }

    fn wheels(&self) -> bool {
        matches!(self.unit.shape(), Shape::Line | Shape::Skirmish)
    }

    fn turns(&self) -> bool {
        self.unit.shape() != Shape::Line || self.loose()
    }

    fn backs(&self) -> bool {
        self.unit.shape() != Shape::Limbered
    }

    /// Every single leg of a grid.
    fn legs(&self, inches: f32, degrees: usize) -> Vec<Leg> {
        let mut legs = vec![Leg::AboutFace];
        let around = || (-180..180).step_by(degrees).map(|degrees| degrees as f32);
        if self.wheels() {
            legs.extend(around().map(|degrees| Leg::Wheel { degrees }));
        }
        if self.turns() {
            legs.extend(around().map(|degrees| Leg::Turn { degrees }));
        }
        let steps = (self.pace.0 * (1.0 - self.change) / inches) as u32 + 1;
        for step in 1..=steps {
            let far = step as f32 * inches;
            if self.column() {
                legs.push(Leg::Ahead {
                    inches: far,
                    degrees: 0.0,
                });
            } else {
                legs.extend(around().map(|degrees| Leg::Ahead {
                    inches: far,
                    degrees,
                }));
                for degrees in [-45.0, -37.5, -22.5, -7.5, 7.5, 22.5, 37.5, 45.0] {
                    legs.push(Leg::Ahead {
                        inches: far,
                        degrees,
                    });
                }
            }
            if self.backs() {
                legs.push(Leg::Back { inches: far });
            }
        }
        legs
    }

    /// Any single leg.
    fn any_leg(&self, lot: &mut ChaCha8Rng) -> Leg {
        let mut part = || lot.next_u32() as f32 / u32::MAX as f32;
        let inches = part() * self.pace.0 * (1.0 - self.change);
        let degrees = part() * 360.0 - 180.0;
        let kind = part();
        if kind < 0.15 && self.wheels() {
            Leg::Wheel { degrees }
        } else if kind < 0.3 && self.turns() {
            Leg::Turn { degrees }
        } else if kind < 0.4 && self.backs() {
            Leg::Back { inches }
        } else if self.column() {
            let degrees = 0.0;
            Leg::Ahead { inches, degrees }
        } else if kind < 0.8 && !self.loose() {
            let degrees = degrees / 4.0;
            Leg::Ahead { inches, degrees }
        } else {
            Leg::Ahead { inches, degrees }
        }
    }

    /// Ahead to a place, if it can be done so.
    fn ahead_to(&self, from: Placement, to: Vec2) -> Option<Leg> {
        let degrees = from.facing.off(Facing::towards(from.at, to));
        let inches = from.at.distance(to);
        if !self.column() {
            return Some(Leg::Ahead { inches, degrees });
        }
        (degrees.abs() < 90.0).then(|| Leg::Ahead {
            inches: (to - from.at).dot(from.facing.ahead()),
            degrees: 0.0,
        })
    }

    /// Second legs that come as close to the goal as they can.
    fn closing(&self, from: Placement, goal: &Goal, out: &mut Vec<Leg>) {
        out.clear();
        out.extend(self.ahead_to(from, goal.to));
        let behind = -(goal.to - from.at).dot(from.facing.ahead());
        if behind > 0.0 && self.backs() {
            out.push(Leg::Back { inches: behind });
        }
        out.push(Leg::AboutFace);
        if let Some(facing) = goal.facing {
            let degrees = from.facing.off(facing);
            if self.wheels() {
                out.push(Leg::Wheel { degrees });
                out.push(Leg::Wheel {
                    degrees: degrees - 360.0f32.copysign(degrees),
                });
            }
            if self.turns() {
                out.push(Leg::Turn { degrees });
            }
        } else if self.wheels() {
            for step in -17..=18 {
                let degrees = step as f32 * 10.0;
                out.push(Leg::Wheel { degrees });
            }
        }
    }

    /// First legs after which one of turning leads to the goal exactly.
    fn opening(&self, goal: &Goal) -> Vec<Leg> {
        let mut legs = Vec::new();
        let start = self.start;
        let bearing = start.facing.off(Facing::towards(start.at, goal.to));
        if self.turns() {
            legs.push(Leg::Turn { degrees: bearing });
            legs.push(Leg::Turn {
                degrees: bearing + 180.0,
            });
        }
        legs.extend(self.ahead_to(start, goal.to));
        if let Some(facing) = goal.facing {
            let degrees = start.facing.off(facing);
            for degrees in [degrees, degrees - 360.0f32.copysign(degrees)] {
                if self.wheels() {
                    legs.push(Leg::Wheel { degrees });
                    let side = self.half.copysign(degrees);
                    let from = goal.to + facing.right() * side - start.facing.right() * side;
                    legs.extend(self.ahead_to(start, from));
                }
                if self.turns() {
                    legs.push(Leg::Turn { degrees });
                }
            }
        }
        let about = goal.to + start.facing.ahead() * self.depth;
        legs.extend(self.ahead_to(start, about));
        legs
    }
}

impl<'a> Brute<'a> {
    pub fn new(battle: &'a Battle, id: UnitId, goal: &'a Goal) -> Self {
        let army = battle.army();
        let unit = army.unit(id);
        let wanted = goal.formation.filter(|&to| formed(unit, to) != *unit);
        let mut manners = vec![(None, false)];
        if wanted.is_some() {
            manners.extend([(wanted, false), (wanted, true)]);
        }
        let leader = army
            .leaders()
            .filter(|&leader| {
                let state = army.leader(leader);
                state.attached == Some(id) && !state.fallen
            })
            .map(|leader| army.leader_identity(leader).benefit)
            .max();
        let puppets = manners
            .into_iter()
            .filter_map(|(form, last)| {
                let start = army.placement(id);
                let walking = form.filter(|_| !last).map_or(*unit, |to| formed(unit, to));
                let change = match form {
                    None => 0.0,
                    Some(_) => {
                        battle.now().check_move(&[id], form, last, &[]).ok()?[0]
                            .1
                            .used
                            .part
                    }
                };
                let field = &battle.scenario().field;
                let muster = army.muster_of(id);
                let ground = start.footprint(field.scale, &walking, muster);
                let mut mover = Mover::new(field.scale, &walking);
                mover.horses = army.record(id).horses;
                mover.leader_inches = leader.unwrap_or(0) as f32;
                let best = |mover: &Mover| {
                    [Ground::Open, Ground::Road, Ground::Trail]
                        .iter()
                        .filter_map(|&ground| battle.rules().allowance(mover, ground).ok())
                        .fold(0.5, f32::max)
                };
                let inside = best(&mover);
                mover.outside_arc = true;
                Some(Puppet {
                    start,
                    half: ground.frontage() / 2.0,
                    depth: ground.right_behind(0.0).distance(start.at),
                    pace: (inside, best(&mover)),
                    unit: walking,
                    change,
                    form,
                    last,
                })
            })
            .collect();
        Self {
            battle,
            id,
            goal,
            puppets,
        }
    }

    /// The same lots for the same goal.
    fn lots(&self) -> ChaCha8Rng {
        let (x, y) = (self.goal.to.x.to_bits(), self.goal.to.y.to_bits());
        ChaCha8Rng::seed_from_u64(u64::from(x) << 32 | u64::from(y))
    }

    fn off(&self, facing: Facing) -> f32 {
        self.goal
            .facing
            .map_or(0.0, |wanted| facing.off(wanted).abs())
    }

    /// Whether nobody falls into disorder and nobody goes through friends.
    pub fn orderly(&self, walks: &Walks) -> bool {
        let army = self.battle.army();
        walks.iter().all(|(id, walked)| {
            walked.disordered_by.is_none()
                && army.present_of(army.side(*id)).all(|friend| {
                    friend == *id
                        || walked.path[1..].iter().all(|place| {
                            !army
                                .footprint_at(*id, *place)
                                .overlaps(army.footprint(friend))
                        })
                })
        })
    }

    fn check(&self, puppet: &Puppet, legs: &[Leg], orderly: bool) -> Option<Better> {
        let walks = self
            .battle
            .now()
            .check_move(&[self.id], puppet.form, puppet.last, legs)
            .ok()?;
        if orderly && !self.orderly(&walks) {
            return None;
        }
        let walked = &walks[0].1;
        Some(Better {
            legs: legs.to_vec(),
            form: puppet.form,
            form_last: puppet.last,
            cost: walked.used.part,
            inches: walked.placement.at.distance(self.goal.to),
            degrees: self.off(walked.placement.facing),
        })
    }

    /// A move of two legs that reaches the goal for less than some part of an action.
    pub fn cheaper(&self, than: f32, orderly: bool) -> Option<Better> {
        let unit = self.battle.army().unit(self.id);
        let wanted = self
            .goal
            .formation
            .is_some_and(|to| formed(unit, to) != *unit);
        let mut found: Vec<(f32, usize, Vec<Leg>)> = Vec::new();
        let mut seconds = Vec::new();
        let mut lots = self.lots();
        for (number, puppet) in self.puppets.iter().enumerate() {
            if wanted && puppet.form.is_none() {
                continue;
            }
            let mut firsts = puppet.opening(self.goal);
            firsts.extend(puppet.legs(0.5, 5));
            firsts.extend((0..LOTS).map(|_| puppet.any_leg(&mut lots)));
            for one in firsts {
                if puppet.least(one, None) > than {
                    continue;
                }
                let middle = puppet.after(puppet.start, one);
                puppet.closing(middle, self.goal, &mut seconds);
                for two in seconds.iter().map(|two| Some(*two)).chain([None]) {
                    let end = two.map_or(middle, |two| puppet.after(middle, two));
                    let least = puppet.least(one, two);
                    if least < than
                        && end.at.distance(self.goal.to) <= THERE.0
                        && self.off(end.facing) <= THERE.1
                    {
                        found.push((least, number, [one].into_iter().chain(two).collect()));
                    }
                }
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        found.iter().take(CHECKS).find_map(|(_, number, legs)| {
            self.check(&self.puppets[*number], legs, orderly)
                .filter(|better| {
                    better.cost < than && better.inches <= THERE.0 && better.degrees <= THERE.1
                })
        })
    }

    /// A move of two legs that ends nearer to the goal than some inches, or faces it better than
    /// some degrees where that comes first.
    pub fn nearer(&self, inches: f32, degrees: Option<f32>, astray: f32) -> Option<Better> {
        // Half an inch, or a twentieth of an action: the rules feel the ground every quarter of an
        // inch, and where a leg begins decides whether it slips past the end of a cut or a wall.
        let pace = self.puppets.iter().map(|puppet| puppet.pace.0);
        let slack = (pace.fold(0.0, f32::max) / 20.0).max(0.3);
        let good = |at: Vec2, facing: Facing| {
            let (far, off) = (at.distance(self.goal.to), self.off(facing));
            match degrees {
                None => far < inches - slack,
                Some(_) if far > astray => false,
                Some(degrees) => {
                    off.max(THERE.1) < degrees.max(THERE.1) - 3.0
                        || off.max(THERE.1) <= degrees.max(THERE.1) && far < inches - slack
                }
            }
        };
        let mut found: Vec<(f32, usize, [Leg; 2])> = Vec::new();
        let mut seconds = Vec::new();
        let mut lots = self.lots();
        for (number, puppet) in self.puppets.iter().enumerate() {
            let grid = puppet.legs(1.0, 15);
            let mut firsts = puppet.opening(self.goal);
            firsts.extend(puppet.legs(0.5, 10));
            for _ in 0..10 * LOTS {
                let (one, two) = (puppet.any_leg(&mut lots), puppet.any_leg(&mut lots));
                let end = puppet.after(puppet.after(puppet.start, one), two);
                if good(end.at, end.facing) && puppet.least(one, Some(two)) <= 1.0 {
                    found.push((end.at.distance(self.goal.to), number, [one, two]));
                }
            }
            firsts.extend((0..LOTS / 4).map(|_| puppet.any_leg(&mut lots)));
            for one in firsts {
                if puppet.least(one, None) > 1.0 {
                    continue;
                }
                let middle = puppet.after(puppet.start, one);
                puppet.closing(middle, self.goal, &mut seconds);
                for &two in seconds.iter().chain(&grid) {
                    let end = puppet.after(middle, two);
                    if good(end.at, end.facing) && puppet.least(one, Some(two)) <= 1.0 {
                        found.push((end.at.distance(self.goal.to), number, [one, two]));
                    }
                }
            }
        }
        // Many more than can be checked: some of each distance.
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        let step = found.len().div_ceil(CHECKS).max(1);
        found
            .iter()
            .rev()
            .step_by(step)
            .find_map(|(_, number, legs)| {
                let puppet = &self.puppets[*number];
                let walks = self
                    .battle
                    .now()
                    .check_move(&[self.id], puppet.form, puppet.last, legs)
                    .ok()?;
                let end = walks[0].1.placement;
                good(end.at, end.facing)
                    .then(|| self.check(puppet, legs, false))
                    .flatten()
            })
    }

    /// What is better than a plan, if anything is. Where it is about facing, that comes first for
    /// whoever ends within so many inches of the place.
    pub fn better(&self, plan: &Plan, facing_first: Option<f32>) -> Option<Better> {
        let end = plan.ends[0].1;
        let orderly = self.goal.in_order && self.orderly(&plan.walks);
        if plan.reached {
            let better = self.cheaper(plan.cost - 0.05, orderly);
            return better.or_else(|| {
                (self.goal.in_order && !orderly)
                    .then(|| self.cheaper(1.001, true))
                    .flatten()
            });
        }
        self.cheaper(1.001, false).or_else(|| {
            let degrees = facing_first.map(|_| self.off(end.facing));
            let inches = end.at.distance(self.goal.to);
            self.nearer(inches, degrees, facing_first.unwrap_or(0.0))
        })
    }
}
