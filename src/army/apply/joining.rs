//! Regiments that become one, or stand with another.

use crate::army::{Active, Army, Attachment, Fate, Presence, UnitId};
use crate::field::Placement;
use crate::field::stand::Muster;
use crate::rules::{Morale, Stands};

impl Army {
    /// Two regiments are one from now on.
    pub(super) fn merge(
        &mut self,
        gone: UnitId,
        into: UnitId,
        to: Placement,
        figures: u32,
        stands: u32,
    ) {
        let actions = self.actions_of_active();
        let (brought, morale) = self.go_over(gone, into);
        let unit = self.unit_mut(into);
        unit.strength = figures;
        unit.stands = Stands {
            now: stands,
            full: stands,
        };
        unit.morale = unit.morale.max(morale);
        unit.traits.merged = true;
        self.musters[into.at()] = Muster {
            strength: figures,
            stands,
            attached: 0,
        };
        let record = self.record_mut(into);
        record.joined += brought;
        record.actions = actions;
        self.put(into, to);
    }

    /// A regiment stands with another from now on, which costs it an action.
    pub(super) fn attach(&mut self, unit: UnitId, host: UnitId, figures: u32) {
        let actions = self.actions_of_active().saturating_sub(1);
        let (brought, _) = self.go_over(unit, host);
        self.unit_mut(host).strength = figures;
        self.musters[host.at()].attached = 1;
        let record = self.record_mut(host);
        record.joined += brought;
        record.actions = actions;
        record.attached = Some(Attachment {
            unit,
            figures: brought,
        });
        self.cover(host);
    }

    /// A regiment goes over into another, its leader with it; answers with what it brings.
    fn go_over(&mut self, unit: UnitId, to: UnitId) -> (u32, Morale) {
        for leader in &mut self.leaders {
            if leader.attached == Some(unit) && !leader.fallen {
                leader.attached = Some(to);
            }
        }
        self.interrupt(to);
        self.record_mut(unit).work = None;
        self.record_mut(to).activated = true;
        self.presences[unit.at()] = Presence::Gone(Fate::Joined);
        let record = self.record_mut(unit);
        record.actions = 0;
        record.went_over = true;
        self.active = Some(Active::single(to));
        let gone = self.unit(unit);
        (gone.strength, gone.morale)
    }
}
