//! The search: ways by geometry first, then round what is in the way.

use std::cell::Cell;

use bevy::math::Vec2;

use super::super::Battle;
use super::body::Body;
use super::choice::{Trial, best};
use super::raster::Sense;
use super::ways::{Way, turns, ways};
use super::{Goal, Left, Plan, THERE};
use crate::army::UnitId;
use crate::battle::decision::{Formation, Order};
use crate::battle::moving::Walks;
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};
use crate::rules::fire::Refusal;

/// Walks that a plan may take, and cuts of ways that are too long.
const WALKS: usize = 160;
const CUTS: usize = 24;

/// A manner of moving: with or without a change of formation before or after.
pub(super) struct Manner {
    pub form: Option<Formation>,
    pub form_last: bool,
    /// Whoever moves so ends in the formation wanted.
    pub formed: bool,
    pub body: Body,
}

pub(super) struct Planner<'a> {
    pub asked: &'a Battle,
    pub units: &'a [UnitId],
    pub goal: &'a Goal,
    pub manners: Vec<Manner>,
    /// Enemies that any way could meet.
    pub enemies: Vec<UnitId>,
    /// Friends it could go through, each with how far its stands reach.
    friends: Vec<(UnitId, f32)>,
    /// It is about facing: the place is hardly away.
    pub facing_first: bool,
    pub trials: Vec<Trial>,
    walked: Cell<usize>,
}

/// A way in a manner.
pub(super) type Thought = (usize, Way);

impl<'a> Planner<'a> {
    pub fn new(
        asked: &'a Battle,
        units: &'a [UnitId],
        goal: &'a Goal,
        manners: Vec<Manner>,
    ) -> Self {
        let body = &manners[0].body;
        let start = body.start;
        let off = goal.facing.map_or(0.0, |facing| start.facing.off(facing));
        let facing_first =
            off.abs() > THERE.1 && start.at.distance(goal.to) <= (2.0 * body.half).max(1.0);
        let most = manners
            .iter()
            .map(|manner| manner.body.most())
            .fold(0.0, f32::max);
        let side = asked.army.side(units[0]).other();
        let reach = most + 2.0 * body.half + 12.0;
        let near = |unit: &UnitId| asked.army.placement(*unit).at.distance(start.at) < reach;
        let enemies = asked.army.present_of(side).filter(near).collect();
        let size = |unit: UnitId| {
            let ground = asked.army.footprint(unit);
            let corners = ground.stands.iter().flat_map(|stand| stand.corners());
            let far = corners.map(|corner| corner.distance(ground.placement.at));
            (unit, far.fold(0.0, f32::max))
        };
        let friends = asked
            .army
            .present_of(side.other())
            .filter(near)
            .filter(|unit| !units.contains(unit))
            .map(size)
            .collect();
        Self {
            asked,
            units,
            goal,
            enemies,
            friends,
            facing_first,
            trials: Vec::new(),
            walked: Cell::new(0),
            manners,
        }
    }

    /// How far a place is from the goal: what comes first, and what after it.
    pub fn distance(&self, end: Placement) -> [f32; 2] {
        let inches = end.at.distance(self.goal.to);
        let degrees = self.off(end.facing);
        if self.facing_first {
            [(degrees - THERE.1).max(0.0).ceil(), inches]
        } else {
            [(inches - THERE.0).max(0.0), degrees]
        }
    }

    fn off(&self, facing: Facing) -> f32 {
        self.goal
            .facing
            .map_or(0.0, |wanted| facing.off(wanted).abs())
    }

    /// Walks a way as the rules do; if it is legal it is among the trials.
    pub fn attempt(
        &mut self,
        manner: usize,
        legs: &[Leg],
        whole: Option<&[Leg]>,
    ) -> Result<&Trial, Refusal> {
        self.walked.set(self.walked.get() + 1);
        let chosen = &self.manners[manner];
        let walks = self
            .asked
            .check_move(self.units, chosen.form, chosen.form_last, legs)?;
        let many = walks.len().max(1) as f32;
        let at = walks.iter().map(|walk| walk.1.placement.at).sum::<Vec2>() / many;
        let facing = walks
            .first()
            .map_or(chosen.body.start.facing, |walk| walk.1.placement.facing);
        let cost = walks
            .iter()
            .map(|walk| walk.1.used.part)
            .fold(0.0, f32::max);
        let steady = walks.iter().all(|walk| walk.1.disordered_by.is_none());
        let orderly = steady && self.through(&walks).is_empty();
        self.trials.push(Trial {
            manner,
            legs: legs.to_vec(),
            whole: whole.map(<[Leg]>::to_vec),
            cost,
            inches: at.distance(self.goal.to),
            degrees: self.off(facing),
            formed: chosen.formed,
            orderly,
            walks,
        });
        Ok(&self.trials[self.trials.len() - 1])
    }

