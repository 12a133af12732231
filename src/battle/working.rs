//! Work with spade and axe: who may take up or go on with what, and how it goes on.

mod earthwork;
mod pontoons;
mod shooting;

use bevy::math::Vec2;

use super::decision::Order;
use super::step::{Step, Trigger};
use super::{Battle, Situation};
use crate::army::{Barrier, Fact, Task, UnitId};
use crate::field::geometry;
use crate::field::plan::LineKind;
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::Shape;
use crate::rules::works::Obstacle;
use crate::rules::{Morale, Named, Works};

/// How far before and behind its front a unit works, in inches at 15 mm.
const BEFORE: f32 = 1.25;
const BEHIND: f32 = 0.25;

/// Whole turns take both actions.
const WHOLE_TURN: u32 = 2;

/// Angles by which pivoting is offered; others may be asked for.
const PIVOTS: [f32; 3] = [45.0, 90.0, -45.0];

impl Situation {
    /// What a single unit may work at with what is left of its turn.
    pub(super) fn work_orders(&self, unit: UnitId, orders: &mut Vec<Order>) {
        // What it is at comes first.
        let at = self.army.work(unit).map(|work| work.task);
        let others = self
            .tasks(unit)
            .into_iter()
            .filter(|task| at != Some(*task));
        for task in at.into_iter().chain(others) {
            if self.why_not_work(unit, task).is_none() {
                orders.push(Order::Work(task));
            }
        }
        if self.why_not_pivot(unit).is_none() {
            orders.extend(PIVOTS.map(|degrees| Order::Pivot { degrees }));
        }
    }

    /// What a unit might take up where it stands.
    fn tasks(&self, unit: UnitId) -> Vec<Task> {
        if !self.is_on_foot(unit) {
            return Vec::new();
        }
        let mut tasks = vec![
            Task::Dig(Works::Hasty),
            Task::Dig(Works::Light),
            Task::Improve,
            Task::Turn,
            Task::Clear,
        ];
        tasks.extend(
            Obstacle::ALL
                .iter()
                .map(|&obstacle| Task::Obstruct(obstacle)),
        );
        if self.army.identity(unit).engineer {
            tasks.push(Task::Unload);
            let bridges = self.army.earth().bridges().iter();
            tasks.extend(bridges.map(|bridge| Task::Bridge(bridge.id)));
            let friends = self.army.present_of(self.army.side(unit));
            let at_work = friends.filter(|&other| self.army.work(other).is_some());
            tasks.extend(at_work.map(Task::Assist));
        }
        tasks
    }

    /// Whether a unit could work at all: whoever is hidden behind a picket cannot.
    fn is_on_foot(&self, unit: UnitId) -> bool {
        let values = self.army.unit(unit);
        !values.is_artillery() && !values.is_mounted() && !self.army.is_hidden(unit)
    }

