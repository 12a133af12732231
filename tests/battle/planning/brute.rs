//! Brute force over moves of two legs: all pairs over a fine grid of angles and inches, the pairs
//! that lead to the goal exactly, and as many again drawn by lot, so that nothing hides between the
//! lines of a grid that the planner knows too. Geometry sorts out what could be better than a plan;
//! what is left is put to the rules.

use bevy::math::Vec2;
use deadly_field::army::{Formation, UnitId};
use deadly_field::battle::{Battle, Goal, Plan, Walks};
use deadly_field::field::Facing;
use deadly_field::field::moves::{Leg, Walked};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::puppet::{Puppet, formed};

/// Checks at most so many moves of a kind.
const CHECKS: usize = 3000;
/// First legs, and pairs of legs, that are drawn by lot.
const LOTS: usize = 2000;
/// What counts as there.
const THERE: (f32, f32) = (0.1, 2.0);

pub struct Brute<'a> {
    battle: &'a Battle,
    units: &'a [UnitId],
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

impl<'a> Brute<'a> {
    pub fn new(battle: &'a Battle, units: &'a [UnitId], goal: &'a Goal) -> Self {
        let mut manners = vec![(None, false)];
        let wanted = wanted(battle, units, goal);
        if wanted.is_some() {
            manners.extend([(wanted, false), (wanted, true)]);
        }
        let puppets = manners
            .into_iter()
            .filter_map(|(form, last)| Puppet::new(battle, units, form, last))
            .collect();
        Self {
            battle,
            units,
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
    fn orderly(&self, walks: &Walks) -> bool {
        let army = self.battle.army();
        walks.iter().all(|(id, walked)| {
            walked.disordered_by.is_none()
                && army.present_of(army.side(*id)).all(|friend| {
                    self.units.contains(&friend)
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
            .check_move(self.units, puppet.form, puppet.last, legs)
            .ok()?;
        if orderly && !self.orderly(&walks) {
            return None;
        }
        let (at, facing) = end(&walks);
        let parts = walks.iter().map(|walk| walk.1.used.part);
        Some(Better {
            legs: legs.to_vec(),
            form: puppet.form,
            form_last: puppet.last,
            cost: parts.fold(0.0, f32::max),
            inches: at.distance(self.goal.to),
            degrees: self.off(facing),
        })
    }

    /// A move of two legs that reaches the goal for less than some part of an action.
    pub fn cheaper(&self, than: f32, orderly: bool) -> Option<Better> {
        let wanted = wanted(self.battle, self.units, self.goal).is_some();
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
                puppet.closing(&middle, self.goal, &mut seconds);
                for two in seconds.iter().map(|two| Some(*two)).chain([None]) {
                    let end = two.map_or(middle, |two| puppet.after(middle, two));
                    let least = puppet.least(one, two);
                    if least < than
                        && end.at().distance(self.goal.to) <= THERE.0
                        && self.off(end.facing()) <= THERE.1
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
                if good(end.at(), end.facing()) && puppet.least(one, Some(two)) <= 1.0 {
                    found.push((end.at().distance(self.goal.to), number, [one, two]));
                }
            }
            firsts.extend((0..LOTS / 4).map(|_| puppet.any_leg(&mut lots)));
            for one in firsts {
                if puppet.least(one, None) > 1.0 {
                    continue;
                }
                let middle = puppet.after(puppet.start, one);
                puppet.closing(&middle, self.goal, &mut seconds);
                for &two in seconds.iter().chain(&grid) {
                    let end = puppet.after(middle, two);
                    if good(end.at(), end.facing()) && puppet.least(one, Some(two)) <= 1.0 {
                        found.push((end.at().distance(self.goal.to), number, [one, two]));
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
                    .check_move(self.units, puppet.form, puppet.last, legs)
                    .ok()?;
                let (at, facing) = end(&walks);
                good(at, facing)
                    .then(|| self.check(puppet, legs, false))
                    .flatten()
            })
    }

    /// What is better than a plan, if anything is. Where it is about facing, that comes first for
    /// whoever ends within the width of the front of the place.
    pub fn better(&self, plan: &Plan) -> Option<Better> {
        let (at, facing) = match &plan.walks[..] {
            [] => (self.puppets[0].start.at(), self.puppets[0].start.facing()),
            walks => end(walks),
        };
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
            let start = &self.puppets[0].start;
            let astray = self.puppets[0].front().max(1.0);
            let about_facing =
                self.off(start.facing()) > THERE.1 && start.at().distance(self.goal.to) <= astray;
            let degrees = about_facing.then(|| self.off(facing));
            self.nearer(at.distance(self.goal.to), degrees, astray)
        })
    }
}

/// The formation wanted, if not everybody has it.
fn wanted(battle: &Battle, units: &[UnitId], goal: &Goal) -> Option<Formation> {
    let has = |id: &UnitId, to: Formation| {
        let unit = battle.army().unit(*id);
        formed(unit, to) == *unit
    };
    let to = goal.formation?;
    (!units.iter().all(|id| has(id, to))).then_some(to)
}

/// The mean of the places where walks end, and the facing of the first.
fn end(walks: &[(UnitId, Walked)]) -> (Vec2, Facing) {
    let at = walks.iter().map(|walk| walk.1.placement.at).sum::<Vec2>();
    (at / walks.len() as f32, walks[0].1.placement.facing)
}