    /// Friends that a body goes through.
    ///
    /// Rules: `move.interpenetrate`, `move.interpenetrate_disordered`.
    fn through(&self, walks: &Walks) -> Vec<UnitId> {
        let army = &self.asked.army;
        let mut through = Vec::new();
        for (id, walked) in walks {
            let own = self.manners[0].body.half + 2.0;
            for &(friend, far) in &self.friends {
                let there = army.footprint(friend);
                let met = walked.path[1..].iter().any(|place| {
                    place.at.distance(there.placement.at) < far + own
                        && army.footprint_at(*id, *place).overlaps(there)
                });
                if met && !through.contains(&friend) {
                    through.push(friend);
                }
            }
        }
        through
    }

    /// The cost of the cheapest trial that reaches the goal.
    pub fn cheapest(&self) -> Option<f32> {
        self.trials
            .iter()
            .filter(|trial| trial.reached() && (trial.orderly || !self.goal.in_order))
            .map(|trial| trial.cost)
            .reduce(f32::min)
    }

    /// How near the nearest trial comes.
    fn nearest(&self) -> [f32; 2] {
        let near = |trial: &Trial| {
            let near = trial.nearness(self.facing_first);
            if self.facing_first {
                [near[0], near[1]]
            } else {
                [near[0], near[2]]
            }
        };
        let start = self.distance(self.manners[0].body.start);
        self.trials.iter().map(near).fold(
            start,
            |known, new| {
                if before(new, known) { new } else { known }
            },
        )
    }

    pub fn exhausted(&self) -> bool {
        self.walked.get() >= WALKS
    }

    pub fn plan(mut self) -> Plan {
        self.stand();
        let mut thoughts = self.thoughts(self.goal.to, self.goal.facing, true);
        let least = thoughts.first().map(|(_, way)| way.least);
        self.walk_all(&thoughts, 24);
        let good_enough = |planner: &Self| match (planner.cheapest(), least) {
            (Some(cost), Some(least)) => cost <= least + 0.02,
            _ => false,
        };
        if least.is_some_and(|least| least <= 1.0) && !good_enough(&self) {
            self.feel_for(&mut thoughts, 40);
            if !good_enough(&self) {
                self.shave();
                self.go_round(&thoughts);
            }
        }
        if self.cheapest().is_none() {
            self.come_near(&thoughts);
        }
        self.finish(&thoughts)
    }

    /// Staying, and changing formation where it stands.
    fn stand(&mut self) {
        for manner in 0..self.manners.len() {
            let last = self.manners[manner].form_last;
            if !last {
                self.attempt(manner, &[], None).ok();
            }
        }
    }

    /// Every way to a place in every manner, the cheapest on good ground first.
    fn thoughts(&self, to: Vec2, facing: Option<Facing>, fine: bool) -> Vec<Thought> {
        let wanted = |manner: &Manner| manner.formed || self.manners.len() == 1;
        let mut thoughts: Vec<Thought> = Vec::new();
        for (number, manner) in self.manners.iter().enumerate() {
            if wanted(manner) {
                let found = ways(&manner.body, to, facing, fine);
                thoughts.extend(found.into_iter().map(|way| (number, way)));
            }
        }
        if self.units.len() > 1 {
            let wheels = |leg: &&Leg| matches!(leg, Leg::Wheel { .. });
            thoughts.retain(|(_, way)| way.legs.iter().filter(wheels).count() < 2);
        }
        thoughts.sort_by(|one, other| one.1.least.total_cmp(&other.1.least));
        thoughts
    }

    /// Walks ways in their order until none that follows can be cheaper.
    fn walk_all(&mut self, thoughts: &[Thought], most: usize) {
        let until = self.walked.get() + most;
        for (manner, way) in thoughts {
            let bound = self.cheapest().unwrap_or(1.0);
            if way.least > bound || self.walked.get() >= until || self.exhausted() {
                return;
            }
            self.attempt(*manner, &way.legs, None).ok();
        }
    }

