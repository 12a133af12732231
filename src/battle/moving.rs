//! Moves and formations, of one unit or of a group as one body.

use super::memory::Steps;
use super::step::{Marcher, Step, Trigger};
use super::{Battle, Situation};
use crate::army::{Fact, Formation, Sighting, UnitId};
use crate::field::Placement;
use crate::field::arrangement::Arrangement;
use crate::field::geometry::Bounds;
use crate::field::moves::{Leg, Walked, Walker};
use crate::field::placement::Footprint;
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::ChangeCost;
use crate::rules::movement::Mover;
use crate::rules::{Disorder, Morale, Unit};
use crate::scenario::file::SpecialRule;

/// An inch, but for what is lost in reckoning.
const INCH: f32 = 1.0 - 1e-3;

/// A move of a body that was found legal: one walk for each unit.
pub type Walks = Vec<(UnitId, Walked)>;

impl Situation {
    /// A unit as it walks now.
    pub(super) fn walker(&self, id: UnitId) -> Walker<'_> {
        self.walker_as(id, self.army.unit(id), self.attached_benefit(id) as f32)
    }

    pub(super) fn walker_as<'a>(
        &self,
        id: UnitId,
        unit: &'a Unit,
        leader_inches: f32,
    ) -> Walker<'a> {
        let mut mover = Mover::new(self.field().scale, unit);
        mover.horses = self.army.record(id).horses;
        mover.leader_inches = leader_inches;
        Walker {
            mover,
            muster: self.army.muster_of(id),
        }
    }

    /// Whether a unit or group may move so; answers with the walks. A leader attached to one unit
    /// of a group hastens all of its brigade.
    ///
    /// Rules: `turn.group_moves_as_one`.
    pub fn check_move(
        &self,
        group: &[UnitId],
        form: Option<Formation>,
        form_last: bool,
        legs: &[Leg],
    ) -> Result<Walks, Refusal> {
        let steps = Steps {
            units: group.to_vec(),
            form,
            form_last,
            legs: legs.to_vec(),
        };
        self.memory()
            .walks(steps, || self.walks(group, form, form_last, legs))
    }

    /// The same, worked out anew: for those who ask for one move after the other.
    pub(super) fn walks(
        &self,
        group: &[UnitId],
        form: Option<Formation>,
        form_last: bool,
        legs: &[Leg],
    ) -> Result<Walks, Refusal> {
        let form_first = form.filter(|_| !form_last);
        let legs = self.legs_of_body(group, form_first, legs)?;
        let mut walks = Walks::with_capacity(group.len());
        for &id in group {
            let leader = self.leader_inches(group, id);
            let walked = self.walk(id, form, form_last, &legs, leader)?;
            walks.push((id, walked));
        }
        for walk in &walks {
            self.check_path(group, walk, form, form_last)?;
        }
        if group.len() > 1 {
            self.check_room_together(&walks, form)?;
        }
        Ok(walks)
    }

    /// Inches that a leader gives a unit of a group: one attached to it, or to another of its brigade.
    ///
    /// Rules: `leader.attached_move`.
    fn leader_inches(&self, group: &[UnitId], id: UnitId) -> f32 {
        let brigade = self.army.command(id);
        let brothers = group
            .iter()
            .filter(|&&one| self.army.command(one) == brigade);
        let best = brothers.map(|&one| self.attached_benefit(one)).max();
        best.unwrap_or(0) as f32
    }

    /// The walk of one unit, costs and all.
    fn walk(
        &self,
        id: UnitId,
        form: Option<Formation>,
        form_last: bool,
        legs: &[Leg],
        leader: f32,
    ) -> Result<Walked, Refusal> {
        let unit = match form {
            Some(formation) if !form_last => formation.of(self.army.unit(id)),
            _ => *self.army.unit(id),
        };
        let walker = self.walker_as(id, &unit, leader);
        let mut all = Vec::with_capacity(legs.len() + 2);
        let part = self.entering(id);
        if part > 0.0 {
            all.push(Leg::Change { part });
        }
        if let Some(formation) = form {
            match self.change_cost(id, formation) {
                ChangeCost::PartOfMove(part) if !self.leaves_unseen(id, formation) => {
                    all.push(Leg::Change { part })
                }
                _ if self.leaves_unseen(id, formation) => {
                    return Err(Refusal::new(
                        "nobody leaves the field unseen: show it first",
                        rule!("hidden.fire_reveals"),
                    ));
                }
                _ => {
                    return Err(Refusal::new(
                        "it needs a whole action for that formation",
                        rule!("formation.change_green"),
                    ));
                }
            }
        }
        all.extend_from_slice(legs);
        let start = self.army.placement(id);
        let walked = self.terrain().walk(&walker, start, &all)?;
        if let Some(refusal) = walked.stopped {
            return Err(refusal);
        }
        if walked.used.part > 1.0 + 1e-3 {
            return Err(Refusal::new(
                "that is too far for one action",
                rule!("move.by_formation_terrain"),
            ));
        }
        Ok(walked)
    }

    /// The way must be free of enemies and its end of everybody.
    ///
    /// Rules: `turn.shaken_no_advance`, `scenario.militia.pegram`.
    fn check_path(
        &self,
        group: &[UnitId],
        walk: &(UnitId, Walked),
        form: Option<Formation>,
        form_last: bool,
    ) -> Result<(), Refusal> {
        let (id, walked) = (walk.0, &walk.1);
        let start = self.army.placement(id);
        let muster = self.army.muster_of(id);
        let now = *self.army.unit(id);
        let then = form.map_or(now, |formation| formation.of(&now));
        let walking = if form_last { now } else { then };
        let footprint =
            |unit: &Unit, place: Placement| place.footprint(self.field().scale, unit, muster);
        // Most enemies stand nowhere near the way.
        let reach = Arrangement::new(self.field().scale, &walking, muster).reach();
        let mut way = Bounds {
            low: start.at,
            high: start.at,
        };
        for place in &walked.path {
            way.low = way.low.min(place.at);
            way.high = way.high.max(place.at);
        }
        let way = way.grown(reach + 0.1);
        let enemies: Vec<&Footprint> = self
            .enemies_near(id, start.at.distance(walked.placement.at) + 14.0)
            .into_iter()
            .map(|enemy| self.army.footprint(enemy))
            .filter(|enemy| enemy.bounds().touches(way))
            .collect();
        let path = if enemies.is_empty() {
            &[]
        } else {
            &walked.path[..]
        };
        for place in path.iter().skip(1) {
            let here = footprint(&walking, *place);
            if enemies.iter().any(|enemy| enemy.overlaps(&here)) {
                return Err(Refusal::new(
                    "an enemy stands there: charge him",
                    rule!("charge.target_needed"),
                ));
            }
        }
        let end = footprint(&then, walked.placement);
        if !end.on_table(self.field()) {
            return Err(Refusal::new(
                "there is no room on the table for that formation",
                rule!("move.by_formation_terrain"),
            ));
        }
        if !self.army.is_free_of_own(&end, id, group) {
            return Err(Refusal::new(
                "a unit already stands there",
                rule!("move.interpenetrate"),
            ));
        }
        if now.morale == Morale::Shaken {
            let start = footprint(&now, start).centre();
            let way = walked.path.iter().map(|place| footprint(&walking, *place));
            let feared = self.feared(id, start);
            let mut ends = way.chain([end]).map(|ground| ground.centre());
            if ends.any(|place| feared.are_nearer(place)) {
                return Err(Refusal::new(
                    "a shaken unit does not advance towards the enemy",
                    rule!("turn.shaken_no_advance"),
                ));
            }
        }
        self.check_confined(id, walked.placement)
    }

    /// A body must not end on itself.
    fn check_room_together(
        &self,
        walks: &[(UnitId, Walked)],
        form: Option<Formation>,
    ) -> Result<(), Refusal> {
        let ends: Vec<Footprint> = walks
            .iter()
            .map(|(id, walked)| {
                let now = *self.army.unit(*id);
                let then = form.map_or(now, |formation| formation.of(&now));
                let muster = self.army.muster_of(*id);
                walked
                    .placement
                    .footprint(self.field().scale, &then, muster)
            })
            .collect();
        let apart =
            (1..ends.len()).all(|at| ends[..at].iter().all(|other| !ends[at].overlaps(other)));
        if apart {
            Ok(())
        } else {
            Err(Refusal::new(
                "they would stand on each other",
                rule!("turn.group_moves_as_one"),
            ))
        }
    }

    /// Whether a unit may end there by what the scenario says of its command.
    pub(super) fn check_confined(&self, id: UnitId, end: Placement) -> Result<(), Refusal> {
        self.check_way_out(id, end)?;
        let command = self.army.command(id);
        for rule in &self.scenario.rules {
            if let SpecialRule::Confined {
                command: name,
                zone,
            } = rule
                && let Some(zone) = self.field().zone(zone)
            {
                let his = self
                    .scenario
                    .commands
                    .iter()
                    .position(|other| other.name == *name);
                let bound = his.is_some_and(|above| self.belongs(command, above));
                if bound && zone.contains(self.army.placement(id).at) && !zone.contains(end.at) {
                    return Err(Refusal::new(
                        "this unit may not leave its position",
                        rule!("scenario.militia.pegram"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a unit comes into a zone where the moderator has everybody tested.
    ///
    /// Rules: `tct.moderator`.
    fn comes_to_a_test(&self, unit: UnitId, from: Placement, to: Placement) -> bool {
        let centre = |place| self.footprint_at(unit, place).centre();
        let mut zones = self.scenario.rules.iter().filter_map(|rule| match rule {
            SpecialRule::Tested { zone, .. } => self.field().zone(zone),
            _ => None,
        });
        zones.any(|zone| !zone.contains(centre(from)) && zone.contains(centre(to)))
    }

    /// Whether a unit is still where it should be, and able to go on.
    fn marches(&self, marcher: &Marcher) -> bool {
        let unit = marcher.unit;
        let able = match self.army.unit(unit).morale {
            Morale::Routed => false,
            Morale::Shaken => marcher.shaken,
            _ => true,
        };
        able && self.army.is_out(unit) && marcher.path.first() == Some(&self.army.placement(unit))
    }

    /// The place on the paths where everybody can stop next: an inch from the last chance to react,
    /// or farther if somebody stands there; `None` if there is none.
    fn next_inch(&self, marchers: &[Marcher], unseen: f32) -> Option<usize> {
        let last = marchers.iter().map(|marcher| marcher.path.len()).min()? - 1;
        let inch = (1..=last)
            .find(|&next| unseen + gone(marchers, next) >= INCH)
            .unwrap_or(last);
        let units: Vec<_> = marchers.iter().map(|marcher| marcher.unit).collect();
        (inch..=last).find(|&next| {
            let places: Vec<_> = marchers
                .iter()
                .map(|marcher| self.footprint_at(marcher.unit, marcher.path[next]))
                .collect();
            let apart = (1..places.len())
                .all(|at| places[..at].iter().all(|other| !places[at].overlaps(other)));
            apart
                && places.iter().zip(marchers).all(|(place, marcher)| {
                    place.on_table(self.field()) && self.army.is_free(place, marcher.unit, &units)
                })
        })
    }

    /// Friends whose ground a path crosses.
    pub(super) fn friends_on(&self, unit: UnitId, path: &[Placement]) -> Vec<UnitId> {
        if path.is_empty() {
            return Vec::new();
        }
        let side = self.army.side(unit);
        let at = path[0].at;
        self.army
            .present_of(side)
            .filter(|&other| other != unit && self.army.placement(other).at.distance(at) < 24.0)
            .filter(|&other| {
                let there = self.army.footprint(other);
                path.iter()
                    .any(|place| self.footprint_at(unit, *place).overlaps(there))
            })
            .collect()
    }
}

/// How far a body has gone at a place on its paths.
fn gone(marchers: &[Marcher], next: usize) -> f32 {
    marchers
        .iter()
        .map(|marcher| {
            let steps = marcher.path[..=next].windows(2);
            steps
                .map(|pair| pair[1].at.distance(pair[0].at))
                .sum::<f32>()
        })
        .fold(0.0, f32::max)
}

impl Battle {
    /// A body sets out.
    ///
    /// Rules: `formation.front_to_flank`.
    pub(super) fn order_move(
        &mut self,
        group: &[UnitId],
        form: Option<Formation>,
        form_last: bool,
        legs: &[Leg],
    ) {
        let Ok(walks) = self.now.check_move(group, form, form_last, legs) else {
            return;
        };
        if let (Some(formation), true) = (form, form_last) {
            for &unit in group.iter().rev() {
                self.push(Step::Form { unit, formation });
            }
        }
        let marchers = walks
            .into_iter()
            .map(|(unit, walked)| Marcher {
                unit,
                path: walked.path,
                disorders: walked.disordered_by,
                shaken: self.now.army.unit(unit).morale == Morale::Shaken,
                disengages: None,
                follows: None,
            })
            .collect();
        self.push(Step::Walk {
            marchers,
            unseen: 0.0,
        });
        if let (Some(formation), false) = (form, form_last) {
            group.iter().for_each(|&unit| self.form(unit, formation));
        }
    }

    /// Another inch of the way for the whole body, then a chance to react; what is less than an inch
    /// at the end counts only for those close by. Among friends nobody can stop: beyond them there
    /// is a chance for each inch. Whoever was thrown back is out of it, and the rest closes up.
    ///
    /// Rules: `react.trigger_inch`, `move.interpenetrate`, `turn.group_closes_up`,
    /// `react.group_trigger`.
    pub(super) fn walk_on(&mut self, mut marchers: Vec<Marcher>, unseen: f32) {
        let many = marchers.len();
        marchers
            .extract_if(.., |marcher| !self.now.marches(marcher))
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|marcher| self.stop(marcher));
        if marchers.len() < many {
            let units: Vec<_> = marchers.iter().map(|marcher| marcher.unit).collect();
            for (unit, by) in self.close_up(&units) {
                let marcher = marchers.iter_mut().find(|marcher| marcher.unit == unit);
                if let Some(marcher) = marcher {
                    marcher.path.iter_mut().for_each(|place| place.at += by);
                }
            }
        }
        // A body comes to its end together; a file may say otherwise.
        if marchers.iter().any(|marcher| marcher.path.len() < 2) {
            marchers.into_iter().for_each(|marcher| self.stop(marcher));
            return;
        }
        let Some(next) = self.now.next_inch(&marchers, unseen) else {
            marchers.into_iter().for_each(|marcher| self.stop(marcher));
            return;
        };
        if self.runs_into_hidden(&marchers, next) {
            marchers.into_iter().for_each(|marcher| self.stop(marcher));
            return;
        }
        let units: Vec<_> = marchers.iter().map(|marcher| marcher.unit).collect();
        let inches = unseen + gone(&marchers, next);
        let full = (inches + 1.0 - INCH).floor().max(0.0);
        let kind = match inches {
            INCH.. => Trigger::Inch,
            1e-3.. => Trigger::Part,
            _ => Trigger::Near,
        };
        let mut crossed = Vec::new();
        let mut tested = Vec::new();
        for marcher in &mut marchers {
            let (from, to) = (marcher.path[0], marcher.path[next]);
            // Nobody who is hidden goes through anybody's ranks.
            let friends = match self.now.army.is_hidden(marcher.unit) {
                true => Vec::new(),
                false => self.now.friends_on(marcher.unit, &marcher.path[1..next]),
            };
            crossed.extend(
                friends
                    .into_iter()
                    .filter(|friend| !units.contains(friend))
                    .map(|friend| (marcher.unit, friend)),
            );
            let unit = marcher.unit;
            self.tell(match marcher.follows {
                Some(enemy) => Fact::Followed { unit, enemy, to },
                None => Fact::Moved { unit, from, to },
            });
            if self.now.comes_to_a_test(marcher.unit, from, to) {
                tested.push(marcher.unit);
            }
            marcher.path.drain(..next);
        }
        // What comes before the end of the way and is no inch yet is part of the next.
        let ends = marchers.iter().all(|marcher| marcher.path.len() < 2);
        let rest = (inches - full).max(0.0);
        let part = ends && full >= 1.0 && rest > 1e-2;
        self.push(Step::Walk {
            marchers,
            unseen: rest,
        });
        if part {
            self.push(Step::Window {
                triggers: units.clone(),
                kind: Trigger::Part,
            });
        }
        for _ in 0..full.max(1.0) as u32 {
            self.push(Step::Window {
                triggers: units.clone(),
                kind,
            });
        }
        for (unit, friend) in crossed {
            self.test_interpenetration(unit);
            self.test_interpenetration(friend);
        }
        for unit in tested {
            self.test_for_moderator(unit);
        }
    }

    /// Whether a body would walk into somebody who is hidden. He is found then, and it stops.
    ///
    /// Rules: `hidden.reveal`, `hidden.picket_meets_picket`.
    fn runs_into_hidden(&mut self, marchers: &[Marcher], next: usize) -> bool {
        let found = marchers.iter().find_map(|marcher| {
            let places = marcher.path[1..=next].iter();
            let grounds: Vec<_> = places
                .map(|place| self.now.footprint_at(marcher.unit, *place))
                .collect();
            let picket = self.now.runs_into(marcher.unit, &grounds)?;
            Some((marcher.unit, picket))
        });
        let Some((unit, picket)) = found else {
            return false;
        };
        match self.now.army.picket_of(unit) {
            Some(own) => self.declare(own, Sighting::Picket(picket)),
            None => self.show(picket, Sighting::RunInto(unit)),
        }
        true
    }

    fn stop(&mut self, marcher: Marcher) {
        if let Some(by) = marcher.disorders {
            self.disorder(marcher.unit, by);
        }
        if let Some(began) = marcher.disengages {
            self.end_disengaging(marcher.unit, began);
        }
    }

    /// A tactical competence test; whether it was passed.
    pub(super) fn test(&mut self, unit: UnitId) -> bool {
        let leader = self.now.rules.tct_leader(
            self.now.leader_benefit(unit),
            self.now.army.attached_leaders(unit).next().is_some(),
        );
        self.test_with(unit, leader)
    }

    /// The same with a leader's help given.
    pub(super) fn test_with(&mut self, unit: UnitId, leader: i32) -> bool {
        let die = self.dice.die();
        let passed = self
            .now
            .rules
            .passes_tct(self.now.army.unit(unit), leader, die);
        self.tell(Fact::Tested { unit, die, passed });
        passed
    }

    /// A test that the moderator of the game has called for.
    ///
    /// Rules: `tct.moderator`, `tct.failure`, `tct.fired_on`.
    fn test_for_moderator(&mut self, unit: UnitId) {
        if !self.now.army.unit(unit).is_out_of_order() && !self.test(unit) {
            self.disorder(unit, Disorder::Task);
        }
    }

    /// A test for having friends among the ranks; whether the unit is in order after it. Whoever
    /// fails is in disorder from then on, not only when he has got through: fire that strikes him
    /// on the way strikes a disordered unit.
    ///
    /// Rules: `move.interpenetrate`, `move.interpenetrate_disordered`, `tct.failure`,
    /// `tct.fired_on`.
    pub(super) fn test_interpenetration(&mut self, unit: UnitId) -> bool {
        if self.now.army.unit(unit).is_out_of_order() {
            return true;
        }
        let passed = self.test(unit);
        if !passed {
            self.disorder(unit, Disorder::Interpenetration);
        }
        passed
    }
}
