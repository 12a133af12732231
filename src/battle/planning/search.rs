//! The search: ways by geometry first, then round what is in the way.

use bevy::math::Vec2;

use super::super::Situation;
use super::body::Body;
use super::choice::{Trial, Wish};
use super::sense::Sense;
use super::stance::Stance;
use super::ways::{Way, ways};
use super::{Goal, Plan, THERE};
use crate::army::Formation;
use crate::army::UnitId;
use crate::battle::feared::Feared;
use crate::battle::moving::Walks;
use crate::field::Facing;
use crate::field::moves::Leg;
use crate::field::placement::Footprint;
use crate::rules::Morale;
use crate::rules::fire::Refusal;

/// A manner of moving: with or without a change of formation before or after.
pub(super) struct Manner {
    pub form: Option<Formation>,
    pub form_last: bool,
    /// Whoever moves so ends in the formation wanted.
    pub formed: bool,
    pub body: Body,
}

pub(super) struct Planner<'a> {
    pub asked: &'a Situation,
    pub units: &'a [UnitId],
    pub goal: &'a Goal,
    pub manners: Vec<Manner>,
    /// Enemies that any way could meet.
    pub enemies: Vec<UnitId>,
    /// Friends it could go through, each with how far its stands reach.
    pub friends: Vec<(UnitId, f32)>,
    /// The ground of all of these, on which nobody may stop.
    pub taken: Vec<&'a Footprint>,
    /// It is about facing: the place is hardly away.
    pub facing_first: bool,
    /// The same of a body that can neither wheel nor turn: [`Wish::faced`].
    faced: Option<f32>,
    pub trials: Vec<Trial>,
    /// For each unit those to whom it comes no nearer, being shaken.
    pub feared: Vec<Option<Feared<'a>>>,
    /// Walks so far, and how many there may be at this stage.
    walked: usize,
    until: usize,
    /// What the cheapest trial that reaches the goal costs, and how near the nearest comes.
    cheapest: Option<f32>,
    nearest: [f32; 2],
    /// Farther than this from the place, no facing is worth anything.
    pub astray: f32,
}

/// A way in a manner.
pub(super) type Thought = (usize, Way);

impl<'a> Planner<'a> {
    pub fn new(
        asked: &'a Situation,
        units: &'a [UnitId],
        goal: &'a Goal,
        manners: Vec<Manner>,
    ) -> Self {
        let body = &manners[0].body;
        let start = &body.start;
        let off = goal.facing.map_or(0.0, |facing| start.facing.off(facing));
        let about_facing =
            off.abs() > THERE.1 && start.at.distance(goal.to) <= (2.0 * body.half).max(1.0) + 1e-3;
        let turns = |manner: &Manner| manner.body.may_wheel() || manner.body.may_turn();
        let turns = manners.iter().any(turns);
        let faced = off.abs().min(180.0 - off.abs()) + 0.5;
        let most = manners
            .iter()
            .map(|manner| manner.body.most())
            .fold(0.0, f32::max);
        let side = asked.army.side(units[0]).other();
        let reach = most + 2.0 * body.half + 12.0;
        let near = |unit: &UnitId| asked.army.placement(*unit).at.distance(start.at) < reach;
        let enemies: Vec<UnitId> = asked.army.present_of(side).filter(near).collect();
        let size = |unit: UnitId| {
            let ground = asked.army.footprint(unit);
            let corners = ground.stands.iter().flat_map(|stand| stand.corners());
            let far = corners.map(|corner| corner.distance(ground.placement.at));
            (unit, far.fold(0.0, f32::max))
        };
        let friends: Vec<(UnitId, f32)> = asked
            .army
            .present_of(side.other())
            .filter(near)
            .filter(|unit| !units.contains(unit))
            .map(size)
            .collect();
        let hidden = asked.army.hidden_of(side.other());
        let hidden = hidden.filter(|unit| !units.contains(unit));
        let taken = enemies
            .iter()
            .copied()
            .chain(friends.iter().map(|friend| friend.0))
            .chain(hidden)
            .map(|unit| asked.army.footprint(unit))
            .collect();
        let feared = |unit: &UnitId| {
            let shaken = asked.army.unit(*unit).morale == Morale::Shaken;
            shaken.then(|| asked.feared(*unit, asked.army.footprint(*unit).centre()))
        };
        let mut planner = Self {
            asked,
            units,
            goal,
            feared: units.iter().map(feared).collect(),
            astray: (2.0 * body.half).max(1.0),
            enemies,
            friends,
            taken,
            facing_first: about_facing && turns,
            faced: (about_facing && !turns).then_some(faced),
            trials: Vec::new(),
            walked: 0,
            until: usize::MAX,
            cheapest: None,
            nearest: [0.0; 2],
            manners,
        };
        planner.nearest = planner.distance(&planner.manners[0].body.start);
        planner
    }

