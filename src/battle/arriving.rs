//! Units that come onto the table in the course of the battle.

use super::step::{Step, Trigger};
use super::{Battle, Situation};
use crate::army::{Fact, Presence, UnitId};
use crate::field::Placement;
use crate::rules::Side;

/// How finely the way onto the table is looked at, in inches.
const STEP: f32 = 0.25;

/// Nobody is deeper than so many inches.
const DEEPEST: f32 = 24.0;

/// How far to the right or left of an entry somebody may come in, the nearest first.
fn sideways(reach: f32) -> impl Iterator<Item = f32> {
    let steps = (1..).map(|step| step as f32 * STEP);
    let steps = steps.take_while(move |aside| *aside <= reach);
    std::iter::once(0.0).chain(steps.flat_map(|aside| [aside, -aside]))
}

impl Situation {
    /// Whether a unit is to come in by now.
    pub(super) fn is_due(&self, unit: UnitId) -> bool {
        let turn = self.army.clock().turn;
        matches!(self.army.presence(unit), Presence::Waiting { turn: due, .. } if due <= turn)
    }

    /// The place where a unit that is due comes in, its rear just on the table, and the inches of
    /// its move from the edge to there; `None` while somebody stands in the way.
    ///
    /// Rules: `scenario.militia.iron_brigade`.
    pub(super) fn way_in(&self, unit: UnitId) -> Option<(Placement, f32)> {
        let Presence::Waiting { entry, .. } = self.army.presence(unit) else {
            return None;
        };
        let entry = self
            .field()
            .entries
            .get(entry)
            .filter(|_| self.is_due(unit))?;
        let mut beside = sideways(entry.reach);
        beside.find_map(|aside| {
            let place = |inches: f32| Placement {
                at: entry.at + entry.facing.ahead() * inches + entry.facing.right() * aside,
                facing: entry.facing,
            };
            let on_table = |inches: &f32| {
                let ground = self.footprint_at(unit, place(*inches));
                ground.on_table(self.field())
            };
            let inches = (0..=(DEEPEST / STEP) as u32)
                .map(|step| step as f32 * STEP)
                .find(on_table)?;
            let free = self.army.fits(self.field(), unit, place(inches));
            free.then(|| (place(inches), inches))
        })
    }

    /// What part of its move a unit has used up to come onto the table.
    ///
    /// Rules: `scenario.militia.iron_brigade`.
    pub(super) fn entering(&self, unit: UnitId) -> f32 {
        let inches = self.army.record(unit).entering;
        if inches <= 0.0 {
            return 0.0;
        }
        let walker = self.walker(unit);
        let here = self.army.placement(unit);
        let steps = (inches / STEP).ceil();
        let step = inches / steps;
        let part: f32 = (0..steps as u32)
            .map(|number| {
                let back = inches - step * (number as f32 + 0.5);
                let at = here.at - here.facing.ahead() * back;
                let allowance = |ground| self.rules.allowance(&walker.mover, ground).ok();
                let road = self.terrain().way(at).and_then(allowance);
                let ground = || self.terrain().ground(at).and_then(allowance);
                step / road.or_else(ground).unwrap_or(1.0)
            })
            .sum();
        part.min(1.0)
    }
}

impl Battle {
    /// A unit off the table that becomes active comes in: what is left of its first move goes on
    /// from there.
    pub(super) fn come_in(&mut self, unit: UnitId) {
        if let Some((to, inches)) = self.now.way_in(unit) {
            self.tell(Fact::Arrived { unit, to, inches });
        }
    }

    /// The inches that a unit has come in are seen like any others: so many chances to react.
    ///
    /// Rules: `react.trigger_inch`.
    pub(super) fn show_entering(&mut self, unit: UnitId, inches: f32) {
        for _ in 0..inches as u32 {
            self.push(Step::Window {
                triggers: vec![unit],
                kind: Trigger::Inch,
            });
        }
    }

    /// Whoever is due and has not come in waits.
    pub(super) fn keep_waiting(&mut self, side: Side) {
        let late: Vec<_> = self
            .now
            .army
            .units()
            .filter(|&id| self.now.army.side(id) == side && self.now.is_due(id))
            .collect();
        for unit in late {
            let fact = Fact::Delayed { unit };
            // Whom the cards bring is nobody else's business before he is there.
            let secret = self.now.army.identity(unit).reserve;
            self.tell(if secret {
                Fact::Secret {
                    side,
                    what: Box::new(fact),
                }
            } else {
                fact
            });
        }
    }
}
