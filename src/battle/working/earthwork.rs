//! Works and obstacles raised, changed and cleared.

use bevy::math::Vec2;

use crate::army::{Barrier, Change, Fact, Formation, Task, UnitId};
use crate::battle::{Battle, Situation};
use crate::field::angle::turn;
use crate::field::plan::LineKind;
use crate::field::raised::{along, length, part};
use crate::rules::InfantryFormation;

/// How far before the front works are thrown up, and obstacles raised, in inches at 15 mm.
const PARAPET: f32 = 0.2;
const OBSTACLE: f32 = 1.0;

impl Situation {
    /// Inches of works or obstacles that some work makes or changes.
    ///
    /// Rules: `works.length`, `works.engineer_battalion`, `obstacle.length`, `obstacle.engineers`.
    pub fn length_of_work(&self, unit: UnitId, task: Task, helper: Option<UnitId>) -> f32 {
        let extended = self.frontage_in(unit, InfantryFormation::ExtendedLine);
        let whole = |id: UnitId| self.army.unit(id).stands.now >= 2;
        match task {
            Task::Dig(_) | Task::Improve | Task::Turn
                if self.army.identity(unit).engineer && whole(unit) =>
            {
                2.0 * self.frontage_in(unit, InfantryFormation::BattleLine)
            }
            Task::Obstruct(_) | Task::Clear if helper.is_some_and(whole) => 2.0 * extended,
            _ => extended,
        }
    }

    /// How wide a unit stands in a formation of infantry; horsemen on foot as they stand.
    fn frontage_in(&self, unit: UnitId, formation: InfantryFormation) -> f32 {
        let values = Formation::Infantry(formation).of(self.army.unit(unit));
        let muster = self.army.muster_of(unit);
        let place = self.army.placement(unit);
        let footprint = place.footprint(self.field().scale, &values, muster);
        footprint.frontage()
    }

    /// A line before a unit's front that faces as it does.
    fn line_before(&self, unit: UnitId, inches: f32, long: f32) -> Vec<Vec2> {
        let place = self.army.placement(unit);
        let middle = place.at + place.facing.ahead() * inches * self.field().proportion();
        let right = place.facing.right() * long / 2.0;
        [middle + right, middle - right]
            .map(|end| end.clamp(Vec2::ZERO, self.field().size))
            .to_vec()
    }

    /// A stretch of works or obstacle, cut out of it: what stays of it, and the stretch.
    pub(super) fn cut_out(
        &self,
        barrier: &Barrier,
        at: Vec2,
        long: f32,
    ) -> (Vec<Vec<Vec2>>, Option<Vec<Vec2>>) {
        let whole = length(&barrier.points);
        let long = long.min(whole);
        // At an end of the line the stretch is as long as in its middle.
        let from = (along(&barrier.points, at) - long / 2.0).clamp(0.0, whole - long);
        let rest = [
            part(&barrier.points, 0.0, from),
            part(&barrier.points, from + long, whole),
        ];
        let stays = rest.into_iter().flatten().collect();
        (stays, part(&barrier.points, from, from + long))
    }
}

impl Battle {
    /// Works or an obstacle are done.
    ///
    /// Rules: `works.length`, `works.upgrade`, `works.turn`, `obstacle.build`.
    pub(super) fn finish(&mut self, unit: UnitId, task: Task, helper: Option<UnitId>) {
        let long = self.now.length_of_work(unit, task, helper);
        match task {
            Task::Dig(works) => {
                let points = self.now.line_before(unit, PARAPET, long);
                self.raise(unit, Change::Dug, works.into(), points);
            }
            Task::Obstruct(obstacle) => {
                let points = self.now.line_before(unit, OBSTACLE, long);
                self.raise(unit, Change::Obstructed, obstacle.into(), points);
            }
            Task::Improve | Task::Turn => {
                let Some((barrier, _)) = self.now.works_before(unit) else {
                    return;
                };
                let barrier = barrier.clone();
                if task == Task::Improve {
                    self.rework(unit, Change::Improved, &barrier, long, |stretch| {
                        Some((LineKind::LightWorks, stretch))
                    });
                } else {
                    self.rework(unit, Change::Turned, &barrier, long, |mut stretch| {
                        stretch.reverse();
                        Some((barrier.kind, stretch))
                    });
                }
            }
            Task::Clear => {
                if let Some(barrier) = self.now.obstacle_before(unit).cloned() {
                    self.rework(unit, Change::Cleared, &barrier, long, |_| None);
                }
            }
            Task::Unload | Task::Bridge(_) | Task::Assist(_) => {}
        }
    }

    /// Chevaux-de-frise are carried round.
    ///
    /// Rules: `obstacle.pivot`.
    pub(in crate::battle) fn pivot(&mut self, unit: UnitId, degrees: f32) {
        let Some(barrier) = self.now.obstacle_before(unit).cloned() else {
            return;
        };
        let actions = barrier.kind.obstacle();
        let actions = actions.and_then(|obstacle| self.now.rules.obstacle_pivot(obstacle));
        self.tell(Fact::Spent {
            actions: actions.unwrap_or(2),
        });
        let long = self.now.length_of_work(unit, Task::Clear, None);
        let size = self.now.field().size;
        self.rework(unit, Change::Pivoted, &barrier, long, |stretch| {
            let middle = stretch.iter().copied().sum::<Vec2>() / stretch.len() as f32;
            let round = |point: &Vec2| middle + turn(*point - middle, degrees);
            let points: Vec<Vec2> = stretch.iter().map(round).collect();
            let points = points.iter().map(|point| point.clamp(Vec2::ZERO, size));
            Some((barrier.kind, points.collect()))
        });
    }

    fn raise(&mut self, unit: UnitId, how: Change, kind: LineKind, points: Vec<Vec2>) {
        let barrier = Barrier {
            id: self.now.army.earth().next_barrier(),
            kind,
            name: String::new(),
            points,
            hits: 0,
        };
        self.tell(Fact::GroundChanged {
            unit,
            how,
            removed: Vec::new(),
            added: vec![barrier],
        });
    }

    /// The stretch of works or obstacle before a unit becomes something else, or nothing.
    fn rework(
        &mut self,
        unit: UnitId,
        how: Change,
        barrier: &Barrier,
        long: f32,
        makes: impl FnOnce(Vec<Vec2>) -> Option<(LineKind, Vec<Vec2>)>,
    ) {
        let at = self.now.army.placement(unit).at;
        let (stays, stretch) = self.now.cut_out(barrier, at, long);
        let stays = stays.into_iter().map(|points| (barrier.kind, points));
        let pieces = stays.chain(stretch.and_then(makes)).collect();
        self.replace(unit, how, barrier, pieces, barrier.hits);
    }

    /// Works or an obstacle are these pieces from now on.
    pub(super) fn replace(
        &mut self,
        unit: UnitId,
        how: Change,
        barrier: &Barrier,
        pieces: Vec<(LineKind, Vec<Vec2>)>,
        hits: u32,
    ) {
        let first = self.now.army.earth().next_barrier().0;
        let numbered = pieces.into_iter().zip(first..);
        let added = numbered.map(|((kind, points), number)| Barrier {
            id: crate::army::BarrierId(number),
            kind,
            name: barrier.name.clone(),
            points,
            hits,
        });
        self.tell(Fact::GroundChanged {
            unit,
            how,
            removed: vec![barrier.id],
            added: added.collect(),
        });
    }
}
