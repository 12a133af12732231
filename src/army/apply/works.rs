//! What a fact changes in the works, and in who works at them.

use crate::army::{Army, Fact, UnitId, Work};

impl Army {
    pub(super) fn apply_to_works(&mut self, fact: &Fact) {
        match fact {
            Fact::WorkBegun { unit, task } => {
                self.record_mut(*unit).work = Some(Work::begun(*task));
            }
            Fact::Working { unit, .. } => {
                if let Some(work) = &mut self.record_mut(*unit).work {
                    work.worked = true;
                }
            }
            Fact::Worked {
                unit,
                turns,
                helped,
                ..
            } => {
                if let Some(work) = &mut self.record_mut(*unit).work {
                    work.turns = *turns;
                    work.helped = *helped;
                    work.worked = false;
                }
            }
            Fact::WorkDropped { unit, .. } | Fact::WorkDone { unit, .. } => {
                self.record_mut(*unit).work = None;
            }
            Fact::GroundChanged { removed, added, .. } => self.earth.change(removed, added),
            Fact::WorksStruck { works, hits, .. } => self.earth.strike(*works, *hits),
            Fact::Unloaded { unit, bridge } => {
                self.record_mut(*unit).train = 0;
                self.earth.put_bridge(bridge);
            }
            Fact::Bridged { bridge, .. } | Fact::BridgeStruck { bridge, .. } => {
                self.earth.put_bridge(bridge);
            }
            _ => {}
        }
    }

    /// Whoever does something else, or is driven from his work, has broken it off.
    ///
    /// Rules: `works.consecutive`, `obstacle.length`, `engineer.under_fire`.
    pub(super) fn interrupt(&mut self, id: UnitId) {
        if let Some(work) = &mut self.record_mut(id).work {
            work.broken = true;
        }
    }
}