    /// How far a place is from the goal: what comes first, and what after it.
    pub fn distance(&self, end: &Stance) -> [f32; 2] {
        self.far(end.at, end.facing)
    }

    /// The same of a place and a facing.
    pub fn far(&self, at: Vec2, facing: Facing) -> [f32; 2] {
        let inches = at.distance(self.goal.to);
        let degrees = self.off(facing);
        if self.facing_first {
            let degrees = if inches > self.astray { 360.0 } else { degrees };
            [(degrees - THERE.1).max(0.0).ceil(), inches]
        } else {
            let amiss = self.wish().amiss(degrees);
            [(inches - THERE.0).max(0.0) + amiss, degrees]
        }
    }

    /// What counts most where the goal is out of reach.
    pub fn wish(&self) -> Wish {
        Wish {
            astray: self.facing_first.then_some(self.astray),
            faced: self.faced,
        }
    }

    pub fn off(&self, facing: Facing) -> f32 {
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
        self.walked += 1;
        let chosen = &self.manners[manner];
        let walks = self
            .asked
            .walks(self.units, chosen.form, chosen.form_last, legs)?;
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
        // Friends on the way are looked for only where it matters at once.
        let orderly = steady && (!self.goal.in_order || self.through(&walks).is_empty());
        let trial = Trial {
            manner,
            legs: legs.to_vec(),
            whole: whole.map(<[Leg]>::to_vec),
            cost,
            inches: at.distance(self.goal.to),
            degrees: self.off(facing),
            formed: chosen.formed,
            orderly,
            walks,
        };
        if trial.reached() && (orderly || !self.goal.in_order) {
            self.cheapest = Some(self.cheapest.map_or(cost, |known| known.min(cost)));
        }
        let near = self.near(&trial);
        if self.before(near, self.nearest) {
            self.nearest = near;
        }
        self.trials.push(trial);
        Ok(&self.trials[self.trials.len() - 1])
    }

    /// Friends that a body goes through.
    ///
    /// Rules: `move.interpenetrate`, `move.interpenetrate_disordered`.
    pub fn through(&self, walks: &Walks) -> Vec<UnitId> {
        let mut through = Vec::new();
        for (id, walked) in walks {
            for place in &walked.path[1..] {
                if let Some(friend) = self.meets_friend(*id, *place)
                    && !through.contains(&friend)
                {
                    through.push(friend);
                }
            }
        }
        through
    }

    /// The cost of the cheapest trial that reaches the goal, in order if that is wanted.
    pub fn cheapest(&self) -> Option<f32> {
        self.cheapest
    }

    /// How near the nearest trial comes.
    pub fn nearest(&self) -> [f32; 2] {
        self.nearest
    }

    /// How near a trial comes: what comes first, and what after it.
    pub fn near(&self, trial: &Trial) -> [f32; 2] {
        let near = trial.nearness(self.wish());
        if self.facing_first {
            [near[0], near[1]]
        } else {
            [near[0], near[2]]
        }
    }

    pub fn exhausted(&self) -> bool {
        self.walked >= self.until
    }

    /// A stage of the search begins, of so many walks.
    pub fn stage(&mut self, walks: usize) {
        self.until = self.walked + walks;
    }

    pub fn plan(mut self) -> Plan {
        self.stand();
        let step = if self.goal.in_order { 5 } else { 15 };
        let mut thoughts = self.thoughts(self.goal.to, self.goal.facing, step, f32::INFINITY);
        let least = thoughts.first().map(|(_, way)| way.least);
        self.walk_all(&thoughts, 12);
        let good_enough = |planner: &Self| match (planner.cheapest(), least) {
            (Some(cost), Some(least)) => cost <= least + 0.02,
            _ => false,
        };
        if least.is_some_and(|least| least <= 1.0) && !good_enough(&self) {
            self.feel_for(&mut thoughts, 30);
            if !good_enough(&self) {
                self.shave();
                self.face_anywhere();
                self.stage(40);
                self.go_round(&thoughts);
            }
        }
        if self.cheapest().is_none() {
            self.come_near(&thoughts);
        }
        // What geometry promises and the ground denies is looked for with the fine comb.
        let (direct, possible) = (self.direct(), self.within_reach());
        if self.cheapest().is_none_or(|cost| cost > direct + 0.04) {
            if possible {
                self.loosen();
            }
            self.comb(possible);
        }
        self.trim();
        if possible && self.cheapest().is_none_or(|cost| cost > direct + 0.04) {
            self.hop();
            self.lean();
        }
        self.finish(&thoughts)
    }

