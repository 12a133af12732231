//! The search: ways by geometry first, then round what is in the way.

use bevy::math::Vec2;

use super::super::Battle;
use super::body::{Body, part_of};
use super::choice::{Trial, best};
use super::raster::Sense;
use super::ways::{Way, straight, turns, ways};
use super::{Goal, Left, Plan, THERE};
use crate::army::UnitId;
use crate::battle::decision::{Formation, Order};
use crate::battle::moving::Walks;
use crate::battle::offers::formed;
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};
use crate::rules::Morale;
use crate::rules::fire::Refusal;

/// Ways that are too long and are cut to what one action pays for.
const CUTS: usize = 12;
/// Places at which a plan may look when the straight way is closed.
const ENDS: usize = 400;

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
    /// The enemy to whom a shaken unit comes no nearer.
    feared: Option<Vec2>,
    /// Walks so far, and how many there may be at this stage.
    walked: usize,
    until: usize,
    /// Farther than this from the place, no facing is worth anything.
    pub astray: f32,
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
        let shaken = asked.army.unit(units[0]).morale == Morale::Shaken;
        let feared = shaken
            .then(|| asked.nearest_enemy(units[0]))
            .flatten()
            .map(|enemy| asked.army.placement(enemy).at);
        Self {
            asked,
            units,
            goal,
            feared,
            astray: (2.0 * body.half).max(1.0),
            enemies,
            friends,
            facing_first,
            trials: Vec::new(),
            walked: 0,
            until: usize::MAX,
            manners,
        }
    }

    /// How far a place is from the goal: what comes first, and what after it.
    pub fn distance(&self, end: Placement) -> [f32; 2] {
        let inches = end.at.distance(self.goal.to);
        let degrees = self.off(end.facing);
        if self.facing_first {
            let degrees = if inches > self.astray { 360.0 } else { degrees };
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
        self.walked += 1;
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

    /// The cost of the cheapest trial that reaches the goal.
    pub fn cheapest(&self) -> Option<f32> {
        self.trials
            .iter()
            .filter(|trial| trial.reached() && (trial.orderly || !self.goal.in_order))
            .map(|trial| trial.cost)
            .reduce(f32::min)
    }

    /// How near the nearest trial comes.
    pub fn nearest(&self) -> [f32; 2] {
        let start = self.distance(self.manners[0].body.start);
        let near = self.trials.iter().map(|trial| self.near(trial));
        near.fold(
            start,
            |known, new| {
                if before(new, known) { new } else { known }
            },
        )
    }

    /// How near a trial comes: what comes first, and what after it.
    pub fn near(&self, trial: &Trial) -> [f32; 2] {
        let near = trial.nearness(self.facing_first.then_some(self.astray));
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
        let mut thoughts = self.thoughts(self.goal.to, self.goal.facing, true);
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
        self.trim();
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

    /// Whether some legs leave the arc or lead through friends, before they are walked.
    fn is_rash(&self, manner: usize, legs: &[Leg]) -> bool {
        let [id] = self.units else { return false };
        let body = &self.manners[manner].body;
        if body.leaves_arc(legs) {
            return true;
        }
        let mut at = body.start;
        for &leg in legs {
            let pieces = (body.inches(leg) / 0.5).ceil().clamp(1.0, 40.0) as u32;
            for piece in 1..=pieces {
                let here = part_of(leg, piece as f32 / pieces as f32).unwrap_or(leg);
                if self.meets_friend(*id, body.after(at, here)).is_some() {
                    return true;
                }
            }
            at = body.after(at, leg);
        }
        false
    }

    /// A friend on whose ground a unit would stand.
    fn meets_friend(&self, id: UnitId, place: Placement) -> Option<UnitId> {
        let army = &self.asked.army;
        let own = self.manners[0].body.half + 2.0;
        let met = self.friends.iter().find(|(friend, far)| {
            let there = army.footprint(*friend);
            place.at.distance(there.placement.at) < far + own
                && army.footprint_at(id, place).overlaps(there)
        });
        met.map(|(friend, _)| *friend)
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

    /// Where the facing does not matter, any may be the one that fits.
    fn face_anywhere(&mut self) {
        let body = &self.manners[0].body;
        if self.goal.facing.is_some() || body.is_column() {
            return;
        }
        let start = body.start.facing;
        let mut thoughts: Vec<Thought> = (1..24)
            .flat_map(|number| {
                let facing = start.turned(number as f32 * 15.0);
                self.thoughts(self.goal.to, Some(facing), false)
            })
            .collect();
        self.feel_for(&mut thoughts, 16);
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
            // As it stands, without spending anything on turning.
            let far = straight(body.start.at.distance(self.goal.to));
            let mut plain = vec![vec![far], vec![Leg::AboutFace, far]];
            if body.may_back() {
                let inches = body.most();
                plain.push(vec![Leg::Back { inches }]);
            }
            all.extend(plain.into_iter().map(|legs| {
                let least = body.least(&legs);
                let turns = (0, 0);
                (number, Way { legs, turns, least })
            }));
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
            let second = one.0[1].round().total_cmp(&other.0[1].round());
            first.then(second).then(one.1.total_cmp(&other.1))
        });
        let bound = near.first().map(|near| near.0);
        self.stage(40);
        let mut cuts = 0;
        for (least, _, number) in &near {
            if !before([least[0], least[1] + 0.3], self.nearest())
                || cuts == CUTS
                || self.exhausted()
            {
                break;
            }
            cuts += 1;
            let (manner, way) = &all[*number];
            self.cut(*manner, &way.legs);
        }
        let far = |planner: &Self| {
            let nearest = planner.nearest();
            let second = planner.facing_first && bound.is_some_and(|b| nearest[1] > b[1] + 0.1);
            second || bound.is_some_and(|bound| nearest[0] > bound[0] + 0.1)
        };
        if far(self) {
            let likely: Vec<&Thought> = near.iter().map(|near| &all[near.2]).collect();
            self.stage(50);
            self.go_round_nearest(&likely);
        }
        if far(self) {
            self.stage(30);
            self.ends(&[]);
        }
        let wheels = self.manners[0].body.may_wheel();
        if far(self) && wheels && self.goal.facing.is_none() {
            self.stage(20);
            self.ends(&[-45.0, -20.0, 20.0, 45.0]);
        }
    }

    /// Somebody stands on the place, or the straight way is closed: of all places that could be
    /// got to, the nearest to the goal, one after the other.
    fn ends(&mut self, facings: &[f32]) {
        let start = self.manners[0].body.start;
        let most = |manner: &Manner| manner.body.most() * (1.0 - manner.body.change) + 2.0;
        let reach = self.manners.iter().map(most).fold(0.0, f32::max);
        let cell = (reach / 24.0).max(0.2);
        let side = (reach / cell) as i32;
        let (goal, size) = (self.goal.to, self.asked.field().size);
        let mut places: Vec<(f32, Vec2)> = (-side..=side)
            .flat_map(|x| (-side..=side).map(move |y| Vec2::new(x as f32, y as f32) * cell))
            .filter(|by| by.length() <= reach)
            .map(|by| start.at + by)
            .filter(|at| at.cmpge(Vec2::ZERO).all() && at.cmple(size).all())
            .filter(|&at| self.may_come_to(Placement { at, ..start }))
            .map(|at| (at.distance(goal), at))
            .collect();
        places.sort_by(|one, other| one.0.total_cmp(&other.0));
        let senses = self.senses();
        let mut looked = 0;
        for (inches, place) in places {
            let nearest = self.nearest()[usize::from(self.facing_first)];
            if inches - THERE.0 > nearest - 0.1 || looked > ENDS || self.exhausted() {
                return;
            }
            let wanted = self.goal.facing.filter(|_| self.facing_first);
            let turned = facings.iter().map(|by| Some(start.facing.turned(*by)));
            let facings = turned.chain(facings.is_empty().then_some(wanted));
            let mut likely: Option<(f32, Thought)> = None;
            for facing in facings {
                for manner in 0..self.manners.len() {
                    let body = &self.manners[manner].body;
                    if place.distance(start.at) > body.most() * (1.0 - body.change) + body.depth {
                        continue;
                    }
                    looked += 1;
                    for way in ways(body, place, facing, false).into_iter().take(6) {
                        if way.least > 1.0 || !self.has_room(manner, &way.legs) {
                            continue;
                        }
                        let feeling = senses[manner].feel(body, &way.legs);
                        let known = likely.as_ref().map_or(1.02, |likely| likely.0);
                        if feeling < known {
                            likely = Some((feeling, (manner, way)));
                        }
                    }
                }
            }
            if let Some((_, (manner, way))) = likely {
                self.attempt(manner, &way.legs, None).ok();
            }
        }
    }

    /// Whether a single unit may stop where some legs end, before they are walked.
    fn has_room(&self, manner: usize, legs: &[Leg]) -> bool {
        let body = &self.manners[manner].body;
        self.may_stop(manner, body.end(body.start, legs))
    }

    /// Whether a single unit may stop at a place.
    pub fn may_stop(&self, manner: usize, end: Placement) -> bool {
        let [id] = *self.units else { return true };
        let (army, field) = (&self.asked.army, self.asked.field());
        let chosen = &self.manners[manner];
        let unit = army.unit(id);
        let then = chosen.form.map_or(*unit, |to| formed(unit, to));
        let ground = end.footprint(field.scale, &then, chosen.body.muster);
        self.may_come_to(end) && ground.on_table(field) && army.is_free(&ground, id, &[])
    }

    /// Whether a single unit may come to a place at all, room or not.
    ///
    /// Rules: `turn.shaken_no_advance`.
    fn may_come_to(&self, end: Placement) -> bool {
        let [id] = *self.units else { return true };
        let towards = self.feared.is_some_and(|enemy| {
            let start = self.manners[0].body.start.at;
            end.at.distance(enemy) < start.distance(enemy) - 0.01
        });
        !towards && self.asked.check_confined(id, end).is_ok()
    }

    /// On slow ground the last tenth of an inch is not worth its price.
    fn trim(&mut self) {
        self.stage(8);
        let Some(best) = best(
            &self.trials,
            self.facing_first.then_some(self.astray),
            self.goal.in_order,
        ) else {
            return;
        };
        let trial = &self.trials[best];
        let (manner, legs, cost) = (trial.manner, trial.legs.clone(), trial.cost);
        let pace = self.manners[manner].body.least(&legs) / cost.max(0.01);
        let slow = self.manners[manner].body.most() * pace < 3.0;
        if !trial.reached() || !slow {
            return;
        }
        for number in (0..legs.len()).rev() {
            let (Leg::Ahead { inches, .. } | Leg::Back { inches }) = legs[number] else {
                continue;
            };
            let mut shorter = legs.clone();
            match part_of(legs[number], (1.0 - 0.09 / inches).max(0.0)) {
                Some(leg) if inches > 0.09 => shorter[number] = leg,
                _ => {
                    shorter.remove(number);
                }
            }
            self.attempt(manner, &shorter, None).ok();
        }
    }

    fn finish(mut self, thoughts: &[Thought]) -> Plan {
        let chosen = best(
            &self.trials,
            self.facing_first.then_some(self.astray),
            self.goal.in_order,
        );
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
