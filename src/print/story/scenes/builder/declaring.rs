//! Pickets that move and are declared.

use super::Builder;
use crate::army::{PicketId, Sighting, UnitId};
use crate::print::story::scenes::{Declared, Event};

impl Builder {
    pub(super) fn picket_moved(&mut self, picket: PicketId) {
        let last = self.scenes().len().wrapping_sub(1);
        let same = self.scenes().last().is_some_and(
            |scene| matches!(&scene.event, Event::Pickets { side, .. } if *side == picket.side),
        );
        if same && let Some(Event::Pickets { moved, .. }) = self.again(last) {
            if !moved.contains(&picket) {
                moved.push(picket);
            }
            return;
        }
        self.add(Event::Pickets {
            side: picket.side,
            moved: vec![picket],
        });
    }

    pub(super) fn declared(
        &mut self,
        picket: Option<PicketId>,
        units: Vec<UnitId>,
        real: bool,
        why: Sighting,
    ) {
        // That a dummy was one is no news when all is over.
        if why == Sighting::End && !real {
            return;
        }
        self.add(Event::Declared(Declared {
            picket,
            units,
            real,
            why,
        }));
    }
}