    /// Why a unit may not give the turn to some work; `None` if it may.
    ///
    /// Rules: `works.consecutive`, `works.start_tct`.
    pub fn why_not_work(&self, unit: UnitId, task: Task) -> Option<Refusal> {
        let no = |why: &'static str, rule| Some(Refusal::new(why, rule));
        if !self.is_on_foot(unit) {
            return no(
                "only regiments on foot work with spade and axe",
                rule!("works.length"),
            );
        }
        if matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed) {
            return no(
                "whoever is shaken does not work until he has rallied",
                rule!("engineer.under_fire"),
            );
        }
        let goes_on = self.army.work(unit).is_some_and(|work| work.task == task);
        let needed = match task {
            Task::Dig(_) if !goes_on => 1,
            _ => WHOLE_TURN,
        };
        let left = self.army.record(unit).actions;
        if left < needed {
            let why = match needed {
                1 => "no action is left",
                _ => "it takes both actions of the turn, and not both are left",
            };
            return Some(Refusal::new(why, rule!("works.consecutive")));
        }
        match task {
            Task::Dig(works) if !goes_on => self.why_not_dig(unit, works),
            Task::Dig(_) => None,
            Task::Improve | Task::Turn => self.why_not_rework(unit, task),
            Task::Obstruct(_) if !goes_on => self.why_not_obstruct(unit),
            Task::Obstruct(_) => None,
            Task::Clear => self.obstacle_before(unit).is_none().then_some(Refusal::new(
                "there is no obstacle right before its front",
                rule!("obstacle.build"),
            )),
            Task::Unload => self.bridge_site(unit).err(),
            Task::Bridge(bridge) => self.why_not_bridge(unit, bridge),
            Task::Assist(other) => self.why_not_assist(unit, other),
        }
    }

    /// Why a unit cannot begin works where it stands.
    ///
    /// Rules: `works.where`, `works.not_depleted`, `works.build_heavy`, `works.length`.
    fn why_not_dig(&self, unit: UnitId, works: Works) -> Option<Refusal> {
        let values = self.army.unit(unit);
        if self.rules.turns_to_build(works, false, false).is_none() {
            return Some(Refusal::new(
                "heavy works take days: only a scenario has them",
                rule!("works.build_heavy"),
            ));
        }
        if values.is_depleted() {
            return Some(Refusal::new(
                "a depleted regiment does not dig",
                rule!("works.not_depleted"),
            ));
        }
        if values.shape() != Shape::Line {
            return Some(Refusal::new(
                "a regiment digs in line, along its front",
                rule!("works.length"),
            ));
        }
        if !self.rules.works_allowed_on(self.ground_under(unit)) {
            return Some(Refusal::new(
                "works are begun in broken or rough ground or in woods, not in the open",
                rule!("works.where"),
            ));
        }
        let there = self.works_before(unit).is_some_and(|(_, fronted)| fronted);
        there.then_some(Refusal::new(
            "it has works before it already: hasty ones can be improved",
            rule!("works.upgrade"),
        ))
    }

    /// Why a unit cannot improve or turn the works before it.
    ///
    /// Rules: `works.upgrade`, `works.turn`, `works.turn_heavy`.
    fn why_not_rework(&self, unit: UnitId, task: Task) -> Option<Refusal> {
        let no = |why: &'static str, rule| Some(Refusal::new(why, rule));
        let Some((barrier, fronted)) = self.works_before(unit) else {
            return no(
                "there are no works right before its front",
                rule!("works.turn"),
            );
        };
        match (task, fronted) {
            (Task::Improve, true) if barrier.kind == LineKind::HastyWorks => None,
            (Task::Improve, _) => no(
                "only hasty works that face as it does can be improved",
                rule!("works.upgrade"),
            ),
            (_, false) if barrier.kind == LineKind::HeavyWorks => no(
                "heavy works are turned overnight, by engineers",
                rule!("works.turn_heavy"),
            ),
            (_, false) => None,
            (_, true) => no("the works face as it does already", rule!("works.turn")),
        }
    }

    /// Rules: `obstacle.build`, `obstacle.length`.
    fn why_not_obstruct(&self, unit: UnitId) -> Option<Refusal> {
        if self.army.unit(unit).shape() != Shape::Line {
            return Some(Refusal::new(
                "a regiment raises obstacles in line, along its front",
                rule!("obstacle.length"),
            ));
        }
        if self.obstacle_before(unit).is_some() {
            return Some(Refusal::new(
                "there is an obstacle before its front already",
                rule!("obstacle.build"),
            ));
        }
        let site = self.before(unit).1;
        let dry = self.field().contains(site) && self.terrain().ground(site).is_some();
        (!dry).then_some(Refusal::new(
            "there is no ground for it before its front",
            rule!("obstacle.build"),
        ))
    }

    /// Why engineers cannot help a regiment.
    ///
    /// Rules: `obstacle.engineers`, `works.build_hasty`.
    fn why_not_assist(&self, unit: UnitId, other: UnitId) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new(why, rule!("obstacle.engineers")));
        if !self.army.identity(unit).engineer {
            return no("only engineers lend a hand to others");
        }
        let own = other != unit
            && self.army.knows(other)
            && self.army.on_table(other)
            && self.army.side(other) == self.army.side(unit);
        let work = self.army.work(other).filter(|_| own);
        if !work.is_some_and(|work| work.worked && work.task.can_be_helped()) {
            return no("that regiment does not dig or build in this turn");
        }
        if !self.are_neighbours(unit, other) {
            return no("engineers must stand beside the regiment they help");
        }
        let helper = self.army.helper_of(other);
        if helper.is_some_and(|helper| helper != unit) {
            return no("other engineers help it already");
        }
        None
    }

    /// Why a unit cannot pivot an obstacle.
    ///
    /// Rules: `obstacle.pivot`.
    pub(super) fn why_not_pivot(&self, unit: UnitId) -> Option<Refusal> {
        let able = self.is_on_foot(unit)
            && matches!(
                self.army.unit(unit).morale,
                Morale::GoodOrder | Morale::Disorder
            );
        let actions = self
            .obstacle_before(unit)
            .and_then(|barrier| barrier.kind.obstacle())
            .and_then(|obstacle| self.rules.obstacle_pivot(obstacle))
            .filter(|_| able);
        let Some(actions) = actions else {
            return Some(Refusal::new(
                "only chevaux-de-frise right before the front of a regiment on foot are pivoted",
                rule!("obstacle.pivot"),
            ));
        };
        let left = self.army.record(unit).actions;
        (left < actions).then(|| {
            Refusal::measured(
                "not enough actions are left",
                rule!("obstacle.pivot"),
                left as f32,
                actions as f32,
            )
        })
    }

    /// Whether an order to pivot is allowed: by any angle there is.
    pub(super) fn check_pivot(&self, units: &[UnitId], degrees: f32) -> Result<(), Refusal> {
        let &[unit] = units else {
            return Err(ONE_BY_ONE);
        };
        if !degrees.is_finite() || degrees.abs() > 180.0 {
            return Err(Refusal::new(
                "an angle is -180 to 180 degrees",
                rule!("obstacle.pivot"),
            ));
        }
        self.why_not_pivot(unit).map_or(Ok(()), Err)
    }

    /// Where a unit works: from right behind its front to somewhere before it.
    fn before(&self, unit: UnitId) -> (Vec2, Vec2) {
        let place = self.army.placement(unit);
        let ahead = place.facing.ahead() * self.field().proportion();
        (place.at - ahead * BEHIND, place.at + ahead * BEFORE)
    }

    /// Works or obstacles across a way, the nearest first: how far on, and whether they front that
    /// way.
    fn barriers_across(&self, from: Vec2, to: Vec2) -> Vec<(f32, &Barrier, bool)> {
        let way = to - from;
        let mut met: Vec<(f32, &Barrier, bool)> = Vec::new();
        for barrier in self.army.earth().barriers() {
            for pair in barrier.points.windows(2) {
                if let Some(part) = geometry::crossing(from, to, pair[0], pair[1]) {
                    let along = pair[1] - pair[0];
                    let front = Vec2::new(along.y, -along.x);
                    met.push((part, barrier, way.dot(front) > 0.0));
                }
            }
        }
        met.sort_by(|one, other| one.0.total_cmp(&other.0));
        met
    }

    /// The works right before a unit's front, and whether they face as it does.
    fn works_before(&self, unit: UnitId) -> Option<(&Barrier, bool)> {
        let (from, to) = self.before(unit);
        let met = self.barriers_across(from, to).into_iter();
        let mut works = met.filter(|(_, barrier, _)| barrier.kind.works().is_some());
        works.next().map(|(_, barrier, fronted)| (barrier, fronted))
    }

    /// The obstacle right before a unit's front.
    fn obstacle_before(&self, unit: UnitId) -> Option<&Barrier> {
        let (from, to) = self.before(unit);
        let met = self.barriers_across(from, to).into_iter();
        let mut obstacles = met.map(|(_, barrier, _)| barrier);
        obstacles.find(|barrier| barrier.kind.obstacle().is_some())
    }

    /// Whether whoever comes at a unit's front has to get over an obstacle in the last inches of his
    /// way.
    pub fn has_obstacle_ahead(&self, unit: UnitId, inches: f32) -> bool {
        let place = self.army.placement(unit);
        let met = self.barriers_across(place.at, place.at + place.facing.ahead() * inches);
        met.iter()
            .any(|(_, barrier, _)| barrier.kind.obstacle().is_some())
    }

    /// Consecutive turns that some work takes in all.
    ///
    /// Rules: `works.build_hasty`, `works.build_light`, `works.upgrade`, `works.turn`,
    /// `obstacle.build`, `obstacle.engineers`, `engineer.unload`.
    pub fn turns_of_work(&self, unit: UnitId, task: Task, helped: bool) -> u32 {
        let rules = &self.rules;
        let known = match task {
            Task::Dig(works) => rules.turns_to_build(works, false, helped),
            Task::Improve => rules.turns_to_build(Works::Light, true, helped),
            Task::Turn => self
                .works_before(unit)
                .and_then(|(barrier, _)| barrier.kind.works())
                .and_then(|works| rules.turns_to_turn(works, helped)),
            Task::Obstruct(obstacle) => Some(rules.turns_for_obstacle(obstacle, false, helped)),
            Task::Clear => self
                .obstacle_before(unit)
                .and_then(|barrier| barrier.kind.obstacle())
                .map(|obstacle| rules.turns_for_obstacle(obstacle, true, helped)),
            Task::Unload => Some(rules.works.pontoon.unload),
            Task::Bridge(bridge) => self.army.earth().bridge(bridge).map(|bridge| {
                let side = self.army.side(unit);
                rules.turns_for_stretch(side, bridge.built)
            }),
            Task::Assist(_) => None,
        };
        known.unwrap_or(0)
    }

    /// Turns that a unit would still have to give to some work, were it taken up or gone on with
    /// now.
    pub fn turns_left(&self, unit: UnitId, task: Task) -> u32 {
        let engineer = self.army.identity(unit).engineer;
        let work = self.army.work(unit).filter(|work| work.task == task);
        let helped = engineer
            || (self.army.helper_of(unit).is_some() && work.is_none_or(|work| work.helped));
        let done = work.map_or(0, |work| work.turns);
        self.turns_of_work(unit, task, helped).saturating_sub(done)
    }
}

