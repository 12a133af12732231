//! Marches.

use super::{Builder, Deed};
use crate::army::{Army, UnitId};
use crate::field::Placement;
use crate::print::story::scenes::{Event, Firing};

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
            match moves.iter_mut().find(|(known, ..)| *known == unit) {
                Some(march) => march.2 = to,
                None => moves.push((unit, from, to)),
            }
            return;
        }
        self.add(Event::March {
            command,
            moves: vec![(unit, from, to)],
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
