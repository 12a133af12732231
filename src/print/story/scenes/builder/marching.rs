//! Marches.

use bevy::math::Vec2;

use super::{Builder, Deed};
use crate::army::{Army, UnitId};
use crate::field::Placement;
use crate::print::story::scenes::{Event, Firing, March};
use crate::rules::Morale;

impl Builder {
    pub(super) fn moved(&mut self, army: &Army, unit: UnitId, from: Placement, to: Placement) {
        let active = self.half().map(|half| half.active);
        if army.unit(unit).charging || active != Some(army.side(unit)) {
            return;
        }
        // Fire on the rope tells of the way back itself.
        if self.roped == Some(unit) {
            return;
        }
        if self.deed.fired_at.is_some() {
            self.deed = Deed::default();
        }
        if !self.deed.units.contains(&unit) {
            self.deed.units.push(unit);
        }
        // Whoever draws off is told of when he is off.
        if army.record(unit).disengaging {
            return;
        }
        let command = army.command(unit);
        let open = self.scenes().iter().rposition(
            |scene| matches!(&scene.event, Event::March { command: own, .. } if *own == command),
        );
        if let Some(at) = open.filter(|&at| !self.came_between(at, &[unit], true))
            && let Some(Event::March { moves, .. }) = self.again(at)
        {
            match moves.iter_mut().find(|march| march.unit == unit) {
                Some(march) => march.to = to,
                None => moves.push(march(army, unit, from, to)),
            }
            return;
        }
        self.add(Event::March {
            command,
            moves: vec![march(army, unit, from, to)],
        });
    }

    /// Whether anything that is told after a scene has to do with these units, so that what happens
    /// now is another scene. Marches and fires without effect are no matter; nor, to somebody on the
    /// march, is fire that does not stop him.
    pub(super) fn came_between(&self, at: usize, units: &[UnitId], marching: bool) -> bool {
        let mut later = self.scenes().iter().skip(at + 1);
        later.any(|scene| {
            let told = match &scene.event {
                Event::March { .. } => false,
                Event::Fire(Firing { effect, .. }) if marching => {
                    let aimed = units.contains(&effect.unit);
                    if aimed {
                        effect.drove()
                    } else {
                        effect.tells()
                    }
                }
                Event::Fire(firing) => firing.is_told(),
                Event::Fear(dread) => dread.is_told(),
                _ => true,
            };
            told && scene.event.units().iter().any(|unit| units.contains(unit))
        })
    }
}

/// A march that begins.
fn march(army: &Army, unit: UnitId, from: Placement, to: Placement) -> March {
    let standing = army
        .present_of(army.side(unit).other())
        .filter(|&enemy| army.unit(enemy).morale != Morale::Routed)
        .map(|enemy| army.placement(enemy).at);
    let far = |enemy: &Vec2| enemy.distance_squared(from.at);
    March {
        unit,
        from,
        to,
        enemy: standing.min_by(|one, other| far(one).total_cmp(&far(other))),
    }
}