/// A group does not work as one.
pub(super) const ONE_BY_ONE: Refusal = Refusal::new(
    "regiments dig and build one by one, not as a group",
    rule!("works.length"),
);

impl Battle {
    /// A unit gives its turn to work. To begin works the regiment must think of it first.
    ///
    /// Rules: `works.start_tct`, `works.consecutive`, `engineer.under_fire`.
    pub(super) fn work(&mut self, unit: UnitId, task: Task) {
        self.push(Step::Window {
            triggers: vec![unit],
            kind: Trigger::Near,
        });
        let before = self.now.army.work(unit).map(|work| work.task);
        if before == Some(task) {
            self.tell(Fact::Spent {
                actions: WHOLE_TURN,
            });
            self.tell(Fact::Working { unit, task });
        } else {
            let digs = matches!(task, Task::Dig(_));
            self.tell(Fact::Spent {
                actions: if digs { 1 } else { WHOLE_TURN },
            });
            if let Some(task) = before {
                self.tell(Fact::WorkDropped { unit, task });
            }
            if digs {
                let leader = self.now.leader_benefit(unit);
                if !self.test_with(unit, leader) {
                    return;
                }
                self.tell(Fact::Exhausted { unit });
            }
            self.tell(Fact::WorkBegun { unit, task });
        }
        if task.is_bridging() {
            self.disorder(unit, crate::rules::Disorder::Bridging);
        }
    }