    /// Whether anybody could come to the goal with one action over the best of ground. A column that
    /// turns about comes nearer by its length.
    fn within_reach(&self) -> bool {
        self.manners.iter().any(|manner| {
            let body = &manner.body;
            let inches = body.start.at.distance(self.goal.to) - THERE.0 - body.depth;
            body.change + inches / body.most().max(0.1) <= 1.001
        })
    }

    /// Less than any way to the goal can cost: straight there over the best of ground.
    fn direct(&self) -> f32 {
        let wanted = |manner: &&Manner| manner.formed || self.manners.len() == 1;
        let costs = self.manners.iter().filter(wanted).map(|manner| {
            let body = &manner.body;
            let inches = body.start.at.distance(self.goal.to) - THERE.0;
            body.change + inches.max(0.0) / body.most().max(0.1)
        });
        costs.fold(f32::INFINITY, f32::min)
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

    /// Every way to a place in every manner that could cost no more than so much, the cheapest on
    /// good ground first.
    pub fn thoughts(&self, to: Vec2, facing: Option<Facing>, step: u16, most: f32) -> Vec<Thought> {
        let wanted = |manner: &Manner| manner.formed || self.manners.len() == 1;
        let mut thoughts: Vec<Thought> = Vec::new();
        for (number, manner) in self.manners.iter().enumerate() {
            if wanted(manner) {
                let found = ways(&manner.body, to, facing, step, most);
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
        self.stage(most);
        for (manner, way) in thoughts {
            let bound = self.cheapest().unwrap_or(1.0);
            if way.least > bound || self.exhausted() {
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
            .filter(|(_, (_, way))| way.least <= self.cheapest().unwrap_or(1.0))
            .map(|(number, (manner, way))| {
                let body = &self.manners[*manner].body;
                (senses[*manner].feel(body, &way.legs), number)
            })
            .collect();
        drop(senses);
        felt.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.stage(most);
        for (feeling, number) in felt {
            let bound = self.cheapest().map_or(1.15, |cost| cost + 0.05);
            if feeling > bound || self.exhausted() {
                return;
            }
            let (manner, way) = &thoughts[number];
            let fits = self.has_room(*manner, &way.legs)
                && !(self.goal.in_order && self.is_rash(*manner, &way.legs));
            if fits {
                self.attempt(*manner, &way.legs, None).ok();
            }
        }
    }

    pub fn senses(&self) -> Vec<Sense<'a>> {
        self.manners
            .iter()
            .map(|manner| Sense::new(self.asked.terrain(), &manner.body))
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
        let most = self.cheapest().unwrap_or(1.0);
        let mut thoughts = self.thoughts(self.goal.to, Some(shaved), 0, most);
        self.feel_for(&mut thoughts, 8);
    }

    /// Where the facing does not matter, any may be the one that fits.
    fn face_anywhere(&mut self) {
        let body = &self.manners[0].body;
        if self.goal.facing.is_some() || body.is_column() {
            return;
        }
        let start = body.start.facing;
        let most = self.cheapest().unwrap_or(1.0);
        let mut thoughts: Vec<Thought> = (1..24)
            .flat_map(|number| {
                let facing = start.turned(number as f32 * 15.0);
                self.thoughts(self.goal.to, Some(facing), 0, most)
            })
            .collect();
        self.feel_for(&mut thoughts, 16);
    }

    /// Whether one distance is less than another.
    pub fn before(&self, one: [f32; 2], other: [f32; 2]) -> bool {
        let band = 0.02;
        // What comes second is degrees, or inches where it is about facing.
        let second = if self.facing_first { 0.2 } else { 0.5 };
        one[0] < other[0] - band || one[0] <= other[0] + band && one[1] < other[1] - second
    }
}