    /// Walks the ways that seem cheapest when one looks at the ground.
    fn feel_for(&mut self, thoughts: &mut [Thought], most: usize) {
        let senses = self.senses();
        let mut felt: Vec<(f32, usize)> = thoughts
            .iter()
            .enumerate()
            .filter(|(_, (_, way))| way.least <= 1.0)
            .map(|(number, (manner, way))| {
                let body = &self.manners[*manner].body;
                (senses[*manner].feel(body, &way.legs), number)
            })
            .collect();
        drop(senses);
        felt.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (feeling, number) in felt.into_iter().take(most) {
            let bound = self.cheapest().map_or(1.15, |cost| cost + 0.05);
            if feeling > bound || self.exhausted() {
                return;
            }
            let (manner, way) = &thoughts[number];
            self.attempt(*manner, &way.legs, None).ok();
        }
    }

    pub fn senses(&self) -> Vec<Sense<'a>> {
        let field = self.asked.field();
        self.manners
            .iter()
            .map(|manner| Sense::new(field, &self.asked.rules, &manner.body))
            .collect()
    }

    /// A turn a little short of the facing wanted is as good, and cheaper.
    fn shave(&mut self) {
        let Some(facing) = self.goal.facing else {
            return;
        };
        let off = self.manners[0].body.start.facing.off(facing);
        if off.abs() < THERE.1 {
            return;
        }
        let shaved = facing.turned((-0.8 * THERE.1).copysign(-off));
        let mut thoughts = self.thoughts(self.goal.to, Some(shaved), false);
        self.feel_for(&mut thoughts, 8);
    }

    /// The goal is out of reach: as near as one can.
    fn come_near(&mut self, thoughts: &[Thought]) {
        let mut all: Vec<Thought> = thoughts.to_vec();
        for (number, manner) in self.manners.iter().enumerate() {
            let body = &manner.body;
            if self.facing_first {
                let off = self
                    .goal
                    .facing
                    .map_or(0.0, |facing| body.start.facing.off(facing));
                let found = turns(body, off, true).into_iter().map(|legs| Way {
                    least: body.least(&legs),
                    turns: (legs.len(), 0),
                    legs,
                });
                all.extend(found.map(|way| (number, way)));
            } else {
                let found = ways(body, self.goal.to, None, true);
                all.extend(found.into_iter().map(|way| (number, way)));
            }
            if !manner.formed {
                let found = ways(body, self.goal.to, self.goal.facing, true);
                all.extend(found.into_iter().map(|way| (number, way)));
            }
        }
        let mut near: Vec<([f32; 2], f32, usize)> = all
            .iter()
            .enumerate()
            .map(|(number, (manner, way))| {
                let body = &self.manners[*manner].body;
                let end = body.end(body.start, &body.affordable(&way.legs));
                (self.distance(end), way.least, number)
            })
            .collect();
        near.sort_by(|one, other| {
            let first = (one.0[0] * 20.0)
                .round()
                .total_cmp(&(other.0[0] * 20.0).round());
            first.then(one.1.total_cmp(&other.1))
        });
        let bound = near.first().map(|near| near.0);
        let mut cuts = 0;
        for (least, _, number) in &near {
            if !before([least[0] + 0.02, least[1] + 0.5], self.nearest())
                || cuts == CUTS
                || self.exhausted()
            {
                break;
            }
            cuts += 1;
            let (manner, way) = &all[*number];
            self.cut(*manner, &way.legs);
        }
        let far = |planner: &Self| bound.is_some_and(|bound| planner.nearest()[0] > bound[0] + 0.1);
        if far(self) {
            let likely: Vec<&Thought> = near.iter().map(|near| &all[near.2]).collect();
            self.go_round_nearest(&likely);
        }
        if far(self) {
            self.around();
        }
    }

    /// Somebody stands on the place, or it cannot be entered: places around it.
    fn around(&mut self) {
        const ANGLES: u32 = 16;
        let mut ring = 0.15;
        while ring < self.nearest()[0].min(5.0) || self.facing_first && ring < 3.0 {
            for number in 0..ANGLES {
                let by = Facing::degrees(number as f32 * 360.0 / ANGLES as f32).ahead() * ring;
                let facing = self.goal.facing.filter(|_| self.facing_first);
                for (manner, way) in self.thoughts(self.goal.to + by, facing, false) {
                    if way.least > 1.0 || self.exhausted() {
                        break;
                    }
                    if self.has_room(manner, &way.legs)
                        && self.attempt(manner, &way.legs, None).is_ok()
                    {
                        break;
                    }
                }
            }
            if self.exhausted() {
                return;
            }
            ring += 0.25;
        }
    }

    /// Whether a single unit has room where some legs end, before they are walked.
    fn has_room(&self, manner: usize, legs: &[Leg]) -> bool {
        let [id] = self.units else { return true };
        let chosen = &self.manners[manner];
        let end = chosen.body.end(chosen.body.start, legs);
        let unit = self.asked.army.unit(*id);
        let then = chosen
            .form
            .map_or(*unit, |to| crate::battle::offers::formed(unit, to));
        let field = self.asked.field();
        let ground = end.footprint(field.scale, &then, chosen.body.muster);
        ground.on_table(field) && self.asked.army.is_free(&ground, *id, &[])
    }

    fn finish(mut self, thoughts: &[Thought]) -> Plan {
        let chosen = best(&self.trials, self.facing_first, self.goal.in_order);
        let Some(chosen) = chosen.map(|at| self.trials.swap_remove(at)) else {
            return self.hold();
        };
        let manner = &self.manners[chosen.manner];
        let reached = chosen.reached();
        let stopped = (!reached)
            .then(|| {
                let direct = thoughts.first();
                let whole = chosen.whole.clone().map(|legs| (chosen.manner, legs));
                let whole = whole.or(direct.map(|(manner, way)| (*manner, way.legs.clone())));
                let (number, legs) = whole?;
                let manner = &self.manners[number];
                self.asked
                    .check_move(self.units, manner.form, manner.form_last, &legs)
                    .err()
            })
            .flatten();
        let order = match (chosen.legs.is_empty(), manner.form) {
            (true, None) => Order::Hold,
            (true, Some(formation)) => Order::Form(formation),
            _ => Order::Move {
                form: manner.form,
                form_last: manner.form_last,
                legs: chosen.legs.clone(),
            },
        };
        let slowest = chosen
            .walks
            .iter()
            .max_by(|one, other| one.1.used.part.total_cmp(&other.1.used.part));
        let form = manner.form.filter(|_| !manner.form_last);
        let stretches = slowest.map_or(Vec::new(), |(id, walked)| {
            self.asked.stretches(
                *id,
                form,
                &self
                    .asked
                    .legs_of_body(self.units, &chosen.legs)
                    .unwrap_or_default(),
                manner.body.leader,
                walked.used.as_broken,
            )
        });
        Plan {
            order,
            cost: chosen.cost,
            forming: manner.body.change,
            stretches,
            ends: chosen
                .walks
                .iter()
                .map(|(id, walked)| (*id, walked.placement))
                .collect(),
            reached,
            left: (!reached).then(|| self.left(&chosen)),
            stopped,
            disordered_by: chosen.walks.iter().find_map(|walk| walk.1.disordered_by),
            through: self.through(&chosen.walks),
            walks: chosen.walks,
        }
    }

    /// Nothing is legal, not even to stay.
    fn hold(self) -> Plan {
        let start = self.manners[0].body.start;
        let inches = start.at.distance(self.goal.to);
        Plan {
            order: Order::Hold,
            walks: Vec::new(),
            cost: 0.0,
            forming: 0.0,
            stretches: Vec::new(),
            ends: self
                .units
                .iter()
                .map(|&id| (id, self.asked.army.placement(id)))
                .collect(),
            reached: false,
            left: Some(Left {
                inches,
                degrees: self.off(start.facing),
                formation: self.manners.len() > 1,
                actions: 1,
            }),
            stopped: self.asked.check_move(self.units, None, false, &[]).err(),
            disordered_by: None,
            through: Vec::new(),
        }
    }

    /// What is left of the way after a trial, and about how many actions that takes.
    fn left(&self, trial: &Trial) -> Left {
        let manner = &self.manners[trial.manner];
        let body = &manner.body;
        let walked = body.least(&trial.legs) - body.change;
        let slow = if walked > 0.1 {
            ((trial.cost - body.change) / walked).max(1.0)
        } else {
            1.0
        };
        let end = body.end(body.start, &trial.legs);
        let most = body.most().max(1.0);
        let turning = self
            .goal
            .facing
            .map_or(0.0, |facing| end.facing.off(facing).abs().to_radians());
        let inches = trial.inches + turning * body.half;
        let forming = if trial.formed {
            0.0
        } else {
            self.manners.last().map_or(1.0, |manner| match manner.form {
                Some(_) => manner.body.change,
                None => 1.0,
            })
        };
        let actions = (slow * inches / most + forming).ceil().max(1.0) as u32;
        Left {
            inches: trial.inches,
            degrees: trial.degrees,
            formation: !trial.formed,
            actions,
        }
    }
}

/// Whether one distance is less than another.
pub(super) fn before(one: [f32; 2], other: [f32; 2]) -> bool {
    let band = 0.02;
    one[0] < other[0] - band || one[0] <= other[0] + band && one[1] < other[1] - 0.5
}