    /// A player turn ends: work that was gone on with is a turn further, other work is lost.
    ///
    /// Rules: `works.consecutive`, `obstacle.length`, `works.engineer_battalion`,
    /// `obstacle.engineers`.
    pub(super) fn end_work(&mut self, side: crate::rules::Side) {
        let army = &self.now.army;
        let at_work: Vec<_> = army
            .present_of(side)
            .filter_map(|unit| Some((unit, army.work(unit)?, army.helper_of(unit))))
            .collect();
        let (helpers, workers): (Vec<_>, Vec<_>) = at_work
            .into_iter()
            .partition(|(_, work, _)| matches!(work.task, Task::Assist(_)));
        for (unit, work, helper) in workers {
            let task = work.task;
            if !work.worked {
                self.tell(Fact::WorkDropped { unit, task });
                continue;
            }
            let engineer = self.now.army.identity(unit).engineer;
            let helped = work.helped && (engineer || helper.is_some());
            let turns = work.turns + 1;
            let of = self.now.turns_of_work(unit, task, helped);
            if let Task::Bridge(bridge) = task {
                self.build_bridge(unit, bridge);
                continue;
            }
            if turns < of {
                self.tell(Fact::Worked {
                    unit,
                    task,
                    turns,
                    of,
                    helped,
                });
                continue;
            }
            match task {
                Task::Unload => self.unload(unit),
                _ => self.finish(unit, task, helper),
            }
            self.tell(Fact::WorkDone { unit, task });
        }
        for (unit, work, _) in helpers {
            let task = work.task;
            let host = match task {
                Task::Assist(host) => self.now.army.work(host),
                _ => None,
            };
            match host {
                None => self.tell(Fact::WorkDone { unit, task }),
                Some(_) if !work.worked => self.tell(Fact::WorkDropped { unit, task }),
                Some(host) => self.tell(Fact::Worked {
                    unit,
                    task,
                    turns: work.turns + 1,
                    of: host.turns,
                    helped: true,
                }),
            }
        }
    }
}
