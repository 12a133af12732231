//! Ways round bad ground and enemies.

use bevy::math::Vec2;

use super::THERE;
use super::raster::{Raster, legs_through};
use super::search::{Planner, Thought};
use super::stance::Stance;
use super::ways::turns;
use crate::field::Facing;
use crate::field::moves::Leg;

/// Facings from which a way round is looked for, and bends tried in each.
const FACINGS: usize = 3;
const BENDS: usize = 4;
/// What a way may cost that is too dear, for others beside it to be tried.
const NEARLY: f32 = 1.15;

/// A way without its middle part.
struct Skeleton {
    manner: usize,
    first: Vec<Leg>,
    from: Stance,
    to: Vec2,
    last: Vec<Leg>,
    /// It leaves its arc.
    outside: bool,
}

impl Planner<'_> {
    /// Looks for ways to the goal with a bend or more between the turns.
    pub fn go_round(&mut self, thoughts: &[Thought]) {
        for skeleton in self.skeletons(thoughts.iter()) {
            let (raster, budget) = self.raster(&skeleton);
            let mut best: Option<(f32, Vec2)> = None;
            for bend in raster.bends(skeleton.from.at, skeleton.to, budget, BENDS) {
                let cost = self.try_bends(&skeleton, &[bend]);
                if let Some(cost) = cost
                    && best.is_none_or(|(known, _)| cost < known)
                {
                    best = Some((cost, bend));
                }
            }
            // Closer round the best of them.
            let mut step = raster.cell();
            while let Some((cost, bend)) = best
                && (step > 0.2 || cost > 1.0 && step > 0.04)
            {
                // Too dear by a little: that is worth a closer look.
                if cost > 1.0 && step == raster.cell() {
                    self.stage(60);
                }
                for number in 0..8 {
                    let by = Facing::degrees(number as f32 * 45.0).ahead() * step;
                    if let Some(new) = self.try_bends(&skeleton, &[bend + by])
                        && best.is_none_or(|(known, _)| new < known)
                    {
                        best = Some((new, bend + by));
                    }
                }
                if best.is_none_or(|(new, _)| new >= cost) {
                    step /= 2.0;
                }
                if self.exhausted() {
                    return;
                }
            }
            let mut chain = raster.round(skeleton.from.at, skeleton.to, budget, |_| true);
            if chain.len() > 1 {
                chain.pop();
                self.try_bends(&skeleton, &chain);
            }
            if self.exhausted() {
                return;
            }
        }
    }

    /// Looks for ways with a bend or more that end near the goal.
    pub fn go_round_nearest(&mut self, thoughts: &[&Thought]) {
        for skeleton in self.skeletons(thoughts.iter().copied()) {
            self.stage(14);
            let (raster, budget) = self.raster(&skeleton);
            let room = |at: Vec2| self.may_stop(skeleton.manner, &skeleton.from.moved_to(at));
            let round = raster.round(skeleton.from.at, skeleton.to, budget, room);
            let body = &self.manners[skeleton.manner].body;
            let mut legs = skeleton.first.clone();
            legs.extend(legs_through(body, &skeleton.from, &round, skeleton.outside));
            self.cut(skeleton.manner, &legs);
            let ways: Vec<Vec<Vec2>> = raster
                .bends(skeleton.from.at, skeleton.to, budget, BENDS)
                .into_iter()
                .map(|bend| vec![bend])
                .collect();
            let mut best: Option<([f32; 2], Vec2)> = None;
            for bends in ways {
                let near = self.cut_bends(&skeleton, &bends);
                if let (Some(near), [bend]) = (near, &bends[..])
                    && best.is_none_or(|(known, _)| self.before(near, known))
                {
                    best = Some((near, *bend));
                }
                if self.exhausted() {
                    break;
                }
            }
            let mut step = raster.cell();
            let promising = |planner: &Self, near: [f32; 2]| near[0] < planner.nearest()[0] + 0.3;
            while let Some((near, bend)) = best
                && step > 0.2
                && !self.exhausted()
                && promising(self, near)
            {
                for number in 0..8 {
                    let by = Facing::degrees(number as f32 * 45.0).ahead() * step;
                    if let Some(new) = self.cut_bends(&skeleton, &[bend + by])
                        && best.is_none_or(|(known, _)| self.before(new, known))
                    {
                        best = Some((new, bend + by));
                    }
                    if self.exhausted() {
                        break;
                    }
                }
                if best.is_none_or(|(new, _)| !self.before(new, near)) {
                    step /= 2.0;
                }
            }
        }
    }

    /// Goes a way with bends as far as serves: how near that is.
    fn cut_bends(&mut self, skeleton: &Skeleton, bends: &[Vec2]) -> Option<[f32; 2]> {
        let legs = self.through_bends(skeleton, bends);
        let known = self.trials.len();
        self.cut(skeleton.manner, &legs);
        let new = self.trials[known..].iter();
        let near = new.map(|trial| self.near(trial));
        near.reduce(|one, other| if self.before(other, one) { other } else { one })
    }

    fn skeletons<'t>(&self, thoughts: impl Iterator<Item = &'t Thought>) -> Vec<Skeleton> {
        let mut skeletons: Vec<Skeleton> = Vec::new();
        for (manner, way) in thoughts {
            let body = &self.manners[*manner].body;
            let (mut first, last) = (
                way.legs[..way.turns.0].to_vec(),
                way.legs[way.legs.len() - way.turns.1..].to_vec(),
            );
            if body.is_column() {
                first.clear();
            }
            let from = body.end(&body.start, &first);
            let known = skeletons.iter().any(|skeleton| {
                skeleton.manner == *manner
                    && skeleton.from.facing.off(from.facing).abs() < 20.0
                    && skeleton.first.len() == first.len()
            });
            if known {
                continue;
            }
            let before = &way.legs[..way.legs.len() - way.turns.1];
            let to = body.end(&body.start, before).at;
            skeletons.push(Skeleton {
                manner: *manner,
                first,
                from,
                to,
                last,
                outside: false,
            });
            if skeletons.len() == FACINGS {
                break;
            }
        }
        for (manner, chosen) in self.manners.iter().enumerate() {
            let body = &chosen.body;
            let bound = body.is_loose() || body.is_column();
            let in_place = self
                .goal
                .facing
                .is_none_or(|facing| body.start.facing.off(facing).abs() < THERE.1);
            if !bound && (in_place || !self.facing_first) {
                skeletons.push(Skeleton {
                    manner,
                    first: Vec::new(),
                    from: body.start.clone(),
                    to: self.goal.to,
                    last: Vec::new(),
                    outside: true,
                });
            }
        }
        skeletons
    }

    fn raster(&self, skeleton: &Skeleton) -> (Raster, f32) {
        let body = &self.manners[skeleton.manner].body;
        let sense = &self.senses()[skeleton.manner];
        let closed = |at: Vec2| {
            let near = |enemy: &&crate::army::UnitId| {
                self.asked.army.placement(**enemy).at.distance(at) < 2.0 * body.half + 4.0
            };
            let mut enemies = self.enemies.iter().filter(near).peekable();
            if enemies.peek().is_none() {
                return false;
            }
            let grounds = self.grounds(skeleton.manner, &skeleton.from.moved_to(at));
            // A little more room than need be: between the cells nobody looks.
            enemies.any(|enemy| {
                let enemy = self.asked.army.footprint(*enemy);
                grounds.iter().any(|ground| enemy.distance(ground) < 0.15)
            })
        };
        let raster = Raster::new(
            sense,
            body,
            skeleton.from.middle(),
            skeleton.to,
            skeleton.outside,
            closed,
        );
        let turning = sense.feel(body, &skeleton.first) + body.least(&skeleton.last) - body.change;
        (raster, 1.0 - turning)
    }

    fn through_bends(&self, skeleton: &Skeleton, bends: &[Vec2]) -> Vec<Leg> {
        let body = &self.manners[skeleton.manner].body;
        let mut places = bends.to_vec();
        places.push(skeleton.to);
        let mut legs = skeleton.first.clone();
        legs.extend(legs_through(
            body,
            &skeleton.from,
            &places,
            skeleton.outside,
        ));
        let end = body.end(&body.start, &legs);
        if body.is_column() {
            let off = self.goal.facing.map(|facing| end.facing.off(facing));
            let turn = off.map(|off| turns(body, off, false)).unwrap_or_default();
            legs.extend(turn.into_iter().next().unwrap_or_default());
        } else {
            legs.extend_from_slice(&skeleton.last);
        }
        legs
    }

    /// The cost of a way with bends, if it reaches the goal and is legal, or nearly is: others
    /// beside it may then be.
    fn try_bends(&mut self, skeleton: &Skeleton, bends: &[Vec2]) -> Option<f32> {
        let legs = self.through_bends(skeleton, bends);
        let least = self.manners[skeleton.manner].body.least(&legs);
        let known = self.cheapest();
        if least > known.unwrap_or(1.0) || self.exhausted() {
            return None;
        }
        if let Ok(trial) = self.attempt(skeleton.manner, &legs, None) {
            return trial.reached().then_some(trial.cost);
        }
        if known.is_some() || !self.leads_there(skeleton.manner, &legs) {
            return None;
        }
        let price = self.price(skeleton.manner, &legs)?;
        (price > 1.0 && price < NEARLY).then_some(price)
    }
}
